/**
 * What the other scripts share: addresses from the site's root, messages for screen readers, creating elements,
 * shortcuts, loading scripts and the search engine. From disk, the address of a folder needs its `index.html`.
 */
(function (site) {
  "use strict";

  const base = document.body.dataset.base || "./";
  const fromDisk = location.protocol === "file:";

  /** The address, from this page, of a path from the root, such as `cards/dr-dreff/#…` or `/cards/`. */
  function address(path) {
    const [, folder, rest] = /^\/?([^?#]*)(.*)$/.exec(path);
    return base + (fromDisk && (folder === "" || folder.endsWith("/")) ? folder + "index.html" : folder) + rest;
  }

  /** Announces a message to screen readers and, if `visible`, shows it for a moment. */
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

  /** Words with a capital first letter, as the start of a sentence. */
  const capitalized = (words) => words[0].toUpperCase() + words.slice(1);

  const MONTHS = "January February March April May June July August September October November December".split(" ");

  /** ISO 8601 → such as `4 November 1997`. (`Intl` would take a slow phone 60 ms to load.) */
  function dateInWords(date) {
    const [year, month, day] = date.split(/[-T]/).map(Number);
    return `${day} ${MONTHS[month - 1]} ${year}`;
  }

  const loading = new Map();

  /** Loads and runs a script once. @param {string} src an address of this site @returns {Promise<void>} */
  function loadScript(src) {
    if (!loading.has(src)) {
      loading.set(src, new Promise((resolve, reject) => {
        const node = document.createElement("script");
        node.src = src;
        node.async = false;
        node.onload = () => resolve();
        node.onerror = () => {
          loading.delete(src);
          node.remove();
          reject(new Error(`${src} could not be read`));
        };
        document.head.append(node);
      }));
    }
    return loading.get(src);
  }

  /** Creates an element: `element("a", {href: "…"}, "text", child)`. Text is never parsed as HTML. */
  function element(name, attributes, ...children) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (value !== null && value !== undefined && value !== false) node.setAttribute(key, value === true ? "" : value);
    }
    node.append(...children.filter((child) => child !== null && child !== undefined));
    return node;
  }

  /** A link to a page of this site. `path`: see `address` */
  const link = (path, words) => element("a", { href: address(path) }, words);

  /** A button that calls `action` when it is clicked. */
  function button(attributes, words, action) {
    const node = element("button", { type: "button", ...attributes }, words);
    node.addEventListener("click", action);
    return node;
  }

  /** Whether a pressed key may be a shortcut: nothing is being typed, and neither Ctrl, ⌘ nor Alt is held. */
  function isShortcut({ target, ctrlKey, metaKey, altKey }) {
    const isTyping = target.closest && target.closest("input, textarea, select, [contenteditable]");
    return !isTyping && !ctrlKey && !metaKey && !altKey;
  }

  let engine = null;

  /** Loads the search engine and its data once. @returns {Promise<object>} see `open` in `engine/searching.js` */
  function searchEngine() {
    if (!engine) {
      const parts = ["assets/search-engine.js", "assets/search-data.js"];
      engine = Promise.all(parts.map((path) => loadScript(base + path)))
        .then(() => new Promise((resolve) => { setTimeout(resolve); })) // what was typed meanwhile is shown first
        .then(() => site.engine.open(site.searchData));
      engine.catch(() => {
        engine = null;
      });
    }
    return engine;
  }

  Object.assign(site, {
    address, base, button, capitalized, dateInWords, element, fromDisk, isShortcut, link, loadScript, say, searchEngine
  });
})((window.Rulings = window.Rulings || {}));
