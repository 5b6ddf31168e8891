/**
 * What the pages of decks and of the quiz share: the table (`RULINGS_TABLE`), loaded when it is needed; a ruling as an
 * element; decks in an address (`#d=3.dr-dreff_2.clown&a=…`: copies, a dot, the card's id).
 */
(function (site) {
  "use strict";

  const { element, address } = site;
  let opening = null;

  /** @returns {Promise<object>} the table, read once */
  function open() {
    if (!opening) {
      opening = site.script(`${document.body.dataset.base || "./"}assets/table-data.js`)
        .then(() => site.deckSheet.open(window.RULINGS_TABLE));
      opening.catch(() => {
        opening = null;
      });
    }
    return opening;
  }

  const link = (url, words) => element("a", { href: address(url.replace(/^\//, "")) }, words);

  /** A ruling as an element: status, subject, question, words with who said them, and a link to its page. */
  function ruling(one, { level = 3, subject = true, question = true } = {}) {
    const made = element("article", { class: `ruling${one.errata ? " errata" : ""}` });
    if (one.marks.length)
      made.append(element("p", { class: "marks" }, ...one.marks.map((mark) =>
        element("span", { class: "mark" }, mark))));
    if (subject) made.append(element(`h${level}`, { class: "subject" }, link(one.url, one.title)));
    if (question && one.question)
      made.append(element(`h${subject ? level + 1 : level}`, { class: "question" }, one.question));
    for (const status of one.status)
      made.append(element("p", { class: "remark" }, ...status.map((piece) =>
        (typeof piece === "string" ? piece : link(...piece)))));
    for (const [text, said] of one.passages) {
      made.append(element("blockquote", {}, ...text.split("\n").map((paragraph) => element("p", {}, paragraph))));
      if (said.length)
        made.append(element("p", { class: "who" }, ...said.map((words) => element("span", { class: "voice" }, words))));
    }
    made.append(element(
      "p", { class: "tools" }, element("span", { class: "from" }, link(one.url, `on the page for ${one.title}`))
    ));
    return made;
  }

  const MOST = 600; // cards of an address

  /** @param {Map<number, number>} counts @returns {string} `3.dr-dreff_2.clown` */
  const written = (table, counts) => [...counts].map(([n, count]) => `${count}.${table.cards[n].id}`).join("_");

  /**
   * The decks of the address: `ours` and `theirs`, each a map from card to copies, or null; unknown cards are left out.
   */
  function decks(table, hash = location.hash) {
    const places = new Map(table.cards.map((card) => [card.id, card.n])), parts = new URLSearchParams(hash.slice(1));
    const [ours, theirs] = ["d", "a"].map((key) => {
      const counts = new Map();
      for (const entry of (parts.get(key) || "").split("_").slice(0, MOST)) {
        const [, count, id] = /^(\d{1,3})\.([a-z0-9-]+)$/.exec(entry) || [];
        if (id !== undefined && Number(count) && places.has(id))
          counts.set(places.get(id), (counts.get(places.get(id)) || 0) + Number(count));
      }
      return counts.size ? counts : null;
    });
    return { ours, theirs };
  }

  site.table = { open, link, ruling, written, decks };
})((window.Rulings = window.Rulings || {}));
