/**
 * `RULINGS_SEARCH` (columns, see `search_data.py`) → the library: cards, topics and entries as objects, and an inverted
 * index of their words. Built once, in about ten milliseconds, when the reader first turns to the search box.
 */
(function (site) {
  "use strict";

  const { words, stem, learn } = site.text;
  const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  const CODE = /[\u0100-\u02ff\u0400-\u052f]/g;
  const WORD_END = /[A-Za-z'\u0100-\u02ff\u0400-\u052f]/;

  /** @typedef {{name: string, weight: number, flat: number}} Field weight of a hit in it; flat: how far length is ignored */

  /** Words written as one character are spelled out again; where two words meet, the space between them was implied. */
  function spell(text, common) {
    const list = common.words.split(" ");
    const code = new Map();
    let at = 0x100;
    for (const word of list) {
      while (common.taken.includes(String.fromCharCode(at))) at = next(at);
      code.set(String.fromCharCode(at), word);
      at = next(at);
    }
    return text.replace(CODE, (char, offset) => {
      const word = code.get(char);
      if (word === undefined) return char;
      return offset > 0 && WORD_END.test(text[offset - 1]) ? " " + word : word;
    });
  }
  const next = (at) => (at === 0x2ff ? 0x400 : at + 1);

  const lines = (text) => text.split("\n").map((line) => line.replace(/\t/g, "\n"));
  const numbers = (text) => (text ? text.split(" ").map(Number) : []);

  /** An entry's line: its first question, a tab, its text. */
  function asked(line) {
    const tab = line.indexOf("\n");
    return { question: line.slice(0, tab), text: line.slice(tab + 1) };
  }

  /** The id that a title has as a rule; the others are shipped. */
  const plainId = (title) => (site.text.fold(title).match(/[a-z0-9]+/g) || []).join("-");

  function readCards(data) {
    const titles = data.titles.split("\n"), keywords = lines(data.keyword);
    const aliases = data.aliases.split("\n"), maybe = data.maybe.split("\n");
    return titles.map((title, n) => ({
      kind: "card",
      id: data.ids[n] || plainId(title),
      title,
      side: data.side[n] === "C" ? "Corp" : "Runner",
      type: data.types[DIGITS.indexOf(data.type[n])],
      set: data.sets[DIGITS.indexOf(data.set[n])],
      keywords: numbers(keywords[n]).map((k) => data.keywords[k]),
      aliases: aliases[n] ? aliases[n].split("|") : [],
      maybe: maybe[n] ? maybe[n].split("|") : [],
      count: 0,
    }));
  }

  function readRulings(data, cards, topics) {
    const subjects = data.subjects.split(" ").map((s) => (s[0] === "c" ? cards : topics)[Number(s.slice(1))]);
    const said = data.said.split("\n"), also = data.also.split("\n"), mentions = data.mentions.split("\n");
    const steps = numbers(data.subject);
    let at = 0;
    return lines(data.texts).map((line, n) => {
      at += steps[n];
      const flags = DIGITS.indexOf(data.flags[n]), subject = subjects[at];
      subject.count += 1;
      return {
        kind: "ruling",
        ...asked(line),
        subject,
        title: subject.title,
        id: subject.id + "-" + data.hash.slice(8 * n, 8 * n + 8),
        document: "rulings",
        game: "netrunner",
        errata: Boolean(flags & 1), see: Boolean(flags & 2), official: !(flags & 4),
        reverses: Boolean(flags & 8), reversed: Boolean(flags & 16),
        said: said[n] ? said[n].split(" ").map((c) => readCitation(c, data.people)) : [],
        also: numbers(also[n]).map((step) => n + step),
        mentions: numbers(mentions[n]).map((c) => cards[c]),
      };
    });
  }

  /** `0960809` → who, person and the day as 1996-08-09 (or "" where none was printed). */
  function readCitation(code, people) {
    const [who, person] = people[DIGITS.indexOf(code[0])];
    const [, y, m, d] = /^.(\d\d)(\d\d)(\d\d)$/.exec(code) || [];
    return { who, person, date: y ? `${y < "70" ? "20" : "19"}${y}-${m}-${d}` : "" };
  }

  function readSections(data, documents) {
    const titles = data.titles.split("\n");
    return lines(data.texts).map((line, n) => {
      const [id, short, name, game] = documents[DIGITS.indexOf(data.document[n])];
      return {
        kind: "section", ...asked(line), title: titles[n], id: data.ids[n] || plainId(`${short} ${titles[n]}`),
        document: short, folder: id, in: name, game, official: true, said: [], also: [], mentions: [],
      };
    });
  }

  function readSteps(data, documents) {
    const decisions = data.decisions.split("\n"), actors = data.actors.split("\n");
    const [, , name, game] = documents.find((d) => d[1] === "run-chart");
    return lines(data.texts).map((line, n) => ({
      kind: "step", ...asked(line), title: `Step ${n + 1}`, id: `step-${n + 1}`, decision: decisions[n], actor: actors[n],
      document: "run-chart", in: name, game, official: true, said: [], also: [], mentions: [],
    }));
  }

  /** For each entry the words its further questions add. */
  function readPostings(data, entries) {
    const places = data.in.split(" ");
    data.list.split(" ").forEach((word, n) => {
      let number = 0, unit = 1, at = -1;
      for (const char of places[n].replace(/\x7f/g, "\\")) {
        const c = char.charCodeAt(0);
        if (c >= 80) {
          number += (c - 80) * unit;
          unit *= 45;
        } else {
          at += number + (c - 35) * unit + 1;
          entries[at].further.push(word);
          number = 0;
          unit = 1;
        }
      }
    });
  }

  /** What is indexed of an entry, a list of words for each field. */
  function fieldsOf(entry) {
    const subject = entry.subject;
    return {
      title: words(entry.kind === "step" ? "" : entry.title),
      text: words(entry.decision ? `${entry.text} ${entry.decision}` : entry.text),
      question: words(entry.question),
      further: entry.further,
      facts: subject && subject.type ? words(`${subject.type} ${subject.keywords.join(" ")} ${subject.aliases.join(" ")}`) : words(entry.in || ""),
    };
  }

  const SLICE = 4; // milliseconds; four times as long on a slow phone is still not felt
  const FIELDS = ["title", "text", "question", "further", "facts"];

  /**
   * Stem → entries that hold it, and for each field how often; the exact words are counted beside their stems.
   * In short slices, so that the page answers to keys and taps in between.
   */
  async function buildIndex(entries, pause) {
    const stems = new Map(), exact = new Map(), length = FIELDS.map(() => 0);
    let since = performance.now();
    for (const [n, entry] of entries.entries()) {
      const fields = fieldsOf(entry);
      entry.lengths = FIELDS.map((field) => fields[field].length);
      entry.order = [...fields.text, "", ...fields.question].map(stem);
      FIELDS.forEach((field, f) => {
        length[f] += fields[field].length;
        for (const word of fields[field]) {
          count(stems, stem(word), n, f);
          exact.set(word, (exact.get(word) || 0) + 1);
        }
      });
      if (performance.now() - since > SLICE) {
        await pause();
        since = performance.now();
      }
    }
    return { stems, exact, mean: length.map((sum) => sum / entries.length || 1) };
  }

  function count(map, key, n, field) {
    let found = map.get(key);
    if (!found) map.set(key, (found = new Map()));
    let row = found.get(n);
    if (!row) found.set(n, (row = new Float32Array(FIELDS.length)));
    row[field] += 1;
  }

  /** Lets the page do what it has to do. */
  function rest() {
    if (window.scheduler && window.scheduler.yield) return window.scheduler.yield();
    return new Promise((resolve) => setTimeout(resolve, 0));
  }

  /**
   * @param {object} data `RULINGS_SEARCH`
   * @param {function(): Promise<void>} [pause] what happens between two slices of work
   * @returns {Promise<object>} cards, topics, entries, synonyms and the index over them
   */
  async function build(data, pause = rest) {
    learn(data.forms);
    const spelled = (text) => spell(text, data.common);
    const cards = readCards({ ...data.cards, titles: spelled(data.cards.titles) });
    await pause();
    const topics = data.topics.titles.split("\n").map((title, n) => ({
      kind: "topic", id: data.topics.ids[n] || plainId(title), title, aliases: [], maybe: [], count: 0,
    }));
    const texts = spelled(data.rulings.texts);
    await pause();
    const entries = readRulings({ ...data.rulings, texts }, cards, topics);
    await pause();
    entries.push(
      ...readSections({ ...data.sections, texts: spelled(data.sections.texts) }, data.documents),
      ...readSteps({ ...data.steps, texts: spelled(data.steps.texts) }, data.documents),
    );
    await pause();
    entries.forEach((entry, n) => Object.assign(entry, { n, further: [] }));
    readPostings(data.words, entries);
    await pause();
    const index = await buildIndex(entries, pause);
    return { cards, topics, entries, index };
  }

  site.entries = { build, rest };
})((window.Rulings = window.Rulings || {}));
