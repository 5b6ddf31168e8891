/**
 * The page for an unknown address, which suggests similar names. Without a connection it replaces a
 * page that was not saved, and shows what the search has of that page; the entries that the address
 * names come first.
 */
(function (site) {
  "use strict";

  const MAX_SIMILAR = 5;
  const PARTS = /^(.*?)([^/]*)\/$/; // the folder above a folder, and its own name
  const { element, link } = site;
  const isUnsaved = document.body.dataset.isUnsaved !== undefined; // set by the service worker
  const heading = document.querySelector("h1"), container = document.getElementById("did-you-mean");
  const NOT_SAVED = "Not saved on this device";
  const [reason, , source] = document.getElementById("not-saved").children;

  function setTitle(title) {
    heading.textContent = title;
    document.title = document.title.replace(/^.*(?= · )/, () => title);
    if (title !== NOT_SAVED) reason.textContent = NOT_SAVED;
  }

  if (isUnsaved) setTitle(NOT_SAVED);
  const root = new URL(site.base, location.href).pathname;
  const isInside = location.pathname.startsWith(root);
  const path = location.pathname.slice(isInside ? root.length : 0) + location.hash;

  /** The address of a page from the root: `cards/asp/`. */
  const folderOf = (address) => {
    const [folder] = site.decoded(address).toLowerCase().split(/[#?:&]|(?:^|\/)index\.html/);
    return folder && `${folder.replace(/\/$/, "")}/`;
  };

  /** The documents for the ids in an address; the digits of an id are enough. */
  const docsAt = ({ index }, address) => site.addresses.pastedLinks(`/${address}`)
    .flatMap((pasted) => site.searchRequest.readLink(index, pasted).slots)
    .map((slot) => index.documents[slot]);

  /** The card, topic, list … that this page is about; undefined if the search has none. */
  const docAt = (index, folder) => index.documents.find((doc) => site.hits.path(doc) === folder);

  /** The title of a page. If the search has none, the last part of its address in words. */
  function titleOf(index, folder) {
    const title = index.data.titles[folder] ?? docAt(index, folder)?.title;
    if (title) return site.hits.plainTitle(title);
    return site.capitalized(PARTS.exec(folder)[2].replaceAll("-", " "));
  }

  /** The documents on a page, from the lists of the search or else from its query. */
  function docsOn({ index, search }, folder) {
    const { QUERIES } = site.constants, slots = index.pages.get(folder);
    if (slots) return slots.map((slot) => index.documents[slot]);
    const reference = docAt(index, folder), [, above, name] = PARTS.exec(folder);
    const isPassage = (doc) => doc.section !== undefined;
    const isEntry = (doc) => index.isEntry(doc.slot) && !isPassage(doc);
    if (reference?.kind === "card" || reference?.kind === "topic") {
      const about = [...index.documentsAbout(reference.slot)].sort(([, a], [, b]) => b - a);
      return [reference, ...about.map(([slot]) => index.documents[slot]).filter(isEntry)];
    }
    const isBelow = (doc) => doc !== reference && doc.path?.startsWith(`/${folder}`);
    const below = index.documents.filter(isBelow);
    if (below.length) return below;
    const printed = index.documents.filter((doc) => doc.source.id === name && isEntry(doc));
    if (printed.length) return printed;
    const value = `"${reference?.title ?? name}"`;
    const query = QUERIES[folder] ?? QUERIES[`${above}{}/`]?.replace("{}", () => value);
    return query ? search(query, { limit: null }).hits.map(({ doc }) => doc) : [];
  }

  /**
   * The contents of a page that the search has: its title, its card, topic …, hits with all words,
   * and what it lacks. Undefined if there is nothing.
   */
  function heldOf(engine, address) {
    const { index } = engine, { ENTRY_KINDS } = site.constants;
    // A section that is only a heading is an entry, too
    const entries = docsAt(engine, address).filter(({ kind }) => ENTRY_KINDS.includes(kind));
    const folders = [folderOf(address), ...entries.map((entry) => folderOf(site.hits.path(entry)))];
    const folder = folders.find((candidate) => candidate && docsOn(engine, candidate).length);
    if (!folder) return undefined;
    const docs = [...new Set([...entries, ...docsOn(engine, folder)])];
    const hits = docs.map((doc) => site.hits.hitOf(index, doc));
    const without = index.data.without[folder] ? `, without ${index.data.without[folder]}` : "";
    return { title: titleOf(index, folder), reference: docAt(index, folder), hits, without };
  }

  const [, above, lastPart] = PARTS.exec(folderOf(path)) ?? [];
  const addressName = (lastPart ?? "").replace(/[-_\ufffd]+/g, " ").trim();

  /** The results of the search whose titles contain the words of the address. */
  function titledAs({ index: { analyzer }, search }, words) {
    const stemsOf = (text) => analyzer.words(text).map((word) => analyzer.stem(word));
    const stems = stemsOf(words);
    const isTitled = ({ title }) => stems.every((stem) => stemsOf(title).includes(stem));
    return search(words).hits.map(({ doc }) => doc).filter(isTitled);
  }

  /** Suggests the entries that the address names, or else references with similar names. */
  function similarTo(engine) {
    let docs = docsAt(engine, path);
    if (!docs.length) docs = engine.nameSearch.namesLike(addressName, true);
    if (!docs.length && !isUnsaved) docs = titledAs(engine, addressName);
    const rows = [...new Set(docs)].slice(0, MAX_SIMILAR)
      .map((doc) => element("li", {}, site.hits.briefLink(engine.index, doc)));
    return rows.length
      ? [element("h2", {}, "Did you mean"), element("ul", { class: "link-rows" }, ...rows)] : [];
  }

  /** The links to a search by these words, to the page above, and to Home. */
  const waysOn = (words, upper = "") => element(
    "p", {}, link(`search/?q=${encodeURIComponent(words)}`, `Search for “${words}”`), " · ",
    ...(upper ? [link(above, upper), " · "] : []), link("", "Home")
  );

  /** The facts below the title: for a card as on its page, for other references what they are. */
  function factsOf(index, reference) {
    const standing = index.data.standings[reference.id];
    if (reference.kind !== "card")
      return element(
        "p", { class: "facts" }, site.hits.nameFacts({ doc: reference }),
        standing && site.capitalized(standing)
      );
    const { side: [side], type, keyword, position } = reference;
    return element(
      "p", { class: `facts ${side.toLowerCase()}` }, element("span", { class: "side" }, side),
      element("span", { class: "line" }, [...type, ...keyword].join(" · ")),
      element("span", {}, index.data.card_facts[position])
    );
  }

  function heldPage({ index }, { reference, hits, without }) {
    if (reference && reference.kind !== "page") heading.after(factsOf(index, reference));
    const others = hits.filter(({ doc }) => doc !== reference), [first] = others;
    const way = first?.doc.kind === "step"
      ? [", and ", link(site.hits.path(first.doc), "on the run chart, with Yes and No")] : [];
    source.replaceChildren(`; from the search${without}`, ...way, ":");
    const items = others.map((hit) => site.hits.hitItem(index, hit, new Map()));
    return items.length ? element("ol", { class: "hits" }, ...items)
      : element("p", {}, `${site.capitalized(reference.line)}.`);
  }

  /** Shows what the search has of this page, or else what is similar. */
  function show(engine) {
    const held = isUnsaved && heldOf(engine, path);
    if (isUnsaved) setTitle(held ? held.title : titleOf(engine.index, folderOf(path)));
    const upper = above ? titleOf(engine.index, above) : "";
    let parts = [];
    if (held) parts = [heldPage(engine, held)];
    // A top-level page that was not saved needs no suggestions
    else if (above || !isUnsaved) parts = similarTo(engine);
    container.replaceChildren(...parts, waysOn(held ? held.title : addressName, upper));
  }

  site.heldOf = heldOf;
  if (addressName) site.searchEngine().then(show)
    .catch(() => container.replaceChildren(waysOn(addressName)));
})(window.Rulings ??= {});
