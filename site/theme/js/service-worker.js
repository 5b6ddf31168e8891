/**
 * Makes the site work offline. The build prepends `ASSETS`, the folder of its scripts, and `SHELL`, the files of the
 * search, the run chart, the deck page and the page for what is missing, with their hashes, the smallest first. These
 * are saved at once; other pages are saved when they are read, and used if the network is not there, answers with an
 * error, or does not answer in time. For a page that was never read, that page is then shown.
 *
 * What was read has a cache for each folder of scripts, of which the last two stay, so that no page meets the scripts
 * of another. If the reader keeps the whole site on the device, `offline.js` saves it in a cache for each build, of
 * which the newest that is whole is asked before the network.
 */
/* global ASSETS, SHELL */
"use strict";

// `offline.js` fills the caches `KEPT`.
const SCOPE = self.registration.scope;
const READ = `rulings ${SCOPE} read `, KEPT = `rulings ${SCOPE} kept`; // `ASSETS` and the build are added
const FILES = `${SCOPE}offline.json`; // the list of files, saved last in the cache of the kept site
const PATIENCE_MS = 3000; // until what is saved is shown, if not even the headers of an answer have come
const MAX_PARALLEL = 4; // files saved at a time, so that the large ones come last
const BRIEFLY_MS = 1000; // for a file that is not saved, if the last answer did not come in time

let isStalled = false; // whether the last answer did not come in time

/** The caches of what was read with other scripts, the oldest first. */
const othersRead = async () =>
  (await caches.keys()).filter((name) => name.startsWith(READ) && name !== READ + ASSETS);

self.addEventListener("install", (event) => {
  self.skipWaiting();
  // After a page that keeps the site, or before it, so that each has what the other has fetched.
  event.waitUntil(navigator.locks ? navigator.locks.request(KEPT, saveShell) : saveShell());
});

/** Saves the files of `SHELL`: from the kept site if they are there, or else what the browser has, if it is current. */
async function saveShell() {
  const cache = await caches.open(READ + ASSETS), whole = await found(wholeSite());
  const list = await whole?.match(FILES), kept = list ? (await list.json()).files : {};
  const queue = Object.entries(SHELL);
  const saveQueue = async () => {
    for (let file = queue.shift(); file; file = queue.shift()) {
      const [path, hash] = file, same = kept[path]?.[0] === hash && (await whole.match(SCOPE + path));
      if (same) await cache.put(SCOPE + path, same);
      else await cache.add(new Request(SCOPE + path, { cache: "no-cache" }));
    }
  };
  await Promise.all(Array.from({ length: MAX_PARALLEL }, saveQueue));
}

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of (await othersRead()).slice(0, -1)) await caches.delete(name);
  await self.clients.claim();
})()));

/** The newest cache with the whole site, or null. */
async function wholeSite() {
  for (const name of (await caches.keys()).reverse())
    if (name.startsWith(KEPT) && (await caches.match(FILES, { cacheName: name }))) return caches.open(name);
  return null;
}

/** The saved file at an address, that of a folder being its `index.html`. */
async function saved(cache, { origin, pathname, search }) {
  const address = origin + pathname;
  if (address.endsWith("/")) return cache.match(`${address}index.html`);
  const file = await cache.match(address);
  if (file || !(await cache.match(`${address}/index.html`))) return file;
  return Response.redirect(`${address}/${search}`); // without the slash, its relative links would lead elsewhere
}

/** What was read at an address, with these scripts or else those before; otherwise undefined. */
async function read(url) {
  for (const name of [READ + ASSETS, ...(await othersRead()).reverse()]) {
    const file = await saved(await caches.open(name), url);
    if (file) return file;
  }
  return undefined;
}

const waiting = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

/** What a look into the caches finds; undefined also if they cannot be read. */
const found = (look) => look.catch(() => undefined);

async function save(url, response) {
  const cache = await caches.open(READ + ASSETS);
  await cache.put(url.origin + url.pathname.replace(/\/$/, "/index.html"), response);
}

/** The answer of the network, which is saved. */
async function fetched(event, url) {
  const response = await fetch(event.request);
  isStalled = false;
  // A storage that is full or forbidden never keeps the reader from what the network has delivered.
  if (response.status === 200 && !url.pathname.includes("/api/"))
    event.waitUntil(save(url, response.clone()).catch(() => {}));
  return response;
}

async function respond(event, url) {
  const isPage = event.request.mode === "navigate";
  const whole = await found(wholeSite()), kept = whole && (await found(saved(whole, url)));
  if (kept) return kept;
  const answer = fetched(event, url);
  event.waitUntil(answer.catch(() => {})); // it goes on while what is saved is shown
  const inTime = (ms) => Promise.race([answer, waiting(ms)]).catch(() => null); // undefined: not in time
  const response = await inTime(isStalled ? 0 : PATIENCE_MS);
  // A gateway has errors of its own. An open page of the build before asks for a file that may be gone from the server.
  const isFailure = !response || response.status >= 500 || (response.status === 404 && !isPage);
  const before = isFailure && (await found(read(url)));
  if (!before && !isPage) return isStalled && !(await inTime(BRIEFLY_MS)) ? Response.error() : answer;
  // A page of which nothing is saved has the same time again.
  const last = before || response !== undefined ? response : await inTime(PATIENCE_MS);
  isStalled = last === undefined;
  if (before) return before;
  const notSaved = (!last || last.status >= 500) && (await found(caches.match(`${SCOPE}404.html`)));
  if (!notSaved) return answer;
  // Without the site's address, the links of the page begin at the root of the host: here that of the site is known.
  let html = await notSaved.text();
  if (html.includes(' data-base="/"')) html = html.replaceAll('="/', `="${new URL(SCOPE).pathname}`);
  if (!whole) html = html.replace("<body ", "<body data-is-unsaved ");
  const headers = { "Content-Type": "text/html; charset=utf-8" };
  return new Response(html, { status: whole ? 404 : 503, headers }); // 503: not saved
}

self.addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  const isOwn = request.method === "GET" && url.href.startsWith(SCOPE);
  if (isOwn && request.cache !== "reload") event.respondWith(respond(event, url)); // offline.js reloads
});
