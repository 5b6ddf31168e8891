/**
 * What the other scripts share: addresses from the site's root, messages for screen readers, creating elements,
 * shortcuts, loading scripts and the search engine. From disk, the address of a folder needs its `index.html`.
 */
(function (site) {
  "use strict";

  const base = document.body.dataset.base || "./";
  const fromDisk = location.protocol === "file:";

  /** @param {string} path from the root: `cards/dr-dreff/#…` @returns {string} the address from this page */
  function address(path) {
    const [, folder, rest] = /^([^?#]*)(.*)$/.exec(path);
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

  const loading = new Map();

  /** Loads and runs a script once. @param {string} src an address of this site @returns {Promise<void>} */
  function script(src) {
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
      engine = Promise.all(parts.map((path) => script(base + path))).then(() => site.engine.open(site.searchData));
      engine.catch(() => {
        engine = null;
      });
    }
    return engine;
  }

  /** Gives each page a single address: its folder if served, its file if read from disk. */
  function normalizeAddresses() {
    for (const link of document.querySelectorAll("a[href], form[action]")) {
      const name = link.matches("form") ? "action" : "href", href = link.getAttribute(name);
      if (/^(?:[a-z]+:|#)/i.test(href)) continue;
      const clean = fromDisk
        ? href.replace(/(^|\/)(?=[?#]|$)/, "$1index.html")
        : href.replace(/(^|\/)index\.html(?=[?#]|$)/, "$1");
      if (clean !== href) link.setAttribute(name, clean || "./");
    }
    if (!fromDisk && location.pathname.endsWith("/index.html")) {
      history.replaceState(
        history.state, "", location.pathname.slice(0, -"index.html".length) + location.search + location.hash
      );
    }
  }
  normalizeAddresses();

  // While the title is scrolled out of sight, the header shows the name of the page (`.page-name`).
  const header = document.querySelector(".top"), title = document.querySelector("main h1");
  if (header && title && "IntersectionObserver" in window) {
    new IntersectionObserver((entries) => {
      const { isIntersecting, boundingClientRect } = entries.at(-1); // a slow page gets several entries at once
      header.classList.toggle("past-title", !isIntersecting && boundingClientRect.top < 100);
    }, { rootMargin: "-64px 0px 0px" }).observe(title);
  }

  /** Opens the folded entry that the address points to, which older browsers do not. */
  function unfold() {
    let target = null;
    try {
      target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    } catch {
      // It is not UTF-8, so it is no anchor of this site.
    }
    const folded = target && target.closest("details:not([open])");
    if (!folded) return;
    folded.open = true;
    target.scrollIntoView();
  }
  addEventListener("hashchange", unfold);
  unfold();

  // Everything is opened for printing.
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll("details:is(.fold, .part):not([open])")];
    for (const details of closed) details.open = true;
  });
  addEventListener("afterprint", () => {
    for (const details of closed) details.open = false;
  });

  Object.assign(site, { address, say, capitalized, script, element, isShortcut, searchEngine, base });
})((window.Rulings = window.Rulings || {}));
