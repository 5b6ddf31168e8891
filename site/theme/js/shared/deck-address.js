/**
 * The decks in an address, for the deck page and the quiz (`#d=3.dr-dreff_2.clown&a=…`: copies, a dot, the card's id;
 * `d` is the reader's deck, `a` the other one).
 */
(function (site) {
  "use strict";

  const MAX_CARDS = 600; // different cards of a deck in an address

  /** A deck for an address: `3.dr-dreff_2.clown`. @param {{card: object, count: number}[]} cards */
  const encode = (cards) => cards.map(({ card, count }) => `${count}.${card.id}`).join("_");

  /**
   * The decks in the address, each null if it is missing; unknown cards are left out.
   * @returns {{ours: ?Map<number, number>, theirs: ?Map<number, number>}} position of a card → copies
   */
  function decode(cardData, hash = location.hash) {
    const positionOf = new Map(cardData.cards.map((card) => [card.id, card.position]));
    const parameters = new URLSearchParams(hash.slice(1));
    const [ours, theirs] = ["d", "a"].map((key) => {
      const counts = new Map();
      for (const entry of (parameters.get(key) || "").split("_").slice(0, MAX_CARDS)) {
        const [, count, id] = /^(\d{1,3})\.([a-z0-9-]+)$/.exec(entry) || [];
        if (id !== undefined && Number(count) && positionOf.has(id))
          counts.set(positionOf.get(id), (counts.get(positionOf.get(id)) || 0) + Number(count));
      }
      return counts.size ? counts : null;
    });
    return { ours, theirs };
  }

  site.deckAddress = { encode, decode };
})((window.Rulings = window.Rulings || {}));
