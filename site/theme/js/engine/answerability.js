/**
 * Decides whether the words shown may not answer, by the rules of `RULES` in
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
  function reasonsOf(request, results, hits) {
    const { index, expansion, query } = request;
    const best = results.ranked.find(({ coverage }) => coverage !== undefined);
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
    if (index.entriesAsked(request.shown)?.length === 0)
      return ["this is one of the questions that nothing here answers"];
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
    const strength = strengthOf(request, results);
    const unknown = unknownWords(request);
    const or = (why) => (unknown.length ? unknown : [why]);
    if (strength === null) return unknown;
    const rules = foreignGame(request, best.number);
    if (rules) return [`the best match is about ${rules}`];
    const isShown = hasShownWord(request, hits);
    if (!expansion.cardNames.length && !request.typing && !isShown) {
      const [word, ...furtherWords] = [...new Set(expansion.contentWords)].filter(
        (contentWord) => !expansion.corrected.has(contentWord)
      );
      const isAlone =
        word !== undefined && !furtherWords.length && !unknown.length && !index.isPrinted(word);
      if (isAlone)
        return [`no ruling, section or step has “${word}”; what follows is near in meaning`];
      return or("what follows has none of these words; it is near in meaning");
    }
    const { negative: weight, ...levels } = index.weights.confidence;
    const least = expansion.sureCards.length ? levels.least : levels.least_without_card;
    if ((isShown && expansion.terms.length === 1) || strength >= least) return [];
    const isLikeNegative = strength + weight * results.negativeSimilarity >= least;
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
    const nameWords = [...expansion.covered].map((place) => expansion.words[place]);
    nameWords.push(String(playersAsked(expansion)));
    const hitsToRead = unread.some(([, meaning]) => meaning) ? hits : [];
    const meanings = hitsToRead.flatMap(({ doc, passage }) =>
      itemsOf(index, `${doc.title} ${passage}`).map(meaningToKeep)
    );
    return unread
      .filter(([, meaning]) => !meaning || !meanings.includes(meaning))
      .filter(([text]) => !nameWords.includes(text.toLowerCase()))
      .map(([text]) => `“${text}” was not understood`);
  }

  /**
   * A sentence if no document answers, though some entry has the words; names of cards count as
   * `*`.
   */
  function asksTheRulebook({ index, expansion }) {
    const { topics, beside: idleStems } = index.data.rulebook;
    const words = expansion.words.filter((_, place) => !expansion.covered.has(place));
    const stems = words.map(index.analyzer.stem);
    const telling = stems.filter(
      (stem, i) => !UNHIGHLIGHTED_WORDS.has(words[i]) && !idleStems.includes(stem)
    );
    const row = Object.entries(topics)
      .map(([topic, sentence]) => [topic.split(" "), sentence])
      .find(
        ([topic]) =>
          telling.every((stem) => topic.includes(stem))
          && topic.every((stem) => stems.includes(stem) || (stem === "*" && expansion.covered.size))
      );
    return row ? [row[1]] : [];
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
    const knownWeight = termGroups.reduce((sum, { weight }) => sum + weight, 0);
    const unknownWeight = unknown.length * index.idf(1);
    const { length, negative: weight } = index.weights.confidence;
    const score = best.score + length * Math.log(words.length);
    const share = knownWeight / (knownWeight + unknownWeight || 1);
    return score * share - weight * negativeSimilarity;
  }

  /** Whether any word typed or meant stands in what is shown: see `search/answerability.py`. */
  function hasShownWord({ index, expansion }, hits) {
    const { words, stem, uninflected } = index.analyzer;
    const corrected = (word) => expansion.corrected.get(word) ?? word;
    const content = expansion.contentWords.map(corrected);
    const isInTexts = content.some((word) => index.withTerm(".terms", stem(word)).size);
    const askedWords = isInTexts ? expansion.terms.map(corrected) : content;
    const forms = new Set(askedWords.map(uninflected).filter((word) => word.length > 1));
    const asserting = hits[0]?.doc.kind === "section" ? hits.slice(0, 1) : hits;
    const hitText = asserting.map(({ doc, passage: text }) => `${doc.title} ${text}`).join(" ");
    return words(hitText).some((word) => forms.has(uninflected(word)));
  }

  site.answerability = { reasonsOf, strengthOf };
})(window.Rulings ??= {});
