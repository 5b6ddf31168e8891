"""Tests of the options that many commands share: filters, -n and --sort, output formats, `-`, --open and --copy."""

from __future__ import annotations

import base64
import io
import json
import os
import re
import stat
import sys
from pathlib import Path
from unittest.mock import ANY

import pytest

from rulings.api import KnowledgeBase
from rulings.cli import batch, clipboard
from rulings.cli.view_store import shipped_store
from rulings.model.selecting import concerned_cards
from support.command_line import run_cli, run_cli_process
from support.pseudo_terminal import Terminal

# Filters


def test_as_of_leaves_out_rulings_with_a_later_likely_date() -> None:
    page = json.loads(run_cli("card", "dreff", "--as-of", "1996", "--json").out)
    assert page["rulings"]
    assert {c["date"] for r in page["rulings"] for c in r["citations"]} <= {
        "1996-08-09",
        "1996-10-31",
    }  # 3/11/96 is likely 1997


def test_as_of_leaves_out_later_citations_and_sentences() -> None:
    # The entry cites two people, a year apart: only the sentences of the first remain.
    ruling = json.loads(run_cli("card", "city-surveillance-e5652759", "--as-of", "1996-05-20", "--json").out)[
        "rulings"
    ][0]
    assert [c["date_printed"] for c in ruling["citations"]] == ["5/17/96"]
    assert "Yes, we may interrupt" in ruling["text"]
    assert "If the Runner draws a card" not in ruling["text"]  # printed 3/11/96, likely 1997
    assert "cannot decide not to complete" not in ruling["text"]
    for c in ruling["citations"]:
        assert 0 <= c["supports"][0] < c["supports"][1] <= len(ruling["text"])


def test_search_as_of_a_date_leaves_out_later_sentences() -> None:
    for form in ("--json", "--plain", "--cite", "--color=never"):
        result = run_cli("search", "city surveillance interrupt draw", "--as-of", "1996-05-20", "-n", "2", form)
        assert "Yes, we may interrupt" in result.out
        assert "cannot decide not to" not in " ".join(result.out.split())


def test_with_keeps_rulings_on_both_cards() -> None:
    page = json.loads(run_cli("card", "dreff", "--with", "olivia salazar", "--json").out)
    for ruling in [*page["rulings"], *page["mentioned_in"]]:
        ids = {m["id"] for m in ruling["mentions"]} | {ruling["subject"]["id"]}
        assert {"dr-dreff", "olivia-salazar"} <= ids
    assert page["mentioned_in"]


def test_with_connects_only_by_the_words_said_by_then() -> None:
    # The sentence on Restrictive Net Zoning was added on 6 September.
    words = ("card", "security purge", "--with", "restrictive net zoning", "--plain", "--as-of")
    assert run_cli(*words, "1996-09-05").status == 1
    assert run_cli(*words, "1996-09-06").out.count("\n") == 1


@pytest.mark.parametrize(
    "options", [("--with", "olivia salazar"), ("-n", "1"), ("--with", "olivia salazar", "-n", "1")]
)
def test_with_and_n_leave_the_steps_of_the_rulings_shown(options: tuple[str, ...]) -> None:
    page = json.loads(run_cli("card", "dreff", *options, "--json").out)
    assert page["steps"] == sorted({step for ruling in page["rulings"] for step in ruling["steps"]})
    assert len(page["steps"]) < len(json.loads(run_cli("card", "dreff", "--json").out)["steps"])


def test_a_step_has_the_reasons_for_the_rulings_shown_only() -> None:
    for options in (["--as-of", "1996-05-31"], ["-n", "1"], []):
        step = json.loads(run_cli("run", "13", "--json", *options).out)["step"]
        assert {row["ruling"] for row in step["applied"]} == set(step["rulings"]) != set()
    for day, is_shown in (("1997-03-10", False), ("1997-03-11", True)):  # when the words on the step were said
        step = json.loads(run_cli("run", "16", "--as-of", day, "--json").out)["step"]
        assert ("armageddon-b048b520" in step["rulings"]) == is_shown


@pytest.mark.parametrize("name", ["imp", "executive extraction"])
def test_a_ruling_that_is_inherited_and_mentions_the_card_is_shown_once(name: str) -> None:
    ids = [line.split("\t")[0] for line in run_cli(name, "--plain").out.splitlines()]
    assert len(set(ids)) == len(ids) > 0
    shown = run_cli(name, "--full").out
    assert [id for id in ids if shown.count(id) > 1] == []


