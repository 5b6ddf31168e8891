/**
 * A query → the best entries, with what was understood and what was not.
 *
 * BM25F over title, text, first question, words of the further questions and facts; a recognised card or topic counts
 * as one rare word that every entry under it has in full and every entry that names it in part. Then: how much of the
 * query was met, neighbours that stay neighbours, errata first, pointers and reversed rulings later, twins once.
 */
(function (site) {
  "use strict";

  const { words, stem, distance, allowed, letters, apart } = site.text;

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
    otherDocument: 0.85, askedDocument: 1.3, general: 1.11,
    least: 0.24,
  };

  const CLOSELY = 60; // entries that are looked at closely

  /** How much a term tells that `having` of `count` entries have. */
  const rarity = (count, having) => Math.log(1 + (count - having + 0.5) / (having + 0.5));

  /** @param {object} data `RULINGS_SEARCH` @returns {Promise<{search: function, nearest: function, library: object}>} */
  async function open(data, weights = WEIGHTS) {
    const library = await site.entries.build(data);
    const names = site.names.build(library, data.plain_words);
    const engine = { library, names, weights, synonyms: readSynonyms(data.synonyms), corrections: new Map(), called: calledBy(data.documents) };
    engine.nearest = names.nearest;
    engine.search = (typed, options) => search(engine, typed, options || {});
    return engine;
  }

  /** What a query may call a document, as stems with spaces around → the document. */
  function calledBy(documents) {
    const names = documents.flatMap(([, short, , , called]) => (called ? called.split("|").map((name) => [name, short]) : []));
    return names.map(([name, short]) => [` ${words(name).map(stem).join(" ")} `, short]);
  }

  /**
   * Stems (joined by a space) → other ways to say the same, as lists of stems with a weight.
   * @param {[number, string, string?][]} rows weight, words, and what is meant by them; without the third they mean each other
   */
  function readSynonyms(rows) {
    const found = new Map();
    const split = (text) => text.split("|").map((form) => words(form).map(stem));
    for (const [weight, said, meant] of rows) {
      const forms = split(said), means = meant === undefined ? forms : split(meant);
      for (const form of forms) {
        const key = form.join(" ");
        const others = means.filter((other) => other.join(" ") !== key).map((other) => ({ stems: other, weight }));
        found.set(key, [...(found.get(key) || []), ...others]);
      }
    }
    return found;
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

  /** Words → terms: what each may be called, how rare it is; recognised names become terms of their own. */
  function termsOf(engine, query, result, options) {
    const tokens = joined(engine, query.words.slice(0, 40)), { index, entries } = engine.library;
    const read = tokens.map((token, i) => reading(engine, token, options.typing && i === tokens.length - 1, result));
    const spans = engine.names.within(read.map((r) => r.word));
    const terms = { list: [], names: [], mass: 0, order: read.map((r) => r.stem) };
    const said = ` ${terms.order.join(" ")} `;
    terms.asked = new Set(engine.called.filter(([name]) => said.includes(name)).map(([, short]) => short));
    const seen = new Set();
    read.forEach((r, i) => {
      if (seen.has(r.stem)) return;
      seen.add(r.stem);
      const forms = [...r.forms, ...synonymsAt(engine, read, i)];
      forms.forEach((form) => form.stems.forEach((s) => result.stems.add(s)));
      const having = (form) => (form.stems.length === 1 ? (index.stems.get(form.stems[0]) || { size: 0 }).size : entries.length);
      const rare = rarity(entries.length, r.unknown ? 0 : Math.max(...r.forms.map(having)));
      const named = spans.some((span) => i >= span.from && i < span.to);
      const weight = r.unknown ? (r.fragment ? 0 : 1) : named ? 0.55 : 1;
      terms.list.push({ forms, rare, weight });
      terms.mass += rare * weight;
    });
    for (const span of spans) {
      const rare = rarity(entries.length, 2) * engine.weights.name;
      terms.names.push({ things: new Set(span.things), rare, sure: span.things.length === 1 });
      terms.mass += rare;
      result.about.push(span.things);
    }
    return terms;
  }

  /** Two words that the game writes as one (smart eye), and one that it writes as two (handsize). */
  function joined(engine, tokens) {
    const { exact } = engine.library.index, out = [];
    for (let i = 0; i < tokens.length; i++) {
      const word = tokens[i].word, after = tokens[i + 1] && tokens[i + 1].word;
      if (after && !(exact.has(word) && exact.has(after) && exact.get(word) > 1) && exact.has(word + after)) {
        out.push({ ...tokens[i], word: word + after });
        i += 1;
      } else if (!exact.has(word) && word.length > 5) {
        const cut = splits(exact, word);
        out.push(...(cut ? cut.map((part) => ({ ...tokens[i], word: part })) : [tokens[i]]));
      } else out.push(tokens[i]);
    }
    return out;
  }

  function splits(exact, word) {
    for (let at = 3; at <= word.length - 3; at++) {
      const left = word.slice(0, at), right = word.slice(at);
      if ((exact.get(left) || 0) > 1 && (exact.get(right) || 0) > 1) return [left, right];
    }
    return null;
  }

  /** One word as it is looked for: itself, the words it begins, or what it must be a slip of. */
  function reading(engine, token, last, result) {
    const { stems, exact } = engine.library.index, { weights } = engine;
    const own = stem(token.word), forms = [];
    if (stems.has(own)) forms.push({ stems: [own], weight: 1 });
    if (token.star || (last && token.word.length > 1)) {
      const begun = token.star ? 1 : forms.length ? 0.35 : weights.begun;
      for (const known of completions(exact, token.word)) {
        if (known !== own) forms.push({ stems: [known], weight: begun });
      }
    }
    if (forms.length && !token.loose) return { word: token.word, stem: own, forms };
    const meant = corrected(engine, token.word);
    for (const word of meant.slice(0, token.loose ? 6 : 2)) forms.push({ stems: [stem(word)], weight: weights.corrected });
    if (!meant.length && !forms.length) {
      if (engine.synonyms.has(own)) return { word: token.word, stem: own, forms: [{ stems: [own], weight: 1 }], unknown: false };
      if (!last) result.notes.push(`no ruling has the word “${token.word}”`);
      return { word: token.word, stem: own, forms: [{ stems: [own], weight: 1 }], unknown: true, fragment: last && token.word.length < 3 };
    }
    if (meant.length && !last) result.notes.push(`“${token.word}” was read as “${meant[0]}”`);
    return { word: meant[0] || token.word, stem: meant.length ? stem(meant[0]) : own, forms };
  }

  function completions(exact, start) {
    const found = [];
    for (const [word, count] of exact) if (word.length > start.length && word.startsWith(start)) found.push([word, count]);
    found.sort((a, b) => b[1] - a[1]);
    return [...new Set(found.slice(0, 12).map(([word]) => stem(word)))];
  }

  /** The words of the game that a word no entry has may be a slip of, likeliest first. */
  function corrected(engine, word) {
    const known = engine.corrections.get(word);
    if (known) return known;
    const most = Math.min(2, allowed(word.length)), found = [];
    if (most > 0 && !/\d/.test(word)) {
      const wanted = letters(word);
      for (const [other, count] of engine.library.index.exact) {
        if (other.length < 4 || Math.abs(other.length - word.length) > most || apart(wanted, letters(other)) > most) continue;
        const slips = distance(word, other, most);
        if (slips > 0 && slips <= most) found.push({ other, cost: slips + (other[0] === word[0] ? 0 : 0.6) - Math.min(count, 50) / 500 });
      }
      found.sort((a, b) => a.cost - b.cost);
    }
    const best = found.filter((f) => f.cost < found[0].cost + 0.35).map((f) => f.other);
    engine.corrections.set(word, best);
    return best;
  }

  function synonymsAt(engine, read, i) {
    const found = [];
    for (let size = 1; size <= 3 && i + size <= read.length; size++) {
      for (const form of engine.synonyms.get(read.slice(i, i + size).map((r) => r.stem).join(" ")) || []) {
        found.push({ stems: form.stems, weight: form.weight * engine.weights.synonym });
      }
    }
    return found;
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
