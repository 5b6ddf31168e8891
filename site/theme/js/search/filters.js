/** The filters and the order of the search page: what a hit passes, and the buttons with counts. */
(function (site) {
  "use strict";

  const { element } = site;
  const MAX_CHIPS = 7; // of one filter

  /** The short name of a document's source in words: `run-chart` → “Run chart”. */
  function sourceName({ source, game }) {
    return site.capitalized(source.replaceAll("-", " ")) + (game === site.constants.NETRUNNER ? "" : " (another game)");
  }

  /** The filters: key, label, and a function that returns the values of a hit. */
  const FILTERS = [
    { key: "in", label: "Where", valuesOf: ({ doc }) => (doc.source ? [sourceName(doc)] : []) },
    {
      key: "is", label: "What",
      valuesOf: ({ doc }) => {
        const { NATURE_NAMES } = site.hitElements;
        return (doc.values.is ?? [doc.kind]).map((nature) => NATURE_NAMES[nature]).filter(Boolean);
      }
    },
    { key: "side", label: "Side", valuesOf: ({ doc }) => doc.values.side ?? [] },
    { key: "type", label: "Card type", valuesOf: ({ doc }) => doc.values.type ?? [] },
    { key: "set", label: "Set", valuesOf: ({ doc }) => doc.values.set ?? [] },
    { key: "by", label: "Said by", valuesOf: ({ doc }) => [doc.authority].filter(Boolean) },
  ];

  /** Whether a hit passes all chosen filters (key → value) but the one with the key `except`. */
  const passes = (hit, chosen, except) =>
    FILTERS.every(({ key, valuesOf }) => key === except || !chosen.has(key) || valuesOf(hit).includes(chosen.get(key)));

  /** A button that is on (`pressed`) or off; `count` (or null): the hits behind it; a click calls `toggle`. */
  function chip(id, label, count, pressed, toggle) {
    const button = site.button({ class: "chip", id, "aria-pressed": String(pressed) }, label, () => {
      toggle();
      document.getElementById(id)?.focus();
    });
    if (count !== null) button.append(element("span", {}, ` ${count}`));
    return button;
  }

  /**
   * The filters that divide the hits, a row of buttons each, and the order.
   * @param {object[]} hits all hits, whether they pass the filters or not
   * @param {{chosen: Map<string, string>, byDate: boolean}} choice changed by the buttons; `chosen`: filter key → value
   * @param {function(): void} changed called after each change
   * @returns {HTMLElement[]}
   */
  function filterRows(hits, choice, changed) {
    const { chosen } = choice;
    const rows = [];
    for (const { key, label, valuesOf } of FILTERS) {
      const counts = new Map();
      for (const hit of hits.filter((each) => passes(each, chosen, key)))
        for (const value of valuesOf(hit)) counts.set(value, (counts.get(value) ?? 0) + 1);
      if (chosen.has(key) && !counts.has(chosen.get(key))) counts.set(chosen.get(key), 0);
      if (counts.size < 2 && !chosen.has(key)) continue;
      const sorted = [...counts].sort((a, b) =>
        (b[0] === chosen.get(key)) - (a[0] === chosen.get(key)) || b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
      const chips = sorted.slice(0, MAX_CHIPS).map(([value, count]) =>
        chip(`filter-${key}-${value.replaceAll(" ", "-")}`, value, count, chosen.get(key) === value, () => {
          if (chosen.get(key) === value) chosen.delete(key);
          else chosen.set(key, value);
          changed();
        }));
      rows.push(element(
        "div", { class: "chip-row", role: "group", "aria-label": label, "data-filter": key },
        element("b", { "aria-hidden": "true" }, label), ...chips
      ));
    }
    if (hits.some((hit) => hit.date)) {
      const order = chip("sort-date", "Newest first", null, choice.byDate, () => {
        choice.byDate = !choice.byDate;
        changed();
      });
      rows.push(element(
        "div", { class: "chip-row", role: "group", "aria-label": "Order" },
        element("b", { "aria-hidden": "true" }, "Order"), order
      ));
    }
    return rows;
  }

  site.filters = { KEYS: FILTERS.map(({ key }) => key), passes, filterRows };
})((window.Rulings = window.Rulings || {}));
