/**
 * A field or word as typed → the terms of the index that it means, with notes on what was read
 * otherwise or is unknown, as in `search/terms.py`.
 */
(function (site) {
  "use strict";

  const { corrections } = site.editDistance;
  const { dateRange, dayAfter, isoDate } = site.formatting;
  const { pattern } = site.parameters;
  const { All, AnyOf, Field, Not, Phrase, Terms, Words } = site.query;
  const {
    COMPARISON_PATTERN, MAX_DATE_QUOTE_LENGTH, MAX_KNOWN_VALUES, MAX_NOTE_QUOTE_LENGTH,
    MAX_PATTERNS, MAX_PATTERN_WORDS, MONTH_OF_ANY_YEAR_PATTERN, SIGN_PATTERN, VALUE_FIELDS
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

  /** The first characters of a text. */
  const truncate = (text, length) => [...text].slice(0, length).join("");
  const quoted = (text) => truncate(text, MAX_NOTE_QUOTE_LENGTH);
  const unquoted = (text) => text.replace(/^"+|"+$/g, "");

  /** Looks up the leaves of one query, and collects what they say besides: see `Query`. */
  class TermReader {
    fields = new Map(); // each as text → it and the node with its terms
    patterns = [];
    cards = [];
    excluded = [];
    patternsLeft = MAX_PATTERNS;

    constructor(index, note) {
      Object.assign(this, { index, analyzer: index.analyzer, note });
    }

    /** The node with terms instead of fields and words, or null if nothing of it is known. */
    read(node, isExcluded = false) {
      if (node instanceof Field) return this.field(node, isExcluded);
      if (node instanceof Words) return this.words(node, isExcluded);
      if (node instanceof Not) {
        const part = this.read(node.part, true);
        return part && new Not(part);
      }
      const parts = node.parts.map((part) => this.read(part)).filter(Boolean);
      if (parts.length < 2) return parts[0] ?? null;
      return node instanceof All ? new All(parts) : new AnyOf(parts);
    }

    words({ text, kind }, isExcluded) {
      const words = this.analyzer.words(text);
      if (!words.length) return null;
      if (kind === "phrase") return new Phrase(words);
      if (kind === "words")
        return new All(words.map((word) => new Terms(".terms", [this.analyzer.stem(word)])));
      this.patternsLeft -= 1;
      if (this.patternsLeft < 0) {
        this.note(`only the first ${MAX_PATTERNS} words with * were read`);
        return null;
      }
      const beginning = words.join("");
      const terms = this.index.lexicon(".words").filter((term) => term.startsWith(beginning));
      terms.splice(MAX_PATTERN_WORDS);
      if (!isExcluded) this.patterns.push(terms);
      return new Terms(".words", terms);
    }

    // Fields

    /** The terms of a field; null, with a note, if a date is not understood. */
    field(field, isExcluded) {
      const { kind } = this.index.fieldsByName.get(field.name);
      let node;
      if (kind === "date") node = this.date(field);
      else if (kind === "name" && !field.value.endsWith("*")) node = this.name(field, isExcluded);
      else node = new Terms(field.name, this.values(field));
      if (node && !isExcluded) this.fields.set(site.query.toText(field), { field, node });
      return node;
    }

    /** The ids of the cards or topics that a name means. */
    name(field, isExcluded) {
      const kind = field.name;
      const value = unquoted(field.value);
      const shown = quoted(value);
      const { things, suggestions, isExact } = this.index.names.resolve(value, [kind]);
      const titles = things.map(({ title }) => title).join(", ");
      if (!things.length) {
        const nearest = suggestions.filter((thing) => thing.kind === kind);
        const nearestTitles = nearest.map(({ title }) => title).join(", ");
        const hint = nearest.length ? `; the nearest: ${nearestTitles}` : "";
        this.note(`no ${kind} is called “${shown}”${hint}`);
      } else if (things.length > 1) this.note(`${kind}:"${shown}" was read as any of ${titles}`);
      else if (!isExact) this.note(`${kind}:"${shown}" was read as ${titles}`);
      const ids = things.map(({ id }) => id);
      if (isExcluded) this.excluded.push(...ids);
      else if (kind === "card") this.cards.push(...this.index.numbersOf(things));
      return new Terms(kind, ids);
    }

    /** The terms of a value, or of all values with a word that begins with it. */
    values(field) {
      const { name } = field;
      const typed = field.value.replace(/^[" ]+|[" ]+$/g, "");
      const { by_word: byWord, valueAliases } = this.index.fieldsByName.get(name);
      const known = this.index.lexicon(name);
      // A strength may be `*`
      const isPrefix = field.value.endsWith("*") && !known.includes(field.value);
      // Not that of `Sparky+`
      const signAt = typed.search(SIGN);
      const hasSign = field.sign !== "" || signAt === 0 || (signAt > 0 && !byWord);
      const isWhole = !hasSign && !isPrefix;
      const term = this.analyzer.fieldTerm(isPrefix ? typed.replace(/\*+$/, "") : typed);
      const value = valueAliases.get(term) ?? term;
      const comparison = COMPARISON.exec(field.sign + typed);
      let terms = [];
      if (comparison) terms = compared(comparison, known);
      else if (isWhole) {
        const words = byWord ? this.analyzer.words(typed) : [];
        const hasWords = (other) => words.every((word) => other.split("-").includes(word));
        const whole = words.length && !known.includes(value) ? known.filter(hasWords) : [];
        terms = whole.length ? whole : this.nearValue(name, value);
      } else if (!hasSign) terms = known.filter((other) => `-${other}`.includes(`-${value}`));
      if (!terms.length) this.noteUnknownValue(field, value, isWhole);
      return terms;
    }

    /**
     * The value, or that which is meant by a plural (`viruses`) or, with a note, another form or a
     * misspelling.
     */
    nearValue(name, value) {
      const known = this.index.lexicon(name);
      const stemsOf = (term) => term.split("-").map(this.analyzer.stem).join("-");
      if (known.includes(value)) return [value];
      let terms = known.filter((term) => stemsOf(term) === stemsOf(value));
      const plurals = terms.flatMap((term) => [`${term}s`, `${term}es`, `${term.slice(0, -1)}ies`]);
      if (plurals.includes(value)) return terms;
      if (!terms.length) terms = corrections(value, known).slice(0, 1);
      if (terms.length) this.note(`${name}:"${quoted(value)}" was read as ${name}:${terms[0]}`);
      return terms;
    }

    noteUnknownValue(field, value, suggests) {
      const known = this.index.lexicon(field.name);
      const other = VALUE_FIELDS.find((name) => this.index.lexicon(name).includes(value));
      let hint = "";
      if (suggests && other && !/^\d+$/.test(value)) hint = `; did you mean ${other}:${value}?`;
      else if (known.length <= MAX_KNOWN_VALUES) hint = ` (known: ${known.join(", ")})`;
      const shown = quoted(field.sign + unquoted(field.value));
      this.note(`nothing has ${field.name}:"${shown}"${hint}`);
    }

    /** The days of a date, by its sign or that of the field; a year or month has many. */
    date(field) {
      const { name } = field;
      const value = unquoted(field.value);
      const days = this.index.lexicon(".date");
      if (MONTH_OF_ANY_YEAR.test(value)) {
        const month = value.replaceAll("*", "");
        return new Terms(".date", days.filter((day) => day.slice(4, 8).includes(month)));
      }
      const range = dateRange(isoDate(value));
      if (!range) {
        const shown = `${name}:${truncate(field.sign + value, MAX_DATE_QUOTE_LENGTH)}`;
        this.note(`“${shown}” is not a date (1996, 1996-08 or 1996-08-06) and was ignored`);
        return null;
      }
      const [first, last] = range;
      const ofFields = { before: first === last ? "<=" : "<", date: "=", after: ">=" };
      const sign = field.sign || ofFields[name];
      if (sign === "<" && first <= days[0]) {
        const [day, earliest] = [dayAfter(first, -1), days[0]].map(site.dateInWords);
        this.note(
          `${name}:${field.sign}${value} ends on ${day}; the earliest date is ${earliest}`
        );
      }
      const bound = ["<", ">="].includes(sign) ? first : last;
      const isWithin = ["=", "!="].includes(sign)
        ? (day) => (first <= day && day <= last) === (sign === "=")
        : (day) => COMPARISONS[sign](day, bound);
      const dated = new Terms(".date", days.filter(isWithin));
      const isPrinted = this.index.lexicon(".printed").includes(first);
      if (sign !== "=" || first !== last || !isPrinted) return dated;
      this.note(
        `date:${value} also finds what has this date in print, but is probably of another day`
      );
      return new AnyOf([dated, new Terms(".printed", [first])]);
    }
  }

  /** The numbers among known values that a comparison allows. */
  function compared([, sign = ">=", ...bounds], known) {
    const bound = Number(bounds.find(Boolean));
    return known.filter((term) => /^\d+$/.test(term) && COMPARISONS[sign](Number(term), bound));
  }

  site.terms = { TermReader, truncate };
})(window.Rulings ??= {});
