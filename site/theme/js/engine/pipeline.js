/** Runs a search: understands the query, and finds the hits, as in `search/pipeline.py`. */
(function (site) {
  "use strict";

  const { readRequest } = site.searchRequest;
  const { countsOfKinds, rankedResultsOf, jointRulings } = site.retrieval;
  const { hit } = site.snippets;
  const {
    cardsWithoutJointRuling, howRead, sentenceIfMissing, unknownWords, unruledCards,
    whyNothingFound
  } = site.messages;
  const { assess } = site.answerability;
  const { highlighted } = site.ranking;
  const { distinct, note } = site.sentences;
  const { MAX_NOTES } = site.constants;

  /** The results of a query. `options`: the `limit`, and whether the reader is `typing`. */
  function run(index, text, options = {}) {
    const request = readRequest(index, text, options);
    const sentence = sentenceIfMissing(request);
    if (sentence)
      return { ...NO_RESULTS, typed: text, expansion: request.expansion, explanation: [sentence] };
    const results = rankedResultsOf(request);
    const { expansion, query } = request;
    if (!results.scoredDocuments.length) {
      const { reason, nearest } = whyNothingFound(request);
      const notes = query.notes.filter(({ sentence: other }) => other !== reason.sentence)
        .map(sentenceOf);
      return {
        ...NO_RESULTS, typed: text, expansion, notes: notes.slice(0, MAX_NOTES),
        explanation: [reason.sentence], nearest
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
      notes: notesOf(request, doubts).map(sentenceOf),
      doubts: doubts.map(sentenceOf),
      stems: new Set(expansion.termGroups.flatMap(highlighted)),
      hits: hits.slice(0, limit ?? hits.length),
      confidence
    };
  }

  const NO_RESULTS = {
    all: [], hits: [], total: 0, counts: {}, confidence: "low", notes: [], explanation: [],
    nearest: [], doubts: []
  };

  const sentenceOf = ({ sentence }) => sentence;

  /** The notes above the hits, each once: how the query was read, then doubts, which all stay. */
  function notesOf(request, doubts) {
    const { index, expansion, query } = request;
    const notes = [...query.notes, ...request.notes];
    for (const [word, correction] of expansion.corrected)
      notes.push(note("word corrected", word, correction));
    for (const mention of expansion.cardMentions)
      if (mention.typed && !request.notes.length) notes.push(howRead(index, mention));
    if (!request.isWholeName && !query.pastedSlots.length) notes.push(...unknownWords(request));
    const said = doubts.map(sentenceOf);
    const others = distinct(notes).filter(({ sentence }) => !said.includes(sentence));
    others.splice(Math.max(0, MAX_NOTES - doubts.length));
    const unruled = unruledCards(request);
    const onCards = unruled.length ? unruled : cardsWithoutJointRuling(request);
    return distinct([...others, ...doubts, ...onCards]).slice(0, MAX_NOTES);
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
