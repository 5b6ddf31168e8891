/**
 * Decodes the questions that only affect the ranking: sets of stems, compressed by an adaptive arithmetic coder. The
 * encoder, `site/export/question_terms.py`, computes the same probabilities and describes the format.
 */
(function (site) {
  "use strict";

  const { DIGIT_BITS, FIRST_CODE, MAX_TIMES, MIN_PROBABILITY, SKIPPED_CODE } = site.constants;
  const BOUND_BITS = 5 * DIGIT_BITS; // bits of the coder's bounds
  const MASK = 2 ** BOUND_BITS - 1, SHIFT = BOUND_BITS - DIGIT_BITS, MAX_DIGIT = 2 ** DIGIT_BITS - 1;
  const RATES = Array.from({ length: MAX_TIMES + 1 }, (_, times) => Math.max(1 / (times + 1.5), 1 / MAX_TIMES));

  /** For each of `count` contexts, the probability of a yes, and how many answers it was learnt from. */
  function contexts(count, initial) {
    return { probabilities: new Float64Array(count).fill(initial), times: new Uint8Array(count) };
  }

  /** Adapts the probability in a context to an answer: yes (1) or no (0). */
  function learn({ probabilities, times }, context, answer) {
    const adapted = probabilities[context] + (answer - probabilities[context]) * RATES[times[context]];
    probabilities[context] = adapted < MIN_PROBABILITY ? MIN_PROBABILITY
      : adapted > 1 - MIN_PROBABILITY ? 1 - MIN_PROBABILITY
      : adapted;
    if (times[context] < MAX_TIMES) times[context] += 1;
  }

  class Reader {
    /**
     * @param {{common: string, sets: string}} data
     * @param {number} known the number of stems in the texts of entries
     * @param {number} count the number of all stems
     */
    constructor({ common, sets }, known, count) {
      Object.assign(this, {
        sets, known, bits: 32 - Math.clz32(count), common: common.split(" ").map(Number),
        position: 0, low: 0, high: MASK, value: 0
      });
      this.occurrences = new Uint8Array(count); // stem → how many of the entry's questions so far have it
      this.hasStem = contexts(16 * 16 * 2, 0.1); // whether a question has a stem
      this.hasMore = contexts(9 * 5, 0.5); // whether another new stem follows
      this.isNext = contexts(1, 0.5); // whether it occurs for the first time anywhere
      this.tree = contexts(4 << this.bits, 0.5); // the bits of any other number
      for (let n = 0; n < BOUND_BITS / DIGIT_BITS; n++) this.value = (this.value << DIGIT_BITS) | this.digit();
    }

    /** The next digit. */
    digit() {
      const code = this.sets.charCodeAt(this.position++);
      return (code > SKIPPED_CODE ? code - 1 : code) - FIRST_CODE;
    }

    /** The next answer: yes (1) or no (0). `probability`: of a yes. */
    read(probability) {
      const middle = this.low + Math.floor((this.high - this.low) * probability), answer = this.value <= middle ? 1 : 0;
      if (answer) this.high = middle;
      else this.low = middle + 1;
      while (this.low >> SHIFT === this.high >> SHIFT) {
        this.low = (this.low << DIGIT_BITS) & MASK;
        this.high = ((this.high << DIGIT_BITS) & MASK) | MAX_DIGIT;
        this.value = ((this.value << DIGIT_BITS) & MASK) | this.digit();
      }
      return answer;
    }

    /** Reads an answer in a context, and learns from it. */
    readBit(table, context) {
      const answer = this.read(table.probabilities[context]);
      learn(table, context, answer);
      return answer;
    }

    /**
     * The questions of the next entry, as sets of stems.
     * @param {number[]} base the stems in the text of the entry
     * @param {number} count the number of its questions
     * @returns {Uint16Array[]}
     */
    entry(base, count) {
      const { occurrences } = this, stems = [...new Set([...base, ...this.common])], baseCount = base.length;
      const questions = Array.from({ length: count }, (_, index) => {
        const question = [], firstContext = 32 * Math.min(index, 15);
        for (let n = 0; n < stems.length; n++) {
          const stem = stems[n], isInBase = n < baseCount ? 1 : 0;
          if (this.readBit(this.hasStem, firstContext + 2 * Math.min(occurrences[stem], 15) + isInBase)) {
            question.push(stem);
            occurrences[stem] += 1;
          }
        }
        let newCount = 0, previous = -1;
        while (this.readBit(this.hasMore, 5 * Math.min(index, 8) + Math.min(newCount, 4))) newCount += 1;
        for (; newCount > 0; newCount--) {
          const stem = this.readBit(this.isNext, 0) ? this.known++ : (previous = this.number(previous));
          question.push(stem);
          stems.push(stem);
          occurrences[stem] = 1;
        }
        return Uint16Array.from(question);
      });
      for (const stem of stems) occurrences[stem] = 0;
      return questions;
    }

    /** Reads the number of a stem bit by bit, without the bits that follow from its being greater than `previous`. */
    number(previous) {
      let node = 1, isBound = previous >= 0;
      for (let bit = this.bits - 1; bit >= 0; bit--) {
        const isImplied = isBound && (previous >> bit) & 1;
        const answer = isImplied ? 1 : this.readBit(this.tree, 2 * node + (isBound ? 1 : 0));
        if (!isImplied) isBound = isBound && !answer;
        node = 2 * node + answer;
      }
      return node - 2 ** this.bits;
    }
  }

  site.questions = { Reader };
})((window.Rulings = window.Rulings || {}));
