/** Finds the documents for a request, and decides their order, as in `search/retrieval.py`. */
(function (site) {
  "use strict";

  const { scoreDocuments } = site.ranking;
  const { withAskedNature } = site.searchRequest;
  const {
    ABOUT_INHERITED, ABOUT_SUBJECT, DOCUMENT_KINDS, EQUAL_SHARE, GAMES, MAX_TOPIC_WORDS,
    MAX_UNRULED_CARDS, MIN_SHARE_OF_BEST, NEAR_SHARE, NETRUNNER, OFFICIAL_SHARE, VARIANTS
  } = site.constants;

  /** The parts of a rank, of which the first counts most: see the module in Python. */
  const RANK_PARTS = ["leads", "named", "asked", "onNames", "nearness", "score"];

  /** The results in order. Conditions alone list everything that meets them. */
  function find(request) {
    const { index, query, expansion, allowed, onlyNamesMatch } = request;
    const named = namedSlots(request);
    if (query.pastedSlots.some(index.isEntry)) { // words beside an id are not searched for
      const slots = named.filter((slot) => query.pastedSlots.includes(slot));
      return { request, scoredDocuments: withScore(slots, 1), isList: false };
    }
    const { negativeSimilarity, scoredDocuments: scored } =
      scoreDocuments(index, expansion, query.cards, allowed, onlyNamesMatch);
    // Cards and the like are listed only if they have the words
    const needWords = onlyNamesMatch && hasWords(request);
    const found = needWords ? ofMostWords(scored) : scored;
    const ranks = new Ranks(request, named, found[0]?.score ?? 0);
    const kept = ranks.inOrder(found.filter((document) => ranks.keeps(document)));
    const matches = ranks.isList ? kept : withoutNearIdentical(index, kept);
    ranks.leading = leadingOf(request, named, matches);
    const namedScore = ranks.leading.at(-1)?.score ?? Math.max(1, ranks.bestScore);
    const documents = [...withScore(named, namedScore), ...matches];
    if (ranks.isList && !needWords) documents.push(...withoutWords(request, documents));
    const ranked = ranks.inOrder(documents);
    const scoredDocuments = query.orders.length ? byOrders(request, ranked, ranks) : ranked;
    const [best] = matches;
    return { request, scoredDocuments, best, isList: ranks.isList, negativeSimilarity };
  }

  /**
   * The documents that the query names by id, then by name, if the conditions allow them; last, the
   * cards without rulings among other words: `how does Asp work`.
   */
  function namedSlots(request) {
    const { query, namedSlots: slots, allowed } = request;
    const unruled = allowed ? [] : cardsWithoutRulings(request);
    const named = new Set([...query.pastedSlots, ...slots, ...unruled]);
    return [...named].filter((slot) => !allowed || allowed.has(slot));
  }

  /** Whether the query has words or names of cards by which documents rank. */
  const hasWords = ({ expansion }) =>
    expansion.termGroups.length > 0 || expansion.cardNames.length > 0;

  /** Whether the results are a list of everything that meets the conditions. */
  const isList = (request) => request.query.conditions.length > 0
    && (request.onlyNamesMatch || !(request.query.hasOptionalWords && hasWords(request)));

  const withScore = (slots, score) =>
    slots.map((slot) => ({ slot, score, isNamed: true, passages: [] }));

  function ofMostWords(ranked) {
    const greatestCoverage = Math.max(0, ...ranked.map(({ coverage }) => coverage ?? 0));
    return ranked.filter(({ coverage }) => coverage === greatestCoverage);
  }

  const idsOf = (index, slots) => new Set(slots.map((slot) => index.documents[slot].id));

  /** Decides which documents found by words answer a request, and the rank of each. */
  class Ranks {
    constructor(request, named, bestScore) {
      const { index, expansion: { wordsWithoutFillers: words } } = request;
      Object.assign(this, { request, named, bestScore, documents: index.documents });
      this.isList = isList(request);
      this.leading = []; // until these are known
      this.asked = index.entriesWithQuestion(request.typed) ?? [];
      this.unofficial = index.withTerm("is", "unofficial");
      const [some = [], ...others] = words.map(index.withPrintedWord);
      const allWords = some.filter((slot) => others.every((slots) => slots.includes(slot)));
      const idsOnBoth = request.namedSlots.length ? onBoth(request) : [];
      const isWord = words.length === 1 && !this.isList;
      const ofThisGame = isWord ? allWords.filter(this.isOfThisGame) : [];
      const onCards = request.expansion.sureCards
        .map((card) => index.withTerm("card", this.documents[card].id));
      const withStatus = [...withAskedNature(request).values()].flat()
        .filter((slot) => onCards.some((slots) => slots.has(slot)));
      const first = [...idsOnBoth, ...idsOf(index, withStatus)];
      this.idsOnNames = new Set([...first, ...idsOf(index, ofThisGame)]);
      this.keptIds = new Set([...first, ...idsOf(index, [...allWords, ...this.asked])]);
    }

    /** Whether a document is about this game. */
    isOfThisGame = (slot) => this.documents[slot].game === NETRUNNER;

    /**
     * Whether an entry matches well enough and is on this game, has one of the kept ids, or is in a
     * list; not if the query names it.
     */
    keeps({ slot, score }) {
      if (this.named.includes(slot)) return false;
      if (this.isList || this.keptIds.has(this.documents[slot].id)) return true;
      const isNear = score >= MIN_SHARE_OF_BEST * this.bestScore;
      return isNear && (!this.request.namedSlots.length || this.isOfThisGame(slot));
    }

    /** The scored documents, the highest rank first. Equal ones keep their order. */
    inOrder(scoredDocuments) {
      const ranked = scoredDocuments.map((document) => [document, this.rank(document)]);
      ranked.sort(([, a], [, b]) => {
        const part = RANK_PARTS.find((name) => a[name] !== b[name]);
        return part ? b[part] - a[part] : 0;
      });
      return ranked.map(([document]) => document);
    }

    /** The rank of a scored document. */
    rank(document) {
      const { slot, score } = document;
      const place = this.named.indexOf(slot);
      return {
        leads: this.leading.includes(document),
        named: place < 0 ? 0 : this.named.length - place,
        asked: this.asked.includes(slot),
        onNames: this.idsOnNames.has(this.documents[slot].id),
        nearness: this.nearness(document),
        score
      };
    }

    /** How near a score is to the best one: 5 (nearly equal, official) to 1; 0 or less: no word. */
    nearness({ slot, score, coverage }) {
      if (coverage === undefined) return -DOCUMENT_KINDS.indexOf(this.documents[slot].kind);
      const isTopic = this.request.expansion.words.length <= MAX_TOPIC_WORDS;
      if (score < (isTopic ? NEAR_SHARE : EQUAL_SHARE) * this.bestScore) return 1;
      if (foreignGame(this.request, slot)) return 2;
      if (score < OFFICIAL_SHARE * this.bestScore) return 3;
      return this.unofficial.has(slot) ? 4 : 5;
    }
  }

  /**
   * The entries above the cards that a query only contains: all on both cards, and the best one if
   * it is on one of them and on this game, or if these have no rulings.
   */
  function leadingOf(request, named, matches) {
    const { index, query, namedSlots: slots, isWholeName } = request;
    const isOnlyNamed = isWholeName || query.pastedSlots.length > 0;
    if (isOnlyNamed || !named.length || !matches.length) return [];
    if (!slots.length) return matches.slice(0, 1);
    const [best] = matches;
    const idsOnBoth = onBoth(request);
    const isOnOne = slots.some((card) => index.documentsAbout(card).has(best.slot));
    const leads = isOnOne && !foreignGame(request, best.slot);
    return matches.filter((entry) =>
      idsOnBoth.has(index.documents[entry.slot].id) || (leads && entry === best));
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
      const score = Math.max(...slots.map((slot) => documents[slot].prior));
      const best = slots.find((slot) => documents[slot].prior === score);
      const passages = slots.map((slot) => documents[slot].passageNumber);
      // Shows the passages that meet the conditions, such as superseded ones
      return { slot: best, score, passages: passages.includes(0) ? [] : passages.filter(Boolean) };
    });
  }

  /**
   * The scored documents by the orders of the query. Of equal ones, cards come before rulings;
   * otherwise they stay in ranked order or, in a list, in order of slot.
   */
  function byOrders({ index, query }, ranked, { isList: isAll }) {
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
    RANK_PARTS, cardsWithoutRulings, countsOfKinds, find, foreignGame, jointRulings, onBoth
  };
})(window.Rulings ??= {});
