/** Reads names of numbered steps and sections, as in `rulings/names/numbering.py`. */
(function (site) {
  "use strict";

  const { fold } = site.spelling;
  const FIELD_SIGNS = new RegExp(site.constants.FIELD_SIGNS);
  const FIGURES = new Map(Object.entries(site.constants.FIGURES));

  /** The id of the entry whose number or title is in a name, or why it is `missing`. */
  function read(documents, typedName) {
    const text = typedName
      .replace(/^\s*§\s*(?=[0-9]+\s*$)/, "section ")
      .replace(/\bin:(?=\w)/g, "in ");
    const name = withFigures(text);
    for (const document of documents) {
      // Compiling a pattern takes longer than a look-up
      const mayMatch = hasFigure(name) || Object.keys(document.titles).length > 0;
      if (!mayMatch || !hasAny(document.words, name)) continue;
      const match = new RegExp(`^(?:${document.pattern})$`).exec(name);
      if (match) return entryOf(document, match);
    }
    return {};
  }

  /** The entry with the number in a text, of the document with more of the words. */
  function readMention(documents, text) {
    const words = withFigures(text);
    let longest = 0;
    let entry = {};
    for (const document of documents) {
      if (!hasFigure(words) || !hasAny(document.words, words)) continue;
      const match = new RegExp(document.mention).exec(words);
      if (!match || match[0].length <= longest) continue;
      longest = match[0].length;
      entry = entryOf(document, match);
    }
    return entry;
  }

  /** The text, folded, with its numbers in figures; empty if it has a field. */
  function withFigures(text) {
    if (FIELD_SIGNS.test(text)) return "";
    const words = fold(text).split(" ");
    const name = words.map((word) => FIGURES.get(word) ?? word).join(" ");
    return name.replace(/0\+ (?=[1-9](?![0-9]))|\+/g, "");
  }

  const hasFigure = (name) => /[0-9]/.test(name);

  const hasAny = (words, name) => words.some((word) => name.includes(word));

  /** The id of the section with a title of several words. */
  function titled(documents, name) {
    if (!name.includes(" ")) return undefined;
    const title = withFigures(name);
    return documents.map(({ titles }) => titles[title]).find(Boolean);
  }

  function entryOf({ noun, entries, ids, titles }, match) {
    const name = match.slice(1).find(Boolean);
    const id = ids[name] ?? titles[name];
    return { id, missing: id ? "" : `no ${noun} “${name}”; ${entries}` };
  }

  site.numbering = { read, readMention, titled };
})(window.Rulings ??= {});
