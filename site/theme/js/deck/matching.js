/**
 * The lines of a deck list → the cards they mean, and the lines that mean no card, with the nearest titles, as in
 * `rulings/deck/matching.py`.
 */
(function (site) {
  "use strict";

  const LONE_NUMBER = new RegExp(site.constants.LONE_NUMBER_PATTERN, "g");

  /**
   * Looks up every name of a deck list.
   * @param {object} cardData see `linkedCardData` in `card-data.js`
   * @param {object} list see `read` in `reading.js`
   * @returns {{counts: Map<number, number>, unread: object[], readAs: object[]}} `counts`: position of a card → copies;
   *   `unread`: the lines that mean no card or several; `readAs`: those whose name is not exact
   */
  function match(cardData, list) {
    const counts = new Map(), unread = [], readAs = [];
    for (const { count, names, number, hasCount, asTyped } of list.lines) {
      const name = names.at(-1), { outcome, matches, nearest, isCertain } = resolveLine(cardData.cardNames, names);
      const isUnclear = !isCertain && !hasCount && hasOtherNumber(name, matches);
      if (outcome !== "found" || isUnclear) {
        const isAmbiguous = outcome === "ambiguous";
        unread.push({
          line: number, count, name, reason: isAmbiguous ? "ambiguous" : "unknown",
          possibleCards: matches.length ? matches : nearest
        });
        continue;
      }
      const [card] = matches;
      counts.set(card.position, (counts.get(card.position) || 0) + count);
      if (!isCertain || asTyped) readAs.push({ line: number, name: asTyped || name, title: card.title });
    }
    return { counts, unread, readAs };
  }

  /** Whether a number in the name is in none of the titles of the cards, so that it may be a number of copies. */
  function hasOtherNumber(name, cards) {
    const numbersIn = (words) => site.names.fold(words).match(LONE_NUMBER) ?? [];
    const expected = new Set(cards.flatMap(({ title }) => numbersIn(title)));
    return numbersIn(name).some((number) => !expected.has(number));
  }

  /**
   * What the names of a line mean, as `resolve` in `names.js`, and whether it is certain (`isCertain`): a title, an
   * alias or a spelling variant.
   */
  function resolveLine(cardNames, names) {
    const exact = names.find((name) => site.names.directMatches(cardNames, name).length === 1);
    if (exact !== undefined) return { ...site.names.resolve(cardNames, exact), isCertain: true };
    let resolution = { outcome: "none", matches: [], nearest: [] };
    for (const name of names) {
      const candidate = site.names.resolve(cardNames, name);
      if (candidate.outcome !== "none" || !resolution.nearest.length) resolution = candidate;
      if (candidate.outcome !== "none") break;
    }
    return { ...resolution, isCertain: false };
  }

  site.deckMatching = { match };
})((window.Rulings = window.Rulings || {}));
