/** Finds the names of cards in a query, as in `search/query_names.py`. */
(function (site) {
  "use strict";

  const { spans } = site.namesInQuery;
  const {
    EXACT, FEW_QUESTIONS, LONG_TITLE_CONFIDENCE, MAX_WORDS, MIN_TYPO_LENGTH, OTHER_NAME_CONFIDENCE
  } = site.constants;

  /**
   * The words of a text without operators and fields, with the title in place of each inexact name,
   * and the names in them.
   */
  function findNames(index, text) {
    const typedWords = index.analyzer.words(text).slice(0, MAX_WORDS);
    const words = [];
    const cardMentions = [];
    const confidence = confidenceOf(index, text);
    let end = 0;
    const isKnownWord = (word) => isKnown(index, word);
    for (const span of spans(index.names, typedWords, isKnownWord, confidence)) {
      words.push(...typedWords.slice(end, span.start));
      end = span.stop;
      const asTyped = typedWords.slice(span.start, end);
      const isInexact = !EXACT.includes(span.matchKind);
      const name = (isInexact || span.matchKind === "spelling") && span.cards.length === 1
        ? index.analyzer.words(span.cards[0].title) : asTyped;
      cardMentions.push({
        places: name.map((_, n) => words.length + n),
        cards: span.cards.map(({ slot }) => slot), confidence: span.confidence,
        typed: isInexact ? asTyped.join(" ") : ""
      });
      words.push(...name);
    }
    return { words: [...words, ...typedWords.slice(end)], cardMentions };
  }

  /** A function from a name to the probability that it means its cards in this text. */
  function confidenceOf({ names, nameConfidences: { byName, printed } }, text) {
    const printedNames = printed.filter(([form]) => text.includes(form)).map(([, name]) => name);
    return (name) => {
      if (printedNames.includes(name)) return LONG_TITLE_CONFIDENCE;
      const isClear = name.includes(" ") && names.titles.has(name);
      return byName.get(name) ?? (isClear ? LONG_TITLE_CONFIDENCE : OTHER_NAME_CONFIDENCE);
    };
  }

  /** Whether a word means itself, and is not part of a misspelt or unfinished name. */
  function isKnown(index, word) {
    const stem = index.analyzer.stem(word);
    const frequency = index.frequency(stem);
    if (word.length < MIN_TYPO_LENGTH && !frequency) return word.length < 3;
    const isAsked = frequency > FEW_QUESTIONS;
    return isPrintedOutsideTitle(index, word) || index.synonyms.has(stem) || isAsked;
  }

  /** Whether a word is printed, except in documents about the only card with it in its title. */
  function isPrintedOutsideTitle(index, word) {
    const { words, references } = index.names;
    const positions = words.get(word) ?? [];
    const reference = positions.length === 1 ? references[positions[0]] : null;
    const about = reference?.kind === "card" ? index.documentsAbout(reference.slot) : new Map();
    return index.withPrintedWord(word).some((slot) => !about.has(slot));
  }

  site.queryNames = { findNames };
})(window.Rulings ??= {});
