/**
 * Offline reading: when a page is idle, the service worker (`sw.js` at the site's root) saves the site, unless the
 * reader saves data or has removed it. The foot of the page (`#offline`) says what is saved, and offers to remove or
 * save it; a notice says when a new edition is ready.
 */
(function (site) {
  "use strict";

  const place = document.getElementById("offline");
  if (!place || !("serviceWorker" in navigator) || !("caches" in window) || location.protocol === "file:") return;

  const worker = navigator.serviceWorker, OFF = "offline";
  const scope = new URL(site.base, location.href).href, prefix = `rulings ${scope} `;
  const button = (words, action) => {
    const made = site.element("button", { type: "button", class: "plain" }, words);
    made.addEventListener("click", action);
    return made;
  };
  const show = (...parts) => {
    place.replaceChildren(...parts);
    place.hidden = false;
  };
  const size = (bytes) => `${(bytes / 1e6).toFixed(bytes < 1e6 ? 1 : 0)} MB`;

  /** @param {string|null} value what to remember; null forgets; without it, what is remembered */
  function wish(value) {
    try {
      if (value === null) localStorage.removeItem(OFF);
      else if (value) localStorage.setItem(OFF, value);
      return localStorage.getItem(OFF);
    } catch {
      return null; // storage may be forbidden
    }
  }

  /** The edition that is saved completely, or null. */
  async function saved() {
    for (const name of (await caches.keys()).filter((key) => key.startsWith(prefix))) {
      const about = await (await caches.open(name)).match(new URL("hashes.json", scope).href);
      if (about) return about.json();
    }
    return null;
  }

  async function report() {
    const kept = await saved();
    if (kept) show(
      `Saved for offline reading: ${size(kept.bytes)}, edition ${kept.edition}. `, button("Remove", remove)
    );
    else await offer();
  }

  async function offer() {
    const about = await fetch(site.address("offline.json")).then((response) => response.json()).catch(() => null);
    show(`Not saved for offline reading. `, button(about ? `Save it (${size(about.bytes)})` : "Save it", () => {
      wish(null);
      save();
    }));
  }

  async function remove() {
    wish("removed");
    const registration = await worker.getRegistration(scope);
    if (registration) await registration.unregister();
    for (const name of await caches.keys()) if (name.startsWith(prefix)) await caches.delete(name);
    await offer();
    site.say("Removed", true);
  }

  async function save() {
    try {
      const registration = await worker.register(site.address("sw.js"), { updateViaCache: "none" });
      if (registration.waiting && registration.active) ready(registration.waiting);
      if (!registration.active) show("Saving for offline reading …");
      else await report();
    } catch {
      place.hidden = true; // an insecure or private connection; everything else works
    }
  }

  worker.addEventListener("message", async ({ data }) => {
    if (!data) return;
    if (data.type === "full") show(
      "There is not enough space to save this site for offline reading. ", button("Try again", save)
    );
    else if (data.type === "failed" && !(await saved())) show(
      "Saving for offline reading failed. ", button("Try again", save)
    );
    else if (data.type === "saved") await report();
    else if (data.type === "waiting") {
      const registration = await worker.getRegistration(scope);
      const next = registration && (registration.waiting || registration.installing);
      if (next) ready(next);
    }
  });

  /** A new edition is saved beside the old one; this tab keeps the old one until the reader reloads. */
  function ready(next) {
    if (document.querySelector(".new-edition")) return;
    const reload = site.element("button", { type: "button" }, "Reload");
    const later = site.element("button", { type: "button" }, "Later");
    const notice = site.element(
      "div", { class: "new-edition", role: "status" }, "A new edition of this site is available. ", reload, " ", later
    );
    reload.addEventListener("click", () => {
      if (next.state !== "installing" && next.state !== "installed") return location.reload(); // another tab was first
      worker.addEventListener("controllerchange", () => location.reload(), { once: true });
      return next.postMessage({ type: "activate" });
    });
    later.addEventListener("click", () => notice.remove());
    document.body.append(notice);
  }

  /**
   * The browser checks for a new edition when a page is opened; a tab that stays open checks when it becomes visible
   * again.
   */
  document.addEventListener("visibilitychange", async () => {
    if (document.visibilityState !== "visible") return;
    const registration = await worker.getRegistration(scope);
    if (registration) registration.update().catch(() => {}); // without network there is none
  });

  const sparing = navigator.connection && navigator.connection.saveData;
  const idle = window.requestIdleCallback || ((action) => setTimeout(action, 2000));
  addEventListener("load", () => idle(() => {
    if (wish() === "removed" || (sparing && !worker.controller)) report().catch(() => {});
    else save();
  }, { timeout: 5000 }));
})((window.Rulings = window.Rulings || {}));
