/**
 * The lines of a section that are shown → their passage and what is told of it, as in
 * `search/passages.py`.
 */
(function (site) {
  "use strict";

  const UNHIGHLIGHTED_WORDS = new Set(site.constants.UNHIGHLIGHTED_WORDS.split(" "));
  const GAP = "…";

  /** The lines in the order of print; `GAP` stands for those left out between them. */
  function passageText(lines, numbers) {
    const shown = [];
    let before = null;
    for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
      if (before !== null && number > before + 1) shown.push(GAP);
      shown.push(lines[number]);
      before = number;
    }
    return shown.join("\n");
  }

  /** The lines with all others of their paragraphs. */
  const wholeParagraphs = (paragraphs, lines) => [...new Set([
    ...lines, ...paragraphs.filter((row) => row.some((number) => lines.includes(number))).flat()
  ])];

  /**
   * Those of a section's remarks (relation, line, why, what to follow, lines) that are about some
   * of these lines.
   */
  const remarksOn = (remarks, numbers) =>
    remarks.filter(([, , , , lines]) => lines.some((number) => numbers.includes(number)));

  /**
   * The positions of words with these stems in a text, without `UNHIGHLIGHTED_WORDS`: [start, end]
   * in characters.
   */
  function wordSpans(analyzer, text, stems) {
    const isMeant = (word) => !UNHIGHLIGHTED_WORDS.has(word) && stems.has(analyzer.stem(word));
    const positions = [];
    for (const match of text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'&’]*/gu)) {
      const word = match[0].replace(/['&’]+$/, "");
      if (analyzer.words(word).some(isMeant))
        positions.push([match.index, match.index + word.length]);
    }
    return positions;
  }

  site.passages = { UNHIGHLIGHTED_WORDS, passageText, remarksOn, wholeParagraphs, wordSpans };
})(window.Rulings ??= {});
