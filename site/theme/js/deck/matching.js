/**
 * The lines of a deck list → the cards they mean, and the lines that mean no card, with the nearest titles, as in
 * `rulings/deck/matching.py`.
 */
(function (site) {
  "use strict";

  const { exactTitles, isHeading, titlesIn } = site.lineTitles, { UNREADABLE } = site.deckReading;
  const LONE_NUMBER = new RegExp(site.constants.LONE_NUMBER_PATTERN, "g");
  const SIGNS_BEFORE_NAME = new RegExp(`^${site.constants.SIGNS_BEFORE_NAME}`, "i");
  const COUNT = new RegExp(site.constants.COUNT_PATTERN, "g");
  const COUNT_AFTER = new RegExp(site.constants.COUNT_AFTER_PATTERN, "i");
  const NOTE_AFTER = new RegExp(`\\s*${site.constants.NOTE_PATTERN}\\s*$`, "i");

  /**
   * Looks up the names in a deck list.
   * @param {object} cardData see `linkedCardData` in `card-data.js`
   * @param {object} list see `read` in `reading.js`
   * @returns {{counts: Map<number, number>, unread: object[], readAs: object[]}} `counts`: position of a card → copies;
   *   `unread`: the lines that mean no card or several; `readAs`: those whose name is not exact
   */
  function match({ cardNames }, list) {
    const counts = new Map(), unread = [], readAs = [];
    const add = ({ position }, count) => {
      if (count) counts.set(position, (counts.get(position) || 0) + count);
    };
    for (const line of list.lines) {
      const { text, number, count, asTyped, asRead } = line;
      if (asRead) {
        readAs.push({ line: number, name: asTyped, title: asRead });
        continue;
      }
      const exact = count === UNREADABLE ? [] : exactTitles(cardNames, text, count);
      for (const found of exact) add(found.card, found.count);
      if (exact.length && asTyped) readAs.push({ line: number, name: asTyped, title: exact[0].card.title });
      if (exact.length || isHeading(text)) continue;
      const found = inexactMatch(cardNames, line);
      if (found.card) {
        add(found.card, found.count);
        readAs.push({ line: number, name: found.name, title: found.card.title });
      } else unread.push({ line: number, ...found });
    }
    return { counts, unread, readAs };
  }

  /** What a line without an exact title means: `card`, or the `possibleCards` and the `reason` why none was chosen. */
  function inexactMatch(cardNames, line) {
    let name = line.text, count = Math.max(line.count ?? 1, 1);
    let resolved = { outcome: "none", matches: [], nearest: [] };
    for ({ name, count } of readings(line)) {
      resolved = site.names.resolve(cardNames, name);
      const [card] = resolved.matches;
      if (resolved.outcome === "found" && !hasOtherNumber(name, card.title)) return { name, count, card };
    }
    const { outcome, matches, nearest } = resolved, inLine = titlesIn(cardNames, name);
    return {
      name, count, reason: outcome === "ambiguous" ? "ambiguous" : "unknown",
      possibleCards: [matches, inLine, nearest].find((cards) => cards.length) ?? []
    };
  }

  /** What may be the name in a line without an exact title, and the number of copies; none if a number is unclear. */
  function readings({ text, count }) {
    const signs = SIGNS_BEFORE_NAME.exec(text)[0], whole = text.slice(signs.length).trim();
    const name = whole.replace(NOTE_AFTER, "") || whole, after = COUNT_AFTER.exec(name);
    if (count !== null) return count === UNREADABLE ? [] : [{ name, count }];
    if (/[0-9]/.test(signs)) {
      const numbers = [...signs.matchAll(COUNT)];
      return numbers.length === 1 ? [{ name, count: Number(numbers[0][1]) }] : [];
    }
    return [{ name, count: 1 }, ...(after ? [{ name: name.slice(0, after.index), count: Number(after[1]) }] : [])];
  }

  /** Whether a number in the name is not in the title, so that it may be a number of copies. */
  function hasOtherNumber(name, title) {
    const numbersIn = (words) => site.names.fold(words).match(LONE_NUMBER) ?? [];
    return numbersIn(name).some((number) => !numbersIn(title).includes(number));
  }

  site.deckMatching = { match };
})((window.Rulings = window.Rulings || {}));
