"""Tests of how often an answer comes first or among the first three hits. The programs
in this folder measure it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from zlib import crc32

import pytest
import quality

from rulings.model.knowledge import Knowledge
from rulings.search.analysis import Analyzer
from rulings.search.results import Results
from rulings.search.search_documents import documents
from rulings.search.sentences import SENTENCES
from support.examples import some_of

SLOW = pytest.mark.slow
MIN_SHARES = [
    # file, split, answered first, answered in the first three
    # One rule that the manual states twice is found in its other wording
    (quality.JUDGES_1, "", 0.97, 0.99),
    (quality.JUDGES_3, "", 0.94, 0.98),
    pytest.param(quality.PLAYERS_1, "test", 0.87, 0.94, marks=SLOW),
    pytest.param(quality.PLAYERS_2, "", 0.79, 0.93, marks=SLOW),
    pytest.param(quality.PLAYERS_3, "test", 0.74, 0.9, marks=SLOW),
]


ResultsOf = Callable[[str], Results]


@pytest.fixture(scope="module")
def search(kb: Knowledge, results_of: ResultsOf) -> quality.Search:
    return quality.returning_documents(results_of, documents(kb))


@pytest.mark.parametrize(
    ("path", "split", "first", "three"),
    MIN_SHARES,
    ids=lambda value: getattr(value, "stem", value),
)
def test_answers_come_first_often_enough(
    kb: Knowledge,
    search: quality.Search,
    path: Path,
    split: str,
    first: float,
    three: float,
) -> None:
    score = quality.score_of(kb, quality.queries(path, split), search)
    assert score.first >= first, score
    assert score.three >= three, score


@pytest.mark.parametrize(
    ("left_out", "least"), [(None, 0.97), pytest.param(3, 0.94, marks=SLOW)]
)
def test_words_typed_from_a_ruling_find_it(
    kb: Knowledge, results_of: ResultsOf, left_out: int | None, least: float
) -> None:
    typed = some_of(quality.words_of_rulings(kb, left_out).items(), 4)
    found = sum(
        any(hit.id in ids for hit in results_of(words)[:3]) for words, ids in typed
    )
    assert found / len(typed) >= least


def test_two_words_of_a_ruling_beside_its_card_find_it_first(
    kb: Knowledge, search: quality.Search
) -> None:
    items = quality.words_beside_cards(kb)[::2]
    score = quality.score_of(kb, items, search, only_entries=True)
    assert score.first >= 0.94, score


def test_a_printed_word_finds_what_has_it_in_the_same_form(
    kb: Knowledge, results_of: ResultsOf
) -> None:
    words_of = Analyzer.read().words
    ranks = list[int]()
    # Words are selected by checksum, so additions do not change the selection
    for word in (
        word for word in quality.printed_words(kb) if crc32(word.encode()) % 8 == 0
    ):
        shown = [words_of(f"{hit.title} {hit.passage}") for hit in results_of(word)[:3]]
        ranks.append(
            next((rank for rank, words in enumerate(shown) if word in words), 3)
        )
    assert sum(rank == 0 for rank in ranks) / len(ranks) >= 0.87
    assert sum(rank < 3 for rank in ranks) / len(ranks) >= 0.95


def test_basic_rules_are_shown_in_the_first_hits(
    kb: Knowledge, results_of: ResultsOf
) -> None:
    score = quality.basic_rules_score(quality.queries(quality.BASIC_RULES), results_of)
    assert score.first >= 0.7, score
    assert score.three >= 0.86, score


@pytest.mark.parametrize("split", ["tune", "test"])
def test_the_line_that_answers_is_shown_with_its_section(
    results_of: ResultsOf, split: str
) -> None:
    score = quality.line_score(split, results_of)
    assert score.sections >= (38 if split == "tune" else 77), score
    assert score.shown >= 0.9, score
    assert score.certain_without <= 0.11, score
    assert score.lines <= 2.8, score


@pytest.mark.parametrize(
    ("path", "split", "high", "medium", "low"),
    [
        pytest.param(quality.PLAYERS_2, "", 0.87, 0.4, 0.2, marks=SLOW),
        pytest.param(quality.PLAYERS_3, "test", 0.83, 0.35, 0.13, marks=SLOW),
    ],
)
def test_confidence_says_how_often_an_answer_is_among_the_first_three(
    results_of: ResultsOf,
    path: Path,
    split: str,
    high: float,
    medium: float,
    low: float,
) -> None:
    unanswered = quality.queries(path, split, answered=False)
    worth = quality.worth([*quality.queries(path, split), *unanswered], results_of)
    assert worth["high"].three >= high, worth
    assert high > worth["medium"].three >= medium, worth
    assert worth["low"].three <= low, worth
    shares = quality.shares_of_confidences(
        [results_of(item["q"]) for item in unanswered]
    )
    assert shares["high"] <= 0.14, shares


def test_no_measured_query_is_taken_for_a_list(results_of: ResultsOf) -> None:
    queries = [item["q"] for items in quality.sets().values() for item in items]
    lists = [q for q in some_of(queries) if SENTENCES["list"] in results_of(q).notes]
    assert lists == []


def test_no_measured_query_is_one_of_our_questions(kb: Knowledge) -> None:
    words = Analyzer.read().words
    our_questions = {
        " ".join(words(q)) for document in documents(kb) for q in document.questions
    }
    assert not our_questions & {
        " ".join(words(item["q"]))
        for items in quality.sets().values()
        for item in items
    }


def test_every_measured_query_has_an_answer_in_the_sources(kb: Knowledge) -> None:
    all_documents = documents(kb)
    for items in quality.sets().values():
        for item in items:
            assert any(
                quality.answers(kb, item, document) for document in all_documents
            ), item["q"]
