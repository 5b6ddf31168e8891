/**
 * The search box on every page (`#q` in `form.search`) as a combobox: results while typing, names above rulings.
 *
 * `/` goes to the box, arrows choose, Escape closes. Enter opens the chosen result, or the only card or topic with
 * exactly that name, or else all results; with Ctrl or ⌘ in a new tab. Without JavaScript, or before the data has
 * arrived, the form leads to the search page by itself.
 */
(function (site) {
  "use strict";

  const MOST = 8, NAMES = 3; // results in the list; names that begin like what is typed
  const PREVIEW = 150; // letters of a ruling
  const input = document.getElementById("q");
  const form = input && input.closest("form");
  if (!input || !form) return;

  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest && event.target.closest("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
    input.select();
  });

  const idle = window.requestIdleCallback || ((work) => setTimeout(work, 200));
  const prepare = () => site.searchEngine().catch(() => {});
  input.addEventListener("focus", () => idle(prepare), { once: true });
  input.addEventListener("pointerenter", () => idle(prepare), { once: true });
  if (document.body.dataset.kind === "home"
      && matchMedia("(hover: hover) and (pointer: fine)").matches
      && !location.hash) {
    input.focus({ preventScroll: true });
  }
  if (document.getElementById("results")) return; // the search page shows all results itself (search-page.js)

  const list = site.element(
    "div", { class: "suggestions", id: "suggestions", role: "listbox", "aria-label": "Results", hidden: true }
  );
  form.append(list);
  for (const [name, value] of Object.entries({
    role: "combobox", "aria-expanded": "false", "aria-controls": "suggestions", "aria-autocomplete": "list",
    autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "search",
  })) input.setAttribute(name, value);

  let chosen = -1;
  let shownFor = null; // the text that the list belongs to
  const options = () => [...list.querySelectorAll("[role=option]")];
  const typed = () => input.value.trim();
  const results = () => `search/?q=${encodeURIComponent(typed())}`;

  function choose(n) {
    const all = options();
    chosen = all.length ? (n + all.length + 1) % (all.length + 1) : -1;
    if (chosen === all.length) chosen = -1;
    all.forEach((option, i) => option.setAttribute("aria-selected", String(i === chosen)));
    if (chosen < 0) input.removeAttribute("aria-activedescendant");
    else {
      input.setAttribute("aria-activedescendant", all[chosen].id);
      all[chosen].scrollIntoView({ block: "nearest" });
    }
  }

  function open(showing) {
    list.hidden = !showing;
    input.setAttribute("aria-expanded", String(showing));
    if (!showing) choose(-1);
    else fit();
  }

  /** The list ends above a phone's keyboard. */
  function fit() {
    const { height, offsetTop } = window.visualViewport || { height: innerHeight, offsetTop: 0 };
    const top = form.getBoundingClientRect().bottom - offsetTop;
    list.style.maxHeight = `${Math.max(140, Math.min(height - top - 12, 576))}px`;
  }
  if (window.visualViewport)
    for (const name of ["resize", "scroll"]) window.visualViewport.addEventListener(name, () => list.hidden || fit());

  function option(path, id, parts, kind) {
    return site.element("a", {
      class: `suggestion suggestion-${kind}`, role: "option", id: `suggestion-${list.childElementCount}`,
      tabindex: "-1", "aria-selected": "false",
      href: site.address(path), "data-id": id,
    }, ...parts);
  }

  function render(engine) {
    const { show } = site, result = engine.search(input.value, { limit: MOST, typing: true });
    const first = result.hits.filter((hit) => "name" in hit.features).map((hit) => hit.doc);
    const like = engine.namesLike(typed())
      .filter((doc) => !first.includes(doc))
      .slice(0, Math.max(0, NAMES - first.length));
    const names = [...first, ...like];
    const hits = result.hits.filter((hit) => !names.includes(hit.doc)).slice(0, MOST - names.length);
    list.replaceChildren();
    for (const doc of names) list.append(option(
      show.path(doc),
      doc.id,
      show.hitParts(
        engine.index, { doc, tags: [], duplicates: [], passage: doc.text }, result.stems ?? new Map(), PREVIEW
      ),
      "name"
    ));
    for (const hit of hits)
      list.append(option(show.path(hit.doc), hit.id, show.hitParts(engine.index, hit, result.stems, PREVIEW), "hit"));
    const count = names.length + hits.length;
    if (count) list.append(option(
      results(), null, [result.total > count ? `All ${result.total} results` : "Show on one page"], "all"
    ));
    else list.append(site.element("div", { class: "suggestion-none" }, explain(engine, result)));
    for (const [name, value] of [["role", "listbox"], ["aria-label", "Results"]]) {
      if (count) list.setAttribute(name, value);
      else list.removeAttribute(name); // a sentence is not a list to choose from
    }
    shownFor = input.value;
    open(true);
    input.setAttribute("aria-expanded", String(count > 0));
    site.say(count ? `${count} ${count === 1 ? "result" : "results"}, arrow keys to choose` : "Nothing found");
  }

  function explain(engine, result) {
    const near = result.nearest.length ? result.nearest : engine.namesLike(typed(), true).slice(0, 3);
    const reason = `Nothing found: ${result.explanation[0]}.`;
    return near.length ? `${reason} Did you mean ${near.map((doc) => doc.title).join(", ")}?` : reason;
  }

  async function update() {
    if (!typed()) {
      list.replaceChildren();
      shownFor = "";
      return open(false);
    }
    try {
      const engine = await site.searchEngine();
      if (input.value !== shownFor && typed()) render(engine);
    } catch {
      open(false); // the form still leads to the search page
    }
    return undefined;
  }

  input.addEventListener("input", update);
  if (document.activeElement === input) { // the reader was faster than this script
    idle(prepare);
    update();
  }
  input.addEventListener("focus", () => {
    if (typed() && list.childElementCount) open(true);
  });
  form.addEventListener("focusout", (event) => {
    if (!form.contains(event.relatedTarget))
      setTimeout(() => form.contains(document.activeElement) || open(false), 120);
  });
  list.addEventListener("pointerdown", (event) => {
    if (event.button === 0) event.preventDefault(); // the box keeps the focus until the link is followed
  });

  input.addEventListener("keydown", async (event) => {
    if (event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (list.hidden) await update();
      if (list.hidden && list.childElementCount && typed()) open(true);
      choose(event.key === "ArrowDown" ? chosen + 1 : chosen - 1);
    } else if (event.key === "Escape" && (!list.hidden || input.value)) {
      event.preventDefault();
      if (list.hidden) input.value = "";
      open(false);
    } else if (event.key === "Enter" && typed()) {
      event.preventDefault();
      await follow(event.ctrlKey || event.metaKey);
    }
  });

  /** The chosen result; else the only card or topic with exactly that name; else all results. */
  async function target() {
    const option = options()[chosen];
    if (option) return option.href;
    const engine = await site.searchEngine().catch(() => null);
    const [only, ...others] = engine ? engine.withName(typed()) : [];
    return new URL(site.address(only && !others.length ? site.show.path(only) : results()), location.href).href;
  }

  async function follow(newTab) {
    const href = await target();
    if (newTab) window.open(href, "_blank", "noopener");
    else {
      open(false);
      location.assign(href);
    }
  }
})((window.Rulings = window.Rulings || {}));
