"""Tests that whatever somebody gives to a command, or writes into a file, is answered or refused
with a sentence.
"""

from __future__ import annotations

import contextlib
import unicodedata
from functools import cache

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rulings.errors import RulingsError
from rulings.storage.files import SHIPPED
from rulings.storage.yaml_files import parse_yaml
from support.command_line import run_cli
from support.examples import example_count
from support.odd_words import typed_words

pytestmark = pytest.mark.weekly
COMMANDS = (
    *("", "card", "card --", "topic", "run", "document", "document manual", "tournament"),
    *("list", "dreff --with", "completion"),
    *("search", "search -n", "search --", "search --json --"),
)


@pytest.mark.parametrize("command", COMMANDS)
@settings(max_examples=example_count(4))
@given(typed_words)
@example("\x1b[31mred\x07")
@example("\u202eevil\x00 \x9b31m")
@example("tab\tand\nline")
def test_commands_answer_or_say_what_is_wrong(command: str, typed: str) -> None:
    result = run_cli(*command.split(), typed)
    lines = (result.out + result.err).replace("\n", "")
    assert [c for c in lines if unicodedata.category(c) == "Cc" or c == "\u202e"] == []
    assert result.status in (0, 1, 2)
    assert result.err or not result.status
    assert "Traceback" not in result.err


@cache
def card_files() -> list[str]:
    return [
        path.read_text(encoding="utf-8")
        for path in sorted((SHIPPED / "cards").glob("*/*.yaml"))[::20]
    ]


@settings(max_examples=example_count(60))
@given(st.data(), typed_words, st.integers(0, 8))
def test_a_damaged_file_is_read_or_refused(data: st.DataObject, typed: str, replaced: int) -> None:
    text = data.draw(st.sampled_from(card_files()))
    position = data.draw(st.integers(0, len(text)))
    typed = typed.encode("utf-8", "ignore").decode()  # other files are refused before
    with contextlib.suppress(RulingsError):
        parse_yaml(text[:position] + typed + text[position + replaced :], "a file")
