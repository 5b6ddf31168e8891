/**
 * `Rulings.searchData`, what Python computed (`site/export/search_data.py`) → the index: documents, postings and tables
 * of names. It is read once, in short slices, when the reader first focuses the search box.
 *
 * The `number` of a document is its position in `docs`.
 */
(function (site) {
  "use strict";

  const { buildNameTable } = site.names;
  const { ENTRY_KINDS, FOUND_BY_FIELD, QUESTION_FREQUENCY } = site.constants;
  const SLICE_MS = 4; // between two pauses; still unnoticeable on a phone that takes four times as long

  /**
   * @typedef {object} SearchDocument one thing that can be found
   * @property {"ruling" | "section" | "step" | "card" | "topic"} kind
   * @property {number} number
   * @property {string} id
   * @property {string} title
   * @property {string} text of a section: one of its statements
   * @property {string} fragment of a section: that of the address of the statement
   * @property {string} sourceId the id of its source
   * @property {string} source the short name of its source
   * @property {string} sourceTitle of a section or step: the title of its source
   * @property {string} game
   * @property {string} question of an entry (a ruling, section or step): our heading, or ""
   * @property {string} extraWords of an entry: other words by which it is found
   * @property {string} authority of a ruling: of its latest citation, or ""
   * @property {string[]} dates ISO 8601, earliest first
   * @property {string} status of an entry
   * @property {number[]} supersededBy numbers of documents
   * @property {number[]} alsoUnder numbers of near-identical rulings
   * @property {Map<number, number>} about number of a card or topic → how much it is about that (0–1)
   * @property {SearchDocument} [subject] of a ruling: its card or topic
   * @property {Object<string, string[]>} values of an entry, `is`; of a card and its rulings, facts of the card
   * @property {?number} count of a card or topic: how many rulings are filed under it, without references to others
   * @property {?number} prior of an entry: the factor of its score
   * @property {string[]} words those of title and text
   * @property {Map<number, number>} textTerms of an entry: stem → how often it is in title, extra words and text
   * @property {number} textLength the number of these stems
   * @property {Map<number, number[]>} [questions] of an entry: stem → numbers of its questions that contain it
   * @property {number} questionsLength the number of stems in its questions
   */

  const split = (text, separator = " ") => (text ? text.split(separator) : []);

  /** Ascending numbers, which are written as the steps between them. */
  function numbersOf(steps) {
    let number = 0;
    return split(steps).map((step) => (number += Number(step)));
  }

  /** Number → how often it occurs. */
  function counted(numbers) {
    const frequency = new Map();
    for (const number of numbers) frequency.set(number, (frequency.get(number) ?? 0) + 1);
    return frequency;
  }

  /** Lets other tasks of the page run. */
  function yieldToPage() {
    if (window.scheduler && window.scheduler.yield) return window.scheduler.yield();
    return new Promise((resolve) => setTimeout(resolve, 0));
  }

  /** The documents with their words, terms and postings. */
  class Index {
    constructor(data) {
      Object.assign(this, {
        weights: data.weights, analyzer: site.analysis.analyzer(data.analyzer.contractions, data.analyzer.forms),
        fields: site.fields.readFields(data.fields), averageLengths: data.average_lengths,
        rankedCount: data.ranked_count, authorityNames: new Map(Object.entries(data.authority_names)),
        sources: Object.entries(data.sources), synonyms: new Map(Object.entries(data.synonyms)),
        stems: split(data.stems), frequencies: data.frequencies
      });
      this.stemNumbers = new Map(this.stems.map((stem, number) => [stem, number]));
      this.numbersByStem = this.stems.map(() => []); // of the documents with each stem
      this.lexicons = new Map(Object.entries(data.terms).map(([field, terms]) => // field → term → numbers of documents
        [field, new Map(Object.entries(terms).map(([term, steps]) => [term, numbersOf(steps)]))]));
      for (const field of [".words", ".about", "card", "topic"]) this.lexicons.set(field, new Map());
      this.sorted = {}; // field → its sorted terms
      this.postingLists = new Map(); // stem → see `postings`
      this.docs = this.readDocuments(data.documents);
      this.count = this.docs.length;
      this.numbersById = new Map(this.docs.map((doc) => [doc.id, doc.number]).reverse());
    }

    /** The documents, from their columns. @returns {SearchDocument[]} */
    readDocuments(columns) {
      const names = Object.keys(columns);
      const docs = (columns.id ?? []).map((_, number) =>
        ({ ...Object.fromEntries(names.map((name) => [name, columns[name][number]])), number }));
      for (const doc of docs) {
        doc.about = new Map(doc.about);
        const [subject] = [...doc.about].find(([, weight]) => weight === 1) ?? [];
        if (doc.kind === "ruling") doc.subject = docs[subject];
        const { side, type, set, keyword } = doc.subject ?? doc;
        doc.values = Object.fromEntries(
          Object.entries({ is: doc.is, side, type, set, keyword }).filter(([, values]) => values?.length)
        );
      }
      return docs;
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
    add(field, term, number) {
      const terms = this.lexicons.get(field), numbers = terms.get(term);
      if (!numbers) terms.set(term, [number]);
      else if (numbers.at(-1) !== number) numbers.push(number);
    }

    /** Adds the words of a document, and what it is about. */
    addDocument(doc) {
      doc.words = [doc.title, doc.text].flatMap(this.analyzer.words);
      for (const word of doc.words) this.add(".words", word, doc.number);
      for (const [number, weight] of doc.about) {
        this.add(".about", number, doc.number);
        if (weight > FOUND_BY_FIELD) this.add(this.docs[number].kind, this.docs[number].id, doc.number);
      }
    }

    /** Adds a stem to the questions that contain it. `owners`: question → the stems of the entry's questions */
    addQuestions(term, questions, owners) {
      const idf = this.idf(this.frequencies[term]);
      for (const question of questions) {
        const postings = owners[question], numbers = postings.get(term);
        if (numbers) numbers.push(question);
        else postings.set(term, [question]);
        this.questionWeights[question] += idf;
      }
    }

    /** Adds the terms of an entry, and those of its questions. */
    addTerms(doc) {
      const { analyzer } = this;
      const words = [...doc.words, ...analyzer.words(doc.extraWords)];
      const text = words.map((word) => this.stemNumber(analyzer.stem(word)));
      Object.assign(doc, { textTerms: counted(text), textLength: text.length, questionsLength: 0 });
      for (const term of doc.textTerms.keys()) this.numbersByStem[term].push(doc.number);
      for (const [term, { length }] of doc.questions) {
        doc.questionsLength += length;
        if (!doc.textTerms.has(term)) this.numbersByStem[term].push(doc.number);
      }
    }

    /** How much a stem counts in an entry that has it. */
    impact(term, { textTerms, questions }) {
      const amount = (textTerms.get(term) ?? 0) + (questions.get(term)?.length ?? 0) * QUESTION_FREQUENCY;
      return Math.fround(Math.round((1000 * amount) / (amount + this.weights.text_k1)) / 1000);
    }

    /** Inverse document frequency as in BM25, damped by a power. */
    idf(frequency) {
      const inEntries = Math.min(frequency, this.rankedCount); // cards are about themselves, but are not counted
      return Math.log(1 + (this.rankedCount - inEntries + 0.5) / (inEntries + 0.5)) ** this.weights.idf_power;
    }

    /** The documents that have a stem, and its impact in each. */
    postings(stem) {
      if (!this.postingLists.has(stem)) {
        const term = this.stemNumber(stem), docs = this.numbersByStem[term] ?? [];
        this.postingLists.set(stem, { docs, impacts: docs.map((number) => this.impact(term, this.docs[number])) });
      }
      return this.postingLists.get(stem);
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
      const numbers =
        field === ".terms" ? this.numbersByStem[this.stemNumber(value)] : this.lexicons.get(field)?.get(value);
      for (const number of numbers ?? []) set[number] = 1;
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
     * Reads what takes long.
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
      const entries = this.docs.filter((doc) => ENTRY_KINDS.includes(doc.kind));
      await forEach(this.docs, (doc) => this.addDocument(doc));
      this.unanswered = new Map();
      const owners = [...entries.map((doc) => (doc.questions = new Map())), this.unanswered]
        .flatMap((postings, n) => Array(data.question_counts[n]).fill(postings));
      this.questionWeights = owners.map(() => 0); // the total idf of each question
      await forEach(split(data.questions, ";"), (steps, term) => this.addQuestions(term, numbersOf(steps), owners));
      this.questionWeights = this.questionWeights.map((weight) => Math.round(1000 * weight) / 1000);
      await forEach(entries, (doc) => this.addTerms(doc));
      // Stems, and words of titles and texts, the most frequent first.
      this.stemsByFrequency = [...this.stems].sort().sort((a, b) => this.frequency(b) - this.frequency(a));
      const documentFrequency = (word) => this.lexicons.get(".words").get(word).length;
      this.wordsByFrequency = [...this.lexicon(".words")].sort((a, b) => documentFrequency(b) - documentFrequency(a));
      await pause();
      const [cards, topics] = ["card", "topic"].map((kind) => this.docs.filter((doc) => doc.kind === kind));
      this.nameTables = {
        card: await buildNameTable(cards, Object.entries(data.aliases), pause),
        topic: await buildNameTable(topics, [], pause)
      };
      this.cardNames = site.cardNames.nameLookup(data.card_names, cards.map((card) => card.number));
      return this;
    }

    /** How many of the entries contain a stem. */
    frequency = (stem) => this.frequencies[this.stemNumber(stem)] ?? 0;
    /** Whether a word occurs in the title or text of a document. */
    isPrinted = (word) => this.lexicons.get(".words").has(word);
  }

  site.index = { build: (data, pause = yieldToPage) => new Index(data).build(data, pause) };
})((window.Rulings = window.Rulings || {}));
