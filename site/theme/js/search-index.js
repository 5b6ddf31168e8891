/**
 * `Rulings.searchData` (columns, see `search_data.py`) → the index: documents with their terms, postings, tables of
 * names. Built once, in short slices, when the reader first turns to the search box.
 */
(function (site) {
  "use strict";

  const { fold, tableOf } = site.names;
  const { ANSWERS, FOUND_BY_FIELD, INHERITED, NAMES, UNDER } = site.constants;
  const CODE = /[\u0100-\u02ff\u0400-\u052f]/g;
  const WORD_END = /[A-Za-z'\u0100-\u02ff\u0400-\u052f]/;
  const SPELLED = 120; // answers that are spelled out at a time
  const SLICE = 4; // milliseconds; four times as long on a slow phone is still not felt

  /** Spells out the words that are written as one character; between two words the space is implied. */
  function speller({ words, taken }) {
    const code = new Map();
    let at = 0x100;
    for (const word of words.split(" ")) {
      while (taken.includes(String.fromCharCode(at))) at = next(at);
      code.set(String.fromCharCode(at), word);
      at = next(at);
    }
    return (text) => text.replace(CODE, (char, offset) => {
      const word = code.get(char);
      if (word === undefined) return char;
      return offset > 0 && WORD_END.test(text[offset - 1]) ? ` ${word}` : word;
    });
  }
  const next = (at) => (at === 0x2ff ? 0x400 : at + 1);

  const list = (text, separator = " ") => (text ? text.split(separator) : []);
  const column = ([values, letters]) =>
    [...letters].map((c) => values[c.charCodeAt(0) < 0x5c ? c.charCodeAt(0) - 0x30 : c.charCodeAt(0) - 0xa1]);
  const stepsTo = (text) => text.split("\n").map((line, n) => list(line).map((step) => n + Number(step)));
  // the id that a title regularly has; exceptions are shipped
  const plainId = (title) => fold(title).replace(/ /g, "-");
  const day = (code) => `${code < "70" ? "20" : "19"}${code.slice(0, 2)}-${code.slice(2, 4)}-${code.slice(4)}`;

  /** @returns {Promise<object[]>} documents in the command line's order: rulings, sections, steps, cards, topics */
  async function documents(data, pause) {
    const spell = speller(data.common),
      about = data.about.split("\n"),
      status = column(data.status),
      supersededBy = stepsTo(data.superseded_by);
    const answers = [];
    for (const line of data.answers.split("\n")) { // TAB stands for a line break; the first ends the question
      const [question, ...text] = spell(line).split("\t"), n = answers.length;
      answers.push({ question, text: text.join("\n"), status: status[n], supersededBy: supersededBy[n] });
      if (n % SPELLED === SPELLED - 1) await pause();
    }
    const first = answers.length, cards = readCards(data, spell), topics = readTopics(data);
    const things = [...cards, ...topics].map((thing, n) => ({ ...thing, place: first + n }));
    await pause();
    const thing = (code) => things[code[0] === "t" ? cards.length + Number(code.slice(1)) : Number(code)];
    const answered = [...readRulings(data, thing), ...readSections(data), ...readSteps(data)];
    answered.forEach((document, n) => {
      const others = list(about[n]).map((code) =>
        [thing(code.replace("i", "")).place, code.endsWith("i") ? INHERITED : NAMES]);
      const own = document.subject ? [[document.subject.place, UNDER]] : [];
      Object.assign(document, answers[n], { about: new Map([...own, ...others]) });
      if (document.subject) document.subject.count += 1;
    });
    for (const one of things) one.about = new Map([[one.place, UNDER]]);
    for (const topic of things.slice(cards.length))
      topic.text = topic.count === 1 ? "1 ruling" : `${topic.count} rulings`;
    await pause();
    return [...answered, ...things].map((one, place) => Object.assign(
      one, { place, duplicates: one.duplicates ?? [], supersededBy: one.supersededBy ?? [], dates: one.dates ?? [] }
    ));
  }

  function readCards(data, spell) {
    const { cards } = data, titles = spell(cards.titles).split("\n");
    const columns = new Map(cards.facts.map(([name, table]) =>
      [name, column(table).map((values) => list(values, "|"))]));
    const numbers = cards.numbers.map(([label, table]) => [label, columns.get(table) ?? column(table)]);
    return titles.map((title, n) => {
      const facts = Object.fromEntries([...columns].map(([name, values]) => [name, values[n]]));
      const printed = numbers.map(([label, values]) => [label, String(values[n])]).filter(([, value]) => value !== "");
      const text = [
        `${facts.side} ${facts.type}`, ...facts.keyword, ...printed.map((one) => one.join(" ")), ...facts.set
      ].join(" · ");
      return {
        kind: "card", id: cards.ids[n] ?? plainId(title), title, text, document: "cards", in: "cards",
        game: "netrunner", facts: { in: ["cards"], ...facts }, card: facts, count: 0
      };
    });
  }

  const byShort = (documents, name) => documents.find(([, short]) => short === name);

  function readTopics({ topics, documents }) {
    const [id, short, , game] = byShort(documents, "rulings");
    return topics.titles.split("\n").map((title, n) => ({
      kind: "topic", id: topics.ids[n] ?? plainId(title), title, document: id, in: short, game,
      facts: { in: [short] }, count: 0,
    }));
  }

  function readRulings({ rulings, documents }, thing) {
    const subjects = rulings.subjects.split(" ").map((code) => thing(code.replace("c", "")));
    const nature = column(rulings.is), by = column(rulings.by), who = column(rulings.who);
    const dates = rulings.dates.split("\n").map((line) => list(line)), duplicates = stepsTo(rulings.duplicates);
    const steps = rulings.subject.split(" ").map(Number),
      source = column(rulings.document),
      [, short, , game] = byShort(documents, "rulings");
    let at = 0;
    return steps.map((step, n) => {
      const subject = subjects[(at += step)], is = nature[n].split(" "), days = dates[n].map(day);
      return {
        kind: "ruling", id: `${subject.id}-${rulings.hash.slice(8 * n, 8 * n + 8)}`, title: subject.title, subject,
        document: source[n], in: short, game, dates: days,
        who: days.length ? `${who[n]}, ${days.at(-1)}` : who[n],
        keys: [...is, ...(subject.card ? [...subject.card.keyword, ...subject.card.type] : [])].join(" "),
        facts: { by: list(by[n], "|"), is, in: [short], ...subject.card },
        duplicates: duplicates[n],
      };
    });
  }

  function readSections({ sections, documents }) {
    const titles = sections.titles.split("\n"), empty = new Set(list(sections.empty).map(Number));
    return column(sections.document).map((id, n) => {
      const [, short, name, game] = documents.find((document) => document[0] === id);
      return {
        kind: "section", id: sections.ids[n] ?? plainId(`${short} ${titles[n]}`), title: titles[n], document: id,
        in: short, game, from: name,
        keys: `${name} ${short}`, facts: { in: [short], is: ["section"] }, empty: empty.has(n),
      };
    });
  }

  function readSteps({ steps, documents }) {
    const [id, short, name, game] = byShort(documents, "run-chart");
    return steps.split("\n").map((actor, n) => ({
      kind: "step", id: `run-chart-${n + 1}`, title: `Step ${n + 1}`, document: id, in: short, game, from: name,
      keys: `${name} run chart step of the run ${actor}`, facts: { in: [short], is: ["step"] },
    }));
  }

  function counted(...lists) {
    const frequency = new Map();
    for (const numbers of lists) for (const number of numbers) frequency.set(number, (frequency.get(number) ?? 0) + 1);
    return frequency;
  }

  /** Gives way to other tasks of the page. */
  function rest() {
    if (window.scheduler && window.scheduler.yield) return window.scheduler.yield();
    return new Promise((resolve) => setTimeout(resolve, 0));
  }

  /** The documents with their words, terms and postings. */
  class Index {
    constructor(data) {
      const { weights } = data;
      Object.assign(this, {
        weights, analyzer: site.analysis.analyzer(data.contractions, data.forms),
        fields: site.fields.table(data.fields)
      });
      this.numbers = new Map(); // stem → its number
      this.stems = [];
      this.lexicons = new Map(); // field → its terms, each with the places of the documents that have it
      this.sorted = {}; // field → its terms in order
    }

    number(stem) {
      let number = this.numbers.get(stem);
      if (number === undefined) this.numbers.set(stem, (number = this.stems.push(stem) - 1));
      return number;
    }

    numberOf(stem) {
      return this.numbers.get(stem) ?? -1;
    }

    add(field, value, place) {
      if (!this.lexicons.has(field)) this.lexicons.set(field, new Map());
      const terms = this.lexicons.get(field), places = terms.get(value);
      if (!places) terms.set(value, [place]);
      else if (places.at(-1) !== place) places.push(place);
    }

    /** Adds what fields, phrases and patterns find of a document. */
    addFacts(doc) {
      const { analyzer } = this, { slug } = analyzer, values = { ...doc.facts, game: [doc.game], kind: [doc.kind] };
      doc.words = [doc.title, doc.text].flatMap(analyzer.words);
      for (const word of doc.words) this.add("words", word, doc.place);
      for (const [field, terms] of Object.entries(values))
        for (const value of terms)
          this.add(field, field === "game" || field === "kind" ? value : slug(value), doc.place);
      for (const { name, byWord } of this.fields.list)
        if (byWord)
          for (const word of (doc.facts[name] ?? []).flatMap(analyzer.words)) this.add(name, word, doc.place);
      for (const [place, weight] of doc.about) {
        this.add("about", place, doc.place);
        if (weight > FOUND_BY_FIELD) this.add(this.docs[place].kind, this.docs[place].id, doc.place);
      }
    }

    /** Adds the terms for ranking: stems of title, keys and text, as numbers. */
    addTerms(doc) {
      const { analyzer } = this, numbers = (words) => words.map((word) => this.number(analyzer.stem(word)));
      const title = analyzer.words(doc.title),
        text = numbers([...title, ...analyzer.words(doc.keys), ...doc.words.slice(title.length)]);
      Object.assign(doc, { textTerms: counted(text), textLength: text.length });
      doc.sets = doc.question ? [[...new Set(numbers(analyzer.words(doc.question)))]] : [];
    }

    /** Adds the postings of a document and its questions. */
    addPostings(doc) {
      const { weights } = this, amounts = new Map(doc.textTerms);
      doc.frequency = counted(...doc.sets);
      doc.questionsLength = doc.sets.reduce((sum, set) => sum + set.length, 0);
      for (const [term, times] of doc.frequency) amounts.set(term, (amounts.get(term) ?? 0) + times * 0.5);
      for (const [term, amount] of amounts) {
        const posting = (this.posted[term] ??= { docs: [], impacts: [] });
        posting.docs.push(doc.place);
        posting.impacts.push(Math.fround(Math.round((1000 * amount) / (amount + weights.text_k1)) / 1000));
      }
    }

    weigh(doc) {
      const sum = (set) => set.reduce((all, term) => all + this.idf(this.posted[term].docs.length), 0);
      doc.questions = doc.sets.filter((set) => set.length)
        .map((terms) => ({ terms, weight: Math.round(1000 * sum(terms)) / 1000 }));
      const natures = [...doc.facts.is, doc.status, ...(doc.empty ? ["empty"] : [])];
      doc.prior = natures.reduce((prior, nature) => prior * (this.weights.nature[nature] ?? 1), 1);
    }

    /** Inverse document frequency as in BM25, damped by a power. */
    idf(frequency) {
      return Math.log(1 + (this.ranked - frequency + 0.5) / (frequency + 0.5)) ** this.weights.idf_power;
    }

    postings(stem) {
      return this.posted[this.numberOf(stem)] ?? { docs: [], impacts: [] };
    }

    about(place) {
      const docs = this.lexicons.get("about").get(place) ?? [];
      return { docs, impacts: docs.map((n) => Math.fround(this.docs[n].about.get(place))) };
    }

    /** All terms of a field, sorted. */
    lexicon(field) {
      return (this.sorted[field] ??= [...(this.lexicons.get(field) ?? new Map()).keys()].sort());
    }

    setOf(condition) {
      return Uint8Array.from(this.docs, (doc) => Number(condition(doc)));
    }

    /** The documents that have a term in a field, as a set. */
    term(field, value) {
      const set = new Uint8Array(this.count);
      for (const place of field === "terms" ? this.postings(value).docs : this.lexicons.get(field)?.get(value) ?? [])
        set[place] = 1;
      return set;
    }

    /** The documents whose title and text have these words in this order. */
    phrase(words) {
      const set = this.term("words", words[0]);
      const stands = (doc) =>
        doc.words.some((word, at) => word === words[0] && words.every((other, n) => doc.words[at + n] === other));
      return words.length > 1 ? set.map((one, place) => Number(one && stands(this.docs[place]))) : set;
    }

    async build(data, pause) {
      let since = performance.now();
      const each = async (list, work) => {
        for (const [n, one] of list.entries()) {
          work(one, n);
          if (performance.now() - since < SLICE) continue;
          await pause();
          since = performance.now();
        }
      };
      this.docs = await documents(data, pause);
      this.count = this.docs.length;
      this.byId = new Map(this.docs.map((doc) => [doc.id, doc.place]).reverse());
      const ranked = this.docs.filter((doc) => ANSWERS.includes(doc.kind));
      this.ranked = ranked.length;
      await each(this.docs, (doc) => this.addFacts(doc));
      await each(ranked, (doc) => this.addTerms(doc));
      await this.readQuestions(data.questions, ranked, each);
      this.posted = new Array(this.stems.length);
      await each(ranked, (doc) => this.addPostings(doc));
      await each(ranked, (doc) => this.weigh(doc));
      const mean = (name) => Math.max(1, ranked.reduce((sum, doc) => sum + doc[name], 0) / Math.max(1, this.ranked));
      this.lengths = { text: mean("textLength"), questions: mean("questionsLength") };
      this.synonyms = site.expansion.synonyms(data.synonyms, this.analyzer);
      this.sourceNames = data.documents.flatMap(([, short, , , names]) =>
        list(names, "|").map((name) => [this.analyzer.stems(name).join(" "), short]));
      await pause();
      this.byFrequency = this.stems.filter((_, n) => this.posted[n]).sort();
      this.byFrequency.sort((a, b) => this.frequency(b) - this.frequency(a));
      const places = this.lexicons.get("words");
      this.commonest = [...this.lexicon("words")].sort((a, b) => places.get(b).length - places.get(a).length);
      await this.readNames(data.names, pause);
      return this;
    }

    /** Reads the questions that only affect the ranking. */
    async readQuestions(data, ranked, each) {
      const known = this.stems.length, counts = list(data.count).map(Number);
      for (const stem of list(data.terms)) this.number(stem);
      const reader = new site.questions.Reader(data, known, this.stems.length);
      await each(ranked, (doc, n) => {
        const shown = [...doc.textTerms.keys()];
        doc.sets.push(...reader.entry([...new Set([...shown, ...(doc.sets[0] ?? [])])], counts[n]));
      });
    }

    frequency = (stem) => this.postings(stem).docs.length;
    isPrinted = (word) => this.lexicons.get("words").has(word);
    terms = () => this.byFrequency;
    words = () => this.commonest;

    async readNames({ aliases, confidence, printed }, pause) {
      const cards = this.docs.filter((doc) => doc.kind === "card"),
        topics = this.docs.filter((doc) => doc.kind === "topic");
      const named = aliases.split("\n")
        .map((line) => line.split("|"))
        .map(([name, numbers]) => [name, numbers.split(" ").map(Number)]);
      this.tables = { card: await tableOf(cards, named, pause), topic: await tableOf(topics, [], pause) };
      await pause();
      const { variants, alias, exact } = this.tables.card,
        numbersOf = new Map(),
        key = (name) => this.analyzer.words(name).join(" ");
      for (const table of [variants, alias, exact])
        for (const [name, numbers] of table) if (name[0] !== "=" && key(name)) numbersOf.set(key(name), numbers);
      cards.forEach((card, number) => numbersOf.set(key(card.title), [number]));
      const places = (numbers) => numbers.map((number) => cards[number].place),
        confidences = confidence.split(" ").map(Number);
      await pause();
      const names = [...numbersOf.keys()]
        .sort()
        .map((name, n) => [name, places(numbersOf.get(name)), confidences[n] / 1000]);
      this.names = site.entities.table(
        names.filter(([, , certainty]) => certainty),
        printed.map(([form, name, numbers]) => [form, name, places(numbers)])
      );
    }
  }

  site.index = { build: (data, pause = rest) => new Index(data).build(data, pause) };
})((window.Rulings = window.Rulings || {}));
