"""Finds the numbers of the documents that meet a tree of terms of the index.

The page does the same in `site/theme/js/engine/matching.js`.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulings.search import index_settings, inverted_index
from rulings.search.query import All, AnyOf, Node, Not, Phrase, Terms


def numbers(index: inverted_index.Index, node: Node) -> set[int]:
    """The numbers of the documents that meet a node.

    Parts on who said it, when, and whether that is official must hold for the same citation; each
    of several people may have one.
    """
    if isinstance(node, Terms):
        return set().union(*(index.with_term(node.field, term) for term in node.terms))
    if isinstance(node, Phrase):
        return index.with_phrase(node.words, between=0)
    if isinstance(node, Not):
        return {*range(index.count)} - numbers(index, node.part)
    assert isinstance(node, All | AnyOf)
    sets = [numbers(index, part) for part in node.parts]
    if isinstance(node, AnyOf):
        return set().union(*sets)
    for parts in _of_one_citation(node.parts):
        terms = Terms(".citation", tuple(citations(index, parts)))
        sets.append(numbers(index, terms))
    return set.intersection(*sets)


def citations(index: inverted_index.Index, parts: Iterable[Node]) -> list[str]:
    """The citations, terms of the index, that meet all those parts that one citation can meet."""
    met = {*index.field_terms(".citation")}
    for part in filter(_is_on_citations, parts):
        met &= _meeting(index, part)
    return sorted(met)


def _meeting(index: inverted_index.Index, node: Node) -> set[str]:
    """The citations that meet a node on citations."""
    if isinstance(node, Terms):
        keys = [(node.field, term) for term in node.terms]
        return set().union(*(index.citations_by_term.get(key, ()) for key in keys))
    assert isinstance(node, All | AnyOf)
    sets = [_meeting(index, part) for part in node.parts]
    return set.intersection(*sets) if isinstance(node, All) else set().union(*sets)


def _of_one_citation(parts: Iterable[Node]) -> list[list[Node]]:
    """The parts that must hold for the same citation; for each of several people."""
    on_citations = [*filter(_is_on_citations, parts)]
    people = [part for part in on_citations if _is_on(part, ("by",))]
    other_parts = [part for part in on_citations if part not in people]
    groups = [[*other_parts, person] for person in people] or [other_parts]
    return [group for group in groups if len(group) > 1]


def _is_on_citations(part: Node) -> bool:
    """Whether one citation alone can meet a part."""
    return _is_on(part, index_settings.CITATION_FIELDS)


def _is_on(part: Node, fields: tuple[str, ...]) -> bool:
    """Whether a part is on nothing but these fields of citations."""
    if isinstance(part, Terms):
        is_mark = part.field == "is" and not {"official", "unofficial"}.issuperset(part.terms)
        return part.field in fields and not is_mark
    return isinstance(part, All | AnyOf) and all(_is_on(inner, fields) for inner in part.parts)
