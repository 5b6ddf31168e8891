/** A query as clauses, which are read here from the query language, as in `search/query.py`. */
(function (site) {
  "use strict";

  const { pattern, truncate, unquoted } = site.queryPatterns;
  const {
    COMPARING_SIGN_PATTERN, COMPARING_SIGNS, FIELD_PATTERN, MAX_NOTE_QUOTE_LENGTH, TOKEN_PATTERN
  } = site.constants;

  const FIELD = pattern(FIELD_PATTERN, "g");
  const TOKEN = pattern(TOKEN_PATTERN, "g");
  const COMPARED = pattern(`^(${COMPARING_SIGN_PATTERN}|) *(.*)$`);

  /**
   * A field with its value (`cost:>3`, or several with commas), by its name or another that is also
   * typed; null: there is none of the name. `text`: as it is typed, shortened, for a note.
   */
  function fieldOf(index, name, value, isExcluded) {
    const declared = index.fieldsByName.get(name.toLowerCase());
    if (!declared || declared.value_type === "order" || value.startsWith("**"))
      return null; // `**Points:** …` in Markdown
    const isCompared = ["number", "date"].includes(declared.value_type);
    const [, typedSign, bound] = isCompared ? COMPARED.exec(unquoted(value)) : ["", "", value];
    const sign = COMPARING_SIGNS[typedSign] ?? typedSign;
    const text = `${isExcluded ? "-" : ""}${declared.name}${sign || ":"}${bound}`;
    return {
      name: declared.name, value: bound, sign, isExcluded,
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
   * A field, or words as typed, which have a `kind`: in a `phrase` they stand in a row, of a
   * `pattern` they are the beginning.
   */
  function conditionOf(index, { 0: token, groups }) {
    const isExcluded = Boolean(groups.minus);
    const field = fieldOf(index, groups.field ?? "", groups.value, isExcluded);
    const text = token.slice(groups.minus?.length ?? 0);
    if (field) return field;
    if (text.startsWith('"')) return { text: unquoted(text), kind: "phrase", isExcluded };
    if (text.endsWith("*")) return { text: text.replace(/\*+$/, ""), kind: "pattern", isExcluded };
    return { text, kind: "words", isExcluded };
  }

  /** The clauses of a text in which only fields are special. */
  function clausesOfSentence(index, text) {
    const clauses = [];
    let start = 0;
    const wordsTo = (end) => ({ text: text.slice(start, end), kind: "words", isExcluded: false });
    for (const match of text.matchAll(FIELD)) {
      const [, , minus, name, value] = match;
      const field = fieldOf(index, name, value, Boolean(minus));
      if (!field) continue;
      clauses.push([wordsTo(match.index)], [field]);
      start = match.index + match[0].length;
    }
    clauses.push([wordsTo(text.length)]);
    return clauses.filter(([first]) => !isBlank(first));
  }

  const isBlank = ({ kind, text }) => Boolean(kind) && !text.trim();

  site.query = { clausesOfQuery, clausesOfSentence };
})(window.Rulings ??= {});
