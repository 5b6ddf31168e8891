/** Reads plain words as a list, if each of them is a part of it, as in `search/plain_words.py`. */
(function (site) {
  "use strict";

  const { isoDate, dateRange } = site.dates;
  const { EVERYDAY_WORDS } = site.passages;
  const { pattern } = site.parameters;
  const {
    FACT_FIELDS, FEW_UNREAD, FIELD_PATTERN, MAX_LIST_WORDS, MAX_PHRASE_WORDS, NUMERALS, OVERRULED,
    PUNCTUATION_PATTERN, SHORT_QUERY_WORDS
  } = site.constants;

  const FIELD = pattern(FIELD_PATTERN, "g");
  const WHOLE_FIELD = pattern(`^(?:${FIELD_PATTERN})$`);
  const PUNCTUATION = pattern(PUNCTUATION_PATTERN);
  const SIGN = /[<>]/;
  const MARK = /[,;:()–]/;
  const WORD = /^(?:[\p{L}\p{N}]['\p{L}\p{N}_.!&/-]*|'\d+)$/u; // not excluded, no field, not quoted
  const MARKS = /^[,;:()–]+|[,;:()–]+$/g;
  const MINUS = /(^|\s)[!-](?=\p{L})(?![\p{L}\p{N}_-]+:)/gu; // before a word to be left out
  // Fields without one of which nothing is a list
  const HEADS = ["by", "date", "is", "-is", "kind", "venue", "artist", "ruled", "has", "-has"];
  const LISTING = ["kind", "is", "-is", "sort"]; // fields of what is listed, or in which order
  const KINDS = ["is:errata", "is:reversal"]; // an entry is one of them
  const STATUS = "is:superseded*";
  const PRINTED = ["by", "date", "is", "venue"]; // fields of what every entry has
  // Words that may stand before what is listed
  const BETWEEN = ["ask", "preposition", "bound", "listing", "not"];
  const DENIALS = ["exception", "not", "denial", "omission"];
  const FULL_TEXT = { query: "", subject: "", text: "", denied: "", stray: "" };

  /**
   * Words of a query, from `start` to `stop`. Other words than those of a list have no condition,
   * those that are not understood no length either.
   */
  class Part {
    constructor(start, stop = start, condition = "", role = "") {
      const [field] = condition.split(":");
      Object.assign(this, { start, stop, condition, role, field });
    }

    /** Whether it is a condition on cards, or an order of cards. */
    get isOnCards() {
      if (this.isOrder) return !this.condition.endsWith("date");
      return this.condition === "kind:card" || FACT_FIELDS.includes(this.field.replace(/^-+/, ""));
    }

    /** Whether it is what a list is sorted by. */
    get isOrder() {
      return this.field.replace(/^-+/, "") === "sort";
    }

    /** Whether it is an order in words. */
    get isSuperlative() {
      return this.isOrder && this.role !== "typed";
    }

    /** Whether its words may stand in a list. */
    get isOfList() {
      return this.condition !== "" || (this.role === "ask" && this.stop > this.start);
    }

    /** Whether its words may have punctuation: `Dr. Dreff`, `March 11th, 1997`. */
    get mayHaveMarks() {
      return ["name", "typed"].includes(this.role) || this.field === "date";
    }

    /** Whether it says what is listed, even if all else is a name. */
    get isHead() {
      return !["typed", "name"].includes(this.role) && HEADS.includes(this.field);
    }

    /** Whether it is a fact of cards as sentences have it: `base link`. */
    get isSingularFact() {
      return this.role === "condition" && FACT_FIELDS.includes(this.field);
    }

    /** Whether no list of rulings has it. */
    get isOfOthers() {
      if (this.role === "typed" && ["kind", "in", "game"].includes(this.field)) return true;
      return ["has", "ruled"].includes(this.field) || (this.isOrder && this.isOnCards);
    }

    /** Whether it makes a list of rulings even of facts in the singular. */
    get isListing() {
      const isNumber = ["plural", "number"].includes(this.role) || SIGN.test(this.condition);
      return isNumber || LISTING.includes(this.field);
    }

    /** Whether it says that a ruling holds or does not. */
    get isStatus() {
      return this.role === "validity" || this.condition.replace(/^-+/, "") === STATUS;
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

  /** How the plain words of a query are read. */
  function read(index, typed) {
    const name = index.analyzer.normalized(typed);
    const isTitle = index.names.exact(name, ["card"]).matchKind === "title";
    const isRead = "condition" in (index.roles.get(name) ?? {});
    const person = isRead && index.authorityNames.get(name);
    if (person && !isTitle) return { ...FULL_TEXT, query: `by:"${person}"` };
    const isName = index.numbersByName.has(name) // `errata`, `nodes`
      && !("ask" in (index.roles.get(name.split(" ")[0]) ?? {}));
    // In a sentence it is no operator
    const text = isShort(index, typed) ? typed : typed.replace(MINUS, "$1not ");
    const reader = new Reader(index, text.replace(/[ ?.!]+$/, ""));
    if (isName || isTitle || reader.words.length > MAX_LIST_WORDS) return FULL_TEXT;
    return { ...FULL_TEXT, ...reader.reading() };
  }

  /** Reads the words of one query. */
  class Reader {
    constructor(index, text) {
      this.index = index;
      this.words = text.split(/\s+/).filter(Boolean);
      const bare = this.words.map((word) => word.replace(MARKS, ""));
      this.phrases = bare.map((word) => (WORD.test(word) ? phraseOf(word) : ""));
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

    hasRole = (at, ...roles) => this.phrase(at, ...roles)[1] !== "";

    // Parts

    /** A field as it is typed. */
    typed(at) {
      const [, , , name = ""] = WHOLE_FIELD.exec(this.words[at]) ?? [];
      const isField = this.index.fieldsByName.has(name.toLowerCase());
      return new Part(at, at + 1, isField ? this.words[at] : "", "typed");
    }

    /** The longest name of a card or topic from here. */
    name(at) {
      const found = this.longest(at, (stop, words) => {
        const name = this.index.analyzer.normalized(words.replace(/'s$/, ""));
        const { matchKind, things } = this.index.names.exact(name, ["card", "topic"]);
        const isPlain = this.phrases.slice(at, stop).every(Boolean);
        const isExact = ["title", "alias"].includes(matchKind) && things.length === 1;
        if (!isExact || !isPlain) return null;
        const [{ kind, title }] = things;
        return new Part(at, stop, `${kind}:"${title.replaceAll('"', "")}"`, "name");
      });
      return found ?? new Part(at);
    }

    /** A person, a kind, or a fact of cards; of these also in the plural. */
    value(at) {
      const [stop, role, condition] = this.phrase(at, "plural", "condition", "listing");
      return new Part(at, stop, condition, role);
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
      if (!field || !found.number) return new Part(start);
      return new Part(start, at, `${field}:${found.sign ?? ""}${found.number}`, "number");
    }

    /** A time with its bound, or what is between two. */
    time(at) {
      const [dateAt, role, sign] = this.phrase(at, "bound", "preposition");
      const [stop, date] = this.date(dateAt, role !== "", sign !== "");
      if (sign !== "between") return new Part(at, stop, date && `date:${sign}${date}`);
      const isJoined = date && this.phrases[stop] === "and";
      const [end, last] = isJoined ? this.date(stop + 1, true, true) : [at, ""];
      return new Part(at, end, last && `date:>=${date} date:<=${last}`);
    }

    /** The longest date from here: the word after it, and the date; no bound is one as printed. */
    date(at, isMeant, isBound) {
      const found = this.longest(at, (stop, words) => {
        if (!/\p{Nd}/u.test(words)) return null; // every date has a figure
        const text = words.replace(/^[',;:()–]+|[',;:()–]+$/g, "");
        const date = isoDate(text, new Set(isBound ? [] : this.index.fieldTerms(".date")));
        const isClear = isMeant || date.length > 4 || this.index.years.has(text);
        return isClear && dateRange(date) && [stop, date];
      });
      return found || [at, ""];
    }

    /** The longest part with a condition from here; none, if the same words are two. */
    valued(at) {
      const parts = [this.typed(at), this.time(at), this.number(at), this.name(at), this.value(at)]
        .filter(({ condition }) => condition);
      const longest = Math.max(...parts.map(({ stop }) => stop));
      const [part, ...others] = parts.filter(({ stop }) => stop === longest);
      return part && !others.length ? part : new Part(at);
    }

    /** The condition after words of asking. */
    after(start) {
      let at = start;
      let [stop] = this.phrase(at, "ask");
      while (stop > at) {
        at = stop;
        [stop] = this.phrase(at, "ask");
      }
      return at < this.words.length ? this.part(at) : new Part(at);
    }

    /** One condition to be left out, after its negation, also with the kind that it is of. */
    leftOut(start, at) {
      const { condition, field, stop: end } = this.after(at);
      if (!condition || SIGN.test(condition) || ["kind", "sort"].includes(field))
        return new Part(start, start, "", "not");
      const [kindStop, , kind] = this.phrase(end, "condition");
      const stop = kind.startsWith("kind:") ? kindStop : end;
      const without = condition.startsWith("-") ? condition.slice(1) : `-${condition}`;
      return new Part(start, stop, without, "not");
    }

    /** The longest part from here. */
    part(at) {
      const [stop, role] = this.phrase(at, "ask", "preposition", "not", "validity", "verb");
      const part = this.valued(at);
      const isMeant = part.condition && ["preposition", "validity"].includes(role);
      if (part.stop > stop || isMeant) return part;
      if (role === "not") return this.leftOut(at, stop);
      if (role !== "preposition") return new Part(at, stop, "", role);
      const { condition, stop: end, role: valueRole } = this.after(stop);
      return condition ? new Part(at, end, condition, valueRole) : new Part(at, at, "", role);
    }

    /** All words, as parts. */
    parts() {
      const parts = [];
      for (let at = 0; at < this.words.length; at = Math.max(parts.at(-1).stop, at + 1))
        parts.push(this.part(at));
      return parts;
    }

    // The query

    /** How the words are read. */
    reading() {
      const parts = this.parts();
      const subject = this.subject(parts);
      if (subject) return { query: `${subject} ${OVERRULED}`, subject };
      if (parts.every((part) => part.isOfList && !this.hasMarks(part))) {
        const conditions = conditionsOf(parts.filter(({ condition }) => condition));
        if (conditions.length) return { query: [...new Set(conditions)].join(" ") };
      }
      const isBegun = this.isBegun(parts);
      const denied = this.denied(parts, isBegun);
      if (!denied.size) return { stray: isBegun ? this.strayWord(parts) : "" };
      const bare = [...denied].map((at) => this.words[at].replace(MARKS, ""));
      const text = this.words.filter((_, at) => !denied.has(at)).join(" ");
      return { text, denied: bare.join(" ") };
    }

    /** Whether its words have punctuation that they should not have. */
    hasMarks({ start, stop, mayHaveMarks }) {
      return !mayHaveMarks && this.words.slice(start, stop).some((word) => MARK.test(word));
    }

    /**
     * The list of the rulings on one card or topic of which a question asks whether they still
     * hold, or empty.
     */
    subject(parts) {
      const conditions = [];
      let [nameCount, isAsked] = [0, false];
      for (const part of parts) {
        if (part.role === "not" || !(part.isOfList || part.isStatus)) {
          if (!this.hasRole(part.start, "verb")) return "";
        } else if (part.isStatus) isAsked = true;
        else if (["by", "card", "topic", "is"].includes(part.field)) {
          conditions.push(part.condition);
          nameCount += part.role === "name" ? 1 : 0;
        } else if (!["", "kind:ruling"].includes(part.condition)) return "";
      }
      if (!isAsked || nameCount !== 1) return "";
      const isList = parts.some(({ condition }) => condition === "kind:ruling");
      const isFirst = !isList && (parts[0].role === "name" || parts[0].field === "by");
      return isFirst || this.hasRole(0, "verb") ? conditions.join(" ") : "";
    }

    isQuestion = () => this.words.some((_, at) => this.hasRole(at, "question"));

    /** Whether a list may be meant: words begin it as they begin one, and ask nothing else. */
    isBegun(parts) {
      if (this.isQuestion()) return false;
      const at = parts.findIndex((part) => !part.isOrder
        && (part.condition || !this.hasRole(part.start, ...BETWEEN)));
      const part = parts[at] ?? new Part(0);
      return part.isHead || ["plural", "not"].includes(part.condition && part.role);
    }

    /** The numbers of the words that are denied. */
    denied(parts, isBegun) {
      const denied = new Set();
      parts.forEach(({ start }, number) => {
        const [stop, role] = this.phrase(start, ...DENIALS);
        if (!role) return;
        const isBefore = role === "omission" || !this.target(stop).condition;
        const target = isBefore
          ? this.deniedBefore(parts.slice(0, number), role) : this.deniedAfter(stop, role, isBegun);
        for (let at = target?.start; at < target?.stop; at += 1) denied.add(at);
      });
      return denied;
    }

    /**
     * A person, time or kind that is denied, and a card, which in a question only an exception
     * denies; where a list may be meant, anything.
     */
    deniedAfter(at, role, isBegun) {
      const target = this.target(at);
      const isExcepted = role === "exception" || (target.field === "card" && !this.isQuestion());
      const isNamed = isExcepted && target.role === "name";
      return isBegun || isNamed || PRINTED.includes(target.field) ? target : null;
    }

    /** What is left out, or who is denied, before the word that says so: `sparky did not`. */
    deniedBefore(parts, role) {
      const last = parts.filter(({ role: each }) => !["ask", "verb"].includes(each)).at(-1);
      const target = this.target(last ? last.start : this.words.length);
      return target.condition && (role === "omission" || target.field === "by") ? target : null;
    }

    /** The condition that a negation is of, which words of asking and a kind may precede. */
    target(start) {
      for (let at = start, stop; at < this.words.length; at = stop) {
        const part = this.valued(at);
        if (part.condition && part.field !== "kind") return part;
        stop = Math.max(part.stop, this.phrase(at, "ask", "preposition", "verb")[0]);
        if (stop === at) break;
      }
      return new Part(start);
    }

    /** A word that only lists have or, if there are no words but those of lists, all; or empty. */
    strayWord(parts) {
      if (this.words.some((word) => word.startsWith("-"))) return ""; // an operator
      const others = parts.filter((part) => part.isSuperlative || !part.isOfList)
        .map(({ start }) => start);
      const { length } = others.filter((at) => this.isTelling(this.words[at]));
      const listing = others.find((at) => this.hasRole(at, "listing", "bound"));
      const { isHead } = parts.find(({ condition, isOrder }) => condition && !isOrder);
      if (listing !== undefined && isHead && length <= FEW_UNREAD)
        return this.words[listing].replace(MARKS, "");
      const isText = length || parts.some(({ isSingularFact }) => isSingularFact);
      return isText ? "" : this.words.join(" ");
    }

    /** Whether a word may say what is asked on the rules. */
    isTelling(typed) {
      const { analyzer, roles } = this.index;
      return analyzer.words(typed).some((word) => {
        const isIdle = EVERYDAY_WORDS.has(word) || word in NUMERALS || roles.has(word);
        return /^\p{L}+$/u.test(word) && !isIdle;
      });
    }
  }

  /** The conditions of a list; none, if these parts are no list. */
  function conditionsOf(parts) {
    if (!parts.length || !areClear(parts)) return [];
    return parts.every(({ isOnCards }) => isOnCards) ? ofCards(parts) : ofRulings(parts);
  }

  /**
   * Whether they can be met together: one person, card, topic, kind and order, one time or two
   * bounds, and at the end alone what is left out.
   */
  function areClear(parts) {
    const names = parts.map(({ field }) => field)
      .filter((field) => ["by", "card", "topic", "sort"].includes(field));
    const kinds = parts.filter(({ condition }) => KINDS.includes(condition));
    const times = parts.filter(({ field }) => field === "date");
    const areBounds = times.every(({ condition }) => SIGN.test(condition));
    return parts.slice(0, -1).every(({ role }) => role !== "not")
      && new Set(names).size === names.length && kinds.length < 2
      && (times.length < 2 || areBounds);
  }

  /**
   * The conditions of a list of cards, which a plural, a kind, or a number or order beside a fact
   * makes.
   */
  function ofCards(parts) {
    const { length } = parts.filter(({ role, isOrder }) => role === "number" || isOrder);
    const isNumber = length > 0 && length < parts.length;
    if (!isNumber && !parts.some((part) => part.role === "plural" || part.isHead)) return [];
    const kind = parts.some(({ field }) => field === "kind") ? [] : ["kind:card"];
    return [...parts.map(({ condition }) => condition), ...kind];
  }

  /**
   * The conditions of a list of rulings. Of cards with certain rulings, and of rulings on cards
   * with errata, there is no field.
   */
  function ofRulings(parts) {
    const kept = parts.filter(({ condition }) => condition !== "kind:card");
    // `Sparky base link`
    const isText = kept.some(({ isSingularFact }) => isSingularFact)
      && !parts.some(({ isListing }) => isListing);
    const isOfOthers = kept[0] !== parts[0] || parts.some((part) => part.isOfOthers);
    if (isText || isOfOthers || !kept.some(({ isHead }) => isHead)) return [];
    // `Dreff without errata`
    return kept.map(({ condition }) => condition.replace("-has:", "-is:"));
  }

  site.plainWords = { isShort, read };
})(window.Rulings ??= {});
