/** A query's concepts and a document's terms → a score from a few features, as in `search/reranking.py`. */
(function (site) {
  "use strict";

  /** The length normalization of BM25. `length`: relative to the average. */
  const lengthFactor = (length, b) => 1 - b + b * length;

  /**
   * @typedef {{cards: number[], weight: number}} NamedCard a name in the query: the cards that it may mean, with more
   *   weight than an equally rare word
   */

  /** Scores documents for one query. */
  class Reranker {
    /**
     * @param {Index} index see `index.js`
     * @param {Expansion} expansion see `expansion.js`
     * @param {NamedCard[]} named
     */
    constructor(index, expansion, named) {
      const { weights, averageLengths: lengths } = index;
      Object.assign(this, { weights, lengths, named });
      this.wordsWeight = expansion.concepts.reduce((sum, concept) => sum + concept.weight, 0);
      this.total = named.reduce((sum, { weight }) => sum + weight, this.wordsWeight) || 1;
      this.questionWeights = index.questionWeights;
      this.concepts = expansion.concepts.map(({ weight, terms: byStem }) => {
        const terms = [...byStem].map(([stem, closeness]) => [index.stemNumber(stem), closeness])
          .filter(([term]) => term >= 0);
        return { weight, terms: terms.sort((a, b) => b[1] - a[1]) }; // the closest first
      });
    }

    /** The features of a document, each described in `search/reranking.py`. */
    features(doc) {
      const { weights, lengths, named, total } = this;
      const textFactor = lengthFactor(doc.textLength / lengths.text, weights.text_b);
      const questionsFactor = lengthFactor(doc.questionsLength / lengths.questions, weights.questions_b);
      let text = 0, questions = 0, covered = 0;
      for (const concept of this.concepts) {
        let inText = 0, inQuestions = 0;
        for (const [term, closeness] of concept.terms) {
          let frequency = (doc.textTerms.get(term) ?? 0) / textFactor;
          inText = Math.max(inText, (closeness * frequency) / (frequency + weights.text_k1));
          frequency = (doc.questions.get(term)?.length ?? 0) / questionsFactor;
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
        text: text / total, questions: questions / total, similarity: this.similarity(doc.questions),
        card: about / total, coverage: Math.min(1, (covered + about) / total)
      };
    }

    /**
     * The similarity of the query and the best of some questions, plus a share of that of the next best: the weight
     * (idf) of their common terms, divided by the geometric mean of the weights of both.
     * @param {Map<number, number[]>} postings stem → numbers of the questions that contain it
     */
    similarity(postings) {
      const shared = new Map(); // question → the weight of the concepts in it
      for (const { weight, terms } of this.concepts) {
        const closest = new Map(); // question → how closely it matches this concept
        for (const [term, closeness] of terms) {
          for (const question of postings.get(term) ?? [])
            if (!closest.has(question)) closest.set(question, weight * closeness);
        }
        for (const [question, amount] of closest) shared.set(question, (shared.get(question) ?? 0) + amount);
      }
      const power = this.weights.question_length, queryWeight = this.wordsWeight ** (1 - power);
      let best = 0, nextBest = 0;
      for (const [question, amount] of shared) {
        const value = amount / (queryWeight * this.questionWeights[question] ** power);
        if (value > best) [best, nextBest] = [value, best];
        else if (value > nextBest) nextBest = value;
      }
      return best + this.weights.second_question * nextBest;
    }

    /** The weighted sum of the features, less a penalty for missing concepts, times the document's `prior`. */
    score(features, prior) {
      const { weights } = this;
      const weighted = ["text", "questions", "similarity", "card"]
        .reduce((sum, name) => sum + weights[`${name}_weight`] * features[name], 0);
      return weighted * (1 - weights.missing_penalty * (1 - features.coverage)) * prior;
    }
  }

  site.reranking = { Reranker };
})((window.Rulings = window.Rulings || {}));
