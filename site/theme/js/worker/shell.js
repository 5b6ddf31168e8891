/**
 * Saves the shell of a build when its worker is installed, with every file as it was built, and
 * then the pages that were read, as this edition has them.
 *
 * The earlier worker stays, with what it has saved, unless this one has as much. Files that the
 * earlier one also lacks may be missing. After a week, data that do not arrive are taken from the
 * older shell, so a host that refuses a file for good does not keep readers on an old edition. A
 * page that does not arrive is deleted, because it may contradict the search; it is asked for again
 * with the next page. A new worker waits until no page is open: in Chromium, a page that is opened
 * while a worker takes over can hang.
 */
// `SHELL`: path → hash and size, and for a page also its end; in the order of saving
const { EDITION, SHELL } = self.built;
const { allCopies, nameOf, saveFiles } = self.Rulings.saving;
const MAX_SAVED_DATA = 300_000; // bytes of a file of the shell, for readers who save data
const MAX_PAGE_MS = 30_000; // time to wait for a page that was read
// Phones end the browser, and with it an installation that takes long
const MAX_PARALLEL_PAGES = 8;

let saving = null; // the saving of the shell and the pages, while it goes on or if it failed

/** Saves what is missing. If the storage is full, only the next start of the worker tries again. */
function saveMissing() {
  saving ??= saveShell().then(savePagesLeft).then(() => {
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
  const requests = await (await caches.open(OWN)).keys();
  const saved = new Set(requests.map(({ url }) => url));
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
  const shells = await wholeShells();
  const cacheName = await olderData(shells);
  const copies = await allCopies();
  const isPutOff = (path) => navigator.connection?.saveData
    && SHELL[path][1] > MAX_SAVED_DATA && !copies[nameOf(SCOPE + path)];
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
  const { installation = 0, pages = [] } = state ?? {};
  await writeState({ left, edition: EDITION, installation, pages });
}

/** Saves a page again, as this edition has it. Returns whether it is saved, gone or missing. */
async function savePage(key) {
  const url = new URL(key.replace(/index\.html$/, ""));
  const response = await fetch(url, { cache: "no-cache" });
  if (await save(url, response) === PAGES + ASSETS) return "saved";
  return response.redirected || [404, 410].includes(response.status) ? "gone" : "missing";
}

/** Saves pages again, several at a time, and deletes those that fail. Returns the missing ones. */
async function savePages(keys) {
  const cache = await caches.open(PAGES + ASSETS);
  const queue = [...keys], missing = [];
  let isLate = false;
  const saveQueue = async () => {
    while (queue.length) {
      const key = queue.shift();
      // Once a page does not come in time, the others are not asked for
      const result = isLate ? undefined : await inTime(savePage(key), MAX_PAGE_MS);
      isLate ||= result === undefined;
      if (result === "saved") continue;
      await cache.delete(key);
      if (result !== "gone") missing.push(key);
    }
  };
  await Promise.all(Array.from({ length: MAX_PARALLEL_PAGES }, saveQueue));
  return missing;
}

/** Tries again to save the pages that did not arrive when this worker was installed. */
async function savePagesLeft() {
  const state = await stateIn(OWN);
  if (state?.pages?.length) await writeState({ ...state, pages: await savePages(state.pages) });
}

/** Saves the pages that are open, or were read under any edition. Returns the missing ones. */
async function saveReadPages() {
  const clients = await self.clients.matchAll({ includeUncontrolled: true });
  const open = clients.map(({ url }) => keyOf(new URL(url)));
  const pages = open.filter((key) => key.startsWith(SCOPE) && key.endsWith(".html"));
  const keys = [...new Set([...await keysOfReadPages(), ...pages])];
  return savePages(keys.filter((key) => !(key.slice(SCOPE.length) in SHELL)));
}

/**
 * Makes this shell the newest, even if it was there before a roll-back. `pages`: the keys of the
 * pages that are left.
 */
async function numberInstallation(pages = []) {
  const [[, latest] = []] = await wholeShells();
  const state = await stateIn(OWN);
  if (state) await writeState({ ...state, pages, installation: latest.installation + 1 });
}

self.addEventListener("install", (event) => {
  // Otherwise Chromium also asks the network while the worker starts, and waits for redirections.
  event.addRoutes?.({ condition: { urlPattern: `${SCOPE}*` }, source: "fetch-event" });
  const shell = saveShell().catch((error) => {
    // The first worker saves what fits if the storage is full.
    if (self.registration.active) throw error;
  });
  event.waitUntil(shell.then(() => resultOf(saveReadPages())).then(numberInstallation));
});

self.addEventListener("activate", (event) =>
  event.waitUntil(deleteOld().then(() => self.clients.claim())));
