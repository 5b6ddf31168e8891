/** Reads a query as typed: words, conditions and notes, as in `search/query_language.py`. */
(function (site) {
  "use strict";

  const { corrections } = site.editDistance;
  const { fold } = site.spelling;
  const { pattern, truncate, unquoted } = site.queryPatterns;
  const { TermReader, understands } = site.terms;
  const { constants } = site;
  const {
    EVERYDAY_WORDS, MAX_NAME_WORDS, MAX_NOTE_QUOTE_LENGTH, MAX_QUERY_LENGTH, SHORT_QUERY_WORDS
  } = constants;

  const TOKEN = pattern(constants.TOKEN_PATTERN, "g");
  const COMPARED_VALUE = pattern(`^(?<sign>${constants.COMPARING_SIGN_PATTERN}|) *(?<operand>.*)$`);
  const ANY_FIELD = pattern(constants.ANY_FIELD_PATTERN, "gu");
  const FIELD = pattern(constants.FIELD_PATTERN, "g");
  const AND = pattern(constants.AND_PATTERN, "g");
  const NOT = pattern(constants.NOT_PATTERN, "gu");
  const NOT_FIELD = pattern(constants.NOT_FIELD_PATTERN, "gi");
  const OR = pattern(constants.OR_PATTERN);
  const OR_OF_FIELDS = pattern(constants.OR_OF_FIELDS_PATTERN, "gi");
  const EXCLUDING = pattern(constants.EXCLUDING_PATTERN);
  const TYPED_FIELD = pattern(constants.TYPED_FIELD_PATTERN, "gu");
  const OPERATOR = pattern(constants.OPERATOR_PATTERN, "u");
  const PUNCTUATION = pattern(constants.PUNCTUATION_PATTERN, "u");
  const ABBREVIATION = pattern(constants.ABBREVIATION_PATTERN, "gi");

  /** Reads the query, and looks up its names and field values in the index; adds to the notes. */
  function parse(index, query, pastedSlots, notes) {
    const words = truncate(query, MAX_QUERY_LENGTH);
    if (words !== query) notes.push(`only the first ${MAX_QUERY_LENGTH} characters were read`);
    // It is a sentence, whatever signs it contains
    if (pastedSlots.length || index.entriesWithQuestion(words))
      return queryOf(index, clausesOfSentence(index, words), pastedSlots, notes);
    const text = withSigns(index, withPlainFields(index, words, notes));
    const short = isShort(index, text);
    if (short) {
      notes.push(...unreadFields(index, text));
      if (text.split('"').length % 2 === 0) notes.push("an unmatched quotation mark was ignored");
    }
    return queryOf(index, clausesOf(index, text, short), pastedSlots, notes);
  }

  /** The text with all fields in one shape: `+type != ice` → `-type:ice`. */
  function withPlainFields(index, text, notes) {
    const short = isShort(index, text);
    return text.replace(TYPED_FIELD, (match, ...others) => {
      const groups = others.pop();
      const typed = typedField(index, groups);
      if (!typed) return match;
      const mayBeLonger = short || typed.type === "date";
      // Looking up the single word of a clear field would cost time and change nothing
      const isComplete = typed.isClear && typed.words.length === 1;
      const size = mayBeLonger && !isComplete ? sizeOfValue(index, typed) : 0;
      const isUnderstood = size > 0 && short;
      if (!typed.isClear && !isUnderstood) return match;
      return groups.before + plainField(typed, size || 1, notes);
    });
  }

  /** The field in a match of TYPED_FIELD; null if it is unknown or its sign compares nothing. */
  function typedField(index, { signs, name, operator, value: firstWord, next_words: nextWords }) {
    const type = index.fieldsByName.get(name.toLowerCase())?.value_type ?? "order";
    if (type === "order") return null;
    const isDate = type === "date";
    const isComparable = isDate || type === "number";
    const typedSign = operator.replace(/[\s:]/g, "");
    const hasFigure = /^-?[0-9]/.test(firstWord);
    const isComparison = isComparable && typedSign !== "" && (isDate || hasFigure);
    const isNegation = !isComparable && ["!=", "<>"].includes(typedSign);
    const isEquality = ["=", "=="].includes(typedSign) && !isDate; // `before=1997` is 1997
    const sign = isNegation || isEquality ? "" : typedSign;
    if (sign && !isComparison) return null;
    return {
      name, type, sign,
      words: [firstWord, ...splitWords(nextWords)],
      isExcluded: EXCLUDING.test(signs) !== isNegation,
      // No space is beside the sign, or the sign compares figures
      isClear: (isComparison && hasFigure) || !/\s/.test(operator)
    };
  }

  /**
   * The number of the first words that a field understands together: as many as are a name or value
   * as typed, or else as few as possible; 0 if none.
   */
  function sizeOfValue(index, { name, type, sign, words }) {
    let shortest = 0;
    let longest = 0;
    for (let size = 1; size <= words.length; size++) {
      const field = fieldOf(index, name, sign + words.slice(0, size).join(" "), false);
      const notes = [];
      if (!field || !understands(index, field, notes)) continue;
      shortest ||= size;
      if (!notes.length && type !== "date") longest = size;
    }
    return longest || shortest;
  }

  /** The field and the words after it, with the first `size` words as its value. */
  function plainField({ name, type, sign, words, isExcluded }, size, notes) {
    const valueWords = words.slice(0, size).join(" ");
    const value = size > 1 ? `"${sign}${valueWords}"` : sign + valueWords;
    if (size > 1 && type !== "date") // a date has a note of its own
      notes.push(`${name}:${valueWords} was read as ${name}:${value}`);
    const minus = isExcluded ? "-" : "";
    return [`${minus}${name}:${value}`, ...words.slice(size)].join(" ");
  }

  /** The text with `-` for NOT, and `OR` between fields. */
  function withSigns(index, input) {
    const text = input.replace(NOT_FIELD, "$<before>-").replace(OR_OF_FIELDS, "$<field> OR");
    const signed = text.replace(AND, "$<before> ").replace(NOT, "$<before>-");
    const isUpper = text === text.toUpperCase() && text !== text.toLowerCase();
    return isShort(index, signed) && !isUpper ? signed : text;
  }

  const splitWords = (text) => text.split(/\s+/).filter(Boolean);

  /** Whether a text is short and not a sentence, so its signs are operators. A title is a word. */
  function isShort(index, text) {
    const outside = text.replace(FIELD, " ").replace(/-?"[^"]*"/g, " ");
    if (splitWords(outside).length > SHORT_QUERY_WORDS + MAX_NAME_WORDS) return false;
    return hasFewWords(outside) || hasFewWords(withShortTitles(index, outside));
  }

  /** Whether a text has few words and no punctuation of a sentence. */
  function hasFewWords(typed) {
    const text = typed.replace(ABBREVIATION, " ");
    return splitWords(text).length <= SHORT_QUERY_WORDS && !PUNCTUATION.test(text);
  }

  /** The text with one word instead of each title, however it is punctuated. */
  function withShortTitles(index, text) {
    const words = splitWords(text);
    for (let size = MAX_NAME_WORDS; size > 0; size--)
      for (let start = 0; start < words.length; start++) {
        const typed = words.slice(start, start + size).join(" ");
        const { matchKind, references } = index.names.exact(fold(typed), ["card", "topic"]);
        // `Rabbit?` ends a sentence, `Setup!` does not
        const endsInLetter = /[\p{L}\p{N}]$/u.test(typed);
        const isPrinted = endsInLetter || references[0]?.title.endsWith(typed.slice(-1));
        if (matchKind === "title" && isPrinted) words.splice(start, size, "title");
      }
    return words.join(" ");
  }

  /** Notes on words that look like fields and are none, after withPlainFields. */
  function unreadFields(index, text) {
    const names = [...index.fieldsByName.keys()].sort();
    const words = text.replace(FIELD, (match, ...others) => {
      const { name, value } = others.pop();
      return fieldOf(index, name, value, false) ? " " : match;
    });
    return [...words.matchAll(ANY_FIELD)].map(({ groups: { typed, name } }) => {
      if (names.includes(name.toLowerCase())) {
        const shortened = truncate(typed, MAX_NOTE_QUOTE_LENGTH);
        return `“${shortened}” was read as words; a field looks like by:sparky`;
      }
      const quote = truncate(name, MAX_NOTE_QUOTE_LENGTH);
      const [nearest] = corrections(quote.toLowerCase(), names);
      const hint = nearest ? `; did you mean “${nearest}:”?` : "";
      return `there is no field “${quote}:”${hint}`;
    });
  }

  /** The query of these clauses. */
  function queryOf(index, typedClauses, pastedSlots, notes) {
    const reader = new TermReader(index, notes);
    const clauses = typedClauses.map((typed) => [typed, reader.read(typed)])
      .filter(([, clause]) => clause.length);
    const onlyRanks = ([first, ...others]) =>
      !others.length && first.kind === "words" && !first.isExcluded;
    const conditions = clauses.filter(([typed]) => !onlyRanks(typed));
    const areFields = ([typed]) => typed.every(({ kind }) => !kind);
    const words = clauses.flatMap(([typed]) => typed)
      .filter((part) => part.kind && !part.isExcluded);
    const textOf = (part) => part.text;
    const ranking = words.filter(({ kind }) => kind !== "wildcard").map(textOf).join(" ");
    const isIdle = (word) => EVERYDAY_WORDS.includes(word);
    // Such words say nothing beside conditions
    const saysNothing = conditions.length > 0 && index.analyzer.words(ranking).every(isIdle);
    const { wildcards, cards, excluded } = reader;
    return {
      text: saysNothing ? "" : ranking,
      fallbackText: saysNothing ? "" : words.map(textOf).join(" "),
      conditions: conditions.map(([, clause]) => clause),
      fieldConditions: new Map(conditions.filter(areFields)
        .map(([typed, clause]) => [typed.map(textOf).join(" OR "), clause])),
      hasOptionalWords: conditions.length < clauses.length,
      wildcards, cards, excluded, pastedSlots, notes: [...new Set(notes)]
    };
  }

  /** The clauses of a text. In a sentence, only fields are special. */
  function clausesOf(index, text, short) {
    const hasOperator = short && OPERATOR.test(text);
    return (hasOperator || OR.test(text) ? clausesOfQuery : clausesOfSentence)(index, text);
  }

  /**
   * A field with its value (`cost:>3`), by its name or an alias; null if there is none. `text`: the
   * condition as typed, shortened for a note.
   */
  function fieldOf(index, name, value, isExcluded) {
    const declared = index.fieldsByName.get(name.toLowerCase());
    if (!declared || declared.value_type === "order" || value.startsWith("**"))
      return null; // `**Points:** …` in Markdown
    const isCompared = ["number", "date"].includes(declared.value_type);
    const compared = isCompared && COMPARED_VALUE.exec(unquoted(value)).groups;
    const { sign: typedSign, operand } = compared || { sign: "", operand: value };
    const sign = constants.COMPARING_SIGNS[typedSign] ?? typedSign;
    const text = `${isExcluded ? "-" : ""}${name}${sign || ":"}${operand}`;
    return {
      name: declared.name, value: operand, sign, isExcluded,
      text: truncate(text, MAX_NOTE_QUOTE_LENGTH)
    };
  }

  /** The clauses of a text in which everything is special: words, phrases, fields, and `OR`. */
  function clausesOfQuery(index, text) {
    const clauses = [];
    let isJoined = false;
    for (const match of text.matchAll(TOKEN)) {
      if (match[0] === "OR") {
        isJoined = clauses.length > 0;
        continue;
      }
      const before = isJoined ? clauses.pop() : [];
      clauses.push([...before, conditionOf(index, match)]);
      isJoined = false;
    }
    return clauses;
  }

  /**
   * A field, or words as typed, which have a `kind`: a `phrase` must occur in a row, a `wildcard`
   * begins a word.
   */
  function conditionOf(index, { 0: token, groups }) {
    const isExcluded = Boolean(groups.minus);
    const field = fieldOf(index, groups.name ?? "", groups.value, isExcluded);
    const text = token.slice(groups.minus?.length ?? 0);
    if (field) return field;
    if (text.startsWith('"')) return { text: unquoted(text), kind: "phrase", isExcluded };
    if (text.endsWith("*")) return { text: text.replace(/\*+$/, ""), kind: "wildcard", isExcluded };
    return { text, kind: "words", isExcluded };
  }

  /** The clauses of a text in which only fields are special. */
  function clausesOfSentence(index, text) {
    const clauses = [];
    let start = 0;
    const wordsTo = (end) => ({ text: text.slice(start, end), kind: "words", isExcluded: false });
    for (const match of text.matchAll(FIELD)) {
      const { minus, name, value } = match.groups;
      const field = fieldOf(index, name, value, Boolean(minus));
      if (!field) continue;
      clauses.push([wordsTo(match.index)], [field]);
      start = match.index + match[0].length;
    }
    clauses.push([wordsTo(text.length)]);
    return clauses.filter(([first]) => !isBlank(first));
  }

  const isBlank = ({ kind, text }) => Boolean(kind) && !text.trim();

  site.queryLanguage = { parse };
})(window.Rulings ??= {});
