/** Words the notes of a search, as `search/sentences.py` does. */
(function (site) {
  "use strict";

  /** The note of this kind with these values: its kind, and its sentence. */
  function note(kind, ...values) {
    const sentence = site.searchData.sentences[kind].replaceAll("{}", () => values.shift());
    return { kind, sentence };
  }

  /** Each note once. */
  const distinct = (notes) =>
    [...new Map(notes.map((one) => [one.sentence, one])).values()];

  site.sentences = { distinct, note };
})(window.Rulings ??= {});
