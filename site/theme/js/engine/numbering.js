/** Reads names of numbered steps and sections, as in `rulings/names/numbering.py`. */
(function (site) {
  "use strict";

  const { fold } = site.spelling;
  const FIELD_SIGNS = new RegExp(site.constants.FIELD_SIGNS);

  /** The id of the step or section whose number is in a name, or why it is `missing`. */
  function read(documents, typedName) {
    const name = FIELD_SIGNS.test(typedName) ? "" : fold(typedName);
    for (const { noun, entries, pattern, ids } of documents) {
      const match = new RegExp(`^(?:${pattern})$`).exec(name);
      if (!match) continue;
      const number = match.slice(1).find(Boolean);
      return { id: ids[number], missing: ids[number] ? "" : `no ${noun} “${number}”; ${entries}` };
    }
    return {};
  }

  site.numbering = { read };
})(window.Rulings ??= {});
