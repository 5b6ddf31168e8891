/**
 * The search page (`#results`): all results of `?q=`, with the filters of `filters.js` and the elements of
 * `results-elements.js`. Query, filters and order are kept in the address, so that a search can be shared and returned
 * to. While a query is typed, and if nothing else is found, its last word is completed.
 */
(function (site) {
  "use strict";

  const { element, filters, resultsElements } = site;
  const container = document.getElementById("results");
  const input = document.getElementById("q");
  if (!container || !input) return;
  const typedEarly = document.activeElement === input ? input.value : ""; // before this script ran

  const [help] = container.children;
  const notes = element("div", { class: "notes", role: "status" });
  const chips = element("div", { class: "chips", role: "group", "aria-label": "Filters" });
  const filterSection =
    element("details", { class: "result-filters", hidden: true }, element("summary", {}, "Filters and order"), chips);
  const list = element("div", { class: "found" });
  help.before(notes, filterSection, list);

  const PAGE_SIZE = 25; // results shown at first and with each “more”
  const TYPING_SIZE = 10; // results shown while a query is typed, so that a slow phone keeps up with the keys

  const choice = { chosen: new Map(), byDate: false }; // `chosen`: filter key → value
  let typing = false; // whether the last word may be unfinished
  let shownCount = PAGE_SIZE;
  let engine = null;

  function readAddress() {
    const parameters = new URLSearchParams(location.search);
    input.value = parameters.get("q") || "";
    typing = history.state?.typing ?? site.typedQuery.read() === input.value;
    choice.byDate = parameters.get("sort") === "date";
    choice.chosen.clear();
    for (const key of filters.KEYS) if (parameters.get(key)) choice.chosen.set(key, parameters.get(key));
  }

  /** Writes query, filters and order to the address. @param {boolean} push whether as a new entry of the history */
  function writeAddress(push) {
    const parameters = new URLSearchParams();
    const typed = input.value.trim();
    if (typed) parameters.set("q", typed);
    for (const [key, value] of choice.chosen) parameters.set(key, value);
    if (choice.byDate) parameters.set("sort", "date");
    const query = parameters.toString(), url = location.pathname + (query ? `?${query}` : "");
    if (url !== location.pathname + location.search)
      history[push ? "pushState" : "replaceState"]({ typing }, "", url);
    document.title = document.title.replace(/^(“.*” · )?/, typed ? `“${typed}” · ` : "");
  }

  /** Remembers the position in the list for readers who come back, unless they leave before it is shown. */
  const rememberPosition = () =>
    list.childElementCount && history.replaceState({ shown: shownCount, top: scrollY, typing }, "");

  function render() {
    const typed = input.value.trim();
    help.hidden = typed !== "";
    if (!typed) {
      filterSection.hidden = true;
      notes.replaceChildren();
      list.replaceChildren();
      return;
    }
    let results = engine.search(typed, { byDate: choice.byDate, typing });
    if (!results.all.length) results = engine.search(typed, { byDate: choice.byDate, typing: true });
    const hits = results.all.filter((hit) => filters.passes(hit, choice.chosen));
    notes.replaceChildren(...resultsElements.summary(engine, results, hits));
    chips.replaceChildren(...filters.filterRows(results.all, choice, () => {
      shownCount = PAGE_SIZE;
      update(true);
    }));
    filterSection.hidden = !chips.childElementCount;
    list.replaceChildren(
      hits.length ? resultsElements.hitList(engine, hits.slice(0, shownCount), results.stems)
        : results.all.length ? resultsElements.allHidden(results.all.length, showAll)
        : resultsElements.nothingFound(engine, results, input.value),
      ...(hits.length > shownCount ? [moreButton(hits.length)] : [])
    );
  }

  /** Shows the results without filters. */
  function showAll() {
    choice.chosen.clear();
    update(true);
  }

  function moreButton(total) {
    const count = Math.min(PAGE_SIZE, total - shownCount);
    return site.button({ class: "button" }, `Show ${count} more`, () => {
      const firstNew = shownCount;
      shownCount += PAGE_SIZE;
      render();
      links()[firstNew]?.focus();
    });
  }

  /** Searches again, and writes the search to the address. `push`: as in `writeAddress` */
  async function update(push) {
    writeAddress(push);
    if (!engine) {
      if (!input.value.trim()) return render();
      container.setAttribute("aria-busy", "true");
      try {
        engine = await site.searchEngine();
      } catch {
        notes.replaceChildren(element(
          "p", { class: "note" }, "The search data could not be read. Reload the page to try again."
        ));
        return undefined;
      } finally {
        container.removeAttribute("aria-busy");
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

  const links = () => [...container.querySelectorAll(".hit-link")];
  input.setAttribute("aria-controls", "results");
  input.setAttribute("enterkeyhint", "search");
  let startsNewSearch = true; // whether the next keystroke adds an entry to the history
  input.addEventListener("input", () => {
    typing = true;
    shownCount = TYPING_SIZE;
    update(startsNewSearch);
    startsNewSearch = false;
  });
  input.closest("form").addEventListener("submit", (event) => {
    event.preventDefault();
    startsNewSearch = true;
    typing = false;
    shownCount = PAGE_SIZE;
    update(false); // the search has its entry in the history since it was typed
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
  container.addEventListener("keydown", (event) => {
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
    || filters.KEYS.some((key) => new URLSearchParams(location.search).has(key));
  if (!location.search && !location.hash && matchMedia("(hover: hover) and (pointer: fine)").matches) input.focus();
  showAddress();
  if (typedEarly.trim() && typedEarly !== input.value) {
    input.value = typedEarly;
    typing = true;
    update(true);
  }
})((window.Rulings = window.Rulings || {}));
