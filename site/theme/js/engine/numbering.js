/** Reads names of numbered steps and sections, as in `rulings/names/numbering.py`. */
(function (site) {
  "use strict";

  const { fold } = site.spelling;
  const FIELD_SIGNS = new RegExp(site.constants.FIELD_SIGNS);
  const NUMBER_WORDS = new Set(site.constants.NUMBER_WORDS);

  /** The id of the entry whose number or title is in a name, or why it is `missing`. */
  function read(documents, typedName) {
    const text = typedName
      .replace(/^\s*§\s*(?=[0-9]+\s*$)/, "section ")
      .replace(/\bin:(?=\w)/g, "in ");
    const name = FIELD_SIGNS.test(text) ? "" : fold(text);
    const hasNumberInName = hasNumber(name);
    for (const document of documents) {
      const mayMatch = hasNumberInName || Object.keys(document.titles).length > 0;
      if (!mayMatch || !hasAny(document.words, name)) continue;
      const match = new RegExp(`^(?:${document.pattern})$`).exec(name);
      if (match) return entryOf(document, match);
    }
    return {};
  }

  /** The entry with the number in a text, of the document with more of the words. */
  function readMention(documents, text) {
    const words = FIELD_SIGNS.test(text) ? "" : fold(text);
    let longest = 0;
    let entry = {};
    if (!hasNumber(words)) return entry;
    for (const document of documents) {
      if (!hasAny(document.counted, words)) continue;
      const match = new RegExp(document.mention).exec(words);
      if (!match || match[0].length <= longest) continue;
      longest = match[0].length;
      entry = entryOf(document, match);
    }
    return entry;
  }

  // Compiling a pattern takes longer than a look-up, and few names have these words

  /** Whether a folded name has a number, in figures or in words. */
  const hasNumber = (name) =>
    /[0-9]/.test(name) || name.split(" ").some((word) => NUMBER_WORDS.has(word));

  const hasAny = (words, name) => words.some((word) => name.includes(word));

  /** The id of the section with a title of several words. */
  const titled = (documents, name) =>
    (name.includes(" ") ? documents.map(({ titles }) => titles[name]).find(Boolean) : undefined);

  function entryOf({ noun, entries, ids, titles }, match) {
    const name = match.slice(1).find(Boolean);
    const id = ids[name] ?? titles[name];
    return { id, missing: id ? "" : `no ${noun} “${name}”; ${entries}` };
  }

  site.numbering = { read, readMention, titled };
})(window.Rulings ??= {});
