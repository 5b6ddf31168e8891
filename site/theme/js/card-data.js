/**
 * The cards and rulings for the deck page and the quiz: loads `Rulings.cardData` and links its
 * parts, makes an element of a ruling, and reads and writes the decks in an address
 * (`#n=9&d=3.dr-dreff_2.clown&a=…`: copies, a dot, the card's id; `d` is the reader's deck, `a` the
 * other deck, `n` the number of cards in both).
 *
 * `position`: the place of a card or ruling in its list, from 0.
 */
(function (site) {
  "use strict";

  /**
   * The data with objects instead of positions.
   *
   * By position of a card: `ownRulings`, the rulings under it; `mentionedIn`, other rulings that
   * name it; `inherited`, the rulings that it inherits. `cardNames`: the names of the cards (see
   * `engine/name-table.js`). `headings`: the headings of deck lists (see
   * `rulings/deck/decklist.py`).
   */
  function linkedCardData(data) {
    const cards = data.cards.map((card, position) => ({ ...card, kind: "card", position }));
    const ownRulings = cards.map(() => []), mentionedIn = cards.map(() => []);
    const rulings = data.rulings.map((ruling, position) =>
      ({
        ...ruling, position, ofCard: typeof ruling.subject === "number",
        html: data.texts[ruling.id] ?? ruling.html
      }));
    // One of the files may be of another edition, as after an interrupted update
    if (rulings.some(({ html }) => html === null)) throw new Error("A ruling has no words");
    for (const ruling of rulings) {
      ruling.title = ruling.ofCard ? cards[ruling.subject].title : ruling.subject.title;
      ruling.namedCards = new Set(
        ruling.ofCard ? [...ruling.mentions, ruling.subject] : ruling.mentions
      );
      if (ruling.ofCard) ownRulings[ruling.subject].push(ruling);
      for (const card of ruling.mentions)
        if (card !== ruling.subject) mentionedIn[card].push(ruling);
    }
    const inherited = cards.map((card) => data.inherited[card.position].map((group) =>
      ({ ...group, rulings: group.rulings.map((position) => rulings[position]) })));
    for (const list of ownRulings)
      list.sort((a, b) => b.erratum - a.erratum || a.position - b.position);
    const cardNames = new site.nameTable.NameTable(data.names, cards);
    const headings = new Set(data.headings), otherGameTitles = new Set(data.others);
    const namesOfDeck = { cardNames, headings, otherGameTitles };
    return { ...data, cards, rulings, ownRulings, mentionedIn, inherited, ...namesOfDeck };
  }

  /** Loads the cards and rulings once. @returns {Promise<object>} see `linkedCardData` */
  const loadCardData = () =>
    site.load(["text-data.js", "card-data.js"], () => linkedCardData(site.cardData));

  /** A ruling as an element, made from the HTML of the templates, with headings of this level. */
  function rulingElement(ruling, { level = 3, withSubject = true, withQuestion = true } = {}) {
    const template = document.createElement("template");
    template.innerHTML = ruling.html;
    const article = template.content.firstElementChild, subject = article.querySelector(".subject");
    article.removeAttribute("id"); // the ruling may be on the page twice
    for (const heading of article.querySelectorAll(".subject, .question")) {
      const isShown = heading === subject ? withSubject : withQuestion;
      const isBelow = heading !== subject && withSubject;
      if (!isShown) heading.remove();
      else heading.replaceWith(site.element(
        `h${level + Number(isBelow)}`, { class: heading.className }, ...heading.childNodes
      ));
    }
    site.normalizeAddresses(article);
    return article;
  }

  const deckOf = (cards) => cards.map(({ card, count }) => `${count}.${card.id}`).join("_");

  /**
   * The fragment of an address with the cards of one or two decks (`{card, count}`). The number of
   * cards comes first, because a long address is cut off at its end.
   */
  function encode(ours, theirs = []) {
    const against = theirs.length ? `&a=${deckOf(theirs)}` : "";
    return ours.length ? `#n=${ours.length + theirs.length}&d=${deckOf(ours)}${against}` : "";
  }

  /** The parameters in the fragment of the address, even if its signs were percent-encoded. */
  const parameters = () =>
    new URLSearchParams(site.decoded(location.hash.slice(1)).replace(/&amp;/g, "&"));

  const isInAddress = () => parameters().has("d");

  /**
   * The cards of the decks in the address (`{card, count}`), without signs that a chat added, and
   * notes about parts that name no card and about a cut-off end.
   */
  function decode(cardData) {
    const cardsById = new Map(cardData.cards.map((card) => [card.id, card]));
    const values = parameters(), unreadParts = [], notes = [];
    let partCount = 0;
    const [ours, theirs] = ["d", "a"].map((key) => {
      const parts = (values.get(key) ?? "").split("_").map(site.cleaned).filter(Boolean);
      partCount += parts.length;
      return parts.flatMap((part) => {
        const [, count, id] = /^(\d{1,3})\.(.+)$/.exec(part) ?? [], card = cardsById.get(id);
        if (!card) unreadParts.push(`“${part}”`);
        return card ? [{ card, count: Number(count) }] : [];
      });
    });
    const missingCount = parseInt(values.get("n"), 10) - partCount;
    if (unreadParts.length)
      notes.push(`Not recognized in the address: ${unreadParts.join(", ")}.`);
    if (missingCount > 0)
      notes.push(`The end of the address was cut off, with ${site.count(missingCount, "card")}.`);
    return { ours, theirs, notes };
  }

  Object.assign(site, {
    linkedCardData,
    loadCardData,
    rulingElement,
    deckAddress: { decode, encode, isInAddress }
  });
})(window.Rulings ??= {});