def test_with_shows_a_ruling_once_that_is_inherited_and_mentions_the_card() -> None:
    ids = [line.split("\t")[0] for line in run_cli("imp", "--with", "afreet", "--plain").out.splitlines()]
    assert ids.count("afreet-ccaae8cf") == 1
    assert len(set(ids)) == len(ids)


def test_with_finds_the_same_rulings_in_either_order() -> None:
    store = shipped_store()
    pairs = {
        (page["card"]["id"], other)
        for page in map(store.card_page, (card["id"] for card in store.cards))
        for group in page["inherited"]
        for ruling in group["rulings"]
        for other in concerned_cards(ruling) - {page["card"]["id"]}
    }
    assert {("baskerville", "dr-dreff"), ("encoder-inc", "dr-dreff")} <= pairs
    found = 0
    for pair in sorted(pairs)[::3]:
        ids = [
            {line.split("\t")[0] for line in run_cli("card", first, "--with", second, "--plain").out.splitlines()}
            for first, second in (pair, pair[::-1])
        ]
        assert ids[0] == ids[1], pair
        found += bool(ids[0])
    assert found


LISTED = [
    # options, a card that is listed, a card that is not
    ("--side corp --type ice", "Data Wall", "Dr. Dreff"),
    ("--side runner", "ZZ22 Speed Chip", "Data Wall"),
    ("--ruled", "Dr. Dreff", "Access to Kiribati"),
]


@pytest.mark.parametrize(("options", "listed", "left_out"), LISTED)
def test_list_options_filter_cards(options: str, listed: str, left_out: str) -> None:
    out = run_cli("list", *options.split(), "--plain").out
    assert f"\t{listed}\t" in out
    assert f"\t{left_out}\t" not in out


def test_the_list_counts_only_the_rulings_that_pass_the_options() -> None:
    every, official = (
        {card["id"]: card["rulings"] for card in json.loads(run_cli("list", *options, "--json").out)["cards"]}
        for options in ((), ("--official",))
    )
    for id in official:
        rulings = json.loads(run_cli("card", id, "--json").out)["rulings"] if every[id] != official[id] else []
        assert every[id] - official[id] == sum(not ruling["official"] for ruling in rulings)
    assert every != official


def test_side_type_and_game_filter_results() -> None:
    rows = [line.split("\t") for line in run_cli("list", "--side", "corp", "--type", "ice", "--plain").out.splitlines()]
    assert rows
    assert {(row[2], row[3]) for row in rows} == {("Corp", "Ice")}
    assert run_cli("list", "--game", "android-netrunner").status == 1
    corp_only = run_cli("run", "13", "--side", "corp", "--plain").out
    both_sides = run_cli("run", "13", "--plain").out
    assert 0 < len(corp_only.splitlines()) < len(both_sides.splitlines())
    assert run_cli("topic", "tracing", "--type", "agenda").status == 1


def test_the_other_side_gives_a_note_and_mentions_elsewhere() -> None:
    result = run_cli("card", "dreff", "--side", "runner")
    assert result.status == 0
    assert "Dr. Dreff is a Corp upgrade; --side runner" in result.err
    assert "on another card that mentions it" in result.out
    assert "no rulings on this card" not in result.out
    result = run_cli("card", "clown", "--side", "corp")
    assert "Clown is a Runner program; --side corp" in result.err
    assert result.status == 1


def test_official_leaves_out_unofficial_rulings(kb: KnowledgeBase) -> None:
    unofficial = next(r for r in kb.rulings if not r.official and r.subject.kind == "card")
    assert unofficial.id in run_cli("card", unofficial.subject.id, "--plain").out
    assert unofficial.id not in run_cli("card", unofficial.subject.id, "--plain", "--official").out


# Number, order and form of the results


def test_n_limits_and_sort_orders_rulings() -> None:
    rulings = json.loads(run_cli("card", "dreff", "--json").out)["rulings"]
    newest = json.loads(run_cli("card", "dreff", "--json", "--sort", "date", "-n", "2").out)["rulings"]
    assert len(rulings) > 2
    assert len(newest) == 2
    dates = [
        max((c["likely"] or c["date"] or "" for c in r["citations"]), default="")
        for r in json.loads(run_cli("card", "dreff", "--json", "--sort", "date").out)["rulings"]
    ]
    assert dates == sorted(dates, reverse=True)
    out = run_cli("card", "dreff", "-n", "1").out
    assert f"1 of {len(rulings)} rulings; -n all" in out
    assert f"{len(rulings) - 1} rulings" in out
    assert len(run_cli("card", "dreff", "-n", "1", "--plain").out.splitlines()) == 1


