/**
 * Loads and saves files exactly as they were built, whatever the host does. The build puts this
 * script at the start of the service worker.
 */
(function (site) {
  "use strict";

  const MAX_PARALLEL = 4; // files at a time, so the first ones come first
  const MAX_SILENCE_MS = 30_000; // a network may accept a request and never answer

  // For other files, browsers look at the bytes.
  const TYPES = { css: "text/css", html: "text/html", js: "text/javascript", svg: "image/svg+xml" };

  /**
   * A response that has only the body and the type of the file. A redirected response may not
   * answer a navigation, `Vary: *` cannot be saved, `max-age` would keep a page in memory when
   * there is a new edition, and the host may declare a wrong type or charset.
   */
  function plain(body, address) {
    const type = TYPES[/\w+$/.exec(address)] ?? "";
    return new Response(body, { headers: { "Content-Type": type } });
  }

  /** Whether a file is as it was built: its SHA-256 begins with the hash. */
  async function isAsBuilt(body, [hash]) {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
    const digits = [...digest].map((byte) => byte.toString(16).padStart(2, "0"));
    return digits.join("").startsWith(hash);
  }

  /** Whether this is the page of the build, by the digits at its end. A host may insert HTML. */
  const isWhole = (body, [, , end]) =>
    Boolean(end) && new TextDecoder().decode(body).includes(`data-end="${end}"`);

  /** The bytes that the network sends. Throws if nothing arrives for a while. */
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
      return await new Blob(parts).arrayBuffer();
    } finally {
      clearTimeout(timer);
    }
  }

  /** The address of a file without the edition, which is in the name of the scripts' folder. */
  const nameOf = (address) => address.replace(/\bassets\/\w+\//, "assets/");

  /** The files saved on the device, newest first: address without the edition → copies. */
  async function allCopies() {
    const copies = {};
    for (const cacheName of (await caches.keys()).reverse())
      for (const { url } of await (await caches.open(cacheName)).keys())
        (copies[nameOf(url)] ??= []).push([url, { cacheName }]);
    return copies;
  }

  /**
   * A file as it was built, as a plain response: a copy that any edition has saved, or else from
   * the network; undefined if neither has it.
   */
  async function fileOfBuild(address, row, copies) {
    for (const copy of copies) {
      const body = await (await caches.match(...copy))?.arrayBuffer();
      if (body && await isAsBuilt(body, row)) return plain(body, address);
    }
    // The browser's own cache may have a bad answer.
    for (const cache of ["no-cache", "reload"]) {
      const body = await receive(address, cache).catch(() => null);
      if (body && (isWhole(body, row) || await isAsBuilt(body, row))) return plain(body, address);
    }
    return undefined;
  }

  /** Calls `work` for each element of a queue, several at a time. */
  async function inParallel(queue, parallel, work) {
    const workQueue = async () => {
      while (queue.length) await work(queue.shift());
    };
    await Promise.all(Array.from({ length: parallel }, workQueue));
  }

  /**
   * Saves the files `paths` below an address in a cache. `files`: path → hash, size, end. Returns
   * the paths that could not be had as they were built.
   */
  async function saveFiles(cache, scope, files, paths) {
    const missing = [], copies = await allCopies();
    await inParallel([...paths], MAX_PARALLEL, async (path) => {
      const address = scope + path;
      const file = await fileOfBuild(address, files[path], copies[nameOf(address)] ?? []);
      if (file) await cache.put(address, file);
      else missing.push(path);
    });
    return missing;
  }

  site.saving = { allCopies, inParallel, isAsBuilt, nameOf, plain, receive, saveFiles };
})(self.Rulings ??= {});
