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
   * @property {Map<number, number>} questionCounts of an entry: stem → how many questions contain it
   * @property {number} questionsLength the number of stems in its questions
   * @property {?{terms: number[], weight: number}[]} questions of an entry
   */

  const split = (text, separator = " ") => (text ? text.split(separator) : []);

  /** Ascending numbers, which are written as the steps between them. */
  function numbersOf(steps) {
    let number = 0;
    return split(steps).map((step) => (number += Number(step)));
  }

  /** Number → how often it occurs. */
  function counted(...lists) {
    const frequency = new Map();
    for (const numbers of lists) for (const number of numbers) frequency.set(number, (frequency.get(number) ?? 0) + 1);
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
      this.postingLists = this.stems.map(() => ({ docs: [], impacts: [] }));
      this.lexicons = new Map(Object.entries(data.terms).map(([field, terms]) => // field → term → numbers of documents
        [field, new Map(Object.entries(terms).map(([term, steps]) => [term, numbersOf(steps)]))]));
      for (const field of [".words", ".about", "card", "topic"]) this.lexicons.set(field, new Map());
      this.sorted = {}; // field → its sorted terms
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

    /** Adds the terms of an entry, and those of its questions. */
    addTerms(doc, questions) {
      const { analyzer } = this;
      const words = [...doc.words, ...analyzer.words(doc.extraWords)];
      const text = words.map((word) => this.stemNumber(analyzer.stem(word)));
      const sets = split(questions, ";").map(numbersOf);
      Object.assign(doc, {
        questions: sets, textTerms: counted(text), textLength: text.length, questionCounts: counted(...sets),
        questionsLength: sets.reduce((sum, set) => sum + set.length, 0)
      });
      const amounts = new Map(doc.textTerms);
      for (const [term, times] of doc.questionCounts)
        amounts.set(term, (amounts.get(term) ?? 0) + times * QUESTION_FREQUENCY);
      for (const [term, amount] of amounts) {
        this.postingLists[term].docs.push(doc.number);
        this.postingLists[term].impacts.push(
          Math.fround(Math.round((1000 * amount) / (amount + this.weights.text_k1)) / 1000)
        );
      }
    }

    /** Questions as the re-ranker needs them: the stems of each, and their total idf. */
    weighed(questions) {
      const totalWeight = (set) => set.reduce((sum, term) => sum + this.idf(this.frequencies[term]), 0);
      return questions.map((terms) => ({ terms, weight: Math.round(1000 * totalWeight(terms)) / 1000 }));
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
      await forEach(entries, (doc, n) => this.addTerms(doc, data.questions[n]));
      await forEach(entries, (doc) => (doc.questions = this.weighed(doc.questions)));
      this.unanswered = this.weighed(split(data.unanswered, ";").map(numbersOf));
      this.stemsByFrequency = [...this.stems].sort();
      this.stemsByFrequency.sort((a, b) => this.frequency(b) - this.frequency(a));
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
    /** All stems of these documents, the most frequent first. */
    terms = () => this.stemsByFrequency;
    /** All words of titles and texts, the most frequent first. */
    words = () => this.wordsByFrequency;
  }

  site.index = { build: (data, pause = yieldToPage) => new Index(data).build(data, pause) };
})((window.Rulings = window.Rulings || {}));
