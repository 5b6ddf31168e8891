/**
 * Copy buttons of a ruling: `a.copy-link[href="#id"]` copies its permalink, `a.copy-cite[data-cite]` its citation.
 * Both are ordinary links; without JavaScript or clipboard they simply go to the ruling.
 */
(function (site) {
  "use strict";

  /** The address of the ruling that a copy button stands at. */
  function permalink(link) {
    const ruling = link.matches(".copy-cite") && link.closest("article[id]");
    return new URL(ruling ? `#${ruling.id}` : link.getAttribute("href"), location.href).href;
  }

  async function copy(text) {
    if (navigator.clipboard && window.isSecureContext) return navigator.clipboard.writeText(text);
    const field = site.element("textarea", { class: "visually-hidden", "aria-hidden": "true", tabindex: "-1" });
    field.value = text;
    document.body.append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    if (!copied) throw new Error("the browser did not copy");
    return undefined;
  }

  document.addEventListener("click", async (event) => {
    const link = event.target.closest && event.target.closest("a.copy-link, a.copy-cite");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const cite = link.matches(".copy-cite");
    const text = cite ? `${link.dataset.cite}\n${permalink(link)}` : permalink(link);
    try {
      await copy(text);
      link.classList.add("copied");
      setTimeout(() => link.classList.remove("copied"), 1600);
      site.say(cite ? "Citation copied" : "Link copied", true);
    } catch {
      location.assign(permalink(link));
      site.say("Copying is not allowed here; the address bar now has the link", true);
    }
    if (link.getAttribute("href").startsWith("#") && !cite) history.replaceState(history.state, "", text);
  });
})((window.Rulings = window.Rulings || {}));
