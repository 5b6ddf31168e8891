/**
 * The cards and rulings that the deck page and the quiz read: `Rulings.cardData`, loaded, and linked to each other.
 *
 * `position`: that of a card or ruling in its list, from 0.
 */
(function (site) {
  "use strict";

  /**
   * The data with objects instead of positions.
   *
   * By position of a card: `own`, the rulings filed under it; `mentioned`, the other rulings that name it; `inherited`,
   * those that it inherits. `cardNames`: the names of the cards, see `names.js`.
   * @param {object} data see `site/export/card_data.py`
   */
  async function linkedCardData(data) {
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

  let loading = null;

  /** Loads the cards and rulings once. @returns {Promise<object>} see `linkedCardData` */
  function loadCardData() {
    if (!loading) {
      loading = site.loadScript(`${site.base}assets/card-data.js`)
        .then(() => site.linkedCardData(site.cardData));
      loading.catch(() => {
        loading = null;
      });
    }
    return loading;
  }

  Object.assign(site, { linkedCardData, loadCardData });
})((window.Rulings = window.Rulings || {}));
