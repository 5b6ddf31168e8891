"""Tests of the features of a candidate and of its score, with numbers that can be worked out by hand."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from rulings.search.expansion import Concept, Expansion
from rulings.search.indexing import read_weights
from rulings.search.reranking import NamedCard, Reranker
from rulings.search.stored import AverageLengths, QuestionStems, RankingData, Weights

# Without length normalization, a frequency f counts f / (f + 1).
WEIGHTS = replace(
    read_weights(),
    text_k1=1.0,
    text_b=0.0,
    questions_k1=1.0,
    questions_b=0.0,
    question_length=0.5,
    second_question=0.5,
    text_weight=1.0,
    questions_weight=2.0,
    similarity_weight=3.0,
    card_weight=4.0,
    missing_penalty=0.5,
)
# Two concepts: `rez` with the synonym `turn`, and `ice`. Together with a named card their weight is 4.
CONCEPTS = [Concept("rez", {"rez": 1.0, "turn": 0.5}, 2.0), Concept("ice", {"ice": 1.0}, 1.0)]


def candidate(
    text: str = "",
    questions: dict[str, list[int]] | None = None,
    question_weights: tuple[float, ...] = (),
    about: dict[str, float] | None = None,
) -> RankingData:
    words = text.split()
    return RankingData(
        kind="ruling",
        source="rulings",
        prior=1.0,
        about=about or {},
        term_counts=Counter(words),
        questions=QuestionStems(questions or {}, list(question_weights)),
        text_length=len(words),
        questions_length=sum(map(len, (questions or {}).values())),
    )


def reranker(named: tuple[NamedCard, ...] = (), weights: Weights = WEIGHTS) -> Reranker:
    return Reranker(Expansion(concepts=CONCEPTS), list(named), weights, AverageLengths(text=4, questions=4))


@pytest.mark.parametrize(
    ("text", "expected", "coverage"),
    [
        ("", 0, 0),
        ("rez", 2 * (1 / 2) / 3, 2 / 3),
        ("rez rez", 2 * (2 / 3) / 3, 2 / 3),  # a second mention adds less
        ("rez ice", (2 * (1 / 2) + 1 / 2) / 3, 1),
        ("turn", 2 * 0.5 * (1 / 2) / 3, 2 / 3),  # a synonym counts for less, but covers the concept
        ("rez turn", 2 * (1 / 2) / 3, 2 / 3),  # the best word of a concept counts, not the sum
        ("run", 0, 0),
    ],
)
def test_text_is_bm25_of_the_words(text: str, expected: float, coverage: float) -> None:
    features = reranker().features(candidate(text))
    assert features["text"] == pytest.approx(expected)
    assert features["coverage"] == pytest.approx(coverage)
    assert (features["questions"], features["similarity"], features["card"]) == (0, 0, 0)


@pytest.mark.parametrize(
    ("words", "factor"),
    [
        (4, 1.0),  # the average length
        (2, 0.75),  # 1 - b + b × 2/4
        (8, 1.5),
    ],
)
def test_longer_texts_count_for_less(words: int, factor: float) -> None:
    text = " ".join(["rez", *["run"] * (words - 1)])
    frequency = 1 / factor
    features = reranker(weights=replace(WEIGHTS, text_b=0.5)).features(candidate(text))
    assert features["text"] == pytest.approx(2 * frequency / (frequency + 1) / 3)


def test_questions_count_once_for_each_word() -> None:
    features = reranker().features(candidate(questions={"rez": [0, 1], "ice": [0]}, question_weights=(1, 1)))
    assert features["questions"] == pytest.approx((2 * (2 / 3) + 1 / 2) / 3)
    assert features["coverage"] == 1


@pytest.mark.parametrize(
    ("questions", "weights", "similarity"),
    [
        ({"rez": [0], "ice": [0]}, (3.0,), 1),  # the same words: 3 / √(3 × 3)
        ({"rez": [0], "ice": [0]}, (12.0,), 0.5),  # a longer question: 3 / √(3 × 12)
        ({"rez": [0]}, (3.0,), 2 / 3),
        ({"turn": [0]}, (3.0,), 1 / 3),  # a synonym of closeness 0.5
        ({"rez": [0], "turn": [0]}, (3.0,), 2 / 3),  # one concept, matched best by `rez`
        ({"rez": [0], "ice": [1]}, (3.0, 3.0), 2 / 3 + 0.5 * 1 / 3),  # half of the second-best question is added
        ({"rez": [0, 1, 2], "ice": [0]}, (3.0, 3.0, 3.0), 1 + 0.5 * 2 / 3),  # and nothing of the third
    ],
)
def test_similarity_is_that_of_the_best_question_and_part_of_the_next(
    questions: dict[str, list[int]], weights: tuple[float, ...], similarity: float
) -> None:
    features = reranker().features(candidate(questions=questions, question_weights=weights))
    assert features["similarity"] == pytest.approx(similarity)


@pytest.mark.parametrize(
    ("about", "card", "coverage"),
    [
        ({}, 0, 2 / 4),
        ({"card/glacier": 1.0}, 1 / 4, 3 / 4),
        ({"card/glacier": 0.5}, 0.5 / 4, 2.5 / 4),
        ({"card/glacier": 0.5, "card/clown": 1.0}, 1 / 4, 3 / 4),  # the better of the cards that a name may mean
        ({"card/aardvark": 1.0}, 0, 2 / 4),
    ],
)
def test_named_cards_add_to_the_weight_of_the_query(about: dict[str, float], card: float, coverage: float) -> None:
    named = (NamedCard(("card/glacier", "card/clown"), 1.0),)
    features = reranker(named).features(candidate("rez", about=about))
    assert features["card"] == pytest.approx(card)
    assert features["coverage"] == pytest.approx(coverage)
    assert features["text"] == pytest.approx(2 * (1 / 2) / 4)


@pytest.mark.parametrize(
    ("changed", "prior", "score"),
    [
        ({}, 1.0, 0.1 + 2 * 0.2 + 3 * 0.3 + 4 * 0.4),  # 3.0, as nothing is missing
        ({"coverage": 0.0}, 1.0, 3.0 * 0.5),
        ({"coverage": 0.5}, 1.0, 3.0 * 0.75),
        ({}, 0.8, 3.0 * 0.8),
        ({"card": 0.0}, 1.0, 1.4),
    ],
)
def test_a_score_is_a_weighted_sum_less_what_is_missing(changed: dict[str, float], prior: float, score: float) -> None:
    features = {"text": 0.1, "questions": 0.2, "similarity": 0.3, "card": 0.4, "coverage": 1.0, **changed}
    assert reranker().score(features, prior) == pytest.approx(score)


def test_a_query_without_words_scores_nothing() -> None:
    empty = Reranker(Expansion(), [], WEIGHTS, AverageLengths(text=4, questions=4))
    features = empty.features(candidate("rez", questions={"rez": [0]}, question_weights=(1,)))
    assert set(features.values()) == {0}
