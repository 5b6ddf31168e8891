"""Tests of output to terminals and pipes: wrapping, width, control characters, colour, encodings,
closed streams.
"""

from __future__ import annotations

import os
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.cli import cards as render_card
from rulings.cli import layout as terminal
from rulings.cli import printing as render_ruling
from rulings.cli.layout import Screen, tab_separated, wrap
from rulings.model.entities import Citation, Reference, Ruling, SourceLines
from rulings.model.knowledge import Knowledge
from rulings.model.plain_text import printable
from rulings.model.records import COLUMNS, record
from rulings.model.subject_pages import card_page
from rulings.storage.files import to_json
from support.command_line import run_cli, run_cli_process
from support.deck_lists import DECKS
from support.pseudo_terminal import Terminal, run_on_terminal

COMMAND_LINES = (
    "dreff",
    "run",
    "run 13",
    "document variant",
    "topic",
    "list",
    "search jack out -n 20",
    *(
        f"search is:{kind} -n all"
        for kind in ("errata", "reversal", "unofficial", "see")
    ),
    "topic ice-and-icebreakers",
    "who keith-stanley",
    "run 16",
    f"deck {DECKS / 'counts-first.txt'} --against {DECKS / 'counts-with-x.txt'}",
    "dreff --with marionette",
    "card --help",
    "",
)


@given(st.text(max_size=200), st.integers(1, 60), st.integers(0, 20))
def test_wrapped_lines_fit_and_lose_no_word(words: str, width: int, used: int) -> None:
    words = printable(words)
    lines = wrap(words, width, min(used, width - 1))
    assert [line for line in lines if " " in line.strip() and len(line) > width] == []
    assert len(lines[0]) <= width - min(used, width - 1) or " " not in lines[0].strip()
    assert "".join("".join(lines).split()) == "".join(words.split())


@given(st.text(st.characters(), max_size=100))
def test_printable_text_hides_and_reverses_no_words(words: str) -> None:
    printed = printable(words)
    assert not [
        c for c in printed if unicodedata.category(c) in ("Cc", "Cs") and c != "\n"
    ]
    assert not set(printed) & set(
        "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b\ufeff"
    )


def test_invisible_characters_are_shown_as_their_codes_wherever_they_stand() -> None:
    hidden = "\u200b\u202e\U000e0041"
    screen = Screen(200)
    screen.text(hidden, prefix=hidden)
    screen.text(hidden, label=(hidden, ""))
    screen.text_with_id(hidden, hidden)
    shown = "\n".join(screen.lines)
    assert not set(hidden) & set(shown)
    assert shown.count("[U+200B][U+202E][U+E0041]") == 6


def is_too_wide(line: str, width: int) -> bool:
    """Whether a line is wider than this, although it has no long word or id, which
    would not be broken.
    """
    return len(line) > width and max(map(len, line.split())) < width // 2


