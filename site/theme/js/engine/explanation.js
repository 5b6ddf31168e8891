/**
 * A query and its results → sentences, as in `search/explanation.py`: why nothing was found, what was never ruled on.
 */
(function (site) {
  "use strict";

  const { resolve } = site.names;
  const {
    GAMES, MAX_LISTED, MAX_NEAREST_WORDS, MAX_NOTE_QUOTE_LENGTH, MAX_UNRULED_CARDS, NETRUNNER, UNRULED_CONFIDENCE
  } = site.constants;

  /**
   * Why nothing was found, and the cards (if only topics pass the fields, the topics) with the nearest names, unless it
   * is due to fields alone.
   * @param {Request} request see `request.js`
   * @returns {{reasons: string[], nearest: SearchDocument[]}}
   */
  function whyNothingFound(request) {
    const { index, query, expansion } = request;
    if (!expansion.words.length && !query.condition)
      return { reasons: ["there is no word in the query to search for"], nearest: [] };
    if (query.condition && !query.condition.includes(1))
      return { reasons: ["nothing matches the whole query"], nearest: [] };
    const asksForTopics = query.condition
      && index.docs.every(({ kind }, number) => kind === "topic" || !query.condition[number]);
    const isShort = expansion.words.length && expansion.words.length <= MAX_NEAREST_WORDS;
    const resolved = isShort && !surelyNamed(request).length
      ? resolve(index.nameTables[asksForTopics ? "topic" : "card"], expansion.words.join(" "))
      : null;
    const nearest = resolved ? (resolved.nearest.length ? resolved.nearest : resolved.matches) : [];
    const reasons = () => {
      if (expansion.unknown.length && !expansion.concepts.length) return [unknownWords(request)];
      return [query.condition ? "your filters exclude every match for these words" : "nothing matches well enough"];
    };
    return { reasons: reasons(), nearest };
  }

  /** Sentences that say how misspelt words were read. */
  const correctedWords = ({ expansion }) =>
    [...expansion.corrected].map(([word, meant]) => `“${word}” was read as “${meant}”`);

  /** A sentence naming, as typed, the words that occur in no ruling, section or step. */
  function unknownWords({ index, shown, expansion }) {
    const { words } = index.analyzer, { unknown } = expansion;
    const typedWords = shown.split(/\s+/).filter((word) => words(word).some((part) => unknown.includes(part)));
    const asTyped = typedWords.map((word) => word.replace(/^["'()*~.,;:!?]+|["'()*~.,;:!?]+$/g, ""));
    const distinct = [...new Set(asTyped.length ? asTyped : unknown)];
    const quoted = distinct.slice(0, MAX_LISTED).map((word) => `“${word.slice(0, MAX_NOTE_QUOTE_LENGTH)}”`);
    const listed = quoted.length === 1 ? quoted[0] : `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
    return `no ruling, section or step has ${listed}`;
  }

  /** The cards that the query surely names, each once. */
  function surelyNamed({ expansion }) {
    const sure = expansion.mentions
      .filter(({ cards, confidence }) => cards.length === 1 && confidence >= UNRULED_CONFIDENCE);
    return [...new Set(sure.map(({ cards }) => cards[0]))];
  }

  /** The rulings, sections and steps about a card. */
  const entriesAbout = (index, card) => index.about(card).docs.filter((number) => index.docs[number].kind !== "card");

  /** Sentences for named cards that nothing was ever ruled on: the hits are then about something else. */
  function cardsWithoutRulings(request) {
    const { index } = request;
    const cards = surelyNamed(request)
      .filter((card) => !entriesAbout(index, card).length)
      .map((card) => index.docs[card]);
    const ruled = index.term("kind", "ruling");
    const sentences = cards.map(({ title, keyword: keywords }) => {
      const ruledKeywords = keywords.filter((keyword) =>
        index.term("keyword", index.analyzer.fieldTerm(keyword)).some((has, number) => has && ruled[number]));
      const fields = ruledKeywords.map((keyword) =>
        (keyword.includes(" ") ? `keyword:"${keyword.toLowerCase()}"` : `keyword:${keyword.toLowerCase()}`));
      const others = fields.length ? `; rulings on its keywords: ${fields.join(", ")}` : "";
      return `nothing was ever ruled on ${title}${others}`;
    });
    return sentences.slice(0, MAX_UNRULED_CARDS);
  }

  /** A list with a sentence for two named cards that no ruling concerns together; otherwise empty. */
  function cardsWithoutJointRuling(request) {
    const { index, query } = request, cards = surelyNamed(request);
    if (cards.length !== 2 || query.hasOperators) return [];
    const [first, second] = cards.map((card) => entriesAbout(index, card));
    if (first.some((number) => second.includes(number))) return [];
    return [`no ruling concerns both ${cards.map((card) => index.docs[card].title).join(" and ")}`];
  }

  /** A sentence if the best hit is on another game, of which the query does not speak. */
  function onlyAnotherGame({ expansion, query }, { game }) {
    if (game === NETRUNNER || expansion.sources.size || query.condition) return [];
    return [`only the regulations of ${GAMES[game]} speak of this`];
  }

  site.explanation = {
    whyNothingFound, correctedWords, unknownWords, cardsWithoutRulings, cardsWithoutJointRuling, onlyAnotherGame
  };
})((window.Rulings = window.Rulings || {}));
