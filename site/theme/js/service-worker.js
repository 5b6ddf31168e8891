/**
 * Makes the site work offline. The build prepends `EDITION`, a hash over everything; `FILES`, the path of
 * each file to save with the hash of its bytes; and `ON_USE`, the same for files that are saved only when they are
 * used.
 *
 * A new edition is fetched beside the old one into a cache of its own; what did not change is taken from the old cache.
 * Every file is compared with its hash, so that a page uploaded by half is never kept. Only a complete edition is
 * installed, and it waits until the reader asks for it or closes the old one: no tab sees files of two editions.
 */
/* global EDITION, FILES, ON_USE */
"use strict";

const PREFIX = `rulings ${self.registration.scope} `;
const CACHE = PREFIX + EDITION;
const HASHES = "hashes.json"; // beside the files of a cache: which bytes they have
const AT_ONCE = 4;

const addressOf = (path) => new URL(path, self.registration.scope).href;

async function oldCaches() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
}

/** Path → hash, of a cache that was completed. */
async function hashesOf(name) {
  const found = await (await caches.open(name)).match(addressOf(HASHES));
  return found ? (await found.json()).files : {};
}

async function tell(message) {
  for (const client of await self.clients.matchAll({ includeUncontrolled: true })) client.postMessage(message);
}

async function keep() {
  const cache = await caches.open(CACHE);
  const olds = [];
  for (const name of await oldCaches()) olds.push([await caches.open(name), await hashesOf(name)]);
  const waiting = Object.entries(FILES);
  let bytes = 0;
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      // not within `+=`, which would forget what others added meanwhile
      const size = await keepOne(cache, olds, ...next);
      bytes += size;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const about = JSON.stringify({ edition: EDITION, bytes, files: FILES });
  await cache.put(addressOf(HASHES), new Response(about, { headers: { "Content-Type": "application/json" } }));
}

/** Saves a file, if it is not saved yet. @returns {Promise<number>} its size in bytes */
async function keepOne(cache, olds, path, hash) {
  const address = addressOf(path);
  const kept = await cache.match(address);
  if (kept) return (await kept.blob()).size;
  for (const [old, hashes] of olds) {
    const same = hashes[path] === hash && (await old.match(address));
    if (same) {
      await cache.put(address, same.clone());
      return (await same.blob()).size;
    }
  }
  for (const mode of ["no-cache", "reload"]) { // the second time past every cache on the way
    const response = await fetch(address, { cache: mode, credentials: "same-origin" });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    const body = await response.arrayBuffer();
    if ((await hashOf(body)) !== hash) continue;
    // a new response: a server may lead to the folder, and a redirected response may not answer a navigation
    await cache.put(address, new Response(body, { status: 200, headers: response.headers }));
    return body.byteLength;
  }
  throw new Error(`${path}: not the file of this edition`);
}

async function hashOf(body) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return [...digest.slice(0, 6)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

self.addEventListener("install", (event) => {
  event.waitUntil(keep().then(
    () => tell({ type: self.registration.active ? "waiting" : "saved" }),
    async (error) => {
      const full = error.name === "QuotaExceededError";
      if (full) await caches.delete(CACHE); // gives the space back; otherwise the next attempt goes on from here
      await tell({ type: full ? "full" : "failed" });
      throw error;
    },
  ));
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await oldCaches()) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener("message", (event) => {
  if (event.data && event.data.type === "activate") self.skipWaiting();
});

/** The file of an address: without query and anchor; `index.html` for a folder. */
function pathOf(url) {
  const scope = new URL(self.registration.scope);
  const path = decodeURIComponent(url.pathname.slice(scope.pathname.length));
  const folder = path === "" || path.endsWith("/") ? path : `${path}/`;
  return [path, `${folder}index.html`].find((name) => Object.hasOwn(FILES, name) || Object.hasOwn(ON_USE, name))
    || null;
}

async function answer(request, path) {
  if (!(await caches.has(CACHE))) return fetch(request); // the reader has removed it
  const cache = await caches.open(CACHE);
  const kept = path && (await cache.match(addressOf(path)));
  if (kept) return kept;
  try {
    if (path && Object.hasOwn(ON_USE, path)) await keepOne(cache, [], path, ON_USE[path]).catch(() => {});
    return (path && (await cache.match(addressOf(path)))) || (await fetch(request));
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
