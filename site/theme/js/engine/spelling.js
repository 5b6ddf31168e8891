/**
 * The other ways in which people write a name, as in `rulings/names/spelling.py`. `fold` and
 * `singular` come from `rulings/model/plain_text.py`.
 */
(function (site) {
  "use strict";

  const { withoutAccents } = site.analysis;
  const TITLE_STOP_WORDS = new Set(site.constants.TITLE_STOP_WORDS);

  /** A name in lowercase ASCII letters and digits, with single spaces. */
  const fold = (text) => (withoutAccents(text).match(/[a-z0-9]+/g) || []).join(" ");

  const withoutArticle = (name) => name.replace(/^the /, "");

  const withoutSpaces = (name) => name.replace(/ /g, "");

  /** A word without its plural ending. Short words and words in `-ss` do not change. */
  function singular(word) {
    if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
    return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
  }

  /** A key that names with the same words share, in whatever order they are. */
  function anyOrderKey(name) {
    const words = name.split(" ").map(singular).sort();
    return `=${contentWords(words).join(" ")}`;
  }

  /** The words that are not `TITLE_STOP_WORDS`; all words if there are no others. */
  function contentWords(words) {
    const wordsThatTell = words.filter((word) => !TITLE_STOP_WORDS.has(word));
    return wordsThatTell.length ? wordsThatTell : words;
  }

  site.spelling = {
    TITLE_STOP_WORDS, fold, withoutArticle, withoutSpaces, singular, anyOrderKey, contentWords
  };
})(window.Rulings ??= {});
