/**
 * Finds the known words that typed words may misspell, by edit distance (optimal string alignment),
 * as in `rulings/names/edit_distance.py`. An edit inserts, deletes or replaces a letter, or swaps
 * two neighbours. Longer names may contain more edits: `maxEdits`.
 */
(function (site) {
  "use strict";

  const { withoutSpaces } = site.spelling;
  const {
    EDIT_THRESHOLDS, EXTRA_WORD_EDITS, MIN_EXCHANGED_LENGTH, MIN_TYPO_EDIT_LENGTH
  } = site.constants;

  /** The number of edits that a name of this many letters may contain: 0 to 4. */
  function maxEdits(length) {
    let edits = 0;
    while (length >= EDIT_THRESHOLDS[edits]) edits += 1;
    return edits;
  }

  let rowBeforeLast = [];
  let lastRow = [];
  let currentRow = [];

  /** The edit distance of two texts, or `limit` + 1 if it is greater than `limit`. */
  function distance(a, b, limit) {
    if (a === b) return 0;
    if (Math.abs(a.length - b.length) > limit) return limit + 1;
    for (let j = 0; j <= b.length; j++) currentRow[j] = j;
    let lastRowMin = 0;
    for (let i = 1; i <= a.length; i++) {
      [rowBeforeLast, lastRow, currentRow] = [lastRow, currentRow, rowBeforeLast];
      currentRow[0] = i;
      let rowMin = i;
      for (let j = 1; j <= b.length; j++) {
        const replaced = lastRow[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
        let edits = Math.min(lastRow[j] + 1, currentRow[j - 1] + 1, replaced);
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
          edits = Math.min(edits, rowBeforeLast[j - 2] + 1);
        currentRow[j] = edits;
        if (edits < rowMin) rowMin = edits;
      }
      if (rowMin > limit && lastRowMin > limit) return limit + 1;
      lastRowMin = rowMin;
    }
    return Math.min(currentRow[b.length], limit + 1);
  }

  const undoubled = (word) => word.replace(/(.)\1/g, "$1");

  /**
   * The edit distance of two words, or of two names without spaces. Infinity if it is more than
   * `extra` edits above `maxEdits` of the shorter one. One edit if the wrong letter is doubled:
   * `eratta`.
   */
  function plausibleEdits(a, b, extra = 0) {
    const limit = maxEdits(Math.min(a.length, b.length)) + extra;
    const edits = distance(a, b, limit);
    if (edits <= limit) return edits;
    const isLong = a.length === b.length && a.length >= MIN_TYPO_EDIT_LENGTH;
    return !extra && isLong && undoubled(a) === undoubled(b) ? 1 : Infinity;
  }

  /** The names of a sorted vocabulary that a word may misspell, nearest first. */
  function corrections(word, vocabulary) {
    const near = vocabulary.map((name) => [plausibleEdits(word, name), name])
      .filter(([edits]) => edits < Infinity);
    return near.sort((a, b) => a[0] - b[0]).map(([, name]) => name);
  }

  /**
   * The similarity of two texts, 0–100: twice the length of their longest common subsequence,
   * divided by the sum of their lengths. 0 if their common letters already show that it is below
   * `cutoff`.
   */
  function similarity(a, b, cutoff = 0) {
    let remainder = b;
    for (const letter of a) remainder = remainder.replace(letter, "");
    if (200 * (b.length - remainder.length) < cutoff * (a.length + b.length)) return 0;
    let row = new Array(b.length + 1).fill(0);
    for (const letter of a) {
      const next = [0];
      for (let j = 1; j <= b.length; j++)
        next.push(letter === b[j - 1] ? row[j - 1] + 1 : Math.max(row[j], next[j - 1]));
      row = next;
    }
    return a.length + b.length ? (200 * row[b.length]) / (a.length + b.length) : 100;
  }

  /** Whether each word of a text can be a typo of the corresponding word of `name`. */
  function wordsCouldBeTypos(text, name) {
    const a = text.split(" ");
    const b = name.split(" ");
    if (a.length > b.length) {
      const letters = withoutSpaces(name);
      const edits = plausibleEdits(a.join(""), letters, EXTRA_WORD_EDITS);
      const without = (n) => a.filter((_, other) => other !== n).join("");
      return a.every((_, n) => plausibleEdits(without(n), letters, EXTRA_WORD_EDITS) > edits);
    }
    if (a.length !== b.length || a.length < 2) return true;
    return a.every((word, n) => plausibleEdits(word, b[n], EXTRA_WORD_EDITS) < Infinity);
  }

  /** The first word of `vocabulary` that `word` misspells, or null. */
  function intendedWord(word, vocabulary) {
    const { length } = word;
    return vocabulary.find((knownWord) => {
      if (knownWord[0] !== word[0] || distance(word, knownWord, 1) !== 1) return false;
      const isLeftOut = length < knownWord.length;
      const isDoubled = undoubled(word) === undoubled(knownWord);
      const isExchanged = length >= MIN_EXCHANGED_LENGTH;
      const [letters, knownLetters] = [word, knownWord].map((text) => [...text].sort().join(""));
      return letters === knownLetters
        || (length >= MIN_TYPO_EDIT_LENGTH && (isLeftOut || isDoubled || isExchanged));
    }) ?? null;
  }

  site.editDistance = {
    maxEdits, distance, plausibleEdits, corrections, similarity, wordsCouldBeTypos, intendedWord
  };
})(window.Rulings ??= {});
