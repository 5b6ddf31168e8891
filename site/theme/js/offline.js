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
  // Each build that is kept has a cache with the build in its name, in which the list of files is saved last: see
  // `service-worker.js`.
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

  const keptCaches = async () => (await caches.keys()).filter((name) => name.startsWith(KEPT)).reverse();

  /** The list of the files of the newest kept site of which all are saved; otherwise null. */
  async function keptList() {
    for (const name of await keptCaches()) {
      const list = await caches.match(FILES, { cacheName: name });
      if (list) return list.json();
    }
    return null;
  }

  /** The files of a build that another one (or none) does not have: path → hash and size in bytes. */
  const changed = ({ files }, kept) =>
    Object.entries(files).filter(([path, [hash]]) => kept?.files[path]?.[0] !== hash);

  const bytesOf = (entries) => entries.reduce((sum, [, [, bytes]]) => sum + bytes, 0);

  /** Whether the SHA-256 of a file begins with the hash in the list. */
  async function isOfBuild(body, hash) {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
    return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("").startsWith(hash);
  }

  /** Saves a file of the site in a cache: what any cache has of it, or else from the network. */
  async function saveFile(cache, names, path, [hash]) {
    const address = scope + path;
    for (const name of names) {
      const saved = await caches.match(address, { cacheName: name });
      if (saved && await isOfBuild(await saved.clone().arrayBuffer(), hash)) return cache.put(address, saved);
    }
    const response = await online(address), body = await response.arrayBuffer();
    if (!response.ok || !(await isOfBuild(body, hash))) throw new Error(`${path}: not the file of this build`);
    // A new response: the server may have redirected, and a redirected response must not answer a navigation.
    return cache.put(address, new Response(body, { headers: response.headers }));
  }

  /** Saves the latest build in a new cache, which replaces the others once it is whole. */
  async function save(bar) {
    const response = await online(FILES), { build, files } = await response.clone().json(), name = `${KEPT} ${build}`;
    const queue = Object.entries(files), total = queue.length;
    if (await caches.match(FILES, { cacheName: name })) return; // by another tab
    const cache = await caches.open(name), names = (await caches.keys()).reverse();
    const saveQueue = async () => {
      for (let file = queue.pop(); file && bar.isConnected; file = queue.pop()) {
        await saveFile(cache, names, ...file);
        bar.value = 1 - queue.length / total;
      }
    };
    await Promise.all(Array.from({ length: MAX_PARALLEL }, saveQueue));
    if (!bar.isConnected || !(await caches.has(name))) return; // it was stopped
    await cache.put(FILES, response);
    for (const other of await keptCaches()) if (other !== name) await caches.delete(other);
  }

  /** Keeps the whole site, or its latest edition. Who does so meanwhile waits, and then finds it saved. */
  async function keep() {
    const bar = site.element("progress", { max: 1, value: 0, "aria-label": "Keeping the site on this device" });
    show("Keeping the site on this device … ", bar, " ", button("Stop", stop));
    try {
      if (navigator.storage?.persist) navigator.storage.persist();
      const old = await keptList(), work = () => (bar.isConnected ? save(bar) : undefined);
      await (navigator.locks ? navigator.locks.request(KEPT, work) : work());
      if (!bar.isConnected) return undefined; // it was stopped
      return old && (await keptList()).build !== old.build ? location.reload() : await showState();
    } catch (error) {
      const isFull = error.name === "QuotaExceededError";
      return show(isFull ? "There is not enough space on this device. " : "Not all of it could be saved. ",
        button("Try again", keep), " ", button("Remove", remove));
    }
  }

  /** Removes what is not whole. */
  async function stop() {
    container.replaceChildren();
    setNotice(false);
    for (const name of await keptCaches())
      if (!(await caches.match(FILES, { cacheName: name }))) await caches.delete(name);
    await showState();
  }

  async function remove() {
    for (const name of await keptCaches()) await caches.delete(name);
    await stop();
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
    if (!kept && (await keptCaches()).length) return keep(); // it was interrupted
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

  keptCaches().then((kept) => {
    if (kept.length || !menu) return showState();
    show(button(OFFER, keep));
    return menu.addEventListener("toggle", showState, { once: true }); // it fetches the size
  }).catch(() => {}); // storage is forbidden
  // What the reader has asked for, such as the search, comes first.
  addEventListener("load", () => site.whenIdle(async () => {
    await site.loaded();
    if (!worker.controller) worker.addEventListener("controllerchange", saveThisPage, { once: true });
    worker.register(site.address("sw.js"), { updateViaCache: "none" }).catch(() => {});
  }));
})(window.Rulings ??= {});
