"""Tests of the fields of the query language, such as `by:` and `type:`."""

from __future__ import annotations

import operator
import re
from collections import defaultdict, deque
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import pytest

from rulings.api import KnowledgeBase
from rulings.model.entities import Ruling
from rulings.model.knowledge import Knowledge
from rulings.search import search
from rulings.search.analysis import Analyzer
from rulings.search.fields import BY_NAME, FIELDS, SORTED_FIELDS, Field
from rulings.search.query_patterns import TOKEN_PATTERN, TOKENS
from rulings.search.search_documents import documents
from rulings.search.search_request import read_request
from support.examples import some_of


@cache
def analyzer() -> Analyzer:
    """The analyzer of the index, read when the first test needs it."""
    return Analyzer.read()


RULING_CHECKS: dict[
    str, Callable[[Ruling], bool]
] = {  # query → whether it may find the ruling
    'card:"dr dreff" rez': lambda r: (
        "dr-dreff" in (r.subject.id, *(m.id for m in r.mentions))
    ),
    "topic:tracing": lambda r: r.subject.id == "tracing",
    "by:sparky": lambda r: any(
        c.authority == "Sparky" or c.person == "Marc Schmalz" for c in r.citations
    ),
    "before:1996-06 damage": lambda r: any(
        c.best_date and c.best_date <= "1996-06-01" for c in r.citations
    ),
    "after:1999": lambda r: any(
        c.best_date and c.best_date >= "1999" for c in r.citations
    ),
    '"jack out"': lambda r: "jack out" in " ".join(analyzer().words(r.text)),
    "trac* -link": lambda r: (
        "link" not in analyzer().words(f"{r.subject.title} {r.text}")
    ),
}


@pytest.mark.parametrize(("query", "check"), RULING_CHECKS.items(), ids=RULING_CHECKS)
def test_ruling_fields_filter_rulings(
    kb: Knowledge, query: str, check: Callable[[Ruling], bool]
) -> None:
    results = search(kb, f"{query} kind:ruling", 40)
    assert results.hits
    assert not results.notes
    assert [hit.id for hit in results.hits if not check(kb.rulings_by_id[hit.id])] == []


@pytest.mark.parametrize(
    "field",
    [field for field in FIELDS if field.value_type in ("value", "number")],
    ids=lambda field: field.name,
)
def test_every_field_value_finds_exactly_its_entries(
    kb: Knowledge, field: Field
) -> None:
    """A field whose names are matched by single words may find more entries. Quotation
    marks in a value are left out, because a quoted value cannot contain them.
    """
    ids_by_value = defaultdict[str, set[str]](set)
    for document in documents(kb):
        values: dict[str, list[str]] = {
            "in": [document.source_name] if document.source_name else [],
            "game": [document.game],
            "kind": [document.kind],
            **document.field_values,
        }
        for value in values.get(field.name, ()):
            ids_by_value[value].add(document.id)
    assert ids_by_value
    not_offered = {*map(analyzer().field_term, ids_by_value)} - {*field.choices}
    assert not (field.choices and not_offered)
    for value, ids in some_of(ids_by_value.items(), 3):
        words = value.replace('"', " ")
        results = search(kb, f'{field.name}:"{words}"', None)
        ids_found = {hit.id for hit in results.hits}
        assert ids <= ids_found if field.by_word else ids == ids_found, value
        assert not results.notes, value


@pytest.mark.parametrize("field", [field.name for field in FIELDS])
def test_an_invalid_field_value_is_named(kb: Knowledge, field: str) -> None:
    results = search(kb, f"{field}:zzzz dreff")
    sentences = [*results.notes, *results.explanation]
    assert any("zzzz" in sentence for sentence in sentences)


COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    "!=": operator.ne,
}
# `before=1997` is `before:1997`
WITH_COLON = {"before": operator.lt, "until": operator.le, "after": operator.ge}
COMPARED = [  # each name of a field with a number or a date
    (name, field)
    for field in FIELDS
    if field.value_type in ("number", "date")
    for name in (field.name, *field.aliases)
]


@pytest.fixture(scope="module")
def exported(library: KnowledgeBase) -> dict[str, dict[str, list[Any]]]:
    """Field with a number or date → id of a card, step or ruling → its values."""
    data = library.export()
    numbers: dict[str, dict[str, list[Any]]] = {
        field.name: {card["id"]: [card[field.attribute]] for card in data["cards"]}
        for field in FIELDS
        if field.value_type == "number" and field.attribute
    }
    numbers["step"] = {step["id"]: [step["number"]] for step in data["steps"]}
    numbers["ruled"] = {card["id"]: [] for card in data["cards"]}
    for ruling in data["rulings"]:
        if ruling["subject"]["kind"] == "card":
            numbers["ruled"][ruling["subject"]["id"]].append(ruling["id"])
    for id, ids in numbers["ruled"].items():
        numbers["ruled"][id] = [len(ids)]
    years = dict[str, list[Any]]()
    for ruling in data["rulings"]:
        cited = [
            citation["likely_date"] or citation["date"]
            for citation in ruling["citations"]
        ]
        years[ruling["id"]] = [int(day[:4]) for day in cited if day]
    return {**numbers, "date": years}


