/** A hit → the elements that show it: address, matching passage with highlighted words, who said it and when. */
(function (site) {
  "use strict";

  const { element } = site;
  const { NETRUNNER, SIGNS, STATUS_MARKS } = site.constants;
  /** Value of the field `is` → its name. */
  const NATURE_NAMES = {
    errata: "Errata", ruling: "Ruling", see: "See also", reversal: "Reversal", unofficial: "Unofficial",
    superseded: "Superseded", "superseded-in-part": "Superseded in part", disputed: "Disputed", section: "Rules text",
    step: "Step"
  };

  const DOUBT = "These entries may not answer your question:"; // above hits of low confidence

  /** A title without the signs of trademarks. */
  const plainTitle = (title) => title.replace(/ ?(?:\[TM\]|\(R\))/g, "");

  /** The path of a document from the site's root. `fragment`: of a section, that of the statement shown */
  function path(doc, fragment = doc.fragment || doc.id) {
    if (doc.path) return doc.path.slice(1); // of a keyword or page
    if (doc.kind === "authority") return `authorities/${doc.id}/`;
    if (doc.kind === "card" || doc.kind === "topic") return `${doc.kind}s/${doc.id}/`;
    if (doc.kind === "step") return `run-chart/#${doc.id.replace("run-chart", "step")}`;
    if (doc.kind === "section") return `documents/${doc.printedIn.id}/#${fragment}`;
    return `${path(doc.subject)}#${doc.id}`;
  }

  /** A text with a `mark` for each word of the query, which has these `stems`. */
  function markedText(index, text, stems) {
    const fragment = document.createDocumentFragment();
    let at = 0;
    for (const [start, end] of site.passages.wordSpans(index.analyzer, text, stems)) {
      fragment.append(text.slice(at, start), element("mark", {}, text.slice(start, end)));
      at = end;
    }
    fragment.append(text.slice(at));
    return fragment;
  }

  /** Who said it, where and when, by the latest citation; the document of a section or step. */
  function attribution(doc) {
    if (doc.kind !== "ruling") return doc.printedIn.title;
    const when = doc.dates.length ? site.dateInWords(doc.dates.at(-1)) : "";
    const by = [doc.authority, doc.venue, when].filter(Boolean).join(", ");
    return doc.said ? `${by} ${doc.said}` : by;
  }

  function marks({ doc, natures }) {
    const labels = [
      ...natures.map((nature) => [nature, NATURE_NAMES[nature]]),
      ["other", doc.game === NETRUNNER ? null : "Another game: Android: Netrunner"]
    ];
    return labels.filter(([, words]) => words)
      .map(([tag, words]) => element("span", { class: `mark mark-${tag}`, "data-sign": SIGNS[tag] ?? null }, words));
  }

  /** What must be told before or after what is shown; what it leaves out is in one line. `above`: see `hitParts` */
  function told({ remarks }, isBefore, above) {
    const rows = remarks.filter(([relation]) => relation in STATUS_MARKS === isBefore);
    if (isBefore) return rows.map(([relation, line, decision, to]) => element(
      "span", { class: "hit-status" }, element("span", { class: `status-word mark-${relation}` }, line),
      decision && !above.has(to) ? `: ${decision}` : ""
    ));
    const [first, ...others] = rows.map(([, line]) => line);
    const line = [first, ...others.map((other) => other.replace(/^.*see /, ""))].join(", ");
    return first ? [element("span", { class: "hit-facts" }, others.length ? line : `${line}: ${rows[0][2]}`)] : [];
  }

  /** What is to be followed instead of the words shown, or speaks against them. @returns {SearchDocument[]} */
  const followed = (index, { remarks = [] }) => [...new Set(remarks
    .filter(([relation, , , to]) => relation in STATUS_MARKS && to !== null).map(([, , , to]) => index.docs[to]))];

  const KIND_NAMES = { topic: "Topic", keyword: "Keyword", authority: "Authority", page: "Page" };

  /** A card, topic, keyword, authority or page in a list: what it is, and what is there. @returns {Node[]} */
  function nameParts({ doc, passage }) {
    const facts = doc.kind === "card"
      ? [doc.side[0], doc.type[0], ...doc.keyword, passage ?? doc.line] : [KIND_NAMES[doc.kind], doc.text];
    return [
      element("span", { class: "hit-title" }, plainTitle(doc.title)), " ", // also in the name that is read aloud
      element("span", { class: "hit-facts", "data-side": doc.side?.[0] ?? null }, facts.filter(Boolean).join(" · ")),
    ];
  }

  const statusWords = (relation) => STATUS_MARKS[relation].slice(0, 2).join(" ");

  /** A hit as a suggestion: its question, or its first words or title; then its subject, status, who and year. */
  function briefParts(index, hit, stems) {
    const { doc } = hit;
    if (doc.kind === "card" || doc.kind in KIND_NAMES) return nameParts(hit);
    const isSection = doc.kind === "section", status = hit.remarks?.find(([relation]) => relation in STATUS_MARKS);
    const who = isSection ? [] : [doc.authority, doc.dates.at(-1)?.slice(0, 4)].filter(Boolean);
    return [
      element("span", { class: "hit-question" }, markedText(
        index, (!isSection && doc.question) || hit.passage || doc.title, stems
      )),
      element(
        "span", { class: "hit-source" },
        element("b", {}, isSection ? `${site.capitalized(doc.source)} · ${doc.title}` : plainTitle(doc.title)),
        status ? element("span", { class: `status-word mark-${status[0]}` }, statusWords(status[0])) : "",
        ...marks(hit), who.length ? element("span", {}, `· ${who.join(", ")}`) : ""
      )
    ];
  }

  /**
   * A hit in a list: its subject, of a section with its title, and marks; the question; words; who, where, when.
   * `above`: the numbers of the documents that the hits above show
   */
  function hitParts(index, hit, stems, above) {
    const { doc } = hit;
    if (doc.kind === "card" || doc.kind in KIND_NAMES) return nameParts(hit);
    const isSection = doc.kind === "section", question = isSection ? "" : doc.question;
    const subject = isSection ? doc.printedIn.title : plainTitle(doc.title);
    const title = isSection ? ` · ${doc.title}` : "";
    const heading = element("span", { class: "hit-source" }, element("b", {}, subject), title);
    const before = told(hit, true, above);
    for (const mark of marks(hit)) heading.append(" ", mark);
    if (isSection && doc.printedIn.standing) heading.append(` · ${doc.printedIn.standing}`);
    const others = [...new Set(hit.alsoUnder.map((other) => other.title))].filter((each) => each !== doc.title);
    const by = [
      isSection ? "" : attribution(doc),
      others.length ? `also under ${others.slice(0, 3).join(", ")}${others.length > 3 ? " …" : ""}` : ""
    ].filter(Boolean).join(" · ");
    return [
      heading,
      question && element("span", { class: "hit-question" }, markedText(index, question, stems)),
      ...before,
      element("span", { class: "hit-text" }, markedText(index, hit.passage || doc.title, stems)),
      ...told(hit, false, above),
      by && element("span", { class: "hit-source" }, by),
    ].filter(Boolean);
  }

  /** How the query was read, in short: the named cards. Notes say which words were read as others. */
  function shortReading(index, { expansion }) {
    const cards = expansion.mentions.map((mention) =>
      mention.cards.slice(0, 3).map((card) => index.docs[card].title).join(" or "));
    return [...new Set(cards)].join(" and ");
  }

  /** The cards and others that a query names, in the order of the hits; also the cards that it names beside words. */
  function namedDocs({ index }, { all, expansion }) {
    const offered = all.filter(({ isNamed }) => isNamed).map((hit) => hit.doc);
    const single = expansion.mentions.map(({ cards }) => cards).filter(({ length }) => length === 1).flat();
    return [...new Set([...offered, ...single.map((card) => index.docs[card])])];
  }

  /** The path of the only thing that a text names, in whatever way; undefined if there is none or several. */
  function pathOfName(engine, typed) {
    const { only, matchKind } = engine.index.nameTable.resolve(typed, ["card", "topic"]);
    if (only && matchKind === "title") return path(only);
    const [offered, another] = namedDocs(engine, engine.search(typed));
    return offered && !another && [only, ...engine.withName(typed)].includes(offered) ? path(offered) : undefined;
  }

  site.hits = { DOUBT, NATURE_NAMES, briefParts, followed, namedDocs, path, pathOfName, hitParts, shortReading };
})(window.Rulings ??= {});
