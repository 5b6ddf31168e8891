"""Tests of the analysis of text for the search: how it is split into words, and their stems."""

from __future__ import annotations

import pytest

from rulings.search.analysis import Analyzer


@pytest.fixture(scope="module")
def analyzer() -> Analyzer:
    return Analyzer.read()


def test_no_query_word_is_lost(analyzer: Analyzer) -> None:
    words = analyzer.words("May not, can't: R&D's HQ if a [TM] PK-6089a")
    assert words == ["may", "not", "can", "not", "rnd", "hq", "if", "a", "pk", "6089a"]


def test_all_spellings_of_r_and_d_are_one_word(analyzer: Analyzer) -> None:
    assert analyzer.words("R & D, r and d, RnD") == ["rnd"] * 3
    assert analyzer.words("Disintegrator and Dropp") == [
        "disintegrator",
        "and",
        "dropp",
    ]


def test_forms_of_a_word_have_one_stem(analyzer: Analyzer) -> None:
    assert {analyzer.stem(w) for w in ("rez", "rezzed", "rezzing", "rezzes")} == {"rez"}
    assert analyzer.stem("discard") != analyzer.stem("discount")
    assert analyzer.stem("not") == "not"
