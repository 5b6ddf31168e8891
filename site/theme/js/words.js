/** Numbers and sentences in words, for the other scripts and, as it needs no document, for Node. */
(function (site) {
  "use strict";

  /** A number with its noun: `2 rulings`, as `count` in `rulings/model/plain_text.py`. */
  const count = (number, singular, plural = `${singular.replace(/([^aeiou])y$/, "$1ie")}s`) =>
    `${number} ${number === 1 ? singular : plural}`;

  /** Words with a capital first letter, to start a sentence. */
  const capitalized = (words) => words[0].toUpperCase() + words.slice(1);

  /** A part of an address as text. `decodeURIComponent` would throw on invalid UTF-8. */
  const decoded = (part) =>
    new URLSearchParams(`p=${part.replace(/[&+]/g, encodeURIComponent)}`).get("p");

  Object.assign(site, { count, capitalized, decoded });
})(window.Rulings ??= {});
