/**
 * Offline reading: registers the service worker (`sw.js` at the site's root), which saves what is read. A line in the
 * menu or on Home (`#offline`) offers to keep the whole site on the device, and shows how far that is; it is a notice
 * when the kept site is older than the one online.
 */
(function (site) {
  "use strict";

  if (window.origin === "null") return; // from disk, or in a sandbox, where to ask is an error
  if (!navigator.serviceWorker || !("caches" in window)) return;
  const worker = navigator.serviceWorker;
  const container = document.getElementById("offline"), place = container.parentElement;
  const menu = container.closest(".menu");
  // The cache has the same name in `service-worker.js`. The list of files is saved last.
  const scope = new URL(site.base, document.baseURI).href, KEPT = `rulings ${scope} kept`;
  const FILES = `${scope}offline.json`;
  const OFFER = "Keep the whole site on this device";
  const MAX_PARALLEL = 4; // files fetched at a time
  const MAX_FETCH_MS = 30_000; // for one file, as a network may accept a request and never answer
  const button = (words, action) => site.button({ class: "plain-button" }, words, action);
  const megabytes = (bytes) => `${Math.max(1, Math.round(bytes / 1e6))} MB`;
  /** Fetches a file past the service worker and all caches. Raises an error if it does not come in time. */
  const online = (address) => fetch(address, { cache: "reload", signal: AbortSignal.timeout?.(MAX_FETCH_MS) });

  function show(...parts) {
    container.replaceChildren(...parts);
    container.hidden = false;
  }

  /** Shows the line as a notice in sight of the reader, or in its place. */
  function setNotice(isNotice) {
    container.className = isNotice ? "notice" : "";
    (isNotice ? document.querySelector(".foot") : place).append(container);
  }

  /** The list of the files of the kept site, if all are saved; otherwise null. */
  const keptList = async () => (await caches.match(FILES, { cacheName: KEPT }))?.json() ?? null;

  /** The files of a build that another one (or none) does not have: path → hash and size in bytes. */
  const changed = ({ files }, kept) =>
    Object.entries(files).filter(([path, [hash]]) => kept?.files[path]?.[0] !== hash);

  const bytesOf = (entries) => entries.reduce((sum, [, [, bytes]]) => sum + bytes, 0);

  /** Whether the SHA-256 of a file begins with the hash in the list. */
  async function isOfBuild(body, hash) {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
    return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("").startsWith(hash);
  }

  /** Saves a file of the site, unless it is saved. */
  async function saveFile(cache, path, [hash]) {
    const address = scope + path, saved = await cache.match(address);
    if (saved && await isOfBuild(await saved.arrayBuffer(), hash)) return undefined;
    const response = await online(address), body = await response.arrayBuffer();
    if (!response.ok || !(await isOfBuild(body, hash))) throw new Error(`${path}: not the file of this build`);
    // A new response: the server may have redirected, and a redirected response must not answer a navigation.
    return cache.put(address, new Response(body, { headers: response.headers }));
  }

  /** Saves the whole site, or what is missing of it. */
  async function keep() {
    const bar = site.element("progress", { max: 1, value: 0, "aria-label": "Keeping the site on this device" });
    show("Keeping the site on this device … ", bar, " ", button("Stop", remove));
    try {
      if (navigator.storage?.persist) navigator.storage.persist();
      const response = await online(FILES), latest = await response.clone().json();
      const old = await keptList(), queue = changed(latest, old), total = queue.length, cache = await caches.open(KEPT);
      const saveQueue = async () => {
        for (let file = queue.pop(); file && bar.isConnected; file = queue.pop()) {
          await saveFile(cache, ...file);
          bar.value = 1 - queue.length / total;
        }
      };
      await Promise.all(Array.from({ length: MAX_PARALLEL }, saveQueue));
      if (!bar.isConnected) return await remove(); // it was stopped
      await cache.put(FILES, response);
      for (const path of Object.keys(old?.files ?? {})) if (!latest.files[path]) await cache.delete(scope + path);
      if (old) return location.reload();
      return await showState();
    } catch (error) {
      const isFull = error.name === "QuotaExceededError";
      return show(isFull ? "There is not enough space on this device. " : "Not all of it could be saved. ",
        button("Try again", keep), " ", button("Remove", remove));
    }
  }

  async function remove() {
    container.replaceChildren();
    setNotice(false);
    await caches.delete(KEPT);
    await showState();
  }

  /** Shows what is kept, goes on keeping what was interrupted, or offers to keep the site. */
  async function showState() {
    const kept = await keptList(), offer = button(OFFER, keep);
    if (!kept) show(offer);
    else show(
      `The whole site is on this device (${megabytes(bytesOf(changed(kept)))}, build ${kept.build}). `,
      button("Remove", remove)
    );
    const latest = await online(FILES).then((response) => response.json()).catch(() => null);
    if (!latest || latest.build === kept?.build) return undefined;
    if (!kept && await caches.has(KEPT)) return keep(); // it was interrupted
    const size = megabytes(bytesOf(changed(latest, kept)));
    if (!kept) return offer.append(` (${size})`);
    const update = button(`Update (${size})`, keep);
    const later = button("Later", () => {
      later.replaceWith(button("Remove", remove));
      setNotice(false);
    });
    show("New edition: ", update, " ", later);
    return setNotice(true);
  }

  /** Has the service worker save the page that was read before it was there. */
  function saveThisPage() {
    const elements = document.querySelectorAll("link[rel=stylesheet], script[src]");
    for (const address of [location.href, ...[...elements].map((file) => file.href || file.src)])
      fetch(address).catch(() => {});
  }

  caches.has(KEPT).then((isKept) => {
    if (isKept || !menu) return showState();
    show(button(OFFER, keep));
    return menu.addEventListener("toggle", showState, { once: true }); // it fetches the size
  }).catch(() => {}); // storage is forbidden
  addEventListener("load", () => {
    if (!worker.controller) worker.addEventListener("controllerchange", saveThisPage, { once: true });
    worker.register(site.address("sw.js"), { updateViaCache: "none" }).catch(() => {});
  });
})(window.Rulings ??= {});
