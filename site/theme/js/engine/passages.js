/** Finds the passages of a section that are shown, as in `search/passages.py`. */
(function (site) {
  "use strict";

  const { EVERYDAY_WORDS, GAP } = site.constants;

  /** A section (`lines` of its text, `paragraphs`, `remarks`), to show some of its lines. */
  class DividedSection {
    constructor({ text, paragraphs, remarks }) {
      Object.assign(this, { lines: text.split("\n"), paragraphs, remarks });
    }

    /** These lines, and all other lines of their paragraphs. */
    withParagraphs(numbers) {
      const hasShown = (row) => row.some((number) => numbers.includes(number));
      return [...new Set([...numbers, ...this.paragraphs.filter(hasShown).flat()])];
    }

    /** The lines in printed order, with `GAP` for lines left out between them. */
    text(numbers) {
      const parts = [];
      let before = null;
      for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
        if (before !== null && number > before + 1) parts.push(GAP);
        parts.push(this.lines[number]);
        before = number;
      }
      return parts.join("\n");
    }

    /** The remarks (relation, parts of the line, numbers of lines) on these lines. */
    remarksOn(numbers) {
      return this.remarks.filter(([, , lines]) => lines.some((number) => numbers.includes(number)));
    }
  }

  /** The positions of words with these stems in a text: [start, end] in characters. */
  function wordSpans(analyzer, text, stems) {
    const isMeant = (word) => stems.has(analyzer.stem(word)) && !EVERYDAY_WORDS.includes(word);
    const positions = [];
    for (const match of text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'&’]*/gu)) {
      const word = match[0].replace(/['&’]+$/, "");
      if (analyzer.words(word).some(isMeant))
        positions.push([match.index, match.index + word.length]);
    }
    return positions;
  }

  site.passages = { DividedSection, wordSpans };
})(window.Rulings ??= {});
