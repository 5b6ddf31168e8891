/** The words of a query → the cards named in it, each with a confidence, as `search/entity_linking.py` finds them. */
(function (site) {
  "use strict";

  const { squeeze, nearestName } = site.names;
  const { CLEAR_CONFIDENCE, MIN_CONFIDENCE, MAX_NAME_WORDS, MAX_TYPOS, TYPO_FACTOR } = site.constants;

  /** @typedef {{start: number, stop: number, cards: number[], confidence: number, corrected: ?string}} LinkedEntity */

  /**
   * @param {Object<string, string>} groups confidence (in thousandths) and cards → the names with them, `|` between
   * @param {[string, string, number[]][]} printed a form as it stands on a card, the words it consists of, its cards
   */
  function table(groups, printed) {
    const of = new Map(), byLength = new Map();
    for (const [name, cards, confidence] of groups) of.set(name, { cards, confidence });
    for (const name of of.keys()) {
      const letters = squeeze(name);
      if (!byLength.has(letters.length)) byLength.set(letters.length, []);
      byLength.get(letters.length).push([letters, name]);
    }
    return { of, byLength, printed };
  }

  /**
   * @param {object} names from `table` @param {string[]} words @param {function(string): boolean} isKnown
   * @param {string} typed the query as typed: a word of the game is a card's name only if it stands there as on the
   *   card
   * @returns {LinkedEntity[]} in the order of the query
   */
  function recognize(names, words, isKnown, typed) {
    const printed = new Map(names.printed
      .filter(([form]) => typed.includes(form))
      .map(([, name, cards]) => [name, { cards, confidence: CLEAR_CONFIDENCE }]));
    const entities = [], taken = new Set();
    const take = (start, stop, { cards, confidence }, corrected = null) => {
      entities.push({ start, stop, cards, confidence: corrected ? TYPO_FACTOR * confidence : confidence, corrected });
      for (let at = start; at < stop; at++) taken.add(at);
    };
    for (let at = 0; at < words.length; at++) {
      for (let stop = Math.min(words.length, at + MAX_NAME_WORDS); stop > at; stop--) {
        const match = named(names, printed, words.slice(at, stop));
        if (!match || match.confidence <= MIN_CONFIDENCE) continue;
        take(at, stop, match);
        at = stop - 1;
        break;
      }
    }
    const unknown = words.flatMap((word, at) => (!taken.has(at) && word.length > 3 && !isKnown(word) ? [at] : []));
    if (words.length < 60) for (const at of unknown.slice(0, MAX_TYPOS)) misspelt(names, words, at, taken, take);
    return entities.sort((a, b) => a.start - b.start);
  }

  function named(names, printed, words) {
    const key = words.join(" "), whole = printed.get(key) || names.of.get(key);
    if (whole || words.length < 2) return whole;
    return (key.length > 6 && names.of.get(squeeze(key))) || (key.startsWith("the ") && names.of.get(key.slice(4)));
  }

  /** Card names that contain typos; only looked for around words that occur in no document. */
  function misspelt(names, words, at, taken, take) {
    if (taken.has(at)) return;
    let best = null;
    for (let start = Math.max(0, at - 3); start <= at; start++) {
      for (let stop = at + 1; stop <= Math.min(words.length, at + 4); stop++) {
        if ([...taken].some((other) => start <= other && other < stop)) continue;
        const match = nearestName(names, words.slice(start, stop));
        if (!match) continue;
        const cost = match.edits - (stop - start);
        if (!best || cost < best.cost || (cost === best.cost && match.name.length > best.name.length))
          best = { cost, start, stop, name: match.name };
      }
    }
    if (best) take(best.start, best.stop, names.of.get(best.name), best.name);
  }

  site.entities = { table, recognize };
})((window.Rulings = window.Rulings || {}));
