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

  /** A field with its value: `cost:>3`, or several with commas. */
  class FieldCondition {
    constructor(name, value, sign = "") {
      Object.assign(this, { name, value, sign, isExcluded: false });
    }

    /** As it is typed, shortened, for a note. */
    get text() {
      const minus = this.isExcluded ? "-" : "";
      const text = `${minus}${this.name}${this.sign || ":"}${this.value}`;
      return truncate(text, MAX_NOTE_QUOTE_LENGTH);
    }
  }

  /** Words as typed; in a `phrase` they stand in a row, of a `pattern` they are the beginning. */
  class QueryWords {
    constructor(text, kind = "words") {
      Object.assign(this, { text, kind, isExcluded: false });
    }

    /** Whether they only rank the answers. */
    get isOptional() {
      return this.kind === "words" && !this.isExcluded;
    }
  }

  /** Any of some terms of the index, each after its field; or, if excluded, none of them. */
  class Terms {
    constructor(keys, isExcluded = false) {
      Object.assign(this, { keys, isExcluded });
    }
  }

  /** Words in a row; or, if excluded, what has them not. */
  class Phrase {
    constructor(words) {
      Object.assign(this, { words, isExcluded: false });
    }
  }

  /** A field, by its name or another that is also typed; null: there is none of the name. */
  function fieldOf(index, name, value) {
    const declared = index.fieldsByName.get(name.toLowerCase());
    if (!declared || declared.value_type === "order" || value.startsWith("**"))
      return null; // `**Points:** …` in Markdown
    if (!["number", "date"].includes(declared.value_type))
      return new FieldCondition(declared.name, value);
    const [, sign, bound] = COMPARED.exec(unquoted(value));
    return new FieldCondition(declared.name, bound, COMPARING_SIGNS[sign] ?? sign);
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

  function conditionOf(index, { 0: token, groups }) {
    const field = groups.field ? fieldOf(index, groups.field, groups.value) : null;
    const condition = field ?? wordsOf(token.slice(groups.minus?.length ?? 0));
    condition.isExcluded = Boolean(groups.minus);
    return condition;
  }

  function wordsOf(text) {
    if (text.startsWith('"')) return new QueryWords(unquoted(text), "phrase");
    if (text.endsWith("*")) return new QueryWords(text.replace(/\*+$/, ""), "pattern");
    return new QueryWords(text);
  }

  /** The clauses of a text in which only fields are special. */
  function clausesOfSentence(index, text) {
    const clauses = [];
    let start = 0;
    for (const match of text.matchAll(FIELD)) {
      const [, , minus, name, value] = match;
      const field = fieldOf(index, name, value);
      if (!field) continue;
      field.isExcluded = Boolean(minus);
      clauses.push([new QueryWords(text.slice(start, match.index))], [field]);
      start = match.index + match[0].length;
    }
    clauses.push([new QueryWords(text.slice(start))]);
    return clauses.filter(([first]) => !isBlank(first));
  }

  const isBlank = (condition) => condition instanceof QueryWords && !condition.text.trim();

  site.query = {
    FieldCondition, Phrase, QueryWords, Terms, clausesOfQuery, clausesOfSentence
  };
})(window.Rulings ??= {});
