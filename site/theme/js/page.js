/**
 * What the other scripts share: addresses relative to the site's root (read as files, a folder has no index), messages
 * for screen readers, elements made without markup, and scripts loaded when needed.
 */
(function (site) {
  "use strict";

  const here = document.currentScript.src.replace(/[^/]*$/, "");
  const base = document.body.dataset.base || "./";
  const files = location.protocol === "file:";

  /** @param {string} path from the root: `cards/dr-dreff/#…` @returns {string} the address from this page */
  function address(path) {
    const [, folder, rest] = /^([^?#]*)(.*)$/.exec(path);
    return base + (files && (folder === "" || folder.endsWith("/")) ? folder + "index.html" : folder) + rest;
  }

  /** Says something to screen readers, and shows it for a moment where `visible`. */
  function say(message, visible) {
    let region = document.querySelector(".live");
    if (!region) {
      region = document.createElement("p");
      region.className = "live";
      region.setAttribute("role", "status");
      document.body.append(region);
    }
    region.textContent = "";
    region.classList.toggle("live-shown", Boolean(visible));
    clearTimeout(say.timer);
    requestAnimationFrame(() => {
      region.textContent = message;
    });
    if (visible) say.timer = setTimeout(() => region.classList.remove("live-shown"), 2500);
  }

  const loading = new Map();

  /** @param {string} src an address of this site @returns {Promise<void>} when the classic script has run */
  function script(src) {
    if (!loading.has(src)) {
      loading.set(src, new Promise((resolve, reject) => {
        const element = document.createElement("script");
        element.src = src;
        element.async = false;
        element.onload = () => resolve();
        element.onerror = () => {
          loading.delete(src);
          element.remove();
          reject(new Error(`${src} could not be read`));
        };
        document.head.append(element);
      }));
    }
    return loading.get(src);
  }

  /** Makes an element: `element("a", {href: "…"}, "text", child)`. Text is always text. */
  function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
    }
    made.append(...children.filter((child) => child !== null && child !== undefined));
    return made;
  }

  const engineParts = ["search-words", "search-entries", "search-names", "search-query", "search-terms", "search-rank", "search-show"];
  let engine = null;

  /** @returns {Promise<object>} the search engine with its data, made once, when a reader first turns to the box */
  function searchEngine() {
    if (!engine) {
      const parts = [base + "assets/search-data.js", ...engineParts.map((name) => `${here}${name}.js`)];
      const loaded = site.show && window.RULINGS_SEARCH ? Promise.resolve() : Promise.all(parts.map(script));
      engine = loaded.then(() => site.search.open(window.RULINGS_SEARCH));
      engine.catch(() => {
        engine = null;
      });
    }
    return engine;
  }

  Object.assign(site, { address, say, script, element, searchEngine, base });
})((window.Rulings = window.Rulings || {}));
