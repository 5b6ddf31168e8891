/** Looks up the index terms that a field or word means, as in `search/terms.py`. */
(function (site) {
  "use strict";

  const { corrections } = site.editDistance;
  const { resolve } = site.nameMatching;
  const { dateRange, isoDate } = site.dates;
  const { pattern, truncate, unquoted } = site.queryPatterns;
  const {
    COMPARISON_PATTERN, MAX_FIGURES, MAX_KNOWN_VALUES, MAX_NOTE_QUOTE_LENGTH, MAX_PARTS,
    MAX_WILDCARD_WORDS, ORDER_PATTERN, RANGE_PATTERN, SIGN_PATTERN, SORTED_FIELDS, VALUE_FIELDS
  } = site.constants;

  const COMPARISON = pattern(`^(?:${COMPARISON_PATTERN})$`);
  const RANGE = pattern(RANGE_PATTERN);
  const SIGN = pattern(SIGN_PATTERN);
  const ORDER = pattern(ORDER_PATTERN, "gi");

  /** Looks up the conditions of one query. Collects notes, wildcards and names. */
  class TermReader {
    wildcards = [];
    cards = [];
    excluded = [];
    conditionsLeft = MAX_PARTS;

    constructor(index, notes) {
      Object.assign(this, { index, analyzer: index.analyzer, notes });
    }

    /** The clause with terms instead of fields and words; empty if none is known. */
    read(clause) {
      return clause.flatMap((typedCondition) => {
        const condition = this.condition(typedCondition);
        return condition ? [{ ...condition, isExcluded: typedCondition.isExcluded }] : [];
      });
    }

    condition(condition) {
      this.conditionsLeft -= 1;
      if (this.conditionsLeft >= 0)
        return condition.kind ? this.words(condition) : this.field(condition);
      this.notes.push(`only the first ${MAX_PARTS} parts of the query were read`);
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

    /** The terms of a field; null, with a note, if its value is not understood. */
    field(field) {
      const { value_type: valueType } = this.index.fieldsByName.get(field.name);
      const readers = { date: this.date, name: this.name };
      const keys = (readers[valueType] ?? this.valueKeys).call(this, field);
      return keys && { keys };
    }

    /** The ids of the cards or topics that a name means. */
    name(field) {
      const { name: kind, value, isExcluded } = field;
      if (value.endsWith("*")) return this.valueKeys(field);
      const name = unquoted(value);
      const { references, otherReferences, isExact } = resolve(this.index.names, name, [kind]);
      const titles = references.map(({ title }) => title).join(", ");
      if (!references.length) {
        const nearest = otherReferences.filter((reference) => reference.kind === kind);
        const nearestTitles = nearest.map(({ title }) => title).join(", ");
        const hint = nearest.length ? `; the nearest: ${nearestTitles}` : "";
        this.notes.push(`no ${kind} is called “${shortened(name)}”${hint}`);
      } else if (references.length > 1)
        this.notes.push(`${field.text} was read as any of ${titles}`);
      else if (!isExact) this.notes.push(`${field.text} was read as ${titles}`);
      const ids = references.map(({ id }) => id);
      if (isExcluded) this.excluded.push(...ids);
      else if (kind === "card") this.cards.push(...this.index.slotsOf(references));
      return ids.map((id) => [kind, id]);
    }

    // Values and numbers

    valueKeys(field) {
      return this.values(field).map((term) => [field.name, term]);
    }

    /** The terms of a value, of a comparison, or of the beginning of a word. */
    values(field) {
      const { name } = field;
      const text = field.value.replace(/^[" ]+|[" ]+$/g, "");
      const lexicon = this.index.fieldTerms(name);
      const { by_word: byWord } = this.index.fieldsByName.get(name);
      const orUnknown = (terms, value) => (terms.length ? terms : this.unknownValue(field, value));
      const comparison = COMPARISON.exec(field.sign + text);
      if (comparison) return orUnknown(compared(comparison, lexicon));
      // `Sparky+` is not a comparison
      const signAt = text.search(SIGN);
      if (field.sign || signAt === 0 || (signAt > 0 && !byWord)) return this.unknownValue(field);
      // A strength may be `*`
      if (field.value.endsWith("*") && !lexicon.includes(field.value)) {
        const beginning = valueOf(this.index, name, text.replace(/\*+$/, ""));
        return orUnknown(lexicon.filter((term) => `-${term}`.includes(`-${beginning}`)));
      }
      const value = valueOf(this.index, name, text);
      const terms = valuesWithWords(this.index, name, value);
      return orUnknown(terms.length ? terms : this.nearValue(field, value), value);
    }

    /** The value meant by a plural (`viruses`), other form or typo, with a note. */
    nearValue(field, value) {
      const lexicon = this.index.fieldTerms(field.name);
      const stems = this.stems(value);
      const sameStems = lexicon.filter((term) => this.stems(term) === stems);
      const terms = sameStems.length ? sameStems : corrections(value, lexicon).slice(0, 1);
      if (terms.length) this.notes.push(`${field.text} was read as ${field.name}:${terms[0]}`);
      return terms;
    }

    /** The stems of the words of a value: the same for `viruses` and `virus`. */
    stems = (term) => term.split("-").map(this.analyzer.stem).join("-");

    /** No terms. Adds a note on a field with such a value, or on known values. */
    unknownValue(field, value = "") {
      const lexicon = this.index.fieldTerms(field.name);
      const name = VALUE_FIELDS.find((other) => this.index.fieldTerms(other).includes(value));
      let hint = "";
      if (name && !/^\d+$/.test(value)) hint = `; did you mean ${name}:${value}?`;
      else if (lexicon.length <= MAX_KNOWN_VALUES) {
        const known = [...lexicon].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
        hint = ` (known: ${known.join(", ")})`;
      }
      this.notes.push(`nothing matches ${field.text}${hint}`);
      return [];
    }

    // Dates

    /** The days that meet a date and its comparison; a year or month has many. */
    date(field) {
      const value = unquoted(field.value);
      const days = this.index.fieldTerms(".date");
      if (value === "*") return days.map((day) => [".date", day]);
      const ranges = value.split(RANGE).map(isoDate).map(dateRange);
      const [first, last] = [ranges[0]?.[0], ranges.at(-1)?.[1]];
      if (!first || !last) {
        const hint = "is not a date (1996, 1996-08, 1996-08-06 or 1996..1997) and was ignored";
        this.notes.push(`“${field.text}” ${hint}`);
        return null;
      }
      if (first === last && !value.startsWith(first.slice(0, 4)))
        this.notes.push(`${field.text} was read as ${first}`);
      const signs = { before: "<", until: "<=", date: "=", after: ">=" };
      const sign = field.sign || signs[field.name];
      const dated = days.filter((day) => meets(day, sign, first, last));
      const printed = first.replaceAll("-", "");
      if (sign === "=" && !dated.length && this.index.withTerm(".cited", printed).size)
        return [[".cited", printed]]; // a misprinted date
      if (days.length && !dated.length)
        this.notes.push(`nothing matches ${field.text} (known: ${days[0]} to ${days.at(-1)})`);
      return dated.map((day) => [".date", day]);
    }
  }

  /** The orders of the results; adds notes. A minus before an order reverses it. */
  function readOrders(index, text, notes) {
    const orders = new Map();
    for (const { groups } of text.matchAll(ORDER)) {
      const value = unquoted(groups.value);
      const name = index.fieldsByName.get(valueOf(index, "sort", value.replace(/^-/, "")))?.name;
      const known = SORTED_FIELDS.join(", ");
      if (!SORTED_FIELDS.includes(name))
        notes.push(`results cannot be sorted by “${shortened(value)}” (known: ${known})`);
      else if (orders.has(name))
        notes.push(`“${shortened(value)}” was ignored: the order is already by ${name}`);
      else orders.set(name, value.startsWith("-") !== Boolean(groups.minus));
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
  function understands(index, field, notes) {
    const { value_type: type } = index.fieldsByName.get(field.name);
    if (type === "number" && /^[0-9]+$/.test(field.value)) return true; // even if no card has it
    const clause = new TermReader(index, notes).read([field]);
    return clause.some(({ keys }) => type === "date" || keys.length > 0);
  }

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

  /** The numbers that a comparison allows. */
  function compared({ groups }, lexicon) {
    const { bound, least, lowest, highest } = groups;
    const sign = groups.sign ?? (least ? ">=" : "=");
    const first = Number(bound ?? least ?? lowest);
    const last = Number(highest ?? first);
    return lexicon.filter((term) => /^\d+$/.test(term) && meets(Number(term), sign, first, last));
  }

  /** A key that sorts numbers by their values: 2 before 11. */
  const sortKey = (term) => (/^\d+$/.test(term) ? term.padStart(MAX_FIGURES, "0") : term);
  const shortened = (text) => truncate(text, MAX_NOTE_QUOTE_LENGTH);

  site.terms = { TermReader, readOrders, understands, withoutOrders };
})(window.Rulings ??= {});
