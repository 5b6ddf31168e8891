"""Tests of looking up what is typed: the page that a name means, steps, entries, and hints if
nothing has the name.
"""

from __future__ import annotations

import json
import shlex

import pytest

from rulings import NotFound
from rulings.api import KnowledgeBase
from support.command_line import run_cli
from support.data_files import now


@pytest.mark.parametrize(
    "typed",
    ["13", "step 13", "step  13", "STEP-13", "step13", "run-chart-13", " 0013 ", "0" * 5000 + "13"],
    ids=lambda typed: typed[:12],
)
def test_a_step_is_found_by_its_number(kb: KnowledgeBase, typed: str) -> None:
    assert kb.step(typed).number == 13


@pytest.mark.parametrize(
    "typed", ["", "0", "21", "-13", "1 3", "1300", "thirteen", "run-chart-step-13", "step", "١٣"]
)
def test_an_unknown_step_is_an_error(kb: KnowledgeBase, typed: str) -> None:
    with pytest.raises(NotFound, match="the run chart has steps 1 to 20"):
        kb.step(typed)


@pytest.mark.parametrize(
    "line",
    ["run 99", "tournament 2", "quiz --step 99", "card zzz", "who zzz", "topic tags", "why zzz"],
)
def test_what_is_not_found_is_an_error_as_json(line: str) -> None:
    result = run_cli(*line.split(), "--json")
    assert (result.status, result.err) == (1, f"rulings: {json.loads(result.out)['error']}\n")


def test_what_an_ambiguous_name_may_mean_is_data_too() -> None:
    result = run_cli("chiba", "--json")
    candidates = json.loads(result.out)["candidates"]
    assert result.status == 1
    assert {"id": "loan-from-chiba", "title": "Loan from Chiba"} in candidates


@pytest.mark.parametrize(
    ("line", "how"),
    [
        ("skivviss boardwalk", "Skivviss inherits 5 from Boardwalk"),
        ("boardwalk skivviss", "Skivviss inherits 5 from Boardwalk"),
        ("pox crumble", "Crumble inherits 5 from Boardwalk"),
    ],
)
def test_what_one_card_inherits_from_the_other_or_both_inherit_concerns_both(
    line: str, how: str
) -> None:
    result = run_cli(*line.split())
    assert (result.status, "5 rulings concern both" in result.out) == (0, True)
    assert how in " ".join(result.out.split())


def test_cards_that_no_ruling_connects_are_told_apart(kb: KnowledgeBase) -> None:
    result = run_cli("dreff", "wilson")
    assert (result.status, result.out) == (1, "")
    rulings = sum(ruling.kind == "ruling" for ruling in kb.rulings_for("dr-dreff"))
    assert f"Dr. Dreff has 1 erratum and {rulings} rulings: rulings dr-dreff\n" in result.err
    assert now("erratum dr-dreff-8a16f88d: When may the Corp use Dr. Dreff?\n") in result.err


def test_with_twice_keeps_what_concerns_all_three_cards() -> None:
    words = ("card", "misleading access menus", "--with", "dreff")
    two = json.loads(run_cli(*words, "--json").out)
    assert two["rulings"] or two["mentioned_in"]
    none = run_cli(*words, "--with", "emergency self-construct")
    assert none.status == 1
    assert none.err.startswith("rulings: no rulings concern all of ")


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        (("dreff", "--with", "601afce4"), ["dr-dreff-601afce4"]),
        (("misleading access menus", "--with", "601afce4"), ["dr-dreff-601afce4"]),
        (("dreff", "--with", "marionette", "--with", "504d5230"), ["dr-dreff-504d5230"]),
        (("who", "601afce4"), ["jd-wiker"]),
    ],
)
def test_eight_digits_are_the_ruling_beside_a_card_and_for_who(
    words: tuple[str, ...], ids: list[str]
) -> None:
    found = run_cli(*words, "--plain").out.splitlines()
    assert [line.split("\t")[0] for line in found] == list(map(now, ids))


def test_what_a_person_only_passed_on_is_counted_and_its_query_finds_as_many() -> None:
    number, _, query = run_cli("who", "jd wiker").out.partition(" more only passed on: rulings ")
    (words,) = shlex.split(query.split("\n")[0])
    assert run_cli(words, "--plain", "-n", "all").out.count("\n") == int(number.split()[-1]) > 1


def test_of_rulings_that_say_the_same_two_cards_share_the_first() -> None:
    assert run_cli("dropp", "--with", "startup immolator", "--plain").out.count("\n") == 1


