/**
 * The caches of the service worker, whose three parts `site/machine_files.py` joins.
 *
 * A shell (all scripts and styles, the data of the search, the pages of tools and the page for what
 * is missing) is in a cache for each build, and the pages that were read in one for each folder of
 * scripts. They are shown only where a shell with these scripts is whole; first those of the shell
 * that was installed last, which after a roll-back is one that was there before.
 */
const { ASSETS, BUILD } = self.built; // the folder of the scripts, and the name of the build
const SCOPE = self.registration.scope;
const CACHES = `rulings ${SCOPE} `, PAGES = `${CACHES}read `; // and the folder of scripts
const SHELLS = `${CACHES}shell `, OWN = `${SHELLS}${ASSETS} ${BUILD}`;
// No file of the host: in the cache of a shell, what is missing of it, and the number of its
// installation; saved last.
const STATE = `${SCOPE}offline.json`;
const FIRST = `${SCOPE}first.json`; // nor is this: when what a cache is for was first asked for
const MAX_FOLDERS = 4; // of scripts, with the pages that were read: its own, and those before
const WEEK_MS = 7 * 86_400_000; // for which what is not whole replaces nothing

/** What a look into the caches finds; undefined also if they cannot be read or written. */
const resultOf = (look) => look.catch(() => undefined);

/** The caches of this site. */
const cacheNames = async () =>
  (await caches.keys()).filter((name) => name.startsWith(CACHES));

const folderOf = (cacheName) => /assets\/\w+/.exec(cacheName.slice(CACHES.length))[0];

/** The state of the shell in a cache; undefined of one that is not whole. */
const stateIn = async (cacheName) => (await caches.match(STATE, { cacheName }))?.json();

/** The caches whose shell is whole, each with its state, the one that was installed last first. */
async function wholeShells() {
  const names = (await cacheNames()).filter((name) => name.startsWith(SHELLS));
  const shells = await Promise.all(names.map(async (name) => [name, await stateIn(name)]));
  return shells.filter(([, state]) => state)
    .sort(([, a], [, b]) => b.installation - a.installation);
}

/** The caches with something that may be shown, in the order in which they are asked. */
async function usableCaches() {
  const shells = [...await wholeShells(), [OWN]]; // the first saves what fits, if not all does
  return [...new Set(shells.flatMap(([name]) => [name, PAGES + folderOf(name)]))];
}

/** Writes down when this was first asked of a cache. */
async function noteFirstUse(cacheName) {
  const cache = await caches.open(cacheName);
  if (!(await cache.match(FIRST))) await cache.put(FIRST, new Response(Date.now()));
}

/** Whether it is less than a week since then. */
async function isWithinAWeek(cacheName) {
  const first = await (await caches.match(FIRST, { cacheName })).text();
  return Date.now() - first < WEEK_MS;
}

/** Where a file is saved: that of a folder, with its slash or without, is its `index.html`. */
const keyOf = ({ origin, pathname }) =>
  origin + pathname.replace(/(?:\/|\/index|(\/[^/.]+))$/, "$1/index.html");

const isAsset = ({ href }) => href.startsWith(`${SCOPE}assets/`);

/** What is saved of an address; otherwise undefined. The scripts of each folder have their own. */
async function savedFile(url) {
  const others = isAsset(url) ? await cacheNames() : [];
  for (const cacheName of [...await usableCaches(), ...others]) {
    const file = await caches.match(keyOf(url), { cacheName });
    if (file) return file;
  }
  return undefined;
}

/** Deletes the shells that this one replaces, those that never came whole, and the oldest. */
async function deleteOld() {
  const usable = await usableCaches();
  const folders = [...new Set([ASSETS, ...usable.map(folderOf)])].slice(0, MAX_FOLDERS);
  for (const name of await cacheNames()) {
    const isReplaced = name.startsWith(`${SHELLS}${ASSETS} `) && name !== OWN;
    if (isReplaced || !usable.includes(name) || !folders.includes(folderOf(name)))
      await caches.delete(name);
  }
}
