"""Tests of the expansion of a query into weighted concepts, with a small vocabulary and weights worked out by hand."""

from __future__ import annotations

from math import log

import pytest
from msgspec.structs import replace

from rulings.search.analysis import Analyzer
from rulings.search.expansion import Expansion, Vocabulary, expand, idf
from rulings.search.indexing import read_weights
from rulings.search.stored import QueryNameTables

# Stem → in how many of the hundred documents it occurs.
FREQUENCIES = {"rez": 20, "ice": 50, "trace": 4, "link": 9, "server": 3, "damag": 30, "brain": 5, "jack": 2, "out": 60}
WEIGHTS = replace(read_weights(), idf_power=1.0, synonym=0.5, corrected=0.6)
SYNONYMS = {
    "fort": [("server", 0.8)],
    "rez": [("trace", 0.2)],
    "jack out": [("link", 1.0)],
    "dmg": [("brain damag", 1.0)],
}


def weight_of(stem: str) -> float:
    """The idf of a stem, as in BM25."""
    return log(1 + (100 - FREQUENCIES[stem] + 0.5) / (FREQUENCIES[stem] + 0.5))


def expanded(typed: str, patterns: tuple[list[str], ...] = ()) -> Expansion:
    printed = ["rez", "ice", "trace", "link", "server", "damage", "brain", "jack", "out"]
    card_names = QueryNameTables(ids=["glacier"], names={"glacier": ([0], 0.75)}, printed={})
    vocabulary = Vocabulary(
        analyzer=Analyzer({}, {}),
        synonyms=SYNONYMS,
        card_names=card_names,
        sources={"run chart": "run-chart"},
        weights=WEIGHTS,
        ranked_count=100,
        document_frequency=lambda stem: FREQUENCIES.get(stem, 0),
        is_printed=printed.__contains__,
        words=lambda: printed,
    )
    return expand(vocabulary, typed, patterns)


@pytest.mark.parametrize(
    ("typed", "concepts"),
    [
        ("ice", {"ice": ({"ice": 1.0}, weight_of("ice"))}),
        ("ice ice", {"ice": ({"ice": 1.0}, weight_of("ice"))}),  # a word counts once
        # A synonym: its own weight times `synonym`. The concept has the weight of the word itself.
        ("rez", {"rez": ({"rez": 1.0, "trace": 0.1}, weight_of("rez"))}),
        # A word that occurs nowhere has the weight of its synonym, times how well it stands for the word.
        ("fort", {"fort": ({"server": 0.4}, weight_of("server") * 0.4)}),
        # The synonym of a phrase belongs to its first word.
        (
            "jack out",
            {"jack": ({"jack": 1.0, "link": 0.5}, weight_of("jack")), "out": ({"out": 1.0}, weight_of("out"))},
        ),
        # Of a synonym that is a phrase, common words are left out: `damag` is in more than a tenth of the documents.
        ("dmg", {"dmg": ({"brain": 0.5}, weight_of("brain") * 0.5)}),
        # A misspelt word stands for the nearest one, at the weight `corrected`.
        ("tarce", {"tarce": ({"trace": 1.0}, weight_of("trace") * 0.6)}),
        # Two words run together.
        ("icetrace", {"icetrace": ({"ice": 1.0, "trace": 1.0}, weight_of("trace") * 0.6)}),
    ],
)
def test_each_word_is_a_concept_with_its_weight(
    typed: str, concepts: dict[str, tuple[dict[str, float], float]]
) -> None:
    actual = {concept.word: (concept.terms, concept.weight) for concept in expanded(typed).concepts}
    assert list(actual) == sorted(concepts, key=lambda word: -concepts[word][1])
    for word, (terms, weight) in concepts.items():
        assert actual[word][0] == pytest.approx(terms)
        assert actual[word][1] == pytest.approx(weight)


@pytest.mark.parametrize(
    ("typed", "unknown", "corrected"),
    [
        ("ice xyzzy", ["xyzzy"], {}),
        ("tarce", [], {"tarce": "trace"}),
        ("icetrace", [], {"icetrace": "ice trace"}),
        ("ice", [], {}),
        ("x ice", [], {}),  # single letters are not reported
    ],
)
def test_unknown_and_corrected_words_are_reported(typed: str, unknown: list[str], corrected: dict[str, str]) -> None:
    expansion = expanded(typed)
    assert expansion.unknown == unknown
    assert expansion.corrected == corrected


def test_a_named_card_is_recognized() -> None:
    expansion = expanded("trace glacier")
    (mention,) = expansion.mentions
    assert (mention.start, mention.stop, mention.card_ids, mention.confidence) == (1, 2, ("glacier",), 0.75)
    assert [concept.word for concept in expansion.concepts] == ["trace"]
    assert expansion.unknown == []


def test_a_source_named_in_the_query_is_noticed() -> None:
    assert expanded("rez in the run chart").sources == {"run-chart"}
    assert expanded("chart of a run").sources == frozenset()


def test_a_pattern_is_one_concept_as_rare_as_its_commonest_word() -> None:
    (concept,) = expanded("", (["trace", "link", "xyzzy"],)).concepts
    assert concept.terms == {"trace": 1.0, "link": 1.0}
    assert concept.weight == pytest.approx(weight_of("link"))
    assert expanded("", (["xyzzy"],)).concepts == []


@pytest.mark.parametrize(
    ("frequency", "count", "power", "expected"),
    [
        (0, 10, 1.0, log(22)),  # 1 + 10.5 / 0.5
        (10, 10, 1.0, log(1 + 0.5 / 10.5)),
        (0, 10, 0.5, log(22) ** 0.5),
        (5, 10, 0.0, 1.0),
    ],
)
def test_idf_is_that_of_bm25_damped_by_a_power(frequency: int, count: int, power: float, expected: float) -> None:
    assert idf(frequency, count, power) == pytest.approx(expected)
