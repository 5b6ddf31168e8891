/**
 * The words of a query → the cards named in it, and weighted concepts: each other word with its synonyms, as in
 * `search/expansion.py`. If a query has several sentences, the words of its questions have full weight.
 */
(function (site) {
  "use strict";

  const { recognize } = site.entities;
  const { nearestWord } = site.names;
  const { COMMON_SHARE, FEW_QUESTIONS, MIN_SHARE, MAX_SYNONYM_WORDS, MAX_WORDS } = site.constants;
  const SENTENCE_END = new RegExp(site.constants.SENTENCE_END), ASKS = new RegExp(`^${site.constants.ASKS}`, "i");
  const MAX_COMPLETIONS = 8; // of an unfinished word

  /**
   * @typedef {{word: string, terms: Map<string, number>, weight: number}} Concept one thing asked for; `terms`: stem →
   *   how well it matches (0–1)
   */

  /**
   * Stems of a word or phrase → its synonyms with their weights. The words of a group in `same` are synonyms of each
   * other; those in `typed` have synonyms, but are not synonyms of these.
   */
  function synonyms({ same, typed }, analyzer) {
    const table = new Map(), keyOf = (words) => analyzer.stems(words).join(" ");
    const relate = (words, others, weight) => {
      for (const word of words) {
        if (!table.has(word)) table.set(word, new Map());
        const weights = table.get(word);
        for (const other of others) if (other !== word) weights.set(other, Math.max(weight, weights.get(other) ?? 0));
      }
    };
    const keys = (text) => text.split("|").map(keyOf);
    for (const [weight, words] of same) relate(keys(words), keys(words), weight);
    for (const [weight, words, means] of typed) relate(keys(words), keys(means), weight);
    for (const [word, weights] of table) table.set(word, [...weights].sort(([a], [b]) => (a < b ? -1 : 1)));
    return table;
  }

  /**
   * What a query asks for.
   * @param {object} index see `search-index.js` @param {string} typed the query without its operators and fields
   * @param {string[][]} patterns lists of words, any of which is asked for
   * @param {boolean} [typing] whether the last word may be unfinished
   * @returns {{words: string[], concepts: Concept[], entities: object[], unknown: string[], corrected: Map<string,
   *   string>, sources: Set<string>}} `unknown`: words that occur nowhere; `corrected`: word → the stem it was read as;
   *   `sources`: short names of the sources that the query names
   */
  function expand(index, typed, patterns, typing = false) {
    const { analyzer, frequency, weights } = index;
    const weighted = weightedWords(index, typed);
    const words = weighted.map(([word]) => word), stems = words.map(analyzer.stem);
    // whether a word is in the texts, in several questions or has synonyms, so that it is no misspelt name
    const isKnown = (word) =>
      index.isPrinted(word)
      || index.synonyms.has(analyzer.stem(word))
      || frequency(analyzer.stem(word)) > FEW_QUESTIONS;
    const phrases = phrasesOf(index, stems);
    const isPartOf = ([start, stop], entity) =>
      start <= entity.start && entity.stop <= stop && entity.stop - entity.start < stop - start;
    const entities = recognize(index.names, words, isKnown, typed)
      .filter((entity) => !phrases.some((phrase) => isPartOf(phrase, entity)));
    const confidenceAt = new Map(entities.flatMap((entity) =>
      words.slice(entity.start, entity.stop).map((_, n) => [entity.start + n, entity.confidence])));
    const line = ` ${stems.join(" ")} `;
    const sources = new Set(index.sourceNames
      .filter(([name]) => line.includes(` ${name} `))
      .map(([, short]) => short));
    const expansion = { words, concepts: [], entities, unknown: [], corrected: new Map(), sources };
    const concepts = new Map();
    stems.forEach((stem, position) => {
      const share = (1 - (confidenceAt.get(position) ?? 0)) * weighted[position][1];
      if (share < MIN_SHARE || (concepts.has(stem) && concepts.get(stem).weight >= share)) return;
      let terms = withSynonyms(index, stems, position), weight = share;
      if (typing && position === stems.length - 1 && !confidenceAt.has(position))
        addCompletions(index, words[position], terms);
      if (!terms.size && !confidenceAt.has(position)) {
        terms = corrections(index, words, position);
        if (terms.size) {
          const [best] = [...terms].reduce((best, term) => (term[1] > best[1] ? term : best));
          expansion.corrected.set(words[position], best);
          weight *= weights.corrected;
        } else if (words[position].length > 1) expansion.unknown.push(words[position]);
      }
      if (!terms.size) return;
      const maxCloseness = Math.max(...terms.values());
      const idf = Math.max(...[...terms]
        .filter(([, closeness]) => closeness === maxCloseness)
        .map(([term, closeness]) => index.idf(frequency(term)) * closeness));
      if (!concepts.has(stem) || idf * weight > concepts.get(stem).weight)
        concepts.set(stem, { word: words[position], terms, weight: idf * weight });
    });
    expansion.concepts = [...concepts.values()].sort((a, b) => b.weight - a.weight);
    expansion.concepts.push(...patterns.flatMap((words) => patternConcept(index, words)));
    return expansion;
  }

  /** A list with one concept for any of the words, as rare as the commonest of them; empty if no document has one. */
  function patternConcept(index, words) {
    const stems = [...new Set(words.map(index.analyzer.stem))].filter((stem) => index.frequency(stem));
    if (!stems.length) return [];
    const frequency = Math.max(...stems.map((stem) => index.frequency(stem)));
    return [{ word: words[0], terms: new Map(stems.map((stem) => [stem, 1])), weight: index.idf(frequency) }];
  }

  /** The words, each with the weight of its sentence; weights are equal if no sentence or every one is a question. */
  function weightedWords({ analyzer, weights }, typed) {
    const asksSomething = (sentence) => sentence.trimEnd().endsWith("?") || ASKS.test(sentence);
    const trimmed = (sentence) => sentence.replace(/^[ \t\n"'([*_\-–—…]+|[ \t\n"'([*_\-–—…]+$/g, "");
    const sentences = typed.split(SENTENCE_END)
      .filter((part) => part.trim())
      .map((part) => [analyzer.words(part), asksSomething(trimmed(part))]);
    const story = sentences.some(([, isQuestion]) => isQuestion) ? weights.story : 1;
    const weighted = sentences.flatMap(([words, isQuestion]) => words.map((word) => [word, isQuestion ? 1 : story]));
    if (weighted.length <= MAX_WORDS) return weighted;
    // of a very long query, the words of its questions are kept first
    const positions = weighted.map((_, position) => position)
      .sort((a, b) => weighted[b][1] - weighted[a][1] || a - b)
      .slice(0, MAX_WORDS);
    return positions.sort((a, b) => a - b).map((position) => weighted[position]);
  }

  const joined = (list, start, length) => list.slice(start, start + length).join(" ");

  /** The positions ([start, stop]) of game phrases: the `jack` of `jack out` names no card. */
  function phrasesOf(index, stems) {
    const phrases = [];
    stems.forEach((_, start) => {
      for (let length = 2; length <= Math.min(MAX_SYNONYM_WORDS, stems.length - start); length++) {
        if (index.synonyms.has(joined(stems, start, length))) phrases.push([start, start + length]);
      }
    });
    return phrases;
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
    const common = COMMON_SHARE * index.ranked;
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
    const closeness = terms.size ? 0.35 : 1;
    const completions = index.terms().filter((term) => term.length > word.length && term.startsWith(word));
    for (const term of completions.slice(0, MAX_COMPLETIONS)) if (!terms.has(term)) terms.set(term, closeness);
  }

  /** What an unknown word may be, as terms: part of a compound written apart, a typo, or two words run together. */
  function corrections(index, words, position) {
    const word = words[position], { stem } = index.analyzer, frequency = index.frequency;
    if (!/^[a-z]{4,30}$/.test(word)) return new Map();
    const withNext = position + 1 < words.length ? word + words[position + 1] : "";
    const withPrevious = position ? words[position - 1] + word : "";
    for (const compound of [withNext, withPrevious]) {
      if (compound && frequency(stem(compound))) return new Map([[stem(compound), 1]]);
    }
    const nearest = nearestWord(word, index.words()), nearestStem = nearest === null ? "" : stem(nearest);
    if (frequency(nearestStem)) {
      return new Map([...synonymsOf(index, [nearestStem]), [nearestStem, 1]]);
    }
    for (let split = 3; split < word.length - 2; split++) {
      const parts = [stem(word.slice(0, split)), stem(word.slice(split))];
      if (parts.every(frequency)) return new Map(parts.map((part) => [part, 1]));
    }
    return new Map();
  }

  site.expansion = { synonyms, expand };
})((window.Rulings = window.Rulings || {}));
