/**
 * Offline reading: registers the service worker (`sw.js` at the site's root), which saves the
 * search, other tools and every page that is read. When all is saved, the menu or Home says so.
 */
(function (site) {
  "use strict";

  if (window.origin === "null") return; // from disk, or in a sandbox, where asking is an error
  const worker = navigator.serviceWorker, line = document.getElementById("offline");

  async function register() {
    if (document.readyState !== "complete")
      await new Promise((resolve) => { addEventListener("load", resolve); });
    // Data that the reader asked for, such as the search, come first.
    await new Promise(site.whenIdle);
    await site.loaded();
    await worker.register(site.address("sw.js"), { updateViaCache: "none" });
  }

  /** Says what is saved, if everything is. Only the worker answers this address. */
  async function showState() {
    const answer = await fetch(site.address("offline.json"));
    const { left } = await answer.json();
    line.textContent = "This works without a network.";
    line.hidden = left.length > 0;
  }

  const showIfSaved = () => showState().catch(() => {});
  register().catch(() => {}); // a worker that is active stays, whatever the host sends
  worker?.addEventListener("controllerchange", showIfSaved);
  if (worker?.controller) showIfSaved();
  // Some browsers ask for permission; the reader has just opened the menu.
  document.querySelector(".menu").addEventListener("toggle", () => {
    if (!line.hidden) navigator.storage?.persist?.();
  }, { once: true });
})(window.Rulings ??= {});
