"""A name that is no card is never a dead end; and the habits of the command line: `-`, -n, --sort, --open, --copy, links."""

from __future__ import annotations

import base64
import json
import os
import re
import stat
from pathlib import Path

import pytest

from rulings.api import KnowledgeBase
from rulings.cli import clipboard
from rulings.cli.specification import COMMANDS
from rulings.names.meanings import build_meanings, is_only_common_words, other_meaning
from rulings.names.resolving import exact_ids, name_tables
from support.asking import ask, spawn
from support.pseudo_terminal import Terminal


@pytest.mark.parametrize(
    ("typed", "note", "shown"),
    [
        ("tracing", "the topic Tracing", "Tracing\nTopic"),
        ("public knowledge", "the topic Public Knowledge", "Public Knowledge\nTopic"),
        ("jack out", "the topic Making Runs and Jacking Out", "Topic"),
        ("virus", "the keyword Virus", "rulings"),
        ("viruses", "the keyword Virus", "rulings"),
        ("black ice", "the keyword Black Ice", "rulings"),
        ("upgrades", "the card type Upgrade", "rulings"),
        ("sparky", "the authority Sparky", "Sparky (Marc Schmalz)"),
        ("wylie", "the authority Tom Wylie", "Tom Wylie"),
        ("manual", "the document Comprehensive Reference Manual", "Comprehensive Reference Manual"),
        ("the big sell-out", "the document The Big Sell-Out", "The Big Sell-Out"),
        ("dreff olivia", "both cards", "Dr. Dreff\n1 ruling concerns both"),
        ("olivia and dreff", "both cards", "Olivia Salazar\n1 ruling concerns both"),
        ("weathertofinance", "read as Weather-to-Finance Pipe", "Weather-to-Finance Pipe"),
        ("bits", "nearest: Boring Bit", "bits"),
        ("trace", "searching for its words", "race"),
        ("may anyone look at archives", "searching for its words", "Archives"),
        ("serach jack out", "or the command: rulings search", ""),
    ],
)
def test_what_a_name_that_is_no_card_means_instead(typed: str, note: str, shown: str) -> None:
    told = ask(*typed.split())
    assert told.status == 0 and note in told.err and shown in told.out
    named = ask("card", *typed.split())  # whoever names the command wants a card, and no search for words
    assert named.out == told.out or (named.status, named.out) == (1, "")


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("dreff", "Dr. Dreff"),
        ("worm", "Worm"),
        ("the deck", "The Deck"),
        ("score", "Score!"),
        ("esc", "Emergency Self-Construct"),
        ("boardw", "Boardwalk"),
        ("dr dref", "Dr. Dreff"),
    ],
)
def test_what_is_a_card_is_that_card_without_a_word(typed: str, title: str) -> None:
    told = ask(*typed.split())
    assert (told.status, told.err) == (0, "") and told.out.startswith(title)


def test_no_title_and_no_alias_ever_means_something_else(kb: KnowledgeBase) -> None:
    names, meanings = name_tables(kb), build_meanings(kb)
    for card in kb.cards:
        for name in (card.title, card.id, card.id.replace("-", " "), *card.aliases):
            if exact_ids(names, name):
                assert other_meaning(meanings, names, name) is None and not is_only_common_words(meanings, names, name)


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("https://rules.example/sub/cards/dr-dreff/#dr-dreff-504d5230", "dr-dreff-504d5230"),
        ("https://rules.example/cards/dr-dreff/index.html", "1 erratum · "),
        ("/topics/tracing/", "Tracing\nTopic"),
        ("/run-chart/#step-13", "Step 13 of a run"),
        ("run-chart-13", "Step 13 of a run"),
        ("manual-3-setup", "3. Setup"),
        ("/documents/the-big-sell-out/", "The Big Sell-Out"),
        ("/authorities/sparky/", "Sparky (Marc Schmalz)"),
    ],
)
def test_addresses_and_ids_are_names(address: str, shown: str) -> None:
    told = ask(address)
    assert (told.status, told.err) == (0, "") and shown in told.out


