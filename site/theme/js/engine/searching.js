/** An index and a query → results: retrieve candidates, re-rank, explain, as in `search/searching.py`. */
(function (site) {
  "use strict";

  const { understand } = site.request;
  const { Reranker } = site.reranking;
  const { directMatches, resolve } = site.names;
  const {
    whyNothingFound, correctedWords, unknownWords, cardsWithoutRulings, cardsWithoutJointRuling, onlyAnotherGame
  } = site.explanation;
  const {
    COMMON_SHARE, DOCUMENT_KINDS, HIGHLIGHT_CLOSENESS, JOINED_SHARE, MAX_CANDIDATES, MAX_JOINED, MAX_NOTES,
    MAX_PASSAGE_LENGTH, MAX_PHRASE_RANK, MIN_QUOTED_WORDS, MIN_SHARE_OF_BEST, NAME_LEAD, NETRUNNER,
    OTHER_GAME_SHARE, OTHER_GAME_SHARE_BY_WORD, SHOWN_NATURES
  } = site.constants;

  /**
   * @typedef {{doc: SearchDocument, score: number, features: Object<string, number>}} ScoredDocument `features`: the
   *   parts of the score
   */

  /**
   * @typedef {object} Hit a result
   * @property {SearchDocument} doc see `index.js`
   * @property {string} id
   * @property {number} score
   * @property {Object<string, number>} features
   * @property {?string} date the last one, ISO 8601
   * @property {SearchDocument[]} alsoUnder near-identical rulings
   * @property {string[]} natures
   * @property {string} passage the text, or the statements of a section that answer together
   */

  /**
   * @typedef {object} Results the results of a query; `search/results.py` explains the other properties
   * @property {string} typed the query as typed
   * @property {Expansion} expansion
   * @property {number} total
   * @property {Object<string, number>} counts
   * @property {string[]} explanation
   * @property {SearchDocument[]} nearest
   * @property {string[]} notes
   * @property {Hit[]} all all of them
   * @property {Hit[]} hits the first `limit` ones
   * @property {"high" | "low"} confidence
   * @property {Map<string, number>} [stems] those to mark in a hit, with weights; only if something was found
   */

  /**
   * The results of a query.
   * @param {Index} index see `index.js`
   * @param {string} typed
   * @param {Options} [options] see `request.js`
   * @returns {Results}
   */
  function search(index, typed, options = {}) {
    const request = understand(index, typed, options), { query, expansion, limit } = request;
    const { ranked, counts } = find(request);
    const emptyResults = {
      typed: request.typed, expansion, total: ranked.length, counts, explanation: [], nearest: [], all: [], hits: [],
      confidence: "low"
    };
    if (!ranked.length) {
      const { reasons, nearest } = whyNothingFound(request);
      return { ...emptyResults, notes: query.notes.slice(0, MAX_NOTES), explanation: reasons, nearest };
    }
    if (request.byDate) ranked.sort((a, b) => compare(dateOf(b.doc), dateOf(a.doc)));
    const unruled = cardsWithoutRulings(request), unknown = expansion.unknown.length ? [unknownWords(request)] : [];
    const aboutCards = unruled.length ? unruled : cardsWithoutJointRuling(request);
    const confident = isConfident(request, ranked[0]);
    const aboutGame = confident ? onlyAnotherGame(request, ranked[0].doc) : [];
    const notes = [...query.notes, ...correctedWords(request), ...unknown, ...aboutCards, ...aboutGame];
    const stems = stemsToHighlight(expansion), all = ranked.map((scored) => hit(index, scored));
    return {
      ...emptyResults, stems, all, notes: [...new Set(notes)].slice(0, MAX_NOTES),
      confidence: confident ? "high" : "low",
      hits: all.slice(0, limit ?? all.length),
    };
  }

  const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  const dateOf = (doc) => doc.dates.at(-1) ?? "";

  /**
   * The documents found: those that the query names, then the best entries. A query that consists of conditions
   * finds everything that meets them. `counts`: of each kind; filled only if everything that passes is listed.
   * @returns {{ranked: ScoredDocument[], counts: Object<string, number>}}
   */
  function find(request) {
    const { index, query, expansion } = request, { condition } = query;
    const allSubjects = [...new Set([...query.numbers, ...request.namedSubjects])];
    const isEmpty = !condition && !expansion.words.length && !allSubjects.length;
    if (isEmpty || (condition && !condition.includes(1))) return { ranked: [], counts: {} };
    const subjects = allSubjects.filter((number) => !condition || condition[number]);
    const named = expansion.words.length || subjects.length ? namedCards(request) : [];
    const literal = withWords(request, (words) => words.map((word) => index.term(".words", word)));
    const isLiteral = ({ doc }) => literal[doc.number] === 1;
    const literalNumbers = index.docs.filter((doc) => isLiteral({ doc })).map((doc) => doc.number);
    const ranked = reranked(request, named, [...new Set([...retrieved(request, named), ...literalNumbers])]);
    if (request.includesSubjects && expansion.words.length && !subjects.length && !ranked.length)
      return listed(index, [], withAllWords(request));
    const hasRankingWords = query.hasOptionalWords && (expansion.concepts.length || expansion.mentions.length);
    if (condition && !hasRankingWords && !allSubjects.length) {
      const unranked = condition.slice();
      for (const { doc } of ranked) unranked[doc.number] = 0;
      return listed(index, supersededLast(ranked), unranked);
    }
    const bestScore = ranked.length ? ranked[0].score : 0;
    const isShown = ({ doc, score }) =>
      (score >= MIN_SHARE_OF_BEST * bestScore || isLiteral({ doc })) && !subjects.includes(doc.number);
    const matching = ranked.filter(isShown), distinct = withoutNearIdentical(matching);
    const names = subjects.map((number) =>
      ({ doc: index.docs[number], score: Math.max(1, bestScore) + NAME_LEAD, features: { name: 1 } }));
    const phrase = withWords(
      request, (words) => (words.length > 1 ? [index.phrase(words)] : [new Uint8Array(index.count)])
    );
    const others = phraseFirst(thisGameFirst(request, distinct), phrase, expansion.words.length);
    return { ranked: [...names, ...supersededLast(others)], counts: {} };
  }

  /** What is on this game and answers nearly as well, then what is on another; unless the query asks for a document. */
  function thisGameFirst({ expansion, namedSubjects }, scored) {
    if (!scored.length || expansion.sources.size) return scored;
    const thisGame = scored.filter(({ doc }) => doc.game === NETRUNNER);
    if (namedSubjects.length) return thisGame;
    const other = scored.filter(({ doc }) => doc.game !== NETRUNNER);
    const share = OTHER_GAME_SHARE + OTHER_GAME_SHARE_BY_WORD * expansion.words.length;
    return thisGame.length && thisGame[0].score >= share * scored[0].score ? [...thisGame, ...other] : scored;
  }

  /** The entries that pass the filter and are in all the sets that `setsOf` returns for the words of the query. */
  function withWords({ index, expansion, query }, setsOf) {
    if (!expansion.words.length) return new Uint8Array(index.count);
    const sets = setsOf(expansion.words), { condition } = query;
    return index.setOf((doc) =>
      doc.questions && (!condition || condition[doc.number]) && sets.every((set) => set[doc.number]));
  }

  /** The same order, but entries having the words of the query in a row (the set `having`) come first or soon. */
  function phraseFirst(scored, having, count) {
    const quoting = scored.filter(({ doc }) => having[doc.number]);
    if (count >= MIN_QUOTED_WORDS) return [...quoting, ...scored.filter(({ doc }) => !having[doc.number])];
    if (!quoting.length || scored.indexOf(quoting[0]) < MAX_PHRASE_RANK) return scored;
    return scored.filter((scoredDoc) => scoredDoc !== quoting[0]).toSpliced(MAX_PHRASE_RANK - 1, 0, quoting[0]);
  }

  /** The cards and topics that have every word of the query, in any form, that any of them has. */
  function withAllWords({ index, expansion, query }) {
    const { stem } = index.analyzer;
    const sets = [...new Set(expansion.words.map(stem))].map((wanted) => {
      const forms = index.lexicon(".words").filter((word) => stem(word) === wanted);
      const members = forms.map((word) => index.term(".words", word));
      return query.condition.map((passes, number) => Number(passes && members.some((set) => set[number])));
    }).filter((set) => set.includes(1));
    return query.condition.map((_, number) => Number(sets.length > 0 && sets.every((set) => set[number])));
  }

  /** The ranked documents, then the others: entries, cards and topics; and the count of each kind. */
  function listed(index, ranked, unranked) {
    const rank = ({ doc }) => DOCUMENT_KINDS.indexOf(doc.kind), shown = new Set(ranked.map(({ doc }) => doc.id));
    const others = index.docs.filter((doc) => unranked[doc.number])
      .map((doc) => ({ doc, score: doc.prior ?? 1, features: {} }));
    others.sort((a, b) => rank(a) - rank(b) || b.score - a.score || a.doc.number - b.doc.number);
    const all = [...ranked, ...others.filter(({ doc }) => !shown.has(doc.id) && shown.add(doc.id))];
    const counts = DOCUMENT_KINDS.map((kind) => [kind, all.filter(({ doc }) => doc.kind === kind).length])
      .filter(([, count]) => count);
    return { ranked: all, counts: Object.fromEntries(counts) };
  }

  /** The cards named in the query or in its fields, each with more weight than an equally rare word. */
  function namedCards({ index, query, expansion }) {
    const known = new Set(expansion.mentions.flatMap((mention) => mention.cards));
    const mentions = [
      ...expansion.mentions,
      ...query.cards.filter((card) => !known.has(card)).map((card) => ({ cards: [card], confidence: 1 }))
    ];
    const { named_card: nameWeight, idf_power: power } = index.weights;
    return mentions.flatMap(({ cards, confidence }) => {
      const frequency = Math.max(...cards.map((card) => index.about(card).docs.length));
      return frequency ? [{ cards, weight: nameWeight * confidence * index.idf(frequency) ** (1 / power) }] : [];
    });
  }

  /** The numbers of the candidates: those with rare words, and those with common ones if too few have these. */
  function retrieved({ index, expansion, query }, named) {
    const commonFrequency = COMMON_SHARE * index.rankedCount;
    const rare = [], frequent = [];
    for (const { terms, weight } of expansion.concepts) {
      const weighted = [...terms].map(([stem, closeness]) => [index.postings(stem), weight * closeness]);
      (Math.max(...[...terms.keys()].map(index.frequency)) > commonFrequency ? frequent : rare).push(...weighted);
    }
    for (const { cards, weight } of named) rare.push(...cards.map((card) => [index.about(card), weight]));
    const numbers = best(weightedSums(index, rare), query.condition);
    if (numbers.length < MAX_CANDIDATES) numbers.push(...best(weightedSums(index, frequent), query.condition));
    return [...new Set(numbers)].slice(0, MAX_CANDIDATES);
  }

  /** The weighted sum of the impacts of all terms, for each document. */
  function weightedSums(index, terms) {
    const scores = new Float64Array(index.count);
    for (const [{ docs, impacts }, weight] of terms)
      docs.forEach((number, n) => (scores[number] += impacts[n] * weight));
    return scores;
  }

  /** The numbers of the documents with the highest scores, the best first, if they meet the condition (null: any). */
  function best(scores, condition) {
    const numbers = [];
    for (let n = 0; n < scores.length; n++)
      if (scores[n] > 0 && (!condition || condition[n])) numbers.push(n);
    return numbers.sort((a, b) => scores[b] - scores[a] || a - b).slice(0, MAX_CANDIDATES);
  }

  /** The candidates, best first; cards and topics only if they are asked for. */
  function reranked({ index, expansion, includesSubjects }, named, numbers) {
    const reranker = new Reranker(index, expansion, named);
    const scored = numbers.flatMap((number) => {
      const doc = index.docs[number];
      if (!doc.questions) return includesSubjects ? [{ doc, score: 1, features: {} }] : [];
      const features = reranker.features(doc);
      const prior = doc.prior * (expansion.sources.has(doc.source) ? index.weights.asked_source : 1);
      return [{ doc, score: reranker.score(features, prior), features: { ...features, prior } }];
    });
    return bySection(scored);
  }

  const byScore = (a, b) => b.score - a.score || a.doc.number - b.doc.number;

  /** The documents, best first, and for each section one: its best statement in force, joined with others. */
  function bySection(scored) {
    const foundOf = new Map();
    for (const document of scored.sort(byScore)) {
      if (!foundOf.has(document.doc.id)) foundOf.set(document.doc.id, []);
      foundOf.get(document.doc.id).push(document);
    }
    const kept = [...foundOf.values()].map((found) => {
      const together = found.filter(({ score }) => score >= JOINED_SHARE * found[0].score);
      const inForce = together.filter(({ doc }) => doc.status !== "superseded");
      const shown = inForce.length ? inForce : together.slice(0, 1);
      return { ...shown[0], joined: shown.slice(0, MAX_JOINED).map(({ doc }) => doc) };
    });
    return kept.sort(byScore);
  }

  /** As many statements of a section as fit, in their order; `…` marks what is between them. */
  function joinedPassage(docs) {
    let length = 0;
    const chosen = docs.filter(({ text }, n) => (length += [...text].length) <= MAX_PASSAGE_LENGTH || n === 0);
    const lines = [];
    for (const doc of chosen.sort((a, b) => a.number - b.number)) {
      if (lines.length && !chosen.some(({ number }) => number === doc.number - 1) && lines.at(-1) !== "…")
        lines.push("…");
      for (const line of doc.text.split("\n")) if (line === "…" || !lines.includes(line)) lines.push(line);
    }
    return lines.join("\n");
  }

  /** The same results without those that are nearly identical to an earlier one. */
  function withoutNearIdentical(scored) {
    const others = new Set();
    return scored.filter(({ doc }) => {
      if (others.has(doc.number)) return false;
      for (const number of doc.alsoUnder) others.add(number);
      return true;
    });
  }

  /** The same order, but superseded documents follow those that supersede them, unless superseded only in part. */
  function supersededLast(scored) {
    const rankOf = new Map(scored.map(({ doc }, rank) => [doc.number, rank])), keys = new Map();
    /** The rank of a document, or a number above those of all that supersede it. */
    const key = (rank) => {
      if (!keys.has(rank)) {
        keys.set(rank, rank); // which also ends a circle
        const { doc } = scored[rank];
        const superseding = doc.status === "superseded" ? doc.supersededBy.filter((other) => rankOf.has(other)) : [];
        keys.set(rank, Math.max(rank, ...superseding.map((other) => key(rankOf.get(other)) + 0.5)));
      }
      return keys.get(rank);
    };
    return scored.map((_, rank) => rank).sort((a, b) => key(a) - key(b)).map((rank) => scored[rank]);
  }

  /** Whether the best result is probably an answer: see `_is_confident` in `search/searching.py`. */
  function isConfident(request, first) {
    const signals = confidenceSignals(request, first), weights = request.index.weights.confidence;
    if (!signals) return !request.query.condition || !request.expansion.unknown.length;
    const sum = Object.entries(signals).reduce((total, [name, value]) => total + weights[name] * value, 0);
    return sum >= weights.least;
  }

  /** What the confidence in the best result depends on; null if it is certain. */
  function confidenceSignals({ index, query, expansion }, first) {
    const namedWords = expansion.mentions.reduce((sum, mention) => sum + mention.stop - mention.start, 0);
    const onlyNames = namedWords === expansion.words.length;
    const mustMatch = query.condition && (onlyNames || !query.hasOptionalWords);
    if (!("coverage" in first.features) || !expansion.words.length || mustMatch) return null;
    const known = expansion.concepts.reduce((sum, concept) => sum + concept.weight, 0);
    const unknown = expansion.unknown.length * index.idf(1);
    return {
      known: known / (known + unknown || 1), score: first.score, length: Math.log(expansion.words.length),
      unanswered: new Reranker(index, expansion, []).similarity(index.unanswered),
    };
  }

  /** The stems to highlight in a hit, with their weights. */
  function stemsToHighlight({ concepts }) {
    const stems = concepts.flatMap(({ terms, weight }) => [...terms]
      .filter(([, closeness]) => closeness >= HIGHLIGHT_CLOSENESS)
      .map(([stem, closeness]) => [stem, weight * closeness]));
    return new Map(stems);
  }

  function hit(index, { doc, score, features, joined = [] }) {
    return {
      doc, id: doc.id, score, features, date: dateOf(doc) || null,
      passage: joined.length > 1 ? joinedPassage(joined) : doc.text,
      alsoUnder: doc.alsoUnder.map((number) => index.docs[number]),
      natures: (doc.values.is ?? []).filter((nature) => SHOWN_NATURES.includes(nature)),
    };
  }

  /** The cards and topics with exactly that name. */
  const withName = (index, typed) => ["card", "topic"].flatMap((kind) => directMatches(index.nameTables[kind], typed));

  /**
   * The cards and topics whose names begin with the text or contain its words, those with most rulings first; with
   * `allowTypos` also those with similar names.
   */
  function namesLike(index, typed, allowTypos) {
    const exact = withName(index, typed);
    const resolutions = ["card", "topic"].map((kind) => resolve(index.nameTables[kind], typed, allowTypos));
    const others = resolutions.flatMap(({ matches }) => matches).sort((a, b) => b.count - a.count);
    const nearest = allowTypos ? resolutions.flatMap((resolution) => resolution.nearest) : [];
    return [...new Set([...exact, ...others, ...nearest])];
  }

  /**
   * Builds the index, and returns the functions that search it.
   * @param {object} data `Rulings.searchData`
   * @param {function(): Promise<void>} [pause] called between two slices of work
   * @returns {Promise<{search: function(string, Options=): Results, withName: function(string): SearchDocument[],
   *   namesLike: function(string, boolean=): SearchDocument[], index: Index}>}
   */
  async function open(data, pause) {
    const index = await site.index.build(data, pause);
    return {
      index,
      search: (typed, options) => search(index, typed, options),
      withName: (typed) => withName(index, typed),
      namesLike: (typed, allowTypos = false) => namesLike(index, typed, allowTypos),
    };
  }

  site.engine = { open };
})((window.Rulings = window.Rulings || {}));
