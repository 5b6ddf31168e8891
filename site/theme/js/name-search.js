/**
 * Finds cards, topics, people, keywords and pages by their names. These names are loaded before the
 * other data of the search (`site/search_data.py`), so a card can be suggested and opened early.
 */
(function (site) {
  "use strict";

  const { firstMeaning } = site.nameMatching;
  const { fold } = site.spelling;
  const SUBJECTS = ["card", "topic"];

  class NameSearch {
    /** @param {NameData} data */
    constructor(data) {
      const { documents: columns, document_sources: sources } = data;
      const documents = [];
      const idOf = (title) => fold(title).replace(/ /g, "-");
      const id = columns.id.map((own, position) => own || idOf(columns.title[position]));
      const Document = site.searchDocuments.documentClass({ ...columns, id }, sources);
      for (const position of id.keys()) documents.push(new Document(position, documents));
      this.documents = documents; // a number in the data is a position in this list
      this.sources = sources;
      this.analyzer = new site.analysis.Analyzer(data.analyzer);
      this.names = new site.nameTable.NameTable(data.names, documents);
      this.documentsByName = new Map(Object.entries(data.slots_by_name)
        .map(([name, positions]) => [name, positions.map((position) => documents[position])]));
    }

    /** The cards and topics, and the other references, with exactly this name. */
    exact(name) {
      const subjects = SUBJECTS.flatMap((kind) => this.names.exact(fold(name), [kind]).references);
      return [subjects, this.documentsByName.get(this.analyzer.normalized(name)) ?? []];
    }

    /**
     * The cards, topics and people with exactly this name; if it is not a card's or topic's, also
     * keywords, lists and tools.
     */
    withName(name) {
      const [subjects, others] = this.exact(name);
      const isOffered = ({ kind }) => !subjects.length || kind === "authority";
      return [...subjects, ...others.filter(isOffered)];
    }

    /**
     * The cards and topics whose names begin with the text or contain its words; those with most
     * entries come first. `allowTypos`: also those with similar names.
     */
    namesLike(name, allowTypos = false) {
      const exact = this.withName(name);
      const resolutions = SUBJECTS
        .map((kind) => firstMeaning(this.names, name, [kind], allowTypos));
      const references = resolutions.flatMap((resolution) => resolution.references)
        .sort((a, b) => b.aboutCount - a.aboutCount);
      const near = allowTypos ? resolutions.flatMap(({ suggestions }) => suggestions) : [];
      const isSubject = ({ kind }) => SUBJECTS.includes(kind);
      return [...new Set([...exact, ...references, ...near.filter(isSubject)])];
    }

    /**
     * The card or topic with this title, else the only reference with this title or alias. A list
     * is found by its title alone: `all errata` is searched for.
     */
    titled(name) {
      const { only, matchKind } = firstMeaning(this.names, name, SUBJECTS);
      if (only && matchKind === "title") return only;
      const [doc, another] = new Set(this.exact(name).flat()), folded = fold(name);
      const isTitle = doc && fold(doc.title) === folded;
      const namesakes = this.names.positionsOf([folded]).map((n) => this.names.references[n]);
      const hasName = doc?.kind === "page" ? isTitle : namesakes.includes(doc);
      return hasName && !another ? doc : undefined;
    }
  }

  site.nameSearch = { open: (data) => new NameSearch(data) };
})(window.Rulings ??= {});
