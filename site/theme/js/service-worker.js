/**
 * Makes the site work offline. Before this the build puts `saving.js`, and in `self.built` its own
 * name `BUILD` and `EDITION`; `ASSETS`, the folder of its scripts; `SHELL`, the files of the search
 * and of other tools, all scripts and styles, and the page for what is missing, each with its hash
 * and size, the smallest first; and `NOT_SAVED`, how the paths begin that are never saved.
 *
 * The shell is saved at once, in a cache for each build, and only as it was built. Scripts, styles
 * and data come from there once it is whole. Pages are saved when they are read, in a cache for
 * each folder of scripts, and used if the network is not there, answers with an error, does not
 * answer in time, or sends a page of another edition that is not whole yet: only where the shell
 * with their scripts is whole, so that no page meets the scripts of another. For one that was never
 * read, the page for what is missing is. A new worker waits, with what it has saved, until no page
 * is open: in Chromium, a page that is opened while a worker takes over can hang.
 *
 * A host that refuses a file for good keeps no reader on an old edition: after a week a page comes
 * from the network with its files, and data that do not come stay as they were beside the others.
 */
"use strict";

const { ASSETS, BUILD, EDITION, NOT_SAVED, SHELL } = self.built;
const { allCopies, isAsBuilt, nameOf, plain, saveFiles } = self.Rulings.saving;
const SCOPE = self.registration.scope;
const CACHES = `rulings ${SCOPE} `, PAGES = `${CACHES}read `; // and the folder of scripts
const OWN = `${CACHES}shell ${ASSETS} ${BUILD}`;
// No file of the host: in the cache of a shell, what is missing of it, saved last.
const STATE = `${SCOPE}offline.json`;
const FIRST = `${SCOPE}first.json`; // nor is this: when what a cache is for was first asked for
const MAX_FOLDERS = 4; // of scripts, with the pages that were read: its own, and those before
const PATIENCE_MS = 3000; // until what is saved is shown, if not even the headers have come
const WEEK_MS = 7 * 86_400_000; // for which what is not whole replaces nothing
const MAX_SAVED_DATA = 300_000; // bytes of a file of the shell for readers who save data

let isStalled = false; // whether the last answer did not come in time
let shell = null; // the saving of the shell; each start of the worker tries what is missing

/** The caches of this site, the newest first. */
const cacheNames = async () =>
  (await caches.keys()).filter((name) => name.startsWith(CACHES)).reverse();

const folderOf = (cacheName) => /assets\/\w+/.exec(cacheName.slice(CACHES.length))?.[0];

/** The state of the shell in a cache; undefined of one that is not whole. */
const stateIn = async (cacheName) => (await caches.match(STATE, { cacheName }))?.json();

/** The caches whose shell is whole. That of older builds is in the cache of the pages. */
async function wholeShells() {
  const names = await cacheNames(), states = await Promise.all(names.map(stateIn));
  return names.filter((name, n) => folderOf(name) && states[n]);
}

/** The caches with something that may be shown, the newest first. */
async function usableCaches() {
  const shells = [OWN, ...await wholeShells()], folders = shells.map(folderOf);
  const usable = (await cacheNames()).filter((name) =>
    shells.includes(name) || (name.startsWith(PAGES) && folders.includes(folderOf(name))));
  const { installing, waiting } = self.registration;
  if (installing || waiting) return usable; // a newer edition
  const isOwn = (name) => folderOf(name) === ASSETS; // older than another one after a roll-back
  return [...usable.filter(isOwn), ...usable.filter((name) => !isOwn(name))];
}

/** Whether it is less than a week since this was first asked of a cache. */
async function isNew(cacheName) {
  const cache = await caches.open(cacheName), first = await cache.match(FIRST);
  if (!first) await cache.put(FIRST, new Response(Date.now()));
  return !first || Date.now() - (await first.text()) < WEEK_MS;
}

function saveShellOnce() {
  shell ??= saveShell();
  return shell;
}

