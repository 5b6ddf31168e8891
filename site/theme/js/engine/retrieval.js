/**
 * Finds what answers a request: ranked entries and what is offered, or all that pass, as in
 * `search/retrieval.py`.
 */
(function (site) {
  "use strict";

  const { rank } = site.ranking;
  const {
    ABOUT_INHERITED, ABOUT_SUBJECT, COUNTED_AS, DOCUMENT_KINDS, EQUAL_SHARE, GAMES, MAX_TOPIC_WORDS,
    MIN_SHARE_OF_BEST, NEAR_SHARE, NETRUNNER, OFFICIAL_SHARE, VARIANTS
  } = site.constants;

  /**
   * The documents found: the best entries, with those that the query names above or among them;
   * or everything that meets conditions.
   */
  function find(request) {
    const { index, query, expansion, allowed } = request;
    const offered = offeredOf(request);
    if (query.numbers.some(index.isEntry)) { // no word beside the id of an entry is a condition
      const numbers = offered.filter((number) => query.numbers.includes(number));
      return { request, ranked: candidatesOf(numbers, 1), counts: {}, negativeSimilarity: 0 };
    }
    const asks = expansion.termGroups.length || expansion.cardNames.length;
    const { negativeSimilarity, ...rankedResults } =
      rank(index, expansion, query.cards, allowed, request.onlyNames);
    let { ranked } = rankedResults;
    let numbersToList = allowed;
    if (request.onlyNames && asks) // cards and the like have every word that any of them has
      [ranked, numbersToList] = [ofMostWords(ranked), new Set()];
    const best = ranked[0]?.score ?? 0;
    const score = Math.max(1, best);
    ranked = ranked.filter(({ number }) => !offered.includes(number));
    const names = candidatesOf(offered, score);
    if (numbersToList && (request.onlyNames || !(query.hasOptionalWords && asks))) {
      ranked = thisGameFirst(request, ranked, best);
      return allAllowed(request, [...names, ...ranked], numbersToList);
    }
    const entries = withoutNearIdentical(index, matching(request, ranked, best));
    const lead = leading(request, entries);
    if (lead) for (const name of names) name.score = entries[lead - 1].score;
    ranked = [...entries.slice(0, lead), ...names, ...entries.slice(lead)];
    return { request, ranked, counts: {}, negativeSimilarity };
  }

  const candidatesOf = (numbers, score) =>
    numbers.map((number) => ({ number, score, isNamed: true, passages: [] }));

  /** What its ids ask for and what is offered first, as far as the conditions allow it. */
  function offeredOf({ query, offeredNumbers, allowed }) {
    const numbers = [...new Set([...query.numbers, ...offeredNumbers])];
    return numbers.filter((number) => !allowed || allowed.has(number));
  }

  function ofMostWords(ranked) {
    const greatestCoverage = Math.max(0, ...ranked.map(({ coverage }) => coverage ?? 0));
    return ranked.filter(({ coverage }) => coverage === greatestCoverage);
  }

  /**
   * The documents in order that match well enough or have all words; if the query names something,
   * those on this game alone; if it names two cards, all that are on both, first; if it is one
   * word, those that print it. Before all stand those that a question of ours with the same words
   * asks for.
   */
  function matching(request, ranked, best) {
    const { index, expansion, offeredNumbers } = request;
    const [first = [], ...others] = expansion.wordsWithoutFillers.map(index.printed);
    const isOneWord = expansion.wordsWithoutFillers.length === 1;
    const idsOnBoth = offeredNumbers.length ? onBoth(request) : new Set();
    const entriesAsked = index.entriesAsked(request.typed) ?? [];
    const idsOf = (numbers) => numbers.map((number) => index.docs[number].id);
    const withAllWords = first.filter((n) => others.every((numbers) => numbers.includes(n)));
    const idsToKeep = new Set([...idsOnBoth, ...idsOf(withAllWords), ...idsOf(entriesAsked)]);
    const isNotAsked = ({ number }) => Number(!entriesAsked.includes(number));
    const isOfWord = (number) => isOneWord && index.docs[number].game === NETRUNNER;
    const idsFirst = new Set([...idsOnBoth, ...idsOf(withAllWords.filter(isOfWord))]);
    const isOther = ({ number }) => Number(!idsFirst.has(index.docs[number].id));
    const least = MIN_SHARE_OF_BEST * best;
    const isMatching = ({ number, score }) => {
      const { id, game } = index.docs[number];
      const isOurs = !offeredNumbers.length || game === NETRUNNER;
      return idsToKeep.has(id) || (score >= least && isOurs);
    };
    const entries = thisGameFirst(request, ranked.filter(isMatching), best);
    return entries.sort((a, b) => isNotAsked(a) - isNotAsked(b) || isOther(a) - isOther(b));
  }

  /**
   * How many entries stand above the cards that a query only contains: those on both, or the best
   * if it is on one.
   */
  function leading(request, entries) {
    const { index, query, offeredNumbers, isWholeName } = request;
    if (isWholeName || query.numbers.length || !entries.length) return 0;
    const idsOnBoth = onBoth(request);
    const best = entries[0].number;
    const isOnOne = offeredNumbers.some((card) => index.about(card).has(best));
    const lead = entries.filter(({ number }) => idsOnBoth.has(index.docs[number].id)).length;
    return lead || Number(isOnOne);
  }

  /**
   * The documents, of those near the best score the ones on this game first, of near-equal ones the
   * official first.
   */
  function thisGameFirst(request, ranked, best) {
    const near =
      (request.expansion.words.length <= MAX_TOPIC_WORDS ? NEAR_SHARE : EQUAL_SHARE) * best;
    const nearEqual = OFFICIAL_SHARE * best;
    const unofficial = request.index.withTerm("is", "unofficial");
    const group = ({ number, score }) => {
      if (score < near) return 4;
      if (foreignGame(request, number)) return 3;
      return score < nearEqual ? 2 : Number(unofficial.has(number));
    };
    return ranked.sort((a, b) => group(a) - group(b));
  }

  /**
   * The other game or the variant that a document is about, unless the query speaks of it or has
   * conditions.
   */
  function foreignGame({ index, query, expansion }, number) {
    const { game, sourceName } = index.docs[number];
    if (expansion.sourcesNamed.has(sourceName) || query.conditions.length) return undefined;
    return game === NETRUNNER ? VARIANTS[sourceName] : GAMES[game];
  }

  /** The documents that are not near-identical to an earlier one. */
  function withoutNearIdentical(index, scored) {
    const nearIdentical = new Set();
    return scored.filter(({ number }) => {
      if (nearIdentical.has(number)) return false;
      for (const other of index.docs[number].alsoUnder) nearIdentical.add(other);
      return true;
    });
  }

  /** What is ranked, then all others that pass, by kind; and the count of each kind. */
  function allAllowed(request, ranked, allowed) {
    const { index } = request;
    const wholeOf = (number) => index.docs[number].whole ?? index.docs[number];
    const rankOf = (number) => DOCUMENT_KINDS.indexOf(index.docs[number].kind);
    const prior = (number) => index.docs[number].prior;
    const candidates = [...ranked];
    const listed = new Set(ranked.map(({ number }) => wholeOf(number)));
    const numbersByWhole = new Map();
    const byRank = (a, b) => rankOf(a) - rankOf(b) || prior(b) - prior(a) || a - b;
    for (const number of [...allowed].sort(byRank)) {
      const before = numbersByWhole.get(wholeOf(number)) ?? [];
      numbersByWhole.set(wholeOf(number), [...before, number]);
    }
    for (const [whole, numbers] of numbersByWhole) {
      if (listed.has(whole)) continue;
      // The passages that pass, such as those that are superseded, are shown.
      const passages = [...numbers].sort((a, b) => a - b)
        .map((number) => index.docs[number].passageNumber).filter((n) => n !== undefined);
      const shown = passages.includes(0) ? [] : passages;
      candidates.push({ number: numbers[0], score: prior(numbers[0]), passages: shown });
    }
    const countedApart = Object.keys(COUNTED_AS);
    const kindOf = ({ kind, is }) => countedApart.find((other) => is?.includes(other)) ?? kind;
    const kinds = candidates.map(({ number }) => kindOf(index.docs[number]));
    const counts = [...DOCUMENT_KINDS, ...countedApart]
      .map((kind) => [kind, kinds.filter((other) => other === kind).length])
      .filter(([, count]) => count);
    const ofKinds = Object.fromEntries(counts);
    return { request, ranked: candidates, counts: ofKinds, negativeSimilarity: 0 };
  }

  /** The ids of what is about both cards, if two are named. */
  function onBoth({ index, expansion }) {
    if (expansion.singleCards.length !== 2) return new Set();
    const [first, second] = expansion.singleCards.map((card) => index.about(card));
    const numbers = [...first.keys()].filter((number) => second.has(number));
    return new Set(numbers.map((number) => index.docs[number].id));
  }

  /**
   * The rulings that concern all cards, as `rulings_on_all` says in
   * `rulings/model/subject_pages.py`.
   */
  function jointRulings(index, cards) {
    const [first, ...others] = cards.map((card) => index.about(card));
    const connects = (weight, otherWeight) =>
      Math.min(weight, otherWeight) >= ABOUT_INHERITED
      || (otherWeight > 0 && Math.max(weight, otherWeight) === ABOUT_SUBJECT);
    const joint = [...first.keys()].filter((n) => {
      const { kind, is } = index.docs[n];
      return kind === "ruling" && !is.includes("see")
        && others.every((other) => connects(first.get(n), other.get(n) ?? 0));
    });
    const isRepeated = (n) =>
      index.docs[n].alsoUnder.some((other) => other < n && joint.includes(other));
    return joint.filter((n) => !isRepeated(n)).map((n) => index.docs[n]);
  }

  site.retrieval = { find, foreignGame, jointRulings, onBoth };
})(window.Rulings ??= {});
