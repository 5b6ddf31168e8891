/**
 * The search page (`#results`): all results of `?q=`, how the query was read, filters with counts, and what to try if
 * nothing is found. Query, filters and order are kept in the address, so that a search can be shared and returned to.
 */
(function (site) {
  "use strict";

  const { element } = site;
  const results = document.getElementById("results");
  const input = document.getElementById("q");
  if (!results || !input) return;
  const typedEarly = document.activeElement === input ? input.value : ""; // before this script ran

  const help = element("div", {}, ...results.childNodes);
  const notes = element("div", { class: "notes", role: "status" });
  const filters = element("div", { class: "chips", role: "group", "aria-label": "Filters" });
  const filterSection =
    element("details", { class: "filters-fold", hidden: true }, element("summary", {}, "Filters and order"), filters);
  const list = element("div", { class: "found" });
  results.append(notes, filterSection, list, help);

  const PAGE_SIZE = 25; // results shown at first and with each “more”
  const MAX_RESULTS = 50; // the `limit` of the search, which retrieves at least twice as many
  const PREVIEW_LENGTH = 320; // characters of a text
  const MAX_CHIPS = 7; // of one filter

  /** The short name of a document's source in words: `run-chart` → “Run chart”. */
  function sourceName({ source, game }) {
    const words = source.replaceAll("-", " ");
    return words[0].toUpperCase() + words.slice(1) + (game === site.constants.NETRUNNER ? "" : " (another game)");
  }

  /** The filters: key, label, and a function that returns the values of a hit. */
  const FILTERS = [
    { key: "in", name: "Where", valuesOf: ({ doc }) => [sourceName(doc)] },
    {
      key: "is", name: "What",
      valuesOf: ({ doc }) => {
        const { NATURE_NAMES } = site.show;
        return (doc.facts.is ?? [doc.kind]).map((nature) => NATURE_NAMES[nature]).filter(Boolean);
      }
    },
    { key: "side", name: "Side", valuesOf: ({ doc }) => doc.facts.side ?? [] },
    { key: "type", name: "Card type", valuesOf: ({ doc }) => doc.facts.type ?? [] },
    { key: "set", name: "Set", valuesOf: ({ doc }) => doc.facts.set ?? [] },
    { key: "by", name: "Said by", valuesOf: ({ doc }) => (doc.who ? [doc.who.replace(/, \d{4}-\d\d-\d\d$/, "")] : []) },
  ];

  const chosen = new Map(); // filter key → value
  let byDate = false;
  let shownCount = PAGE_SIZE;
  let engine = null;

  function readAddress() {
    const parameters = new URLSearchParams(location.search);
    input.value = parameters.get("q") || "";
    byDate = parameters.get("sort") === "date";
    chosen.clear();
    for (const { key } of FILTERS) if (parameters.get(key)) chosen.set(key, parameters.get(key));
  }

  /** Writes query, filters and order to the address. @param {boolean} push whether as a new entry of the history */
  function writeAddress(push) {
    const parameters = new URLSearchParams();
    if (input.value.trim()) parameters.set("q", input.value.trim());
    for (const [key, value] of chosen) parameters.set(key, value);
    if (byDate) parameters.set("sort", "date");
    const query = parameters.toString(), url = location.pathname + (query ? `?${query}` : "");
    if (url !== location.pathname + location.search) history[push ? "pushState" : "replaceState"](null, "", url);
    document.title = document.title.replace(/^(“.*” · )?/, input.value.trim() ? `“${input.value.trim()}” · ` : "");
  }

  /** Remembers the position in the list for readers who come back, unless they leave before it is shown. */
  const rememberPosition = () =>
    list.childElementCount && history.replaceState({ shown: shownCount, top: scrollY }, "");

  /** Whether a hit passes all chosen filters but the one with the key `except`. */
  const passes = (hit, except) =>
    FILTERS.every(({ key, valuesOf }) => key === except || !chosen.has(key) || valuesOf(hit).includes(chosen.get(key)));

  /** A button that is on (`pressed`) or off; `count` (or null): the hits behind it; `toggle`: called on a click. */
  function chip(label, count, pressed, toggle, id) {
    const button = element(
      "button", { type: "button", class: "chip", id, "aria-pressed": String(pressed) }, label,
      count === null ? "" : element("span", {}, ` ${count}`)
    );
    button.addEventListener("click", () => {
      toggle();
      shownCount = PAGE_SIZE;
      update(true);
      document.getElementById(id)?.focus();
    });
    return button;
  }

  function showFilters(hits) {
    const rows = [];
    for (const { key, name, valuesOf } of FILTERS) {
      const counts = new Map();
      for (const hit of hits)
        if (passes(hit, key)) for (const value of valuesOf(hit)) counts.set(value, (counts.get(value) ?? 0) + 1);
      if (chosen.has(key) && !counts.has(chosen.get(key))) counts.set(chosen.get(key), 0);
      if (counts.size < 2 && !chosen.has(key)) continue;
      const sorted = [...counts].sort((a, b) =>
        (b[0] === chosen.get(key)) - (a[0] === chosen.get(key)) || b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
      const chips = sorted.slice(0, MAX_CHIPS).map(([value, count], n) => {
        const toggle = () => (chosen.get(key) === value ? chosen.delete(key) : chosen.set(key, value));
        return chip(value, count, chosen.get(key) === value, toggle, `filter-${key}-${n}`);
      });
      rows.push(element(
        "div", { class: "chip-row", role: "group", "aria-label": name, "data-filter": key },
        element("b", { "aria-hidden": "true" }, name), ...chips
      ));
    }
    if (hits.some((hit) => hit.date)) {
      const order = chip("Newest first", null, byDate, () => (byDate = !byDate), "sort-date");
      rows.push(element(
        "div", { class: "chip-row", role: "group", "aria-label": "Order" },
        element("b", { "aria-hidden": "true" }, "Order"), order
      ));
    }
    filters.replaceChildren(...rows);
    filterSection.hidden = rows.length === 0;
  }

  const link = (path, words) => element("a", { href: site.address(path) }, words);
  const commas = (nodes) => nodes.flatMap((node, n) => [n ? ", " : "", node]);
  const sentence = (words) => `${words[0].toUpperCase()}${words.slice(1)}.`;

  function hitList(hits, stems) {
    const items = element("ol", { class: "hits" });
    for (const hit of hits.slice(0, shownCount)) {
      const hitLink = element(
        "a", { class: "hit-link", href: site.address(site.show.path(hit.doc)) },
        ...site.show.hitParts(engine.index, hit, stems, PREVIEW_LENGTH)
      );
      items.append(element(
        "li", { class: `hit hit-${hit.doc.kind}`, "data-id": hit.id, "data-game": hit.doc.game }, hitLink
      ));
    }
    return items;
  }

  /** Why no result is shown, and what to do instead. `total`: the results that the filters hide. */
  function emptyResult(result, total) {
    const container = element("div", { class: "nothing" });
    if (total) {
      const clear = element("button", { type: "button", class: "more" }, `Show all ${total} without filters`);
      clear.addEventListener("click", () => {
        chosen.clear();
        update(true);
      });
      container.append(element("p", {}, "No results match these filters."), clear);
      return container;
    }
    for (const reason of result.explanation) container.append(element("p", {}, sentence(reason)));
    const similar = [...new Set([...result.nearest, ...engine.namesLike(input.value, true)])].slice(0, 6);
    const topics = similar.filter((doc) => doc.kind === "topic"), cards = similar.filter((doc) => doc.kind === "card");
    for (const [label, docs] of [["Cards with similar names", cards], ["Topics with similar names", topics]]) {
      if (docs.length) container.append(element(
        "p", {}, `${label}: `, ...commas(docs.map((doc) => link(site.show.path(doc), doc.title))), "."
      ));
    }
    container.append(element("p", {}, "Other ways: ", link("topics/", "all topics"), ", ",
      link("run-chart/#walk=", "a walk through the run"), ", ",
      link("keywords/", "keywords"), "."));
    return container;
  }

  /** The number of results, how the query was read, whether the results are doubtful, and notes. */
  function summary(result, hits) {
    const kinds = Object.entries(result.counts)
      .map(([kind, number]) => site.count(number, kind))
      .join(", ");
    const total = site.count(hits.length, "result"),
      reading = site.show.shortReading(engine.index, result);
    const isUnsure = result.confidence === "low" && hits.length > 0;
    return [
      element(
        "p", { class: "total" }, hits.length === result.total && kinds ? kinds : total,
        reading && element("span", { class: "understood" }, ` for ${reading}`)
      ),
      isUnsure && element("p", { class: "doubt" }, "Perhaps not answered here. The nearest:"),
      ...result.notes.map((note) => element("p", { class: "note" }, sentence(note))),
      tournamentLink(result, hits),
    ].filter(Boolean);
  }

  /** A link to the tables for the number of players in the query, if it asks about tournaments; otherwise null. */
  function tournamentLink(result, hits) {
    const players = new RegExp(site.constants.PLAYER_COUNT_PATTERN, "i").exec(result.typed)?.[1];
    const first = hits.slice(0, site.constants.MAX_PLAN_RANK);
    if (!players || !first.some((hit) => hit.id.startsWith("tournament-"))) return null;
    return element("p", {}, link(`tournament/?players=${players}`, `Swiss rounds and cut for ${players} players`));
  }

  function render() {
    const typed = input.value.trim();
    if (!typed) {
      help.hidden = false;
      filterSection.hidden = true;
      notes.replaceChildren();
      list.replaceChildren();
      return;
    }
    const result = engine.search(typed, { limit: MAX_RESULTS, byDate, typing: document.activeElement === input });
    const hits = result.all.filter((hit) => passes(hit));
    help.hidden = result.all.length > 0;
    notes.replaceChildren(...summary(result, hits));
    showFilters(result.all);
    list.replaceChildren(
      hits.length ? hitList(hits, result.stems) : emptyResult(result, result.all.length),
      ...(hits.length > shownCount ? [moreButton(hits.length)] : [])
    );
  }

  function moreButton(total) {
    const count = Math.min(PAGE_SIZE, total - shownCount);
    const more = element("button", { type: "button", class: "more" }, `Show ${count} more`);
    more.addEventListener("click", () => {
      const firstNew = shownCount;
      shownCount += PAGE_SIZE;
      render();
      links()[firstNew]?.focus();
    });
    return more;
  }

  /** Searches again, and writes the search to the address. `push`: as in `writeAddress` */
  async function update(push) {
    writeAddress(push);
    if (!engine) {
      if (!input.value.trim()) return render();
      results.setAttribute("aria-busy", "true");
      try {
        engine = await site.searchEngine();
      } catch {
        notes.replaceChildren(element(
          "p", { class: "note" }, "The search data could not be read. Reload the page to try again."
        ));
        return undefined;
      } finally {
        results.removeAttribute("aria-busy");
      }
    }
    return render();
  }

  /** Shows the search in the address, scrolled to where the reader left it. */
  async function showAddress() {
    readAddress();
    const { state } = history;
    shownCount = state?.shown ?? PAGE_SIZE;
    await update(false);
    if (state?.top) scrollTo(0, state.top);
  }

  const links = () => [...results.querySelectorAll(".hit-link")];
  input.setAttribute("aria-controls", "results");
  input.setAttribute("enterkeyhint", "search");
  let startsNewSearch = true; // whether the next keystroke adds an entry to the history
  input.addEventListener("input", () => {
    shownCount = PAGE_SIZE;
    update(startsNewSearch);
    startsNewSearch = false;
  });
  input.closest("form").addEventListener("submit", (event) => {
    event.preventDefault();
    startsNewSearch = true;
    update(true);
    if (matchMedia("(pointer: coarse)").matches) input.blur(); // hides the on-screen keyboard
  });
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "ArrowDown" && links().length) {
      event.preventDefault();
      links()[0].focus();
    } else if (event.key === "Escape" && input.value) {
      event.preventDefault();
      input.value = "";
      update(false);
    }
  });
  results.addEventListener("keydown", (event) => {
    const resultLinks = links(), index = resultLinks.indexOf(document.activeElement);
    if (index < 0 || !["ArrowDown", "ArrowUp", "Escape"].includes(event.key)) return;
    event.preventDefault();
    const target = event.key === "ArrowDown" ? index + 1 : event.key === "ArrowUp" ? index - 1 : -1;
    (resultLinks[target] || (target < 0 ? input : resultLinks[index])).focus();
  });
  list.addEventListener("click", rememberPosition);
  addEventListener("pagehide", rememberPosition);
  addEventListener("popstate", () => {
    startsNewSearch = true;
    showAddress();
  });

  history.scrollRestoration = "manual"; // the browser would scroll before the list is filled
  // On narrow screens the filters are above the results, and closed unless they are in use.
  filterSection.open = matchMedia("(min-width: 64em)").matches
    || FILTERS.some(({ key }) => new URLSearchParams(location.search).has(key));
  if (!location.search && !location.hash && matchMedia("(hover: hover) and (pointer: fine)").matches) input.focus();
  showAddress();
  if (typedEarly.trim() && typedEarly !== input.value) {
    input.value = typedEarly;
    update(true);
  }
})((window.Rulings = window.Rulings || {}));