/**
 * Saves the files of `SHELL`; of those that are not as built, the list is saved. The worker before,
 * and what it has saved, stays unless this one has as much: its host may only refuse what it has
 * refused before, or for a week what a shell with the same scripts has, too.
 */
async function saveShell() {
  const cache = await caches.open(OWN), state = await stateIn(OWN);
  const paths = state?.left ?? Object.keys(SHELL);
  if (!paths.length) return;
  const shells = await wholeShells(), otherStates = await Promise.all(shells.map(stateIn));
  const sameFolder = shells.find((name) => name !== OWN && folderOf(name) === ASSETS);
  const mayKeep = sameFolder && !(await isNew(OWN));
  const isHeld = (path) =>
    otherStates.some(({ left }) => !left.map(nameOf).includes(nameOf(path)));
  const copies = await allCopies();
  const isPutOff = (path) => navigator.connection?.saveData
    && SHELL[path][1] > MAX_SAVED_DATA && !copies[nameOf(SCOPE + path)];
  const wanted = paths.filter((path) => !isPutOff(path));
  const missing = await saveFiles(cache, SCOPE, SHELL, wanted, (path) => {
    if (!state && !mayKeep && isHeld(path)) throw new Error(`${path} is missing`);
  });
  for (const path of mayKeep ? missing : []) {
    const file = await caches.match(SCOPE + path, { cacheName: sameFolder });
    if (file) await cache.put(SCOPE + path, file);
  }
  const left = [...missing, ...paths.filter(isPutOff)];
  const bytes = Object.values(SHELL).reduce((sum, [, size]) => sum + size, 0);
  await cache.put(STATE, new Response(JSON.stringify({ left, bytes, edition: EDITION })));
  if (missing.length) shell = null; // the next page tries again
}

/** Saves the pages that were opened before this worker was there. */
async function saveOpenPages() {
  for (const { url } of await self.clients.matchAll({ includeUncontrolled: true }))
    if (url.startsWith(SCOPE)) {
      const response = await fetch(url).catch(() => null);
      if (response) await resultOf(save(new URL(url), response));
    }
}

self.addEventListener("install", (event) => {
  // Chromium asks the network, too, while the worker starts, and a redirection keeps it waiting.
  event.addRoutes?.({ condition: { urlPattern: `${SCOPE}*` }, source: "fetch-event" });
  event.waitUntil(saveShellOnce().catch((error) => {
    // The first one saves what fits into a storage that is full.
    if (self.registration.active) throw error;
  }).then(saveOpenPages));
});

/** Deletes the shells that this one replaces, those that never came whole, and the oldest. */
async function deleteOld() {
  const usable = await usableCaches();
  const folders = [...new Set([ASSETS, ...usable.map(folderOf)])].slice(0, MAX_FOLDERS);
  for (const name of await cacheNames()) {
    const isReplaced = name.startsWith(`${CACHES}shell ${ASSETS}`) && name !== OWN;
    if (isReplaced || !usable.includes(name) || !folders.includes(folderOf(name)))
      await caches.delete(name);
  }
}

self.addEventListener("activate", (event) =>
  event.waitUntil(deleteOld().then(() => self.clients.claim())));

/** Where a file is saved: that of a folder, with its slash or without, is its `index.html`. */
const keyOf = ({ origin, pathname }) =>
  origin + pathname.replace(/(?:\/|\/index|(\/[^/.]+))$/, "$1/index.html");

/** What is saved of an address; otherwise undefined. */
async function savedFile(url) {
  for (const cacheName of await usableCaches()) {
    const file = await caches.match(keyOf(url), { cacheName });
    if (file) return file;
  }
  return undefined;
}

const delay = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

/** What a look into the caches finds; undefined also if they cannot be read or written. */
const resultOf = (look) => look.catch(() => undefined);

const isHtml = ({ headers }) => /^text\/html/i.test(headers.get("Content-Type"));
const isPageAddress = (url) => keyOf(url).endsWith(".html");

/** The folder of scripts of a page of this site that is whole; otherwise not one. */
const folderIn = (html) =>
  /data-end="\w+"/.test(html) && /data-assets="[^"]*(assets\/\w+)/.exec(html)?.[1];

