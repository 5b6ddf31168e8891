"""Tests of names that are not a card's: what else they mean, and which words are too common to name a card."""

from __future__ import annotations

import pytest

from rulings.api import KnowledgeBase
from rulings.names import (
    Meanings,
    NameTables,
    build_meanings,
    cached_name_tables,
    is_address,
    is_only_common_words,
    other_meaning,
    plural_forms,
)


@pytest.fixture(scope="module")
def meanings(kb: KnowledgeBase) -> Meanings:
    return build_meanings(kb)


@pytest.fixture(scope="module")
def names(kb: KnowledgeBase) -> NameTables:
    return cached_name_tables(kb)


@pytest.mark.parametrize(
    ("typed", "meaning"),
    [
        ("Tracing", ["topic", "tracing", "Tracing"]),
        ("black ice", ["keyword", "black ice", "Black Ice"]),
        ("viruses", ["keyword", "virus", "Virus"]),
        ("upgrades", ["type", "upgrade", "Upgrade"]),
        ("wylie", ["authority", "tom-wylie", "Tom Wylie"]),
        ("manual", ["document", "comprehensive-reference-manual", "Comprehensive Reference Manual"]),
        ("dreff", None),
        ("worm", None),  # a keyword too, but exactly the title of a card
        ("xyzzyq", None),
        ("", None),
    ],
)
def test_a_name_may_mean_something_else(
    meanings: Meanings, names: NameTables, typed: str, meaning: list[str] | None
) -> None:
    assert other_meaning(meanings, names, typed) == meaning


def test_common_words_name_a_card_only_as_the_beginning_of_its_title(meanings: Meanings, names: NameTables) -> None:
    assert is_only_common_words(meanings, names, "bits", "Boring Bit")
    assert is_only_common_words(meanings, names, "may the corp")
    assert not is_only_common_words(meanings, names, "fast", "Fast Track")
    assert not is_only_common_words(meanings, names, "dreff")
    assert not is_only_common_words(meanings, names, "")


@pytest.mark.parametrize(
    ("typed", "is_one"),
    [
        ("/cards/dr-dreff/", True),
        (" HTTPS://rules.example", True),
        ("file:///x", True),
        ("cards/x", False),
        ("", False),
    ],
)
def test_addresses_are_recognized(typed: str, is_one: bool) -> None:
    assert is_address(typed) == is_one


def test_plurals_of_keywords() -> None:
    assert plural_forms("virus") == ["virus", "viruss", "viruses"]
