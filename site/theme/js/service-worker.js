/**
 * Makes the site work offline. The build prepends `SHELL`, the files of the search and of the page for what is missing,
 * which are saved at once; pages and their files are saved when they are read, and used only without a connection.
 *
 * If the reader keeps the whole site on the device, `keep-site.js` saves it in a cache of its own, which comes before
 * the network: no page then waits for a bad connection, or mixes files of two builds.
 */
/* global SHELL */
"use strict";

// `offline.js` and `keep-site.js` use caches of the same names.
const SCOPE = self.registration.scope;
const PREFIX = `rulings ${SCOPE} `;
const READ = `${PREFIX}read`; // what was read; the other caches have the name of a build
const FILES = `${SCOPE}offline.json`; // the list of files, saved last in the cache of a build

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(READ).then((cache) => cache.addAll(SHELL.map((path) => SCOPE + path))));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

/** The cache with the whole site, or null. */
async function wholeSite() {
  for (const name of (await caches.keys()).filter((each) => each.startsWith(PREFIX) && each !== READ)) {
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

async function respond(request, url) {
  const whole = await wholeSite(), kept = whole && (await saved(whole, url));
  if (kept) return kept;
  const read = await caches.open(READ);
  try {
    const response = await fetch(request);
    if (response.status === 200 && !url.pathname.includes("/api/"))
      await read.put(url.origin + url.pathname.replace(/\/$/, "/index.html"), response.clone());
    return response;
  } catch (error) {
    const before = await saved(read, url);
    if (before) return before;
    if (request.mode !== "navigate") throw error;
    const notFound = await (whole || read).match(`${SCOPE}404.html`);
    const headers = { "Content-Type": "text/html; charset=utf-8" };
    return new Response(await notFound.blob(), { status: whole ? 404 : 503, headers }); // 503: not saved
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  const isOwn = request.method === "GET" && url.href.startsWith(SCOPE);
  if (isOwn && request.cache !== "reload") event.respondWith(respond(request, url)); // keep-site.js reloads
});
