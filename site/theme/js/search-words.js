/**
 * Text → the words that search compares: folded, without accents and apostrophes, contractions opened, and their stems.
 *
 * The rules are those of the command line's search (`search/tokens.py`); its tables of contractions and irregular
 * forms arrive with the data. A test compares the two word by word over the whole vocabulary.
 */
(function (site) {
  "use strict";

  const LONGEST = 40; // letters of a word that are kept
  const LETTERS = { π: "pi", æ: "ae", ø: "o", ß: "ss", "™": "", "®": "" };
  let contractions = new Map();
  let irregular = new Map();
  const stems = new Map();

  /** Takes the tables of the data: `{"contractions": "cant=can not|…", "irregular": "be=am is are|…"}`. */
  function learn(tables) {
    const rows = (text) => (text ? text.split("|") : []).map((row) => row.split("="));
    contractions = new Map(rows(tables.contractions).map(([short, long]) => [short, long.split(" ")]));
    irregular = new Map(rows(tables.irregular).flatMap(([base, forms]) => forms.split(" ").map((form) => [form, base])));
    stems.clear();
  }

  /** @param {string} text @returns {string} lower case, no accents, no apostrophes, `&` as a word */
  function fold(text) {
    const plain = text.toLowerCase().replace(/[πæøß™®]/g, (c) => LETTERS[c]).replace(/\[tm\]|\(tm\)|\(r\)/g, "");
    return plain.normalize("NFKD").replace(/[\u0300-\u036f'’‘`]/g, "").replace(/&/g, " and ");
  }

  /** @param {string} text @returns {string[]} its folded words in order, contractions opened, R&D as one */
  function words(text) {
    const found = [];
    for (const word of fold(text).match(/[\p{L}\p{N}]+/gu) || []) {
      const open = contractions.get(word);
      if (open) found.push(...open);
      else if ((word === "d" || word === "ds") && found[found.length - 1] === "and" && found[found.length - 2] === "r") {
        found.splice(-2, 2, "rnd");
      } else found.push(word.slice(0, LONGEST));
    }
    return found;
  }

  /**
   * Words with their places in the text as printed, for marking the matched ones.
   * @param {string} text
   * @returns {{word: string, start: number, end: number}[]}
   */
  function places(text) {
    const found = [];
    for (const match of text.matchAll(/\br ?& ?d\b|[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}'’‘]*[\p{L}\p{N}\p{M}])?/giu)) {
      const start = match.index, end = start + match[0].length;
      for (const word of words(match[0])) found.push({ word, start, end });
    }
    return found;
  }

  /** @param {string} word folded @returns {string} what its forms have in common: rezzed, rezzing → rez */
  function stem(word) {
    let out = stems.get(word);
    if (out === undefined) stems.set(word, (out = cut(word)));
    return out;
  }

  function cut(word) {
    if (!irregular.has(word)) {
      if (word.length < 4 || !/^\p{L}+$/u.test(word)) return word;
      word = withoutPlural(word);
      if (!irregular.has(word)) word = withoutEnding(word);
    }
    word = irregular.get(word) || word;
    return word.length > 4 && /[^e]e$/.test(word) ? word.slice(0, -1) : word;
  }

  function withoutPlural(word) {
    if (!word.endsWith("s") || /(ss|us|is)$/.test(word)) return word;
    if (word.endsWith("ies")) return word.length > 4 ? word.slice(0, -3) + "y" : word.slice(0, -1);
    return word.slice(0, /(ss|sh|ch|x|zz)es$/.test(word) ? -2 : -1);
  }

  const LONG_ENDINGS = [
    ["ification", "ify"], ["ation", ""], ["ment", ""], ["ness", ""], ["tion", "t"], ["sion", "s"], ["ly", ""],
  ];

  function withoutEnding(word) {
    for (const ending of ["ied", "ed", "ing"]) {
      if (!word.endsWith(ending) || word.length - ending.length < 2) continue;
      const root = word.slice(0, -ending.length);
      if (ending === "ied") return root.length > 2 ? root + "y" : root + "ie";
      if (/[aeiouy]/.test(root)) return whole(root);
    }
    if (word.endsWith("zz")) return word.slice(0, -1);
    if (word.length > 7) {
      for (const [ending, kept] of LONG_ENDINGS) {
        if (word.endsWith(ending)) return whole(word.slice(0, -ending.length) + kept);
      }
    }
    return word.length > 5 && word.endsWith("ly") ? word.slice(0, -2) : word;
  }

  function whole(root) {
    if (root.length > 3 && /([^aeiouls])\1$/.test(root)) return root.slice(0, -1);
    if (root.length < 3 || (root.length === 3 && /^[^aeiouy][aeiouy][^aeiouwxy]$/.test(root))) return root + "e";
    return root;
  }

  /**
   * How many letters must be put in, left out, replaced or swapped with the next to turn `a` into `b`.
   * @param {string} a @param {string} b @param {number} most give up beyond this
   * @returns {number} the distance, or `most + 1`
   */
  function distance(a, b, most) {
    if (Math.abs(a.length - b.length) > most) return most + 1;
    let before = [], last = Array.from({ length: b.length + 1 }, (_, j) => j);
    for (let i = 1; i <= a.length; i++) {
      const row = [i];
      let least = i;
      for (let j = 1; j <= b.length; j++) {
        let cost = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2] + 1);
        row.push(cost);
        if (cost < least) least = cost;
      }
      if (least > most) return most + 1;
      before = last;
      last = row;
    }
    return last[b.length];
  }

  const masks = new Map();

  /** @param {string} word @returns {number} a bit for each letter that it has */
  function letters(word) {
    let mask = masks.get(word);
    if (mask === undefined) {
      mask = 0;
      for (let i = 0; i < word.length; i++) mask |= 1 << (word.charCodeAt(i) & 31);
      masks.set(word, mask);
    }
    return mask;
  }

  /** At least so many slips lie between two words with these letters: one slip takes a letter and brings another. */
  function apart(a, b) {
    const bits = (n) => {
      let count = 0;
      for (; n; n &= n - 1) count += 1;
      return count;
    };
    return Math.max(bits(a & ~b), bits(b & ~a));
  }

  /** @param {number} length of a name or word @returns {number} how many slips of the finger it may hold */
  function allowed(length) {
    return length < 4 ? 0 : length < 8 ? 1 : length < 13 ? 2 : length < 20 ? 3 : 4;
  }

  site.text = { learn, fold, words, places, stem, distance, allowed, letters, apart };
})((window.Rulings = window.Rulings || {}));
