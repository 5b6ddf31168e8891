/**
 * What is typed → a query: words to rank by, conditions that must hold, and notes on what was ignored.
 *
 * The language is the command line's: `"a phrase"`, `-word`, `word*`, `word~`, `OR`, parentheses and fields such as
 * `card:"dr dreff"` or `after:1996-06`. Nothing typed is an error: what cannot be understood becomes a note.
 */
(function (site) {
  "use strict";

  const { words, stem, fold } = site.text;
  const TOKEN = /\s*(?:([()])|(-)(?=[^\s])|([a-z]+):(?:"([^"]*)"?|([^\s()]*))|"([^"]*)("?)|([^\s()"]+))/giy;
  const DATE = /^\d{4}(-\d\d?(-\d\d?)?)?$/;
  const LONGEST = 400; // letters of a query that are read

  const same = (a, b) => fold(String(a)) === fold(String(b));
  const begins = (known, typed) => fold(known).startsWith(fold(typed));
  const isOf = {
    errata: (e) => e.errata, reversal: (e) => e.reverses, unofficial: (e) => !e.official, see: (e) => e.see,
    official: (e) => e.official, reversed: (e) => e.reversed, ruling: (e) => e.kind === "ruling",
  };
  const WHERE = ["rulings", "run-chart", "manual", "variant", "tournament"];
  const lastDay = (entry) => entry.said.reduce((last, c) => (c.date > last ? c.date : last), "");

  /** Field → how a value becomes a condition on an entry (or a sentence that says why it cannot). */
  const FIELDS = {
    card: (v, names) => about(v, names, "card"),
    topic: (v, names) => about(v, names, "topic"),
    by: (v) => (e) => e.said.some((c) => fold(`${c.who} ${c.person}`).includes(fold(v))),
    is: (v) => isOf[v.toLowerCase()] || `is:${v} is not known; there are ${Object.keys(isOf).join(", ")}`,
    side: (v) => (e) => Boolean(e.subject && e.subject.side && begins(e.subject.side, v)),
    type: (v) => (e) => Boolean(e.subject && e.subject.type && begins(e.subject.type, v.replace(/s$/, ""))),
    keyword: (v) => (e) => Boolean(e.subject && (e.subject.keywords || []).some((k) => same(k, v))),
    set: (v) => (e) => Boolean(e.subject && e.subject.set && begins(e.subject.set, v)),
    before: (v) => dated(v, "before", (day) => (e) => lastDay(e) !== "" && lastDay(e) < day),
    after: (v) => dated(v, "after", (day) => (e) => lastDay(e) > day),
    in: (v) => (WHERE.includes(v.toLowerCase()) ? (e) => e.document === v.toLowerCase() : `in:${v} is not known; there are ${WHERE.join(", ")}`),
    game: (v) => (e) => same(e.game, v),
  };

  function about(value, names, kind) {
    const found = names.whole(value).filter((hit) => hit.thing.kind === kind);
    if (!found.length) return `no ${kind} is called "${value}"`;
    const best = new Set(found.filter((hit) => hit.rank === found[0].rank).map((hit) => hit.thing));
    return (e) => best.has(e.subject) || e.mentions.some((card) => best.has(card));
  }

  function dated(value, field, condition) {
    return DATE.test(value) ? condition(value) : `${field}:${value} is no date; write it as 1996-08 or 1996-08-09`;
  }

  /**
   * @param {string} typed
   * @param {object} names see `search-names.js`; it resolves `card:` and `topic:`
   * @returns {{typed: string, words: {word: string, star: boolean, loose: boolean}[], phrases: string[][], allows: function, notes: string[], plain: boolean}}
   *   `plain`: nothing but words were typed; `allows(entry, has)`: whether the conditions hold
   */
  function parse(typed, names) {
    const query = { typed: typed.trim(), words: [], phrases: [], notes: [], plain: true };
    const tokens = read(typed.slice(0, LONGEST), query);
    const state = { tokens, at: 0, query, names };
    const parts = [];
    while (state.at < tokens.length) {
      const part = either(state, false);
      if (part) parts.push(part);
      if (tokens[state.at] && tokens[state.at].type === ")") {
        query.notes.push("a “)” without its “(” was ignored");
        state.at += 1;
      }
    }
    query.allows = (entry, has) => parts.every((part) => part(entry, has));
    query.bounded = parts.some((part) => !part.soft);
    return query;
  }

  function read(typed, query) {
    const tokens = [];
    TOKEN.lastIndex = 0;
    for (let m; TOKEN.lastIndex < typed.length && (m = TOKEN.exec(typed)); ) {
      const [, paren, minus, field, quoted, bare, phrase, closed, word] = m;
      if (paren) tokens.push({ type: paren });
      else if (minus) tokens.push({ type: "-" });
      else if (field) tokens.push({ type: "field", field: field.toLowerCase(), value: quoted ?? bare });
      else if (phrase !== undefined && closed) tokens.push({ type: "phrase", words: words(phrase) });
      else if (phrase !== undefined) {
        query.notes.push("a quotation mark without its pair was ignored");
        TOKEN.lastIndex -= phrase.length; // what follows it is read like the rest
      } else if (word === "OR" || word === "NOT") tokens.push({ type: word === "OR" ? "OR" : "-" });
      else if (word !== "AND") tokens.push(...wordTokens(word));
    }
    query.plain = tokens.every((token) => token.type === "word");
    return tokens;
  }

  function wordTokens(text) {
    const ending = /[*~]\d*$/.exec(text);
    return words(text).map((word) => ({
      type: "word", word, star: Boolean(ending && ending[0][0] === "*"), loose: Boolean(ending && ending[0][0] === "~"),
    }));
  }

  /** `a OR b`, each side a row of conditions. Inside OR, parentheses or after `-` a word is a condition too. */
  function either(state, strict) {
    const start = state.at;
    const strictly = strict || hasOr(state);
    const sides = [row(state, strictly)];
    while (state.tokens[state.at] && state.tokens[state.at].type === "OR") {
      state.at += 1;
      sides.push(row(state, true));
    }
    if (state.at === start) return null;
    const real = sides.filter((side) => side.length);
    if (real.length < 2) return all(real[0] || []);
    return (entry, has) => real.some((side) => side.every((part) => part(entry, has)));
  }

  function all(parts) {
    if (!parts.length) return null;
    const condition = (entry, has) => parts.every((part) => part(entry, has));
    condition.soft = parts.every((part) => part.soft);
    return condition;
  }

  function hasOr(state) {
    let depth = 0;
    for (let i = state.at; i < state.tokens.length; i++) {
      const { type } = state.tokens[i];
      if (type === "(") depth += 1;
      else if (type === ")" && --depth < 0) return false;
      else if (type === "OR" && depth === 0) return true;
    }
    return false;
  }

  function row(state, strict) {
    const parts = [];
    while (state.at < state.tokens.length && !["OR", ")"].includes(state.tokens[state.at].type)) {
      const part = one(state, strict, false);
      if (part) parts.push(part);
    }
    return parts;
  }

  function one(state, strict, negated) {
    const token = state.tokens[state.at++];
    if (!token) return null;
    if (token.type === "-") {
      const part = one(state, true, !negated);
      return part && ((entry, has) => !part(entry, has));
    }
    if (token.type === "(") {
      const inner = either(state, strict);
      if (state.tokens[state.at] && state.tokens[state.at].type === ")") state.at += 1;
      else state.query.notes.push("a “(” without its “)” was read as if it were closed at the end");
      return inner;
    }
    if (token.type === "field") return fieldCondition(state, token);
    if (token.type === "phrase") return phraseCondition(state, token, negated);
    return token.type === "word" ? wordCondition(state, token, strict, negated) : null;
  }

  function fieldCondition(state, { field, value }) {
    const { notes } = state.query;
    const make = Object.hasOwn(FIELDS, field) ? FIELDS[field] : null;
    if (!make) notes.push(`unknown field “${field}:” was ignored`);
    else if (!value) notes.push(`“${field}:” without a value was ignored`);
    else {
      const condition = make(value, state.names);
      if (typeof condition === "function") return condition;
      notes.push(`${condition} (ignored)`);
    }
    return null;
  }

  function phraseCondition(state, token, negated) {
    const wanted = token.words.map(stem);
    if (!wanted.length) return null;
    if (!negated) {
      state.query.phrases.push(wanted);
      state.query.words.push(...token.words.map((word) => ({ word, star: false, loose: false })));
    }
    const text = ` ${wanted.join(" ")} `;
    return (entry) => ` ${entry.order.join(" ")} `.includes(text);
  }

  function wordCondition(state, token, strict, negated) {
    if (!negated) state.query.words.push(token);
    const condition = strict ? (entry, has) => has(entry, token) : () => true;
    condition.soft = !strict;
    return condition;
  }

  site.query = { parse };
})((window.Rulings = window.Rulings || {}));
