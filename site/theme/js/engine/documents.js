/**
 * `Rulings.searchData` (columns, see `site/export/search_data.py`) → the documents that are searched, as
 * `search/documents.py` makes them.
 *
 * The `number` of a document is its position in the list.
 */
(function (site) {
  "use strict";

  const { fold } = site.names;
  const {
    ABOUT_INHERITED, ABOUT_NAMED, ABOUT_SUBJECT, COLUMN_CONTINUED, COLUMN_LETTERS, COLUMN_START, NETRUNNER
  } = site.constants;

  /** The parts of a text; none if it is empty. */
  const split = (text, separator = " ") => (text ? text.split(separator) : []);
  /** The lines of a column, each of which ends in a line break. */
  const lines = (text) => text.split("\n").slice(0, -1);
  /** The value of each record, from the distinct values and the number of its value as a character. */
  const column = ([values, characters]) => [...characters].map((character) => {
    const further = character.charCodeAt(0) - COLUMN_CONTINUED;
    return values[further < 0 ? character.charCodeAt(0) - COLUMN_START : COLUMN_LETTERS + further];
  });
  /** For each line, the indices of other lines, from the steps to them. */
  const references = (text) => lines(text).map((line, n) => split(line).map((step) => n + Number(step)));
  /** Field → for each record, its values. */
  const valueColumns = (encodedFields) =>
    new Map(encodedFields.map(([name, encoded]) => [name, column(encoded).map((values) => split(values, "\n"))]));
  /** Field → the values of the record at position `n`. */
  const valuesAt = (columns, n) => Object.fromEntries([...columns].map(([name, values]) => [name, values[n]]));
  /** The id that a title regularly has; exceptions are in the data. */
  const slug = (title) => fold(title).replace(/ /g, "-");

  /**
   * @typedef {object} SearchDocument one thing that can be found; `index.js` adds what is marked “index”
   * @property {"ruling" | "section" | "step" | "card" | "topic"} kind
   * @property {number} number its position in the list of all documents
   * @property {string} id
   * @property {string} title
   * @property {string} sourceId the id of its source
   * @property {string} source the short name of its source
   * @property {string} game
   * @property {string} text
   * @property {string} [question] of an entry (a ruling, section or step): our heading, or ""
   * @property {string} [extraWords] of an entry: other words by which it is found
   * @property {string} [sourceTitle] of a section or step: the title of its source
   * @property {string} [authority] of a ruling: of its latest citation, or ""
   * @property {SearchDocument} [subject] of a ruling: its card or topic
   * @property {Object<string, string[]>} [cardValues] of a card: the values of its fields
   * @property {number} [count] of a card or topic: how many rulings are filed under it, without references to others
   * @property {boolean} [isEmpty] of a section: whether it is a heading without text
   * @property {string} [status] of an entry
   * @property {number[]} supersededBy numbers of documents
   * @property {number[]} alsoUnder numbers of near-identical rulings
   * @property {string[]} dates ISO 8601, earliest first
   * @property {Map<number, number>} about number of a card or topic → how much it is about that (0–1)
   * @property {Object<string, string[]>} fieldValues field of the query language → values
   * @property {string[]} words index: the words of title and text
   * @property {Map<number, number>} [textTerms] index, of an entry: stem → how often it is in title, extra words, text
   * @property {number} [textLength] index, of an entry: the number of these stems
   * @property {number[][]} [questionStems] index, of an entry: the distinct stems of each question
   * @property {Map<number, number>} [questionCounts] index, of an entry: stem → how many questions contain it
   * @property {number} [questionsLength] index, of an entry: the number of stems in `questionStems`
   * @property {{terms: number[], weight: number}[]} [questions] index, of an entry: the same, without empty ones
   * @property {number} [prior] index, of an entry: the factor of its score
   */

  /**
   * The documents in the order of the command line: rulings, sections, steps, cards, topics.
   * @param {object} data `Rulings.searchData`
   * @param {function(): Promise<void>} pause called between two slices of work
   * @returns {Promise<SearchDocument[]>}
   */
  async function read(data, pause) {
    const about = lines(data.about),
      ownValues = valueColumns(data.fieldValues),
      status = column(data.status),
      supersededBy = references(data.superseded_by);
    const entries = lines(data.entries).map((line, n) => {
      const [question, ...text] = line.split("\t"); // the others stand for line breaks
      return { question, text: text.join("\n"), status: status[n], supersededBy: supersededBy[n] };
    });
    const firstSubject = entries.length, cards = readCards(data), topics = readTopics(data);
    const subjects = [...cards, ...topics].map((subject, n) => ({ ...subject, number: firstSubject + n }));
    await pause();
    const subjectAt = (code) => subjects[code[0] === "t" ? cards.length + Number(code.slice(1)) : Number(code)];
    const entryDocs = [...readRulings(data, subjectAt), ...readSections(data), ...readSteps(data)];
    entryDocs.forEach((doc, n) => {
      const mentions = split(about[n]).map((code) =>
        [subjectAt(code.replace("i", "")).number, code.endsWith("i") ? ABOUT_INHERITED : ABOUT_NAMED]);
      const own = doc.subject ? [[doc.subject.number, ABOUT_SUBJECT]] : [];
      const fieldValues = { in: [doc.source], ...valuesAt(ownValues, n), ...doc.subject?.cardValues };
      Object.assign(doc, entries[n], { about: new Map([...own, ...mentions]), fieldValues });
      if (!doc.subject) return;
      if (!fieldValues.is.includes("see")) doc.subject.count += 1;
      doc.extraWords = [...fieldValues.is, ...(fieldValues.keyword ?? []), ...(fieldValues.type ?? [])].join(" ");
    });
    for (const subject of subjects) subject.about = new Map([[subject.number, ABOUT_SUBJECT]]);
    for (const topic of subjects.slice(cards.length))
      topic.text = topic.count === 1 ? "1 ruling" : `${topic.count} rulings`;
    await pause();
    return [...entryDocs, ...subjects].map((doc, number) => Object.assign(
      doc, { number, alsoUnder: doc.alsoUnder ?? [], supersededBy: doc.supersededBy ?? [], dates: doc.dates ?? [] }
    ));
  }

  /** The cards. Their `text` is made as by `_cards` in `search/documents.py`. */
  function readCards({ cards }) {
    const titles = lines(cards.titles);
    const columns = valueColumns(cards.fieldValues);
    const numbers = cards.numbers.map(([label, encoded]) => [label, columns.get(encoded) ?? column(encoded)]);
    return titles.map((title, n) => {
      const fieldValues = valuesAt(columns, n);
      const printed = numbers.map(([label, values]) => [label, String(values[n])]).filter(([, value]) => value !== "");
      const text = [
        `${fieldValues.side} ${fieldValues.type}`, ...fieldValues.keyword, ...printed.map((pair) => pair.join(" ")),
        ...fieldValues.set
      ].join(" · ");
      return {
        kind: "card", id: cards.ids[n] ?? slug(title), title, text, sourceId: "cards", source: "cards",
        game: NETRUNNER, fieldValues: { in: ["cards"], ...fieldValues }, cardValues: fieldValues, count: 0
      };
    });
  }

  /** The row of the source with that short name. */
  const sourceNamed = (sources, name) => sources.find(({ short }) => short === name);

  function readTopics({ topics, sources }) {
    const { id, short, game } = sourceNamed(sources, "rulings");
    return lines(topics.titles).map((title, n) => ({
      kind: "topic", id: topics.ids[n] ?? slug(title), title, sourceId: id, source: short, game,
      fieldValues: { in: [short] }, count: 0,
    }));
  }

  function readRulings({ rulings, sources }, subjectAt) {
    const subjects = split(rulings.subjects).map((code) => subjectAt(code.replace("c", "")));
    const authorities = column(rulings.authority);
    const dates = lines(rulings.dates).map((line) => split(line));
    const alsoUnder = references(rulings.also_under);
    const steps = split(rulings.subject).map(Number);
    const sourceIds = column(rulings.source);
    const { short, game } = sourceNamed(sources, "rulings");
    let position = 0;
    return steps.map((step, n) => {
      const subject = subjects[(position += step)];
      return {
        kind: "ruling", id: `${subject.id}-${rulings.hash.slice(8 * n, 8 * n + 8)}`, title: subject.title, subject,
        sourceId: sourceIds[n], source: short, game, authority: authorities[n],
        dates: dates[n], alsoUnder: alsoUnder[n],
      };
    });
  }

  function readSections({ sections, sources }) {
    const titles = lines(sections.titles), empty = new Set(split(sections.empty).map(Number));
    return column(sections.source).map((id, n) => {
      const { short, title: name, game } = sources.find((source) => source.id === id);
      return {
        kind: "section", id: sections.ids[n] ?? slug(`${short} ${titles[n]}`), title: titles[n], sourceId: id,
        source: short, game, sourceTitle: name,
        extraWords: `${name} ${short}`, isEmpty: empty.has(n),
      };
    });
  }

  function readSteps({ steps, sources }) {
    const { id, short, title: name, game } = sourceNamed(sources, "run-chart");
    return lines(steps).map((actor, n) => ({
      kind: "step", id: `run-chart-${n + 1}`, title: `Step ${n + 1}`, sourceId: id, source: short, game,
      sourceTitle: name, extraWords: `${name} run chart step of the run ${actor}`,
    }));
  }

  site.documents = { lines, read, split };
})((window.Rulings = window.Rulings || {}));