@pytest.mark.parametrize("words", [("topic", "tracing"), ("run", "13"), ("who", "sparky"), ("imp", "--with", "afreet")])
def test_a_limited_list_says_how_many_rulings_there_are(words: tuple[str, ...]) -> None:
    total = len(run_cli(*words, "--plain").out.splitlines())
    out = run_cli(*words, "-n", "1").out
    unlimited = run_cli(*words).out
    assert f"1 of {total} rulings; -n all shows them" in out
    assert "; -n all" not in unlimited
    assert out.splitlines()[:2] == unlimited.splitlines()[:2]
    assert len(run_cli(*words, "-n", "1", "--plain").out.splitlines()) == 1


def test_n_all_shows_every_hit() -> None:
    hits = json.loads(run_cli("search", "is:errata", "-n", "all", "--json").out)
    assert hits["total"] == len(hits["hits"]) > 10


def test_plain_prints_one_record_per_line() -> None:
    for line in ("card dreff", "topic tracing", "run 13"):
        rows = run_cli(*line.split(), "--plain").out.splitlines()
        assert rows
        record = re.compile(r"[a-z0-9-]+-[0-9a-f]{8}(\t[^\t]*){5}")
        assert [row for row in rows if not record.fullmatch(row)] == []


def test_cite_prints_one_line_with_text_source_and_id() -> None:
    line = run_cli("card", "dr-dreff-601afce4", "--cite").out
    parts = [
        "“When Dr. Dreff forces",
        "” — Dr. Dreff, ruling: JD Wiker, Netrunner-L, 25 February 1997. ",
        "Netrunner Rulings, v1.70, lines 665–669 ",
        "[dr-dreff-601afce4]\n",
    ]
    assert [line.index(part) for part in parts] == sorted(line.index(part) for part in parts)


def test_only_full_prints_the_evidence_in_the_legend() -> None:
    out = run_cli("card", "bug", "zapper").out
    full_out = run_cli("card", "bug", "zapper", "--full").out
    assert out.splitlines()[-1].startswith("†")
    assert "One of these rulings" not in out
    assert "One of these rulings" in full_out


# Names from standard input: `-`


def test_dash_reads_names_from_standard_input() -> None:
    result = run_cli_process("card", "-", "--plain", "-n", "1", stdin="aardvark\n\nxyzzyq\nclown\n")
    assert result.status == 1
    assert "xyzzyq" in result.err
    assert {"aardvark", "clown"} <= {
        line.rpartition("\t")[0].split("\t")[0].rsplit("-", 1)[0] for line in result.out.splitlines()
    }
    result = run_cli_process("search", "-", "-n", "1", stdin="jack out\ntrace\n")
    assert [line for line in result.out.splitlines() if line.startswith("»")] == ["» jack out", "» trace"]
    assert run_cli_process("card", "-", stdin="").status == 2


def test_names_from_standard_input_mean_what_they_mean_as_arguments() -> None:
    result = run_cli_process("card", "-", "--plain", stdin="trace cards\n")
    argument = run_cli("card", "trace cards", "--plain")
    assert (result.status, result.out, result.err) == (argument.status, argument.out, argument.err) == (1, "", ANY)
    assert run_cli_process("-", "--plain", stdin="trace cards\n").out == run_cli("trace cards", "--plain").out != ""


@pytest.mark.parametrize(
    ("input", "message"),
    [
        (None, "standard input is empty"),
        ("\n \n", "standard input is empty"),
        ("dreff\n\n" * 3, ""),
        ("dreff\n" * 4, "standard input has more than 3 lines"),
    ],
)
def test_names_from_standard_input_are_counted(
    input: str | None, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "_MAX_LINES", 3)
    monkeypatch.setattr(sys, "stdin", io.StringIO(input) if input is not None else None)  # None: closed by the caller
    result = run_cli("card", "-", "--cite", "-n", "1")
    assert result.status == (2 if message else 0)
    assert message in result.err
    assert len(result.out.splitlines()) == min(3, (input or "").count("dreff"))


def test_a_very_long_line_is_one_name() -> None:
    assert run_cli_process("card", "-", "--plain", stdin="x" * 100_000 + "\ndreff\n").out.count("\tDr. Dreff\t") > 5


# Unknown options


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("dreff", "--walk"), "`rulings run` has it"),
        (("dreff", "--ofical"), "did you mean --official?"),
        (("dreff", "--off"), "did you mean --official?"),
        (("dreff", "--zzzzzz"), "no option --zzzzzz ("),
        (("-z", "--color"), "`rulings card` has no option -z ("),
        (("--colour",), "`rulings card` has no option --colour; did you mean --color?"),
        (("--colors",), "`rulings card` has no option --colors; did you mean --color?"),
    ],
)
def test_unknown_options_get_useful_suggestions(words: tuple[str, ...], message: str) -> None:
    result = run_cli(*words)
    assert result.status == 2
    assert message in result.err


