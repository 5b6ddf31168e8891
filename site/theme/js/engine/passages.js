/** The positions of the words of a query in a text, as `word_spans` in `search/results.py`. */
(function (site) {
  "use strict";

  const UNHIGHLIGHTED_WORDS = new Set(site.constants.UNHIGHLIGHTED_WORDS.split(" "));

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

  site.passages = { UNHIGHLIGHTED_WORDS, wordSpans };
})((window.Rulings = window.Rulings || {}));
