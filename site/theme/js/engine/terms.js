/** Looks up the index terms that a field or word means, as in `search/terms.py`. */
(function (site) {
  "use strict";

  const { corrections } = site.editDistance;
  const { firstMeaning } = site.nameMatching;
  const { dateRange, isoDate } = site.dates;
  const { pattern, truncate, unquoted } = site.queryPatterns;
  const { note } = site.sentences;
  const {
    CHOICE_FIELDS, ENDING_PATTERN, FIGURE_PATTERN, MAX_FIGURES, MAX_KNOWN_VALUES,
    MAX_NOTE_QUOTE_LENGTH, MAX_PARTS, MAX_WILDCARD_WORDS, NUMBER_RANGE_PATTERN, ORDER_PATTERN,
    RANGE_PATTERN, SIGN_PATTERN, SORTED_FIELDS
  } = site.constants;

  // The least and greatest number or day of a range that lacks one
  const NUMBERS = [0, 999];
  const DAYS = ["1000-01-01", "9999-12-31"];
  const FIGURE = pattern(`^${FIGURE_PATTERN}$`);
  const NUMBER_RANGE = pattern(NUMBER_RANGE_PATTERN);
  const RANGE = pattern(RANGE_PATTERN);
  const SIGN = pattern(SIGN_PATTERN);
  const ENDING = pattern(ENDING_PATTERN);
  const ORDER = pattern(ORDER_PATTERN, "gi");

  /** A condition as typed; a field is shortened for a note. */
  function textOf({ kind, text, isExcluded, typedName, sign, value }) {
    if (kind) return text;
    return shortened(`${isExcluded ? "-" : ""}${typedName}${sign || ":"}${value}`);
  }

  /** Looks up the conditions of one query. Collects notes, wildcards and names. */
  class TermReader {
    wildcards = [];
    cards = [];
    excluded = [];
    causes = []; // notes on fields without terms
    conditionsLeft = MAX_PARTS;

    constructor(index, notes) {
      Object.assign(this, { index, analyzer: index.analyzer, notes });
    }

    /**
     * The clause with terms instead of fields and words; empty if none is known. If it is one field
     * without terms, nothing can be found, and the note on it is a cause.
     */
    read(clause) {
      const noteCount = this.notes.length;
      const conditions = clause.flatMap((typedCondition) => {
        const condition = this.condition(typedCondition);
        return condition ? [{ ...condition, isExcluded: typedCondition.isExcluded }] : [];
      });
      const [condition] = conditions;
      if (clause.length === 1 && condition?.keys?.length === 0 && !condition.isExcluded)
        this.causes.push(...this.notes.slice(noteCount).slice(-1));
      return conditions;
    }

    note(kind, ...values) {
      this.notes.push(note(kind, ...values));
    }

    condition(condition) {
      this.conditionsLeft -= 1;
      if (this.conditionsLeft >= 0)
        return condition.kind ? this.words(condition) : this.field(condition);
      this.note("parts cut", MAX_PARTS);
      return null;
    }

    // Words

    words({ text, kind, isExcluded }) {
      const words = this.analyzer.words(text);
      if (!words.length) return null;
      if (kind === "wildcard") return this.wildcard(words.join(""), isExcluded);
      if (kind === "phrase" || words.length > 1) return { words }; // `face-up` is two
      return { keys: [[".terms", this.analyzer.stem(words[0])]] };
    }

    /** The words with this beginning. */
    wildcard(beginning, isExcluded) {
      const words = this.index.fieldTerms(".words").filter((word) => word.startsWith(beginning));
      words.splice(MAX_WILDCARD_WORDS);
      if (!isExcluded) this.wildcards.push(words);
      return { keys: words.map((word) => [".words", word]) };
    }

    // Fields

    field(field) {
      return { keys: this.value(field).keys };
    }

    /**
     * The terms of a value, each after its field, and whether it was understood; adds a note if
     * not. A number or date is, even if nothing has it.
     */
    value(field) {
      const { value_type: valueType } = this.index.fieldsByName.get(field.name);
      const readers = {
        name: this.name, value: this.choice, number: this.number, date: this.date
      };
      return readers[valueType].call(this, field);
    }

    /** The ids of the cards or topics that a name means. */
    name(field) {
      const { name: kind, value, isExcluded } = field;
      if (value.endsWith("*")) return this.choice(field);
      const name = unquoted(value);
      const { references, suggestions, isExact } = firstMeaning(this.index.names, name, [kind]);
      const titles = references.map(({ title }) => title).join(", ");
      if (!references.length) {
        const nearest = suggestions.filter((reference) => reference.kind === kind);
        const nearestTitles = nearest.map(({ title }) => title).join(", ");
        if (nearest.length) this.note("no name but", kind, shortened(name), nearestTitles);
        else this.note("no name", kind, shortened(name));
      } else if (references.length > 1) this.note("field read", textOf(field), `any of ${titles}`);
      else if (!isExact) this.note("field read", textOf(field), titles);
      const ids = references.map(({ id }) => id);
      if (isExcluded) this.excluded.push(...ids);
      else if (kind === "card") this.cards.push(...this.index.slotsOf(references));
      return { keys: ids.map((id) => [kind, id]), isUnderstood: ids.length > 0 };
    }

    // Values, numbers and dates

    /** The terms of a value or, before `*`, of the beginning of a word. */
    choice(field) {
      const { name } = field;
      const text = field.value.replace(/^[" ]+|[" ]+$/g, "");
      const lexicon = this.index.fieldTerms(name);
      const { by_word: byWord } = this.index.fieldsByName.get(name);
      const signAt = text.search(SIGN); // `Sparky+` is not a comparison
      const hasSign = field.sign || signAt === 0 || (signAt > 0 && !byWord);
      let value = "";
      let terms = [];
      // A strength may be `*`
      if (!hasSign && field.value.endsWith("*") && !lexicon.includes(field.value)) {
        const beginning = valueOf(this.index, name, text.replace(/\*+$/, ""));
        terms = lexicon.filter((term) => `-${term}`.includes(`-${beginning}`));
      } else if (!hasSign) {
        value = valueOf(this.index, name, text);
        terms = valuesWithWords(this.index, name, value);
        if (!terms.length) terms = this.nearValue(field, value);
      }
      if (!terms.length) this.noteUnknownValue(field, value);
      return { keys: terms.map((term) => [name, term]), isUnderstood: terms.length > 0 };
    }

    /** The value meant by a plural (`viruses`), other form or typo, with a note. */
    nearValue(field, value) {
      const lexicon = this.index.fieldTerms(field.name);
      const stems = this.stems(value);
      const sameStems = lexicon.filter((term) => this.stems(term) === stems);
      const terms = sameStems.length ? sameStems : corrections(value, lexicon).slice(0, 1);
      if (terms.length) this.note("field read", textOf(field), `${field.name}:${terms[0]}`);
      return terms;
    }

    /** The stems of the words of a value: the same for `viruses` and `virus`. */
    stems = (term) => term.split("-").map(this.analyzer.stem).join("-");

    /** Adds a note on a field with such a value, or on known values. */
    noteUnknownValue(field, value = "") {
      const lexicon = this.index.fieldTerms(field.name);
      const name = CHOICE_FIELDS.find((other) => this.index.fieldTerms(other).includes(value));
      if (name) this.note("no value but", textOf(field), name, value);
      else if (lexicon.length <= MAX_KNOWN_VALUES) {
        const known = [...lexicon].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
        this.note("known values", textOf(field), known.join(", "));
      } else this.note("no value", textOf(field));
    }

    /** The numbers within a range that meet its comparison; `X` is a value. */
    number(field) {
      const text = field.value.replace(/^[" ]+|[" ]+$/g, "");
      if (!/[0-9]/.test(text)) return this.choice(field);
      const bounds = boundsOf(text, NUMBER_RANGE, numberOf, NUMBERS);
      const isMet = (term) =>
        /^\d+$/.test(term) && bounds && meets(Number(term), field.sign || "=", ...bounds);
      const numbers = this.index.fieldTerms(field.name).filter(isMet);
      if (!numbers.length) this.noteUnknownValue(field);
      const keys = numbers.map((term) => [field.name, term]);
      return { keys, isUnderstood: bounds !== null };
    }

    /** The days within a period that meet its comparison; a year or month has many. */
    date(field) {
      const value = unquoted(field.value);
      const days = this.index.fieldTerms(".date");
      if (value === "*") return { keys: days.map((day) => [".date", day]), isUnderstood: true };
      const bounds = boundsOf(value, RANGE, periodOf, DAYS);
      if (!bounds) {
        this.note("no date", textOf(field));
        return { keys: [], isUnderstood: false };
      }
      const [first, last] = bounds;
      if (first === last && !value.startsWith(first.slice(0, 4)))
        this.note("field read", textOf(field), first);
      const signs = { before: "<", until: "<=", date: "=", after: ">=" };
      const sign = field.sign || signs[field.name];
      const keys = days.filter((day) => meets(day, sign, first, last))
        .map((day) => [".date", day]);
      const printed = first.replaceAll("-", "");
      if (sign === "=" && !keys.length && this.index.withTerm(".cited", printed).size)
        keys.push([".cited", printed]); // a misprinted date
      if (days.length && !keys.length)
        this.note("known values", textOf(field), `${days[0]} to ${days.at(-1)}`);
      return { keys, isUnderstood: true };
    }
  }

  /** The orders of the results; adds notes. A minus before an order reverses it. */
  function readOrders(index, text, notes) {
    const orders = new Map();
    for (const { groups } of text.matchAll(ORDER)) {
      const value = unquoted(groups.value);
      const name = index.fieldsByName.get(valueOf(index, "sort", value.replace(/^-/, "")))?.name;
      const known = SORTED_FIELDS.join(", ");
      if (!SORTED_FIELDS.includes(name)) {
        notes.push(note("no order", shortened(value), known));
        continue;
      }
      const isDescending = value.startsWith("-") !== Boolean(groups.minus);
      const isFirstDescending = orders.get(name) ?? isDescending;
      orders.set(name, isFirstDescending);
      if (isDescending === isFirstDescending) continue;
      const order = `${isFirstDescending ? "-" : ""}${name}`;
      notes.push(note("second order", shortened(value), order));
    }
    return [...orders].map(([field, isDescending]) => ({ field, isDescending }));
  }

  /** The text without its orders, such as `sort:-date`. */
  const withoutOrders = (text) => text.replace(ORDER, "$<before>");

  /** The term of a value, which may be typed as an alias: `erratum` → `errata`. */
  function valueOf(index, name, text) {
    const value = index.analyzer.fieldTerm(text);
    return index.fieldsByName.get(name).valuesByAlias.get(value) ?? value;
  }

  /** Whether a field understands its value; adds notes if it reads it otherwise. */
  const understands = (index, field, notes) =>
    new TermReader(index, notes).value(field).isUnderstood;

  /** The value or, in a field by word, all values with its words: `by:"wylie tom"`. */
  function valuesWithWords(index, name, value) {
    const lexicon = index.fieldTerms(name);
    if (lexicon.includes(value)) return [value];
    const words = index.fieldsByName.get(name).by_word ? value.split("-") : ["-"];
    return lexicon.filter((term) => words.every((word) => term.split("-").includes(word)));
  }

  /** Whether the sign holds between a number or day and a range. */
  function meets(value, sign, first, last) {
    const isWithin = first <= value && value <= last;
    return {
      "<": value < first, "<=": value <= last, "=": isWithin, "!=": !isWithin,
      ">=": value >= first, ">": value > last
    }[sign];
  }

  /**
   * The first and last number or day in a range that may lack one end: `3..5`, `3..`, `..5`, `3+`,
   * `3`; null if `read` cannot read them.
   */
  function boundsOf(text, separator, read, [least, greatest]) {
    const bounds = text.replace(ENDING, "").replace(/\+$/, "..");
    const [first, ...others] = bounds.split(separator);
    const last = others.length ? others.at(-1) : first;
    if (others.length > 1 || !(first || last)) return null;
    const from = first ? read(first) : [least];
    const to = last ? read(last) : [greatest, greatest];
    return from && to && [from[0], to[1]];
  }

  /** The number in a text, twice; null if there is none. */
  function numberOf(text) {
    const number = FIGURE.exec(text)?.[1];
    return number ? [Number(number), Number(number)] : null;
  }

  /** The first and last day of a typed date; null if it is none, as `1997-`. */
  const periodOf = (text) => (/^[-/]|[-/]$/.test(text) ? null : dateRange(isoDate(text)));

  /** A key that sorts numbers by their values: 2 before 11. */
  const sortKey = (term) => (/^\d+$/.test(term) ? term.padStart(MAX_FIGURES, "0") : term);
  const shortened = (text) => truncate(text, MAX_NOTE_QUOTE_LENGTH);

  site.terms = { TermReader, readOrders, textOf, understands, withoutOrders };
})(window.Rulings ??= {});
