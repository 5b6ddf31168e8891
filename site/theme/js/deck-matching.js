/**
 * The lines of a deck list → the cards they mean, and the lines that mean no card, with the nearest titles, as in
 * `rulings/deck/matching.py`.
 */
(function (site) {
  "use strict";

  /**
   * Looks up every name of a deck list.
   * @param {object} table see `openCards` in `table.js`
   * @param {object} list see `read` in `deck-reading.js`
   * @returns {{counts: Map<number, number>, unread: object[], readAs: object[]}} `counts`: index of a card → copies;
   *   `unread`: the lines that mean no card or several; `readAs`: those whose name is not exact
   */
  function match(table, list) {
    const counts = new Map(), unread = [], readAs = [];
    for (const { count, names, number } of list.lines) {
      const name = names.at(-1);
      const exact = names
        .map((reading) => site.names.exactMatches(table.titles, reading))
        .find((matches) => matches.length === 1);
      let resolution = exact
        ? { status: "found", matches: exact, nearest: [] }
        : { status: "none", matches: [], nearest: [] };
      if (!exact) {
        for (const reading of names) {
          const candidate = site.names.resolve(table.titles, reading);
          if (candidate.status !== "none" || !resolution.nearest.length) resolution = candidate;
          if (candidate.status !== "none") break;
        }
      }
      if (resolution.status !== "found") {
        unread.push({
          line: number, count, name, reason: resolution.status === "ambiguous" ? "ambiguous" : "unknown",
          candidates: resolution.status === "ambiguous" ? resolution.matches : resolution.nearest
        });
        continue;
      }
      const [card] = resolution.matches;
      counts.set(card.n, (counts.get(card.n) || 0) + count);
      if (!exact) readAs.push({ line: number, name, title: card.title });
    }
    return { counts, unread, readAs };
  }

  site.deckMatching = { match };
})((window.Rulings = window.Rulings || {}));
