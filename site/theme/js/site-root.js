/**
 * For the page of a missing address, which is shown at any depth, of a site that was built without its own address:
 * makes its relative links begin at the root of the site. The page asks for this script in each folder from its own up
 * to the root of the host; the first that has it is the root of the site.
 */
(function () {
  "use strict";

  if (document.querySelector("base")) return; // it was found nearer
  const base = document.createElement("base"), here = location.pathname + location.search;
  base.href = new URL("../../../", /** @type {HTMLScriptElement} */ (document.currentScript).src).href;
  document.head.prepend(base); // before all addresses
  addEventListener("DOMContentLoaded", () => { // links within the page stay in the page
    for (const link of document.querySelectorAll("a[href^='#']")) link.href = here + link.getAttribute("href");
  });
})();
