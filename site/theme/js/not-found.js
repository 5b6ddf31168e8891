/**
 * The page for an unknown address suggests similar names; without a connection, for a page that was
 * not saved, it shows what the search holds of it: an entry, what is printed in these lines of a
 * document, or what is found by the query for such an address (`QUERIES`).
 */
(function (site) {
  "use strict";

  const MAX_HITS = 100; // shown of a list
  const MAX_SIMILAR = 5;
  const { element, link } = site;
  const isUnsaved = document.body.dataset.isUnsaved !== undefined; // set by the service worker
  if (isUnsaved) {
    const title = "Not saved on this device";
    document.querySelector("h1").textContent = title;
    document.title = document.title.replace(/^.*(?= · )/, title);
    document.getElementById("not-found").hidden = true;
    document.getElementById("not-saved").hidden = false;
    const retryLink = document.querySelector("#not-saved a");
    retryLink.setAttribute("href", location.pathname + location.search);
  }
  const container = document.getElementById("did-you-mean");
  const root = new URL(site.base, location.href).pathname;
  const isInside = location.pathname.startsWith(root);
  const path = site.decoded(location.pathname.slice(isInside ? root.length : 0) + location.hash);

  /** The parts of the address of a page, or of its JSON. */
  const partsOf = (address) => address
    .replace(/^api\/|((index)?\.html?|\.json)(?=\W*$)/gi, "").split(/[/#]/).map(site.cleaned);

  /** The ruling, section or step whose id, or only its digits, is in the address. */
  function entryOf({ index }, address) {
    const [, step] = /(?:^|\/)(?:run-chart|steps?)\W+(?:step-)?(\d+)/i.exec(address) ?? [];
    const parts = partsOf(address);
    const digits = parts.map((part) => /(?:^|-)([0-9a-f]{8})$/.exec(part)?.[1]).find(Boolean);
    const numbers = parts.map((part) => index.numberOf(part, site.constants.ENTRY_KINDS));
    const ofId = numbers.map((number) => index.docs[number]).find(Boolean);
    return ofId ?? index.docs.find(({ id }) =>
      id === `run-chart-${step}` || (digits && id.endsWith(`-${digits}`)));
  }

  /** The documents of the search that are entries, without the passages of sections. */
  const entriesAmong = (index, docs) =>
    docs.filter(({ number, whole }) => index.isEntry(number) && !whole);

  /** The query for an address: its key in `QUERIES`, and the name in it; undefined if none. */
  function queryFor([folder, id, part]) {
    const { QUERIES } = site.constants;
    return [[`${folder}/${id}/{}`, part], [`${folder}/{}`, id], [folder, ""]]
      .find(([key, name]) => key in QUERIES && (name || !key.includes("{}")));
  }

  /** What is on the page of a card or topic: the rulings on it, and what else is about it. */
  function heldOfSubject(index, thing) {
    const rulings = index.docs.filter((doc) => doc.kind === "ruling" && doc.subject === thing);
    const about = [...index.about(thing.number)].sort(([, a], [, b]) => b - a);
    const otherEntries = entriesAmong(index, about.map(([number]) => index.docs[number]));
    return [...rulings, ...otherEntries];
  }

  /** What is printed in the source lines of a page, with its title; undefined for other pages. */
  function heldOfLines(index, [, id, page]) {
    const folder = `/documents/${id}/`, first = index.data.first_entries;
    const pages = Object.keys(first).filter((url) => url.startsWith(folder));
    const at = pages.indexOf(`${folder}${page}/`), next = pages[at + 1];
    if (at < 0) return undefined;
    const docs = entriesAmong(index, index.docs).filter((doc) => doc.printedIn.id === id
      && doc.number >= first[pages[at]] && doc.number < (first[next] ?? Infinity));
    const from = page.replace("-", " "), to = next ? `–${/(\d+)\/$/.exec(next)[1] - 1}` : " …";
    return { title: `${docs[0].printedIn.title}, ${from}${to}`, docs };
  }

  /** What an address names, if the search knows it, and what it is called. */
  function namedIn(index, key, name, folder) {
    const [, field = "page"] = /(\w+):\{\}/.exec(site.constants.QUERIES[key]) ?? [];
    const kind = field === "by" ? "authority" : field;
    const thing = index.docs[index.numberOf(name || folder, [kind])];
    const printedDoc = index.docs.find(({ printedIn }) => name && printedIn.id === name);
    return { thing, nameInWords: thing?.title ?? printedDoc?.source ?? name };
  }

  /** What the search holds of a page: the query for it, its title, and hits; undefined if none. */
  function heldOf(engine, address) {
    const { index } = engine, entry = entryOf(engine, address);
    const asHit = (doc) => site.hits.hitOf(index, doc);
    if (entry && !entry.subject)
      return { title: entry.title, query: entry.title, hits: [asHit(entry)] };
    const parts = entry ? [`${entry.subject.kind}s`, entry.subject.id] : partsOf(address);
    const [key, name] = queryFor(parts) ?? [];
    if (key === undefined) return undefined;
    const { thing, nameInWords } = namedIn(index, key, name, parts[0]);
    const query = site.constants.QUERIES[key].replace("{}", `"${nameInWords}"`);
    const title = nameInWords || parts[0], lines = heldOfLines(index, parts);
    if (lines) return { title: lines.title, query, hits: lines.docs.map(asHit) };
    if (thing?.kind === "card" || thing?.kind === "topic") {
      const docs = heldOfSubject(index, thing); // what the address names stands first
      return { title, query, hits: [...new Set(entry ? [entry, ...docs] : docs)].map(asHit) };
    }
    const { hits } = engine.search(query, { limit: null });
    return { title, query, hits: hits.filter(({ doc }) => doc !== thing) };
  }

  const list = (items) => element("ul", { class: "link-rows" }, ...items);
  const searchLink = (query) =>
    link(`search/?q=${encodeURIComponent(query)}`, `Search for “${query}”`);

  /** A hit with the id that an address gives it. */
  function hitRow(index, hit) {
    const [, id] = site.hits.path(hit.doc).split("#");
    const parts = site.hits.hitParts(index, hit, new Map(), new Set());
    return element("li", { class: "hit", id }, ...parts);
  }

  /** Shows what the search holds of this page, at what the address names. */
  function showHeld(engine) {
    const { title, query, hits } = heldOf(engine, path) ?? {};
    const ways = element("p", {}, ...(query ? [searchLink(query), " · "] : []), link("", "Home"));
    if (!hits) return container.replaceChildren(ways);
    const rows = hits.slice(0, MAX_HITS).map((hit) => hitRow(engine.index, hit));
    const heading = element("h2", {}, rows.length ? title : `${title}: no rulings`);
    container.replaceChildren(heading, list(rows), ways);
    return location.hash && location.replace(location.hash);
  }

  const words = partsOf(path).filter((part) => /\p{L}/u.test(part));
  const addressName = (words.pop() || "").replace(/[-_\ufffd]+/g, " ").trim();

  /** Suggests what is so named, or found by the words of the address. */
  function showSimilar(engine) {
    const entry = entryOf(engine, path);
    const namedDocs = entry ? [entry] : engine.nameSearch.namesLike(addressName, true);
    const hits = namedDocs.length ? [] : engine.search(addressName).hits;
    const docs = [...namedDocs, ...hits.map(({ doc }) => doc)];
    const similarDocs = [...new Set(docs)].slice(0, MAX_SIMILAR);
    const rows = similarDocs.map((doc) => element("li", {}, site.hits.linkRow(engine.index, doc)));
    const suggestions = rows.length ? [element("h2", {}, "Did you mean"), list(rows)] : [];
    container.replaceChildren(...suggestions, element("p", {}, searchLink(addressName)));
  }

  site.heldOf = heldOf;
  if (addressName) site.searchEngine().then(isUnsaved ? showHeld : showSimilar)
    .catch(() => container.replaceChildren(searchLink(addressName)));
})(window.Rulings ??= {});
