"""Tests of hostile and random queries: the search gives hits or an explanation, without
control characters.
"""

from __future__ import annotations

from sys import setprofile
from types import FrameType

import pytest
from hypothesis import HealthCheck, given, settings

from rulings.model.knowledge import Knowledge
from rulings.names.name_table import MAX_AMBIGUOUS_NAMES
from rulings.names.resolver import resolve
from rulings.search import search
from rulings.search.parameters import MAX_QUERY_LENGTH
from support.examples import example_count
from support.odd_words import typed_words

HOSTILE = {
    "a word of 20,000 letters": "x" * 20_000,
    "200 wildcards": " ".join(["a*"] * 200),
    "200 different wildcards": " ".join(
        f"{a}{b}*" for a in "abcdefghijklmn" for b in "aeioulrstnmhcp"
    ),
    "one pattern of 200 wildcards": "*a" * 200,
    "quotes": '"' * 999,
    "open parentheses": "(" * 5_000,
    "nested groups": "(a OR " * 400,
    "groups side by side": "(a OR b) " * 400,
    "fields and quotes": 'card:"' * 100,
    "operators alone": "OR OR OR",
    "control characters": "\x00\x01\x1b[31m\x07run\x7f",
    "a lone surrogate": "\ud800 run",
    "right to left": "\u202erun\u202c",
    "a pair of surrogates before a field": "\U0001f642foo:run",
    "markup": "<script>alert(1)</script> run",
    "unknown fields": "a:b:c:d:e:" * 200,
    "only signs": "!§$%&/()=?*+#-_.:,;<>|~^°",
    "every date again and again": "date:* " * 285,
    "200 years compared": " ".join(f"date>{year}" for year in range(1850, 2050)),
    "200 years in words": " or ".join(f"{year}" for year in range(1850, 2050)),
    "words after a person": "artist:" + "a b c d e f g h " * 125,
    "values listed": "difficulty:" + "a,b," * 498,
    "names left out": " ".join(f'-topic:"a{number} run"' for number in range(110)),
    "everything at once": '((a) OR "b -(c* d~2 card:"x" by:?' * 40,
}


@pytest.mark.parametrize("typed", HOSTILE.values(), ids=HOSTILE)
def test_hostile_queries_give_hits_or_an_explanation(kb: Knowledge, typed: str) -> None:
    results = search(kb, typed)
    assert results.hits or results.explanation
    messages = [*results.notes, *results.explanation, *results.nearest, results.query]
    assert [
        message
        for message in messages
        if not message.isprintable() or len(message) >= 600
    ] == []
    for hit in results.hits:
        assert [
            (start, end)
            for start, end in hit.spans
            if not 0 <= start < end <= len(hit.passage)
        ] == [], hit.id
    assert len(resolve(kb, typed).references) <= MAX_AMBIGUOUS_NAMES


# Queries of fields alone; each has about 2,000 letters and takes .02 s
COMPARED = [
    *("every date again and again", "200 years compared", "200 years in words"),
    *("words after a person", "values listed", "names left out"),
]
MAX_CALLS = 400_000  # function calls; a question of twelve words needs 100,000


def calls_of(kb: Knowledge, query: str) -> int:
    """How many functions a search calls when its caches are filled."""
    search(kb, query)
    calls = 0

    def count(_: FrameType, event: str, __: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    setprofile(count)
    try:
        search(kb, query)
    finally:
        setprofile(None)
    return calls


@pytest.mark.parametrize("name", COMPARED)
def test_many_fields_take_little_work(kb: Knowledge, name: str) -> None:
    assert calls_of(kb, HOSTILE[name]) < MAX_CALLS


def test_overlong_queries_are_cut_with_a_note(kb: Knowledge) -> None:
    assert any(
        f"{MAX_QUERY_LENGTH} characters were read" in note
        for note in search(kb, "run " * 5_000).notes
    )
    for shape in ("200 different wildcards", "groups side by side"):
        query = HOSTILE[shape].replace(" ", " OR ")
        assert any(
            "parts of the query were read" in note for note in search(kb, query).notes
        )


@settings(
    max_examples=example_count(100),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(typed_words)
def test_odd_words_give_hits_or_an_explanation(kb: Knowledge, typed: str) -> None:
    results = search(kb, typed, 3)
    assert bool(results.hits) != bool(results.explanation)
    assert len(results.notes) <= 6
