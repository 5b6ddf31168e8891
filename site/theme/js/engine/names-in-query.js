/** Finds the names of cards among other words, as in `rulings/names/names_in_query.py`. */
(function (site) {
  "use strict";

  const { TITLE_STOP_WORDS, contentWords, fold, withoutArticle, withoutSpaces } = site.spelling;
  const { nearNames, withTitlePrefix, withWord, withWords } = site.nameMatching;
  const {
    LONG_TITLE_CONFIDENCE, MAX_NAME_WORDS, MAX_TYPOS, MIN_CLEAR_PREFIX_LENGTH, MIN_TYPO_LENGTH,
    TYPO_FACTOR, TYPO_WINDOW
  } = site.constants;

  /**
   * The names of cards in folded words, in order. Exact names are looked for first, the longest at
   * each word; then unfinished or misspelt ones around an unknown word. @returns {NameSpan[]}
   */
  function spans(names, words, isKnown, confidence) {
    const spansByPlace = exactSpans(names, words, confidence);
    const isUnknown = (place) => !spansByPlace.has(place) && !isKnown(words[place]);
    const unknownPlaces = [...words.keys()].filter(isUnknown);
    for (const place of unknownPlaces.slice(0, MAX_TYPOS)) {
      let best = null;
      const lastStop = Math.min(words.length, place + TYPO_WINDOW + 1);
      for (let start = Math.max(0, place - TYPO_WINDOW); start <= place; start++) {
        for (let stop = place + 1; stop <= lastStop; stop++) {
          if (!isFree(spansByPlace, start, stop)) continue;
          const ranked = nearSpan(names, words, confidence, start, stop);
          if (ranked && (!best || isBetter(ranked, best))) best = ranked;
        }
      }
      if (best) take(spansByPlace, best.span);
    }
    return [...new Set(spansByPlace.values())].sort((a, b) => a.start - b.start);
  }

  const isBetter = (a, b) => a.rank < b.rank || (a.rank === b.rank && a.wordCount > b.wordCount);

  /** The place of each word of an exact name → the longest name that begins there. */
  function exactSpans(names, words, confidence) {
    const spansByPlace = new Map();
    let start = 0;
    while (start < words.length) {
      const lastStop = Math.min(words.length, start + MAX_NAME_WORDS);
      let span = null;
      for (let stop = lastStop; stop > start && !span; stop--)
        span = exactSpan(names, words, confidence, start, stop);
      if (span) take(spansByPlace, span);
      start = span ? span.stop : start + 1;
    }
    return spansByPlace;
  }

  /** Makes a span the name at each of its places. */
  function take(spansByPlace, span) {
    for (let place = span.start; place < span.stop; place++) spansByPlace.set(place, span);
  }

  /** The cards with exactly this name, without The, or without spaces. @returns {?NameSpan} */
  function exactSpan(names, words, confidence, start, stop) {
    const name = words.slice(start, stop).join(" ");
    for (const key of new Set([name, withoutSpaces(name), withoutArticle(name)])) {
      for (const [matchKind, positions] of names.exactMatches(key, [key])) {
        const cards = names.referencesAt(positions, ["card"]);
        const probability = cards.length ? confidence(key) / cards.length ** 0.5 : 0;
        if (probability) return { start, stop, cards, matchKind, confidence: probability };
      }
    }
    return null;
  }

  /**
   * Whether no name of several words is among these. A nickname may be part of a longer name:
   * `cowboy` in `cowboy sysopp`.
   */
  function isFree(spansByPlace, start, stop) {
    const inside = [...spansByPlace].filter(([place]) => place >= start && place < stop);
    return inside.every(([, span]) => span.stop - span.start === 1);
  }

  /** The few cards that these words nearly name, with a rank; the lowest rank is the best. */
  function nearSpan(names, words, confidence, start, stop) {
    const nameWords = words.slice(start, stop);
    if (TITLE_STOP_WORDS.has(nameWords[0]) || TITLE_STOP_WORDS.has(nameWords.at(-1))) return null;
    const name = nameWords.join(" ");
    const isAlone = nameWords.length === 1;
    let isVague = name.length < MIN_CLEAR_PREFIX_LENGTH;
    let edits = 0;
    let matchKind = isAlone ? "beginning" : "words";
    let cards = partlyNamedCards(names, name);
    if (!cards.length && name.length >= MIN_TYPO_LENGTH) {
      matchKind = "typo";
      isVague ||= isAlone;
      [edits, cards] = misspeltCards(names, nameWords, confidence);
    }
    if (!cards.length || (isVague && cards.length > 1)) return null;
    const wordCount = contentWords(nameWords).length;
    const factor = matchKind === "typo" || isVague ? TYPO_FACTOR : 1;
    const probability = factor * (confidence(fold(cards[0].title)) || LONG_TITLE_CONFIDENCE);
    const span = { start, stop, cards, matchKind, confidence: probability / cards.length ** 0.5 };
    // An explained word makes up for one edit
    return { rank: edits - wordCount, wordCount, span };
  }

  /** The cards whose titles begin with a single word, or contain all of several words. */
  function partlyNamedCards(names, name) {
    const positions = name.includes(" ") ? withWords(names, name) : withTitlePrefix(names, name);
    if (!names.words.has(name)) return names.referencesAt(positions, ["card"]);
    // `road` is a word of its own, and not Roadblock
    const sameWord = withWord(names, name);
    return names.referencesAt([...positions].filter((n) => sameWord.has(n)), ["card"]);
  }

  /**
   * The fewest edits between the words and a name, and the cards with that name. The name must
   * contain each word that is in some title, and the title each number: in `cowboy sysopp 2` the
   * number is a count.
   */
  function misspeltCards(names, words, confidence) {
    const numbers = words.filter((word) => /^[0-9]+$/.test(word));
    const isPrinted = (word) => names.words.has(word) && !TITLE_STOP_WORDS.has(word);
    const printedWords = words.filter(isPrinted);
    const hasAll = (name, required) => required.every((word) => name.split(" ").includes(word));
    const near = nearNames(names, words.join(" "), words[0][0])
      .filter(([, name]) => confidence(name) && hasAll(name, printedWords));
    const fewestEdits = near.length ? Math.min(...near.map(([edits]) => edits)) : 0;
    const nearest = near.filter(([edits]) => edits === fewestEdits);
    const cards = names.referencesAt(nearest.flatMap(([, , positions]) => positions), ["card"]);
    return [fewestEdits, cards.filter(({ title }) => hasAll(fold(title), numbers))];
  }

  site.namesInQuery = { spans };
})(window.Rulings ??= {});
