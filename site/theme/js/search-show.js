/** A hit → what is shown of it: its address, the line that matched with the words marked, who said it and when. */
(function (site) {
  "use strict";

  const { places, stem, fold } = site.text;
  const { element } = site;

  /** @param {object} thing a card, topic or entry @returns {string} its path from the site's root */
  function path(thing) {
    if (thing.kind === "card") return `cards/${thing.id}/`;
    if (thing.kind === "topic") return `topics/${thing.id}/`;
    if (thing.kind === "step") return `run-chart/#${thing.id}`;
    return thing.kind === "section" ? `documents/${thing.folder}/#${thing.id}` : `${path(thing.subject)}#${thing.id}`;
  }

  /** Markdown's marks in a section's text are no words. */
  const plain = (text) => text.replace(/[*_#|]{1,3}(?=\S)|(?<=\S)[*_#|]{1,3}/g, "").replace(/\s+/g, " ");

  const known = new Map();

  /** A text without Markdown and the places of its words; kept, because the same texts come again with every key. */
  function read(text) {
    let found = known.get(text);
    if (!found) {
      const clean = plain(text);
      known.set(text, (found = { clean, all: places(clean) }));
    }
    return found;
  }

  /**
   * @param {string} text
   * @param {Set<string>} stems what was looked for
   * @param {number} [length] letters that are shown; the whole text without it
   * @returns {DocumentFragment} the part with most of the words, each in a `mark`
   */
  function marked(text, stems, length) {
    const { clean, all } = read(text);
    const found = all.filter((place) => stems.has(stem(place.word)) || stems.has(fold(place.word)));
    const [from, to] = length ? richest(clean, found, length) : [0, clean.length];
    const out = document.createDocumentFragment();
    let at = from;
    if (from > 0) out.append("… ");
    for (const { start, end } of found) {
      if (start < at || end > to) continue;
      out.append(clean.slice(at, start), element("mark", {}, clean.slice(start, end)));
      at = end;
    }
    out.append(clean.slice(at, to), to < clean.length ? " …" : "");
    return out;
  }

  const DULL = new Set(["the", "a", "an", "of", "to", "in", "on", "be", "is", "and", "it", "do", "for", "i", "that"]);

  /** The stretch of `length` letters, from the start of a sentence or word, with the most different words marked. */
  function richest(text, found, length) {
    if (text.length <= length) return [0, text.length];
    let best = [0, length], most = -1;
    for (const start of [0, ...[...text.matchAll(/[.!?:;]\s+/g)].map((m) => m.index + m[0].length), ...found.map((f) => Math.max(0, f.start - 30))]) {
      const from = start === 0 || /\s/.test(text[start - 1]) ? start : text.indexOf(" ", start) + 1;
      const inside = found.filter((f) => f.start >= from && f.end <= from + length);
      const value = new Set(inside.map((f) => stem(f.word)).filter((s) => !DULL.has(s))).size;
      if (value > most) [best, most] = [[from, from + length], value];
    }
    const to = best[1] < text.length ? text.lastIndexOf(" ", best[1]) : text.length;
    return [best[0], to > best[0] ? to : best[1]];
  }

  /** Who said it and in which year, by the latest citation; for other documents their name. */
  function source(entry) {
    if (entry.kind !== "ruling") return entry.in;
    const last = entry.said.reduce((a, b) => (b.date >= (a ? a.date : "") ? b : a), null);
    if (!last) return "";
    return last.date ? `${last.who}, ${last.date.slice(0, 4)}` : last.who;
  }

  /** Marks of a ruling as words: errata, unofficial, reversed, another game. */
  function marks(entry) {
    const found = [];
    if (entry.errata) found.push("Errata");
    if (entry.see) found.push("See also");
    if (!entry.official) found.push("Unofficial");
    if (entry.reverses) found.push("Reversal");
    if (entry.reversed) found.push("Reversed later");
    if (entry.game !== "netrunner") found.push("Another game: Android: Netrunner");
    return found.map((word) => element("span", { class: `mark mark-${word.toLowerCase().split(/[ :]/)[0]}` }, word));
  }

  /** A card in one line: side, type, keywords, how many rulings. */
  function facts(thing) {
    const rulings = thing.count === 0 ? "no rulings" : thing.count === 1 ? "1 ruling" : `${thing.count} rulings`;
    if (thing.kind === "topic") return `Topic · ${rulings}`;
    return [thing.side, [thing.type, ...thing.keywords].join(" · "), rulings].join(" · ");
  }

  /** @returns {Node[]} what a name shows in a list */
  function nameParts(thing) {
    return [
      element("span", { class: "hit-title" }, thing.title),
      element("span", { class: "hit-facts", "data-side": thing.side || null }, facts(thing)),
    ];
  }

  /** @returns {Node[]} what a ruling, section or step shows in a list */
  function hitParts(hit, stems, length) {
    const { entry } = hit;
    const heading = entry.question || entry.title;
    const from = element("span", { class: "hit-source" }, element("b", {}, entry.title));
    const said = source(entry);
    if (said) from.append(` · ${said}`);
    for (const mark of marks(entry)) from.append(" ", mark);
    const others = [...new Set(hit.also.map((other) => other.title))].filter((title) => title !== entry.title);
    if (others.length) from.append(` · also under ${others.slice(0, 3).join(", ")}${others.length > 3 ? " …" : ""}`);
    return [
      element("span", { class: "hit-question" }, marked(heading, stems)),
      element("span", { class: "hit-text" }, marked(entry.text || entry.title, stems, length)),
      from,
    ];
  }

  site.show = { path, marked, source, nameParts, hitParts, facts };
})((window.Rulings = window.Rulings || {}));
