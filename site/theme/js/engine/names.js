/**
 * A typed name → the cards or topics it means, as in `rulings/names.py`. The ways are tried in this order:
 * title, alias, spelling variant, prefix, words, initials, typos; the first that matches decides. `fold` does the same
 * as in `rulings/model/ids.py`.
 */
(function (site) {
  "use strict";

  const { toAscii } = site.analysis;
  const { distance, intendedPositions, maxEdits, squeeze } = site.editDistance;
  const {
    CLEAR_CONFIDENCE, MAX_AMBIGUOUS_NAMES, MAX_NAME_LENGTH, MAX_NAME_WORDS, MAX_TYPED_NAME_LENGTH,
    MAX_TYPOS, MIN_CLEAR_NAME_LENGTH, MIN_JOINED_ALIAS_LENGTH, MIN_JOINED_BEGINNING, MIN_JOINED_LENGTH, MIN_TYPO_LENGTH,
    MIN_TYPO_NAME_LENGTH, TYPO_FACTOR, TYPO_WINDOW
  } = site.constants;
  const STOP_WORDS = new Set(site.constants.STOP_WORDS);
  const NUMBERS = Object.entries(site.constants.NUMBERS).sort(([a], [b]) => b.length - a.length);
  const NUMBER = new RegExp(NUMBERS.map(([word]) => word).join("|")); // most names contain none
  const NAMES_PER_SLICE = 60; // added between two pauses

  /** A name in lowercase ASCII letters and digits, with single spaces. */
  const fold = (typed) => (withoutAccents(typed).match(/[a-z0-9]+/g) || []).join(" ");
  /** The first part of `fold`: lowercase ASCII, still with other characters than letters and digits. */
  const withoutAccents = (typed) =>
    toAscii(typed).toLowerCase().replace(/\[tm\]|\(tm\)|\(r\)|'/g, "").replace(/&/g, " and ");
  const withoutArticle = (name) => name.replace(/^the /, "");

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
    const figures = NUMBER.test(bare)
      ? NUMBERS.reduce((text, [word, figure]) => text.replaceAll(` ${word} `, ` ${figure} `), spaced)
      : spaced;
    const forms = [bare, figures, spaced.replaceAll(" r and d ", " rnd "), spaced.replaceAll(" and ", " ")]
      .map((form) => form.trim());
    return new Set([...new Set(forms)].flatMap((form) => [form, squeeze(form), inAnyOrder(form)]));
  }

  /** The initials of all words and of those that are no stop words, if there are at least three. */
  function initials(words) {
    const mainWords = words.filter((word) => !STOP_WORDS.has(word));
    return [words, mainWords].map((chosen) => chosen.map((word) => word[0]).join(""))
      .filter((letters) => letters.length > 2);
  }

  /** Adds a folded title to the table: itself, its other spellings, its words and its initials. */
  function addTitle(table, name, position) {
    const words = name.split(" ");
    add(table.exact, [name], position);
    add(table.variants, otherSpellings(name), position);
    add(table.words, words.flatMap((word) => [word, singular(word)]), position);
    add(table.initials, initials(words), position);
  }

  function add(index, keys, position) {
    for (const key of keys) {
      const positions = index.get(key);
      if (!positions) index.set(key, [position]);
      else if (!positions.includes(position)) positions.push(position);
    }
  }

  /**
   * The table of the names of cards or topics.
   * @param {{id: string, title: string}[]} entities cards or topics
   * @param {[string, number[]][]} aliases each with the positions of the entities that it may mean
   * @param {function(): Promise<void>} [pause] called between two slices of work
   * @returns {Promise<NameTable>}
   */
  async function buildNameTable(entities, aliases, pause = async () => {}) {
    const table = {
      entities,
      exact: new Map(),
      aliases: new Map(),
      variants: new Map(),
      words: new Map(),
      initials: new Map(),
      sorted: []
    };
    for (const [position, { title }] of entities.entries()) {
      if (position % NAMES_PER_SLICE === NAMES_PER_SLICE - 1) await pause();
      addTitle(table, fold(title), position);
    }
    for (const [name, positions] of aliases) table.aliases.set(fold(name), positions);
    for (const [name, positions] of table.aliases)
      if (name.length >= MIN_JOINED_ALIAS_LENGTH && !table.variants.has(squeeze(name)))
        table.variants.set(squeeze(name), positions);
    table.sorted = [...new Set([...table.exact.keys(), ...table.aliases.keys()])].sort();
    return table;
  }

  /**
   * What a typed name means; if nothing, the cards or topics with the nearest titles, best first.
   * @param {NameTable} table
   * @returns {Resolution}
   */
  function resolve(table, typed, allowTypos = true) {
    const name = fold(typed.slice(0, MAX_NAME_LENGTH));
    const entitiesAt = (positions) => positions.map((position) => table.entities[position]);
    if (!name) return { outcome: "none", matches: [], nearest: [] };
    let positions = firstNonEmpty(
      directPositions(table, name),
      () => byPrefix(table, name),
      () => byWords(table, name),
      () => table.initials.get(name) || []
    );
    if (!positions.length) {
      const [intended, suggestions] = allowTypos ? intendedPositions(table, name) : [[], []];
      if (!intended.length) return { outcome: "none", matches: [], nearest: entitiesAt(suggestions) };
      positions = intended;
    }
    if (positions.length > MAX_AMBIGUOUS_NAMES)
      positions = [...positions].sort((a, b) => table.entities[a].title.length - table.entities[b].title.length)
        .slice(0, MAX_AMBIGUOUS_NAMES);
    const isBeginning = !directPositions(table, name).length && byPrefix(table, name).length > 0;
    return {
      outcome: positions.length === 1 ? "found" : "ambiguous", matches: entitiesAt(positions), nearest: [], isBeginning
    };
  }

  const firstNonEmpty = (positions, ...lookUps) =>
    lookUps.reduce((result, lookUp) => (result.length ? result : lookUp()), positions);

  /** Positions found without a search: an exact title, an alias, a spelling variant of a title. */
  function directPositions({ exact, aliases, variants }, name) {
    const bare = withoutArticle(name);
    return exact.get(name) || aliases.get(name)
      || variants.get(bare) || aliases.get(bare) || variants.get(squeeze(bare))
      || (bare.includes(" ") && variants.get(inAnyOrder(bare))) || [];
  }

  /**
   * Names that begin with what was typed, ending at a word. Only if there are none, and at least two letters were
   * typed, those where it ends inside a word or, if it is long enough, titles that begin so without spaces.
   */
  function byPrefix(table, name) {
    const endingAtWord = new Set(), endingWithinWord = new Set();
    for (const key of table.sorted) {
      if (!key.startsWith(name)) continue;
      for (const position of table.exact.get(key) || table.aliases.get(key))
        (key[name.length] === " " ? endingAtWord : endingWithinWord).add(position);
    }
    if (endingAtWord.size) return [...endingAtWord];
    if (name.length > 1 && endingWithinWord.size) return [...endingWithinWord];
    const joined = squeeze(name), begins = ([title]) => squeeze(title).startsWith(joined);
    return joined.length < MIN_JOINED_BEGINNING ? []
      : [...table.exact].filter(begins).flatMap(([, positions]) => positions);
  }

  /** Titles with all the typed words in any order; if there are none, titles with words that begin with them. */
  function byWords(table, name) {
    const allWords = name.split(" "), significant = allWords.filter((word) => !STOP_WORDS.has(word));
    const words = significant.length ? significant : allWords;
    const positions = withAllWords(table, words, false);
    return !positions.length && words.every((word) => word.length > 2) ? withAllWords(table, words, true) : positions;
  }

  /** Titles with all these words, or if `asPrefixes`, with words that begin with them. */
  function withAllWords(table, words, asPrefixes) {
    /** @type {?Set<number>} */
    let shared = null;
    for (const word of words) {
      const matching = new Set([...(table.words.get(word) || []), ...(table.words.get(singular(word)) || [])]);
      if (asPrefixes)
        for (const [known, positions] of table.words)
          if (known.startsWith(word)) positions.forEach((position) => matching.add(position));
      shared = shared === null ? matching : new Set([...shared].filter((position) => matching.has(position)));
      if (!shared.size) return [];
    }
    return [...(shared || [])].sort((a, b) => a - b);
  }

  // The names of cards in a query, as in `search/names_in_query.py`

  /** The table of the names that `recognize` looks for, from the data of the page. */
  function nameLookup({ names, printed }) {
    const byName = new Map(Object.entries(names).map(([name, [cards, confidence]]) => [name, { cards, confidence }]));
    return { byName, printed: Object.entries(printed) };
  }

  /**
   * The names in a query, in order.
   * @param {object} lookup see `nameLookup`
   * @param {string[]} words
   * @param {function(string): boolean} isKnown whether a word is not a misspelt name
   * @param {string} text a game term only counts if it is printed here as on its card (`TRAP!`)
   * @returns {CardMention[]}
   */
  function recognize(lookup, words, isKnown, text) {
    const asPrinted = lookup.printed.filter(([form]) => text.includes(form))
      .map(([, [name, cards]]) => [name, { cards, confidence: CLEAR_CONFIDENCE }]);
    const printed = new Map(asPrinted), mentions = [], taken = new Set();
    const take = (mention) => {
      mentions.push(mention);
      for (let i = mention.start; i < mention.stop; i++) taken.add(i);
    };
    const named = (start, stop) => {
      const key = words.slice(start, stop).join(" ");
      const match = printed.get(key) ?? lookup.byName.get(key);
      if (match || stop - start < 2) return match;
      return (key.length >= MIN_JOINED_LENGTH ? lookup.byName.get(squeeze(key)) : undefined)
        ?? (key.startsWith("the ") ? lookup.byName.get(key.slice(4)) : undefined);
    };
    for (let start = 0; start < words.length; start++) {
      let stop = Math.min(words.length, start + MAX_NAME_WORDS);
      while (stop > start && !named(start, stop)) stop -= 1;
      if (stop === start) continue;
      take({ start, stop, ...named(start, stop), corrected: null });
      start = stop - 1;
    }
    const unknown = words.map((_, i) => i).filter((i) => !taken.has(i) && !isKnown(words[i]));
    for (const i of unknown.slice(0, MAX_TYPOS)) {
      const mention = taken.has(i) ? null : misspelt(lookup, words, i, taken);
      if (mention) take(mention);
    }
    return mentions.sort((a, b) => a.start - b.start);
  }

  /** The name with typos around an unknown word. The best needs few edits for its number of words and is long. */
  function misspelt(lookup, words, unknown, taken) {
    let best = null, mention = null;
    for (let start = Math.max(0, unknown - TYPO_WINDOW); start <= unknown; start++) {
      for (let stop = unknown + 1; stop <= Math.min(words.length, unknown + TYPO_WINDOW + 1); stop++) {
        const chosen = words.slice(start, stop);
        if (chosen.some((_, n) => taken.has(start + n))) continue;
        const match = nearestName(lookup, chosen, chosen.length === words.length && words.length > 1);
        if (!match) continue;
        const rank = [match.edits - chosen.length, -match.name.length];
        if (best && (rank[0] > best[0] || (rank[0] === best[0] && rank[1] >= best[1]))) continue;
        best = rank;
        const { cards, confidence } = lookup.byName.get(match.name);
        mention = { start, stop, cards, confidence: TYPO_FACTOR * confidence, corrected: match.name };
      }
    }
    return mention;
  }

  /** The name that these words misspell; null if none is close, or if the nearest mean different cards. */
  function nearestName(lookup, words, mayBeUnfinished) {
    const typed = words.join(""), limit = maxEdits(typed.length), found = [];
    if (!limit || typed.length < MIN_TYPO_LENGTH || typed.length > MAX_TYPED_NAME_LENGTH) return null;
    for (const [name, { cards }] of lookup.byName) {
      if (name[0] !== typed[0]) continue;
      const letters = squeeze(name), { length } = letters;
      if (length < Math.max(typed.length - limit, MIN_TYPO_NAME_LENGTH)) continue;
      if (!mayBeUnfinished && length > typed.length + limit) continue;
      const first = mayBeUnfinished ? typed.length - limit : length;
      let edits = limit + 1;
      for (let end = first; end <= Math.min(length, typed.length + limit); end++)
        edits = Math.min(edits, distance(typed, letters.slice(0, end), limit));
      const isClear = typed.length >= MIN_CLEAR_NAME_LENGTH || cards.length === 1;
      if (edits <= Math.min(limit, maxEdits(length)) && isClear)
        found.push({ edits, rest: Math.abs(length - typed.length), name, cards: cards.join() });
    }
    found.sort((a, b) => a.edits - b.edits || a.rest - b.rest || (a.name < b.name ? -1 : 1));
    const [nearest] = found;
    return nearest && found.every(({ edits, cards }) => cards === nearest.cards || edits > nearest.edits)
      ? nearest : null;
  }

  site.names = {
    fold, withoutAccents, singular, buildNameTable, resolve, directPositions, nameLookup, recognize,
    directMatches: (table, typed) =>
      directPositions(table, fold(typed.slice(0, MAX_NAME_LENGTH))).map((position) => table.entities[position])
  };
})(window.Rulings ??= {});
