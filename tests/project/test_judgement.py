"""Tests of what the hand-edited files say: that verdicts, reasons and paths can be checked where
they are shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from rulings.api import KnowledgeBase
from rulings.model.entities import AnyEntry
from rulings.model.remarks import SIGN, remarks
from rulings.model.rows import checked_rows
from rulings.storage.yaml_files import parse_yaml


def entries(kb: KnowledgeBase) -> Iterator[tuple[str, AnyEntry]]:
    found: tuple[AnyEntry, ...] = (*kb.rulings, *kb.sections, *kb.steps)
    yield from ((entry.id, entry) for entry in found)


def words_of(text: str) -> str:
    return " ".join(re.sub(r"\W", " ", text).lower().split())


def test_reasons_quote_only_words_of_the_entry_below_which_they_stand(kb: KnowledgeBase) -> None:
    wrong = [
        (id, reason.note, quoted)
        for id, entry in entries(kb)
        for reason in remarks(entry, SIGN)
        for quoted in re.findall(r'"([^"]+)"', reason.reason or "")
        if words_of(quoted) not in words_of(entry.text)
        and not (reason.note or "").startswith("reversal-")
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("follow", "other", "is_valid"),
    [
        ("other", "{step: 2, words: y}", True),
        ("one", "{step: 2, words: y}", False),
        ("other", "null", False),
    ],
)
def test_an_exception_has_two_sides_and_the_second_is_followed(
    follow: str, other: str, is_valid: bool
) -> None:
    row = f"- {{title: T, id: t, kind: exception, one: {{step: 1, words: y}}, other: {other}, "
    _, faults = checked_rows(
        {"notes": parse_yaml(f"{row}follow: {follow}, reason: because}}\n", "notes.yaml")}
    )
    assert (not faults) == is_valid


def test_notes_named_in_a_reason_exist(kb: KnowledgeBase) -> None:
    titles = {note.title for note in kb.notes}
    named = {title for note in kb.notes for title in re.findall(r"the note “([^”]+)”", note.reason)}
    assert named
    assert named <= titles