def kind_of(kb: Knowledge, ids: Iterable[str]) -> str:
    """The kind of the entry or card with the first of the ids."""
    entry = kb.entry(next(iter(ids)))
    return entry.kind if entry else "card"


@pytest.mark.parametrize(
    ("name", "field"), COMPARED, ids=[name for name, _ in COMPARED]
)
def test_every_number_and_date_is_compared_by_every_sign(
    kb: Knowledge, exported: dict[str, dict[str, list[Any]]], name: str, field: Field
) -> None:
    """With and without a colon and spaces. Each name is tested with each sign in one
    form; over all names, each sign is tested in every form.
    """
    forms = deque(("{}{}{}", "{} {} {}", "{}:{}{}", "{}: {} {}"))
    forms.rotate(COMPARED.index((name, field)))
    bound = 1997 if field.value_type == "date" else 2
    values = exported["date" if field.value_type == "date" else field.name]
    kind = kind_of(kb, values)
    equal = WITH_COLON.get(field.name, operator.eq)
    for sign, holds in {**COMPARISONS, "=": equal}.items():
        wanted = set[str]()
        for id, found in values.items():
            if any(isinstance(value, int) and holds(value, bound) for value in found):
                wanted.add(id)
        forms.rotate()
        results = search(kb, f"{forms[0].format(name, sign, bound)} kind:{kind}", None)
        assert {hit.id for hit in results.hits} == wanted, (forms[0], sign)
        assert not results.notes or not wanted


@pytest.mark.parametrize("kind", TOKENS)
def test_each_example_of_a_token_is_read_by_its_row(kind: str) -> None:
    example, _ = TOKENS[kind]
    for sign in ("", "-", "NOT "):
        match = re.fullmatch(TOKEN_PATTERN, sign + example)
        assert match
        assert (match.lastgroup, match["excluding"] or "") == (kind, sign)


@pytest.mark.parametrize("name", BY_NAME)
def test_spaces_beside_the_sign_of_a_field_give_an_answer(
    kb: Knowledge, name: str
) -> None:
    """Each name is tested with each sign and one value; over all names, each sign is
    tested with every value.
    """
    values = deque(("x", "corp first", "date", '"1996"', '"'))
    values.rotate([*BY_NAME].index(name))
    for sign in (": ", " : ", " :", " = "):
        values.rotate()
        results = search(kb, f"turn {name}{sign}{values[0]}", 1)
        assert results.hits or results.explanation


def test_a_minus_excludes_beside_every_title(kb: Knowledge) -> None:
    typed = {card.title: f"{card.title} -rezzed" for card in kb.cards}
    words = {
        title: read_request(kb, query).query.text for title, query in typed.items()
    }
    assert [title for title in words if words[title].endswith("-rezzed")] == []


@pytest.mark.parametrize("name", SORTED_FIELDS)
def test_an_order_changes_nothing_else_and_puts_last_what_has_no_value(
    kb: Knowledge, exported: dict[str, dict[str, list[Any]]], name: str
) -> None:
    kind, values = kind_of(kb, exported[name]), {}
    for id, found in exported[name].items():
        if numbers := [value for value in found if isinstance(value, int)]:
            values[id] = numbers
    for sign, best in (("", min), ("-", max)):
        hits = [*search(kb, f"kind:{kind} sort:{sign}{name}", None)]
        assert {hit.id for hit in hits} == {
            hit.id for hit in search(kb, f"kind:{kind}", None)
        }
        first, others = hits[: len(values)], hits[len(values) :]
        assert {hit.id for hit in first} == values.keys()
        if name == "date":  # by the day; `values` has only the year
            in_order = [hit.date for hit in first]
            assert not any(hit.date for hit in others)
        else:
            in_order = [best(values[hit.id]) for hit in first]
        assert in_order == sorted(in_order, reverse=bool(sign))


ORDERED = (
    "errata",
    "trace",
    "by:wylie",
    "dreff",
    "zzzz",
    '"net damage"',
    "13",
    "jack out?",
)


@pytest.mark.parametrize(
    "query", [*ORDERED, "kind:card", "dr-dreff-601afce4", "sparky deck size"]
)
def test_an_ordered_search_tells_the_same(kb: Knowledge, query: str) -> None:
    usual = search(kb, query, None)
    results = search(kb, f"sort:-date {query}", None)
    assert {hit.id for hit in results} == {hit.id for hit in usual}
    for key in ("notes", "confidence", "counts", "explanation", "nearest"):
        assert getattr(results, key) == getattr(usual, key)


def test_equals_of_an_order_stand_in_the_next(kb: Knowledge) -> None:
    hits = search(
        kb, "type:ice kind:card strength>=0 cost>=0 sort:-strength sort:cost", None
    )
    cards = [kb.cards_by_id[hit.id] for hit in hits]
    numbers = [(-int(card.strength or 0), int(card.cost or 0)) for card in cards]
    assert numbers == sorted(numbers)
