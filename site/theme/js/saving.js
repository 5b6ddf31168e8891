/**
 * Files as they were built, whatever the host does. For the service worker, before which the build
 * puts this script.
 */
(function (site) {
  "use strict";

  const MAX_PARALLEL = 4; // files at a time, so that the large ones come last
  const MAX_SILENCE_MS = 30_000; // a network may accept a request and never answer

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

  /** What the network sends, in bytes. Raises an error if nothing comes for a while. */
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
   * A file as a plain answer, as it was built: a copy that any edition has saved, or else from the
   * network; otherwise undefined.
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

  /**
   * Saves files below an address (path → hash, size, end) in a cache: those of `paths`. Returns the
   * paths of those that cannot be had as they were built.
   */
  async function saveFiles(cache, scope, files, paths) {
    const queue = [...paths], missing = [], copies = await allCopies();
    const saveQueue = async () => {
      while (queue.length) {
        const path = queue.shift(), address = scope + path;
        const file = await fileOfBuild(address, files[path], copies[nameOf(address)] ?? []);
        if (file) await cache.put(address, file);
        else missing.push(path);
      }
    };
    await Promise.all(Array.from({ length: MAX_PARALLEL }, saveQueue));
    return missing;
  }

  site.saving = { allCopies, isAsBuilt, nameOf, plain, receive, saveFiles };
})(self.Rulings ??= {});
