/** Decides whether the results may fail to answer, as `search/answerability.py` does. */
(function (site) {
  "use strict";

  const { bestOf, foreignGame, onBoth } = site.retrieval;
  const {
    asTyped, cardsWithoutRulings, notesOnTheOtherGame, thingsWithoutNature, unknownWords
  } = site.messages;
  const { highlighted } = site.ranking;

  const {
    CITED_KINDS, EVERYDAY_WORDS, LIST_PHRASES, MAX_LIST_WORDS, NO_CLEAR_ANSWER, NO_LISTS,
    READ_CLOSELY
  } = site.constants;

  const firstOf = (...lists) => lists.find(({ length }) => length > 0) ?? [];

  /** The reasons why the results may not answer; none if they surely do. */
  function doubts(rankedResults) {
    const { request } = rankedResults;
    const { index, expansion, query, offeredNumbers, isWholeName } = request;
    const best = bestOf(rankedResults);
    if (query.pastedNumbers.length) return [];
    const sentences = doubtsInWords(rankedResults);
    if (sentences.length) return sentences;
    // A name is always answered, and an entry on both of two cards always answers
    if (isWholeName || (offeredNumbers.length && !expansion.unknown.length)) return [];
    if (onBoth(request).has(index.documents[best?.number]?.id)) return [];
    const strength = strengthOf(rankedResults);
    if (strength === null) return unknownWords(request); // all results meet all conditions
    // This counts however well the entry matches
    const otherGame = foreignGame(request, best.number);
    if (otherGame) return [`the best match is about ${otherGame}`];
    if (isAskedAlone(request))
      return firstOf(unknownWords(request), unknownWords(request, expansion.tellingWords));
    return strengthDoubts(rankedResults, strength);
  }

  /** Doubts that the words themselves cause, however well an entry matches. */
  function doubtsInWords(rankedResults) {
    const { request } = rankedResults;
    // The other game's cards and terms count even if this game has the words
    const sentences = notesOnTheOtherGame(request);
    if (sentences.length) return sentences;
    if (request.index.entriesWithQuestion(request.typed)?.length === 0)
      return ["nothing here answers this question"];
    const sentence = rulebookSentence(request);
    if (sentence) return [sentence];
    return firstOf(thingsWithoutNature(request), listDoubts(rankedResults));
  }

  /** A hint on how to ask for lists, if the words seem to ask for one. */
  function listDoubts(rankedResults) {
    const { query, isWholeName, expansion } = rankedResults.request;
    const isLong = expansion.words.length > MAX_LIST_WORDS;
    if (query.fieldConditions.size || isWholeName || isLong) return [];
    const kinds = kindsOfWords(rankedResults);
    return LIST_RULES.some((asks) => asks(kinds)) ? [NO_LISTS] : [];
  }

  /** The kind of each word; `lacking`, `plural` and `list` come last. */
  function kindsOfWords(rankedResults) {
    const { index, expansion: { words, placesOfNames } } = rankedResults.request;
    const kindOf = (word, i) => (placesOfNames.includes(i) ? "name" : index.listKind(word));
    const kinds = words.map(kindOf);
    const citedWords = words.filter((_, i) => CITED_KINDS.includes(kinds[i]));
    if (!citedWords.every(has(rankedResults, ".terms"))) kinds.push("lacking");
    if (words.some((word, i) => isPlural(word, kinds[i]))) kinds.push("plural");
    const typed = ` ${words.join(" ")} `;
    if (LIST_PHRASES.some((phrase) => typed.includes(` ${phrase} `))) kinds.push("list");
    return kinds;
  }

  /** Whether a word means several entries: `errata`, `rulings` */
  const isPlural = (word, kind) =>
    ["ruling", "nature"].includes(kind) && (word === "errata" || word.endsWith("s"));

  /** A function that says whether the best entry has a word in this field. */
  function has(rankedResults, field) {
    const { index } = rankedResults.request;
    const best = bestOf(rankedResults);
    return (word) => index.withTerm(field, index.analyzer.stem(word)).has(best?.number);
  }

  // Rules that recognize a request for a list by the kinds of its words, in order

  const hasAny = (kinds, some) => some.some((kind) => kinds.includes(kind));

  /** `errata before 1997` */
  const hasBoundAndTime = (kinds) => kinds.includes("bound") && kinds.includes("time");

  /** `rulings, not by sparky`, `rulings that sparky did not give`, `1996 but not ice` */
  function excludesWhatIsCited(kinds) {
    const start = kinds.findIndex((kind) => ["denial", "omission"].includes(kind));
    if (start < 0) return false;
    const before = kinds.slice(0, start);
    // `errata for ice not installed` is a question
    const hasEntries = hasAny(before, ["ruling", ...CITED_KINDS]);
    const isOfEntries = (kind) => ["ruling", "idle", "count", ...CITED_KINDS].includes(kind);
    if (hasEntries && before.every(isOfEntries)) return true;
    const limited = kinds.includes("ruling") ? kinds : kinds.slice(start);
    return hasAny(limited, [...CITED_KINDS, "source"]);
  }

  /** `all errata by sparky`, `which cards have rulings` */
  const listsWhatIsCited = (kinds) => kinds.includes("list")
    && !hasAny(kinds, ["question", "being"]) && hasAny(kinds, ["person", "time", "plural"]);

  /** `errata other than on Cloak`; but `why may dreff not …` is a question. */
  function excludesAName(kinds) {
    const telling = kinds.filter((kind) => !["idle", "being", "count"].includes(kind));
    const isExcluded = (kind, i) => kind === "name" && telling[i - 1] === "denial";
    return !kinds.includes("question") && telling.some(isExcluded);
  }

  /** `latest errata`, `number of rulings in 1998`, `Siren oldest to newest` */
  function ordersRulings(kinds) {
    const isOrdered = hasAny(kinds, ["newest", "most", "count"]);
    const hasRulings = hasAny(kinds, ["ruling", "nature"]);
    const ordersCard = kinds.includes("newest") && kinds.includes("name");
    return (isOrdered && hasRulings) || ordersCard;
  }

  /** `agendas worth 3 points`, `wylie 1998`; but `what are nodes` is a question. */
  function hasOnlyWordsOfLists(kinds) {
    const isQuestion = kinds.find((kind) => kind !== "idle") === "being";
    const asksOtherwise = hasAny(kinds, ["name", "question", "other"]);
    // `preps trashed` has no value
    const hasValue = kinds.includes("facts") && kinds.includes("figure");
    const hasLimit = hasValue || hasAny(kinds, ["edition", "bound", "newest", "most", "lacking"]);
    return hasLimit && !isQuestion && !asksOtherwise;
  }

  const LIST_RULES = [
    hasBoundAndTime, excludesWhatIsCited, listsWhatIsCited, excludesAName, ordersRulings,
    hasOnlyWordsOfLists
  ];

  /** Whether only our questions, which nobody sees, have the telling words. */
  function isAskedAlone({ index, expansion, typing }) {
    const words = expansion.tellingWords.map((word) => expansion.corrected.get(word) ?? word);
    const isInText = (word) => index.withTerm(".terms", index.analyzer.stem(word)).size > 0;
    return !typing && !expansion.cardNames.length && !words.some(isInText);
  }

  /** Whether the best entry's citations have all that is asked: `8/9/96 ruling`. */
  function isCited(rankedResults) {
    const { index, expansion } = rankedResults.request;
    const asked = expansion.tellingWords.filter((word) => index.listKind(word) !== "ruling");
    return asked.length > 0 && asked.every(has(rankedResults, ".cited"));
  }

  /** Whether the best entry is only a cross-reference, without the other words. */
  function isMereReference(rankedResults) {
    const { index, expansion: { wordsBesideNames } } = rankedResults.request;
    return index.withTerm("is", "see").has(bestOf(rankedResults).number)
      && wordsBesideNames.length > 0 && !wordsBesideNames.some(has(rankedResults, ".terms"));
  }

  /** Doubts about an entry of this strength; empty if it is strong enough. */
  function strengthDoubts(rankedResults, strength) {
    const { request } = rankedResults;
    const weights = request.index.weights.confidence;
    const isOfCitation = isCited(rankedResults);
    if (strength < weights.least && !isOfCitation)
      return firstOf(
        unknownWords(request), cardsWithoutRulings(request), lackingWords(rankedResults),
        [NO_CLEAR_ANSWER]
      );
    if (isMereReference(rankedResults)) return [NO_CLEAR_ANSWER];
    return strength >= weights.high || isOfCitation ? [] : [READ_CLOSELY];
  }

  /** A sentence that names the telling words that the best entry lacks, if there are any. */
  function lackingWords(rankedResults) {
    const { request } = rankedResults;
    const { index: { documents }, expansion: { tellingWords, wordsBesideNames } } = request;
    const best = documents[bestOf(rankedResults).number];
    const isBest = (number) =>
      documents[number] === best || (best.section && documents[number].section === best.section);
    const lacking = tellingWords.filter((word) => wordsBesideNames.includes(word)
      && ![...withWordOrSynonym(request, word)].some(isBest));
    return lacking.length ? [`the best match does not contain ${asTyped(request, lacking)}`] : [];
  }

  /** The documents whose text or citation has a word or a close synonym. */
  function withWordOrSynonym({ index, expansion }, word) {
    const own = index.analyzer.stem(expansion.corrected.get(word) ?? word);
    const groups = expansion.termGroups.filter(({ stems }) => stems.has(own));
    const stems = [own, ...groups.flatMap(highlighted)];
    return new Set(stems.flatMap((stem) =>
      [".terms", ".cited"].flatMap((field) => [...index.withTerm(field, stem)])));
  }

  /** The sentence on a question that no document answers, although entries may have its words. */
  function rulebookSentence({ index, expansion }) {
    const { topics, optional_stems: optionalStems } = index.data.rulebook;
    const words = expansion.wordsBesideNames;
    const stems = words.map(index.analyzer.stem);
    const telling = stems.filter(
      (stem, i) => !EVERYDAY_WORDS.includes(words[i]) && !optionalStems.includes(stem)
    );
    if (expansion.cardNames.length) stems.push("*");
    const row = Object.entries(topics)
      .map(([topic, sentence]) => [topic.split(" "), sentence])
      .find(([topic]) => telling.every((stem) => topic.includes(stem))
        && topic.every((stem) => stems.includes(stem)));
    return row ? row[1] : "";
  }

  /** How well the best entry answers the known words; null if the query consists of conditions. */
  function strengthOf(rankedResults) {
    const { index, expansion, query, wantsNoEntries } = rankedResults.request;
    const best = bestOf(rankedResults);
    const { words, termGroups, unknown } = expansion;
    const areCovered = !expansion.wordsBesideNames.length;
    const areAllMet = query.conditions.length > 0 && (areCovered || !query.hasOptionalWords);
    const mustMatch = wantsNoEntries || areAllMet;
    if (!words.length || mustMatch || !best) return null;
    const knownWeight = termGroups.reduce((sum, { weight }) => sum + weight, 0);
    const unknownWeight = unknown.length * index.idf(1);
    const { length, negative: weight } = index.weights.confidence;
    const score = best.score * knownWeight / (knownWeight + unknownWeight || 1);
    return score + length * Math.log(words.length) - weight * rankedResults.negativeSimilarity;
  }

  site.answerability = { doubts, strengthOf };
})(window.Rulings ??= {});