@pytest.mark.parametrize("typed", ["\x1b[2J", "a" * 5000, "https://", "#", "/", "//", "-" * 3 + "x", "🂡", "1" * 400])
def test_hostile_names_end_in_an_answer_or_a_sentence(typed: str) -> None:
    told = ask("card", "--", typed)
    assert told.status in (0, 1, 2) and "\x1b" not in told.out + told.err


def test_options_go_along() -> None:
    data = json.loads(ask("tracing", "--json").out)
    assert data["topic"]["id"] == "tracing"
    assert len(ask("sparky", "--plain", "-n", "3").out.splitlines()) == 3


def test_a_side_that_the_card_has_not_is_said_and_what_others_say_is_shown() -> None:
    told = ask("card", "dreff", "--side", "runner")
    assert told.status == 0 and "Dr. Dreff is a Corp upgrade; --side runner" in told.err
    assert "on another card that mentions it" in told.out and "no rulings on this card" not in told.out
    none = ask("card", "clown", "--side", "corp")
    assert "Clown is a Runner program; --side corp" in none.err and none.status in (0, 1)


def test_a_tournament_in_a_question_leads_to_its_command() -> None:
    told = ask("search", "how", "many", "rounds", "for", "24", "players")
    assert "rulings tournament 24" in told.err + told.out


# ---- habits


def test_the_same_kind_of_mistake_has_the_same_status() -> None:
    assert {
        ask(*words).status
        for words in (("run", "21"), ("run", "0"), ("tournament", "2"), ("quiz", "--step", "21"), ("search", "-n", "0", "x"))
    } == {2}


def test_names_from_standard_input_are_answered_one_by_one() -> None:
    told = spawn("card", "-", "--plain", "-n", "1", typed="aardvark\n\nxyzzyq\nclown\n")
    assert told.status == 1 and "xyzzyq" in told.err
    assert {"aardvark", "clown"} <= {line.rpartition("\t")[0].split("\t")[0].rsplit("-", 1)[0] for line in told.out.splitlines()}
    shown = spawn("search", "-", "-n", "1", typed="jack out\ntrace\n")
    assert [line for line in shown.out.splitlines() if line.startswith("»")] == ["» jack out", "» trace"]
    assert spawn("card", "-", typed="").status == 2


def test_an_endless_line_is_one_name() -> None:
    assert spawn("card", "-", "--plain", typed="x" * 100_000 + "\ndreff\n").out.count("\tDr. Dreff\t") > 5


def test_n_and_sort_choose_and_order() -> None:
    every = json.loads(ask("card", "dreff", "--json").out)["rulings"]
    newest = json.loads(ask("card", "dreff", "--json", "--sort", "date", "-n", "2").out)["rulings"]
    assert len(every) > 2 and len(newest) == 2
    dates = [
        max((c["likely"] or c["date"] or "") for c in r["citations"])
        for r in json.loads(ask("card", "dreff", "--json", "--sort", "date").out)["rulings"]
    ]
    assert dates == sorted(dates, reverse=True)
    one = ask("card", "dreff", "-n", "1").out
    assert f"1 of {len(every)} rulings; -n all" in one and f"{len(every) - 1} rulings" in one


def test_n_all_shows_every_hit() -> None:
    hits = json.loads(ask("search", "is:errata", "-n", "all", "--json").out)
    assert hits["total"] == len(hits["hits"]) > 10


def test_official_leaves_out_what_had_no_authority(kb: KnowledgeBase) -> None:
    unofficial = next(r for r in kb.rulings if not r.official and r.subject.kind == "card")
    assert unofficial.id in ask("card", unofficial.subject.id, "--plain").out
    assert unofficial.id not in ask("card", unofficial.subject.id, "--plain", "--official").out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("dreff", "--walk"), "`rulings run` has it"),
        (("dreff", "--ofical"), "did you mean --official?"),
        (("dreff", "--off"), "did you mean --official?"),
        (("dreff", "--zzzzzz"), "no option --zzzzzz ("),
    ],
)
def test_an_unknown_option_gets_a_suggestion_that_makes_sense(words: tuple[str, ...], says: str) -> None:
    told = ask(*words)
    assert told.status == 2 and says in told.err


