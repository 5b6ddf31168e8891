/**
 * What the deck page and the quiz share: loading the table (`Rulings.tableData`), showing a ruling, and the decks in an
 * address (`#d=3.dr-dreff_2.clown&a=…`: copies, a dot, the card's id; `d` is the reader's deck, `a` the other one).
 */
(function (site) {
  "use strict";

  const { element, address } = site;
  let opening = null;

  /** Loads the table once. @returns {Promise<object>} see `openCards` in `table.js` */
  function open() {
    if (!opening) {
      opening = site.script(`${document.body.dataset.base || "./"}assets/table-data.js`)
        .then(() => site.openCards(site.tableData));
      opening.catch(() => {
        opening = null;
      });
    }
    return opening;
  }

  const link = (url, words) => element("a", { href: address(url.replace(/^\//, "")) }, words);

  /** A ruling as an element: status, subject, question, words with their authors, and a link to its page. */
  function rulingElement(ruling, { level = 3, subject = true, question = true } = {}) {
    const article = element("article", { class: `ruling${ruling.errata ? " errata" : ""}` });
    if (ruling.marks.length)
      article.append(element("p", { class: "marks" }, ...ruling.marks.map((mark) =>
        element("span", { class: "mark" }, mark))));
    if (subject) article.append(element(`h${level}`, { class: "subject" }, link(ruling.url, ruling.title)));
    if (question && ruling.question)
      article.append(element(`h${subject ? level + 1 : level}`, { class: "question" }, ruling.question));
    for (const status of ruling.status)
      article.append(element("p", { class: "remark" }, ...status.map((piece) =>
        (typeof piece === "string" ? piece : link(...piece)))));
    for (const { text, voices } of ruling.passages) {
      article.append(element("blockquote", {}, ...text.split("\n").map((paragraph) => element("p", {}, paragraph))));
      if (voices.length)
        article.append(element("p", { class: "who" }, ...voices.map((voice) =>
          element("span", { class: "voice" }, voice))));
    }
    article.append(element(
      "p", { class: "tools" }, element("span", { class: "from" }, link(ruling.url, `on the page for ${ruling.title}`))
    ));
    return article;
  }

  const MAX_CARDS = 600; // different cards of a deck in an address

  /** A deck for an address: `3.dr-dreff_2.clown`. @param {{card: object, count: number}[]} cards */
  const encode = (cards) => cards.map(({ card, count }) => `${count}.${card.id}`).join("_");

  /**
   * The decks in the address, each null if it is missing; unknown cards are left out.
   * @returns {{ours: ?Map<number, number>, theirs: ?Map<number, number>}} index of a card → copies
   */
  function decks(table, hash = location.hash) {
    const indexOf = new Map(table.cards.map((card) => [card.id, card.n]));
    const parameters = new URLSearchParams(hash.slice(1));
    const [ours, theirs] = ["d", "a"].map((key) => {
      const counts = new Map();
      for (const entry of (parameters.get(key) || "").split("_").slice(0, MAX_CARDS)) {
        const [, count, id] = /^(\d{1,3})\.([a-z0-9-]+)$/.exec(entry) || [];
        if (id !== undefined && Number(count) && indexOf.has(id))
          counts.set(indexOf.get(id), (counts.get(indexOf.get(id)) || 0) + Number(count));
      }
      return counts.size ? counts : null;
    });
    return { ours, theirs };
  }

  site.cards = { open, link, rulingElement, encode, decks };
})((window.Rulings = window.Rulings || {}));
