"""Tests of what `rulings check` names about several rulings: notes older than a new one, and twins that differ."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from msgspec import structs

from rulings.model.rows import checked_rows
from rulings.parser.checks import check_references
from rulings.parser.rulings import ParsedKnowledge
from rulings.storage.yaml_files import parse_yaml


def warnings(parsed: ParsedKnowledge, file: str = "", change: Callable[[str], str] = str) -> list[str]:
    """What `rulings check` warns of if a change were made to the text of a hand-edited file."""
    edited = parsed.sources.edited
    if file:
        text = (parsed.sources.folder / f"{file}.yaml").read_text(encoding="utf-8")
        assert change(text) != text
        one_file, _ = checked_rows({file: parse_yaml(change(text), file)})
        edited = structs.replace(edited, **{file: getattr(one_file, file)})
    changed = replace(parsed, sources=replace(parsed.sources, edited=edited))
    return [problem.text for problem in check_references(changed, []).warnings]


def test_nothing_is_named_in_what_is_shipped(parsed: ParsedKnowledge) -> None:
    assert warnings(parsed) == []


@pytest.mark.parametrize(
    ("added", "unread"),
    [
        ("joan-of-arc-48e96d65", ["the note mystery-box-and-joan", "the reversal joan-of-arc-d26cfa40"]),
        ("digiconda-423d2698", []),  # no note on it
    ],
)
def test_notes_that_are_older_than_a_new_ruling_are_named(
    parsed: ParsedKnowledge, added: str, unread: list[str]
) -> None:
    (ruling,) = (ruling for ruling in parsed.rulings if ruling.id == added)
    citations = (structs.replace(ruling.citations[0], likely="2035-01-31"),)
    source = structs.replace(ruling.source, document="additions-2035")
    newer = structs.replace(ruling, citations=citations, source=source)
    rulings = [newer if each == ruling else each for each in parsed.rulings]
    found = [w.text for w in check_references(replace(parsed, rulings=rulings), []).warnings if "newer" in w.text]
    assert [*map(str, found)] == [
        f"{added} is newer than {', '.join(unread)}: read them against it, and name it there" for _ in unread[:1]
    ]


@pytest.mark.parametrize(
    ("file", "before", "after", "expected"),
    [
        (
            "steps",
            "- step: 11\n  ruling: marcel-desoleil-0a4e12c1",
            "- step: 12\n  ruling: marcel-desoleil-0a4e12c1",
            "lisa-blight-0a4e12c1 and marcel-desoleil-0a4e12c1 have the same words, but different steps",
        ),
        (
            "questions",
            "swiss-bank-account-eb03d4bb:\n- Can Swiss Bank Account pay",
            "swiss-bank-account-eb03d4bb:\n- May Swiss Bank Account pay",
            "chiba-bank-account-1785bcd1 and swiss-bank-account-eb03d4bb have the same words, but different headings",
        ),
    ],
)
def test_twins_that_differ_are_named(
    parsed: ParsedKnowledge, file: str, before: str, after: str, expected: str
) -> None:
    assert expected in warnings(parsed, file, lambda text: text.replace(before, after))
