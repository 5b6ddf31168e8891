/**
 * A tree with terms of the index → the numbers of the documents that meet it, as in
 * `search/matching.py`.
 */
(function (site) {
  "use strict";

  const { All, AnyOf, Not, Phrase, Terms, isBranch } = site.query;

  // The fields that a citation, a term of the index, has the terms of, in its order
  const OF_CITATIONS = ["by", "via", "venue", ".date", "is", ".printed"];

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
    const met = node.parts.map((part) => numbers(index, part));
    if (node instanceof AnyOf) return union(met);
    met.push(...together(node.parts).map((parts) => cited(index, parts)));
    const [first, ...others] = met;
    return new Set([...first].filter((number) => others.every((set) => set.has(number))));
  }

  const union = (sets) => new Set(sets.flatMap((set) => [...set]));

  /** The citations, terms of the index, that meet all those parts that one citation can meet. */
  function citations(index, parts) {
    const node = new All(parts.filter(isOnCitations));
    return index.lexicon(".citation").filter((term) => holds(node, term));
  }

  const cited = (index, parts) => numbers(index, new Terms(".citation", citations(index, parts)));

  /** Of these parts, those that must hold for the same citation; for each of several people. */
  function together(parts) {
    const onCitations = parts.filter(isOnCitations);
    const people = onCitations.filter((part) => isOn(part, ["by"]));
    const besides = onCitations.filter((part) => !people.includes(part));
    const groups = people.length ? people.map((person) => [...besides, person]) : [besides];
    return groups.filter(({ length }) => length > 1);
  }

  /** Whether one citation alone can meet a part. */
  const isOnCitations = (part) => isOn(part, OF_CITATIONS);

  /** Whether a part is on nothing but these fields of citations. */
  function isOn(part, fields) {
    if (part instanceof Terms) {
      const isStanding = (term) => ["official", "unofficial"].includes(term);
      const isMark = part.field === "is" && !part.terms.every(isStanding);
      return fields.includes(part.field) && !isMark;
    }
    return isBranch(part) && part.parts.every((inner) => isOn(inner, fields));
  }

  /** Whether a citation meets a node on citations. */
  function holds(node, citation) {
    if (node instanceof Terms) {
      const terms = citation.split("|")[OF_CITATIONS.indexOf(node.field)].split(" ");
      return node.terms.some((term) => terms.includes(term));
    }
    const isMet = (part) => holds(part, citation);
    return node instanceof All ? node.parts.every(isMet) : node.parts.some(isMet);
  }

  site.matching = { citations, numbers };
})(window.Rulings ??= {});
