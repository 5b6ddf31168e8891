/**
 * Saves the shell of a build, only as it was built, when its worker is installed. The worker before
 * stays, with what it has saved, unless this one has as much; but what that one misses, too, may be
 * missing, and after a week data that do not come stay as they were: a host that refuses a file for
 * good keeps no reader on an old edition. A new worker waits until no page is open: in Chromium, a
 * page that is opened while a worker takes over can hang.
 */
// `SHELL`: path → hash and size, of a page also its end; the smallest first
const { EDITION, SHELL } = self.built;
const { allCopies, nameOf, saveFiles } = self.Rulings.saving;
const MAX_SAVED_DATA = 300_000; // bytes of a file of the shell for readers who save data

let shell = null; // the saving of the shell; each start of the worker tries what is missing

function saveShellOnce() {
  shell ??= saveShell();
  return shell;
}

const writeState = async (state) =>
  (await caches.open(OWN)).put(STATE, new Response(JSON.stringify(state)));

/** The cache of an older shell with the same scripts, once its data may stand in for others. */
async function olderData(shells) {
  const [older] = shells.find(([name]) => name !== OWN && folderOf(name) === ASSETS) ?? [];
  if (!older) return undefined;
  await noteFirstUse(OWN);
  return (await isWithinAWeek(OWN)) ? undefined : older;
}

/** Saves the files of `SHELL`; of those that are not as built, the list is saved. */
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

/** Numbers this installation as the last one, also of a shell that was there before a roll-back. */
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
  // Chromium asks the network, too, while the worker starts, and a redirection keeps it waiting.
  event.addRoutes?.({ condition: { urlPattern: `${SCOPE}*` }, source: "fetch-event" });
  event.waitUntil(saveShellOnce().catch((error) => {
    // The first one saves what fits into a storage that is full.
    if (self.registration.active) throw error;
  }).then(numberInstallation).then(saveOpenPages));
});

self.addEventListener("activate", (event) =>
  event.waitUntil(deleteOld().then(() => self.clients.claim())));
