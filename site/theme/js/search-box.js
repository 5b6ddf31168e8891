/**
 * The search box on every page (`#q` in `form.search`) as a combobox: results while typing, names above rulings.
 *
 * `/` goes to the box, arrows choose, Enter opens (the first, if none is chosen), Ctrl or ⌘ with Enter opens a new tab,
 * Escape closes. Without JavaScript, or before the data has arrived, the form simply leads to the search page.
 */
(function (site) {
  "use strict";

  const MOST = 8; // results in the list; names take at most three of them
  const NAMES = 3;
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
  if (document.body.dataset.kind === "home" && matchMedia("(hover: hover) and (pointer: fine)").matches && !location.hash) {
    input.focus({ preventScroll: true });
  }
  if (document.getElementById("results")) return; // the search page shows all results itself (search-page.js)

  const list = site.element("div", { class: "suggestions", id: "suggestions", role: "listbox", "aria-label": "Results", hidden: true });
  form.append(list);
  for (const [name, value] of Object.entries({
    role: "combobox", "aria-expanded": "false", "aria-controls": "suggestions", "aria-autocomplete": "list",
    autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "go",
  })) input.setAttribute(name, value);

  let chosen = -1;
  let shownFor = null; // the text that the list belongs to
  const options = () => [...list.querySelectorAll("[role=option]")];

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
  }

  function option(thing, parts, kind) {
    const n = list.querySelectorAll("[role=option]").length;
    const path = typeof thing === "string" ? thing : site.show.path(thing);
    return site.element("a", {
      class: `suggestion suggestion-${kind}`, role: "option", id: `suggestion-${n}`, tabindex: "-1", "aria-selected": "false",
      href: site.address(path),
    }, ...parts);
  }

  function render(engine) {
    const typed = input.value;
    const result = engine.search(typed, { typing: true });
    const names = result.names.slice(0, NAMES), hits = result.hits.slice(0, MOST - names.length);
    list.replaceChildren();
    for (const name of names) list.append(option(name.thing, site.show.nameParts(name.thing), "name"));
    for (const hit of hits) list.append(option(hit.entry, site.show.hitParts(hit, result.stems, 150), "hit"));
    const found = names.length + hits.length;
    if (found) {
      const all = result.hits.length + result.names.length;
      list.append(option(`search/?q=${encodeURIComponent(typed.trim())}`, [all > found ? `All ${all} results` : "Show on one page"], "all"));
    } else list.append(site.element("div", { class: "suggestion-none" }, explain(engine, result)));
    for (const [name, value] of [["role", "listbox"], ["aria-label", "Results"]]) {
      if (found) list.setAttribute(name, value);
      else list.removeAttribute(name); // a sentence is no list to choose from
    }
    shownFor = typed;
    open(true);
    input.setAttribute("aria-expanded", String(found > 0));
    site.say(found ? `${found} ${found === 1 ? "result" : "results"}, arrow keys to choose` : "Nothing found");
  }

  function explain(engine, result) {
    const near = engine.nearest(result.query.typed);
    const reason = result.notes[0] ? `Nothing found: ${result.notes[0]}.` : "Nothing found.";
    return near.length ? `${reason} Did you mean ${near.map((card) => card.title).join(", ")}?` : reason;
  }

  async function update() {
    if (!input.value.trim()) {
      list.replaceChildren();
      shownFor = "";
      return open(false);
    }
    try {
      const engine = await site.searchEngine();
      if (input.value !== shownFor && input.value.trim()) render(engine);
    } catch {
      open(false); // the form still leads to the search page
    }
    return undefined;
  }

  input.addEventListener("input", update);
  input.addEventListener("focus", () => {
    if (input.value.trim() && list.childElementCount) open(true);
  });
  form.addEventListener("focusout", (event) => {
    if (!form.contains(event.relatedTarget)) setTimeout(() => form.contains(document.activeElement) || open(false), 120);
  });
  list.addEventListener("pointerdown", (event) => {
    if (event.button === 0) event.preventDefault(); // the box keeps the focus until the link is followed
  });

  input.addEventListener("keydown", async (event) => {
    if (event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (list.hidden) await update();
      if (list.hidden && list.childElementCount && input.value.trim()) open(true);
      choose(event.key === "ArrowDown" ? chosen + 1 : chosen - 1);
    } else if (event.key === "Escape" && (!list.hidden || input.value)) {
      event.preventDefault();
      if (list.hidden) input.value = "";
      open(false);
    } else if (event.key === "Enter" && input.value.trim()) {
      event.preventDefault();
      await follow(event.ctrlKey || event.metaKey);
    }
  });

  async function follow(newTab) {
    await update();
    const all = options(), target = all[chosen < 0 ? 0 : chosen];
    const link = target || site.element("a", { href: site.address(`search/?q=${encodeURIComponent(input.value.trim())}`) });
    if (newTab) window.open(link.href, "_blank", "noopener");
    else if (target) target.click();
    else location.assign(link.href);
    if (!newTab) open(false);
  }
})((window.Rulings = window.Rulings || {}));
