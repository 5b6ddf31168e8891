"""Tab: what may follow, asked of the program and of the real shells; and the manual page."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulings.cli.manual_page import manual
from rulings.cli.specification import COMMANDS, SHELLS
from rulings.search.fields import FIELDS, Field
from rulings.storage.opening import SHIPPED
from support.asking import ask


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (["dr-dr"], "dr-dreff\tDr. Dreff"),
        (["dreff"], "dr-dreff\tDr. Dreff"),  # a word within the title
        (["DREFF"], "dr-dreff\tDr. Dreff"),
        (["Dr. D"], "Dr. Dreff"),  # a capital asks for the title
        (["card", "dr", "dre"], "dreff\tDr. Dreff"),  # the words before stand already
        (["card", "dreff", "--with", "mario"], "marionette\tMarionette"),
        (["sear"], "search\t"),
        (["card", "--as"], "--as-of\t"),
        (["card", "--color", "al"], "always"),
        (["card", "--color=al"], "--color=always"),
        (["card", "--color", "=", "al"], "--color=always"),  # as bash cuts it
        (["list", "--type", "up"], "upgrade"),
        (["topic", "trac"], "tracing\tTracing"),
        (["run", "13"], "13\tSpecial card effects"),
        (["document", "var"], "variant\tThe Big Sell-Out"),
        (["document", "manual", "tag"], "manual-tags\tTags"),
        (["site", "b"], "build\t"),
        (["document", "manual", "scor"], "manual-6-scoring-and-end-game\t6. Scoring & End Game"),  # a later word of the title
        (["who", "spar"], "sparky\tSparky"),
        (["deck", "mi"], ":files"),
        (["deck", "--against", ""], ":files"),
        (["quiz", "--keyword", "vir"], "virus"),
        (["quiz", "--topic", "trac"], "tracing\tTracing"),
        (["quiz", "--step", "13"], "13\tSpecial card effects"),
        (["search", "str"], "strength:\tof ice or of a program"),
        (["search", "is:er"], "is:errata"),
        (["search", "trace", "is", ":", "sup"], "is:superseded"),  # as bash cuts it
        (["search", "card:dref"], "card:dr-dreff\tDr. Dreff"),
        (["search", "who:spar"], "who:sparky\tSparky"),
        (["search", "keyword:black"], "keyword:black-ops"),
        (["card", "-n", "a"], "all\t"),
        (["card", "--sort", ""], "date"),
        (["card", "--as-of", "199"], "1996"),
        (["completion", "z"], "zsh\t"),
        (["parse", "--output", "/t"], ":folders"),
    ],
)
def test_what_may_follow(typed: list[str], offered: str) -> None:
    told = ask("completion", "words", "--", *typed)
    assert (told.status, told.err) == (0, "")
    assert any(line.startswith(offered) for line in told.out.splitlines()), told.out


@pytest.mark.parametrize("typed", [[], [""], ["--"], ["zzzzzz"], ["\x1b"], ["card", "'"], ["document", "nothing", ""], ["run", "1", ""]])
def test_odd_words_complete_to_something_or_nothing(typed: list[str]) -> None:
    told = ask("completion", "words", "--", *typed)
    assert (told.status, told.err) == (0, "")


def test_every_option_with_a_value_offers_something() -> None:
    for command in COMMANDS.values():
        for option in command.options:
            if option.metavar and option.metavar not in ("NUMBER",):
                told = ask("completion", "words", "--", command.name, option.name, "")
                assert told.status == 0 and told.out, (command.name, option.name)


def test_an_option_given_is_not_offered_again() -> None:
    offered = ask("completion", "words", "--", "card", "--json", "--").out
    assert "--plain" in offered and "--json" not in offered


@pytest.fixture
def path_with_rulings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`rulings` on the path is this very program."""
    program = tmp_path / "rulings"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m rulings "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")


def need(shell: str) -> str:
    found = shutil.which(shell)
    if not found:
        pytest.skip(f"{shell} is not installed here; .ci/run installs it")
    return found


def told_by(shell: str, *words: str) -> str:
    return subprocess.run([need(shell), *words], capture_output=True, text=True, encoding="utf-8", check=True, timeout=60).stdout


