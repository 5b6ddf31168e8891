"""What reaches a terminal: wrapped by words, within the width, coloured only where it may be, never a control character."""

from __future__ import annotations

import os
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.api import KnowledgeBase
from rulings.cli import output
from rulings.cli.pager import pager_command
from rulings.cli.render import terminal
from rulings.cli.render.terminal import Screen, display_width, printable, wrap
from rulings.model import serializing
from rulings.model.entities import Citation, Reference, Ruling, Source
from support.asking import ask, spawn

LINES = (
    "dreff",
    "incubator",
    "run",
    "run 13",
    "document",
    "document variant",
    "document tournament --outline",
    "topic",
    "tournament 40",
    "list",
    "search jack out -n 20",
    "card --help",
    "completion --help",
    "",
)


@given(st.text(max_size=200), st.integers(1, 60), st.integers(0, 20))
def test_wrapped_lines_fit_and_lose_no_word(words: str, width: int, taken: int) -> None:
    words = printable(words)
    lines = wrap(words, width, min(taken, width - 1))
    assert all(display_width(line) <= width for line in lines if len(line) > 1)
    assert display_width(lines[0]) <= width - min(taken, width - 1) or len(lines[0]) <= 1 or display_width(lines[0].split()[0]) > width // 2
    assert "".join("".join(lines).split()) == "".join(words.split())


@given(st.text(st.characters(), max_size=100))
def test_nothing_printable_hides_or_turns_words(words: str) -> None:
    left = printable(words)
    assert not [c for c in left if unicodedata.category(c) in ("Cc", "Cs") and c != "\n"]
    assert not set(left) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b\ufeff")


@pytest.mark.parametrize("width", [20, 33, 40, 80, 100])
def test_no_line_is_wider_than_the_terminal(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    for line in LINES:
        wide = [row for row in ask(*line.split()).out.splitlines() if display_width(row) > width or row != row.rstrip()]
        assert not wide, line


def test_every_card_page_fits_forty_columns(kb: KnowledgeBase) -> None:
    from rulings.cli.render import card as render_card

    for card in kb.cards:
        screen = Screen(40)
        render_card.show_card(screen, serializing.card_page_view(kb, card), full=True)
        assert not [line for line in screen.lines if display_width(line) > 40], card.id


@pytest.mark.parametrize(("given_width", "used"), [("5", 20), ("40", 40), ("4000", 100), ("wide", 80), ("", 80), ("-3", 80)])
def test_columns_are_kept_between_twenty_and_a_hundred(given_width: str, used: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", given_width)
    assert terminal.terminal_width() == used


@pytest.mark.parametrize("typed", ["\x1b[31mred\x07", "a\x00b", "\u202eevil", "\x9b31m", "tab\tand\nline"])
@pytest.mark.parametrize("command", [(), ("card",), ("topic",), ("search",), ("document",), ("run",), ("tournament",), ("completion",)])
def test_what_was_typed_is_said_back_without_its_control_characters(command: tuple[str, ...], typed: str) -> None:
    told = ask(*command, typed)
    assert told.status in (0, 1, 2)
    assert not [c for c in told.out + told.err if c != "\n" and (unicodedata.category(c) == "Cc" or c == "\u202e")]


def test_control_characters_in_the_data_stop_before_the_terminal() -> None:
    from rulings.cli.render import ruling as render_ruling
    from rulings.storage.json_text import to_json

    hostile = "\x1b]0;title\x07words\x9b2J \u202eturned\x7f"
    reference = Reference("card", "x", hostile)
    citation = Citation(hostile, hostile, venue=hostile, date_printed=hostile, restored=hostile, supports=(0, len(hostile)))
    ruling = serializing.ruling_view(
        Ruling("x-00000000", "errata", True, reference, hostile, hostile, (citation,), (), (), Source("d", (1, 2)), questions=(hostile,))
    )
    screen, legend = Screen(40), render_ruling.Legend()
    render_ruling.show_ruling(screen, ruling, legend, subject=True)
    legend.show(screen)
    for shown in (str(screen), render_ruling.record(ruling), render_ruling.quotation(ruling, {}), to_json(ruling)):
        assert "words" in shown
        assert not [c for c in shown if unicodedata.category(c) == "Cc" and c not in "\n\t"]
        assert "\u202e" not in shown


@pytest.mark.parametrize(
    ("env", "option", "coloured"),
    [({}, [], False), ({}, ["--color=always"], True), ({"NO_COLOR": "1"}, ["--color", "always"], True), ({}, ["--color", "never"], False)],
)
def test_a_pipe_has_colour_only_when_asked_for(env: dict[str, str], option: list[str], coloured: bool) -> None:
    assert ("\x1b[" in spawn("card", "dreff", *option, env=env).out) is coloured


def on_a_terminal(*words: str, **env: str) -> str:
    """What the command writes to a pseudo-terminal, which shows UTF-8 whatever the locale."""
    pty = pytest.importorskip("pty", reason="pseudo-terminals are a thing of POSIX systems")
    parent, child = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "PAGER": "", "COLUMNS": "80", "PYTHONUTF8": "1", **env}
    done = subprocess.Popen(
        [sys.executable, "-m", "rulings", *words], stdin=subprocess.DEVNULL, stdout=child, stderr=child, env=environment
    )
    os.close(child)
    written = b""
    while True:
        try:
            piece = os.read(parent, 65536)
        except OSError:
            break
        if not piece:
            break
        written += piece
    done.wait()
    os.close(parent)
    return written.decode()


@pytest.mark.parametrize(("env", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False), ({"NO_COLOR": ""}, True)])
def test_a_terminal_has_colour_unless_it_cannot_or_must_not(env: dict[str, str], coloured: bool) -> None:
    assert ("\x1b[1mAardvark\x1b[0m" in on_a_terminal("aardvark", **env)) is coloured


