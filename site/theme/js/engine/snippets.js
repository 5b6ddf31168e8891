/** Makes the hits that show documents, as in `search/snippets.py`. */
(function (site) {
  "use strict";

  const { DividedSection } = site.passages;
  const { jointRulings } = site.retrieval;
  const {
    MAX_JOINED, MAX_PASSAGE_LENGTH, MAX_PASSAGE_LINES, RULING_KINDS, SHOWN_NATURES
  } = site.constants;

  /** The hit that shows a document. @returns {Hit} */
  function hit(request, { slot, score, isDirect, passages }) {
    const { index } = request;
    const doc = index.documents[slot];
    const isRuling = RULING_KINDS.includes(doc.kind);
    const section = doc.section ?? (doc.lines ? doc : null);
    const passage = doc.kind === "card" ? cardLine(request, doc) : doc.text;
    const part = section
      ? shownOfSection(index, section, passages) : { passage, remarks: doc.remarks ?? [] };
    return {
      ...part,
      doc: section ?? doc,
      id: doc.id,
      score,
      isDirect,
      date: doc.dates.at(-1) || null,
      alsoUnder: nearIdentical(request, doc),
      natures: SHOWN_NATURES.filter((nature) => isRuling && doc.is.includes(nature))
    };
  }

  /** The best passages of a section that fit, with the rest of their paragraphs, and remarks. */
  function shownOfSection(index, section, passages) {
    const divided = new DividedSection(section);
    const answering = shownLines(index, section, passages);
    const parts = [section];
    for (let n = section.slot + 1; index.documents[n]?.section === section; n++)
      parts.push(index.documents[n]);
    const isAnswering = ({ lines }) => answering.includes(lines.at(-1));
    const first = (parts.length > 1 ? parts.slice(1) : parts).find(isAnswering);
    const lines = divided.withParagraphs(answering);
    return {
      passage: divided.text(lines),
      fragment: first?.fragment || section.id,
      remarks: divided.remarksOn(lines)
    };
  }

  /** The numbers of rulings on a card: `5 rulings (1 erratum) · 1 on both`. */
  function cardLine({ index, namedSlots }, doc) {
    const cards = namedSlots.filter((slot) => index.documents[slot].kind === "card");
    const joint = cards.length === 2 ? jointRulings(index, cards).length : 0;
    return doc.line + (joint ? ` · ${joint} on both` : "");
  }

  /** The near-identical rulings, except on subjects that the query excludes. */
  const nearIdentical = ({ index, query }, doc) => doc.alsoUnder
    .map((other) => index.documents[other])
    .filter(({ subject }) => !query.excluded.includes(subject.id));

  /** The lines of the best passages, as many as fit; the first passage by default. */
  function shownLines(index, section, passages) {
    const divided = new DividedSection(section);
    const linesOf = (n) => index.documents[section.slot + 1 + n].lines;
    const [first = section.lines, ...furtherLines] = passages.slice(0, MAX_JOINED).map(linesOf);
    let lines = first;
    for (const passageLines of furtherLines) {
      const joinedLines = [...new Set([...lines, ...passageLines])];
      const text = divided.text(joinedLines);
      if ([...text].length > MAX_PASSAGE_LENGTH || text.split("\n").length > MAX_PASSAGE_LINES)
        break; // the next one would fit, but is a worse match
      lines = joinedLines;
    }
    return lines;
  }

  site.snippets = { hit };
})(window.Rulings ??= {});
