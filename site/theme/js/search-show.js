/** A hit → its elements: the address, the matching passage with marked words, who said it and when. */
(function (site) {
  "use strict";

  const { element } = site;
  const MARKS = { errata: "Errata", see: "See also", unofficial: "Unofficial", reversal: "Reversal" };
  const STATUS = { superseded: "✗ Superseded", "superseded-in-part": "✗ Superseded in part", disputed: "⇄ Disputed" };
  const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  /** Words that occur everywhere: marking them would distract from the others. */
  const EVERYWHERE = new Set((
    "a about after again all also am an and any are as at be because been before but by can could did do does "
    + "doing for from had has have he her his how i if in into is it its just like me my no not of on once one only or other our over "
    + "own s she should so some such t than that the their them then there these they this those to too under until us very was we were "
    + "what when where which while who whose why will with would you your").split(" "));

  /** @param {object} doc a document of the index @returns {string} its path from the site's root */
  function path(doc) {
    if (doc.kind === "card" || doc.kind === "topic") return `${doc.kind}s/${doc.id}/`;
    if (doc.kind === "step") return `run-chart/#${doc.id.replace("run-chart", "step")}`;
    return `${doc.kind === "section" ? `documents/${doc.document}/` : path(doc.subject)}#${doc.id}`;
  }

  /**
   * @param {object} index see `search-index.js` @param {string} text
   * @param {Map<string, number>} stems what was looked for, with weights
   * @param {number} [length] letters that are shown; the whole text without it
   * @returns {DocumentFragment} the part with most of the words, each in a `mark`
   */
  function marked(index, text, stems, length) {
    const { analyzer } = index, word = ([start, end]) => text.slice(start, end).toLowerCase();
    const spans = site.passages.spans(analyzer, text, stems).filter((span) => !EVERYWHERE.has(word(span)));
    const worth = (span) => Math.max(...analyzer.stems(word(span)).map((stem) => stems.get(stem) ?? 0));
    const [from, to] = length && text.length > length ? richest(text, spans, worth, length) : [0, text.length];
    const out = document.createDocumentFragment();
    let at = from;
    if (from > 0) out.append("… ");
    for (const [start, end] of spans) {
      if (start < at || end > to) continue;
      out.append(text.slice(at, start), element("mark", {}, text.slice(start, end)));
      at = end;
    }
    out.append(text.slice(at, to), to < text.length ? " …" : "");
    return out;
  }

  /** The part of `length` characters, from the start of a sentence or word, with the highest weight of marked words. */
  function richest(text, spans, worth, length) {
    const sentences = [...text.matchAll(/[.!?:;]\s+/g)].map((match) => match.index + match[0].length);
    let best = 0, most = -1;
    for (const start of [0, ...sentences, ...spans.map(([at]) => Math.max(0, at - 30))]) {
      const from = start === 0 || /\s/.test(text[start - 1]) ? start : text.indexOf(" ", start) + 1;
      const inside = spans.filter(([at, end]) => at >= from && end <= from + length);
      const different = new Map(inside.map((span) => [text.slice(...span).toLowerCase(), worth(span)]));
      const value = [...different.values()].reduce((sum, one) => sum + one, 0);
      if (value > most) [best, most] = [from, value];
    }
    const end = best + length < text.length ? text.lastIndexOf(" ", best + length) : text.length;
    return [best, end > best ? end : best + length];
  }

  /** Who said it and when, by the latest citation; the document of a section or step. */
  function source(doc) {
    if (doc.kind !== "ruling") return doc.from;
    return doc.who.replace(/\d{4}-\d\d-\d\d$/, (day) => DAY.format(new Date(day)));
  }

  function marks({ doc, tags }) {
    const named = [
      ...tags.map((tag) => [tag, MARKS[tag]]),
      ["other", doc.game === "netrunner" ? null : "Another game: Android: Netrunner"]
    ];
    return named.filter(([, words]) => words)
      .map(([kind, words]) => element("span", { class: `mark mark-${kind}` }, words));
  }

  /** What is said before the words: that they are superseded, and by what, or disputed. */
  function status(index, doc) {
    if (!STATUS[doc.status]) return "";
    const titles = doc.kind === "ruling" ? doc.supersededBy.map((place) => index.docs[place].title) : [];
    const follow = [...new Set(titles)]
      .map((title) => (title === doc.title ? "another ruling on it" : title))
      .join(", ");
    return element(
      "span", { class: `hit-status status-word mark-${doc.status}` }, STATUS[doc.status], follow && `: follow ${follow}`
    );
  }

  /** A card in one line: side, type, keywords, how many rulings. */
  function facts(doc) {
    const rulings = doc.count === 0 ? "no rulings" : doc.count === 1 ? "1 ruling" : `${doc.count} rulings`;
    if (doc.kind === "topic") return `Topic · ${rulings}`;
    return [doc.card.side[0], doc.card.type[0], ...doc.card.keyword, rulings].join(" · ");
  }

  /** @returns {Node[]} what a card or topic shows in a list */
  function nameParts(doc) {
    return [
      element("span", { class: "hit-title" }, doc.title),
      element("span", { class: "hit-facts", "data-side": doc.card ? doc.card.side[0] : null }, facts(doc)),
    ];
  }

  /** @returns {Node[]} what a hit shows in a list */
  function hitParts(index, hit, stems, length) {
    const { doc } = hit, section = doc.kind === "section" ? doc.title : "";
    if (doc.count !== undefined) return nameParts(doc);
    const from =
      element("span", { class: "hit-source" }, element("b", {}, doc.kind === "section" ? doc.from : doc.title));
    const said = section || source(doc);
    if (said) from.append(` · ${said}`);
    for (const mark of marks(hit)) from.append(" ", mark);
    const others = [...new Set(hit.duplicates.map((other) => other.title))].filter((title) => title !== doc.title);
    if (others.length) from.append(` · also under ${others.slice(0, 3).join(", ")}${others.length > 3 ? " …" : ""}`);
    const text = site.passages.withoutMarkdown(hit.passage);
    const words =
      [status(index, doc), element("span", { class: "hit-text" }, marked(index, text || doc.title, stems, length))];
    if (section) return [from, ...words]; // its document first, so that it is not taken for a ruling
    return [
      doc.question && element("span", { class: "hit-question" }, marked(index, doc.question, stems)), ...words, from
    ];
  }

  /** How the query was read: the named cards, the words that were searched, and corrections. */
  function understood(index, { expansion }) {
    const cards = expansion.entities.map((one) =>
      `card ${one.cards.slice(0, 3).map((card) => index.docs[card].title).join(" or ")}`);
    const named = new Set(expansion.entities.flatMap((one) => expansion.words.slice(one.start, one.stop)));
    const plain = expansion.words.filter((word) =>
      !named.has(word) && !EVERYWHERE.has(word) && !expansion.unknown.includes(word));
    const words = [...new Set(plain)].map((word) => {
      const meant = expansion.corrected.has(word) && spelled(index, expansion.corrected.get(word));
      return meant ? `${meant} (for “${word}”)` : word;
    });
    return [
      ...new Set(cards), ...(words.length ? [`${words.length === 1 ? "word" : "words"} ${words.join(", ")}`] : [])
    ].join(" · ");
  }

  const spelled = (index, stem) => index.lexicon("words").find((word) => index.analyzer.stem(word) === stem);

  site.show = { path, hitParts, nameParts, understood };
})((window.Rulings = window.Rulings || {}));
