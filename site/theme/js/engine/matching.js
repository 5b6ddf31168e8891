/**
 * Finds the numbers of the documents that meet a tree of terms of the index, as in
 * `search/matching.py`.
 */
(function (site) {
  "use strict";

  const { All, AnyOf, Not, Phrase, Terms, isBranch } = site.query;
  const { CITATION_FIELDS } = site.constants;

  const union = (sets) => new Set(sets.flatMap((set) => [...set]));

  /** What all sets have, of which there is one at least. */
  const intersection = ([first, ...others]) =>
    new Set([...first].filter((element) => others.every((set) => set.has(element))));

  /**
   * The numbers of the documents that meet a node. Parts on who said it, when, and whether that is
   * official must hold for the same citation; each of several people may have one.
   */
  function numbers(index, node) {
    if (node instanceof Terms)
      return union(node.terms.map((term) => index.withTerm(node.field, term)));
    if (node instanceof Phrase) return index.withPhrase(node.words, 0);
    if (node instanceof Not) {
      const excluded = numbers(index, node.part);
      return new Set([...index.docs.keys()].filter((number) => !excluded.has(number)));
    }
    const sets = node.parts.map((part) => numbers(index, part));
    if (node instanceof AnyOf) return union(sets);
    for (const parts of ofOneCitation(node.parts))
      sets.push(numbers(index, new Terms(".citation", citations(index, parts))));
    return intersection(sets);
  }

  /** The citations, terms of the index, that meet all those parts that one citation can meet. */
  function citations(index, parts) {
    const sets = parts.filter(isOnCitations).map((part) => meeting(index, part));
    return [...intersection([index.fieldTerms(".citation"), ...sets])];
  }

  /** The citations that meet a node on citations. */
  function meeting(index, node) {
    if (node instanceof Terms) {
      const keys = node.terms.map((term) => `${node.field}:${term}`);
      return union(keys.map((key) => index.citationsByTerm.get(key) ?? []));
    }
    const sets = node.parts.map((part) => meeting(index, part));
    return node instanceof All ? intersection(sets) : union(sets);
  }

  /** The parts that must hold for the same citation; for each of several people. */
  function ofOneCitation(parts) {
    const onCitations = parts.filter(isOnCitations);
    const people = onCitations.filter((part) => isOn(part, ["by"]));
    const otherParts = onCitations.filter((part) => !people.includes(part));
    const groups = people.length ? people.map((person) => [...otherParts, person]) : [otherParts];
    return groups.filter(({ length }) => length > 1);
  }

  /** Whether one citation alone can meet a part. */
  const isOnCitations = (part) => isOn(part, CITATION_FIELDS);

  /** Whether a part is on nothing but these fields of citations. */
  function isOn(part, fields) {
    if (part instanceof Terms) {
      const isStanding = (term) => ["official", "unofficial"].includes(term);
      const isMark = part.field === "is" && !part.terms.every(isStanding);
      return fields.includes(part.field) && !isMark;
    }
    return isBranch(part) && part.parts.every((inner) => isOn(inner, fields));
  }

  site.matching = { citations, numbers };
})(window.Rulings ??= {});
