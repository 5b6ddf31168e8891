"""Finds the numbers of the documents that meet the clauses of a query.

The page does the same in `site/theme/js/engine/filters.js`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulings.search import index_tables, inverted_index
from rulings.search.terms import Clause, Phrase, Terms

_NATURES = ("official", "unofficial")  # the values of `is:` that a citation has


def numbers(index: inverted_index.Index, clauses: Sequence[Clause]) -> set[int]:
    """The numbers of the documents that meet all clauses.

    One citation must meet all clauses on who said it, when, and whether that is
    official. If several people are named, each of them may have a different citation.
    """
    met = {*range(index.count)}
    for clause in clauses:
        met &= set[int]().union(*(_meeting(index, condition) for condition in clause))
    for group in _of_one_citation(clauses):
        met &= _having(
            index, [(".citation", citation) for citation in _citations(index, group)]
        )
    return met


def _meeting(index: inverted_index.Index, condition: Terms | Phrase) -> set[int]:
    """The numbers of the documents that meet a condition."""
    if isinstance(condition, Phrase):
        having = index.with_phrase(condition.words, between=0)
    else:
        having = _having(index, condition.keys)
    return {*range(index.count)} - having if condition.is_excluded else having


def _having(index: inverted_index.Index, keys: Iterable[tuple[str, str]]) -> set[int]:
    """The numbers of the documents that have any of these terms."""
    return set[int]().union(*(index.with_term(field, term) for field, term in keys))


def _citations(index: inverted_index.Index, clauses: Iterable[Clause]) -> list[str]:
    """The citations (as terms of the index) that meet all these clauses."""
    met = {*index.field_terms(".citation")}
    for clause in clauses:
        keys = _keys(clause)
        met &= set[str]().union(*(index.citations_by_term.get(key, ()) for key in keys))
    return sorted(met)


def _of_one_citation(clauses: Iterable[Clause]) -> list[list[Clause]]:
    """Groups of clauses that one citation must meet: a group for each person named."""
    on_citations = [*filter(_is_on_citations, clauses)]
    people = [clause for clause in on_citations if {*dict(_keys(clause))} == {"by"}]
    others = [clause for clause in on_citations if clause not in people]
    groups = [[*others, person] for person in people] or [others]
    return [group for group in groups if len(group) > 1]


def _is_on_citations(clause: Clause) -> bool:
    """Whether a citation alone can meet a clause."""
    if any(
        isinstance(condition, Phrase) or condition.is_excluded for condition in clause
    ):
        return False
    keys = _keys(clause)
    are_natures = all(term in _NATURES for field, term in keys if field == "is")
    return are_natures and {*dict(keys)}.issubset(index_tables.CITATION_FIELDS)


def _keys(clause: Clause) -> list[tuple[str, str]]:
    """The terms of a clause."""
    return [key for terms in clause if isinstance(terms, Terms) for key in terms.keys]
