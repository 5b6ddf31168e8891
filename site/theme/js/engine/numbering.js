/** Reads names of numbered steps and sections, as in `rulings/names/numbering.py`. */
(function (site) {
  "use strict";

  const { fold } = site.spelling;
  const { pattern } = site.queryPatterns;
  const { LINKING_WORDS, MEANINGS, NAME, NOUN } = site.constants;
  const LABEL = new RegExp(site.constants.NUMBER_LABEL_PATTERN, "g");
  const UNNUMBERED = new RegExp(site.constants.UNNUMBERED_PATTERN);
  const RANGE = new RegExp(site.constants.FIGURES_RANGE_PATTERN);
  const FIGURES = new Map(Object.entries(site.constants.FIGURES));
  const NUMBER = pattern(site.constants.NUMBER_PATTERN);

  /** The id of the entry whose number is in a name, or why it is `missing`. */
  function entryWithNumber(documents, typedName) {
    if (RANGE.test(typedName)) return {};
    const text = typedName.replace(/\bin:(?=\w)/g, "in ");
    const name = withFigures(text).replace(/([a-z])(?=[0-9])/g, "$1 ");
    for (const document of documents) {
      const number = numberOfName(document, name);
      if (number) return entryOf(document, number);
    }
    return {};
  }

  /** The entry with the number in a text, of the document whose names the text has. */
  function entryMentioned(documents, text) {
    const name = withFigures(text);
    let mostNames = -1;
    let entry = {};
    for (const document of documents) {
      const words = readWords(document, name);
      const number = mentionedNumber(words);
      const nameCount = words.filter((word) => word === NAME).length;
      if (!number || nameCount <= mostNames) continue;
      mostNames = nameCount;
      entry = entryOf(document, number);
    }
    return entry;
  }

  /** The id of the section with a title of several words. */
  function titled(documents, name) {
    if (!name.includes(" ")) return undefined;
    const title = withFigures(name);
    return documents.map(({ titles }) => titles.get(title)).find(Boolean);
  }

  /** The text, folded, with its numbers in figures; empty if it has a field or is long. */
  function withFigures(text) {
    if (UNNUMBERED.test(text)) return "";
    const name = fold(text).split(" ").map((word) => FIGURES.get(word) ?? word).join(" ");
    return name.replace(LABEL, "").replace(/\b20 (?=[1-9](?![0-9]))/g, "2");
  }

  /** The numbers among words. */
  function numbers(words) {
    return words.flatMap((word, place) => {
      const match = NUMBER.exec(word);
      if (!match) return [];
      return {
        value: match.groups.value,
        isOrdinal: Boolean(match.groups.ending),
        wordsBefore: words.slice(0, place),
        wordsAfter: words.slice(place + 1)
      };
    });
  }

  /** The words of a name, with meanings in place of the words of a document. */
  function readWords({ meanings }, name) {
    let words = name;
    for (const [knownName, meaning] of meanings)
      words = words.replace(new RegExp(`\\b${knownName}\\b`, "g"), meaning);
    return words.split(" ").filter(Boolean);
  }

  const isMeaning = (word) => MEANINGS.includes(word);
  const isLink = (word) => LINKING_WORDS.includes(word);

  /** The number in a name that has only this number and words of the document. */
  function numberOfName(document, name) {
    const found = numbers(readWords(document, name));
    for (const { value, isOrdinal, wordsBefore, wordsAfter } of found) {
      const hasLast = wordsAfter.at(-1) === document.last; // `step 5 of 20`
      const after = hasLast ? wordsAfter.slice(0, -1) : wordsAfter;
      const words = [...wordsBefore, ...after].filter((word) => !isLink(word));
      const isAboutEntries = document.last || words.includes(NOUN); // `variant 5` is not
      if (!isAboutEntries || !words.every(isMeaning)) continue;
      const isNamed = words.includes(NOUN) || words.includes(NAME);
      if (isNamed || (wordsBefore.some(isMeaning) && !isOrdinal)) return value;
    }
    return "";
  }

  /** The number beside the noun; an ordinal only before a name of the document. */
  function mentionedNumber(words) {
    for (const { value, isOrdinal, wordsBefore, wordsAfter } of numbers(words)) {
      if (wordsBefore.at(-1) === NOUN && !isOrdinal) return value;
      const [noun, ...nextWords] = wordsAfter;
      const isBeforeName = isMeaning(nextWords.find((word) => !isLink(word)));
      if (isOrdinal && noun === NOUN && isBeforeName) return value;
    }
    return "";
  }

  function entryOf({ noun, entries, ids }, number) {
    const id = ids[number];
    return { id, missing: id ? "" : `no ${noun} “${number}”; ${entries}` };
  }

  site.numbering = { entryWithNumber, entryMentioned, titled };
})(window.Rulings ??= {});
