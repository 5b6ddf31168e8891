/**
 * A query as typed → the words to rank by, the documents that may match, and notes, as in `search/query_parser.py`.
 */
(function (site) {
  "use strict";

  const { allOf, complement, PartResolver, truncate } = site.queryParts;
  const { leaves, readTree } = site.queryTree;
  const { DOCUMENT_KINDS, ENTRY_KINDS, MAX_PARENTHESES_DEPTH, MAX_QUERY_LENGTH, SHORT_QUERY_WORDS } = site.constants;
  const FIELD = new RegExp(site.constants.FIELD_PATTERN, "g"), ID = new RegExp(site.constants.ID_PATTERN, "g");
  const ADDRESS = new RegExp(site.constants.ADDRESS_PATTERN, "gi"), PAGE = /\/(cards|topics|run-chart)\/([a-z0-9-]+)/;
  const KIND_ON_PAGES = { cards: "card", topics: "topic", "run-chart": "step" };
  const AND = new RegExp(site.constants.AND_PATTERN, "g"), NOT = new RegExp(site.constants.NOT_PATTERN, "g");
  const BETWEEN = new RegExp(site.constants.BETWEEN_FIELDS_PATTERN, "y");
  const COMPARED = new RegExp(site.constants.COMPARED_FIELD_PATTERN, "gi");
  const OPERATORS = { or: [" OR ", "OR"], and: [" ", "AND"], not: [" -", "NOT"], "and not": [" -", "NOT"] };
  const OR = new RegExp(site.constants.OR_PATTERN), PUNCTUATION = new RegExp(site.constants.PUNCTUATION_PATTERN);
  // `_OPERATOR` in Python, where `\w` matches the letters and digits of all scripts.
  const OPERATOR =
    /(?<!\S)-?"(?=\S)|(?<!\S)-(?=[\p{L}(])|(?<![\p{L}\p{N}_*])[\p{L}\p{N}]{2,}[*~]\d?(?=\s|\)|$)|(?<!\S)\(/u;

  /**
   * @typedef {object} ParsedQuery what was understood of a query
   * @property {string} text words to rank by
   * @property {boolean} hasOptionalWords whether some words only rank the answers
   * @property {boolean} hasOperators whether there is more in `condition` than fields
   * @property {?Uint8Array} condition the documents that may match; null: all
   * @property {?Uint8Array} fieldConditions those that its fields alone allow
   * @property {string} fallbackText all words of a strict query, to rank by if nothing matches
   * @property {string[][]} patterns the words that each word with `*` or `~` stands for
   * @property {number[]} cards those named in fields
   * @property {number[]} numbers those of the documents whose ids or addresses are in the query
   * @property {string[]} notes
   */

  /**
   * The parsed query.
   * @param {Index} index see `index.js`
   * @param {string} typed
   * @returns {ParsedQuery}
   */
  function parse(index, typed) {
    const parsed = {
      text: "", hasOptionalWords: true, hasOperators: false, condition: null, fieldConditions: null, fallbackText: "",
      patterns: [], cards: [], numbers: [], notes: [],
    };
    let text = truncate(typed.slice(0, 2 * MAX_QUERY_LENGTH + 2), MAX_QUERY_LENGTH + 1)
      .replace(/[“”„«»]/g, '"')
      .replace(/[’‘]/g, "'")
      .replaceAll("≤", "<=")
      .replaceAll("≥", ">=")
      .replace(/[\p{C}\p{Z}]/gu, " ");
    if ([...text].length > MAX_QUERY_LENGTH) {
      text = truncate(text, MAX_QUERY_LENGTH);
      parsed.notes.push(`only the first ${MAX_QUERY_LENGTH} characters were read`);
    }
    const resolver = new PartResolver(index, parsed);
    text = withOperators(resolver, takeIds(index, text, parsed).replace(COMPARED, "$1$2:$3"));
    const isShortQuery = isShort(text);
    if (isShortQuery) {
      text = withSymbols(withoutUnknownFields(resolver, text));
      for (const [field] of text.matchAll(index.fields.spaced))
        parsed.notes.push(`“${field}” was read as a word; the value of a field follows its colon without a space`);
    }
    if (OR.test(text) || (isShortQuery && OPERATOR.test(text))) {
      readStrictly(resolver, text, parsed);
      return parsed;
    }
    const parts = [], { byName } = index.fields;
    parsed.text = parsed.fallbackText = text.replace(FIELD, (match, minus, name, value) => {
      if (!byName.has(name.toLowerCase())) return match; // it is not meant as a field
      const kind = value.startsWith('"') ? "phrase" : value.endsWith("*") ? "pattern" : "word";
      const set = resolver.readField(name, value.replace(/^"+|"+$/g, ""), kind, Boolean(minus));
      if (set) parts.push(minus ? complement(set) : set);
      return " ";
    });
    parsed.condition = parsed.fieldConditions = allOf(index, parts);
    return parsed;
  }

  /** The text with operators for `and`, `or` and `not` between fields. */
  function withOperators(resolver, text) {
    let result = "", copied = 0;
    for (const match of text.matchAll(FIELD)) {
      BETWEEN.lastIndex = match.index + match[0].length;
      const operator = resolver.index.fields.byName.has(match[2].toLowerCase()) && BETWEEN.exec(text);
      if (!operator) continue;
      const [symbol, name] = OPERATORS[operator[2]];
      result += text.slice(copied, operator.index) + symbol;
      copied = operator.index + operator[0].length;
      resolver.note(`“${operator[2]}” between fields was read as ${name}`);
    }
    return result + text.slice(copied);
  }

  /** Whether a query consists of only a few words, phrases and operators. */
  function isShort(text) {
    const outside = text.replace(FIELD, " ").replace(/-?"[^"]*"/g, " ");
    return outside.split(/\s+/).filter(Boolean).length <= SHORT_QUERY_WORDS && !PUNCTUATION.test(outside);
  }

  /** A short query with `-` for `NOT`, and without `AND`. In a query without lowercase letters they are only words. */
  const withSymbols = (text) => (/\p{Ll}/u.test(text) ? text.replace(AND, " ").replace(NOT, "-") : text);

  /** A short query with the values of unknown fields as words; names that resemble no field are words too. */
  function withoutUnknownFields(resolver, text) {
    return text.replace(FIELD, (match, minus, name, value) => {
      const isKnown = resolver.index.fields.byName.has(name.toLowerCase());
      if (isKnown || minus || name !== name.toLowerCase()) return match;
      return resolver.noteUnknownField(name) ? value : `${name} ${value}`;
    });
  }

  /** Moves our ids and addresses from the text to `parsed`, and returns the rest of the text. */
  function takeIds(index, text, parsed) {
    const takeId = (id, kinds = DOCUMENT_KINDS) => {
      const number = index.numberOf(id);
      if (number === undefined || !kinds.includes(index.docs[number].kind)) return false;
      parsed.numbers.push(number);
      return true;
    };
    const takeAddress = (match) => {
      const address = match.replace(/[.,;:!?)"']+$/, "").replace(/\bstep-(?=\d)/g, "run-chart-");
      const page = PAGE.exec(address), fragment = address.split("#").slice(1).join("#");
      return takeId(fragment) || (page && takeId(page[2], [KIND_ON_PAGES[page[1]]])) ? " " : match;
    };
    const withoutAddresses =
      text.replace(ADDRESS, takeAddress).replace(/\/(?:cards|topics|documents|run-chart)\/\S*/g, takeAddress);
    return withoutAddresses.replace(ID, (id) => (takeId(id, ENTRY_KINDS) ? " " : id));
  }

  /** Parses the query language, and looks up every leaf of the tree. */
  function readStrictly(resolver, text, parsed) {
    const tree = readTree(withoutUnpaired(text, parsed.notes)), words = [], conditions = [], fieldConditions = [];
    parsed.hasOptionalWords = false;
    for (const part of tree.kind === "and" ? tree.nodes : [tree]) {
      if (part.kind === "word" && !part.field) {
        words.push(part.text);
        parsed.hasOptionalWords = true;
        continue;
      }
      const set = resolver.resolve(part, words);
      if (!set) continue;
      conditions.push(set);
      if (leaves(part).every((leaf) => leaf.field)) fieldConditions.push(set);
    }
    parsed.text = words.join(" ");
    parsed.fallbackText =
      text.replace(FIELD, " ").replace(/["()*]|~\d*|\bOR\b|(?<!\S)-\S+/g, " ").split(/\s+/).filter(Boolean).join(" ");
    parsed.hasOperators = conditions.length > 0;
    parsed.condition = allOf(resolver.index, conditions);
    parsed.fieldConditions = allOf(resolver.index, fieldConditions);
  }

  /** The text without unpaired quotation marks and parentheses, and without parentheses that are nested too deeply. */
  function withoutUnpaired(text, notes) {
    if ((text.match(/"/g) || []).length % 2) {
      const position = text.lastIndexOf('"');
      text = `${text.slice(0, position)} ${text.slice(position + 1)}`;
      notes.push("an unmatched quotation mark was ignored");
    }
    const kept = [...text], opened = [];
    let quoted = false, hasUnpaired = false;
    kept.forEach((character, position) => {
      if (character === '"') quoted = !quoted;
      else if (character === "(" && !quoted && opened.push(position) > MAX_PARENTHESES_DEPTH) kept[position] = " ";
      else if (character === ")" && !quoted) {
        if (!opened.length || opened.length > MAX_PARENTHESES_DEPTH)
          [kept[position], hasUnpaired] = [" ", hasUnpaired || !opened.length];
        opened.pop();
      }
    });
    for (const position of opened) [kept[position], hasUnpaired] = [" ", true];
    if (hasUnpaired) notes.push("an unmatched parenthesis was ignored");
    return kept.join("");
  }

  site.queryParser = { parse };
})((window.Rulings = window.Rulings || {}));
