/** Columns of values → the documents of the search, as in `search/search_documents.py`. */
(function (site) {
  "use strict";

  /**
   * The class of the documents with these columns. It reads a value when it is needed, because
   * copying all values takes long.
   */
  function documentClass(columns, sources) {
    class Columns {
      /** @param {number} position in the columns @param {SearchDocument[]} before the others */
      constructor(position, before) {
        const last = before[position - 1];
        const { id, lines } = columns;
        this.position = this.slot = position;
        const isPassage = lines[position] && last && id[position] === last.id;
        this.section = isPassage ? last.section ?? last : undefined;
        this.text = this.section
          ? new site.passages.DividedSection(this.section).text(lines[position])
          : columns.text[position];
        this.subject = undefined; // set by `readDocuments`
      }
      /** The printed document, with id, title and standing; empty for a card or page. */
      get source() {
        return sources[this.sourceName] ?? {};
      }
      /** The number of a passage in its section. */
      get passageNumber() {
        return this.section && this.slot - this.section.slot - 1;
      }
      get values() {
        const { side, type, set, keyword } = this.subject ?? this;
        const lists = Object.entries({ is: columns.is[this.position], side, type, set, keyword });
        return Object.fromEntries(lists.filter(([, values]) => values?.length));
      }
    }
    for (const [name, column] of Object.entries(columns).filter(([key]) => key !== "text"))
      Object.defineProperty(Columns.prototype, name, { get() { return column[this.position]; } });
    return Columns;
  }

  site.searchDocuments = { documentClass };
})(window.Rulings ??= {});
