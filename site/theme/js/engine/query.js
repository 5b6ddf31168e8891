/**
 * A query as a tree: what it asks for in the query language, which is read here,
 * as in `search/query.py`.
 */
(function (site) {
  "use strict";

  const { pattern, truncate, unquoted } = site.parameters;
  const {
    DATE_SIGN_PATTERN, FIELD_PATTERN, INNER_SIGN_PATTERN, MAX_NOTE_QUOTE_LENGTH, TOKEN_PATTERN
  } = site.constants;

  const FIELD = pattern(FIELD_PATTERN, "g");
  const TOKEN = pattern(TOKEN_PATTERN, "g");
  const SIGN = pattern(DATE_SIGN_PATTERN);
  const INNER_SIGN = pattern(INNER_SIGN_PATTERN, "u");

  /** A field with its value, in quotation marks if it was typed so, and how it is compared. */
  class FieldCondition {
    constructor(name, value, sign = "") {
      Object.assign(this, { name, value, sign });
    }
  }

  /** Words as typed; in a `phrase` they stand in a row, of a `pattern` they are the beginning. */
  class QueryWords {
    constructor(text, kind = "words") {
      Object.assign(this, { text, kind });
    }
  }

  /** Any of some terms of a field of the index. */
  class Terms {
    constructor(field, terms) {
      Object.assign(this, { field, terms });
    }
  }

  /** Words in a row. */
  class Phrase {
    constructor(words) {
      this.words = words;
    }
  }

  /** All that does not meet a node. */
  class Not {
    constructor(part) {
      this.part = part;
    }
  }

  /** What meets all parts; without parts, everything. */
  class All {
    constructor(parts = []) {
      this.parts = parts;
    }
  }

  /** What meets any part. */
  class AnyOf {
    constructor(parts) {
      this.parts = parts;
    }
  }

  /** Whether a node has parts. */
  const isBranch = (node) => node instanceof All || node instanceof AnyOf;

  /** The leaves of a node, each in a `Not` if it is excluded. */
  const leaves = (node) => (isBranch(node) ? node.parts.flatMap(leaves) : [node]);

  /** The fields in a node, excluded ones too. */
  function fieldsOf(node) {
    const bare = leaves(node).map((leaf) => (leaf instanceof Not ? leaf.part : leaf));
    return bare.filter((leaf) => leaf instanceof FieldCondition);
  }

  /** A field in the query language. */
  const toText = ({ name, value, sign }) => `${name}:${sign}${value}`;

  /** What is said of `*` and `?` inside a word, or nothing. */
  function noteOnSigns(text) {
    const [sign] = INNER_SIGN.exec(text) ?? [];
    const quote = sign && truncate(sign, MAX_NOTE_QUOTE_LENGTH);
    return quote && "`*` and `?` inside a word are read as spaces: “" + quote + "”";
  }

  /** A field, by its name or another that is also typed; null: there is none of the name. */
  function fieldOf(index, name, value) {
    const declared = index.fieldsByName.get(name.toLowerCase());
    if (!declared || value.startsWith("**")) return null; // `**Points:** …` in Markdown
    if (!["number", "date"].includes(declared.value_type))
      return new FieldCondition(declared.name, value);
    const text = unquoted(value);
    const [sign = ""] = SIGN.exec(text) ?? [];
    return new FieldCondition(declared.name, text.slice(sign.length), sign.trim());
  }

  /** The parts of a text in which everything is special: words, phrases, fields, and `OR`. */
  function partsOfQuery(index, text) {
    const parts = [];
    let isJoined = false;
    for (const match of text.matchAll(TOKEN)) {
      if (match[0] === "OR") {
        isJoined = parts.length > 0;
        continue;
      }
      let next = partOf(index, match);
      if (isJoined) {
        const last = parts.pop();
        next = new AnyOf([...(last instanceof AnyOf ? last.parts : [last]), next]);
      }
      parts.push(next);
      isJoined = false;
    }
    return parts;
  }

  function partOf(index, { 0: token, groups }) {
    const known = groups.field ? fieldOf(index, groups.field, groups.value) : null;
    const bare = known ?? wordsOf(token.slice(groups.minus?.length ?? 0));
    return groups.minus ? new Not(bare) : bare;
  }

  function wordsOf(text) {
    if (text.startsWith('"')) return new QueryWords(unquoted(text), "phrase");
    if (text.endsWith("*")) return new QueryWords(text.replace(/\*+$/, ""), "pattern");
    return new QueryWords(text);
  }

  /** The parts of a text in which only fields are special. */
  function partsOfSentence(index, text) {
    const parts = [];
    let start = 0;
    for (const match of text.matchAll(FIELD)) {
      const [, , minus, name, value] = match;
      const known = fieldOf(index, name, value);
      if (!known) continue;
      parts.push(new QueryWords(text.slice(start, match.index)), minus ? new Not(known) : known);
      start = match.index + match[0].length;
    }
    parts.push(new QueryWords(text.slice(start)));
    return parts.filter((part) => !(part instanceof QueryWords) || part.text.trim());
  }

  site.query = {
    All, AnyOf, FieldCondition, Not, Phrase, QueryWords, Terms,
    fieldsOf, isBranch, leaves, noteOnSigns, partsOfQuery, partsOfSentence, toText
  };
})(window.Rulings ??= {});
