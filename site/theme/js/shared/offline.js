/**
 * Offline reading: when a page is idle, the service worker (`sw.js` at the site's root) saves the site, unless the
 * browser is set to save data or the reader has removed the saved site. The footer (`#offline`) says what is saved and
 * offers to remove or save it; a notice announces a new build.
 */
(function (site) {
  "use strict";

  const container = document.getElementById("offline");
  if (!container || !("serviceWorker" in navigator) || !("caches" in window) || location.protocol === "file:") return;

  const worker = navigator.serviceWorker, STORAGE_KEY = "rulings-offline";
  // The names of the caches, and of the file `HASHES_FILE` in each, are those of `service-worker.js`.
  const scope = new URL(site.base, location.href).href, prefix = `rulings ${scope} `, HASHES_FILE = "hashes.json";
  const button = (words, action) => site.button({ class: "plain-button" }, words, action);
  const show = (...parts) => {
    container.replaceChildren(...parts);
    container.hidden = false;
  };
  const size = (bytes) => `${(bytes / 1e6).toFixed(bytes < 1e6 ? 1 : 0)} MB`;

  /** Whether the reader has removed the saved site. */
  function isRemoved() {
    try {
      return localStorage.getItem(STORAGE_KEY) === "removed";
    } catch {
      return false; // storage may be forbidden
    }
  }

  function rememberRemoval(removed) {
    try {
      if (removed) localStorage.setItem(STORAGE_KEY, "removed");
      else localStorage.removeItem(STORAGE_KEY);
    } catch {
      // Storage is forbidden, so nothing is remembered.
    }
  }

  /** @returns {Promise<?{build: string, bytes: number}>} the build that is completely saved */
  async function savedBuild() {
    for (const name of (await caches.keys()).filter((key) => key.startsWith(prefix))) {
      const response = await (await caches.open(name)).match(new URL(HASHES_FILE, scope).href);
      if (response) return response.json();
    }
    return null;
  }

  async function showStatus() {
    const build = await savedBuild();
    if (build) show(
      `Saved for offline reading: ${size(build.bytes)}, build ${build.build}. `, button("Remove", remove)
    );
    else await offerToSave();
  }

  async function offerToSave() {
    const latest = await fetch(site.address("offline.json")).then((response) => response.json()).catch(() => null);
    show("Not saved for offline reading. ", button(latest ? `Save it (${size(latest.bytes)})` : "Save it", () => {
      rememberRemoval(false);
      save();
    }));
  }

  async function remove() {
    rememberRemoval(true);
    const registration = await worker.getRegistration(scope);
    if (registration) await registration.unregister();
    for (const name of await caches.keys()) if (name.startsWith(prefix)) await caches.delete(name);
    await offerToSave();
    site.say("Removed", true);
  }

  async function save() {
    try {
      const registration = await worker.register(site.address("sw.js"), { updateViaCache: "none" });
      if (registration.waiting && registration.active) announceBuild(registration.waiting);
      if (!registration.active) show("Saving for offline reading …");
      else await showStatus();
    } catch {
      container.hidden = true; // no service workers here: the connection is insecure, or the window private
    }
  }

  worker.addEventListener("message", async ({ data }) => {
    if (!data) return;
    if (data.type === "full") show(
      "There is not enough space to save this site for offline reading. ", button("Try again", save)
    );
    else if (data.type === "failed" && !(await savedBuild())) show(
      "Saving for offline reading failed. ", button("Try again", save)
    );
    else if (data.type === "saved") await showStatus();
    else if (data.type === "waiting") {
      const registration = await worker.getRegistration(scope);
      const newWorker = registration && (registration.waiting || registration.installing);
      if (newWorker) announceBuild(newWorker);
    }
  });

  /** Announces a new build, which is saved beside the old one; open tabs keep the old one until reloaded. */
  function announceBuild(newWorker) {
    if (document.querySelector(".new-build")) return;
    const reload = site.button({}, "Reload", () => {
      // Another tab has activated it.
      if (newWorker.state !== "installing" && newWorker.state !== "installed") return location.reload();
      worker.addEventListener("controllerchange", () => location.reload(), { once: true });
      return newWorker.postMessage({ type: "activate" });
    });
    const notice = site.element(
      "div", { class: "new-build", role: "status" }, "A new version of this site is available. ", reload, " ",
      site.button({}, "Later", () => notice.remove())
    );
    document.body.append(notice);
  }

  // The browser checks for a new build when it opens a page; a tab that stays open checks when it becomes visible.
  document.addEventListener("visibilitychange", async () => {
    if (document.visibilityState !== "visible") return;
    const registration = await worker.getRegistration(scope);
    if (registration) registration.update().catch(() => {}); // fails without a network
  });

  const savesData = navigator.connection && navigator.connection.saveData;
  const idle = window.requestIdleCallback || ((work) => setTimeout(work, 2000));
  addEventListener("load", () => idle(() => {
    if (isRemoved() || (savesData && !worker.controller)) showStatus().catch(() => {});
    else save();
  }, { timeout: 5000 }));
})((window.Rulings = window.Rulings || {}));
