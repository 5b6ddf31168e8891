/**
 * Saves the shell of a build when its worker is installed, with every file as it was built, and
 * then the pages that were read, as this edition has them. An installation that was cut off
 * continues with the missing files.
 *
 * The earlier worker stays until this one has every file that the earlier one had. After a week, a
 * file that still does not arrive is copied from the older shell, so a host that refuses a file for
 * good does not keep readers on an old edition. Pages that do not arrive in time are requested
 * again with the next page; until then the search shows their contents. A new worker waits until no
 * page is open: in Chromium, a page that is opened while a worker takes over can hang.
 */
/* global ASSETS, OWN, PAGES, READ, SCOPE, SHELL, STATE, cacheNames, completeShells, deleteOld,
   folderOf, isPageAddress, isWithinAWeek, keyOf, noteFirstUse, noteRead, pagesOf, stateIn,
   unsavedPages, urlsIn -- from caches.js */
/* global folderIn, inTime, plain -- from answers.js */
const { EDITION } = self.built;
const { allCopies, inParallel, nameOf, saveFiles } = self.Rulings.saving;
// Bytes of a file of the shell that is saved even if the browser uses little data (`saveData`)
const MAX_BYTES_IF_FRUGAL = 300_000;
const MAX_PARALLEL_PAGES = 8;
const MAX_PAGE_MS = 30_000; // time to wait for a page that was read
// Time to wait for all of them: phones soon end the browser, and with it the installation
const MAX_PAGES_MS = 5000;

let saving = null; // the saving of the shell and the pages, while it goes on or if it failed

/** Saves what is missing. If the storage is full, only the next start of the worker tries again. */
function saveMissing() {
  saving ??= saveShell().then(savePages).then(() => {
    saving = null;
  });
  return saving;
}

const writeState = async (state) =>
  (await caches.open(OWN)).put(STATE, new Response(JSON.stringify(state)));

/**
 * The state of this shell. `left` has the files that could not be had as built, or are gone from
 * the cache; `older` has those that an older shell replaces. Undefined if it is incomplete.
 */
async function currentState() {
  const state = await stateIn(OWN);
  if (!state) return undefined;
  const saved = new Set(await urlsIn(OWN));
  const isSaved = (path) => saved.has(SCOPE + path);
  const gone = Object.keys(SHELL).filter((path) => !isSaved(path));
  const left = [...new Set([...state.left, ...gone])];
  return { ...state, left, older: left.filter(isSaved) };
}

/** The cache of an older shell with the same scripts, once its data may replace missing ones. */
async function olderData(shells) {
  const [older] = shells.find(([name]) => name !== OWN && folderOf(name) === ASSETS) ?? [];
  if (!older) return undefined;
  await noteFirstUse(OWN);
  return (await isWithinAWeek(OWN)) ? undefined : older;
}

/** Saves the files of `SHELL`, and the list of those that could not be had as built. */
async function saveShell() {
  const cache = await caches.open(OWN);
  const state = await currentState();
  const paths = state?.left ?? Object.keys(SHELL);
  if (!paths.length) return;
  const shells = await completeShells();
  const cacheName = await olderData(shells);
  const copies = await allCopies();
  const isPutOff = (path) => navigator.connection?.saveData
    && SHELL[path][1] > MAX_BYTES_IF_FRUGAL && !copies[nameOf(SCOPE + path)];
  const wanted = paths.filter((path) => !isPutOff(path));
  const missing = await saveFiles(cache, SCOPE, SHELL, wanted);
  const isHeld = (path) => shells.some(([, { left }]) => !left.map(nameOf).includes(nameOf(path)));
  const lost = state || cacheName ? undefined : missing.find(isHeld);
  if (lost) throw new Error(`${lost} is missing`);
  for (const path of cacheName ? missing : []) {
    const file = await caches.match(SCOPE + path, { cacheName });
    if (file) await cache.put(SCOPE + path, file);
  }
  const left = [...missing, ...paths.filter(isPutOff)];
  await writeState({ left, edition: EDITION, installation: state?.installation ?? 0 });
}

/** Saves a page as this edition has it. Returns whether the network has another edition. */
async function savePage(url) {
  const response = await fetch(url, { cache: "no-cache" });
  const html = await response.text(), folder = folderIn(html), key = keyOf(url);
  if (response.status === 200 && folder === ASSETS)
    await (await caches.open(pagesOf(OWN))).put(key, plain(html, key));
  else if (response.redirected || [404, 410].includes(response.status))
    await (await caches.open(READ)).delete(url);
  return Boolean(folder) && folder !== ASSETS;
}

/** Saves the pages that were read, even meanwhile. None is requested twice. */
async function savePages(asked = new Set()) {
  const queue = (await unsavedPages()).filter(({ href }) => !asked.has(href));
  if (!queue.length) return;
  for (const { href } of queue) asked.add(href);
  await inParallel(queue, MAX_PARALLEL_PAGES, async (url) => {
    const isReplaced = await inTime(savePage(url), MAX_PAGE_MS);
    const isLate = isReplaced === undefined;
    if (isLate || isReplaced) queue.length = 0; // the others are not requested
  });
  await savePages(asked);
}

/** Notes the pages that are open: the first were read without a worker. */
async function noteOpenPages() {
  const clients = await self.clients.matchAll({ includeUncontrolled: true });
  const urls = clients.map(({ url }) => new URL(url));
  const pages = urls.filter((url) => url.href.startsWith(SCOPE) && isPageAddress(url));
  await Promise.all(pages.map(noteRead));
}

/** Makes this shell the newest, even if it was there before a roll-back, with only its pages. */
async function numberInstallation() {
  const [[, latest] = []] = await completeShells();
  const state = await stateIn(OWN);
  if (!state) return;
  await writeState({ ...state, installation: latest.installation + 1 });
  for (const name of await cacheNames())
    if (name.startsWith(PAGES) && name !== pagesOf(OWN)) await caches.delete(name);
}

self.addEventListener("install", (event) => {
  // Otherwise Chromium also asks the network while the worker starts, and waits for redirections.
  event.addRoutes?.({ condition: { urlPattern: `${SCOPE}*` }, source: "fetch-event" });
  const shell = saveShell().catch((error) => {
    // The first worker saves what fits if the storage is full.
    if (self.registration.active) throw error;
  });
  const savePagesInTime = () =>
    inTime(noteOpenPages().then(() => savePages()), MAX_PAGES_MS); // and goes on afterwards
  event.waitUntil(shell.then(savePagesInTime).then(numberInstallation));
});

self.addEventListener("activate", (event) =>
  event.waitUntil(deleteOld().then(() => self.clients.claim())));
