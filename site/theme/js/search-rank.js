/**
 * A query → the best entries, with what was understood and what was not.
 *
 * BM25F over title, text, first question, words of the further questions and facts; a recognised card or topic counts
 * as one rare word that every entry under it has in full and every entry that names it in part. Then: how much of the
 * query was met, neighbours that stay neighbours, errata first, pointers and reversed rulings later, twins once.
 */
(function (site) {
  "use strict";

  const { letters } = site.text;
  const { calledBy, readSynonyms, termsOf, reading, rarity } = site.terms;

  /** Numbers of the ranking, tuned on judges' queries; `fields` in the order of `search-entries.js`. */
  const WEIGHTS = {
    fields: [2.2, 0.6, 0.9, 1.1, 0.4],
    length: [0.3, 0.5, 0.4, 0.8, 0.2],
    saturation: 1,
    coverage: 0.7,
    near: 0.25,
    name: 1.3, under: 1, mention: 0.62,
    pair: 0.6,
    synonym: 0.8, corrected: 0.6, begun: 0.8,
    errata: 1.04, see: 0.72, reversed: 0.8, unofficial: 0.93, otherGame: 0.75,
    otherDocument: 0.95, askedDocument: 1.3, general: 1.11,
    least: 0.24,
  };

  const CLOSELY = 60; // entries that are looked at closely

  /** @param {object} data `RULINGS_SEARCH` @returns {Promise<{search: function, nearest: function, library: object}>} */
  async function open(data, weights = WEIGHTS) {
    const library = await site.entries.build(data);
    await site.entries.rest();
    const names = site.names.build(library, data.plain.split("|"));
    await site.entries.rest();
    const engine = { library, names, weights, synonyms: readSynonyms(data.synonyms), corrections: new Map(), called: calledBy(data.documents) };
    engine.vocabulary = [...library.index.exact].map(([word, count]) => ({ word, count, mask: letters(word) }));
    engine.nearest = names.nearest;
    engine.search = (typed, options) => search(engine, typed, options || {});
    return engine;
  }

  /**
   * @param {object} engine from `open`
   * @param {string} typed
   * @param {{typing?: boolean}} options `typing`: the last word may be a beginning
   * @returns {{query: object, names: object[], hits: object[], notes: string[], stems: Set<string>}}
   */
  function search(engine, typed, options) {
    const query = site.query.parse(typed, engine.names);
    const result = { query, names: [], hits: [], notes: query.notes, stems: new Set(), about: [] };
    if (!query.typed) return result;
    if (query.plain) result.names = wholeNames(engine, query, options);
    const has = (entry, token) => meets(engine, entry, token);
    if (!query.words.length) {
      const kept = engine.library.entries.filter((e) => query.bounded && query.allows(e, has));
      result.hits = kept.map((entry) => ({ entry, score: 0, also: [] }));
      return result;
    }
    const terms = termsOf(engine, query, result, options);
    const scored = score(engine, terms, result);
    const found = [];
    for (const [n, row] of scored) {
      const entry = engine.library.entries[n];
      if (row.met < engine.weights.least * terms.mass || !query.allows(entry, has)) continue;
      found.push({ entry, row, score: plainly(engine, entry, row, terms), also: [] });
    }
    found.sort((a, b) => b.score - a.score);
    found.slice(0, CLOSELY).forEach((hit) => (hit.score += closely(engine, hit.entry, terms)));
    found.sort((a, b) => b.score - a.score || a.entry.n - b.entry.n);
    result.hits = once(found);
    return result;
  }

  /** Names that all of the query may be. Words that the rulings have are no slips of the finger. */
  function wholeNames(engine, query, options) {
    const known = query.words.every((token) => engine.library.index.exact.has(token.word));
    const found = engine.names.whole(query.typed, !known && !options.typing);
    return found.length || !options.typing || known ? found : engine.names.whole(query.typed);
  }

  /** Entry number → `{sum, met, names}`: its score so far, how much of the query's mass it meets. */
  function score(engine, terms) {
    const { entries, index } = engine.library, { weights } = engine;
    const scored = new Map();
    const row = (n) => {
      let found = scored.get(n);
      if (!found) scored.set(n, (found = { sum: 0, met: 0, names: 0 }));
      return found;
    };
    for (const term of terms.list) {
      const strength = new Map();
      for (const form of term.forms) {
        for (const [n, tf] of strengths(engine, form.stems)) {
          const value = tf * form.weight;
          if (value > (strength.get(n) || 0)) strength.set(n, value);
        }
      }
      for (const [n, tf] of strength) {
        const share = tf / (tf + weights.saturation), target = row(n);
        target.sum += term.rare * term.weight * share * (1 + weights.saturation);
        target.met += term.rare * term.weight * Math.min(1, 0.4 + tf);
      }
    }
    for (const name of terms.names) {
      for (const entry of entries) {
        const part = name.things.has(entry.subject) ? weights.under : entry.mentions.some((card) => name.things.has(card)) ? weights.mention : 0;
        if (!part) continue;
        const target = row(entry.n);
        target.sum += name.rare * part * (name.sure ? 1 : 0.8);
        target.met += name.rare * part;
        target.names += 1;
      }
    }
    return scored;
  }

  /** Entry → how strongly it has all of these stems: BM25F's weighted and length-normalised count. */
  function strengths(engine, stems) {
    const { index, entries } = engine.library, { fields, length } = engine.weights;
    const lists = stems.map((s) => index.stems.get(s));
    if (lists.includes(undefined)) return [];
    const found = [];
    for (const [n, first] of lists[0]) {
      if (lists.length > 1 && !(lists.every((list) => list.has(n)) && together(entries[n], stems))) continue;
      let tf = 0;
      for (let f = 0; f < fields.length; f++) {
        if (first[f]) tf += (fields[f] * first[f]) / (1 - length[f] + (length[f] * entries[n].lengths[f]) / index.mean[f]);
      }
      found.push([n, tf]);
    }
    return found;
  }

  /** Whether the stems stand within a few words of each other. */
  function together(entry, stems) {
    return entry.order.some((s, i) => s === stems[0] && stems.every((other) => entry.order.slice(i, i + stems.length + 2).includes(other)));
  }

  /** The score without a close look, and what is known of an entry before any question. */
  function plainly(engine, entry, row, terms) {
    const { weights } = engine;
    const met = Math.min(1, row.met / terms.mass);
    const pair = terms.names.length > 1 && row.names > 1 ? 1 + weights.pair : 1;
    return row.sum * (1 - weights.coverage + weights.coverage * met) * pair * prior(entry, terms, weights);
  }

  function prior(entry, terms, weights) {
    const said = (entry.errata ? weights.errata : 1) * (entry.see ? weights.see : 1) * (entry.reversed ? weights.reversed : 1);
    return said * (entry.official ? 1 : weights.unofficial) * place(entry, terms, weights);
  }

  /** Documents that the query names first, the other game and other documents later, topics before cards where none is named. */
  function place(entry, terms, weights) {
    if (terms.asked.has(entry.document)) return weights.askedDocument;
    if (entry.game !== "netrunner") return weights.otherGame;
    if (entry.kind !== "ruling") return weights.otherDocument;
    return entry.subject.kind === "topic" && !terms.names.length ? weights.general : 1;
  }

  /** What only a close look at an entry's words tells. */
  function closely(engine, entry, terms) {
    return engine.weights.near * neighbours(engine, entry, terms) * prior(entry, terms, engine.weights);
  }

  /** How much of the query's neighbourhood stands in the entry too: pairs of words next to, or nearly next to each other. */
  function neighbours(engine, entry, terms) {
    const { index, entries } = engine.library;
    let sum = 0;
    for (let i = 0; i + 1 < terms.order.length; i++) {
      const [a, b] = [terms.order[i], terms.order[i + 1]];
      const lists = [index.stems.get(a), index.stems.get(b)];
      if (!lists[0] || !lists[1] || !lists[0].has(entry.n) || !lists[1].has(entry.n)) continue;
      const gap = nearest(entry.order, a, b);
      if (gap < 4) sum += (rarity(entries.length, lists[0].size) + rarity(entries.length, lists[1].size)) / (1 + gap);
    }
    return sum;
  }

  function nearest(order, a, b) {
    let last = -99, least = 99;
    for (let i = 0; i < order.length; i++) {
      if (order[i] === b && i - last - 1 < least) least = i - last - 1;
      if (order[i] === a) last = i;
    }
    return least;
  }

  function meets(engine, entry, token) {
    const result = { notes: [] };
    return reading(engine, token, false, result).forms.some((form) =>
      form.stems.every((s) => index(engine).has(s) && index(engine).get(s).has(entry.n)));
  }
  const index = (engine) => engine.library.index.stems;

  /** Near-identical rulings answer once: the best of them, which names the others. */
  function once(hits) {
    const shown = new Map(), kept = [];
    for (const hit of hits) {
      const twin = hit.entry.also.map((n) => shown.get(n)).find(Boolean);
      if (twin) {
        twin.also.push(hit.entry);
        shown.set(hit.entry.n, twin);
      } else {
        shown.set(hit.entry.n, hit);
        kept.push(hit);
      }
    }
    return kept;
  }

  site.search = { open, WEIGHTS };
})((window.Rulings = window.Rulings || {}));
