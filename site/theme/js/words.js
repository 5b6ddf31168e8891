/**
 * Numbers, dates and sentences in words, for the other scripts. It needs no document, so that Node
 * can run it.
 */
(function (site) {
  "use strict";

  const MONTHS = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December"
  ];

  /**
   * A number with its noun: `1 ruling`, `2 rulings`, as `count` in `rulings/model/plain_text.py`.
   */
  const count = (number, singular, plural = `${singular.replace(/([^aeiou])y$/, "$1ie")}s`) =>
    `${number} ${number === 1 ? singular : plural}`;

  /** Words with a capital first letter, as the start of a sentence. */
  const capitalized = (words) => words[0].toUpperCase() + words.slice(1);

  /** ISO 8601 → such as `4 November 1997`. (`Intl` would take a slow phone 60 ms to load.) */
  function dateInWords(date) {
    const [year, month, day] = date.split(/[-T]/).map(Number);
    return `${day} ${MONTHS[month - 1]} ${year}`;
  }

  Object.assign(site, { count, capitalized, dateInWords });
})(window.Rulings ??= {});
