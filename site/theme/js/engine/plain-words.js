/** Reads plain words as a list, if each of them is a part of it, as in `search/plain_words.py`. */
(function (site) {
  "use strict";

  const { isoDate, dateRange } = site.dates;
  const { UNHIGHLIGHTED_WORDS } = site.passages;
  const { pattern } = site.parameters;
  const {
    FACT_FIELDS, FEW_UNREAD, FIELD_PATTERN, MAX_LIST_WORDS, MAX_PHRASE_WORDS, NUMERALS,
    PUNCTUATION_PATTERN, SHORT_QUERY_WORDS
  } = site.constants;

  const FIELD = pattern(FIELD_PATTERN, "g");
  const WHOLE_FIELD = pattern(`^(?:${FIELD_PATTERN})$`);
  const PUNCTUATION = pattern(PUNCTUATION_PATTERN);
  const SIGN = /[<>]/;
  const MARK = /[,;:()–]/;
  const WORD = /^(?:[\p{L}\p{N}]['\p{L}\p{N}_.!&/-]*|'\d+)$/u; // not excluded, no field, not quoted
  const MARKS = /^[,;:()–]+|[,;:()–]+$/g;
  const OFFERED = ["by", "date", "is"]; // fields of what is offered
  // Fields without one of which nothing is a list
  const HEADS = [...OFFERED, "kind", "venue", "artist", "ruled", "has", "-has", "-is"];
  const NO_LIST = { query: "", isList: false, unread: "" };

  /** Words of a list. Words of asking have no condition. */
  class Part {
    constructor(stop, condition = "", role = "") {
      const [field] = condition.split(":");
      Object.assign(this, { stop, condition, role, field });
    }

    /** Whether it is a condition on cards. */
    get isOnCards() {
      return this.condition === "kind:card" || FACT_FIELDS.includes(this.field.replace(/^-+/, ""));
    }

    /** Whether its words may have punctuation: `Dr. Dreff`, `March 11th, 1997`. */
    get mayHaveMarks() {
      return ["name", "typed"].includes(this.role) || this.field === "date";
    }

    /** Whether it says what is listed, even if all else is a name. */
    get isHead() {
      return !["typed", "name"].includes(this.role) && HEADS.includes(this.field);
    }
  }

  /** Words as in the lexicon: in lower case, apart, without apostrophes. */
  const phraseOf = (text) =>
    text.toLowerCase().replace(/'s$/, "").replace(/[-.]/g, " ").replaceAll("'", "")
      .split(/\s+/).filter(Boolean).join(" ");

  /**
   * Whether a text is short and no sentence, so that its signs mean something. Titles of cards may
   * print punctuation: `Dr. Dreff`.
   */
  function isShort(index, text) {
    const outside = text.replace(FIELD, " ").replace(/-?"[^"]*"/g, " ");
    const reader = new Reader(index, outside);
    if (reader.words.length > SHORT_QUERY_WORDS) return false;
    if (!PUNCTUATION.test(outside)) return true;
    const others = [];
    for (let at = 0; at < reader.words.length;) {
      const part = reader.name(at);
      others.push(part.condition ? "_" : reader.words[at]);
      at = Math.max(part.stop, at + 1);
    }
    return !PUNCTUATION.test(others.join(" "));
  }

  /** The list that a text asks for, or that is offered. */
  function read(index, text) {
    const name = index.analyzer.folded(text);
    const isTitle = index.names.exact(name, ["card"]).matchKind === "title";
    const isRead = "condition" in (index.roles.get(name) ?? {});
    const person = isRead && index.authorityNames.get(name);
    if (person && !isTitle) return { query: `by:"${person}"`, isList: true, unread: "" };
    const isName = index.numbersByName.has(name) // `errata`, `nodes`
      && !("ask" in (index.roles.get(name.split(" ")[0]) ?? {}));
    const reader = new Reader(index, text.replace(/[ ?.!]+$/, ""));
    if (isName || isTitle || reader.words.length > MAX_LIST_WORDS) return NO_LIST;
    return reader.reading();
  }

  /** Reads the words of one query. */
  class Reader {
    constructor(index, text) {
      this.index = index;
      this.words = text.split(/\s+/).filter(Boolean);
      const bare = this.words.map((word) => word.replace(MARKS, ""));
      this.phrases = bare.map((word) => (WORD.test(word) ? phraseOf(word) : ""));
    }

    get printedDates() {
      const { index } = this;
      return (this.known ??= new Set([...index.fieldTerms(".date"), ...index.fieldTerms(".printed")]));
    }

    /** What is found for the longest words from here for which anything is. */
    longest(at, find) {
      const end = Math.min(at + MAX_PHRASE_WORDS, this.words.length);
      for (let stop = end; stop > at; stop -= 1) {
        const found = find(stop, this.words.slice(at, stop).join(" "));
        if (found) return found;
      }
      return null;
    }

    /** The longest phrase from here with any of the roles: the word after it, role, value. */
    phrase(at, ...roles) {
      const found = this.longest(at, (stop) => {
        const known = this.index.roles.get(this.phrases.slice(at, stop).join(" ")) ?? {};
        const role = roles.find((each) => each in known);
        return role && [stop, role, known[role]];
      });
      return found ?? [at, "", ""];
    }

    // Parts

    /** A field as it is typed. */
    typed(at) {
      const [, , , name = ""] = WHOLE_FIELD.exec(this.words[at]) ?? [];
      const isField = this.index.fieldsByName.has(name.toLowerCase());
      return new Part(at + 1, isField ? this.words[at] : "", "typed");
    }

    /** The longest name of a card or topic from here. */
    name(at) {
      const found = this.longest(at, (stop, words) => {
        const name = this.index.analyzer.folded(words.replace(/'s$/, ""));
        const { matchKind, things } = this.index.names.exact(name, ["card", "topic"]);
        const isPlain = this.phrases.slice(at, stop).every(Boolean);
        const isExact = ["title", "alias"].includes(matchKind) && things.length === 1;
        if (!isExact || !isPlain) return null;
        const [{ kind, title }] = things;
        return new Part(stop, `${kind}:"${title.replaceAll('"', "")}"`, "name");
      });
      return found ?? new Part(at);
    }

    /** A person, a kind, or a fact of cards; of these also in the plural. */
    value(at) {
      const [stop, role, condition] = this.phrase(at, "plural", "condition");
      return new Part(stop, condition, role);
    }

    /** A number of cards with its field and at most one sign, in any order. */
    number(start) {
      const found = {};
      let at = start;
      while (at < this.words.length) {
        let [stop, role, value] = this.phrase(at, "fact", "sign", "unit");
        const figures = String(NUMERALS[this.phrases[at]] ?? this.phrases[at]);
        if (/^(?:[0-9]{1,2}|x)$/.test(figures)) [stop, role, value] = [at + 1, "number", figures];
        else if (at > start && this.phrases[at] === "of") [stop, role] = [at + 1, "of"];
        if (!role || role in found) break;
        found[role] = value;
        at = stop;
      }
      const field = found.fact ?? found.unit;
      const isWhole = field && found.number;
      return new Part(at, isWhole ? `${field}:${found.sign ?? ""}${found.number}` : "", "number");
    }

    /** A time with its bound, or what is between two. */
    time(at) {
      const [dateAt, role, sign] = this.phrase(at, "bound", "preposition");
      const [stop, date] = this.date(dateAt, role !== "", sign !== "");
      if (sign !== "between") return new Part(stop, date && `date:${sign}${date}`);
      const isJoined = date && this.phrases[stop] === "and";
      const [end, last] = isJoined ? this.date(stop + 1, true, true) : [at, ""];
      return new Part(end, last && `date:>=${date} date:<=${last}`);
    }

    /** The longest date from here: the word after it, and the date; no bound is one as printed. */
    date(at, isMeant, isBound) {
      const found = this.longest(at, (stop, words) => {
        const text = words.replace(/^[',;:()–]+|[',;:()–]+$/g, "");
        const date = isoDate(text, isBound ? new Set() : this.printedDates);
        const isClear = isMeant || date.length > 4 || this.index.years.has(text);
        return isClear && dateRange(date) && [stop, date];
      });
      return found || [at, ""];
    }

    /** The condition after words of asking. */
    after(start) {
      let at = start;
      for (let [stop] = this.phrase(at, "ask"); stop > at; [stop] = this.phrase(at, "ask")) at = stop;
      return at < this.words.length ? this.part(at) : new Part(at);
    }

    /** One condition to be left out, after its negation, also with the kind that it is of. */
    leftOut(at, start) {
      const part = this.after(at);
      if (!part.condition || SIGN.test(part.condition)) return new Part(start);
      const [kindStop, , kind] = this.phrase(part.stop, "condition");
      return new Part(kind.startsWith("kind:") ? kindStop : part.stop, `-${part.condition}`, "not");
    }

    /** The longest part from here; none, if the same words are two conditions. */
    part(at) {
      const [stop, role] = this.phrase(at, "ask", "preposition", "not");
      const parts = [this.typed(at), this.time(at), this.number(at), this.name(at), this.value(at)]
        .filter(({ condition }) => condition);
      const longest = Math.max(at, ...parts.map((part) => part.stop));
      if (longest > stop || (parts.length && role === "preposition")) {
        const [first, ...others] = parts.filter((part) => part.stop === longest);
        return others.length ? new Part(at) : first;
      }
      if (role === "not") return this.leftOut(stop, at);
      if (role !== "preposition") return new Part(role === "ask" ? stop : at);
      const part = this.after(stop);
      return part.condition ? part : new Part(at);
    }

    // The list

    /** What all words ask for or, if some are no part of a list, what is offered. */
    reading() {
      const [parts, offered, others] = [[], [], []];
      let isBare = true;
      for (let at = 0; at < this.words.length;) {
        const part = this.part(at);
        const isAsking = this.phrase(at, "ask", "preposition")[1] !== "";
        const stop = Math.max(part.stop, at + 1);
        const words = this.words.slice(at, stop);
        if (part.stop === at && !isAsking) others.push(...words);
        if (OFFERED.includes(part.field)) offered.push(part.condition);
        else if (part.condition || !isAsking) offered.push(...words);
        isBare &&= part.stop > at && (part.mayHaveMarks || !words.some((word) => MARK.test(word)));
        if (part.condition || !isAsking) parts.push(part);
        at = stop;
      }
      const conditions = isBare ? conditionsOf(parts) : [];
      if (conditions.length) return { query: conditions.join(" "), isList: true, unread: "" };
      const isWhole = others.length > 0 && parts.every(({ role }) => role !== "typed")
        && this.words.every((_, at) => !this.phrase(at, "not", "denial")[1]);
      const isOffered = isWhole && parts.some(({ field }) => OFFERED.includes(field));
      const telling = others.filter((word) => this.isTelling(word.replace(MARKS, "")));
      const isBegun = parts.slice(0, 1)
        .some((part) => part.isHead || part.role === "plural");
      const isQuestion = this.words.some((_, at) => this.phrase(at, "question")[1]);
      const isMeant = isBegun && telling.length <= FEW_UNREAD && !isQuestion;
      const unread = isMeant ? others[0] ?? this.words.join(" ") : "";
      return { query: isOffered ? offered.join(" ") : "", isList: false, unread };
    }

    /** Whether a word may say what is asked on the rules. */
    isTelling(word) {
      const name = word.toLowerCase();
      const isIdle = UNHIGHLIGHTED_WORDS.has(name) || name in NUMERALS || this.index.roles.has(name);
      return /^\p{L}+$/u.test(word) && !isIdle;
    }
  }

  /** The conditions of a list; none, if these parts are no list. */
  function conditionsOf(parts) {
    const all = parts.map(({ condition }) => condition);
    const names = parts.map(({ field }) => field).filter((f) => ["by", "card", "topic"].includes(f));
    const times = parts.filter(({ field }) => field === "date");
    const isClear = parts.length > 0 && new Set(names).size === names.length
      && parts.slice(0, -1).every(({ role }) => role !== "not")
      && (times.length < 2 || times.every(({ condition }) => SIGN.test(condition)));
    if (parts.every((part) => part.isOnCards)) {
      const isNumber = ({ role }) => role === "number";
      const isListed = (parts.some(isNumber) && !parts.every(isNumber))
        || parts.some((part) => part.role === "plural" || part.isHead);
      const kind = parts.some(({ field }) => field === "kind") ? [] : ["kind:card"];
      return isClear && isListed ? [...all, ...kind] : [];
    }
    // Of cards with certain rulings, and of rulings on cards with errata, there is no field
    const isOfCards = parts[0].condition === "kind:card"
      || parts.some(({ field }) => ["has", "ruled"].includes(field));
    const isOfOthers = parts.some(
      ({ role, field }) => role === "typed" && ["kind", "in", "game"].includes(field)
    );
    const isHeaded = parts.some((part) => part.isHead && part.condition !== "kind:card");
    if (!isClear || isOfCards || isOfOthers || !isHeaded) return [];
    // `rulings on virus cards`; `Dr. Dreff without errata`
    return all.filter((condition) => condition !== "kind:card")
      .map((condition) => condition.replace("-has:", "-is:"));
  }

  site.plainWords = { isShort, read };
})(window.Rulings ??= {});
