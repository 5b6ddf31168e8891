/**
 * What the worker answers. Files of `assets/` come from the cache if it has them. For a page, the
 * answer depends on what the network sends in time:
 *
 * | the network sends                                 | if it is saved | if it is not saved |
 * | ------------------------------------------------- | -------------- | ------------------ |
 * | the page, of this shell or of a complete one      | sent           | sent               |
 * | the page, of another shell, for less than a week  | saved          | sent               |
 * | the same for longer, and the page's own files     | sent           | sent               |
 * | the same for longer, without these                | older          | sent               |
 * | half of it                                        | saved          | sent               |
 * | a redirection, 401, 404 or 410                    | sent           | sent               |
 * | another page, which may ask to log in             | sent           | sent               |
 * | another error below 500                           | saved          | sent               |
 * | an error from 500, as gateways send               | saved          | missing            |
 * | nothing                                           | saved          | missing            |
 *
 * *sent*: what the network sends; *saved*: the saved page; *older*: the saved page, which says that
 * there is a newer edition; *missing*: the page `404.html`
 */
/* global OWN, READ, SCOPE, SHELL, SHELLS, STATE, cacheNames, isAsset, isPageAddress,
   isWithinAWeek, keyOf, noteFirstUse, noteRead, pagesOf, resultOf, savedFile, shellOf
   -- from caches.js */
/* global currentState, saveMissing -- from shell.js */
const { NOT_SAVED } = self.built; // beginnings of paths that are never saved
const { isAsBuilt, plain } = self.Rulings.saving;
const PATIENCE_MS = 3000; // time to wait for the headers before a saved page is shown

let isStalled = false; // whether the last answer did not come in time

const delay = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const isHtml = ({ headers }) => /^text\/html/i.test(headers.get("Content-Type"));

/** The result of a promise in time; null if it fails, undefined if it is late. */
const inTime = (promise, ms) => Promise.race([promise, delay(ms)]).catch(() => null);

/** The folder of scripts of a complete page of this site. Other responses have none. */
const folderIn = (html) =>
  /data-end="\w+"/.test(html) && /data-assets="[^"]*(assets\/\w+)/.exec(html)?.[1];

/** The cache for a response with this body, or undefined if it is not to be saved. */
async function cacheFor(url, response, body) {
  if (isPageAddress(url)) {
    const folder = folderIn(new TextDecoder().decode(body));
    if (folder) await noteRead(url);
    const shell = await shellOf(folder);
    return shell && pagesOf(shell);
  }
  if (isAsset(url)) {
    const row = SHELL[keyOf(url).slice(SCOPE.length)];
    return row && await isAsBuilt(body, row) ? OWN : undefined;
  }
  // A page does not replace another kind of file
  const isRefused = isHtml(response) || await savedFile(url);
  return isRefused ? undefined : READ;
}

/** Saves a response if it is from this site; a gateway has its own pages. */
async function save(url, response) {
  const isNeverSaved = NOT_SAVED.some((start) => url.href.startsWith(SCOPE + start));
  if (response.status !== 200 || isNeverSaved) return;
  const body = await response.arrayBuffer();
  const cacheName = await cacheFor(url, response, body);
  if (!cacheName) return;
  const cache = await caches.open(cacheName);
  const key = keyOf(url);
  await cache.put(key, plain(body, key));
}

/** The answer of the network, which is also saved. */
async function fetchAndSave(event, url) {
  const { request } = event;
  // The browser may keep an earlier edition of a page, or a redirection
  const isPage = request.mode === "navigate" && request.cache === "default";
  const response = await (isPage ? fetch(request, { cache: "no-cache" }) : fetch(request));
  isStalled = false;
  // If storage is full or forbidden, the reader still gets what the network delivered.
  event.waitUntil(resultOf(save(url, response.clone())));
  return response;
}

/** A page with a mark for its scripts. */
function markedPage(html, mark, status) {
  const headers = { "Content-Type": "text/html; charset=utf-8" };
  return new Response(html.replace("<body ", `<body data-${mark} `), { status, headers });
}

