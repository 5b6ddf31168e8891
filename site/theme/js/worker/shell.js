/**
 * Saves the shell of a build when its worker is installed, with every file as it was built.
 *
 * The earlier worker stays, with what it has saved, unless this one has as much. Files that the
 * earlier one also lacks may be missing. After a week, data that do not arrive are taken from the
 * older shell, so a host that refuses a file for good does not keep readers on an old edition. A
 * new worker waits until no page is open: in Chromium, a page that is opened while a worker takes
 * over can hang.
 */
// `SHELL`: path → hash and size, and for a page also its end; smallest first
const { EDITION, SHELL } = self.built;
const { allCopies, nameOf, saveFiles } = self.Rulings.saving;
const MAX_SAVED_DATA = 300_000; // bytes of a file of the shell, for readers who save data

let shell = null; // the saving of the shell; each start of the worker tries what is missing

function saveShellOnce() {
  shell ??= saveShell();
  return shell;
}

const writeState = async (state) =>
  (await caches.open(OWN)).put(STATE, new Response(JSON.stringify(state)));

/** The cache of an older shell with the same scripts, once its data may replace missing ones. */
async function olderData(shells) {
  const [older] = shells.find(([name]) => name !== OWN && folderOf(name) === ASSETS) ?? [];
  if (!older) return undefined;
  await noteFirstUse(OWN);
  return (await isWithinAWeek(OWN)) ? undefined : older;
}

/** Saves the files of `SHELL`, and the list of those that could not be had as built. */
async function saveShell() {
  const cache = await caches.open(OWN), state = await stateIn(OWN);
  const paths = state?.left ?? Object.keys(SHELL);
  if (!paths.length) return;
  const shells = await wholeShells(), cacheName = await olderData(shells);
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
  const bytes = Object.values(SHELL).reduce((sum, [, size]) => sum + size, 0);
  const installation = state?.installation ?? 0;
  await writeState({ left, bytes, edition: EDITION, installation });
  if (missing.length) shell = null; // the next page tries again
}

/** Gives this installation the highest number, even if its shell was there before a roll-back. */
async function numberInstallation() {
  const shells = await wholeShells(), state = await stateIn(OWN);
  const [[, latest] = []] = shells;
  if (state) await writeState({ ...state, installation: latest.installation + 1 });
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
  // Otherwise Chromium also asks the network while the worker starts, and waits for redirections.
  event.addRoutes?.({ condition: { urlPattern: `${SCOPE}*` }, source: "fetch-event" });
  event.waitUntil(saveShellOnce().catch((error) => {
    // The first worker saves what fits if the storage is full.
    if (self.registration.active) throw error;
  }).then(numberInstallation).then(saveOpenPages));
});

self.addEventListener("activate", (event) =>
  event.waitUntil(deleteOld().then(() => self.clients.claim())));
