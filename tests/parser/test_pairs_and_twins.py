"""Tests of what `rulings check` names about pairs: rulings that nobody has compared, and twins that differ."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from msgspec import structs

from rulings.model.rows import checked_rows
from rulings.parser.checks import check_references
from rulings.parser.rulings import ParsedKnowledge
from rulings.storage.yaml_files import parse_yaml

_DREFFS = [
    "dr-dreff-8a16f88d",
    "dr-dreff-504d5230",
    "dr-dreff-601afce4",
    "dr-dreff-c54dfa0f",
]


def warnings(parsed: ParsedKnowledge, file: str = "", change: Callable[[str], str] = str) -> list[str]:
    """What `rulings check` warns of if a change were made to the text of a hand-edited file."""
    edited = parsed.sources.edited
    if file:
        text = (parsed.sources.folder / f"{file}.yaml").read_text(encoding="utf-8")
        assert change(text) != text
        one_file, _ = checked_rows({file: parse_yaml(change(text) or "[]", file)})
        edited = structs.replace(edited, **{file: getattr(one_file, file)})
    changed = replace(parsed, sources=replace(parsed.sources, edited=edited))
    return [problem.text for problem in check_references(changed, []).warnings]


def test_every_pair_that_shares_a_card_or_topic_was_compared(parsed: ParsedKnowledge) -> None:
    assert warnings(parsed) == []


@pytest.mark.parametrize(
    ("taken_out", "named"),
    [
        ("dr-dreff-68bdfc57", _DREFFS),  # stands under the same card
        ("bug-zapper-a0f0dfcd", _DREFFS),  # names the card
        ("aardvark-4404256f", ["aardvark-08846d13"]),  # the other one alone
        ("discarding-453eab41", ["discarding-dec98795", "discarding-47b7bdca", "discarding-6f0e2d09"]),  # same topic
    ],
)
def test_a_ruling_that_nobody_has_compared_is_named_with_the_others(
    parsed: ParsedKnowledge, taken_out: str, named: list[str]
) -> None:
    other = named[0]  # in place of the one that is taken out
    found = warnings(parsed, "compared", lambda text: text.replace(taken_out, other))
    assert found
    assert all(text.startswith("compare ") for text in found)
    assert [id for id in named if not any(taken_out in text and id in text for text in found)] == []


def test_a_knowledge_base_without_such_a_list_is_not_asked_to_compare(parsed: ParsedKnowledge) -> None:
    assert warnings(parsed, "compared", lambda text: "[]") == []


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
