/**
 * The table of names, as in `rulings/names/name_table.py`. Python made the parts that cannot be
 * derived from titles (`site/search_data.py`).
 */
(function (site) {
  "use strict";

  const { anyOrderKey, fold, singular, withoutArticle, withoutSpaces } = site.spelling;
  const { EXACT, KINDS, MAX_AMBIGUOUS_NAMES } = site.constants;

  /** The things that a name means, and how it was read. */
  class Resolution {
    constructor(matchKind, things = [], otherThings = []) {
      Object.assign(this, { matchKind, things, otherThings });
    }

    /** The thing that is meant, if there is only one. */
    get only() {
      return this.things.length === 1 ? this.things[0] : null;
    }

    /** Whether the name is complete: an id, a title, an alias or another spelling of one. */
    get isExact() {
      return EXACT.includes(this.matchKind);
    }
  }

  /** Things by their names. A position is an index of `things`. */
  class NameTable {
    /** `pageThings`: the things that the numbers in `data.things` mean. */
    constructor(data, pageThings) {
      this.things = data.things.map((thing) => {
        if (typeof thing === "number") return pageThings[thing];
        const [kind, id, title] = thing;
        return { kind, id, title };
      });
      const mapOf = (table) => new Map(Object.entries(table));
      this.titles = new Map();
      this.aliases = mapOf(data.aliases);
      this.spellings = mapOf(data.spellings); // without what `addTitle` adds
      this.words = mapOf(data.words); // without what `addTitle` adds
      this.common = new Set(data.common);
      for (const [position, thing] of this.things.entries()) this.addTitle(position, thing);
      this.sortedNames = [...new Set([...this.titles.keys(), ...this.aliases.keys()])].sort();
      this.sortedWords = [...this.words.keys()].sort();
    }

    /** Adds a title and what can be derived from it. */
    addTitle(position, { id, title }) {
      const name = fold(title);
      const bare = withoutArticle(name);
      put(this.titles, position, name, fold(id));
      if (bare.includes(" ")) put(this.spellings, position, withoutSpaces(bare), anyOrderKey(bare));
      for (const word of name.split(" ")) put(this.words, position, word, singular(word));
    }

    /** The things that have a folded name as title, alias or another spelling of one. */
    exact(name, kinds = KINDS) {
      const bare = withoutArticle(name);
      const spellings = [bare, withoutSpaces(bare)];
      if (bare.includes(" ")) spellings.push(anyOrderKey(bare));
      const matches = this.exactMatches(name, spellings);
      for (const kind of kinds) {
        for (const [matchKind, positions] of matches) {
          const things = this.thingsAt(positions, [kind]);
          if (things.length) return new Resolution(matchKind, things);
        }
      }
      return new Resolution("none");
    }

    /** The positions of things with this name or one of its spellings, the surest match first. */
    exactMatches(name, spellings) {
      const matches = [["title", this.titles.get(name)], ["alias", this.aliases.get(name)]];
      for (const spelling of spellings) {
        for (const table of [this.spellings, this.aliases, this.titles])
          matches.push(["spelling", table.get(spelling)]);
      }
      return matches.filter(([, positions]) => positions);
    }

    /**
     * The things of these kinds at these positions, at most `MAX_AMBIGUOUS_NAMES`. Without `kinds`,
     * things of all kinds.
     */
    thingsAt(positions, kinds = []) {
      const sortedPositions = [...new Set(positions)].sort((a, b) => a - b);
      const things = sortedPositions
        .map((position) => this.things[position])
        .filter(({ kind }) => !kinds.length || kinds.includes(kind));
      if (things.length > MAX_AMBIGUOUS_NAMES)
        things.sort((a, b) => [...a.title].length - [...b.title].length);
      return things.slice(0, MAX_AMBIGUOUS_NAMES);
    }

    /** The positions of things with these titles, ids or aliases. */
    positionsOf(names) {
      const tables = [this.titles, this.aliases];
      return names.flatMap((name) => tables.flatMap((table) => table.get(name) ?? []));
    }

    /** The positions of things with these titles or ids. */
    positionsOfTitles(titles) {
      return titles.flatMap((title) => this.titles.get(title) ?? []);
    }
  }

  function put(table, position, ...names) {
    for (const name of names) {
      if (!table.has(name)) table.set(name, [position]);
      else if (!table.get(name).includes(position)) table.get(name).push(position);
    }
  }

  site.nameTable = { NameTable, Resolution };
})(window.Rulings ??= {});
