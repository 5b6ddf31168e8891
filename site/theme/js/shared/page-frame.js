/**
 * What every page does by itself: it has a single address, shows its name in the header once its title is scrolled out
 * of sight, marks in its contents what is being read, and opens what is folded when a link points into it or the page
 * is printed.
 */
(function (site) {
  "use strict";

  /** Gives each page a single address: its folder if served, its file if read from disk. */
  function normalizeAddresses() {
    for (const link of document.querySelectorAll("a[href], form[action]")) {
      const name = link.matches("form") ? "action" : "href", href = link.getAttribute(name);
      if (/^(?:[a-z]+:|#)/i.test(href)) continue;
      const clean = site.fromDisk
        ? href.replace(/(^|\/)(?=[?#]|$)/, "$1index.html")
        : href.replace(/(^|\/)index\.html(?=[?#]|$)/, "$1");
      if (clean !== href) link.setAttribute(name, clean || "./");
    }
    if (!site.fromDisk && location.pathname.endsWith("/index.html")) {
      history.replaceState(
        history.state, "", location.pathname.slice(0, -"index.html".length) + location.search + location.hash
      );
    }
  }
  normalizeAddresses();

  // While the title is scrolled out of sight, the header shows the name of the page (`.page-name`).
  const header = document.querySelector(".top"), title = document.querySelector("main h1");
  if (header && title) {
    new IntersectionObserver((entries) => {
      const { isIntersecting, boundingClientRect } = entries.at(-1); // a slow page gets several entries at once
      header.classList.toggle("past-title", !isIntersecting && boundingClientRect.top < 100);
    }, { rootMargin: "-64px 0px 0px" }).observe(title);
  }

  // Of the entries in the contents beside a page, the first in sight is marked as the current one.
  const entries = new Map([...document.querySelectorAll(".sidebar .contents a[href^='#']")]
    .map((link) => [document.getElementById(link.hash.slice(1)), link]));
  const inSight = new Set();
  const observer = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) inSight[isIntersecting ? "add" : "delete"](target);
    const current = [...entries.keys()].find((entry) => inSight.has(entry));
    if (!current) return;
    for (const link of entries.values()) link.removeAttribute("aria-current");
    entries.get(current).setAttribute("aria-current", "true");
  }, { rootMargin: "-110px 0px -40% 0px" });
  for (const entry of entries.keys()) if (entry) observer.observe(entry);

  /** Opens the folded entry that the address points to, which older browsers do not. */
  function unfold() {
    let target = null;
    try {
      target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    } catch {
      // It is not UTF-8, so it is no anchor of this site.
    }
    const folded = target && target.closest("details:not([open])");
    if (!folded) return;
    folded.open = true;
    target.scrollIntoView();
  }
  addEventListener("hashchange", unfold);
  unfold();

  // Everything is opened for printing, and the foot of the sheet says where and when it was printed.
  let closed = [];
  addEventListener("beforeprint", () => {
    const today = site.dateInWords(new Date().toISOString());
    document.querySelector(".printed span").textContent = `${location.href} · printed ${today}`;
    closed = [...document.querySelectorAll("details.batch:not([open])")];
    for (const details of closed) details.open = true;
  });
  addEventListener("afterprint", () => {
    for (const details of closed) details.open = false;
  });
})(window.Rulings);
