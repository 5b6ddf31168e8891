/**
 * Makes the site work offline. The build prepends `BUILD`, which stands for the state of all its files, and `SHELL`,
 * the files of the search and of the page for what is missing, which are saved at once; pages and their files are saved
 * when they are read, and used only without a connection.
 *
 * What was read has a cache for each build, of which the last two stay, so that no page meets scripts or data of
 * another build: it asks for them in the folder of its own (`assets/…/`). If the reader keeps the whole site on the
 * device, `offline.js` saves it in a cache of its own, which comes before the network.
 */
/* global BUILD, SHELL */
"use strict";

// `offline.js` uses caches of the same names.
const SCOPE = self.registration.scope;
const READ = `rulings ${SCOPE} read `, KEPT = `rulings ${SCOPE} kept `; // a build follows
const FILES = `${SCOPE}offline.json`; // the list of files, saved last in the cache of a kept build

const namesOf = async (prefix) => (await caches.keys()).filter((name) => name.startsWith(prefix));

self.addEventListener("install", (event) => {
  self.skipWaiting();
  const files = SHELL.map((path) => new Request(SCOPE + path, { cache: "reload" }));
  event.waitUntil(caches.open(READ + BUILD).then((cache) => cache.addAll(files)));
});

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  const others = (await namesOf(READ)).filter((name) => name !== READ + BUILD); // oldest first
  for (const name of others.slice(0, -1)) await caches.delete(name);
  await self.clients.claim();
})()));

/** The cache with the whole site, or null. */
async function wholeSite() {
  for (const name of await namesOf(KEPT)) {
    const cache = await caches.open(name);
    if (await cache.match(FILES)) return cache;
  }
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

/** What was read at an address, of this build or else of the one before; otherwise undefined. */
async function read(url) {
  const others = (await namesOf(READ)).filter((name) => name !== READ + BUILD);
  for (const name of [READ + BUILD, ...others.reverse()]) {
    const file = await saved(await caches.open(name), url);
    if (file) return file;
  }
  return undefined;
}

/** What a look into the caches finds; undefined also if they cannot be read. */
const found = (look) => look.catch(() => undefined);

async function save(url, response) {
  const cache = await caches.open(READ + BUILD);
  await cache.put(url.origin + url.pathname.replace(/\/$/, "/index.html"), response);
}

async function respond(event, url) {
  const { request } = event, isPage = request.mode === "navigate";
  const whole = await found(wholeSite()), kept = whole && (await found(saved(whole, url)));
  if (kept) return kept;
  let response;
  try {
    response = await fetch(request);
  } catch (error) {
    const before = await found(read(url)), notFound = before ?? (await found(caches.match(`${SCOPE}404.html`)));
    if (before || !isPage || !notFound) return before ?? Promise.reject(error);
    const headers = { "Content-Type": "text/html; charset=utf-8" };
    return new Response(await notFound.blob(), { status: whole ? 404 : 503, headers }); // 503: not saved
  }
  // A storage that is full or forbidden never keeps the reader from what the network has delivered.
  if (response.status === 200 && !url.pathname.includes("/api/"))
    event.waitUntil(save(url, response.clone()).catch(() => {}));
  // An open page of the build before asks for a file of its own, which may be gone from the server.
  return (response.status === 404 && !isPage && (await found(read(url)))) || response;
}

self.addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  const isOwn = request.method === "GET" && url.href.startsWith(SCOPE);
  if (isOwn && request.cache !== "reload") event.respondWith(respond(event, url)); // offline.js reloads
});
