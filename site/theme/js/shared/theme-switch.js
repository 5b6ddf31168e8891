/** The theme button (`.theme-switch`): switches between light and dark, and remembers the choice. */
(function () {
  "use strict";

  const root = document.documentElement, STORAGE_KEY = "rulings-theme"; // before-paint.js reads it, too
  const system = matchMedia("(prefers-color-scheme: dark)");
  const current = () => root.dataset.theme || (system.matches ? "dark" : "light");

  function show(buttons) {
    const other = current() === "dark" ? "light" : "dark";
    for (const button of buttons) {
      button.hidden = false;
      button.setAttribute("aria-label", `Switch to ${other} colours`);
      button.title = button.getAttribute("aria-label");
      button.dataset.next = other;
    }
  }

  function remember(theme) {
    root.dataset.theme = theme;
    try {
      localStorage.setItem(STORAGE_KEY, theme);
    } catch {
      // Storage is forbidden: the choice is not remembered, but holds for this page.
    }
  }

  const buttons = document.querySelectorAll(".theme-switch");
  for (const button of buttons) {
    button.addEventListener("click", () => {
      remember(current() === "dark" ? "light" : "dark");
      show(buttons);
    });
  }
  system.addEventListener("change", () => show(buttons));
  addEventListener("storage", (event) => {
    if (event.key !== STORAGE_KEY) return;
    if (event.newValue) root.dataset.theme = event.newValue;
    else delete root.dataset.theme;
    show(buttons);
  });
  show(buttons);
})();
