/**
 * The table of names, as in `rulings/names/name_table.py`. Python made the parts that cannot be
 * derived from titles (`site/search_data.py`).
 */
(function (site) {
  "use strict";

  const { anyOrderKey, fold, singular, withoutArticle, withoutSpaces } = site.spelling;
  const { EXACT, KINDS, MAX_AMBIGUOUS_NAMES } = site.constants;

  /** The references that a name means, and how it was read. */
  class Resolution {
    constructor(matchKind, references = [], suggestions = []) {
      Object.assign(this, { matchKind, references, suggestions });
    }

    /** The reference that is meant, if there is only one. */
    get only() {
      return this.references.length === 1 ? this.references[0] : null;
    }

    /** Whether the name is complete: an id, a title, an alias or another spelling of one. */
    get isExact() {
      return EXACT.includes(this.matchKind);
    }
  }

  /** References by their names. A position is an index of `references`. */
  class NameTable {
    /** `pageReferences`: the references that the numbers in `data.references` mean. */
    constructor(data, pageReferences) {
      this.references = data.references.map((reference) => {
        if (typeof reference === "number") return pageReferences[reference];
        const [kind, id, title] = reference;
        return { kind, id, title };
      });
      const mapOf = (table) => new Map(Object.entries(table));
      this.titles = new Map();
      this.aliases = mapOf(data.aliases);
      this.spellings = mapOf(data.spellings); // without what `addTitle` adds
      this.words = mapOf(data.words); // without what `addTitle` adds
      this.common = new Set(data.common);
      this.references.forEach((reference, position) => this.addTitle(position, reference));
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

    /** The references that have a folded name as title, alias or another spelling of one. */
    exact(name, kinds = KINDS) {
      const bare = withoutArticle(name);
      const spellings = [bare, withoutSpaces(bare)];
      if (bare.includes(" ")) spellings.push(anyOrderKey(bare));
      const matches = this.exactMatches(name, spellings);
      for (const kind of kinds) {
        for (const [matchKind, positions] of matches) {
          const references = this.referencesAt(positions, [kind]);
          if (references.length) return new Resolution(matchKind, references);
        }
      }
      return new Resolution("none");
    }

    /** The positions of this name or one of its spellings, the surest match first. */
    exactMatches(name, spellings) {
      const matches = [["title", this.titles.get(name)], ["alias", this.aliases.get(name)]];
      for (const spelling of spellings) {
        for (const table of [this.spellings, this.aliases, this.titles])
          matches.push(["spelling", table.get(spelling)]);
      }
      return matches.filter(([, positions]) => positions);
    }

    /**
     * The references of these kinds at these positions, at most `MAX_AMBIGUOUS_NAMES`. Without
     * `kinds`, references of all kinds.
     */
    referencesAt(positions, kinds = []) {
      const sortedPositions = [...new Set(positions)].sort((a, b) => a - b);
      const references = sortedPositions
        .map((position) => this.references[position])
        .filter(({ kind }) => !kinds.length || kinds.includes(kind));
      if (references.length > MAX_AMBIGUOUS_NAMES)
        references.sort((a, b) => [...a.title].length - [...b.title].length);
      return references.slice(0, MAX_AMBIGUOUS_NAMES);
    }

    /** The positions of references with these titles, ids or aliases. */
    positionsOf(names) {
      const tables = [this.titles, this.aliases];
      return names.flatMap((name) => tables.flatMap((table) => table.get(name) ?? []));
    }

    /** The positions of references with these titles or ids. */
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
