/**
 * The fields of the query language, one table for both searches: its rows come from `search/fields.py` with the data.
 */
(function (site) {
  "use strict";

  /**
   * @param {[string, string, string, string, string[], [string, string][], boolean][]} rows name, kind, help, example,
   *   other names, values, whether a word of a value is enough
   * @returns {{list: object[], byName: Map<string, object>, facts: string[]}} `kind` is `name`, `fact` or `date`
   */
  function table(rows) {
    const list = rows.map(([name, kind, help, example, aliases, values, byWord]) =>
      ({ name, kind, help, example, aliases, values: new Map(values), byWord }));
    const byName = new Map(list.flatMap((field) => [field.name, ...field.aliases].map((name) => [name, field])));
    return { list, byName, facts: list.filter((field) => field.kind === "fact").map((field) => field.name) };
  }

  site.fields = { table };
})((window.Rulings = window.Rulings || {}));
