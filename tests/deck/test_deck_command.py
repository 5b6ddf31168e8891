"""Tests of `rulings deck`: its output, its messages about unread lines, its errors."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rulings.model.knowledge import Knowledge
from support.command_line import run_cli
from support.deck_lists import DECKS


def test_deck_command_prints_the_sheet() -> None:
    result = run_cli(
        "deck",
        str(DECKS / "counts-first.txt"),
        "--against",
        str(DECKS / "counts-with-x.txt"),
    )
    assert (result.status, result.err) == (0, "")
    ours, against = result.out.split("\n\n")[:2]
    assert ours == "Dreff throws ice\nCorp: 47 cards · 24 agenda points"
    assert against == "Against counts-with-x.txt\nRunner: 45 cards"
    assert (
        result.out.index("connect the two decks")
        < result.out.index("connect two of its cards")
        < result.out.index("3 Dr. Dreff\n")
    )
    assert (
        result.out.count(
            "Does Startup Immolator count ice with no subroutines as fully broken?"
        )
        == 1
    )


def test_a_card_in_the_heading_of_a_ruling_on_two_is_not_repeated_below_it() -> None:
    out = run_cli("deck", "-", stdin="1 Dr. Dreff\n1 Marionette\n").out
    assert "\nDr. Dreff with Marionette\nDoes Dr. Dreff trash ice" in out


def test_an_inherited_ruling_that_is_already_shown_is_marked() -> None:
    out = run_cli("deck", "-", stdin="1 Imp\n1 Afreet\n").out
    questions = out[out.index("From Afreet, on Daemons") :]
    assert questions.count("▸") == questions.count("(above)") > 0


def test_unread_lines_are_reported() -> None:
    result = run_cli("deck", str(DECKS / "as-people-type.txt"), "--json")
    assert result.status == 2  # not everything was read
    assert "line 4: “2 arasaka” may mean" in result.err
    assert "line 5" in result.err
    deck = json.loads(result.out)["sheets"][0]["deck"]
    assert [(row["line"], row["reason"]) for row in deck["unread"]] == [
        (4, "ambiguous"),
        (5, "unknown"),
    ]
    assert [row["title"] for row in deck["read_as"]] == [
        "Cowboy Sysop",
        "Liberated Savings Account",
    ]


@pytest.mark.parametrize(
    ("name", "status"),
    [
        pytest.param("\x1b]0;owned\x07evil\u202e name", 2, id="not text: a bell"),
        pytest.param("\x1b[31mevil\u202e name", 2, id="an unknown name"),
    ],
)
def test_control_characters_in_names_are_not_printed(
    tmp_path: Path, name: str, status: int
) -> None:
    (tmp_path / "deck.txt").write_text(
        f"1 Clown\n1 {name}\n1 {'x' * 5000}\n", encoding="utf-8"
    )
    result = run_cli("deck", str(tmp_path / "deck.txt"))
    assert result.status == status
    assert set("\x1b\x07\u202e") & set(result.out + result.err) == set()
    assert max(map(len, result.err.splitlines())) < 400


def test_a_deck_of_unknown_names_has_status_2() -> None:
    result = run_cli("deck", "-", stdin="1 qwertz\n")
    assert result.status == 2
    assert result.err.endswith("rulings: standard input: no card was recognized\n")


@pytest.mark.parametrize("file", sorted(DECKS.iterdir()), ids=lambda file: file.name)
def test_cite_has_the_rulings_that_the_screen_shows_in_full(file: Path) -> None:
    """A line ends with the digits of an id if the words of the ruling end there, or if
    another ruling refers to it.
    """
    words = ("deck", str(file))
    on_screen = set(re.findall(r"\b([0-9a-f]{8})$", run_cli(*words).out, re.MULTILINE))
    sheet = json.loads(run_cli(*words, "--json").out)["sheets"][0]
    on_cards = {
        r["id"][-8:]: " ".join(r["text"].split()) for r in rulings_on_sheet(sheet)
    }
    cited = re.findall(r" \[([a-z0-9-]+-[0-9a-f]{8})\]", run_cli(*words, "--cite").out)
    assert {id[-8:] for id in cited} == on_screen & on_cards.keys() != set()
    assert (
        len(cited) == len(set(cited)) == len(run_cli(*words, "--cite").out.splitlines())
    )


def rulings_on_sheet(sheet: Any) -> list[Any]:
    pairs = [pair["ruling"] for pair in (*sheet["meeting"], *sheet["together"])]
    own = [ruling for card in sheet["cards"] for ruling in card["rulings"]]
    return [
        *pairs,
        *own,
        *(
            r
            for card in sheet["cards"]
            for group in card["inherited"]
            for r in group["rulings"]
        ),
    ]


def test_n_limits_the_rulings_of_a_deck() -> None:
    words = ("deck", str(DECKS / "counts-first.txt"))
    records = run_cli(*words, "--plain").out.splitlines()
    assert len({record.split("\t")[0] for record in records}) == len(records) > 20
    for limit in (1, 5, len(records) - 1):
        assert (
            run_cli(*words, "-n", str(limit), "--plain").out.splitlines()
            == records[:limit]
        )
        assert (
            f"{limit} of {len(records)}; {len(records) - limit} more: -n "
            in run_cli(*words, "-n", str(limit)).out
        )
        (sheet,) = json.loads(run_cli(*words, "-n", str(limit), "--json").out)["sheets"]
        ids = {ruling["id"] for ruling in rulings_on_sheet(sheet)}
        assert ids == {record.split("\t")[0] for record in records[:limit]}
    assert run_cli(*words, "-n", "all").out == run_cli(*words).out
    assert "; -n all" not in run_cli(*words).out


def test_that_nothing_connects_cards_is_said() -> None:
    assert (
        "No ruling connects two of its cards" in run_cli("deck", "-", stdin="1 Imp").out
    )


def test_sort_date_puts_the_newest_rulings_of_a_deck_first(kb: Knowledge) -> None:
    words = ("deck", str(DECKS / "counts-first.txt"), "--newest")
    (sheet,) = json.loads(run_cli(*words, "--json").out)["sheets"]
    lists = [
        [pair["ruling"] for pair in sheet["together"]],
        *(card["rulings"] for card in sheet["cards"]),
        *(group["rulings"] for card in sheet["cards"] for group in card["inherited"]),
    ]
    dates = [
        [kb.rulings_by_id[ruling["id"]].date or "" for ruling in rulings]
        for rulings in lists
    ]
    assert dates == [sorted(each, reverse=True) for each in dates]
    assert max(map(len, dates)) > 3
