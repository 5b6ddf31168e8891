/** Finds the documents for a request, ranked or in a list, as in `search/retrieval.py`. */
(function (site) {
  "use strict";

  const { rank } = site.ranking;
  const { withAskedNature } = site.searchRequest;
  const {
    ABOUT_INHERITED, ABOUT_SUBJECT, DOCUMENT_KINDS, EQUAL_SHARE, GAMES, MAX_TOPIC_WORDS,
    MAX_UNRULED_CARDS, MIN_SHARE_OF_BEST, NEAR_SHARE, NETRUNNER, OFFICIAL_SHARE, VARIANTS
  } = site.constants;

  /** The best scored document that the query does not name. */
  const bestOf = ({ scoredDocuments }) =>
    scoredDocuments.find(({ coverage }) => coverage !== undefined);

  /** Finds the documents: ranked entries with those that the query names, or a list. */
  function find(request) {
    const { index, query, expansion, allowed, onlyNamesMatch } = request;
    const offered = offeredOf(request);
    if (query.pastedSlots.some(index.isEntry)) { // words beside an id are not conditions
      const slots = offered.filter((slot) => query.pastedSlots.includes(slot));
      return { request, scoredDocuments: withScore(slots, 1), counts: {}, negativeSimilarity: 0 };
    }
    const { negativeSimilarity, ranked: matches } =
      rank(index, expansion, query.cards, allowed, onlyNamesMatch);
    const best = onlyNamesMatch && hasWords(request) ? ofMostWords(matches) : matches;
    const bestScore = best[0]?.score ?? 0;
    const ranked = best.filter(({ slot }) => !offered.includes(slot));
    const namedDocuments = withScore(offered, Math.max(1, bestScore));
    const tiers = new Tiers(request, bestScore);
    if (isList(request)) {
      ranked.sort((a, b) => tiers.remoteness(a) - tiers.remoteness(b));
      return allAllowed(request, [...namedDocuments, ...ranked]);
    }
    const kept = ranked.filter((scoredDocument) => tiers.keeps(scoredDocument));
    for (const scoredDocument of kept) scoredDocument.tier = tiers.tier(scoredDocument);
    kept.sort((a, b) => a.tier - b.tier);
    const entries = withoutNearIdentical(index, kept);
    const lead = leading(request, entries);
    if (lead) for (const named of namedDocuments) named.score = entries[lead - 1].score;
    const scoredDocuments =
      [...entries.slice(0, lead), ...namedDocuments, ...entries.slice(lead)];
    if (!allowed) insertUnruledCards(request, scoredDocuments);
    return { request, scoredDocuments, counts: {}, negativeSimilarity };
  }

  /** Inserts the named cards without rulings after the entry that answers: `how does Asp work`. */
  function insertUnruledCards(request, scoredDocuments) {
    const isListed = (card) => scoredDocuments.some(({ slot }) => slot === card);
    const cards = cardsWithoutRulings(request).filter((card) => !isListed(card));
    scoredDocuments.splice(1, 0, ...withScore(cards, scoredDocuments[0]?.score ?? 1));
  }

  /** Whether the query has words or names of cards by which documents rank. */
  const hasWords = ({ expansion }) =>
    expansion.termGroups.length > 0 || expansion.cardNames.length > 0;

  /** Whether the results are a list of everything that meets the conditions. */
  const isList = (request) => request.query.conditions.length > 0
    && (request.onlyNamesMatch || !(request.query.hasOptionalWords && hasWords(request)));

  const withScore = (slots, score) =>
    slots.map((slot) => ({ slot, score, isNamed: true, passages: [] }));

  /** The documents named by id, then those offered first, if the conditions allow them. */
  function offeredOf({ query, offeredSlots, allowed }) {
    const slots = [...new Set([...query.pastedSlots, ...offeredSlots])];
    return slots.filter((slot) => !allowed || allowed.has(slot));
  }

  function ofMostWords(ranked) {
    const greatestCoverage = Math.max(0, ...ranked.map(({ coverage }) => coverage ?? 0));
    return ranked.filter(({ coverage }) => coverage === greatestCoverage);
  }

  const idsOf = (index, slots) => new Set(slots.map((slot) => index.documents[slot].id));

  /** Decides which ranked entries answer a request, and their order: see the table in Python. */
  class Tiers {
    constructor(request, bestScore) {
      const { index, expansion: { wordsWithoutFillers: words } } = request;
      Object.assign(this, { request, bestScore, documents: index.documents });
      this.asked = index.entriesWithQuestion(request.typed) ?? [];
      this.unofficial = index.withTerm("is", "unofficial");
      const [some = [], ...others] = words.map(index.withPrintedWord);
      const allWords = some.filter((slot) => others.every((slots) => slots.includes(slot)));
      const idsOnBoth = request.offeredSlots.length ? onBoth(request) : [];
      const ofThisGame = words.length === 1 ? allWords.filter(this.isOfThisGame) : [];
      const onCards = request.expansion.sureCards
        .map((card) => index.withTerm("card", this.documents[card].id));
      const withStatus = [...withAskedNature(request).values()].flat()
        .filter((slot) => onCards.some((slots) => slots.has(slot)));
      const first = [...idsOnBoth, ...idsOf(index, withStatus)];
      this.idsFirst = new Set([...first, ...idsOf(index, ofThisGame)]);
      this.keptIds = new Set([...first, ...idsOf(index, [...allWords, ...this.asked])]);
    }

    /** Whether a document is about this game. */
    isOfThisGame = (slot) => this.documents[slot].game === NETRUNNER;

    /** Whether an entry matches well enough and is on this game, or has one of the kept ids. */
    keeps({ slot, score }) {
      if (this.keptIds.has(this.documents[slot].id)) return true;
      const isNear = score >= MIN_SHARE_OF_BEST * this.bestScore;
      return isNear && (!this.request.offeredSlots.length || this.isOfThisGame(slot));
    }

    /** The tier of a scored document, with its parts as digits; the lowest tier comes first. */
    tier(scoredDocument) {
      const isFirst = this.idsFirst.has(this.documents[scoredDocument.slot].id);
      const isAsked = this.asked.includes(scoredDocument.slot);
      return 100 * Number(!isAsked) + 10 * Number(!isFirst) + this.remoteness(scoredDocument);
    }

    /** How far a score is from the best one: 0 (nearly equal, official) to 4 (not near). */
    remoteness({ slot, score }) {
      const isTopic = this.request.expansion.words.length <= MAX_TOPIC_WORDS;
      if (score < (isTopic ? NEAR_SHARE : EQUAL_SHARE) * this.bestScore) return 4;
      if (foreignGame(this.request, slot)) return 3;
      if (score < OFFICIAL_SHARE * this.bestScore) return 2;
      return Number(this.unofficial.has(slot));
    }
  }

  /** The number of entries above the cards that a query only contains. */
  function leading(request, entries) {
    const { index, query, offeredSlots, isWholeName } = request;
    if (isWholeName || query.pastedSlots.length || !entries.length) return 0;
    const idsOnBoth = onBoth(request);
    const best = entries[0].slot;
    const isOnOne = !foreignGame(request, best)
      && offeredSlots.some((card) => index.documentsAbout(card).has(best));
    const lead = entries.filter(({ slot }) => idsOnBoth.has(index.documents[slot].id)).length;
    return lead || Number(isOnOne);
  }

  /** The ids of the documents about both cards, if the query names two. */
  function onBoth({ index, expansion }) {
    if (expansion.unambiguousCards.length !== 2) return new Set();
    const [first, second] = expansion.unambiguousCards.map((card) => index.documentsAbout(card));
    return idsOf(index, [...first.keys()].filter((slot) => second.has(slot)));
  }

  /** The other game or the variant that a document is about, unless the query names it. */
  function foreignGame({ index, query, expansion }, slot) {
    const { game, sourceName } = index.documents[slot];
    if (expansion.sourcesNamed.has(sourceName) || query.conditions.length) return undefined;
    return game === NETRUNNER ? VARIANTS[sourceName] : GAMES[game];
  }

  /** The cards that the query surely names, and that no other document is about. */
  const cardsWithoutRulings = ({ index, expansion }) => expansion.sureCards
    .filter((card) => index.documentsAbout(card).size === 1).slice(0, MAX_UNRULED_CARDS);

  /** The documents that are not near-identical to an earlier one. */
  function withoutNearIdentical(index, scored) {
    const nearIdentical = new Set();
    return scored.filter(({ slot }) => {
      if (nearIdentical.has(slot)) return false;
      for (const other of index.documents[slot].alsoUnder) nearIdentical.add(other);
      return true;
    });
  }

  /** The ranked documents, then all others that the conditions allow, with counts by kind. */
  function allAllowed(request, ranked) {
    const { index } = request;
    // Cards and the like are listed only if they have the words, so they are all ranked
    const allowed = request.onlyNamesMatch && hasWords(request) ? [] : request.allowed;
    const sectionOf = (slot) => index.documents[slot].section ?? index.documents[slot];
    const rankOf = (slot) => DOCUMENT_KINDS.indexOf(index.documents[slot].kind);
    const prior = (slot) => index.documents[slot].prior;
    const scoredDocuments = [...ranked];
    const listed = new Set(ranked.map(({ slot }) => sectionOf(slot)));
    const slotsBySection = new Map();
    const byRank = (a, b) => rankOf(a) - rankOf(b) || prior(b) - prior(a) || a - b;
    for (const slot of [...allowed].sort(byRank)) {
      const before = slotsBySection.get(sectionOf(slot)) ?? [];
      slotsBySection.set(sectionOf(slot), [...before, slot]);
    }
    for (const [section, slots] of slotsBySection) {
      if (listed.has(section)) continue;
      // Shows the passages that meet the conditions, such as superseded ones
      const passages = [...slots].sort((a, b) => a - b)
        .map((slot) => index.documents[slot].passageNumber).filter((n) => n !== undefined);
      const shown = passages.includes(0) ? [] : passages;
      scoredDocuments.push({ slot: slots[0], score: prior(slots[0]), passages: shown });
    }
    const counts = countsOfKinds(index, scoredDocuments);
    return { request, scoredDocuments, counts, negativeSimilarity: 0 };
  }

  /** The count of each kind. */
  function countsOfKinds(index, scoredDocuments) {
    const kinds = scoredDocuments.map(({ slot }) => index.documents[slot].kind);
    const counts = DOCUMENT_KINDS
      .map((kind) => [kind, kinds.filter((other) => other === kind).length])
      .filter(([, count]) => count);
    return Object.fromEntries(counts);
  }

  /** The rulings that concern all these cards: see `rulings_on_all` of `subject_pages.py`. */
  function jointRulings(index, cards) {
    const abouts = cards.map((card) => index.documentsAbout(card));
    const isJoint = (weight, otherWeight) =>
      Math.min(weight, otherWeight) >= ABOUT_INHERITED
      || (otherWeight > 0 && Math.max(weight, otherWeight) === ABOUT_SUBJECT);
    const connectsAll = (about, n) => abouts.every((other) => other === about
      || isJoint(about.get(n), other.get(n) ?? 0)
      || index.documents[n].alsoUnder.some((same) => other.get(same) === ABOUT_SUBJECT));
    const joint = [...abouts[0].keys()].filter((n) => index.documents[n].kind === "ruling"
      && abouts.some((about) => about.has(n) && connectsAll(about, n)));
    const isRepeated = (n) =>
      index.documents[n].alsoUnder.some((other) => other < n && joint.includes(other));
    return joint.filter((n) => !isRepeated(n)).map((n) => index.documents[n]);
  }

  site.retrieval = { bestOf, cardsWithoutRulings, find, foreignGame, jointRulings, onBoth };
})(window.Rulings ??= {});
