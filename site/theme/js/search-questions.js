/**
 * Reads the questions that only affect the ranking: sets of stems, packed by an adaptive arithmetic coder. The encoder,
 * `site/export/question_terms.py`, computes the same probabilities and describes the format.
 */
(function (site) {
  "use strict";

  const MIN_LIKELIHOOD = 1 / 4096, MAX_TIMES = 250, DIGIT = 6, WORD = 5 * DIGIT;
  const MASK = 2 ** WORD - 1, TOP = WORD - DIGIT;
  const RATES = Array.from({ length: MAX_TIMES + 1 }, (_, times) => Math.max(1 / (times + 1.5), 1 / MAX_TIMES));

  /** The probability of a yes in each context, learnt from what was read. */
  function likelihoods(count, first) {
    return { of: new Float64Array(count).fill(first), times: new Uint8Array(count) };
  }

  function learn({ of, times }, place, yes) {
    const likely = of[place] + (yes - of[place]) * RATES[times[place]];
    of[place] = likely < MIN_LIKELIHOOD ? MIN_LIKELIHOOD : likely > 1 - MIN_LIKELIHOOD ? 1 - MIN_LIKELIHOOD : likely;
    if (times[place] < MAX_TIMES) times[place] += 1;
  }

  class Reader {
    /**
     * @param {{common: string, sets: string}} data
     * @param {number} known stems that entries show
     * @param {number} count all stems
     */
    constructor({ common, sets }, known, count) {
      Object.assign(this, {
        sets, known, bits: 32 - Math.clz32(count), common: common.split(" ").map(Number),
        at: 0, low: 0, high: MASK, value: 0
      });
      this.often = new Uint8Array(count); // in how many questions of an entry each stem has stood so far
      this.answers = likelihoods(16 * 16 * 2, 0.1);
      this.more = likelihoods(9 * 5, 0.5);
      this.fresh = likelihoods(1, 0.5);
      this.tree = likelihoods(4 << this.bits, 0.5);
      for (let n = 0; n < WORD / DIGIT; n++) this.value = this.value * 2 ** DIGIT + this.digit();
    }

    digit() {
      const code = this.sets.charCodeAt(this.at++);
      return code - (code > 91 ? 49 : 48);
    }

    /** The next yes (1) or no (0); `likely`: the probability of a yes. */
    read(likely) {
      const middle = this.low + Math.floor((this.high - this.low) * likely), yes = this.value <= middle ? 1 : 0;
      if (yes) this.high = middle;
      else this.low = middle + 1;
      while (this.low >> TOP === this.high >> TOP) {
        this.low = (this.low << DIGIT) & MASK;
        this.high = ((this.high << DIGIT) & MASK) | 63;
        this.value = ((this.value << DIGIT) & MASK) | this.digit();
      }
      return yes;
    }

    readBit(table, place) {
      const yes = this.read(table.of[place]);
      learn(table, place, yes);
      return yes;
    }

    /**
     * @param {number[]} base the stems that an entry shows
     * @param {number} count of its questions
     * @returns {Uint16Array[]}
     */
    entry(base, count) {
      const { often } = this, stems = [...new Set([...base, ...this.common])], shown = base.length;
      const questions = Array.from({ length: count }, (_, asked) => {
        const question = [], placeOf = 32 * Math.min(asked, 15);
        for (let n = 0; n < stems.length; n++) {
          const stem = stems[n],
            yes = this.readBit(this.answers, placeOf + 2 * Math.min(often[stem], 15) + (n < shown ? 1 : 0));
          if (yes) {
            question.push(stem);
            often[stem] += 1;
          }
        }
        let fresh = 0, before = -1;
        while (this.readBit(this.more, 5 * Math.min(asked, 8) + Math.min(fresh, 4))) fresh += 1;
        for (; fresh > 0; fresh--) {
          const stem = this.readBit(this.fresh, 0) ? this.known++ : (before = this.number(before));
          question.push(stem);
          stems.push(stem);
          often[stem] = 1;
        }
        return Uint16Array.from(question);
      });
      for (const stem of stems) often[stem] = 0;
      return questions;
    }

    /** Reads a stem's number bit by bit, without the bits implied by its being greater than the one before. */
    number(before) {
      let node = 1, bound = before >= 0;
      for (let bit = this.bits - 1; bit >= 0; bit--) {
        const follows = bound && (before >> bit) & 1;
        const yes = follows ? 1 : this.readBit(this.tree, 2 * node + (bound ? 1 : 0));
        if (!follows) bound = bound && !yes;
        node = 2 * node + yes;
      }
      return node - 2 ** this.bits;
    }
  }

  site.questions = { Reader };
})((window.Rulings = window.Rulings || {}));
