/**
 * `Rulings.searchData`, what Python computed (`site/search_data.py`) → the index: documents, postings and tables of
 * names. It is read once, in short slices, when the reader first focuses the search box.
 *
 * The `number` of a document is its position in `docs`. The entries (rulings, sections, their statements, and steps)
 * come first.
 */
(function (site) {
  "use strict";

  const { DOCUMENT_KINDS, ENTRY_KINDS, FOUND_BY_FIELD } = site.constants;
  const SLICE_MS = 4; // between two pauses; still unnoticeable on a phone that takes four times as long

  const split = (text, separator = " ") => (text ? text.split(separator) : []);

  /** Ascending numbers, which are written as the steps between them. */
  function numbersOf(steps) {
    let number = 0;
    return split(steps).map((step) => (number += Number(step)));
  }

  /** Lets other tasks of the page run. */
  function yieldToPage() {
    if (window.scheduler && window.scheduler.yield) return window.scheduler.yield();
    return new Promise((resolve) => setTimeout(resolve, 0));
  }

  /** The documents with their words, terms and postings. */
  class SearchIndex {
    /** @param {SearchData} data */
    constructor(data) {
      this.data = data;
      this.weights = data.weights;
      this.fields = data.fields;
      this.frequencies = data.frequencies;
      this.owners = data.owners;
      this.contrary = data.contrary;
      this.analyzer = site.analysis.analyzer(data.analyzer.contractions, data.analyzer.forms);
      this.synonyms = new Map(Object.entries(data.synonyms));
      this.cardNames = { confidences: new Map(Object.entries(data.card_names.confidences)),
        printed: Object.entries(data.card_names.printed) };
      const folded = (list) => new Map(list.map((name) => [this.analyzer.words(name).join(" "), name]));
      const other = data.other_game;
      this.otherGame = {
        titles: folded(other.titles), wholeTitles: folded(other.whole_titles), terms: folded(other.terms)
      };
      this.names = new Map(Object.entries(data.names));
      this.authorityNames = new Map(Object.entries(data.authority_names));
      const { names, pattern, timed, months_of: monthsOf, numbers, words } = data.values;
      const wordSets = Object.fromEntries(Object.entries(words).map(([kind, all]) => [kind, new Set(all)]));
      this.values = {
        names: new Map(Object.entries(names)), pattern, timed, words: wordSets,
        monthsOf: new Map(Object.entries(monthsOf)), numbers: new Map(Object.entries(numbers))
      };
      this.sources = Object.entries(data.sources);
      this.stems = split(data.stems);
      for (const field of this.fields) field.valueAliases = new Map(field.value_aliases);
      this.fieldsByName = new Map(
        this.fields.flatMap((field) => [field.name, ...field.aliases].map((name) => [name, field]))
      );
      this.stemNumbers = new Map(this.stems.map((stem, number) => [stem, number]));
      this.textPostings = this.stems.map(() => []); // of each stem: [document, how often its text has it]
      this.lexicons = new Map(); // field → term → numbers of documents
      this.sorted = {}; // field → its sorted terms
      this.postingLists = new Map(); // stem → see `postings`
    }

    /** Reads the documents and the terms of fields. `forEach`: see `build` */
    async read(forEach) {
      for (const [field, terms] of Object.entries(this.data.terms)) {
        const lexicon = new Map();
        this.lexicons.set(field, lexicon);
        await forEach(Object.entries(terms), ([term, steps]) => lexicon.set(term, numbersOf(steps)));
      }
      for (const field of [".words", ".terms", ".about", ".date", "card", "topic"]) this.lexicons.set(field, new Map());
      await this.readDocuments(this.data.documents, forEach);
      this.count = this.docs.length;
      this.nameTable = new site.names.Names(this.data.name_table, this.docs);
      this.entryCount = this.docs.filter((doc) => ENTRY_KINDS.includes(doc.kind)).length;
      this.numbersById = new Map();
      for (const { id, number } of this.docs) this.numbersById.set(id, [...(this.numbersById.get(id) ?? []), number]);
      this.idCount = new Set(this.docs.slice(0, this.entryCount).map((doc) => doc.id)).size;
    }

    /** Makes the documents from their columns. */
    async readDocuments(columns, forEach) {
      /** @type {SearchDocument[]} */
      const docs = (this.docs = []), names = Object.keys(columns);
      await forEach(columns.id ?? [], (_, number) => {
        const doc = /** @type {any} */ ({ number });
        for (const name of names) doc[name] = columns[name][number];
        docs.push(doc);
      });
      let whole = null; // the section whose statements follow
      await forEach(docs, (doc) => {
        doc.about = new Map(doc.about);
        const [subject] = [...doc.about].find(([, weight]) => weight === 1) ?? [];
        if (doc.kind === "ruling") doc.subject = docs[subject];
        if (doc.lines && doc.id === whole?.id) {
          doc.whole = whole;
          doc.statement = doc.number - whole.number - 1;
          doc.text = site.passages.passage(whole.text.split("\n"), doc.lines);
        } else if (doc.lines) whole = doc;
        const { side, type, set, keyword } = doc.subject ?? doc;
        doc.values = Object.fromEntries(
          Object.entries({ is: doc.is, side, type, set, keyword }).filter(([, values]) => values?.length)
        );
      });
    }

    /** The number of the (whole) document with that id, of one of these kinds; undefined if there is none. */
    numberOf = (id, kinds = DOCUMENT_KINDS) =>
      this.numbersById.get(id)?.find((number) => kinds.includes(this.docs[number].kind));
    /** Whether a document is an entry. */
    isEntry = (number) => number < this.entryCount;
    /** Whether a word occurs in the title or text of a document. */
    isPrinted = (word) => this.lexicons.get(".words").has(word);
    /** How many of the entries contain a stem. */
    frequency = (stem) => this.frequencies[this.stemNumbers.get(stem) ?? -1] ?? 0;

    /** Adds a document to those that have a term in a field. */
    add(field, term, number) {
      const terms = this.lexicons.get(field), numbers = terms.get(term);
      if (!numbers) terms.set(term, [number]);
      else if (numbers.at(-1) !== number) numbers.push(number);
    }

    /** Adds the words of a document, and what it is about. */
    addDocument(doc) {
      const { analyzer } = this;
      doc.words = analyzer.words(`${doc.title} ${doc.text}`);
      for (const word of doc.words) this.add(".words", word, doc.number);
      for (const date of doc.dates) this.add(".date", date, doc.number);
      for (const [number, weight] of doc.about) {
        this.add(".about", number, doc.number);
        if (weight > FOUND_BY_FIELD) this.add(this.docs[number].kind, this.docs[number].id, doc.number);
      }
      const stems = [...doc.words, ...analyzer.words(doc.extraWords)].map(analyzer.stem), counts = new Map();
      for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
      for (const stem of analyzer.stems(doc.citedWords)) if (!counts.has(stem)) counts.set(stem, 1);
      doc.textLength = stems.length;
      for (const [stem, count] of counts) {
        this.add(".terms", stem, doc.number);
        if (this.isEntry(doc.number) && this.stemNumbers.has(stem))
          this.textPostings[this.stemNumbers.get(stem)].push([doc.number, count]);
      }
    }

    /** Inverse document frequency as in BM25, damped by a power. */
    idf(frequency) {
      const inEntries = Math.min(frequency, this.idCount); // cards are about themselves, but are not counted
      return Math.log(1 + (this.idCount - inEntries + 0.5) / (inEntries + 0.5)) ** this.weights.idf_power;
    }

    /** Of each entry, k1 of BM25 times the normalized length. */
    factors(lengths, k1, b) {
      const average = Math.max(1, lengths.reduce((sum, length) => sum + length, 0) / (this.idCount || 1));
      return lengths.map((length) => k1 * (1 - b + (b * length) / average));
    }

    /**
     * Where a stem occurs: as in `Index.postings` of `search/index.py`.
     * @returns {{entries: [number, number][], questions: number[]}} [document, impact], and numbers of questions
     */
    postings(stem) {
      if (!this.postingLists.has(stem)) {
        const term = this.stemNumbers.get(stem) ?? -1, { weights } = this;
        const questions = this.asked[term] ?? [], inText = new Map(this.textPostings[term] ?? []), asked = new Map();
        for (const question of questions) {
          for (const owner of this.owners[question]) asked.set(owner, (asked.get(owner) ?? 0) + 1);
        }
        const numbers = [...new Set([...inText.keys(), ...asked.keys()])].sort((a, b) => a - b);
        const entries = numbers.map((number) => {
          const text = inText.get(number) ?? 0, count = asked.get(number) ?? 0;
          const impact = (weights.text * text) / (text + this.textFactors[number]);
          return [number, impact + (weights.questions * count) / (count + this.questionFactors[number])];
        });
        this.postingLists.set(stem, { entries, questions });
      }
      return this.postingLists.get(stem);
    }

    /** The numbers of the documents that have a word, as typed, in title or text. */
    printed = (word) => this.lexicons.get(".words").get(word) ?? [];
    /** The numbers of the cards, topics and the like whose names or facts have a stem. */
    namedWith = (stem) => (this.lexicons.get(".terms").get(stem) ?? []).filter((number) => !this.isEntry(number));

    /** The documents about a card or topic, and how much. @returns {Map<number, number>} */
    about(number) {
      const docs = this.lexicons.get(".about").get(number) ?? [];
      return new Map(docs.map((n) => [n, Math.fround(this.docs[n].about.get(number))])); // as stored by Whoosh
    }

    /** All terms of a field, sorted. */
    lexicon(field) {
      return (this.sorted[field] ??= [...(this.lexicons.get(field) ?? new Map()).keys()].sort());
    }

    /** The numbers of the documents that have a term in a field. @returns {Set<number>} */
    term = (field, value) => new Set(this.lexicons.get(field)?.get(value) ?? []);

    /**
     * The numbers of the documents whose title and text have these words in a row, each at most so many places after
     * the one before.
     * @param {string[]} words
     * @returns {Set<number>}
     */
    phrase([first, ...others], most = 1) {
      const having = others.map((word) => this.term(".words", word));
      return new Set(this.printed(first).filter((number) => having.every((set) => set.has(number))).filter((number) => {
        const row = this.docs[number].words, placesOf = (word) => [...row.keys()].filter((at) => row[at] === word);
        const follow = (places, word) =>
          placesOf(word).filter((at) => places.some((place) => place < at && at <= place + most));
        return others.reduce(follow, placesOf(first)).length > 0;
      }));
    }

    /**
     * Reads what takes long.
     * @param {function(): Promise<void>} pause called between two slices of work
     * @returns {Promise<Index>}
     */
    async build(pause) {
      let since = performance.now();
      const forEach = async (list, work) => {
        for (const [n, item] of list.entries()) {
          work(item, n);
          if (performance.now() - since < SLICE_MS) continue;
          await pause();
          since = performance.now();
        }
      };
      await this.read(forEach);
      const { weights } = this, entries = this.docs.slice(0, this.entryCount);
      await forEach(this.docs, (doc) => this.addDocument(doc));
      const sums = this.owners.map(() => 0), lengths = entries.map(() => 0); // of each question; of all of an entry
      this.asked = [];
      await forEach(this.data.questions.split(";"), (steps, term) => {
        const idf = this.idf(this.frequencies[term]);
        this.asked.push(numbersOf(steps));
        for (const question of this.asked[term]) {
          sums[question] += idf;
          for (const owner of this.owners[question]) lengths[owner] += 1;
        }
      });
      this.questionWeights = sums.map((sum) => Math.round(1000 * Math.sqrt(sum)) / 1000);
      this.textFactors = this.factors(entries.map((doc) => doc.textLength), weights.text_k1, weights.text_b);
      this.questionFactors = this.factors(lengths, weights.questions_k1, weights.questions_b);
      // Stems, and words of titles and texts, the most frequent first.
      this.stemsByFrequency = [...this.stems].sort().sort((a, b) => this.frequency(b) - this.frequency(a));
      this.wordsByFrequency =
        [...this.lexicon(".words")].sort((a, b) => this.printed(b).length - this.printed(a).length);
      return this;
    }
  }

  site.index = { build: (data, pause = yieldToPage) => new SearchIndex(data).build(pause) };
})(window.Rulings ??= {});
