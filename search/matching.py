"""A tree with terms of the index → the numbers of the documents that meet it.

The page does the same in `site/theme/js/engine/matching.js`.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulings.search import inverted_index
from rulings.search.query import All, AnyOf, Node, Not, Phrase, Terms

# The fields that a citation, a term of the index, has the terms of, in its order
_OF_CITATIONS = ("by", "via", "venue", ".date", "is", ".printed")


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
    met = [numbers(index, part) for part in node.parts]
    if isinstance(node, AnyOf):
        return set().union(*met)
    met += [_cited(index, together) for together in _together(node.parts)]
    return set.intersection(*met)


def citations(index: inverted_index.Index, parts: Iterable[Node]) -> list[str]:
    """The citations, terms of the index, that meet all those parts that one citation can meet."""
    node = All(tuple(filter(_is_on_citations, parts)))
    return [term for term in index.lexicon(".citation") if _holds(node, term)]


def _cited(index: inverted_index.Index, parts: Iterable[Node]) -> set[int]:
    return numbers(index, Terms(".citation", tuple(citations(index, parts))))


def _together(parts: Iterable[Node]) -> list[list[Node]]:
    """Of these parts, those that must hold for the same citation; for each of several people."""
    on_citations = [*filter(_is_on_citations, parts)]
    people = [part for part in on_citations if _is_on(part, ("by",))]
    besides = [part for part in on_citations if part not in people]
    groups = [[*besides, person] for person in people] or [besides]
    return [group for group in groups if len(group) > 1]


def _is_on_citations(part: Node) -> bool:
    """Whether one citation alone can meet a part."""
    return _is_on(part, _OF_CITATIONS)


def _is_on(part: Node, fields: tuple[str, ...]) -> bool:
    """Whether a part is on nothing but these fields of citations."""
    if isinstance(part, Terms):
        is_mark = part.field == "is" and not {"official", "unofficial"}.issuperset(part.terms)
        return part.field in fields and not is_mark
    return isinstance(part, All | AnyOf) and all(_is_on(each, fields) for each in part.parts)


def _holds(node: Node, citation: str) -> bool:
    """Whether a citation meets a node on citations."""
    if isinstance(node, Terms):
        terms = citation.split("|")[_OF_CITATIONS.index(node.field)].split()
        return not {*node.terms}.isdisjoint(terms)
    assert isinstance(node, All | AnyOf)
    met = (_holds(part, citation) for part in node.parts)
    return all(met) if isinstance(node, All) else any(met)
