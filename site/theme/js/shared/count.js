/** Numbers with their nouns, for the other scripts. It needs no document, so that it can be run in Node. */
(function (site) {
  "use strict";

  /** A number with its noun: `1 ruling`, `2 rulings`, as `count` in `rulings/model/formatting.py`. */
  site.count = (number, singular, plural = `${singular}s`) => `${number} ${number === 1 ? singular : plural}`;
})((window.Rulings = window.Rulings || {}));
