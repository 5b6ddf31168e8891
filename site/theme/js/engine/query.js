/**
 * A query as a tree: what it asks for, in plain words or in the query language, as in
 * `search/query.py`.
 */
(function (site) {
  "use strict";

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

  /** All that does not meet a leaf. */
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

  site.query = {
    All, AnyOf, FieldCondition, Not, Phrase, QueryWords, Terms,
    fieldsOf, isBranch, leaves, negated, toText
  };
})(window.Rulings ??= {});
