/** The page for an address that leads nowhere: names of cards and topics that the address looks like (`#did-you-mean`). */
(function (site) {
  "use strict";

  const place = document.getElementById("did-you-mean");
  const last = decodeURIComponent(location.pathname).replace(/(index)?\.html?$/, "").split("/").filter(Boolean).pop() || "";
  const typed = last.replace(/[-_+]+/g, " ").trim();
  if (!place || !typed) return;

  site.searchEngine().then((engine) => {
    const found = engine.names.whole(typed).slice(0, 5).map((hit) => hit.thing);
    const near = found.length ? found : engine.nearest(typed);
    if (!near.length) return;
    const items = near.map((thing) => site.element("li", {}, site.element("a", { href: site.address(site.show.path(thing)) }, thing.title)));
    place.append(site.element("p", {}, "Did you mean:"), site.element("ul", {}, ...items));
    place.hidden = false;
  }).catch(() => {});
})((window.Rulings = window.Rulings || {}));
