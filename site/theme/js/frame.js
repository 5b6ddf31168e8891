/**
 * Every page. What the other scripts share: addresses from the site's root, messages for screen readers, creating
 * elements, loading scripts and the search. And what a page does by itself: it has a single address, shows
 * its name in the header once its title is scrolled out of sight, marks in its contents what is being read, opens what
 * is folded when a link points into it or the page is printed, and switches between light and dark.
 *
 * From disk, the address of a folder needs its `index.html`.
 */
(function (site) {
  "use strict";

  const base = document.body.dataset.base || "./", assets = document.body.dataset.assets;
  const fromDisk = location.protocol === "file:";

  /** The address, from this page, of a path from the root, such as `cards/dr-dreff/#…` or `/cards/`. */
  function address(path) {
    const [, folder, rest] = /^\/?([^?#]*)(.*)$/.exec(path);
    return base + (fromDisk && (folder === "" || folder.endsWith("/")) ? folder + "index.html" : folder) + rest;
  }

  let hiding = 0; // the timer that hides the message

  /** Announces a message to screen readers and, if `visible`, shows it for a moment. */
  function say(message, visible) {
    const region = document.querySelector(".live");
    region.textContent = "";
    region.classList.toggle("live-shown", Boolean(visible));
    clearTimeout(hiding);
    requestAnimationFrame(() => {
      region.textContent = message;
    });
    if (visible) hiding = setTimeout(() => region.classList.remove("live-shown"), 2500);
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

  let engine = null;

  /** Loads the search with its data once: a single file, so that both are always of the same build. */
  function searchEngine() {
    if (!engine) {
      engine = loadScript(`${assets}search.js`)
        .then(() => new Promise((resolve) => { setTimeout(resolve); })) // what was typed meanwhile is shown first
        .then(() => site.engine.open(site.searchData));
      engine.catch(() => {
        engine = null;
      });
    }
    return engine;
  }

  /** What this browser (with `sessionStorage`: this tab) remembers under a name; null if nothing, or if forbidden. */
  function remembered(name, storage = "localStorage") {
    try {
      return window[storage].getItem(name);
    } catch {
      return null;
    }
  }

  /** Remembers a text under a name, or with null nothing. @returns {boolean} whether it could */
  function remember(name, text, storage = "localStorage") {
    try {
      if (text === null) window[storage].removeItem(name);
      else window[storage].setItem(name, text);
      return true;
    } catch {
      return false;
    }
  }

  /** A part of an address without its escapes; what is not UTF-8 becomes spaces. */
  function decoded(part) {
    try {
      return decodeURIComponent(part);
    } catch {
      return part.replace(/%[^/]*/g, " ");
    }
  }

  Object.assign(site, {
    address, assets, base, button, decoded, element, fromDisk, link, loadScript, normalizeAddresses,
    remember, remembered, say, searchEngine
  });

  /** Gives each page that is linked below `root` a single address: its folder if served, its file if read from disk. */
  function normalizeAddresses(root) {
    for (const node of root.querySelectorAll("a[href], form[action]")) {
      const name = node.matches("form") ? "action" : "href", href = node.getAttribute(name);
      if (/^(?:[a-z]+:|#)/i.test(href)) continue;
      const clean = fromDisk
        ? href.replace(/(^|\/)(?=[?#]|$)/, "$1index.html")
        : href.replace(/(^|\/)index\.html(?=[?#]|$)/, "$1");
      if (clean !== href) node.setAttribute(name, clean || "./");
    }
  }
  normalizeAddresses(document);
  if (!fromDisk && location.pathname.endsWith("/index.html")) {
    history.replaceState(
      history.state, "", location.pathname.slice(0, -"index.html".length) + location.search + location.hash
    );
  }

  // While the title is scrolled out of sight, the header shows the name of the page (`.page-name`).
  const header = document.querySelector(".top"), title = document.querySelector("main h1");
  if (header && title) {
    new IntersectionObserver((entries) => {
      const { isIntersecting, boundingClientRect } = entries.at(-1); // a slow page gets several entries at once
      header.classList.toggle("past-title", !isIntersecting && boundingClientRect.top < 100);
    }, { rootMargin: "-64px 0px 0px" }).observe(title);
  }

  // Of the entries in the contents beside a page, the first in sight is marked as the current one.
  const entries = new Map([...document.querySelectorAll(".sidebar .contents a[href^='#']")]
    .map((entry) => [document.getElementById(entry.hash.slice(1)), entry]));
  const inSight = new Set();
  const observer = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) inSight[isIntersecting ? "add" : "delete"](target);
    const current = [...entries.keys()].find((entry) => inSight.has(entry));
    if (!current) return;
    for (const each of entries.values()) each.removeAttribute("aria-current");
    entries.get(current).setAttribute("aria-current", "true");
  }, { rootMargin: "-110px 0px -40% 0px" });
  for (const entry of entries.keys()) if (entry) observer.observe(entry);

  /** Opens the folded entry that the address points to, which older browsers do not. */
  function unfold() {
    const target = document.getElementById(decoded(location.hash.slice(1)));
    const folded = target && target.closest("details:not([open])");
    if (!folded) return;
    folded.open = true;
    target.scrollIntoView();
  }
  addEventListener("hashchange", unfold);
  unfold();

  // Everything is opened for printing, and the foot of the sheet says where and when it was printed.
  let closed = [];
  addEventListener("beforeprint", () => {
    const today = site.dateInWords(new Date().toISOString());
    document.querySelector(".printed span").textContent = `${location.href} · printed ${today}`;
    closed = [...document.querySelectorAll("main details:not([open], .tools, .walk-rulings)")];
    for (const details of closed) details.open = true;
  });
  addEventListener("afterprint", () => {
    for (const details of closed) details.open = false;
  });

  // The button for light and dark.

  const root = document.documentElement, THEME = "rulings-theme"; // before-paint.js reads it, too
  const system = matchMedia("(prefers-color-scheme: dark)"), themeButton = document.querySelector(".theme-switch");
  const otherTheme = () => ((root.dataset.theme || (system.matches ? "dark" : "light")) === "dark" ? "light" : "dark");

  function showTheme() {
    themeButton.textContent = `Switch to ${otherTheme()} colours`;
  }
  themeButton.addEventListener("click", () => {
    root.dataset.theme = otherTheme();
    remember(THEME, root.dataset.theme); // if it cannot, the choice holds for this page
    showTheme();
  });
  system.addEventListener("change", showTheme);
  showTheme();
})(window.Rulings ??= {});
