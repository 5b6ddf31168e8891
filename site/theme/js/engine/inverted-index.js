/**
 * Makes the index from the names and data of the search, as in `search/inverted_index.py` and
 * `search/index_writer.py`: documents, postings and tables of names. Python computed the data
 * (`site/search_data.py`). The page reads them once, in short slices, when the reader first focuses
 * the search box.
 *
 * The `slot` of a document is its position in `documents`. The entries (rulings, sections, their
 * passages, and steps) come first.
 */
(function (site) {
  "use strict";

  const { CITATION_FIELDS, DOCUMENT_KINDS, FOUND_BY_FIELD, RULING_KINDS } = site.constants;
  const OF_DOCUMENTS = [".date", "is", "game", "kind", "in"]; // their terms come from the documents
  // Milliseconds between two pauses; not noticed even on a phone that takes four times as long
  const SLICE_MS = 4;

  /** Ascending numbers from the differences between them, as they are written in the data. */
  function fromDeltas(deltas) {
    let number = 0;
    return deltas.map((delta) => (number += delta));
  }

  const slotsByKey = (table) =>
    new Map(Object.entries(table).map(([key, deltas]) => [key, fromDeltas(deltas)]));

  /** Adds a slot to the slots of a term, which are ascending. */
  function add(lists, term, slot) {
    const slots = lists.get(term);
    if (!slots) lists.set(term, [slot]);
    else if (slots[slots.length - 1] !== slot) slots.push(slot);
  }

  /** The documents with their terms and postings. */
  class Index {
    /** @param {NameSearch} nameSearch @param {SearchData} data */
    constructor(nameSearch, data) {
      const { names, analyzer } = nameSearch;
      const { weights, fields, frequencies } = data;
      Object.assign(this, { nameSearch, names, analyzer, data, weights, fields, frequencies });
      this.questionDocuments = data.question_documents;
      this.passagesOfOpponent = data.passages_of_opponent;
      this.synonyms = new Map(Object.entries(data.synonyms));
      this.nameConfidences = {
        byName: new Map(Object.entries(data.name_confidences.by_name)),
        printed: Object.entries(data.name_confidences.printed)
      };
      this.wordKinds = new Map(Object.entries(data.word_kinds)); // stem → its kind
      this.pages = slotsByKey(data.pages);
      // Maps, because an object has names of its own: `constructor`
      this.moved = new Map(Object.entries(data.moved));
      this.withdrawn = new Map(Object.entries(data.withdrawn));
      this.askedNatures = new Map(Object.entries(data.asked_natures));
      this.numberedDocuments = data.numbered_documents.map((document) => ({
        ...document,
        meanings: Object.entries(document.meanings),
        titles: new Map(Object.entries(document.titles))
      }));
      this.sourcesByName = Object.entries(data.sources_by_name);
      this.stems = data.stems.split(" ").filter(Boolean); // the most frequent first
      for (const field of fields)
        field.valuesByAlias = new Map(Object.entries(field.values_by_alias));
      this.fieldsByName = new Map(
        this.fields.flatMap((field) => [field.name, ...field.aliases].map((name) => [name, field]))
      );
      this.stemNumbers = new Map(this.stems.map((stem, number) => [stem, number]));
      this.texts = new Map(); // stem → see `textsWith`
      this.textLengths = []; // stems of each document
      this.places = []; // places of words, for each document in which a phrase was looked for
      this.lexicons = new Map(); // field → term → slots of documents
      this.sorted = {}; // field → its sorted terms
      this.postingLists = new Map(); // stem → see `postings`
    }

    /** The titles and terms that only the other game has: folded words → as printed. */
    get otherGame() {
      const byFoldedWords = (list) =>
        new Map(list.map((name) => [this.analyzer.normalized(name), name]));
      const { titles, terms } = this.data.other_game;
      const tables = { titles: byFoldedWords(titles), terms: byFoldedWords(terms) };
      return once(this, "otherGame", tables);
    }

    /** The slot of the document, not of a passage, with this id and kind; or undefined. */
    slotOf = (id, kinds = DOCUMENT_KINDS) =>
      this.slotsById.get(id)?.find((slot) => kinds.includes(this.documents[slot].kind));

    /** The slots of the documents with these ids and kinds: see `slotOf`. */
    slots = (ids, kinds) =>
      ids.map((id) => this.slotOf(id, kinds)).filter((slot) => slot !== undefined);

    /** The slots of the documents of these references. */
    slotsOf = (references) => references.map(({ slot }) => slot);

    /** Whether a document is an entry. */
    isEntry = (slot) => slot < this.entryCount;

    /** The number of entries that contain a stem. */
    frequency = (stem) => this.frequencies[this.stemNumbers.get(stem) ?? -1] ?? 0;

    /** The words of a document's title and text, as typed. */
    wordsOf = ({ title, text }) => this.analyzer.words(`${title} ${text}`);

    /** Adds a document to those that print its words, and counts its stems. */
    addDocument(doc) {
      const { slot, extraWords } = doc;
      const words = this.wordsOf(doc);
      for (const word of words) add(this.lexicons.get(".words"), word, slot);
      const stems = [...words, ...this.analyzer.words(extraWords)].map(this.analyzer.stem);
      for (const stem of stems) {
        if (!this.texts.has(stem)) this.texts.set(stem, new Map());
        const counts = this.texts.get(stem);
        counts.set(slot, (counts.get(slot) ?? 0) + 1);
      }
      this.textLengths.push(stems.length);
    }

    /** Inverse document frequency as in BM25, damped by a power. */
    idf(frequency) {
      // Cards are about themselves, but are not counted
      const inEntries = Math.min(frequency, this.idCount);
      const otherCount = this.idCount - inEntries;
      return Math.log(1 + (otherCount + 0.5) / (inEntries + 0.5)) ** this.weights.idf_power;
    }

    /** BM25's k1 times the normalized length of each entry. */
    lengthFactors(lengths, k1, b) {
      const total = lengths.reduce((sum, length) => sum + length, 0);
      const average = Math.max(1, total / (this.idCount || 1));
      return lengths.map((length) => k1 * (1 - b + (b * length) / average));
    }

    /** The postings of a stem, as in `Index.postings` of `search/inverted_index.py`. */
    postings(stem) {
      if (!this.postingLists.has(stem)) {
        const term = this.stemNumbers.get(stem) ?? -1;
        const { weights } = this;
        const questions = fromDeltas(this.data.questions[term] ?? []);
        const questionCounts = new Map(); // by document
        const inText = this.textsWith(stem);
        for (const question of questions) {
          for (const slot of this.questionDocuments[question])
            questionCounts.set(slot, (questionCounts.get(slot) ?? 0) + 1);
        }
        const cited = this.withTerm(".cited", stem);
        const found = new Set([...inText.keys(), ...questionCounts.keys(), ...cited]);
        const slots = [...found].filter(this.isEntry).sort((a, b) => a - b);
        const impacts = slots.map((slot) => {
          const text = inText.get(slot) ?? 0;
          const count = questionCounts.get(slot) ?? 0;
          const impact = (weights.text * text) / (text + this.textFactors[slot]);
          const ofQuestions = (weights.questions * count) / (count + this.questionFactors[slot]);
          const ofCitations = cited.has(slot) && !text ? weights.cited : 0;
          return [slot, impact + ofQuestions + ofCitations];
        });
        this.postingLists.set(stem, { impacts, questions });
      }
      return this.postingLists.get(stem);
    }

    /** The documents that have a stem in their texts, and how often. @returns {Map} */
    textsWith = (stem) => this.texts.get(stem) ?? new Map();

    /** The slots of the documents that have a term in a field. @returns {Set<number>} */
    withTerm = (field, value) => new Set(
      field === ".terms"
        ? [...this.textsWith(value).keys(), ...this.withTerm(".cited", value)]
        : this.lexicons.get(field)?.get(value) ?? []
    );

    /** `field:term` → the citations (as terms of the index) that have it. */
    get citationTermsByKey() {
      const citations = new Map();
      for (const citation of this.fieldTerms(".citation")) {
        for (const [place, terms] of citation.split("|").entries()) {
          for (const term of terms.split(" ")) {
            const key = `${CITATION_FIELDS[place]}:${term}`;
            if (!citations.has(key)) citations.set(key, new Set());
            citations.get(key).add(citation);
          }
        }
      }
      return once(this, "citationTermsByKey", citations);
    }

    /** The documents that have a word, exactly as typed, in title or text. */
    withPrintedWord = (word) => this.lexicons.get(".words").get(word) ?? [];

    /** Document → how much it is about the card or topic. @returns {Map<number, number>} */
    documentsAbout = (slot) => new Map(this.aboutLists[slot]);

    /** The documents that have the words in a row, with at most `between` others between two. */
    withPhrase(words, between = 1) {
      const [first, ...others] = new Set(words);
      const slotsByWord = others.map((word) => this.withTerm(".words", word));
      const hasAll = (slot) => slotsByWord.every((set) => set.has(slot));
      return new Set(this.withPrintedWord(first).filter(hasAll).filter((slot) => {
        const places = (this.places[slot] ??= this.placesOf(this.documents[slot]));
        return areInARow(words.map((word) => places.get(word)), between);
      }));
    }

    /** The places of each word of a document's title and text. @returns {Map<string, number[]>} */
    placesOf(doc) {
      const places = new Map();
      this.wordsOf(doc).forEach((word, place) => add(places, word, place));
      return places;
    }

    /** Does the slow part of the work. `pause`: called between two slices of work. */
    async build(pause) {
      let since = performance.now();
      const forEach = async (list, work) => {
        for (let n = 0; n < list.length; n++) {
          work(list[n], n);
          if (performance.now() - since < SLICE_MS) continue;
          await pause();
          since = performance.now();
        }
      };
      await this.read(forEach);
      const { weights } = this;
      await forEach(this.documents, (doc) => this.addDocument(doc));
      // The summed idf of the stems of each question, and their number
      const sums = new Float64Array(this.questionDocuments.length);
      const counts = new Uint16Array(sums.length);
      await forEach(this.data.questions, (steps, term) => {
        const frequency = this.frequencies[term];
        const idf = frequency && this.idf(frequency);
        let question = 0;
        for (const step of steps) {
          question += step;
          sums[question] += idf;
          counts[question] += 1;
        }
      });
      // The number of stems in all questions of each entry
      const lengths = new Array(this.entryCount).fill(0);
      this.questionDocuments.forEach((slots, question) => {
        for (const slot of slots) lengths[slot] += counts[question];
      });
      this.questionSizes = counts;
      // 1 if none of its stems occurs
      this.questionWeights = sums.map((sum) => Math.round(1000 * Math.sqrt(sum)) / 1000 || 1);
      const textLengths = this.textLengths.slice(0, this.entryCount);
      this.textFactors = this.lengthFactors(textLengths, weights.text_k1, weights.text_b);
      this.questionFactors = this.lengthFactors(lengths, weights.questions_k1, weights.questions_b);
      return this;
    }

    /** The questions of each document; as the last item, those without an answer. */
    get questionsOf() {
      const questions = Array.from({ length: this.count + 1 }, () => []);
      this.questionDocuments.forEach((slots, question) => {
        const owners = slots.length ? slots : [this.count];
        for (const slot of owners) questions[slot].push(question);
      });
      return once(this, "questionsOf", questions);
    }

    /** The entries that answer a question with the same stems; null if there is none. */
    entriesWithQuestion(text) {
      const stems = [...new Set(this.analyzer.words(text).map(this.analyzer.stem))];
      if (!stems.length) return null;
      const lists = stems.map((stem) => this.postings(stem).questions);
      const [ofRarest, ...others] = lists.sort((a, b) => a.length - b.length);
      const same = ofRarest.filter((question) =>
        this.questionSizes[question] === stems.length
        && others.every((questions) => questions.includes(question)));
      return same.length ? same.flatMap((question) => this.questionDocuments[question]) : null;
    }

    /** All terms of a field, sorted. */
    fieldTerms(field) {
      return (this.sorted[field] ??= [...(this.lexicons.get(field) ?? new Map()).keys()].sort());
    }

    /** The kind of a word; `other` if it has none. */
    wordKind(word) {
      return this.wordKinds.get(this.analyzer.stem(word)) ?? "other";
    }

    /** The nature that a word asks for; undefined if it asks for none. */
    askedNature(word) {
      return this.askedNatures.get(this.analyzer.stem(word));
    }

    /** The words of titles and texts, the most frequent first. */
    get wordsByFrequency() {
      const frequency = (word) => this.withPrintedWord(word).length;
      const words = [...this.fieldTerms(".words")].sort((a, b) => frequency(b) - frequency(a));
      return once(this, "wordsByFrequency", words);
    }

    /** Reads the documents and the terms of fields. `forEach`: see `build` */
    async read(forEach) {
      for (const [field, terms] of Object.entries(this.data.terms))
        this.lexicons.set(field, slotsByKey(terms));
      for (const field of [".words", "card", "topic", ...OF_DOCUMENTS])
        this.lexicons.set(field, new Map());
      await this.readDocuments(this.data.documents, forEach);
      this.count = this.documents.length;
      this.slotsById = new Map();
      for (const { id, slot } of this.documents) add(this.slotsById, id, slot);
      this.idCount = new Set(this.documents.slice(0, this.entryCount).map((doc) => doc.id)).size;
    }

    /**
     * Makes the entries from their columns, and adds the documents of names with their missing
     * values. In the columns, the id of a ruling is only its digits, and its title is its
     * subject's.
     */
    async readDocuments(columns, forEach) {
      const documents = (this.documents = []);
      const { id, title, about } = columns;
      (title ?? []).forEach((ownTitle, n) => {
        if (ownTitle) return;
        const [slot] = about[n].find(([, weight]) => weight === 1);
        const subject = this.nameSearch.documents[slot - title.length];
        [id[n], title[n]] = [`${subject.id}-${id[n]}`, subject.title];
      });
      const Document = site.searchDocuments.documentClass(columns, this.nameSearch.sources);
      await forEach(columns.id ?? [], (_, slot) => {
        documents.push(new Document(slot, documents));
      });
      this.entryCount = documents.length;
      this.nameSearch.documents.forEach((doc, position) => {
        const slot = documents.push(doc) - 1;
        const isSubject = ["card", "topic"].includes(doc.kind);
        const text = this.data.card_texts[position] ?? doc.text; // the cards come first
        Object.assign(doc, { slot, text, about: isSubject ? [[slot, 1]] : [] });
      });
      // For each card or topic: [document about it, how much]
      this.aboutLists = documents.map(() => []);
      for (const doc of documents) {
        for (const [slot, weight] of doc.about) {
          this.aboutLists[slot].push([doc.slot, Math.fround(weight)]); // as stored by Whoosh
          if (weight > FOUND_BY_FIELD)
            add(this.lexicons.get(documents[slot].kind), documents[slot].id, doc.slot);
        }
        if (RULING_KINDS.includes(doc.kind))
          doc.subject = documents[doc.about.find(([, weight]) => weight === 1)?.[0]];
        const { dates, is, game, kind, sourceName } = doc;
        const terms = { ".date": dates, is, game: [game], kind: [kind], in: [sourceName] };
        for (const field of OF_DOCUMENTS)
          for (const term of terms[field].filter(Boolean))
            add(this.lexicons.get(field), term, doc.slot);
      }
    }
  }

  /** Whether words at these places are in a row, with at most `between` others between two. */
  function areInARow([first, ...others], between) {
    let ends = first;
    return others.every((places) => {
      const isNext = (place) => ends.some((end) => end < place && place <= end + between + 1);
      ends = places.filter(isNext);
      return ends.length > 0;
    });
  }

  /** Lets other tasks of the page run. */
  function yieldToPage() {
    if (window.scheduler && window.scheduler.yield) return window.scheduler.yield();
    return new Promise((resolve) => setTimeout(resolve, 0));
  }

  /** Keeps the value of a getter. */
  function once(object, name, value) {
    Object.defineProperty(object, name, { value });
    return value;
  }

  site.invertedIndex = {
    build: (nameSearch, data, pause = yieldToPage) => new Index(nameSearch, data).build(pause)
  };
})(window.Rulings ??= {});