@pytest.mark.parametrize(
    ("typed", "reply"),
    [
        ("rulings dr-dr", "dr-dreff"),
        ("rulings card dreff --col", "--color"),
        ("rulings card --color = al", "always"),
        ("rulings document manual 3", "manual-3-setup"),
        ("rulings card Dr.\\ Dr", "Dr. Dreff"),
        ("rulings topic trac", "tracing"),
        ("rulings search is : err", "errata"),
        ("rulings search strengt", "strength:"),
    ],
)
@pytest.mark.usefixtures("path_with_rulings")
def test_bash_completes(typed: str, reply: str) -> None:
    words = " ".join(f"'{word}'" for word in typed.replace("\\ ", "\0").split(" ")).replace("\0", "\\ ")
    script = f'source <(rulings completion bash); COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _rulings; printf "%s\\n" "${{COMPREPLY[@]}}"'
    assert told_by("bash", "--norc", "-c", script).splitlines() == [reply]


@pytest.mark.usefixtures("path_with_rulings")
def test_fish_completes_with_the_titles_beside() -> None:
    script = (
        "rulings completion fish | source; complete -C 'rulings dr-dr'; complete -C 'rulings card --wi'; complete -C 'rulings topic trac'"
    )
    assert told_by("fish", "--no-config", "-c", script).splitlines() == [
        "dr-dreff\tDr. Dreff",
        "--with\tonly rulings that concern this card too",
        "tracing\tTracing",
    ]


@pytest.mark.parametrize(
    ("typed", "becomes"),
    [
        ("rulings dr-dr", "dr-dreff"),
        ('rulings "Dr. D', '"Dr. Dreff"'),
        ("rulings card dreff --wi", "--with"),
        ("rulings topic trac", "tracing"),
        ("rulings search is:err", "is:errata"),
    ],
)
@pytest.mark.usefixtures("path_with_rulings")
def test_zsh_completes_what_is_typed(typed: str, becomes: str) -> None:
    zsh, pty = (need("zsh"), pytest.importorskip("pty", reason="zsh is asked on a pseudo-terminal, a thing of POSIX systems"))
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(zsh, [zsh, "-f", "-i"], {**os.environ, "TERM": "dumb", "COLUMNS": "200"})
    try:
        written = ""
        for send, until in (
            ("PS1='READ''Y> '; autoload -U compinit; compinit -u -D; source <(rulings completion zsh)\n", "READY> "),
            (typed + "\t", becomes),
        ):
            os.write(terminal, send.encode())
            written, end = "", time.monotonic() + 30
            while until not in written and select.select([terminal], [], [], max(end - time.monotonic(), 0))[0]:
                written += os.read(terminal, 65536).decode("utf-8", "replace")
            assert until in written
    finally:
        os.kill(pid, 9)
        os.waitpid(pid, 0)
        os.close(terminal)


@pytest.mark.parametrize("shell", SHELLS)
def test_each_shell_can_read_its_script(shell: str, tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text(ask("completion", shell).out, encoding="utf-8")
    told_by(shell, "-n", str(script))


def test_the_manual_page_is_the_committed_one_and_names_every_option() -> None:
    page = manual()
    assert page == ask("completion", "man").out
    assert (SHIPPED / "rulings.1").read_text(encoding="utf-8") == page, "python tests/transcripts.py writes it anew"
    for command in COMMANDS.values():
        assert f".SS {command.name}" in page
        for option in command.options:
            assert option.name.replace("-", "\\-") in page


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)
def test_every_field_of_the_query_language_is_told_everywhere(field: Field) -> None:
    assert f".B {field.name}:" in manual() and f"  {field.name}:" in ask("search", "--help").out
    assert f"{field.name}:\t{field.help}" in ask("completion", "words", "--", "search", field.name[:2]).out.splitlines()
    for choice in field.choices:
        assert f"{field.name}:{choice}" in ask("completion", "words", "--", "search", f"{field.name}:{choice[:2]}").out.splitlines()


def test_man_formats_the_page_without_a_warning() -> None:
    done = subprocess.run(
        [need("man"), "--warnings", "-l", str(SHIPPED / "rulings.1")],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "MANWIDTH": "80", "LC_ALL": "C.UTF-8"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "rulings dr dreff" in done.stdout
