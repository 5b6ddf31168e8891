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
      await new Promise((resolve) => addEventListener("load", resolve));
    // Data that the reader asked for, such as the search, come first.
    await new Promise(site.whenIdle);
    await site.loaded();
    const options = { updateViaCache: "none" };
    const registration = await worker.register(site.address("sw.js"), options);
    const awaitNewer = () => registration.installing?.addEventListener("statechange", showNewer);
    registration.addEventListener("updatefound", awaitNewer);
    awaitNewer(); // the browser may have found it while the page was loaded
    await showNewer();
  }

  const isOlder = document.body.dataset.isOlder !== undefined; // set by the service worker

  /** Says that what is shown is not of the newest edition. */
  function showOlder(...words) {
    const paragraph = site.element("p", { class: "remark", role: "status" }, ...words);
    document.querySelector("main h1").after(paragraph);
  }

  const waitingWorker = async () => (await worker.getRegistration())?.waiting;
  // The page was loaded with what this one had saved
  const waitingAtLoad = waitingWorker().catch(() => null);
  let isNewerShown = false;

  /** Whether this page is as the host sends it now, and has read no data, which may be older. */
  async function isCurrent() {
    if (document.querySelector("script[src$='-data.js']")) return false;
    const html = await (await fetch(location.href)).text();
    return html.includes(`data-end="${document.querySelector(".live").dataset.end}"`);
  }

  /** Says, once, that an edition has arrived since the page was loaded, if it changes the page. */
  async function showNewer() {
    const newer = await waitingWorker(), isNewer = newer && newer !== await waitingAtLoad;
    if (!isNewer || !worker.controller || isNewerShown) return;
    isNewerShown = true;
    isNewerShown = !await isCurrent().catch(() => false);
    if (!isNewerShown) return;
    const reload = site.button({ class: "plain-button" }, "reload", () => location.reload());
    showOlder("A newer edition has arrived: ", reload);
  }

  /** Asks whether there is a new edition, because a page may stay open for days. */
  async function askForNewer() {
    if (document.hidden) return;
    await showNewer();
    await (await worker.ready).update();
  }

  /** Says what is saved, if everything is. Only the worker answers this address. */
  async function showState() {
    const answer = await fetch(site.address("offline.json"));
    const { left, older, edition } = await answer.json();
    line.hidden = left.length > 0;
    const isHome = document.body.dataset.template === "home.html";
    line.textContent = `This works without a network${isHome ? "" : ` (${edition})`}.`;
    if (older.length && !isOlder && document.getElementById("results"))
      showOlder("Parts of this search are of an earlier edition: the new ones do not arrive.");
  }

  const showIfSaved = () => showState().catch(() => {});
  register().catch(() => {}); // a worker that is active stays, whatever the host sends
  if (isOlder) showOlder("A newer edition is published, but parts of this page do not arrive.");
  worker?.addEventListener("controllerchange", showIfSaved);
  if (worker?.controller) showIfSaved();
  document.addEventListener("visibilitychange", () => askForNewer().catch(() => {}));
  // Some browsers ask for permission; the reader has just opened the menu.
  document.querySelector(".menu").addEventListener("toggle", () => {
    if (!line.hidden) navigator.storage?.persist?.();
  }, { once: true });
})(window.Rulings ??= {});
