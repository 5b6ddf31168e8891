/**
 * Decides whether the words shown may not answer, as `search/answerability.py` does.
 */
(function (site) {
  "use strict";

  const { pattern } = site.parameters;
  const { isShort } = site.plainWords;
  const { EVERYDAY_WORDS } = site.passages;
  const { foreignGame, onBoth } = site.finding;
  const { notesOnTheOtherGame, unknownWords, cardsWithoutRulings } = site.messages;
  const { FIELD_PATTERN, HOW_TO_LIST, RULE_NAMES } = site.constants;

  const FIELD = pattern(FIELD_PATTERN, "g");
  const MARK = /\b[0-9]+\b|[<>]=?/g;

  const UNSURE = "no ruling, section or step surely here answers";
  const orNull = (reasons) => (reasons.length ? reasons : null);
  const bestOf = ({ ranked }) => ranked.find(({ coverage }) => coverage !== undefined);

  /**
   * A name of `RULE_NAMES` → the reasons to doubt, none, or null if another rule decides.
   */
  const DECISIONS = {
    "names-other-game": ({ request }) =>
      orNull(notesOnTheOtherGame(request)),
    "negative-question": ({ request: { index, shown } }) =>
      index.entriesAsked(shown)?.length === 0
        ? ["this is one of the questions that nothing here answers"]
        : null,
    "asks-the-rulebook": ({ request }) => orNull(asksTheRulebook(request)),
    "loses": ({ request }, hits) => orNull(loses(request, hits)),
    "is-name": ({ request: { isName, named, expansion } }) =>
      isName || (named.length && !expansion.unknown.length) ? [] : null,
    "is-on-both": isOnBoth,
    "meets-conditions": (rankedResults) =>
      strengthOf(rankedResults) === null ? unknownWords(rankedResults.request) : null,
    "has-foreign-game": hasForeignGame,
    "shows-no-word": showsNoWord,
    "shows-one-word": ({ request }, hits) =>
      request.expansion.terms.length === 1 && hasShownWord(request, hits) ? [] : null,
    "by-strength": byStrength
  };

  /**
   * Why the words shown may not answer; nothing if they surely do, or the query is a whole name.
   */
  function reasonsOf(rankedResults, hits) {
    for (const name of RULE_NAMES) {
      const why = DECISIONS[name](rankedResults, hits);
      if (why) return why;
    }
    return [];
  }

  function isOnBoth(rankedResults) {
    const { request } = rankedResults;
    const best = request.index.docs[bestOf(rankedResults)?.number];
    return onBoth(request).has(best?.id) ? [] : null;
  }

  function hasForeignGame(rankedResults) {
    const otherGame = foreignGame(rankedResults.request, bestOf(rankedResults).number);
    return otherGame ? [`the best match is about ${otherGame}`] : null;
  }

  function showsNoWord({ request }, hits) {
    const { index, expansion } = request;
    if (expansion.cardNames.length || request.typing || hasShownWord(request, hits)) return null;
    const isInText = (word) => index.withTerm(".terms", index.analyzer.stem(word)).size > 0;
    const wordsOfQuestions = expansion.tellingWords.filter(
      (word) => !isInText(word) && !expansion.corrected.has(word)
    );
    return orNull(unknownWords(request))
      ?? orNull(unknownWords(request, wordsOfQuestions))
      ?? [UNSURE];
  }

  function byStrength(rankedResults) {
    const { request } = rankedResults;
    const weights = request.index.weights.confidence;
    const least = request.expansion.sureCards.length ? weights.least : weights.least_without_card;
    const strength = strengthOf(rankedResults);
    if (strength >= least) return [];
    const why =
      strength + weights.negative * rankedResults.negativeSimilarity >= least
        ? "this is like questions that nothing here answers"
        : UNSURE;
    return orNull(unknownWords(request)) ?? orNull(cardsWithoutRulings(request)) ?? [why];
  }

  /**
   * What the query denies; a word that only lists have; numbers and signs of a short query that are
   * in no condition, no name and no words shown.
   */
  function loses({ index, expansion, query, isName, shown }, hits) {
    const { denied, stray } = query.plain;
    if (denied) return [`“${denied}” was not searched for, because it is denied; ${HOW_TO_LIST}`];
    if (isName) return [];
    if (stray) return [`“${stray}” was not understood; ${HOW_TO_LIST}`];
    if (!isShort(index, shown)) return [];
    const known = new Set([...expansion.covered].map((place) => expansion.words[place]));
    expansion.unknown.forEach((word) => known.add(word));
    for (const { doc, passage } of hits)
      for (const [mark] of `${doc.title} ${passage}`.matchAll(MARK)) known.add(mark);
    for (const word of cited(index, hits, expansion.words)) known.add(word);
    const marks = [...query.text.replace(FIELD, " ").matchAll(MARK)].map(([mark]) => mark);
    return [...new Set(marks)].filter((mark) => !known.has(mark))
      .map((mark) => `“${mark}” was not understood`);
  }

  /**
   * A sentence if no document answers, though some entry has the words; names of cards count as
   * `*`.
   */
  function asksTheRulebook({ index, expansion }) {
    const { topics, optional_stems: optionalStems } = index.data.rulebook;
    const words = expansion.words.filter((_, place) => !expansion.covered.has(place));
    const stems = words.map(index.analyzer.stem);
    const telling = stems.filter(
      (stem, i) => !EVERYDAY_WORDS.has(words[i]) && !optionalStems.includes(stem)
    );
    if (expansion.cardNames.length) stems.push("*");
    const row = Object.entries(topics)
      .map(([topic, sentence]) => [topic.split(" "), sentence])
      .find(([topic]) => telling.every((stem) => topic.includes(stem))
        && topic.every((stem) => stems.includes(stem)));
    return row ? [row[1]] : [];
  }

  /**
   * How well the best entry answers what is known of the query; null if the query is all
   * conditions.
   */
  function strengthOf(rankedResults) {
    const { index, expansion, query, onlyNames } = rankedResults.request;
    const best = bestOf(rankedResults);
    const { words, termGroups, unknown } = expansion;
    const areCovered = expansion.covered.size === words.length;
    const areAllMet = query.conditions.length > 0 && (areCovered || !query.hasOptionalWords);
    const mustMatch = onlyNames || areAllMet;
    if (!words.length || mustMatch || !best) return null;
    const knownWeight = termGroups.reduce((sum, { weight }) => sum + weight, 0);
    const unknownWeight = unknown.length * index.idf(1);
    const { length, negative: weight } = index.weights.confidence;
    const score = best.score + length * Math.log(words.length);
    const share = knownWeight / (knownWeight + unknownWeight || 1);
    return score * share - weight * rankedResults.negativeSimilarity;
  }

  /** Whether any word typed or meant stands in what is shown: see `search/answerability.py`. */
  function hasShownWord({ index, expansion }, hits) {
    const { words, stem, uninflected } = index.analyzer;
    const corrected = (word) => expansion.corrected.get(word) ?? word;
    const telling = expansion.tellingWords.map(corrected);
    const isInTexts = telling.some((word) => index.withTerm(".terms", stem(word)).size);
    const askedWords = isInTexts ? expansion.terms.map(corrected) : telling;
    const forms = new Set(askedWords.map(uninflected).filter((word) => word.length > 1));
    const asserting = hits[0]?.doc.kind === "section" ? hits.slice(0, 1) : hits;
    const hitText = asserting.map(({ doc, passage: text }) => `${doc.title} ${text}`).join(" ");
    const citedWords = expansion.unknown.length ? [] : cited(index, asserting, askedWords);
    return [...words(hitText), ...citedWords].some((word) => forms.has(uninflected(word)));
  }

  /** Those of these words that a citation of one of the hits has. */
  const cited = (index, hits, words) => words.filter((word) => {
    const having = index.withTerm(".cited", index.analyzer.stem(word));
    return hits.some(({ doc }) => having.has(doc.number));
  });

  site.answerability = { reasonsOf, strengthOf };
})(window.Rulings ??= {});
