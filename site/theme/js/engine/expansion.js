/**
 * The words of a query → the cards named in it, and weighted concepts: each other word with its synonyms, as in
 * `search/expansion.py`.
 */
(function (site) {
  "use strict";

  const { recognize } = site.cardNames;
  const { intendedWord } = site.editDistance;
  const {
    COMMON_SHARE, FEW_QUESTIONS, MAX_SYNONYM_WORDS, MAX_TYPO_LENGTH, MAX_WORDS, MIN_WORD_SHARE, MIN_SPLIT_LENGTH,
    MIN_TYPO_LENGTH
  } = site.constants;
  const MAX_COMPLETIONS = 8; // of an unfinished word
  const COMPLETION_CLOSENESS = 0.35; // of a longer word, if what is typed is a word itself, which is more likely meant

  /**
   * @typedef {{word: string, terms: Map<string, number>, weight: number}} Concept one thing asked for; `terms`: stem →
   *   how well it matches (0–1)
   */

  /**
   * @typedef {object} Expansion what a query asks for
   * @property {string[]} words
   * @property {Concept[]} concepts
   * @property {CardMention[]} mentions the cards that are named
   * @property {string[]} unknown words that occur nowhere
   * @property {Map<string, string>} corrected word → the words it was read as
   * @property {Set<string>} sources short names of the sources that the query names
   */

  /**
   * The expansion of a query.
   * @param {Index} index see `index.js`
   * @param {string} text the query without its operators and fields
   * @param {string[][]} patterns lists of words, any of which is asked for
   * @param {boolean} [typing] whether the last word may be unfinished
   * @returns {Expansion}
   */
  function expand(index, text, patterns, typing = false) {
    const { analyzer, weights } = index;
    const words = analyzer.words(text).slice(0, MAX_WORDS), stems = words.map(analyzer.stem);
    const mentions = recognize(index.cardNames, words, (word) => isKnown(index, word), text);
    const confidenceAt = new Map(mentions.flatMap((mention) =>
      words.slice(mention.start, mention.stop).map((_, n) => [mention.start + n, mention.confidence])));
    const joined = ` ${stems.join(" ")} `;
    const sources = new Set(index.sources
      .filter(([name]) => joined.includes(` ${name} `))
      .map(([, short]) => short));
    const expansion = { words, concepts: [], mentions, unknown: [], corrected: new Map(), sources };
    const concepts = new Map();
    stems.forEach((stem, position) => {
      let share = 1 - (confidenceAt.get(position) ?? 0);
      if (share < MIN_WORD_SHARE) return;
      let terms = withSynonyms(index, stems, position);
      if (typing && position === stems.length - 1 && !confidenceAt.has(position))
        addCompletions(index, words[position], terms);
      if (!terms.size && !confidenceAt.has(position)) {
        const { meant, terms: corrected } = corrections(index, words, position);
        terms = corrected;
        if (terms.size) {
          expansion.corrected.set(words[position], meant);
          share *= weights.corrected;
        } else if (words[position].length > 1) expansion.unknown.push(words[position]);
      }
      if (!terms.size) return;
      const weight = idfOfBest(index, terms) * share;
      if (!concepts.has(stem) || weight > concepts.get(stem).weight)
        concepts.set(stem, { word: words[position], terms, weight });
    });
    expansion.concepts = [...concepts.values()].sort((a, b) => b.weight - a.weight);
    expansion.concepts.push(...patterns.flatMap((matching) => patternConcept(index, matching)));
    return expansion;
  }

  /** Whether a word is not a misspelt name: it is printed, has a synonym, or is in more than a few questions. */
  function isKnown(index, word) {
    const stem = index.analyzer.stem(word);
    return index.isPrinted(word) || index.synonyms.has(stem) || index.frequency(stem) > FEW_QUESTIONS;
  }

  /** The idf of the rarest of the terms that match best, times how well they match. */
  function idfOfBest(index, terms) {
    const best = Math.max(...terms.values());
    const bestTerms = [...terms].filter(([, closeness]) => closeness === best);
    return index.idf(Math.min(...bestTerms.map(([term]) => index.frequency(term)))) * best;
  }

  /** A list with one concept for any of the words, as rare as the commonest of them; empty if no document has one. */
  function patternConcept(index, words) {
    const stems = [...new Set(words.map(index.analyzer.stem))].filter((stem) => index.frequency(stem));
    if (!stems.length) return [];
    const frequency = Math.max(...stems.map((stem) => index.frequency(stem)));
    return [{ word: words[0], terms: new Map(stems.map((stem) => [stem, 1])), weight: index.idf(frequency) }];
  }

  /** The stem itself, if it occurs in documents, and the synonyms of it and of the phrases that begin with it. */
  function withSynonyms(index, stems, start) {
    const terms = new Map(index.frequency(stems[start]) ? [[stems[start], 1]] : []);
    for (let length = Math.min(MAX_SYNONYM_WORDS, stems.length - start); length > 0; length--) {
      for (const [term, closeness] of synonymsOf(index, stems.slice(start, start + length)))
        terms.set(term, Math.max(terms.get(term) ?? 0, closeness));
    }
    return terms;
  }

  /** The synonyms of a word or phrase; of a synonym that is a phrase (`brain damage`), its uncommon words. */
  function synonymsOf(index, stems) {
    const common = COMMON_SHARE * index.rankedCount;
    return (index.synonyms.get(stems.join(" ")) || []).flatMap(([synonym, weight]) => {
      const terms = synonym.split(" ").filter((term) => index.frequency(term));
      const uncommon = synonym.includes(" ")
        ? terms.filter((term) => index.frequency(term) <= common && !stems.includes(term))
        : terms;
      return uncommon.map((term) => [term, weight * index.weights.synonym]);
    });
  }

  /** While the reader types, the last word also matches the commonest words that begin with it. */
  function addCompletions(index, word, terms) {
    if (word.length < 2) return;
    const closeness = terms.size ? COMPLETION_CLOSENESS : 1;
    const completions = index.stemsByFrequency.filter((term) => term.length > word.length && term.startsWith(word));
    for (const term of completions.slice(0, MAX_COMPLETIONS)) if (!terms.has(term)) terms.set(term, closeness);
  }

  /**
   * What an unknown word may stand for: part of a compound written apart, a typo, or two words run together.
   * @returns {{terms: Map<string, number>, meant: string}} without terms if it stands for nothing
   */
  function corrections(index, words, position) {
    const word = words[position], { stem } = index.analyzer, frequency = index.frequency;
    const none = { terms: new Map(), meant: "" };
    if (!/^[a-z]+$/.test(word) || word.length < MIN_TYPO_LENGTH || word.length > MAX_TYPO_LENGTH) return none;
    const withNext = position + 1 < words.length ? word + words[position + 1] : "";
    const withPrevious = position ? words[position - 1] + word : "";
    for (const compound of [withNext, withPrevious]) {
      if (compound && frequency(stem(compound))) return { terms: new Map([[stem(compound), 1]]), meant: compound };
    }
    const nearest = intendedWord(word, index.wordsByFrequency), nearestStem = nearest === null ? "" : stem(nearest);
    if (frequency(nearestStem)) {
      return { terms: new Map([...synonymsOf(index, [nearestStem]), [nearestStem, 1]]), meant: nearest };
    }
    for (let cut = MIN_SPLIT_LENGTH; cut <= word.length - MIN_SPLIT_LENGTH; cut++) {
      const parts = [word.slice(0, cut), word.slice(cut)], partStems = parts.map(stem);
      if (partStems.every(frequency))
        return { terms: new Map(partStems.map((part) => [part, 1])), meant: parts.join(" ") };
    }
    return none;
  }

  site.expansion = { expand };
})((window.Rulings = window.Rulings || {}));
