"""The command line: what every command promises, and what must never happen."""

from __future__ import annotations

import json
import re
import shlex
from collections import Counter
from pathlib import Path

import pytest

from rulings.api import KnowledgeBase
from rulings.cli.specification import COMMANDS
from rulings.model.formatting import count
from support.asking import ask, spawn
from support.pseudo_terminal import Terminal

# The others are claimed by tests of their own: they write a folder, serve, ask, or are for a shell.
ELSEWHERE = re.compile(
    r"source |cut |printf |rulings deck |.* --deck |.* --copy|rulings completion fish |rulings site |.* --walk|.* /tmp/kb"
)
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
        ("xyzzyq", 1, "no card “xyzzyq”"),
        ("dr-dreff-601afce5", 1, "no ruling “dr-dreff-601afce5”\ndid you mean dr-dreff-601afce4?"),
        ("arasaka", 1, "may mean several cards"),
        ("topic xyzzy", 1, "no topic “xyzzy”"),
        ("run 21", 2, "steps 1 to 20"),
        ("run -20", 2, "steps 1 to 20"),
        ("dreff --with --json", 2, "--with needs a value"),
        ("dreff --with dreff", 2, "--with needs another card than Dr. Dreff"),
        ("dreff --sort name", 2, "--sort must be date"),
        ("search type:ice kind:card --cite", 0, "only rulings are cited"),
        ("run zero", 2, "steps 1 to 20"),
        ("document xyzzy", 1, "no document “xyzzy”"),
        ("document manual xyzzy", 1, "has no section “xyzzy”"),
        ("search xyzzy plugh", 1, "xyzzy"),
        ("card dreff --as-of 1990", 1, "no rulings on Dr. Dreff by 1990; "),
        ("card dreff --with wilson", 1, "no rulings concern both Dr. Dreff and Wilson, Weeflerunner Apprentice"),
        ("list --side corp --type prep", 1, "no cards match"),
        ("card", 2, "missing card name"),
        ("search", 2, "missing query"),
        ("tournament", 2, "missing number of players"),
        ("tournament 0", 2, "at least 4 players"),
        ("tournament -3", 2, "too few"),
        ("tournament 7.5", 2, "not a whole number"),
        ("tournament forty", 2, "not a whole number"),
        ("tournament 9" + "9" * 5000, 2, "too many"),
        ("--no-such-option", 2, "no option --no-such-option"),
        ("dreff --jsno", 2, "did you mean --json?"),
        ("dreff --json --plain", 2, "cannot be combined"),
        ("dreff --with", 2, "--with needs a value"),
        ("dreff --side up", 2, "--side must be one of corp, runner"),
        ("dreff --as-of 1997-13", 2, "is not a date"),
        ("dreff --as-of 1997-02-30", 2, "is not a date"),
        ("dreff --color=blue", 2, "--color must be one of"),
        ("search -n 0 x", 2, "-n must be a number"),
        ("run --walk 21", 2, "steps 1 to 20"),
        ("run --walk --json", 2, "cannot be combined with --json"),
        ("list dreff", 2, "takes no name"),
        ("export --format xml", 2, "--format must be one of"),
        ("completion tcsh", 2, "name a shell"),
        ("site", 2, "rulings site build [DIR] or"),
        ("parse --sources /nowhere/at/all", 2, "no such folder"),
        ("check /nowhere/at/all", 2, "has no folder `sources`"),
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
    from rulings.cli import fast_path

    for card in kb.cards[::46]:
        for form in ([], ["--json"], ["--plain"]):
            quick = ask(card.id, *form)
            whole = ask("card", "--color", "never", card.id, *form)  # an option the quick way leaves alone
            assert fast_path.look_up(["--color", "never", card.id]) is None
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
    parts = [
        "Incubator\n",
        "Runner program · Virus",
        "2 rulings · 5 from Boardwalk",
        "incubator-fe603f8e",
        "From Boardwalk, on Virus programs",
        "▸ ",
    ]
    assert [out.index(part) for part in parts] == sorted(out.index(part) for part in parts)
    assert "The Runner gets" not in out.split("From Boardwalk")[1]
    full = ask("card", "incubator", "--full").out
    assert "boardwalk-" in full and "▸" not in full
    dreff = ask("dreff").out
    parts = ["┃ ERRATA", "dr-dreff-6c42e3dd", "Mentioned in", "Steps of a run", "⚑ restored from an undamaged copy"]
    assert [dreff.index(part) for part in parts] == sorted(dreff.index(part) for part in parts)
    assert "11 March 1997, printed 3/11/96 † likely date" in " ".join(dreff.split())


def test_a_card_without_rulings_says_so_first(kb: KnowledgeBase) -> None:
    bare = next(c for c in kb.cards if not kb.rulings_for(c.id) and not kb.inherited(c.id))
    assert ask(bare.id).out.splitlines()[2].startswith("no rulings on this card itself")


def test_as_of_leaves_only_what_had_been_said() -> None:
    early = json.loads(ask("card", "dreff", "--as-of", "1996", "--json").out)
    assert early["rulings"]
    assert {c["date"] for r in early["rulings"] for c in r["citations"]} <= {"1996-08-09", "1996-10-31"}  # 3/11/96 is likely 1997
    # Two people in one entry, years apart: only the sentences of the first are left.
    before = json.loads(ask("card", "city-surveillance-e5652759", "--as-of", "1996-05-20", "--json").out)["rulings"][0]
    assert [c["date_printed"] for c in before["citations"]] == ["5/17/96"]
    assert "Yes, we may interrupt" in before["text"]
    assert "If the Runner draws a card" not in before["text"]  # printed 3/11/96, likely 1997
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


