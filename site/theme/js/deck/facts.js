/**
 * The cards of a deck → its counts, and what the documents say about deck construction, as in `rulings/deck/facts.py`.
 */
(function (site) {
  "use strict";

  /** One entry for each side with cards in the deck, the Corp first. @param {{card: object, count: number}[]} cards */
  const deckFacts = (cards) => ["Corp", "Runner"]
    .map((side) => sideFacts(side, cards.filter(({ card }) => card.side === side)))
    .filter(({ titles }) => titles);

  /**
   * The numbers of cards of one side: of all, of different ones (`titles`), by type and by keyword, of agendas and of
   * their points, which are null if there are no agendas.
   */
  function sideFacts(side, cards) {
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
      points: agendas ? points : null
    };
  }

  /**
   * The rules of deck construction that concern this deck. `holds`: whether it meets the rule, null if that cannot be
   * checked; `deckHas`: what it has, or null.
   */
  function checkConstruction(cardData, cards, facts) {
    return cardData.construction.flatMap((rule) => {
      const result = check(rule, cards, facts);
      return result ? [{ says: rule.says, source: rule.source, url: rule.url, ...result }] : [];
    });
  }

  /** `holds` and `deckHas` of a rule; null if it does not concern the deck. */
  function check(rule, cards, facts) {
    const ofSide = facts.find(({ side }) => side === rule.side);
    if (rule.side && !ofSide) return null;
    if (rule.minimum && ofSide) return checkMinimum(rule.minimum, ofSide);
    if (rule.points) return checkPoints(rule.points, facts);
    if (rule.cards) return namedCards(rule.cards, cards);
    return { holds: null, deckHas: null };
  }

  const checkMinimum = (minimum, { cards }) => ({ holds: cards >= minimum, deckHas: site.count(cards, "card") });

  /** Null if the deck has no agendas. */
  function checkPoints(minimum, facts) {
    const corp = facts.find(({ points }) => points !== null);
    return corp ? { holds: corp.points >= minimum, deckHas: site.count(corp.points, "agenda point") } : null;
  }

  /** Which of these cards the deck has; null if it has none. No rule forbids them: it is neither met nor broken. */
  function namedCards(ids, cards) {
    const named = cards.filter(({ card }) => ids.includes(card.id));
    return named.length
      ? { holds: null, deckHas: named.map(({ card, count }) => `${count} ${card.title}`).join(", ") }
      : null;
  }

  site.deckFacts = { deckFacts, checkConstruction };
})((window.Rulings = window.Rulings || {}));
