// {queries, words, names, groups, judged, reworded, leftOut} → the answer of the page's search to
// each, and the documents that it can find.
"use strict";

module.exports = async ({ queries, words, names, groups, judged, reworded, leftOut }) => {
  const { search, index } = await Rulings.engine.open(
    Rulings.nameSearch.open(Rulings.nameData), Rulings.searchData, async () => {}
  );
  const { analyzer, documents } = index;
  const answer = (query, limit) => {
    const result = search(query, { limit });
    return {
      kinds: result.hits.map((hit) => hit.doc.kind),
      ids: result.hits.map((hit) => hit.id),
      urls: result.hits.map((hit) => `/${Rulings.hits.path(hit.doc, hit.fragment)}`),
      passages: result.hits.map((hit) => hit.passage),
      highlighted: result.hits.map(
        (hit) => Rulings.passages.wordSpans(analyzer, hit.passage, result.stems)
      ),
      total: result.total,
      notes: result.notes,
      doubts: result.doubts,
      explanation: result.explanation,
      confidence: result.confidence,
      counts: result.counts,
      nearest: result.nearest.map((doc) => doc.title),
      words: Rulings.searchRequest.readRequest(index, query, {}).query.text,
    };
  };
  // The ids that a query finds if this part of a rank does not count
  const { RANK_PARTS } = Rulings.retrieval;
  const idsWithout = ([part, query]) => {
    const request = Rulings.searchRequest.readRequest(index, query, {});
    const parts = RANK_PARTS.filter((other) => other !== part);
    const { scoredDocuments } = Rulings.retrieval.rankedResultsOf(request, parts);
    return scoredDocuments.map(({ slot }) => documents[slot].id);
  };
  const resolved = (name) => {
    const { firstMeaning } = Rulings.nameMatching;
    const { matchKind, references, suggestions } = firstMeaning(index.names, name, ["card"]);
    return [matchKind, references.map(({ id }) => id), suggestions.map(({ title }) => title)];
  };
  // Each example of a table of readings, and the example of the row that reads it
  const examplesRead = (table, readExample) => {
    const rows = { ...table };
    let reader = null;
    for (const [example, read] of Object.entries(rows))
      table[example] = (...line) => {
        const meaning = read(...line);
        if (meaning?.references?.length ?? meaning) reader = example;
        return meaning;
      };
    const examples = Object.keys(rows).map((example) => {
      reader = null;
      readExample(example);
      return [example, reader];
    });
    Object.assign(table, rows);
    return examples;
  };
  const resolvedExample = (example) => {
    const kinds = example === "trace" ? ["topic"] : ["card", "topic"];
    return Rulings.nameMatching.firstMeaning(index.names, example, kinds);
  };
  // The example of the criterion that decides whether the hits answer, and the confidence
  const decided = (query) => {
    const request = Rulings.searchRequest.readRequest(index, query, {});
    const found = Rulings.retrieval.rankedResultsOf(request);
    const { example, confidence } = Rulings.answerability.assess(found);
    return [example, confidence];
  };
  // What the search decides if all its sentences begin with another letter
  const decidedReworded = () => {
    const { sentences } = Rulings.searchData;
    const worded = { ...sentences };
    for (const kind of Object.keys(worded)) sentences[kind] = `Ж${worded[kind]}`;
    const decisions = reworded.map((query) => answer(query, 10))
      .map(({ ids, total, confidence }) => [ids, total, confidence]);
    Object.assign(sentences, worded);
    return decisions;
  };
  const about = (doc) => Object.fromEntries(
    [...doc.about].map(([slot, how]) => {
      const { kind, id } = documents[slot];
      return [`${kind}/${id}`, how];
    })
  );
  const stemsOf = new Map(); // entry → question → its stems
  index.stems.forEach((stem) => {
    for (const question of index.postings(stem).questions) {
      for (const owner of index.questionDocuments[question]) {
        const stemsByQuestion = stemsOf.get(owner) ?? new Map();
        const stems = [...(stemsByQuestion.get(question) ?? []), stem];
        stemsOf.set(owner, stemsByQuestion.set(question, stems));
      }
    }
  });
  const questions = (doc) =>
    [...(stemsOf.get(doc.slot) ?? new Map()).values()].map((stems) => stems.sort());
  return {
    answers: queries.map(([query, limit]) => answer(query, limit)),
    stems: words.map((word) => analyzer.stem(word)),
    names: names.map(resolved),
    readings: {
      names: examplesRead(Rulings.nameMatching.NAME_READERS, resolvedExample),
      search: examplesRead(Rulings.searchRequest.QUERY_READERS,
        (example) => Rulings.searchRequest.readRequest(index, example, {}))
    },
    criteria: judged.map(decided),
    reworded: decidedReworded(),
    joint: groups.map((ids) => ids.map((id) => index.slotOf(id)))
      .map((cards) => Rulings.engine.jointRulings(index, cards).map(({ id }) => id).sort()),
    natures: Object.keys(Rulings.hits.NATURE_NAMES),
    without_part: leftOut.map(idsWithout),
    parts_of_rank: RANK_PARTS,
    documents: documents.map((doc) => ({
      kind: doc.kind,
      id: doc.id,
      title: doc.title,
      document: doc.source.id,
      game: doc.game,
      text: doc.text,
      authority: doc.authority ?? "",
      said: doc.attributions,
      dates: doc.dates,
      question: doc.question ?? "",
      extra_words: doc.extraWords ?? "",
      about: about(doc),
      is: doc.is ?? [],
      remarks: (doc.remarks ?? []).map(([relation]) => relation),
      lines: doc.lines,
      near_identical_ids: doc.alsoUnder.map((slot) => documents[slot].id),
      questions: questions(doc),
    })),
  };
};
