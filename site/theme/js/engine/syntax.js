/**
 * The query language → nodes: fields, words, phrases, what is excluded, and `OR`, as in
 * `search/syntax.py`.
 */
(function (site) {
  "use strict";

  const { pattern } = site.parameters;
  const { All, AnyOf, Field, Not, Words } = site.query;
  const { DATE_SIGN_PATTERN, FIELD_PATTERN, TOKEN_PATTERN } = site.constants;

  const FIELD = pattern(FIELD_PATTERN, "g");
  const TOKEN = pattern(TOKEN_PATTERN, "g");
  const SIGN = pattern(DATE_SIGN_PATTERN);

  /** The words, phrases and fields of a text, and `OR`. */
  const tokens = (text) => [...text.matchAll(TOKEN)];

  /** A field, by its name or another that is also typed; null: there is none of the name. */
  function field(index, name, value) {
    const known = index.fieldsByName.get(name.toLowerCase());
    if (!known) return null;
    if (!["number", "date"].includes(known.kind)) return new Field(known.name, value);
    const text = value.replace(/^"+|"+$/g, "");
    const [sign = ""] = SIGN.exec(text) ?? [];
    return new Field(known.name, text.slice(sign.length), sign.trim());
  }

  /** The parts that tokens are, in which everything is special. */
  function nodes(index, matches) {
    const parts = [];
    let isJoined = false;
    for (const { 0: token, groups } of matches) {
      if (token === "OR") {
        isJoined = parts.length > 0;
        continue;
      }
      const known = groups.field ? field(index, groups.field, groups.value) : null;
      let part = known ?? words(token.slice(groups.minus?.length ?? 0));
      if (groups.minus) part = new Not(part);
      if (isJoined) {
        const before = parts.pop();
        part = new AnyOf([...(before instanceof AnyOf ? before.parts : [before]), part]);
      }
      parts.push(part);
      isJoined = false;
    }
    return parts;
  }

  function words(text) {
    if (text.startsWith('"')) return new Words(text.replace(/^"+|"+$/g, ""), "phrase");
    return text.endsWith("*") ? new Words(text.replace(/\*+$/, ""), "pattern") : new Words(text);
  }

  /** The parts of a text in which only fields are special. */
  function nodesOfSentence(index, text) {
    const parts = [];
    let at = 0;
    for (const match of text.matchAll(FIELD)) {
      const [, , minus, name, value] = match;
      const known = field(index, name, value);
      if (!known) continue;
      parts.push(new Words(text.slice(at, match.index)), minus ? new Not(known) : known);
      at = match.index + match[0].length;
    }
    return [...parts, new Words(text.slice(at))];
  }

  /** A text in which everything is special. */
  function node(index, text) {
    const parts = nodes(index, tokens(text));
    return parts.length === 1 ? parts[0] : new All(parts);
  }

  site.syntax = { field, node, nodes, nodesOfSentence, tokens };
})(window.Rulings ??= {});
