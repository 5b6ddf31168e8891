/**
 * The page for an unknown address suggests similar names; without a connection, for a page that was not saved, it shows
 * what the search holds of it: an entry, or what is found by the query for such an address (`QUERIES`).
 */
(function (site) {
  "use strict";

  const MAX_HITS = 50; // shown of a list
  const { element, link } = site;
  const isUnsaved = document.body.dataset.isUnsaved !== undefined; // set by the service worker
  if (isUnsaved) {
    const title = "Not saved on this device";
    document.querySelector("h1").textContent = title;
    document.title = document.title.replace(/^.*(?= · )/, title);
    document.getElementById("not-found").hidden = true;
    document.getElementById("not-saved").hidden = false;
    document.querySelector("#not-saved a").setAttribute("href", location.pathname + location.search);
  }
  const container = document.getElementById("did-you-mean");
  const root = new URL(site.base, location.href).pathname, isInside = location.pathname.startsWith(root);
  const path = site.decoded(location.pathname.slice(isInside ? root.length : 0) + location.hash);

  const partsOf = (address) => address.replace(/(index)?\.html?(?=\W*$)/i, "").split(/[/#]/).map(site.cleaned);

  /** The ruling, section or step whose id, or only its digits, is in the address. */
  function entryOf({ index }, address) {
    const [, step] = /(?:^|\/)(?:run-chart|steps?)\W+(?:step-)?(\d+)/i.exec(address) ?? [];
    const parts = partsOf(address), digits = parts.map((part) => /(?:^|-)([0-9a-f]{8})$/.exec(part)?.[1]).find(Boolean);
    const ofId = parts.map((part) => index.docs[index.numberOf(part, site.constants.ENTRY_KINDS)]).find(Boolean);
    return ofId ?? index.docs.find(({ id }) => id === `run-chart-${step}` || (digits && id.endsWith(`-${digits}`)));
  }

  const hitOf = (doc) =>
    ({ doc, natures: doc.values.is ?? [], alsoUnder: [], passage: doc.text, remarks: doc.remarks ?? [] });

  /** What the search holds of a page: the query for it, its title, and hits; undefined if nothing. */
  function heldOf(engine, address) {
    const { index } = engine, { QUERIES } = site.constants, entry = entryOf(engine, address);
    const [folder, id, more] = entry?.subject ? [`${entry.subject.kind}s`, entry.subject.id] : partsOf(address);
    if (entry && !entry.subject) return { title: entry.title, query: entry.title, hits: [hitOf(entry)] };
    const [key, name] = [[`${folder}/${id}/{}`, more], [`${folder}/{}`, id], [folder, ""]]
      .find(([each, part]) => each in QUERIES && (part || !each.includes("{}"))) ?? [];
    if (key === undefined) return undefined;
    const [, field = "page"] = /(\w+):\{\}/.exec(QUERIES[key]) ?? [];
    const thing = index.docs[index.numberOf(name || folder, [field === "by" ? "authority" : field])];
    const named = thing?.title ?? index.docs.find(({ printedIn }) => name && printedIn.id === name)?.source ?? name;
    const query = QUERIES[key].replace("{}", `"${named}"`);
    const title = named || folder;
    if (!thing || !["card", "topic"].includes(thing.kind))
      return { title, query, hits: engine.search(query, { limit: null }).hits.filter(({ doc }) => doc !== thing) };
    const filed = index.docs.filter(({ kind, subject }) => kind === "ruling" && subject === thing);
    const others = [...index.about(thing.number)].sort(([, a], [, b]) => b - a).map(([number]) => index.docs[number]);
    const entries = others.filter(({ number, whole }) => index.isEntry(number) && !whole);
    return { title, query, hits: [...new Set([...filed, ...entries])].map(hitOf) };
  }

  const list = (items) => element("ul", { class: "link-rows" }, ...items.map((item) => element("li", {}, ...item)));
  const searchLink = (query) => link(`search/?q=${encodeURIComponent(query)}`, `Search for “${query}”`);

  /** The elements for what the search holds of this page. */
  function held(engine) {
    const { title, query, hits } = heldOf(engine, path) ?? {};
    const shown = hits?.slice(0, MAX_HITS).map((hit) => site.hits.hitParts(engine.index, hit, new Map(), new Set()));
    return [
      ...(hits ? [element("h2", {}, hits.length ? title : `${title}: no rulings`), list(shown)] : []),
      element("p", {}, ...(query ? [searchLink(query), " · "] : []), link("", "Home"))
    ];
  }

  const typed = (partsOf(path).filter((part) => /\p{L}/u.test(part)).pop() || "").replace(/[-_\ufffd]+/g, " ").trim();
  if (!typed) return;
  site.searchEngine().then((engine) => {
    if (isUnsaved) return container.replaceChildren(...held(engine));
    const entry = entryOf(engine, path);
    const likely = entry ? [entry] : [...engine.withName(typed), ...engine.namesLike(typed, true)];
    const similar = [...new Set(likely.length ? likely : engine.search(typed).hits.map(({ doc }) => doc))].slice(0, 5);
    const row = (doc) => [link(site.hits.path(doc), [doc.title, doc.question].filter(Boolean).join(": "))];
    const found = similar.length ? [element("h2", {}, "Did you mean"), list(similar.map(row))] : [];
    return container.replaceChildren(...found, element("p", {}, searchLink(typed)));
  }).catch(() => container.replaceChildren(searchLink(typed)));
  site.heldOf = heldOf;
})(window.Rulings ??= {});
