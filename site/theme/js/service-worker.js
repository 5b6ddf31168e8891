/**
 * Makes the site work offline. Before this the build puts `saving.js`, and in `self.built` its own
 * name `BUILD`; `ASSETS`, the folder of its scripts; `SHELL`, the files of the search, the run
 * chart, the deck page and the page for what is missing, with their hashes and sizes, the smallest
 * first; and `NOT_SAVED`, how the paths begin that are never saved. The shell is saved at once;
 * other pages are saved when they are read, and used if the network is not there, answers with an
 * error, or does not answer in time. For one that was never read, the page for what is missing is.
 *
 * What was read has a cache for each folder of scripts, of which the last two stay, so that no page
 * meets the scripts of another. A new worker waits, with what it has saved, until no page is open:
 * in Chromium, a page that is opened while a worker takes over can hang. If the reader keeps the
 * whole site on the device, `offline.js` saves it in a cache for each build, whose newest that is
 * whole is asked before the network.
 */
"use strict";

const { ASSETS, BUILD, NOT_SAVED, SHELL } = self.built;
const { isAsBuilt, plain, saveFiles } = self.Rulings.saving;
// `offline.js` fills the caches `KEPT`.
const SCOPE = self.registration.scope;
const READ = `rulings ${SCOPE} read `, KEPT = `rulings ${SCOPE} kept`; // and `ASSETS`, build
const FILES = `${SCOPE}offline.json`; // the list of files, saved last in the cache of either
const UNUSED = `${SCOPE}unused`; // in the cache of a worker that was never active
const PATIENCE_MS = 3000; // until what is saved is shown, if not even the headers have come
const BRIEFLY_MS = 1000; // for a file that is not saved, if the last answer did not come in time
const MAX_SAVED_DATA = 100_000; // bytes of a file of the shell for readers who save data

let isStalled = false; // whether the last answer did not come in time
let shell = null; // the saving of the shell; each start of the worker tries what is missing

const cachesRead = async () => (await caches.keys()).filter((name) => name.startsWith(READ));

/** The caches of what was read under other workers, with other scripts, the oldest first. */
async function othersRead() {
  const others = [];
  for (const cacheName of await cachesRead())
    if (cacheName !== READ + ASSETS && !(await caches.match(UNUSED, { cacheName })))
      others.push(cacheName);
  return others;
}

/** Saves the shell after a page that keeps the site, or before it: each has what the other has. */
function saveShellOnce(isUpdate) {
  const work = () => saveShell(isUpdate);
  shell ??= navigator.locks ? navigator.locks.request(KEPT, work) : work();
  return shell;
}

/** Whether the server has this build now: what it does not deliver then, it refuses. */
const isServed = () => fetch(FILES, { cache: "reload" })
  .then((response) => response.json()).then(({ build }) => build === BUILD, () => false);

/** Saves the files of `SHELL`; of those that are not as built, the list is saved. */
async function saveShell(isUpdate) {
  const [lastName] = (await othersRead()).slice(-1), isNew = !(await caches.has(READ + ASSETS));
  const wasWhole = lastName && (await listIn(await caches.open(lastName)))?.left.length === 0;
  const cache = await caches.open(READ + ASSETS), lastList = await listIn(cache);
  if (isUpdate && isNew) await cache.put(UNUSED, new Response());
  const paths = lastList?.build === BUILD ? lastList.left : Object.keys(SHELL);
  const isLarge = (path) => navigator.connection?.saveData && SHELL[path][1] > MAX_SAVED_DATA;
  const missing = await saveFiles(cache, SCOPE, SHELL, paths.filter((path) => !isLarge(path)), {
    mode: "no-cache",
    isWanted: () => true,
    // The worker before, and what it has saved, stays unless this one has as much. A host refuses
    // nothing that has sent all of the build before.
    miss: async (path) => {
      if (isUpdate && (wasWhole || !(await isServed()))) throw new Error(`${path} is missing`);
    }
  });
  const list = { build: BUILD, left: [...missing, ...paths.filter(isLarge)] };
  await cache.put(FILES, new Response(JSON.stringify(list)));
  if (missing.length) shell = null; // the next page tries again
}

self.addEventListener("install", (event) => {
  // Chromium asks the network, too, while the worker starts, and a redirection keeps it waiting.
  event.addRoutes?.({ condition: { urlPattern: `${SCOPE}*` }, source: "fetch-event" });
  const isUpdate = Boolean(self.registration.active);
  event.waitUntil(saveShellOnce(isUpdate).catch((error) => {
    if (isUpdate) throw error; // the first one saves what fits into a storage that is full
  }));
});

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  await (await caches.open(READ + ASSETS)).delete(UNUSED);
  const stay = [READ + ASSETS, ...(await othersRead()).slice(-1)];
  for (const name of await cachesRead()) if (!stay.includes(name)) await caches.delete(name);
  await self.clients.claim();
})()));

const listIn = async (cache) => (await cache.match(FILES))?.json();

/** The newest cache with the whole site, or null. */
async function wholeSite() {
  for (const name of (await caches.keys()).reverse())
    if (name.startsWith(KEPT) && (await caches.match(FILES, { cacheName: name })))
      return caches.open(name);
  return null;
}

/** Where a file is saved: that of a folder, with its slash or without, is its `index.html`. */
const keyOf = ({ origin, pathname }) =>
  origin + pathname.replace(/(?:\/|\/index|(\/[^/.]+))$/, "$1/index.html");

/** The saved file at an address. Older builds have saved answers that are not plain. */
async function savedFile(cache, url) {
  const file = await cache.match(keyOf(url));
  return file && plain(file.body, file);
}

/** What was read at an address, with these scripts or else those before; otherwise undefined. */
async function lastRead(url) {
  for (const name of [READ + ASSETS, ...(await cachesRead()).reverse()]) {
    const file = await savedFile(await caches.open(name), url);
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
  const body = await response.clone().arrayBuffer();
  const isOurs = isPageAddress(url)
    ? /data-end="\w+"/.test(new TextDecoder().decode(body))
    : !isHtml(response);
  if (!isOurs) return;
  const cache = await caches.open(READ + ASSETS), key = keyOf(url);
  const built = !isPageAddress(url) && SHELL[key.slice(SCOPE.length)];
  // What is there as it was built stays.
  if (built && !(await isAsBuilt(body, built)) && (await cache.match(key))) return;
  await cache.put(key, plain(body, response));
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
async function missingPage(url, wholeCache) {
  const page = await resultOf(lastRead(new URL(`${SCOPE}404.html`)));
  if (!page) return undefined;
  const list = wholeCache && (await resultOf(listIn(wholeCache)));
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
  const wholeCache = await resultOf(wholeSite());
  const keptFile = wholeCache && (await resultOf(savedFile(wholeCache, url)));
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
  return (isMissing && (await missingPage(url, wholeCache))) || answer;
}

self.addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  const isOwn = request.method === "GET" && url.href.startsWith(SCOPE);
  if (!isOwn || request.cache === "reload") return; // offline.js reloads
  if (request.mode === "navigate") event.waitUntil(saveShellOnce().catch(() => {}));
  event.respondWith(respond(event, url));
});
