/**
 * What the worker answers. Files of `assets/` come from the cache if it has them. For a page, the
 * answer depends on what the network sends in time:
 *
 * | the network sends                               | if it is saved  | if it is not saved       |
 * | ----------------------------------------------- | --------------- | ------------------------ |
 * | the page, of a shell that is complete           | what was sent   | what was sent            |
 * | the page, of another shell                      | saved page *    | what was sent            |
 * | half of it                                      | saved page      | what was sent            |
 * | a redirection, 401, 404, 410, or another page,  | what was sent   | what was sent            |
 * | which may ask to log in                         |                 |                          |
 * | an error of a gateway                           | saved page      | what was sent, from 500  |
 * | nothing                                         | saved page      | on the page `404.html`   |
 *
 * *: after a week what was sent, if its own files are there
 */
const { NOT_SAVED } = self.built; // beginnings of paths that are never saved
const { isAsBuilt, plain } = self.Rulings.saving;
const PATIENCE_MS = 3000; // time to wait for the headers before a saved page is shown

let isStalled = false; // whether the last answer did not come in time

const delay = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

const isHtml = ({ headers }) => /^text\/html/i.test(headers.get("Content-Type"));
const isPageAddress = (url) => keyOf(url).endsWith(".html");

/** The folder of scripts of a complete page of this site. Other responses have none. */
const folderIn = (html) =>
  /data-end="\w+"/.test(html) && /data-assets="[^"]*(assets\/\w+)/.exec(html)?.[1];

/** Saves a response if it is from this site; a gateway answers with pages of its own. */
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
  } else if (isHtml(response) || (await savedFile(url))) return; // another form replaces nothing
  await (await caches.open(cacheName)).put(key, plain(body, key));
}

/** The answer of the network, which is also saved. */
async function fetchAndSave(event, url) {
  const response = await fetch(event.request);
  isStalled = false;
  // If storage is full or forbidden, the reader still gets what the network delivered.
  event.waitUntil(resultOf(save(url, response.clone())));
  return response;
}

/** Statuses that are a valid answer for a page: log in, or nothing is there. */
const ANSWERS = [401, 404, 410];

/**
 * Whether this is not the requested file. A gateway has errors and pages of its own. An open page
 * of an earlier build may ask for a file that is gone from the server.
 */
function isFailure(response, url, isPage) {
  if (!response) return true;
  const { status } = response;
  if (isPage) return status >= 400 && !ANSWERS.includes(status);
  return status >= 400 || (isHtml(response) && !isPageAddress(url));
}

/** The page shown for a page that is not saved. Undefined if the shell is not saved. */
async function missingPage() {
  const page = await resultOf(savedFile(new URL(`${SCOPE}404.html`)));
  if (!page) return undefined;
  // Without the site's address, the page's links begin at the root of the host.
  let html = await page.text();
  if (html.includes(' data-base="/"'))
    html = html.replaceAll('="/', `="${new URL(SCOPE).pathname}`);
  html = html.replace("<body ", "<body data-is-unsaved ");
  const headers = { "Content-Type": "text/html; charset=utf-8" };
  return new Response(html, { status: 503, headers });
}

/**
 * Whether each file that a page names is saved. The worker of its build has checked that they are
 * as built; if that worker was never here, it is enough that they arrive in time.
 */
async function hasItsFiles(html, folder) {
  const wasHere = (await cacheNames()).some((name) => name.startsWith(`${SHELLS}${folder} `));
  const files = html.match(/assets\/\w+\/[^" ]+\.(?:css|js)/g).map(async (path) => {
    const url = new URL(SCOPE + path), isSaved = Boolean(await caches.match(url));
    return isSaved || (!wasHere && !isFailure(await fetch(url), url, false));
  });
  const areThere = Promise.all(files).then((found) => found.every(Boolean));
  return Promise.race([areThere, delay(PATIENCE_MS)]).catch(() => false);
}

/** Whether all of a page arrives in time, and everything that it needs is saved. */
async function isReady(response) {
  if (response.type === "opaqueredirect") return true; // it may have moved permanently
  const html = await Promise.race([response.clone().text(), delay(PATIENCE_MS)]).catch(() => "");
  if (!html) return false;
  if (!html.includes('<html lang="en" class="no-js">')) return true; // it may ask to log in
  const folder = folderIn(html);
  if (!folder) return false; // it was cut off
  if ((await usableCaches()).includes(PAGES + folder)) return true;
  await noteFirstUse(PAGES + folder);
  return !(await isWithinAWeek(PAGES + folder)) && hasItsFiles(html, folder);
}

async function respond(event, url) {
  const isPage = event.request.mode === "navigate", saved = resultOf(savedFile(url));
  if (isAsset(url) && (await saved)) return saved;
  const answer = fetchAndSave(event, url);
  event.waitUntil(answer.catch(() => {})); // it continues while the saved page is shown
  const inTime = (ms) => // undefined: not in time
    Promise.race([answer, delay(ms)]).catch(() => null);
  const response = await inTime(isStalled ? 0 : PATIENCE_MS);
  const isUsed = (await saved) && (isFailure(response, url, isPage)
    || (isPage && (await resultOf(isReady(response))) === false));
  if (!isUsed && !isPage) return answer;
  // If nothing is saved for a page, it gets the same time again.
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
  // The next worker saves the missing files itself.
  if (request.mode === "navigate" && !installing && !waiting)
    event.waitUntil(saveShellOnce().catch(() => {}));
  event.respondWith(respond(event, url));
});
