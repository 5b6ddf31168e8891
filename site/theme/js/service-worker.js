/**
 * Makes the site work offline. The build prepends `BUILD`, a hash of everything; `FILES`, the path of each file to
 * save with the hash of its bytes; and `ON_USE`, the same for files that are saved only when they are used.
 *
 * A new build is saved in a cache of its own, beside the old one, from which unchanged files are copied. Every file
 * is compared with its hash, so that a half-uploaded page is never saved. Only a complete build is installed, and it
 * waits until the reader asks for it or closes all tabs: no tab sees files of two builds.
 */
/* global BUILD, FILES, ON_USE */
"use strict";

// `offline.js` reads the caches by the same names.
const PREFIX = `rulings ${self.registration.scope} `;
const CACHE = PREFIX + BUILD;
const HASHES_FILE = "hashes.json"; // saved last in each cache: the hashes of its files
const MAX_PARALLEL = 4; // files fetched at a time

const addressOf = (path) => new URL(path, self.registration.scope).href;

/** The names of the caches of other builds. */
async function oldCaches() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
}

/** Path → hash of the files in a complete cache; empty if the cache is incomplete. */
async function hashesOf(name) {
  const response = await (await caches.open(name)).match(addressOf(HASHES_FILE));
  return response ? (await response.json()).files : {};
}

/** Sends a message to all open pages of the site, which `offline.js` receives. */
async function notifyPages(message) {
  for (const client of await self.clients.matchAll({ includeUncontrolled: true })) client.postMessage(message);
}

/** Saves the files of this build. */
async function saveBuild() {
  const cache = await caches.open(CACHE);
  const previous = [];
  for (const name of await oldCaches()) previous.push([await caches.open(name), await hashesOf(name)]);
  const queue = Object.entries(FILES);
  let bytes = 0;
  const saveFromQueue = async () => {
    for (let file = queue.shift(); file; file = queue.shift()) {
      // Not `bytes += await …`, which would lose what the others add meanwhile.
      const size = await saveFile(cache, previous, ...file);
      bytes += size;
    }
  };
  await Promise.all(Array.from({ length: MAX_PARALLEL }, saveFromQueue));
  const contents = JSON.stringify({ build: BUILD, bytes, files: FILES });
  await cache.put(addressOf(HASHES_FILE), new Response(contents, { headers: { "Content-Type": "application/json" } }));
}

/** Saves a file, if it is not saved yet. @returns {Promise<number>} its size in bytes */
async function saveFile(cache, previous, path, hash) {
  const address = addressOf(path);
  const saved = await cache.match(address);
  if (saved) return (await saved.blob()).size;
  for (const [oldCache, hashes] of previous) {
    const unchanged = hashes[path] === hash && (await oldCache.match(address));
    if (unchanged) {
      await cache.put(address, unchanged.clone());
      return (await unchanged.blob()).size;
    }
  }
  for (const mode of ["no-cache", "reload"]) { // the second time bypassing all caches
    const response = await fetch(address, { cache: mode, credentials: "same-origin" });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    const body = await response.arrayBuffer();
    if (!(await hashOf(body)).startsWith(hash)) continue;
    // A new response: the server may have redirected, and a redirected response must not answer a navigation.
    await cache.put(address, new Response(body, { status: 200, headers: response.headers }));
    return body.byteLength;
  }
  throw new Error(`${path}: not the file of this build`);
}

/** The SHA-256 in hex digits, of which the hashes of `FILES` and `ON_USE` are the first. */
async function hashOf(body) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

self.addEventListener("install", (event) => {
  event.waitUntil(saveBuild().then(
    () => notifyPages({ type: self.registration.active ? "waiting" : "saved" }),
    async (error) => {
      const isFull = error.name === "QuotaExceededError";
      if (isFull) await caches.delete(CACHE); // frees the space; after other errors, the next attempt continues here
      await notifyPages({ type: isFull ? "full" : "failed" });
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

/** The path of the file at an address, `index.html` for a folder; null if it is not to be saved or wrongly encoded. */
function pathFor(url) {
  const scope = new URL(self.registration.scope);
  let path;
  try {
    path = decodeURIComponent(url.pathname.slice(scope.pathname.length));
  } catch {
    return null;
  }
  const folder = path === "" || path.endsWith("/") ? path : `${path}/`;
  return [path, `${folder}index.html`].find((name) => Object.hasOwn(FILES, name) || Object.hasOwn(ON_USE, name))
    || null;
}

/** The response to a request for an address, from the cache if possible. */
async function respond(request, url) {
  if (!(await caches.has(CACHE))) return fetch(request); // the reader has removed the saved site
  const path = pathFor(url);
  if (path?.endsWith("/index.html") && !/\/(index\.html)?$/.test(url.pathname)) {
    url.pathname += "/"; // without it, the relative links of the page would lead elsewhere
    return Response.redirect(url);
  }
  const cache = await caches.open(CACHE);
  const saved = path && (await cache.match(addressOf(path)));
  if (saved) return saved;
  try {
    if (path && Object.hasOwn(ON_USE, path)) await saveFile(cache, [], path, ON_USE[path]).catch(() => {});
    return (path && (await cache.match(addressOf(path)))) || (await fetch(request));
  } catch (error) {
    const notFound = request.mode === "navigate" && (await cache.match(addressOf("404.html")));
    if (!notFound) throw error;
    const headers = { "Content-Type": "text/html; charset=utf-8" };
    return new Response(await notFound.blob(), { status: path ? 503 : 404, headers }); // 503: a page not saved yet
  }
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || !url.href.startsWith(self.registration.scope)) return;
  event.respondWith(respond(event.request, url));
});
