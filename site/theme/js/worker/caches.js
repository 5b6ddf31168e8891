/**
 * The caches of the service worker, which `site/machine_files.py` joins from `saving.js` and the
 * three scripts of this folder.
 *
 * A shell consists of all scripts and styles, the data of the search, the pages of tools and the
 * page for missing pages. Each build has a cache for its shell, and one for the pages that were
 * read. Pages come only from the complete shell that was installed last, and from the cache beside
 * it; after a roll-back, that shell is one that was there before. Open pages of an older shell
 * still get their scripts, styles and data.
 */
// `ASSETS`: folder of the scripts; `BUILD`: name of the build; `SHELL`: path → hash and size, and
// for a page also its end; in the order of saving
const { ASSETS, BUILD, SHELL } = self.built;
const SCOPE = self.registration.scope;
const CACHES = `rulings ${SCOPE} `;
// Followed by the folder of the scripts and the build
const SHELLS = `${CACHES}shell `, PAGES = `${CACHES}pages `;
const OWN = `${SHELLS}${ASSETS} ${BUILD}`;
// The addresses of pages that were read under any edition, without contents; other files, as icons
const READ = `${CACHES}read`;
// Not a file of the host. It is saved last in the cache of a shell, and has the files that this
// shell lacks, its edition, and the number of its installation.
const STATE = `${SCOPE}offline.json`;
const FIRST = `${SCOPE}first.json`; // not a file either: when the cache was first needed
const MAX_FOLDERS = 4; // of scripts: the current one and older ones
const WEEK_MS = 7 * 86_400_000; // for this long, an incomplete shell replaces nothing

/** The result of a look into the caches; undefined if it finds nothing, or they cannot be used. */
const resultOf = (look) => look.catch(() => undefined);

const cacheNames = async () =>
  (await caches.keys()).filter((name) => name.startsWith(CACHES));

const urlsIn = async (cacheName) =>
  (await (await caches.open(cacheName)).keys()).map(({ url }) => url);

const folderOf = (cacheName) => /assets\/\w+/.exec(cacheName.slice(CACHES.length))[0];

/** The state of the shell in a cache; undefined if the shell is incomplete. */
const stateIn = async (cacheName) => (await caches.match(STATE, { cacheName }))?.json();

/** The caches with a complete shell, each with its state, newest installation first. */
async function completeShells() {
  const names = (await cacheNames()).filter((name) => name.startsWith(SHELLS));
  const shells = await Promise.all(names.map(async (name) => [name, await stateIn(name)]));
  return shells.filter(([, state]) => state)
    .sort(([, a], [, b]) => b.installation - a.installation);
}

/** The cache of the newest complete shell with these scripts, or of this worker's own. */
async function shellOf(folder) {
  const names = (await completeShells()).map(([name]) => name);
  return [...names, OWN].find((name) => folderOf(name) === folder);
}

const pagesOf = (shell) => shell.replace(SHELLS, PAGES);

/** Writes down when a cache was first needed, unless that is known. */
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

const isPageAddress = (url) => keyOf(url).endsWith(".html");

/** The saved file at an address, or undefined. A page comes from the newest edition only. */
async function savedFile(url) {
  const shells = (await completeShells()).map(([name]) => name);
  const [newest = OWN] = shells; // the first worker saves what fits
  const others = isPageAddress(url) ? [] : [...shells, ...await cacheNames()];
  for (const cacheName of [newest, pagesOf(newest), ...others]) {
    const file = await caches.match(keyOf(url), { cacheName });
    if (file) return file;
  }
  return undefined;
}

/** Notes that a page was read, so each new edition saves it; the shell has its own pages. */
async function noteRead(url) {
  const key = keyOf(url);
  if (key.slice(SCOPE.length) in SHELL) return;
  await (await caches.open(READ)).put(key.replace(/index\.html$/, ""), new Response());
}

/** The addresses of pages that were read and are not saved with this shell, last read first. */
async function unsavedPages() {
  const savedKeys = new Set(await urlsIn(pagesOf(OWN)));
  const isUnsaved = (url) => isPageAddress(url) && !savedKeys.has(keyOf(url));
  return (await urlsIn(READ)).reverse().map((url) => new URL(url)).filter(isUnsaved);
}

/** Deletes what this shell replaces: those with the same scripts, incomplete and oldest ones. */
async function deleteOld() {
  const shells = (await completeShells()).map(([name]) => name);
  const folders = [...new Set([ASSETS, ...shells.map(folderOf)])].slice(0, MAX_FOLDERS);
  const isKept = (name) => folderOf(name) !== ASSETS && folders.includes(folderOf(name));
  const kept = [...shells.filter(isKept), OWN, pagesOf(OWN), READ];
  for (const name of await cacheNames()) if (!kept.includes(name)) await caches.delete(name);
}
