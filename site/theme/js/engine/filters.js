/** Finds the documents that meet the clauses of a query, as in `search/filters.py`. */
(function (site) {
  "use strict";

  const { CITATION_FIELDS } = site.constants;

  const union = (sets) => new Set(sets.flatMap((set) => [...set]));

  /** The elements that all sets have; there must be at least one set. */
  const intersection = ([first, ...others]) =>
    new Set([...first].filter((element) => others.every((set) => set.has(element))));

  /** The slots of the documents that meet all clauses. */
  function slotsMeeting(index, clauses) {
    const sets = clauses.map((clause) =>
      union(clause.map((condition) => meetingCondition(index, condition))));
    for (const group of ofOneCitation(clauses))
      sets.push(withAny(index, citations(index, group).map((citation) => [".citation", citation])));
    return intersection([new Set(index.documents.keys()), ...sets]);
  }

  /** The slots of the documents that meet a condition: terms of fields, or words in a row. */
  function meetingCondition(index, { keys, words, isExcluded }) {
    const met = words ? index.withPhrase(words, 0) : withAny(index, keys);
    return isExcluded ? [...index.documents.keys()].filter((n) => !met.has(n)) : met;
  }

  /** The slots of the documents that have any of these terms. */
  const withAny = (index, keys) => union(keys.map(([field, term]) => index.withTerm(field, term)));

  /** The citations (as terms of the index) that meet all these clauses. */
  function citations(index, clauses) {
    const sets = clauses.map((clause) => union(
      keysOf(clause).map((key) => index.citationTermsByKey.get(key.join(":")) ?? [])
    ));
    return [...intersection([index.fieldTerms(".citation"), ...sets])];
  }

  /** Groups of clauses that one citation must meet: a group for each person named. */
  function ofOneCitation(clauses) {
    const onCitations = clauses.filter(isOnCitations);
    const personClauses = onCitations
      .filter((clause) => keysOf(clause).every(([field]) => field === "by"));
    const others = onCitations.filter((clause) => !personClauses.includes(clause));
    const groups = personClauses.map((clause) => [...others, clause]);
    if (!groups.length) groups.push(others);
    return groups.filter(({ length }) => length > 1);
  }

  /** Whether a citation alone can meet a clause. */
  const isOnCitations = (clause) =>
    clause.every(({ keys, isExcluded }) => keys && !isExcluded)
    && keysOf(clause).every(([field, term]) =>
      CITATION_FIELDS.includes(field) && (field !== "is" || term === "official"));

  /** The terms of a clause. */
  const keysOf = (clause) => clause.flatMap(({ keys }) => keys);

  site.filters = { slotsMeeting };
})(window.Rulings ??= {});