LISTED = [
    # options, a card that is listed, one that is not
    ("--side corp --type ice", "Data Wall", "Dr. Dreff"),
    ("--side runner", "ZZ22 Speed Chip", "Data Wall"),
    ("--ruled", "Dr. Dreff", "Access to Kiribati"),
]


@pytest.mark.parametrize(("options", "listed", "left_out"), LISTED)
def test_options_decide_which_cards_are_listed(options: str, listed: str, left_out: str) -> None:
    told = ask("list", *options.split(), "--plain").out
    assert f"\t{listed}\t" in told and f"\t{left_out}\t" not in told


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
    parts = [
        "“When Dr. Dreff forces",
        "” — Dr. Dreff, ruling: JD Wiker, Netrunner-L, 25 February 1997. ",
        "Netrunner Rulings, v1.70, lines 665–669 ",
        "[dr-dreff-601afce4]\n",
    ]
    assert [line.index(part) for part in parts] == sorted(line.index(part) for part in parts)


@pytest.mark.parametrize("short", ["manual", "variant", "tournament"])
def test_a_document_is_printed_without_markdown_and_with_all_its_words(kb: KnowledgeBase, short: str) -> None:
    told = ask("document", short)
    assert not re.search(r"\*|^ *---|\n\n\n", told.out)
    (document,) = (d for d in kb.documents if d.short == short)
    for section in (s for s in kb.sections if s.document == document.id):
        words = re.findall(r"\w+", section.text)
        printed = re.findall(r"\w+", ask("document", short, section.id).out)
        missing = Counter(words) - Counter(printed)
        assert not missing, section.id


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
    assert {n: (s["rounds"], s["cut"], s["minutes"]) for n, s in plan["structures"].items()} == {
        "basic": (5, 8, 325),
        "advanced": (5, 8, 325),
    }
    out = ask("tournament", "40").out
    assert "5 × 65 minutes = 5 h 25 min" in out
    assert "Android: Netrunner (2012)" in out
    for section in ("basic-structure", "advanced-structure", "tournament-round-times", "tournament-points", "tiebreakers"):
        assert f"(tournament-{section})" in out
    assert "from 9 players" in ask("tournament", "8").out
    assert json.loads(ask("tournament", "5000", "--json").out)["structures"]["advanced"]["rounds"] == 9


def test_the_walk_is_led_by_answers_from_a_pipe() -> None:
    told = spawn("run", "--walk", typed="y\ny\nback\nn\nn\nmaybe\nn\ny\n")
    assert told.status == 0
    assert "“maybe” is not an answer" in told.out
    assert told.out.endswith("Path  1 yes → 2 → 3 no → 4 no → 12 → 13 no → 14 yes → 2 → 3\n")
    ends = spawn("run", "--walk", typed="n\nyes\n")
    assert "End the run\n\n20  Both: Run ends. Deal with any 'end of run' effects." in ends.out
    assert ends.out.endswith("Path  1 no → 13 yes → End the run → 20\n")
    assert spawn("run", "--walk").out.endswith("Path  1\n")


def test_parse_writes_elsewhere_only_when_told(sources: Path, tmp_path: Path) -> None:
    told = ask("parse", "--sources", str(sources))
    assert (told.status, told.out) == (2, "")
    assert "--output DIR" in told.err
    assert ask("parse", "--sources", str(sources), "--output", str(tmp_path / "kb")).status == 0
    assert (tmp_path / "kb" / "cards" / "corp" / "dr-dreff.yaml").is_file()
    assert ask("parse", "--check", "--sources", str(sources), "--output", str(tmp_path / "kb")).out == "the YAML is up to date\n"
    (sources / "sparkys-run-chart.txt").write_bytes(b"something else")
    damaged = ask("parse", "--sources", str(sources), "--output", str(tmp_path / "new"))
    assert damaged.status == 2
    assert "sparkys-run-chart.txt" in damaged.err
    assert not (tmp_path / "new").exists()


def test_count_speaks_english() -> None:
    assert [count(n, "ruling") for n in (0, 1, 2)] == ["0 rulings", "1 ruling", "2 rulings"]


def test_the_walk_starts_where_it_is_told_and_opens_rulings_by_number() -> None:
    told = spawn("run", "--walk", "3", typed="1\nr\n99\ny\nq\n")
    assert told.status == 0 and told.out.lstrip().startswith("3  ")
    step = json.loads(ask("run", "3", "--json").out)
    first, last = step["step"]["rulings"][0], step["step"]["rulings"][-1]
    assert told.out.count(first) == 2 and told.out.count(last) >= 1  # by its number, and with all of them
    assert "“99” is not an answer" in told.out
    assert "Path  3 yes" in told.out
    assert spawn("run", "--walk", "step 14", typed="q\n").out.lstrip().startswith("14\n")


def test_the_walk_leads_through_what_happens_when_a_run_ends() -> None:
    told = spawn("run", "--walk", "13", typed="yes\n")
    assert told.out.endswith("Path  13 yes → End the run → 20\n")


def test_the_walk_on_a_terminal_opens_a_ruling_and_returns_to_the_question() -> None:
    ask("dreff")
    terminal = Terminal("run", "--walk", "13", PAGER="")
    terminal.wait_for("or r] ")
    terminal.send("1\n")
    terminal.wait_for("or r] ")
    assert json.loads(ask("run", "13", "--json").out)["rulings"][0]["id"] in terminal.written
    terminal.send("y\n")
    terminal.wait_for("Path  13 yes")
    assert terminal.finish() == 0
