/** The fields of the query language. Their table comes from `search/fields.py` with the data. */
(function (site) {
  "use strict";

  /**
   * @typedef {object} Field
   * @property {string} name
   * @property {"name" | "value" | "date"} kind
   * @property {string[]} aliases other names
   * @property {Map<string, string>} valueAliases what people also write for a value → the value
   * @property {boolean} byWord whether one word of a value is enough
   */

  /**
   * The table of the fields. `byName`: name or alias → field; `spaced`: what looks like a field with a space.
   * @param {object[]} rows see `page_data` in `site/export/search_data.py`
   * @returns {{list: Field[], byName: Map<string, Field>, spaced: RegExp}}
   */
  function readFields(rows) {
    const list = rows.map(({ name, kind, aliases, value_aliases: valueAliases, by_word: byWord }) =>
      ({ name, kind, aliases, valueAliases: new Map(valueAliases), byWord }));
    const byName = new Map(list.flatMap((field) => [field.name, ...field.aliases].map((name) => [name, field])));
    const spaced = new RegExp(`(?<!\\S)-?(?:${[...byName.keys()].join("|")}):(?=\\s|$)`, "gi");
    return { list, byName, spaced };
  }

  site.fields = { readFields };
})((window.Rulings = window.Rulings || {}));
