/**
 * Finds the things that a typed name means, as in `rulings/names/name_table.py`. `fold` comes from
 * `rulings/model/plain_text.py`. Python made the tables of names (`site/search_data.py`).
 */
(function (site) {
  "use strict";

  const { withoutAccents } = site.analysis;
  const { maxEdits, plausibleEdits, similarity, squeeze, wordsCouldBeTypos } = site.editDistance;
  const {
    CLEAR_CONFIDENCE, EXACT, KINDS, MAX_AMBIGUOUS_NAMES, MAX_MISSPELT_WORDS, MAX_NAME_LENGTH,
    MAX_NAME_WORDS, MAX_SUGGESTIONS, MAX_TYPOS, MIN_BEGINNING, MIN_CLEAR_BEGINNING, MIN_SIMILARITY,
    MIN_TOPIC_BEGINNING, MIN_TYPO_LENGTH, MIN_TYPO_NAME_LENGTH, TITLE_WORD_PENALTY, TYPO_FACTOR,
    TYPO_WINDOW
  } = site.constants;
  const TITLE_STOP_WORDS = new Set(site.constants.TITLE_STOP_WORDS);
  const TABLES = { title: "titles", alias: "aliases", spelling: "spellings" };

  /** A name in lowercase ASCII letters and digits, with single spaces. */
  const fold = (text) => (withoutAccents(text).match(/[a-z0-9]+/g) || []).join(" ");
  const withoutArticle = (name) => name.replace(/^the /, "");

  /** A word without its plural ending. Short words and words in `-ss` do not change. */
  function singular(word) {
    if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
    return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
  }

  /** The things that a name means, and how it was read. */
  class Resolution {
    constructor(matchKind, things = [], suggestions = []) {
      Object.assign(this, { matchKind, things, suggestions });
    }

    /** The thing that is meant, if there is only one. */
    get only() {
      return this.things.length === 1 ? this.things[0] : null;
    }

    /** Whether a whole name was typed: an id, a title, an alias or another spelling of one. */
    get isExact() {
      return EXACT.includes(this.matchKind);
    }
  }

  /** Things by their names: `Names` of Python. */
  class Names {
    /** @param {NameData} data @param {Thing[]} pageThings the things that `data.things` counts */
    constructor(data, pageThings) {
      this.things = data.things.map((thing) =>
        (typeof thing === "number"
          ? pageThings[thing] : { kind: thing[0], id: thing[1], title: thing[2] }));
      this.titles = new Map();
      const mapOf = (table) => new Map(Object.entries(table));
      this.words = mapOf(data.words); // except words of a title
      // Except titles without spaces, or in any order
      this.spellings = mapOf(data.spellings);
      for (const [position, { id, title }] of this.things.entries()) {
        const bare = withoutArticle(fold(title));
        put(this.titles, position, fold(title), fold(id));
        if (bare.includes(" ")) put(this.spellings, position, squeeze(bare), inAnyOrder(bare));
        for (const word of fold(title).split(" ")) put(this.words, position, word, singular(word));
      }
      this.aliases = mapOf(data.aliases);
      this.sortedNames = [...new Set([...this.titles.keys(), ...this.aliases.keys()])].sort();
      this.sortedWords = [...this.words.keys()].sort();
      this.common = new Set(data.common);
    }

    /**
     * The things with exactly this name or, failing that, by the first of `READINGS` that matches.
     */
    resolve(typedName, kinds, typos = true) {
      const name = fold(typedName.slice(0, MAX_NAME_LENGTH));
      if (!name) return new Resolution("none");
      const exactMatch = this.exact(name, kinds);
      if (exactMatch.things.length) return exactMatch;
      const isCommon = name.split(" ").every((word) => this.common.has(word));
      for (const reading of READINGS) {
        const resolution = this.inexact(reading, name, kinds);
        if (resolution) return resolution;
      }
      if (typos && !isCommon && !this.areTwoCards(name)) return this.typo(name, kinds);
      return new Resolution("beginning", this.withSameBeginning(name, kinds));
    }

    /** The things that a reading finds, of the first of these kinds that has any. */
    inexact({ matchKind, positions }, name, kinds) {
      for (const kind of kinds) {
        const things = this.ofKinds(positions(this, name), [kind]);
        if (things.length) return new Resolution(matchKind, things);
      }
      return null;
    }

    /** Whether the words are exact names of two cards: `dreff imp` is not a typo of Dr. Dreff. */
    areTwoCards(name) {
      const words = name.split(" ");
      const isCard = (part) => this.exact(part.join(" "), ["card"]).things.length > 0;
      return words.some((_, split) =>
        split > 0 && isCard(words.slice(0, split)) && isCard(words.slice(split)));
    }

    /** The things that have a folded name as title, alias or another spelling of one. */
    exact(name, kinds = KINDS) {
      const bare = withoutArticle(name);
      const tables = [this.spellings, this.aliases, this.titles];
      const keys = [bare, squeeze(bare), ...(bare.includes(" ") ? [inAnyOrder(bare)] : [])];
      const ways = [["title", this.titles.get(name)], ["alias", this.aliases.get(name)]];
      for (const key of keys)
        for (const table of tables) ways.push(["spelling", table.get(key)]);
      for (const kind of kinds) {
        for (const [matchKind, positions] of ways) {
          const things = this.ofKinds(positions ?? [], [kind]);
          if (things.length) return new Resolution(matchKind, things);
        }
      }
      return new Resolution("none");
    }

    /** The names of cards in folded words, in order. */
    spans(words, isKnown, confidence) {
      const spansByWord = new Map();
      const take = (span) => {
        for (let i = span.start; i < span.stop; i++) spansByWord.set(i, span);
      };
      for (let start = 0; start < words.length;) {
        const span = this.longestSpan(words, start, confidence);
        if (span) take(span);
        start = span?.stop ?? start + 1;
      }
      const isUnknown = (i) => !spansByWord.has(i) && !isKnown(words[i]);
      const unknown = words.map((_, i) => i).filter(isUnknown);
      for (const i of unknown.slice(0, MAX_TYPOS)) {
        let best = null;
        for (let start = Math.max(0, i - TYPO_WINDOW); start <= i; start++) {
          for (let stop = i + 1; stop <= Math.min(words.length, i + TYPO_WINDOW + 1); stop++) {
            const inside = words.slice(start, stop).map((_, n) => spansByWord.get(start + n));
            // `cowboy` of `cowboy sysopp` is a nickname
            if (inside.some((span) => span && span.stop - span.start > 1)) continue;
            const near = this.nearSpan(words, start, stop, confidence);
            if (near && (!best || near.rank < best.rank
                || (near.rank === best.rank && near.wordCount > best.wordCount)))
              best = near;
          }
        }
        if (best) take(best.span);
      }
      return [...new Set(spansByWord.values())].sort((a, b) => a.start - b.start);
    }

    /** The longest exact name that begins at a word. @returns {?NameSpan} */
    longestSpan(words, start, confidence) {
      for (let stop = Math.min(words.length, start + MAX_NAME_WORDS); stop > start; stop--) {
        const span = this.exactSpan(words, start, stop, confidence);
        if (span) return span;
      }
      return null;
    }

    /** The cards with exactly this name, without The, or without spaces. @returns {?NameSpan} */
    exactSpan(words, start, stop, confidence) {
      const name = words.slice(start, stop).join(" ");
      for (const key of new Set([name, squeeze(name), withoutArticle(name)])) {
        for (const [matchKind, table] of Object.entries(TABLES)) {
          const cards = this.ofKinds(this[table].get(key) ?? [], ["card"]);
          const probability = cards.length ? confidence(key) : 0;
          if (probability)
            return { start, stop, cards, matchKind, confidence: probability / cards.length ** 0.5 };
        }
      }
      return null;
    }

    /** The few cards that these words nearly name, with a rank; the lowest rank is the best. */
    nearSpan(words, start, stop, confidence) {
      const nameWords = words.slice(start, stop);
      const name = nameWords.join(" ");
      if (TITLE_STOP_WORDS.has(nameWords[0]) || TITLE_STOP_WORDS.has(nameWords.at(-1))) return null;
      const isAlone = nameWords.length === 1;
      const isBrief = name.length < MIN_CLEAR_BEGINNING;
      let [matchKind, edits] = [isAlone ? "beginning" : "words", 0];
      let cards = this.begunOrWithWords(name);
      if (!cards.length && name.length >= MIN_TYPO_LENGTH)
        [matchKind, [edits, cards]] = ["typo", this.misspelt(nameWords, confidence)];
      if (!cards.length || (isBrief && cards.length > 1)) return null;
      const wordCount = nameWords.filter((word) => !TITLE_STOP_WORDS.has(word)).length;
      const factor = matchKind === "typo" || (isAlone && isBrief) ? TYPO_FACTOR : 1;
      const probability = factor * (confidence(fold(cards[0].title)) || CLEAR_CONFIDENCE);
      const span = { start, stop, cards, matchKind, confidence: probability / cards.length ** 0.5 };
      return { rank: edits - wordCount, wordCount, span };
    }

    /** The cards whose titles begin with a single word, or contain all of several words. */
    begunOrWithWords(name) {
      const positions = name.includes(" ") ? this.withWords(name) : this.titlesBegun(name);
      // `road` is a word of its own, and not Roadblock
      const isMeant = (position) => !this.words.has(name) || this.withWord(name).has(position);
      return this.ofKinds([...positions].filter(isMeant), ["card"]);
    }

    /** The fewest edits between the words and a name, and the cards with that name. */
    misspelt(words, confidence) {
      const printed = words.filter((word) => this.words.has(word) && !TITLE_STOP_WORDS.has(word));
      const numbers = words.filter((word) => /^[0-9]+$/.test(word));
      const hasAll = (name, some) => some.every((word) => name.split(" ").includes(word));
      const near = this.nearNames(words.join(" "), words[0][0])
        .filter(([, name]) => confidence(name) && hasAll(name, printed));
      const edits = near.length ? Math.min(...near.map(([distance]) => distance)) : 0;
      const nearest = near.filter(([distance]) => distance === edits);
      const cards = this.ofKinds(nearest.flatMap(([, , positions]) => positions), ["card"]);
      return [edits, cards.filter(({ title }) => hasAll(fold(title), numbers))];
    }

    /** The things at these positions, at most `MAX_AMBIGUOUS_NAMES`. @returns {Thing[]} */
    ofKinds(positions, kinds) {
      const things = [...new Set(positions)].sort((a, b) => a - b)
        .map((position) => this.things[position])
        .filter(({ kind }) => !kinds.length || kinds.includes(kind));
      return things.length <= MAX_AMBIGUOUS_NAMES ? things
        : things.sort((a, b) => [...a.title].length - [...b.title].length)
          .slice(0, MAX_AMBIGUOUS_NAMES);
    }

    /**
     * Things whose names begin with all typed words or, failing that, with an unfinished last word
     * or without the spaces.
     */
    beginning(name) {
      const atEnd = begun(this.sortedNames, `${name} `);
      const letters = squeeze(name);
      const inside = name.length > 1
        ? begun(this.sortedNames, name).filter((key) => key !== name) : [];
      const longer = atEnd.length ? atEnd : inside;
      if (longer.length || letters.length < MIN_TYPO_LENGTH) return longer.flatMap(this.called);
      return begun(this.sortedNames, name[0])
        .filter((key) => squeeze(key).startsWith(letters))
        .flatMap((key) => this.titles.get(key) ?? []);
    }

    called = (name) => [...(this.titles.get(name) ?? []), ...(this.aliases.get(name) ?? [])];

    /** The titles that begin with a word, without The, if it is not too short. */
    titlesBegun(name) {
      const isBegun = (position) =>
        withoutArticle(fold(this.things[position].title)).startsWith(name);
      return name.length < MIN_TYPO_LENGTH ? [] : this.beginning(name).filter(isBegun);
    }

    /** Titles with all typed words in any order or, failing that, words that begin with them. */
    withWords(name) {
      const isTitleWord = (word) => !TITLE_STOP_WORDS.has(word);
      const nameWords = name.split(" ");
      const words = nameWords.some(isTitleWord) ? nameWords.filter(isTitleWord) : nameWords;
      const positions = intersection(words.map((word) => this.withWord(word)));
      const mayBegin = (word) => word.length >= MIN_BEGINNING || this.words.has(word);
      if (positions.size || !words.every(mayBegin)) return positions;
      return intersection(words.map((word) => this.like(word)));
    }

    withWord = (word) =>
      new Set([word, singular(word)].flatMap((form) => this.words.get(form) ?? []));

    /** Titles with the word, or with one that begins with it. */
    like(word) {
      const longer = begun(this.sortedWords, word)
        .flatMap((knownWord) => this.words.get(knownWord));
      return new Set([...this.withWord(word), ...longer]);
    }

    /** The nearest whole names or, if none is near, titles with a word near each typed one. */
    typo(name, kinds) {
      let distances = new Map();
      for (const [edits, , positions] of this.nearNames(name))
        keepShortest(distances, positions, edits);
      if (!distances.size) distances = this.nearWords(name);
      const best = Math.min(...distances.values());
      const nearest = [...distances].filter(([, edits]) => edits === best)
        .map(([position]) => position);
      const nearestThings = this.ofKinds(nearest, []);
      for (const kind of kinds) {
        const things = this.ofKinds(nearest, [kind]);
        if (things.length)
          return new Resolution(
            "typo", things, nearestThings.filter((thing) => thing.kind !== kind)
          );
      }
      const sameBeginning = this.withSameBeginning(name, kinds);
      if (sameBeginning.length) return new Resolution("beginning", sameBeginning);
      const suggestions = nearestThings.length ? nearestThings : this.similar(name, kinds);
      return new Resolution("none", [], suggestions);
    }

    /** The edit distance, name and positions of the titles and aliases near the typed name. */
    nearNames(name, first = "") {
      const letters = squeeze(name);
      const nearNames = [];
      const words = (text) => text.split(" ").length;
      for (const knownName of begun(this.sortedNames, first)) {
        const knownLetters = squeeze(knownName);
        const isJoined = words(knownName) > words(name);
        if (first && knownLetters.length < MIN_TYPO_NAME_LENGTH + Number(isJoined)) continue;
        const edits = plausibleEdits(letters, knownLetters);
        if (edits < Infinity && wordsCouldBeTypos(name, knownName))
          nearNames.push([edits, knownName, this.called(knownName)]);
      }
      return nearNames;
    }

    /** Position → summed edit distance, for titles with a word near each typed word. */
    nearWords(name) {
      const words = name.split(" ");
      if (words.length > MAX_MISSPELT_WORDS || !words.some((word) => maxEdits(word.length)))
        return new Map();
      let totals = null;
      for (const word of words) {
        const distances = new Map();
        for (const [knownWord, positions] of this.words) {
          const edits = plausibleEdits(word, knownWord);
          if (edits < Infinity) keepShortest(distances, positions, edits);
        }
        if (words.length > 1 && word.length >= MIN_BEGINNING) // `aiport loc`
          for (const knownWord of begun(this.sortedWords, word))
            keepShortest(distances, this.words.get(knownWord), 1);
        totals = new Map([...distances].filter(([position]) => !totals || totals.has(position))
          .map(([position, edits]) => [position, edits + (totals?.get(position) ?? 0)]));
      }
      return totals;
    }

    /** The things with the most similar titles, as suggestions. */
    similar(name, kinds) {
      const among = this.things.filter(({ kind }) => kinds.includes(kind));
      const scored = among.map((thing, position) => {
        const lower = thing.title.toLowerCase();
        const words = name.includes(" ") ? [] : lower.split(" ");
        const ofText = (text) => similarity(name, text, MIN_SIMILARITY);
        const scores = words.map((word) => ofText(word) - TITLE_WORD_PENALTY);
        return { thing, position, score: Math.max(ofText(lower), ...scores, 0) };
      });
      return scored.sort((a, b) => b.score - a.score || a.position - b.position)
        .slice(0, MAX_SUGGESTIONS)
        .filter(({ score }) => score >= MIN_SIMILARITY).map(({ thing }) => thing);
    }

    /** The only topic whose name begins with the same letters as a word. */
    withSameBeginning(name, kinds) {
      if (kinds.some((kind) => kind !== "topic")) return [];
      if (name.includes(" ") || name.length < MIN_TOPIC_BEGINNING) return [];
      const keys = begun(this.sortedNames, name.slice(0, MIN_TOPIC_BEGINNING));
      const things = this.ofKinds(keys.flatMap((key) => this.titles.get(key) ?? []), kinds);
      return things.length === 1 ? things : [];
    }
  }

  /** Sets the distance of these positions, unless they have a shorter one. */
  function keepShortest(distances, positions, edits) {
    for (const position of positions)
      distances.set(position, Math.min(distances.get(position) ?? Infinity, edits));
  }

  // Ways to read a part of a name
  const READINGS = [
    { matchKind: "beginning", positions: (names, name) => names.beginning(name) },
    { matchKind: "words", positions: (names, name) => names.withWords(name) }
  ];

  function put(table, position, ...names) {
    for (const name of names) {
      if (!table.has(name)) table.set(name, [position]);
      else if (!table.get(name).includes(position)) table.get(name).push(position);
    }
  }

  /** The names in an alphabetical list that have this beginning. */
  function begun(names, beginning) {
    let start = 0;
    for (let end = names.length; start < end;) {
      const middle = (start + end) >> 1;
      if (names[middle] < beginning) start = middle + 1;
      else end = middle;
    }
    let stop = start;
    while (names[stop]?.startsWith(beginning)) stop += 1;
    return names.slice(start, stop);
  }

  const intersection = (sets) =>
    sets.reduce((common, set) => new Set([...common].filter((position) => set.has(position))));

  /** A key shared by all orders of the same words, without plurals and `TITLE_STOP_WORDS`. */
  function inAnyOrder(name) {
    const words = name.split(" ").map(singular).sort();
    const titleWords = words.filter((part) => !TITLE_STOP_WORDS.has(part));
    return `=${(titleWords.length ? titleWords : words).join(" ")}`;
  }

  site.nameTable = { Names, fold, singular };
})(window.Rulings ??= {});
