/**
 * A query as typed → the words to rank by, the documents that may match, and notes on the rest, as
 * in `search/query_language.py`. `OR` joins its two neighbours; everything else must match
 * together.
 *
 * A condition is the set of the numbers of the documents that meet it. One that a single citation
 * can meet has a function `holds`, from the parts of a citation (`_citation` of
 * `search/inverted_index.py`) to whether it does.
 */
(function (site) {
  "use strict";

  const { corrections } = site.editDistance;
  const { UNHIGHLIGHTED_WORDS } = site.passages;
  const { dateRange, dayAfter, isoDate, pattern } = site.conditions;
  const { isShort, read } = site.plainWords;
  const { constants } = site;
  const {
    DOCUMENT_KINDS,
    ENTRY_KINDS,
    MAX_DATE_QUOTE_LENGTH,
    MAX_FIGURES,
    MAX_KNOWN_VALUES,
    MAX_NOTE_QUOTE_LENGTH,
    MAX_PARTS,
    MAX_PATTERN_WORDS,
    MAX_PATTERNS,
    MAX_QUERY_LENGTH
  } = constants;

  const FIELD = pattern(constants.FIELD_PATTERN, "g"),
    ID = pattern(constants.ID_PATTERN, "g");
  const DIGITS = pattern(constants.DIGITS_PATTERN, "gi");
  const ADDRESS = pattern(constants.ADDRESS_PATTERN, "gi");
  const PAGE = /\/(card|topic|run-chart|keyword|authorit)(?:s|y|ies)?\/([a-z0-9-]+)/;
  const KIND_ON_PAGES = { "run-chart": "step", authorit: "authority" };
  const AND = pattern(constants.AND_PATTERN, "g"),
    NOT = pattern(constants.NOT_PATTERN, "g");
  const OR = pattern(constants.OR_PATTERN),
    OR_OF_FIELDS = pattern(constants.OR_OF_FIELDS_PATTERN, "gi");
  const LISTED_VALUES = pattern(constants.LISTED_VALUES_PATTERN),
    DANGLING_OR = pattern(constants.DANGLING_OR_PATTERN);
  const COMPARED = pattern(constants.COMPARED_FIELD_PATTERN, "gi"),
    OPERATOR = pattern(constants.OPERATOR_PATTERN, "u");
  const TOKEN = pattern(constants.TOKEN_PATTERN, "g");
  const COMPARISON = pattern(`^(?:${constants.COMPARISON_PATTERN})$`),
    SIGN = pattern(constants.SIGN_PATTERN);
  const DATE_SIGN = pattern(constants.DATE_SIGN_PATTERN);
  const MONTH_OF_ANY_YEAR = pattern(`^(?:${constants.MONTH_OF_ANY_YEAR_PATTERN})$`);
  const EXCLUDING = pattern(constants.EXCLUDING_PATTERN, "gu");
  const COMPARISONS = {
    ">": (a, b) => a > b,
    ">=": (a, b) => a >= b,
    "<": (a, b) => a < b,
    "<=": (a, b) => a <= b,
    "=": (a, b) => a === b,
    "!=": (a, b) => a !== b
  };
  const CITED = ["by", "via", "venue", ".date", "is", ".printed"]; // the parts of a citation
  const leafKind = (text) =>
    text.startsWith('"') ? "phrase" : text.endsWith("*") ? "pattern" : "word";
  const truncate = (text, length) => [...text].slice(0, length).join("");

  /**
   * The documents that meet any of the conditions. @param {Condition[]} sets @returns {Condition}
   */
  function union(sets) {
    /** @type {Condition} */
    const result = new Set(sets.flatMap((set) => [...set]));
    if (sets.length && sets.every((set) => set.holds))
      result.holds = (cited) => sets.some((set) => set.holds(cited));
    result.isOfPeople = sets.every((set) => set.isOfPeople);
    return result;
  }

  /**
   * The documents that meet all conditions, those on citations for the same one, though each of
   * several people may have one unless all conditions are `ofOne`; null if there are none.
   */
  function allOf(index, sets, ofOne = false) {
    if (!sets.length) return null;
    const onCitations = sets.filter((set) => set.holds),
      all = [...sets];
    const people = onCitations.filter((set) => set.isOfPeople && !ofOne);
    const others = onCitations.filter((set) => !people.includes(set));
    const groups = people.length ? people.map((person) => [...others, person]) : [others];
    for (const together of groups.filter(({ length }) => length > 1))
      all.push(union(citationsOf(index, together).map((term) => index.term(".citation", term))));
    /** @type {Condition} */
    const result = new Set([...all[0]].filter((number) => all.every((set) => set.has(number))));
    if (onCitations.length === sets.length) result.holds = (cited) => areMet(onCitations, cited);
    result.isOfPeople = sets.every((set) => set.isOfPeople);
    return result;
  }

  /** Whether a citation meets all conditions. */
  const areMet = (sets, cited) => sets.every((set) => set.holds(cited));

  /** The citations, terms of the index, that meet all conditions. */
  const citationsOf = (index, sets) =>
    index.lexicon(".citation").filter((term) => areMet(sets, term.split("|")));

  /**
   * What each document is ordered by: a number of its card (`highest cost`), or the dates of those
   * citations of a ruling that meet the fields of the query.
   */
  function orderedBy(index, { fields }, order) {
    const sortKeys = new Map(),
      [, name] = order.split(" ");
    const add = (numbers, value) => {
      for (const number of numbers) sortKeys.set(number, [...(sortKeys.get(number) ?? []), value]);
    };
    if (name) {
      for (const figures of index.lexicon(name).filter((term) => /^\d+$/.test(term)))
        add(index.term(name, figures), figures.padStart(MAX_FIGURES, "0"));
      return sortKeys;
    }
    const onCitations = [...fields.values()].filter((set) => set.holds);
    for (const term of citationsOf(index, onCitations)) {
      const { 3: date } = term.split("|");
      if (date) add(index.term(".citation", term), date);
    }
    return sortKeys;
  }

  /** The documents that do not meet the condition. */
  const complement = (index, set) =>
    new Set(index.docs.map((doc) => doc.number).filter((number) => !set.has(number)));

  /** Reads the parts of one query, and collects what they say besides their conditions. */
  class Reader {
    words = []; // to rank by
    plain = []; // without operators, to rank by if nothing matches
    notes = [];
    patterns = [];
    cards = [];
    excluded = []; // the numbers of cards and topics
    numbers = [];
    conditions = new Map(); // of fields, unless they are excluded
    values = null; // what its words name
    patternsLeft = MAX_PATTERNS;

    /** @param {Index} index */
    constructor(index, keepsNamed) {
      this.keepsNamed = keepsNamed;
      this.index = index;
      this.analyzer = index.analyzer;
    }

    /** Adds a note once. Returns null, which is the condition for what was not understood. */
    note(sentence) {
      if (!this.notes.includes(sentence)) this.notes.push(sentence);
      return null;
    }

    /** The text without what is too long to be read. */
    cut(text) {
      if ([...text].length > MAX_QUERY_LENGTH)
        this.note(`only the first ${MAX_QUERY_LENGTH} characters were read`);
      return truncate(text, MAX_QUERY_LENGTH);
    }

    /** The text without our ids and addresses. */
    withoutIds(text) {
      const take = (id, kinds = DOCUMENT_KINDS) => {
        const number = this.index.numberOf(id, kinds);
        if (number === undefined) return false;
        this.numbers.push(number);
        return true;
      };
      const takeAddress = (match) => {
        const address = match.replace(/[.,;:!?)"']+$/, "").replace(/\bstep-(?=\d)/g, "run-chart-");
        const page = PAGE.exec(address),
          at = address.indexOf("#");
        const isFound =
          take(at < 0 ? "" : address.slice(at + 1)) ||
          (page && take(page[2], [KIND_ON_PAGES[page[1]] ?? page[1]]));
        return isFound ? " " : match;
      };
      return text
        .replace(ADDRESS, takeAddress)
        .replace(/\/(?:cards|topics|documents|run-chart|keywords|authorities)\/\S*/g, takeAddress)
        .replace(ID, (id) => (take(id, ENTRY_KINDS) ? " " : id))
        .replace(DIGITS, (digits) => {
          const ids = this.index.idsByDigits.get(digits.toLowerCase()) ?? [];
          for (const id of ids) take(id, ENTRY_KINDS);
          return ids.length ? " " : digits;
        });
    }

    /** The text with comparisons as fields and, if it is short, one sign for exclusion. */
    withComparisons(input) {
      const text = input.replace(COMPARED, "$1$2$3:$4"),
        textWithMinus = text.replace(EXCLUDING, "$1-");
      if (!isShort(textWithMinus)) return text;
      for (const [, , sign] of text.matchAll(EXCLUDING))
        this.note(`“${sign}” before a word was read as -`);
      return textWithMinus;
    }

    /** The text with a field for each value that its words name. */
    withValues(text) {
      this.values = read(this.index, text, this.keepsNamed);
      this.values.notes.forEach((note) => this.note(note));
      return this.values.text;
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
      return isShort(text) && !isUpper ? text.replace(AND, "$1 ").replace(NOT, "$1-") : text;
    }

    isField = (name) => this.index.fieldsByName.has(name.toLowerCase());

    /**
     * The text; of a short one, notes on what looks like a field but is none, and stays as words.
     */
    withNotesOnFields(text) {
      if (!isShort(text)) return text;
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
      const quote = truncate(name, MAX_NOTE_QUOTE_LENGTH),
        { fields, fieldsByName } = this.index;
      const [nearest] = corrections(quote.toLowerCase(), [...fieldsByName.keys()]);
      const names = fields.map((field) => field.name).join(", ");
      const hint = nearest ? `did you mean “${nearest}:”?` : `the fields are ${names}`;
      this.note(`there is no field “${quote}:”; ${hint}`);
    }

    /** The query if only its fields are special. */
    readFields(text) {
      const conditions = [];
      const words = text.replace(FIELD, (match, before, minus, name, value) => {
        if (!this.isField(name)) return match;
        const set = this.readField(name, value, Boolean(minus));
        if (set) conditions.push(minus ? complement(this.index, set) : set);
        return `${before} `;
      });
      const condition = allOf(this.index, conditions);
      return this.query(words, words, condition, condition);
    }

    /** The query if everything in it is special. */
    readAll(input) {
      let text = input;
      if (text.split('"').length % 2 === 0) {
        const last = text.lastIndexOf('"');
        text = `${text.slice(0, last)} ${text.slice(last + 1)}`;
        this.note("an unmatched quotation mark was ignored");
      }
      const parts = [];
      let isJoined = false;
      for (const [number, token] of [...text.matchAll(TOKEN)].entries()) {
        if (number >= MAX_PARTS) {
          this.note(`only the first ${MAX_PARTS} parts of the query were read`);
          break;
        }
        if (token[0] === "OR") {
          isJoined = parts.length > 0;
          continue;
        }
        let part = this.part(token.groups);
        if (!part) continue;
        if (isJoined) {
          const before = parts.pop();
          part = {
            set: union([before.set, part.set]),
            isField: before.isField && part.isField,
            isWord: false
          };
        }
        parts.push(part);
        isJoined = false;
      }
      const conditions = parts.filter((part) => !part.isWord),
        fieldParts = parts.filter((part) => part.isField);
      return {
        ...this.query(
          this.words.join(" "),
          this.plain.join(" "),
          allOf(
            this.index,
            conditions.map((part) => part.set)
          ),
          allOf(
            this.index,
            fieldParts.map((part) => part.set)
          )
        ),
        hasOptionalWords: parts.some((part) => part.isWord),
        hasOperators: conditions.length > 0
      };
    }

    query(text, fallbackText, condition, fieldCondition) {
      const { patterns, cards, excluded, numbers, notes, values, conditions: fields } = this;
      const saysNothing =
        condition && this.analyzer.words(text).every((word) => UNHIGHLIGHTED_WORDS.has(word));
      const texts = saysNothing ? { text: "", fallbackText: "" } : { text, fallbackText };
      return {
        ...texts,
        condition,
        fieldCondition,
        patterns,
        cards,
        excluded,
        numbers,
        notes,
        values,
        fields,
        hasOptionalWords: true,
        hasOperators: false
      };
    }

    /** A word, phrase, pattern or field; null if nothing is known of it. */
    part({ minus, field, value, text = `${field}:${value}` }) {
      const isExcluded = Boolean(minus),
        isField = Boolean(field) && this.isField(field);
      const set = isField
        ? this.readField(field, value, isExcluded)
        : this.readWords(text, isExcluded);
      return (
        set && {
          set: isExcluded ? complement(this.index, set) : set,
          isField,
          isWord: !isField && !isExcluded && leafKind(text) === "word"
        }
      );
    }

    /** The documents that a word, phrase or pattern matches. Unless excluded, it also ranks. */
    readWords(text, isExcluded) {
      const { index } = this,
        words = this.analyzer.words(text),
        kind = leafKind(text);
      if (!words.length) return null;
      if (!isExcluded) this.plain.push(text.replace(/^["*]+|["*]+$/g, ""));
      if (kind === "pattern") {
        if (--this.patternsLeft < 0)
          return this.note(`only the first ${MAX_PATTERNS} words with * were read`);
        const beginning = words.join("");
        const terms = index
          .lexicon(".words")
          .filter((term) => term.startsWith(beginning))
          .slice(0, MAX_PATTERN_WORDS);
        if (!isExcluded) this.patterns.push(terms);
        return union(terms.map((term) => index.term(".words", term)));
      }
      if (!isExcluded) this.words.push(...(kind === "word" ? [text] : words));
      return kind === "word"
        ? allOf(
            index,
            words.map((word) => index.term(".terms", this.analyzer.stem(word)))
          )
        : index.phrase(words);
    }

    /**
     * The documents that match the value of a field, as typed; null, with a note, if a date is not
     * understood.
     */
    readField(name, text, isExcluded) {
      const field = this.index.fieldsByName.get(name.toLowerCase()),
        value = text.replace(/^"+|"+$/g, ""),
        isPattern = field.kind !== "date" && leafKind(text) === "pattern";
      // A strength may be `*`
      const isPrefix = isPattern && !this.index.lexicon(field.name).includes(value);
      let set;
      if (field.kind === "date") set = this.readDate(field.name, value);
      else if (field.kind === "name" && !isPrefix)
        set = this.readName(field.name, value, isExcluded);
      else set = this.readValue(field, value, isPrefix);
      if (set && !isExcluded)
        this.conditions.set(`${name}:${truncate(text, MAX_NOTE_QUOTE_LENGTH)}`, set);
      return set;
    }

    /** The documents that have any of the terms in a field. */
    anyOf(name, terms) {
      return union(
        terms.map((term) => {
          const set = this.index.term(name, term);
          const part = CITED.indexOf(name);
          if (part >= 0 && (name !== "is" || term.endsWith("official")))
            set.holds = (cited) => cited[part].split(" ").includes(term);
          return Object.assign(set, { isOfPeople: name === "by" });
        })
      );
    }

    /** The documents about the cards or topics that a name means. */
    readName(name, value, isExcluded) {
      const { things, suggestions, isExact } = this.index.names.resolve(value, [name]);
      const nearest = suggestions.filter(({ kind }) => kind === name);
      const titles = (list) => list.map((match) => match.title).join(", ");
      const quote = truncate(value, MAX_NOTE_QUOTE_LENGTH);
      const near = nearest.length ? `; the nearest: ${titles(nearest)}` : "";
      if (!things.length) this.note(`no ${name} is called “${quote}”${near}`);
      else if (things.length > 1 || !isExact)
        this.note(
          `${name}:"${quote}" was read as ${things.length > 1 ? "any of " : ""}${titles(things)}`
        );
      const numbers = things.map(({ number }) => number);
      if (isExcluded) this.excluded.push(...numbers);
      else if (name === "card") this.cards.push(...numbers);
      return this.anyOf(
        name,
        things.map(({ id }) => id)
      );
    }

    /** The documents that have a value of a field, or any value with a word that begins with it. */
    readValue(field, text, isPrefix) {
      const { name, by_word: byWord } = field,
        lexicon = this.index.lexicon(name),
        words = this.analyzer.words(text);
      const signAt = text.trim().search(SIGN),
        hasSign = signAt === 0 || (signAt > 0 && !byWord), isWhole = !hasSign && !isPrefix;
      let value = this.analyzer.fieldTerm(isPrefix ? text.replace(/\*+$/, "") : text),
        terms = [];
      value = field.valueAliases.get(value) ?? value;
      if (byWord && isWhole && !lexicon.includes(value) && this.hasAll(name, words))
        return allOf(this.index, words.map((word) => this.anyOf(name, [word])), true);
      const comparison = COMPARISON.exec(text.trim());
      if (comparison) terms = compared(comparison, lexicon);
      else if (isWhole) terms = this.nearValue(name, value);
      else if (!hasSign) terms = lexicon.filter((term) => `-${term}`.includes(`-${value}`));
      if (!terms.length) this.noteUnknownValue(name, text, value, isWhole);
      return this.anyOf(name, terms);
    }

    /** Whether there are words, and a field has each of them. */
    hasAll(name, words) {
      const lexicon = this.index.lexicon(name);
      return words.length > 0 && words.every((word) => lexicon.includes(word));
    }

    /**
     * The value that is meant by a plural (`viruses`) or, with a note, another form or a
     * misspelling.
     */
    nearValue(name, value) {
      const lexicon = this.index.lexicon(name),
        stemsOf = (term) => term.split("-").map(this.analyzer.stem).join("-");
      if (lexicon.includes(value)) return [value];
      let terms = lexicon.filter((term) => stemsOf(term) === stemsOf(value));
      if (
        terms.some((term) => [`${term}s`, `${term}es`, `${term.slice(0, -1)}ies`].includes(value))
      )
        return terms;
      if (!terms.length) terms = corrections(value, lexicon).slice(0, 1);
      const quote = `${name}:"${truncate(value, MAX_NOTE_QUOTE_LENGTH)}"`;
      if (terms.length) this.note(`${quote} was read as ${name}:${terms[0]}`);
      return terms;
    }

    noteUnknownValue(name, text, value, suggests) {
      const lexicon = this.index.lexicon(name),
        isNumber = /^\d+$/.test(value);
      const other = this.index.fields.find(
        ({ name: otherName, kind }) =>
          suggests &&
          !isNumber &&
          (kind === "value" || kind === "number") &&
          this.index.lexicon(otherName).includes(value)
      );
      const hint = other
        ? `; did you mean ${other.name}:${value}?`
        : lexicon.length <= MAX_KNOWN_VALUES
          ? ` (known: ${lexicon.join(", ")})`
          : "";
      this.note(`nothing has ${name}:"${truncate(text, MAX_NOTE_QUOTE_LENGTH)}"${hint}`);
    }

    /** The documents of a month of any year, or of any date. */
    readMonth(month) {
      const days = this.index.lexicon(".date").filter((day) => day.slice(4, 8).includes(month));
      const set = union(days.map((day) => this.index.term(".date", day)));
      return Object.assign(set, { holds: ({ 3: day }) => days.includes(day) });
    }

    /** The documents of a date, by its sign or that of the field; a year or month has many days. */
    readDate(name, text) {
      const value = text.replace(DATE_SIGN, ""),
        range = dateRange(isoDate(value));
      if (MONTH_OF_ANY_YEAR.test(value)) return this.readMonth(value.replaceAll("*", ""));
      if (!range) {
        const quote = `“${name}:${truncate(text, MAX_DATE_QUOTE_LENGTH)}”`;
        return this.note(`${quote} is not a date (1996, 1996-08 or 1996-08-06) and was ignored`);
      }
      const [first, last] = range,
        days = this.index.lexicon(".date"),
        isDay = first === last;
      const comparator =
        text.match(DATE_SIGN)?.[0].trim() ??
        { before: isDay ? "<=" : "<", date: "=", after: ">=" }[name];
      const holds = {
        "<": (day) => day < first,
        "<=": (day) => day <= last,
        "=": (day) => first <= day && day <= last,
        "!=": (day) => day < first || day > last,
        ">=": (day) => day >= first,
        ">": (day) => day > last
      }[comparator];
      if (comparator === "<" && first <= days[0]) {
        this.note(
          `${name}:${text} ends on ${site.dateInWords(dayAfter(first, -1))}; ` +
            `the earliest date is ${site.dateInWords(days[0])}`
        );
      }
      const set = union(days.filter(holds).map((day) => this.index.term(".date", day)));
      const dateSet = Object.assign(set, { holds: ({ 3: day }) => day !== "" && holds(day) });
      const isPrinted = this.index.lexicon(".printed").includes(first);
      if (comparator !== "=" || !isDay || !isPrinted) return dateSet;
      this.note(
        `date:${value} also finds what has this date in print, but is probably of another day`
      );
      const printedSet = Object.assign(this.index.term(".printed", first), {
        holds: ({ 5: day }) => day === first
      });
      return union([dateSet, printedSet]);
    }
  }

  // As in `search/query_language.py`
  const REWRITES = [
    "cut",
    "withoutIds",
    "withComparisons",
    "withValues",
    "withSigns",
    "withNotesOnFields"
  ];

  /**
   * The query, with names and field values looked up in the index.
   * @param {Index} index see `index.js`
   * @param {string} query
   * @param {boolean} [keepsNamed] whether the people and times that it names are read, and not left
   * out
   * @returns {Query}
   */
  function parse(index, query, keepsNamed = true) {
    const reader = new Reader(index, keepsNamed);
    const straight = truncate(query.slice(0, 2 * MAX_QUERY_LENGTH + 2), MAX_QUERY_LENGTH + 1)
      .replace(/[“”„«»]/g, '"')
      .replace(/[’‘]/g, "'")
      .replaceAll("≤", "<=")
      .replaceAll("≥", ">=")
      .replaceAll("≠", "!=")
      .replace(/[\p{C}\p{Z}]/gu, " ");
    const text = REWRITES.reduce((input, rule) => reader[rule](input), straight);
    return OR.test(text) || (isShort(text) && OPERATOR.test(text))
      ? reader.readAll(text)
      : reader.readFields(text);
  }

  /** The numbers among known values that a comparison allows. */
  function compared([, sign = ">=", ...bounds], lexicon) {
    const bound = Number(bounds.find(Boolean));
    return lexicon.filter((term) => /^\d+$/.test(term) && COMPARISONS[sign](Number(term), bound));
  }

  site.query = { orderedBy, parse, truncate };
})((window.Rulings ??= {}));