def test_on_a_terminal_long_answers_go_to_the_pager_and_short_ones_do_not(tmp_path: Path) -> None:
    pager = tmp_path / "pager"
    pager.write_text("#!/bin/sh\necho paged\ncat >/dev/null\n", encoding="utf-8")
    pager.chmod(0o755)
    assert "paged" in on_a_terminal("dreff", RULINGS_PAGER=str(pager))
    assert "paged" not in on_a_terminal("dreff", "--plain", RULINGS_PAGER=str(pager))
    assert "paged" not in spawn("dreff", env={"RULINGS_PAGER": str(pager)}).out
    shown = on_a_terminal("dreff", RULINGS_PAGER="/no/such/pager -x")
    assert "Dr. Dreff" in shown
    assert "RULINGS_PAGER names the pager “/no/such/pager”, which was not found" in shown


@pytest.mark.parametrize(
    ("words", "command"),
    [
        ("cat -n", ["cat", "-n"]),
        ("cat; touch made", []),
        ("cat | touch made", ["cat", "|", "touch", "made"]),
        ("cat $(touch made) `touch made` & $HOME", ["cat", "$(touch", "made)", "`touch", "made`", "&", "$HOME"]),
        ("'cat' \"a b\"", ["cat", "a b"]),
        ("cat 'unfinished", []),
        ("\nsh\n", ["sh"]),
        ("cat", []),
        ("", []),
        ("no-such-pager-\x1b[2J", []),
    ],
)
def test_a_pagers_words_are_split_and_never_given_to_a_shell(
    words: str, command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RULINGS_PAGER", words)
    monkeypatch.setenv("TERM", "xterm")
    found = pager_command()
    assert [Path(word).name if number == 0 else word for number, word in enumerate(found)] == command
    assert found == [] or Path(found[0]).is_absolute()
    told = capsys.readouterr().err
    assert "\x1b" not in told
    assert bool(told) == (not command and words not in ("cat", ""))


@pytest.mark.skipif(sys.getfilesystemencoding() != "utf-8", reason="in this locale no file can be called so")
def test_a_path_that_was_typed_says_nothing_to_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = f"{tmp_path}/\x1b[2J\x9b31m\u202egnp"
    for words, env in (
        (["index"], {"RULINGS_CACHE": path}),
        (["dreff"], {"RULINGS_CACHE": f"/dev/null/{path}"}),
        (["parse", "--sources", path], {}),
        (["site", "build", f"/dev/null/{path}"], {}),
        ([path], {}),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(output, "_noted", [])
            for name, value in env.items():
                patch.setenv(name, value)
            told = ask(*words)
        assert told.out + told.err
        assert not set(told.out + told.err) & {"\x1b", "\x9b", "\u202e"}, words
        assert "Traceback" not in told.err


def test_less_is_given_no_command_lines_of_the_environment(tmp_path: Path) -> None:
    spy = tmp_path / "spy"
    spy.write_text('#!/bin/sh\necho "opened:$LESSOPEN$LESSCLOSE:"\ncat >/dev/null\n', encoding="utf-8")
    spy.chmod(0o755)
    assert "opened::" in on_a_terminal("dreff", RULINGS_PAGER=str(spy), LESSOPEN="|touch made", LESSCLOSE="touch made")


def test_progress_is_told_on_a_terminal_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "reading the knowledge base" in on_a_terminal("list", RULINGS_CACHE=str(tmp_path / "one"))
    monkeypatch.setenv("RULINGS_CACHE", str(tmp_path / "two"))
    assert ask("search", "jack out").err == ""


@pytest.mark.parametrize(
    "env",
    [
        {"LC_ALL": "C"},
        {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        {"PYTHONUTF8": "0", "LC_ALL": "en_US.ISO-8859-1"},
    ],
)
def test_pipes_are_utf8_whatever_the_locale(env: dict[str, str]) -> None:
    assert spawn("skalderviken", env=env).out.startswith("Skälderviken SA")


def test_a_legacy_terminal_gets_plain_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    assert spawn("dreff", env={"PYTHONIOENCODING": "latin-1"}).out.count("| ERRATA") == 1


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGPIPE and no /dev/full")
def test_a_closed_pipe_and_a_full_disk_end_quietly_or_with_a_sentence() -> None:
    for line in ("export", "list", "dreff"):
        done = subprocess.Popen([sys.executable, "-m", "rulings", line], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert done.stdout and done.stderr
        done.stdout.read(1)
        done.stdout.close()
        assert done.stderr.read() == b""
        assert done.wait() == 0
        done.stderr.close()
    if Path("/dev/full").exists():
        with Path("/dev/full").open("wb") as full:
            done_full = subprocess.run([sys.executable, "-m", "rulings", "dreff"], stdout=full, stderr=subprocess.PIPE, check=False)
        assert done_full.returncode == 2
        assert done_full.stderr.startswith(b"rulings: cannot read or write")


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT to send on Windows")
def test_ctrl_c_ends_the_walk_without_a_word() -> None:
    import signal

    process = subprocess.Popen(
        [sys.executable, "-m", "rulings", "run", "--walk"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # ignored where the tests run in the background
    )
    assert process.stdout
    while b"[y/n" not in process.stdout.readline():
        if process.stdout.peek(1)[:1] == b" ":  # type: ignore[attr-defined]
            break
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (130, b"")
