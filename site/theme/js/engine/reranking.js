/** A query's concepts and a document's terms → a score from a few features, as in `search/reranking.py`. */
(function (site) {
  "use strict";

  /** The length normalization of BM25. `length`: relative to the average. */
  const lengthFactor = (length, b) => 1 - b + b * length;

  /**
   * @typedef {{cards: number[], weight: number}} NamedCard a name in the query: the cards that it may mean, with the
   *   weight of an equally rare word
   */

  /**
   * The functions that score the documents for one query.
   * @param {Index} index see `index.js`
   * @param {Expansion} expansion see `expansion.js`
   * @param {NamedCard[]} named
   * @returns {{features: function(Doc): object, score: function(object, number): number}}
   */
  function reranker(index, expansion, named) {
    const { weights, lengths } = index;
    const wordsWeight = expansion.concepts.reduce((sum, concept) => sum + concept.weight, 0);
    const total = named.reduce((sum, { weight }) => sum + weight, wordsWeight) || 1;
    const concepts = expansion.concepts.map(({ weight, terms }) =>
      ({ weight, terms: [...terms].map(([stem, closeness]) => [index.stemNumber(stem), closeness]) }));
    // Term → the concept that it matches best (-1: none), and how closely.
    const bestFor = new Int16Array(index.stems.length).fill(-1), bestCloseness = new Float64Array(index.stems.length);
    concepts.forEach(({ terms }, concept) => {
      for (const [term, closeness] of terms)
        if (closeness > bestCloseness[term]) [bestFor[term], bestCloseness[term]] = [concept, closeness];
    });
    const shared = new Float64Array(concepts.length); // concept → how closely a term of the question matches it
    const touched = []; // the concepts of the question

    /** The features of a document, each described in `search/reranking.py`. */
    function features(doc) {
      const textFactor = lengthFactor(doc.textLength / lengths.text, weights.text_b);
      const questionsFactor = lengthFactor(doc.questionsLength / lengths.questions, weights.questions_b);
      let text = 0, questions = 0, covered = 0;
      for (const concept of concepts) {
        let inText = 0, inQuestions = 0;
        for (const [term, closeness] of concept.terms) {
          let frequency = (doc.textTerms.get(term) ?? 0) / textFactor;
          inText = Math.max(inText, (closeness * frequency) / (frequency + weights.text_k1));
          frequency = (doc.frequency.get(term) ?? 0) / questionsFactor;
          inQuestions = Math.max(inQuestions, (closeness * frequency) / (frequency + weights.questions_k1));
        }
        text += concept.weight * inText;
        questions += concept.weight * inQuestions;
        if (inText || inQuestions) covered += concept.weight;
      }
      const about = named.reduce(
        (sum, { cards, weight }) => sum + weight * Math.max(...cards.map((card) => doc.about.get(card) ?? 0)), 0
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
      const power = weights.question_length, queryWeight = wordsWeight ** (1 - power);
      let best = 0, nextBest = 0;
      for (const { terms, weight } of doc.questions) {
        touched.length = 0;
        for (const term of terms) {
          const concept = bestFor[term];
          if (concept < 0 || bestCloseness[term] <= shared[concept]) continue;
          if (!shared[concept]) touched.push(concept);
          shared[concept] = bestCloseness[term];
        }
        if (!touched.length) continue;
        let sharedWeight = 0;
        for (const concept of touched) {
          sharedWeight += concepts[concept].weight * shared[concept];
          shared[concept] = 0;
        }
        const value = sharedWeight / (queryWeight * weight ** power);
        if (value > best) [best, nextBest] = [value, best];
        else if (value > nextBest) nextBest = value;
      }
      return best + weights.second_question * nextBest;
    }

    /** The weighted sum of the features, less a penalty for missing concepts, times the document's `prior`. */
    function score(values, prior) {
      const weighted = ["text", "questions", "similarity", "card"]
        .reduce((sum, name) => sum + weights[`${name}_weight`] * values[name], 0);
      return weighted * (1 - weights.missing_penalty * (1 - values.coverage)) * prior;
    }

    return { features, score };
  }

  site.reranking = { reranker };
})((window.Rulings = window.Rulings || {}));
