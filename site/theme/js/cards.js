/**
 * The list of cards: selects in `#card-filters` that filter the rows without a reload, several at once, with counts.
 * The filters are kept in the address. Without JavaScript, the links above lead to one page for each value.
 */
(function (site) {
  "use strict";

  const { element } = site;
  const container = document.getElementById("card-filters");
  const rows = [...document.querySelectorAll("ul.cards > li[data-side]")];
  if (!container || !rows.length) return;

  const LABELS = { side: "Side", type: "Type", set: "Set", keyword: "Keyword", rulings: "Rulings" };
  const VALUES = {
    side: (row) => [row.dataset.side],
    type: (row) => [row.dataset.type],
    set: (row) => [row.dataset.set],
    keyword: (row) => row.dataset.keywords.split("|").filter(Boolean),
    rulings: (row) => [row.dataset.ruled === "1" ? "with rulings" : "without"],
  };
  const facets = site.facets(VALUES), { chosen } = facets;
  const countElement = document.getElementById("card-count");
  const selects = new Map();

  const clear = site.button({ class: "filter-clear", hidden: true }, "Show all", () => {
    chosen.clear();
    show(true);
    selects.get("side").focus();
  });

  for (const [key, label] of Object.entries(LABELS)) {
    const select = element("select", { id: `card-filter-${key}` });
    select.addEventListener("change", () => {
      facets.choose(key, select.value);
      show(true);
    });
    selects.set(key, select);
    container.append(element("label", { class: "filter" }, `${label} `, select));
  }
  container.append(clear);

  /** Shows the rows that pass the filters. @param {boolean} push whether to add the filters to the browser's history */
  function show(push) {
    for (const row of rows) row.hidden = !facets.passes(row);
    const visible = rows.filter((row) => !row.hidden);
    const ruledCount = visible.filter((row) => row.dataset.ruled === "1").length;
    for (const link of document.querySelectorAll(".letters a"))
      link.hidden = !document.querySelector(`${link.getAttribute("href")} li:not([hidden])`);
    for (const [key, select] of selects) {
      const counts = [...facets.counts(rows, key)].sort((a, b) => (a[0] < b[0] ? -1 : 1));
      const only = counts.length === 1 && !chosen.has(key); // as on `/by-side/corp/`
      const options = counts.map(([value, number]) =>
        element("option", { value: only ? "" : value, selected: chosen.get(key) === value }, `${value} (${number})`));
      select.replaceChildren(...(only ? [] : [element("option", { value: "" }, "any")]), ...options);
      select.parentElement.classList.toggle("filter-on", chosen.has(key));
    }
    clear.hidden = chosen.size === 0;
    countElement.textContent = `${site.count(visible.length, "card")}, ${ruledCount || "none"} with rulings`;
    const query = new URLSearchParams([...chosen]).toString();
    if (push) history.pushState(null, "", location.pathname + (query ? `?${query}` : ""));
  }

  function readAddress() {
    facets.read(new URLSearchParams(location.search), rows);
    show(false);
  }

  addEventListener("popstate", readAddress);
  container.hidden = false;
  readAddress();
  if (chosen.size) container.closest("details").open = true;
})(window.Rulings ??= {});
