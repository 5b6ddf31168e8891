/**
 * The search box on every page (`#q` in `form.search`) as a combobox: results while typing, names
 * above rulings.
 *
 * Ctrl+K (⌘K on a Mac) focuses the box, except from a textarea, and `/` unless somebody is typing.
 * The arrow keys select a result; Escape closes the list. Enter opens the selected result, else the
 * only thing with that name, else all results; with Ctrl or ⌘, in a new tab. Names are listed, and
 * titles opened, before the other data have arrived. Without JavaScript, the form itself leads to
 * the search page.
 */
(function (site) {
  "use strict";

  const MAX_RESULTS = 8; // in the list
  const MAX_NAMES = 3; // at the top of the list, unless more match exactly
  const MIN_HEIGHT = 140; // CSS pixels of the list; the maximum is in base.css
  const MARGIN = 8; // CSS pixels below the list
  const FOCUS_DELAY_MS = 120; // before the list is closed, unless the focus returns
  const input = document.getElementById("q");
  const form = input.closest("form");
  let engine = null; // set when all data have arrived

  const isApple = /Mac|iPhone|iPad/.test(navigator.platform); // there, Ctrl+K deletes a line
  document.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    const [isCommand, isOther] = isApple ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
    const isShortcut = isCommand ? key.toLowerCase() === "k" : key === "/";
    if (!isShortcut || isOther || altKey) return;
    if (event.target.closest?.(isCommand ? "textarea" : "textarea, input, select")) return;
    event.preventDefault();
    input.focus({ preventScroll: true });
    input.select();
  });

  /** Loads the search in advance, unless the reader saves data. */
  async function load() {
    engine = await site.searchEngine();
  }
  const prepare = () => navigator.connection?.saveData
    || site.whenIdle(() => load().catch(() => {}));
  input.addEventListener("focus", prepare, { once: true });
  const hasMouse = matchMedia("(hover: hover) and (pointer: fine)").matches;
  const isMainPart = ["home.html", "search.html"].includes(document.body.dataset.template);
  if (hasMouse && isMainPart && !location.search && !location.hash)
    input.focus({ preventScroll: true });
  // Safari resets a box with autocomplete="off" when a reader comes back.
  addEventListener("pagehide", () => {
    input.defaultValue = input.value;
  });
  // The search page shows all results itself (results.js)
  if (document.getElementById("results")) return;

  // Restores the typed text after a reload, and for readers who come back.
  input.value ||= history.state?.typed ?? "";
  addEventListener("pagehide", () =>
    input.value && site.writeHistory({ ...history.state, typed: input.value }));

  const list = site.element("div", {
    class: "suggestions", id: "suggestions", role: "listbox", "aria-label": "Results", hidden: true
  });
  form.append(list);
  const combobox = {
    role: "combobox", "aria-expanded": "false", "aria-controls": "suggestions",
    "aria-autocomplete": "list"
  };
  for (const [name, value] of Object.entries(combobox)) input.setAttribute(name, value);

  let selectedIndex = -1; // index of the selected option
  let listedQuery = null; // the query whose results are listed
  let listedNames = null; // the listed names, if data are missing and there are no results yet
  const options = () => [...list.querySelectorAll("[role=option]")];
  const query = () => input.value.trim();
  const resultsPath = () => `search/?q=${encodeURIComponent(query())}`;

  /** Selects the option at a position; before the first and after the last one, the box itself. */
  function select(n) {
    const all = options();
    selectedIndex = all.length ? (n + all.length + 1) % (all.length + 1) : -1;
    if (selectedIndex === all.length) selectedIndex = -1;
    all.forEach((each, i) => each.setAttribute("aria-selected", String(i === selectedIndex)));
    if (selectedIndex < 0) input.removeAttribute("aria-activedescendant");
    else {
      input.setAttribute("aria-activedescendant", all[selectedIndex].id);
      all[selectedIndex].scrollIntoView({ block: "nearest" });
    }
  }

  function showList(isShown) {
    list.hidden = !isShown;
    input.setAttribute("aria-expanded", String(isShown));
    if (!isShown) select(-1);
    else fit();
  }

  /** Limits the height of the list so it ends above a phone's keyboard. */
  function fit() {
    const { height, offsetTop } = window.visualViewport || { height: innerHeight, offsetTop: 0 };
    const top = form.getBoundingClientRect().bottom - offsetTop;
    list.style.setProperty("--room", `${Math.max(MIN_HEIGHT, height - top - MARGIN)}px`);
  }
  if (window.visualViewport)
    for (const name of ["resize", "scroll"])
      window.visualViewport.addEventListener(name, () => list.hidden || fit());

  function option(path, id, parts, kind) {
    return site.element("a", {
      class: `suggestion suggestion-${kind}`, role: "option", id: `suggestion-${options().length}`,
      tabindex: "-1", "aria-selected": "false",
      href: site.address(path), "data-id": id,
    }, ...parts);
  }

  /**
   * The names at the head of the list: references with the query's name or a similar one. If
   * nothing is found at all, what may have been meant.
   */
  function namesFor(results) {
    const { nameSearch } = engine, early = input.value === listedQuery ? listedNames ?? [] : [];
    const distinct = new Set([...early, ...site.hits.namedDocs(engine, results)]);
    const named = [...distinct].slice(0, MAX_RESULTS);
    const similar = nameSearch.namesLike(query()).filter((doc) => !named.includes(doc));
    const names = [...named, ...similar.slice(0, Math.max(0, MAX_NAMES - named.length))];
    if (results.hits.length || names.length) return { names, isEmpty: false };
    return { names: results.nearest.slice(0, 3), isEmpty: true };
  }

  /** Lists hits. If they may not answer the query, a sentence above them says so. */
  function listHits(hits, { confidence, stems }) {
    const isUnsure = confidence === "low" && hits.length > 0;
    const doubt = { role: "group", "aria-label": site.hits.DOUBT };
    const group = isUnsure ? site.element("div", doubt) : list;
    if (isUnsure) list.append(group);
    addOptions(group, hits, stems, "hit");
  }

  /** Adds an option for each hit (`doc`, and what to show of it). `kind`: for CSS */
  function addOptions(group, hits, stems, kind) {
    for (const hit of hits) {
      const { doc, fragment, id = doc.id } = hit;
      const parts = site.hits.briefParts(engine?.index, hit, stems);
      group.append(option(site.hits.path(doc, fragment), id, parts, kind));
    }
  }

  const sentence = (...words) => site.element("div", { class: "suggestion-none" }, ...words);

  /** Lists names until all data have arrived. */
  function listEarly(nameSearch) {
    listedNames = nameSearch.namesLike(query()).slice(0, MAX_NAMES);
    addOptions(list, listedNames.map((doc) => ({ doc })), null, "name");
    list.append(sentence("The rulings are still being loaded …"));
    return listedNames.length;
  }

  /** Searches, and lists names, hits, and a link to all results. */
  function listResults() {
    const results = engine.search(input.value, { limit: MAX_RESULTS, typing: true });
    const { names, isEmpty } = namesFor(results);
    const others = results.hits.filter((hit) => !names.includes(hit.doc));
    const isOfOtherGame = ({ doc }) => Number(doc.game !== others[0].doc.game);
    const inOrder = [...others].sort((a, b) => isOfOtherGame(a) - isOfOtherGame(b));
    const hits = inOrder.slice(0, MAX_RESULTS - names.length);
    if (isEmpty) {
      const meant = names.length ? " Did you mean:" : "";
      list.append(sentence(`Nothing found: ${results.explanation[0]}.${meant}`));
    }
    const hitOf = (doc) => results.all.find((hit) => hit.doc === doc) ?? { doc };
    addOptions(list, names.map(hitOf), results.stems ?? new Set(), "name");
    listHits(hits, results);
    const count = names.length + hits.length;
    const allLabel = results.total > count ? `All ${results.total} results` : "Show on one page";
    if (!isEmpty) list.append(option(resultsPath(), null, [allLabel], "all"));
    listedNames = null;
    return count;
  }

  /** Fills the list again. For the same query, the selection and a closed list stay. */
  function relist(fill) {
    const isSame = input.value === listedQuery, isClosed = isSame && listedNames && list.hidden;
    const selected = isSame && options()[selectedIndex]?.href;
    list.replaceChildren();
    const count = fill();
    listedQuery = input.value;
    showOptions(count);
    if (isClosed) return showList(false);
    select(options().findIndex(({ href }) => href === selected));
    if (count) site.say(`${site.count(count, "result")}, arrow keys to choose`);
    else if (!listedNames) site.say("Nothing found");
    return undefined;
  }

  /** Shows the list with this number of options. If there are none, it only contains a sentence. */
  function showOptions(count) {
    for (const [name, value] of [["role", "listbox"], ["aria-label", "Results"]]) {
      if (count) list.setAttribute(name, value);
      else list.removeAttribute(name);
    }
    showList(true);
    input.setAttribute("aria-expanded", String(count > 0));
  }

  function clearList() {
    showList(false);
    list.replaceChildren();
    [listedQuery, listedNames] = [null, null];
  }

  async function update() {
    if (!query()) return clearList();
    try {
      if (!engine) {
        const nameSearch = await site.searchNames();
        if (query() && input.value !== listedQuery) relist(() => listEarly(nameSearch));
        engine = await site.searchEngine();
      }
      if (query() && (listedNames || input.value !== listedQuery)) relist(listResults);
    } catch {
      const words = site.loadingFailed();
      list.querySelector(".suggestion-none")?.remove();
      list.append(sentence(...words));
      showOptions(options().length);
    }
    return undefined;
  }

  input.addEventListener("input", update);
  addEventListener("pagehide", clearList); // a reader who comes back finds the list closed
  if (document.activeElement === input) { // text may have been typed before this script ran
    prepare();
    update();
  }
  input.addEventListener("focus", () => {
    if (query() && list.childElementCount) showList(true);
  });
  form.addEventListener("focusout", (event) => {
    if (!form.contains(event.relatedTarget))
      setTimeout(() => form.contains(document.activeElement) || showList(false), FOCUS_DELAY_MS);
  });
  list.addEventListener("pointerdown", (event) => {
    // The box keeps the focus until the link is followed
    if (event.button === 0) event.preventDefault();
  });

  /** Selects the option `step` places below (or above); shows the list if it is hidden. */
  async function move(step) {
    if (list.hidden) await update();
    if (list.hidden && list.childElementCount && query()) showList(true);
    select(selectedIndex + step);
  }

  /** Closes the list; if it is already closed, empties the box. */
  function escape() {
    if (list.hidden) input.value = "";
    showList(false);
  }

  input.addEventListener("keydown", async (event) => {
    const isFilled = !list.hidden || input.value;
    const actions = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Escape: isFilled && escape,
      Enter: query() && (() => follow(event.ctrlKey || event.metaKey))
    };
    // Safari sends 229 with the Enter that ends a composition
    const isComposing = event.isComposing || event.keyCode === 229;
    const action = !isComposing && actions[event.key];
    if (!action) return;
    event.preventDefault();
    await action();
  });

  /** The address of the only reference with this name, else of all results. */
  async function target() {
    const path = await site.searchNames()
      .then((nameSearch) => site.hits.pathOfName(nameSearch, query())).catch(() => undefined);
    return new URL(site.address(path || resultsPath()), document.baseURI).href;
  }

  async function follow(newTab) {
    const selected = options()[selectedIndex];
    if (selected && !newTab) return selected.click();
    const href = selected?.href ?? await target();
    if (newTab) window.open(href, "_blank", "noopener");
    else {
      showList(false);
      location.assign(href);
    }
    return undefined;
  }
})(window.Rulings ??= {});