def test_the_legend_is_one_line_and_the_evidence_is_asked_for() -> None:
    short, long = ask("card", "bug", "zapper").out, ask("card", "bug", "zapper", "--full").out
    assert short.splitlines()[-1].startswith("†") and "One of these rulings" not in short and "One of these rulings" in long


@pytest.fixture
def browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    program, opened = tmp_path / "browser", tmp_path / "opened"
    program.write_text(f'#!/bin/sh\nprintf %s "$1" > {opened}\n', encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("BROWSER", str(program))
    return opened


@pytest.mark.skipif(os.name == "nt", reason="the browser is imitated by a shell script")
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
def test_open_shows_the_page_of_the_site_that_is_named(words: tuple[str, ...], page: str, browser: Path) -> None:
    told = spawn(*words, "--open", env={"RULINGS_SITE": "https://rules.example/sub/"})
    assert told.status == 0
    assert browser.read_text(encoding="utf-8").startswith(f"https://rules.example/sub{page}")


def test_open_says_where_a_page_is_missing(tmp_path: Path, browser: Path) -> None:
    told = spawn("dreff", "--open", env={"RULINGS_SITE": str(tmp_path)})
    assert told.status == 2 and "no such page" in told.err and not browser.exists()


@pytest.mark.skipif(os.name == "nt", reason="the tool is imitated by a shell script")
def test_copy_uses_the_platforms_tool(tmp_path: Path) -> None:
    tool = tmp_path / "xclip"
    tool.write_text(f"#!/bin/sh\ncat > {tmp_path / 'copied'}\n", encoding="utf-8")
    tool.chmod(0o755)
    told = spawn(
        "card",
        "dreff",
        "--copy",
        "-n",
        "1",
        env={"PATH": f"{tmp_path}:{os.environ['PATH']}", "DISPLAY": ":9", "WAYLAND_DISPLAY": "", "SSH_TTY": "", "SSH_CONNECTION": ""},
    )
    assert told.status == 0 and "1 ruling copied (xclip)" in told.err
    assert (tmp_path / "copied").read_text(encoding="utf-8") == spawn("card", "dreff", "--cite", "-n", "1").out.rstrip("\n")


def test_copy_asks_the_terminal_where_there_is_no_tool() -> None:
    terminal = Terminal("card", "aardvark", "--copy", "-n", "1", PATH="", PAGER="", DISPLAY="", WAYLAND_DISPLAY="", TMUX="")
    terminal.wait_for("copied (the terminal)")
    assert terminal.finish() == 0
    content = re.search(r"\x1b]52;c;([^\x07]*)\x07", terminal.written)
    assert content and base64.b64decode(content[1]).decode() == spawn("card", "aardvark", "--cite", "-n", "1").out.rstrip("\n")


def test_copy_without_any_way_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clipboard, "_tools", lambda: [])
    told = ask("card", "dreff", "--copy")
    assert told.status == 2 and "cannot be copied" in told.err


@pytest.mark.parametrize(
    ("environment", "linked"),
    [
        ({"RULINGS_SITE": "https://rules.example", "KITTY_WINDOW_ID": "1"}, True),
        ({"KITTY_WINDOW_ID": "1"}, False),
        ({"RULINGS_SITE": "https://rules.example", "FORCE_HYPERLINK": "0"}, False),
    ],
)
def test_ids_are_links_on_terminals_that_can(environment: dict[str, str], linked: bool) -> None:
    settings = {"PAGER": "", "NO_COLOR": "", "VTE_VERSION": "", "RULINGS_SITE": "", **environment}
    terminal = Terminal("dr-dreff-504d5230", size=(24, 80), **settings)
    terminal.wait_for("see all: rulings dr-dreff")
    assert terminal.finish() == 0
    assert ("\x1b]8;;https://rules.example/cards/dr-dreff/#dr-dreff-504d5230\x1b\\" in terminal.written) is linked
    assert "\x1b]8" not in spawn("dr-dreff-504d5230", env={"RULINGS_SITE": "https://rules.example", "FORCE_HYPERLINK": "1"}).out


def test_every_name_of_a_command_is_left_to_it() -> None:
    from rulings.cli.fast_path import COMMANDS as LEFT

    assert set(COMMANDS) | {"help"} == LEFT
