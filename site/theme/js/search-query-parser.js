/**
 * A query as typed → the words to rank by, the documents that may match, and notes, as from `search/query_parser.py`.
 *
 * Sets of documents are `Uint8Array`s with a 1 for each document that belongs to them.
 */
(function (site) {
  "use strict";

  const { resolve, distance, singular } = site.names;
  const { MAX_DEPTH, MAX_QUERY_LENGTH, MAX_PARTS, MAX_PATTERNS, MAX_TERMS, SHORT_QUERY_WORDS } = site.constants;
  const FIELD = new RegExp(site.constants.FIELD, "g"), ID = new RegExp(site.constants.ID, "g");
  const URL = new RegExp(site.constants.URL, "gi");
  const OR = new RegExp(site.constants.OR), PUNCTUATION = new RegExp(site.constants.PUNCTUATION);
  const COMPARISON = new RegExp(`^(?:${site.constants.COMPARISON})$`);
  const SIGN = new RegExp(site.constants.SIGN);
  const COMPARISONS = { ">": (a, b) => a > b, ">=": (a, b) => a >= b, "<": (a, b) => a < b, "<=": (a, b) => a <= b };
  const OPERATOR = /"[^"]+"|(?<!\S)-(?=\p{L})|(?<![\p{L}\p{N}_*])[\p{L}\p{N}]{2,}[*~]\d?(?=\s|\)|$)|(?<!\S)\(/u;

  const cut = (text, length) => [...text].slice(0, length).join("");

  /**
   * @returns {{text: string, must: ?Uint8Array, fields: ?Uint8Array, fallback: string, cards: number[], ids: number[],
   *   notes: string[]}}
   */
  function parse(index, typed) {
    const parsed = { text: "", must: null, fields: null, fallback: "", patterns: [], cards: [], ids: [], notes: [] };
    let text = cut(typed.slice(0, 2 * MAX_QUERY_LENGTH + 2), MAX_QUERY_LENGTH + 1)
      .replace(/[“”„«»]/g, '"')
      .replace(/[’‘]/g, "'")
      .replaceAll("≤", "<=")
      .replaceAll("≥", ">=")
      .replace(/[\p{C}\p{Z}]/gu, " ");
    if ([...text].length > MAX_QUERY_LENGTH) {
      text = cut(text, MAX_QUERY_LENGTH);
      parsed.notes.push(`only the first ${MAX_QUERY_LENGTH} characters were read`);
    }
    text = takeIds(index, text, parsed);
    const resolver = new Resolver(index, parsed);
    if (OR.test(text) || (OPERATOR.test(text) && isShort(text))) {
      readStrictly(resolver, text, parsed);
      return parsed;
    }
    const parts = [];
    parsed.text = parsed.fallback = text.replace(FIELD, (whole, minus, name, value) => {
      const meant = name === name.toLowerCase() && isShort(text); // an unknown `name:value` in a short query
      if (!index.fields.byName.has(name.toLowerCase()) && (minus || !meant)) return whole;
      const kind = value.startsWith('"') ? "phrase" : value.endsWith("*") ? "pattern" : "word";
      const set = resolver.field(name, value.replace(/^"+|"+$/g, ""), kind);
      if (set) parts.push({ not: Boolean(minus), set });
      return " ";
    });
    parsed.must = parsed.fields = allOf(index, parts);
    return parsed;
  }

  /** Whether a query consists of only a few words, phrases and operators. */
  function isShort(text) {
    const outside = text.replace(FIELD, " ").replace(/"[^"]*"/g, " ");
    return outside.split(/\s+/).filter(Boolean).length <= SHORT_QUERY_WORDS && !PUNCTUATION.test(outside);
  }

  /** Moves our ids and addresses from the text to `parsed`, and returns the rest of the text. */
  function takeIds(index, text, parsed) {
    const known = (id) => index.byId.has(id) && parsed.ids.push(index.byId.get(id)) > 0;
    const ofAddress = (whole) => {
      const address = whole.replace(/[.,;:!?)"']+$/, ""), fragment = address.split("#").slice(1).join("#");
      const page = /\/(?:cards|topics)\/([a-z0-9-]+)\/?/.exec(address);
      return (fragment && (known(fragment) || known(fragment.replaceAll("step-", "run-chart-"))))
        || (page && known(page[1])) ? " " : whole;
    };
    const without = text.replace(URL, ofAddress).replace(/\/(?:cards|topics|documents|run-chart)\/\S*/g, ofAddress);
    return without.replace(ID, (id) => (known(id) ? " " : id));
  }

  function readStrictly(resolver, text, parsed) {
    const tree = readTree(paired(text, parsed.notes)), soft = [], must = [], fields = [];
    for (const part of tree.kind === "and" ? tree.nodes : [tree]) {
      if (part.kind === "word" && !part.field) {
        soft.push(part.text);
        continue;
      }
      const set = resolver.tree(part, soft);
      if (!set) continue;
      must.push(set);
      if (leaves(part).every((leaf) => leaf.field)) fields.push(set);
    }
    parsed.text = soft.join(" ");
    parsed.fallback =
      text.replace(FIELD, " ").replace(/["()*~]|\bOR\b|(?<!\S)-\S+/g, " ").split(/\s+/).filter(Boolean).join(" ");
    parsed.must = allOf(resolver.index, must);
    parsed.fields = allOf(resolver.index, fields);
  }

  const leaves = (node) => (node.nodes ? node.nodes.flatMap(leaves) : [node]);

  /** The text with unpaired quotation marks and parentheses, and too deep nesting, removed. */
  function paired(text, notes) {
    if ((text.match(/"/g) || []).length % 2) {
      const at = text.lastIndexOf('"');
      text = `${text.slice(0, at)} ${text.slice(at + 1)}`;
      notes.push("an unmatched quotation mark was ignored");
    }
    const kept = [...text], opened = [];
    let quoted = false, alone = false;
    kept.forEach((c, at) => {
      if (c === '"') quoted = !quoted;
      else if (c === "(" && !quoted && opened.push(at) > MAX_DEPTH) kept[at] = " ";
      else if (c === ")" && !quoted) {
        if (!opened.length || opened.length > MAX_DEPTH) [kept[at], alone] = [" ", alone || !opened.length];
        opened.pop();
      }
    });
    for (const at of opened) [kept[at], alone] = [" ", true];
    if (alone) notes.push("an unmatched parenthesis was ignored");
    return kept.join("");
  }

  const TOKENS = [
    ["field", /([A-Za-z][A-Za-z_-]*):(?=[^\s:])/y], ["phrase", /"(.*?)"(?:~[1-9][0-9]*)?/y], ["(", /\(/y], [")", /\)/y],
    ["pattern", /([^ \t\r\n*]+)[*](?= |$|\))/y], ["fuzzy", /(?<=\S)~([0-9])?(?:\/[1-9][0-9]*)?/y],
    ["-", /(?:^|(?<=[\s()]))-(?=[^\s\d-])/y], ["OR", /(?<=\s)OR(?=\s)/y], [" ", /\s+/y],
  ];

  function tokens(text) {
    const list = [];
    let at = 0, before = 0;
    const word = () => before < at && list.push({ kind: "word", text: text.slice(before, at) });
    while (at < text.length) {
      const match = firstToken(text, at);
      if (!match) at += 1;
      else {
        word();
        list.push(match.token);
        before = at = match.end;
      }
    }
    word();
    return list;
  }

  function firstToken(text, at) {
    for (const [kind, pattern] of TOKENS) {
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      if (match) return { end: pattern.lastIndex, token: { kind, text: match[1] ?? "", original: match[0] } };
    }
    return null;
  }

  /**
   * Tokens → a tree of `and`, `or` and `not` over words, phrases, patterns and fuzzy words, each with its field or
   * none.
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
    return operators(fielded(fuzzy(top.nodes.length === 1 && top.nodes[0].nodes ? top.nodes[0] : top)));
  }

  const mapped = (group, nodes) => ({ ...group, nodes });

  /** Joins a word and the `~` after it. */
  function fuzzy(group) {
    const nodes = [];
    for (const node of group.nodes) {
      const last = nodes.at(-1);
      if (node.kind === "fuzzy" && last && last.kind === "word")
        nodes[nodes.length - 1] = { ...last, kind: "fuzzy", most: Number(node.text || 1) };
      else if (node.kind === "fuzzy") nodes.push({ kind: "word!", text: node.original });
      else nodes.push(node.nodes ? fuzzy(node) : node);
    }
    return mapped(group, nodes.map((node) => (node.kind === "word!" ? { ...node, kind: "word" } : node)));
  }

  /** Applies a field to what follows it without a space, and removes spaces. */
  function fielded(group) {
    const nodes = [];
    for (let at = group.nodes.length - 1; at >= 0; at--) {
      let node = group.nodes[at];
      const before = group.nodes[at - 1];
      if (node.kind === "field") node = { kind: "word", text: node.original };
      else if (node.nodes) node = fielded(node);
      if (before && before.kind === "field" && node.kind !== " ") {
        node = within(node, before.text);
        at -= 1;
      }
      nodes.unshift(node);
    }
    return mapped(group, nodes.filter((node) => node.kind !== " "));
  }

  const within = (node, field) => (node.nodes
    ? mapped(node, node.nodes.map((inner) => within(inner, field)))
    : { ...node, field: node.field || field });

  /** Applies `-` to what follows it, and `OR` to both sides. */
  function operators(group) {
    const nodes = [...group.nodes];
    for (let at = 0; at < nodes.length; at++) {
      if (nodes[at].kind !== "-") continue;
      nodes.splice(at, 1);
      if (at < nodes.length) nodes[at] = nodes[at].kind === "-" ? nodes[at] : { kind: "not", nodes: [nodes[at]] };
    }
    for (let at = 0; at < nodes.length; ) {
      if (nodes[at].kind !== "OR") at += 1;
      else if (at === 0 || at === nodes.length - 1) nodes.splice(at, 1);
      else if (nodes[at - 1].kind === "or")
        nodes.splice(at - 1, 3, mapped(nodes[at - 1], [...nodes[at - 1].nodes, nodes[at + 1]]));
      else nodes.splice(at - 1, 3, { kind: "or", nodes: [nodes[at - 1], nodes[at + 1]] });
    }
    return mapped(group, nodes.map((node) => (node.nodes ? operators(node) : node)));
  }

  /** A set for all of them; null if there are none. Negations alone are taken from all documents. */
  function allOf(index, parts) {
    if (!parts.length) return null;
    const all = new Uint8Array(index.count).fill(1);
    for (const { not, set } of parts)
      for (let n = 0; n < all.length; n++) if (Boolean(set[n]) === Boolean(not)) all[n] = 0;
    return all;
  }

  function anyOf(index, sets) {
    const any = new Uint8Array(index.count);
    for (const set of sets) for (let n = 0; n < any.length; n++) any[n] |= set[n];
    return any;
  }

  const opposite = (set) => set.map((one) => 1 - one);

  /** Looks up the leaves of a query, and notes those it does not know. */
  class Resolver {
    constructor(index, parsed) {
      Object.assign(this, { index, parsed, analyzer: index.analyzer, left: MAX_PARTS, patterns: MAX_PATTERNS });
    }

    /** @returns {?{not: boolean, set: Uint8Array}} without what was not understood; its words join the `soft` ones */
    tree(node, soft) {
      const part = this.set(node.kind === "not" ? node.nodes[0] : node, node.kind === "not" ? null : soft);
      return part && { not: node.kind === "not", set: part };
    }

    set(node, soft) {
      if (node.kind === "not") {
        const set = this.set(node.nodes[0], null);
        return set && opposite(set);
      }
      if (node.nodes) {
        const parts = node.nodes.map((child) => this.set(child, soft)).filter(Boolean);
        if (!parts.length) return null;
        return node.kind === "or"
          ? anyOf(this.index, parts)
          : allOf(this.index, parts.map((set) => ({ not: false, set })));
      }
      if (this.left <= 0) return this.note(`only the first ${MAX_PARTS} parts of the query were read`);
      this.left -= 1;
      const kind = node.kind === "OR" || node.kind === "-" ? "word" : node.kind;
      if ((kind === "pattern" || kind === "fuzzy") && --this.patterns < 0)
        return this.note(`only the first ${MAX_PATTERNS} words with * or ~ were read`);
      const text = kind === "phrase" ? node.text.split(/\s+/).filter(Boolean).join(" ") : node.text;
      if (node.field) return this.field(node.field, text + (kind === "pattern" ? "*" : ""), kind);
      return this.words(text, kind, node.most ?? 1, soft);
    }

    note(sentence) {
      if (!this.parsed.notes.includes(sentence)) this.parsed.notes.push(sentence);
      return null;
    }

    words(text, kind, most, soft) {
      const { index } = this, words = this.analyzer.words(text);
      if (!words.length) return null;
      if (kind === "phrase") {
        if (soft) soft.push(...words);
        return index.phrase(words);
      }
      if (kind === "word") {
        if (soft) soft.push(text);
        return allOf(index, words.map((word) => ({ not: false, set: index.term("terms", this.analyzer.stem(word)) })));
      }
      const limit = Math.min(2, Math.max(1, most)), start = words.join("");
      const terms = kind === "pattern"
        ? index.lexicon("words").filter((term) => term.startsWith(start)).slice(0, MAX_TERMS)
        : index.lexicon("words").filter((term) => distance(words[0], term, limit) <= limit);
      if (soft) this.parsed.patterns.push(terms);
      return anyOf(index, terms.map((term) => index.term("words", term)));
    }

    /** The documents that match a field's value; null, with a note, if the field or date is not understood. */
    field(name, value, kind) {
      const field = this.index.fields.byName.get(name.toLowerCase());
      if (!field) {
        const known = this.index.fields.list.map((one) => one.name).join(", ");
        return this.note(`unknown field "${cut(name, 40)}:" was ignored (fields: ${known})`);
      }
      if (field.kind === "date") return this.date(field.name, value);
      // a strength may be `*`
      if (kind === "pattern" && !this.index.lexicon(field.name).includes(value)) {
        const start = this.analyzer.slug(value.replace(/\*+$/, ""));
        return this.any(field.name, this.index.lexicon(field.name).filter((term) => term.startsWith(start)));
      }
      return field.kind === "name" ? this.name(field.name, value) : this.fact(field, value);
    }

    any(field, terms) {
      return anyOf(this.index, terms.map((term) => this.index.term(field, term)));
    }

    name(field, value) {
      const { status, things, near } = resolve(this.index.tables[field], value);
      const titles = (list) => list.map((thing) => thing.title).join(", ");
      if (status === "none") this.note(
        `no ${field} is called "${cut(value, 40)}"${near.length ? `; the nearest: ${titles(near)}` : ""}`
      );
      else if (status === "ambiguous") this.note(`${field}:"${cut(value, 40)}" was read as any of ${titles(things)}`);
      if (field === "card") this.parsed.cards.push(...things.map((thing) => thing.place));
      return this.any(field, things.map((thing) => thing.id));
    }

    fact(field, typed) {
      const { index } = this, known = index.lexicon(field.name), words = this.analyzer.words(typed);
      let value = this.analyzer.slug(typed), terms;
      value = field.values.get(value) ?? value;
      const compared = COMPARISON.exec(typed.trim());
      if (compared) {
        const [, sign = ">=", ...bounds] = compared, bound = Number(bounds.find(Boolean));
        terms = known.filter((term) => /^\d+$/.test(term) && COMPARISONS[sign](Number(term), bound));
      } else if (SIGN.test(typed.trim())) terms = [];
      else if (known.includes(value)) terms = [value];
      else if (field.byWord && words.length && words.every((word) => known.includes(word))) {
        return allOf(index, words.map((word) => ({ not: false, set: index.term(field.name, word) })));
      } else {
        const one = singular(value), same = known.find((term) => one === term || one === singular(term));
        terms = same !== undefined ? [same] : known.filter((term) => words.length && term.startsWith(value));
        if (terms.length > 1) {
          const listed = `${terms.slice(0, 6).join(", ")}${terms.length > 6 ? " …" : ""}`;
          this.note(`${field.name}:"${cut(typed, 40)}" was read as any of ${listed}`);
        }
      }
      if (!terms.length) this.note(
        `nothing has ${field.name}:"${cut(typed, 40)}"${known.length <= 12 ? ` (known: ${known.join(", ")})` : ""}`
      );
      return this.any(field.name, terms);
    }

    /** The documents with a date. `before:` and `after:` include the day; a month or year means its first day. */
    date(field, value) {
      const date = readDate(value);
      if (date === null)
        return this.note(`"${field}:${cut(value, 20)}" is not a date (1996, 1996-08 or 1996-08-06) and was ignored`);
      return this.index.setOf((doc) => doc.dates.some((day) => (field === "before" ? day <= date : day >= date)));
    }
  }

  /** The first day of a year, month or day written as `1996`, `1996-08`, `1996-08-06`; null if it is not a date. */
  function readDate(text) {
    const match = /^(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?$/.exec(text.trim());
    if (!match) return null;
    const [year, month, day] = match.slice(1).map((part) => (part ?? "1").padStart(2, "0"));
    const written = `${year}-${month}-${day}`, date = new Date(`${written}T00:00Z`); // the 30th of February is in March
    return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written) && year > "0000" ? written : null;
  }

  site.query = { parse };
})((window.Rulings = window.Rulings || {}));
