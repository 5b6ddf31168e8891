/** An index and a query → results: parse, expand, rank, explain, as `search/searching.py` does it. */
(function (site) {
  "use strict";

  const { parse } = site.query;
  const { expand } = site.expansion;
  const { reranker, candidates } = site.rank;
  const { known, resolve } = site.names;
  const { nothing, unknownWords, unruled, apart, reading } = site.explanation;
  const {
    CANDIDATES, DOCUMENT_KINDS, LEAST_SCORE, LONGEST_QUERY, MARKED_SIMILARITY, MOST_NOTES, NAME_CONFIDENCE, TAGS
  } = site.constants;
  const NEWEST = new RegExp(`^${site.constants.NEWEST}$`, "i");

  /**
   * @typedef {object} Options
   * @property {?number} [limit] hits that are put into words (10); null: all
   * @property {string} [side] @property {string} [type] @property {string} [game] @property {string[]} [kinds]
   * @property {boolean} [official] only what was said with authority
   * @property {boolean} [byDate] the newest first
   * @property {boolean} [typing] whether the last word may be unfinished
   */

  /** @param {object} index see `search-index.js` @param {string} typed @param {Options} [options] */
  function search(index, typed, options = {}) {
    const limit = options.limit === undefined ? 10 : options.limit;
    const newest = NEWEST.exec(typed);
    if (newest)
      typed = (newest[1] ?? "").toLowerCase() === "errata" ? `is:errata${newest[2]}` : `kind:ruling${newest[2]}`;
    const query = parse(index, typed),
      shown = [...typed].slice(0, 400).join("").split(/[\p{C}\p{Z}]+/u).filter(Boolean).join(" ");
    let candidateFilter = matching(index, query.must, options);
    const onlyFields = query.must === query.fields && !query.text.trim();
    if (query.must && !candidateFilter.includes(1) && query.words.trim() && !onlyFields) {
      query.notes.push("nothing matches the query exactly; its words were searched for instead");
      [query.text, query.must] = [query.words, query.fields];
      candidateFilter = matching(index, query.must, options);
    }
    const asked = expand(index, [...query.text].slice(0, LONGEST_QUERY).join(""), options.typing);
    // all is unknown or a guess
    if (asked.unknown.length && asked.corrected.size === asked.concepts.length && !asked.entities.length)
      asked.concepts = [];
    const { found, counts } = findings(index, query, asked, candidateFilter, options, limit);
    const answer = {
      query: shown, typed, asked, total: found.length, counts, reading: [], explanation: [], nearest: [], found: [],
      hits: [], confidence: "low"
    };
    if (!found.length) {
      const { reasons, near } = nothing(index, query, asked, candidateFilter, options, shown);
      return { ...answer, notes: query.notes.slice(0, MOST_NOTES), explanation: reasons, nearest: near };
    }
    if (options.byDate || newest) found.sort((a, b) => compare(dateOf(b.doc), dateOf(a.doc)));
    const notes = [...query.notes, ...(asked.unknown.length ? [unknownWords(index, shown, asked.unknown)] : [])];
    if (!query.must) { // of the words that a pattern stands for nobody typed any
      const never = unruled(index, asked);
      notes.push(...(never.length ? never : apart(index, asked)));
    }
    const stems = marked(index, asked), all = found.map((one) => hit(index, one, stems));
    return {
      ...answer, stems, found: all, notes: [...new Set(notes)].slice(0, MOST_NOTES),
      reading: reading(index, asked),
      confidence: isConfident(index, query, asked, found[0]) ? "high" : "low",
      hits: all.slice(0, limit ?? all.length),
    };
  }

  const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  const dateOf = (doc) => doc.dates.at(-1) ?? "";

  /** The documents that pass fields and options; null: all. */
  function matching(index, must, { side, type, game, kinds, official }) {
    const facts = Object.entries({ side, type, game }).filter(([, value]) => value);
    const sets = facts.map(([name, value]) => index.term(name, index.analyzer.slug(value)));
    if (must) sets.push(must);
    if (official) sets.push(index.term("is", "official"));
    if (kinds) sets.push(index.setOf((doc) => kinds.includes(doc.kind)));
    return sets.length ? sets.reduce((all, set) => all.map((one, n) => one & set[n])) : null;
  }

  /** The results, best first and without duplicates; and, for fields alone, the count of each kind. */
  function findings(index, query, asked, candidateFilter, options, limit) {
    const none = { found: [], counts: {} };
    if (candidateFilter && !candidateFilter.includes(1)) return none;
    if (!asked.words.length && !query.ids.length)
      return candidateFilter && query.must ? listed(index, candidateFilter) : none;
    const wide = admitsNames(index, candidateFilter, options);
    const byName = !query.must || wide ? askedByName(index, asked) : [];
    const first = [...new Set([...query.ids, ...byName])]
      .filter((place) => !candidateFilter || candidateFilter[place]);
    const named = namedCards(index, query, asked);
    const all = ranked(index, asked, named, candidateFilter, wide, limit);
    const best = all.length ? all[0].score : 0;
    const kept = all.filter((one) => one.score >= LEAST_SCORE * best && !first.includes(one.doc.place));
    const names = first.map((place) =>
      ({ doc: index.docs[place], score: Math.max(1, best) + 0.1, features: { name: 1 } }));
    return { found: [...names, ...supersededLast(once(kept))], counts: {} };
  }

  /** The results of fields alone: answers first, then cards and topics; and the count of each kind. */
  function listed(index, candidateFilter) {
    const found = index.docs.filter((doc) => candidateFilter[doc.place])
      .map((doc) => ({ doc, score: doc.prior ?? 1, features: {} }));
    found.sort((a, b) =>
      DOCUMENT_KINDS.indexOf(a.doc.kind) - DOCUMENT_KINDS.indexOf(b.doc.kind) || b.score - a.score || a.doc.place - b.doc.place);
    const counts = DOCUMENT_KINDS.map((kind) => [kind, found.filter(({ doc }) => doc.kind === kind).length])
      .filter(([, count]) => count);
    return { found, counts: Object.fromEntries(counts) };
  }

  /** The cards named in the query or in its fields, each with more weight than an equally rare word. */
  function namedCards(index, query, asked) {
    const known = new Set(asked.entities.flatMap((one) => one.cards));
    const entities = [
      ...asked.entities,
      ...query.cards.filter((card) => !known.has(card)).map((card) => ({ cards: [card], confidence: 1 }))
    ];
    return entities.flatMap(({ cards, confidence }) => {
      const frequency = Math.max(...cards.map((card) => index.about(card).docs.length));
      return frequency
        ? [{ cards, weight: index.weights.name * confidence * index.idf(frequency) ** (1 / index.weights.idf_power) }]
        : [];
    });
  }

  /** Whether cards and topics are asked for: by the kinds in `options`, or because fields leave nothing else. */
  function admitsNames(index, candidateFilter, { kinds }) {
    if (kinds) return kinds.some((kind) => kind === "card" || kind === "topic");
    return Boolean(candidateFilter) && index.docs.every((doc) => !candidateFilter[doc.place] || !doc.lines);
  }

  function ranked(index, asked, named, candidateFilter, wide, limit) {
    const most = Math.max(CANDIDATES, 2 * (limit ?? index.ranked));
    const { features, score } = reranker(index, asked, named);
    const found = candidates(index, asked, named, candidateFilter, most).flatMap((place) => {
      const doc = index.docs[place];
      if (!doc.lines) return wide ? [{ doc, score: 1, features: {} }] : [];
      const of = features(doc), prior = doc.prior * (asked.sources.has(doc.in) ? index.weights.asked_source : 1);
      return [{ doc, score: score(of, prior), features: { ...of, prior } }];
    });
    return found.sort((a, b) => b.score - a.score || a.doc.place - b.doc.place);
  }

  /** The same without those that are near-identical to an earlier one. */
  function once(found) {
    const taken = new Set();
    return found.filter(({ doc }) => {
      if (taken.has(doc.place)) return false;
      for (const place of doc.duplicates) taken.add(place);
      return true;
    });
  }

  /** The same order, but superseded rulings follow those that supersede them, unless superseded only in part. */
  function supersededLast(found) {
    const place = new Map(found.map(({ doc }, at) => [doc.place, at]));
    const key = new Map(found.map((one, at) => {
      const superseding = one.doc.status === "superseded"
        ? one.doc.supersededBy.map((other) => (place.get(other) ?? at) + 0.5)
        : [];
      return [one, Math.max(at, ...superseding)];
    }));
    return [...found].sort((a, b) => key.get(a) - key.get(b));
  }

  /** The card or topic, if the query is just its name. */
  function askedByName(index, asked) {
    if (!asked.words.length) return [];
    const topic = known(index.tables.topic, asked.words.join(" ")), cards = cardOfWhole(index, asked);
    return cards.length ? cards : topic.map((thing) => thing.place);
  }

  /** The cards that the whole query names: by title, alias, part of a title, or misspelling. */
  function cardOfWhole(index, asked) {
    const { entities, words } = asked, whole = words.join(" "), { card: table } = index.tables;
    const [only] = entities, places = (things) => things.map((thing) => thing.place);
    if (entities.length === 1 && only.start === 0 && only.stop === words.length) {
      return only.corrected || only.confidence * only.cards.length ** 0.5 >= NAME_CONFIDENCE ? only.cards : [];
    }
    if (words.length > 5) return [];
    const strange = asked.unknown.length > 0 || asked.corrected.size > 0 || entities.some((one) => one.corrected);
    const exact = known(table, whole);
    if (exact.length === 1) return places(exact);
    if (!entities.length && words.length > 1) {
      const { status, things } = resolve(table, whole, strange);
      if (status === "found") return onlyCards(asked, places(things));
    }
    const inside = entities.length
      ? only.cards.filter((card) => entities.every((one) => one.cards.includes(card)))
      : [];
    // several cards are named, or none and every word is known
    if (!inside.length && (entities.length || !strange)) return [];
    const { status, things } = resolve(table, whole, strange);
    if (!things.length
        || (inside.length && (status !== "found" || !things.some((thing) => inside.includes(thing.place)))))
      return [];
    return onlyCards(asked, places(things));
  }

  /** The query reduced to the cards, without the words of their names. */
  function onlyCards(asked, cards) {
    const entity = { start: 0, stop: asked.words.length, cards, confidence: 1, corrected: null };
    Object.assign(asked, { concepts: [], unknown: [], corrected: new Map(), entities: [entity] });
    return cards;
  }

  /** Whether the best result is likely to be an answer: it contains what is asked for, and few words are unknown. */
  function isConfident(index, query, asked, best) {
    if ("name" in best.features || !asked.words.length || query.must) return true;
    const weights = index.weights.confidence, unknown = asked.unknown.length * index.idf(1);
    const total = asked.concepts.reduce((sum, concept) => sum + concept.weight, 0) + unknown;
    const known = total ? 1 - unknown / total : 0;
    const signs = { found: best.features.found, known, score: best.score, length: Math.log(asked.words.length) };
    return Object.entries(signs).reduce((sum, [name, value]) => sum + weights[name] * value, 0) >= weights.least;
  }

  /** The stems to mark in a hit, with their weights. */
  function marked(index, { concepts }) {
    const terms = concepts.flatMap(({ terms: all, weight }) => [...all]
      .filter(([, closeness]) => closeness >= MARKED_SIMILARITY)
      .map(([stem, closeness]) => [stem, weight * closeness]));
    return new Map(terms);
  }

  function hit(index, { doc, score, features }, stems) {
    return {
      doc, id: doc.id, score, features, date: dateOf(doc) || null,
      duplicates: doc.duplicates.map((place) => index.docs[place]),
      tags: (doc.facts.is ?? []).filter((nature) => TAGS.includes(nature)),
      get passage() { // the part of a section that matches
        return doc.kind === "section" ? site.passages.best(index.analyzer, doc.text, stems) : doc.text;
      },
    };
  }

  /** The cards and topics with exactly that name. */
  const withName = (index, typed) => ["card", "topic"].flatMap((kind) => known(index.tables[kind], typed));

  /**
   * The cards and topics whose names begin with the text, contain its words or are similar; those with most rulings
   * first.
   */
  function namesLike(index, typed, allowTypos) {
    const exact = withName(index, typed);
    const found = ["card", "topic"].map((kind) => resolve(index.tables[kind], typed, allowTypos));
    const others = found.flatMap(({ things }) => things).sort((a, b) => b.count - a.count);
    const near = allowTypos ? found.flatMap((one) => one.near) : [];
    return [...new Set([...exact, ...others, ...near])];
  }

  /**
   * @param {object} data `Rulings.searchData`
   * @param {function(): Promise<void>} [pause] what happens between two slices of work
   * @returns {Promise<{search: function(string, Options=): object, withName: function(string): object[], namesLike:
   *   function(string, boolean=): object[], index: object}>}
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
