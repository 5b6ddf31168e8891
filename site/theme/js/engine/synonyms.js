/** Groups of synonyms → a table from the stems of a word or phrase to its synonyms, as in `search/synonyms.py`. */
(function (site) {
  "use strict";

  /**
   * Stems of a word or phrase → its synonyms with their weights. The words of a group in `same` are synonyms of each
   * other; those in `typed` have synonyms, but are not synonyms of these.
   */
  function byStems({ same, typed }, analyzer) {
    const table = new Map(), key = (words) => analyzer.stems(words).join(" ");
    const add = (words, others, weight) => {
      for (const word of words) {
        if (!table.has(word)) table.set(word, new Map());
        const weights = table.get(word);
        for (const other of others) if (other !== word) weights.set(other, Math.max(weight, weights.get(other) ?? 0));
      }
    };
    const keys = (text) => text.split("\n").map(key);
    for (const [weight, words] of same) add(keys(words), keys(words), weight);
    for (const [weight, words, means] of typed) add(keys(words), keys(means), weight);
    for (const [word, weights] of table) table.set(word, [...weights].sort(([a], [b]) => (a < b ? -1 : 1)));
    return table;
  }

  site.synonyms = { byStems };
})((window.Rulings = window.Rulings || {}));
