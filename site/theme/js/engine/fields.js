/** The fields of the query language. Their table comes from `search/fields.py` with the data. */
(function (site) {
  "use strict";

  /**
   * The table, from rows of name, kind (`name`, `fact` or `date`), help, example, other names, [value as typed, value]
   * pairs, and whether a word of a value is enough. `facts`: the names of the fields of that kind.
   * @param {[string, string, string, string, string[], [string, string][], boolean][]} rows
   * @returns {{list: object[], byName: Map<string, object>, facts: string[]}}
   */
  function table(rows) {
    const list = rows.map(([name, kind, help, example, aliases, values, byWord]) =>
      ({ name, kind, help, example, aliases, values: new Map(values), byWord }));
    const byName = new Map(list.flatMap((field) => [field.name, ...field.aliases].map((name) => [name, field])));
    return { list, byName, facts: list.filter((field) => field.kind === "fact").map((field) => field.name) };
  }

  site.fields = { table };
})((window.Rulings = window.Rulings || {}));
