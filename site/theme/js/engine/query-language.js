/** Reads a query as typed: words, conditions and notes, as in `search/query_language.py`. */
(function (site) {
  "use strict";

  const { corrections } = site.editDistance;
  const { fold } = site.spelling;
  const { pattern, truncate, unquoted } = site.queryPatterns;
  const { distinct, note } = site.sentences;
  const { TermReader, textOf, understands } = site.terms;
  const { constants } = site;
  const {
    COMPARING_SIGNS, EVERYDAY_WORDS, MAX_NAME_WORDS, MAX_NOTE_QUOTE_LENGTH, MAX_QUERY_LENGTH,
    OPERATORS, SHORT_QUERY_WORDS
  } = constants;

  const PHRASE = /"[^"]*"/g;
  const FIELD = pattern(constants.FIELD_PATTERN, "gu");
  const TOKEN = pattern(constants.TOKEN_PATTERN, "gu");
  const COMPARED = pattern(`^(${constants.COMPARING_SIGN_PATTERN}|) *(.*)$`, "s");
  const ANY_FIELD = pattern(constants.ANY_FIELD_PATTERN, "gu");
  const EXCLUDING = pattern(constants.EXCLUDING_PATTERN);
  const OR = pattern(constants.OR_PATTERN);
  const APART = pattern(constants.APART_PATTERN, "gu");
  const PUNCTUATION = pattern(constants.PUNCTUATION_PATTERN, "u");
  const ABBREVIATION = pattern(constants.ABBREVIATION_PATTERN, "gi");

  /** Reads the query, and looks up its names and field values in the index; adds to the notes. */
  function parse(index, query, pastedSlots, notes) {
    const text = truncate(query, MAX_QUERY_LENGTH);
    if (text !== query) notes.push(note("query cut", MAX_QUERY_LENGTH));
    // A question of ours is a sentence, whatever signs it contains
    const inSentence = pastedSlots.length > 0 || Boolean(index.entriesWithQuestion(text))
      || isSentence(index, text);
    const parts = partsOf(index, text, inSentence, notes);
    if (!inSentence && text.split('"').length % 2 === 0)
      notes.push(note("open quotation"));
    return queryOf(index, clausesOf(parts), pastedSlots, notes);
  }

  /** Whether only fields are special in a text, as it is long or punctuated. A title is a word. */
  function isSentence(index, text) {
    if (OR.test(text) && !isUpper(text)) return false;
    const words = text.replace(APART, " ");
    if (splitWords(words).length > SHORT_QUERY_WORDS + MAX_NAME_WORDS) return true;
    return !hasFewWords(words) && !hasFewWords(withShortTitles(index, words));
  }

  /** Whether a text has few words and no punctuation of a sentence. */
  function hasFewWords(typed) {
    const text = typed.replace(ABBREVIATION, " ");
    const words = splitWords(text).filter((word) => !OPERATORS.includes(word));
    return words.length <= SHORT_QUERY_WORDS && !PUNCTUATION.test(text);
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

  /** Whether all letters of a text are capitals. */
  const isUpper = (text) => text === text.toUpperCase() && text !== text.toLowerCase();

  const splitWords = (text) => text.split(/\s+/).filter(Boolean);

  /** The fields of a text and the words between them, in order; null for OR. */
  function partsOf(index, text, inSentence, notes) {
    const parts = [];
    let start = 0;
    let position = 0;
    FIELD.lastIndex = 0;
    for (let match = FIELD.exec(text); match; match = FIELD.exec(text)) {
      const { name, operator, value } = match.groups;
      const end = match.index + match[0].length;
      const nameStart = end - (name + operator + value).length;
      PHRASE.lastIndex = position;
      const phrase = inSentence ? null : PHRASE.exec(text);
      if (phrase && phrase.index < nameStart) {
        position = PHRASE.lastIndex; // nothing in a phrase is a field
        FIELD.lastIndex = position;
        continue;
      }
      position = nameStart + 1;
      FIELD.lastIndex = position;
      const field = fieldOf(index, match.groups, inSentence);
      if (!field) continue;
      const words = `${text.slice(start, match.index)} `;
      // Between two fields
      if (parts.length && words.trim().toUpperCase() === "OR") parts.push(null);
      else parts.push(...wordsIn(index, words, inSentence, notes));
      parts.push(field.condition);
      notes.push(...noteOnWords(index, field));
      start = end + field.nextWords.length;
      position = start;
      FIELD.lastIndex = position;
    }
    return [...parts, ...wordsIn(index, text.slice(start), inSentence, notes)];
  }

  /**
   * The field in a match of FIELD: its condition, and the words after the first one that belong to
   * its value; null if it is no field. It is clear if no space is beside its sign, or if it
   * compares figures. A field that is not clear must be understood, and is none in a sentence.
   */
  function fieldOf(index, groups, inSentence) {
    const { operator, value, next_words: typedWords } = groups;
    const condition = conditionOf(index, groups);
    if (!condition) return null;
    const { value_type: type } = index.fieldsByName.get(condition.name);
    const isDate = type === "date";
    const isCompared = isDate || type === "number";
    const compares = isCompared && /[<>=]/.test(operator) && isFigure(condition.value);
    const isClear = compares || !/\s/.test(operator);
    if (inSentence && !isClear) return null;
    const isWhole = value.startsWith('"') || (inSentence && !isDate);
    const nextWords = isWhole ? "" : typedWords; // in a sentence, only a date has several words
    const alone = { condition, nextWords: "" };
    // Looking up the single word of a clear field would cost time and change nothing
    if (isClear && !nextWords) return alone;
    return understood(index, condition, nextWords) ?? (isClear ? alone : null);
  }

  /**
   * The condition in a match of FIELD, with the first word of its value; null if the field is
   * unknown, orders results, or has a sign that compares nothing: `type>ice`.
   */
  function conditionOf(index, { signs, name: typedName, operator, value: typedValue }) {
    const declared = index.fieldsByName.get(typedName.toLowerCase());
    if (!declared || declared.value_type === "order" || typedValue.startsWith("**"))
      return null; // `**Points:** …` in Markdown
    const { name, value_type: type } = declared;
    let sign = operator.replace(/[\s:]/g, "");
    let value = typedValue;
    const isCompared = ["number", "date"].includes(type);
    if (isCompared) [, sign, value] = COMPARED.exec(sign + unquoted(value));
    sign = COMPARING_SIGNS[sign] ?? sign;
    const isNegation = sign === "!=" && !isCompared;
    if (isNegation) sign = "";
    const canCompare = type === "date" || (isCompared && isFigure(value));
    if (sign && !canCompare && !operator.includes(":")) return null;
    if (!isCompared) [value, sign] = [sign + value, ""];
    return { name, value, sign, isExcluded: EXCLUDING.test(signs) !== isNegation, typedName };
  }

  const isFigure = (text) => /^-?[0-9]/.test(text);

  /**
   * The field with the first of these words that it understands: as many as are a name or value as
   * typed, or else (and for a date) as few as possible; null if it understands none.
   */
  function understood(index, condition, nextWords) {
    const isDate = index.fieldsByName.get(condition.name).value_type === "date";
    const ends = [...nextWords.matchAll(/\s+\S+/g)].map((word) => word.index + word[0].length);
    let shortest = null;
    for (const end of [...ends.reverse(), 0]) {
      const words = nextWords.slice(0, end);
      const reading = { condition: withWords(index, condition, words), nextWords: words };
      const notes = [];
      if (!understands(index, reading.condition, notes)) continue;
      shortest = reading;
      if (!notes.length && !isDate) break;
    }
    return shortest;
  }

  /** The condition with further words of its value: `by:"tom wylie"`. */
  function withWords(index, condition, words) {
    if (!words) return condition;
    const value = [condition.value, ...splitWords(words)].join(" ");
    const isDate = index.fieldsByName.get(condition.name).value_type === "date";
    return { ...condition, value: isDate ? value : `"${value}"` };
  }

  /** A note if words belong to the value of a field; a date has one of its own. */
  function noteOnWords(index, { condition: { name, typedName, value }, nextWords }) {
    if (!nextWords || index.fieldsByName.get(name).value_type === "date") return [];
    return [note("field read", `${typedName}:${unquoted(value)}`, `${typedName}:${value}`)];
  }

  /**
   * The words, phrases and wildcards of a text without fields, in order; null for OR. A `phrase`
   * must occur in a row, a `wildcard` begins a word; a sentence is left whole.
   */
  function wordsIn(index, text, inSentence, notes) {
    const whole = { text, kind: "words", isExcluded: false };
    if (inSentence) return text.trim() ? [whole] : [];
    notes.push(...unreadFields(index, text));
    return [...text.matchAll(TOKEN)].flatMap(({ groups: { excluding, ...kinds } }) => {
      const [kind, typed] = Object.entries(kinds).find(([, words]) => words !== undefined);
      if (typed === "OR") return [null];
      const words = kind === "words" ? typed : typed.replace(/^["*]+|["*]+$/g, "");
      if (typed === "AND") return [];
      const isWord = excluding?.startsWith("NOT") && isUpper(text);
      const not = isWord ? [{ text: "NOT", kind: "words", isExcluded: false }] : [];
      return [...not, { text: words, kind, isExcluded: Boolean(excluding) && !isWord }];
    });
  }

  /** Notes on words that look like fields and are none. */
  function unreadFields(index, text) {
    const names = [...index.fieldsByName.keys()].sort();
    return [...text.matchAll(ANY_FIELD)].map(({ groups: { typed, name } }) => {
      if (names.includes(name.toLowerCase())) {
        const shortened = truncate(typed, MAX_NOTE_QUOTE_LENGTH);
        return note("field as words", shortened);
      }
      const quote = truncate(name, MAX_NOTE_QUOTE_LENGTH);
      const [nearest] = corrections(quote.toLowerCase(), names);
      return nearest ? note("no field but", quote, nearest) : note("no field", quote);
    });
  }

  /** The clauses of a query: one for each part, or for several that OR joins. */
  function clausesOf(parts) {
    const clauses = [];
    let isJoined = false;
    for (const part of parts) {
      if (part) clauses.push([...(isJoined ? clauses.pop() : []), part]);
      isJoined = !part && clauses.length > 0;
    }
    return clauses;
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
    const ranking = words.filter(({ kind }) => kind !== "wildcard").map(textOf).join(" ");
    const isIdle = (word) => EVERYDAY_WORDS.includes(word);
    // Such words say nothing beside conditions
    const saysNothing = conditions.length > 0 && index.analyzer.words(ranking).every(isIdle);
    const { causes, wildcards, cards, excluded } = reader;
    return {
      text: saysNothing ? "" : ranking,
      fallbackText: saysNothing ? "" : words.map(textOf).join(" "),
      conditions: conditions.map(([, clause]) => clause),
      fieldConditions: new Map(conditions.filter(areFields)
        .map(([typed, clause]) => [typed.map(textOf).join(" OR "), clause])),
      hasOptionalWords: conditions.length < clauses.length,
      causes, wildcards, cards, excluded, pastedSlots,
      notes: distinct(notes)
    };
  }

  site.queryLanguage = { parse };
})(window.Rulings ??= {});
