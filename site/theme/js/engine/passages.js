/** The lines of a section that are shown → their passage and status, as in `search/passages.py`. */
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

  /**
   * The status of these lines of a section, and what must be told about them.
   * @param {string[]} lines
   * @param {RemarkRow[]} remarks relation, line, why, what to follow, the lines it is about, those whole
   * @param {number[]} numbers
   */
  function status(lines, remarks, numbers) {
    const concerned = remarks.filter(([, , , , some]) => some.some((number) => numbers.includes(number)));
    const superseding = concerned.filter(([relation]) => relation.startsWith("superseded"));
    const superseded = new Set(superseding.flatMap(([, , , , , whole]) => whole));
    const asserting = numbers.filter((number) => !lines[number].endsWith(":"));
    const isWhole = (asserting.length ? asserting : numbers).every((number) => superseded.has(number));
    const disputed = concerned.some(([relation]) => relation === "disputed") ? "disputed" : "in-force";
    return {
      status: !superseding.length ? disputed : isWhole ? "superseded" : "superseded-in-part",
      remarks: concerned,
    };
  }

  /** The positions of words with these stems in a text, without `UNHIGHLIGHTED_WORDS`: [start, end] in characters. */
  function wordSpans(analyzer, text, stems) {
    const positions = [];
    for (const match of text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'&’]*/gu)) {
      const word = match[0].replace(/['&’]+$/, "");
      if (analyzer.words(word).some((part) => !UNHIGHLIGHTED_WORDS.has(part) && stems.has(analyzer.stem(part))))
        positions.push([match.index, match.index + word.length]);
    }
    return positions;
  }

  site.passages = { UNHIGHLIGHTED_WORDS, passageText, status, wordSpans };
})(window.Rulings ??= {});
