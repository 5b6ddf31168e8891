/**
 * For every page. Other scripts use its addresses from the site's root, messages for screen
 * readers, elements, and loading of scripts and the search.
 *
 * It also gives links a single address, shows the name of the page in the search box once its title
 * is out of sight, closes the menu, opens folded parts when a link points into them or the page is
 * printed, and switches between light and dark.
 *
 * From disk, the address of a folder needs its `index.html`.
 */
(function (site) {
  "use strict";

  const base = document.body.dataset.base || "./", assets = document.body.dataset.assets;
  const fromDisk = location.protocol === "file:";

  /** The address, from this page, of a path from the root: `cards/dr-dreff/#…` or `/cards/`. */
  function address(path) {
    const [, folder, rest] = /^\/?([^?#]*)(.*)$/.exec(path);
    const file = fromDisk && /(^|\/)$/.test(folder) ? "index.html" : "";
    return base + folder + file + rest;
  }

  /** A part of an address in lower case, without signs at its ends and without invisible signs. */
  const cleaned = (part) =>
    part.replace(/\p{Cf}/gu, "").replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "").toLowerCase();

  // A host may require trusted types. All scripts are from this site, and HTML that is parsed is
  // its own or only read. If the host forbids the policy, the search does not work.
  const ownFolder = new URL(base, location.href).href;
  const isOwn = (script) => new URL(script, location.href).href.startsWith(ownFolder);
  try {
    window.trustedTypes?.createPolicy("default", {
      createHTML: (html) => html,
      createScriptURL: (script) => (isOwn(script) ? script : null)
    });
  } catch {
    // The pages can still be read.
  }

  let hiding = 0; // timer that hides the message

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

  /** Loads a script of this site. A gateway may answer with a page of its own; that loads, too. */
  const loadScript = (name) => new Promise((resolve, reject) => {
    const node = element("script", { src: assets + name });
    node.onload = resolve;
    node.onerror = () => {
      node.remove();
      reject(new Error(`${node.src} could not be read`));
    };
    document.head.append(node);
  });

  /**
   * Waits for `earlier`, loads scripts of this site, and calls `ready` with the result of
   * `earlier`. `ready` returns what the scripts have made, or throws. All of this happens once,
   * unless it fails.
   */
  function load(names, ready, earlier = async () => {}) {
    const [key] = names, make = async () => {
      const made = await earlier();
      await Promise.all(names.map(loadScript));
      return ready(made);
    };
    if (!loading.has(key)) loading.set(key, make().catch((error) => {
      loading.delete(key);
      throw error;
    }));
    return loading.get(key);
  }

  /** Waits until all scripts that are being loaded have arrived or failed. */
  const loaded = () => Promise.allSettled(loading.values());

  /** Calls a function when the page has nothing else to do. */
  const whenIdle = (work) => {
    if (window.requestIdleCallback) window.requestIdleCallback(work, { timeout: 1000 });
    else setTimeout(work, 200);
  };

  /** The parts of a message: the data could not be loaded, and what to do. */
  const loadingFailed = () => [
    "The data could not be read: ",
    button({ class: "plain-button" }, "reload", () => location.reload())
  ];

  /** Creates an element: `element("a", {href: "…"}, "text", child)`. Text is never read as HTML. */
  function element(name, attributes, ...children) {
    const node = document.createElement(name);
    const isGiven = (value) => value !== null && value !== undefined;
    for (const [key, value] of Object.entries(attributes))
      if (isGiven(value)) node.setAttribute(key, value === true ? "" : value);
    node.append(...children.filter(isGiven));
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

  /** The search by names alone, which is loaded first. */
  const searchNames = () =>
    load(["names.js", "name-data.js"], () => site.nameSearch.open(site.nameData));

  /** The search with all data. The data are in the files of the scripts that read them. */
  const searchEngine = () => load(["search.js", "search-data.js"], async (nameSearch) => {
    await new Promise((resolve) => setTimeout(resolve)); // typed words are shown first
    return site.engine.open(nameSearch, site.searchData);
  }, searchNames);

  /** Replaces the current entry of the history, or adds one. Safari allows 100 changes in 30 s. */
  function writeHistory(state, path = "", isNew = false) {
    try {
      history[isNew ? "pushState" : "replaceState"](state, "", path);
    } catch {
      // The address stays as it was.
    }
  }

  /** Stores a value on this device for all pages, unless storage is forbidden or full. */
  function store(key, value) {
    try {
      localStorage.setItem(key, value);
    } catch {
      // The value still applies to this page.
    }
  }

  Object.assign(site, {
    address, base, button, cleaned, element, link, load, loaded, loadingFailed,
    normalizeAddresses, say, searchEngine, searchNames, store, whenIdle, writeHistory
  });

  /**
   * Gives every page that is linked below `root` a single address: its folder if the site is
   * served, its file if it is read from disk.
   */
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
  // To `history` and `fetch`, a path that begins with two slashes is another host.
  const path = location.pathname.replace(/^\/{2,}/, "/").replace(/\/index\.html$/, "/");
  if (!fromDisk && path !== location.pathname)
    writeHistory(history.state, path + location.search + location.hash);

  // While the title is scrolled out of sight, the search box in the header shows the page's name.
  const box = document.querySelector(".top #q"), title = document.querySelector("main h1");
  if (box && title) {
    const placeholder = box.placeholder;
    new IntersectionObserver((entries) => {
      const { isIntersecting, boundingClientRect } = entries.at(-1); // a slow page gets several
      const isAbove = !isIntersecting && boundingClientRect.top < 100;
      box.placeholder = isAbove ? title.textContent.trim() : placeholder;
    }, { rootMargin: "-64px 0px 0px" }).observe(title);
  }

  // The menu closes with Escape, and when something else is pressed or focused.
  const menu = document.querySelector(".menu");
  for (const type of ["click", "focusin", "keydown"])
    document.addEventListener(type, (event) => {
      // The pressed button may already be gone from the page
      const isWithin = event.composedPath().includes(menu);
      if (!menu.open || (type === "keydown" ? event.key !== "Escape" : isWithin)) return;
      menu.open = false;
      if (type === "keydown") menu.firstElementChild.focus();
    });

  const DIGITS = /^[0-9a-f]{8}$/; // at the end of the id of a ruling

  /**
   * Opens the folded part that contains the target of the address; older browsers do not. Signs
   * that a chat added to the address are removed, and the digits of a ruling are enough. If the
   * page has no such part, a note says so and links to the search, unless the page was not saved.
   */
  function unfold() {
    const fragment = site.decoded(location.hash.slice(1)), [part] = fragment.split(/[?&]/);
    const id = cleaned(part).replace(/^l(\d+)-\d+$/, "L$1"); // the first of several lines
    const target = fragment && document.getElementById(fragment);
    const folded = target && target.closest("details:not([open])");
    document.getElementById("no-such-part")?.remove();
    if (!target && part && !part.includes("=")) { // with `=`, it is the state of another script
      const named = document.getElementById(id)
        ?? (DIGITS.test(id) && document.querySelector(`[id$="-${id}"]`));
      if (named && named.id !== fragment) return location.replace(`#${named.id}`);
      if (document.body.dataset.isUnsaved !== undefined) return undefined;
      const note = element("p", { class: "remark", id: "no-such-part", role: "status" });
      note.append(
        `#${fragment} is not on this page. It has another address now, or none: `,
        link(`search/?go=${encodeURIComponent(id)}`, "look for it"), "."
      );
      document.querySelector("main h1").after(note);
    }
    if (!folded) return;
    folded.open = true;
    target.scrollIntoView();
  }

  addEventListener("hashchange", unfold);
  unfold();

  // Everything is opened for printing. The foot of the sheet says where and when it was printed.
  let closed = [];
  addEventListener("beforeprint", () => {
    const today = new Date().toLocaleDateString("en-GB", { dateStyle: "long" });
    document.querySelector(".printed span").textContent = `${location.href} · printed ${today}`;
    closed = [...document.querySelectorAll("main details:not([open], .tools, .walk-rulings)")];
    for (const details of closed) details.open = true;
  });
  addEventListener("afterprint", () => {
    for (const details of closed) details.open = false;
  });

  // The button for light and dark

  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)"),
    themeButton = document.querySelector(".theme-switch");
  const otherTheme = () =>
    (root.dataset.theme || (system.matches ? "dark" : "light")) === "dark" ? "light" : "dark";

  function showTheme() {
    themeButton.textContent = `Switch to ${otherTheme()} colours`;
    themeButton.hidden = false;
  }
  themeButton.addEventListener("click", () => {
    root.dataset.theme = otherTheme();
    showTheme();
    store("rulings-theme", root.dataset.theme); // before-paint.js reads it
  });
  system.addEventListener("change", showTheme);
  showTheme();
})(window.Rulings ??= {});
