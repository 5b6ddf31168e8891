/**
 * Runs before the first paint (no `defer`). Sets the remembered colour scheme, so pages do not
 * flash in the other one, and shows the target of the address as soon as it has arrived.
 * `data-theme` on the root is `light` or `dark`; without it, the system's scheme applies.
 */
(function () {
  "use strict";
  // Safari has `at` since 15.4
  Array.prototype.at ??= function at(n) {
    return this[n < 0 ? n + this.length : n];
  };
  const root = document.documentElement;
  root.classList.replace("no-js", "js");
  root.classList.add("is-loading"); // hides what a script may still move
  try {
    const theme = localStorage.getItem("rulings-theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch {
    // Storage is forbidden: the system's scheme applies.
  }
  if (location.search.length > 1 || location.hash.length > 1) {
    root.classList.add("is-filtering"); // hides a list until it has been filtered
    // Fetches the scripts for names together with the page; the rest of the search comes later.
    const [names, nameData] = (document.currentScript.dataset.preload ?? "").split(" ");
    for (const href of nameData ? [names, nameData] : []) {
      const link = document.createElement("link");
      Object.assign(link, { rel: "preload", as: "script", fetchPriority: "low", href });
      document.head.append(link);
    }
  }
  // Browsers go to the target of the address only after the deferred scripts. A page that is
  // opened again stays where it was.
  const [navigation] = performance.getEntriesByType("navigation");
  function showTarget() {
    const target = document.getElementById(location.hash.slice(1));
    if (target) target.scrollIntoView();
    else if (document.readyState === "loading") requestAnimationFrame(showTarget);
  }
  if (location.hash.length > 1 && navigation?.type === "navigate") showTarget();
  addEventListener("load", () => {
    root.classList.remove("is-loading");
    root.classList.replace("is-filtering", "was-filtering");
  });
})();
