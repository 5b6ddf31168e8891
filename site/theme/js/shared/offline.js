/**
 * Offline reading: registers the service worker (`sw.js` at the site's root), which saves what is read, and loads
 * `keep-site.js` for readers who keep the whole site on their device, or who scroll to the footer, which offers that.
 */
(function (site) {
  "use strict";

  const worker = navigator.serviceWorker;
  if (!worker || !("caches" in window) || site.fromDisk) return;

  // The caches have the same names in `service-worker.js`: the address of the site, and `read` or a build.
  const scope = new URL(site.base, document.baseURI).href, prefix = `rulings ${scope} `;
  const namesOfBuilds = async () =>
    (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== `${prefix}read`);
  const keepSite = () => site.loadScript(`${site.base}js/shared/keep-site.js`);
  site.offline = { scope, prefix, namesOfBuilds };

  /** Has the service worker save the page that was read before it was there. */
  function saveThisPage() {
    const elements = document.querySelectorAll("link[rel=stylesheet], script[src]");
    const files = [...elements].map((file) => file.href || file.src);
    for (const address of [location.href, ...files]) fetch(address).catch(() => {});
  }

  addEventListener("load", async () => {
    if (!worker.controller) worker.addEventListener("controllerchange", saveThisPage, { once: true });
    await worker.register(site.address("sw.js"), { updateViaCache: "none" }).catch(() => {});
    if ((await namesOfBuilds()).length) keepSite();
    else new IntersectionObserver(([{ isIntersecting }], observer) => {
      if (!isIntersecting) return;
      observer.disconnect();
      keepSite();
    }).observe(document.querySelector(".foot"));
  });
})((window.Rulings = window.Rulings || {}));
