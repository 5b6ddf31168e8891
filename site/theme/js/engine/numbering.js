/** Reads names of numbered steps and sections, as in `rulings/names/numbering.py`. */
(function (site) {
  "use strict";

  const { fold } = site.spelling;
  const { pattern } = site.queryPatterns;
  const {
    LINKING_WORDS, NUMBER_LABELS, ORDINAL_WORD, WORDS_AFTER_NUMBER
  } = site.constants;
  const FIELD_SIGNS = new RegExp(site.constants.FIELD_SIGNS);
  const FIGURES = new Map(Object.entries(site.constants.FIGURES));
  const NUMBER = pattern(site.constants.NUMBER_PATTERN);

  /** The id of the entry whose number or title is in a name, or why it is `missing`. */
  function read(documents, typedName) {
    const text = typedName
      .replace(/^\s*§\s*(?=[0-9]+\s*$)/, "section ")
      .replace(/\bin:(?=\w)/g, "in ");
    const words = splitWords(withFigures(text).replace(/([a-z])(?=[0-9])/g, "$1 "));
    for (const document of documents) {
      const number = numberOfName(document, words);
      if (number) return entryOf(document, number);
      const id = titledBesideName(document, words);
      if (id) return { id, missing: "" };
    }
    return {};
  }

  /** The entry with the number in a text, of the document with more of the words. */
  function readMention(documents, text) {
    const words = splitWords(withFigures(text));
    let mostWords = 0;
    let entry = {};
    for (const document of documents) {
      const number = mentionedNumber(document, words);
      const count = wordCount(document, words);
      if (!number || count <= mostWords) continue;
      mostWords = count;
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

  /** The text, folded, with its numbers in figures; empty if it has a field. */
  function withFigures(text) {
    if (FIELD_SIGNS.test(text)) return "";
    const words = fold(text).split(" ");
    const name = words.map((word) => FIGURES.get(word) ?? word).join(" ");
    return name.replace(/0\+ (?=[1-9](?![0-9]))|\+/g, "");
  }

  const splitWords = (name) => name.split(" ").filter(Boolean);

  /** The numbers among words. */
  function numbers(words) {
    return words.flatMap((word, place) => {
      const match = NUMBER.exec(word);
      if (!match) return [];
      const isLabelled = place > 1 && NUMBER_LABELS.includes(words[place - 1]);
      return {
        value: match.groups.value,
        ending: match.groups.ending ?? "",
        wordsBefore: words.slice(0, isLabelled ? place - 1 : place),
        wordsAfter: words.slice(place + 1)
      };
    });
  }

  /** The number in a name that has only this number and words of the document. */
  function numberOfName(document, words) {
    for (const { value, ending, wordsBefore, wordsAfter } of numbers(words)) {
      const hasLast = wordsAfter.at(-1) === document.last; // `step 5 of 20`
      const before = meaningsOf(document, wordsBefore);
      const after = meaningsOf(document, hasLast ? wordsAfter.slice(0, -1) : wordsAfter);
      if (!before || !after) continue;
      const hasNoun = before.has("noun") || after.has("noun");
      if (document.last === "" && !hasNoun) continue; // `variant 5` names nothing
      const isAfterWord = before.size > 0 && ending !== ORDINAL_WORD;
      if (isAfterWord || WORDS_AFTER_NUMBER[ending].some((kind) => after.has(kind))) return value;
    }
    return "";
  }

  /** The id of the section whose title is beside a name of the document. */
  function titledBesideName(document, words) {
    for (let place = 1; place < words.length; place += 1) {
      const parts = [words.slice(0, place), words.slice(place)];
      for (const [title, others] of [parts, [...parts].reverse()]) {
        const id = document.titles.get(title.join(" "));
        if (id && meaningsOf(document, others)?.has("name")) return id;
      }
    }
    return "";
  }

  /** The number beside the noun; an ordinal only before a name of the document. */
  function mentionedNumber(document, words) {
    for (const { value, ending, wordsBefore, wordsAfter } of numbers(words)) {
      const isOrdinalWord = ending === ORDINAL_WORD;
      if (isNoun(document, wordsBefore.slice(-1)) && !isOrdinalWord) return value;
      if (!ending || !isNoun(document, wordsAfter.slice(0, 1))) continue;
      const others = wordsAfter.slice(1);
      while (LINKING_WORDS.includes(others[0])) others.shift();
      if (firstName(document, others)) return value;
    }
    return "";
  }

  const isNoun = ({ meanings }, words) => meanings.get(words.join(" ")) === "noun";

  /** What the words mean in a document; nothing unless each means something. */
  function meaningsOf(document, words) {
    const meanings = new Set();
    const rest = [...words];
    while (rest.length) {
      const name = firstName(document, rest);
      if (name) meanings.add(document.meanings.get(name));
      else if (!LINKING_WORDS.includes(rest[0])) return undefined;
      rest.splice(0, name.split(" ").length);
    }
    return meanings;
  }

  /** The longest key of the document's meanings that the words begin with. */
  function firstName({ meanings }, words) {
    for (let size = words.length; size; size -= 1) {
      const name = words.slice(0, size).join(" ");
      if (meanings.has(name)) return name;
    }
    return "";
  }

  /** How many of the words are in names of the document. */
  function wordCount({ meanings }, words) {
    const text = ` ${words.join(" ")} `;
    const names = [...meanings.keys()].filter((name) => text.includes(` ${name} `));
    return splitWords(names.join(" ")).length;
  }

  function entryOf({ noun, entries, ids }, number) {
    const id = ids[number];
    return { id, missing: id ? "" : `no ${noun} “${number}”; ${entries}` };
  }

  site.numbering = { read, readMention, titled };
})(window.Rulings ??= {});
