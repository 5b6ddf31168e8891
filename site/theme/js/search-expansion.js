/**
 * The words of a query → its weighted concepts: the cards named in it, and each word with its synonyms, as
 * `search/expansion.py` reads them. If a query has several sentences, the words of its questions have full weight.
 */
(function (site) {
  "use strict";

  const { recognize } = site.entities;
  const { nearestWord } = site.names;
  const { COMMON_SHARE, FEW_QUESTIONS, MIN_SHARE, MAX_SYNONYM_WORDS, MAX_WORDS } = site.constants;
  const SENTENCE_END = new RegExp(site.constants.SENTENCE_END), ASKS = new RegExp(`^${site.constants.ASKS}`, "i");

  /**
   * @typedef {{word: string, terms: Map<string, number>, weight: number}} Concept stem → how well it stands for what is
   *   asked
   */

  /** Stems of a word or phrase → what else it may be called: both directions of `same`, one of `typed`. */
  function synonyms({ same, typed }, analyzer) {
    const table = new Map(), key = (words) => analyzer.stems(words).join(" ");
    const relate = (words, means, weight) => {
      for (const word of words) {
        if (!table.has(word)) table.set(word, new Map());
        const into = table.get(word);
        for (const other of means) if (other !== word) into.set(other, Math.max(weight, into.get(other) ?? 0));
      }
    };
    const keys = (text) => text.split("|").map(key);
    for (const [weight, words] of same) relate(keys(words), keys(words), weight);
    for (const [weight, words, means] of typed) relate(keys(words), keys(means), weight);
    for (const [word, others] of table) table.set(word, [...others].sort(([a], [b]) => (a < b ? -1 : 1)));
    return table;
  }

  /**
   * @param {object} index see `search-index.js` @param {string} typed the query without its operators and fields
   * @param {string[][]} patterns words, any of which is asked for
   * @param {boolean} [typing] whether the last word may be unfinished
   * @returns {{words: string[], concepts: Concept[], entities: object[], unknown: string[], corrected: Map<string,
   *   string>, sources: Set<string>}}
   */
  function expand(index, typed, patterns, typing = false) {
    const { analyzer, frequency, weights } = index;
    const weighted = wordsOf(index, typed), words = weighted.map(([word]) => word), stems = words.map(analyzer.stem);
    const isKnown = (word) =>
      index.isPrinted(word)
      || index.synonyms.has(analyzer.stem(word))
      || frequency(analyzer.stem(word)) > FEW_QUESTIONS;
    const phrases = phrasesOf(index, stems);
    const within = ([start, stop], one) =>
      start <= one.start && one.stop <= stop && one.stop - one.start < stop - start;
    const entities = recognize(index.names, words, isKnown, typed)
      .filter((one) => !phrases.some((phrase) => within(phrase, one)));
    const inside = new Map(entities.flatMap((one) =>
      words.slice(one.start, one.stop).map((_, n) => [one.start + n, one.confidence])));
    const line = ` ${stems.join(" ")} `;
    const sources = new Set(index.sourceNames
      .filter(([name]) => line.includes(` ${name} `))
      .map(([, short]) => short));
    const expansion = { words, concepts: [], entities, unknown: [], corrected: new Map(), sources };
    const concepts = new Map();
    stems.forEach((stem, at) => {
      const share = (1 - (inside.get(at) ?? 0)) * weighted[at][1];
      if (share < MIN_SHARE || (concepts.has(stem) && concepts.get(stem).weight >= share)) return;
      let terms = withSynonyms(index, stems, at), worth = share;
      if (typing && at === stems.length - 1 && !inside.has(at)) complete(index, words[at], terms);
      if (!terms.size && !inside.has(at)) {
        terms = respelled(index, words, at);
        if (terms.size) {
          expansion.corrected.set(words[at], [...terms].reduce((best, one) => (one[1] > best[1] ? one : best))[0]);
          worth *= weights.corrected;
        } else if (words[at].length > 1) expansion.unknown.push(words[at]);
      }
      if (!terms.size) return;
      const most = Math.max(...terms.values());
      const idf = Math.max(...[...terms]
        .filter(([, closeness]) => closeness === most)
        .map(([term, closeness]) => index.idf(frequency(term)) * closeness));
      if (!concepts.has(stem) || idf * worth > concepts.get(stem).weight)
        concepts.set(stem, { word: words[at], terms, weight: idf * worth });
    });
    expansion.concepts = [...concepts.values()].sort((a, b) => b.weight - a.weight);
    expansion.concepts.push(...patterns.flatMap((words) => anyOf(index, words)));
    return expansion;
  }

  /** A concept for any of the words, as rare as the commonest of them; none if no document has one. */
  function anyOf(index, words) {
    const stems = [...new Set(words.map(index.analyzer.stem))].filter((stem) => index.frequency(stem));
    if (!stems.length) return [];
    const frequency = Math.max(...stems.map((stem) => index.frequency(stem)));
    return [{ word: words[0], terms: new Map(stems.map((stem) => [stem, 1])), weight: index.idf(frequency) }];
  }

  /** The words, each with the weight of its sentence; weights are equal if no sentence or every one is a question. */
  function wordsOf({ analyzer, weights }, typed) {
    const asks = (sentence) => sentence.trimEnd().endsWith("?") || ASKS.test(sentence);
    const bare = (sentence) => sentence.replace(/^[ \t\n"'([*_\-–—…]+|[ \t\n"'([*_\-–—…]+$/g, "");
    const sentences = typed.split(SENTENCE_END)
      .filter((part) => part.trim())
      .map((part) => [analyzer.words(part), asks(bare(part))]);
    const story = sentences.some(([, asking]) => asking) ? weights.story : 1;
    const weighted = sentences.flatMap(([words, asking]) => words.map((word) => [word, asking ? 1 : story]));
    if (weighted.length <= MAX_WORDS) return weighted;
    const kept = weighted.map((_, at) => at)
      .sort((a, b) => weighted[b][1] - weighted[a][1] || a - b)
      .slice(0, MAX_WORDS);
    // of a very long query the words of its questions first
    return kept.sort((a, b) => a - b).map((at) => weighted[at]);
  }

  const some = (list, at, length) => list.slice(at, at + length).join(" ");

  /** The positions of game phrases: the `jack` of `jack out` names no card. */
  function phrasesOf(index, stems) {
    const phrases = [];
    stems.forEach((_, at) => {
      for (let length = 2; length <= Math.min(MAX_SYNONYM_WORDS, stems.length - at); length++) {
        if (index.synonyms.has(some(stems, at, length))) phrases.push([at, at + length]);
      }
    });
    return phrases;
  }

  /** The stem itself, if it occurs in documents, and the synonyms of it and of the phrases that begin with it. */
  function withSynonyms(index, stems, at) {
    const terms = new Map(index.frequency(stems[at]) ? [[stems[at], 1]] : []);
    for (let length = Math.min(MAX_SYNONYM_WORDS, stems.length - at); length > 0; length--) {
      for (const [term, closeness] of synonymsOf(index, stems.slice(at, at + length)))
        terms.set(term, Math.max(terms.get(term) ?? 0, closeness));
    }
    return terms;
  }

  /** The synonyms of a word or phrase; of a synonym that is a phrase (`brain damage`), its uncommon words. */
  function synonymsOf(index, stems) {
    const common = COMMON_SHARE * index.ranked;
    return (index.synonyms.get(stems.join(" ")) || []).flatMap(([other, weight]) => {
      const terms = other.split(" ").filter((term) => index.frequency(term));
      const rare = other.includes(" ")
        ? terms.filter((term) => index.frequency(term) <= common && !stems.includes(term))
        : terms;
      return rare.map((term) => [term, weight * index.weights.synonym]);
    });
  }

  /** While somebody types, the last word also stands for the commonest words that begin with it. */
  function complete(index, word, terms) {
    if (word.length < 2) return;
    const closeness = terms.size ? 0.35 : 1;
    for (const term of index.terms().filter((one) => one.length > word.length && one.startsWith(word)).slice(0, 8))
      if (!terms.has(term)) terms.set(term, closeness);
  }

  /** What an unknown word may be: part of a word written apart, a typo, or two words run together. */
  function respelled(index, words, at) {
    const word = words[at], { stem } = index.analyzer, has = index.frequency;
    if (!/^[a-z]{4,30}$/.test(word)) return new Map();
    for (const other of [at + 1 < words.length ? word + words[at + 1] : "", at ? words[at - 1] + word : ""]) {
      if (other && has(stem(other))) return new Map([[stem(other), 1]]);
    }
    const printed = nearestWord(word, index.words()), nearest = printed === null ? "" : stem(printed);
    if (has(nearest)) {
      return new Map([...synonymsOf(index, [nearest]), [nearest, 1]]);
    }
    for (let cut = 3; cut < word.length - 2; cut++) {
      const parts = [stem(word.slice(0, cut)), stem(word.slice(cut))];
      if (parts.every(has)) return new Map(parts.map((part) => [part, 1]));
    }
    return new Map();
  }

  site.expansion = { synonyms, expand };
})((window.Rulings = window.Rulings || {}));
