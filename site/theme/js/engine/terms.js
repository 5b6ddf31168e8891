/**
 * Looks up which terms of the index a field or word means, with notes on what was read otherwise or
 * is unknown, as in `search/terms.py`.
 */
(function (site) {
  "use strict";

  const { corrections } = site.editDistance;
  const { dateInWords, dateRange, isoDate } = site.dates;
  const { pattern, truncate, unquoted } = site.parameters;
  const { All, AnyOf, FieldCondition, Not, Phrase, Terms, isBranch, toText } = site.query;
  const {
    COMPARISON_PATTERN, MAX_DATE_QUOTE_LENGTH, MAX_FIGURES, MAX_KNOWN_VALUES,
    MAX_NOTE_QUOTE_LENGTH, MAX_PARTS, MAX_PATTERNS, MAX_PATTERN_WORDS, MONTH_OF_ANY_YEAR_PATTERN,
    SIGN_PATTERN, VALUE_FIELDS
  } = site.constants;

  const COMPARISON = pattern(`^(?:${COMPARISON_PATTERN})$`);
  const SIGN = pattern(SIGN_PATTERN);
  const MONTH_OF_ANY_YEAR = pattern(`^(?:${MONTH_OF_ANY_YEAR_PATTERN})$`);
  const COMPARISONS = {
    ">": (a, b) => a > b,
    ">=": (a, b) => a >= b,
    "<": (a, b) => a < b,
    "<=": (a, b) => a <= b,
    "=": (a, b) => a === b,
    "!=": (a, b) => a !== b
  };

  /** Numbers by their values: 2 before 11. */
  const sortKey = (term) => (/^\d+$/.test(term) ? term.padStart(MAX_FIGURES, "0") : term);
  const quoted = (text) => truncate(text, MAX_NOTE_QUOTE_LENGTH);

  /** Looks up the leaves of one query, and collects what they say besides: see `Query`. */
  class TermReader {
    fields = new Map(); // each as text → it and the node with its terms
    patterns = [];
    cards = [];
    excluded = [];
    partsLeft = MAX_PARTS;
    patternsLeft = MAX_PATTERNS;

    constructor(index, note) {
      Object.assign(this, { index, analyzer: index.analyzer, note });
    }

    /** The node with terms instead of fields and words, or null if nothing of it is known. */
    read(node, isExcluded = false) {
      if (node instanceof Not) {
        const part = this.read(node.part, true);
        return part && new Not(part);
      }
      if (isBranch(node)) {
        const parts = node.parts.map((part) => this.read(part)).filter(Boolean);
        if (parts.length < 2) return parts[0] ?? null;
        return node instanceof All ? new All(parts) : new AnyOf(parts);
      }
      this.partsLeft -= 1;
      if (this.partsLeft < 0) {
        this.note(`only the first ${MAX_PARTS} parts of the query were read`);
        return null;
      }
      if (node instanceof FieldCondition) return this.field(node, isExcluded);
      return this.words(node, isExcluded);
    }

    // Words

    words({ text, kind }, isExcluded) {
      const words = this.analyzer.words(text);
      if (!words.length) return null;
      if (kind === "phrase") return new Phrase(words);
      if (kind === "pattern") return this.pattern(words.join(""), isExcluded);
      return new All(words.map((word) => new Terms(".terms", [this.analyzer.stem(word)])));
    }

    /** The words that begin so; null, with a note, if there were enough patterns before. */
    pattern(beginning, isExcluded) {
      this.patternsLeft -= 1;
      if (this.patternsLeft < 0) {
        this.note(`only the first ${MAX_PATTERNS} words with * were read`);
        return null;
      }
      const words = this.index.fieldTerms(".words").filter((word) => word.startsWith(beginning));
      words.splice(MAX_PATTERN_WORDS);
      if (!isExcluded) this.patterns.push(words);
      return new Terms(".words", words);
    }

    // Fields

    /** The terms of a field; null, with a note, if a date is not understood. */
    field(field, isExcluded) {
      const { value_type: valueType } = this.index.fieldsByName.get(field.name);
      let node;
      if (valueType === "date") node = this.date(field, isExcluded);
      else if (valueType === "name" && !field.value.endsWith("*"))
        node = this.name(field, isExcluded);
      else node = new Terms(field.name, this.values(field));
      if (node && !isExcluded) this.fields.set(toText(field), { field, node });
      return node;
    }

    /** The ids of the cards or topics that a name means. */
    name({ name: kind, value }, isExcluded) {
      const name = unquoted(value);
      const quote = quoted(name);
      const { things, suggestions, isExact } = this.index.names.resolve(name, [kind]);
      const titles = things.map(({ title }) => title).join(", ");
      if (!things.length) {
        const nearest = suggestions.filter((thing) => thing.kind === kind);
        const nearestTitles = nearest.map(({ title }) => title).join(", ");
        const hint = nearest.length ? `; the nearest: ${nearestTitles}` : "";
        this.note(`no ${kind} is called “${quote}”${hint}`);
      } else if (things.length > 1) this.note(`${kind}:"${quote}" was read as any of ${titles}`);
      else if (!isExact) this.note(`${kind}:"${quote}" was read as ${titles}`);
      const ids = things.map(({ id }) => id);
      if (isExcluded) this.excluded.push(...ids);
      else if (kind === "card") this.cards.push(...this.index.numbersOf(things));
      return new Terms(kind, ids);
    }

    // Values and numbers

    /** The terms of a value, of a comparison, or of all values with a word that begins so. */
    values(field) {
      const { name } = field;
      const text = field.value.replace(/^[" ]+|[" ]+$/g, "");
      const lexicon = this.index.fieldTerms(name);
      const { by_word: byWord } = this.index.fieldsByName.get(name);
      const orUnknown = (terms, value) => (terms.length ? terms : this.unknownValue(field, value));
      const comparison = COMPARISON.exec(field.sign + text);
      if (comparison) return orUnknown(compared(comparison, lexicon));
      // `Sparky+` is no comparison
      const signAt = text.search(SIGN);
      if (field.sign || signAt === 0 || (signAt > 0 && !byWord)) return this.unknownValue(field);
      // A strength may be `*`
      if (field.value.endsWith("*") && !lexicon.includes(field.value)) {
        const beginning = this.value(name, text.replace(/\*+$/, ""));
        return orUnknown(lexicon.filter((term) => `-${term}`.includes(`-${beginning}`)));
      }
      const value = this.value(name, text);
      const terms = valuesWithWords(this.index, name, value);
      return orUnknown(terms.length ? terms : this.nearValue(name, value), value);
    }

    /** The term of a value, by another that people also write. */
    value(name, text) {
      const value = this.analyzer.fieldTerm(text);
      return this.index.fieldsByName.get(name).valueAliases.get(value) ?? value;
    }

    /** The value that is meant by a plural (`viruses`) or, with a note, another form or a slip. */
    nearValue(name, value) {
      let terms = valuesWithStems(this.index, name, value);
      const plurals = terms.flatMap((term) => [`${term}s`, `${term}es`, `${term.slice(0, -1)}ies`]);
      if (plurals.includes(value)) return terms;
      if (!terms.length) terms = corrections(value, this.index.fieldTerms(name)).slice(0, 1);
      if (terms.length) this.note(`${name}:"${quoted(value)}" was read as ${name}:${terms[0]}`);
      return terms;
    }

    /** No terms, with a note that suggests a field which has such a value. */
    unknownValue(field, value = "") {
      const lexicon = this.index.fieldTerms(field.name);
      const name = VALUE_FIELDS.find((other) => this.index.fieldTerms(other).includes(value));
      let hint = "";
      if (name && !/^\d+$/.test(value)) hint = `; did you mean ${name}:${value}?`;
      else if (lexicon.length <= MAX_KNOWN_VALUES) {
        const known = [...lexicon].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
        hint = ` (known: ${known.join(", ")})`;
      }
      const quote = quoted(field.sign + unquoted(field.value));
      this.note(`nothing has ${field.name}:"${quote}"${hint}`);
      return [];
    }

    // Dates

    /** The days of a date, by its sign or that of the field; a year or month has many. */
    date(field, isExcluded) {
      const value = unquoted(field.value);
      const days = this.index.fieldTerms(".date");
      if (MONTH_OF_ANY_YEAR.test(value)) {
        const month = value.replaceAll("*", "");
        return new Terms(".date", days.filter((day) => day.slice(4, 8).includes(month)));
      }
      const range = dateRange(isoDate(value));
      if (!range) {
        const quote = `${field.name}:${truncate(field.sign + value, MAX_DATE_QUOTE_LENGTH)}`;
        this.note(`“${quote}” is not a date (1996, 1996-08 or 1996-08-06) and was ignored`);
        return null;
      }
      const [first, last] = range;
      const signs = { before: first === last ? "<=" : "<", date: "=", after: ">=" };
      const sign = field.sign || signs[field.name];
      if (sign === "<" && first <= days[0]) this.noteEarliest(field, first);
      const dated = new Terms(".date", days.filter((day) => isDated(day, sign, first, last)));
      const isPrinted = this.index.fieldTerms(".printed").includes(first);
      if (sign !== "=" || first !== last || !isPrinted) return dated;
      this.note(
        `date:${value} also ${isExcluded ? "leaves out" : "finds"} what has this date in print,`
        + " but is probably of another day"
      );
      return new AnyOf([dated, new Terms(".printed", [first])]);
    }

    /** Notes that nothing is dated before a day. */
    noteEarliest(field, first) {
      const days = [dayBefore(first), this.index.fieldTerms(".date")[0]];
      const [end, earliest] = days.map(dateInWords);
      const text = toText(field).replaceAll('"', "");
      this.note(`${text} ends on ${end}; the earliest date is ${earliest}`);
    }
  }

  /** The value or, where one word is enough, those that have all of its words: `by:"wylie tom"`. */
  function valuesWithWords(index, name, value) {
    const lexicon = index.fieldTerms(name);
    if (lexicon.includes(value)) return [value];
    const words = index.fieldsByName.get(name).by_word ? value.split("-") : ["-"];
    return lexicon.filter((term) => words.every((word) => term.split("-").includes(word)));
  }

  /** The values that are other forms of one: `keyword:viruses`. */
  function valuesWithStems(index, name, value) {
    const stems = (term) => term.split("-").map(index.analyzer.stem).join("-");
    return index.fieldTerms(name).filter((term) => stems(term) === stems(value));
  }

  /** The ISO date of the day before another. */
  const dayBefore = (iso) =>
    new Date(Date.parse(`${iso}T00:00Z`) - 864e5).toISOString().slice(0, 10);

  /** Whether a day is one of a year, month or day, or before or after it. */
  function isDated(day, sign, first, last) {
    if (["=", "!="].includes(sign)) return (first <= day && day <= last) === (sign === "=");
    return COMPARISONS[sign](day, ["<", ">="].includes(sign) ? first : last);
  }

  /** The numbers that a comparison allows. */
  function compared([, sign = ">=", ...bounds], lexicon) {
    const bound = Number(bounds.find(Boolean));
    return lexicon.filter((term) => /^\d+$/.test(term) && COMPARISONS[sign](Number(term), bound));
  }

  site.terms = { TermReader, valuesWithStems, valuesWithWords };
})(window.Rulings ??= {});
