/**
 * A query as typed → the words to rank by, the documents that may match, and notes on the rest, as in
 * `search/query.py`. `OR` joins its two neighbours; everything else must match together.
 *
 * A condition is the set of the numbers of the documents that meet it. One that a single citation can meet has a
 * function `holds`, from a citation (names, date, official) to whether it does.
 */
(function (site) {
  "use strict";

  const { corrections } = site.editDistance;
  const { constants } = site;
  const {
    DOCUMENT_KINDS, ENTRY_KINDS, FAR_FUTURE, MAX_DATE_QUOTE_LENGTH, MAX_KNOWN_VALUES, MAX_NOTE_QUOTE_LENGTH, MAX_PARTS,
    MAX_PATTERN_WORDS, MAX_PATTERNS, MAX_QUERY_LENGTH, SHORT_QUERY_WORDS
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
  const OR = pattern(constants.OR_PATTERN);
  const COMPARED = pattern(constants.COMPARED_FIELD_PATTERN, "gi"), OPERATOR = pattern(constants.OPERATOR_PATTERN, "u");
  const PUNCTUATION = pattern(constants.PUNCTUATION_PATTERN), TOKEN = pattern(constants.TOKEN_PATTERN, "g");
  const COMPARISON = pattern(`^(?:${constants.COMPARISON_PATTERN})$`), SIGN = pattern(constants.SIGN_PATTERN);
  const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
  const COMPARISONS = {
    ">": (a, b) => a > b, ">=": (a, b) => a >= b, "<": (a, b) => a < b, "<=": (a, b) => a <= b, "=": (a, b) => a === b,
  };
  const leafKind = (text) => (text.startsWith('"') ? "phrase" : text.endsWith("*") ? "pattern" : "word");
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
    words = []; // to rank by
    plain = []; // without operators, to rank by if nothing matches
    notes = [];
    patterns = [];
    cards = [];
    numbers = [];
    byDate = false;
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

    /** The text without what is too long to be read. */
    cut(text) {
      if ([...text].length > MAX_QUERY_LENGTH) this.note(`only the first ${MAX_QUERY_LENGTH} characters were read`);
      return truncate(text, MAX_QUERY_LENGTH);
    }

    /** The text with fields for what the newest are asked for of: rulings, errata. */
    withOrder(text) {
      const newest = NEWEST.exec(text);
      if (!newest) return text;
      this.byDate = true;
      const [kind, words, fields] = newest.slice(1).map((part) => part ?? "");
      return `${kind.toLowerCase() === "errata" ? "is:errata" : "kind:ruling"}${words}${fields}`;
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

    /** The text with comparisons as fields. */
    withComparisons = (text) => text.replace(COMPARED, "$1$2:$3");

    /** A short text with signs for NOT and AND; without lowercase letters, they are only words. */
    withSigns(text) {
      const isUpper = text === text.toUpperCase() && text !== text.toLowerCase();
      return isShort(text) && !isUpper ? text.replace(AND, " ").replace(NOT, "-") : text;
    }

    isField = (name) => this.index.fieldsByName.has(name.toLowerCase());

    /** The text; of a short one, notes on what looks like a field but is none, and stays as words. */
    withNotesOnFields(text) {
      if (!isShort(text)) return text;
      for (const [, minus, name] of text.matchAll(FIELD))
        if (!this.isField(name) && !minus && name === name.toLowerCase()) this.noteUnknownField(name);
      const spaced = new RegExp(`(?<!\\S)-?(?:${[...this.index.fieldsByName.keys()].join("|")}):(?=\\s|$)`, "gi");
      for (const [name] of text.matchAll(spaced))
        this.note(`“${name}” was read as a word; the value of a field follows its colon without a space`);
      return text;
    }

    noteUnknownField(name) {
      const shown = truncate(name, MAX_NOTE_QUOTE_LENGTH), { fields, fieldsByName } = this.index;
      const [nearest] = corrections(shown.toLowerCase(), [...fieldsByName.keys()]);
      const names = fields.map((field) => field.name).join(", ");
      const hint = nearest ? `did you mean “${nearest}:”?` : `the fields are ${names}`;
      this.note(`there is no field “${shown}:”; ${hint}`);
    }

    /** The query if only its fields are special. */
    readFields(text) {
      const conditions = [];
      const words = text.replace(FIELD, (typed, minus, name, value) => {
        if (!this.isField(name)) return typed;
        const set = this.readField(name, value, Boolean(minus));
        if (set) conditions.push(minus ? complement(this.index, set) : set);
        return " ";
      });
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
          part = { set: union([before.set, part.set]), isField: before.isField && part.isField, isWord: false };
        }
        parts.push(part);
        isJoined = false;
      }
      const conditions = parts.filter((part) => !part.isWord), ofFields = parts.filter((part) => part.isField);
      return {
        ...this.query(
          this.words.join(" "), this.plain.join(" "),
          allOf(this.index, conditions.map((part) => part.set)), allOf(this.index, ofFields.map((part) => part.set))
        ),
        hasOptionalWords: parts.some((part) => part.isWord), hasOperators: conditions.length > 0
      };
    }

    query(text, fallbackText, condition, fieldCondition) {
      const { patterns, cards, numbers, notes, byDate } = this;
      return {
        text, fallbackText, condition, fieldCondition, patterns, cards, numbers, notes, byDate, hasOptionalWords: true,
        hasOperators: false
      };
    }

    /** A word, phrase, pattern or field; null if nothing is known of it. */
    part({ minus, field, value, text = `${field}:${value}` }) {
      const isExcluded = Boolean(minus), isField = Boolean(field) && this.isField(field);
      const set = isField ? this.readField(field, value, isExcluded) : this.readWords(text, isExcluded);
      return set && {
        set: isExcluded ? complement(this.index, set) : set, isField,
        isWord: !isField && !isExcluded && leafKind(text) === "word"
      };
    }

    /** The documents that a word, phrase or pattern matches. Unless excluded, it also ranks. */
    readWords(text, isExcluded) {
      const { index } = this, analysed = this.analyzer.words(text), kind = leafKind(text);
      if (!analysed.length) return null;
      if (!isExcluded) this.plain.push(text.replace(/^["*]+|["*]+$/g, ""));
      if (kind === "pattern") {
        if (--this.patternsLeft < 0) return this.note(`only the first ${MAX_PATTERNS} words with * were read`);
        const beginning = analysed.join("");
        const terms = index.lexicon(".words").filter((term) => term.startsWith(beginning)).slice(0, MAX_PATTERN_WORDS);
        if (!isExcluded) this.patterns.push(terms);
        return union(terms.map((term) => index.term(".words", term)));
      }
      if (!isExcluded) this.words.push(...(kind === "word" ? [text] : analysed));
      return kind === "word" ? allOf(index, analysed.map((word) => index.term(".terms", this.analyzer.stem(word))))
        : index.phrase(analysed);
    }

    /** The documents that match the value of a field, as typed; null, with a note, if a date is not understood. */
    readField(name, typed, isExcluded) {
      const field = this.index.fieldsByName.get(name.toLowerCase()), value = typed.replace(/^"+|"+$/g, "");
      if (field.kind === "date") return this.readDate(field.name, value);
      const isPattern = leafKind(typed) === "pattern";
      const isPrefix = isPattern && !this.index.lexicon(field.name).includes(value); // a strength may be `*`
      return field.kind === "name" && !isPrefix
        ? this.readName(field.name, value, isExcluded)
        : this.readValue(field, value, isPrefix);
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
      else terms = [];
      if (!terms.length) {
        const others = index.fields.filter(({ name: each, kind }) =>
          kind === "value" && each !== name && !/^\d+$/.test(value) && index.lexicon(each).includes(value));
        const [near] = [
          ...others.map((other) => `${other.name}:${value}`),
          ...(signAt < 0 ? corrections(value, known) : []).map((other) => `${name}:${other}`)
        ];
        const listed = known.length <= MAX_KNOWN_VALUES && !near ? ` (known: ${known.join(", ")})` : "";
        this.note(`nothing has ${shown}${near ? `; did you mean ${near}?` : ""}${listed}`);
      }
      return this.anyOf(name, terms);
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

  /** Whether a text is short and no sentence, so that its signs mean something. */
  function isShort(text) {
    const outside = text.replace(FIELD, " ").replace(/-?"[^"]*"/g, " ");
    return outside.split(/\s+/).filter(Boolean).length <= SHORT_QUERY_WORDS && !PUNCTUATION.test(outside);
  }

  const RULES = [ // as in `search/query.py`
    "cut", "withOrder", "withoutIds", "withDates", "withAuthority", "withComparisons", "withSigns", "withNotesOnFields"
  ];

  /**
   * The query, with names and field values looked up in the index.
   * @param {Index} index see `index.js`
   * @param {string} typed
   * @returns {Query}
   */
  function parse(index, typed) {
    const reader = new Reader(index);
    const straight = truncate(typed.slice(0, 2 * MAX_QUERY_LENGTH + 2), MAX_QUERY_LENGTH + 1)
      .replace(/[“”„«»]/g, '"')
      .replace(/[’‘]/g, "'")
      .replaceAll("≤", "<=")
      .replaceAll("≥", ">=")
      .replace(/[\p{C}\p{Z}]/gu, " ");
    const text = RULES.reduce((read, rule) => reader[rule](read), straight);
    return OR.test(text) || (isShort(text) && OPERATOR.test(text)) ? reader.readAll(text) : reader.readFields(text);
  }

  site.query = { parse, truncate };
})(window.Rulings ??= {});
