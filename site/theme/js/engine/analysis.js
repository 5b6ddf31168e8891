/**
 * Splits texts and queries into words and stems, as in `search/analysis.py`. `withoutAccents` comes
 * from `rulings/model/plain_text.py`.
 *
 * No word is left out, `R&D` is one word, and contractions keep their negation. Stems are Porter's.
 */
(function (site) {
  "use strict";

  const { LINE_END_IN_ID, MAX_WORD_LENGTH, PLAIN_SIGNS, SPELLED_OUT } = site.constants;
  const DAY = /(\d{4})-(\d{2})-(\d{2})(?!\d)/g;
  const SPELLED = new RegExp(`[${Object.keys(SPELLED_OUT).join("")}]`, "g");

  /** Lowercase ASCII; `withCodePoints`: other letters become their code points: `u4f60`. */
  function withoutAccents(text, withCodePoints = false) {
    const plain = text.toLowerCase().replace(/\[tm\]|\(tm\)|\(r\)|[™®]/g, "");
    const isAscii = !/[^\0-\x7f]/.test(plain); // most texts are, and need nothing else
    const letters = isAscii ? plain
      : plain.replace(SPELLED, (character) => SPELLED_OUT[character])
        .normalize("NFKD").toLowerCase();
    const ascii = isAscii ? letters : letters.replace(/[^\0-\x7f]/gu, (character) => {
      if (/\p{M}/u.test(character)) return "";
      const isLetter = withCodePoints && /\p{L}/u.test(character);
      return isLetter ? `u${character.codePointAt(0).toString(16)}` : " ";
    });
    return ascii.replace(/['`]/g, "").replace(/&/g, " and ");
  }

  const BROKEN_ID = new RegExp(LINE_END_IN_ID, "g");
  const TYPED_SIGN = new RegExp(`[${Object.keys(PLAIN_SIGNS).join("")}]`, "gu");

  /** A typed or pasted text with the plain signs of ids and queries: `７＞3` → `7>3`. */
  const withPlainSigns = (text) => text.replace(TYPED_SIGN, (sign) => PLAIN_SIGNS[sign])
    .replaceAll("&amp;", "&") // as in the mark-up of a link
    .replace(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt() - 0xfee0)) // full-width
    .replace(/\p{Cf}/gu, "").replace(BROKEN_ID, "-").replace(/[\p{C}\p{Z}]/gu, " ");

  const STEP_2 = {
    ational: "ate", tional: "tion", enci: "ence", anci: "ance", izer: "ize", bli: "ble", alli: "al",
    entli: "ent", eli: "e", ousli: "ous", ization: "ize", ation: "ate", ator: "ate", alism: "al",
    iveness: "ive", fulness: "ful", ousness: "ous", aliti: "al", iviti: "ive", biliti: "ble",
    logi: "log"
  };
  const STEP_3 = {
    icate: "ic", ative: "", alize: "al", iciti: "ic", ical: "ic", ful: "", ness: ""
  };
  const VOWELS = "[aeiou]+";
  const CONSONANTS = "[^aeiouy]+";
  const FIRST_MEASURE = `^(?:${CONSONANTS})?${VOWELS}${CONSONANTS}`;
  // Porter's m > 0: how often consonants follow vowels
  const POSITIVE_MEASURE = new RegExp(FIRST_MEASURE);
  const MEASURE_ONE = new RegExp(`${FIRST_MEASURE}(?:${VOWELS})?$`); // m = 1
  const MEASURE_ABOVE_ONE = new RegExp(`${FIRST_MEASURE}${VOWELS}${CONSONANTS}`); // m > 1
  const HAS_VOWEL = new RegExp(`^(?:${CONSONANTS})?[aeiouy]`);
  const SHORT_SYLLABLE = new RegExp(`^${CONSONANTS}[aeiouy][^aeiouwxy]$`);
  const SUFFIXES = new Map([STEP_2, STEP_3].map((table) =>
    [table, new RegExp(`^(.+?)(${Object.keys(table).join("|")})$`)]));
  const SUFFIX_4 =
    /^(.+?)(?:al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize)$/;

  /** Porter's stemmer. @param {string} word lowercase letters */
  function porter(word) {
    if (word.length < 3) return word;
    let w = word[0] === "y" ? `Y${word.slice(1)}` : word; // a `y` at the start is a consonant
    if (/(?:sse|ie)s$/.test(w)) w = w.slice(0, -2);
    else if (/[^s]s$/.test(w)) w = w.slice(0, -1);
    const pastSuffix = /^(.*)(?:ed|ing)$/.exec(w);
    if (w.endsWith("eed")) {
      if (POSITIVE_MEASURE.test(w.slice(0, -3))) w = w.slice(0, -1);
    } else if (pastSuffix && HAS_VOWEL.test(pastSuffix[1])) {
      w = pastSuffix[1];
      if (SHORT_SYLLABLE.test(w)) w += "e";
    }
    if (w.endsWith("y") && HAS_VOWEL.test(w.slice(0, -1))) w = `${w.slice(0, -1)}i`;
    for (const table of [STEP_2, STEP_3]) {
      const match = SUFFIXES.get(table).exec(w);
      if (match && POSITIVE_MEASURE.test(match[1])) w = match[1] + table[match[2]];
    }
    const suffix4 = SUFFIX_4.exec(w) || /^(.+?[st])ion$/.exec(w);
    if (suffix4 && MEASURE_ABOVE_ONE.test(suffix4[1])) w = suffix4[1];
    const finalE = /^(.+?)e$/.exec(w);
    if (finalE) {
      const [, base] = finalE;
      const isShort = SHORT_SYLLABLE.test(base);
      if (MEASURE_ABOVE_ONE.test(base) || (MEASURE_ONE.test(base) && !isShort)) w = base;
    }
    if (w.endsWith("ll") && MEASURE_ABOVE_ONE.test(w)) w = w.slice(0, -1);
    return w.replace(/^Y/, "y");
  }

  /** Splits text into words and stems, by the tables of `word_forms.yaml`. */
  class Analyzer {
    /** `contractions`: each with its words; `forms`: base form → other forms. */
    constructor({ contractions, forms }) {
      const expansions = Object.entries(contractions);
      this.contractions = new Map(
        expansions.map(([word, expansion]) => [word, expansion.split(" ").filter(Boolean)])
      );
      this.baseForm = new Map(
        Object.entries(forms).flatMap(([base, variants]) => variants.map((form) => [form, base]))
      );
      this.stemOf = new Map();
    }

    /** The folded words in order, contractions expanded: `Can't R&D's 2nd?` → `can not rnd 2nd`. */
    words = (text) => {
      const words = [];
      const withDays = text.replace(DAY, "$1$2$3");
      for (const word of withoutAccents(withDays, true).match(/[a-z0-9]+/g) || []) {
        if (this.contractions.has(word)) words.push(...this.contractions.get(word));
        else if ((word === "d" || word === "ds") && words.at(-1) === "and" && words.at(-2) === "r")
          words.splice(-2, 2, "rnd");
        else if (word === "out" && /^(?:runs?|running|ran)$/.test(words.at(-1) ?? ""))
          words.splice(-1, 1, "runout");
        else words.push(word.slice(0, MAX_WORD_LENGTH));
      }
      return words;
    };

    /** The folded words joined with spaces, as names are compared. */
    normalized = (text) => this.words(text).join(" ");

    /** The stem of a folded word: `rezzed`, `rezzing` → `rez`. */
    stem = (word) => {
      let stem = this.stemOf.get(word);
      if (stem === undefined) {
        const form = this.baseForm.get(word) ?? word;
        const hasStem = form.length > 3 && /^[a-z]+$/.test(form);
        stem = hasStem ? porter(stripEdOrIng(form)) : form;
        this.stemOf.set(word, stem);
      }
      return stem;
    };

    /** The stems of a text's words, in order. */
    stems = (text) => this.words(text).map(this.stem);

    /** The term under which a field's value is indexed: `Black Ice` → `black-ice`. */
    fieldTerm = (value) => this.words(value).join("-") || value.trim();
  }

  /** The rest of Porter's step 1b: `tagged` → `tag`, `activated` → `activate`. */
  function stripEdOrIng(word) {
    const base = /^(.*[aeiouy].*)(?:ed|ing)$/.exec(word)?.[1] ?? "";
    if (/(?:at|bl|iz)$/.test(base)) return `${base}e`;
    return base.length > 3 && /([^aeiouylsz])\1$/.test(base) ? base.slice(0, -1) : word;
  }

  site.analysis = { Analyzer, withPlainSigns, withoutAccents };
})(window.Rulings ??= {});
