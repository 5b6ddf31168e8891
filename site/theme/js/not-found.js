/** The page for an unknown address: suggests cards and topics with similar names (`#did-you-mean`). */
(function (site) {
  "use strict";

  const place = document.getElementById("did-you-mean");
  const readable = (path) => {
    try {
      return decodeURIComponent(path);
    } catch {
      return path.replace(/%[^/]*/g, " "); // not UTF-8
    }
  };
  const last = readable(location.pathname).replace(/(index)?\.html?$/, "").split("/").filter(Boolean).pop() || "";
  const typed = last.replace(/[-_+]+/g, " ").trim();
  if (!place || !typed) return;

  const say = (...parts) => place.replaceChildren(...parts);
  const look =
    site.element("a", { href: `${site.address("search/")}?q=${encodeURIComponent(typed)}` }, `Search for “${typed}”`);
  say(site.element("p", {}, `Looking for names like “${typed}” …`));
  site.searchEngine().then((engine) => {
    const near = engine.namesLike(typed, true).slice(0, 5);
    if (!near.length) return say(site.element("p", {}, `No card or topic has a name like “${typed}”.`), look);
    const items = near.map((thing) =>
      site.element("li", {}, site.element("a", { href: site.address(site.show.path(thing)) }, thing.title)));
    return say(site.element("p", {}, "Did you mean:"), site.element("ul", {}, ...items));
  }).catch(() => say(look));
})((window.Rulings = window.Rulings || {}));
