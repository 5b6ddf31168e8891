"""Tests of a query as read: the words to rank by, what must match, what is tried if nothing does, and the notes."""

from __future__ import annotations

import pytest

from rulings.api import KnowledgeBase
from rulings.search.index import Index, open_index
from rulings.search.query import parse

DREFF = "((card:dr-dreff))"


@pytest.fixture(scope="module")
def index(kb: KnowledgeBase) -> Index:
    return open_index(kb)


@pytest.mark.parametrize(
    ("typed", "text", "condition", "field_condition"),
    [
        ("rez cost", "rez cost", None, None),
        ("Can I (the Corp) rez -rather- late, at once?", "Can I (the Corp) rez -rather- late, at once?", None, None),
        ('"jack out", may I?', '"jack out", may I?', None, None),  # a sentence, although a short one
        ("Question:may I rez?", "Question:may I rez?", None, None),  # not a field
        # fields, also in a sentence
        ("card:dreff rez", "rez", DREFF, DREFF),
        ("Can I rez ice? card:dreff", "Can I rez ice?", DREFF, DREFF),
        ("type:prog*", "", "((type:program))", "((type:program))"),
        ("-is:errata", "", "(None:* AND NOT (is:errata))", "(None:* AND NOT (is:errata))"),
        ("before:1996-06 rez", "rez", "(.date:[ TO 1996-05-31])", "(.date:[ TO 1996-05-31])"),
        # phrases, excluded words, alternatives: only the words that are not excluded are ranked by
        ("“jack out” run", "jack out run", '(.words:"jack out")', None),
        ("rez -ice", "rez", "(None:* AND NOT (.terms:ice))", None),
        ("dreff OR glacier", "dreff glacier", "(((.terms:dreff) OR (.terms:glacier)))", None),
        ("is:errata OR trace", "trace", "((is:errata OR (.terms:trace)))", None),
        ("(trace OR rez) card:dreff", "trace rez", "((((.terms:trace) OR (.terms:rez))) AND (card:dr-dreff))", DREFF),
        (
            'rez "jack out" -link card:dreff',
            "rez jack out",
            '(.words:"jack out" AND (card:dr-dreff) AND NOT (.terms:link))',
            DREFF,
        ),
    ],
)
def test_words_are_ranked_by_and_conditions_must_match(
    index: Index, typed: str, text: str, condition: str | None, field_condition: str | None
) -> None:
    query = parse(index, typed)
    assert query.text.strip() == text
    assert (query.condition and str(query.condition)) == condition
    assert (query.field_condition and str(query.field_condition)) == field_condition
    assert query.notes == []


@pytest.mark.parametrize(
    ("typed", "fallback", "field_condition"),
    [
        ('rez "jack out" -link card:dreff', "rez jack out", DREFF),
        ("(trace* OR rez~)", "trace rez", None),
        ("rez cost", "rez cost", None),
    ],
)
def test_if_nothing_matches_the_words_and_fields_are_searched_for(
    index: Index, typed: str, fallback: str, field_condition: str | None
) -> None:
    query = parse(index, typed)
    relaxed = query.relaxed()
    assert query.fallback_text == relaxed.text == fallback
    assert (relaxed.condition and str(relaxed.condition)) == field_condition
    assert (relaxed.patterns, relaxed.notes[len(query.notes) :]) == (
        [],
        ["nothing matches the query exactly; its words were searched for instead"],
    )


def test_a_pattern_stands_for_the_words_that_it_matches(index: Index) -> None:
    query = parse(index, "rez icebreak* trac~")
    assert query.text == "rez"
    assert query.patterns == [["icebreaker", "icebreakers"], ["trace", "track", "trap", "trc"]]
    assert str(query.condition) == (
        "((.words:icebreaker OR .words:icebreakers) AND (.words:trace OR .words:track OR .words:trap OR .words:trc))"
    )


@pytest.mark.parametrize(
    ("typed", "condition", "notes"),
    [
        ("(rez", None, ["an unmatched parenthesis was ignored"]),
        ('"rez" -link "ice', "(.words:rez AND NOT (.terms:link))", ["an unmatched quotation mark was ignored"]),
        ("after:soon", None, ["“after:soon” is not a date (1996, 1996-08 or 1996-08-06) and was ignored"]),
        ("card:zzzzzz", "(())", ["no card is called “zzzzzz”"]),  # it matches nothing
    ],
)
def test_what_cannot_be_read_is_left_out_with_a_note(
    index: Index, typed: str, condition: str | None, notes: list[str]
) -> None:
    query = parse(index, typed)
    assert (query.condition and str(query.condition), query.notes) == (condition, notes)


@pytest.mark.parametrize(
    ("typed", "text", "cards", "ids"),
    [
        ("card:dreff OR card:glacier", "", ["dr-dreff", "glacier"], []),
        ("dr-dreff-0a4dff2a rez", "rez", [], ["dr-dreff-0a4dff2a"]),
        ("see https://example.org/cards/dr-dreff/#dr-dreff-0a4dff2a.", "see", [], ["dr-dreff-0a4dff2a"]),
        ("/cards/glacier/ rez", "rez", [], ["glacier"]),
        ("/cards/glacier/#top", "", [], ["glacier"]),
        ("/topics/tracing/", "", [], ["tracing"]),
        ("/run-chart/step-3/", "", [], ["run-chart-3"]),
        ("/run-chart/#step-3", "", [], ["run-chart-3"]),
        ("https://example.org/run-chart/step-13/ jack out", "jack out", [], ["run-chart-13"]),
        ("/cards/no-such-card/", "/cards/no-such-card/", [], []),
        ("/topics/glacier/", "/topics/glacier/", [], []),
        ("/cards/tracing/", "/cards/tracing/", [], []),
        ("/run-chart/step-99/", "/run-chart/step-99/", [], []),
    ],
)
def test_cards_in_fields_and_ids_are_taken_from_the_words(
    index: Index, typed: str, text: str, cards: list[str], ids: list[str]
) -> None:
    query = parse(index, typed)
    found = [[index.settings.ids[number] for number in numbers] for numbers in (query.cards, query.numbers)]
    assert (query.text.strip(), found) == (text, [cards, ids])
