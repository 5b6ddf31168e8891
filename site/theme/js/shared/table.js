/**
 * `Rulings.tableData` → the table of cards and rulings that the deck page and the quiz read.
 *
 * `n` is the index of a card or ruling in the table.
 */
(function (site) {
  "use strict";

  /**
   * The table as objects. By index of a card, it has the rulings filed under it (`own`), the other rulings that name it
   * (`mentioned`) and those that it inherits (`inherited`); `titles`: the names of the cards.
   * @param {object} data see `site/export/table_data.py`
   */
  async function openCards(data) {
    const cards = data.cards.map((card, n) => ({ ...card, n }));
    const own = cards.map(() => []), mentioned = cards.map(() => []);
    const rulings = data.rulings.map((ruling, n) => ({ ...ruling, n, ofCard: typeof ruling.subject === "number" }));
    for (const ruling of rulings) {
      ruling.title = ruling.ofCard ? cards[ruling.subject].title : ruling.subject.title;
      ruling.named = new Set(ruling.ofCard ? [...ruling.mentions, ruling.subject] : ruling.mentions);
      if (ruling.ofCard) own[ruling.subject].push(ruling);
      for (const card of ruling.mentions) if (card !== ruling.subject) mentioned[card].push(ruling);
    }
    const inherited = cards.map((card) => (data.inherited[card.n] || []).map((group) =>
      ({ ...group, rulings: group.rulings.map((n) => rulings[n]) })));
    for (const list of own) list.sort((a, b) => b.errata - a.errata || a.n - b.n);
    return {
      ...data, cards, rulings, own, mentioned, inherited, titles: await site.names.buildNameTable(cards, data.aliases)
    };
  }

  site.openCards = openCards;
})((window.Rulings = window.Rulings || {}));