# --open


@pytest.fixture
def opened_url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file in which a shell script in place of the browser writes the URL it is given."""
    program, url_file = tmp_path / "browser", tmp_path / "opened"
    program.write_text(f'#!/bin/sh\nprintf %s "$1" > {url_file}\n', encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("BROWSER", str(program))
    return url_file


@pytest.mark.skipif(os.name == "nt", reason="a shell script stands in for the browser")
@pytest.mark.parametrize(
    ("words", "page"),
    [
        (("dreff",), "/cards/dr-dreff/"),
        (("dr-dreff-504d5230",), "/cards/dr-dreff/#dr-dreff-504d5230"),
        (("tracing",), "/topics/tracing/"),
        (("run", "13"), "/run-chart/"),
        (("document", "manual", "3"), "/documents/comprehensive-reference-manual/#manual-3-setup"),
        (("search", "jack out"), "/search/?q=jack%20out"),
        (("who", "sparky"), "/authorities/sparky/"),
    ],
)
def test_open_opens_the_matching_page(words: tuple[str, ...], page: str, opened_url: Path) -> None:
    result = run_cli_process(*words, "--open", env={"RULINGS_SITE": "https://rules.example/sub/"})
    assert result.status == 0
    assert opened_url.read_text(encoding="utf-8").startswith(f"https://rules.example/sub{page}")


def test_open_reports_a_missing_page(tmp_path: Path, opened_url: Path) -> None:
    result = run_cli_process("dreff", "--open", env={"RULINGS_SITE": str(tmp_path)})
    assert result.status == 2
    assert "no such page" in result.err
    assert not opened_url.exists()


# --copy


@pytest.mark.skipif(os.name == "nt", reason="a shell script stands in for the tool")
def test_copy_uses_the_clipboard_tool(tmp_path: Path) -> None:
    tool = tmp_path / "xclip"
    tool.write_text(f"#!/bin/sh\ncat > {tmp_path / 'copied'}\n", encoding="utf-8")
    tool.chmod(0o755)
    result = run_cli_process(
        "card",
        "dreff",
        "--copy",
        "-n",
        "1",
        env={
            "PATH": f"{tmp_path}:{os.environ['PATH']}",
            "DISPLAY": ":9",
            "WAYLAND_DISPLAY": "",
            "SSH_TTY": "",
            "SSH_CONNECTION": "",
        },
    )
    assert result.status == 0
    assert "1 ruling copied (xclip)" in result.err
    assert (tmp_path / "copied").read_text(encoding="utf-8") == run_cli_process(
        "card", "dreff", "--cite", "-n", "1"
    ).out.rstrip("\n")


def test_copy_uses_the_terminal_without_a_clipboard_tool() -> None:
    terminal = Terminal(
        "card", "aardvark", "--copy", "-n", "1", PATH="", PAGER="", DISPLAY="", WAYLAND_DISPLAY="", TMUX=""
    )
    terminal.wait_for("copied (the terminal)")
    assert terminal.finish() == 0
    content = re.search(r"\x1b]52;c;([^\x07]*)\x07", terminal.written)
    assert content
    assert base64.b64decode(content[1]).decode() == run_cli_process("card", "aardvark", "--cite", "-n", "1").out.rstrip(
        "\n"
    )


def test_copy_without_any_clipboard_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    result = run_cli("card", "dreff", "--copy")
    assert result.status == 2
    assert "cannot be copied" in result.err


@pytest.fixture
def copied(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that are copied."""
    texts: list[str] = []

    def copy(text: str) -> str:
        texts.append(text)
        return "a tool"

    monkeypatch.setattr(clipboard, "copy", copy)
    return texts


@pytest.mark.parametrize(
    "words",
    [
        ("dreff",),
        ("dreff", "--with", "glacier"),
        ("dreff", "--side", "runner"),  # only rulings on other cards are left
        ("imperial", "guard"),  # it has only a ruling of another card
        ("topic", "tracing"),
        ("who", "sparky", "-n", "3"),
    ],
)
def test_copied_are_the_rulings_that_cite_prints(words: tuple[str, ...], copied: list[str]) -> None:
    assert run_cli(*words, "--copy").status == 0
    assert copied == [run_cli(*words, "--cite").out.rstrip("\n")]


def test_a_list_without_rulings_is_copied_as_shown(copied: list[str]) -> None:
    assert run_cli("who", "-n", "2", "--copy").status == 0
    assert copied == ["\n".join(line.split("\t")[1] for line in run_cli("who", "-n", "2", "--plain").out.splitlines())]
