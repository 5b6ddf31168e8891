/**
 * The caches of the service worker, which `site/machine_files.py` joins from three parts.
 *
 * A shell consists of all scripts and styles, the data of the search, the pages of tools and the
 * page for missing pages. Each build has a cache for its shell; each folder of scripts has a cache
 * for the pages that were read. Both are used only if a shell with these scripts is complete. The
 * shell that was installed last comes first; after a roll-back, it is one that was there before.
 */
const { ASSETS, BUILD } = self.built; // folder of the scripts, and name of the build
const SCOPE = self.registration.scope;
const CACHES = `rulings ${SCOPE} `, PAGES = `${CACHES}read `; // followed by the folder of scripts
const SHELLS = `${CACHES}shell `, OWN = `${SHELLS}${ASSETS} ${BUILD}`;
// Not a file of the host, and saved last: lists, in the cache of a shell, the files that it lacks,
// and the number of its installation.
const STATE = `${SCOPE}offline.json`;
const FIRST = `${SCOPE}first.json`; // not a file either: when the cache was first asked for
const MAX_FOLDERS = 4; // of scripts, with the pages that were read: the current one and older ones
const WEEK_MS = 7 * 86_400_000; // for this long, an incomplete shell replaces nothing

/** The result of a look into the caches; undefined if it finds nothing, or they cannot be used. */
const resultOf = (look) => look.catch(() => undefined);

/** The caches of this site. */
const cacheNames = async () =>
  (await caches.keys()).filter((name) => name.startsWith(CACHES));

const folderOf = (cacheName) => /assets\/\w+/.exec(cacheName.slice(CACHES.length))[0];

/** The state of the shell in a cache; undefined if the shell is incomplete. */
const stateIn = async (cacheName) => (await caches.match(STATE, { cacheName }))?.json();

/** The caches with a complete shell, each with its state, newest installation first. */
async function wholeShells() {
  const names = (await cacheNames()).filter((name) => name.startsWith(SHELLS));
  const shells = await Promise.all(names.map(async (name) => [name, await stateIn(name)]));
  return shells.filter(([, state]) => state)
    .sort(([, a], [, b]) => b.installation - a.installation);
}

/** The caches with something that may be shown, in the order in which they are searched. */
async function usableCaches() {
  const shells = [...await wholeShells(), [OWN]]; // the first one saves what fits
  return [...new Set(shells.flatMap(([name]) => [name, PAGES + folderOf(name)]))];
}

/** Writes down when a cache was first asked for, unless that is known. */
async function noteFirstUse(cacheName) {
  const cache = await caches.open(cacheName);
  if (!(await cache.match(FIRST))) await cache.put(FIRST, new Response(Date.now()));
}

/** Whether that was less than a week ago. */
async function isWithinAWeek(cacheName) {
  const first = await (await caches.match(FIRST, { cacheName })).text();
  return Date.now() - first < WEEK_MS;
}

/** The key of a saved file. A folder, with or without its slash, is its `index.html`. */
const keyOf = ({ origin, pathname }) =>
  origin + pathname.replace(/(?:\/|\/index|(\/[^/.]+))$/, "$1/index.html");

const isAsset = ({ href }) => href.startsWith(`${SCOPE}assets/`);

/** The saved file at an address, or undefined. Each folder of scripts has its own files. */
async function savedFile(url) {
  const others = isAsset(url) ? await cacheNames() : [];
  for (const cacheName of [...await usableCaches(), ...others]) {
    const file = await caches.match(keyOf(url), { cacheName });
    if (file) return file;
  }
  return undefined;
}

/** Deletes the shells that this one replaces, those that were never complete, and the oldest. */
async function deleteOld() {
  const usable = await usableCaches();
  const folders = [...new Set([ASSETS, ...usable.map(folderOf)])].slice(0, MAX_FOLDERS);
  for (const name of await cacheNames()) {
    const isReplaced = name.startsWith(`${SHELLS}${ASSETS} `) && name !== OWN;
    if (isReplaced || !usable.includes(name) || !folders.includes(folderOf(name)))
      await caches.delete(name);
  }
}
