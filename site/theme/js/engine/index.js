/**
 * `Rulings.searchData` (columns, see `site/export/search_data.py`) → the index: documents with their terms, postings,
 * tables of names. It is built once, in short slices, when the reader first focuses the search box.
 *
 * The `number` of a document is its position in `docs`.
 */
(function (site) {
  "use strict";

  const { fold, buildTable } = site.names;
  const { ABOUT_INHERITED, ABOUT_NAMED, ABOUT_SUBJECT, ANSWERS, FOUND_BY_FIELD, QUESTION_FREQUENCY } = site.constants;
  const CODE = /[\u0100-\u02ff\u0400-\u052f]/g;
  const WORD_END = /[A-Za-z'\u0100-\u02ff\u0400-\u052f]/;
  const SPELLED_AT_ONCE = 120; // answers that are spelled out between two pauses
  const SLICE_MS = 4; // between two pauses; still unnoticeable on a phone that takes four times as long

  /** A function that spells out the words written as one character (see `site/export/shorthand.py`). */
  function speller({ words, taken }) {
    const wordOf = new Map();
    let charCode = 0x100;
    for (const word of words.split(" ")) {
      while (taken.includes(String.fromCharCode(charCode))) charCode = next(charCode);
      wordOf.set(String.fromCharCode(charCode), word);
      charCode = next(charCode);
    }
    return (text) => text.replace(CODE, (character, offset) => {
      const word = wordOf.get(character);
      if (word === undefined) return character;
      // between two words, the space is left out
      return offset > 0 && WORD_END.test(text[offset - 1]) ? ` ${word}` : word;
    });
  }
  const next = (charCode) => (charCode === 0x2ff ? 0x400 : charCode + 1);

  const split = (text, separator = " ") => (text ? text.split(separator) : []);
  /** The value of each record, from the distinct values and the number of its value as a character. */
  const column = ([values, digits]) =>
    [...digits].map((digit) => values[digit.charCodeAt(0) - (digit.charCodeAt(0) < 0x5c ? 0x30 : 0xa1)]);
  /** For each line, the indices of other lines, from the steps to them. */
  const absoluteIndices = (text) => text.split("\n").map((line, n) => split(line).map((step) => n + Number(step)));
  /** The id that a title regularly has; exceptions are in the data. */
  const plainId = (title) => fold(title).replace(/ /g, "-");
  /** `960806` → `1996-08-06` */
  const dateOf = (code) => `${code < "70" ? "20" : "19"}${code.slice(0, 2)}-${code.slice(2, 4)}-${code.slice(4)}`;

  /** The documents in the order of the command line: rulings, sections, steps, cards, topics. */
  async function documents(data, pause) {
    const spell = speller(data.common),
      about = data.about.split("\n"),
      status = column(data.status),
      supersededBy = absoluteIndices(data.superseded_by);
    const answers = [];
    for (const line of data.answers.split("\n")) { // a tab stands for a line break; the first one ends the question
      const [question, ...text] = spell(line).split("\t"), n = answers.length;
      answers.push({ question, text: text.join("\n"), status: status[n], supersededBy: supersededBy[n] });
      if (n % SPELLED_AT_ONCE === SPELLED_AT_ONCE - 1) await pause();
    }
    const firstSubject = answers.length, cards = readCards(data, spell), topics = readTopics(data);
    const subjects = [...cards, ...topics].map((subject, n) => ({ ...subject, number: firstSubject + n }));
    await pause();
    const subjectAt = (code) => subjects[code[0] === "t" ? cards.length + Number(code.slice(1)) : Number(code)];
    const answerDocs = [...readRulings(data, subjectAt), ...readSections(data), ...readSteps(data)];
    answerDocs.forEach((doc, n) => {
      const mentions = split(about[n]).map((code) =>
        [subjectAt(code.replace("i", "")).number, code.endsWith("i") ? ABOUT_INHERITED : ABOUT_NAMED]);
      const own = doc.subject ? [[doc.subject.number, ABOUT_SUBJECT]] : [];
      Object.assign(doc, answers[n], { about: new Map([...own, ...mentions]) });
      if (doc.subject) doc.subject.count += 1;
      else if (doc.status !== "in-force") doc.facts.is.push(doc.status);
    });
    for (const subject of subjects) subject.about = new Map([[subject.number, ABOUT_SUBJECT]]);
    for (const topic of subjects.slice(cards.length))
      topic.text = topic.count === 1 ? "1 ruling" : `${topic.count} rulings`;
    await pause();
    return [...answerDocs, ...subjects].map((doc, number) => Object.assign(
      doc, { number, duplicates: doc.duplicates ?? [], supersededBy: doc.supersededBy ?? [], dates: doc.dates ?? [] }
    ));
  }

  /** The cards. Their `text` is made as by `_cards` in `search/documents.py`. */
  function readCards(data, spell) {
    const { cards } = data, titles = spell(cards.titles).split("\n");
    const columns = new Map(cards.facts.map(([name, table]) =>
      [name, column(table).map((values) => split(values, "|"))]));
    const numbers = cards.numbers.map(([label, table]) => [label, columns.get(table) ?? column(table)]);
    return titles.map((title, n) => {
      const facts = Object.fromEntries([...columns].map(([name, values]) => [name, values[n]]));
      const printed = numbers.map(([label, values]) => [label, String(values[n])]).filter(([, value]) => value !== "");
      const text = [
        `${facts.side} ${facts.type}`, ...facts.keyword, ...printed.map((pair) => pair.join(" ")), ...facts.set
      ].join(" · ");
      return {
        kind: "card", id: cards.ids[n] ?? plainId(title), title, text, document: "cards", source: "cards",
        game: "netrunner", facts: { in: ["cards"], ...facts }, card: facts, count: 0
      };
    });
  }

  /** The row of the source with that short name. */
  const sourceCalled = (documents, name) => documents.find(({ short }) => short === name);

  function readTopics({ topics, documents }) {
    const { id, short, game } = sourceCalled(documents, "rulings");
    return topics.titles.split("\n").map((title, n) => ({
      kind: "topic", id: topics.ids[n] ?? plainId(title), title, document: id, source: short, game,
      facts: { in: [short] }, count: 0,
    }));
  }

  function readRulings({ rulings, documents }, subjectAt) {
    const subjects = rulings.subjects.split(" ").map((code) => subjectAt(code.replace("c", "")));
    const natures = column(rulings.is), by = column(rulings.by), who = column(rulings.who);
    const dates = rulings.dates.split("\n").map((line) => split(line));
    const duplicates = absoluteIndices(rulings.duplicates);
    const steps = rulings.subject.split(" ").map(Number),
      documentIds = column(rulings.document),
      { short, game } = sourceCalled(documents, "rulings");
    let position = 0;
    return steps.map((step, n) => {
      const subject = subjects[(position += step)], is = natures[n].split(" "), isoDates = dates[n].map(dateOf);
      return {
        kind: "ruling", id: `${subject.id}-${rulings.hash.slice(8 * n, 8 * n + 8)}`, title: subject.title, subject,
        document: documentIds[n], source: short, game, dates: isoDates,
        who: isoDates.length ? `${who[n]}, ${isoDates.at(-1)}` : who[n],
        keys: [...is, ...(subject.card ? [...subject.card.keyword, ...subject.card.type] : [])].join(" "),
        facts: { by: split(by[n], "|"), is, in: [short], ...subject.card },
        duplicates: duplicates[n],
      };
    });
  }

  function readSections({ sections, documents }) {
    const titles = sections.titles.split("\n"), empty = new Set(split(sections.empty).map(Number));
    return column(sections.document).map((id, n) => {
      const { short, title: name, game } = documents.find((document) => document.id === id);
      return {
        kind: "section", id: sections.ids[n] ?? plainId(`${short} ${titles[n]}`), title: titles[n], document: id,
        source: short, game, from: name,
        keys: `${name} ${short}`, facts: { in: [short], is: ["section"] }, empty: empty.has(n),
      };
    });
  }

  function readSteps({ steps, documents }) {
    const { id, short, title: name, game } = sourceCalled(documents, "run-chart");
    return steps.split("\n").map((actor, n) => ({
      kind: "step", id: `run-chart-${n + 1}`, title: `Step ${n + 1}`, document: id, source: short, game, from: name,
      keys: `${name} run chart step of the run ${actor}`, facts: { in: [short], is: ["step"] },
    }));
  }

  /** Number → how often it occurs. */
  function counted(...lists) {
    const frequency = new Map();
    for (const numbers of lists) for (const number of numbers) frequency.set(number, (frequency.get(number) ?? 0) + 1);
    return frequency;
  }

  /** Lets other tasks of the page run. */
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
      this.stems = [];
      this.stemNumbers = new Map(); // stem → its position in `stems`
      this.lexicons = new Map(); // field → its terms, each with the numbers of the documents that have it
      this.sorted = {}; // field → its sorted terms
    }

    /** The number of a stem, which is added if it is new. */
    addStem(stem) {
      let number = this.stemNumbers.get(stem);
      if (number === undefined) this.stemNumbers.set(stem, (number = this.stems.push(stem) - 1));
      return number;
    }

    /** The number of a known stem; -1 if it occurs nowhere. */
    stemNumber(stem) {
      return this.stemNumbers.get(stem) ?? -1;
    }

    /** The number of the document with that id; undefined if there is none. */
    numberOf(id) {
      return this.numbersById.get(id);
    }

    /** Adds a document to those that have a term in a field. */
    add(field, value, number) {
      if (!this.lexicons.has(field)) this.lexicons.set(field, new Map());
      const terms = this.lexicons.get(field), numbers = terms.get(value);
      if (!numbers) terms.set(value, [number]);
      else if (numbers.at(-1) !== number) numbers.push(number);
    }

    /** Adds the terms of a document that fields, phrases and patterns find. */
    addFacts(doc) {
      const { analyzer } = this, { slug } = analyzer, allFacts = { ...doc.facts, game: [doc.game], kind: [doc.kind] };
      doc.words = [doc.title, doc.text].flatMap(analyzer.words);
      for (const word of doc.words) this.add("words", word, doc.number);
      for (const [field, terms] of Object.entries(allFacts))
        for (const value of terms)
          this.add(field, field === "game" || field === "kind" ? value : slug(value), doc.number);
      for (const { name, byWord } of this.fields.list)
        if (byWord)
          for (const word of (doc.facts[name] ?? []).flatMap(analyzer.words)) this.add(name, word, doc.number);
      for (const [number, weight] of doc.about) {
        this.add("about", number, doc.number);
        if (weight > FOUND_BY_FIELD) this.add(this.docs[number].kind, this.docs[number].id, doc.number);
      }
    }

    /** Adds the terms of a document for ranking: the stems of title, keys, text and question, as numbers. */
    addTerms(doc) {
      const { analyzer } = this, stemNumbers = (words) => words.map((word) => this.addStem(analyzer.stem(word)));
      const title = analyzer.words(doc.title),
        text = stemNumbers([...title, ...analyzer.words(doc.keys), ...doc.words.slice(title.length)]);
      Object.assign(doc, { textTerms: counted(text), textLength: text.length });
      doc.sets = doc.question ? [[...new Set(stemNumbers(analyzer.words(doc.question)))]] : [];
    }

    /** Adds the postings of a document and its questions. */
    addPostings(doc) {
      const { weights } = this, amounts = new Map(doc.textTerms);
      doc.frequency = counted(...doc.sets);
      doc.questionsLength = doc.sets.reduce((sum, set) => sum + set.length, 0);
      for (const [term, times] of doc.frequency)
        amounts.set(term, (amounts.get(term) ?? 0) + times * QUESTION_FREQUENCY);
      for (const [term, amount] of amounts) {
        const posting = (this.postingLists[term] ??= { docs: [], impacts: [] });
        posting.docs.push(doc.number);
        posting.impacts.push(Math.fround(Math.round((1000 * amount) / (amount + weights.text_k1)) / 1000));
      }
    }

    /** Computes the weights of a document's questions, and its prior. */
    weigh(doc) {
      const totalWeight = (set) => set.reduce((sum, term) => sum + this.idf(this.postingLists[term].docs.length), 0);
      doc.questions = doc.sets.filter((set) => set.length)
        .map((terms) => ({ terms, weight: Math.round(1000 * totalWeight(terms)) / 1000 }));
      const natures = [...doc.facts.is, ...(doc.empty ? ["empty"] : [])];
      if (doc.kind === "ruling" && doc.facts.side) natures.push("on_card");
      doc.prior = natures.reduce((prior, nature) => prior * (this.weights.nature[nature] ?? 1), 1);
    }

    /** Inverse document frequency as in BM25, damped by a power. */
    idf(frequency) {
      return Math.log(1 + (this.rankedCount - frequency + 0.5) / (frequency + 0.5)) ** this.weights.idf_power;
    }

    /** The documents that have a stem, and its impact in each. */
    postings(stem) {
      return this.postingLists[this.stemNumber(stem)] ?? { docs: [], impacts: [] };
    }

    /** The documents about a card or topic, and how much. */
    about(number) {
      const docs = this.lexicons.get("about").get(number) ?? [];
      return { docs, impacts: docs.map((n) => Math.fround(this.docs[n].about.get(number))) };
    }

    /** All terms of a field, sorted. */
    lexicon(field) {
      return (this.sorted[field] ??= [...(this.lexicons.get(field) ?? new Map()).keys()].sort());
    }

    /** The documents that meet a condition, as a set (see `query-parser.js`). */
    setOf(condition) {
      return Uint8Array.from(this.docs, (doc) => Number(condition(doc)));
    }

    /** The documents that have a term in a field, as a set. */
    term(field, value) {
      const set = new Uint8Array(this.count);
      for (const number of field === "terms" ? this.postings(value).docs : this.lexicons.get(field)?.get(value) ?? [])
        set[number] = 1;
      return set;
    }

    /** The documents whose title and text have these words in this order. */
    phrase(words) {
      const set = this.term("words", words[0]);
      const hasPhrase = (doc) =>
        doc.words.some((word, at) => word === words[0] && words.every((other, n) => doc.words[at + n] === other));
      return words.length > 1 ? set.map((has, number) => Number(has && hasPhrase(this.docs[number]))) : set;
    }

    /** Reads the data. `pause`: called between two slices of work. @returns {Promise<Index>} */
    async build(data, pause) {
      let since = performance.now();
      const forEach = async (list, work) => {
        for (const [n, item] of list.entries()) {
          work(item, n);
          if (performance.now() - since < SLICE_MS) continue;
          await pause();
          since = performance.now();
        }
      };
      this.docs = await documents(data, pause);
      this.count = this.docs.length;
      this.numbersById = new Map(this.docs.map((doc) => [doc.id, doc.number]).reverse());
      const ranked = this.docs.filter((doc) => ANSWERS.includes(doc.kind));
      this.rankedCount = ranked.length;
      await forEach(this.docs, (doc) => this.addFacts(doc));
      await forEach(ranked, (doc) => this.addTerms(doc));
      await this.readQuestions(data.questions, ranked, forEach);
      this.postingLists = new Array(this.stems.length);
      await forEach(ranked, (doc) => this.addPostings(doc));
      await forEach(ranked, (doc) => this.weigh(doc));
      const mean = (name) =>
        Math.max(1, ranked.reduce((sum, doc) => sum + doc[name], 0) / Math.max(1, this.rankedCount));
      this.lengths = { text: mean("textLength"), questions: mean("questionsLength") };
      this.synonyms = site.expansion.synonymsByStems(data.synonyms, this.analyzer);
      this.sources = data.documents.flatMap(({ short, names }) =>
        names.map((name) => [this.analyzer.stems(name).join(" "), short]));
      await pause();
      this.stemsByFrequency = this.stems.filter((_, n) => this.postingLists[n]).sort();
      this.stemsByFrequency.sort((a, b) => this.frequency(b) - this.frequency(a));
      const documentFrequency = (word) => this.lexicons.get("words").get(word).length;
      this.wordsByFrequency = [...this.lexicon("words")].sort((a, b) => documentFrequency(b) - documentFrequency(a));
      await this.readNames(data.names, pause);
      return this;
    }

    /** Reads the questions that only affect the ranking. */
    async readQuestions(data, ranked, forEach) {
      const stemCount = this.stems.length, counts = split(data.count).map(Number);
      for (const stem of split(data.terms)) this.addStem(stem);
      const reader = new site.questions.Reader(data, stemCount, this.stems.length);
      await forEach(ranked, (doc, n) => {
        const shown = [...doc.textTerms.keys()];
        doc.sets.push(...reader.entry([...new Set([...shown, ...(doc.sets[0] ?? [])])], counts[n]));
      });
    }

    frequency = (stem) => this.postings(stem).docs.length;
    isPrinted = (word) => this.lexicons.get("words").has(word);
    terms = () => this.stemsByFrequency;
    words = () => this.wordsByFrequency;

    /** Reads the names that are looked up, and those that are recognized in queries. */
    async readNames({ aliases, confidence, printed }, pause) {
      const cards = this.docs.filter((doc) => doc.kind === "card"),
        topics = this.docs.filter((doc) => doc.kind === "topic");
      const aliasRows = aliases.split("\n")
        .map((line) => line.split("|"))
        .map(([name, numbers]) => [name, numbers.split(" ").map(Number)]);
      this.names = { card: await buildTable(cards, aliasRows, pause), topic: await buildTable(topics, [], pause) };
      await pause();
      const { variants, alias, exact } = this.names.card,
        cardsByName = new Map(),
        keyOf = (name) => this.analyzer.words(name).join(" ");
      for (const table of [variants, alias, exact])
        for (const [name, numbers] of table) if (name[0] !== "=" && keyOf(name)) cardsByName.set(keyOf(name), numbers);
      cards.forEach((card, number) => cardsByName.set(keyOf(card.title), [number]));
      const documentNumbers = (indices) => indices.map((n) => cards[n].number),
        confidences = confidence.split(" ").map(Number);
      await pause();
      const names = [...cardsByName.keys()]
        .sort()
        .map((name, n) => [name, documentNumbers(cardsByName.get(name)), confidences[n] / 1000]);
      this.entities = site.entityLinking.table(
        names.filter(([, , confidence]) => confidence),
        printed.map(([form, name, numbers]) => [form, name, documentNumbers(numbers)])
      );
    }
  }

  site.index = { build: (data, pause = rest) => new Index(data).build(data, pause) };
})((window.Rulings = window.Rulings || {}));
