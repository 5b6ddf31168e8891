/**
 * Text → words and stems, as `search/analysis.py` makes them: queries and entries are analysed alike.
 *
 * No word is lost, `R&D` is one word, contractions keep their negation. Stems are Porter's.
 */
(function (site) {
  "use strict";

  const { MAX_WORD_LENGTH } = site.constants;
  const LETTERS = {
    π: "pi", Π: "pi", æ: "ae", Æ: "AE", ø: "o", Ø: "O", ß: "ss", "™": "", "®": "", "’": "'", "‘": "'", "“": '"',
    "”": '"', "–": "-", "—": "-", "…": "..."
  };

  /** The text in ASCII. A letter of another script becomes its code point (`u4f60`), which matches nothing. */
  function plain(text) {
    if (!/[^\0-\x7f]/.test(text)) return text;
    const straight = text.replace(/[πΠæÆøØß™®’‘“”–—…]/g, (c) => LETTERS[c]).normalize("NFKD");
    return straight.replace(/[^\0-\x7f]/gu, (c) =>
      (/\p{M}/u.test(c) ? "" : /\p{L}/u.test(c) ? `u${c.codePointAt(0).toString(16)}` : " "));
  }

  const STEP_2 = {
    ational: "ate", tional: "tion", enci: "ence", anci: "ance", izer: "ize", bli: "ble", alli: "al", entli: "ent",
    eli: "e", ousli: "ous",
    ization: "ize", ation: "ate", ator: "ate", alism: "al", iveness: "ive", fulness: "ful", ousness: "ous", aliti: "al",
    iviti: "ive",
    biliti: "ble", logi: "log",
  };
  const STEP_3 = { icate: "ic", ative: "", alize: "al", iciti: "ic", ical: "ic", ful: "", ness: "" };
  const VOWELS = "[aeiou]+", CONSONANTS = "[^aeiouy]+";
  const START = `^(?:${CONSONANTS})?${VOWELS}${CONSONANTS}`;
  const MEASURED = new RegExp(START); // vowels, then consonants: Porter's m > 0
  const ONCE = new RegExp(`${START}(?:${VOWELS})?$`); // m = 1
  const TWICE = new RegExp(`${START}${VOWELS}${CONSONANTS}`); // m > 1
  const VOWEL = new RegExp(`^(?:${CONSONANTS})?[aeiouy]`);
  const SHORT = new RegExp(`^${CONSONANTS}[aeiouy][^aeiouwxy]$`);
  const ending = (table) => new RegExp(`^(.+?)(${Object.keys(table).join("|")})$`);
  const ENDING_2 = ending(STEP_2), ENDING_3 = ending(STEP_3);
  const ENDING_4 = /^(.+?)(?:al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize)$/;

  /** Porter's stemmer. @param {string} word lower-case letters */
  function porter(word) {
    if (word.length < 3) return word;
    let w = word[0] === "y" ? `Y${word.slice(1)}` : word; // a `y` at the start is a consonant
    if (/(?:sse|ie)s$/.test(w)) w = w.slice(0, -2);
    else if (/[^s]s$/.test(w)) w = w.slice(0, -1);
    const past = /^(.*)(?:ed|ing)$/.exec(w);
    if (w.endsWith("eed")) {
      if (MEASURED.test(w.slice(0, -3))) w = w.slice(0, -1);
    } else if (past && VOWEL.test(past[1])) {
      w = past[1];
      if (SHORT.test(w)) w += "e";
    }
    if (w.endsWith("y") && VOWEL.test(w.slice(0, -1))) w = `${w.slice(0, -1)}i`;
    for (const [pattern, table] of [[ENDING_2, STEP_2], [ENDING_3, STEP_3]]) {
      const match = pattern.exec(w);
      if (match && MEASURED.test(match[1])) w = match[1] + table[match[2]];
    }
    const fourth = ENDING_4.exec(w) || /^(.+?[st])ion$/.exec(w);
    if (fourth && TWICE.test(fourth[1])) w = fourth[1];
    const silent = /^(.+?)e$/.exec(w);
    if (silent && (TWICE.test(silent[1]) || (ONCE.test(silent[1]) && !SHORT.test(silent[1])))) w = silent[1];
    if (w.endsWith("ll") && TWICE.test(w)) w = w.slice(0, -1);
    return w.replace(/^Y/, "y");
  }

  /** `tagged` → `tag`, `activated` → `activate`: the rest of Porter's step 1b. */
  function withoutPast(word) {
    const left = /^(.*[aeiouy].*)(?:ed|ing)$/.exec(word)?.[1] ?? "";
    if (/(?:at|bl|iz)$/.test(left)) return `${left}e`;
    return left.length > 3 && /([^aeiouylsz])\1$/.test(left) ? left.slice(0, -1) : word;
  }

  /**
   * @param {Object<string, string>} contractions
   * @param {Object<string, string[]>} forms as `word_forms.yaml` has them
   */
  function analyzer(contractions, forms) {
    const opened = new Map(
      Object.entries(contractions).map(([word, words]) => [word, words.split(" ").filter(Boolean)])
    );
    const base = new Map(Object.entries(forms).flatMap(([word, several]) => several.map((form) => [form, word])));
    const stems = new Map();

    /** The folded words in order, contractions opened: `Can't R&D's 2nd?` → `can not rnd 2nd`. */
    function words(text) {
      const folded =
        plain(text).toLowerCase().replace(/\[tm\]|\(tm\)|\(r\)/g, "").replace(/['`]/g, "").replace(/&/g, " and ");
      const list = [];
      for (const word of folded.match(/[a-z0-9]+/g) || []) {
        if (opened.has(word)) list.push(...opened.get(word));
        else if ((word === "d" || word === "ds") && list.at(-1) === "and" && list.at(-2) === "r")
          list.splice(-2, 2, "rnd");
        else list.push(word.slice(0, MAX_WORD_LENGTH));
      }
      return list;
    }

    /** The common stem of the forms of a folded word: `rezzed`, `rezzing` → `rez`. Words with digits stay. */
    function stem(word) {
      let known = stems.get(word);
      if (known === undefined) {
        const form = base.get(word) ?? word;
        stems.set(word, (known = form.length > 3 && /^[a-z]+$/.test(form) ? porter(withoutPast(form)) : form));
      }
      return known;
    }

    const slug = (value) => words(value).join("-") || value.trim();
    return { words, stem, slug, stems: (text) => words(text).map(stem) };
  }

  site.analysis = { analyzer, plain, porter };
})((window.Rulings = window.Rulings || {}));
