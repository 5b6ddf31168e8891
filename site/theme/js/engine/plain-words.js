/** The plain words of a query → its text with a field for each value that they name: as in `search/plain_words.py`. */
(function (site) {
  "use strict";

  const { PhraseReader, has, isFact, nameOf, pattern } = site.conditions;
  const { constants } = site;
  const { FEW_UNREAD, NAMES_OF_FACTS, NUMBER_FIELDS, SHORT_QUERY_WORDS } = constants;

  const FIELD = pattern(constants.FIELD_PATTERN, "g"), ON_OTHERS = pattern(constants.OTHER_KINDS_PATTERN, "i");
  const PUNCTUATION = pattern(constants.PUNCTUATION_PATTERN);
  const BESIDE = ["asking", "not", "only", "source", "join", "to", "bound", "trailing"];

  /** Whether a text is short and no sentence, so that its signs mean something. */
  function isShort(text) {
    const outside = text.replace(FIELD, " ").replace(/-?"[^"]*"/g, " ");
    return outside.split(/\s+/).filter(Boolean).length <= SHORT_QUERY_WORDS && !PUNCTUATION.test(outside);
  }

  /** Whether an item says what is asked about. */
  const isContent = (item) => (Object.keys(item.roles).length > 0 || /^[\p{L}\p{N}]/u.test(item.phrase))
    && !has(item, ...BESIDE) && item.roles.opaque !== "field";

  /** The text with fields, and without words of asking; `keeps`: or without the values. @returns {ValuesRead} */
  function read(index, text, keeps = true) {
    const words = index.analyzer.words(text), whole = words.join(" ");
    const isName = index.names.has(whole) && !index.authorityNames.has(whole) // `errata`, `nodes`
      && !words.some((word) => "list" in (index.roles.get(word) ?? {}));
    if (isName || index.nameTable.exact(whole, ["card"]).matchKind === "title") return readAs(text);
    return new PlainWords(index, text).reading(keeps);
  }

  const readAs = (text, known = {}) => ({ text, notes: [], order: "", person: "", fields: [], doubts: [], ...known });

  /** A query with its conditions (`found`), and what stands beside them. */
  class PlainWords {
    constructor(index, text) {
      const { items, found, unread } = new PhraseReader(index, text);
      Object.assign(this, { text, items, found, unread });
      const isTaken = (number) => found.some(({ first, stop }) => first <= number && number < stop);
      const rest = items.filter((_, number) => !isTaken(number));
      this.roles = new Set(rest.flatMap((item) => Object.keys(item.roles)));
      this.ofRulings = this.roles.has("rulings");
      this.ofCards = rest.some((item) => item.phrase === "cards");
      this.others = rest.filter(isContent);
      this.readFacts(index);
      this.isList = !this.others.length && this.isListed();
      const words = this.others.flatMap((item) => item.phrase.split(" ")).length;
      this.isOpen = words <= (this.roles.has("ruling") ? SHORT_QUERY_WORDS : 0) || isShort(text.replace(/[ ?]+$/, ""));
    }

    /** Sets the facts. */
    readFacts(index) {
      const typed = this.others.map(({ start, end }) => this.text.slice(start, end)).join(" ");
      this.isOfCard = index.nameTable.exact(index.analyzer.words(typed).join(" "), ["card"]).things.length > 0;
      const ofCards = this.ofCards || (this.found.length > 0 && isFact(this.found[0]));
      if (ofCards && !this.ofRulings) // `ice without errata`
        this.found = this.found.map((each) => ({ ...each, field: each.field.replace("-is:errata", "-has:errata") }));
      this.facts = this.found.filter(isFact);
    }

    /** Whether it is one on the rules, or on a word. */
    isQuestion() {
      return this.roles.has("question") && !(this.ofRulings || this.roles.has("show"));
    }

    /** Whether its facts of cards are what is listed, and no topic or ordinary words: not in `wylie on nodes`. */
    isListed() {
      const { facts, found } = this, hasSeveral = facts.length > 1;
      if (hasSeveral && found[0].first === 0 && found[0].isPlural) return true; // `nodes that do not cost 3`
      if (this.isQuestion()) return false;
      const hasKind = found.some((each) => nameOf(each) === "is");
      if (this.ofRulings || this.ofCards || hasKind || !facts.length) return true;
      if (hasSeveral && facts.some((each) => each.isPlural)) return true;
      const names = this.items.filter((item) => has(item, "opaque")).map((item) => item.phrase.split(":")[0]);
      if (names.some((name) => NAMES_OF_FACTS.includes(name))) return true; // `ice cost:>3`
      const isClear = (each) => NUMBER_FIELDS.includes(nameOf(each)) || each.field.startsWith("-");
      return this.roles.has("list") || facts.some(isClear);
    }

    /** Whether a condition is meant. */
    isRead(each) {
      if (this.isList || each.trigger === "always") return true;
      const isAsked = this.isOfCard && nameOf(each) === "is";
      return this.isOpen && (each.trigger === "usual" || isAsked);
    }

    /** The text with a field for each condition that is read. */
    reading(keeps) {
      const listed = this.found.filter((each) => this.isRead(each)), fields = listed.map((each) => this.field(each));
      const notes = listed.map((each) => this.note(each)), doubts = this.doubts(), places = new Map();
      for (const each of this.isOpen ? this.found : [])
        if (each.field.startsWith("-") && !listed.includes(each) && !isFact(each))
          notes.push(`${this.quoted(each)} was searched for as words`);
      if (!listed.length) return readAs(this.text, { notes, doubts });
      for (const each of listed) {
        for (let number = each.first; number < each.stop; number++) places.set(number, " ");
        const isEither = each.isJoined && !each.field.startsWith("-"), field = this.field(each);
        if (keeps && field.includes(":")) places.set(each.first, ` ${isEither ? "OR " : ""}${field} `);
      }
      let text = this.textWith(places);
      if (!keeps) return readAs(text, { fields });
      const order = fields.find((field) => !field.includes(":")) ?? "";
      if (!ON_OTHERS.test(text)) {
        if (this.ofRulings || order) text += " kind:ruling";
        else if (this.facts.length === this.found.length) text += " kind:card";
      }
      const isPerson = fields[0].startsWith("by:") && !(this.others.length || this.roles.has("ruling") || fields[1]);
      return { text, notes, order, person: isPerson ? fields[0].slice(4, -1) : "", fields, doubts };
    }

    field({ field }) {
      return field === "is:superseded*" && this.isOfCard ? `is:reversal OR ${field}` : field;
    }

    quoted({ first, stop }) {
      return `“${this.text.slice(this.items[first].start, this.items[stop - 1].end).replace(/^"+|"+$/g, "")}”`;
    }

    note(each) {
      const field = this.field(each);
      return `${this.quoted(each)} was read as ${field.includes(":") ? field : `the ${field} first`}`;
    }

    /** What was not read and makes a difference, in a wording that is no question on the rules. */
    doubts() {
      const isQuestion = this.isQuestion(), others = this.others.filter((item) => !this.unread.includes(item));
      const isTopic = this.facts.length === this.found.length && this.facts.length < 2 && !this.ofRulings;
      if (isTopic || (isQuestion && !this.isList) || others.length > FEW_UNREAD) return [];
      const words = [...this.unread];
      if (isQuestion) words.push(...this.items.filter((item) => has(item, "question")));
      const quoted = new Set(words.map(({ start, end }) => this.text.slice(start, end)));
      return [...quoted].map((each) => `“${each}” was not understood`);
    }

    /** The text with other words in some places and, if few words stand there, without words of asking. */
    textWith(places) {
      const { text, items } = this, last = items.at(-1).end;
      const parts = items.map((item, number) => {
        const isKept = item.roles.opaque === "field" || isContent(item);
        return places.get(number) ?? (isKept ? text.slice(item.start, items[number + 1]?.start ?? last) : "");
      });
      return parts.join("") + text.slice(last); // what is too long to be read
    }
  }

  site.plainWords = { isShort, read };
})(window.Rulings ??= {});
