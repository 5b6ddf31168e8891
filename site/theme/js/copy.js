/**
 * Sharing. A click on `a.copy-link`, the heading of a ruling or section, copies its address. The
 * tools of a ruling are labelled “Share” or “Copy”, and get buttons that copy its question, words,
 * citation and address, or share them. Without JavaScript or a clipboard, the links lead to the
 * ruling, and its tools show the citation.
 */
(function (site) {
  "use strict";

  const textOf = (element) => element.textContent.replace(/\s+/g, " ").trim();

  /**
   * A ruling as text: question, status and marks, words by paragraph, further notes, citation. If
   * several people are cited, each part has its own attribution.
   */
  function asText(ruling) {
    const texts = (selector) => [...ruling.querySelectorAll(selector)].map(textOf);
    const isByParts = ruling.querySelectorAll("blockquote").length > 1;
    const spoken = [...ruling.querySelectorAll(`blockquote p${isByParts ? ", .attribution" : ""}`)]
      .map((node) => (node.matches(".attribution") ? `(${textOf(node)})` : textOf(node)));
    return [
      ...texts(".question"), ...texts(".status, .marks .mark"), spoken.join("\n"),
      ...texts(":scope > .see-note:not(details, .note-clarification)"), ...texts(".cite-as")
    ].filter(Boolean).join("\n\n");
  }

  // Read before the browser translates the page, so the words are as printed.
  const texts = new Map(
    [...document.querySelectorAll(".ruling")].map((ruling) => [ruling, asText(ruling)])
  );
  const word = navigator.share ? "Share" : "Copy";
  for (const summary of document.querySelectorAll(".tools summary")) {
    summary.textContent = word;
    summary.setAttribute("aria-label", summary.getAttribute("aria-label").replace("Cite", word));
  }

  async function copy(text, message) {
    try {
      await navigator.clipboard.writeText(text); // an insecure connection has no clipboard
      site.say(message, true);
    } catch {
      site.say("Copying is not allowed here", true);
    }
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a.copy-link");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    copy(link.href, "Link copied");
    if (link.getAttribute("href").startsWith("#")) return; // the browser shows the address itself
    event.preventDefault();
  });

  document.addEventListener(
    "toggle",
    ({ target }) => {
      if (!target.matches(".tools") || target.querySelector("button")) return;
      const ruling = target.closest(".ruling"), question = ruling.querySelector(".question");
      const text = texts.get(ruling), { href: url } = ruling.querySelector(".copy-link");
      const copyAll = () => copy(`${text}\n\n${url}`, "Ruling copied");
      const title = question ? textOf(question) : document.title;
      const share = () => navigator.share({ title, text, url }).catch(({ name }) => {
        const isCancelled = name === "AbortError";
        if (!isCancelled) site.say("Sharing is not allowed here", true);
      });
      target.querySelector(".tool-links").prepend(
        site.button({ class: "copy-ruling" }, "Copy", copyAll),
        ...(navigator.share ? [site.button({ class: "share" }, "Share", share)] : [])
      );
    },
    true
  );
})(window.Rulings ??= {});
