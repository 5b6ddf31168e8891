/**
 * A typed name → the cards or topics it means, as `names/resolving.py` and `names/edit_distance.py` find them: title,
 * alias, spelling variant, beginning, words, initials, typo. The first way that matches decides.
 */
(function (site) {
  "use strict";

  const { plain } = site.analysis;
  const { MAX_CANDIDATES, MAX_SUGGESTIONS, MIN_SIMILARITY, OTHER_FIRST_LETTER } = site.constants;
  const STOP_WORDS = new Set(site.constants.STOP_WORDS);
  const NUMBERS = Object.entries(site.constants.NUMBERS).sort(([a], [b]) => b.length - a.length);
  const SLICE = 60; // names that are added at a time

  const fold = (typed) =>
    (plain(typed).toLowerCase().replace(/\[tm\]|\(tm\)|\(r\)|'/g, "").replace(/&/g, " and ").match(/[a-z0-9]+/g) || [])
      .join(" ");
  const squeeze = (name) => name.replace(/ /g, "");
  const bareOf = (name) => name.replace(/^the /, "");
  const letters = (text) => [...text].sort().join("");

  /** A word without its plural ending; not short words or `-ss`. */
  function singular(word) {
    if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
    return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
  }

  /** A key shared by all orders of the same words, without plurals and stop words; it starts with `=`. */
  function inAnyOrder(name) {
    const parts = name.split(" ").map(singular).sort(), kept = parts.filter((part) => !STOP_WORDS.has(part));
    return `=${(kept.length ? kept : parts).join(" ")}`;
  }

  function otherSpellings(name) {
    const bare = bareOf(name), line = ` ${bare} `;
    const figures = /two|four|teen|twenty/.test(bare)
      ? NUMBERS.reduce((text, [word, figure]) => text.replaceAll(` ${word} `, ` ${figure} `), line)
      : line;
    const forms = [bare, figures, line.replaceAll(" r and d ", " rnd "), line.replaceAll(" and ", " ")]
      .map((form) => form.trim());
    return new Set([...new Set(forms)].flatMap((form) => [form, squeeze(form), inAnyOrder(form)]));
  }

  function add(table, key, number) {
    const numbers = table.get(key);
    if (!numbers) table.set(key, [number]);
    else if (!numbers.includes(number)) numbers.push(number);
  }

  /**
   * @param {{id: string, title: string}[]} things cards or topics
   * @param {[string, number[]][]} aliases names and the things they may mean
   * @param {function(): Promise<void>} [pause] what happens between two slices of work; nothing
   */
  async function tableOf(things, aliases, pause = async () => {}) {
    const exact = new Map(), variants = new Map(), words = new Map(), initials = new Map(), alias = new Map();
    for (const [number, { title }] of things.entries()) {
      if (number % SLICE === SLICE - 1) await pause();
      const name = fold(title), parts = name.split(" ");
      add(exact, name, number);
      for (const other of otherSpellings(name)) add(variants, other, number);
      for (const word of new Set(parts.flatMap((part) => [part, singular(part)]))) add(words, word, number);
      const long = parts.filter((part) => !STOP_WORDS.has(part));
      for (const first of new Set([parts, long].map((list) => list.map((part) => part[0]).join(""))))
        if (first.length > 2) add(initials, first, number);
    }
    for (const [name, numbers] of aliases) alias.set(fold(name), numbers);
    for (const [name, numbers] of alias)
      if (name.length > 5 && !variants.has(squeeze(name))) variants.set(squeeze(name), numbers);
    return {
      things, exact, alias, variants, words, initials, sorted: [...new Set([...exact.keys(), ...alias.keys()])].sort()
    };
  }

  /**
   * @returns {{status: "found" | "ambiguous" | "none", things: object[], near: object[]}} what a typed name means; of
   *   none the nearest by their titles, best first
   */
  function resolve(table, typed, allowTypos = true) {
    const name = fold(typed.slice(0, 400));
    const things = (numbers) => numbers.map((number) => table.things[number]);
    if (!name) return { status: "none", things: [], near: [] };
    let numbers = firstOf(
      known(table, name),
      () => byPrefix(table, name),
      () => byWords(table, name),
      () => table.initials.get(name) || []
    );
    if (!numbers.length) {
      const [closest, near] = allowTypos ? byEditDistance(table, name) : [[], []];
      if (!closest.length) return { status: "none", things: [], near: things(near) };
      numbers = closest;
    }
    if (numbers.length > MAX_CANDIDATES)
      numbers = [...numbers].sort((a, b) => table.things[a].title.length - table.things[b].title.length)
        .slice(0, MAX_CANDIDATES);
    return { status: numbers.length === 1 ? "found" : "ambiguous", things: things(numbers), near: [] };
  }

  const firstOf = (numbers, ...ways) => ways.reduce((found, way) => (found.length ? found : way()), numbers);

  /** Matches that need no search: an exact title, an alias, a spelling variant of a title. */
  function known({ exact, alias, variants }, name) {
    const bare = bareOf(name);
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
    const all = name.split(" "), long = all.filter((word) => !STOP_WORDS.has(word)), words = long.length ? long : all;
    const numbers = sharing(table, words, false);
    return !numbers.length && words.every((word) => word.length > 2) ? sharing(table, words, true) : numbers;
  }

  function sharing(table, words, beginnings) {
    let common = null;
    for (const word of words) {
      const here = new Set([...(table.words.get(word) || []), ...(table.words.get(singular(word)) || [])]);
      if (beginnings)
        for (const [other, numbers] of table.words)
          if (other.startsWith(word)) numbers.forEach((number) => here.add(number));
      common = common === null ? here : new Set([...common].filter((number) => here.has(number)));
      if (!common.size) return [];
    }
    return [...(common || [])].sort((a, b) => a - b);
  }

  // Edit distance (optimal string alignment): an edit inserts, deletes or replaces a letter, or swaps two neighbours.

  /** How many edits a name of that many letters may contain and still be recognised. */
  const maxEdits = (length) => (length < 4 ? 0 : length < 8 ? 1 : length < 13 ? 2 : length < 20 ? 3 : 4);

  const masks = new Map();

  /** The letters of a word as bits: each letter that only one of two words has costs at least one edit. */
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

  let before = [], last = [], row = [];

  /** The edit distance of two texts, or `most` + 1 where it is greater than `most`. */
  function distance(a, b, most) {
    if (a === b) return 0;
    if (Math.abs(a.length - b.length) > most) return most + 1;
    const [one, other] = [lettersOf(a), lettersOf(b)];
    if (bits(one & ~other) > most || bits(other & ~one) > most) return most + 1;
    for (let j = 0; j <= b.length; j++) row[j] = j;
    let lastLeast = 0;
    for (let i = 1; i <= a.length; i++) {
      [before, last, row] = [last, row, before];
      let least = (row[0] = i);
      for (let j = 1; j <= b.length; j++) {
        let edits = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
          edits = Math.min(edits, before[j - 2] + 1);
        row[j] = edits;
        if (edits < least) least = edits;
      }
      if (least > most && lastLeast > most) return most + 1;
      lastLeast = least;
    }
    return Math.min(row[b.length], most + 1);
  }

  /**
   * The similarity of two texts, 0–100: twice the length of their longest common subsequence, divided by the sum of
   * their lengths.
   */
  function ratio(a, b) {
    let row = new Array(b.length + 1).fill(0);
    for (const c of a) {
      const next = [0];
      for (let j = 1; j <= b.length; j++) next.push(c === b[j - 1] ? row[j - 1] + 1 : Math.max(row[j], next[j - 1]));
      row = next;
    }
    return a.length + b.length ? (200 * row[b.length]) / (a.length + b.length) : 100;
  }

  /** What a misspelt name may mean: [the closest entries, suggestions if none is close]. */
  function byEditDistance(table, name) {
    if (squeeze(name).length > 80) return [[], []];
    let ranked = wholeNames(table, name);
    if (!ranked.size) ranked = wordByWord(table, name);
    if (ranked.size) {
      const best = Math.min(...ranked.values());
      return [[...ranked].filter(([, d]) => d === best).map(([number]) => number), []];
    }
    const alike = table.things.map(({ title }, number) => {
      const lower = title.toLowerCase(),
        words = name.includes(" ") ? [] : lower.split(" ").map((word) => ratio(name, word) - 8);
      return { number, score: Math.max(ratio(name, lower), ...words) };
    });
    const near = alike.sort((a, b) => b.score - a.score || a.number - b.number).slice(0, MAX_SUGGESTIONS);
    return [[], near.filter(({ score }) => score >= MIN_SIMILARITY).map(({ number }) => number)];
  }

  /** Whether each word of `typed` can be a typo of the corresponding word of `name`: `kit` is not a typo of `rig`. */
  function wordForWord(typed, name) {
    const a = typed.split(" "), b = name.split(" ");
    if (a.length !== b.length || a.length < 2) return true;
    return a.every((word, n) => {
      const most = maxEdits(Math.min(word.length, b[n].length)) + 1;
      return distance(word, b[n], most) <= most;
    });
  }

  function wholeNames(table, typed) {
    const squeezed = squeeze(typed), limit = maxEdits(squeezed.length), nearest = new Map();
    if (!limit) return nearest;
    for (const source of [table.exact, table.alias]) {
      for (const [key, numbers] of source) {
        const other = squeeze(key), most = Math.min(limit, maxEdits(other.length));
        if (other.length < 4 || Math.abs(other.length - squeezed.length) > limit) continue;
        const edits = distance(squeezed, other, most);
        if (edits > most || !wordForWord(typed, key)) continue;
        const worse = edits + (squeezed[0] === other[0] ? 0 : OTHER_FIRST_LETTER);
        for (const number of numbers) nearest.set(number, Math.min(nearest.get(number) ?? 99, worse));
      }
    }
    return nearest;
  }

  function wordByWord(table, name) {
    const words = name.split(" ");
    if (words.length > 8 || !words.some((word) => word.length > 3)) return new Map();
    let total = null;
    for (const word of words) {
      const limit = maxEdits(word.length), here = new Map();
      for (const [other, numbers] of table.words) {
        const most = Math.min(limit, maxEdits(other.length));
        const edits = other === word ? 0 : most && other.length > 3 ? distance(word, other, most) : most + 1;
        if (edits > most) continue;
        for (const number of numbers) here.set(number, Math.min(here.get(number) ?? 99, edits));
      }
      total = new Map([...here]
        .filter(([number]) => !total || total.has(number))
        .map(([number, edits]) => [number, edits + (total ? total.get(number) : 0)]));
      if (!total.size) break;
    }
    return total;
  }

  /**
   * The name that these words misspell; null if none is close, or several are.
   * @param {object} names `of`: folded name → {cards}; `byLength`: number of letters → [letters, name][]
   */
  function nearestName(names, words) {
    const typed = words.join(""), limit = maxEdits(typed.length);
    if (!limit || typed.length > 60) return null;
    let best = { edits: 99, name: "" }, second = 99;
    const meant = (name) => names.of.get(name).cards.join();
    for (let length = Math.max(5, typed.length - limit); length <= typed.length + limit; length++) {
      const most = Math.min(limit, maxEdits(length));
      for (const [other, name] of names.byLength.get(length) || []) {
        let edits = distance(typed, other, most);
        if (edits > most || name.split(" ").length - 1 > words.length || !wordForWord(words.join(" "), name)) continue;
        const severalOrOther = typed[0] !== other[0] || names.of.get(name).cards.length > 1;
        // many words are one edit from a short name
        if (typed.length < 7 && severalOrOther && letters(typed) !== letters(other)) continue;
        if (typed[0] !== other[0]) edits += OTHER_FIRST_LETTER;
        if (edits < best.edits) {
          if (best.name && meant(best.name) !== meant(name)) second = best.edits;
          best = { edits, name };
        } else if (edits < second && meant(best.name) !== meant(name)) second = edits;
      }
    }
    return best.name && best.edits < second ? best : null;
  }

  /** The word of `vocabulary` (the commonest first) that `word` misspells, or null. The first letter must be right. */
  function nearestWord(word, vocabulary) {
    const limit = word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
    let best = null, least = limit + 1;
    for (const other of limit ? vocabulary : []) {
      if (other[0] !== word[0] || Math.abs(other.length - word.length) > limit || other.length < 3) continue;
      const edits = distance(word, other, limit);
      if (edits < least && (word.length > 4 || letters(word) === letters(other))) [best, least] = [other, edits];
    }
    return best;
  }

  site.names = {
    fold, singular, squeeze, tableOf, resolve,
    known: (table, typed) => known(table, fold(typed.slice(0, 400))).map((n) => table.things[n]),
    distance, nearestName, nearestWord
  };
})((window.Rulings = window.Rulings || {}));
