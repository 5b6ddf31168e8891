/**
 * The list of cards: controls in `#card-filters` that filter the rows without a reload (several at once, with counts);
 * without JavaScript the links above lead to one page for each choice. The choice is in the address.
 */
(function (site) {
  "use strict";

  const { element } = site;
  const place = document.getElementById("card-filters");
  const rows = [...document.querySelectorAll("ul.cards > li[data-side]")];
  if (!place || !rows.length) return;

  /** Filter → its name, and the values that a row has. */
  const FILTERS = {
    side: { name: "Side", of: (row) => [row.dataset.side] },
    type: { name: "Type", of: (row) => [row.dataset.type] },
    set: { name: "Set", of: (row) => [row.dataset.set] },
    keyword: { name: "Keyword", of: (row) => row.dataset.keywords.split("|").filter(Boolean) },
    rulings: { name: "Rulings", of: (row) => [row.dataset.ruled === "1" ? "with rulings" : "without"] },
  };
  const chosen = new Map();
  const total = document.getElementById("card-count");
  const selects = new Map();
  const fits = (row, except) =>
    [...chosen].every(([key, value]) => key === except || FILTERS[key].of(row).includes(value));

  const status = element("p", { class: "filter-status", role: "status" });
  const clear = element("button", { type: "button", class: "filter-clear", hidden: true }, "Show all");

  for (const [key, { name }] of Object.entries(FILTERS)) {
    const select = element("select", { id: `card-filter-${key}` });
    select.addEventListener("change", () => {
      if (select.value) chosen.set(key, select.value);
      else chosen.delete(key);
      show(true);
    });
    selects.set(key, select);
    place.append(element("label", { class: "filter" }, `${name} `, select));
  }
  clear.addEventListener("click", () => {
    chosen.clear();
    show(true);
    selects.get("side").focus();
  });
  place.append(clear, status);

  function count(key) {
    const counts = new Map();
    for (const row of rows)
      if (fits(row, key)) for (const value of FILTERS[key].of(row)) counts.set(value, (counts.get(value) || 0) + 1);
    if (chosen.has(key) && !counts.has(chosen.get(key))) counts.set(chosen.get(key), 0);
    return [...counts].sort((a, b) => (a[0] < b[0] ? -1 : 1));
  }

  function show(push) {
    let left = 0;
    for (const row of rows) {
      row.hidden = !fits(row);
      if (!row.hidden) left += 1;
    }
    for (const section of document.querySelectorAll("section.letter"))
      section.hidden = !section.querySelector("li:not([hidden])");
    for (const link of document.querySelectorAll(".letters a")) {
      const section = document.getElementById(link.getAttribute("href").slice(1));
      link.hidden = Boolean(section && section.hidden);
    }
    for (const [key, select] of selects) {
      const options = count(key).map(([value, number]) =>
        element("option", { value, selected: chosen.get(key) === value }, `${value} (${number})`));
      select.replaceChildren(element("option", { value: "" }, "any"), ...options);
      select.parentElement.classList.toggle("filter-on", chosen.has(key));
    }
    clear.hidden = chosen.size === 0;
    const words = left === 1 ? "1 card" : `${left} cards`;
    status.textContent = chosen.size ? `${words} of ${rows.length}` : "";
    if (total && chosen.size) total.textContent = words;
    else if (total) total.textContent = `${rows.length} cards`;
    const query = new URLSearchParams([...chosen]).toString();
    if (push) history.pushState(null, "", location.pathname + (query ? `?${query}` : ""));
  }

  function readAddress() {
    chosen.clear();
    for (const [key, value] of new URLSearchParams(location.search))
      if (Object.hasOwn(FILTERS, key)) chosen.set(key, value);
    show(false);
  }

  addEventListener("popstate", readAddress);
  place.hidden = false;
  readAddress();
  if (chosen.size) place.closest("details").open = true;
})((window.Rulings = window.Rulings || {}));
