/** Makes the elements of a hit: heading, matching passage with marked words, who and when. */
(function (site) {
  "use strict";

  const { element } = site;
  const { NETRUNNER, RELATIONS, SHOWN_NATURES, SIGNS } = site.constants;
  const DOT = "\u00a0· "; // separates parts of a line, and never begins one
  /** Value of the field `is` → its name. */
  const NATURE_NAMES = {
    errata: "Errata", ruling: "Ruling", see: "See also", reversal: "Reversal",
    unofficial: "Unofficial", superseded: "Superseded",
    "superseded-in-part": "Superseded in part", disputed: "Disputed", section: "Rules text",
    step: "Step", excepted: "With an exception", restored: "Restored", doubtful: "Doubtful date",
    "likely-date": "Likely date", council: "Players’ council"
  };

  /** Value of `is` about who said it or when → kind of its mark, which has the sign. */
  const ATTRIBUTION_MARKS = {
    council: "players-council", doubtful: "doubtful-date", "likely-date": "likely-date"
  };

  const DOUBT = "These entries probably do not answer your question:"; // if confidence is low

  /** A title without trademark signs. */
  const plainTitle = (title) => title.replace(/ ?(?:\[TM\]|\(R\))/g, "");

  /** A document's path from the root. `fragment`: of the passage shown, if it is a section */
  function path(doc, fragment = doc.fragment || doc.id) {
    if (doc.path) return doc.path.slice(1); // a keyword or page
    if (doc.kind === "authority") return `authorities/${doc.id}/`;
    if (doc.kind === "card" || doc.kind === "topic") return `${doc.kind}s/${doc.id}/`;
    if (doc.kind === "step") return `run-chart/#${doc.id.replace("run-chart", "step")}`;
    if (doc.kind === "section") return `documents/${doc.source.id}/#${fragment}`;
    return `${path(doc.subject)}#${doc.id}`;
  }

  /** A text with a `mark` around each word that has one of the query's `stems`. */
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

  /** Who, where and when, with the name in bold. */
  function attribution(words) {
    const [, name, rest] = /^(.*?)((?: \(|,| via | on ).*)?$/su.exec(words);
    // A sign with its word, and a date, are each on one line
    const unbroken = (rest ?? "").replace(/( [^\w\s]| \d\d?) | (?=\d{4}\b)/gu, "$1\u00a0");
    return element("p", { class: "attribution" }, element("b", {}, name), unbroken);
  }

  /** The words, each part followed by who said it, where and when. */
  function wordsOf(index, { doc, passage }, stems) {
    if (!passage) return []; // a section may be only a heading
    const who = doc.kind === "step" ? doc.source.title : doc.attributions;
    const parts = Array.isArray(who) ? who : [[passage.length, who]];
    return parts.flatMap(([end, by], n) => [
      element("blockquote", { class: "hit-text" },
        markedText(index, passage.slice(n ? parts[n - 1][0] : 0, end).trim(), stems)),
      by && attribution(by),
    ]);
  }

  function markWith(kind, words) {
    const sign = SIGNS[ATTRIBUTION_MARKS[kind] ?? kind];
    return element("span", { class: `mark mark-${kind}`, "data-sign": sign }, words);
  }

  const natureMarks = (natures) => natures.filter((nature) => NATURE_NAMES[nature])
    .map((nature) => markWith(nature, NATURE_NAMES[nature]));

  function marks({ doc, natures }) {
    const isOther = doc.game !== NETRUNNER;
    const other = isOther ? [markWith("other", "Another game: Android: Netrunner")] : [];
    return [...natureMarks(natures), ...other];
  }

  /** Whether a remark is a status. `RELATIONS`: sign, name, words, as in `remarks.Wording`. */
  const isStatus = ([relation]) => RELATIONS[relation][1] !== ""; // only a status has a name
  function statusWord([relation]) {
    const [sign, name, verb] = RELATIONS[relation];
    return element(
      "span", { class: `status-word mark-${relation}` }, `${sign} ${name || verb}`
    );
  }

  /** A line of a remark. An entry on the same card or topic is shown by its question. */
  function remarkLine(index, { subject }, line, attributes, ...lead) {
    const wordsOfLink = (doc) => {
      if (subject && doc.subject === subject && doc.question) return `“${doc.question}”`;
      const place = { section: doc.title, step: doc.title.toLowerCase() }[doc.kind];
      return place ? `${doc.source.title}, ${place}` : plainTitle(doc.title);
    };
    return element("p", attributes, ...lead, ...line.map((part) => typeof part === "number"
      ? link(index.documents[part], {}, wordsOfLink(index.documents[part])) : part));
  }

  const link = (doc, attributes, words, fragment) =>
    element("a", { ...attributes, href: site.address(path(doc, fragment)) }, words);

  const KIND_NAMES = { topic: "Topic", keyword: "Keyword", authority: "Authority", page: "Page" };
  const isName = ({ kind }) => kind === "card" || kind in KIND_NAMES;

  /** The kind of a card, topic, keyword, person or page, and what it has; without the command. */
  function nameFacts({ doc, passage }) {
    const facts = doc.kind === "card"
      ? [doc.side[0], doc.type[0], ...doc.keyword, passage ?? doc.line]
      : [KIND_NAMES[doc.kind], doc.text.replace(/; rulings .*/, "")];
    return element(
      "span", { class: "hit-facts", "data-side": doc.side?.[0] ?? null },
      facts.filter(Boolean).join(DOT)
    );
  }

  /** A hit as a suggestion: question, first words or title; then subject, status, who, year. */
  function briefParts(index, hit, stems) {
    const { doc } = hit, isSection = doc.kind === "section";
    if (isName(doc)) // the space is also for the name that is read aloud
      return [element("span", { class: "hit-title" }, plainTitle(doc.title)), " ", nameFacts(hit)];
    const year = doc.authority && doc.dates.at(-1)?.slice(0, 4); // sections and steps have none
    const brief = [doc.authority, year].filter(Boolean).join(", ");
    const who = isSection ? doc.source.standing : brief;
    const question = !isSection && doc.question;
    const words = question || markedText(index, hit.passage || doc.title, stems);
    const subject = isSection ? `${site.capitalized(doc.sourceName)}${DOT}${doc.title}`
      : plainTitle(doc.title);
    const status = (hit.remarks ?? []).slice(0, 1);
    const attributionNatures = Object.keys(ATTRIBUTION_MARKS)
      .filter((nature) => doc.values.is?.includes(nature));
    return [
      element("span", { class: "hit-question" }, words),
      element(
        "span", { class: "hit-source" }, element("b", {}, subject),
        ...status.map(statusWord),
        ...marks(hit),
        who ? element("span", {}, who) : "",
        ...natureMarks(attributionNatures)
      )
    ];
  }

  /**
   * The heading of a hit: its subject, its marks, and a link with its question or title. The words
   * of the query are marked only in what was printed.
   */
  function heading(index, hit, stems) {
    const { doc } = hit, isSection = doc.kind === "section";
    const words = isSection ? doc.title : doc.question;
    const linkTo = (text) => link(doc, { class: "hit-link" }, text, hit.fragment);
    const subject = isSection ? doc.source.title : plainTitle(doc.title);
    const about = element("span", { class: "hit-source" }, element("b", {}, words ? subject
      : linkTo(subject)));
    for (const mark of marks(hit)) about.append(" ", mark);
    if (isSection && doc.source.standing) about.append(`${DOT}${doc.source.standing}`);
    return element(
      "h2", { class: "hit-head" }, about, words ? " " : "",
      words ? linkTo(isSection ? markedText(index, words, stems) : words) : ""
    );
  }

  /** The line about entries with the same words; empty if there are none. */
  function alsoUnder({ doc, alsoUnder: others }) {
    const titles = [...new Set(others.map(({ title }) => title))]
      .filter((title) => title !== doc.title);
    if (!titles.length) return "";
    const ellipsis = titles.length > 3 ? " …" : "";
    const line = `Also under ${titles.slice(0, 3).join(", ")}${ellipsis}`;
    return element("p", { class: "see-note" }, line);
  }

  /** A document as a hit that shows all its words. For a name, `nameFacts` shows what it has. */
  const hitOf = (index, doc) => ({
    id: doc.id,
    doc,
    natures: SHOWN_NATURES.filter((nature) => doc.values.is?.includes(nature)),
    alsoUnder: doc.alsoUnder.map((slot) => index.documents[slot]),
    passage: isName(doc) ? undefined : doc.text,
    remarks: doc.remarks ?? [],
  });

  /** A remark with its lines above and below the words, as `around_words` in remarks.py. */
  function withLinesAround(remark, at, remarks) {
    const [relation, linesByPlace] = remark;
    const isOfKind = ([other]) => other === relation;
    const othersCount = remarks.filter(isOfKind).length - 1;
    const isLater = isStatus(remark) && remarks.findIndex(isOfKind) < at;
    const [only, first, later] = linesByPlace;
    if (isLater) return [remark, ...later];
    if (!isStatus(remark) || !othersCount) return [remark, ...only];
    const [above, below] = first;
    return [remark, [...above, `; ${othersCount} more below`], below];
  }

  /** An entry without its heading: what to follow; words; who, where and when; what else to see. */
  function entryParts(index, hit, stems) {
    const shownLines = hit.remarks.map(withLinesAround);
    return [
      ...shownLines.filter(([, above]) => above.length).map(([remark, above]) => remarkLine(
        index, hit.doc, above, { class: `status status-${remark[0]}` }, statusWord(remark)
      )),
      ...wordsOf(index, hit, stems),
      ...shownLines.filter(([, , below]) => below.length).map(([, , below]) => remarkLine(
        index, hit.doc, below, { class: "see-note" }
      )),
      alsoUnder(hit)
    ].filter(Boolean);
  }

  /** The parts of a hit in a list. An entry has a heading and its `entryParts`. */
  function hitParts(index, hit, stems) {
    const { doc } = hit;
    if (!isName(doc)) return [heading(index, hit, stems), ...entryParts(index, hit, stems)];
    const titleLink = link(doc, { class: "hit-link" }, plainTitle(doc.title));
    return [element("h2", { class: "hit-head hit-name" }, titleLink), " ", nameFacts(hit)];
  }

  /** A hit as an item of a list. The name of a card has the mark of its side. */
  function hitItem(index, hit, stems) {
    const { doc } = hit, { kind, side } = doc.subject ?? doc;
    const sideClass = kind === "card" ? ` ${side[0].toLowerCase()}` : "";
    return element(
      "li", { class: `hit hit-${doc.kind}${sideClass}`, "data-id": hit.id, "data-game": doc.game },
      ...hitParts(index, hit, stems)
    );
  }

  /** A document as a link, as in the suggestions. */
  const briefLink = (index, doc) => element(
    "a", { class: `suggestion suggestion-${isName(doc) ? "name" : "hit"}`,
      href: site.address(path(doc)) },
    ...briefParts(index, hitOf(index, doc), new Set())
  );

  /** The cards of names that mean only one, in words. Notes say how other words were read. */
  const shortReading = (index, { expansion }) =>
    expansion.unambiguousCards.map((card) => index.documents[card].title).join(" and ");

  /** The references that a query names, in the order of the hits; then cards among other words. */
  function namedDocs({ index }, { all, expansion }) {
    const direct = all.filter(({ isDirect }) => isDirect).map((hit) => hit.doc);
    const cards = expansion.unambiguousCards.map((card) => index.documents[card]);
    return [...new Set([...direct, ...cards])];
  }

  /**
   * The path of the only reference that a text names in any way, or undefined. A title or an alias
   * is found before the other data have arrived.
   */
  async function pathOfName(nameSearch, text) {
    const titled = nameSearch.titled(text);
    if (titled) return path(titled);
    const engine = await site.searchEngine();
    const { only } = site.nameMatching.firstMeaning(nameSearch.names, text, ["card", "topic"]);
    const results = engine.search(text), [named, another] = namedDocs(engine, results);
    const isAlone = results.total === 1 && results.all[0].isDirect; // an id, or `manual 3`
    const isNamed = isAlone || [only, ...nameSearch.withName(text)].includes(named);
    return named && !another && isNamed ? path(named, named.id) : undefined;
  }

  site.hits = {
    DOUBT, NATURE_NAMES, briefLink, briefParts, entryParts, hitItem, hitOf, marks, nameFacts,
    namedDocs, path, pathOfName, plainTitle, shortReading
  };
})(window.Rulings ??= {});
