/**
 * The search page (`#results`): all results of `?q=`, filters with counts, what was ignored, and why nothing was found.
 * The query and the filters stand in the address, so that a search can be passed on, bookmarked and gone back to.
 */
(function (site) {
  "use strict";

  const { element } = site;
  const results = document.getElementById("results");
  const input = document.getElementById("q");
  if (!results || !input) return;

  const help = element("div", {}, ...results.childNodes);
  const notes = element("div", { class: "notes", role: "status" });
  const filters = element("div", { class: "filters", role: "group", "aria-label": "Filters" });
  const fold = element("details", { class: "filters-fold", hidden: true }, element("summary", {}, "Filters"), filters);
  const found = element("div", { class: "found" });
  results.append(notes, fold, found, help);

  const FIRST = 25; // results shown before "more"
  const subject = (entry) => entry.subject || {};

  /** Filter → its name, and the value that an entry has for it (a list where it may have several). */
  const FILTERS = [
    { key: "in", name: "Where", of: (e) => [{ rulings: "Rulings", "run-chart": "Run chart", manual: "Manual", variant: "Variant", tournament: "Tournament (other game)" }[e.document] || e.document] },
    { key: "is", name: "What", of: (e) => [e.errata && "Errata", e.reverses && "Reversal", !e.official && "Unofficial", e.see && "See also", e.kind === "ruling" && !e.errata && !e.see && "Ruling", e.kind !== "ruling" && "Rules text"].filter(Boolean) },
    { key: "side", name: "Side", of: (e) => [subject(e).side || "Both"] },
    { key: "type", name: "Card type", of: (e) => [subject(e).type].filter(Boolean) },
    { key: "set", name: "Set", of: (e) => [subject(e).set].filter(Boolean) },
    { key: "by", name: "Said by", of: (e) => [...new Set(e.said.map((c) => c.who))] },
  ];

  const chosen = new Map(); // filter key → value
  let shown = FIRST;
  let engine = null;

  function readAddress() {
    const parameters = new URLSearchParams(location.search);
    input.value = parameters.get("q") || "";
    chosen.clear();
    for (const { key } of FILTERS) if (parameters.get(key)) chosen.set(key, parameters.get(key));
  }

  function writeAddress(push) {
    const parameters = new URLSearchParams();
    if (input.value.trim()) parameters.set("q", input.value.trim());
    for (const [key, value] of chosen) parameters.set(key, value);
    const query = parameters.toString();
    const url = location.pathname + (query ? `?${query}` : "");
    if (url !== location.pathname + location.search) history[push ? "pushState" : "replaceState"](null, "", url);
    document.title = document.title.replace(/^(“.*” · )?/, input.value.trim() ? `“${input.value.trim()}” · ` : "");
  }

  const keeps = (entry, except) => FILTERS.every(({ key, of }) => key === except || !chosen.has(key) || of(entry).includes(chosen.get(key)));

  function showFilters(hits) {
    const row = [];
    for (const { key, name, of } of FILTERS) {
      const counts = new Map();
      for (const { entry } of hits) if (keeps(entry, key)) for (const value of of(entry)) counts.set(value, (counts.get(value) || 0) + 1);
      if (chosen.has(key) && !counts.has(chosen.get(key))) counts.set(chosen.get(key), 0);
      if (counts.size < 2 && !chosen.has(key)) continue;
      const select = element("select", { id: `filter-${key}`, name: key }, element("option", { value: "" }, "any"));
      for (const [value, count] of [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))) {
        select.append(element("option", { value, selected: chosen.get(key) === value }, `${value} (${count})`));
      }
      select.addEventListener("change", () => {
        if (select.value) chosen.set(key, select.value);
        else chosen.delete(key);
        shown = FIRST;
        update(true);
        document.getElementById(`filter-${key}`)?.focus();
      });
      row.push(element("label", { class: chosen.has(key) ? "filter filter-on" : "filter" }, `${name} `, select));
    }
    filters.replaceChildren(...row);
    fold.hidden = row.length === 0;
  }

  function nameList(names) {
    const list = element("ul", { class: "hits hits-names" });
    for (const { thing } of names.slice(0, 8)) {
      list.append(element("li", { class: "hit" }, element("a", { class: "hit-link", href: site.address(site.show.path(thing)) }, ...site.show.nameParts(thing))));
    }
    return list;
  }

  function hitList(hits, stems) {
    const list = element("ol", { class: "hits" });
    for (const hit of hits.slice(0, shown)) {
      const link = element("a", { class: "hit-link", href: site.address(site.show.path(hit.entry)) }, ...site.show.hitParts(hit, stems, 320));
      list.append(element("li", { class: "hit", "data-game": hit.entry.game }, link));
    }
    return list;
  }

  /** Why nothing was found, and what there is instead. */
  function nothing(result) {
    const box = element("div", { class: "nothing" });
    const none = result.names.map((n) => n.thing).find((thing) => thing.kind === "card" && thing.count === 0);
    if (none && !result.hits.length) {
      box.append(element("p", {}, "The card ", element("a", { href: site.address(site.show.path(none)) }, none.title), " exists; nothing was ever ruled on it."));
      for (const keyword of none.keywords) {
        box.append(element("p", {}, "What was ruled on its keyword: ", element("a", { href: `?q=${encodeURIComponent(`keyword:"${keyword}"`)}` }, keyword), "."));
      }
      return box;
    }
    const without = chosen.size ? engine.search(input.value).hits.length : 0;
    box.append(element("p", {}, without ? `Nothing with these filters; without them there are ${without}.` : "Nothing was found."));
    const near = engine.nearest(input.value);
    if (near.length && !without) {
      box.append(element("p", {}, "Names that look like it: ", ...near.flatMap((card, i) => [i ? ", " : "", element("a", { href: site.address(site.show.path(card)) }, card.title)]), "."));
    }
    return box;
  }

  function render() {
    const typed = input.value.trim();
    help.hidden = Boolean(typed);
    if (!typed) {
      fold.hidden = true;
      notes.replaceChildren();
      found.replaceChildren();
      return;
    }
    const result = engine.search(typed, { typing: document.activeElement === input });
    const hits = result.hits.filter(({ entry }) => keeps(entry));
    const names = result.names.length === 1 ? "1 name" : `${result.names.length} names`;
    const total = hits.length === 1 ? "1 result" : `${hits.length} results`;
    notes.replaceChildren(element("p", { class: "total" }, result.names.length ? `${names}, ${total}` : total),
      ...[...new Set(result.notes)].map((note) => element("p", { class: "note" }, `${note[0].toUpperCase()}${note.slice(1)}.`)));
    showFilters(result.hits);
    const parts = result.names.length ? [nameList(result.names)] : [];
    parts.push(hits.length ? hitList(hits, result.stems) : nothing(result));
    if (hits.length > shown) parts.push(moreButton(hits.length));
    found.replaceChildren(...parts);
  }

  function moreButton(total) {
    const more = element("button", { type: "button", class: "more" }, `Show ${Math.min(FIRST, total - shown)} more`);
    more.addEventListener("click", () => {
      const at = shown;
      shown += FIRST;
      render();
      results.querySelectorAll("ol .hit-link")[at]?.focus();
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
        notes.replaceChildren(element("p", { class: "note" }, "The search data could not be read. Reload the page to try again."));
        return undefined;
      } finally {
        results.removeAttribute("aria-busy");
      }
    }
    return render();
  }

  const links = () => [...results.querySelectorAll(".hit-link")];
  input.setAttribute("aria-controls", "results");
  input.setAttribute("autocomplete", "off");
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
  });
  input.addEventListener("keydown", async (event) => {
    if (event.isComposing) return;
    if (event.key === "Enter" && input.value.trim()) {
      event.preventDefault();
      await update(true);
      const first = links()[0];
      if (first && (event.ctrlKey || event.metaKey)) window.open(first.href, "_blank", "noopener");
      else if (first) first.click();
    } else if (event.key === "ArrowDown" && links().length) {
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
  addEventListener("popstate", () => {
    settled = true;
    readAddress();
    update(false);
  });

  readAddress();
  fold.open = chosen.size > 0 || matchMedia("(min-width: 40rem)").matches; // on a phone the results come first
  if (!input.value && !location.hash && matchMedia("(hover: hover) and (pointer: fine)").matches) input.focus();
  update(false);
})((window.Rulings = window.Rulings || {}));