const isAsset = ({ href }) => href.startsWith(`${SCOPE}assets/`);

/** Saves what was read, if it is of the site: a gateway answers with pages of its own. */
async function save(url, response) {
  const isNeverSaved = NOT_SAVED.some((start) => url.href.startsWith(SCOPE + start));
  if (response.status !== 200 || isNeverSaved) return;
  const key = keyOf(url), body = await response.arrayBuffer();
  let cacheName = PAGES + ASSETS;
  if (isPageAddress(url)) {
    const folder = folderIn(new TextDecoder().decode(body));
    if (!folder) return;
    cacheName = PAGES + folder;
  } else if (isAsset(url)) {
    const row = SHELL[key.slice(SCOPE.length)];
    if (!row || !(await isAsBuilt(body, row))) return;
    cacheName = OWN;
  } else if (isHtml(response) || (await savedFile(url))) return; // in another form it replaces none
  await (await caches.open(cacheName)).put(key, plain(body, key));
}

/** The answer of the network, which is saved. */
async function fetchAndSave(event, url) {
  const response = await fetch(event.request);
  isStalled = false;
  // A storage that is full or forbidden never keeps the reader from what the network has delivered.
  event.waitUntil(resultOf(save(url, response.clone())));
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
async function missingPage() {
  const page = await resultOf(savedFile(new URL(`${SCOPE}404.html`)));
  if (!page) return undefined;
  // Without the site's address, the links of the page begin at the root of the host.
  let html = await page.text();
  if (html.includes(' data-base="/"'))
    html = html.replaceAll('="/', `="${new URL(SCOPE).pathname}`);
  html = html.replace("<body ", "<body data-is-unsaved ");
  const headers = { "Content-Type": "text/html; charset=utf-8" };
  return new Response(html, { status: 503, headers });
}

/**
 * Whether all of a page comes in time, and what it needs is saved: what is saved is better than the
 * half of a page, or the search of half an edition.
 */
async function isReady(response) {
  if (response.type === "opaqueredirect") return true; // it may have moved for good
  const html = await Promise.race([response.clone().text(), delay(PATIENCE_MS)]).catch(() => "");
  if (!html) return false;
  if (!html.includes('<html lang="en" class="no-js">')) return true; // it may ask to log in
  const folder = folderIn(html);
  if (!folder) return false; // it was cut
  const folders = (await usableCaches()).map(folderOf);
  return folders.includes(folder) || !(await isNew(PAGES + folder));
}

async function respond(event, url) {
  const isPage = event.request.mode === "navigate", saved = resultOf(savedFile(url));
  if (isAsset(url) && (await saved)) return saved;
  const answer = fetchAndSave(event, url);
  event.waitUntil(answer.catch(() => {})); // it goes on while what is saved is shown
  const inTime = (ms) => // undefined: not in time
    Promise.race([answer, delay(ms)]).catch(() => null);
  const response = await inTime(isStalled ? 0 : PATIENCE_MS);
  const isUsed = (await saved) && (isFailure(response, url, isPage)
    || (isPage && (await resultOf(isReady(response))) === false));
  if (!isUsed && !isPage) return answer;
  // A page of which nothing is saved has the same time again.
  const lateResponse = isUsed || response !== undefined ? response : await inTime(PATIENCE_MS);
  isStalled = lateResponse === undefined;
  if (isUsed) return saved;
  const isMissing = !lateResponse || lateResponse.status >= 500;
  return (isMissing && (await missingPage())) || answer;
}

self.addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  const isOwn = request.method === "GET" && url.href.startsWith(SCOPE);
  if (!isOwn) return;
  if (url.href === STATE) {
    event.respondWith(caches.match(STATE, { cacheName: OWN })
      .then((state) => state ?? Response.error()));
    return;
  }
  const { installing, waiting } = self.registration;
  // The next worker saves what is missing.
  if (request.mode === "navigate" && !installing && !waiting)
    event.waitUntil(saveShellOnce().catch(() => {}));
  event.respondWith(respond(event, url));
});
