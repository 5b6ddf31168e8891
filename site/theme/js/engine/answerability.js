/** Decides whether the results may fail to answer, as `search/answerability.py` does. */
(function (site) {
  "use strict";

  const { rankedResultsOf, otherRules, onBoth } = site.retrieval;
  const {
    asTyped, joinedWith, notesOnTheOtherGame, subjectsWithoutNature, unknownWords, unruledCards
  } = site.messages;
  const { note } = site.sentences;
  const { pattern } = site.queryPatterns;
  const { entryMentioned } = site.numbering;
  const { findNames } = site.queryNames;
  const { expand, highlighted } = site.ranking;
  const { ASKING_KINDS, FEW_WORDS, GAME_PATTERN, LIMITING_KINDS } = site.constants;

  const GAME = pattern(GAME_PATTERN, "gi");

  /** The first criterion that applies. */
  function assess(rankedResults) {
    for (const row of criteria(rankedResults)) if (row.applies) return row;
    return null; // the last one always applies
  }

  const trust = (example, applies) =>
    ({ example, confidence: "high", applies: Boolean(applies), doubts: [] });

  /** A criterion that applies if there are doubts. */
  function doubt(example, doubts, applies = true) {
    return { example, confidence: "low", applies: Boolean(applies && doubts.length), doubts };
  }

  /**
   * The criteria in their order: of the words of the query, then of the best entry. Each has a
   * query for which it decides, the confidence, whether it applies, and doubts. The last always
   * applies.
   */
  function* criteria(rankedResults) {
    const { request, best } = rankedResults;
    const { index, expansion } = request;
    yield trust("dr-dreff-8a16f88d", request.query.pastedSlots.length);
    const { missing } = entryMentioned(index.numberedDocuments, request.typed);
    yield doubt("in step 21 can i jack out", said(missing));
    // The other game's cards and terms count even if this game has the words
    yield doubt("how do currents work", notesOnTheOtherGame(request));
    const answering = index.entriesWithQuestion(request.typed);
    yield doubt("Sterdroid noisy?", [note("unanswered")], answering?.length === 0);
    // An added ruling may answer what once only the rulebook said
    const inRulebook = said(rulebookSentence(request));
    yield doubt("how many bits at start", inRulebook, !answering?.length);
    yield doubt("rabbit errata", subjectsWithoutNature(request));
    yield doubt("errata before 1997", listDoubts(request));
    // A name is always answered, and an entry on both of two cards always answers
    yield trust("bordwalk", request.isWholeName);
    const unruled = unruledCards(request);
    const lacksAll = lacksWhatIsAsked(rankedResults);
    const isOnNames = request.namedSlots.length && !expansion.unknown.length;
    yield doubt("asp strength", unruled, isOnNames);
    yield trust("dreff rezzed", isOnNames && !lacksAll);
    const idsOnBoth = onBoth(request);
    yield trust("glacier agenda point dreff", idsOnBoth.has(index.documents[best?.slot]?.id));
    // All results meet all conditions
    const strength = strengthOf(resultsWithoutGameName(rankedResults));
    const isUnranked = !best || strength === null;
    const unknown = unknownWords(request);
    yield doubt("is:errata zzzz", unknown, isUnranked);
    yield trust("is:errata", isUnranked);
    if (isUnranked) return;
    // This counts however well the entry matches
    const game = otherRules(request, best.slot);
    yield doubt("can the corp redraw its opening hand", [note("other rules", game)], Boolean(game));
    const inQuestions = isOnlyInQuestions(request);
    const telling = unknownWords(request, expansion.tellingWords);
    yield doubt("mulligan", unknown.length ? unknown : telling, inQuestions);
    yield trust("can i 37", inQuestions);
    yield trust("8/9/96 ruling", isCited(request, best.slot));
    const { confidence: weights } = index.weights;
    const lacking = lackingWords(rankedResults);
    const isWeak = strength < weights.least || (lacksAll && unruled.length);
    yield doubt("pay again rerez ice", unknown, isWeak);
    yield doubt("how does Asp work", unruled, isWeak);
    yield doubt("too many agendas", [weaknessOf(request, best.slot, lacking)], isWeak);
    // No entry has all words of a long query
    const { sureCards, tellingWordsBesideNames: { length } } = expansion;
    const unasked = unaskedWords(index, best.slot, lacking);
    const high = weights.high + weights.lacking * unasked.length * (length <= FEW_WORDS);
    // Beside the name of a card, each of very few words may be what is asked
    const lacksOne = unasked.length && sureCards.length && length < FEW_WORDS;
    // `wylie 1998`: no entry has both
    const lacksPerson = lacking.some((word) => index.wordKind(word) === "person");
    const isDoubtful = strength < high || lacksAll || lacksOne || lacksPerson;
    yield {
      example: "good day", confidence: "medium", applies: Boolean(isDoubtful),
      doubts: [note("read closely")]
    };
    yield trust("does ice from dr dreff count as rezzed", true);
  }

  /** A note with a sentence from elsewhere, if there is one. */
  const said = (sentence) => (sentence ? [note("said", sentence)] : []);

  /** A note on the cards that the best entry is not about, or else on the words it is lacking. */
  function weaknessOf(request, slot, lacking) {
    const { index, expansion } = request;
    const titles = expansion.sureCards.filter((card) => !index.documentsAbout(card).has(slot))
      .map((card) => index.documents[card].title);
    if (titles.length) return note("other cards", joinedWith("or", titles));
    return lacking.length ? note("lacking words", asTyped(request, lacking))
      : note("no clear answer");
  }

  /**
   * A hint on fields if the words ask for a list that words cannot ask for: if they only describe
   * and limit it (`errata before 1997`), or except something.
   */
  function listDoubts({ index, query, isWholeName, expansion }) {
    if (query.fieldConditions.size || isWholeName) return [];
    const names = new Set(expansion.placesOfNames);
    const kinds = expansion.words.map((word, i) => (names.has(i) ? "other" : index.wordKind(word)));
    const telling = kinds.filter((kind) => kind !== "asking");
    const others = telling.filter((kind) => !LIMITING_KINDS.includes(kind));
    const isLimited = others.length < telling.length;
    const isList = isLimited && others.length > 0 && !others.includes("other");
    return isList || excepts(expansion, kinds) ? [note("list")] : [];
  }

  /**
   * Whether words of these kinds except a person or nature (`tracing, not by sparky`, `dreff no
   * errata`), or a card: `ice except dreff`, `dreff not olivia`.
   */
  function excepts({ words, cardMentions, hasFewWordsBesideNames }, kinds) {
    const telling = kinds.filter((kind) => kind !== "asking").join(" ");
    if (/denial (person|nature)/.test(telling)) return true;
    if (words.some((word, i) => word === "no" && /person|nature/.test(kinds[i + 1]))) return true;
    const isException = (word) => /^exc(ept|luding)$/.test(word);
    if (cardMentions.length && words.some(isException)) return true;
    const isDenied = ({ places: [place] }) => kinds[place - 1] === "denial";
    return hasFewWordsBesideNames && cardMentions.some(isDenied);
  }

  /** Whether only our questions, which nobody sees, have the telling words. */
  function isOnlyInQuestions({ index, expansion, typing }) {
    const words = expansion.tellingWords.map((word) => expansion.corrected.get(word) ?? word);
    const isInText = (word) => index.withTerm(".terms", index.analyzer.stem(word)).size > 0;
    return !typing && !expansion.cardMentions.length && !words.some(isInText);
  }

  /** Whether the citations of an entry have all that is asked: `8/9/96 ruling`. */
  function isCited({ index, expansion }, slot) {
    const asked = expansion.tellingWords.filter((word) => index.wordKind(word) !== "ruling");
    const isInCitation = (word) => index.withTerm(".cited", index.analyzer.stem(word)).has(slot);
    return asked.length > 0 && asked.every(isInCitation);
  }

  /** Those of the words that neither an entry nor our questions on it have. */
  function unaskedWords(index, slot, words) {
    const entriesWith = (word) => index.postings(index.analyzer.stem(word)).impacts;
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
    if (expansion.cardMentions.length) stems.push("*");
    const row = Object.entries(topics)
      .map(([topic, sentence]) => [topic.split(" "), sentence])
      .find(([topic]) => telling.every((stem) => topic.includes(stem))
        && topic.every((stem) => stems.includes(stem)));
    return row ? row[1] : "";
  }

  /** The results without the name of the game in the query: `in Netrunner, can I …`. */
  function resultsWithoutGameName(rankedResults) {
    const { request } = rankedResults;
    const { index, query, expansion, typing } = request;
    const otherText = query.text.replace(GAME, " ");
    if (query.text === otherText || expansion.sourcesNamed.size) return rankedResults;
    const names = findNames(index, otherText);
    const otherExpansion = expand(index, names, query.wildcards, typing);
    const otherResults = rankedResultsOf({ ...request, expansion: otherExpansion });
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
    const lengthening = length * Math.log(Math.max(1, tellingWords.length));
    return score + lengthening - weight * rankedResults.negativeSimilarity;
  }

  site.answerability = { assess, criteria };
})(window.Rulings ??= {});
