/**
 * The index and a query → results: what the query names, then what the loop ranks, with notes and
 * confidence, as in `search/searching.py` and the modules that it uses.
 */
(function (site) {
  "use strict";

  const { expand, hasFewWordsBesideNames, isFor, playersAsked, rank, sureCards, twoCards } =
    site.ranking;
  const { fold } = site.names;
  const { itemsOf, mark } = site.conditions;
  const { listQuery } = site.plainWords;
  const { orderedBy, parse, truncate } = site.query;
  const { UNHIGHLIGHTED_WORDS, passageText, remarksOn, wholeParagraphs } = site.passages;
  const {
    ABOUT_INHERITED,
    ABOUT_SUBJECT,
    COUNTED_AS,
    DOCUMENT_KINDS,
    EQUAL_SHARE,
    FAR_FUTURE,
    FEW_WORDS,
    FILLERS,
    GAMES,
    HIGHLIGHTED_SYNONYM_WEIGHT,
    MAX_BESIDE_NAMES,
    MAX_JOINED,
    MAX_KEYWORD_WORDS,
    MAX_LISTED,
    MAX_NEAREST_WORDS,
    MAX_NOTES,
    MAX_NOTE_QUOTE_LENGTH,
    MAX_OTHER_TITLE_WORDS,
    MAX_PASSAGE_LENGTH,
    MAX_PASSAGE_LINES,
    MAX_QUERY_LENGTH,
    MAX_SHOWN_LENGTH,
    MAX_TOPIC_WORDS,
    MAX_UNRULED_CARDS,
    MIN_BEGINNING,
    MIN_CLEAR_BEGINNING,
    MIN_PART_LENGTH,
    MIN_SHARE_OF_BEST,
    NEAR_SHARE,
    NETRUNNER,
    NUMERALS,
    OFFICIAL_SHARE,
    PLURALS,
    SHOWN_NATURES,
    STOP_WORDS,
    STRONG,
    VARIANTS
  } = site.constants;

  /**
   * The results of a query.
   * @param {Index} index
   * @param {string} typed
   * @param {SearchOptions} [options]
   * @returns {Results}
   */
  function search(index, typed, options = {}) {
    const request = understand(index, typed, options),
      sentence = gone(request);
    if (sentence)
      return { ...NO_RESULTS, typed, expansion: request.expansion, explanation: [sentence] };
    const [asked, found, unmet] = foundBy(typed, options, request),
      { expansion, query } = asked;
    if (!found.ranked.length) return nothing(typed, asked);
    const best = found.ranked.slice(0, 3).map((scored) => hit(asked, scored));
    const reasons = unmet.length ? unmet : reasonsOf(asked, found, best);
    const order = options.byDate ? "newest" : query.values.order;
    const ranked = order ? ordered(asked, found.ranked, order) : found.ranked;
    const all = ranked.map((scored) => hit(asked, scored)),
      { limit = 10 } = options;
    return {
      ...NO_RESULTS,
      typed,
      expansion,
      all,
      list: asked.list ?? "",
      total: all.length,
      counts: found.counts,
      notes: notesOn(asked, reasons),
      stems: highlighted(expansion),
      hits: all.slice(0, limit ?? all.length),
      confidence: reasons.length ? "low" : "high"
    };
  }

  const NO_RESULTS = {
    notes: [],
    list: "",
    total: 0,
    counts: {},
    explanation: [],
    nearest: [],
    all: [],
    hits: [],
    confidence: "low"
  };

  /** Stems that are highlighted in hits, each with its weight. */
  const highlighted = ({ termGroups }) =>
    new Map(
      termGroups.flatMap(({ terms, weight }) =>
        [...terms]
          .filter(([, synonymWeight]) => synonymWeight >= HIGHLIGHTED_SYNONYM_WEIGHT)
          .map(([stem, synonymWeight]) => [stem, weight * synonymWeight])
      )
    );

  /**
   * What is found with the values in the query or, if its words answer and these do not, without
   * them; and sentences on what these do not meet.
   */
  function foundBy(typed, options, request) {
    const { index, query } = request,
      { values, notes } = query,
      found = find(request);
    const isMet = isAboutNamedCards(request, found),
      hasText = query.text.trim() !== "";
    const isRead = values.fields.length > 0 && (hasText || values.leads !== "");
    if (!isRead || (isMet && ["", "list"].includes(values.leads))) return [request, found, []];
    const alone = understand(index, typed, options, parse(index, typed, false));
    const foundAlone = find(alone),
      isListed = found.ranked.length > 0;
    const isQuestion = values.leads === "question";
    const isAsked = (isQuestion || values.leads === "words") && foundAlone.ranked.length > 0;
    if (isListed && values.leads && (isAsked || isAnswered(alone, foundAlone))) {
      alone.list = listQuery(values);
      alone.query.notes.unshift(listOffered(values, found.counts));
      return [alone, foundAlone, []];
    }
    const isBetter = foundAlone.ranked.length > 0 && !isListed;
    const isMissed = !isBetter && !isAboutNamedCards(alone, foundAlone);
    if (isMissed || (isListed && values.leads)) return [request, found, []];
    if (isQuestion) return [alone, foundAlone, []]; // `can strength go below 0`
    const { reason } = values.leads ? whyNothingFound(request) : {};
    return [alone, foundAlone, [...notes, reason ?? wordsSearchedAlone(request, alone)]];
  }

  /** Whether words that are also conditions are surely answered, and very well. */
  function isAnswered(request, found) {
    const best = found.ranked.slice(0, 3).map((scored) => hit(request, scored));
    if (!best.length || reasonsOf(request, found, best).length) return false;
    return (strengthOf(request, found) ?? STRONG) >= STRONG;
  }

  function nothing(typed, request) {
    const { reason, nearest } = whyNothingFound(request),
      { expansion, query } = request;
    const notes = query.notes.slice(0, MAX_NOTES);
    return { ...NO_RESULTS, typed, expansion, notes, explanation: [reason], nearest };
  }

  /** Why the best hits may not answer; none if they surely do. */
  function reasonsOf(request, found, best) {
    const reasons = reasonsToDoubt(request, found, best);
    if (reasons.length) return reasons;
    const doubtful = doubtfulWords(request);
    return doubtful.length ? doubtful : doubtfulParts(request, best[0]);
  }

  /** The candidates, the newest, oldest, highest or lowest first; last those without that. */
  function ordered({ index, query }, ranked, order) {
    const values = orderedBy(index, query, order),
      isDown = /^(?:newest|highest)/.test(order);
    const without = [isDown ? "" : FAR_FUTURE],
      end = isDown ? -1 : 0;
    const lastOf = (one) => [...(values.get(one.number) ?? without)].sort().at(end);
    const known = new Map(ranked.map((one) => [one, lastOf(one)]));
    const byValue = (a, b) => compare(known.get(a), known.get(b));
    return [...ranked].sort((a, b) => (isDown ? byValue(b, a) : byValue(a, b)));
  }

  /** The sentences above the hits, each once: how the query was read, then what is doubted. */
  function notesOn(request, reasons) {
    const { index, expansion, query, note } = request;
    const notes = [...query.notes, ...(note ? [note] : [])];
    for (const [word, meant] of expansion.corrected)
      notes.push(`“${word}” was read as “${meant}”`);
    for (const name of expansion.cardNames) if (name.typed) notes.push(howRead(index, name));
    if (!request.isName) notes.push(...unknownWords(request));
    const unruled = cardsWithoutRulings(request);
    notes.push(...reasons, ...(unruled.length ? unruled : cardsWithoutJointRuling(request)));
    return [...new Set(notes)].slice(0, MAX_NOTES);
  }

  const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  const dateOf = (index, { number }) => index.docs[number].dates.at(-1) ?? "";
  const titles = (index, cards) => cards.map((card) => index.docs[card].title).join(" or ");

  // What is asked for: `search/understanding.py`

  /** The query as it was understood. */
  function understand(index, typed, options, parsed = parse(index, typed)) {
    let query = parsed;
    if (query.condition && !query.condition.size && query.fallbackText.trim()) {
      const relaxed = {
        ...query,
        text: query.fallbackText,
        condition: query.fieldCondition,
        hasOptionalWords: true,
        hasOperators: false,
        patterns: [],
        notes: [
          ...query.notes,
          "nothing matches the query exactly; its words were searched for instead"
        ]
      };
      if (!relaxed.condition || relaxed.condition.size) query = relaxed;
    }
    const expansion = expand(
      index,
      truncate(query.text, MAX_QUERY_LENGTH),
      query.patterns,
      options.typing
    );
    const allowed = query.condition;
    const request = {
      index,
      query,
      expansion,
      allowed,
      named: [],
      isName: false,
      note: "",
      typing: Boolean(options.typing),
      onlyNames: Boolean(allowed) && ![...allowed].some(index.isEntry),
      shown: truncate(typed, MAX_SHOWN_LENGTH)
        .split(/[\p{C}\p{Z}]+/u)
        .filter(Boolean)
        .join(" ")
    };
    const [typedWords, person] = [request.shown, query.values.person || request.shown].map((text) =>
      index.analyzer.words(text).join(" ")
    );
    if (allowed && index.authorityNames.has(person)) {
      // `sensei`
      const cards = index.nameTable.exact(typedWords, ["card"]).things.map(({ number }) => number);
      request.named = [...index.names.get(person), ...cards];
      for (const number of request.named) allowed.add(number);
    } else if (!allowed || request.onlyNames) readNames(request, typedWords);
    else if (
      query.values.fields.join() === "is:errata" &&
      coveredWords(expansion) === expansion.words.length
    ) {
      const hasErrata = (card) =>
        [...index.about(card).keys()].some((number) => allowed.has(number));
      request.named = sureCards(expansion).filter(hasErrata); // `dreff errata`
      for (const number of request.named) allowed.add(number);
    }
    return request;
  }

  /** The step of a run that the words name: `step 3 run`, `third step`, `run chart 3`. */
  function step(index, words) {
    const [other, ...others] = words.filter(
      (word) => !["step", "run", "chart", "number"].includes(word)
    );
    if (!other || others.length || !(words.includes("step") || words.includes("chart"))) return [];
    const named = NUMERALS[other] ?? other.replace(/(\d)(?:st|nd|rd|th)$/, "$1");
    const number = index.numberOf(`run-chart-${named}`, ["step"]);
    return number === undefined ? [] : [number];
  }

  /**
   * Finds what the query names, if it consists of names: of cards with at most one other word, or
   * of anything.
   */
  function readNames(request, typed) {
    const { index, expansion } = request,
      { words, cardNames } = expansion;
    const isAsking = (word) => "asking" in (index.roles.get(word) ?? {}),
      exact = index.names.get(typed) ?? [];
    const { termsWithoutFillers: content } = expansion;
    // `what is a virus`
    const named = index.names.get(content.filter((word) => !isAsking(word)).join(" "));
    const asked =
      named ??
      step(
        index,
        words.filter((word) => word in NUMERALS || !isAsking(word))
      );
    const { cards: whole, note } = cardsNamedByWholeQuery(
      index,
      expansion,
      exact.length + asked.length > 0
    );
    request.note = note;
    if (whole.length && !cardNames.length) {
      // the query asks for the card instead of its words
      const mention = { start: 0, stop: words.length, cards: whole, confidence: 1, typed: "" };
      request.expansion = {
        ...expansion,
        termGroups: [],
        unknown: [],
        corrected: new Map(),
        cardNames: [mention]
      };
    }
    const cards = whole.length ? whole : cardsBesideOneWord(index, expansion);
    const names = [...(exact.length || whole.length ? exact : asked)],
      length = typed.split(" ").length;
    if (typed) names.push(...numbers(index.nameTable.exact(typed, ["topic"]).things));
    if (!cards.length && !names.length && length <= MAX_KEYWORD_WORDS) {
      const { matchKind, only } = index.nameTable.resolve(typed, ["keyword", "topic", "page"]);
      const title = matchKind === "typo" && only ? only.title : "";
      const meant = index.names.get(index.analyzer.words(title).join(" ")) ?? [];
      if (meant.length && title.split(" ").length === length) {
        names.push(...meant);
        request.note = `“${typed}” was read as ${title}`;
      }
    }
    request.named = [...new Set([...cards, ...names])];
    request.isName = whole.length > 0 || names.length > 0;
  }

  const numbers = (things) => things.map(({ number }) => number);

  /**
   * The cards that the whole query names by a title, an alias or a part of a title, and how a part
   * was read.
   */
  function cardsNamedByWholeQuery(index, expansion, isOtherName) {
    const { cardNames, words } = expansion,
      [first] = cardNames;
    const isFiller = (word, i) => (first.start <= i && i < first.stop) || FILLERS.includes(word);
    if (cardNames.length === 1 && words.every(isFiller)) return { cards: first.cards, note: "" };
    const named = index.nameTable.resolve(words.join(" "), ["card"], false),
      { only, isExact } = named;
    if (!only || !(isExact || asksForCard(expansion, named, isOtherName)))
      return { cards: [], note: "" };
    return { cards: numbers(named.things), note: isExact ? "" : `read as the card ${only.title}` };
  }

  /**
   * Whether a query that is a part of a card's title asks for the card: it is no other name and no
   * ordinary word.
   */
  function asksForCard(expansion, { only, matchKind }, isOtherName) {
    const { termsWithoutFillers: content, cardNames, unknown, corrected } = expansion;
    const letters = isOtherName ? 0 : Math.max(0, ...content.map((word) => word.length));
    const isKnown = !unknown.length && !corrected.size;
    const isOrdinaryWord = isKnown && content.length === 1 && !cardNames.length;
    const isClear = isKnown || (matchKind === "beginning" && letters > 3);
    const isMentioned =
      cardNames.every(({ cards }) => !cards.length) ||
      cardNames.some(({ cards }) => cards.includes(only.number));
    return letters >= 3 && isClear && !isOrdinaryWord && isMentioned;
  }

  /**
   * The one or two cards named beside a single word, surely or by a title that may be another word:
   * `trap errata`.
   */
  function cardsBesideOneWord(index, expansion) {
    const sure = sureCards(expansion),
      others = expansion.words.length - coveredWords(expansion);
    if (sure.length && sure.length <= 2 && others <= MAX_BESIDE_NAMES)
      return twoCards(expansion) ?? sure;
    const { termsWithoutFillers: words } = expansion;
    const parts = words.length > 1 ? [words.slice(0, -1), words.slice(1)] : [];
    const named = parts.map((rest) => index.nameTable.exact(rest.join(" "), ["card"]));
    return numbers(named.find(({ matchKind }) => matchKind === "title")?.things ?? []);
  }

  /** Whether a word is in a name of a card, or says nothing. */
  const isCovered = ({ cardNames, stopWords }, i) =>
    stopWords.has(i) || cardNames.some(({ start, stop }) => start <= i && i < stop);
  const coveredWords = (expansion) =>
    expansion.words.filter((_, i) => isCovered(expansion, i)).length;

  // What is found: `search/finding.py`

  /**
   * The documents found: those that the query names, then the best entries; or everything that
   * meets conditions.
   */
  function find(request) {
    const { index, query, expansion, allowed, named } = request;
    const offered = [...new Set([...query.numbers, ...named])].filter(
      (number) => !allowed || allowed.has(number)
    );
    const asks = expansion.termGroups.length || expansion.cardNames.length;
    const { negativeSimilarity, ...found } = rank(
      index,
      expansion,
      query.cards,
      allowed,
      request.onlyNames
    );
    let { ranked } = found,
      others = allowed;
    if (request.onlyNames && asks) {
      // cards and the like have every word that any of them has
      const most = Math.max(0, ...ranked.map(({ coverage }) => coverage ?? 0));
      [ranked, others] = [ranked.filter(({ coverage }) => coverage === most), new Set()];
    }
    const best = ranked[0]?.score ?? 0,
      score = Math.max(1, best);
    ranked = thisGameFirst(request, ranked, best).filter(({ number }) => !offered.includes(number));
    const names = offered.map((number) => ({ number, score, isNamed: true, passages: [] }));
    if (others && (request.onlyNames || !(query.hasOptionalWords && asks)))
      return listed(index, [...names, ...ranked], others);
    const [first = [], ...rest] = expansion.termsWithoutFillers.map(index.printed);
    const both = onBoth(index, named.length ? twoCards(expansion) : null);
    const kept = new Set(
      first
        .filter((number) => rest.every((each) => each.includes(number)))
        .map((number) => index.docs[number].id)
        .concat(...both)
    );
    const isOther = ({ number }) => Number(!both.has(index.docs[number].id));
    const least = MIN_SHARE_OF_BEST * best,
      isOurs = ({ game }) => !named.length || game === NETRUNNER;
    const matching = ranked
      .filter(
        (scored) =>
          kept.has(index.docs[scored.number].id) ||
          (scored.score >= least && isOurs(index.docs[scored.number]))
      )
      .sort((a, b) => isOther(a) - isOther(b));
    const entries = withoutNearIdentical(index, matching);
    const lead = request.isName || query.numbers.length ? 0 : leading(request, entries);
    if (lead) for (const name of names) name.score = entries[lead - 1].score;
    return {
      ranked: [...entries.slice(0, lead), ...names, ...entries.slice(lead)],
      counts: {},
      negativeSimilarity
    };
  }

  /**
   * How many entries stand above the cards that a query only contains: those on both, or the best
   * if it is on one.
   */
  function leading({ index, expansion, named }, entries) {
    const others = entries.findIndex(({ number }) => !isOnBoth(index, expansion, number));
    const both = others < 0 ? entries.length : others;
    return (
      both ||
      entries
        .slice(0, 1)
        .filter(({ number }) => named.some((card) => index.about(card).has(number))).length
    );
  }

  /** Whether two cards are named, and the document is about both. */
  const isOnBoth = (index, expansion, number) =>
    onBoth(index, twoCards(expansion)).has(index.docs[number].id);

  /**
   * The documents, of those near the best score the ones on this game first, of near-equal ones the
   * official first.
   */
  function thisGameFirst(request, ranked, best) {
    const near =
      (request.expansion.words.length <= MAX_TOPIC_WORDS ? NEAR_SHARE : EQUAL_SHARE) * best;
    const nearEqual = OFFICIAL_SHARE * best,
      unofficial = request.index.term("is", "unofficial");
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
    const { game, source } = index.docs[number];
    if (expansion.sources.has(source) || query.condition) return undefined;
    return game === NETRUNNER ? VARIANTS[source] : GAMES[game];
  }

  /** The documents that are not near-identical to an earlier one. */
  function withoutNearIdentical(index, scored) {
    const others = new Set();
    return scored.filter(({ number }) => {
      if (others.has(number)) return false;
      for (const other of index.docs[number].alsoUnder) others.add(other);
      return true;
    });
  }

  /** What is ranked, then all others that pass, by kind; and the count of each kind. */
  function listed(index, ranked, allowed) {
    const key = (number) => `${index.docs[number].kind}/${index.docs[number].id}`;
    const rankOf = (number) => DOCUMENT_KINDS.indexOf(index.docs[number].kind);
    const prior = (number) => index.docs[number].prior;
    const all = [...ranked],
      seen = new Set(ranked.map(({ number }) => key(number)));
    const others = [...allowed].sort(
      (a, b) => rankOf(a) - rankOf(b) || prior(b) - prior(a) || a - b
    );
    for (const number of others) {
      if (seen.has(key(number))) continue;
      seen.add(key(number));
      const { passageNumber } = index.docs[number],
        passages = passageNumber === undefined ? [] : [passageNumber];
      all.push({ number, score: prior(number), passages });
    }
    const kindOf = ({ kind, is }) => (is?.includes("see") ? "see" : kind);
    const counts = [...DOCUMENT_KINDS, "see"]
      .map((kind) => [kind, all.filter(({ number }) => kindOf(index.docs[number]) === kind).length])
      .filter(([, count]) => count);
    return { ranked: all, counts: Object.fromEntries(counts), negativeSimilarity: 0 };
  }

  /**
   * Whether something is found and, if the query names cards, one of the best hits is about one of
   * them.
   */
  function isAboutNamedCards({ index, expansion }, { ranked }) {
    const best = ranked.slice(0, 3),
      cards = expansion.cardNames.flatMap((mention) => mention.cards);
    const isAbout = (card) => best.some(({ number }) => index.about(card).has(number));
    return best.length > 0 && (!cards.length || cards.some(isAbout));
  }

  /** The ids of the entries about both cards; none, if there are no two. */
  function onBoth(index, cards) {
    if (!cards) return new Set();
    const [one, other] = cards;
    const second = index.about(other);
    return new Set(
      [...index.about(one).keys()].filter((n) => second.has(n)).map((n) => index.docs[n].id)
    );
  }

  /**
   * The rulings that concern both cards, as `rulings_on_all` in `rulings/model/selecting.py` says.
   */
  function jointRulings(index, cards) {
    const [first, second] = cards.map((card) => index.about(card));
    const joint = [...first]
      .filter(([n, weight]) => {
        const most = Math.max(weight, second.get(n) ?? 0),
          least = Math.min(weight, second.get(n) ?? 0);
        const { kind, is } = index.docs[n];
        return (
          kind === "ruling" &&
          !is.includes("see") &&
          least &&
          (least >= ABOUT_INHERITED || most === ABOUT_SUBJECT)
        );
      })
      .map(([n]) => n);
    const isRepeated = (n) =>
      index.docs[n].alsoUnder.some((other) => other < n && joint.includes(other));
    return joint.filter((n) => !isRepeated(n)).map((n) => index.docs[n]);
  }

  // What is shown: `search/showing.py`

  /** The hit that shows a document. @returns {Hit} */
  function hit(request, { number, score, isNamed, passages }) {
    const { index } = request,
      doc = index.docs[number],
      others = doc.alsoUnder.map((other) => index.docs[other]),
      section = doc.whole ?? (doc.lines ? doc : null);
    const shown = section
      ? shownOfSection(index, section, passages)
      : {
          passage: doc.kind === "card" ? cardLine(request, doc) : doc.text,
          remarks: doc.remarks ?? []
        };
    return {
      ...shown,
      doc: section ?? doc,
      id: doc.id,
      score,
      isNamed,
      date: dateOf(index, { number }) || null,
      alsoUnder: others.filter(({ subject }) => !request.query.excluded.includes(subject.number)),
      natures:
        doc.kind === "ruling"
          ? SHOWN_NATURES.filter((nature) => doc.values.is?.includes(nature))
          : []
    };
  }

  /**
   * As many passages of a section as fit, the best first, in the order of their lines, with what is
   * told of them.
   */
  function shownOfSection(index, section, passages) {
    const lines = section.text.split("\n");
    const [best, ...others] = passages
      .slice(0, MAX_JOINED)
      .map((n) => index.docs[section.number + 1 + n].lines);
    let answering = best ?? section.lines;
    for (const more of others) {
      const joined = [...new Set([...answering, ...more])];
      const text = passageText(lines, joined);
      if ([...text].length > MAX_PASSAGE_LENGTH || text.split("\n").length > MAX_PASSAGE_LINES)
        break; // a worse one
      answering = joined; // would stand in its place
    }
    const parts = [section];
    for (let n = section.number + 1; index.docs[n]?.whole === section; n++)
      parts.push(index.docs[n]);
    const first = (parts.length > 1 ? parts.slice(1) : parts).find((part) =>
      answering.includes(part.lines.at(-1))
    );
    const shown = wholeParagraphs(section.paragraphs, answering);
    return {
      passage: passageText(lines, shown),
      fragment: first?.fragment || section.id,
      remarks: remarksOn(section.remarks, shown)
    };
  }

  /** What is there on a card: `no erratum · 4 rulings · 1 on both`. */
  function cardLine({ index, named }, doc) {
    const cards = named.filter((number) => index.docs[number].kind === "card");
    const joint = cards.length === 2 ? jointRulings(index, cards).length : 0;
    return doc.line + (joint ? ` · ${joint} on both` : "");
  }

  // Whether it is answered: the exits are the rules of `RULES` in `search/answerability.py`, in
  // their order

  /**
   * Why the words shown may not answer; nothing if they surely do, or the query is a whole name.
   */
  function reasonsToDoubt(request, found, hits) {
    const { index, expansion, query } = request,
      best = found.ranked.find(({ coverage }) => coverage !== undefined);
    const aboutGame = notesOnTheOtherGame(request);
    if (aboutGame.length) return aboutGame;
    const players = playersAsked(expansion),
      rows = [...index.ofPlayers.values()];
    if (
      players !== null &&
      best &&
      index.docs[best.number].game !== NETRUNNER &&
      !rows.some((row) => isFor(players, row))
    )
      return [`no table has a row for ${players} players`];
    const inNoDocument = asksTheRulebook(request);
    if (inNoDocument.length) return inNoDocument;
    const lost = losses(request, hits);
    if (lost.length) return lost;
    if (
      request.isName ||
      query.numbers.length ||
      (request.named.length && !expansion.unknown.length)
    )
      return [];
    if (best && isOnBoth(index, expansion, best.number)) return [];
    const strength = strengthOf(request, found);
    const unknown = unknownWords(request);
    const or = (why) => (unknown.length ? unknown : [why]);
    if (strength === null) return unknown;
    const rules = foreignGame(request, best.number);
    if (rules) return [`the best match is about ${rules}`];
    const isShown = hasShownWord(request, hits);
    if (!expansion.cardNames.length && !request.typing && !isShown) {
      const [word, ...others] = [...new Set(contentWords(expansion))].filter(
        (each) => !expansion.corrected.has(each)
      );
      const isAlone =
        word !== undefined && !others.length && !unknown.length && !index.isPrinted(word);
      if (isAlone)
        return [`no ruling, section or step has “${word}”; what follows is near in meaning`];
      return or("what follows has none of these words; it is near in meaning");
    }
    const { negative: weight, ...levels } = index.weights.confidence;
    const least = sureCards(expansion).length ? levels.least : levels.least_without_card;
    if ((isShown && expansion.terms.length === 1) || strength >= least) return [];
    const isLikeNegative = strength + weight * found.negativeSimilarity >= least;
    const unruled = cardsWithoutRulings(request);
    const why = isLikeNegative
      ? "this is like questions that nothing"
      : "no ruling, section or step surely";
    return unruled.length && !unknown.length ? unruled : or(`${why} here answers`);
  }

  /** Numbers, negations and the like in no condition, in no name and not in the words shown. */
  function losses({ index, expansion, query, isName }, hits) {
    if (isName) return []; // `fetch 401`
    const { unread } = query.values;
    const named = expansion.words.filter((_, i) => isCovered(expansion, i));
    named.push(String(playersAsked(expansion)));
    const shown = unread.some(([, meant]) => meant) ? hits : [];
    const marks = shown.flatMap(({ doc, passage }) =>
      itemsOf(index, `${doc.title} ${passage}`).map(mark)
    );
    return unread
      .filter(([, meant]) => !meant || !marks.includes(meant))
      .filter(([text]) => !named.includes(text.toLowerCase()))
      .map(([text]) => `“${text}” was not understood`);
  }

  /**
   * A sentence if no document answers, though some entry has the words; names of cards do not
   * count.
   */
  function asksTheRulebook({ index, expansion }) {
    const { topics, beside } = index.data.rulebook,
      words = expansion.words.filter((_, i) => !isCovered(expansion, i));
    const stems = words.map(index.analyzer.stem);
    const telling = stems.filter(
      (each, i) => !UNHIGHLIGHTED_WORDS.has(words[i]) && !beside.includes(each)
    );
    const found = Object.entries(topics)
      .map(([asked, sentence]) => [asked.split(" "), sentence])
      .find(
        ([asked]) =>
          telling.every((each) => asked.includes(each)) &&
          asked.every((each) => stems.includes(each))
      );
    return found ? [found[1]] : [];
  }

  /** The terms that do not occur everywhere, or all if there are no others. */
  function contentWords({ terms }) {
    const content = terms.filter((word) => !UNHIGHLIGHTED_WORDS.has(word));
    return content.length ? content : terms;
  }

  /**
   * How well the best entry answers what is known of the query; null if the query is all
   * conditions.
   */
  function strengthOf({ index, expansion, query, onlyNames }, { ranked, negativeSimilarity }) {
    const best = ranked.find(({ coverage }) => coverage !== undefined);
    const { words, termGroups, unknown } = expansion;
    const areCovered = coveredWords(expansion) === words.length;
    const mustMatch = onlyNames || (query.condition && (areCovered || !query.hasOptionalWords));
    if (!words.length || mustMatch || !best) return null;
    const known = termGroups.reduce((sum, { weight }) => sum + weight, 0);
    const missing = unknown.length * index.idf(1);
    const { length, negative: weight } = index.weights.confidence;
    const answered =
      ((best.score + length * Math.log(words.length)) * known) / (known + missing || 1);
    return answered - weight * negativeSimilarity;
  }

  /** Whether any word typed or meant stands in what is shown: see `search/answerability.py`. */
  function hasShownWord({ index, expansion }, hits) {
    const { words, stem, uninflected } = index.analyzer,
      meant = (word) => expansion.corrected.get(word) ?? word;
    const content = contentWords(expansion).map(meant);
    const isInTexts = content.some((word) => index.term(".terms", stem(word)).size);
    const asked = isInTexts ? expansion.terms.map(meant) : content;
    const typed = new Set(asked.map(uninflected).filter((word) => word.length > 1));
    const asserting = hits[0]?.doc.kind === "section" ? hits.slice(0, 1) : hits;
    const shown = asserting.map(({ doc, passage: text }) => `${doc.title} ${text}`).join(" ");
    return words(shown).some((word) => typed.has(uninflected(word)));
  }

  // Notes: `search/messages.py`

  /** A sentence if the query names a card or term that only Android: Netrunner (2012) has. */
  function notesOnTheOtherGame({ index, expansion, isName }) {
    const { words } = expansion,
      { titles: theirs, wholeTitles, terms } = index.otherGame;
    if (isName) return [];
    const runs = [];
    for (let size = MAX_OTHER_TITLE_WORDS; size > 0; size--)
      for (let i = 0; i + size <= words.length; i++) runs.push(words.slice(i, i + size).join(" "));
    const title =
      wholeTitles.get(words.join(" ")) ?? theirs.get(runs.find((run) => theirs.has(run)));
    const term = terms.get(runs.find((run) => terms.has(run)));
    const game = GAMES["android-netrunner"],
      ours = "these rulings are about the 1996 game";
    if (title) return [`${title} is a card of ${game}; ${ours}`];
    return term ? [`“${term}” is a term of ${game}; ${ours}`] : [];
  }

  /** *No erratum*, *no card*, *no ruling* or *nothing*: what is asked for and is not there. */
  function noneOf({ fields }) {
    if (fields.has("is:errata")) return "no erratum";
    if (fields.has("kind:card")) return "no card";
    const isRuling = [...fields.keys()].some((field) => /^(?:by:|kind:ruling)/.test(field));
    return isRuling ? "no ruling" : "nothing";
  }

  /** A sentence with how many documents meet each field, if none meets all. */
  function noneTogether({ query }) {
    const met = [...query.fields].map(([shown, { size }]) => `${shown} (${size})`);
    if (met.length < 2) return "nothing matches the whole query";
    return `${noneOf(query)} meets all of these: ${met.join(", ")}`;
  }

  /** How many documents meet the conditions that are also words, with the query that lists them. */
  function listOffered(values, counts) {
    const counted = Object.entries(counts).map(([kind, number]) =>
      site.count(number, COUNTED_AS[kind] ?? kind)
    );
    return `${counted.join(", ")}: ${listQuery(values)}`;
  }

  /**
   * A sentence for a query whose values nothing has beside its other words, and which was searched
   * without them.
   */
  function wordsSearchedAlone({ query }, { index, expansion }) {
    const cards = titles(index, sureCards(expansion));
    const kinds = [...query.fields.keys()].map((field) => PLURALS[field]).filter(Boolean);
    if (cards && kinds.length) return `there are no ${kinds.join(" or ")} on ${cards}`;
    return `${noneOf(query)} there has the other words; they were searched for alone`;
  }

  /** A sentence with the page of a ruling, if the query is the id of one that is not there. */
  function gone({ index, query, shown }) {
    const [, subject] = /^(.+)-[0-9a-f]{8}$/.exec(shown.toLowerCase()) ?? [];
    const page = query.numbers.length ? undefined : index.numberOf(subject, ["card", "topic"]);
    return page === undefined
      ? ""
      : `no ruling “${shown}”; its page is ${index.docs[page].title} (${subject})`;
  }

  /**
   * Why nothing was found, and the cards or topics with the nearest names, unless that is due to
   * fields alone.
   */
  function whyNothingFound(request) {
    const { index, query, expansion, allowed } = request;
    if (!expansion.words.length && !allowed && !query.numbers.length)
      return { reason: "there is no word in the query to search for", nearest: [] };
    if (allowed && !allowed.size) return { reason: noneTogether(request), nearest: [] };
    const onlyTopics =
      allowed && [...allowed].every((number) => index.docs[number].kind === "topic");
    const { length } = expansion.words,
      isShort = length > 0 && length <= MAX_NEAREST_WORDS;
    const kind = onlyTopics ? "topic" : "card";
    const named =
      isShort && !sureCards(expansion).length
        ? index.nameTable.resolve(expansion.words.join(" "), [kind])
        : null;
    const near = named?.things.length ? named.things : (named?.suggestions ?? []);
    const nearest = near.filter((thing) => thing.kind === kind);
    if (expansion.unknown.length && !expansion.termGroups.length)
      return { reason: unknownWords(request)[0], nearest };
    return {
      reason: allowed
        ? "your filters exclude every match for these words"
        : "nothing matches well enough",
      nearest
    };
  }

  /**
   * A sentence naming, as typed, the words that occur in no ruling, section or step, if there are
   * any.
   */
  function unknownWords({ index, shown, expansion }) {
    const { words } = index.analyzer,
      { unknown } = expansion;
    if (!unknown.length) return [];
    const typedWords = shown
      .split(/\s+/)
      .filter((word) => words(word).some((part) => unknown.includes(part)));
    const asTyped = typedWords.map((word) =>
      word.replace(/^["'()*~.,;:!?]+|["'()*~.,;:!?]+$/g, "")
    );
    const distinct = [...new Set(asTyped.length ? asTyped : unknown)];
    const quoted = distinct
      .slice(0, MAX_LISTED)
      .map((word) => `“${word.slice(0, MAX_NOTE_QUOTE_LENGTH)}”`);
    const all =
      quoted.length === 1 ? quoted[0] : `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
    return [`no ruling, section or step has ${all}`];
  }

  /** Sentences, where few words stand beside names, if it is open which card is meant. */
  function doubtfulWords(request) {
    const { index, expansion } = request;
    if (!hasFewWordsBesideNames(expansion)) return [];
    const isShort = ({ matchKind, typed }) =>
      matchKind === "beginning" && typed.length < MIN_CLEAR_BEGINNING && !request.isName;
    return expansion.cardNames
      .filter((mention) => mention.typed && (mention.cards.length > 1 || isShort(mention)))
      .map((mention) => howRead(index, mention));
  }

  /**
   * A sentence if words of a short query may be a part of a title, of which the first hit has and
   * says nothing.
   */
  function doubtfulParts({ index, shown, expansion, isName, query }, { doc, passage: text }) {
    const { words, stem } = index.analyzer,
      typed = words(shown);
    const stems = new Set(words(`${doc.title} ${text}`).map(stem));
    const telling = typed.filter((word) => !STOP_WORDS.includes(word));
    const pairs = telling
      .slice(1)
      .map((word, i) => [telling[i], word])
      .filter((pair) => pair.every(({ length }) => length >= MIN_BEGINNING));
    const alone = expansion.cardNames.length
      ? []
      : telling.filter(({ length }) => length >= MIN_PART_LENGTH);
    for (const part of isName || query.condition
      ? []
      : [...pairs, ...alone.map((word) => [word])]) {
      if (typed.length - part.length > FEW_WORDS || part.every((word) => stems.has(stem(word))))
        continue;
      const named = index.nameTable.resolve(part.join(" "), ["card"], false),
        { things } = named;
      const isClear = things.length && (part[1] || (named.only && named.matchKind === "beginning"));
      const isAbout = things.some(
        ({ number }) => number === doc.number || index.about(number).has(doc.number)
      );
      const all = things
        .slice(0, MAX_LISTED)
        .map(({ title }) => title)
        .join(" or ");
      if (isClear && !named.isExact && !isAbout)
        return [`“${part.join(" ")}” may be a part of ${all}`];
    }
    return [];
  }

  const howRead = (index, { typed, cards }) => `“${typed}” was read as ${titles(index, cards)}`;

  /**
   * Sentences for named cards that nothing was ever ruled on: the hits are then about something
   * else.
   */
  function cardsWithoutRulings({ index, expansion }) {
    const ruled = index.term("kind", "ruling");
    const cards = sureCards(expansion).filter((card) => index.about(card).size === 1); // itself
    return cards
      .map((card) => index.docs[card])
      .map(({ title, keyword: keywords }) => {
        const fields = keywords
          .filter((word) =>
            [...index.term("keyword", index.analyzer.fieldTerm(word))].some((n) => ruled.has(n))
          )
          .map(
            (word) =>
              `keyword:${word.includes(" ") ? `"${word.toLowerCase()}"` : word.toLowerCase()}`
          );
        const others = fields.length ? `; rulings on its keywords: ${fields.join(", ")}` : "";
        return `nothing was ever ruled on ${title}${others}`;
      })
      .slice(0, MAX_UNRULED_CARDS);
  }

  /**
   * A list with a sentence for two named cards that no ruling concerns together; otherwise empty.
   */
  function cardsWithoutJointRuling({ index, query, expansion }) {
    const cards = sureCards(expansion);
    if (cards.length !== 2 || query.hasOperators || jointRulings(index, cards).length) return [];
    return [`no ruling concerns both ${cards.map((card) => index.docs[card].title).join(" and ")}`];
  }

  // What the search box offers besides

  /**
   * The cards, topics and people with exactly that name; if there are none, the keywords, lists and
   * tools.
   */
  function withName(index, typed) {
    const subjects = ["card", "topic"].flatMap(
      (kind) => index.nameTable.exact(fold(typed), [kind]).things
    );
    const others = (index.names.get(index.analyzer.words(typed).join(" ")) ?? []).map(
      (number) => index.docs[number]
    );
    return [...subjects, ...others.filter(({ kind }) => !subjects.length || kind === "authority")];
  }

  /**
   * The cards and topics whose names begin with the text or contain its words, those of which most
   * is said first; with `allowTypos` also those with similar names.
   */
  function namesLike(index, typed, allowTypos) {
    const exact = withName(index, typed);
    const kinds = ["card", "topic"],
      resolutions = kinds.map((kind) => index.nameTable.resolve(typed, [kind], allowTypos));
    const others = resolutions
      .flatMap(({ things }) => things)
      .sort((a, b) => index.about(b.number).size - index.about(a.number).size);
    const near = allowTypos ? resolutions.flatMap(({ suggestions }) => suggestions) : [];
    return [...new Set([...exact, ...others, ...near.filter(({ kind }) => kinds.includes(kind))])];
  }

  /**
   * Builds the index, and returns the functions that search it.
   * @param {SearchData} data
   * @param {function(): Promise<void>} [pause] called between two slices of work
   * @returns {Promise<Engine>}
   */
  async function open(data, pause) {
    const index = await site.index.build(data, pause);
    return {
      index,
      search: (typed, options) => search(index, typed, options),
      withName: (typed) => withName(index, typed),
      namesLike: (typed, allowTypos = false) => namesLike(index, typed, allowTypos)
    };
  }

  site.engine = { jointRulings, open };
})((window.Rulings ??= {}));
