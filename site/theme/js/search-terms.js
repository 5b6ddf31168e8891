/**
 * The words of a query → terms: what each may be called (itself, the words it begins, what it is a slip of, synonyms),
 * how much it tells, the cards and topics that are named, and the documents that are asked for.
 */
(function (site) {
  "use strict";

  const { words, stem, distance, allowed, letters, apart } = site.text;

  /** How much a term tells that `having` of `count` entries have. */
  const rarity = (count, having) => Math.log(1 + (count - having + 0.5) / (having + 0.5));

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
      for (const form of forms) if (form.stems.length === 1) result.stems.add(form.stems[0]);
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
    const { stems } = engine.library.index, { weights } = engine;
    const own = stem(token.word), forms = [];
    if (stems.has(own)) forms.push({ stems: [own], weight: 1 });
    if (token.star || (last && token.word.length > 1)) {
      const begun = token.star ? 1 : forms.length ? 0.35 : weights.begun;
      for (const known of completions(engine.vocabulary, token.word)) {
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

  function completions(vocabulary, start) {
    const found = [];
    for (const known of vocabulary) if (known.word.length > start.length && known.word.startsWith(start)) found.push(known);
    found.sort((a, b) => b.count - a.count);
    return [...new Set(found.slice(0, 12).map(({ word }) => stem(word)))];
  }

  /** The words of the game that a word no entry has may be a slip of, likeliest first. */
  function corrected(engine, word) {
    const known = engine.corrections.get(word);
    if (known) return known;
    const most = Math.min(2, allowed(word.length)), found = [];
    if (most > 0 && !/\d/.test(word)) {
      const wanted = letters(word);
      for (const { word: other, count, mask } of engine.vocabulary) {
        if (other.length < 4 || Math.abs(other.length - word.length) > most || apart(wanted, mask) > most) continue;
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

  site.terms = { calledBy, readSynonyms, termsOf, reading, rarity };
})((window.Rulings = window.Rulings || {}));
