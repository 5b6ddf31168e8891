/** Finds what the notes above the results say, as in `search/messages.py`. */
(function (site) {
  "use strict";

  const { cardsWithoutRulings, jointRulings } = site.retrieval;
  const { dateInWords, dateRange } = site.dates;
  const { slotsMeeting } = site.filters;
  const { truncate } = site.queryPatterns;
  const { firstMeaning } = site.nameMatching;
  const { numberedEntry, referencesNearId, entriesByAskedNature } = site.searchRequest;
  const { note } = site.sentences;
  const {
    ANDROID, ASKED_NATURES, GAMES, MAX_LISTED, MAX_NEAREST_WORDS, MAX_NOTE_QUOTE_LENGTH,
    MAX_OTHER_TITLE_WORDS, NO_FIELD, RULING_KINDS
  } = site.constants;

  /** A note if the query names a card or term that only Android: Netrunner (2012) has. */
  function notesOnTheOtherGame({ index, expansion, isWholeName }) {
    const { words } = expansion;
    const { titles: theirs, terms } = index.otherGame;
    if (isWholeName) return [];
    const runs = [];
    for (let size = MAX_OTHER_TITLE_WORDS; size > 0; size--)
      for (let i = 0; i + size <= words.length; i++) runs.push(words.slice(i, i + size).join(" "));
    const title = theirs.get(runs.find((run) => theirs.has(run)));
    const term = terms.get(runs.find((run) => terms.has(run)));
    const game = GAMES[ANDROID];
    if (title) return [note("other card", title, game)];
    return term ? [note("other term", term, game)] : [];
  }

  /** A sentence if the query names a ruling, step or section that does not exist; else empty. */
  function sentenceIfMissing({ index, query, typed }) {
    if (query.pastedSlots.length) return "";
    const words = typed.toLowerCase().split(/\s+/);
    const documents = words.filter((word) => word.startsWith("in:"));
    const names = [typed.toLowerCase(), ...documents.map((word) => word.slice("in:".length))];
    const gone = names.find((name) => index.withdrawn.has(name));
    if (gone) return `${gone} is gone: ${index.withdrawn.get(gone)}`;
    const { missing } = numberedEntry(index, typed);
    if (missing) return missing;
    const [near, ...others] = referencesNearId(index, typed.toLowerCase());
    if (!near) return "";
    const { id, title, kind } = near;
    const ids = joinedWith("or", [near, ...others].map((reference) => reference.id));
    const hint = RULING_KINDS.includes(kind) ? `did you mean ${ids}?` : `see ${title} (${id})`;
    return `no ruling “${typed}”; ${hint}`;
  }

  /** A note that says why nothing was found, and the cards or topics with the nearest names. */
  function whyNothingFound(request) {
    const { query, expansion, allowed } = request;
    if (!expansion.words.length && !allowed && !query.pastedSlots.length)
      return { reason: note(query.orders.length ? "order alone" : "no words"), nearest: [] };
    const noMatch = note("no match");
    if (allowed && !allowed.size) {
      const [reason] = [...query.causes, ...fieldsThatNothingMeets(request), noMatch];
      return { reason, nearest: [] };
    }
    const [reason = noMatch] = expansion.termGroups.length ? [] : unknownWords(request);
    return { reason, nearest: nearestReferences(request) };
  }

  /** A note with the number of documents that meet each of several fields. */
  function fieldsThatNothingMeets({ index, query: { fieldConditions } }) {
    const counts = [...fieldConditions].map(([text, clause]) => {
      const slots = [...slotsMeeting(index, [clause])];
      const documents = slots.map((slot) => index.documents[slot]);
      const distinct = new Set(documents.map((doc) => doc.section ?? doc));
      return `${text} (${distinct.size})`;
    });
    const listed = counts.slice(0, MAX_LISTED).join(", ");
    return counts.length > 1 ? [note("no match of all", listed)] : [];
  }

  /** The cards (topics, if only these are asked for) that a short query may mean. */
  function nearestReferences({ index, allowed, expansion: { words, sureCards } }) {
    if (words.length > MAX_NEAREST_WORDS || sureCards.length) return [];
    const isTopic = (slot) => index.documents[slot].kind === "topic";
    const kind = allowed && [...allowed].every(isTopic) ? "topic" : "card";
    const { references, suggestions } = firstMeaning(index.names, words.join(" "), [kind]);
    return (references.length ? references : suggestions).filter((one) => one.kind === kind);
  }

  /** A note on the words that occur nowhere, if any: the one on an unknown field is enough. */
  function unknownWords(request, candidates = request.expansion.unknown) {
    // One or two digits may belong to a date
    const unknown = candidates.filter((word) => !/^\d{1,2}$/.test(word));
    if (!unknown.length) return [];
    const onField = request.query.notes.find(({ kind }) => NO_FIELD.includes(kind));
    return [onField ?? note("unknown words", asTyped(request, unknown))];
  }

  /** Words of a query in quotation marks, as typed: `“rez” or “Dreff's”`; a date in words. */
  function asTyped({ index, typed }, words) {
    const isOneOf = (word) => index.analyzer.words(word).some((part) => words.includes(part));
    const typedWords = typed.split(/\s+/).filter(isOneOf)
      .map((word) => word.replace(/^["'()*~.,;:!?]+|["'()*~.,;:!?]+$/g, ""));
    const distinct = [...new Set(typedWords.length ? typedWords : words)].slice(0, MAX_LISTED);
    const shown = distinct.map((word) => (dateRange(word) ? dateInWords(word) : word));
    const quotes = shown.map((word) => `“${truncate(word, MAX_NOTE_QUOTE_LENGTH)}”`);
    return joinedWith("or", quotes);
  }

  const howRead = (index, { typed, cards }) => note("words read", typed, titles(index, cards));

  /** A note for each named subject without the nature asked for: `rabbit errata`. */
  function subjectsWithoutNature(request) {
    const { index, namedSlots, expansion: { sureCards } } = request;
    const topics = namedSlots.filter((slot) => index.documents[slot].kind === "topic");
    const subjects = [...sureCards, ...topics].map((slot) => index.documents[slot]);
    return [...entriesByAskedNature(request)].flatMap(([nature, slots]) => subjects
      .filter(({ kind, id }) => !slots.some((slot) => index.withTerm(kind, id).has(slot)))
      .map(({ title }) => note("no nature", ASKED_NATURES[nature], title)));
  }

  /** A note for each named card without rulings: the hits are about others. */
  function unruledCards(request) {
    const { index } = request;
    const rulings = index.withTerm("kind", "ruling");
    const isRuled = (word) => {
      const slots = index.withTerm("keyword", index.analyzer.fieldTerm(word));
      return [...slots].some((slot) => rulings.has(slot));
    };
    return cardsWithoutRulings(request).map((card) => index.documents[card])
      .map(({ title, keyword: keywords }) => {
        const queries = keywords.filter(isRuled).map(keywordQuery).join(", ");
        return queries ? note("unruled but", title, queries) : note("unruled", title);
      });
  }

  const keywordQuery = (word) =>
    `keyword:${word.includes(" ") ? `"${word}"` : word}`.toLowerCase();

  /** A note if several cards are named and no ruling concerns them all. */
  function cardsWithoutJointRuling({ index, query, expansion }) {
    const isOfNames = !expansion.wordsBesideNames.length;
    const cards = isOfNames ? expansion.unambiguousCards : expansion.sureCards;
    const hasOperators = query.conditions.length !== query.fieldConditions.size;
    if (cards.length < 2 || hasOperators || jointRulings(index, cards).length) return [];
    const kind = cards.length === 2 ? "not on both" : "not on all";
    const cardTitles = cards.map((card) => index.documents[card].title);
    return [note(kind, joinedWith("and", cardTitles))];
  }

  /** A list in words, with the conjunction before the last. */
  const joinedWith = (conjunction, words) =>
    [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(` ${conjunction} `);

  const titles = (index, cards) => cards.map((card) => index.documents[card].title).join(" or ");

  site.messages = {
    asTyped, cardsWithoutJointRuling, howRead, joinedWith, notesOnTheOtherGame, sentenceIfMissing,
    subjectsWithoutNature, unknownWords, unruledCards, whyNothingFound
  };
})(window.Rulings ??= {});
