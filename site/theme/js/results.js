/**
 * The search page (`#results`): how the query was read, all results, filters with counts, and what
 * to try if there are none. Query, filters and order are kept in the address, so a search can be
 * shared and returned to. The last word of a query may be incomplete while it is being typed, or if
 * nothing else is found. `?go=dreff` opens the reference with that name.
 */
(function (site) {
  "use strict";

  const { button, element, link } = site;
  const container = document.getElementById("results");
  const input = document.getElementById("q");
  const typedEarly = document.activeElement === input ? input.value : ""; // before this script ran

  const [help] = container.children;
  const notes = element("div", { class: "notes", role: "status" });
  const chips = element("div", { class: "chips", role: "group", "aria-label": "Filters" });
  const filterSection = element(
    "details", { class: "result-filters", hidden: true },
    element("summary", {}, element("h2", {}, "Filters")), chips
  );
  const list = element("div", { class: "found" });
  help.before(notes, list, filterSection);

  const PAGE_SIZE = 25; // results shown at first and with each “more”
  const SLICE = 5; // drawn at a time, so the page can be used; the first fill a screen
  const MAX_CHIPS = 7; // buttons for one filter
  const MAX_NAMES = 3; // names shown until the search has loaded
  const NAMES_DELAY_MS = 500; // a saved search loads within this time

  const TYPING_PAUSE_MS = 400; // time without a key before the query is written to the address
  let addressTimer = 0;
  let typing = false; // whether the last word may be unfinished
  let shownCount = PAGE_SIZE;
  let engine = null;

  // Filters and order

  /** The name of a document's source in words: `run-chart` → “Run chart”. */
  function sourceTitle({ sourceName, game }) {
    const name = site.capitalized(sourceName.replaceAll("-", " "));
    return game === site.constants.NETRUNNER ? name : `${name} (another game)`;
  }

  const natureNames = (natures) =>
    natures.map((nature) => site.hits.NATURE_NAMES[nature]).filter(Boolean);
  const FILTERS = { // key → label, and a function that returns the values of a document
    in: ["Where", (doc) => (doc.sourceName ? [sourceTitle(doc)] : [])],
    is: ["What", ({ values, kind }) => natureNames([...new Set([kind, ...values.is ?? []])])],
    side: ["Side", ({ values }) => values.side ?? []],
    type: ["Card type", ({ values }) => values.type ?? []],
    set: ["Set", ({ values }) => values.set ?? []],
    by: ["Said by", ({ authority }) => authority.split("; ").filter(Boolean)],
  };
  const valuesOf = ({ doc }, key) => FILTERS[key][1](doc);
  const filters = new Map(); // key of a filter → the chosen value
  const choose = (key, value) => (value ? filters.set(key, value) : filters.delete(key));

  /** Chooses the values, spelled as in one of the hits, or else as in the address. */
  function chooseAll(parameters, hits) {
    for (const key of Object.keys(FILTERS)) {
      const value = parameters.get(key), values = hits.flatMap((hit) => valuesOf(hit, key));
      const isSame = (other) => other.toLowerCase() === value.toLowerCase();
      choose(key, value && (values.find(isSame) ?? value));
    }
  }

  /** Whether a hit passes all filters except `except`. */
  const passes = (hit, except) =>
    [...filters].every(([key, value]) => key === except || valuesOf(hit, key).includes(value));

  /**
   * The values of a filter, each with the number of hits that it would leave.
   * @returns {Map<string, number>}
   */
  function countsOf(hits, key) {
    const numbers = new Map(filters.has(key) ? [[filters.get(key), 0]] : []);
    for (const hit of hits.filter((candidate) => passes(candidate, key)))
      for (const value of valuesOf(hit, key)) numbers.set(value, (numbers.get(value) ?? 0) + 1);
    return numbers;
  }

  const ORDERS = { // value of `sort:` → label, and the field of cards if it is not a date
    "-date": ["Newest first"], date: ["Oldest first"], cost: ["Lowest cost", "cost"],
    "-strength": ["Greatest strength", "strength"], "-rulings": ["Most rulings", "ruled"]
  };
  let order = ""; // a key of ORDERS, or another value from the address; empty for the usual order

  /** A button that is on (`pressed`) or off. `count`: the hits that it would show, or null */
  function chip(id, label, count, pressed, toggle) {
    const node = button({ class: "chip", id, "aria-pressed": String(pressed) }, label, () => {
      toggle();
      shownCount = PAGE_SIZE;
      update(true).then(() => document.getElementById(id)?.focus());
    });
    if (count !== null) node.append(element("span", {}, ` ${count}`));
    return node;
  }

  const chipRow = (label, key, ...buttons) => element(
    "div", { class: "chip-row", role: "group", "aria-label": label, "data-filter": key },
    element("b", { "aria-hidden": "true" }, label), ...buttons
  );

  /** One row of buttons for the order, and one for each filter that divides the hits. */
  function filterRows(hits, isRanked) {
    const rows = [];
    for (const [key, [label]] of Object.entries(FILTERS)) {
      const counts = countsOf(hits, key), current = filters.get(key);
      if (counts.size < 2 && !current) continue;
      const isCurrent = ([value]) => Number(value === current);
      const sorted = [...counts].sort((a, b) =>
        isCurrent(b) - isCurrent(a) || b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
      rows.push(chipRow(label, key, ...sorted.slice(0, MAX_CHIPS).map(([value, count]) =>
        chip(`filter-${key}-${value.replaceAll(" ", "-")}`, value, count, current === value, () => {
          choose(key, current === value ? "" : value);
        }))));
    }
    const haveNumber = (field) => engine.index.fieldTerms(field).some((term) => /^\d+$/.test(term)
      && hits.some(({ doc }) => engine.index.withTerm(field, term).has(doc.slot)));
    const areCards = hits.every(({ doc }) => doc.kind === "card");
    const isOffered = ([value, [, field]]) => {
      if (!value) return !/\bsort\W/i.test(input.value); // a typed order is in force
      if (value === order) return true;
      return field ? areCards && haveNumber(field) : hits.some((hit) => hit.date);
    };
    // A list of all that fields match is not ranked by words
    const known = { "": [isRanked ? "Best match first" : "Usual order"], ...ORDERS };
    const orders = Object.entries({ ...known, [order]: known[order] ?? [`sort:${order}`] })
      .filter(isOffered);
    if (orders.length > 1)
      rows.unshift(chipRow("Order", null, ...orders.map(([value, [label]]) =>
        chip(`sort${value}`, label, null, order === value, () => {
          order = order === value ? "" : value;
        }))));
    return rows;
  }

  // Results

  const FIELD = String.raw`-?\b[a-z]+(?::|[<>!]?=|[<>])(?:"[^"]*"|(?:[^",;.?)\s]|\.(?=\S))+)`;
  // In a note: words that would find nothing as a query, then words that are linked
  const NOTE_PARTS = new RegExp(
    `(“[^”]*”|^Nothing matches (?:"[^"]*"|[^\\s"])+|^\\S+ is gone)`
    + `|(${FIELD}(?: (?:OR )?${FIELD})*|\\b[a-z][a-z\\d-]*-[\\da-f]{8}\\b)`
  );
  // There is no field “carde:”; did you mean “card:”?
  const PROPOSAL =
    /^(There is no field “|Nothing matches -?)([^”;]+)(.*; did you mean “?)([^”?]+)(”?\?)$/;

  /** The typed query with `right` for the first `wrong` in it; if it has none, `right` alone. */
  function corrected(wrong, right) {
    const query = input.value.trim(), start = query.toLowerCase().indexOf(wrong.toLowerCase());
    return start < 0 ? right : query.slice(0, start) + right + query.slice(start + wrong.length);
  }

  const queryLink = (query, words) => link(`search/?q=${encodeURIComponent(query)}`, words);

  /** The parts of a note; each query that it means is a link. */
  function noteParts(note) {
    const isInWords = /^[a-z]+ /.test(note); // a field at the beginning keeps its small letter
    const begun = isInWords ? site.capitalized(note) : note;
    const sentence = /[.?!]$/.test(begun) ? begun : `${begun}.`;
    const [, lead, wrong, middle, right, end] = PROPOSAL.exec(sentence) ?? [];
    if (right) return [lead, wrong, middle, queryLink(corrected(wrong, right), right), end];
    return sentence.split(NOTE_PARTS).map((part, n) =>
      (n % 3 === 2 && part ? queryLink(part, part) : part));
  }

  const paragraph = (attributes, note) => element("p", attributes, ...noteParts(note));

  /** Replaces the list if the filters hide all `total` hits: a button shows them. */
  const allHidden = (total) => element(
    "div", { class: "nothing" }, element("p", {}, "No results match these filters."),
    button({ class: "button" }, `Show all ${total} without filters`, () => {
      filters.clear();
      update(true);
    })
  );

  const OTHER_WAYS = {
    "query-language/": "how to search", "cards/": "all cards", "topics/": "all topics",
    "run-chart/#walk=": "a walk through the run", "keywords/": "keywords"
  };

  /** Why nothing was found, and what to try instead. */
  function nothingFound(results) {
    const advice = element("div", { class: "nothing" });
    for (const reason of results.explanation) advice.append(paragraph({}, reason));
    const names = results.nearest.map((doc) => link(site.hits.path(doc), doc.title));
    const ways = Object.entries(OTHER_WAYS).map(([path, words]) => link(path, words));
    for (const [lead, links] of [["Similar names: ", names], ["Other ways: ", ways]])
      if (links.length) {
        const withCommas = links.flatMap((node) => [", ", node]).slice(1);
        advice.append(element("p", {}, lead, ...withCommas, "."));
      }
    return advice;
  }

  /** How many results pass the filters (`hits`), how the query was read, a doubt, and notes. */
  function summary(results, hits) {
    const kinds = Object.entries(results.counts)
      .map(([kind, number]) => site.count(number, kind)).join(", ");
    const total = site.count(hits.length, "result");
    const reading = site.hits.shortReading(engine.index, results);
    const lead = element("span", {}, "recognized: "); // not shown if there is no room
    const sentences = results.notes.map((note) =>
      paragraph({ class: results.doubts.includes(note) ? "note reason" : "note" }, note));
    if (results.confidence === "low" && hits.length)
      sentences.unshift(element("p", { class: "doubt" }, site.hits.DOUBT));
    return [
      element(
        "p", { class: "total" }, hits.length === results.total && kinds ? kinds : total,
        reading && element("span", { class: "understood" }, " · ", lead, reading),
        element("span", { class: "on-paper" }, ` Search: ${input.value.trim()}`)
      ),
      sentences.length && element("div", { class: "sentences" }, ...sentences)
    ].filter(Boolean);
  }

  // The address and the controls

  function readAddress() {
    const parameters = new URLSearchParams(location.search);
    input.value = (parameters.get("q") || "").replace(/\s+/g, " ");
    typing = false;
    order = (parameters.get("sort") ?? "").toLowerCase().replaceAll('"', "");
    chooseAll(parameters, []);
  }

  /** Writes query, filters and order to the address. `push`: as a new entry of the history */
  function writeAddress(push) {
    clearTimeout(addressTimer);
    const parameters = new URLSearchParams();
    const query = input.value.trim();
    if (query) parameters.set("q", query);
    for (const [key, value] of filters) parameters.set(key, value);
    if (order) parameters.set("sort", order);
    const search = parameters.toString(), url = location.pathname + (search ? `?${search}` : "");
    if (url !== location.pathname + location.search + location.hash)
      site.writeHistory(null, url, push);
    const lead = query ? `“${query}” · ` : "";
    document.title = document.title.replace(/^(“.*” · )?/, () => lead);
  }

  /** Writes to the address when the reader pauses, not at each letter. */
  function writeAddressLater() {
    clearTimeout(addressTimer);
    addressTimer = setTimeout(() => writeAddress(false), TYPING_PAUSE_MS);
  }

  /** Stores the position in the list for readers who come back, if the list is already shown. */
  function rememberPosition() {
    writeAddress(false);
    if (list.childElementCount) site.writeHistory({ shown: shownCount, top: scrollY });
  }

  const heading = document.querySelector("h1"), title = heading.textContent;

  /** Shows the query above its results if the box cuts it off, as on phones. */
  function showWholeQuery() {
    const isCut = input.scrollWidth > input.clientWidth;
    heading.textContent = isCut ? input.value.trim() : title;
    heading.classList.toggle("whole-query", isCut);
  }

  let latestSearch = 0; // number of the newest search; older ones stop

  function renderNothing() {
    container.removeAttribute("aria-busy");
    filterSection.hidden = true;
    notes.replaceChildren();
    list.replaceChildren();
  }

  /**
   * Searches and shows the first results, then the filters and the other results. The page can be
   * used meanwhile.
   */
  async function render() {
    const query = input.value.trim(), own = ++latestSearch;
    /** Lets other tasks run. @returns {Promise<boolean>} whether this is still the newest search */
    const isCurrent = () =>
      new Promise((resolve) => setTimeout(() => resolve(own === latestSearch)));
    if (!query) return renderNothing();
    container.setAttribute("aria-busy", "true");
    const ordered = order ? `sort:"${order}" ${query}` : query;
    let results = engine.search(ordered, { typing });
    // If nothing is found, the last word may be unfinished
    if (!results.all.length) results = engine.search(ordered, { typing: true });
    if (!(await isCurrent())) return undefined;
    chooseAll(new Map(filters), results.all);
    const hits = results.all.filter((hit) => passes(hit));
    const items = element("ol", { class: "hits" });
    const addSlice = () => {
      const from = items.childElementCount;
      for (const hit of hits.slice(from, Math.min(from + SLICE, shownCount)))
        items.append(site.hits.hitItem(engine.index, hit, results.stems));
    };
    const addHits = async () => {
      while (items.childElementCount < Math.min(shownCount, hits.length)) {
        if (!(await isCurrent())) return;
        addSlice();
      }
      if (hits.length > shownCount) list.append(moreButton(hits.length, addHits));
      container.removeAttribute("aria-busy");
    };
    addSlice();
    notes.replaceChildren(...summary(results, hits));
    filterSection.hidden = !results.all.length && !order;
    if (hits.length) list.replaceChildren(items);
    else if (results.all.length) list.replaceChildren(allHidden(results.all.length));
    else list.replaceChildren(nothingFound(results));
    // If filters are in use, the section is open, and a later update would move the results
    if (!filters.size && !(await isCurrent())) return undefined;
    chips.replaceChildren(...filterRows(results.all, !results.isList));
    filterSection.hidden = !chips.childElementCount;
    return addHits();
  }

  function moreButton(total, addHits) {
    const count = Math.min(PAGE_SIZE, total - shownCount);
    return button({ class: "button" }, `Show ${count} more`, async ({ target }) => {
      const firstNew = shownCount;
      shownCount += PAGE_SIZE;
      target.remove();
      await addHits();
      container.querySelectorAll(".hit-link")[firstNew]?.focus();
    });
  }

  /** Shows the references that the query names until all data have arrived, for slow networks. */
  async function showNames() {
    const nameSearch = await site.searchNames(), query = input.value.trim();
    if (engine || !container.hasAttribute("aria-busy")) return;
    const words = query.split(/\s+/).flatMap((word) => nameSearch.exact(word)[0]);
    const named = [...new Set([...nameSearch.namesLike(query), ...words])].slice(0, MAX_NAMES);
    const links = named.flatMap((doc) => [link(site.hits.path(doc), doc.title), " · "]);
    const sentence = "The rulings are still being loaded.";
    notes.replaceChildren(element("p", { class: "note" }, ...links, sentence));
  }

  /** Searches again, and writes the search to the address. `push`: see `writeAddress` */
  async function update(push) {
    if (typing && !push) writeAddressLater();
    else writeAddress(push);
    help.hidden = input.value.trim() !== "";
    showWholeQuery(); // at once, because it would move the results
    try {
      if (!engine && !help.hidden) return renderNothing();
      container.setAttribute("aria-busy", "true");
      if (!engine) setTimeout(() => showNames().catch(() => {}), NAMES_DELAY_MS);
      engine ??= await site.searchEngine();
      return await render();
    } catch (error) {
      notes.replaceChildren(element("p", { class: "note" }, ...site.loadingFailed()));
      container.removeAttribute("aria-busy");
      if (engine) throw error; // the data were loaded, so it is a fault of the page
      return undefined;
    }
  }

  /** Opens the only reference that `?go=` names. If it may mean several, searches for the words. */
  async function go(name) {
    container.setAttribute("aria-busy", "true");
    const nameSearch = await site.searchNames();
    const path = await site.hits.pathOfName(nameSearch, name);
    if (path) location.replace(site.address(path));
    else site.writeHistory(null, `${location.pathname}?q=${encodeURIComponent(name)}`);
  }

  /** Shows the search in the address, scrolled to where the reader left it. */
  async function showAddress() {
    readAddress();
    const { state } = history;
    shownCount = state?.shown ?? PAGE_SIZE;
    await update(false);
    if (state?.top) scrollTo(0, state.top);
  }

  input.setAttribute("aria-controls", "results");
  let startsNewSearch = true; // whether the next keystroke adds an entry to the history
  input.addEventListener("input", () => {
    typing = true;
    order = ""; // it belonged to the previous query
    shownCount = PAGE_SIZE;
    update(startsNewSearch);
    startsNewSearch = false;
  });
  input.closest("form").addEventListener("submit", (event) => {
    event.preventDefault();
    startsNewSearch = true;
    typing = false;
    shownCount = PAGE_SIZE;
    update(false); // the history has had an entry for this search since it was typed
    if (matchMedia("(pointer: coarse)").matches) input.blur(); // hides the on-screen keyboard
  });
  list.addEventListener("click", rememberPosition);
  addEventListener("pagehide", rememberPosition);
  addEventListener("popstate", () => {
    startsNewSearch = true;
    showAddress();
  });

  history.scrollRestoration = "manual"; // the browser would scroll before the list is filled
  const parametersAtFirst = new URLSearchParams(location.search);
  // On narrow screens the filters are above the results, and closed unless they are in use.
  filterSection.open = matchMedia("(min-width: 64em)").matches
    || Object.keys(FILTERS).some((key) => parametersAtFirst.has(key));
  const name = parametersAtFirst.get("go");
  if (name) go(name).catch(() => {}).then(showAddress);
  else showAddress();
  if (typedEarly.trim() && typedEarly !== input.value) {
    input.value = typedEarly;
    typing = true;
    update(true);
  }
})(window.Rulings ??= {});
