/**
 * Sharing a ruling: `a.copy-link` copies its address, `a.copy-ruling` its question, words, citation and address, as
 * plain text or (`data-as="markdown"`) as Markdown. Where the browser can share, each ruling gets a button for that.
 * All are ordinary links: without JavaScript or a clipboard they lead to the ruling or show its citation.
 */
(function (site) {
  "use strict";

  const rulingOf = (link) => link.closest("article.ruling");
  const textOf = (element) => element.textContent.replace(/\s+/g, " ").trim();

  /** The address of the ruling or section that a link belongs to. */
  function permalink(link) {
    const ruling = rulingOf(link);
    const canonical = ruling ? ruling.querySelector(".copy-link") : link;
    return new URL(canonical.getAttribute("href"), location.href).href;
  }

  /**
   * The texts of a ruling that are copied; `words`: its paragraphs.
   * @returns {{question: string, status: string[], words: string[], citation: string}}
   */
  function partsOf(ruling) {
    const folded = ruling.closest("details.fold");
    const question = ruling.querySelector(".question") || (folded && folded.querySelector("summary span"));
    return {
      question: question ? textOf(question) : "",
      status: [...ruling.querySelectorAll(".status, .marks .mark")].map(textOf),
      words: [...ruling.querySelectorAll("blockquote p")].map(textOf),
      citation: textOf(ruling.querySelector(".cite-as")),
    };
  }

  function asText(ruling, address) {
    const { question, status, words, citation } = partsOf(ruling);
    return [question, ...status, words.join("\n"), citation, address].filter(Boolean).join("\n\n");
  }

  function asMarkdown(ruling, address) {
    const { question, status, words, citation } = partsOf(ruling);
    const escaped = (line) => line.replace(/[\\`*_[\]<>#]/g, "\\$&");
    const heading = question && `**${escaped(question)}**`;
    const quoted = words.map((line) => `> ${escaped(line)}`).join("\n>\n");
    return [heading, ...status.map((line) => `*${escaped(line)}*`), quoted, `[${escaped(citation)}](${address})`]
      .filter(Boolean)
      .join("\n\n");
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
    const link = event.target.closest && event.target.closest("a.copy-link, a.copy-ruling");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const isRuling = link.matches(".copy-ruling"), ruling = rulingOf(link), address = permalink(link);
    try {
      await copy(!isRuling ? address
        : link.dataset.as === "markdown" ? asMarkdown(ruling, address)
        : asText(ruling, address));
      link.classList.add("copied");
      setTimeout(() => link.classList.remove("copied"), 1600);
      site.say(isRuling ? "Ruling copied" : "Link copied", true);
    } catch {
      location.assign(address);
      site.say("Copying is not allowed here; the address bar now has the link", true);
    }
    if (!isRuling && link.getAttribute("href").startsWith("#")) history.replaceState(history.state, "", address);
  });

  if (!navigator.share) return;
  for (const links of document.querySelectorAll(".ruling .copy-links")) {
    links.append(site.button({ class: "share" }, "Share", () => {
      const ruling = rulingOf(links), link = links.querySelector(".copy-link");
      const { question, words } = partsOf(ruling);
      // It fails if the reader cancels.
      navigator.share({ title: question || document.title, text: words.join("\n"), url: permalink(link) })
        .catch(() => {});
    }));
  }
})((window.Rulings = window.Rulings || {}));
