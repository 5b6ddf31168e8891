/** A query's concepts and a document's terms → a score from few features: `search/reranking.py` in JavaScript. */
(function (site) {
  "use strict";

  /** The length normalization of BM25. `length`: relative to the average. */
  const normalized = (length, b) => 1 - b + b * length;

  /**
   * @typedef {{cards: number[], weight: number}} Named a card that the query names, with the weight of a word as rare
   *   as it is
   */

  /**
   * @param {object} index see `search-index.js` @param {object} expansion see `search-expansion.js`
   * @param {Named[]} named
   * @returns {{features: function(object): object, score: function(object, number): number}}
   */
  function reranker(index, expansion, named) {
    const { weights, lengths } = index;
    const wordsWeight = expansion.concepts.reduce((sum, concept) => sum + concept.weight, 0);
    const total = named.reduce((sum, one) => sum + one.weight, wordsWeight) || 1;
    const concepts = expansion.concepts.map(({ weight, terms }) =>
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
      const longText = normalized(doc.textLength / lengths.text, weights.text_b);
      const longQuestions = normalized(doc.questionsLength / lengths.questions, weights.questions_b);
      let text = 0, questions = 0, covered = 0;
      for (const concept of concepts) {
        let inText = 0, inQuestions = 0;
        for (const [term, closeness] of concept.terms) {
          const amount = (doc.textTerms.get(term) ?? 0) / longText;
          inText = Math.max(inText, (closeness * amount) / (amount + weights.text_k1));
          const times = (doc.frequency.get(term) ?? 0) / longQuestions;
          inQuestions = Math.max(inQuestions, (closeness * times) / (times + weights.questions_k1));
        }
        text += concept.weight * inText;
        questions += concept.weight * inQuestions;
        if (inText || inQuestions) covered += concept.weight;
      }
      const about = named.reduce(
        (sum, one) => sum + one.weight * Math.max(...one.cards.map((number) => doc.about.get(number) ?? 0)), 0
      );
      return {
        text: text / total, questions: questions / total, similarity: similarity(doc), card: about / total,
        coverage: Math.min(1, (covered + about) / total)
      };
    }

    /**
     * The similarity of the query and the best question, plus a share of that of the next best: the weight (idf) of
     * their common terms, divided by the geometric mean of the weights of both.
     */
    function similarity(doc) {
      const power = weights.question_length, whole = wordsWeight ** (1 - power);
      let best = 0, second = 0;
      for (const { terms, weight } of doc.questions) {
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
        const alike = mass / (whole * weight ** power);
        if (alike > best) [best, second] = [alike, best];
        else if (alike > second) second = alike;
      }
      return best + weights.second * second;
    }

    /** The weighted sum of the features, less a penalty for missing concepts, times the document's `prior`. */
    function score(features, prior) {
      const sum = ["text", "questions", "similarity", "card"]
        .reduce((all, name) => all + weights[`${name}_weight`] * features[name], 0);
      return sum * (1 - weights.missing * (1 - features.coverage)) * prior;
    }

    return { features, score };
  }

  site.reranking = { reranker };
})((window.Rulings = window.Rulings || {}));
