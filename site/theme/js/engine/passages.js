/** The lines of a section that are shown → their passage and status, as in `search/passages.py`. */
(function (site) {
  "use strict";

  const UNHIGHLIGHTED_WORDS = new Set(site.constants.UNHIGHLIGHTED_WORDS.split(" "));
  const STATUSES = Object.keys(site.constants.STATUS_MARKS); // the most serious first
  const GAP = "…";

  /** The lines in the order of print; `GAP` stands for those left out, except after a line that introduces. */
  function passage(lines, numbers) {
    const shown = [];
    let before = null;
    for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
      if (before !== null && number > before + 1 && !lines[before].endsWith(":")) shown.push(GAP);
      shown.push(lines[number]);
      before = number;
    }
    return shown.join("\n");
  }

  /**
   * The status of these lines of a section, the numbers of what supersedes them, and the status of other lines.
   * @param {string[]} lines
   * @param {[string, number[], number[], number[]][]} notes see `_line_notes` in `site/search_data.py`
   * @param {number[]} numbers
   */
  function status(lines, notes, numbers) {
    const concerned = notes.filter(([, , some]) => some.some((number) => numbers.includes(number)));
    const mostSerious = (some) =>
      STATUSES.find((name) => some.some(([noted]) => noted === name)) ?? "in-force";
    const others = mostSerious(notes.filter((note) => !concerned.includes(note)));
    const superseding = concerned.filter(([noted]) => noted.startsWith("superseded"));
    const superseded = new Set(superseding.flatMap(([, , , whole]) => whole));
    const asserting = numbers.filter((number) => !lines[number].endsWith(":"));
    const isWhole = (asserting.length ? asserting : numbers).every((number) => superseded.has(number));
    return {
      status: !superseding.length ? mostSerious(concerned) : isWhole ? "superseded" : "superseded-in-part",
      supersededBy: [...new Set(concerned.flatMap(([, by]) => by))],
      otherWords: others === "in-force" ? null : others,
    };
  }

  /** The positions of words with these stems in a text, without `UNHIGHLIGHTED_WORDS`: [start, end] in characters. */
  function wordSpans(analyzer, text, stems) {
    const positions = [];
    for (const match of text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'&’]*/gu)) {
      const word = match[0].replace(/['&’]+$/, "");
      if (!UNHIGHLIGHTED_WORDS.has(word.toLowerCase()) && analyzer.stems(word).some((stem) => stems.has(stem)))
        positions.push([match.index, match.index + word.length]);
    }
    return positions;
  }

  site.passages = { UNHIGHLIGHTED_WORDS, passage, status, wordSpans };
})((window.Rulings = window.Rulings || {}));
