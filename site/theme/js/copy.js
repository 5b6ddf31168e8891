/**
 * Sharing: `a.copy-link`, the heading of a ruling or section, copies its address; a ruling's tools, when opened, get
 * buttons that copy its question, words, citation and address, or share it. Without JavaScript or a clipboard the links
 * lead to the ruling, and its tools show the citation.
 */
(function (site) {
  "use strict";

  const textOf = (element) => element.textContent.replace(/\s+/g, " ").trim();
  const permalink = (ruling) => ruling.querySelector(".copy-link").href;

  /** The texts of a ruling: question, status, marks and exceptions, words by paragraph, citation. */
  function partsOf(ruling) {
    const question = ruling.querySelector(".question");
    return {
      question: question ? textOf(question) : "",
      status: [...ruling.querySelectorAll(".status, .marks .mark, .see-exception")].map(textOf),
      words: [...ruling.querySelectorAll("blockquote p")].map(textOf),
      citation: textOf(ruling.querySelector(".cite-as")),
    };
  }

  function asText(ruling) {
    const { question, status, words, citation } = partsOf(ruling);
    return [question, ...status, words.join("\n"), citation, permalink(ruling)].filter(Boolean).join("\n\n");
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

  document.addEventListener("toggle", (/** @type {any} */ { target }) => {
    if (!target.matches(".tools") || target.querySelector("button")) return;
    const ruling = target.closest(".ruling");
    const { question, status, words } = partsOf(ruling);
    const title = question || document.title, url = permalink(ruling);
    const share = () => navigator.share({ title, text: [...status, ...words].join("\n"), url })
      .catch(() => {}); // the reader has cancelled
    target.querySelector(".tool-links").prepend(
      site.button({ class: "copy-ruling" }, "Copy", () => copy(asText(ruling), "Ruling copied")),
      ...(navigator.share ? [site.button({ class: "share" }, "Share", share)] : [])
    );
  }, true);
})(window.Rulings ??= {});
