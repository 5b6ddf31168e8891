/**
 * Decides whether what was found may not answer, as `search/answerability.py` does.
 */
(function (site) {
  "use strict";

  const { EVERYDAY_WORDS } = site.passages;
  const { foreignGame, onBoth } = site.finding;
  const { notesOnTheOtherGame, unknownWords, cardsWithoutRulings } = site.messages;

  const { HOW_LISTS_ARE_ASKED_FOR, MAX_LIST_WORDS, YEAR_PATTERN } = site.constants;
  const NAMED = ["person", "time", "kind", "edition"];
  const YEAR = new RegExp(`^(?:${YEAR_PATTERN})$`);

  const UNSURE = "no ruling, section or step surely here answers";
  const firstOf = (...lists) => lists.find(({ length }) => length > 0);
  const bestOf = ({ ranked }) => ranked.find(({ coverage }) => coverage !== undefined);

  /**
   * Why what was found may not answer; nothing if it surely does, or the query is an id or a whole
   * name.
   */
  function reasonsOf(rankedResults) {
    const { request } = rankedResults;
    const { index, expansion, query, named, isName, shown } = request;
    const best = bestOf(rankedResults);
    if (query.numbers.length) return [];
    // The other game's cards and terms count even if this game has the words
    const sentences = notesOnTheOtherGame(request);
    if (sentences.length) return sentences;
    if (index.entriesAsked(shown)?.length === 0)
      return ["this is one of the questions that nothing here answers"];
    const sentence = asksTheRulebook(request);
    if (sentence) return [sentence];
    // A name always answers, and so does what is on both of two cards
    if (isName || (named.length && !expansion.unknown.length)) return [];
    if (onBoth(request).has(index.docs[best?.number]?.id)) return [];
    if (asksForList(request)) return [HOW_LISTS_ARE_ASKED_FOR];
    const strength = strengthOf(rankedResults);
    if (strength === null) return unknownWords(request); // all results meet all conditions
    // This counts however well the entry matches
    const otherGame = foreignGame(request, best.number);
    if (otherGame) return [`the best match is about ${otherGame}`];
    if (isAskedAlone(request))
      return firstOf(unknownWords(request), unknownWords(request, expansion.tellingWords));
    return whyWeak(rankedResults, strength);
  }

  /**
   * Whether the words seem to ask for a list, which only fields give: all are values of fields or
   * words of lists, or a limit stands beside what it limits.
   */
  function asksForList({ index, query, shown }) {
    const { stem } = index.analyzer;
    const words = index.analyzer.words(shown);
    if (query.fieldConditions.size || words.length > MAX_LIST_WORDS) return false;
    const kindsOf = (word) => {
      if (YEAR.test(word)) return ["time"];
      if (/^\d+$/.test(word)) return ["amount"];
      const stems = Object.entries(index.listStems).filter(([, ofKind]) => ofKind.has(stem(word)));
      return stems.map(([kind]) => kind);
    };
    const said = new Map(words.map((word) => [stem(word), kindsOf(word)]));
    const count = (...kinds) =>
      [...said.values()].filter((own) => kinds.some((kind) => own.includes(kind))).length;
    const isKnown = (word) => EVERYDAY_WORDS.has(word) || said.get(stem(word)).length > 0;
    const isAllKnown = !query.conditions.length && words.every(isKnown);
    const named = count(...NAMED);
    // `virus program` is text, `virus programs by sparky` is none
    return (isAllKnown && named + count(...NAMED, "fact", "amount") > 2)
      || (count("bound") > 0 && count("time") > 0)
      || (count("denial") > 0 && count("person", "kind") > 0)
      || (count("order") > 0 && count("kind") > 0);
  }

  /** Whether only questions that nobody sees have the telling words, and no text has any. */
  function isAskedAlone({ index, expansion, typing }) {
    const words = expansion.tellingWords.map((word) => expansion.corrected.get(word) ?? word);
    const isInText = (word) => index.withTerm(".terms", index.analyzer.stem(word)).size > 0;
    return !typing && !expansion.cardNames.length && !words.some(isInText);
  }

  /** Why an entry of that strength may not answer; nothing if it is strong enough. */
  function whyWeak({ request, negativeSimilarity }, strength) {
    const weights = request.index.weights.confidence;
    const least = request.expansion.sureCards.length ? weights.least : weights.least_without_card;
    if (strength >= least) return [];
    const isLikeOthers = strength + weights.negative * negativeSimilarity >= least;
    const why = isLikeOthers ? "this is like questions that nothing here answers" : UNSURE;
    return firstOf(unknownWords(request), cardsWithoutRulings(request), [why]);
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
    return row ? row[1] : "";
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

  site.answerability = { reasonsOf, strengthOf };
})(window.Rulings ??= {});
