"""What tests share (`support/sharing.py`) is made of the same, is nobody else's to change, and is wrong as often as it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from rulings.api import KnowledgeBase
from rulings.errors import RulingsError
from rulings.search import indexing
from rulings.storage.opening import SHIPPED
from rulings.storage.validation import violations
from rulings.storage.yaml_reader import read_yaml
from support.sharing import sharing

CARD = SHIPPED / "cards" / "corp" / "dr-dreff.yaml"


@pytest.fixture(autouse=True)
def shared() -> Iterator[None]:
    """Also with `--unshared`."""
    with sharing():
        yield


def test_an_invalid_text_is_reported_each_time_under_its_own_name(tmp_path: Path) -> None:
    for name in ("one", "two", "two"):
        (tmp_path / name).write_text("a: 1\na: 2\n", encoding="utf-8")
        with pytest.raises(RulingsError, match=f"{name}, line 2: the key 'a' is used twice"):
            read_yaml(tmp_path / name)


def test_who_changes_what_was_read_changes_only_a_copy() -> None:
    first, second = read_yaml(CARD), read_yaml(CARD)
    assert (first, first.key_lines, first.last_line) == (second, second.key_lines, second.last_line)
    first["rulings"][0].clear()
    first.key_lines.clear()
    assert read_yaml(CARD) == second != first
    assert read_yaml(CARD).key_lines == second.key_lines


def test_valid_data_are_validated_again_once_they_are_changed_and_wrong_ones_each_time() -> None:
    def said(relative: str) -> list[str]:
        return list(violations(data, relative, "x"))

    data = read_yaml(CARD)
    data["trash"] = 1
    assert said("cards/corp/dr-dreff.yaml") == []
    assert said("topics/dr-dreff.yaml") != []
    for unequal in (True, "1", "1", None):
        data["trash"] = unequal
        (sentence,) = said("cards/corp/dr-dreff.yaml")
        assert sentence.startswith("x, line 10: trash: must be a whole number, not ")


def test_a_knowledge_base_with_other_content_has_an_index_of_its_own(kb: KnowledgeBase) -> None:
    small = replace(kb, cards=kb.cards[:3], rulings=(), topics=(), sections=(), steps=())
    renamed = replace(small, cards=(replace(small.cards[0], title="Quokka"), *small.cards[1:]))
    built, again, other = (dict(indexing.build(one)) for one in (small, replace(small), renamed))
    assert again == built  # with the random name that Whoosh gave it
    assert b"Quokka" in other["names"] and b"Quokka" not in built["names"]


def test_progress_is_reported_on_every_build(kb: KnowledgeBase) -> None:
    small, told = replace(kb, cards=(), rulings=kb.rulings[:3], topics=(), sections=(), steps=()), list[tuple[int, int]]()
    for _ in range(2):
        assert list(indexing.build(small, lambda done, of: told.append((done, of))))
    assert told == [(0, 3), (3, 3)] * 2
