/**
 * What was found → why the words shown may not answer: the exits are the rules of `RULES` in
 * `search/answerability.py`, in their order.
 */
(function (site) {
  "use strict";

  const { itemsOf, meaningToKeep } = site.phrases;
  const { UNHIGHLIGHTED_WORDS } = site.passages;
  const { isFor, playersAsked } = site.ranking;
  const { foreignGame, onBoth } = site.finding;
  const { notesOnTheOtherGame, unknownWords, cardsWithoutRulings } = site.messages;
  const { NETRUNNER } = site.constants;

  /**
   * Why the words shown may not answer; nothing if they surely do, or the query is a whole name.
   */
  function reasonsOf(request, found, hits) {
    const { index, expansion, query } = request;
    const best = found.ranked.find(({ coverage }) => coverage !== undefined);
    const aboutGame = notesOnTheOtherGame(request);
    if (aboutGame.length) return aboutGame;
    const players = playersAsked(expansion);
    const rows = [...index.ofPlayers.values()];
    if (
      players !== null
      && best
      && index.docs[best.number].game !== NETRUNNER
      && !rows.some((row) => isFor(players, row))
    )
      return [`no table has a row for ${players} players`];
    const inNoDocument = asksTheRulebook(request);
    if (inNoDocument.length) return inNoDocument;
    const lost = loses(request, hits);
    if (lost.length) return lost;
    if (
      request.isName
      || query.numbers.length
      || (request.named.length && !expansion.unknown.length)
    )
      return [];
    if (best && onBoth(request).has(index.docs[best.number].id)) return [];
    const strength = strengthOf(request, found);
    const unknown = unknownWords(request);
    const or = (why) => (unknown.length ? unknown : [why]);
    if (strength === null) return unknown;
    const rules = foreignGame(request, best.number);
    if (rules) return [`the best match is about ${rules}`];
    const isShown = hasShownWord(request, hits);
    if (!expansion.cardNames.length && !request.typing && !isShown) {
      const [word, ...others] = [...new Set(expansion.contentWords)].filter(
        (each) => !expansion.corrected.has(each)
      );
      const isAlone =
        word !== undefined && !others.length && !unknown.length && !index.isPrinted(word);
      if (isAlone)
        return [`no ruling, section or step has “${word}”; what follows is near in meaning`];
      return or("what follows has none of these words; it is near in meaning");
    }
    const { negative: weight, ...levels } = index.weights.confidence;
    const least = expansion.sureCards.length ? levels.least : levels.least_without_card;
    if ((isShown && expansion.terms.length === 1) || strength >= least) return [];
    const isLikeNegative = strength + weight * found.negativeSimilarity >= least;
    const unruled = cardsWithoutRulings(request);
    const why = isLikeNegative
      ? "this is like questions that nothing"
      : "no ruling, section or step surely";
    return unruled.length && !unknown.length ? unruled : or(`${why} here answers`);
  }

  /** Numbers, negations and the like in no condition, in no name and not in the words shown. */
  function loses({ index, expansion, query, isName }, hits) {
    if (isName) return []; // `fetch 401`
    const { unread } = query.plain;
    const named = [...expansion.covered].map((place) => expansion.words[place]);
    named.push(String(playersAsked(expansion)));
    const shown = unread.some(([, meant]) => meant) ? hits : [];
    const marks = shown.flatMap(({ doc, passage }) =>
      itemsOf(index, `${doc.title} ${passage}`).map(meaningToKeep)
    );
    return unread
      .filter(([, meant]) => !meant || !marks.includes(meant))
      .filter(([text]) => !named.includes(text.toLowerCase()))
      .map(([text]) => `“${text}” was not understood`);
  }

  /**
   * A sentence if no document answers, though some entry has the words; names of cards do not
   * count.
   */
  function asksTheRulebook({ index, expansion }) {
    const { topics, beside } = index.data.rulebook;
    const words = expansion.words.filter((_, place) => !expansion.covered.has(place));
    const stems = words.map(index.analyzer.stem);
    const telling = stems.filter(
      (each, i) => !UNHIGHLIGHTED_WORDS.has(words[i]) && !beside.includes(each)
    );
    const found = Object.entries(topics)
      .map(([asked, sentence]) => [asked.split(" "), sentence])
      .find(
        ([asked]) =>
          telling.every((each) => asked.includes(each))
          && asked.every((each) => stems.includes(each))
      );
    return found ? [found[1]] : [];
  }

  /**
   * How well the best entry answers what is known of the query; null if the query is all
   * conditions.
   */
  function strengthOf({ index, expansion, query, onlyNames }, { ranked, negativeSimilarity }) {
    const best = ranked.find(({ coverage }) => coverage !== undefined);
    const { words, termGroups, unknown } = expansion;
    const areCovered = expansion.covered.size === words.length;
    const mustMatch = onlyNames || (query.condition && (areCovered || !query.hasOptionalWords));
    if (!words.length || mustMatch || !best) return null;
    const known = termGroups.reduce((sum, { weight }) => sum + weight, 0);
    const missing = unknown.length * index.idf(1);
    const { length, negative: weight } = index.weights.confidence;
    const answered =
      ((best.score + length * Math.log(words.length)) * known) / (known + missing || 1);
    return answered - weight * negativeSimilarity;
  }

  /** Whether any word typed or meant stands in what is shown: see `search/answerability.py`. */
  function hasShownWord({ index, expansion }, hits) {
    const { words, stem, uninflected } = index.analyzer;
    const meant = (word) => expansion.corrected.get(word) ?? word;
    const content = expansion.contentWords.map(meant);
    const isInTexts = content.some((word) => index.withTerm(".terms", stem(word)).size);
    const asked = isInTexts ? expansion.terms.map(meant) : content;
    const typed = new Set(asked.map(uninflected).filter((word) => word.length > 1));
    const asserting = hits[0]?.doc.kind === "section" ? hits.slice(0, 1) : hits;
    const shown = asserting.map(({ doc, passage: text }) => `${doc.title} ${text}`).join(" ");
    return words(shown).some((word) => typed.has(uninflected(word)));
  }

  site.answerability = { reasonsOf, strengthOf };
})(window.Rulings ??= {});
