/**
 * `Rulings.tableData` → the table of cards and rulings that the deck page and the quiz read.
 *
 * `position`: that of a card or ruling in the table, from 0.
 */
(function (site) {
  "use strict";

  /**
   * The table as objects. By position of a card, it has the rulings filed under it (`own`), the other rulings that name
   * it (`mentioned`) and those that it inherits (`inherited`). `cardNames`: the names of the cards, see `names.js`.
   * @param {object} data see `site/export/table_data.py`
   */
  async function buildTable(data) {
    const cards = data.cards.map((card, position) => ({ ...card, position }));
    const own = cards.map(() => []), mentioned = cards.map(() => []);
    const rulings = data.rulings.map((ruling, position) =>
      ({ ...ruling, position, ofCard: typeof ruling.subject === "number" }));
    for (const ruling of rulings) {
      ruling.title = ruling.ofCard ? cards[ruling.subject].title : ruling.subject.title;
      ruling.named = new Set(ruling.ofCard ? [...ruling.mentions, ruling.subject] : ruling.mentions);
      if (ruling.ofCard) own[ruling.subject].push(ruling);
      for (const card of ruling.mentions) if (card !== ruling.subject) mentioned[card].push(ruling);
    }
    const inherited = cards.map((card) => (data.inherited[card.position] || []).map((group) =>
      ({ ...group, rulings: group.rulings.map((position) => rulings[position]) })));
    for (const list of own) list.sort((a, b) => b.errata - a.errata || a.position - b.position);
    const cardNames = await site.names.buildNameTable(cards, data.aliases);
    return { ...data, cards, rulings, own, mentioned, inherited, cardNames };
  }

  site.buildTable = buildTable;
})((window.Rulings = window.Rulings || {}));
