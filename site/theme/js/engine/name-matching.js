/**
 * Reads a typed name with the table of names, as in `rulings/names/name_matching.py`.
 * `NAME_READERS` are the ways to read one, in the order in which they are tried, with an example
 * of each.
 */
(function (site) {
  "use strict";

  const { contentWords, fold, singular, withoutArticle, withoutSpaces } = site.spelling;
  const { maxEdits, plausibleEdits, similarity, wordsCouldBeTypos } = site.editDistance;
  const { Resolution } = site.nameTable;
  const {
    KINDS, MAX_MISSPELT_WORDS, MAX_NAME_LENGTH, MAX_SUGGESTIONS, MIN_PREFIX_LENGTH,
    MIN_SIMILARITY, MIN_TOPIC_PREFIX_LENGTH, MIN_TYPO_LENGTH, MIN_TYPO_NAME_LENGTH,
    TITLE_WORD_PENALTY
  } = site.constants;

  /** The first meaning of a typed name that one of `NAME_READERS` finds. */
  function firstMeaning(names, typedName, kinds, typos = true) {
    const name = fold(typedName.slice(0, MAX_NAME_LENGTH));
    if (!name) return new Resolution("none");
    let resolution = null;
    for (const find of Object.values(NAME_READERS)) {
      if (find === misspeltName && !typos) continue;
      resolution = find(names, name, kinds);
      if (resolution?.references.length) return resolution;
    }
    return resolution ?? new Resolution("none");
  }

  /** Whether the words are exact names of two cards: `dreff imp` is not a typo of Dr. Dreff. */
  function areTwoCards(names, name) {
    const words = name.split(" ");
    const isCard = (part) => names.exact(part.join(" "), ["card"]).references.length > 0;
    return words.some((_, split) =>
      split > 0 && isCard(words.slice(0, split)) && isCard(words.slice(split)));
  }

  // Parts of names

  /**
   * The references with a name that begins with all typed words; if there are none, with an
   * unfinished last word, or without the spaces.
   */
  function withPrefix(names, name) {
    let keys = keysWithPrefix(names.sortedNames, `${name} `);
    if (!keys.length && name.length > 1)
      keys = keysWithPrefix(names.sortedNames, name).filter((key) => key !== name);
    const letters = withoutSpaces(name);
    if (keys.length || letters.length < MIN_TYPO_LENGTH) return names.positionsOf(keys);
    const titles = keysWithPrefix(names.sortedNames, name[0])
      .filter((key) => withoutSpaces(key).startsWith(letters));
    return names.positionsOfTitles(titles);
  }

  /** The references with a title that begins with a word, if it is not too short. */
  function withTitlePrefix(names, word) {
    if (word.length < MIN_TYPO_LENGTH) return [];
    return withPrefix(names, word).filter((position) => {
      const title = fold(names.references[position].title);
      return withoutArticle(title).startsWith(word);
    });
  }

  /**
   * The references whose titles have all typed words in any order; if there are none, words that
   * begin with them.
   */
  function withWords(names, name) {
    const positions = withCompleteWords(names, name);
    const words = contentWords(name.split(" "));
    const mayBegin = (word) => word.length >= MIN_PREFIX_LENGTH || names.words.has(word);
    if (positions.size || !words.every(mayBegin)) return positions;
    return intersection(words.map((word) => withWordPrefix(names, word)));
  }

  /** The references whose titles have all typed words in any order. */
  function withCompleteWords(names, name) {
    const words = contentWords(name.split(" "));
    return intersection(words.map((word) => withWord(names, word)));
  }

  /** The references whose titles have a word, or its singular. */
  function withWord(names, word) {
    const forms = [word, singular(word)];
    return new Set(forms.flatMap((form) => names.words.get(form) ?? []));
  }

  /** The references whose titles have a word that begins with this. */
  function withWordPrefix(names, prefix) {
    const words = keysWithPrefix(names.sortedWords, prefix);
    const positions = words.flatMap((word) => names.words.get(word));
    return new Set([...withWord(names, prefix), ...positions]);
  }

  const keysWithPrefix = (keys, prefix) => keys.filter((key) => key.startsWith(prefix));

  const intersection = (sets) =>
    sets.reduce((common, set) => new Set([...common].filter((position) => set.has(position))));

  /** Finds the references of `partKinds` that a part of a name may mean; the first kind counts. */
  const partFinder = (matchKind, findPositions, partKinds) => (names, name, kinds) => {
    const positions = findPositions(names, name);
    for (const kind of kinds) {
      const references = partKinds.includes(kind) ? names.referencesAt(positions, [kind]) : [];
      if (references.length) return new Resolution(matchKind, references);
    }
    return null;
  };

  /** The only topic whose name begins like a word, if only topics are looked for. */
  function onlyTopic(names, name, kinds) {
    if (kinds.some((kind) => kind !== "topic")) return null;
    if (name.includes(" ") || name.length < MIN_TOPIC_PREFIX_LENGTH) return null;
    const titles = keysWithPrefix(names.sortedNames, name.slice(0, MIN_TOPIC_PREFIX_LENGTH));
    const references = names.referencesAt(names.positionsOfTitles(titles), kinds);
    return references.length === 1 ? new Resolution("beginning", references) : null;
  }

  // Misspelt names

  /**
   * The references with the nearest names or, if no name is near, with a word near each typed one.
   * Common words and the names of two cards are not misspelt.
   */
  function misspeltName(names, name, kinds) {
    const isCommon = name.split(" ").every((word) => names.common.has(word));
    if (isCommon || areTwoCards(names, name)) return null;
    let distances = new Map();
    for (const [edits, , positions] of nearNames(names, name))
      keepShortest(distances, positions, edits);
    if (!distances.size) distances = distancesOfWords(names, name);
    const shortest = Math.min(...distances.values());
    const nearest = [...distances.keys()]
      .filter((position) => distances.get(position) === shortest);
    const nearestReferences = names.referencesAt(nearest);
    for (const kind of kinds) {
      const references = names.referencesAt(nearest, [kind]);
      if (!references.length) continue;
      const others = nearestReferences.filter((reference) => reference.kind !== kind);
      return new Resolution("typo", references, others);
    }
    if (nearestReferences.length) return new Resolution("none", [], nearestReferences);
    return new Resolution("none", [], similarReferences(names, name, kinds));
  }

  /** The edit distance, name and positions of the titles and aliases near the typed name. */
  function nearNames(names, name, firstLetter = "") {
    const letters = withoutSpaces(name);
    const matches = [];
    for (const nearName of keysWithPrefix(names.sortedNames, firstLetter)) {
      const nearLetters = withoutSpaces(nearName);
      const isJoined = nearName.split(" ").length > name.split(" ").length;
      const minLength = firstLetter ? MIN_TYPO_NAME_LENGTH + Number(isJoined) : 0;
      if (nearLetters.length < minLength) continue;
      const edits = plausibleEdits(letters, nearLetters);
      if (edits < Infinity && wordsCouldBeTypos(name, nearName))
        matches.push([edits, nearName, names.positionsOf([nearName])]);
    }
    return matches;
  }

  /**
   * Position → summed edit distance, for titles with a word near each typed word. If several words
   * are typed, an unfinished one counts as one edit: `aiport loc`.
   */
  function distancesOfWords(names, name) {
    const words = name.split(" ");
    const isLong = words.some((word) => maxEdits(word.length));
    if (words.length > MAX_MISSPELT_WORDS || !isLong) return new Map();
    let totals = null;
    for (const word of words) {
      const distances = new Map();
      for (const [nearWord, positions] of names.words) {
        const edits = plausibleEdits(word, nearWord);
        if (edits < Infinity) keepShortest(distances, positions, edits);
      }
      if (words.length > 1 && word.length >= MIN_PREFIX_LENGTH) {
        for (const finishedWord of keysWithPrefix(names.sortedWords, word))
          keepShortest(distances, names.words.get(finishedWord), 1);
      }
      totals = totals ? sums(totals, distances) : distances;
    }
    return totals;
  }

  /** Sets the distance of these positions, unless they have a shorter one. */
  function keepShortest(distances, positions, edits) {
    for (const position of positions)
      distances.set(position, Math.min(distances.get(position) ?? Infinity, edits));
  }

  /** The sums of two distances, for the positions that have both. */
  function sums(totals, distances) {
    const inBoth = [...distances].filter(([position]) => totals.has(position));
    return new Map(inBoth.map(([position, edits]) => [position, edits + totals.get(position)]));
  }

  /** The references with the most similar titles, as suggestions. */
  function similarReferences(names, name, kinds) {
    const similarityTo = (text) => similarity(name, text, MIN_SIMILARITY);
    const references = names.references.filter(({ kind }) => kinds.includes(kind));
    const scored = references.map((reference) => {
      const title = reference.title.toLowerCase();
      const words = name.includes(" ") ? [] : title.split(" ");
      const wordScores = words.map((word) => similarityTo(word) - TITLE_WORD_PENALTY);
      return { reference, score: Math.max(similarityTo(title), ...wordScores) };
    });
    return scored.filter(({ score }) => score >= MIN_SIMILARITY)
      .sort((a, b) => b.score - a.score)
      .slice(0, MAX_SUGGESTIONS)
      .map(({ reference }) => reference);
  }

  // The same table as in Python: a name that no reading before this one can read → the reading
  const NAME_READERS = {
    "dreff": (names, name, kinds) => names.exact(name, kinds),
    "boardw": partFinder("beginning", withPrefix, ["card"]),
    "savings account": partFinder("words", withCompleteWords, ["card"]),
    "trac": partFinder("beginning", withPrefix, KINDS),
    "for activa": partFinder("words", withWords, KINDS),
    "trace": onlyTopic,
    "glacir": misspeltName
  };

  site.nameMatching = {
    NAME_READERS, firstMeaning, withTitlePrefix, withWords, withWord, nearNames
  };
})(window.Rulings ??= {});
