/**
 * The text of a section and the query's terms → the part that matches best, as in `search/passages.py`, and the
 * positions of the terms (`word_spans` in `search/results.py`).
 */
(function (site) {
  "use strict";

  const { CELL, MAX_PASSAGE_LENGTH, MIN_PASSAGE_LENGTH } = site.constants;
  const UNHIGHLIGHTED_WORDS = new Set(site.constants.UNHIGHLIGHTED_WORDS.split(" "));
  const BLOCK = new RegExp(site.constants.BLOCK_PATTERN), MARKUP = new RegExp(site.constants.MARKUP_PATTERN, "gm");
  const SENTENCE_END = new RegExp(site.constants.PASSAGE_SENTENCE_END_PATTERN);

  const onOneLine = (text) => text.split(/\s+/).filter(Boolean).join(" ");

  /** The text as one line without Markdown. */
  function withoutMarkdown(text) {
    // Twice, for emphasis inside a link and a link inside emphasis.
    const stripped = (markdown) => markdown.replace(MARKUP, (_, link, mark, emphasized) => link ?? emphasized ?? "");
    return onOneLine(stripped(stripped(text))).replace(/^[| ]+|[| ]+$/g, "");
  }

  /**
   * The paragraph, list item or table row with the highest weight of terms, the first of equals, without Markdown.
   * @param {Map<string, number>} terms stem → weight
   */
  function bestPassage(analyzer, text, terms) {
    const parts = text.split(BLOCK).map(withoutMarkdown).filter(Boolean);
    if (!parts.length) return "";
    // Rounded, so that equal parts stay equal.
    const weights = parts.map((part) =>
      Number([...new Set(analyzer.stems(part))].reduce((sum, stem) => sum + (terms.get(stem) ?? 0), 0).toFixed(9)));
    const best = weights.indexOf(Math.max(...weights));
    if (parts[best].includes(CELL)) return tableExcerpt(parts, best);
    if (parts[best].endsWith(":")) return listExcerpt(parts.slice(best));
    const isHeading = parts[best].length < MIN_PASSAGE_LENGTH && best + 1 < parts.length;
    const passage = isHeading ? `${parts[best]} ${parts[best + 1]}` : parts[best];
    return passage.length <= MAX_PASSAGE_LENGTH ? passage : excerpt(analyzer, passage, terms);
  }

  /** The lead-in of a list (if long, its last sentence) and as many items as fit. */
  function listExcerpt([leadIn, ...items]) {
    let passage = leadIn.length <= MAX_PASSAGE_LENGTH / 2 ? leadIn : leadIn.split(SENTENCE_END).at(-1);
    for (const item of items) {
      if (passage.length + item.length > MAX_PASSAGE_LENGTH) break;
      passage += passage.endsWith(":") ? ` ${item}` : ` · ${item}`;
    }
    return passage;
  }

  /** A row of a table with its header; if the header matches best, as many rows as fit. */
  function tableExcerpt(parts, best) {
    let header = best, end = best + 1;
    while (header && parts[header - 1].includes(CELL)) header--;
    if (header === best)
      while (end < parts.length
          && parts[end].includes(CELL)
          && parts.slice(header, end + 1).join(" · ").length <= MAX_PASSAGE_LENGTH)
        end++;
    return [parts[header], ...parts.slice(Math.max(best, header + 1), end)].join(" · ");
  }

  /** The sentences from the first that contains a term, up to the length of a passage. */
  function excerpt(analyzer, passage, terms) {
    let kept = "";
    for (const sentence of passage.split(SENTENCE_END)) {
      if (kept && kept.length + sentence.length > MAX_PASSAGE_LENGTH) return `${kept} …`;
      if (kept || analyzer.stems(sentence).some((stem) => terms.has(stem))) kept = `${kept} ${sentence}`.trim();
    }
    return kept || passage.slice(0, MAX_PASSAGE_LENGTH);
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

  site.passages = { UNHIGHLIGHTED_WORDS, bestPassage, withoutMarkdown, wordSpans };
})((window.Rulings = window.Rulings || {}));
