/**
 * Sharing: `a.copy-link`, the heading of a ruling or section, copies its address; a ruling's tools,
 * which are named after what one does with them here, get buttons that copy its question, words,
 * citation and address, or share it. Without JavaScript or a clipboard the links lead to the
 * ruling, and its tools show the citation.
 */
(function (site) {
  "use strict";

  const textOf = (element) => element.textContent.replace(/\s+/g, " ").trim();

  /**
   * A ruling as text: question, status and marks, words by paragraph, each part of several with who
   * said it, what else is said of them, citation.
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

  // As printed: read before the browser translates the page.
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
      await navigator.clipboard.writeText(text); // there is no clipboard on an insecure connection
      site.say(message, true);
    } catch {
      site.say("Copying is not allowed here", true);
    }
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a.copy-link");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    copy(link.href, "Link copied");
    if (link.getAttribute("href").startsWith("#")) return; // the browser shows its address
    event.preventDefault();
  });

  document.addEventListener(
    "toggle",
    ({ target }) => {
      if (!target.matches(".tools") || target.querySelector("button")) return;
      const ruling = target.closest(".ruling"),
        question = ruling.querySelector(".question");
      const text = texts.get(ruling),
        url = ruling.querySelector(".copy-link").href;
      const share = () =>
        navigator
          .share({ title: question ? textOf(question) : document.title, text, url })
          .catch(({ name }) => { // which is `AbortError` if the reader has cancelled
            if (name !== "AbortError") site.say("Sharing is not allowed here", true);
          });
      target.querySelector(".tool-links").prepend(
        site.button({ class: "copy-ruling" }, "Copy", () =>
          copy(`${text}\n\n${url}`, "Ruling copied")
        ),
        ...(navigator.share ? [site.button({ class: "share" }, "Share", share)] : [])
      );
    },
    true
  );
})(window.Rulings ??= {});
