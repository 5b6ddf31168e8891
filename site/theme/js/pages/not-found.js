/** The page for an unknown address, or without a connection for one not saved: suggests similar names. */
(function (site) {
  "use strict";

  const [navigation] = performance.getEntriesByType("navigation");
  const isUnsaved = navigation?.responseStatus === 503; // from the service worker, without a connection
  if (isUnsaved) {
    const title = "Not saved on this device";
    document.querySelector("h1").textContent = title;
    document.title = document.title.replace(/^.*(?= · )/, title);
    document.querySelector(".intro").firstChild.textContent =
      "You are offline, and this page was not saved for offline reading. ";
  }
  const container = document.getElementById("did-you-mean");
  const decoded = (path) => {
    try {
      return decodeURIComponent(path);
    } catch {
      return path.replace(/%[^/]*/g, " "); // not UTF-8
    }
  };
  const segment = decoded(location.pathname).replace(/(index)?\.html?$/, "").split("/").filter(Boolean).pop() || "";
  const typed = segment.replace(/[-_+]+/g, " ").trim();
  if (!container || !typed || isUnsaved) return;

  const show = (...parts) => container.replaceChildren(...parts);
  const searchLink = site.link(`search/?q=${encodeURIComponent(typed)}`, `Search for “${typed}”`);
  show(site.element("p", {}, `Looking for names like “${typed}” …`));
  site.searchEngine().then((engine) => {
    const similar = engine.namesLike(typed, true).slice(0, 5);
    if (!similar.length) return show(site.element("p", {}, `No card or topic has a name like “${typed}”.`), searchLink);
    const items = similar.map((doc) => site.element("li", {}, site.link(site.hitElements.path(doc), doc.title)));
    return show(site.element("p", {}, "Did you mean:"), site.element("ul", {}, ...items));
  }).catch(() => show(searchLink));
})((window.Rulings = window.Rulings || {}));
