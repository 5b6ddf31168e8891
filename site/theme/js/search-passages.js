/**
 * The text of a section and the query's terms → the part that matches best, and the positions of the terms
 * (`search/passages.py`).
 */
(function (site) {
  "use strict";

  const { CELL, MAX_PASSAGE_LENGTH, MIN_PASSAGE_LENGTH } = site.constants;
  const BLOCK = new RegExp(site.constants.BLOCK), MARKUP = new RegExp(site.constants.MARKUP, "gm");
  const SENTENCE_END = new RegExp(site.constants.PASSAGE_SENTENCE_END);

  const oneLine = (text) => text.split(/\s+/).filter(Boolean).join(" ");

  /** The text as one line without Markdown. */
  function withoutMarkdown(text) {
    const once = (from) => from.replace(MARKUP, (_, link, mark, marked) => link ?? marked ?? "");
    return oneLine(once(once(text))).replace(/^[| ]+|[| ]+$/g, "");
  }

  /**
   * @param {Map<string, number>} terms stem → weight
   * @returns {string} the first of the best parts, without Markdown
   */
  function best(analyzer, text, terms) {
    const parts = text.split(BLOCK).map(withoutMarkdown).filter(Boolean);
    if (!parts.length) return "";
    // equals stay equal
    const worth = parts.map((part) =>
      Number([...new Set(analyzer.stems(part))].reduce((sum, stem) => sum + (terms.get(stem) ?? 0), 0).toFixed(9)));
    const at = worth.indexOf(Math.max(...worth));
    if (parts[at].includes(CELL)) return rows(parts, at);
    if (parts[at].endsWith(":")) return list(parts.slice(at));
    const isHeading = parts[at].length < MIN_PASSAGE_LENGTH && at + 1 < parts.length;
    const passage = isHeading ? `${parts[at]} ${parts[at + 1]}` : parts[at];
    return passage.length <= MAX_PASSAGE_LENGTH ? passage : around(analyzer, passage, terms);
  }

  /** What leads to a list, if long only its last sentence, and as much of the list as there is room for. */
  function list([first, ...items]) {
    let passage = first.length <= MAX_PASSAGE_LENGTH / 2 ? first : first.split(SENTENCE_END).at(-1);
    for (const item of items) {
      if (passage.length + item.length > MAX_PASSAGE_LENGTH) break;
      passage += passage.endsWith(":") ? ` ${item}` : ` · ${item}`;
    }
    return passage;
  }

  /** A row of a table with its header; if the header matches best, as many rows as there is room for. */
  function rows(parts, best) {
    let head = best, end = best + 1;
    while (head && parts[head - 1].includes(CELL)) head--;
    if (head === best)
      while (end < parts.length
          && parts[end].includes(CELL)
          && parts.slice(head, end + 1).join(" · ").length <= MAX_PASSAGE_LENGTH)
        end++;
    return [parts[head], ...parts.slice(Math.max(best, head + 1), end)].join(" · ");
  }

  /** The sentences around the first that has a term, up to the length of a passage. */
  function around(analyzer, passage, terms) {
    let kept = "";
    for (const sentence of passage.split(SENTENCE_END)) {
      if (kept && kept.length + sentence.length > MAX_PASSAGE_LENGTH) return `${kept} …`;
      if (kept || analyzer.stems(sentence).some((stem) => terms.has(stem))) kept = `${kept} ${sentence}`.trim();
    }
    return kept || passage.slice(0, MAX_PASSAGE_LENGTH);
  }

  /** Where the words with these stems stand in a text: [start, end] in characters. */
  function spans(analyzer, text, stems) {
    const positions = [];
    for (const match of text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'&’]*/gu)) {
      const word = match[0].replace(/['&’]+$/, "");
      if (analyzer.stems(word).some((stem) => stems.has(stem)))
        positions.push([match.index, match.index + word.length]);
    }
    return positions;
  }

  site.passages = { best, spans, withoutMarkdown };
})((window.Rulings = window.Rulings || {}));
