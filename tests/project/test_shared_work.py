"""Tests of `support/shared_work.py`: reused results belong to the same input, are copies, and never hide an error."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from rulings.api import KnowledgeBase
from rulings.cli.view_store import ViewStore
from rulings.errors import RulingsError
from rulings.search import indexing
from rulings.storage import validation, yaml_reader
from rulings.storage.cache import Cache
from rulings.storage.opening import SHIPPED
from rulings.storage.validation import violations
from rulings.storage.yaml_reader import read_yaml
from support.shared_work import shared_work

CARD = SHIPPED / "cards" / "corp" / "dr-dreff.yaml"


@pytest.fixture(autouse=True)
def reuse_work() -> Iterator[None]:
    """Reuses results even with `--unshared`."""
    with shared_work():
        yield


def test_the_same_file_is_parsed_and_validated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    work = list[str]()

    class Validator:
        def iter_errors(self, data: object) -> list[str]:
            work.append("validated")
            return []

    def parse_yaml(text: str, name: str) -> str:
        work.append("parsed")
        return text

    monkeypatch.setattr(yaml_reader, "parse_yaml", parse_yaml)
    monkeypatch.setattr(validation, "validator_of", lambda definition: Validator())
    with shared_work():
        for _ in range(2):
            assert list(violations(read_yaml(CARD), "cards/corp/dr-dreff.yaml", "x")) == []
    assert work == ["parsed", "validated"]


def test_invalid_text_is_reported_each_time_with_its_file(tmp_path: Path) -> None:
    for name in ("one", "two", "two"):
        (tmp_path / name).write_text("a: 1\na: 2\n", encoding="utf-8")
        with pytest.raises(RulingsError, match=f"{name}, line 2: the key “a” is used twice"):
            read_yaml(tmp_path / name)


def test_changing_data_that_was_read_changes_only_a_copy() -> None:
    first, second = read_yaml(CARD), read_yaml(CARD)
    assert (first, first.key_lines, first.last_line) == (second, second.key_lines, second.last_line)
    first["rulings"][0].clear()
    first.key_lines.clear()
    assert read_yaml(CARD) == second != first
    assert read_yaml(CARD).key_lines == second.key_lines


def test_changed_data_are_validated_again() -> None:
    def errors(relative: str) -> list[str]:
        return list(map(str, violations(data, relative, "x")))

    data = read_yaml(CARD)
    data["trash"] = 1
    assert errors("cards/corp/dr-dreff.yaml") == []
    assert errors("topics/dr-dreff.yaml") != []
    for wrong_value in (True, "1", "1", None):
        data["trash"] = wrong_value
        (message,) = errors("cards/corp/dr-dreff.yaml")
        assert message.startswith("x, line 10: trash: must be a whole number, not ")


def test_a_knowledge_base_with_other_content_has_another_index(kb: KnowledgeBase) -> None:
    small = replace(kb, cards=kb.cards[:3], rulings=(), topics=(), sections=(), steps=())
    renamed = replace(small, cards=(replace(small.cards[0], title="Quokka"), *small.cards[1:]))
    index, same_index, other_index = (
        dict(indexing.index_values(knowledge_base)) for knowledge_base in (small, replace(small), renamed)
    )
    assert same_index == index  # including the random name that Whoosh gives a segment
    assert b"Quokka" in other_index["names"]
    assert b"Quokka" not in index["names"]


def test_progress_is_reported_on_every_build(kb: KnowledgeBase) -> None:
    small = replace(kb, cards=(), rulings=kb.rulings[:3], topics=(), sections=(), steps=())
    steps = list[tuple[int, int]]()
    for _ in range(2):
        assert list(indexing.index_values(small, lambda done, of: steps.append((done, of))))
    assert steps == [(0, 3), (3, 3)] * 2


def test_a_command_that_changes_a_view_is_noticed() -> None:
    with pytest.raises(AssertionError, match="changed views"), shared_work():
        ViewStore(Cache("", values={"a": b'{"title": "Dr. Dreff"}'})).get("a")["title"] = "Dr Dreff"
