/**
 * A query as typed and the options of a search → a request: what is asked for, and which documents may answer, as in
 * `search/request.py`.
 */
(function (site) {
  "use strict";

  const { parse } = site.queryParser;
  const { expand } = site.expansion;
  const { directMatches, resolve } = site.names;
  const { MAX_PARTIAL_NAME_WORDS, MAX_QUERY_LENGTH, MAX_SHOWN_LENGTH, NAME_QUERY_CONFIDENCE } = site.constants;
  const NEWEST = new RegExp(`^${site.constants.NEWEST_PATTERN}$`, "i");

  /**
   * @typedef {object} Options
   * @property {?number} [limit] maximum number of hits (default 10); null: all
   * @property {boolean} [byDate] whether the newest come first
   * @property {boolean} [typing] whether the last word may be unfinished
   */

  /**
   * @typedef {object} Request
   * @property {Index} index see `index.js`
   * @property {string} typed the query as typed
   * @property {string} shown the same on one line
   * @property {ParsedQuery} query see `query-parser.js`
   * @property {Expansion} expansion see `expansion.js`
   * @property {number[]} namedSubjects the cards or the topic of which the query is just the name
   * @property {boolean} includesSubjects whether cards and topics are asked for
   * @property {boolean} byDate whether the newest come first
   * @property {?number} limit
   */

  /** Reads a query. Every text is a valid query. @returns {Request} */
  function understand(index, typed, options) {
    const newest = NEWEST.exec(typed);
    const typedWords = index.analyzer.words(typed), authority = index.authorityNames.get(typedWords.join(" "));
    const keyword = typedWords.join("-");
    const isRare = typedWords.length > 1 || !index.frequency(index.analyzer.stem(keyword));
    const isKeyword = isRare && index.lexicon("keyword").includes(keyword);
    let rewritten = isKeyword ? `keyword:"${typedWords.join(" ")}"` : authority ? `by:"${authority}"` : typed;
    if (newest) {
      const [kind, words, fields] = newest.slice(1).map((part) => part ?? "");
      rewritten = `${kind.toLowerCase() === "errata" ? "is:errata" : "kind:ruling"}${words}${fields}`;
    }
    let query = parse(index, rewritten);
    if (isKeyword) query.notes.push(`read as keyword:${keyword}: cards with this keyword, and what is on them`);
    else if (authority) query.notes.push(`read as ${rewritten}: what this authority said or passed on`);
    if (query.condition && !query.condition.includes(1) && query.fallbackText.trim()) {
      const relaxed = {
        ...query, text: query.fallbackText, condition: query.fieldConditions, hasOptionalWords: true,
        hasOperators: false, patterns: [],
        notes: [...query.notes, "nothing matches the query exactly; its words were searched for instead"]
      };
      if (!relaxed.condition || relaxed.condition.includes(1)) query = relaxed;
    }
    const text = [...query.text].slice(0, MAX_QUERY_LENGTH).join("");
    let expansion = expand(index, text, query.patterns, options.typing), namedSubjects = [];
    const { unknown, corrected, concepts, mentions } = expansion;
    const areGuesses = concepts.every(({ word }) => corrected.has(word));
    if (unknown.length && areGuesses && !mentions.length)
      expansion = { ...expansion, concepts: [] }; // nothing is known of what is asked for
    const includesSubjects = onlySubjectsPass(index, query.condition);
    if (!query.condition || includesSubjects) [namedSubjects, expansion] = readAsName(index, expansion);
    return {
      index, typed, query, expansion, namedSubjects, includesSubjects,
      shown: [...typed].slice(0, MAX_SHOWN_LENGTH).join("").split(/[\p{C}\p{Z}]+/u).filter(Boolean).join(" "),
      byDate: Boolean(options.byDate || newest),
      limit: options.limit === undefined ? 10 : options.limit,
    };
  }

  /** Whether nothing but cards and topics passes the fields, so that these are asked for. */
  function onlySubjectsPass(index, condition) {
    return Boolean(condition) && index.docs.every((doc) => !condition[doc.number] || !doc.questions);
  }

  /**
   * The cards or the topic of which the query is just the name, and how the query is then read: if a card is named in
   * part or misspelt, the query asks for the card instead of the words.
   */
  function readAsName(index, expansion) {
    if (!expansion.words.length) return [[], expansion];
    const { cards, isExact } = cardsNamedByWholeQuery(index, expansion);
    if (cards.length) return [cards, isExact ? expansion : onlyCards(expansion, cards)];
    return [directMatches(index.nameTables.topic, expansion.words.join(" ")).map((topic) => topic.number), expansion];
  }

  /** The cards that the whole query names, and whether it names them exactly. */
  function cardsNamedByWholeQuery(index, { mentions, words, unknown, corrected }) {
    const whole = words.join(" "), { card: table } = index.nameTables, nothing = { cards: [], isExact: false };
    const [first] = mentions, numbersOf = (docs) => docs.map((doc) => doc.number);
    if (mentions.length === 1 && first.start === 0 && first.stop === words.length) {
      const isName = first.corrected || first.confidence * first.cards.length ** 0.5 >= NAME_QUERY_CONFIDENCE;
      return { cards: isName ? first.cards : [], isExact: true }; // it is one name that is looked for in queries
    }
    if (words.length > MAX_PARTIAL_NAME_WORDS) return nothing; // it is too long for a part of a name
    const hasTypo = unknown.length > 0 || corrected.size > 0 || mentions.some((mention) => mention.corrected);
    const exact = directMatches(table, whole);
    if (exact.length === 1) return { cards: numbersOf(exact), isExact: true }; // it is another name
    if (!mentions.length && words.length === 1 && !hasTypo) return nothing; // it is an ordinary word
    const { outcome, matches } = resolve(table, whole, hasTypo), cards = numbersOf(matches);
    const isMeant = cards.some((card) => mentions.every((mention) => mention.cards.includes(card)));
    const isClear = outcome === "found" || (hasTypo && !mentions.length);
    return isMeant && isClear ? { cards, isExact: false } : nothing; // it may be a part of a name, or misspelt
  }

  /** The same query, asking for these cards instead of its words. */
  function onlyCards(expansion, cards) {
    const mention = { start: 0, stop: expansion.words.length, cards, confidence: 1, corrected: null };
    return { ...expansion, concepts: [], unknown: [], corrected: new Map(), mentions: [mention] };
  }

  site.request = { understand };
})((window.Rulings = window.Rulings || {}));
