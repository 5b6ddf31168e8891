// {} → for each entry, the text that each part of the page shows of it.
"use strict";

module.exports = async () => {
  const textOf = (node) => (node.nodes ? node.nodes.map(textOf).join(" ") : String(node));
  globalThis.document = { createDocumentFragment: () => Rulings.element("fragment") };
  const { index } = await Rulings.engine.open(
    Rulings.nameSearch.open(Rulings.nameData), Rulings.searchData, async () => {}
  );
  const { briefParts, entryParts, hitItem, hitOf } = Rulings.hits;
  const entries = index.documents.filter(({ kind, section }) =>
    ["ruling", "cross-reference", "section", "step"].includes(kind) && !section);
  return Object.fromEntries(entries.map((doc) => {
    const hit = hitOf(index, doc), arguments_ = [index, hit, new Map()];
    return [doc.id, {
      results: textOf(hitItem(...arguments_)),
      walk: entryParts(...arguments_).map(textOf).join(" "),
      suggestions: briefParts(...arguments_).map(textOf).join(" "),
    }];
  }));
};
