/** A query's concepts and a document's terms → a score from few features: `search/reranking.py` in JavaScript. */
(function (site) {
  "use strict";

  const { CANDIDATES, COMMON } = site.constants;

  /**
   * @typedef {{cards: number[], weight: number}} Named a card that the query names, with the weight of a word as rare
   *   as it is
   */

  /**
   * @param {object} index see `search-index.js` @param {object} asked see `search-expansion.js` @param {Named[]} named
   * @returns {{features: function(object): object, score: function(object, number): number}}
   */
  function reranker(index, asked, named) {
    const { weights, lengths } = index;
    const wordsWeight = asked.concepts.reduce((sum, concept) => sum + concept.weight, 0);
    const total = named.reduce((sum, one) => sum + one.weight, wordsWeight) || 1;
    const concepts = asked.concepts.map(({ weight, terms }) =>
      ({ weight, terms: [...terms].map(([stem, closeness]) => [index.numberOf(stem), closeness]) }));
    // the concept that a term stands for best
    const bestFor = new Int16Array(index.stems.length).fill(-1), bestCloseness = new Float64Array(index.stems.length);
    concepts.forEach(({ terms }, concept) => {
      for (const [term, closeness] of terms)
        if (closeness > bestCloseness[term]) [bestFor[term], bestCloseness[term]] = [concept, closeness];
    });
    const shared = new Float64Array(concepts.length); // concepts that a question has, and how well
    const touched = [];

    /** The features of a document. */
    function features(doc) {
      const longText = 1 - weights.text_b + (weights.text_b * doc.textLength) / lengths.text;
      const longLines = 1 - weights.questions_b + (weights.questions_b * doc.linesLength) / lengths.lines;
      let text = 0, questions = 0, found = 0;
      for (const concept of concepts) {
        let inText = 0, inLines = 0;
        for (const [term, closeness] of concept.terms) {
          const amount = (doc.textTerms.get(term) ?? 0) / longText;
          inText = Math.max(inText, (closeness * amount) / (amount + weights.text_k1));
          const times = (doc.frequency.get(term) ?? 0) / longLines;
          inLines = Math.max(inLines, (closeness * times) / (times + weights.questions_k1));
        }
        text += concept.weight * inText;
        questions += concept.weight * inLines;
        if (inText || inLines) found += concept.weight;
      }
      const card = named.reduce(
        (sum, one) => sum + one.weight * Math.max(...one.cards.map((number) => doc.about.get(number) ?? 0)), 0
      );
      return {
        text: text / total, questions: questions / total, best: likeness(doc), card: card / total,
        found: Math.min(1, (found + card) / total)
      };
    }

    /**
     * The likeness of query and question, for the best question and, less, the next: what they share against the
     * geometric mean of what each of them has, all by weight (idf).
     */
    function likeness(doc) {
      const long = weights.question_length, whole = wordsWeight ** (1 - long);
      let best = 0, second = 0;
      for (const { terms, weight } of doc.lines) {
        touched.length = 0;
        for (const term of terms) {
          const concept = bestFor[term];
          if (concept < 0 || bestCloseness[term] <= shared[concept]) continue;
          if (!shared[concept]) touched.push(concept);
          shared[concept] = bestCloseness[term];
        }
        if (!touched.length) continue;
        let mass = 0;
        for (const concept of touched) {
          mass += concepts[concept].weight * shared[concept];
          shared[concept] = 0;
        }
        const alike = mass / (whole * weight ** long);
        if (alike > best) [best, second] = [alike, best];
        else if (alike > second) second = alike;
      }
      return best + weights.second * second;
    }

    /** The weighted sum of the features, less a penalty for missing concepts, times the document's `prior`. */
    function score(found, prior) {
      const sum = ["text", "questions", "best", "card"]
        .reduce((all, name) => all + weights[`${name}_weight`] * found[name], 0);
      return sum * (1 - weights.missing * (1 - found.found)) * prior;
    }

    return { features, score };
  }

  /**
   * The numbers of the documents with the highest scores, as Whoosh finds them. A document needs a rare concept or a
   * named card; common concepts only add to its score, unless nothing rare is found.
   */
  function candidates(index, asked, named, candidateFilter, most) {
    const common = COMMON * index.ranked;
    const rare = [], frequent = [];
    for (const { terms, weight } of asked.concepts) {
      const found = [...terms].map(([stem, closeness]) => [index.postings(stem), weight * closeness]);
      (Math.max(...found.map(([{ docs }]) => docs.length)) > common ? frequent : rare).push(...found);
    }
    for (const { cards, weight } of named) rare.push(...cards.map((card) => [index.about(card), weight]));
    if (!rare.length && !frequent.length) return [];
    const found = sums(index, rare.length ? rare : frequent);
    if (rare.length) sums(index, frequent).forEach((value, n) => found[n] > 0 && (found[n] += value));
    const numbers = top(found, candidateFilter, most);
    if (!rare.length || !frequent.length || numbers.length >= CANDIDATES) return numbers;
    return [...new Set([...numbers, ...top(sums(index, frequent), candidateFilter, CANDIDATES)])];
  }

  /** For each document the sum over all terms. */
  function sums(index, terms) {
    const found = new Float64Array(index.count);
    for (const [{ docs, impacts }, weight] of terms) docs.forEach((n, at) => (found[n] += impacts[at] * weight));
    return found;
  }

  function top(values, candidateFilter, most) {
    const numbers = [];
    for (let n = 0; n < values.length; n++)
      if (values[n] > 0 && (!candidateFilter || candidateFilter[n])) numbers.push(n);
    return numbers.length <= most ? numbers : numbers.sort((a, b) => values[b] - values[a] || a - b).slice(0, most);
  }

  site.rank = { reranker, candidates };
})((window.Rulings = window.Rulings || {}));