@pytest.mark.parametrize("width", [20, 33, 80])
def test_no_line_is_wider_than_the_terminal(
    width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    for line in COMMAND_LINES:
        too_wide = [
            row
            for row in run_cli(*line.split()).out.splitlines()
            if is_too_wide(row, width) or row != row.rstrip()
        ]
        assert not too_wide, line


def test_every_card_page_fits_a_narrow_terminal(kb: Knowledge) -> None:
    for card in kb.cards:
        screen = Screen(21)
        render_card.show_page(screen, card_page(kb, card.id), "")
        assert not [line for line in screen.lines if is_too_wide(line, 21)], card.id


@pytest.mark.parametrize(
    ("given_width", "expected"),
    [("5", 20), ("40", 40), ("4000", 100), ("wide", 80), ("", 80), ("-3", 80)],
)
def test_the_width_is_between_twenty_and_a_hundred_columns(
    given_width: str, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", given_width)
    assert terminal.terminal_width() == expected


def test_control_characters_in_the_data_are_not_printed() -> None:
    hostile = "\x1b]0;title\x07words\x9b2J \u202eturned\x7f"
    reference = Reference("card", "x", hostile)
    citation = Citation(
        hostile,
        hostile,
        venue=hostile,
        date_printed=hostile,
        restored_from=hostile,
        supports=(0, len(hostile)),
    )
    ruling = Ruling(
        "x-00000000",
        "ruling",
        True,
        True,
        reference,
        hostile,
        hostile,
        (citation,),
        (),
        (),
        SourceLines("d", (1, 2)),
        questions=(hostile,),
    )
    screen = Screen(40)
    render_ruling.show_ruling(screen, ruling, with_subject=True)
    row = tab_separated([record(ruling).cells(COLUMNS)])
    for text in (str(screen), row, ruling.cite(), to_json(ruling)):
        assert "words" in text
        assert not [
            c for c in text if unicodedata.category(c) == "Cc" and c not in "\n\t"
        ]
        assert "\u202e" not in text


@pytest.mark.parametrize(
    ("env", "option", "coloured"),
    [
        ({}, [], False),
        ({}, ["--color=always"], True),
        ({"NO_COLOR": "1"}, ["--color", "always"], True),
        ({}, ["--color", "never"], False),
    ],
)
def test_a_pipe_gets_colour_only_when_asked_for(
    env: dict[str, str], option: list[str], coloured: bool
) -> None:
    assert (
        "\x1b[" in run_cli_process("card", "dreff", *option, env=env).out
    ) is coloured


@pytest.mark.parametrize(
    ("env", "coloured"),
    [
        ({}, True),
        ({"NO_COLOR": "1"}, False),
        ({"FORCE_COLOR": "0"}, False),
        ({"CLICOLOR": "0"}, False),
        ({"TERM": "dumb"}, False),
        ({"TERM": ""}, False),
        ({"FORCE_COLOR": "False"}, False),
        ({"NO_COLOR": ""}, True),
    ],
)
def test_a_terminal_gets_colour_unless_disabled_or_unsupported(
    env: dict[str, str], coloured: bool
) -> None:
    assert ("\x1b[1mAardvark\x1b[0m" in run_on_terminal("aardvark", **env)) is coloured


def test_the_width_is_that_of_the_terminal() -> None:
    terminal = Terminal("card", "aardvark", size=(24, 44), PAGER="", NO_COLOR="1")
    assert terminal.finish() == 0
    widths = [len(line) for line in terminal.written.splitlines()]
    assert 36 < max(widths) <= 44


@pytest.mark.skipif(
    sys.getfilesystemencoding() != "utf-8",
    reason="this locale does not allow such file names",
)
@pytest.mark.parametrize(
    "line", ["parse --sources PATH", "site build /dev/null/PATH", "PATH"]
)
def test_typed_paths_are_printed_without_control_characters(
    tmp_path: Path, line: str
) -> None:
    path = f"{tmp_path}/\x1b[2J\x9b31m\u202egnp"
    result = run_cli(*(word.replace("PATH", path) for word in line.split()))
    assert result.out + result.err
    assert not set(result.out + result.err) & {"\x1b", "\x9b", "\u202e"}
    assert "Traceback" not in result.err


@pytest.mark.parametrize(
    "env",
    [
        {"LC_ALL": "C"},
        {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        {"PYTHONUTF8": "0", "LC_ALL": "en_US.ISO-8859-1"},
        {"PYTHONIOENCODING": "ascii"},
    ],
)
def test_output_is_utf8_in_any_locale(env: dict[str, str]) -> None:
    assert run_cli_process("skalderviken", env=env).out.startswith("Skälderviken SA")


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="a POSIX shell closes the streams")
@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("dreff >&-", 2),
        ("xyzzyq 2>&-", 1),
        ("xyzzyq >&- 2>&-", 2),
        ("search jack out >&- 2>&-", 2),
    ],
)
def test_closed_standard_output_is_an_error_and_closed_standard_error_is_none(
    line: str, status: int
) -> None:
    command = f'"{sys.executable}" -m rulings {line}'
    process = subprocess.run(["sh", "-c", command], capture_output=True, check=False)
    assert (process.returncode, process.stdout) == (status, b"")
    assert b"Traceback" not in process.stderr


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGPIPE")
def test_closed_pipes_are_silent() -> None:
    for line in ("export", "list", "dreff"):
        process = subprocess.Popen(
            [sys.executable, "-m", "rulings", line],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert process.stdout
        assert process.stderr
        process.stdout.read(1)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0
        process.stderr.close()


def test_errors_are_wrapped_on_a_terminal() -> None:
    lines = run_on_terminal("topic", "xyzzy").splitlines()
    assert len(lines) > 3
    assert max(map(len, lines)) <= 80
