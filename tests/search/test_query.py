"""Tests of a query as read: the words to rank by, what must match, what is tried if nothing does, and the notes."""

from __future__ import annotations

import pytest
from whoosh.query import Query as Condition

from rulings.api import KnowledgeBase
from rulings.search import query as search_query
from rulings.search.index import Index, open_index
from rulings.search.query import parse
from support.data_files import read_data


@pytest.fixture(scope="module")
def index(kb: KnowledgeBase) -> Index:
    return open_index(kb)


def found(index: Index, condition: Condition | None) -> set[int] | None:
    """The numbers of the documents that meet a condition."""
    return None if condition is None else index.matching(condition)


def having(index: Index, *words: str) -> set[int]:
    """The numbers of the documents in whose words any of these occurs."""
    return {number for word in words for number in index.printed(word) if number < index.count}


@pytest.mark.parametrize(
    ("typed", "text", "same", "same_fields"),
    [  # `same`, `same_fields`: queries with the same condition, and the same condition of fields; "": none
        ("rez cost", "rez cost", "", ""),
        ("Can I (the Corp) rez -rather- late, at once?", "Can I (the Corp) rez -rather- late, at once?", "", ""),
        ('"jack out", may I?', '"jack out", may I?', "", ""),  # a sentence, although a short one
        ("Question:may I rez?", "Question:may I rez?", "", ""),  # not a field
        ("(rez", "(rez", "", ""),  # a parenthesis is punctuation
        # fields, also in a sentence
        ("card:dreff rez", "rez", "card:dr-dreff", "card:dr-dreff"),
        ("Can I rez ice? card:dreff", "Can I rez ice?", "card:dreff", "card:dreff"),
        ("type:prog*", "", "type:program", "type:program"),
        # phrases, excluded words, alternatives: only the words that are not excluded are ranked by
        ("“jack out” run", "jack out run", '"jack out"', ""),
        ("rez -ice", "rez", "-ice", ""),
        ("dreff OR glacier", "dreff glacier", "glacier OR dreff", ""),
        ("(trace OR rez) card:dreff", "trace rez", "rez OR trace card:dreff", "card:dreff"),
        ('rez "jack out" -link card:dreff', "rez jack out", 'card:dreff -link "jack out"', "card:dreff"),
    ],
)
def test_words_are_ranked_by_and_conditions_must_match(
    index: Index, typed: str, text: str, same: str, same_fields: str
) -> None:
    query = parse(index, typed)
    assert (query.text.strip(), query.notes) == (text, [])
    assert found(index, query.condition) == found(index, parse(index, same).condition)
    assert found(index, query.field_condition) == found(index, parse(index, same_fields).condition)


def test_conditions_are_met_by_what_has_their_words(index: Index) -> None:
    everything, ice = set(range(index.count)), having(index, "ice")
    assert ice < everything
    assert ice <= everything - (found(index, parse(index, "-ice").condition) or set())
    assert having(index, "dreff") & having(index, "glacier") <= (
        found(index, parse(index, "dreff OR rez").condition) or set()
    )
    assert found(index, parse(index, '"jack out"').condition) == index.with_phrase(["jack", "out"])
    assert found(index, parse(index, "card:zzzzzz").condition) == set()


@pytest.mark.parametrize(
    ("typed", "fallback", "same_fields"),
    [
        ('rez "jack out" -link card:dreff', "rez jack out", "card:dreff"),
        ("trace* OR rez", "trace rez", ""),
        ("rez cost", "rez cost", ""),
    ],
)
def test_if_nothing_matches_the_words_and_fields_are_searched_for(
    index: Index, typed: str, fallback: str, same_fields: str
) -> None:
    query = parse(index, typed)
    relaxed = query.relaxed()
    assert query.fallback_text == relaxed.text == fallback
    assert found(index, relaxed.condition) == found(index, parse(index, same_fields).condition)
    assert (relaxed.patterns, relaxed.notes[len(query.notes) :]) == (
        [],
        ["nothing matches the query exactly; its words were searched for instead"],
    )


def test_a_pattern_stands_for_the_words_that_it_matches(index: Index) -> None:
    query = parse(index, "rez icebreak*")
    assert (query.text, query.patterns) == ("rez", [["icebreaker", "icebreakers"]])
    assert found(index, query.condition) == having(index, "icebreaker", "icebreakers")


@pytest.mark.parametrize(
    ("typed", "same", "notes"),
    [
        ('"rez" -link "ice', '"rez" -link', ["an unmatched quotation mark was ignored"]),
        ("after:soon", "", ["“after:soon” is not a date (1996, 1996-08 or 1996-08-06) and was ignored"]),
        ("card:zzzzzz", "type:ice type:node", ["no card is called “zzzzzz”"]),  # nothing
    ],
)
def test_what_cannot_be_read_is_left_out_with_a_note(index: Index, typed: str, same: str, notes: list[str]) -> None:
    query = parse(index, typed)
    assert (found(index, query.condition), query.notes) == (found(index, parse(index, same).condition), notes)


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
    numbers = [[index.settings.ids[number] for number in numbers] for numbers in (query.cards, query.numbers)]
    assert (query.text.strip(), numbers) == (text, [cards, ids])


@pytest.mark.parametrize("rule", search_query.RULES, ids=lambda rule: rule.read.__name__)
def test_each_rule_changes_how_its_example_is_read(
    index: Index, rule: search_query.Rule, monkeypatch: pytest.MonkeyPatch
) -> None:
    def as_read() -> tuple[object, ...]:
        query = parse(index, rule.example)
        return (query.text, found(index, query.condition), query.numbers, query.notes, query.by_date)

    with_rule = as_read()
    monkeypatch.setattr(search_query, "RULES", tuple(other for other in search_query.RULES if other is not rule))
    assert as_read() != with_rule
    queries = {case["q"] for case in read_data("query-language-cases.yaml")}
    assert rule.example in queries or len(rule.example) > 2000
