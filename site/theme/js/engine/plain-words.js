/**
 * The plain words of a query → its text with a field for each value that they name: as in
 * `search/plain_words.py`.
 */
(function (site) {
  "use strict";

  const { PhraseReader, WAITING, has, isFact, mark, nameOf, pattern } = site.conditions;
  const { constants } = site;
  const { FEW_UNREAD, NAMES_OF_FACTS, NUMBER_FIELDS, SHORT_QUERY_WORDS } = constants;

  const FIELD = pattern(constants.FIELD_PATTERN, "g");
  const ON_OTHERS = pattern(constants.OTHER_KINDS_PATTERN, "i");
  const PUNCTUATION = pattern(constants.PUNCTUATION_PATTERN);
  const ENDED = pattern(constants.END_OF_SENTENCE_PATTERN);
  const BESIDE = [
    "asking", "only", "join", "to", "trailing", "not", "minus", "bound", "source"
  ];

  /** Whether a text is short and no sentence, so that its signs mean something. */
  function isShort(text) {
    const outside = text.replace(FIELD, " ").replace(/-?"[^"]*"/g, " ");
    const { length } = outside.split(/\s+/).filter(Boolean);
    return length <= SHORT_QUERY_WORDS && !PUNCTUATION.test(outside);
  }

  /**
   * The text with fields, and without words of asking; `keeps`: or without the values.
   * @returns {ValuesRead}
   */
  function read(index, text, keeps = true) {
    const words = index.analyzer.words(text), foldedText = words.join(" ");
    const isName = index.numbersByName.has(foldedText)
      && !index.authorityNames.has(foldedText) // `errata`, `nodes`
      && !words.some((word) => "list" in (index.roles.get(word) ?? {}));
    const isTitle = index.names.exact(foldedText, ["card"]).matchKind === "title";
    const query = new PlainWords(index, text);
    return isName || isTitle ? readAs(text, { unread: query.unread([]) }) : query.reading(keeps);
  }

  const readAs = (text, result = {}) => ({
    text, notes: [], order: "", person: "", fields: [], unread: [], leads: "", ...result
  });

  /** The query for the list of a text that was read. */
  const listQuery = ({ order, text }) =>
    [...order.split(" "), ...text.split(/\s+/)].filter(Boolean).join(" ");

  /** A query with its conditions (`readings`), and what stands beside them. */
  class PlainWords {
    constructor(index, text) {
      const { items, readings } = new PhraseReader(index, text);
      Object.assign(this, { text, items, readings });
      const itemsBeside = this.itemsBeside(readings);
      this.roles = new Set(itemsBeside.flatMap((item) => Object.keys(item.roles)));
      this.ofRulings = this.roles.has("rulings");
      this.ofCards = itemsBeside.some((item) => item.phrase === "cards");
      this.others = itemsBeside.filter(isContent);
      this.readFacts(index);
      this.isQuestion = this.asks();
      const isList = readings.length > 0 && !this.others.length;
      this.leads = isList ? SHAPES.find(([, , fits]) => fits(this))[1] : "";
      const words = this.others.flatMap((item) => item.phrase.split(" ")).length;
      const maxWords = this.roles.has("ruling") ? SHORT_QUERY_WORDS : 0;
      this.isOpen = words <= maxWords || isShort(text.replace(/[ ?]+$/, ""));
    }

    /** The items that none of these conditions has taken. */
    itemsBeside(readings) {
      const takenNumbers = new Set(readings.flatMap((reading) => reading.itemNumbers));
      const isIdle = (number) =>
        readings.some(({ first, stop }) => first <= number && number < stop);
      return this.items.filter((item, number) =>
        !takenNumbers.has(number) && !(isIdle(number) && !has(item, ...WAITING)));
    }

    /** Sets the facts. */
    readFacts(index) {
      const text = this.others.map(({ start, end }) => this.text.slice(start, end)).join(" ");
      const about = index.analyzer.words(text).join(" ");
      this.isOfCard = index.names.exact(about, ["card"]).things.length > 0;
      const ofCards = this.ofCards || (this.readings.length > 0 && isFact(this.readings[0]));
      if (ofCards && !this.ofRulings) { // `ice without errata`
        this.readings = this.readings.map((reading) => ({
          ...reading, field: reading.field.replace("-is:errata", "-has:errata")
        }));
      }
      this.facts = this.readings.filter(isFact);
      this.isOfFacts = this.facts.length === this.readings.length;
      this.names = this.readings.map(nameOf);
      this.plurals = this.facts.filter((reading) => reading.isPlural);
      this.isJoined = this.facts.some((reading) => reading.isJoined);
      this.isUsual = this.readings.some((reading) => reading.trigger !== "ordinary");
    }

    /** Whether it is a question on the rules, or on a word. */
    asks() {
      const first = this.items[0]?.roles ?? {};
      const isListed = this.ofRulings || this.roles.has("show") || "list" in first
        || ("plural" in first && !this.others.length); // `nodes that do not cost 3`
      return (this.roles.has("question") || "defined" in first) && !isListed;
    }

    /** Whether facts of cards, or a kind, stand beside it as fields: `ice cost:>3`. */
    hasFields() {
      const opaque = this.items.filter((item) => has(item, "opaque"));
      const names = opaque.map((item) => item.phrase.split(":")[0]);
      return names.some((name) => name === "kind" || NAMES_OF_FACTS.includes(name));
    }

    /** Whether a condition is meant. */
    isRead(reading) {
      if (this.leads || reading.trigger === "always") return true;
      const isAsked = this.isOfCard && nameOf(reading) === "is";
      return this.isOpen && (reading.trigger === "usual" || isAsked);
    }

    /** The text with a field for each condition that is read. */
    reading(keeps) {
      const readings = this.readings.filter((reading) => this.isRead(reading));
      const unread = this.unread(readings);
      if (!readings.length || (this.leads && !keeps)) return readAs(this.text, { unread });
      const fields = readings.map((reading) => this.field(reading));
      let text = this.textWith(this.places(readings, keeps));
      if (!keeps) return readAs(text, { fields, unread });
      const order = readings.find((reading) => reading.order)?.order ?? "";
      if (!ON_OTHERS.test(text)) text += this.kind(order);
      const notes = readings.map((reading) => this.note(reading)), person = this.person(fields);
      return { text, notes, order, person, fields, unread, leads: this.leads };
    }

    /** The field for the kind of what is listed, if that is clear. */
    kind(order) {
      if (this.ofRulings || ["newest", "oldest"].includes(order)) return " kind:ruling";
      return this.isOfFacts ? " kind:card" : "";
    }

    /** The person, if these fields name nothing else and nothing else is asked for. */
    person(fields) {
      const isAlone = fields.length === 1 && !this.others.length && !this.roles.has("ruling");
      return isAlone && fields[0].startsWith("by:") ? fields[0].slice(4, -1) : "";
    }

    /**
     * The numbers, negations and the like that are in none of these conditions, as typed, with what
     * they mean, or nothing if no words can have them; of a question on the rules none.
     */
    unread(readings) {
      const words = this.others.filter(isTelling);
      if (this.isProse(words)) return [];
      const isName = this.others.some(isTitle) && !(words.length || this.readings.length);
      const isLost = readings.length > 0 || this.ofRulings || isName; // `Aardvark 12`
      const isCounted = this.ofRulings || this.ofCards
        || this.items.some((item) => has(item, "number", "date"));
      const unread = new Map();
      for (const item of this.itemsBeside(readings)) {
        const meaning = mark(item), isIdle = has(item, "bound") && !isCounted;
        if (!meaning || isIdle) continue; // `Crash Everett under City Surveillance`
        const isSign = !/^[\p{L}\p{N}]/u.test(item.phrase);
        unread.set(this.text.slice(item.start, item.end), isLost || isSign ? "" : meaning);
      }
      return [...unread];
    }

    /**
     * Whether so many words are no conditions, or something is asked about them: `razor wire, who
     * is hit`.
     */
    isProse(words) {
      if (this.ofRulings) return words.length > SHORT_QUERY_WORDS;
      const isAsked = this.items.some((item) => has(item, "interrogative"))
        || this.roles.has("question") || ENDED.test(this.text);
      return words.length > 0 && (isAsked || words.length > FEW_UNREAD);
    }

    /** The number of each item of these conditions → what stands there instead. */
    places(readings, keeps) {
      const places = new Map();
      for (const reading of readings) {
        for (let number = reading.first; number < reading.stop; number++) places.set(number, " ");
        const field = this.field(reading), isEither = reading.isJoined && !field.startsWith("-");
        if (keeps && field.includes(":"))
          places.set(reading.first, ` ${isEither ? "OR " : ""}${field} `);
      }
      return places;
    }

    field({ field }) {
      return field === "is:superseded*" && this.isOfCard ? `is:reversal OR ${field}` : field;
    }

    note(reading) {
      const { start } = this.items[reading.first], { end } = this.items[reading.stop - 1];
      const words = this.text.slice(start, end);
      const asWhat = reading.order ? `the ${reading.order} first` : this.field(reading);
      return `“${words.replace(/^"+|"+$/g, "")}” was read as ${asWhat}`;
    }

    /**
     * The text with other words in some places and, if few words stand there, without words of
     * asking.
     */
    textWith(places) {
      const { text, items } = this, last = items.at(-1).end;
      const parts = items.map((item, number) => {
        const end = items[number + 1]?.start ?? last;
        const isKept = item.roles.opaque === "field" || isContent(item);
        return places.get(number) ?? (isKept ? text.slice(item.start, end) : "");
      });
      return parts.join("") + text.slice(last); // what is too long to be read
    }
  }

  /** Whether an item says what is asked about. */
  const isContent = (item) =>
    (Object.keys(item.roles).length > 0 || /^[\p{L}\p{N}]/u.test(item.phrase))
    && !has(item, ...BESIDE) && item.roles.opaque !== "field";

  /** Whether an item is the title of a card or topic. */
  const isTitle = (item) => (item.roles.denied ?? "").includes('"');

  /** Whether an item is neither a title nor what may not be lost. */
  const isTelling = (item) => !(isTitle(item) || mark(item));

  const WORDS = ["type", "keyword", "set"]; // whose values are ordinary words of the game too
  const isNumber = (name) => NUMBER_FIELDS.includes(name);

  // Shapes of queries that are all conditions: an example, what answers, and which have it: the
  // first that fits, as in Python
  const SHAPES = [
    ["are upgrades cards", "question", (q) => q.isQuestion && q.isOfFacts],
    ["can wylie be official", "", (q) => q.isQuestion],
    ["rulings on preps", "list", (q) => q.ofRulings || q.ofCards || q.hasFields()],
    ["taken back", "either", (q) => q.names.every((name) => name === "is") && !q.isUsual],
    ["wylie 99", "list", (q) => !q.facts.length || q.names.includes("is")],
    ["list of viruses", "list", (q) => q.isOfFacts && q.roles.has("list")],
    ["not ice", "list", (q) => q.facts.some((fact) => fact.field.startsWith("-"))],
    ["walls and sentries", "either", (q) => q.isJoined && !q.names.some(isNumber)],
    ["noisy icebreakers", "list", (q) => q.facts.length > 1 && q.plurals.length > 0],
    ["trash cost 0", "words", (q) => q.names.every(isNumber)],
    ["virus program", "", (q) => q.names.every((name) => WORDS.includes(name)) && !q.plurals[0]],
    ["wylie on nodes", "", (q) => !q.isOfFacts && !q.names.some(isNumber)],
    ["runner program", "either", () => true],
  ];

  site.plainWords = { isShort, listQuery, read };
})(window.Rulings ??= {});
