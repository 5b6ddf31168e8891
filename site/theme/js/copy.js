/**
 * Sharing a ruling: `a.copy-link` copies its address, `a.copy-ruling` its question, words, citation and address, as
 * plain text or (`data-as="markdown"`) as Markdown. Where the browser can share, each ruling gets a button for that.
 * All are ordinary links; without JavaScript or clipboard they go to the ruling or show its citation.
 */
(function (site) {
  "use strict";

  const rulingOf = (link) => link.closest("article.ruling");
  const text = (element) => element.textContent.replace(/\s+/g, " ").trim();

  /** The address of the ruling or section that a link belongs to. */
  function permalink(link) {
    const ruling = rulingOf(link);
    const canonical = ruling ? ruling.querySelector(".copy-link") : link;
    return new URL(canonical.getAttribute("href"), location.href).href
      .replace(/index\.html(?=#|$)/, location.protocol === "file:" ? "index.html" : "");
  }

  /**
   * @returns {{question: string, status: string[], words: string[], citation: string}} what a reader must know of a
   *   ruling
   */
  function partsOf(ruling) {
    const folded = ruling.closest("details.fold");
    const question = ruling.querySelector(".question") || (folded && folded.querySelector("summary span"));
    return {
      question: question ? text(question) : "",
      status: [...ruling.querySelectorAll(".status, .marks .mark")].map(text),
      words: [...ruling.querySelectorAll("blockquote p")].map(text),
      citation: text(ruling.querySelector(".cite-as")),
    };
  }

  function plain(ruling, address) {
    const { question, status, words, citation } = partsOf(ruling);
    return [question, ...status, words.join("\n"), citation, address].filter(Boolean).join("\n\n");
  }

  function markdown(ruling, address) {
    const { question, status, words, citation } = partsOf(ruling);
    const safe = (line) => line.replace(/[\\`*_[\]<>#]/g, "\\$&");
    const heading = question && `**${safe(question)}**`;
    const quoted = words.map((line) => `> ${safe(line)}`).join("\n>\n");
    return [heading, ...status.map((line) => `*${safe(line)}*`), quoted, `[${safe(citation)}](${address})`]
      .filter(Boolean)
      .join("\n\n");
  }

  async function copy(words) {
    if (navigator.clipboard && window.isSecureContext) return navigator.clipboard.writeText(words);
    const field = site.element("textarea", { class: "visually-hidden", "aria-hidden": "true", tabindex: "-1" });
    field.value = words;
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
    const whole = link.matches(".copy-ruling"), ruling = rulingOf(link), address = permalink(link);
    try {
      await copy(!whole ? address
        : link.dataset.as === "markdown" ? markdown(ruling, address)
        : plain(ruling, address));
      link.classList.add("copied");
      setTimeout(() => link.classList.remove("copied"), 1600);
      site.say(whole ? "Ruling copied" : "Link copied", true);
    } catch {
      location.assign(address);
      site.say("Copying is not allowed here; the address bar now has the link", true);
    }
    if (!whole && link.getAttribute("href").startsWith("#")) history.replaceState(history.state, "", address);
  });

  if (!navigator.share) return;
  for (const place of document.querySelectorAll(".ruling .copies")) {
    const button = site.element("button", { type: "button", class: "share" }, "Share");
    button.addEventListener("click", () => {
      const ruling = rulingOf(place), link = place.querySelector(".copy-link");
      const { question, words } = partsOf(ruling);
      // the reader changed their mind
      navigator.share({ title: question || document.title, text: words.join("\n"), url: permalink(link) })
        .catch(() => {});
    });
    place.append(button);
  }
})((window.Rulings = window.Rulings || {}));
