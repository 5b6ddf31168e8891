/** Makes weighted term groups of words, and scores documents, as in `search/ranking.py`. */
(function (site) {
  "use strict";

  const { intendedWord } = site.editDistance;
  const {
    ARTICLES, EVERYDAY_WORDS, FEW_WORDS, FILLERS, HIGHLIGHTED_SYNONYM_WEIGHT, JOINED_SHARE,
    JOINERS, LEAST_SURE, MAX_SYNONYM_WORDS, MIN_TYPO_LENGTH, NETRUNNER, SHORT_QUERY_WORDS, VARIANTS
  } = site.constants;
  const MAX_COMPLETIONS = 8; // for an unfinished word
  // For a longer word, if the typed letters are a word themselves, which is more likely meant
  const COMPLETION_WEIGHT = 0.35;

  /** The stems of a group that mean nearly the same as the word, and are highlighted. */
  const highlighted = ({ stems }) =>
    [...stems.keys()].filter((stem) => stems.get(stem) >= HIGHLIGHTED_SYNONYM_WEIGHT);

  /** The words of a query, with synonyms, corrections and the names of cards among them. */
  class Expansion {
    /** `unknown`: words that occur nowhere; `corrected`: word → the word it was read as. */
    constructor(values) {
      Object.assign(this, { termGroups: [], unknown: [], corrected: new Map(), ...values });
    }

    /** The words without those at skipped places. */
    get searchedWords() {
      return this.wordsExcept(this.skippedPlaces);
    }

    /** The searched words that are not in `FILLERS`. */
    get wordsWithoutFillers() {
      return this.searchedWords.filter((word) => !FILLERS.includes(word));
    }

    /** The searched words without everyday words, or all if there are no others. */
    get tellingWords() {
      const telling = this.searchedWords.filter((word) => !EVERYDAY_WORDS.includes(word));
      return telling.length ? telling : this.searchedWords;
    }

    /** The telling words that are not in names of cards. */
    get tellingWordsBesideNames() {
      const { wordsBesideNames } = this;
      return this.tellingWords.filter((word) => wordsBesideNames.includes(word));
    }

    /** The words that are neither in names of cards nor at skipped places. */
    get wordsBesideNames() {
      return this.wordsExcept(new Set([...this.skippedPlaces, ...this.placesOfNames]));
    }

    /** The words that are not at these places. */
    wordsExcept(places) {
      return this.words.filter((_, place) => !places.has(place));
    }

    /** The places of the words in names of cards. */
    get placesOfNames() {
      return this.cardMentions.flatMap(({ places }) => places);
    }

    /** Whether few words are outside names, as people type on a phone. */
    get hasFewWordsBesideNames() {
      return this.words.length - this.placesOfNames.length <= FEW_WORDS;
    }

    /** The cards that the query may name. */
    get possibleCards() {
      return new Set(this.cardMentions.flatMap((mention) => mention.cards));
    }

    /** The cards that the query surely names, each once. */
    get sureCards() {
      return this.singleCards(LEAST_SURE);
    }

    /** The cards of names that mean only one, each once. */
    get unambiguousCards() {
      return this.singleCards(0);
    }

    /** The cards of names that mean only one with at least this confidence, each once. */
    singleCards(leastConfidence) {
      const isSingle = ({ cards, confidence }) =>
        cards.length === 1 && confidence >= leastConfidence;
      return [...new Set(this.cardMentions.filter(isSingle).map(({ cards }) => cards[0]))];
    }
  }

  /**
   * The expansion of a query. `names`: its words with the names in them; `typing`: whether the last
   * word may be unfinished.
   */
  function expand(index, names, wildcards, typing = false) {
    const { analyzer } = index;
    const { words, cardMentions } = names;
    const stems = words.map(analyzer.stem);
    const confidenceAt = new Map(cardMentions.flatMap(({ places, confidence }) =>
      places.map((place) => [place, confidence])));
    const phrase = ` ${stems.join(" ")} `;
    const isNamed = ([name]) => phrase.includes(` ${name} `);
    const sourcesNamed = new Set(index.sourcesByName.filter(isNamed).map(([, short]) => short));
    const skippedPlaces = skippedPlacesOf(words, confidenceAt);
    const termGroups = new Map();
    const unknown = [];
    const corrected = new Map();
    stems.forEach((stem, i) => {
      const share = 1 - (confidenceAt.get(i) ?? 0);
      if (skippedPlaces.has(i)) return;
      let synonyms = withSynonyms(index, stems.slice(i));
      if (typing && i === stems.length - 1 && !confidenceAt.has(i))
        addCompletions(index, words[i], synonyms);
      if (!synonyms.size && !confidenceAt.has(i)) {
        const intended = findIntended(index, words[i]);
        if (intended) {
          synonyms = withSynonyms(index, [analyzer.stem(intended)]);
          corrected.set(words[i], intended);
        } else if (words[i].length > 1 && index.wordKind(words[i]) !== "asking")
          unknown.push(words[i]);
      }
      const weight = synonyms.size ? idfOfBest(index, synonyms) * share : 0;
      if (synonyms.size && (!termGroups.has(stem) || weight > termGroups.get(stem).weight))
        termGroups.set(stem, { stems: synonyms, weight });
    });
    const groups = [...termGroups.values(), ...wildcardGroups(index, wildcards)];
    groups.sort((a, b) => b.weight - a.weight);
    return new Expansion({
      words, termGroups: groups, cardMentions, unknown, corrected, sourcesNamed, skippedPlaces
    });
  }

  /** A group for each wildcard that matches a word of entries. */
  function wildcardGroups(index, wildcards) {
    const stemsOfWildcards = wildcards.map((words) =>
      [...new Set(words.map(index.analyzer.stem))].filter(index.frequency));
    return stemsOfWildcards.filter(({ length }) => length).map((stems) => ({
      stems: new Map(stems.map((stem) => [stem, 1])),
      weight: index.idf(Math.max(...stems.map(index.frequency)))
    }));
  }

  /** The positions of words such as `vs` between two names and, in a short query, `the`. */
  function skippedPlacesOf(words, names) {
    const isTelling = (word, i) => names.has(i) || !EVERYDAY_WORDS.includes(word);
    const tellingCount = words.filter(isTelling).length;
    const isShort = tellingCount > 0 && words.length <= SHORT_QUERY_WORDS;
    // Beside a single telling word, “what” and “is” ask for its definition
    const fillers = tellingCount > 1 ? FILLERS : ARTICLES;
    return new Set([...words.keys()].filter((i) =>
      (JOINERS.includes(words[i]) && names.has(i - 1) && names.has(i + 1))
      || (isShort && fillers.includes(words[i]) && !names.has(i))));
  }

  /** The first stem, if entries have it, and the synonyms of it and of phrases that it begins. */
  function withSynonyms(index, stems) {
    const terms = new Map(index.frequency(stems[0]) ? [[stems[0], 1]] : []);
    for (let length = Math.min(MAX_SYNONYM_WORDS, stems.length); length > 0; length--) {
      const phrase = stems.slice(0, length).join(" ");
      for (const [term, synonymWeight] of index.synonyms.get(phrase) ?? [])
        if (index.frequency(term))
          terms.set(term, Math.max(terms.get(term) ?? 0, synonymWeight * index.weights.synonym));
    }
    return terms;
  }

  /** While the reader types, the last word also matches the commonest words that begin with it. */
  function addCompletions(index, word, terms) {
    if (word.length < 2) return;
    const synonymWeight = terms.size ? COMPLETION_WEIGHT : 1;
    const isLonger = (term) => term.length > word.length && term.startsWith(word);
    for (const term of index.stems.filter(isLonger).slice(0, MAX_COMPLETIONS))
      if (!terms.has(term)) terms.set(term, synonymWeight);
  }

  /** The idf of the rarest of the terms that match best, times how well they match. */
  function idfOfBest(index, terms) {
    const best = Math.max(...terms.values());
    const closest = [...terms].filter(([, weight]) => weight === best);
    return index.idf(Math.min(...closest.map(([term]) => index.frequency(term)))) * best;
  }

  /** The word printed in entries that an unknown word misspells, or null. */
  function findIntended(index, word) {
    if (!/^[a-z]+$/.test(word) || word.length < MIN_TYPO_LENGTH) return null;
    const intended = intendedWord(word, index.wordsByFrequency);
    if (intended === null) return null;
    return index.withPrintedWord(intended).some(index.isEntry) ? intended : null;
  }

  /** The documents with any term group, best first, and the similarity to negative questions. */
  function scoreDocuments(index, expansion, cards, allowed, onlyNamesMatch) {
    const sums = sumsOf(index, expansion, cards, onlyNamesMatch);
    const slots = [];
    const [first, stop] = onlyNamesMatch ? [index.entryCount, index.count] : [0, index.entryCount];
    for (let slot = first; slot < stop; slot++) {
      if (sums.matchedWeights[slot] && (!allowed || allowed.has(slot))) slots.push(slot);
    }
    const scoredDocuments = byEntry(index, scoresOf(index, expansion, sums, slots));
    const [best] = scoredDocuments;
    const isBest = (card) => best && index.documentsAbout(card).has(best.slot);
    // The best document is about a card named beside few words
    const isOnNamedCard = expansion.hasFewWordsBesideNames && expansion.sureCards.some(isBest);
    const negativeSimilarity = isOnNamedCard ? 0 : similarityOf(index, sums, index.count);
    return { scoredDocuments, negativeSimilarity };
  }

  /** The sums over the postings of a query: `_Sums` of `search/ranking.py`. */
  function sumsOf(index, expansion, cards, onlyNamesMatch) {
    const weightedImpacts = new Float64Array(index.count);
    const matchedWeights = new Float64Array(index.count);
    const similar = new Float64Array(index.questionWeights.length);
    let total = 0;
    for (const group of expansion.termGroups) {
      const { weight } = group;
      const { impacts, closest } = impactsOf(index, group, onlyNamesMatch);
      total += weight;
      for (const [slot, impact] of impacts) {
        weightedImpacts[slot] += weight * impact;
        matchedWeights[slot] += weight;
      }
      for (const [synonymWeight, questions] of closest)
        for (const question of questions) similar[question] += weight * synonymWeight;
    }
    const queryNorm = Math.sqrt(Math.max(total, 0.001));
    for (const [weight, about] of cardsWithWeights(index, expansion, cards)) {
      total += weight;
      for (const [slot, howMuch] of about) {
        weightedImpacts[slot] += weight * howMuch;
        matchedWeights[slot] += weight * howMuch;
      }
    }
    for (const [question, weight] of index.questionWeights.entries()) similar[question] /= weight;
    const queryFactors = queryFactorsOf(index, expansion);
    return {
      weightedImpacts, matchedWeights, total: total || 1, similar, queryNorm, queryFactors
    };
  }

  /** Slot of a document → factor of its score. */
  function queryFactorsOf(index, expansion) {
    const { weights } = index;
    const factors = new Map();
    const cards = expansion.hasFewWordsBesideNames ? expansion.sureCards : [];
    const about = cards.length === 1 ? [...index.documentsAbout(cards[0]).keys()] : [];
    const own = new Map(about.map((slot) => [slot, 0]));
    let total = 0;
    for (const group of expansion.termGroups) {
      const { weight } = group;
      const withWord = new Set();
      total += weight;
      for (const stem of highlighted(group)) {
        for (const slot of own.size ? index.withTerm(".terms", stem) : []) withWord.add(slot);
        for (const slot of index.passagesOfOpponent[stem] ?? [])
          factors.set(slot, weights.other_side);
      }
      for (const slot of about) if (withWord.has(slot)) own.set(slot, own.get(slot) + weight);
    }
    for (const [slot, weight] of own)
      factors.set(
        slot, (factors.get(slot) ?? 1) * (1 + (weights.own_words * weight) / (total || 1))
      );
    return factors;
  }

  /** The similarity of the query to the two most similar questions of a document. */
  function similarityOf(index, { similar, queryNorm }, slot) {
    let first = 0;
    let second = 0;
    for (const question of index.questionsOf[slot]) {
      const similarity = similar[question];
      if (similarity > first) [first, second] = [similarity, first];
      else if (similarity > second) second = similarity;
    }
    return (first + index.weights.second_question * second) / queryNorm;
  }

  /** The documents with their scores and coverage. */
  function scoresOf(index, expansion, sums, slots) {
    const { weights, documents } = index;
    const { slotsInARow, bonus } = inARow(index, expansion);
    return slots.map((slot) => {
      const { kindFactor, fewQuestionsFactor, sourceName } = documents[slot];
      const similarity = similarityOf(index, sums, slot);
      const coverage = Math.min(1, sums.matchedWeights[slot] / sums.total);
      let score = sums.weightedImpacts[slot] / sums.total + weights.similarity * similarity;
      score *= 1 - weights.missing * (1 - coverage);
      score *= kindFactor * fewQuestionsFactor * (sums.queryFactors.get(slot) ?? 1);
      // A variant that the query names does not weigh less
      if (expansion.sourcesNamed.has(sourceName) && sourceName in VARIANTS)
        score /= weights.nature.variant ?? 1;
      if (slotsInARow.has(slot)) score += bonus;
      return { slot, score, coverage, passages: [] };
    });
  }

  /** The documents with the query's words in a row, and the bonus for their scores. */
  function inARow(index, { searchedWords, words }) {
    const { weights, documents } = index;
    const slots = [...index.withPhrase(searchedWords)];
    if (searchedWords.length === 1) {
      const ofThisGame = slots.filter((slot) => documents[slot].game === NETRUNNER);
      return { slotsInARow: new Set(ofThisGame), bonus: weights.word };
    }
    if (searchedWords.length < words.length) slots.push(...index.withPhrase(words));
    return { slotsInARow: new Set(slots), bonus: weights.phrase * searchedWords.length };
  }

  /**
   * The highest impact of the group's stems in each document, and the questions with each stem.
   *
   * With `onlyNamesMatch`, the impact is the weight of the stem alone. There is one list of
   * questions for each stem, after its weight, closest stem first; a question is only in the list
   * of its closest stem.
   */
  function impactsOf(index, { stems }, onlyNamesMatch) {
    const impacts = new Map();
    const closest = [];
    const closerQuestions = new Set();
    for (const [stem, synonymWeight] of [...stems].sort((a, b) => b[1] - a[1])) {
      const { impacts: ofStem, questions } = index.postings(stem);
      const postings = onlyNamesMatch
        ? [...index.textsWith(stem).keys()].map((slot) => [slot, 1]) : ofStem;
      if (synonymWeight === 1 && stems.size === 1)
        return { impacts: postings, closest: [[1, questions]] };
      for (const [slot, impact] of postings)
        if (synonymWeight * impact > (impacts.get(slot) ?? 0))
          impacts.set(slot, synonymWeight * impact);
      closest.push([synonymWeight, questions.filter((question) => !closerQuestions.has(question))]);
      for (const question of questions) closerQuestions.add(question);
    }
    return { impacts, closest };
  }

  /** The weight of each card named in the query or in its fields, and the documents about it. */
  function cardsWithWeights(index, expansion, cards) {
    const cardsInText = expansion.possibleCards;
    const cardsInFields = cards.filter((card) => !cardsInText.has(card));
    const mentions = [
      ...expansion.cardMentions, ...cardsInFields.map((card) => ({ cards: [card], confidence: 1 }))
    ];
    const { named_card: nameWeight, idf_power: power } = index.weights;
    return mentions.flatMap(({ cards: cardsMeant, confidence }) => {
      const abouts = cardsMeant.map((card) => index.documentsAbout(card));
      const frequency = Math.max(...abouts.map(({ size }) => size));
      if (!frequency) return [];
      const shares = new Map();
      for (const about of abouts)
        for (const [slot, howMuch] of about)
          shares.set(slot, Math.max(shares.get(slot) ?? 0, howMuch));
      return [[nameWeight * confidence * index.idf(frequency) ** (1 / power), shares]];
    });
  }

  /** Each entry once, best first. A section's score is the best of its own and its passages'. */
  function byEntry(index, scored) {
    scored.sort((a, b) => b.score - a.score || a.slot - b.slot);
    const bestBySection = new Map();
    for (const document of scored) {
      const own = index.documents[document.slot];
      const { section = own, passageNumber, kindFactor } = own;
      if (!bestBySection.has(section)) bestBySection.set(section, document);
      const best = bestBySection.get(section);
      const bestDocument = index.documents[best.slot];
      const asOrdinary = best.score / (bestDocument.kindFactor * bestDocument.fewQuestionsFactor);
      const least = JOINED_SHARE * asOrdinary * kindFactor;
      if (passageNumber !== undefined && (!best.passages.length || document.score >= least))
        best.passages.push(passageNumber);
    }
    return [...bestBySection.values()];
  }

  site.ranking = { Expansion, expand, highlighted, scoreDocuments };
})(window.Rulings ??= {});
