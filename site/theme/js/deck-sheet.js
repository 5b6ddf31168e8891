/**
 * Makes the sheet of rulings that apply to one deck, or to two that meet, as in
 * `rulings/deck/sheet.py`.
 *
 * `position`: the place of a card or ruling in the list of all.
 */
(function (site) {
  "use strict";

  const compare = (a, b) => Number(a > b) - Number(a < b);
  const lowerTitle = ({ title }) => title.toLowerCase();

  /** The deck with its cards looked up, ordered by side, type and title. */
  function resolveDeck(cardData, list) {
    const { counts, unread, readAs } = site.deckReading.match(cardData, list);
    const cards =
      [...counts].map(([position, count]) => ({ card: cardData.cards[position], count }));
    cards.sort(({ card: a }, { card: b }) =>
      compare(a.side, b.side) || compare(a.type, b.type) || compare(lowerTitle(a), lowerTitle(b)));
    return { title: list.title, cards, sides: sidesOf(cards), unread, readAs };
  }

  /** The numbers of cards (`count`) and of agenda points of each side. */
  const sidesOf = (cards) => [...new Set(cards.map(({ card }) => card.side))].map((side) => {
    const deckCards = cards.filter(({ card }) => card.side === side);
    const sum = (numberOf) =>
      deckCards.reduce((total, deckCard) => total + numberOf(deckCard), 0);
    const points = sum(({ card, count }) => count * card.points);
    return { side, count: sum(({ count }) => count), points };
  });

  /** The sheet of a deck, alone or against another one (null if there is none). */
  function makeSheet(cardData, deck, against) {
    const positionsOf = (cards) => new Set(cards.map(({ card }) => card.position));
    const ours = positionsOf(deck.cards), theirs = positionsOf(against ? against.cards : []);
    const allCards = new Set([...ours, ...theirs]), heirs = heirsOf(cardData, allCards);
    const byTitle = (set) => [...set].map((position) => cardData.cards[position])
      .sort((a, b) => compare(lowerTitle(a), lowerTitle(b)));
    const together = [], meeting = [];
    for (const ruling of rulingsOf(cardData, ours)) {
      const cardSets = connectedCards(ruling, heirs, ours, ours);
      const cards = new Set(cardSets.flatMap((set) => [...set]));
      if (cards.size > 1) together.push({ ruling, cards: byTitle(cards), others: [] });
    }
    if (against) {
      for (const ruling of rulingsOf(cardData, allCards)) {
        const [ourCards, theirCards] = connectedCards(ruling, heirs, ours, theirs);
        if (ourCards.size && theirCards.size)
          meeting.push({ ruling, cards: byTitle(ourCards), others: byTitle(theirCards) });
      }
    }
    const cards = deck.cards.map((deckCard) => ({
      ...deckCard,
      rulings: cardData.ownRulings[deckCard.card.position],
      inherited: cardData.inherited[deckCard.card.position]
    }));
    const ruledCards = cards.filter(({ rulings, inherited }) => rulings.length || inherited.length);
    return {
      deck, against, meeting, together, cards: ruledCards,
      unruled: cards.filter((sheetCard) => !ruledCards.includes(sheetCard)).map(({ card }) => card)
    };
  }

  /** Ruling → the cards that inherit it, each with whether it does so by a reference. */
  function heirsOf(cardData, cards) {
    const heirs = new Map();
    for (const position of cards) {
      for (const { see, rulings } of cardData.inherited[position]) {
        for (const ruling of rulings) {
          if (!heirs.has(ruling.position)) heirs.set(ruling.position, new Map());
          heirs.get(ruling.position).set(position, see);
        }
      }
    }
    return heirs;
  }

  /** The cards of both sets that the ruling connects, as `connects` of `subject_pages.py`. */
  function connectedCards(ruling, heirs, leftCards, rightCards) {
    const heirsOfRuling = heirs.get(ruling.position) || new Map();
    const isConcerned = (card) =>
      ruling.namedCards.has(card) || heirsOfRuling.get(card) === false;
    const isNamed = (card) => isConcerned(card) && !(ruling.ofCard && card === ruling.subject);
    const isTied = (card, other) =>
      ruling.ofCard && card === ruling.subject && ruling.tied.includes(other);
    const areConnected = (a, b) =>
      a !== b
      && ((isConcerned(a) && isConcerned(b))
        || isTied(a, b)
        || isTied(b, a)
        || (heirsOfRuling.get(a) && isNamed(b))
        || (heirsOfRuling.get(b) && isNamed(a)));
    const candidates = (set) => [...set].filter((card) =>
      ruling.namedCards.has(card) || heirsOfRuling.has(card) || ruling.tied.includes(card));
    const fromLeft = new Set(), fromRight = new Set();
    for (const a of candidates(leftCards)) {
      for (const b of candidates(rightCards)) {
        if (!areConnected(a, b)) continue;
        fromLeft.add(a);
        fromRight.add(b);
      }
    }
    return [fromLeft, fromRight];
  }

  /** All rulings on the pages of these cards: errata first, then by subject. */
  function rulingsOf(cardData, cards) {
    const rulings = [...cards].flatMap((position) => [
      ...cardData.ownRulings[position],
      ...cardData.inherited[position].flatMap((group) => group.rulings),
      ...cardData.mentionedIn[position]
    ]);
    return [...new Set(rulings)].sort((a, b) =>
      b.erratum - a.erratum || compare(lowerTitle(a), lowerTitle(b)));
  }

  site.deckSheet = { resolveDeck, makeSheet };
})(window.Rulings ??= {});
