/**
 * A query as typed and the options of a search → a request: what is asked for, and which documents may answer, as
 * `search/request.py` reads it.
 */
(function (site) {
  "use strict";

  const { parse } = site.query;
  const { expand } = site.expansion;
  const { known, resolve } = site.names;
  const { MAX_QUERY_LENGTH, NAME_CONFIDENCE } = site.constants;
  const NEWEST = new RegExp(`^${site.constants.NEWEST}$`, "i");

  /**
   * @typedef {object} Options
   * @property {?number} [limit] hits that are put into words (10); null: all
   * @property {string} [side] @property {string} [type] @property {string} [game] @property {string[]} [kinds]
   * @property {boolean} [official] only what was said with authority
   * @property {boolean} [byDate] the newest first
   * @property {boolean} [typing] whether the last word may be unfinished
   */

  /**
   * @typedef {object} Request
   * @property {object} index see `search-index.js`
   * @property {string} typed the query, with `newest rulings` as fields @property {string} shown the same on one line
   * @property {object} query see `search-query-parser.js` @property {object} expansion see `search-expansion.js`
   * @property {number[]} subjects the cards or the topic of which the query is just the name
   * @property {?Uint8Array} candidateFilter the documents that pass fields and options; null: all
   * @property {boolean} withNames whether cards and topics are asked for
   * @property {boolean} newest whether the newest come first
   * @property {?number} limit @property {Options} options
   */

  /** @returns {Request} */
  function understand(index, typed, options) {
    const newest = NEWEST.exec(typed);
    if (newest)
      typed = (newest[1] ?? "").toLowerCase() === "errata" ? `is:errata${newest[2]}` : `kind:ruling${newest[2]}`;
    const query = parse(index, typed);
    let candidateFilter = matching(index, query.must, options);
    if (query.must && !candidateFilter.includes(1) && query.fallback.trim()) {
      const withoutPhrases = matching(index, query.fields, options);
      if (!withoutPhrases || withoutPhrases.includes(1)) {
        query.notes.push("nothing matches the query exactly; its words were searched for instead");
        [query.text, query.must, candidateFilter] = [query.fallback, query.fields, withoutPhrases];
        query.patterns = [];
      }
    }
    const text = [...query.text].slice(0, MAX_QUERY_LENGTH).join("");
    let expansion = expand(index, text, query.patterns, options.typing), subjects = [];
    // every word is unknown or a guess: nothing is known of what was asked
    const { unknown, corrected, concepts, entities } = expansion;
    if (unknown.length && corrected.size === concepts.length && !entities.length)
      expansion = { ...expansion, concepts: [] };
    const withNames = admitsNames(index, candidateFilter, options);
    if (!query.must || withNames) [subjects, expansion] = readAsName(index, expansion);
    return {
      index, typed, query, expansion, subjects, candidateFilter, withNames, options,
      shown: [...typed].slice(0, 400).join("").split(/[\p{C}\p{Z}]+/u).filter(Boolean).join(" "),
      newest: Boolean(options.byDate || newest),
      limit: options.limit === undefined ? 10 : options.limit,
    };
  }

  /** The documents that pass fields and options; null: all. */
  function matching(index, must, { side, type, game, kinds, official }) {
    const facts = Object.entries({ side, type, game }).filter(([, value]) => value);
    const sets = facts.map(([name, value]) => index.term(name, index.analyzer.slug(value)));
    if (must) sets.push(must);
    if (official) sets.push(index.term("is", "official"));
    if (kinds) sets.push(index.setOf((doc) => kinds.includes(doc.kind)));
    return sets.length ? sets.reduce((all, set) => all.map((one, n) => one & set[n])) : null;
  }

  /** Whether cards and topics are asked for: by the kinds in `options`, or because fields leave nothing else. */
  function admitsNames(index, candidateFilter, { kinds }) {
    if (kinds) return kinds.some((kind) => kind === "card" || kind === "topic");
    return Boolean(candidateFilter) && index.docs.every((doc) => !candidateFilter[doc.place] || !doc.questions);
  }

  /**
   * The cards or the topic of which the query is just the name, and how the query is then read: if a card is named in
   * part or misspelt, the query asks for the card instead of the words.
   */
  function readAsName(index, expansion) {
    if (!expansion.words.length) return [[], expansion];
    const { cards, exactly } = cardsOfWhole(index, expansion);
    if (cards.length) return [cards, exactly ? expansion : onlyFor(expansion, cards)];
    return [known(index.tables.topic, expansion.words.join(" ")).map((topic) => topic.place), expansion];
  }

  /** The cards that the whole query names, and whether it names them exactly. */
  function cardsOfWhole(index, { entities, words, unknown, corrected }) {
    const whole = words.join(" "), { card: table } = index.tables, none = { cards: [], exactly: false };
    const [only] = entities, places = (things) => things.map((thing) => thing.place);
    if (entities.length === 1 && only.start === 0 && only.stop === words.length) {
      const isName = only.corrected || only.confidence * only.cards.length ** 0.5 >= NAME_CONFIDENCE;
      return { cards: isName ? only.cards : [], exactly: true };
    }
    if (words.length > 5) return none;
    const strange = unknown.length > 0 || corrected.size > 0 || entities.some((entity) => entity.corrected);
    const exact = known(table, whole);
    if (exact.length === 1) return { cards: places(exact), exactly: true };
    const common = entities.length
      ? only.cards.filter((card) => entities.every((entity) => entity.cards.includes(card)))
      : [];
    if (entities.length && !common.length) return none; // several cards are named
    if (!entities.length && words.length === 1 && !strange) return none;
    const { status, things } = resolve(table, whole, strange), cards = places(things);
    const meant = entities.length ? cards.some((card) => common.includes(card)) : cards.length;
    const isClear = status === "found" || (strange && !entities.length);
    return meant && isClear ? { cards, exactly: false } : none;
  }

  /** The same query, asking for these cards instead of its words. */
  function onlyFor(expansion, cards) {
    const entity = { start: 0, stop: expansion.words.length, cards, confidence: 1, corrected: null };
    return { ...expansion, concepts: [], unknown: [], corrected: new Map(), entities: [entity] };
  }

  site.request = { understand };
})((window.Rulings = window.Rulings || {}));
