/**
 * What is saved on a device is what was built, whatever the host does: files of the site in a
 * cache. For `offline.js`, and for the service worker, before which the build puts this script.
 */
(function (site) {
  "use strict";

  const MAX_PARALLEL = 4; // files at a time, so that the large ones come last
  const MAX_SILENCE_MS = 30_000; // a network may accept a request and never answer
  const MAX_WAIT_S = 32; // for a host that limits requests

  // Of others, the browser looks at the bytes.
  const TYPES = { css: "text/css", html: "text/html", js: "text/javascript", svg: "image/svg+xml" };

  /**
   * An answer with the type of its file alone. One that was redirected may not answer a navigation,
   * `Vary: *` cannot be saved, with `max-age` a page stays in memory when a new edition is there,
   * and the type or charset that a host names may be wrong.
   */
  function plain(body, address) {
    const type = TYPES[/\w+$/.exec(address)] ?? "";
    return new Response(body, { headers: { "Content-Type": type } });
  }

  /** Whether a file is as built: its SHA-256 begins with the hash. */
  async function isAsBuilt(body, [hash]) {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
    const digits = [...digest].map((byte) => byte.toString(16).padStart(2, "0"));
    return digits.join("").startsWith(hash);
  }

  /** Whether this is a page of the build, with its digits at the end, whatever a host put in. */
  const isWhole = (body, [, , end]) =>
    Boolean(end) && new TextDecoder().decode(body).includes(`data-end="${end}"`);

  /** The answer of the network, and its bytes. Raises an error if nothing comes for a while. */
  async function receive(address, cache) {
    const abort = new AbortController(), parts = [];
    let timer = 0;
    const goOn = () => {
      clearTimeout(timer);
      timer = setTimeout(() => abort.abort(), MAX_SILENCE_MS);
    };
    try {
      goOn();
      const response = await fetch(address, { cache, signal: abort.signal });
      const reader = response.body.getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        parts.push(part.value);
        goOn();
      }
      return { response, body: await new Blob(parts).arrayBuffer() };
    } finally {
      clearTimeout(timer);
    }
  }

  /** The same. A host that limits requests is asked again after the time it names, or longer. */
  async function receivePatiently(address, cache, wait = 1) {
    const answer = await receive(address, cache), { status, headers } = answer.response;
    if ((status !== 429 && status !== 503) || wait > MAX_WAIT_S) return answer;
    const retryAfter = headers.get("Retry-After") ?? "";
    const seconds = Math.max(wait, /^\d+$/.test(retryAfter) ? Math.min(retryAfter, MAX_WAIT_S) : 0);
    await new Promise((resolve) => { setTimeout(resolve, 1000 * seconds); });
    return receivePatiently(address, cache, 2 * wait);
  }

  /** The address of a file as in each edition: the folder of scripts has another name in each. */
  const nameOf = (address) => address.replace(/\bassets\/\w+\//, "assets/");

  /** What is saved on the device, the latest first: address as in each edition → copies. */
  async function allCopies() {
    const copies = {};
    for (const cacheName of (await caches.keys()).reverse())
      for (const { url } of await (await caches.open(cacheName)).keys())
        (copies[nameOf(url)] ??= []).push([url, { cacheName }]);
    return copies;
  }

  /**
   * A file as a plain answer: a copy that any edition has saved, or else the network; otherwise
   * null. A page into which a host has put something counts only as long as the `host` alters
   * pages.
   */
  async function fileOfBuild(address, row, copies, mode, host) {
    let altered = null;
    for (const copy of copies) {
      const body = await (await caches.match(...copy))?.arrayBuffer();
      if (body && await isAsBuilt(body, row)) return plain(body, address);
      if (body && isWhole(body, row)) altered ??= plain(body, address);
    }
    if (altered && host.altersPages) return altered;
    // The browser's own cache may have a bad answer.
    for (const cache of new Set([mode, "reload"])) {
      const { body } = await receivePatiently(address, cache).catch(() => ({}));
      if (body && await isAsBuilt(body, row)) return plain(body, address);
      if (body && isWhole(body, row)) {
        host.altersPages = true;
        return plain(body, address);
      }
    }
    return altered;
  }

  /**
   * Saves files below an address (path → hash, size, end) in a cache: those of `paths`, as long
   * as `isWanted(how many are to come)`. Awaits `miss(path)` for each that cannot be had as it was
   * built, and returns their paths. `mode`: how `fetch` uses its own cache
   */
  async function saveFiles(cache, scope, files, paths, { mode, isWanted = () => true, miss }) {
    const queue = [...paths], missing = [], copies = await allCopies();
    const host = { altersPages: false }; // as far as it is known
    const saveQueue = async () => {
      while (queue.length && isWanted(queue.length)) {
        const path = queue.shift(), address = scope + path;
        const copiesOfFile = copies[nameOf(address)] ?? [];
        const file = await fileOfBuild(address, files[path], copiesOfFile, mode, host);
        if (file) await cache.put(address, file);
        else {
          missing.push(path);
          await miss(path);
        }
      }
    };
    await Promise.all(Array.from({ length: MAX_PARALLEL }, saveQueue));
    return missing;
  }

  site.saving = { allCopies, isAsBuilt, nameOf, plain, receivePatiently, saveFiles };
})(self.Rulings ??= {});
