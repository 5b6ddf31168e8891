/**
 * Offline reading: registers the service worker (`sw.js` at the site's root), which saves what is
 * read. A line in the menu or on Home (`#offline`) offers to keep the whole site on the device, and
 * shows how far that is; it is a notice when the kept site is older than the one online, or this
 * is gone.
 */
(function (site) {
  "use strict";

  if (window.origin === "null") return; // from disk, or in a sandbox, where to ask is an error
  const worker = navigator.serviceWorker;
  const container = document.getElementById("offline"), place = container.parentElement;
  const menu = container.closest(".menu");
  // Each build that is kept has a cache with the build in its name, in which the list of files is
  // saved last: see `service-worker.js`.
  const scope = new URL(site.base, document.baseURI).href, KEPT = `rulings ${scope} kept`;
  const FILES = `${scope}offline.json`;
  const OFFER = "Keep the whole site on this device";
  const REFUSED = "Here this site needs a network: browser, host or connection refused more";
  const STORED = "rulings-kept"; // tells other tabs that something was kept or removed
  const MAX_NAMED = 3; // of the files that are missing
  const GONE = [404, 410]; // statuses of an address at which the site is no longer
  const MAX_FETCH_MS = 30_000; // as a network may accept a request and never answer
  const saving = () => site.load("js/saving.js", () => {
    if (!site.saving) throw new Error("A gateway has sent a page of its own");
    return site.saving;
  });
  const button = (words, action) => site.button({ class: "plain-button" }, words, action);
  const megabytes = (bytes) => `${Math.max(0.1, bytes / 1e6).toFixed(1)} MB`;

  function show(...parts) {
    container.replaceChildren(...parts);
    container.hidden = false;
  }

  /** Shows the line as a notice in sight of the reader, or in its place. */
  function setProminence(isProminent) {
    container.className = isProminent ? "notice" : "";
    (isProminent ? document.querySelector(".foot") : place).append(container);
  }

  /** Shows a notice with what can be done; later that is in the menu, with what else can be. */
  function announce(words, first, others) {
    const later = button("Later", () => {
      later.replaceWith(...others);
      setProminence(false);
    });
    show(words, first, " ", later);
    setProminence(true);
  }

  const keptCaches = async () =>
    (await caches.keys()).filter((name) => name.startsWith(KEPT)).reverse();

  const listIn = async (name) => (await caches.match(FILES, { cacheName: name }))?.json();

  /**
   * The list of the files of the newest kept site that was saved to the end, and which of them are
   * `left`, as they could not be had or are there no longer; otherwise null.
   */
  async function keptList() {
    for (const name of await keptCaches()) {
      const list = await listIn(name);
      if (!list) continue;
      const saved = new Set((await (await caches.open(name)).keys()).map(({ url }) => url));
      return { ...list, left: Object.keys(list.files).filter((path) => !saved.has(scope + path)) };
    }
    return null;
  }

  /**
   * The bytes that are sent of the files of a build which another one (or none) does not have. The
   * scripts, whose folder is named after what they hold, may be saved for the search already.
   */
  async function bytesOfChanges({ files }, list) {
    const hashes = new Set(Object.values(list?.files ?? {}).map(([hash]) => hash));
    let sum = 0;
    for (const [path, [hash, bytes]] of Object.entries(files)) {
      const isSaved = path.startsWith("assets/") && (await caches.match(scope + path));
      if (!hashes.has(hash) && !isSaved) sum += bytes;
    }
    return sum;
  }

  /** Saves the latest build in a new cache, which replaces the others; or what is missing in it. */
  async function save(bar) {
    const { nameOf, receivePatiently, saveFiles } = await saving();
    const latestList = async () => {
      const { body } = await receivePatiently(FILES, "reload");
      return JSON.parse(new TextDecoder().decode(body));
    };
    const latest = await latestList(), { build, files } = latest, name = `${KEPT} ${build}`;
    const oldList = await keptList(), cache = await caches.open(name);
    const paths = oldList?.build === build ? oldList.left : Object.keys(files);
    const left = oldList?.left.map(nameOf);
    const missingPaths = await saveFiles(cache, scope, files, paths, {
      mode: "reload", // past the service worker
      isWanted: (count) => {
        bar.value = 1 - count / paths.length;
        return bar.isConnected;
      },
      // A host that has the site may refuse a page, but none that the reader has had, and no script
      // or style, unless it has always refused it.
      miss: async (path) => {
        const isNew = !(path.startsWith("assets/") || oldList?.files[path]);
        const isRefused = isNew || !left || left.includes(nameOf(path));
        if (!isRefused || (await latestList()).build !== build)
          throw new Error(`${path} is missing`);
      }
    });
    if (!bar.isConnected || !(await caches.has(name))) return; // it was stopped
    // The worker of the edition before asks the list for `left`.
    await cache.put(FILES, new Response(JSON.stringify({ ...latest, left: missingPaths })));
    for (const cacheName of await keptCaches())
      if (cacheName !== name) await caches.delete(cacheName);
    site.store(STORED, `${build} without ${missingPaths.length}`);
  }

  /** Keeps the site, or its latest edition. Who does so meanwhile waits, and finds it saved. */
  async function keep() {
    const label = "Keeping the site on this device";
    const bar = site.element("progress", { max: 1, value: 0, "aria-label": label });
    show(`${label} … `, bar, " ", button("Stop", stop));
    try {
      if (navigator.storage?.persist) navigator.storage.persist();
      const oldList = await keptList(), work = () => (bar.isConnected ? save(bar) : undefined);
      await (navigator.locks ? navigator.locks.request(KEPT, work) : work());
      if (!bar.isConnected) return undefined; // it was stopped
      const isUpdated = oldList && (await keptList()).build !== oldList.build;
      return isUpdated ? location.reload() : await showState();
    } catch (error) {
      if (!bar.isConnected) return undefined;
      const isFull = error.name === "QuotaExceededError";
      const words = isFull ? "There is not enough space on this device. "
        : "Not all of it could be saved. ";
      return show(words, button("Try again", keep), " ", button("Remove", remove));
    }
  }

  /** Removes what is not whole. */
  async function stop() {
    container.replaceChildren();
    setProminence(false);
    for (const name of await keptCaches()) if (!(await listIn(name))) await caches.delete(name);
    await showState();
  }

  async function remove() {
    for (const name of await keptCaches()) await caches.delete(name);
    site.store(STORED, "");
    await stop();
  }

  /** What is kept, and by name what of it could not be had. */
  function showKept({ build, files, left }) {
    const where = `on this device (build ${build})`, all = Object.keys(files).length;
    if (!left.length) return show(`The whole site is ${where}. `, button("Remove", remove));
    const names = left.slice(0, MAX_NAMED)
      .map((path) => path.replace(/index\.html$|^assets\/\w+\//, ""));
    if (left.length > MAX_NAMED) names.push("…");
    return show(
      `${all - left.length} of ${all} files of the site are ${where}; not: ${names.join(", ")} `,
      button("Try again", keep), " ", button("Remove", remove)
    );
  }

  /** The answer of the network. */
  function ask(address, redirect) {
    const signal = AbortSignal.timeout?.(MAX_FETCH_MS);
    return fetch(address, { cache: "reload", redirect, signal }).catch(() => Response.error());
  }

  /** Shows what is kept, goes on keeping what was interrupted, or offers to keep the site. */
  async function showState() {
    const list = await keptList(), offer = button(OFFER, keep);
    if (list) showKept(list);
    else show(offer);
    const answer = await ask(FILES), home = answer.ok ? answer : await ask(scope);
    if (list && GONE.includes(home.status))
      return showGone("The site is gone from this address.");
    // The policy of the page lets nobody ask another host.
    if (list && !home.ok && (await ask(FILES, "manual")).type === "opaqueredirect")
      return showGone("This address leads to another host.");
    const latest = await answer.json().catch(() => null);
    if (!latest?.build || latest.build === list?.build) return undefined;
    if (!list && (await keptCaches()).length) return keep(); // it was interrupted
    const size = megabytes(await bytesOfChanges(latest, list));
    if (!list) return offer.append(` (${size})`);
    return announce(
      "New edition: ", button(`Update (${size})`, keep), [button("Remove", remove)]
    );
  }

  /** Says why nothing new comes, and of when is what is kept: this page, too. */
  function showGone(reason) {
    const printedLine = document.querySelector(".printed").textContent;
    const [edition] = /edition [^·]*[^·\s]/.exec(printedLine);
    const words = `${reason} On this device is the site’s ${edition}. `;
    announce(words, button("Remove", remove), []);
  }

  /** Has the service worker save the page that was read before it was there. */
  function saveThisPage() {
    const elements = document.querySelectorAll("link[rel=stylesheet], script[src]");
    for (const address of [location.href, ...[...elements].map((file) => file.href || file.src)])
      fetch(address).catch(() => {});
  }

  addEventListener("storage", ({ key }) => {
    if (key !== STORED || container.querySelector("progress")) return;
    setProminence(false);
    showState();
  });

  /** Waits until the worker is active; raises an error where it cannot be. */
  async function register() {
    if (document.readyState !== "complete")
      await new Promise((resolve) => { addEventListener("load", resolve); });
    // What the reader has asked for, such as the search, comes first.
    await new Promise(site.whenIdle);
    await site.loaded();
    if (!worker.controller)
      worker.addEventListener("controllerchange", saveThisPage, { once: true });
    const registration = await worker.register(site.address("sw.js"), { updateViaCache: "none" });
    // `ready` waits for ever on a host that leaves out slashes: its home page is above the worker.
    if (!registration.active) await new Promise((resolve, reject) => {
      (registration.installing ?? registration.waiting).onstatechange = ({ target: { state } }) => {
        if (state === "activated") resolve();
        if (state === "redundant") reject(new Error("The worker was not installed"));
      };
    });
  }

  const registered = register();
  registered.catch(() => {}); // a worker that is active stays, whatever the host sends
  const isActive = worker?.controller?.scriptURL === `${scope}sw.js`;
  if (!isActive) show("Getting ready to open without a network …");
  Promise.resolve(isActive || registered).then(keptCaches).then((names) => {
    if (!menu || menu.open || names.length) return showState();
    show(button(OFFER, keep));
    return menu.addEventListener("toggle", showState, { once: true }); // it fetches the size
  }, () => show(REFUSED)).catch(() => {});
})(window.Rulings ??= {});
