// {queries} → pairs of a query and its first five hits as the page renders them: ids and lines of
// text.
"use strict";

module.exports = async ({ queries }) => {
  const textOf = (node) => (node.nodes ? node.nodes.map(textOf).join("") : String(node));
  globalThis.document = { createDocumentFragment: () => Rulings.element("fragment") };
  const { search, index } = await Rulings.engine.open(
    Rulings.nameSearch.open(Rulings.nameData), Rulings.searchData, async () => {}
  );
  const lines = (hit, stems) =>
    Rulings.hits.hitItem(index, hit, stems).nodes.map(textOf);
  return queries.map((query) => {
    const { hits, stems } = search(query, { limit: 5 });
    return [query, hits.map((hit) => ({ id: hit.id, lines: lines(hit, stems) }))];
  });
};
