/**
 * The words of a query → weighted term groups; the index and these → the documents, best first: the loop of
 * `search/ranking.py`, which explains the parts of a score.
 */
(function (site) {
  "use strict";

  const { intendedWord } = site.editDistance;
  const { UNHIGHLIGHTED_WORDS } = site.passages;
  const {
    ARTICLES, CLEAR_CONFIDENCE, EXACT, FEW_QUESTIONS, FEW_WORDS, FILLERS, HIGHLIGHTED_SYNONYM_WEIGHT,
    JOINED_SHARE, JOINERS, MAX_SYNONYM_WORDS, MAX_WORDS, MIN_TYPO_LENGTH, NETRUNNER, PLAYERS_PATTERN, SHORT_QUERY_WORDS,
    SURE_CONFIDENCE, UNUSED_CONFIDENCE, VARIANTS
  } = site.constants;
  const MAX_COMPLETIONS = 8; // of an unfinished word
  const COMPLETION_WEIGHT = 0.35; // of a longer word, if what is typed is a word itself, which is more likely meant

  /**
   * The expansion of a query.
   * @param {Index} index see `index.js`
   * @param {string} text the query without its operators and fields
   * @param {string[][]} patterns the words that each pattern matches
   * @param {boolean} [typing] whether the last word may be unfinished
   * @returns {Expansion}
   */
  function expand(index, text, patterns, typing = false) {
    const { analyzer, weights } = index;
    const { words, cardNames } = withNamesRead(index, analyzer.words(text).slice(0, MAX_WORDS), text);
    const stems = words.map(analyzer.stem);
    const confidenceAt = new Map(cardNames.flatMap(({ start, stop, confidence }) =>
      words.slice(start, stop).map((_, n) => [start + n, confidence])));
    const joined = ` ${stems.join(" ")} `;
    const sources = new Set(
      index.sources.filter(([name]) => joined.includes(` ${name} `)).map(([, short]) => short)
    );
    const stopWords = findStopWords(words, confidenceAt), terms = words.filter((_, i) => !stopWords.has(i));
    const termsWithoutFillers = terms.filter((word) => !FILLERS.includes(word));
    const expansion = {
      words, termGroups: [], cardNames, unknown: [], corrected: new Map(), sources, stopWords, terms,
      termsWithoutFillers
    };
    const termGroups = new Map();
    stems.forEach((stem, i) => {
      let share = 1 - (confidenceAt.get(i) ?? 0);
      if (stopWords.has(i)) return;
      let meant = withSynonyms(index, stems.slice(i));
      if (typing && i === stems.length - 1 && !confidenceAt.has(i)) addCompletions(index, words[i], meant);
      if (!meant.size && !confidenceAt.has(i)) {
        const intended = findIntended(index, words[i]);
        if (intended) {
          meant = withSynonyms(index, [analyzer.stem(intended)]);
          expansion.corrected.set(words[i], intended);
          share *= weights.corrected;
        } else if (words[i].length > 1) expansion.unknown.push(words[i]);
      }
      const weight = meant.size ? idfOfBest(index, meant) * share : 0;
      if (meant.size && (!termGroups.has(stem) || weight > termGroups.get(stem).weight))
        termGroups.set(stem, { word: words[i], terms: meant, weight });
    });
    for (const matching of patterns) {
      const found = [...new Set(matching.map(analyzer.stem))].filter(index.frequency);
      if (!found.length) continue;
      const weight = index.idf(Math.max(...found.map(index.frequency)));
      termGroups.set(`${matching[0]}*`, { word: matching[0], terms: new Map(found.map((stem) => [stem, 1])), weight });
    }
    expansion.termGroups = [...termGroups.values()].sort((a, b) => b.weight - a.weight);
    return expansion;
  }

  /** The words with the title in place of each name that is misspelt or a part of one, and the names in them. */
  function withNamesRead(index, typed, text) {
    const { confidences, printed: forms } = index.cardNames, words = [], cardNames = [];
    const printed = new Set(forms.filter(([form]) => text.includes(form)).map(([, name]) => name));
    const isClear = (name) => name.includes(" ") && index.nameTable.titles.has(name);
    const usual = (name) => (isClear(name) ? CLEAR_CONFIDENCE : UNUSED_CONFIDENCE);
    const confidence = (name) => (printed.has(name) ? CLEAR_CONFIDENCE : confidences.get(name) ?? usual(name));
    let end = 0;
    for (const span of index.nameTable.spans(typed, (word) => isKnown(index, word), confidence)) {
      words.push(...typed.slice(end, span.start));
      end = span.stop;
      const asTyped = typed.slice(span.start, end), isRead = !EXACT.includes(span.matchKind);
      const name = (isRead || span.matchKind === "spelling") && span.cards.length === 1
        ? index.analyzer.words(span.cards[0].title) : asTyped;
      cardNames.push({
        start: words.length, stop: words.length + name.length, cards: span.cards.map(({ number }) => number),
        confidence: span.confidence, typed: isRead ? asTyped.join(" ") : "", matchKind: span.matchKind
      });
      words.push(...name);
    }
    return { words: [...words, ...typed.slice(end)], cardNames };
  }

  /** Whether a word is not part of a misspelt or unfinished name: see `_is_known` in `search/ranking.py`. */
  function isKnown(index, word) {
    const stem = index.analyzer.stem(word), frequency = index.frequency(stem);
    if (word.length < MIN_TYPO_LENGTH && !frequency) return word.length < 3;
    return isPrintedOutsideTitle(index, word) || index.synonyms.has(stem) || frequency > FEW_QUESTIONS;
  }

  /** Whether entries have the word that are not about the only card with the word in its title. */
  function isPrintedOutsideTitle(index, word) {
    const { words, things } = index.nameTable, named = words.get(word) ?? [];
    const card = named.length === 1 && things[named[0]].kind === "card" ? things[named[0]] : null;
    const about = card ? index.about(card.number) : new Map();
    return index.printed(word).some((number) => !about.has(number));
  }

  /** The idf of the rarest of the terms that match best, times how well they match. */
  function idfOfBest(index, terms) {
    const best = Math.max(...terms.values());
    const frequencies = [...terms].filter(([, weight]) => weight === best).map(([term]) => index.frequency(term));
    return index.idf(Math.min(...frequencies)) * best;
  }

  /** The positions of words such as `vs` between two names, and in a short query, of words such as `the`. */
  function findStopWords(words, names) {
    const telling = words.filter((word, i) => names.has(i) || !UNHIGHLIGHTED_WORDS.has(word)).length;
    const silent = telling > 1 ? FILLERS : telling ? ARTICLES : [], isShort = words.length <= SHORT_QUERY_WORDS;
    return new Set([...words.keys()].filter((i) =>
      (JOINERS.includes(words[i]) && names.has(i - 1) && names.has(i + 1))
      || (isShort && silent.includes(words[i]) && !names.has(i))));
  }

  /** The first stem, if it occurs in entries, and the synonyms of it and of phrases that begin with it. */
  function withSynonyms(index, stems) {
    const terms = new Map(index.frequency(stems[0]) ? [[stems[0], 1]] : []);
    for (let length = Math.min(MAX_SYNONYM_WORDS, stems.length); length > 0; length--)
      for (const [term, synonymWeight] of index.synonyms.get(stems.slice(0, length).join(" ")) ?? [])
        if (index.frequency(term))
          terms.set(term, Math.max(terms.get(term) ?? 0, synonymWeight * index.weights.synonym));
    return terms;
  }

  /** While the reader types, the last word also matches the commonest words that begin with it. */
  function addCompletions(index, word, terms) {
    if (word.length < 2) return;
    const synonymWeight = terms.size ? COMPLETION_WEIGHT : 1;
    const completions = index.stems.filter((term) => term.length > word.length && term.startsWith(word));
    for (const term of completions.slice(0, MAX_COMPLETIONS)) if (!terms.has(term)) terms.set(term, synonymWeight);
  }

  /** The printed word that an unknown one misspells, or null. */
  function findIntended(index, word) {
    if (!/^[a-z]+$/.test(word) || word.length < MIN_TYPO_LENGTH) return null;
    const intended = intendedWord(word, index.wordsByFrequency);
    return intended !== null && index.frequency(index.analyzer.stem(intended)) ? intended : null;
  }

  /** Whether few words are no part of names, as in what thumbs type. */
  const hasFewWordsBesideNames = ({ words, cardNames }) =>
    cardNames.reduce((sum, { start, stop }) => sum + start - stop, words.length) <= FEW_WORDS;

  /** The cards that the query surely names, each once. */
  const sureCards = ({ cardNames }) => [...new Set(cardNames
    .filter(({ cards, confidence }) => cards.length === 1 && confidence >= SURE_CONFIDENCE)
    .map(({ cards }) => cards[0]))];

  /** The cards that the query names, if it names two. */
  function twoCards({ cardNames }) {
    const cards = [...new Set(cardNames.map((mention) => mention.cards).filter((each) => each.length === 1).flat())];
    return cards.length === 2 ? cards : null;
  }

  const add = (sums, number, value) => sums.set(number, (sums.get(number) ?? 0) + value);

  /**
   * The documents with any term group, best first, and the similarity of the query to the questions that nothing
   * answers.
   * @param {Index} index
   * @param {Expansion} expansion
   * @param {number[]} cards named in fields
   * @param {?Set<number>} allowed the documents that meet the conditions of the query; null: all
   * @param {boolean} onlyNames whether cards, topics and the like are asked for instead of entries
   * @returns {{ranked: Scored[], negativeSimilarity: number}}
   */
  function rank(index, expansion, cards, allowed, onlyNames) {
    const { weights } = index, words = new Map(), cover = new Map(), shared = new Map();
    const otherSide = new Map(); // the factors of passages about the other side
    let total = 0;
    for (const group of expansion.termGroups) {
      const { impacts, closest } = impactsOf(index, group, onlyNames);
      total += group.weight;
      for (const [number, impact] of impacts) {
        add(words, number, group.weight * impact);
        add(cover, number, group.weight);
      }
      for (const [question, synonymWeight] of closest) add(shared, question, group.weight * synonymWeight);
      for (const [stem, synonymWeight] of group.terms)
        for (const number of synonymWeight >= HIGHLIGHTED_SYNONYM_WEIGHT ? index.ofOtherSide[stem] ?? [] : [])
          otherSide.set(number, weights.other_side);
    }
    const similarity = similarities(index, shared, total);
    for (const [weight, about] of namedCards(index, expansion, cards)) {
      total += weight;
      for (const [number, howMuch] of about) {
        add(words, number, weight * howMuch);
        add(cover, number, weight * howMuch);
      }
    }
    total ||= 1;
    const { terms } = expansion, isWord = terms.length === 1;
    const inARow = new Set([terms, ...(isWord ? [] : [expansion.words])].flatMap((row) => [...index.phrase(row, 2)]));
    const forARow = isWord ? weights.word : weights.phrase * terms.length;
    const scored = [];
    for (const [number, sum] of words) {
      if ((allowed && !allowed.has(number)) || index.isEntry(number) === onlyNames) continue;
      const doc = index.docs[number];
      const coverage = Math.min(1, cover.get(number) / total);
      let score = sum / total + weights.similarity * (similarity.get(number) ?? 0);
      score *= 1 - weights.missing * (1 - coverage);
      score *= doc.prior * doc.boost * (otherSide.get(number) ?? 1);
      if (expansion.sources.has(doc.source) && doc.source in VARIANTS) score /= weights.nature.variant ?? 1;
      if (inARow.has(number) && !(isWord && doc.game !== NETRUNNER)) score += forARow;
      scored.push({ number, score, coverage, passages: [] });
    }
    const ranked = byEntry(index, withRowAskedFor(index, expansion, scored));
    return { ranked, negativeSimilarity: isOnNamedCard(index, expansion, ranked) ? 0 : similarity.get(null) ?? 0 };
  }

  /** What scored; if a number of players is asked for, of the rows of a table only that for it. */
  function withRowAskedFor(index, expansion, scored) {
    const players = playersAsked(expansion);
    if (players === null) return scored;
    return scored.filter(({ number }) => isFor(players, index.ofPlayers.get(number) ?? [0]));
  }

  /** The number of players that a tournament is asked for; null if there is none. */
  function playersAsked(expansion) {
    const asked = new RegExp(PLAYERS_PATTERN).exec(expansion.words.join(" "));
    return asked ? Number(asked[1] ?? asked[2]) : null;
  }

  /** Whether the row of a table, from its first to its last number of players, is for that many. */
  const isFor = (players, [first, last]) => first <= players && players <= (last ?? Infinity);

  /** Whether few words stand beside the name of a card, which the best document is about. */
  function isOnNamedCard(index, expansion, ranked) {
    const [best] = ranked;
    return hasFewWordsBesideNames(expansion) && best !== undefined
      && sureCards(expansion).some((card) => index.about(card).has(best.number));
  }

  /** Document → the highest impact of the group's terms; question → the synonym weight of its closest term. */
  function impactsOf(index, { terms }, onlyNames) {
    const impacts = new Map(), closest = new Map();
    for (const [stem, synonymWeight] of terms) {
      const { entries, questions } = index.postings(stem);
      for (const [number, impact] of onlyNames ? index.namedWith(stem).map((n) => [n, 1]) : entries)
        if (synonymWeight * impact > (impacts.get(number) ?? 0)) impacts.set(number, synonymWeight * impact);
      for (const question of questions)
        if (synonymWeight > (closest.get(question) ?? 0)) closest.set(question, synonymWeight);
    }
    return { impacts, closest };
  }

  /**
   * For each card named in the query or in its fields, its weight, and the documents about it.
   * @returns {[number, Map<number, number>][]}
   */
  function namedCards(index, expansion, cards) {
    const known = new Set(expansion.cardNames.flatMap((mention) => mention.cards));
    const named = [
      ...expansion.cardNames,
      ...cards.filter((card) => !known.has(card)).map((card) => ({ cards: [card], confidence: 1 }))
    ];
    const { named_card: nameWeight, idf_power: power } = index.weights;
    return named.flatMap(({ cards: meant, confidence }) => {
      const abouts = meant.map((card) => index.about(card)), frequency = Math.max(...abouts.map(({ size }) => size));
      if (!frequency) return [];
      const most = new Map();
      for (const about of abouts)
        for (const [number, howMuch] of about) most.set(number, Math.max(most.get(number) ?? 0, howMuch));
      return [[nameWeight * confidence * index.idf(frequency) ** (1 / power), most]];
    });
  }

  /**
   * Document → its similarity to the most similar of its questions and, with less weight, to the next; null: to the
   * questions that nothing answers.
   */
  function similarities(index, shared, wordsWeight) {
    const best = new Map(), root = Math.sqrt(Math.max(wordsWeight, 0.001)), { second_question: share } = index.weights;
    for (const [question, weight] of shared) {
      const similarity = weight / index.questionWeights[question], numbers = index.questionDocuments[question];
      for (const number of numbers.length ? numbers : [null]) {
        const [first, second] = best.get(number) ?? [0, 0];
        if (similarity > first) best.set(number, [similarity, first]);
        else if (similarity > second) best.set(number, [first, similarity]);
      }
    }
    return new Map([...best].map(([number, [first, second]]) => [number, (first + share * second) / root]));
  }

  /** Each entry once, best first, with the better score of the whole section and of its best passage. */
  function byEntry(index, scored) {
    scored.sort((a, b) => b.score - a.score || a.number - b.number);
    const kept = new Map();
    for (const document of scored) {
      const { kind, id, passageNumber, prior } = index.docs[document.number], key = `${kind}/${id}`;
      if (!kept.has(key)) kept.set(key, document);
      const best = kept.get(key), { prior: bestPrior, boost } = index.docs[best.number];
      const least = ((JOINED_SHARE * best.score) / (bestPrior * boost)) * prior;
      if (passageNumber !== undefined && (!best.passages.length || document.score >= least))
        best.passages.push(passageNumber);
    }
    return [...kept.values()];
  }

  site.ranking = { expand, hasFewWordsBesideNames, isFor, playersAsked, sureCards, twoCards, rank };
})(window.Rulings ??= {});
