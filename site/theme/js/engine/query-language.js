/**
 * Reads a query as typed: the words to rank by, the conditions, and notes on the rest, as in
 * `search/query_language.py`.
 */
(function (site) {
  "use strict";

  const { corrections } = site.editDistance;
  const { dateRange, isoDate } = site.dates;
  const { citations } = site.matching;
  const { fold } = site.naming;
  const { pattern, truncate } = site.parameters;
  const { UNHIGHLIGHTED_WORDS } = site.passages;
  const { isShort, read } = site.plainWords;
  const {
    All, QueryWords, fieldsOf, leaves, noteOnSigns, partsOfQuery, partsOfSentence
  } = site.query;
  const { TermReader, valuesWithStems, valuesWithWords } = site.terms;
  const { constants } = site;
  const {
    DOCUMENT_KINDS, ENTRY_KINDS, MAX_NOTE_QUOTE_LENGTH, MAX_PASTED_LENGTH,
    MAX_QUERY_LENGTH, REWRITES
  } = constants;

  const FIELD = pattern(constants.FIELD_PATTERN, "g");
  const ID = pattern(constants.ID_PATTERN, "g");
  const DIGITS = pattern(constants.DIGITS_PATTERN, "gi");
  const ADDRESS = pattern(constants.ADDRESS_PATTERN, "gi");
  const PAGE = /\/(card|topic|run-chart|keyword|authorit)(?:s|y|ies)?\/([a-z0-9-]+)/;
  const KIND_ON_PAGES = { "run-chart": "step", authorit: "authority" };
  const AND = pattern(constants.AND_PATTERN, "g");
  const NOT = pattern(constants.NOT_PATTERN, "g");
  const NOT_FIELD = pattern(constants.NOT_FIELD_PATTERN, "g");
  const OR = pattern(constants.OR_PATTERN);
  const OR_OF_FIELDS = pattern(constants.OR_OF_FIELDS_PATTERN, "gi");
  const LISTED_VALUES = pattern(constants.LISTED_VALUES_PATTERN);
  const DANGLING_OR = pattern(constants.DANGLING_OR_PATTERN);
  const COMPARED = pattern(constants.COMPARED_FIELD_PATTERN, "gi");
  const OPERATOR = pattern(constants.OPERATOR_PATTERN, "u");
  const UNQUOTED_VALUE = pattern(`^(?:${constants.UNQUOTED_VALUE_PATTERN})`);
  const EXCLUDING = pattern(constants.EXCLUDING_PATTERN, "gu");

  /** The dates of those citations of each ruling that meet the fields of the query. */
  function datesOf(index, { fields }) {
    const dates = new Map();
    for (const term of citations(index, [...fields.values()].map(({ node }) => node))) {
      const { 3: date } = term.split("|");
      for (const number of date ? index.withTerm(".citation", term) : [])
        dates.set(number, [...(dates.get(number) ?? []), date]);
    }
    return dates;
  }

  /** Reads the parts of one query, and collects what they say besides their conditions. */
  class Reader {
    notes = [];
    numbers = []; // of the documents whose ids or addresses are in the query
    plain = { query: "", isList: false, unread: "" }; // the list that its plain words are, or offer

    /** @param {Index} index */
    constructor(index, readsLists) {
      Object.assign(this, { index, readsLists });
    }

    /** Adds a note, once. */
    note = (sentence) => {
      if (!this.notes.includes(sentence)) this.notes.push(sentence);
    };

    /** The text without what is too long to be read. */
    cut(text) {
      if ([...text].length > MAX_QUERY_LENGTH)
        this.note(`only the first ${MAX_QUERY_LENGTH} characters were read`);
      return truncate(text, MAX_QUERY_LENGTH);
    }

    /** The text without our ids, addresses and numbers of sections. */
    withoutIds(text) {
      const take = (id, kinds = DOCUMENT_KINDS) => {
        const number = this.index.numberOf(id, kinds);
        if (number === undefined) return false;
        this.numbers.push(number);
        return true;
      };
      const takeAddress = (match) => {
        const address = match.replace(/[.,;:!?)"']+$/, "").replace(/\bstep-(?=\d)/g, "run-chart-");
        const page = PAGE.exec(address);
        const at = address.indexOf("#");
        const isFound =
          take(at < 0 ? "" : address.slice(at + 1))
          || (page && take(page[2], [KIND_ON_PAGES[page[1]] ?? page[1]]));
        return isFound ? " " : match;
      };
      const rest = text
        .replace(ADDRESS, takeAddress)
        .replace(ID, (id) => (take(id, ENTRY_KINDS) ? " " : id))
        .replace(DIGITS, (digits) => {
          const ids = this.index.idsWithDigits(digits.toLowerCase());
          for (const id of ids) {
            take(id, ENTRY_KINDS);
            if (!id.endsWith(`-${digits.toLowerCase()}`))
              this.note(`“${digits.toLowerCase()}” was read as ${id}`);
          }
          return ids.length ? " " : digits;
        });
      const section = this.index.entriesByName.get(this.index.analyzer.folded(rest));
      return take(section) ? "" : rest;
    }

    /** The text with comparisons as fields and, if it is short, one sign for exclusion. */
    withComparisons(input) {
      const text = input.replace(COMPARED, "$1$2$3:$4").replace(NOT_FIELD, "$1-");
      const textWithMinus = text.replace(EXCLUDING, "$1-");
      if (!isShort(this.index, textWithMinus)) return text;
      for (const [, , sign] of text.matchAll(EXCLUDING))
        this.note(`“${sign}” before a word was read as -`);
      return textWithMinus;
    }

    /** The text with quotation marks round the values of several words. */
    withQuotedValues(text) {
      const pieces = [];
      let at = 0;
      for (const match of text.matchAll(FIELD)) {
        const { 0: fieldText, 3: name, 4: start } = match;
        const field = this.index.fieldsByName.get(name.toLowerCase());
        const valueAt = match.index + fieldText.length - start.length;
        const [words] = UNQUOTED_VALUE.exec(text.slice(valueAt)) ?? [];
        const value = field && words ? longestValue(this.index, field, words) : "";
        if (!value) continue;
        this.note(`“${name}:${value}” was read as ${name}:"${value}"`);
        pieces.push(text.slice(at, valueAt), `"${value}"`);
        at = valueAt + value.length;
      }
      return [...pieces, text.slice(at)].join("");
    }

    /** The text or, if its plain words are a list, that in the query language. */
    withList(text) {
      if (this.readsLists) this.plain = read(this.index, text);
      if (!this.plain.isList) return text;
      this.note(`“${text.trim()}” was read as ${this.plain.query}`);
      return this.plain.query;
    }

    /** The text with `or` between fields as OR and, if short, signs for NOT and AND. */
    withSigns(input) {
      let text = input;
      for (let match; (match = LISTED_VALUES.exec(text)) && this.isField(match[1].slice(0, -1));) {
        const end = match.index + match[0].length;
        text = `${text.slice(0, end - 1)} OR ${match[1]}${text.slice(end)}`;
      }
      if (DANGLING_OR.test(text))
        this.note("“OR” stands between two words, phrases or fields, and was ignored");
      text = text.replace(OR_OF_FIELDS, "$1 OR");
      const isUpper = text === text.toUpperCase() && text !== text.toLowerCase();
      if (isUpper || !isShort(this.index, text)) return text;
      return text.replace(AND, "$1 ").replace(NOT, "$1-");
    }

    isField = (name) => this.index.fieldsByName.has(name.toLowerCase());

    /**
     * The text; notes on signs that are read as spaces and, if it is short, on what looks like a
     * field but is none, and stays as words.
     */
    withNotesOnFields(text) {
      const onSigns = noteOnSigns(text);
      if (onSigns) this.note(onSigns);
      if (!isShort(this.index, text)) return text;
      for (const [, , minus, name] of text.matchAll(FIELD))
        if (!this.isField(name) && !minus && name === name.toLowerCase())
          this.noteUnknownField(name);
      const spaced = new RegExp(
        `(?:^|\\s)(-?(?:${[...this.index.fieldsByName.keys()].join("|")}):)(?=\\s|$)`,
        "gi"
      );
      for (const [, name] of text.matchAll(spaced))
        this.note(
          `“${name}” was read as a word; the value of a field follows its colon without a space`
        );
      return text;
    }

    noteUnknownField(name) {
      const quote = truncate(name, MAX_NOTE_QUOTE_LENGTH);
      const { fields, fieldsByName } = this.index;
      const [nearest] = corrections(quote.toLowerCase(), [...fieldsByName.keys()]);
      const names = fields.map((declared) => declared.name).join(", ");
      const hint = nearest ? `did you mean “${nearest}:”?` : `the fields are ${names}`;
      this.note(`there is no field “${quote}:”; ${hint}`);
    }

    /** The query of these parts. */
    query(parts) {
      const { index, notes, numbers, plain } = this;
      const reader = new TermReader(index, this.note);
      const words = [];
      const conditions = [];
      const ofFields = [];
      let hasOptionalWords = false;
      for (const part of parts) {
        const node = reader.read(part);
        if (!node) continue;
        words.push(...leaves(part).filter((leaf) => leaf instanceof QueryWords));
        if (part instanceof QueryWords && part.kind === "words") {
          hasOptionalWords = true;
          continue;
        }
        conditions.push(node);
        if (fieldsOf(part).length === leaves(part).length) ofFields.push(node);
      }
      const textOf = (leaf) => leaf.text;
      const ranking = words.filter(({ kind }) => kind !== "pattern").map(textOf).join(" ");
      const isIdle = (word) => UNHIGHLIGHTED_WORDS.has(word);
      // Such words say nothing beside conditions
      const saysNothing = conditions.length > 0 && index.analyzer.words(ranking).every(isIdle);
      const { fields, patterns, cards, excluded } = reader;
      return {
        text: saysNothing ? "" : ranking,
        fallbackText: saysNothing ? "" : words.map(textOf).join(" "),
        condition: conditions.length ? new All(conditions) : null,
        fieldCondition: ofFields.length ? new All(ofFields) : null,
        hasOptionalWords, fields, patterns, cards, excluded, numbers, notes, plain
      };
    }

    /** The parts of a text: if it is a sentence, fields alone are special. */
    parts(text) {
      const { index } = this;
      const hasOperator = OPERATOR.test(text) && isShort(index, text);
      if (!hasOperator && !OR.test(text)) return partsOfSentence(index, text);
      if (text.split('"').length % 2) return partsOfQuery(index, text);
      this.note("an unmatched quotation mark was ignored");
      const last = text.lastIndexOf('"');
      return partsOfQuery(index, `${text.slice(0, last)} ${text.slice(last + 1)}`);
    }
  }

  /** The longest beginning of several words that is a value of the field, or empty. */
  function longestValue(index, field, text) {
    const ends = [...text.matchAll(/\S+/g)].map((word) => word.index + word[0].length);
    const values = ends.slice(1).reverse().map((end) => text.slice(0, end));
    return values.find((value) => isValue(index, field, value)) ?? "";
  }

  /** Whether words are a value of a field as they are, or but for plurals. */
  function isValue(index, { name, value_type: valueType }, text) {
    if (valueType === "name") return index.names.exact(fold(text), [name]).things.length > 0;
    if (valueType === "date") return dateRange(isoDate(text)) !== null;
    const value = index.analyzer.fieldTerm(text);
    const readers = [valuesWithWords, valuesWithStems];
    return readers.some((valuesOf) => valuesOf(index, name, value).length > 0);
  }

  // What reads the example of each row of `REWRITES`
  const READERS = {
    "cost>10 kind:card": "withComparisons",
    "keyword:black ice": "withQuotedValues",
    "errata by sparky": "withList",
    "dreff NOT rez": "withSigns",
    "dreff:rez": "withNotesOnFields"
  };

  /**
   * The query, with names and field values looked up in the index.
   * @param {Index} index see `inverted-index.js`
   * @param {string} query
   * @param {boolean} [readsLists] whether plain words are read as a list
   * @returns {Query}
   */
  function parse(index, query, readsLists = true) {
    const reader = new Reader(index, readsLists);
    const straight = truncate(query.slice(0, 2 * MAX_PASTED_LENGTH), MAX_PASTED_LENGTH)
      .replace(/[“”„«»]/g, '"')
      .replace(/[’‘]/g, "'")
      .replaceAll("≤", "<=")
      .replaceAll("≥", ">=")
      .replaceAll("≠", "!=")
      .replace(/[\p{C}\p{Z}]/gu, " ");
    const words = reader.cut(reader.withoutIds(straight));
    if (reader.numbers.length || index.entriesAsked(words)) // whatever its words may mean
      return reader.query(partsOfSentence(index, words));
    const text = REWRITES.reduce((input, [example]) => reader[READERS[example]](input), words);
    return reader.query(reader.parts(text));
  }

  site.queryLanguage = { datesOf, parse };
})(window.Rulings ??= {});
