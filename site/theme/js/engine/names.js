/**
 * A typed name → the cards or topics it means, as in `rulings/names/resolving.py` and `rulings/names/edit_distance.py`.
 * The ways are tried in this order: title, alias, spelling variant, prefix, words, initials, typos; the first that
 * matches decides.
 */
(function (site) {
  "use strict";

  const { toAscii } = site.analysis;
  const {
    EDIT_LENGTHS, EXTRA_WORD_EDITS, MAX_CANDIDATES, MAX_MISSPELT_LENGTH, MAX_MISSPELT_WORDS, MAX_NAME_LENGTH,
    MAX_QUERIED_NAME_LENGTH, MAX_SUGGESTIONS, MAX_WORD_EDITS, MIN_DISTINCT_NAME_LENGTH, MIN_EDITED_WORD_LENGTH,
    MIN_JOINED_NICKNAME_LENGTH, MIN_QUERIED_NAME_LENGTH, MIN_SIMILARITY, OTHER_FIRST_LETTER, TITLE_WORD_PENALTY
  } = site.constants;
  const STOP_WORDS = new Set(site.constants.STOP_WORDS);
  const NUMBERS = Object.entries(site.constants.NUMBERS).sort(([a], [b]) => b.length - a.length);
  const NAMES_PER_SLICE = 60; // added between two pauses

  /** A name in lower-case ASCII letters and digits, with single spaces. */
  const fold = (typed) =>
    (toAscii(typed).toLowerCase()
      .replace(/\[tm\]|\(tm\)|\(r\)|'/g, "")
      .replace(/&/g, " and ")
      .match(/[a-z0-9]+/g) || []).join(" ");
  const squeeze = (name) => name.replace(/ /g, "");
  const withoutArticle = (name) => name.replace(/^the /, "");
  const sortedLetters = (text) => [...text].sort().join("");

  /** A word without its plural ending; short words and words in `-ss` stay. */
  function singular(word) {
    if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
    return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
  }

  /** A key shared by all orders of the same words, without plurals and stop words; it starts with `=`. */
  function inAnyOrder(name) {
    const words = name.split(" ").map(singular).sort(), kept = words.filter((part) => !STOP_WORDS.has(part));
    return `=${(kept.length ? kept : words).join(" ")}`;
  }

  /** Spelling variants of a folded title: without “the”, without spaces, in any word order, with numbers as figures. */
  function otherSpellings(name) {
    const bare = withoutArticle(name), spaced = ` ${bare} `;
    const figures = /two|four|teen|twenty/.test(bare)
      ? NUMBERS.reduce((text, [word, figure]) => text.replaceAll(` ${word} `, ` ${figure} `), spaced)
      : spaced;
    const forms = [bare, figures, spaced.replaceAll(" r and d ", " rnd "), spaced.replaceAll(" and ", " ")]
      .map((form) => form.trim());
    return new Set([...new Set(forms)].flatMap((form) => [form, squeeze(form), inAnyOrder(form)]));
  }

  function add(table, key, number) {
    const numbers = table.get(key);
    if (!numbers) table.set(key, [number]);
    else if (!numbers.includes(number)) numbers.push(number);
  }

  /**
   * The table in which names are looked up: maps from spellings to indices in `entries`.
   * @param {{id: string, title: string}[]} entries cards or topics
   * @param {[string, number[]][]} aliases each with the indices of the entries that it may mean
   * @param {function(): Promise<void>} [pause] called between two slices of work
   */
  async function buildTable(entries, aliases, pause = async () => {}) {
    const exact = new Map(), variants = new Map(), words = new Map(), initials = new Map(), alias = new Map();
    for (const [number, { title }] of entries.entries()) {
      if (number % NAMES_PER_SLICE === NAMES_PER_SLICE - 1) await pause();
      const name = fold(title), nameWords = name.split(" ");
      add(exact, name, number);
      for (const other of otherSpellings(name)) add(variants, other, number);
      for (const word of new Set(nameWords.flatMap((part) => [part, singular(part)]))) add(words, word, number);
      const significant = nameWords.filter((part) => !STOP_WORDS.has(part));
      for (const letters of new Set([nameWords, significant].map((list) => list.map((part) => part[0]).join(""))))
        if (letters.length > 2) add(initials, letters, number);
    }
    for (const [name, numbers] of aliases) alias.set(fold(name), numbers);
    for (const [name, numbers] of alias)
      if (name.length >= MIN_JOINED_NICKNAME_LENGTH && !variants.has(squeeze(name)))
        variants.set(squeeze(name), numbers);
    return {
      entries, exact, alias, variants, words, initials, sorted: [...new Set([...exact.keys(), ...alias.keys()])].sort()
    };
  }

  /**
   * The entries that a typed name means; if none, those with the nearest titles, best first.
   * @returns {{status: "found" | "ambiguous" | "none", matches: object[], nearest: object[]}}
   */
  function resolve(table, typed, allowTypos = true) {
    const name = fold(typed.slice(0, MAX_NAME_LENGTH));
    const entriesAt = (numbers) => numbers.map((number) => table.entries[number]);
    if (!name) return { status: "none", matches: [], nearest: [] };
    let numbers = firstNonEmpty(
      exactNumbers(table, name),
      () => byPrefix(table, name),
      () => byWords(table, name),
      () => table.initials.get(name) || []
    );
    if (!numbers.length) {
      const [closest, similar] = allowTypos ? byEditDistance(table, name) : [[], []];
      if (!closest.length) return { status: "none", matches: [], nearest: entriesAt(similar) };
      numbers = closest;
    }
    if (numbers.length > MAX_CANDIDATES)
      numbers = [...numbers].sort((a, b) => table.entries[a].title.length - table.entries[b].title.length)
        .slice(0, MAX_CANDIDATES);
    return { status: numbers.length === 1 ? "found" : "ambiguous", matches: entriesAt(numbers), nearest: [] };
  }

  const firstNonEmpty = (numbers, ...lookUps) =>
    lookUps.reduce((result, lookUp) => (result.length ? result : lookUp()), numbers);

  /** The entries with exactly that title, alias or spelling variant of a title. */
  function exactNumbers({ exact, alias, variants }, name) {
    const bare = withoutArticle(name);
    return exact.get(name) || alias.get(name) || variants.get(bare) || alias.get(bare) || variants.get(squeeze(bare))
      || (bare.includes(" ") && variants.get(inAnyOrder(bare))) || [];
  }

  /** Names that begin with the typed one: ending at a word if any does, else within a word (two letters at least). */
  function byPrefix(table, name) {
    const whole = new Set(), part = new Set();
    for (const key of table.sorted) {
      if (!key.startsWith(name)) continue;
      for (const number of table.exact.get(key) || table.alias.get(key))
        (key[name.length] === " " ? whole : part).add(number);
    }
    return whole.size ? [...whole] : name.length > 1 ? [...part] : [];
  }

  /** Titles with all the typed words in any order; if there are none, titles with words that begin with them. */
  function byWords(table, name) {
    const allWords = name.split(" "), significant = allWords.filter((word) => !STOP_WORDS.has(word));
    const words = significant.length ? significant : allWords;
    const numbers = withAllWords(table, words, false);
    return !numbers.length && words.every((word) => word.length > 2) ? withAllWords(table, words, true) : numbers;
  }

  /** Titles with all these words, or if `asPrefixes`, with words that begin with them. */
  function withAllWords(table, words, asPrefixes) {
    let common = null;
    for (const word of words) {
      const matching = new Set([...(table.words.get(word) || []), ...(table.words.get(singular(word)) || [])]);
      if (asPrefixes)
        for (const [other, numbers] of table.words)
          if (other.startsWith(word)) numbers.forEach((number) => matching.add(number));
      common = common === null ? matching : new Set([...common].filter((number) => matching.has(number)));
      if (!common.size) return [];
    }
    return [...(common || [])].sort((a, b) => a - b);
  }

  // Edit distance (optimal string alignment): an edit inserts, deletes or replaces a letter, or swaps two neighbours.

  /** How many edits a name of that many letters may contain and still be recognised: 0 to 4. */
  function maxEdits(length) {
    let edits = 0;
    while (length >= EDIT_LENGTHS[edits]) edits += 1;
    return edits;
  }

  const masks = new Map();

  /** The letters of a word as bits. Each letter that only one of two words has costs at least one edit. */
  function lettersOf(word) {
    let mask = masks.get(word);
    if (mask === undefined) {
      mask = 0;
      for (let n = 0; n < word.length; n++) mask |= 1 << (word.charCodeAt(n) % 32);
      masks.set(word, mask);
    }
    return mask;
  }

  function bits(mask) {
    let count = 0;
    for (; mask; mask &= mask - 1) count += 1;
    return count;
  }

  let rowBeforeLast = [], lastRow = [], currentRow = [];

  /** The edit distance of two texts, or `limit` + 1 if it is greater than `limit`. */
  function distance(a, b, limit) {
    if (a === b) return 0;
    if (Math.abs(a.length - b.length) > limit) return limit + 1;
    const [lettersOfA, lettersOfB] = [lettersOf(a), lettersOf(b)];
    if (bits(lettersOfA & ~lettersOfB) > limit || bits(lettersOfB & ~lettersOfA) > limit) return limit + 1;
    for (let j = 0; j <= b.length; j++) currentRow[j] = j;
    let lastRowMin = 0;
    for (let i = 1; i <= a.length; i++) {
      [rowBeforeLast, lastRow, currentRow] = [lastRow, currentRow, rowBeforeLast];
      let rowMin = (currentRow[0] = i);
      for (let j = 1; j <= b.length; j++) {
        let edits = Math.min(lastRow[j] + 1, currentRow[j - 1] + 1, lastRow[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
          edits = Math.min(edits, rowBeforeLast[j - 2] + 1);
        currentRow[j] = edits;
        if (edits < rowMin) rowMin = edits;
      }
      if (rowMin > limit && lastRowMin > limit) return limit + 1;
      lastRowMin = rowMin;
    }
    return Math.min(currentRow[b.length], limit + 1);
  }

  /**
   * The similarity of two texts, 0–100: twice the length of their longest common subsequence, divided by the sum of
   * their lengths.
   */
  function similarity(a, b) {
    let row = new Array(b.length + 1).fill(0);
    for (const letter of a) {
      const next = [0];
      for (let j = 1; j <= b.length; j++)
        next.push(letter === b[j - 1] ? row[j - 1] + 1 : Math.max(row[j], next[j - 1]));
      row = next;
    }
    return a.length + b.length ? (200 * row[b.length]) / (a.length + b.length) : 100;
  }

  /** What a misspelt name may mean, as indices: [the closest entries, suggestions if none is close]. */
  function byEditDistance(table, name) {
    if (squeeze(name).length > MAX_MISSPELT_LENGTH) return [[], []];
    let ranked = byWholeName(table, name);
    if (!ranked.size) ranked = byWord(table, name);
    if (ranked.size) {
      const best = Math.min(...ranked.values());
      return [[...ranked].filter(([, edits]) => edits === best).map(([number]) => number), []];
    }
    const scored = table.entries.map(({ title }, number) => {
      const lower = title.toLowerCase(),
        words = name.includes(" ") ? []
          : lower.split(" ").map((word) => similarity(name, word) - TITLE_WORD_PENALTY);
      return { number, score: Math.max(similarity(name, lower), ...words) };
    });
    const best = scored.sort((a, b) => b.score - a.score || a.number - b.number).slice(0, MAX_SUGGESTIONS);
    return [[], best.filter(({ score }) => score >= MIN_SIMILARITY).map(({ number }) => number)];
  }

  /**
   * Whether each word of `typed` can be a typo of the corresponding word of `name`: `kit` is not a typo of `rig`. True
   * for names with different numbers of words, and for single words.
   */
  function wordsCouldBeTypos(typed, name) {
    const a = typed.split(" "), b = name.split(" ");
    if (a.length !== b.length || a.length < 2) return true;
    return a.every((word, n) => {
      const limit = maxEdits(Math.min(word.length, b[n].length)) + EXTRA_WORD_EDITS;
      return distance(word, b[n], limit) <= limit;
    });
  }

  /** Index → edit distance, of the titles and aliases within `maxEdits` of the whole typed name. */
  function byWholeName(table, typed) {
    const squeezed = squeeze(typed), limit = maxEdits(squeezed.length), distances = new Map();
    if (!limit) return distances;
    for (const source of [table.exact, table.alias]) {
      for (const [key, numbers] of source) {
        const other = squeeze(key), maxDistance = Math.min(limit, maxEdits(other.length));
        if (!maxDistance || Math.abs(other.length - squeezed.length) > limit) continue;
        const edits = distance(squeezed, other, maxDistance);
        if (edits > maxDistance || !wordsCouldBeTypos(typed, key)) continue;
        const penalized = edits + (squeezed[0] === other[0] ? 0 : OTHER_FIRST_LETTER);
        for (const number of numbers) distances.set(number, Math.min(distances.get(number) ?? Infinity, penalized));
      }
    }
    return distances;
  }

  /** Index → summed edit distance, of the titles with a word within `maxEdits` of each typed word. */
  function byWord(table, name) {
    const words = name.split(" ");
    if (words.length > MAX_MISSPELT_WORDS || !words.some((word) => maxEdits(word.length))) return new Map();
    let totals = null;
    for (const word of words) {
      const limit = maxEdits(word.length), distances = new Map();
      for (const [other, numbers] of table.words) {
        const maxDistance = Math.min(limit, maxEdits(other.length));
        const edits = other === word ? 0
          : maxDistance ? distance(word, other, maxDistance)
          : maxDistance + 1;
        if (edits > maxDistance) continue;
        for (const number of numbers) distances.set(number, Math.min(distances.get(number) ?? Infinity, edits));
      }
      totals = new Map([...distances]
        .filter(([number]) => !totals || totals.has(number))
        .map(([number, edits]) => [number, edits + (totals ? totals.get(number) : 0)]));
      if (!totals.size) break;
    }
    return totals;
  }

  /**
   * The name that these words misspell; null if none is close, or several are.
   * @param {object} tables see `table` in `entity-linking.js`
   * @returns {?{edits: number, name: string}}
   */
  function nearestName(tables, words) {
    const typed = words.join(""), limit = maxEdits(typed.length);
    if (!limit || typed.length > MAX_QUERIED_NAME_LENGTH) return null;
    let best = { edits: Infinity, name: "" }, secondEdits = Infinity;
    const cardsOf = (name) => tables.byName.get(name).cards.join();
    const shortest = Math.max(MIN_QUERIED_NAME_LENGTH, typed.length - limit), longest = typed.length + limit;
    for (let length = shortest; length <= longest; length++) {
      const maxDistance = Math.min(limit, maxEdits(length));
      for (const [other, name] of tables.byLength.get(length) || []) {
        let edits = distance(typed, other, maxDistance);
        if (edits > maxDistance || name.split(" ").length - 1 > words.length) continue;
        if (!wordsCouldBeTypos(words.join(" "), name)) continue;
        const isUncertain = typed[0] !== other[0] || tables.byName.get(name).cards.length > 1;
        const isShort = typed.length < MIN_DISTINCT_NAME_LENGTH;
        if (isShort && isUncertain && sortedLetters(typed) !== sortedLetters(other)) continue;
        if (typed[0] !== other[0]) edits += OTHER_FIRST_LETTER;
        if (edits < best.edits) {
          if (best.name && cardsOf(best.name) !== cardsOf(name)) secondEdits = best.edits;
          best = { edits, name };
        } else if (edits < secondEdits && cardsOf(best.name) !== cardsOf(name)) secondEdits = edits;
      }
    }
    return best.name && best.edits < secondEdits ? best : null;
  }

  /** The word of `vocabulary` (the commonest first) that `word` misspells, or null. The first letter must be right. */
  function nearestWord(word, vocabulary) {
    const limit = Math.min(maxEdits(word.length), MAX_WORD_EDITS);
    let best = null, bestEdits = limit + 1;
    for (const other of limit ? vocabulary : []) {
      if (other[0] !== word[0] || Math.abs(other.length - word.length) > limit) continue;
      const edits = distance(word, other, limit);
      if (edits < bestEdits && (word.length >= MIN_EDITED_WORD_LENGTH || sortedLetters(word) === sortedLetters(other)))
        [best, bestEdits] = [other, edits];
    }
    return best;
  }

  site.names = {
    fold, singular, squeeze, buildTable, resolve,
    exactMatches: (table, typed) =>
      exactNumbers(table, fold(typed.slice(0, MAX_NAME_LENGTH))).map((n) => table.entries[n]),
    distance, nearestName, nearestWord
  };
})((window.Rulings = window.Rulings || {}));
