/** The words of a query → the cards named in it, each with a confidence, as in `search/card_names.py`. */
(function (site) {
  "use strict";

  const { squeeze, intendedName } = site.editDistance;
  const {
    CLEAR_CONFIDENCE, MAX_NAME_WORDS, MAX_TYPO_QUERY_WORDS, MAX_TYPOS, MIN_CONFIDENCE, MIN_JOINED_LENGTH,
    MIN_TYPO_LENGTH, TYPO_FACTOR, TYPO_WINDOW
  } = site.constants;

  /**
   * @typedef {{start: number, stop: number, cards: number[], confidence: number, corrected: ?string}} CardMention
   *   words `start` to `stop` name one of the cards; `confidence`: 0–1; `corrected`: the name, if it was misspelt
   */

  /**
   * @typedef {object} NameLookup the names that `recognize` looks for
   * @property {Map<string, {cards: number[], confidence: number}>} byName
   * @property {Map<number, [string, string][]>} byLength number of letters → the names with that many, each without and
   *   with spaces
   * @property {[string, string, number[]][]} printed a form as printed on a card, its words, its cards
   */

  /**
   * @param {object} tables see `query_name_tables` in `search/card_names.py`
   * @param {number[]} cardNumbers of the cards at these positions
   * @returns {NameLookup}
   */
  function nameLookup(tables, cardNumbers) {
    const byName = new Map(), byLength = new Map(), numbers = (positions) => positions.map((n) => cardNumbers[n]);
    const printed = Object.entries(tables.printed).map(([form, [name, meant]]) => [form, name, numbers(meant)]);
    for (const [name, [meant, confidence]] of Object.entries(tables.names)) {
      byName.set(name, { cards: numbers(meant), confidence });
      const letters = squeeze(name);
      if (!byLength.has(letters.length)) byLength.set(letters.length, []);
      byLength.get(letters.length).push([letters, name]);
    }
    return { byName, byLength, printed };
  }

  /**
   * The names in a query, in order.
   * @param {NameLookup} names
   * @param {string[]} words
   * @param {function(string): boolean} isKnown whether a word is no misspelt name
   * @param {string} text the words of the query: a game term counts as a card's name only if written as on the card
   * @returns {CardMention[]}
   */
  function recognize(names, words, isKnown, text) {
    const printed = new Map(names.printed
      .filter(([form]) => text.includes(form))
      .map(([, name, cards]) => [name, { cards, confidence: CLEAR_CONFIDENCE }]));
    const mentions = [], taken = new Set();
    const take = (start, stop, { cards, confidence }, corrected = null) => {
      mentions.push({ start, stop, cards, confidence: corrected ? TYPO_FACTOR * confidence : confidence, corrected });
      for (let position = start; position < stop; position++) taken.add(position);
    };
    for (let start = 0; start < words.length; start++) {
      for (let stop = Math.min(words.length, start + MAX_NAME_WORDS); stop > start; stop--) {
        const match = lookUp(names, printed, words.slice(start, stop));
        if (!match || match.confidence <= MIN_CONFIDENCE) continue;
        take(start, stop, match);
        start = stop - 1;
        break;
      }
    }
    const unknown = words.flatMap((word, position) =>
      (!taken.has(position) && word.length >= MIN_TYPO_LENGTH && !isKnown(word) ? [position] : []));
    if (words.length <= MAX_TYPO_QUERY_WORDS)
      for (const position of unknown.slice(0, MAX_TYPOS)) takeMisspelt(names, words, position, taken, take);
    return mentions.sort((a, b) => a.start - b.start);
  }

  /** The cards that have exactly these words as a name, and the confidence; null if there are none. */
  function lookUp(names, printed, words) {
    const key = words.join(" "), exact = printed.get(key) || names.byName.get(key);
    if (exact || words.length < 2) return exact ?? null;
    return (key.length >= MIN_JOINED_LENGTH && names.byName.get(squeeze(key)))
      || (key.startsWith("the ") && names.byName.get(key.slice(4)))
      || null;
  }

  /** Looks for a card name with typos around the word at `position`, which is not known, and takes it. */
  function takeMisspelt(names, words, position, taken, take) {
    if (taken.has(position)) return;
    let best = null;
    for (let start = Math.max(0, position - TYPO_WINDOW); start <= position; start++) {
      for (let stop = position + 1; stop <= Math.min(words.length, position + TYPO_WINDOW + 1); stop++) {
        if ([...taken].some((other) => start <= other && other < stop)) continue;
        const match = intendedName(names, words.slice(start, stop));
        if (!match) continue;
        const cost = match.edits - (stop - start);
        if (!best || cost < best.cost || (cost === best.cost && match.name.length > best.name.length))
          best = { cost, start, stop, name: match.name };
      }
    }
    if (best) take(best.start, best.stop, names.byName.get(best.name), best.name);
  }

  site.cardNames = { nameLookup, recognize };
})((window.Rulings = window.Rulings || {}));
