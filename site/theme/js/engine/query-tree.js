/**
 * A query in the query language → its tree, as Whoosh's parser reads it with the plugins of `_parser` in
 * `search/query_parser.py`: fields, phrases, groups, prefixes, fuzzy terms, and the operators `-` and `OR`.
 */
(function (site) {
  "use strict";

  // The kinds of tokens. If several match at the same place, the first one counts.
  const TOKENS = [
    ["field", /([A-Za-z][A-Za-z_-]*):(?=[^\s:])/y], ["phrase", /"(.*?)"(?:~[1-9][0-9]*)?/y], ["(", /\(/y], [")", /\)/y],
    ["pattern", /((?![-(])[^ \t\r\n*]+)[*](?= |$|\))/y], ["fuzzy", /(?<=\S)~([0-9])?(?:\/[1-9][0-9]*)?/y],
    ["-", /(?:^|(?<=[\s()]))-(?=[^\s\d-])/y], ["OR", /(?<=\s)OR(?=\s)/y], [" ", /\s+/y],
  ];

  function tokens(text) {
    const list = [];
    let position = 0, wordStart = 0;
    const addWord = () => wordStart < position && list.push({ kind: "word", text: text.slice(wordStart, position) });
    while (position < text.length) {
      const match = firstToken(text, position);
      if (!match) position += 1;
      else {
        addWord();
        list.push(match.token);
        wordStart = position = match.end;
      }
    }
    addWord();
    return list;
  }

  function firstToken(text, position) {
    for (const [kind, pattern] of TOKENS) {
      pattern.lastIndex = position;
      const match = pattern.exec(text);
      if (match) return { end: pattern.lastIndex, token: { kind, text: match[1] ?? "", original: match[0] } };
    }
    return null;
  }

  /**
   * The tree of a query: inner nodes (`and`, `or`, `not`) have `nodes`; leaves are words, phrases, patterns and fuzzy
   * words, with a `field` or without.
   */
  function readTree(text) {
    const stack = [{ kind: "and", nodes: [] }];
    for (const token of tokens(text)) {
      if (token.kind === "(") stack.push({ kind: "and", nodes: [] });
      else if (token.kind !== ")") stack.at(-1).nodes.push(token);
      else if (stack.length > 1) {
        const group = stack.pop();
        stack.at(-1).nodes.push(group);
      }
    }
    const [top] = stack;
    return applyOperators(applyFields(joinFuzzy(top.nodes.length === 1 && top.nodes[0].nodes ? top.nodes[0] : top)));
  }

  const withNodes = (group, nodes) => ({ ...group, nodes });

  /** Joins each word with the `~` after it. */
  function joinFuzzy(group) {
    const nodes = [];
    for (const node of group.nodes) {
      const last = nodes.at(-1);
      if (node.kind === "fuzzy" && last && last.kind === "word")
        nodes[nodes.length - 1] = { ...last, kind: "fuzzy", maxEdits: Number(node.text || 1) };
      else if (node.kind === "fuzzy") nodes.push({ kind: "word!", text: node.original });
      else nodes.push(node.nodes ? joinFuzzy(node) : node);
    }
    return withNodes(group, nodes.map((node) => (node.kind === "word!" ? { ...node, kind: "word" } : node)));
  }

  /** Applies each field to the node that follows without a space, and removes the spaces. */
  function applyFields(group) {
    const nodes = [];
    for (let position = group.nodes.length - 1; position >= 0; position--) {
      let node = group.nodes[position];
      const previous = group.nodes[position - 1];
      if (node.kind === "field") node = { kind: "word", text: node.original };
      else if (node.nodes) node = applyFields(node);
      if (previous && previous.kind === "field" && node.kind !== " ") {
        node = withField(node, previous.text);
        position -= 1;
      }
      nodes.unshift(node);
    }
    return withNodes(group, nodes.filter((node) => node.kind !== " "));
  }

  const withField = (node, fieldName) => (node.nodes
    ? withNodes(node, node.nodes.map((inner) => withField(inner, fieldName)))
    : { ...node, field: node.field || fieldName });

  /** Applies each `-` to the next node, and each `OR` to the nodes on both sides. */
  function applyOperators(group) {
    const nodes = [...group.nodes];
    for (let position = 0; position < nodes.length; position++) {
      if (nodes[position].kind !== "-") continue;
      nodes.splice(position, 1);
      if (position < nodes.length && nodes[position].kind !== "-")
        nodes[position] = { kind: "not", nodes: [nodes[position]] };
    }
    for (let position = 0; position < nodes.length; ) {
      const previous = nodes[position - 1], next = nodes[position + 1];
      if (nodes[position].kind !== "OR") position += 1;
      else if (!previous || !next) nodes.splice(position, 1);
      else if (previous.kind === "or") nodes.splice(position - 1, 3, withNodes(previous, [...previous.nodes, next]));
      else nodes.splice(position - 1, 3, { kind: "or", nodes: [previous, next] });
    }
    return withNodes(group, nodes.map((node) => (node.nodes ? applyOperators(node) : node)));
  }

  /** The leaves of a tree, in order. */
  const leaves = (node) => (node.nodes ? node.nodes.flatMap(leaves) : [node]);

  site.queryTree = { leaves, readTree };
})((window.Rulings = window.Rulings || {}));
