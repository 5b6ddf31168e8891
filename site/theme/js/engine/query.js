/**
 * A query as a tree: what it asks for, in plain words or in the query language, which is read here,
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

  const OPPOSITES = { "<": ">=", ">=": "<", ">": "<=", "<=": ">" };

  /** Whether a node has parts. */
  const isBranch = (node) => node instanceof All || node instanceof AnyOf;

  /** What does not meet a node; of a bound, what is beyond it. */
  function negated(node) {
    if (node instanceof Not) return node.part;
    if (isBranch(node)) {
      const parts = node.parts.map(negated);
      return node instanceof All ? new AnyOf(parts) : new All(parts);
    }
    if (node instanceof FieldCondition && node.sign in OPPOSITES)
      return new FieldCondition(node.name, node.value, OPPOSITES[node.sign]);
    return new Not(node);
  }

  /** The leaves of a node, each in a `Not` if it is excluded. */
  const leaves = (node) => (isBranch(node) ? node.parts.flatMap(leaves) : [node]);

  /** The fields in a node, excluded ones too. */
  function fieldsOf(node) {
    const bare = leaves(node).map((leaf) => (leaf instanceof Not ? leaf.part : leaf));
    return bare.filter((leaf) => leaf instanceof FieldCondition);
  }

  /**
   * A node in the query language, which has no parentheses: `OR` joins its two neighbours, so that
   * `AnyOf(All(a, b), c)` is `a OR c b OR c`.
   */
  const toText = (node) =>
    clauses(node).map((clause) => clause.map(leafText).join(" OR ")).join(" ");

  /** The conjunctive normal form: leaves, of each group of which one is met. */
  function clauses(node) {
    if (node instanceof All) return node.parts.flatMap(clauses);
    if (!(node instanceof AnyOf)) return [[node]];
    const withEach = (choices, part) =>
      choices.flatMap((choice) => clauses(part).map((clause) => [...choice, ...clause]));
    return node.parts.reduce(withEach, [[]]);
  }

  function leafText(leaf) {
    if (leaf instanceof Not) return `-${leafText(leaf.part)}`;
    if (leaf instanceof FieldCondition) return `${leaf.name}:${leaf.sign}${leaf.value}`;
    return { phrase: `"${leaf.text}"`, pattern: `${leaf.text}*` }[leaf.kind] ?? leaf.text;
  }

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

  /** A text in which everything is special. */
  function nodeOf(index, text) {
    const parts = partsOfQuery(index, text);
    return parts.length === 1 ? parts[0] : new All(parts);
  }

  site.query = {
    All, AnyOf, FieldCondition, Not, Phrase, QueryWords, Terms,
    fieldsOf, isBranch, leaves, negated, nodeOf, noteOnSigns, partsOfQuery, partsOfSentence, toText
  };
})(window.Rulings ??= {});
