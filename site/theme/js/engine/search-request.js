/**
 * Turns a typed query into a request, as in `search/search_request.py` and
 * `rulings/names/resolver.py`.
 */
(function (site) {
  "use strict";

  const { slotsMeeting } = site.filters;
  const { parse } = site.queryLanguage;
  const { pastedLinks, wordsWithout } = site.addresses;
  const { withPlainSigns } = site.analysis;
  const { firstMeaning } = site.nameMatching;
  const { fold, singular } = site.spelling;
  const { pattern, truncate } = site.queryPatterns;
  const { monthAlone, withIsoDays } = site.dates;
  const { entryWithNumber, entryMentioned, titled } = site.numbering;
  const { note } = site.sentences;
  const { readOrders, withoutOrders } = site.terms;
  const { findNames } = site.queryNames;
  const { Expansion, expand } = site.ranking;
  const {
    ASKING_KINDS, ENTRY_KINDS, EVERYDAY_WORDS, FILLERS, MAX_BESIDE_NAMES, MAX_MISSPELT_WORDS,
    MAX_PASTED_LENGTH, MAX_SHOWN_LENGTH, NAMED_KINDS, NATURE_KINDS, QUERIES, RULING_KINDS,
    WORDS_BESIDE
  } = site.constants;

  /** The request for a query. */
  function readRequest(index, text, options) {
    const pasted = truncate(text, MAX_PASTED_LENGTH);
    const plainWords = withPlainSigns(pasted).replace(SITE_NAME, "$<before>");
    let query = parsed(index, plainWords);
    let allowed = allowedSlots(index, query.conditions);
    if (allowed && !allowed.size && query.fallbackText.trim()) {
      const relaxed = {
        ...query,
        text: query.fallbackText,
        conditions: [...query.fieldConditions.values()],
        hasOptionalWords: true,
        wildcards: [],
        notes: [...query.notes, note("not exact")]
      };
      const allowedByFields = allowedSlots(index, relaxed.conditions);
      if (!allowedByFields || allowedByFields.size) [query, allowed] = [relaxed, allowedByFields];
    }
    const shownWords = truncate(withIsoDays(withoutOrders(plainWords)), MAX_SHOWN_LENGTH);
    const typed = shownWords.split(/\s+/).filter(Boolean).join(" ");
    const request = {
      index,
      query,
      expansion: expand(index, findNames(index, query.text), query.wildcards, options.typing),
      allowed,
      namedSlots: [],
      isWholeName: false,
      notes: [],
      typing: Boolean(options.typing),
      onlyNamesMatch: Boolean(allowed) && ![...allowed].some(index.isEntry),
      typed,
      name: index.analyzer.normalized(typed)
    };
    if (query.conditions.length && !request.onlyNamesMatch) return request;
    return withNames(request);
  }

  /** The query in a text, with the documents that its ids and addresses name. */
  function parsed(index, typed, ordersBefore = [], notesBefore = []) {
    const notes = [...notesBefore];
    const orders = [...ordersBefore, ...readOrders(index, typed, notes)];
    const text = withIsoDays(withoutOrders(typed));
    const month = monthAlone(text);
    if (month) {
      const monthRead = note("words read", text.trim(), `date:${month}`);
      return parsed(index, `date:${month}`, orders, [...notes, monthRead]);
    }
    const [slots, documentLinks] = [[], []];
    for (const link of pastedLinks(text)) {
      const reading = readLink(index, link);
      notes.push(...reading.notes ?? []);
      // An address within the query of an address is not followed
      if (reading.query && !notesBefore.length) {
        const queryRead = note("read as query", reading.query);
        return parsed(index, reading.query, orders, [...notes, queryRead]);
      }
      if (!reading.slots.length) continue;
      slots.push(...reading.slots);
      documentLinks.push(link);
    }
    let words = withoutSigns(index, wordsWithout(documentLinks, text));
    const { id: entryId } = numberedEntry(index, words);
    if (entryId) {
      slots.push(index.slotOf(entryId, ENTRY_KINDS));
      words = "";
    }
    const hasWords = index.analyzer.normalized(words) !== "";
    if (slots.some(index.isEntry) && hasWords) notes.push(note("said", WORDS_BESIDE));
    return { ...parse(index, words, slots, notes), orders };
  }

  /** The words, without signs around a title or unique alias: `"Dr. Dreff"`. */
  function withoutSigns(index, words) {
    if (!BEGINS_WITH_SIGN.test(words)) return words;
    const name = fold(words);
    const { matchKind, only } = index.names.exact(name);
    return matchKind === "title" || (matchKind === "alias" && only) ? name : words;
  }

  const SITE_NAME = pattern(site.constants.SITE_NAME_PATTERN, "i");
  const BEGINS_WITH_SIGN = /^\s*[*_"'`([{<!]/;
  const KINDS_BY_FOLDER = {
    cards: "card", topics: "topic", authorities: "authority", keywords: "keyword"
  };

  /** The slots, query or notes that an id or address means; none if the site does not have it. */
  function readLink(index, { id, paths, query }) {
    const reason = index.withdrawn.get(id);
    if (reason) return { slots: [], notes: [note("said", `${id} is gone: ${reason}`)] };
    const slots = byId(index, index.moved.get(id) ?? id);
    if (!slots.length && paths.includes("search")) return { slots, query };
    // The link of a ruling that is gone must not lead to another
    if (slots.length || /.-[0-9a-f]{8}$/.test(id)) return { slots };
    const pages = paths.map((path) => onPage(index, path));
    return pages.find((page) => page.query || page.slots.length) ?? { slots };
  }

  /** The documents that a page of the site is about, or the query for its list. */
  function onPage(index, path) {
    const moved = index.moved.get(`/${path}/`) ?? path;
    const kinds = [...ENTRY_KINDS, ...Object.values(KINDS_BY_FOLDER)];
    if (moved !== path && !moved.includes("/")) return { slots: index.slots([moved], kinds) };
    const folder = `${moved.replace(/^\/|\/$/g, "")}/`;
    const [first, part] = folder.split("/");
    const id = index.moved.get(part) ?? part;
    const slots = index.slots([id], [KINDS_BY_FOLDER[first]]);
    if (slots.length || (id && first !== "cards" && KINDS_BY_FOLDER[first])) return { slots };
    const source = Object.entries(index.nameSearch.sources).find(([, { id: own }]) => own === id);
    if (first === "documents" && source) return { slots, query: `in:${source[0]}` };
    const [, above, last] = /^(.*?)([^/]*)\/$/.exec(folder);
    const query = QUERIES[folder] ?? QUERIES[`${above}{}/`]?.replace("{}", () => `"${last}"`);
    return query ? { slots, query } : { slots: index.slots([path], ["page"]) };
  }

  /**
   * The documents with an id, the entries that a note compares, or the ruling with these digits;
   * of a former id, the entry that took its place.
   */
  function byId(index, id) {
    const slots = index.pages.get(`reversals/#${id}`)
      ?? index.slots([id, numberedEntry(index, id).id], ENTRY_KINDS);
    if (slots.length || !/^[0-9a-f]{8}$/.test(id)) return slots;
    const hasDigits = (own) => own.endsWith(`-${id}`);
    const isNamed = ({ kind, id: own }) => RULING_KINDS.includes(kind) && hasDigits(own);
    const named = index.slotsOf(index.documents.filter(isNamed));
    const formerIds = [...index.moved.keys()].filter(hasDigits);
    return named.length ? named
      : index.slots(formerIds.map((former) => index.moved.get(former)), ENTRY_KINDS);
  }

  /** The ruling whose digits these are except for one, or the subject of one that is gone. */
  function referencesNearId(index, id) {
    const [, subject, digits] = /^(?:(.*)-)?([0-9a-f]{8})$/.exec(id) ?? [];
    if (!digits) return [];
    const isNear = ({ kind, id: own }) => RULING_KINDS.includes(kind)
      && [...digits].filter((digit, i) => digit !== own.at(i - 8)).length < 2;
    const near = index.documents.filter(isNear);
    if (new Set(near.map(({ id: own }) => own.slice(-8))).size === 1) return near;
    const { references } = index.names.exact(fold(subject ?? ""), ["card", "topic"]);
    return references.map(({ slot }) => index.documents[slot]);
  }

  /** The documents that meet the conditions; null (all) if there are no conditions. */
  const allowedSlots = (index, conditions) =>
    (conditions.length ? slotsMeeting(index, conditions) : null);

  /** The card that a query of its name and fillers names, or whose title it is: `dreff`. */
  function card({ index, expansion }) {
    const { cardMentions, words, wordsBesideNames } = expansion;
    const isAlone = wordsBesideNames.every((word) => FILLERS.includes(word));
    if (cardMentions.length === 1 && isAlone) return { cards: cardMentions[0].cards };
    const { matchKind, references } = index.names.exact(words.join(" "), ["card"]);
    return matchKind === "title" ? { cards: index.slotsOf(references) } : null;
  }

  /**
   * The references other than cards that have the entire query as their name or title: `tracing`,
   * `core mechanics`. Otherwise, those beside others: `what is a virus`, `errata on tracing`.
   */
  function otherName({ index, expansion, name }) {
    const without = (kinds) =>
      expansion.wordsWithoutFillers.filter((word) => !kinds.includes(index.wordKind(word)));
    const called = (key) => index.slotsOf(index.nameSearch.documentsByName.get(key) ?? []);
    const own = without(ASKING_KINDS).join(" ");
    const words = without(NATURE_KINDS).filter((word) => !index.askedNature(word));
    const { references } = index.names.exact(words.join(" "), ["topic", "keyword"]);
    const others = [
      called(name),
      index.slots([titled(index.numberedDocuments, name)], ENTRY_KINDS),
      called(own),
      index.slotsOf(references),
      index.slotsOf(index.names.exact(name, ["authority"]).references),
      called(own.replace(/s$/, "")) // `Sparky's rulings`
    ].find((slots) => slots.length);
    return others ? { others } : null;
  }

  /** The card that has the entire query as an alias, a plural or part of its title: `glaciers`. */
  function partOfCard({ index, expansion }) {
    const words = expansion.words.join(" ");
    const resolution = firstMeaning(index.names, words, ["card"], false);
    const { only } = resolution;
    if (!only) return null;
    const isWhole = resolution.isExact || singular(words) === fold(only.title);
    if (!isWhole && !asksForCard(expansion, resolution)) return null;
    return { cards: [only.slot], notes: isWhole ? [] : [note("read as card", only.title)] };
  }

  /**
   * The reference that a short query with an unknown word misspells or begins: `dref`. Of several
   * words, one may also have the stem of a known word: `city surveilance`.
   */
  function inexactName({ index, expansion, typed }) {
    const { cardMentions, corrected, unknown } = expansion;
    const words = typed.split(" ");
    const isUnfinished = cardMentions.some((mention) => mention.typed);
    const arePrinted = words.length < 2
      || expansion.words.every((word) => index.withPrintedWord(word).length);
    const isKnown = arePrinted && !unknown.length && !corrected.size && !isUnfinished;
    if (isKnown || words.length > MAX_MISSPELT_WORDS) return null;
    // `Corrp` is not a card with *Corp* in its title
    const kinds = words.length === 1 && corrected.size ? ["topic", "keyword"] : NAMED_KINDS;
    const { matchKind, only } = firstMeaning(index.names, typed, kinds);
    const isBeginning = words.length === 1 && matchKind !== "typo";
    if (!only || isBeginning) return null;
    const named = only.kind === "card" ? "cards" : "others";
    const notes = [note("words read", typed, only.title)];
    return { [named]: [only.slot], notes, isMisread: true };
  }

  // How a query names something: a query that no reading before this one can read → the reading. A
  // card's nickname comes after another kind's title, because the results show both: `sensei`.
  // Each returns the `cards` that the entire query names, the `others` that it names, `notes`, and
  // whether the words had been read as something else (`isMisread`)
  const QUERY_READERS = {
    "dreff": card,
    "tracing": otherName,
    "savings account": partOfCard,
    "tracng": inexactName
  };

  /** The request with the references that it names, and with others of the same name. */
  function withNames(request) {
    const { index, name } = request;
    let named = null;
    for (const read of Object.values(QUERY_READERS)) named ??= read(request);
    const { cards: wholeCards = [], others = [], notes = [] } = named ?? {};
    const expansion = forCards(request.expansion, wholeCards, named?.isMisread);
    const cards = wholeCards.length ? wholeCards : cardsBesideOneWord(index, expansion);
    const first = cards.length ? cards : entryBesideWords(request);
    const slots = [
      ...index.slotsOf(index.nameSearch.documentsByName.get(name) ?? []),
      ...others,
      ...index.slotsOf(index.names.exact(name, ["topic"]).references)
    ];
    if (slots.length && !wholeCards.length) // `sensei` is a person, and a card
      slots.push(...index.slotsOf(index.names.exact(name, ["card"]).references));
    return {
      ...request,
      expansion,
      namedSlots: [...new Set([...first, ...slots])],
      isWholeName: wholeCards.length > 0 || slots.length > 0,
      notes
    };
  }

  /** The expansion of a query that asks for these cards, or for something else. */
  function forCards(expansion, cards, isMisread) {
    const allKnown = { unknown: [], corrected: new Map() };
    if (isMisread) expansion = new Expansion({ ...expansion, cardMentions: [], ...allKnown });
    if (expansion.cardMentions.length || !cards.length) return expansion;
    const places = [...expansion.words.keys()];
    const mention = { places, cards, confidence: 1, typed: "" };
    return new Expansion({ ...expansion, termGroups: [], cardMentions: [mention], ...allKnown });
  }

  /** The step or section that a text names by its number: `what happens in step 7`. */
  function numberedEntry(index, text) {
    const isTelling = (word) => index.analyzer.words(word)
      .some((part) => !ASKING_KINDS.includes(index.wordKind(part)));
    const names = [text, text.split(/\s+/).filter(isTelling).join(" ")];
    const entries = names.map((name) => entryWithNumber(index.numberedDocuments, name));
    return entries.find(({ id, missing }) => id || missing) ?? {};
  }

  /** The step or section with a number in a query without cards: `step 13 rez`. */
  function entryBesideWords({ index, expansion, typed }) {
    if (expansion.sureCards.length) return [];
    return index.slots([entryMentioned(index.numberedDocuments, typed).id], ENTRY_KINDS);
  }

  /** Each nature asked for beside names alone → its entries: `rabbit errata`. */
  function entriesByAskedNature({ index, expansion, isWholeName }) {
    const entries = new Map();
    for (const word of expansion.wordsBesideNames) {
      const nature = index.askedNature(word);
      if (nature) {
        const isValues = [nature];
        if (nature === "superseded") isValues.push("reversal");
        entries.set(nature, isValues.flatMap((value) => [...index.withTerm("is", value)]));
      } else if (!isWholeName && index.wordKind(word) === "other") return new Map();
    }
    return entries;
  }

  /** Whether a part of a card's title asks for the card, not for an ordinary word. */
  function asksForCard(expansion, { only, matchKind }) {
    const { wordsWithoutFillers: words, cardMentions, unknown, corrected } = expansion;
    const telling = words.filter((word) => !EVERYDAY_WORDS.includes(word));
    const letters = Math.max(0, ...telling.map((word) => word.length));
    const isKnown = !unknown.length && !corrected.size;
    const isOrdinaryWord = isKnown && words.length === 1 && !cardMentions.length;
    const isClear = isKnown || (matchKind === "beginning" && letters > 3);
    const isMentioned =
      cardMentions.every(({ cards }) => !cards.length)
      || cardMentions.some(({ cards }) => cards.includes(only.slot));
    return letters >= 3 && isClear && !isOrdinaryWord && isMentioned;
  }

  /** The one or two cards named beside a single word or a request for rulings. */
  function cardsBesideOneWord(index, expansion) {
    const { sureCards } = expansion;
    const others = expansion.wordsBesideNames;
    const kinds = [...NATURE_KINDS, "order"];
    const isOfRulings = (word) => kinds.includes(index.wordKind(word));
    const isBeside = others.length <= MAX_BESIDE_NAMES || others.every(isOfRulings);
    if (sureCards.length && sureCards.length <= 2 && isBeside)
      return expansion.unambiguousCards.length === 2 ? expansion.unambiguousCards : sureCards;
    const { wordsWithoutFillers: words } = expansion;
    const parts = words.length > 1 ? [words.slice(0, -1), words.slice(1)] : [];
    const resolutions = parts.map((part) => index.names.exact(part.join(" "), ["card"]));
    const title = resolutions.find(({ matchKind }) => matchKind === "title");
    return index.slotsOf(title?.references ?? []);
  }

  site.searchRequest = {
    QUERY_READERS, numberedEntry, readLink, referencesNearId, readRequest, entriesByAskedNature
  };
})(window.Rulings ??= {});
