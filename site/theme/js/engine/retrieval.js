/** Finds the documents for a request, and decides their order, as in `search/retrieval.py`. */
(function (site) {
  "use strict";

  const { scoreDocuments } = site.ranking;
  const { entriesByAskedNature } = site.searchRequest;
  const {
    ABOUT_INHERITED, ABOUT_SUBJECT, DOCUMENT_KINDS, EQUAL_SHARE, GAMES, MAX_TOPIC_WORDS,
    MAX_UNRULED_CARDS, MIN_SHARE_OF_BEST, NEAR_SHARE, NETRUNNER, OFFICIAL_SHARE, VARIANTS
  } = site.constants;

  /** The parts of a rank, of which the first counts most: see the module in Python. */
  const RANK_PARTS = Object.freeze([
    "leads", "direct", "asked", "onNames", "hasWords", "kind", "nearness", "score"
  ]);

  /**
   * The results in order. Conditions alone list everything that meets them. `rankParts`: the parts
   * that count.
   */
  function rankedResultsOf(request, rankParts = RANK_PARTS) {
    const { query } = request;
    const direct = directHits(request);
    const isAll = isList(request);
    const { scoredDocuments: scored, negativeSimilarity } = matchesOf(request);
    const ranks = new Ranks(request, direct, scored, isAll, rankParts);
    const kept = ranks.inOrder(scored.filter((document) => ranks.keeps(document)));
    const matches = isAll ? kept : withoutNearIdentical(request.index, kept);
    const leading = leadingOf(request, direct, matches);
    const directScore = leading.at(-1)?.score ?? Math.max(1, ranks.bestScore);
    const documents = [...withScore(direct, directScore), ...matches];
    if (isAll && !needsWords(request)) documents.push(...withoutWords(request, documents));
    const ranked = ranks.inOrder(documents, leading.map(({ slot }) => slot));
    const distinct = eachSectionOnce(request, ranked);
    const scoredDocuments = query.orders.length ? byOrders(request, distinct, isAll) : distinct;
    return { request, scoredDocuments, best: matches[0], isList: isAll, negativeSimilarity };
  }

  /**
   * The slots of documents that are results even if no word finds them, if they meet the
   * conditions: pasted ones, named ones, and cards without rulings among other words (`how does Asp
   * work`).
   */
  function directHits(request) {
    const { query: { pastedSlots: pasted }, namedSlots: named, allowed } = request;
    const unruled = allowed ? [] : cardsWithoutRulings(request);
    const slots = hasEntryId(request) ? pasted : [...pasted, ...named, ...unruled];
    return [...new Set(slots)].filter((slot) => !allowed || allowed.has(slot));
  }

  /** Whether the query has the id of an entry. Words beside it are not searched for. */
  const hasEntryId = ({ index, query }) => query.pastedSlots.some(index.isEntry);

  /** The documents that words find, and the similarity to questions that nothing answers. */
  function matchesOf(request) {
    const { index, query, expansion, allowed, onlyNamesMatch } = request;
    if (hasEntryId(request)) return { scoredDocuments: [], negativeSimilarity: 0 };
    const scored = scoreDocuments(index, expansion, query.cards, allowed, onlyNamesMatch);
    if (!needsWords(request)) return scored;
    return { ...scored, scoredDocuments: ofMostWords(scored.scoredDocuments) };
  }

  /** Whether the query has words or names of cards by which documents rank. */
  const hasWords = ({ expansion }) =>
    expansion.termGroups.length > 0 || expansion.cardMentions.length > 0;

  /** Whether documents without words are left out, as cards and the like are. */
  const needsWords = (request) => request.onlyNamesMatch && hasWords(request);

  /** Whether the results are a list of everything that meets the conditions. */
  const isList = (request) => request.query.conditions.length > 0 && !hasEntryId(request)
    && (request.onlyNamesMatch || !(request.query.hasOptionalWords && hasWords(request)));

  const withScore = (slots, score) =>
    slots.map((slot) => ({ slot, score, isDirect: true, passages: [] }));

  function ofMostWords(ranked) {
    const greatestCoverage = Math.max(0, ...ranked.map(({ coverage }) => coverage ?? 0));
    return ranked.filter(({ coverage }) => coverage === greatestCoverage);
  }

  const idsOf = (index, slots) => new Set(slots.map((slot) => index.documents[slot].id));

  /** Decides which documents found by words answer a request, and the rank of each. */
  class Ranks {
    constructor(request, direct, scored, isAll, parts) {
      const { index, expansion: { wordsWithoutFillers: words } } = request;
      const bestScore = scored[0]?.score ?? 0;
      const asked = index.entriesWithQuestion(request.typed) ?? [];
      const [some = [], ...others] = words.map(index.withPrintedWord);
      const allWords = some.filter((slot) => others.every((slots) => slots.includes(slot)));
      const idsOnBoth = request.namedSlots.length ? onBoth(request) : [];
      const onNames = [...idsOnBoth, ...idsWithAskedNature(request)];
      const isWord = words.length === 1 && !isAll;
      const ofThisGame = isWord ? allWords.filter((slot) => isOfThisGame(index, slot)) : [];
      Object.assign(this, { request, direct, bestScore, asked, parts, isList: isAll });
      this.documents = index.documents;
      this.idsOnNames = new Set([...onNames, ...idsOf(index, ofThisGame)]);
      this.keptIds = new Set([...onNames, ...idsOf(index, [...allWords, ...asked])]);
      this.unofficial = index.withTerm("is", "unofficial");
      Object.freeze(this);
    }

    /**
     * Whether an entry matches well enough and is on this game, has one of the kept ids, or is in a
     * list; not if it is a direct hit.
     */
    keeps({ slot, score }) {
      if (this.direct.includes(slot)) return false;
      if (this.isList || this.keptIds.has(this.documents[slot].id)) return true;
      const { index, namedSlots } = this.request;
      const isNear = score >= MIN_SHARE_OF_BEST * this.bestScore;
      return isNear && (!namedSlots.length || isOfThisGame(index, slot));
    }

    /** The scored documents, the highest rank first. Equal ones keep their order. */
    inOrder(scoredDocuments, leadingSlots = []) {
      const ranked = scoredDocuments
        .map((document) => [document, this.rank(document, leadingSlots)]);
      ranked.sort(([, a], [, b]) => {
        const part = this.parts.find((name) => a[name] !== b[name]);
        return part ? b[part] - a[part] : 0;
      });
      return ranked.map(([document]) => document);
    }

    /** The rank of a scored document, if those with `leadingSlots` lead. */
    rank(document, leadingSlots) {
      const { slot, score } = document;
      const { id, kind } = this.documents[slot];
      const hasAWord = document.coverage !== undefined;
      return {
        leads: leadingSlots.includes(slot),
        direct: this.direct.includes(slot) ? this.direct.length - this.direct.indexOf(slot) : 0,
        asked: this.asked.includes(slot),
        onNames: this.idsOnNames.has(id),
        hasWords: hasAWord,
        kind: hasAWord ? 0 : DOCUMENT_KINDS.length - DOCUMENT_KINDS.indexOf(kind),
        nearness: hasAWord ? this.nearness(document) : 0,
        score
      };
    }

    /** How near a score is to the best one, from 5 (nearly equal, official) to 1. */
    nearness({ slot, score }) {
      const isTopic = this.request.expansion.words.length <= MAX_TOPIC_WORDS;
      if (score < (isTopic ? NEAR_SHARE : EQUAL_SHARE) * this.bestScore) return 1;
      if (otherRules(this.request, slot)) return 2;
      if (score < OFFICIAL_SHARE * this.bestScore) return 3;
      return this.unofficial.has(slot) ? 4 : 5;
    }
  }

  /** The ids of the entries on a named card that have a nature the query asks for. */
  function idsWithAskedNature(request) {
    const { index, expansion } = request;
    const onCards = expansion.sureCards
      .map((card) => index.withTerm("card", index.documents[card].id));
    const slots = [...entriesByAskedNature(request).values()].flat();
    return idsOf(index, slots.filter((slot) => onCards.some((onCard) => onCard.has(slot))));
  }

  const isOfThisGame = (index, slot) => index.documents[slot].game === NETRUNNER;

  /**
   * The entries above the cards that a query only contains: all on both cards, and the best one if
   * it is on one of them and on this game, or if these have no rulings.
   */
  function leadingOf(request, direct, matches) {
    const { index, query, namedSlots: slots, isWholeName } = request;
    const isOnlyNamed = isWholeName || query.pastedSlots.length > 0;
    if (isOnlyNamed || !direct.length || !matches.length) return [];
    if (!slots.length) return matches.slice(0, 1);
    const [best] = matches;
    const ids = onBoth(request);
    const isOnOne = slots.some((card) => index.documentsAbout(card).has(best.slot));
    if (isOnOne && !otherRules(request, best.slot)) ids.add(index.documents[best.slot].id);
    return matches.filter(({ slot }) => ids.has(index.documents[slot].id));
  }

  /** The documents without later ones of the same section. */
  function eachSectionOnce({ index: { documents } }, scoredDocuments) {
    const sections = new Set();
    return scoredDocuments.filter(({ slot }) => {
      const section = documents[slot].section ?? documents[slot];
      return sections.size < sections.add(section).size;
    });
  }

  /** The ids of the documents about both cards, if the query names two. */
  function onBoth({ index, expansion }) {
    if (expansion.unambiguousCards.length !== 2) return new Set();
    const [first, second] = expansion.unambiguousCards.map((card) => index.documentsAbout(card));
    return idsOf(index, [...first.keys()].filter((slot) => second.has(slot)));
  }

  /** The other game or the variant that a document is about, unless the query names it. */
  function otherRules({ index, query, expansion }, slot) {
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

  /**
   * The documents that meet the conditions and are not yet listed, because they have none of the
   * words. Each section once, with the passages that meet the conditions.
   */
  function withoutWords(request, listed) {
    const { documents } = request.index;
    const sectionOf = (slot) => documents[slot].section ?? documents[slot];
    const listedSections = new Set(listed.map(({ slot }) => sectionOf(slot)));
    const slotsBySection = new Map();
    for (const slot of [...request.allowed].sort((a, b) => a - b)) {
      const before = slotsBySection.get(sectionOf(slot)) ?? [];
      slotsBySection.set(sectionOf(slot), [...before, slot]);
    }
    const others = [...slotsBySection].filter(([section]) => !listedSections.has(section));
    return others.map(([, slots]) => {
      const score = Math.max(...slots.map((slot) => documents[slot].kindFactor));
      const best = slots.find((slot) => documents[slot].kindFactor === score);
      const passages = slots.map((slot) => documents[slot].passageNumber);
      // Shows the passages that meet the conditions, such as superseded ones
      return { slot: best, score, passages: passages.includes(0) ? [] : passages.filter(Boolean) };
    });
  }

  /**
   * The scored documents by the orders of the query. Of equal ones, cards come before rulings;
   * otherwise they stay in ranked order or, in a list, in order of slot.
   */
  function byOrders({ index, query }, ranked, isAll) {
    const scoredDocuments = [...ranked];
    if (isAll) scoredDocuments.sort((a, b) => a.slot - b.slot);
    const cards = index.withTerm("kind", "card");
    scoredDocuments.sort((a, b) => cards.has(b.slot) - cards.has(a.slot));
    for (const order of [...query.orders].reverse()) {
      const values = valuesOf(index, order);
      const valueOf = ({ slot }) => values.get(slot) ?? 1e9;
      scoredDocuments.sort((a, b) => valueOf(a) - valueOf(b));
    }
    return scoredDocuments;
  }

  /** Slot of a document → the value to sort it by; negative if the order descends. */
  function valuesOf(index, { field: name, isDescending }) {
    const values = new Map();
    const field = name === "date" ? ".date" : name;
    const sign = isDescending ? -1 : 1;
    for (const term of index.fieldTerms(field)) {
      const value = term.replaceAll("-", "");
      if (!/^\d+$/.test(value)) continue;
      for (const slot of index.withTerm(field, term)) values.set(slot, sign * Number(value));
    }
    return values;
  }

  /** The count of each kind, if the results are a list; otherwise empty. */
  function countsOfKinds({ request, scoredDocuments, isList: isAll }) {
    if (!isAll) return {};
    const { documents } = request.index;
    const kinds = scoredDocuments.map(({ slot }) => documents[slot].kind);
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

  site.retrieval = {
    RANK_PARTS, cardsWithoutRulings, countsOfKinds, jointRulings, onBoth, otherRules,
    rankedResultsOf
  };
})(window.Rulings ??= {});
