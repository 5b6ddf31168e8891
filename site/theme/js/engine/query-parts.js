/**
 * The words, phrases, patterns and fields of a query → the documents that match them, and notes on what is unknown, as
 * in `search/query_parts.py`.
 *
 * A set of documents is a `Uint8Array` with a 1 for each member, at its number.
 */
(function (site) {
  "use strict";

  const { corrections, distance } = site.editDistance;
  const { resolve, singular } = site.names;
  const {
    FAR_FUTURE, MAX_DATE_QUOTE_LENGTH, MAX_FUZZY_EDITS, MAX_KNOWN_VALUES, MAX_LISTED, MAX_NOTE_QUOTE_LENGTH, MAX_PARTS,
    MAX_PATTERN_WORDS, MAX_PATTERNS
  } = site.constants;
  const COMPARISON = new RegExp(`^(?:${site.constants.COMPARISON_PATTERN})$`);
  const SIGN = new RegExp(site.constants.SIGN_PATTERN);
  const COMPARISONS = {
    ">": (a, b) => a > b, ">=": (a, b) => a >= b, "<": (a, b) => a < b, "<=": (a, b) => a <= b, "=": (a, b) => a === b,
  };

  const truncate = (text, length) => [...text].slice(0, length).join("");

  /**
   * The intersection of the sets; null if there are none. Those on who said it, when, and whether that is official have
   * a function `holds`, and must hold for the same citation.
   */
  function allOf(index, sets) {
    if (!sets.length) return null;
    const onCitations = sets.filter((set) => set.holds), result = new Uint8Array(index.count).fill(1);
    const holds = (citation) => onCitations.every((set) => set.holds(citation));
    if (onCitations.length > 1) {
      const citations = index.lexicon(".citation").filter((term) => holds(term.split("|")));
      sets = [...sets, union(index, citations.map((term) => index.term(".citation", term)))];
    }
    if (onCitations.length === sets.length) result.holds = holds;
    for (const set of sets) for (let n = 0; n < result.length; n++) result[n] &= set[n];
    return result;
  }

  /** The union of the sets. */
  function union(index, sets) {
    const result = new Uint8Array(index.count);
    for (const set of sets) for (let n = 0; n < result.length; n++) result[n] |= set[n];
    if (sets.length && sets.every((set) => set.holds)) {
      result.holds = (citation) => sets.some((set) => set.holds(citation));
    }
    return result;
  }

  const complement = (set) => set.map((member) => 1 - member);

  /** Looks up the leaves of a query, and notes those that are unknown. */
  class PartResolver {
    constructor(index, parsed) {
      Object.assign(this, { index, parsed, analyzer: index.analyzer });
      Object.assign(this, { partsLeft: MAX_PARTS, patternsLeft: MAX_PATTERNS });
    }

    /**
     * The documents that match a part of the query; null if nothing of it was understood. Its words are added to
     * `words`, the words to rank by; that is null for a part that is excluded.
     */
    resolve(node, words) {
      if (node.kind === "not") {
        const set = this.resolve(node.nodes[0], null);
        return set && complement(set);
      }
      if (node.nodes) {
        const sets = node.nodes.map((child) => this.resolve(child, words)).filter(Boolean);
        return sets.length && node.kind === "or" ? union(this.index, sets) : allOf(this.index, sets);
      }
      if (this.partsLeft <= 0) return this.note(`only the first ${MAX_PARTS} parts of the query were read`);
      this.partsLeft -= 1;
      const kind = node.kind === "OR" || node.kind === "-" ? "word" : node.kind;
      if ((kind === "pattern" || kind === "fuzzy") && --this.patternsLeft < 0)
        return this.note(`only the first ${MAX_PATTERNS} words with * or ~ were read`);
      const text = kind === "phrase" ? node.text.split(/\s+/).filter(Boolean).join(" ") : node.text;
      if (node.field) return this.readField(node.field, text + (kind === "pattern" ? "*" : ""), kind, words === null);
      return this.readWords(text, kind, node.maxEdits ?? 1, words);
    }

    /** Adds a note once. Returns null, which is the set for what was not understood. */
    note(sentence) {
      if (!this.parsed.notes.includes(sentence)) this.parsed.notes.push(sentence);
      return null;
    }

    /** The documents that contain the words of a leaf, which are added to `words`; null if it has no words. */
    readWords(text, kind, maxEdits, words) {
      const { index } = this, analysed = this.analyzer.words(text);
      if (!analysed.length) return null;
      if (kind === "phrase") {
        if (words) words.push(...analysed);
        return index.phrase(analysed);
      }
      if (kind === "word") {
        if (words) words.push(text);
        return allOf(index, analysed.map((word) => index.term(".terms", this.analyzer.stem(word))));
      }
      const limit = Math.min(MAX_FUZZY_EDITS, Math.max(1, maxEdits)), prefix = analysed.join("");
      const terms = kind === "pattern"
        ? index.lexicon(".words").filter((term) => term.startsWith(prefix)).slice(0, MAX_PATTERN_WORDS)
        : index.lexicon(".words").filter((term) => distance(analysed[0], term, limit) <= limit);
      if (words) this.parsed.patterns.push(terms);
      return union(index, terms.map((term) => index.term(".words", term)));
    }

    /** The documents that match a field's value; null, with a note, if the field or date is not understood. */
    readField(name, value, kind, isExcluded) {
      const knownField = this.index.fields.byName.get(name.toLowerCase());
      if (!knownField) {
        this.noteUnknownField(name);
        return null;
      }
      if (knownField.kind === "date") return this.readDates(knownField.name, value);
      const known = this.index.lexicon(knownField.name);
      const isPrefix = kind === "pattern" && !known.includes(value); // a strength may be `*`
      return knownField.kind === "name" && !isPrefix
        ? this.readName(knownField.name, value, isExcluded)
        : this.readValue(knownField, value, isPrefix);
    }

    /** Notes that a field does not exist. Returns whether the name resembles that of a field. */
    noteUnknownField(name) {
      const shown = truncate(name, MAX_NOTE_QUOTE_LENGTH), { list, byName } = this.index.fields;
      const [nearest] = corrections(shown.toLowerCase(), [...byName.keys()]);
      const names = list.map((field) => field.name).join(", ");
      const hint = nearest ? `did you mean “${nearest}:”?` : `the fields are ${names}`;
      this.note(`there is no field “${shown}:”; ${hint}`);
      return Boolean(nearest);
    }

    /** The documents that have any of the terms in a field. */
    anyOf(fieldName, terms) {
      return union(this.index, terms.map((term) => {
        const set = this.index.term(fieldName, term);
        if (fieldName === "by") set.holds = ([names]) => names.split(" ").includes(term);
        if (fieldName === "is" && term.endsWith("official")) set.holds = ([, , official]) => official === term;
        return set;
      }));
    }

    /** The documents about the cards or topics that a name means. */
    readName(fieldName, value, isExcluded) {
      const { outcome, matches, nearest } = resolve(this.index.nameTables[fieldName], value);
      const titles = (list) => list.map((match) => match.title).join(", ");
      const shown = truncate(value, MAX_NOTE_QUOTE_LENGTH);
      if (outcome === "none")
        this.note(`no ${fieldName} is called “${shown}”${nearest.length ? `; the nearest: ${titles(nearest)}` : ""}`);
      else if (outcome === "ambiguous") this.note(`${fieldName}:"${shown}" was read as any of ${titles(matches)}`);
      if (fieldName === "card" && !isExcluded) this.parsed.cards.push(...matches.map((match) => match.number));
      return this.anyOf(fieldName, matches.map((match) => match.id));
    }

    /** The documents that have a value of a field, or any value with a word that begins with it. */
    readValue(knownField, typed, isPrefix) {
      const { index } = this, { name } = knownField, known = index.lexicon(name), words = this.analyzer.words(typed);
      const shown = `${name}:"${truncate(typed, MAX_NOTE_QUOTE_LENGTH)}"`;
      let value = this.analyzer.fieldTerm(isPrefix ? typed.replace(/\*+$/, "") : typed), terms;
      value = knownField.valueAliases.get(value) ?? value;
      const comparison = COMPARISON.exec(typed.trim()), signAt = typed.trim().search(SIGN);
      if (comparison) {
        const [, sign = ">=", ...bounds] = comparison, bound = Number(bounds.find(Boolean));
        terms = known.filter((term) => /^\d+$/.test(term) && COMPARISONS[sign](Number(term), bound));
      } else if (signAt === 0 || (signAt > 0 && !knownField.byWord)) terms = [];
      else if (isPrefix) terms = known.filter((term) => `-${term}`.includes(`-${value}`));
      else if (known.includes(value)) terms = [value];
      else if (knownField.byWord && words.length && words.every((word) => known.includes(word))) {
        return allOf(index, words.map((word) => this.anyOf(name, [word])));
      } else terms = this.similarValues(value, words, known, shown);
      if (!terms.length) this.note(
        `nothing has ${shown}${known.length <= MAX_KNOWN_VALUES ? ` (known: ${known.join(", ")})` : ""}`
      );
      return this.anyOf(name, terms);
    }

    /** The known values that may be meant: the singular or plural, else those that begin with it, else the nearest. */
    similarValues(value, words, known, shown) {
      const base = singular(value), isPlural = (term) => value === `${term}s` || value === `${term}es`;
      const same = known.find((term) => isPlural(term) || base === term || base === singular(term));
      if (same !== undefined) return [same];
      const longer = known.filter((term) => words.length && term.startsWith(value));
      const listed = `${longer.slice(0, MAX_LISTED).join(", ")}${longer.length > MAX_LISTED ? " …" : ""}`;
      if (longer.length > 1) this.note(`${shown} was read as any of ${listed}`);
      if (longer.length) return longer;
      const [nearest] = corrections(value, known);
      if (nearest === undefined) return [];
      this.note(`${shown} was read as ${nearest}`);
      return [nearest];
    }

    /** The documents with a date. `before:` and `after:` include the day; a month or year means its first day. */
    readDates(fieldName, value) {
      const date = readDate(value);
      if (date === null) {
        const quoted = `“${fieldName}:${truncate(value, MAX_DATE_QUOTE_LENGTH)}”`;
        return this.note(`${quoted} is not a date (1996, 1996-08 or 1996-08-06) and was ignored`);
      }
      const [from, to] = fieldName === "before" ? ["0", date] : [date, FAR_FUTURE];
      const set = this.index.setOf((doc) => doc.dates.some((day) => from <= day && day <= to));
      return Object.assign(set, { holds: ([, day]) => from <= day && day <= to });
    }
  }

  /** The first day of a year, month or day written as `1996`, `1996-08`, `1996-08-06`; null if it is not a date. */
  function readDate(text) {
    const match = /^(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?$/.exec(text.trim());
    if (!match) return null;
    const [year, month, day] = match.slice(1).map((part) => (part ?? "1").padStart(2, "0"));
    const isoDate = `${year}-${month}-${day}`, date = new Date(`${isoDate}T00:00Z`); // 30 February becomes 1 March
    return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(isoDate) && year > "0000" ? isoDate : null;
  }

  site.queryParts = { allOf, complement, PartResolver, truncate };
})((window.Rulings = window.Rulings || {}));
