/**
 * Divides the plain words of a query into the conditions that they mean and the words that remain,
 * as in `search/plain_words.py`.
 */
(function (site) {
  "use strict";

  const { PhraseReader, has, isHead, itemsOf, meaningToKeep } = site.phrases;
  const { pattern, unquoted } = site.parameters;
  const { All, AnyOf, FieldCondition, fieldsOf, negated, toText } = site.query;
  const {
    BESIDE, END_OF_SENTENCE_PATTERN, FACT_FIELDS, FEW_UNREAD, FIELD_PATTERN, NUMBER_FIELDS,
    PUNCTUATION_PATTERN, SHAPES, SHORT_QUERY_WORDS, WAITING
  } = site.constants;

  const FIELD = pattern(FIELD_PATTERN, "g");
  const PUNCTUATION = pattern(PUNCTUATION_PATTERN);
  const ENDED = pattern(END_OF_SENTENCE_PATTERN);
  const NO_ERRATUM = "-is:errata";
  const ON_OTHERS = ["kind", "in", "game"];

  /** What plain words mean, and the words that remain. */
  class PlainReading {
    conditions = [];
    notes = [];
    order = ""; // what comes first: `newest`, `highest cost`
    kind = ""; // of what is listed, if that is clear
    unread = []; // [what is in no condition, what it means]
    leads = ""; // if it is all conditions: what answers
    person = ""; // if nothing else is asked for

    constructor(text, values) {
      Object.assign(this, { text, ...values });
    }

    /** The conditions, with that on the kind. */
    get nodes() {
      return [...this.conditions, ...(this.kind ? [new FieldCondition("kind", this.kind)] : [])];
    }

    /** The query for its list. */
    get query() {
      const words = this.text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
      const order = this.order.split(" ").filter(Boolean);
      return [...order, ...words, ...this.nodes.map(toText)].join(" ");
    }
  }

  /**
   * Whether a text is short and no sentence, so that its signs mean something. Titles of cards may
   * print punctuation: `Dr. Dreff`.
   */
  function isShort(index, text) {
    let outside = text.replace(FIELD, " ").replace(/-?"[^"]*"/g, " ");
    if (outside.split(/\s+/).filter(Boolean).length > SHORT_QUERY_WORDS) return false;
    if (!PUNCTUATION.test(outside)) return true;
    for (const item of itemsOf(index, outside).reverse())
      if (has(item, "title"))
        outside = `${outside.slice(0, item.start)}_${outside.slice(item.end)}`;
    return !PUNCTUATION.test(outside);
  }

  /**
   * The conditions of a text, and the text without their words and words of asking. If not `keeps`,
   * these words are left out, and there is no condition.
   */
  function read(index, text, keeps = true) {
    const words = index.analyzer.words(text);
    const foldedText = words.join(" ");
    const isName = index.numbersByName.has(foldedText)
      && !index.authorityNames.has(foldedText) // `errata`, `nodes`
      && !words.some((word) => "list" in (index.roles.get(word) ?? {}));
    const isTitle = index.names.exact(foldedText, ["card"]).matchKind === "title";
    const query = new PlainWords(index, text);
    if (isName || isTitle) return new PlainReading(text, { unread: query.unread([]) });
    return query.reading(keeps);
  }

  /** A query with its conditions (`readings`), and what stands beside them. */
  class PlainWords {
    constructor(index, text) {
      const reader = new PhraseReader(index, text);
      const { items } = reader;
      this.unreadable = unreadable(reader);
      const readings = reader.readings.slice(0, reader.readings.length - this.unreadable.length);
      Object.assign(this, { index, text, items, readings });
      const itemsBeside = this.itemsBeside(readings);
      this.roles = new Set(itemsBeside.flatMap((item) => Object.keys(item.roles)));
      this.ofRulings = this.roles.has("rulings");
      this.ofCards = itemsBeside.some((item) => item.phrase === "cards");
      this.content = itemsBeside.filter(isContent);
      // An exception may be put first
      const [first] = [...readings].sort((a, b) => a.isNegated - b.isNegated);
      const onCards = readings.map(onCard);
      if (!this.ofRulings && (this.ofCards || first?.isFact)
        && onCards.every((reading) => reading.isFact))
        this.readings = onCards;
      this.facts = this.readings.filter((reading) => reading.isFact);
      this.names = this.readings.map((reading) => reading.name);
    }

    // What `SHAPES` ask

    /** What answers, if it is all conditions. */
    get leads() {
      if (this.content.length || !this.readings.length) return "";
      return SHAPES.find(([example]) => FITS[example](this))[1];
    }

    /** Whether it is a question on the rules, or on a word. */
    get isQuestion() {
      const first = this.items[0]?.roles ?? {};
      const isListed = this.ofRulings || this.roles.has("show") || "list" in first
        || ("plural" in first && !this.content.length); // `nodes that do not cost 3`
      return (this.roles.has("question") || "defined" in first) && !isListed;
    }

    /** Whether all conditions are facts of cards. */
    get isOfFacts() {
      return this.facts.length === this.readings.length;
    }

    /** Whether nothing is asked for, only something is left out. */
    get onlyLeavesOut() {
      const isList = this.items.some((item) => isHead(item) || has(item, "show", "list"));
      const isAlone = !isList && !this.content.length && !this.typedFields.length;
      return isAlone && this.readings.every((reading) => reading.isNegated);
    }

    /** The facts that are asked for in the plural: `viruses`. */
    get plurals() {
      return this.facts.filter((reading) => reading.isPlural && !reading.isNegated);
    }

    /** The facts that are to be left out. */
    get negatedFacts() {
      return this.facts.filter((reading) => reading.isNegated);
    }

    /** Whether any of several facts is asked for. */
    get isJoined() {
      return this.facts.some((reading) => reading.isJoined && !reading.isNegated);
    }

    /** Whether a condition is more than an ordinary word. */
    get isUsual() {
      return this.readings.some((reading) => reading.trigger !== "ordinary");
    }

    /** Whether facts of cards, or a kind, stand beside it as fields: `ice cost:>3`. */
    hasFacts() {
      return this.typedFields.some((name) => name === "kind" || FACT_FIELDS.includes(name));
    }

    /** The names of the fields that stand beside it: `ice cost:>3`. */
    get typedFields() {
      const opaque = this.items.filter((item) => has(item, "opaque"));
      const names = opaque.map((item) => item.phrase.split(":")[0]);
      return names.map((name) => this.index.fieldsByName.get(name)?.name).filter(Boolean);
    }

    // The conditions that are meant

    /** Whether all that stands beside the conditions is the name of a card. */
    get isOfCard() {
      const { analyzer, names } = this.index;
      const text = this.content.map(({ start, end }) => this.text.slice(start, end)).join(" ");
      return names.exact(analyzer.folded(text), ["card"]).things.length > 0;
    }

    /** Whether so few words stand beside the conditions, or but a card, that these are meant. */
    get isOpen() {
      if (this.isOfCard) return true;
      const wordCount = this.content.flatMap((item) => item.phrase.split(" ")).length;
      const maxWords = this.roles.has("ruling") ? SHORT_QUERY_WORDS : 0;
      const text = this.text.replace(/[ ?]+$/, "");
      // `Wiker, trace, 1997`
      const spaced = this.isProse ? text : text.replaceAll(",", " ");
      return wordCount <= maxWords || isShort(this.index, spaced);
    }

    /** The items that are neither a title nor what may not be lost. */
    get telling() {
      return this.content.filter((item) => !(has(item, "title") || meaningToKeep(item)));
    }

    /**
     * Whether so many words are no conditions, or something is asked about them: `razor wire, who
     * is hit`.
     */
    get isProse() {
      const { length } = this.telling;
      if (this.ofRulings) return length > SHORT_QUERY_WORDS;
      const isAsked = this.items.some((item) => has(item, "interrogative"))
        || this.roles.has("question") || ENDED.test(this.text);
      return length > 0 && (isAsked || length > FEW_UNREAD);
    }

    /** Whether a condition is meant beside other words too. */
    isKind(reading) {
      const isOfEntry = this.isOfCard || this.ofRulings;
      return reading.trigger === "usual" || (isOfEntry && reading.name === "is");
    }

    /** Whether a condition is meant. What is to be left out is so in sentences too. */
    isCondition(reading) {
      if (this.leads || this.onlyLeavesOut) return Boolean(this.leads);
      if (reading.trigger === "always") return true;
      const isClear = this.isOpen || (reading.isNegated && !this.isProse);
      return isClear && this.isKind(reading);
    }

    /** The items that none of these conditions has taken. */
    itemsBeside(readings) {
      const itemNumbers = new Set(readings.flatMap((reading) => reading.itemNumbers));
      const covers = (number) => ({ first, stop }) => first <= number && number < stop;
      const isIdle = (item, number) =>
        !has(item, ...WAITING) && !isHead(item) && readings.some(covers(number));
      return this.items.filter((item, number) =>
        !itemNumbers.has(number) && !isIdle(item, number));
    }

    // What it means

    /** What it means. */
    reading(keeps) {
      const readings = this.readings.filter((reading) => this.isCondition(reading));
      const unread = this.unread(readings);
      const notes = this.notesOnWords(readings);
      if ((!readings.length && !this.isListOfFields) || (this.leads && !keeps))
        return new PlainReading(this.text, { notes, unread });
      const text = this.textWithout(readings);
      if (!keeps) return new PlainReading(text, { notes, unread });
      const groups = this.joined(readings);
      const conditions = groups.map((group) => this.node(group));
      const order = readings.find((reading) => reading.order)?.order ?? "";
      const person = this.person(conditions);
      return new PlainReading(text, {
        conditions,
        notes: [...groups.map((group) => this.note(group)), ...notes],
        order,
        kind: this.kind(order, conditions),
        unread,
        leads: this.leads,
        person: this.content.length || this.roles.has("ruling") ? "" : person
      });
    }

    /** Whether rulings or cards stand beside typed fields alone: `rulings date:1997`. */
    get isListOfFields() {
      const names = this.typedFields;
      const isListed = (this.ofRulings || this.ofCards)
        && !this.readings.length && !this.content.length;
      return isListed && names.length > 0 && !ON_OTHERS.some((name) => names.includes(name));
    }

    /** Notes on what is to be left out, but in none of these conditions. */
    notesOnWords(readings) {
      return this.readings.filter((reading) =>
        reading.isNegated && !readings.includes(reading)
        && (this.isKind(reading) || reading.trigger === "always")
      ).map((reading) => this.note([reading]));
    }

    /** The conditions; those of which one is to be met, together. */
    joined(readings) {
      const groups = [];
      for (const reading of readings) {
        const before = this.readings[this.readings.indexOf(reading) - 1];
        const isJoined = reading.isJoined && !reading.isNegated && readings.includes(before);
        if (isJoined) groups.at(-1).push(reading);
        else groups.push([reading]);
      }
      return groups;
    }

    /** The condition that joined readings mean. */
    node(readings) {
      if (readings.length > 1) return new AnyOf(readings.map((reading) => this.node([reading])));
      const [{ node }] = readings;
      if (!/^-?is:superseded\*$/.test(toText(node)) || !this.isOfCard) return node;
      // What reversed it may be all that is left, and whether it did may be doubtful
      const reversal = new FieldCondition("is", "reversal");
      const superseded = new FieldCondition("is", "superseded*");
      return new AnyOf([reversal, superseded, new FieldCondition("is", "disputed")]);
    }

    /** The kind of what is listed, if that is clear. */
    kind(order, nodes) {
      const names = [...nodes.flatMap(fieldsOf).map(({ name }) => name), ...this.typedFields];
      if (ON_OTHERS.some((name) => names.includes(name))) return "";
      if (this.ofRulings || ["newest", "oldest"].includes(order)) return "ruling";
      return this.isOfFacts ? "card" : "";
    }

    /** The person, if no other condition is asked for. */
    person([node, ...others]) {
      const isPerson = !others.length && node instanceof FieldCondition && node.name === "by";
      return isPerson ? unquoted(node.value) : "";
    }

    /**
     * The numbers, negations and the like that are in none of these conditions, as typed, with what
     * they mean, or nothing if no words can have them; of a question on the rules none.
     */
    unread(readings) {
      if (this.isProse) return [];
      // Not `Crash Everett under City Surveillance`
      const isCounted = this.ofRulings || this.ofCards
        || this.items.some((item) => has(item, "number", "date"));
      const isLost = readings.length > 0 || this.ofRulings || this.isNameAlone
        || (this.readings.length > 0 && this.onlyLeavesOut);
      const unread = new Map();
      if (this.unreadable.length) unread.set(this.wordsOf(this.unreadable), "");
      for (const item of this.itemsBeside([...readings, ...this.unreadable])) {
        const meaning = meaningToKeep(item);
        if (!meaning || (has(item, "bound") && !isCounted)) continue;
        const hasWord = isAlphanumeric(item.phrase) && !isLost;
        unread.set(this.text.slice(item.start, item.end), hasWord ? meaning : "");
      }
      return [...unread];
    }

    /** Whether nothing but a name stands beside what may not be lost: `Aardvark 12`. */
    get isNameAlone() {
      const isName = this.content.some((item) => has(item, "title"));
      const isAsked = this.roles.has("question"); // `can't jack out`
      return isName && !isAsked && !this.telling.length && !this.readings.length;
    }

    /** The words from the first of these readings to the end of the last. */
    wordsOf(readings) {
      const { start } = this.items[readings[0].first];
      const { end } = this.items[readings.at(-1).stop - 1];
      return unquoted(this.text.slice(start, end));
    }

    /** How the words of joined readings were read. */
    note(readings) {
      const [first] = readings;
      const words = this.wordsOf(readings);
      if (!this.isCondition(first))
        return `“${words}” was read as words; add ${toText(first.node)} for the condition`;
      const [superlative] = first.order.split(" ");
      const order = superlative && `the ${superlative} first`;
      const isRange = readings.some(({ node }) => node instanceof All);
      const texts = readings.map((reading) => toText(this.node([reading])));
      // `OR` of the query language joins no ranges
      const asWhat = [texts.join(isRange ? " or " : " OR "), order].filter(Boolean).join(", ");
      return `“${words}” was read as ${asWhat}`;
    }

    /** The text without the items of some conditions and without words of asking. */
    textWithout(readings) {
      const { text, items } = this;
      const last = items.at(-1).end;
      const isTaken = (number) =>
        readings.some(({ first, stop }) => first <= number && number < stop);
      const parts = items.map((item, number) => {
        const end = items[number + 1]?.start ?? last;
        const words = text.slice(item.start, end);
        const isInner = [...words].length < 2 && !isAlphanumeric(words)
          && isAlphanumeric(text.slice(end)); // `R&D` is one word
        const isField = (near) => items[near]?.roles.opaque === "field";
        const joinsFields = item.phrase === "or" && isField(number - 1) && isField(number + 1);
        const isKept = isInner || isContent(item) || isField(number) || joinsFields;
        return isKept && !isTaken(number) ? words : " ";
      });
      return parts.join("") + text.slice(last); // what is too long to be read
    }
  }

  /**
   * The readings from the one on that would ask for cards without certain rulings, which no field
   * says: `cards without rulings by sparky`, `ice without errata from 1997`.
   */
  function unreadable({ items, readings }) {
    for (const [number, reading] of readings.entries()) {
      const before = items.slice(0, reading.first);
      const isOfCards = before.some(({ phrase }) => phrase === "cards")
        || readings.slice(0, number).some(({ isFact }) => isFact);
      if (!isOfCards || before.some((item) => has(item, "rulings"))) continue;
      const deniedItems = items.slice(reading.first, reading.stop + 1);
      const isOnRulings = reading.isNegated && deniedItems.some((item) => has(item, "rulings"));
      if (toText(reading.node) === NO_ERRATUM || (isOnRulings && !reading.isFact)) {
        const laterReadings = readings.slice(number);
        return laterReadings.every((other) => onCard(other).isFact) ? [] : laterReadings;
      }
    }
    return [];
  }

  /** A condition on rulings, as one on cards: `ice without errata`. */
  function onCard(reading) {
    if (toText(reading.node) !== NO_ERRATUM) return reading;
    return reading.replaced({ node: negated(new FieldCondition("has", "errata")) });
  }

  /** Whether a text begins with a letter or figure. */
  const isAlphanumeric = (text) => /^[\p{L}\p{N}]/u.test(text);

  /** Whether an item says what is asked about. */
  const isContent = (item) =>
    (Object.keys(item.roles).length > 0 || isAlphanumeric(item.phrase))
    && !has(item, ...BESIDE) && item.roles.opaque !== "field";

  const WORDS = ["type", "keyword", "set"]; // whose values are ordinary words of the game too
  const isWord = (name) => WORDS.includes(name);
  const isNumber = (name) => NUMBER_FIELDS.includes(name);

  // Which queries have the shape of each row of `SHAPES`
  const FITS = {
    "are upgrades cards": (q) => q.isQuestion && q.isOfFacts,
    "can wylie be official": (q) => q.isQuestion,
    "not by Sparky": (q) => q.onlyLeavesOut && !q.names.every(isWord),
    "rulings on preps": (q) => q.ofRulings || q.ofCards || q.hasFacts(),
    "taken back": (q) => q.names.every((name) => name === "is") && !q.isUsual,
    "wylie 99": (q) => !q.facts.length || q.names.includes("is"),
    "list of viruses": (q) => q.isOfFacts && q.roles.has("list"),
    "the strongest wall": (q) => q.readings.some(({ order }) => order),
    "not ice": (q) => q.names.every(isWord) && q.negatedFacts.length === q.facts.length,
    "walls and sentries": (q) => q.isJoined && !q.names.some(isNumber),
    "noisy icebreakers": (q) => q.facts.length > 1 && q.plurals.length > 0,
    "trash cost 0": (q) => q.names.every(isNumber),
    "noisy without stealth": (q) => q.negatedFacts.length > 0,
    "virus program": (q) => q.names.every(isWord) && !q.plurals.length,
    "wylie on nodes": (q) => !q.isOfFacts && !q.names.some(isNumber),
    "runner program": () => true
  };

  site.plainWords = { PlainReading, isShort, read };
})(window.Rulings ??= {});
