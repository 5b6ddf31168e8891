/**
 * The page for an unknown address suggests similar names; without a connection, for a page that was not saved, it shows
 * the rulings on the card or topic of that name, which the search holds.
 */
(function (site) {
  "use strict";

  const { element, link } = site;
  const [navigation] = performance.getEntriesByType("navigation");
  const isUnsaved = navigation?.responseStatus === 503; // from the service worker, without a connection
  if (isUnsaved) {
    const title = "Not saved on this device";
    document.querySelector("h1").textContent = title;
    document.title = document.title.replace(/^.*(?= · )/, title);
    document.getElementById("not-found").hidden = true;
    document.getElementById("not-saved").hidden = false;
    document.querySelector("#not-saved a").setAttribute("href", location.pathname + location.search);
  }
  const container = document.getElementById("did-you-mean");
  const path = site.decoded(location.pathname + location.hash);
  const parts = path.replace(/(index)?\.html?(?=\W*$)/i, "").split(/[/#]/).map(site.cleaned);
  const typed = (parts.filter((part) => /\p{L}/u.test(part)).pop() || "").replace(/[-_\ufffd]+/g, " ").trim();
  if (!container || !typed) return;

  /** The ruling or step whose id is in the address. */
  function entryOf({ index }) {
    const [, step] = /(?:^|\/)(?:run-chart|steps?)\W+(?:step-)?(\d+)/i.exec(path) ?? [];
    const digits = parts.map((part) => /(?:^|-)([0-9a-f]{8})$/.exec(part)?.[1]).find(Boolean);
    return index.docs.find(({ id }) => id === `run-chart-${step}` || (digits && id.endsWith(`-${digits}`)));
  }

  const searchLink = link(`search/?q=${encodeURIComponent(typed)}`, `Search for “${typed}”`);
  const list = (items) => element("ul", { class: "link-rows" }, ...items.map((item) => element("li", {}, ...item)));

  /** The rulings on a card or topic, which the search holds. */
  function rulingsOn({ index }, subject) {
    const rulings = index.docs.filter((doc) => doc.kind === "ruling" && doc.subject === subject);
    const hitOf = (doc) =>
      ({ doc, natures: doc.values.is ?? [], alsoUnder: [], passage: doc.text, remarks: doc.remarks ?? [] });
    return [
      element("h2", {}, rulings.length ? subject.title : `${subject.title}: no rulings`),
      list(rulings.map((doc) => site.hits.hitParts(index, hitOf(doc), new Map(), new Set())))
    ];
  }

  site.searchEngine().then((engine) => {
    const entry = entryOf(engine), named = engine.withName(typed);
    const subject = isUnsaved && (entry?.subject ?? named[0]);
    const likely = entry ? [entry] : [...named, ...engine.namesLike(typed, true)];
    const similar = [...new Set(likely.length ? likely : engine.search(typed).hits.map(({ doc }) => doc))].slice(0, 5);
    const found = subject ? rulingsOn(engine, subject)
      : similar.length && !isUnsaved ? [element("h2", {}, "Did you mean"),
        list(similar.map((doc) => [link(site.hits.path(doc), [doc.title, doc.question].filter(Boolean).join(": "))]))]
      : [];
    container.replaceChildren(...found, element("p", {}, searchLink));
  }).catch(() => container.replaceChildren(searchLink));
})(window.Rulings ??= {});
