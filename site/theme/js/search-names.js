/**
 * Names of cards and topics: who is meant by what is typed, alone (`whole`) or amid other words (`within`).
 *
 * In this order: exact title, name in use, other spelling (without The, run together, words in another order),
 * beginning, any word of the title, initials, slips of the finger.
 */
(function (site) {
  "use strict";

  const { words, distance, allowed, letters, apart } = site.text;
  const SMALL = new Set(["a", "an", "and", "by", "for", "from", "in", "of", "on", "the", "through", "to", "with"]);
  const FIGURES = { two: "2", four: "4", fifteen: "15", twenty: "20" };
  const LONGEST = 8; // words; the longest title has seven
  const RANK = { exact: 0, alias: 1, spelling: 2, beginning: 3, word: 4, initials: 5, slip: 6 };

  const singular = (w) => (w.length > 4 && w.endsWith("ies") ? w.slice(0, -3) + "y" : w.length > 3 && /[^s]s$/.test(w) ? w.slice(0, -1) : w);
  const bare = (key) => key.replace(/^the /, "");
  const squeeze = (key) => key.replace(/ /g, "");
  const inAnyOrder = (key) => "=" + key.split(" ").map(singular).filter((w) => !SMALL.has(w)).sort().join(" ");

  function add(map, key, thing) {
    if (!key) return;
    const known = map.get(key);
    if (!known) map.set(key, [thing]);
    else if (!known.includes(thing)) known.push(thing);
  }

  /** @param {{cards: object[], topics: object[]}} library @param {string[]} common names that are also plain words of the game */
  function build({ cards, topics }, common) {
    const exact = new Map(), alias = new Map(), spelling = new Map(), initials = new Map(), parts = [];
    for (const thing of [...cards, ...topics]) {
      const key = words(thing.title).join(" "), split = key.split(" ");
      add(exact, key, thing);
      const figures = split.map((w) => FIGURES[w] || w).join(" ");
      for (const form of [bare(key), bare(figures), key.replace(/ and /g, " ")]) {
        for (const other of [form, squeeze(form), inAnyOrder(form)]) add(spelling, other, thing);
      }
      for (const list of [split, split.filter((w) => !SMALL.has(w))]) {
        if (list.length > 1) add(initials, list.map((w) => w[0]).join(""), thing);
      }
      for (const name of [...thing.aliases, ...thing.maybe]) add(alias, name, thing);
      parts.push({ thing, key, bare: bare(key), squeezed: squeeze(key), split: [...new Set([...split, ...split.map(singular)])] });
    }
    for (const [name, things] of alias) if (name.length > 5) for (const thing of things) add(spelling, squeeze(name), thing);
    return { exact, alias, spelling, initials, parts, common: new Set(common) };
  }

  /** Names known without a search. @returns {{things: object[], how: string} | null} */
  function known(table, key) {
    const short = bare(key);
    for (const [how, map, form] of [
      ["exact", table.exact, key], ["alias", table.alias, key], ["spelling", table.spelling, short],
      ["alias", table.alias, short], ["spelling", table.spelling, squeeze(short)],
      ["spelling", table.spelling, key.includes(" ") ? inAnyOrder(short) : ""],
    ]) {
      const things = form && map.get(form);
      if (things) return { things, how };
    }
    return null;
  }

  /**
   * @param {object} table from `build`
   * @param {string} typed
   * @param {boolean} [slips] whether slips of the finger are looked for where nothing else is found
   * @returns {{thing: object, how: string, rank: number}[]} who may be meant, likeliest first
   */
  function whole(table, typed, slips = true) {
    const key = words(typed.slice(0, 100)).join(" ");
    if (key.split(" ").length > LONGEST) return [];
    const found = new Map();
    const put = (things, how) => things.forEach((thing) => found.has(thing) || found.set(thing, { thing, how, rank: RANK[how] }));
    if (!key) return [];
    const sure = known(table, key);
    if (sure) put(sure.things, sure.how);
    put(table.parts.filter((p) => p.key.startsWith(key) || p.bare.startsWith(key)).map((p) => p.thing), "beginning");
    for (const [name, things] of table.alias) if (name.startsWith(key) && key.length > 2) put(things, "beginning");
    if (squeeze(key).length > 3) put(table.parts.filter((p) => p.squeezed.startsWith(squeeze(key))).map((p) => p.thing), "beginning");
    put(byWords(table, key), "word");
    put(table.initials.get(key) || [], "initials");
    if (!found.size && slips) put(bySlips(table, key), "slip");
    return [...found.values()].sort((a, b) => a.rank - b.rank || b.thing.count - a.thing.count || a.thing.title.length - b.thing.title.length);
  }

  function byWords(table, key) {
    const wanted = key.split(" ").filter((w, _, all) => !SMALL.has(w) || all.length === 1);
    if (!wanted.length || wanted.some((w) => w.length < 2)) return [];
    const begins = (p) => wanted.every((w) => p.split.some((s) => s === w || (w.length > 2 && s.startsWith(w)) || s === singular(w)));
    return table.parts.filter(begins).map((p) => p.thing);
  }

  function bySlips(table, key) {
    const squeezed = squeeze(key), limit = allowed(squeezed.length);
    if (!limit || squeezed.length > 60) return [];
    const found = new Map(), wanted = letters(squeezed);
    const consider = (other, things) => {
      const most = Math.min(limit, allowed(other.length));
      if (other.length < 4 || Math.abs(other.length - squeezed.length) > most || apart(wanted, letters(other)) > most) return;
      const slips = distance(squeezed, other, most) + (squeezed[0] === other[0] ? 0 : 0.5);
      if (slips <= most + 0.5) for (const thing of things) found.set(thing, Math.min(slips, found.get(thing) ?? 99));
    };
    for (const part of table.parts) consider(part.squeezed, [part.thing]);
    for (const [name, things] of table.alias) consider(squeeze(name), things);
    if (!found.size) for (const [thing, slips] of byWordSlips(table, key.split(" "))) found.set(thing, slips);
    const least = Math.min(...found.values());
    return [...found].filter(([, slips]) => slips === least).map(([thing]) => thing);
  }

  function byWordSlips(table, wanted) {
    const found = [];
    if (wanted.length > 8 || !wanted.some((w) => w.length > 3)) return found;
    for (const part of table.parts) {
      let total = 0;
      for (const word of wanted) {
        let least = 99;
        for (const other of part.split) {
          const most = Math.min(allowed(word.length), other.length > 3 ? allowed(other.length) : 0);
          const slips = word === other ? 0 : most && apart(letters(word), letters(other)) <= most ? distance(word, other, most) : 99;
          if ((slips === 0 || slips <= most) && slips < least) least = slips;
        }
        total += least;
      }
      if (total < 99) found.push([part.thing, total]);
    }
    return found;
  }

  /**
   * Names amid other words, longest first, each word in one name at most.
   * @param {object} table
   * @param {string[]} typed the query's words
   * @returns {{from: number, to: number, things: object[]}[]}
   */
  function within(table, typed) {
    const found = [], taken = typed.map(() => false);
    for (let size = Math.min(7, typed.length); size > 0; size--) {
      for (let from = 0; from + size <= typed.length; from++) {
        if (taken.slice(from, from + size).includes(true)) continue;
        const key = typed.slice(from, from + size).join(" ");
        const things = amid(table, key, size);
        if (!things) continue;
        taken.fill(true, from, from + size);
        found.push({ from, to: from + size, things });
      }
    }
    return found;
  }

  function amid(table, key, size) {
    if (table.common.has(key) || (size === 1 && (key.length < 3 || SMALL.has(key)))) return null;
    const sure = table.exact.get(key) || table.alias.get(key) || (key.length > 4 && size > 1 && table.spelling.get(key));
    if (sure) return sure;
    if (size < 2 || key.length < 8) return null;
    const begin = `${key} `;
    const begun = table.parts.filter((p) => p.bare.startsWith(begin));
    return begun.length && begun.length < 4 ? begun.map((p) => p.thing) : null;
  }

  const pairsOf = (text) => new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, i) => text.slice(i, i + 2)));

  /** How alike two words or names are, 0–1: by the pairs of letters they share. */
  function alike(pairs, others) {
    let shared = 0;
    for (const pair of others) if (pairs.has(pair)) shared += 1;
    return (2 * shared) / (pairs.size + others.size || 1);
  }

  /** Titles that look like what was typed though nothing is called so, as a whole or in one of their words. */
  function nearest(table, typed, most = 3) {
    const key = words(typed.slice(0, 60)).join(" "), wanted = pairsOf(key);
    const single = key.split(" ").filter((word) => word.length > 3).map(pairsOf);
    const rate = (p) => {
      const parts = p.split.filter((word) => word.length > 3).map(pairsOf);
      return Math.max(alike(wanted, pairsOf(p.key)), ...single.flatMap((word) => parts.map((part) => alike(word, part) - 0.2)));
    };
    const rated = table.parts.map((p) => ({ thing: p.thing, value: rate(p) })).filter((r) => r.value > 0.5);
    return rated.sort((a, b) => b.value - a.value).slice(0, most).map((r) => r.thing);
  }

  site.names = {
    build(library, common) {
      const table = build(library, common || []);
      return { whole: (typed, slips) => whole(table, typed, slips), within: (typed) => within(table, typed), nearest: (typed) => nearest(table, typed) };
    },
  };
})((window.Rulings = window.Rulings || {}));
