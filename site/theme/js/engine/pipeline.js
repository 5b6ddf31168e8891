/** Runs a search: understands the query, and finds the hits, as in `search/pipeline.py`. */
(function (site) {
  "use strict";

  const { readRequest } = site.searchRequest;
  const { countsOfKinds, find, jointRulings } = site.retrieval;
  const { hit } = site.snippets;
  const {
    cardsWithoutJointRuling, cardsWithoutRulings, howRead, sentenceIfMissing, unknownWords,
    whyNothingFound
  } = site.messages;
  const { assess } = site.answerability;
  const { highlighted } = site.ranking;
  const { MAX_NOTES } = site.constants;

  /** The results of a query. `options`: the `limit`, and whether the reader is `typing`. */
  function run(index, text, options = {}) {
    const request = readRequest(index, text, options);
    const sentence = sentenceIfMissing(request);
    if (sentence)
      return { ...NO_RESULTS, typed: text, expansion: request.expansion, explanation: [sentence] };
    const results = find(request);
    const { expansion, query } = request;
    if (!results.scoredDocuments.length) {
      const { reason, nearest } = whyNothingFound(request);
      const notes = query.notes.filter((note) => note !== reason).map(String);
      return {
        ...NO_RESULTS, typed: text, expansion, notes: notes.slice(0, MAX_NOTES),
        explanation: [String(reason)], nearest
      };
    }
    const { confidence, doubts } = assess(results);
    const hits = results.scoredDocuments.map((scored) => hit(request, scored));
    const { limit = 10 } = options;
    return {
      ...NO_RESULTS,
      typed: text,
      expansion,
      all: hits,
      total: hits.length,
      isList: results.isList,
      counts: countsOfKinds(results),
      notes: notesOf(request, doubts),
      doubts: doubts.map(String),
      stems: new Set(expansion.termGroups.flatMap(highlighted)),
      hits: hits.slice(0, limit ?? hits.length),
      confidence
    };
  }

  const NO_RESULTS = {
    all: [], hits: [], total: 0, counts: {}, confidence: "low", notes: [], explanation: [],
    nearest: [], doubts: []
  };

  /** The sentences above the hits, each once, without kinds: how the query was read; doubts. */
  function notesOf(request, doubts) {
    const { index, expansion, query, note } = request;
    const notes = [...query.notes, ...(note ? [note] : [])];
    for (const [word, correction] of expansion.corrected)
      notes.push(`“${word}” was read as “${correction}”`);
    for (const name of expansion.cardNames)
      if (name.typed && !note) notes.push(howRead(index, name));
    const isRead = request.isWholeName || query.pastedSlots.length > 0;
    const unknown = isRead ? [] : unknownWords(request);
    const unruled = cardsWithoutRulings(request);
    const aboutCards = unruled.length ? unruled : cardsWithoutJointRuling(request);
    notes.push(...unknown, ...doubts, ...aboutCards);
    return [...new Set(notes.map(String))].slice(0, MAX_NOTES);
  }

  /**
   * Builds the index, and returns the function that searches it, with the index and the search of
   * names. `pause`: called between two slices of work.
   */
  async function open(nameSearch, data, pause) {
    const index = await site.invertedIndex.build(nameSearch, data, pause);
    return { index, nameSearch, search: (text, options) => run(index, text, options) };
  }

  site.engine = { jointRulings, open };
})(window.Rulings ??= {});
