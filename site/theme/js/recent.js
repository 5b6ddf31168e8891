/**
 * The cards, topics and rulings opened last on this device: their pages add them to its local
 * storage, and Home and the empty search page list them in `#recent`. Nothing is sent.
 */
(function (site) {
  "use strict";

  const KEY = "rulings-recent", MAX = 5;
  const container = document.getElementById("recent");

  /**
   * The rows, the last first: address from the root, and words. None if storage is forbidden or has
   * something else.
   */
  function stored() {
    try {
      const rows = JSON.parse(localStorage.getItem(KEY) || "[]");
      return rows.map(([path, words]) => [String(path), String(words)]);
    } catch {
      return [];
    }
  }

  const store = (rows) => site.store(KEY, JSON.stringify(rows.slice(0, MAX)));

  function show() {
    const rows = stored();
    container.hidden = !rows.length;
    container.replaceChildren(
      site.element("h2", {}, "Opened last on this device"),
      site.element("ul", { class: "link-rows" }, ...rows.map(([path, words]) => {
        const link = site.element("a", { class: "link-row", href: site.address(path) }, words);
        return site.element("li", {}, link);
      })),
      site.button({ class: "plain-button", "aria-label": "Clear this list" }, "Clear", () => {
        store([]);
        show();
      })
    );
  }

  if (container) show();
  else
    addEventListener("pagehide", () => {
      const path = location.pathname
        .slice(new URL(site.base, location.href).pathname.length)
        .replace(/index\.html$/, "");
      const title = document.querySelector("h1").textContent,
        ruling = document.querySelector(".ruling:target");
      const question = ruling?.querySelector(".question")?.textContent ?? "";
      const row = ruling ? [`${path}#${ruling.id}`, `${title}: ${question}`] : [path, title];
      store([row, ...stored().filter(([other]) => other !== row[0])]);
    });
})(window.Rulings ??= {});
