/**
 * The whole site without network. Before these lines the build writes `EDITION`, a hash over everything, and `FILES`,
 * a list of every file with the hash of its bytes.
 *
 * A new edition is fetched beside the old one into a cache of its own; what did not change is taken over from the old
 * cache instead of the network. Only when it is complete does it take the old one's place, which is then deleted: a
 * reader has all of one edition or all of the next. An interrupted visit is taken up where it stopped.
 */
/* global EDITION, FILES */
"use strict";

const PREFIX = `rulings ${self.registration.scope} `;
const CACHE = PREFIX + EDITION;
const HASHES = "hashes.json"; // beside the files of a cache: which bytes they have
const AT_ONCE = 8;

const addressOf = (path) => new URL(path, self.registration.scope).href;

async function oldCaches() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
}

/** Path → hash, of a cache that was completed. */
async function hashesOf(name) {
  const found = await (await caches.open(name)).match(addressOf(HASHES));
  return found ? found.json() : {};
}

async function keep() {
  const cache = await caches.open(CACHE);
  const olds = [];
  for (const name of await oldCaches()) olds.push([await caches.open(name), await hashesOf(name)]);
  const waiting = Object.entries(FILES);
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await keepOne(cache, olds, ...next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  await cache.put(addressOf(HASHES), new Response(JSON.stringify(FILES), { headers: { "Content-Type": "application/json" } }));
}

async function keepOne(cache, olds, path, hash) {
  const address = addressOf(path);
  if (await cache.match(address)) return;
  for (const [old, hashes] of olds) {
    const same = hashes[path] === hash && (await old.match(address));
    if (same) return void (await cache.put(address, same));
  }
  const response = await fetch(address, { cache: "no-cache", credentials: "same-origin" });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  await cache.put(address, await unredirected(response));
}

/** A server may lead `…/index.html` to the folder; a redirected response may not answer a navigation. */
async function unredirected(response) {
  return response.redirected ? new Response(await response.blob(), { status: 200, headers: response.headers }) : response;
}

self.addEventListener("install", (event) => {
  event.waitUntil(keep().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const olds = await oldCaches();
    await Promise.all(olds.map((name) => caches.delete(name)));
    await self.clients.claim();
    if (!olds.length) return;
    for (const client of await self.clients.matchAll()) client.postMessage({ type: "edition", edition: EDITION });
  })());
});

/** The file that answers an address: without query and anchor, folders by their `index.html`. */
function pathOf(url) {
  const scope = new URL(self.registration.scope);
  const path = decodeURIComponent(url.pathname.slice(scope.pathname.length));
  if (Object.hasOwn(FILES, path)) return path;
  const folder = path === "" || path.endsWith("/") ? path : `${path}/`;
  return Object.hasOwn(FILES, `${folder}index.html`) ? `${folder}index.html` : null;
}

async function answer(request, path) {
  const cache = await caches.open(CACHE);
  const kept = path && (await cache.match(addressOf(path)));
  if (kept) return kept;
  try {
    return await fetch(request);
  } catch (error) {
    const lost = request.mode === "navigate" && (await cache.match(addressOf("404.html")));
    if (!lost) throw error;
    return new Response(await lost.blob(), { status: 404, headers: { "Content-Type": "text/html; charset=utf-8" } });
  }
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || !url.href.startsWith(self.registration.scope)) return;
  event.respondWith(answer(event.request, pathOf(url)));
});
