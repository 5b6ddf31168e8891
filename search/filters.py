"""Finds the slots of the documents that meet the clauses of a query.

The page does the same in `site/theme/js/engine/filters.js`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulings.search import index_tables, inverted_index
from rulings.search.terms import Clause, Phrase, Terms


def slots_meeting(
    index: inverted_index.Index,
    clauses: Sequence[Clause],
) -> set[int]:
    """The slots of the documents that meet all clauses.

    Who said it, when, and whether it is official must be true of one citation:
    `by:wylie date:1997` does not find a ruling by Wylie with a date of Sparky's. Two
    people that are named may have a citation each.
    """
    met = {*range(index.count)}
    for clause in clauses:
        slots = [_meeting_condition(index, condition) for condition in clause]
        met &= set[int]().union(*slots)
    for group in _of_one_citation(clauses):
        keys = [(".citation", citation) for citation in _citations(index, group)]
        met &= _with_any(index, keys)
    return met


def _meeting_condition(
    index: inverted_index.Index,
    condition: Terms | Phrase,
) -> set[int]:
    """The slots of the documents that meet a condition."""
    if isinstance(condition, Phrase):
        slots = index.with_phrase(condition.words, between=0)
    else:
        slots = _with_any(index, condition.keys)
    if condition.is_excluded:
        return {*range(index.count)} - slots
    return slots


def _with_any(
    index: inverted_index.Index,
    keys: Iterable[tuple[str, str]],
) -> set[int]:
    """The slots of the documents that have any of these terms."""
    slots = set[int]()
    for field, term in keys:
        slots |= index.with_term(field, term)
    return slots


def _citations(
    index: inverted_index.Index,
    clauses: Iterable[Clause],
) -> list[str]:
    """The citations (as terms of the index) that meet all these clauses."""
    met = {*index.field_terms(".citation")}
    for clause in clauses:
        with_term = set[str]()
        for key in _keys(clause):
            with_term |= index.citation_terms_by_key.get(key, set())
        met &= with_term
    return sorted(met)


def _of_one_citation(clauses: Iterable[Clause]) -> list[list[Clause]]:
    """Groups of clauses that one citation must meet: a group for each person named."""
    person_clauses = list[Clause]()
    other_clauses = list[Clause]()
    for clause in filter(_is_on_citations, clauses):
        if {field for field, _ in _keys(clause)} == {"by"}:
            person_clauses.append(clause)
        else:
            other_clauses.append(clause)
    groups = [[*other_clauses, person] for person in person_clauses] or [other_clauses]
    return [group for group in groups if len(group) > 1]


def _is_on_citations(clause: Clause) -> bool:
    """Whether a citation alone can meet a clause."""
    for condition in clause:
        if isinstance(condition, Phrase) or condition.is_excluded:
            return False
    keys = _keys(clause)
    fields = {field for field, _ in keys}
    # An entry may be unofficial although nobody cited is
    are_natures = all(term == "official" for field, term in keys if field == "is")
    return are_natures and fields.issubset(index_tables.CITATION_FIELDS)


def _keys(clause: Clause) -> list[tuple[str, str]]:
    """The terms of a clause."""
    keys = list[tuple[str, str]]()
    for condition in clause:
        if isinstance(condition, Terms):
            keys += condition.keys
    return keys
