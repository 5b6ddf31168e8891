/**
 * Makes the site work offline. Before this the build puts `saving.js`, and in `self.built` its own
 * name `BUILD`; `ASSETS`, the folder of its scripts; `SHELL`, the files of the search, the run
 * chart, the deck page and the page for what is missing, the smallest first; `ROWS`, the hashes and
 * sizes of these and of all scripts; and `NOT_SAVED`, how the paths begin that are never saved. The
 * shell is saved at once; other pages are saved when they are read, and used if the network is not
 * there, answers with an error, or does not answer in time. For one that was never read, the page
 * for what is missing is.
 *
 * What was read has a cache for each folder of scripts, so that no page meets the scripts of
 * another; those stay that are no older than the last one used. A new worker waits, with what it
 * has saved, until no page is open: in Chromium, a page that is opened while a worker takes over
 * can hang. If the reader keeps the whole site on the device, `offline.js` saves it in a cache for
 * each build, whose newest that is whole is asked before the network.
 */
"use strict";

const { ASSETS, BUILD, NOT_SAVED, ROWS, SHELL } = self.built;
const { allCopies, isAsBuilt, nameOf, plain, saveFiles } = self.Rulings.saving;
// `offline.js` fills the caches `KEPT`.
const SCOPE = self.registration.scope;
const READ = `rulings ${SCOPE} read `, KEPT = `rulings ${SCOPE} kept`; // and `ASSETS`, build
const OWN = READ + ASSETS;
const FILES = `${SCOPE}offline.json`; // the list of files, saved last in the cache of either
const USED = `rulings ${SCOPE} used`; // where the cache of the worker that was active last is named
const PATIENCE_MS = 3000; // until what is saved is shown, if not even the headers have come
const BRIEFLY_MS = 1000; // for a file that is not saved, if the last answer did not come in time
const MAX_SAVED_DATA = 100_000; // bytes of a file of the shell for readers who save data

let isStalled = false; // whether the last answer did not come in time
let shell = null; // the saving of the shell; each start of the worker tries what is missing

const cachesRead = async () => (await caches.keys()).filter((name) => name.startsWith(READ));

/** The cache of the worker that was active last; undefined of one that did not say so. */
const lastUsed = async () => (await caches.match(SCOPE, { cacheName: USED }))?.text();

/** Saves the shell after a page that keeps the site, or before it: each has what the other has. */
function saveShellOnce() {
  shell ??= navigator.locks ? navigator.locks.request(KEPT, saveShell) : saveShell();
  return shell;
}

/**
 * Saves the files of `SHELL`; of those that are not as built, the list is saved. The worker before,
 * and what it has saved, stays unless this one has as much: its host may only refuse what it has
 * refused before.
 */
async function saveShell() {
  const cache = await caches.open(OWN), list = await listIn(OWN);
  const paths = list?.build === BUILD ? list.left : SHELL;
  if (!paths.length) return;
  const lastName = (await lastUsed()) ?? (await cachesRead())[0];
  const lastLeft = (await listIn(lastName))?.left ?? (lastName === OWN ? SHELL : []);
  const lastNames = lastLeft.map(nameOf), copies = await allCopies();
  const isPutOff = (path) => navigator.connection?.saveData
    && ROWS[path][1] > MAX_SAVED_DATA && !copies[nameOf(SCOPE + path)];
  const missing = await saveFiles(cache, SCOPE, ROWS, paths.filter((path) => !isPutOff(path)), {
    mode: "no-cache",
    miss: (path) => {
      if (!lastNames.includes(nameOf(path))) throw new Error(`${path} is missing`);
    }
  });
  const left = [...missing, ...paths.filter(isPutOff)];
  await cache.put(FILES, new Response(JSON.stringify({ build: BUILD, left })));
  if (missing.length) shell = null; // the next page tries again
}

self.addEventListener("install", (event) => {
  // Chromium asks the network, too, while the worker starts, and a redirection keeps it waiting.
  event.addRoutes?.({ condition: { urlPattern: `${SCOPE}*` }, source: "fetch-event" });
  event.waitUntil(saveShellOnce().catch((error) => {
    // The first one saves what fits into a storage that is full.
    if (self.registration.active) throw error;
  }));
});

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  const lastName = await lastUsed(), names = await cachesRead();
  // What came after the last one, and was never active, has files of pages that were read.
  const end = lastName === OWN ? 0 : Math.max(0, names.indexOf(lastName));
  for (const name of names.slice(0, end)) if (name !== OWN) await caches.delete(name);
  await (await caches.open(USED)).put(SCOPE, new Response(OWN));
  await self.clients.claim();
})()));

/** The list of files in a cache; undefined of one that is not whole. */
const listIn = async (cacheName) => (await caches.match(FILES, { cacheName }))?.json();

/** The newest cache with the whole site; otherwise undefined. */
async function wholeSite() {
  for (const cacheName of (await caches.keys()).reverse())
    if (cacheName.startsWith(KEPT) && (await caches.match(FILES, { cacheName }))) return cacheName;
  return undefined;
}

