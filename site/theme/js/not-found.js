/**
 * The page for an unknown address suggests similar names; without a connection, for a page that was not saved, it shows
 * the rulings on the card or topic of that name, which the search holds.
 */
(function (site) {
  "use strict";

  const { element, link } = site;
  /** @type {any[]} */
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
  // Unlike `decodeURIComponent`, it decodes what is not UTF-8, too, as U+FFFD.
  const path = new URLSearchParams(`p=${location.pathname.replaceAll("&", "%26")}`).get("p")
    .replace(/(index)?\.html?$/, "");
  const typed = (path.split("/").filter(Boolean).pop() || "").replace(/[-_\ufffd]+/g, " ").trim();
  if (!container || !typed) return;

  const searchLink = link(`search/?q=${encodeURIComponent(typed)}`, `Search for “${typed}”`);
  const list = (items) => element("ul", { class: "link-rows" }, ...items.map((item) => element("li", {}, ...item)));

  /** The rulings on a card or topic, which the search holds. */
  function rulingsOn({ index }, subject) {
    const rulings = index.docs.filter((doc) => doc.kind === "ruling" && doc.subject === subject);
    const hitOf = (doc) =>
      ({ doc, natures: doc.values.is ?? [], alsoUnder: [], passage: doc.text, remarks: doc.remarks ?? [] });
    return [
      element("h2", {}, rulings.length ? subject.title : `${subject.title}: no rulings`),
      list(rulings.map((doc) => site.hits.hitParts(index, hitOf(doc), new Map(), undefined, new Set())))
    ];
  }

  site.searchEngine().then((engine) => {
    const [subject] = isUnsaved ? engine.withName(typed) : [];
    const similar = engine.namesLike(typed, true).slice(0, 5);
    const parts = subject ? rulingsOn(engine, subject)
      : similar.length && !isUnsaved ? [element("h2", {}, "Did you mean"),
        list(similar.map((doc) => [link(site.hits.path(doc), doc.title)]))]
      : [];
    container.replaceChildren(...parts, element("p", {}, searchLink));
  }).catch(() => container.replaceChildren(searchLink));
})(window.Rulings ??= {});
