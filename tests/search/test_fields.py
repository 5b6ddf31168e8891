"""Tests of the fields of the query language, such as `by:` and `type:`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from functools import cache

import pytest

from rulings.api import KnowledgeBase
from rulings.model.entities import Card, Ruling
from rulings.search import constants, search
from rulings.search import index as search_index
from rulings.search.analysis import Analyzer
from rulings.search.documents import documents
from rulings.search.fields import FIELDS, VALUE_FIELDS, Field


@cache
def analyzer() -> Analyzer:
    """The analyzer of the index, read when the first test needs it."""
    return Analyzer.read()


RULING_CHECKS: dict[str, Callable[[Ruling], bool]] = {  # query → whether it may find the ruling
    'card:"dr dreff" rez': lambda r: "dr-dreff" in (r.subject.id, *(m.id for m in r.mentions)),
    "topic:tracing": lambda r: r.subject.id == "tracing",
    "by:sparky": lambda r: any("Sparky" in (c.authority, c.via) or c.person == "Marc Schmalz" for c in r.citations),
    'by:"tom wylie"': lambda r: any("Tom Wylie" in (c.authority, c.person, c.via) for c in r.citations),
    "is:errata": lambda r: r.kind == "errata",
    "is:reversal": lambda r: r.reverses,
    "is:unofficial": lambda r: not r.official,
    "is:see": lambda r: r.kind == "see",
    "before:1996-06 damage": lambda r: any(c.best_date and c.best_date <= "1996-06-01" for c in r.citations),
    "after:1999": lambda r: any(c.best_date and c.best_date >= "1999" for c in r.citations),
    "in:rulings trace": lambda r: r.source.document == "netrunner-rulings",
    '"jack out"': lambda r: "jack out" in " ".join(analyzer().words(r.text)),
    "trac* -link": lambda r: "link" not in analyzer().words(f"{r.subject.title} {r.text}"),
}


@pytest.mark.parametrize(("query", "check"), RULING_CHECKS.items(), ids=RULING_CHECKS)
def test_ruling_fields_filter_rulings(kb: KnowledgeBase, query: str, check: Callable[[Ruling], bool]) -> None:
    results = search(kb, f"{query} kind:ruling", 40)
    assert results.hits
    assert not results.notes
    assert [hit.id for hit in results.hits if not check(kb.rulings_by_id[hit.id])] == []


CARD_CHECKS: dict[str, Callable[[Card], bool]] = {  # query → whether it may find the rulings of the card
    "side:corp": lambda c: c.side == "Corp",
    "type:ice": lambda c: c.type == "Ice",
    "keyword:virus": lambda c: "Virus" in c.keywords,
    'keyword:"black ice"': lambda c: "Black Ice" in c.keywords,
    "set:proteus": lambda c: c.set == "Proteus",
    "side:runner type:program -keyword:icebreaker": lambda c: c.type == "Program" and "Icebreaker" not in c.keywords,
}


@pytest.mark.parametrize(("query", "check"), CARD_CHECKS.items(), ids=CARD_CHECKS)
def test_card_fields_filter_rulings_by_their_card(kb: KnowledgeBase, query: str, check: Callable[[Card], bool]) -> None:
    hits = [hit for hit in search(kb, query, 50).hits if hit.kind == "ruling"]
    assert hits
    assert [hit.id for hit in hits if not check(kb.cards_by_id[kb.rulings_by_id[hit.id].subject.id])] == []


@pytest.mark.parametrize(
    ("document", "kind"),
    [("run-chart", "step"), ("manual", "section"), ("variant", "section"), ("tournament", "section")],
)
def test_in_keeps_hits_from_one_document(kb: KnowledgeBase, document: str, kind: str) -> None:
    hits = search(kb, f"in:{document}", 30).hits
    assert hits
    assert {hit.kind for hit in hits} == {kind}
    assert {kb.documents_by_id[hit.document].short for hit in hits} == {document}


@pytest.mark.parametrize("field", [field for field in FIELDS if field.kind == "value"], ids=lambda field: field.name)
def test_every_field_value_finds_exactly_its_entries(kb: KnowledgeBase, field: Field) -> None:
    """A field whose names are matched by single words may find more entries. A quote cannot be asked for in quotes."""
    ids_by_value = defaultdict[str, set[str]](set)
    for document in documents(kb):
        values: dict[str, list[str]] = {
            "in": [document.source] if document.source else [],
            "game": [document.game],
            "kind": [document.kind],
            **document.field_values,
        }
        for value in values.get(field.name, ()):
            ids_by_value[value].add(document.id)
    assert ids_by_value
    for value, ids in ids_by_value.items():
        words = value.replace('"', " ")
        results = search(kb, f'{field.name}:"{words}"', None)
        ids_found = {hit.id for hit in results.hits}
        assert ids <= ids_found if field.by_word else ids == ids_found, value
        assert not results.notes, value


@pytest.mark.parametrize("field", [field.name for field in FIELDS])
def test_an_invalid_field_value_gives_a_note(kb: KnowledgeBase, field: str) -> None:
    results = search(kb, f"{field}:zzzz dreff")
    assert any("zzzz" in note for note in results.notes)


def test_no_field_of_the_index_has_a_name_that_a_field_of_queries_could_have() -> None:
    own = set(search_index.schema().names()) - {"card", "topic", *VALUE_FIELDS}
    assert own
    assert not [name for name in own if re.fullmatch(constants.FIELD_PATTERN, f"{name}:x")]
