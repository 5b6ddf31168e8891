/** Decides whether the results may fail to answer, as `search/answerability.py` does. */
(function (site) {
  "use strict";

  const { find, foreignGame, onBoth } = site.retrieval;
  const {
    asTyped, cardsWithoutRulings, notesOnTheOtherGame, subjectsWithoutNature, unknownWords
  } = site.messages;
  const { pattern } = site.queryPatterns;
  const { readMention } = site.numbering;
  const { expand, highlighted } = site.ranking;
  const {
    ASKING_KINDS, FEW_WORDS, GAME_PATTERN, LIMITING_KINDS, LISTS_IN_FIELDS, NO_CLEAR_ANSWER,
    READ_CLOSELY
  } = site.constants;

  const GAME = pattern(GAME_PATTERN, "gi");

  /** How probable it is that the results answer, and why they may not, by the first test. */
  function assess(rankedResults) {
    for (const [, confidence, decides] of tests(rankedResults)) {
      if (decides === true) return { confidence, doubts: [] };
      if (decides.length) return { confidence, doubts: decides };
    }
    return { confidence: "high", doubts: [] };
  }

  /**
   * The tests in their order: of the words of the query, then of the best entry. Each has a query
   * that no test above decides; the confidence if this test decides; the doubts that make it decide
   * or, if it dispels all doubts, whether it does.
   */
  function* tests(rankedResults) {
    const { request, best } = rankedResults;
    const { index, expansion, query } = request;
    yield ["dr-dreff-8a16f88d", "high", query.pastedSlots.length > 0];
    const { missing } = readMention(index.numberedDocuments, request.typed);
    yield ["in step 21 can i jack out", "low", missing ? [missing] : []];
    // The other game's cards and terms count even if this game has the words
    yield ["how do currents work", "low", notesOnTheOtherGame(request)];
    const answering = index.entriesWithQuestion(request.typed);
    const unanswered = answering?.length === 0 ? ["nothing here answers this question"] : [];
    yield ["Sterdroid noisy?", "low", unanswered];
    // An added ruling may answer what once only the rulebook said
    const sentence = answering ? "" : rulebookSentence(request);
    yield ["how many bits at start", "low", sentence ? [sentence] : []];
    yield ["rabbit errata", "low", subjectsWithoutNature(request)];
    yield ["errata before 1997", "low", listDoubts(request)];
    // A name is always answered, and an entry on both of two cards always answers
    yield ["bordwalk", "high", request.isWholeName];
    if (request.namedSlots.length && !expansion.unknown.length) {
      yield ["asp strength", "low", cardsWithoutRulings(request)];
      yield ["dreff rezzed", "high", !lacksWhatIsAsked(rankedResults)];
    }
    const isOnBoth = onBoth(request).has(index.documents[best?.slot]?.id);
    yield ["glacier agenda point dreff", "high", isOnBoth];
    const strength = strengthOf(withoutGame(rankedResults));
    if (!best || strength === null) { // all results meet all conditions
      yield ["is:errata zzzz", "low", unknownWords(request)];
      return;
    }
    // This counts however well the entry matches
    const game = foreignGame(request, best.slot);
    const aboutGame = game ? [`the best match is about ${game}`] : [];
    yield ["can the corp redraw its opening hand", "low", aboutGame];
    if (isOnlyInQuestions(request)) {
      const unknown = unknownWords(request);
      const telling = unknownWords(request, expansion.tellingWords);
      yield ["mulligan", "low", unknown.length ? unknown : telling];
      return;
    }
    yield ["8/9/96 ruling", "high", isCited(request, best.slot)];
    yield* testsOfStrength(rankedResults, best.slot, strength);
  }

  /** The tests of the best entry, of this slot and strength. */
  function* testsOfStrength(rankedResults, slot, strength) {
    const { request } = rankedResults;
    const weights = request.index.weights.confidence;
    const lacksAll = lacksWhatIsAsked(rankedResults);
    const unruled = cardsWithoutRulings(request);
    const lacking = lackingWords(rankedResults);
    if (strength < weights.least || (lacksAll && unruled.length)) {
      yield ["pay again rerez ice", "low", unknownWords(request)];
      yield ["how does Asp work", "low", unruled];
      const sentence = `the best match does not contain ${asTyped(request, lacking)}`;
      yield ["too many agendas", "low", [lacking.length ? sentence : NO_CLEAR_ANSWER]];
    }
    // No entry has all words of a long query
    const { sureCards, tellingWordsBesideNames: { length } } = request.expansion;
    const unasked = unaskedWords(request.index, slot, lacking);
    const high = weights.high + weights.lacking * unasked.length * (length <= FEW_WORDS);
    // Beside the name of a card, each of very few words may be what is asked
    const lacksOne = unasked.length > 0 && sureCards.length > 0 && length < FEW_WORDS;
    const isStrong = strength >= high && !lacksAll && !lacksOne;
    yield ["good day", "medium", isStrong ? [] : [READ_CLOSELY]];
  }

  /**
   * A hint on fields if the words ask for a list that words cannot ask for: if they only describe
   * and limit it (`errata before 1997`), or except something (`tracing, not by sparky`, `ice except
   * dreff`, `dreff no errata`).
   */
  function listDoubts({ index, query, isWholeName, expansion }) {
    if (query.fieldConditions.size || isWholeName) return [];
    const names = new Set(expansion.placesOfNames);
    const kinds = expansion.words.map((word, i) => (names.has(i) ? "other" : index.wordKind(word)));
    const telling = kinds.filter((kind) => kind !== "asking");
    const others = telling.filter((kind) => !LIMITING_KINDS.includes(kind));
    const isLimited = others.length < telling.length;
    const isList = isLimited && others.length > 0 && !others.includes("other");
    const hasException = /denial (person|nature)/.test(telling.join(" "))
      || (names.size > 0 && expansion.words.some((word) => /^exc(ept|luding)$/.test(word)))
      || expansion.words.some((word, i) => word === "no" && /person|nature/.test(kinds[i + 1]));
    return isList || hasException ? [LISTS_IN_FIELDS] : [];
  }

  /** Whether only our questions, which nobody sees, have the telling words. */
  function isOnlyInQuestions({ index, expansion, typing }) {
    const words = expansion.tellingWords.map((word) => expansion.corrected.get(word) ?? word);
    const isInText = (word) => index.withTerm(".terms", index.analyzer.stem(word)).size > 0;
    return !typing && !expansion.cardNames.length && !words.some(isInText);
  }

  /** Whether the citations of an entry have all that is asked: `8/9/96 ruling`. */
  function isCited({ index, expansion }, slot) {
    const asked = expansion.tellingWords.filter((word) => index.wordKind(word) !== "ruling");
    const isInCitation = (word) => index.withTerm(".cited", index.analyzer.stem(word)).has(slot);
    return asked.length > 0 && asked.every(isInCitation);
  }

  /** Those of the words that neither an entry nor our questions on it have. */
  function unaskedWords(index, slot, words) {
    const entriesWith = (word) => index.postings(index.analyzer.stem(word)).entries;
    return words.filter((word) => !entriesWith(word).some(([other]) => other === slot));
  }

  /**
   * Whether few words are beside the name of a card, and the best entry has none of them:
   * `priority requisition no ice`.
   */
  function lacksWhatIsAsked(rankedResults) {
    const { request } = rankedResults;
    const { index, expansion } = request;
    if (!expansion.sureCards.length || !expansion.hasFewWordsBesideNames) return false;
    const lacking = lackingWords(rankedResults);
    const asked = expansion.wordsBesideNames.filter((word) => index.wordKind(word) === "other");
    return asked.length > 0 && asked.every((word) => lacking.includes(word));
  }

  /** The telling words beside names that the best entry lacks, if they mean something. */
  function lackingWords(rankedResults) {
    const { request } = rankedResults;
    const { index: { documents } } = request;
    const best = documents[rankedResults.best?.slot];
    if (!best) return [];
    const isBest = (slot) =>
      documents[slot] === best || (best.section && documents[slot].section === best.section);
    return request.expansion.tellingWordsBesideNames.filter((word) =>
      !ASKING_KINDS.includes(request.index.wordKind(word))
      && ![...withWordOrSynonym(request, word)].some(isBest));
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
    const stems = expansion.wordsBesideNames.map(index.analyzer.stem);
    const telling = expansion.tellingWordsBesideNames.map(index.analyzer.stem)
      .filter((stem) => !optionalStems.includes(stem));
    if (expansion.cardNames.length) stems.push("*");
    const row = Object.entries(topics)
      .map(([topic, sentence]) => [topic.split(" "), sentence])
      .find(([topic]) => telling.every((stem) => topic.includes(stem))
        && topic.every((stem) => stems.includes(stem)));
    return row ? row[1] : "";
  }

  /** The results without the name of the game in the query: `in Netrunner, can I …`. */
  function withoutGame(rankedResults) {
    const { request } = rankedResults;
    const { index, query, expansion, typing } = request;
    const otherText = query.text.replace(GAME, " ");
    if (query.text === otherText || expansion.sourcesNamed.size) return rankedResults;
    const otherExpansion = expand(index, otherText, query.wildcards, typing);
    const otherResults = find({ ...request, expansion: otherExpansion });
    return otherResults.best ? otherResults : rankedResults;
  }

  /** How well the best entry answers the known words; null if the query consists of conditions. */
  function strengthOf(rankedResults) {
    const { request, best, isList } = rankedResults;
    const { index, expansion, query } = request;
    const { tellingWords, termGroups, unknown } = expansion;
    const areOnlyNames = query.conditions.length > 0 && !expansion.wordsBesideNames.length;
    if (isList || areOnlyNames || !best) return null;
    const knownWeight = termGroups.reduce((sum, { weight }) => sum + weight, 0);
    const unknownWeight = unknown.length * index.idf(1);
    const { length, negative: weight } = index.weights.confidence;
    const score = best.score * knownWeight / (knownWeight + unknownWeight || 1);
    const lengthening = length * Math.log(tellingWords.length);
    return score + lengthening - weight * rankedResults.negativeSimilarity;
  }

  site.answerability = { assess, tests };
})(window.Rulings ??= {});
