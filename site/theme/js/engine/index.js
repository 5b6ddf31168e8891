/**
 * The documents → the index: their words and terms, postings, and tables of names, as in `search/indexing.py` and
 * `search/index.py`. It is built once, in short slices, when the reader first focuses the search box.
 *
 * The `number` of a document is its position in `docs`.
 */
(function (site) {
  "use strict";

  const { buildNameTable } = site.names;
  const { lines, read, split } = site.documents;
  const { ENTRY_KINDS, FOUND_BY_FIELD, QUESTION_FREQUENCY } = site.constants;
  const SLICE_MS = 4; // between two pauses; still unnoticeable on a phone that takes four times as long

  /** Number → how often it occurs. */
  function counted(...lists) {
    const frequency = new Map();
    for (const numbers of lists) for (const number of numbers) frequency.set(number, (frequency.get(number) ?? 0) + 1);
    return frequency;
  }

  /** Each name of a card, as words → the positions of its cards, as in `search/card_names.py`. */
  function positionsByName({ variants, aliases, exact }, cards, analyzer) {
    const positionsOf = new Map(), key = (name) => analyzer.words(name).join(" ");
    for (const table of [variants, aliases, exact])
      for (const [name, positions] of table) if (name[0] !== "=") positionsOf.set(key(name), positions);
    cards.forEach((card, position) => positionsOf.set(key(card.title), [position]));
    positionsOf.delete("");
    return positionsOf;
  }

  /** Lets other tasks of the page run. */
  function yieldToPage() {
    if (window.scheduler && window.scheduler.yield) return window.scheduler.yield();
    return new Promise((resolve) => setTimeout(resolve, 0));
  }

  /** The documents with their words, terms and postings. */
  class Index {
    constructor(data) {
      const { weights } = data;
      Object.assign(this, {
        weights, analyzer: site.analysis.analyzer(data.contractions, data.forms),
        fields: site.fields.readFields(data.fields)
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

    /** Adds the terms by which fields, phrases and patterns find it. @param {SearchDocument} doc see `documents.js` */
    addFieldValues(doc) {
      const { analyzer } = this, { fieldTerm } = analyzer;
      const allValues = { ...doc.fieldValues, game: [doc.game], kind: [doc.kind] };
      doc.words = [doc.title, doc.text].flatMap(analyzer.words);
      for (const word of doc.words) this.add(".words", word, doc.number);
      for (const [field, terms] of Object.entries(allValues))
        for (const value of terms)
          this.add(field, field === "game" || field === "kind" ? value : fieldTerm(value), doc.number);
      for (const { name, byWord } of this.fields.list)
        if (byWord)
          for (const word of (doc.fieldValues[name] ?? []).flatMap(analyzer.words)) this.add(name, word, doc.number);
      for (const [number, weight] of doc.about) {
        this.add(".about", number, doc.number);
        if (weight > FOUND_BY_FIELD) this.add(this.docs[number].kind, this.docs[number].id, doc.number);
      }
    }

    /** Adds the terms of a document for ranking: the stems of title, extra words, text and question, as numbers. */
    addTerms(doc) {
      const { analyzer } = this, stemNumbers = (words) => words.map((word) => this.addStem(analyzer.stem(word)));
      const title = analyzer.words(doc.title),
        text = stemNumbers([...title, ...analyzer.words(doc.extraWords), ...doc.words.slice(title.length)]);
      Object.assign(doc, { textTerms: counted(text), textLength: text.length });
      doc.questionStems = doc.question ? [[...new Set(stemNumbers(analyzer.words(doc.question)))]] : [];
    }

    /** Adds the postings of a document and its questions. */
    addPostings(doc) {
      const { weights } = this, amounts = new Map(doc.textTerms);
      doc.questionCounts = counted(...doc.questionStems);
      doc.questionsLength = doc.questionStems.reduce((sum, set) => sum + set.length, 0);
      for (const [term, times] of doc.questionCounts)
        amounts.set(term, (amounts.get(term) ?? 0) + times * QUESTION_FREQUENCY);
      for (const [term, amount] of amounts) {
        const posting = (this.postingLists[term] ??= { docs: [], impacts: [] });
        posting.docs.push(doc.number);
        posting.impacts.push(Math.fround(Math.round((1000 * amount) / (amount + weights.text_k1)) / 1000));
      }
    }

    /** Computes the weights of a document's questions, and its prior. */
    weigh(doc) {
      doc.questions = this.weighed(doc.questionStems);
      const natures = [...doc.fieldValues.is, ...(doc.isEmpty ? ["empty"] : [])];
      if (doc.kind === "ruling" && doc.fieldValues.side) natures.push("on_card");
      doc.prior = natures.reduce((prior, nature) => prior * (this.weights.nature[nature] ?? 1), 1);
    }

    /** Questions as the re-ranker needs them: the stems of each, and their total idf. */
    weighed(questionStems) {
      const totalWeight = (set) => set.reduce((sum, term) => sum + this.idf(this.postingLists[term].docs.length), 0);
      return questionStems.filter((set) => set.length)
        .map((terms) => ({ terms, weight: Math.round(1000 * totalWeight(terms)) / 1000 }));
    }

    /** Inverse document frequency as in BM25, damped by a power. */
    idf(frequency) {
      const inEntries = Math.min(frequency, this.rankedCount); // cards are about themselves, but are not counted
      return Math.log(1 + (this.rankedCount - inEntries + 0.5) / (inEntries + 0.5)) ** this.weights.idf_power;
    }

    /** The documents that have a stem, and its impact in each. */
    postings(stem) {
      return this.postingLists[this.stemNumber(stem)] ?? { docs: [], impacts: [] };
    }

    /** The documents about a card or topic, and how much. */
    about(number) {
      const docs = this.lexicons.get(".about").get(number) ?? [];
      return { docs, impacts: docs.map((n) => Math.fround(this.docs[n].about.get(number))) };
    }

    /** All terms of a field, sorted. */
    lexicon(field) {
      return (this.sorted[field] ??= [...(this.lexicons.get(field) ?? new Map()).keys()].sort());
    }

    /** The documents that meet a condition, as a set (see `query-parts.js`). */
    setOf(condition) {
      return Uint8Array.from(this.docs, (doc) => Number(condition(doc)));
    }

    /** The documents that have a term in a field, as a set. */
    term(field, value) {
      const set = new Uint8Array(this.count);
      for (const number of field === ".terms" ? this.postings(value).docs : this.lexicons.get(field)?.get(value) ?? [])
        set[number] = 1;
      return set;
    }

    /** The documents whose title and text have these words in this order. */
    phrase(words) {
      const set = this.term(".words", words[0]);
      const hasPhrase = (doc) =>
        doc.words.some((word, at) => word === words[0] && words.every((other, n) => doc.words[at + n] === other));
      return words.length > 1 ? set.map((has, number) => Number(has && hasPhrase(this.docs[number]))) : set;
    }

    /**
     * Reads the documents and indexes them.
     * @param {object} data `Rulings.searchData`
     * @param {function(): Promise<void>} pause called between two slices of work
     * @returns {Promise<Index>}
     */
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
      this.docs = await read(data, pause);
      this.count = this.docs.length;
      this.numbersById = new Map(this.docs.map((doc) => [doc.id, doc.number]).reverse());
      const ranked = this.docs.filter((doc) => ENTRY_KINDS.includes(doc.kind));
      this.rankedCount = ranked.length;
      await forEach(this.docs, (doc) => this.addFieldValues(doc));
      await forEach(ranked, (doc) => this.addTerms(doc));
      await this.readQuestions(data.questions, ranked, forEach);
      this.postingLists = new Array(this.stems.length);
      await forEach(ranked, (doc) => this.addPostings(doc));
      await forEach(ranked, (doc) => this.weigh(doc));
      this.unanswered = this.weighed(this.unansweredStems);
      const mean = (name) =>
        Math.max(1, ranked.reduce((sum, doc) => sum + doc[name], 0) / Math.max(1, this.rankedCount));
      this.averageLengths = { text: mean("textLength"), questions: mean("questionsLength") };
      this.synonyms = site.synonyms.byStems(data.synonyms, this.analyzer);
      this.sources = data.sources.flatMap(({ short, names }) =>
        names.map((name) => [this.analyzer.stems(name).join(" "), short]));
      this.authorityNames = new Map(Object.entries(data.authorityNames));
      await pause();
      this.stemsByFrequency = this.stems.filter((_, n) => this.postingLists[n]).sort();
      this.stemsByFrequency.sort((a, b) => this.frequency(b) - this.frequency(a));
      const documentFrequency = (word) => this.lexicons.get(".words").get(word).length;
      this.wordsByFrequency = [...this.lexicon(".words")].sort((a, b) => documentFrequency(b) - documentFrequency(a));
      await this.readNames(data.names, pause);
      return this;
    }

    /** Reads the questions that only affect the ranking, and at the end those that nothing answers. */
    async readQuestions(data, ranked, forEach) {
      const stemCount = this.stems.length, counts = split(data.count).map(Number);
      for (const stem of split(data.terms)) this.addStem(stem);
      const reader = new site.questions.Reader(data, stemCount, this.stems.length);
      await forEach(ranked, (doc, n) => {
        const shown = [...doc.textTerms.keys()];
        doc.questionStems.push(...reader.entry([...new Set([...shown, ...(doc.questionStems[0] ?? [])])], counts[n]));
      });
      this.unansweredStems = counts.slice(ranked.length).flatMap((count) => reader.entry([], count));
    }

    /** How many of the documents that are found by their words contain a stem. */
    frequency = (stem) => this.postings(stem).docs.length;
    /** Whether a word occurs in the title or text of a document. */
    isPrinted = (word) => this.lexicons.get(".words").has(word);
    /** All stems of these documents, the most frequent first. */
    terms = () => this.stemsByFrequency;
    /** All words of titles and texts, the most frequent first. */
    words = () => this.wordsByFrequency;

    /** Reads the names that are looked up, and those that are recognized in queries. */
    async readNames({ aliases, confidence, printed }, pause) {
      const cards = this.docs.filter((doc) => doc.kind === "card"),
        topics = this.docs.filter((doc) => doc.kind === "topic");
      const aliasRows = lines(aliases)
        .map((line) => line.split("|"))
        .map(([name, numbers]) => [name, numbers.split(" ").map(Number)]);
      this.nameTables = {
        card: await buildNameTable(cards, aliasRows, pause), topic: await buildNameTable(topics, [], pause)
      };
      await pause();
      const positionsOf = positionsByName(this.nameTables.card, cards, this.analyzer);
      const documentNumbers = (indices) => indices.map((n) => cards[n].number),
        confidences = split(confidence).map(Number);
      await pause();
      const names = [...positionsOf.keys()]
        .sort()
        .map((name, n) => [name, documentNumbers(positionsOf.get(name)), confidences[n] / 1000]);
      this.cardNames = site.cardNames.nameLookup(
        names.filter(([, , nameConfidence]) => nameConfidence),
        printed.map(([form, name, numbers]) => [form, name, documentNumbers(numbers)])
      );
    }
  }

  site.index = { build: (data, pause = yieldToPage) => new Index(data).build(data, pause) };
})((window.Rulings = window.Rulings || {}));
