/**
 * A query as typed → the words to rank by, the documents that may match, and notes on the rest, as in
 * `search/query.py`. `OR` joins its two neighbours; everything else must match together.
 *
 * A condition is the set of the numbers of the documents that meet it. One that a single citation can meet has a
 * function `holds`, from a citation (names, date, official) to whether it does.
 */
(function (site) {
  "use strict";

  const { corrections, distance } = site.editDistance;
  const { singular } = site.names;
  const { constants } = site;
  const {
    DOCUMENT_KINDS, ENTRY_KINDS, FAR_FUTURE, MAX_DATE_QUOTE_LENGTH, MAX_FUZZY_EDITS, MAX_KNOWN_VALUES, MAX_LISTED,
    MAX_NOTE_QUOTE_LENGTH, MAX_PARENTHESES_DEPTH, MAX_PARTS, MAX_PATTERN_WORDS, MAX_PATTERNS, MAX_QUERY_LENGTH,
    SHORT_QUERY_WORDS
  } = constants;

  /** A pattern of Python's as one of JavaScript's; `\w` and `\d` are those of all scripts. */
  const pattern = (source, flags = "") => new RegExp(
    source.replaceAll("(?P<", "(?<").replaceAll("[^\\W\\d_]", "\\p{L}").replaceAll("[^\\W_]", "[\\p{L}\\p{N}]")
      .replaceAll("[\\w*]", "[\\p{L}\\p{N}_*]"),
    flags
  );
  const FIELD = pattern(constants.FIELD_PATTERN, "g"), ID = pattern(constants.ID_PATTERN, "g");
  const ADDRESS = pattern(constants.ADDRESS_PATTERN, "gi");
  const PAGE = /\/(card|topic|run-chart|keyword|authorit)(?:s|y|ies)?\/([a-z0-9-]+)/;
  const KIND_ON_PAGES = { "run-chart": "step", authorit: "authority" };
  const DATES = constants.DATE_PATTERNS.map((source) => pattern(source, "gi"));
  const NEWEST = new RegExp(`^(?:${constants.NEWEST_PATTERN})$`, "i");
  const AND = pattern(constants.AND_PATTERN, "g"), NOT = pattern(constants.NOT_PATTERN, "g");
  const OR = pattern(constants.OR_PATTERN), BEFORE_FIELD = pattern(constants.BEFORE_FIELD_PATTERN, "g");
  const COMPARED = pattern(constants.COMPARED_FIELD_PATTERN, "gi"), OPERATOR = pattern(constants.OPERATOR_PATTERN, "u");
  const PUNCTUATION = pattern(constants.PUNCTUATION_PATTERN), TOKEN = pattern(constants.TOKEN_PATTERN, "g");
  const COMPARISON = pattern(`^(?:${constants.COMPARISON_PATTERN})$`), SIGN = pattern(constants.SIGN_PATTERN);
  const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
  const COMPARISONS = {
    ">": (a, b) => a > b, ">=": (a, b) => a >= b, "<": (a, b) => a < b, "<=": (a, b) => a <= b, "=": (a, b) => a === b,
  };
  const READ_AS = { or: [" OR ", "OR"], and: [" ", "AND"], not: [" -", "NOT"], "and not": [" -", "NOT"] };
  const truncate = (text, length) => [...text].slice(0, length).join("");

  /** The documents that meet any of the conditions. @param {Condition[]} sets @returns {Condition} */
  function union(sets) {
    /** @type {Condition} */
    const result = new Set(sets.flatMap((set) => [...set]));
    if (sets.length && sets.every((set) => set.holds)) result.holds = (cited) => sets.some((set) => set.holds(cited));
    return result;
  }

  /** The documents that meet all conditions, those on citations for the same one; null if there are no conditions. */
  function allOf(index, sets) {
    if (!sets.length) return null;
    const onCitations = sets.filter((set) => set.holds);
    const holds = (cited) => onCitations.every((set) => set.holds(cited));
    const all = [...sets];
    if (onCitations.length > 1) {
      const citations = index.lexicon(".citation").filter((term) => holds(term.split("|")));
      all.push(union(citations.map((term) => index.term(".citation", term))));
    }
    /** @type {Condition} */
    const result = new Set([...all[0]].filter((number) => all.every((set) => set.has(number))));
    if (onCitations.length === sets.length) result.holds = holds;
    return result;
  }

  /** The documents that do not meet the condition. */
  const complement = (index, set) => new Set(index.docs.map((doc) => doc.number).filter((number) => !set.has(number)));

  /** The day before an ISO date. */
  const dayBefore = (iso) => new Date(Date.parse(`${iso}T00:00Z`) - 864e5).toISOString().slice(0, 10);

  /** The first and last day of `1996`, `1996-08` or `1996-08-06`; null if it is not a date. */
  function dateRange(text) {
    const match = /^(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?$/.exec(text.trim());
    if (!match || match[1] === "0000") return null;
    const [, year, month, day] = match, pad = (part) => String(part).padStart(2, "0");
    const lastMonth = Number(month ?? 12), length = new Date(Date.UTC(2000, lastMonth, 0)).getUTCDate();
    const isLeap = (Number(year) % 4 === 0 && Number(year) % 100 !== 0) || Number(year) % 400 === 0;
    const lastDay = lastMonth === 2 && !isLeap ? 28 : length;
    const isDay = day === undefined || (Number(day) >= 1 && Number(day) <= lastDay);
    if (lastMonth < 1 || lastMonth > 12 || !isDay) return null;
    return [`${year}-${pad(month ?? 1)}-${pad(day ?? 1)}`, `${year}-${pad(lastMonth)}-${pad(day ?? lastDay)}`];
  }

  /** Reads the parts of one query, and collects what they say besides their conditions. */
  class Reader {
    words = [];
    notes = [];
    patterns = [];
    cards = [];
    numbers = [];
    tokens = []; // that are still to read, the next one last
    partsLeft = MAX_PARTS;
    patternsLeft = MAX_PATTERNS;

    /** @param {Index} index */
    constructor(index) {
      this.index = index;
      this.analyzer = index.analyzer;
    }

    /** Adds a note once. Returns null, which is the condition for what was not understood. */
    note(sentence) {
      if (!this.notes.includes(sentence)) this.notes.push(sentence);
      return null;
    }

    /** The text without our ids and addresses. */
    withoutIds(text) {
      const take = (id, kinds = DOCUMENT_KINDS) => {
        const number = this.index.numberOf(id);
        if (number === undefined || !kinds.includes(this.index.docs[number].kind)) return false;
        this.numbers.push(number);
        return true;
      };
      const takeAddress = (typed) => {
        const address = typed.replace(/[.,;:!?)"']+$/, "").replace(/\bstep-(?=\d)/g, "run-chart-");
        const page = PAGE.exec(address), at = address.indexOf("#");
        const isFound = take(at < 0 ? "" : address.slice(at + 1))
          || (page && take(page[2], [KIND_ON_PAGES[page[1]] ?? page[1]]));
        return isFound ? " " : typed;
      };
      return text.replace(ADDRESS, takeAddress)
        .replace(/\/(?:cards|topics|documents|run-chart|keywords|authorities)\/\S*/g, takeAddress)
        .replace(ID, (id) => (take(id, ENTRY_KINDS) ? " " : id));
    }

    /** The text with each date as a field: `11 March 1997`, `1997-03-11` and `3/11/97` alike. */
    withDates(text) {
      const asField = (...found) => {
        const [typed] = found, { name, year, month: inFigures, day: dayTyped } = found.at(-1);
        let month = name ? MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1 : Number(inFigures);
        let day = Number(dayTyped ?? 0);
        if (month > 12 && !name) [month, day] = [day, month]; // the day was written first
        const fullYear = year.length === 4 ? year : String(Number(year) + (year > "50" ? 1900 : 2000));
        const value = [fullYear, month, ...(day ? [day] : [])].map((part) => String(part).padStart(2, "0")).join("-");
        if (!dateRange(value)) return typed;
        this.note(`“${typed}” was read as date:${value}`);
        return ` date:${value} `;
      };
      return DATES.reduce((read, date) => read.replace(date, asField), text);
    }

    /** What a person said, if the text is the name of one. */
    withAuthority(text) {
      const name = this.index.authorityNames.get(this.analyzer.words(text).join(" "));
      if (name === undefined) return text;
      this.note(`read as by:"${name}": what this authority said or passed on`);
      return `by:"${name}"`;
    }

    /** The text with operators for `and`, `or` and `not` before a field. */
    withOperators(text) {
      return text.replace(BEFORE_FIELD, (typed, word, field) => {
        if (!this.isField(field)) return typed;
        const [symbol, name] = READ_AS[word];
        this.note(`“${word}” before a field was read as ${name}`);
        return symbol;
      });
    }

    isField = (name) => this.index.fieldsByName.has(name.toLowerCase());

    /** The text with the values of unknown fields as words; names that resemble no field are words too. */
    withoutUnknownFields(text) {
      return text.replace(FIELD, (typed, minus, name, value) => {
        if (this.isField(name) || minus || name !== name.toLowerCase()) return typed;
        return this.noteUnknownField(name) ? value : `${name} ${value}`;
      });
    }

    /** The query if only its fields are special. */
    readFields(text) {
      const conditions = [];
      for (const [, minus, name, value] of text.matchAll(FIELD)) {
        if (!this.isField(name)) continue;
        const kind = value.startsWith('"') ? "phrase" : value.endsWith("*") ? "pattern" : "word";
        const set = this.readField(name, value.replace(/^"+|"+$/g, ""), kind, Boolean(minus));
        if (set) conditions.push(minus ? complement(this.index, set) : set);
      }
      const words = text.replace(FIELD, (typed, _, name) => (this.isField(name) ? " " : typed));
      const condition = allOf(this.index, conditions);
      return this.query(words, words, condition, condition);
    }

    /** The query if everything in it is special. */
    readAll(typed) {
      let text = typed;
      if (text.split('"').length % 2 === 0) {
        const last = text.lastIndexOf('"');
        text = `${text.slice(0, last)} ${text.slice(last + 1)}`;
        this.note("an unmatched quotation mark was ignored");
      }
      this.tokens = this.paired([...text.matchAll(TOKEN)].map(({ groups }) =>
        Object.entries(groups).find(([, found]) => found !== undefined))).reverse();
      const parts = this.sequence("", false);
      const conditions = parts.filter((part) => !part.isWord), ofFields = parts.filter((part) => part.isField);
      const fallback = text.replace(FIELD, " ").replace(/["()*]|~\d*|\bOR\b|(?<!\S)-\S+/g, " ");
      return {
        ...this.query(
          this.words.join(" "), fallback.split(/\s+/).filter(Boolean).join(" "),
          allOf(this.index, conditions.map((part) => part.set)), allOf(this.index, ofFields.map((part) => part.set))
        ),
        hasOptionalWords: parts.some((part) => part.isWord), hasOperators: conditions.length > 0
      };
    }

    /** The tokens without parentheses that have no other half, or are nested too deep. */
    paired(tokens) {
      const opened = [], dropped = new Set();
      let isUnmatched = false;
      tokens.forEach(([kind], number) => {
        if (kind === "open") opened.push(number);
        else if (kind === "close" && opened.length) {
          const start = opened.pop();
          if (opened.length >= MAX_PARENTHESES_DEPTH) dropped.add(start).add(number);
        } else if (kind === "close") {
          dropped.add(number);
          isUnmatched = true;
        }
      });
      if (isUnmatched || opened.length) this.note("an unmatched parenthesis was ignored");
      return tokens.filter((_, number) => !dropped.has(number) && !opened.includes(number));
    }

    query(text, fallbackText, condition, fieldCondition) {
      const { patterns, cards, numbers, notes } = this;
      return {
        text, fallbackText, condition, fieldCondition, patterns, cards, numbers, notes, hasOptionalWords: true,
        hasOperators: false, byDate: false
      };
    }

    /** The parts up to a closing parenthesis or the end; `OR` joins two to one. */
    sequence(field, isExcluded) {
      const parts = [];
      let isJoined = false;
      while (this.tokens.length) {
        const [kind] = this.tokens.at(-1);
        if (kind === "close") return parts;
        if (kind === "or") {
          this.tokens.pop();
          isJoined = true;
          continue;
        }
        let part = this.part(field, isExcluded);
        if (!part) continue;
        if (isJoined && parts.length) {
          const before = parts.pop();
          part = { set: union([before.set, part.set]), isField: before.isField && part.isField };
        }
        parts.push(part);
        isJoined = false;
      }
      return parts;
    }

    /** The next part: a word, phrase, pattern, group or field; null if nothing is known of it. */
    part(field, isExcluded) {
      const [kind, text] = this.tokens.pop(), next = this.tokens.at(-1)?.[0];
      const hasNext = next !== undefined && next !== "or" && next !== "close";
      if (kind === "minus") {
        const part = hasNext ? this.part(field, true) : null;
        return part && { set: complement(this.index, part.set), isField: part.isField };
      }
      if (kind === "field") return hasNext ? this.part(text, isExcluded) : null;
      if (kind !== "open") return this.leaf(field, text, isExcluded);
      const parts = this.sequence(field, isExcluded);
      this.tokens.pop(); // the closing one
      const set = allOf(this.index, parts.map((part) => part.set));
      return set && { set, isField: parts.every((part) => part.isField) };
    }

    leaf(field, text, isExcluded) {
      if (this.partsLeft <= 0) return this.note(`only the first ${MAX_PARTS} parts of the query were read`);
      this.partsLeft -= 1;
      const kind = text.startsWith('"') ? "phrase" : text.endsWith("*") ? "pattern" : "word";
      const fuzzy = kind === "word" ? /^(.*[\p{L}\p{N}_])~(\d?)$/u.exec(text) : null;
      if ((fuzzy || kind === "pattern") && --this.patternsLeft < 0)
        return this.note(`only the first ${MAX_PATTERNS} words with * or ~ were read`);
      if (field) {
        const set = this.readField(field, text.replace(/^"+|"+$/g, ""), kind, isExcluded);
        return set && { set, isField: true };
      }
      return fuzzy
        ? this.readWords(fuzzy[1], "fuzzy", Number(fuzzy[2] || 1), isExcluded)
        : this.readWords(text, kind, 1, isExcluded);
    }

    /** Words without a field. Unless excluded, the words or patterns also rank. */
    readWords(text, kind, maxEdits, isExcluded) {
      const { index } = this, analysed = this.analyzer.words(text);
      if (!analysed.length) return null;
      if (kind === "word" || kind === "phrase") {
        if (!isExcluded) this.words.push(...(kind === "word" ? [text] : analysed));
        if (kind === "phrase") return { set: index.phrase(analysed) };
        const sets = analysed.map((word) => index.term(".terms", this.analyzer.stem(word)));
        return { set: allOf(index, sets), isWord: !isExcluded };
      }
      const limit = Math.min(MAX_FUZZY_EDITS, Math.max(1, maxEdits)), known = index.lexicon(".words");
      const terms = kind === "pattern"
        ? known.filter((term) => term.startsWith(analysed.join(""))).slice(0, MAX_PATTERN_WORDS)
        : known.filter((term) => distance(analysed[0], term, limit) <= limit);
      if (!isExcluded) this.patterns.push(terms);
      return { set: union(terms.map((term) => index.term(".words", term))) };
    }

    /** The documents that match a field's value; null, with a note, if the field or date is not understood. */
    readField(name, value, kind, isExcluded) {
      const field = this.index.fieldsByName.get(name.toLowerCase());
      if (!field) {
        this.noteUnknownField(name);
        return null;
      }
      if (field.kind === "date") return this.readDate(field.name, value);
      const isPrefix = kind === "pattern" && !this.index.lexicon(field.name).includes(value); // a strength may be `*`
      return field.kind === "name" && !isPrefix
        ? this.readName(field.name, value, isExcluded)
        : this.readValue(field, value, isPrefix);
    }

    /** Notes that a field does not exist. Returns whether the name resembles that of a field. */
    noteUnknownField(name) {
      const shown = truncate(name, MAX_NOTE_QUOTE_LENGTH), { fields, fieldsByName } = this.index;
      const [nearest] = corrections(shown.toLowerCase(), [...fieldsByName.keys()]);
      const names = fields.map((field) => field.name).join(", ");
      const hint = nearest ? `did you mean “${nearest}:”?` : `the fields are ${names}`;
      this.note(`there is no field “${shown}:”; ${hint}`);
      return Boolean(nearest);
    }

    /** The documents that have any of the terms in a field. */
    anyOf(name, terms) {
      return union(terms.map((term) => {
        const set = this.index.term(name, term);
        if (name === "by") set.holds = ([names]) => names.split(" ").includes(term);
        if (name === "is" && term.endsWith("official")) set.holds = ([, , official]) => official === term;
        return set;
      }));
    }

    /** The documents about the cards or topics that a name means. */
    readName(name, value, isExcluded) {
      const { things, near } = this.index.nameTable.meaning(value, [name]);
      const nearest = near.filter(({ kind }) => kind === name);
      const titles = (list) => list.map((match) => match.title).join(", ");
      const shown = truncate(value, MAX_NOTE_QUOTE_LENGTH);
      if (!things.length)
        this.note(`no ${name} is called “${shown}”${nearest.length ? `; the nearest: ${titles(nearest)}` : ""}`);
      else if (things.length > 1) this.note(`${name}:"${shown}" was read as any of ${titles(things)}`);
      if (name === "card" && !isExcluded) this.cards.push(...things.map(({ number }) => number));
      return this.anyOf(name, things.map(({ id }) => id));
    }

    /** The documents that have a value of a field, or any value with a word that begins with it. */
    readValue(field, typed, isPrefix) {
      const { index } = this, { name } = field, known = index.lexicon(name), words = this.analyzer.words(typed);
      const shown = `${name}:"${truncate(typed, MAX_NOTE_QUOTE_LENGTH)}"`;
      let value = this.analyzer.fieldTerm(isPrefix ? typed.replace(/\*+$/, "") : typed), terms;
      value = field.valueAliases.get(value) ?? value;
      const comparison = COMPARISON.exec(typed.trim()), signAt = typed.trim().search(SIGN);
      if (comparison) {
        const [, sign = ">=", ...bounds] = comparison, bound = Number(bounds.find(Boolean));
        terms = known.filter((term) => /^\d+$/.test(term) && COMPARISONS[sign](Number(term), bound));
      } else if (signAt === 0 || (signAt > 0 && !field.by_word)) terms = [];
      else if (isPrefix) terms = known.filter((term) => `-${term}`.includes(`-${value}`));
      else if (known.includes(value)) terms = [value];
      else if (field.by_word && words.length && words.every((word) => known.includes(word)))
        return allOf(index, words.map((word) => this.anyOf(name, [word])));
      else terms = this.similarValues(value, words, known, shown);
      if (!terms.length) {
        const other = index.fields.find(({ name: each, kind }) =>
          kind === "value" && each !== name && !/^\d+$/.test(value) && index.lexicon(each).includes(value));
        const listed = known.length <= MAX_KNOWN_VALUES && !other ? ` (known: ${known.join(", ")})` : "";
        this.note(`nothing has ${shown}${other ? `; did you mean ${other.name}:${value}?` : ""}${listed}`);
      }
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
      if (nearest !== undefined) this.note(`${shown} was read as ${nearest}`);
      return nearest === undefined ? [] : [nearest];
    }

    /** The documents of a date; a year or month means its first day in `after:`, and `before:` ends before it. */
    readDate(name, value) {
      const range = dateRange(value);
      if (!range) {
        const quoted = `“${name}:${truncate(value, MAX_DATE_QUOTE_LENGTH)}”`;
        return this.note(`${quoted} is not a date (1996, 1996-08 or 1996-08-06) and was ignored`);
      }
      const [first, last] = range, [earliest] = this.index.lexicon(".date");
      const [from, to] = name === "after" ? [first, FAR_FUTURE] : name === "date" ? range
        : ["0", first === last ? last : dayBefore(first)];
      if (name === "before" && first !== last && earliest && to < earliest) {
        this.note(`before:${value} ends on ${site.dateInWords(to)}; ` +
          `the earliest date is ${site.dateInWords(earliest)}`);
      }
      const dates = this.index.lexicon(".date").filter((day) => from <= day && day <= to);
      const set = union(dates.map((day) => this.index.term(".date", day)));
      return Object.assign(set, { holds: ([, day]) => from <= day && day <= to });
    }
  }

  /**
   * The query, with names and field values looked up in the index.
   * @param {Index} index see `index.js`
   * @param {string} typed
   * @returns {Query}
   */
  function parse(index, typed) {
    const reader = new Reader(index);
    let text = truncate(typed.slice(0, 2 * MAX_QUERY_LENGTH + 2), MAX_QUERY_LENGTH + 1)
      .replace(/[“”„«»]/g, '"')
      .replace(/[’‘]/g, "'")
      .replaceAll("≤", "<=")
      .replaceAll("≥", ">=")
      .replace(/[\p{C}\p{Z}]/gu, " ");
    if ([...text].length > MAX_QUERY_LENGTH) {
      text = truncate(text, MAX_QUERY_LENGTH);
      reader.note(`only the first ${MAX_QUERY_LENGTH} characters were read`);
    }
    const newest = NEWEST.exec(text);
    if (newest) {
      const [kind, words, fields] = newest.slice(1).map((part) => part ?? "");
      text = `${kind.toLowerCase() === "errata" ? "is:errata" : "kind:ruling"}${words}${fields}`;
    }
    text = reader.withAuthority(reader.withDates(reader.withoutIds(text)));
    text = reader.withOperators(text.replace(COMPARED, "$1$2:$3"));
    const outside = text.replace(FIELD, " ").replace(/-?"[^"]*"/g, " ");
    const isShort = outside.split(/\s+/).filter(Boolean).length <= SHORT_QUERY_WORDS && !PUNCTUATION.test(outside);
    if (isShort) {
      text = reader.withoutUnknownFields(text);
      const isUpper = text === text.toUpperCase() && text !== text.toLowerCase();
      if (!isUpper) text = text.replace(AND, " ").replace(NOT, "-"); // without lowercase letters, they are only words
      const spaced = new RegExp(`(?<!\\S)-?(?:${[...index.fieldsByName.keys()].join("|")}):(?=\\s|$)`, "gi");
      for (const [name] of text.matchAll(spaced))
        reader.note(`“${name}” was read as a word; the value of a field follows its colon without a space`);
    }
    const query = OR.test(text) || (isShort && OPERATOR.test(text)) ? reader.readAll(text) : reader.readFields(text);
    return { ...query, byDate: Boolean(newest) };
  }

  site.query = { parse, truncate };
})(window.Rulings ??= {});
