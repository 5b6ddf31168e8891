/**
 * Registers the service worker (`sw.js` at the site's root), which keeps the whole site for reading without network,
 * and says so when a new edition has taken the place of the old one.
 */
(function (site) {
  "use strict";

  if (!("serviceWorker" in navigator) || location.protocol === "file:") return;

  const before = navigator.serviceWorker.controller;
  addEventListener("load", () => {
    navigator.serviceWorker.register(site.address("sw.js"), { updateViaCache: "none" }).catch(() => {
      // no offline reading on an insecure or private connection; everything else works
    });
  });

  navigator.serviceWorker.addEventListener("message", (event) => {
    const { data } = event;
    if (data && data.type === "edition" && before) offer();
  });

  function offer() {
    if (document.querySelector(".new-edition")) return;
    const reload = site.element("button", { type: "button" }, "Show it");
    const later = site.element("button", { type: "button" }, "Later");
    const notice = site.element("div", { class: "new-edition", role: "status" }, "A new edition of this site is here. ", reload, " ", later);
    reload.addEventListener("click", () => location.reload());
    later.addEventListener("click", () => notice.remove());
    document.body.append(notice);
  }
})((window.Rulings = window.Rulings || {}));
