"""The command line: what every command promises, and what must never happen."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from asking import ask, spawn

from rulings import card_page
from rulings.commands.spec import COMMANDS
from rulings.knowledge import KnowledgeBase

# The others are claimed by tests of their own: they write a folder, serve, ask, or are for a shell.
ELSEWHERE = re.compile(r"source |rulings completion fish |rulings site |.* --walk|.* /tmp/kb")
EXAMPLES = [line for command in COMMANDS.values() for line, _ in command.examples if not ELSEWHERE.match(line)]


@pytest.mark.parametrize("line", EXAMPLES)
def test_every_example_of_the_help_works(line: str) -> None:
    words = shlex.split(re.split(r" [|>] ", line)[0])
    told = ask(*words[1:])
    assert (told.status, told.err) == (0, "")
    assert told.out


@pytest.mark.parametrize("name", COMMANDS)
def test_help_begins_with_examples(name: str) -> None:
    out = ask(name, "--help").out
    assert out.index("Examples") < out.index("Usage")
    assert out == ask(name, "-h").out
    assert all(line in " ".join(out.split()) for line, _ in COMMANDS[name].examples)


def test_alone_it_is_one_screen_with_three_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    out = ask().out
    assert len(out.splitlines()) < 24
    assert out.count("  $ rulings ") == 3
    for line in re.findall(r"\$ (rulings .*?)  ", out):
        assert ask(*shlex.split(line)[1:]).status == 0


@pytest.mark.parametrize(
    ("line", "status", "says"),
    [
        ("no such card at all", 1, "no card is called “no such card at all”"),
        ("dr-dreff-601afce5", 1, "no ruling is called “dr-dreff-601afce5”\ndid you mean dr-dreff-601afce4?"),
        ("tracing", 1, "there is a topic Tracing: rulings topic tracing"),
        ("serach jack", 1, "or the command: rulings search"),
        ("arasaka", 1, "say which"),
        ("topic xyzzy", 1, "no topic is called “xyzzy”"),
        ("run 21", 1, "steps 1 to 20"),
        ("run zero", 1, "steps 1 to 20"),
        ("document xyzzy", 1, "no document is called “xyzzy”"),
        ("document manual xyzzy", 1, "has no section “xyzzy”"),
        ("search xyzzy plugh", 1, "xyzzy"),
        ("card dreff --as-of 1990", 1, "nothing had been ruled on Dr. Dreff by 1990"),
        ("card dreff --with wilson", 1, "no ruling concerns both Dr. Dreff and Wilson, Weeflerunner Apprentice"),
        ("list --side corp --type prep", 1, "no card is left"),
        ("card", 2, "which card?"),
        ("search", 2, "what are you looking for?"),
        ("tournament", 2, "how many players?"),
        ("tournament 0", 2, "at least 4 players"),
        ("tournament -3", 2, "cannot be"),
        ("tournament 7.5", 2, "no whole number"),
        ("tournament forty", 2, "no whole number"),
        ("tournament 9" + "9" * 5000, 2, "cannot be seated"),
        ("--no-such-option", 2, "no option --no-such-option"),
        ("dreff --jsno", 2, "did you mean --json?"),
        ("dreff --json --plain", 2, "exclude each other"),
        ("dreff --with", 2, "--with needs a value"),
        ("dreff --side up", 2, "--side is one of corp, runner"),
        ("dreff --as-of 1997-13", 2, "is no date"),
        ("dreff --as-of 1997-02-30", 2, "is no date"),
        ("dreff --color=blue", 2, "--color is one of"),
        ("search -n 0 x", 2, "--limit is a number"),
        ("run --walk 3", 2, "takes no number"),
        ("run --walk --json", 2, "no --json"),
        ("list dreff", 2, "takes no name"),
        ("export --format xml", 2, "--format is one of"),
        ("completion tcsh", 2, "which shell?"),
        ("site", 2, "build or serve?"),
        ("parse --sources /nowhere/at/all", 2, "no such folder"),
        ("check /nowhere/at/all", 2, "holds no folder `sources`"),
    ],
)
def test_what_cannot_be_answered_is_a_sentence_on_standard_error(line: str, status: int, says: str) -> None:
    told = ask(*line.split())
    assert (told.status, told.out) == (status, "")
    assert told.err.startswith("rulings: ")
    assert says in told.err


@pytest.mark.parametrize("line", ["dreff", "card dr dreff", "DR. DREFF", "dr-dreff", "--color never dreff", "dreff --color=never"])
def test_a_card_is_found_however_it_is_typed(line: str) -> None:
    told = ask(*line.split())
    assert told.status == 0
    assert told.out.startswith("Dr. Dreff\nCorp upgrade")


def test_the_quick_way_prints_what_the_whole_way_does(kb: KnowledgeBase) -> None:
    from rulings import command

    for card in kb.cards[::23]:
        for form in ([], ["--json"], ["--plain"]):
            quick = ask(card.id, *form)
            whole = ask("card", "--color", "never", card.id, *form)  # an option the quick way leaves alone
            assert command.look_up(["--color", "never", card.id]) is None
            assert quick == whole


def test_a_rulings_id_is_a_name_everywhere() -> None:
    told = ask("dr-dreff-601afce4")
    assert "Does ice that Dr. Dreff forces" in told.out
    assert "ERRATA" not in told.out
    assert ask("topic", "tracing-d3a28231").out.startswith("Tracing\n")
    page = json.loads(ask("card", "tracing-d3a28231", "--json").out)
    assert [r["id"] for r in page["rulings"]] == ["tracing-d3a28231"]
    assert len(ask("card", "dr-dreff-601afce4", "--cite").out.splitlines()) == 1


def test_a_card_page_shows_its_parts_in_order() -> None:
    out = ask("card", "incubator").out
    parts = ["Incubator\n", "Runner program · Virus", "2 rulings · 5 from Boardwalk", "incubator-fe603f8e", "From Boardwalk, on Virus programs", "▸ "]
    assert [out.index(part) for part in parts] == sorted(out.index(part) for part in parts)
    assert "The Runner gets" not in out.split("From Boardwalk")[1]
    full = ask("card", "incubator", "--full").out
    assert "boardwalk-" in full and "▸" not in full
    dreff = ask("dreff").out
    parts = ["┃ ERRATA", "dr-dreff-6c42e3dd", "Mentioned in", "Steps of a run", "⚑ restored:", "? day-month-order:"]
    assert [dreff.index(part) for part in parts] == sorted(dreff.index(part) for part in parts)


def test_a_card_without_rulings_says_so_first(kb: KnowledgeBase) -> None:
    bare = next(c for c in kb.cards if not kb.rulings_for(c.id) and not kb.inherited(c.id))
    assert ask(bare.id).out.splitlines()[2].startswith("Nothing was ever ruled on this card itself")


def test_as_of_leaves_only_what_had_been_said() -> None:
    early = json.loads(ask("card", "dreff", "--as-of", "1996", "--json").out)
    assert early["rulings"]
    assert {c["date"] for r in early["rulings"] for c in r["citations"]} <= {"1996-08-09", "1996-10-31", "1996-03-11"}
    # Two people in one entry, years apart: only the sentences of the first are left.
    before = json.loads(ask("card", "city-surveillance-e5652759", "--as-of", "1996-05-20", "--json").out)["rulings"][0]
    assert [c["date_printed"] for c in before["citations"]] == ["5/17/96", "3/11/96"]
    assert "If the Runner draws a card" in before["text"]
    assert "cannot decide not to complete" not in before["text"]
    for c in before["citations"]:
        assert 0 <= c["supports"][0] < c["supports"][1] <= len(before["text"])


def test_a_search_as_of_a_day_shows_no_sentence_said_later() -> None:
    for form in ("--json", "--plain", "--cite", "--color=never"):
        told = ask("search", "city surveillance interrupt draw", "--as-of", "1996-05-20", "-n", "2", form)
        assert "Yes, we may interrupt" in told.out
        assert "cannot decide not to" not in " ".join(told.out.split())


def test_with_keeps_what_concerns_both() -> None:
    page = json.loads(ask("card", "dreff", "--with", "olivia salazar", "--json").out)
    for ruling in [*page["rulings"], *page["mentioned_in"]]:
        ids = {m["id"] for m in ruling["mentions"]} | {ruling["subject"]["id"]}
        assert {"dr-dreff", "olivia-salazar"} <= ids
    assert page["mentioned_in"]


def test_side_type_and_game_narrow_lists() -> None:
    rows = [line.split("\t") for line in ask("list", "--side", "corp", "--type", "ice", "--plain").out.splitlines()]
    assert rows and {(row[2], row[3]) for row in rows} == {("Corp", "Ice")}
    assert ask("list", "--game", "android-netrunner").status == 1
    corp, all_of_them = ask("run", "13", "--side", "corp", "--plain").out, ask("run", "13", "--plain").out
    assert 0 < len(corp.splitlines()) < len(all_of_them.splitlines())
    assert ask("topic", "tracing", "--type", "agenda").status == 1


def test_plain_is_one_record_a_line() -> None:
    for line in ("card dreff", "topic tracing", "run 13"):
        rows = ask(*line.split(), "--plain").out.splitlines()
        assert rows and all(row.count("\t") == 5 for row in rows)
        assert all(re.fullmatch(r"[a-z0-9-]+-[0-9a-f]{8}", row.split("\t")[0]) for row in rows)


def test_cite_is_one_line_with_text_who_when_document_and_id() -> None:
    line = ask("card", "dr-dreff-601afce4", "--cite").out
    parts = ["Dr. Dreff: “When Dr. Dreff forces", "” — JD Wiker, Netrunner-L, 1997-02-25; ", "Netrunner Rulings v1.70, lines 665–669; ", "dr-dreff-601afce4\n"]
    assert [line.index(part) for part in parts] == sorted(line.index(part) for part in parts)


@pytest.mark.parametrize(
    ("line", "keys"),
    [
        ("card dreff", "card rulings inherited mentioned_in steps"),
        ("search jack out", "query total notes hits"),
        ("topic", "topics"),
        ("topic tracing", "topic rulings"),
        ("run", "steps"),
        ("run 13", "step rulings"),
        ("document", "documents"),
        ("document manual", "document sections"),
        ("tournament 40", "game document players structures points round_times tiebreakers"),
        ("list", "cards"),
        ("check", "documents counts errors notes"),
    ],
)
def test_every_reading_command_prints_json(line: str, keys: str) -> None:
    told = ask(*line.split(), "--json")
    assert told.status == 0
    assert set(keys.split()) <= set(json.loads(told.out))


def test_ndjson_has_a_kind_on_every_line() -> None:
    rows = [json.loads(line) for line in ask("export", "--format", "ndjson").out.splitlines()]
    kinds = {row["kind"] for row in rows}
    assert {"document", "card", "topic", "ruling", "errata", "see", "section", "step", "tournament"} <= kinds
    assert sum(row["kind"] == "card" for row in rows) == 580


def test_the_tournament_follows_the_tables_and_names_their_sections() -> None:
    plan = json.loads(ask("tournament", "40", "--json").out)
    assert {n: (s["rounds"], s["cut"], s["minutes"]) for n, s in plan["structures"].items()} == {"basic": (5, 8, 325), "advanced": (5, 8, 325)}
    out = ask("tournament", "40").out
    assert "5 × 65 minutes = 5 h 25 min" in out
    assert "Android: Netrunner (2012)" in out
    for section in ("basic-structure", "advanced-structure", "tournament-round-times", "tournament-points", "tiebreakers"):
        assert f"(tournament-{section})" in out
    assert "begins at 9 players" in ask("tournament", "8").out
    assert json.loads(ask("tournament", "5000", "--json").out)["structures"]["advanced"]["rounds"] == 9


def test_the_walk_is_led_by_answers_from_a_pipe() -> None:
    told = spawn("run", "--walk", typed="y\ny\nback\nn\nn\nmaybe\nn\ny\n")
    assert told.status == 0
    assert "“maybe” is none of them" in told.out
    assert told.out.endswith("Path  1 yes → 2 → 3 no → 4 no → 12 → 13 no → 14 yes → 2 → 3\n")
    ends = spawn("run", "--walk", typed="n\nyes\n")
    assert ends.out.endswith("End the run\n\nPath  1 no → 13 yes → End the run\n")
    assert spawn("run", "--walk").out.endswith("Path  1\n")


def test_parse_writes_elsewhere_only_when_told(sources: Path, tmp_path: Path) -> None:
    told = ask("parse", "--sources", str(sources))
    assert (told.status, told.out) == (2, "")
    assert "--output DIR" in told.err
    assert ask("parse", "--sources", str(sources), "--output", str(tmp_path / "kb")).status == 0
    assert (tmp_path / "kb" / "cards" / "corp" / "dr-dreff.yaml").is_file()
    assert ask("parse", "--check", "--sources", str(sources), "--output", str(tmp_path / "kb")).out == "the YAML is what the sources say\n"
    (sources / "sparkys-run-chart.txt").write_bytes(b"something else")
    damaged = ask("parse", "--sources", str(sources), "--output", str(tmp_path / "new"))
    assert damaged.status == 2
    assert "sparkys-run-chart.txt" in damaged.err
    assert not (tmp_path / "new").exists()


def test_count_speaks_english() -> None:
    assert [card_page.count(n, "ruling") for n in (0, 1, 2)] == ["0 rulings", "1 ruling", "2 rulings"]
