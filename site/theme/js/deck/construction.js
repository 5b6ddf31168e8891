/**
 * The cards of a deck and their counts → what the documents say about deck construction, as in
 * `rulings/deck/construction.py`.
 */
(function (site) {
  "use strict";

  /**
   * The rules of deck construction that concern this deck. `holds`: whether it meets the rule, null if that cannot be
   * checked; `deckHas`: what it has, or null.
   */
  function checkConstruction(cardData, cards, sides) {
    return cardData.construction.flatMap((rule) => {
      const result = check(rule, cards, sides);
      return result ? [{ says: rule.says, source: rule.source, url: rule.url, ...result }] : [];
    });
  }

  /** `holds` and `deckHas` of a rule; null if it does not concern the deck. */
  function check(rule, cards, sides) {
    const ofSide = sides.find(({ side }) => side === rule.side);
    if (rule.side && !ofSide) return null;
    if (rule.minimum && ofSide) return checkMinimum(rule.minimum, ofSide);
    if (rule.points) return checkPoints(rule.points, sides);
    if (rule.cards) return namedCards(rule.cards, cards);
    return { holds: null, deckHas: null };
  }

  const checkMinimum = (minimum, { cards }) => ({ holds: cards >= minimum, deckHas: site.count(cards, "card") });

  /** Null if the deck has no agendas. */
  function checkPoints(minimum, sides) {
    const points = sides.map(({ agendaPoints }) => agendaPoints).find((number) => number !== null);
    return points === undefined ? null : { holds: points >= minimum, deckHas: site.count(points, "agenda point") };
  }

  /** Which of these cards the deck has; null if it has none. No rule forbids them: it is neither met nor broken. */
  function namedCards(ids, cards) {
    const named = cards.filter(({ card }) => ids.includes(card.id));
    return named.length
      ? { holds: null, deckHas: named.map(({ card, count }) => `${count} ${card.title}`).join(", ") }
      : null;
  }

  site.deckConstruction = { checkConstruction };
})((window.Rulings = window.Rulings || {}));