@pytest.mark.parametrize(
    ("line", "status", "message"),
    [
        (
            "who goes first -n 2",
            0,
            "note: `rulings who` takes no such words; they are searched for\n",
        ),
        ("Who goes first", 0, "note: `rulings who` takes no such words"),
        ("why is my run unsuccessful", 0, "note: `rulings why` takes no such words"),
        ("run on archives", 0, "note: `rulings run` takes no such words"),
        ("run access", 0, "note: `rulings run` takes no such words"),
        ("topic tags", 0, "note: `rulings topic` takes no such words"),
        ("topic xyzzy", 1, "no topic “xyzzy”"),
        ("topic xyzzy plugh", 1, "no topic “xyzzy plugh”"),
        ("list all viruses", 0, "note: `rulings list` takes no such words"),
        (
            "card draw limit per turn",
            1,
            "to search for the words: rulings search card draw limit per turn\n",
        ),
        ("document on the table", 0, "note: `rulings document` takes no such words"),
        ("document manual on the table", 1, "has no section “table”"),
        (
            "deck size",
            2,
            "size: cannot be read (No such file or directory); to search for the words: rulings search d",
        ),
        ("deck size.txt", 2, "cannot be read (No such file or directory)\n"),
        (
            "quiz on tracing",
            2,
            "--deck choose the questions; to search for the words: rulings search quiz on tracing",
        ),
        ("export to csv", 2, "to search for the words: rulings search export to csv"),
        ("who goes first --walk", 2, "`rulings who` has no option --walk"),
        ("who nobody", 1, "no authority “nobody”"),
        ("topic xyzzy tags", 0, "note: `rulings topic` takes no such words"),
        ("who sparkie", 1, "did you mean Sparky?"),
        ("who goes first --plain", 1, "no authority “goes first”"),
        ("who data wall", 1, "no authority “data wall”"),
        ("run step 21", 1, "no step “step 21”; the run chart has"),
        ("run 3-5", 0, "note: “run 3-5” was read as step:>=3 step:<=5"),
        ("run 3-5 --plain", 1, "and a search finds several (“steps 3-5”)"),
    ],
)
def test_a_question_may_begin_with_the_name_of_a_command(
    line: str, status: int, message: str
) -> None:
    result = run_cli(*line.split())
    assert result.status == status
    assert message in result.err
    assert bool(result.out) is (status == 0)


@pytest.mark.parametrize("line", ["Who sparky", "RUN 13", "Version", "Help run", "Deck"])
def test_a_command_is_not_told_by_its_capitals(line: str) -> None:
    assert run_cli(*line.split()) == run_cli(*line.lower().split())


@pytest.mark.parametrize(
    ("typed", "quoted"),
    [
        ("dreff --with olivia salazar", ("dreff", "--with", "olivia salazar")),
        ("dreff --with=olivia salazar --json", ("dreff", "--with", "olivia salazar", "--json")),
        ("card --with olivia dreff", ("dreff", "--with", "olivia")),  # the name follows
        (
            "quiz --topic paying costs -n all --plain",
            ("quiz", "--topic", "paying costs", "-n", "all", "--plain"),
        ),
    ],
)
def test_a_name_of_several_words_needs_no_quotation_marks_as_a_value(
    typed: str, quoted: tuple[str, ...]
) -> None:
    without, with_marks = run_cli(*typed.split()), run_cli(*quoted)
    # A quiz is in any order
    assert sorted(without.out.splitlines()) == sorted(with_marks.out.splitlines()) != []
    assert (without.status, without.err) == (with_marks.status, with_marks.err)


@pytest.mark.parametrize("line", ["13", "may anyone look at archives", "cards in hand"])
def test_what_no_name_resembles_is_not_called_a_card(line: str) -> None:
    assert "card" not in run_cli(*line.split()).err


def test_a_name_of_a_card_that_is_a_person_too_says_so() -> None:
    result = run_cli("sensei")
    assert result.out.startswith("Runner Sensei\n")
    assert (
        result.err == "rulings: note: “sensei” is also the authority Sensei: rulings who sensei\n"
    )


@pytest.mark.parametrize(
    ("line", "status", "told"),
    [
        ("worm", 0, "“worm” is also the keyword Worm: rulings search keyword:worm"),
        ("research", 1, "“research” is also the keyword Research"),
        ("manual 3", 0, "is a section of Comprehensive Reference Manual"),
        ("part three", 0, "is a section of Comprehensive Reference Manual"),
        ("document 3 --plain", 0, ""),
        ("why run 13", 0, ""),
        ("why 601afce5", 1, "did you mean dr-dreff-601afce4?"),
        ("run dreff", 1, "; there is the card Dr. Dreff (dr-dreff)"),
        ("run tracing", 0, "(there is the topic Tracing (tracing))"),
        ("dr-dreff-601afce4 dr-dreff-d3a28231", 0, ""),
        ("/cards/dr-dreff/#601afce4?utm=x", 0, "is a ruling on Dr. Dreff"),
        ("tra*e", 0, "`*` and `?` inside a word are read as spaces: “tra*e”"),
        ("search tra*e", 0, "`*` and `?` inside a word are read as spaces: “tra*e”"),
        ("dreff --date 1998", 2, "in a query it is a field: rulings search date:1998"),
    ],
)
def test_what_is_typed_is_read_or_told(line: str, status: int, told: str) -> None:
    result = run_cli(*line.split())
    assert result.status == status
    assert told in result.err
