/**
 * Facets: fields by which the results of a search are filtered, several at once, each value with the number of results
 * that it would leave.
 */
(function (site) {
  "use strict";

  /**
   * @param {Object<string, function(object): string[]>} valuesOf key of a facet → the values of an item
   * @returns `chosen`: key of a facet → the chosen value
   */
  site.facets = function (valuesOf) {
    /** @type {Map<string, string>} */
    const chosen = new Map();

    /** Chooses a value of a facet, or with an empty one none. */
    const choose = (key, value) => (value ? chosen.set(key, value) : chosen.delete(key));

    /** Chooses the values in an address, spelled as one of the items spells them, or else as typed. */
    function read(parameters, items) {
      for (const key of Object.keys(valuesOf)) {
        const typed = parameters.get(key), isTyped = (value) => value.toLowerCase() === typed.toLowerCase();
        choose(key, typed && (items.flatMap(valuesOf[key]).find(isTyped) ?? typed));
      }
    }

    /** Whether an item passes all chosen values but that of the facet `except`. */
    const passes = (item, except) =>
      [...chosen].every(([key, value]) => key === except || valuesOf[key](item).includes(value));

    /** The values of a facet, each with the number of items that it would leave. @returns {Map<string, number>} */
    function counts(items, key) {
      const numbers = new Map();
      for (const item of items)
        if (passes(item, key))
          for (const value of valuesOf[key](item)) numbers.set(value, (numbers.get(value) ?? 0) + 1);
      if (chosen.has(key) && !numbers.has(chosen.get(key))) numbers.set(chosen.get(key), 0);
      return numbers;
    }

    return { chosen, choose, read, passes, counts };
  };
})(window.Rulings ??= {});
