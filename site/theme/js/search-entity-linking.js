/** The words of a query → the cards named in it, each with a confidence, as in `search/entity_linking.py`. */
(function (site) {
  "use strict";

  const { squeeze, nearestName } = site.names;
  const { CLEAR_CONFIDENCE, MIN_CONFIDENCE, MAX_NAME_WORDS, MAX_TYPOS, TYPO_FACTOR } = site.constants;

  /**
   * @typedef {{start: number, stop: number, cards: number[], confidence: number, corrected: ?string}} LinkedEntity
   *   words `start` to `stop` name one of the cards; `confidence`: 0–1; `corrected`: the name, if it was misspelt
   */

  /**
   * The names that `recognize` looks for. `byName`: name → its cards and confidence; `byLength`: number of letters →
   * the names with that number, without and with spaces.
   * @param {[string, number[], number][]} entries name, cards, confidence
   * @param {[string, string, number[]][]} printed a form as printed on a card, its words, its cards
   */
  function table(entries, printed) {
    const byName = new Map(), byLength = new Map();
    for (const [name, cards, confidence] of entries) byName.set(name, { cards, confidence });
    for (const name of byName.keys()) {
      const letters = squeeze(name);
      if (!byLength.has(letters.length)) byLength.set(letters.length, []);
      byLength.get(letters.length).push([letters, name]);
    }
    return { byName, byLength, printed };
  }

  /**
   * The names in a query, in order.
   * @param {object} names see `table` @param {string[]} words
   * @param {function(string): boolean} isKnown whether a word occurs in the documents or synonyms
   * @param {string} typed the query as typed: a game term counts as a card's name only if written as on the card
   * @returns {LinkedEntity[]}
   */
  function recognize(names, words, isKnown, typed) {
    const printed = new Map(names.printed
      .filter(([form]) => typed.includes(form))
      .map(([, name, cards]) => [name, { cards, confidence: CLEAR_CONFIDENCE }]));
    const entities = [], taken = new Set();
    const take = (start, stop, { cards, confidence }, corrected = null) => {
      entities.push({ start, stop, cards, confidence: corrected ? TYPO_FACTOR * confidence : confidence, corrected });
      for (let index = start; index < stop; index++) taken.add(index);
    };
    for (let index = 0; index < words.length; index++) {
      for (let stop = Math.min(words.length, index + MAX_NAME_WORDS); stop > index; stop--) {
        const match = lookUp(names, printed, words.slice(index, stop));
        if (!match || match.confidence <= MIN_CONFIDENCE) continue;
        take(index, stop, match);
        index = stop - 1;
        break;
      }
    }
    const unknown = words.flatMap((word, index) =>
      (!taken.has(index) && word.length > 3 && !isKnown(word) ? [index] : []));
    if (words.length < 60)
      for (const index of unknown.slice(0, MAX_TYPOS)) takeMisspelt(names, words, index, taken, take);
    return entities.sort((a, b) => a.start - b.start);
  }

  /** The cards that have exactly these words as a name, and the confidence; undefined or false if there are none. */
  function lookUp(names, printed, words) {
    const key = words.join(" "), exact = printed.get(key) || names.byName.get(key);
    if (exact || words.length < 2) return exact;
    return (key.length > 6 && names.byName.get(squeeze(key)))
      || (key.startsWith("the ") && names.byName.get(key.slice(4)));
  }

  /** Looks for a card name with typos around the word at `index`, which occurs in no document, and takes it. */
  function takeMisspelt(names, words, index, taken, take) {
    if (taken.has(index)) return;
    let best = null;
    for (let start = Math.max(0, index - 3); start <= index; start++) {
      for (let stop = index + 1; stop <= Math.min(words.length, index + 4); stop++) {
        if ([...taken].some((other) => start <= other && other < stop)) continue;
        const match = nearestName(names, words.slice(start, stop));
        if (!match) continue;
        const cost = match.edits - (stop - start);
        if (!best || cost < best.cost || (cost === best.cost && match.name.length > best.name.length))
          best = { cost, start, stop, name: match.name };
      }
    }
    if (best) take(best.start, best.stop, names.byName.get(best.name), best.name);
  }

  site.entities = { table, recognize };
})((window.Rulings = window.Rulings || {}));
