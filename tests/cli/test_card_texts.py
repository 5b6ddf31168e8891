"""Tests of `--card-texts`: every format is read safely, and shown below the errata; the texts here
are invented.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.command_line import run_cli

FILES = {
    "set.xml": '<set><cards><card name="Dr. Dreff"><property name="Rules" value="Invented words."/></card></cards></set>',
    "text.xml": '<set><card name="Dr. Dreff"><property name="Text" value="Invented words."/></card></set>',
    "cards.json": json.dumps([{"title": "ONR Dr. Dreff", "text": "Invented words."}]),
    "dr-dreff.json": '{"text": "Invented words.", "title": "Dr. Dreff"}',
    "keyed.json": json.dumps({"cards": [{"title": "Dr. Dreff", "text": "Invented words."}]}),
    "cards.csv": "Title,text\nDr. Dreff,Invented words.\n",
    "titles.json": json.dumps({"Dr. Dreff": "Invented words.", "Hunter": "More of them."}),
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("by_folder", [False, True])
def test_the_text_is_shown_below_the_errata(name: str, by_folder: bool, tmp_path: Path) -> None:
    (tmp_path / name).write_text(FILES[name], encoding="utf-8")
    path = tmp_path if by_folder else tmp_path / name
    out = run_cli("dreff", "--card-texts", str(path)).out
    parts = ["ERRATA", f"The card’s text, from {path.name}\n  Invented words.\n", "JD Wiker"]
    assert [out.index(part) for part in parts] == sorted(out.index(part) for part in parts)
    plain = run_cli("dreff").out
    assert plain == out.replace(f"\nThe card’s text, from {path.name}\n  Invented words.\n", "")


def test_the_variable_names_the_file_and_data_have_nothing_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cards.csv").write_text(FILES["cards.csv"], encoding="utf-8")
    monkeypatch.setenv("RULINGS_CARD_TEXTS", str(tmp_path / "cards.csv"))
    assert "Invented words." in run_cli("dreff").out
    for words in (["dreff", "--json"], ["dreff", "--plain"], ["dreff", "--cite"], ["export"]):
        assert "Invented" not in run_cli(*words).out


def test_results_decks_and_steps_show_the_texts_too(tmp_path: Path) -> None:
    file = tmp_path / "cards.csv"
    file.write_text(FILES["cards.csv"], encoding="utf-8")
    for words in (
        ("search", "dreff"),
        ("run", "5"),
        ("deck", "-"),
        ("card", "dreff", "--with", "marionette"),
    ):
        result = run_cli(*words, "--card-texts", str(file), stdin="2 Dr. Dreff\n")
        assert result.out.count("Invented words.") == 1, words
        assert (
            "Invented"
            not in run_cli(*words, "--card-texts", str(file), "--json", stdin="2 Dr. Dreff\n").out
        )


def test_titles_of_no_card_are_listed(tmp_path: Path) -> None:
    file = tmp_path / "cards.csv"
    file.write_text("title,text\nDr. Dref,Invented\nONR Aardvark,Words\x1b[31m\n", encoding="utf-8")
    result = run_cli("aardvark", "--card-texts", str(file))
    assert "1 title of no card here: Dr. Dref\n" in result.err
    assert "\x1b" not in result.out


def test_a_title_that_names_this_game_takes_precedence(tmp_path: Path) -> None:
    rows = ["Hunter,Of another game", "ONR Hunter,Of this game", "Hunter,Of another game"]
    (tmp_path / "cards.csv").write_text("\n".join(["title,text", *rows]), encoding="utf-8")
    out = run_cli("hunter", "--card-texts", str(tmp_path)).out
    assert ("Of this game" in out, "Of another game" in out) == (True, False)


def test_a_folder_may_have_a_file_for_each_of_thousands_of_cards(tmp_path: Path) -> None:
    for number in range(3_000):
        (tmp_path / f"{number}.json").write_text(
            '{"title": "Unknown", "text": ""}', encoding="utf-8"
        )
    (tmp_path / "z.json").write_text(FILES["dr-dreff.json"], encoding="utf-8")
    assert "Invented words." in run_cli("dreff", "--card-texts", str(tmp_path)).out


def test_more_than_all_cards_have_is_refused(tmp_path: Path) -> None:
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).write_text(
            FILES["cards.csv"] + f"x,{'y' * 997}\n" * 2_100, encoding="utf-8"
        )
    assert "Invented words." in run_cli("dreff", "--card-texts", str(tmp_path / "a.csv")).out
    assert (
        "b.csv”: texts of cards with more than 4,194,304 bytes"
        in run_cli("dreff", "--card-texts", str(tmp_path)).err
    )


FORMS = "it can be OCTGN's set.xml, or JSON or CSV with `title` and `text`\n"
LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("a.xml", f'<!DOCTYPE s [<!ENTITY l0 "ha">{LAUGHS}]><s>&l9;</s>', "amplification"),
        (
            "a.xml",
            '<!DOCTYPE s [<!ENTITY l SYSTEM "file:///etc/passwd">]><s>&l;</s>',
            "undefined entity",
        ),
        ("a.xml", "<set>", "line 1"),
        ("a.xml", '<?xml version="1.0" encoding="foo"?><set/>', "unknown encoding"),
        (
            "a.xml",
            '<set><card name="Dr. Dreff"><property name="Flavor" value="x"/></card></set>',
            "a.xml” has no texts of cards",
        ),
        ("a.json", "[" * 100_000, "while decoding a JSON"),
        ("a.json", '{"a":', "line 1: is not JSON (Expecting value)"),
        ("a.json", "{}", f"no texts of cards; {FORMS}"),
        ("a.csv", "a,b\n1,2\n", "does not name columns"),
        ("missing/a.csv", "", "a.csv” cannot be read: No such file or directory"),
        ("a.txt", "Dr. Dreff: Invented words.", f"its name ends in “.txt”; {FORMS}"),
    ],
)
def test_what_cannot_be_read_is_an_error_with_the_reason(
    name: str, text: str, problem: str, tmp_path: Path
) -> None:
    (tmp_path / Path(name).name).write_text(text, encoding="utf-8")
    result = run_cli("dreff", "--card-texts", str(tmp_path / name))
    assert problem in result.err
    assert name in result.err
    assert (result.status, result.out) == (2, "")