/** The page shown for a page that is not saved. Undefined if the shell is not saved. */
async function missingPage() {
  const page = await resultOf(savedFile(new URL(`${SCOPE}404.html`)));
  if (!page) return undefined;
  // Without the site's address, the page's links begin at the root of the host.
  const html = await page.text();
  const isAtRoot = html.includes(' data-base="/"');
  const linked = isAtRoot ? html.replaceAll('="/', `="${new URL(SCOPE).pathname}`) : html;
  return markedPage(linked, "is-unsaved", 503);
}

/**
 * Whether each file that a page names is saved. The network counts only if no worker of that
 * build was ever here; such a worker has already refused files that were not as built.
 */
async function hasItsFiles(html, folder) {
  const wasHere = (await cacheNames()).some((name) => name.startsWith(`${SHELLS}${folder} `));
  const hasFile = async (path) => {
    const url = new URL(SCOPE + path);
    if (await caches.match(url)) return true;
    return !wasHere && isFile(await fetch(url), url);
  };
  const paths = html.match(/assets\/\w+\/[^" ]+\.(?:css|js)/g);
  const areThere = await inTime(Promise.all(paths.map(hasFile)), PATIENCE_MS);
  return Boolean(areThere?.every(Boolean));
}

/** Whether this is the requested file. A gateway has errors and pages of its own. */
const isFile = (response, url) =>
  Boolean(response) && response.status < 400 && (isPageAddress(url) || !isHtml(response));

/** Statuses that are a valid answer for a page: log in, or nothing is there. */
const ANSWERS = [401, 404, 410];

/** What is shown for a page if the network sends `response` in time: a cell of the table above. */
async function shownPage(response, isSaved) {
  if (!response || response.status >= 500) return isSaved ? "saved" : "missing";
  if (!isSaved || response.type === "opaqueredirect") return "sent";
  if (response.status >= 400) return ANSWERS.includes(response.status) ? "sent" : "saved";
  const html = await inTime(response.clone().text(), PATIENCE_MS);
  if (!html) return "saved"; // half of it
  if (!html.includes('<html lang="en" class="no-js">')) return "sent"; // another page
  const folder = folderIn(html);
  if (!folder) return "saved"; // half of it
  if (await shellOf(folder)) return "sent";
  await noteFirstUse(SHELLS + folder);
  if (await isWithinAWeek(SHELLS + folder)) return "saved";
  return await hasItsFiles(html, folder) ? "sent" : "older";
}

async function respond(event, url) {
  const isPage = event.request.mode === "navigate";
  const saved = resultOf(savedFile(url));
  if (isAsset(url) && (await saved)) return saved;
  const answer = fetchAndSave(event, url);
  event.waitUntil(answer.catch(() => {})); // it continues while the saved page is shown
  const isSaved = Boolean(await saved);
  if (!isSaved && !isPage) return answer;
  let response = await inTime(answer, isStalled ? 0 : PATIENCE_MS);
  // If nothing is saved, the page gets the same time again
  if (response === undefined && !isSaved) response = await inTime(answer, PATIENCE_MS);
  isStalled = response === undefined;
  if (!isPage) return isFile(response, url) ? answer : saved;
  // If the caches cannot be used, the reader still gets what the network sends
  const shown = await shownPage(response, isSaved).catch(() => "sent");
  if (shown === "saved") return saved;
  if (shown === "older") return markedPage(await (await saved).text(), "is-older", 200);
  return (shown === "missing" && (await missingPage())) || answer;
}

/** The state of the shell as a file for `offline.js`. */
async function stateFile() {
  const state = await currentState();
  return state ? new Response(JSON.stringify(state)) : Response.error();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const isOwn = request.method === "GET" && url.href.startsWith(SCOPE);
  if (!isOwn) return;
  if (url.href === STATE) {
    event.respondWith(stateFile());
    return;
  }
  const { installing, waiting } = self.registration;
  // A worker that is being installed saves the missing files itself.
  if (request.mode === "navigate" && !installing && !waiting)
    event.waitUntil(saveMissing().catch(() => {}));
  event.respondWith(respond(event, url));
});
