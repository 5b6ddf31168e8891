/** The cards of a deck → how many there are of each side, type and keyword, as in `rulings/deck/counts.py`. */
(function (site) {
  "use strict";

  /** One entry for each side with cards in the deck, the Corp first. @param {{card: object, count: number}[]} cards */
  const countsBySide = (cards) => ["Corp", "Runner"]
    .map((side) => sideCounts(side, cards.filter(({ card }) => card.side === side)))
    .filter(({ titles }) => titles);

  /**
   * The numbers of cards of one side: of all, of different ones (`titles`), by type and by keyword, of agendas and of
   * their points, which are null if there are no agendas.
   */
  function sideCounts(side, cards) {
    const types = new Map(), keywords = new Map();
    const add = (map, key, number) => map.set(key, (map.get(key) || 0) + number);
    let total = 0, agendas = 0, points = 0;
    for (const { card, count } of cards) {
      total += count;
      add(types, card.type, count);
      for (const keyword of card.keywords) add(keywords, keyword, count);
      if (card.type === "Agenda") {
        agendas += count;
        points += card.points * count;
      }
    }
    const sorted = (map) => [...map].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
    return {
      side, cards: total, titles: cards.length, types: sorted(types), keywords: sorted(keywords), agendas,
      agendaPoints: agendas ? points : null
    };
  }

  site.deckCounts = { countsBySide };
})((window.Rulings = window.Rulings || {}));
