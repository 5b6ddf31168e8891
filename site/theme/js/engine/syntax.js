/**
 * Reads the query language into nodes: fields, words, phrases, excluded words, and `OR`, as in
 * `search/syntax.py`.
 */
(function (site) {
  "use strict";

  const { pattern } = site.parameters;
  const { All, AnyOf, FieldCondition, Not, QueryWords } = site.query;
  const { truncate } = site.terms;
  const {
    DATE_SIGN_PATTERN, FIELD_PATTERN, INNER_SIGN_PATTERN, MAX_NOTE_QUOTE_LENGTH, TOKEN_PATTERN
  } = site.constants;

  const FIELD = pattern(FIELD_PATTERN, "g");
  const TOKEN = pattern(TOKEN_PATTERN, "g");
  const SIGN = pattern(DATE_SIGN_PATTERN);
  const INNER_SIGN = pattern(INNER_SIGN_PATTERN, "u");

  /** What is said of `*` and `?` inside a word, or nothing. */
  function noteOnSigns(text) {
    const [sign] = INNER_SIGN.exec(text) ?? [];
    const quote = sign && truncate(sign, MAX_NOTE_QUOTE_LENGTH);
    return quote && "`*` and `?` inside a word are read as spaces: “" + quote + "”";
  }

  /** A field, by its name or another that is also typed; null: there is none of the name. */
  function field(index, name, value) {
    const declared = index.fieldsByName.get(name.toLowerCase());
    if (!declared || value.startsWith("**")) return null; // `**Points:** …` in Markdown
    if (!["number", "date"].includes(declared.value_type))
      return new FieldCondition(declared.name, value);
    const text = value.replace(/^"+|"+$/g, "");
    const [sign = ""] = SIGN.exec(text) ?? [];
    return new FieldCondition(declared.name, text.slice(sign.length), sign.trim());
  }

  /** The parts of a text in which everything is special: words, phrases, fields, and `OR`. */
  function nodes(index, text) {
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
    const known = groups.field ? field(index, groups.field, groups.value) : null;
    const bare = known ?? words(token.slice(groups.minus?.length ?? 0));
    return groups.minus ? new Not(bare) : bare;
  }

  function words(text) {
    if (text.startsWith('"')) return new QueryWords(text.replace(/^"+|"+$/g, ""), "phrase");
    if (text.endsWith("*")) return new QueryWords(text.replace(/\*+$/, ""), "pattern");
    return new QueryWords(text);
  }

  /** The parts of a text in which only fields are special. */
  function nodesOfSentence(index, text) {
    const parts = [];
    let start = 0;
    for (const match of text.matchAll(FIELD)) {
      const [, , minus, name, value] = match;
      const known = field(index, name, value);
      if (!known) continue;
      parts.push(new QueryWords(text.slice(start, match.index)), minus ? new Not(known) : known);
      start = match.index + match[0].length;
    }
    parts.push(new QueryWords(text.slice(start)));
    return parts.filter((part) => !(part instanceof QueryWords) || part.text.trim());
  }

  /** A text in which everything is special. */
  function node(index, text) {
    const parts = nodes(index, text);
    return parts.length === 1 ? parts[0] : new All(parts);
  }

  site.syntax = { field, node, nodes, nodesOfSentence, noteOnSigns };
})(window.Rulings ??= {});
