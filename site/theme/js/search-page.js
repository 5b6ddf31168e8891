/**
 * The search page (`#results`): all results of `?q=`, how the query was read, filters with counts, and what to try if
 * nothing is found. Query, filters and order are in the address, so that a search can be shared and returned to.
 */
(function (site) {
  "use strict";

  const { element } = site;
  const results = document.getElementById("results");
  const input = document.getElementById("q");
  if (!results || !input) return;
  const early = document.activeElement === input ? input.value : ""; // typed before this script was there

  const help = element("div", {}, ...results.childNodes);
  const notes = element("div", { class: "notes", role: "status" });
  const filters = element("div", { class: "chips", role: "group", "aria-label": "Filters" });
  const fold =
    element("details", { class: "filters-fold", hidden: true }, element("summary", {}, "Filters and order"), filters);
  const list = element("div", { class: "found" });
  results.append(notes, fold, list, help);

  const FIRST = 25; // results shown before "more"
  const MOST = 50; // results; twice as many are ranked, as at the command line
  const PREVIEW = 320; // letters of a text
  const CHIPS = 7; // of one filter
  const PLAYERS = /\b([1-9]\d{0,4})[ -](?:players?|people|persons?|participants?)\b/i;
  const WHERE = {
    rulings: "Rulings", "run-chart": "Run chart", manual: "Manual", variant: "Variant",
    tournament: "Tournament (another game)", cards: "Cards"
  };
  const NATURE = {
    errata: "Errata", ruling: "Ruling", see: "See also", reversal: "Reversal", unofficial: "Unofficial",
    superseded: "Superseded", disputed: "Disputed", section: "Rules text", step: "Step"
  };

  /** Filter → its name, and the values that a document has for it. */
  const FILTERS = [
    { key: "in", name: "Where", of: ({ doc }) => [WHERE[doc.in] ?? doc.in] },
    {
      key: "is", name: "What",
      of: ({ doc }) => (doc.facts.is ?? [doc.kind]).map((nature) => NATURE[nature]).filter(Boolean)
    },
    { key: "side", name: "Side", of: ({ doc }) => doc.facts.side ?? [] },
    { key: "type", name: "Card type", of: ({ doc }) => doc.facts.type ?? [] },
    { key: "set", name: "Set", of: ({ doc }) => doc.facts.set ?? [] },
    { key: "by", name: "Said by", of: ({ doc }) => (doc.who ? [doc.who.replace(/, \d{4}-\d\d-\d\d$/, "")] : []) },
  ];

  const chosen = new Map(); // filter key → value
  let byDate = false;
  let shown = FIRST;
  let engine = null;

  function readAddress() {
    const parameters = new URLSearchParams(location.search);
    input.value = parameters.get("q") || "";
    byDate = parameters.get("sort") === "date";
    chosen.clear();
    for (const { key } of FILTERS) if (parameters.get(key)) chosen.set(key, parameters.get(key));
  }

  function writeAddress(push) {
    const parameters = new URLSearchParams();
    if (input.value.trim()) parameters.set("q", input.value.trim());
    for (const [key, value] of chosen) parameters.set(key, value);
    if (byDate) parameters.set("sort", "date");
    const query = parameters.toString(), url = location.pathname + (query ? `?${query}` : "");
    if (url !== location.pathname + location.search) history[push ? "pushState" : "replaceState"](null, "", url);
    document.title = document.title.replace(/^(“.*” · )?/, input.value.trim() ? `“${input.value.trim()}” · ` : "");
  }

  /** Remembers the position in the list, for the reader who comes back from a result. */
  const remember = () =>
    // left before the list is there, it keeps its place
    list.childElementCount && history.replaceState({ shown, top: scrollY }, "");

  const keeps = (hit, except) =>
    FILTERS.every(({ key, of }) => key === except || !chosen.has(key) || of(hit).includes(chosen.get(key)));

  function chip(label, count, pressed, toggle, id) {
    const button = element(
      "button", { type: "button", class: "chip", id, "aria-pressed": String(pressed) }, label,
      count === null ? "" : element("span", {}, ` ${count}`)
    );
    button.addEventListener("click", () => {
      toggle();
      shown = FIRST;
      update(true);
      document.getElementById(id)?.focus();
    });
    return button;
  }

  function showFilters(hits) {
    const rows = [];
    for (const { key, name, of } of FILTERS) {
      const counts = new Map();
      for (const hit of hits)
        if (keeps(hit, key)) for (const value of of(hit)) counts.set(value, (counts.get(value) ?? 0) + 1);
      if (chosen.has(key) && !counts.has(chosen.get(key))) counts.set(chosen.get(key), 0);
      if (counts.size < 2 && !chosen.has(key)) continue;
      const sorted = [...counts].sort((a, b) =>
        (b[0] === chosen.get(key)) - (a[0] === chosen.get(key)) || b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
      const chips = sorted.slice(0, CHIPS).map(([value, count], n) => {
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
    fold.hidden = rows.length === 0;
  }

  const link = (path, words) => element("a", { href: site.address(path) }, words);
  const commas = (nodes) => nodes.flatMap((node, n) => [n ? ", " : "", node]);
  const sentence = (words) => `${words[0].toUpperCase()}${words.slice(1)}.`;

  function hitList(hits, stems) {
    const list = element("ol", { class: "hits" });
    for (const hit of hits.slice(0, shown)) {
      const inside = element(
        "a", { class: "hit-link", href: site.address(site.show.path(hit.doc)) },
        ...site.show.hitParts(engine.index, hit, stems, PREVIEW)
      );
      list.append(element(
        "li", { class: `hit hit-${hit.doc.kind}`, "data-id": hit.id, "data-game": hit.doc.game }, inside
      ));
    }
    return list;
  }

  /** Shows why nothing was found, and alternatives: names, topics, the walk; ways to browse are below. */
  function nothing(result, all) {
    const box = element("div", { class: "nothing" });
    if (all) {
      const clear = element("button", { type: "button", class: "more" }, `Show all ${all} without filters`);
      clear.addEventListener("click", () => {
        chosen.clear();
        update(true);
      });
      box.append(element("p", {}, "No results match these filters."), clear);
      return box;
    }
    for (const reason of result.explanation) box.append(element("p", {}, sentence(reason)));
    const near = [...new Set([...result.nearest, ...engine.namesLike(input.value, true)])].slice(0, 6);
    const topics = near.filter((doc) => doc.kind === "topic"), cards = near.filter((doc) => doc.kind === "card");
    for (const [words, docs] of [["Cards with similar names", cards], ["Topics with similar names", topics]]) {
      if (docs.length) box.append(element(
        "p", {}, `${words}: `, ...commas(docs.map((doc) => link(site.show.path(doc), doc.title))), "."
      ));
    }
    box.append(element("p", {}, "Other ways: ", link("topics/", "all topics"), ", ",
      link("run-chart/#walk=", "a walk through the run"), ", ",
      link("keywords/", "keywords"), "."));
    return box;
  }

  /** Shows the number of results, how the query was read, and the confidence. */
  function head(result, hits) {
    const kinds = Object.entries(result.counts)
      .map(([kind, count]) => `${count} ${kind}${count === 1 ? "" : "s"}`)
      .join(", ");
    const total = hits.length === 1 ? "1 result" : `${hits.length} results`,
      read = site.show.understood(engine.index, result);
    const unsure = result.confidence === "low" && hits.length > 0;
    return [
      element(
        "p", { class: "total" }, hits.length === result.total && kinds ? kinds : total,
        read && element("span", { class: "understood" }, ` for ${read}`)
      ),
      unsure && element("p", { class: "doubt" }, "Perhaps not answered here. The nearest:"),
      ...result.notes.map((note) => element("p", { class: "note" }, sentence(note))),
      planned(result, hits),
    ].filter(Boolean);
  }

  /** A link to the tables for a tournament of as many players as the query names. */
  function planned(result, hits) {
    const players = PLAYERS.exec(result.typed)?.[1];
    if (!players || !hits.slice(0, 3).some((hit) => hit.id.startsWith("tournament-"))) return null;
    return element("p", {}, link(`tournament/?players=${players}`, `Swiss rounds and cut for ${players} players`));
  }

  function render() {
    const typed = input.value.trim();
    if (!typed) {
      help.hidden = false;
      fold.hidden = true;
      notes.replaceChildren();
      list.replaceChildren();
      return;
    }
    const result = engine.search(typed, { limit: MOST, byDate, typing: document.activeElement === input });
    const hits = result.all.filter((hit) => keeps(hit));
    help.hidden = result.all.length > 0;
    notes.replaceChildren(...head(result, hits));
    showFilters(result.all);
    list.replaceChildren(
      hits.length ? hitList(hits, result.stems) : nothing(result, result.all.length),
      ...(hits.length > shown ? [moreButton(hits.length)] : [])
    );
  }

  function moreButton(total) {
    const more = element("button", { type: "button", class: "more" }, `Show ${Math.min(FIRST, total - shown)} more`);
    more.addEventListener("click", () => {
      const at = shown;
      shown += FIRST;
      render();
      links()[at]?.focus();
    });
    return more;
  }

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

  /** Shows the search in the address, at the position where the reader left it. */
  async function enter() {
    readAddress();
    const { state } = history;
    shown = state?.shown ?? FIRST;
    await update(false);
    if (state?.top) scrollTo(0, state.top);
  }

  const links = () => [...results.querySelectorAll(".hit-link")];
  input.setAttribute("aria-controls", "results");
  input.setAttribute("enterkeyhint", "search");
  let settled = true; // the next key begins another search: one step back leads to this one
  input.addEventListener("input", () => {
    shown = FIRST;
    update(settled);
    settled = false;
  });
  input.closest("form").addEventListener("submit", (event) => {
    event.preventDefault();
    settled = true;
    update(true);
    if (matchMedia("(pointer: coarse)").matches) input.blur(); // the keyboard goes, the results stay
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
    const all = links(), at = all.indexOf(document.activeElement);
    if (at < 0 || !["ArrowDown", "ArrowUp", "Escape"].includes(event.key)) return;
    event.preventDefault();
    const to = event.key === "ArrowDown" ? at + 1 : event.key === "ArrowUp" ? at - 1 : -1;
    (all[to] || (to < 0 ? input : all[at])).focus();
  });
  list.addEventListener("click", remember);
  addEventListener("pagehide", remember);
  addEventListener("popstate", () => {
    settled = true;
    enter();
  });

  history.scrollRestoration = "manual"; // the list is made by this script: the browser would scroll before it is there
  // where they do not stand beside the results, the results come first
  fold.open = matchMedia("(min-width: 64em)").matches
    || FILTERS.some(({ key }) => new URLSearchParams(location.search).has(key));
  if (!location.search && !location.hash && matchMedia("(hover: hover) and (pointer: fine)").matches) input.focus();
  enter();
  if (early.trim() && early !== input.value) {
    input.value = early;
    update(true);
  }
})((window.Rulings = window.Rulings || {}));