/** Where a file is saved: that of a folder, with its slash or without, is its `index.html`. */
const keyOf = ({ origin, pathname }) =>
  origin + pathname.replace(/(?:\/|\/index|(\/[^/.]+))$/, "$1/index.html");

/** The saved file at an address. Older builds have saved answers that are not plain. */
async function savedFile(cacheName, url) {
  const key = keyOf(url), file = await caches.match(key, { cacheName });
  return file && plain(file.body, key);
}

/** What was read at an address, with these scripts or else those before; otherwise undefined. */
async function lastRead(url) {
  for (const name of [OWN, ...(await cachesRead()).reverse()]) {
    const file = await savedFile(name, url);
    if (file) return file;
  }
  return undefined;
}

const delay = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

/** What a look into the caches finds; undefined also if they cannot be read. */
const resultOf = (look) => look.catch(() => undefined);

const isNeverSaved = (url) => NOT_SAVED.some((start) => url.href.startsWith(SCOPE + start));
const isHtml = ({ headers }) => /^text\/html/i.test(headers.get("Content-Type"));
const isPageAddress = (url) => keyOf(url).endsWith(".html");

/** Saves what was read, if it is of the site: a gateway answers with pages of its own. */
async function save(url, response) {
  const body = await response.arrayBuffer(), isPage = isPageAddress(url);
  const isOurs = isPage ? /data-end="\w+"/.test(new TextDecoder().decode(body))
    : !isHtml(response);
  if (!isOurs) return;
  const cache = await caches.open(OWN), key = keyOf(url);
  const row = !isPage && ROWS[key.slice(SCOPE.length)];
  // What is cut or altered replaces no script or style.
  if (row && !(await isAsBuilt(body, row)) && (await cache.match(key))) return;
  await cache.put(key, plain(body, key));
}

/** The answer of the network, which is saved. */
async function fetchAndSave(event, url) {
  const response = await fetch(event.request);
  isStalled = false;
  // A storage that is full or forbidden never keeps the reader from what the network has delivered.
  if (response.status === 200 && !isNeverSaved(url))
    event.waitUntil(save(url, response.clone()).catch(() => {}));
  return response;
}

/** Statuses of a page with which a host answers the reader: log in, or nothing is there. */
const ANSWERS = [401, 404, 410];

/**
 * Whether this is not what was asked for. A gateway has errors and pages of its own. An open page
 * of the build before asks for a file that may be gone from the server.
 */
function isFailure(response, url, isPage) {
  if (!response) return true;
  const { status } = response;
  if (isPage) return status >= 400 && !ANSWERS.includes(status);
  return status >= 400 || (isHtml(response) && !isPageAddress(url));
}

/** What is shown for a page of which nothing is saved; undefined if the shell is not saved. */
async function missingPage(url, wholeName) {
  const page = await resultOf(lastRead(new URL(`${SCOPE}404.html`)));
  if (!page) return undefined;
  const list = wholeName && (await resultOf(listIn(wholeName)));
  const isUnknown = list && !isNeverSaved(url) && !list.files[keyOf(url).slice(SCOPE.length)];
  // Without the site's address, the links of the page begin at the root of the host.
  let html = await page.text();
  if (html.includes(' data-base="/"'))
    html = html.replaceAll('="/', `="${new URL(SCOPE).pathname}`);
  if (!isUnknown) html = html.replace("<body ", "<body data-is-unsaved ");
  const headers = { "Content-Type": "text/html; charset=utf-8" };
  return new Response(html, { status: isUnknown ? 404 : 503, headers }); // 503: not saved
}

async function respond(event, url) {
  const isPage = event.request.mode === "navigate";
  const wholeName = await resultOf(wholeSite());
  const keptFile = wholeName && (await resultOf(savedFile(wholeName, url)));
  if (keptFile) return keptFile;
  const answer = fetchAndSave(event, url);
  event.waitUntil(answer.catch(() => {})); // it goes on while what is saved is shown
  const inTime = (ms) => // undefined: not in time
    Promise.race([answer, delay(ms)]).catch(() => null);
  const response = await inTime(isStalled ? 0 : PATIENCE_MS);
  const lastFile = isFailure(response, url, isPage) && (await resultOf(lastRead(url)));
  if (!lastFile && !isPage)
    return isStalled && !(await inTime(BRIEFLY_MS)) ? Response.error() : answer;
  // A page of which nothing is saved has the same time again.
  const lateResponse =
    lastFile || response !== undefined ? response : await inTime(PATIENCE_MS);
  isStalled = lateResponse === undefined;
  if (lastFile) return lastFile;
  const isMissing = !lateResponse || lateResponse.status >= 500;
  return (isMissing && (await missingPage(url, wholeName))) || answer;
}

self.addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  const isOwn = request.method === "GET" && url.href.startsWith(SCOPE);
  if (!isOwn || request.cache === "reload") return; // offline.js reloads
  const { installing, waiting } = self.registration;
  // What the next worker has saved, often in the same cache, is not replaced.
  if (request.mode === "navigate" && !installing && !waiting)
    event.waitUntil(saveShellOnce().catch(() => {}));
  event.respondWith(respond(event, url));
});
