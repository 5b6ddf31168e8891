"""Tests of decks: reading lists in every common form, the sheet of rulings on them, and `rulings deck`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.api import KnowledgeBase
from rulings.deck.library import Library, library_of
from rulings.deck.reading import DeckError, read_deck, read_file
from rulings.deck.sheet import make_sheet, resolve_deck
from rulings.deck.views import SheetView
from support.command_line import run_cli, run_cli_process
from support.deck_lists import DECKS, ENTITIES, FORMS


EVERY_BYTE = bytes(range(256))
MANY_NAMES = "".join(f"{n} name {n}\n" for n in range(1, 600)).encode()
EXTERNAL_ENTITY = b'<?xml version="1.0"?><!DOCTYPE deck [<!ENTITY x SYSTEM "http://127.0.0.1:9/">]><deck>&x;</deck>'


@pytest.fixture(scope="module")
def library(kb: KnowledgeBase) -> Library:
    return library_of(kb)


def sheet_of(library: Library, ours: str, theirs: str | None = None) -> SheetView:
    against = resolve_deck(read_deck(theirs), library) if theirs is not None else None
    return make_sheet(resolve_deck(read_deck(ours), library), against, library)


# Reading deck lists


@pytest.mark.parametrize("form", FORMS)
def test_every_title_is_read_in_every_form(library: Library, form: str) -> None:
    expected = 3 if "3" in form else 1
    for card in library.cards.values():
        deck = resolve_deck(read_deck(form.format(card["title"])), library)
        assert [(entry["card"]["id"], entry["count"]) for entry in deck["cards"]] == [(card["id"], expected)]
        assert not deck["unread"]
        assert not deck["read_as"]


@pytest.mark.parametrize(
    ("file", "form", "title", "sides", "agenda_points"),
    [
        ("counts-first.txt", "lines", "Dreff throws ice", {"Corp": 47}, 24),
        ("counts-with-x.txt", "lines", "", {"Runner": 45}, None),
        ("x-then-count.txt", "lines", "", {"Corp": 34}, 17),
        ("counts-behind.txt", "lines", "", {"Corp": 1, "Runner": 44}, None),
        ("headings-and-comments.txt", "lines", "", {"Corp": 28}, 16),
        ("with-head.csv", "csv", "", {"Corp": 6, "Runner": 7}, None),
        ("without-head.csv", "csv", "", {"Corp": 15}, 9),
        ("spreadsheet.tsv", "csv", "", {"Runner": 13}, None),
        ("octgn.o8d", "o8d", "", {"Corp": 3, "Runner": 9}, None),
        ("as-people-type.txt", "lines", "", {"Corp": 5, "Runner": 5}, None),
    ],
)
def test_every_sample_deck_is_read_completely(
    library: Library, file: str, form: str, title: str, sides: dict[str, int], agenda_points: int | None
) -> None:
    deck = resolve_deck(read_file(str(DECKS / file)), library)
    assert (deck["form"], deck["title"]) == (form, title)
    assert {side["side"]: side["cards"] for side in deck["facts"]} == sides
    assert deck["facts"][0]["agenda_points"] == agenda_points
    assert len(deck["unread"]) == (2 if file == "as-people-type.txt" else 0)


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        ("3,Disinfectant, Inc.", [(3, "Disinfectant, Inc.")]),  # the comma belongs to the title
        ("Dr. Dreff,3\nClown,2", [(3, "Dr. Dreff"), (2, "Clown")]),
        # Not CSV.
        (
            "3 Disinfectant, Inc.\n2 Promises, Promises",
            [(3, "Disinfectant, Inc."), (2, "Promises, Promises")],
        ),
        ("Ice (12)\nRunner\nThe Deck", [(1, "The Deck")]),  # the last line is a card, not a heading
        ("0 Clown\n1 Clown", [(1, "Clown")]),  # from a spreadsheet
        ("Author: 3 Clown\nTotal: 45\n1 Clown", [(1, "Clown")]),
        ("1 Clown\n# 3 Dr. Dreff\n// 3 Dr. Dreff\n; 3 Dr. Dreff", [(1, "Clown")]),
        ("\ufeff3 Clown\r\n", [(3, "Clown")]),
        ("<deck><card qty='2'>R&amp;D Mole</card></deck>", [(2, "R&D Mole")]),
    ],
)
def test_unusual_deck_lines_are_read(text: str, entries: list[tuple[int, str]]) -> None:
    assert [(entry.count, entry.names[0]) for entry in read_deck(text).lines] == entries


def test_older_encodings_are_read() -> None:
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "cp1252"):
        assert read_deck("3 Bodyweight Data Crèche".encode(encoding)).lines[0].names == ("Bodyweight Data Crèche",)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param(b"3 Clown\n" * 40_000, "larger than 256 KB", id="too large"),
        pytest.param(b"\n" * 100_000, "100,000 lines", id="empty lines"),
        pytest.param(b"1 a\n" * 50_000, "50,000 lines", id="too many lines"),
        pytest.param(EVERY_BYTE * 16, "not text", id="every byte"),
        pytest.param(b"PK\x03\x04\x14\x00\x00\x00", "not text", id="ZIP archive"),
        pytest.param(b"", "has no cards", id="empty"),
        pytest.param(b"# nothing but a remark", "has no cards", id="only a remark"),
        pytest.param(MANY_NAMES, "more than 500 different names", id="too many names"),
        pytest.param(b"99999999999 Clown", "copies of one card", id="too many copies"),
        pytest.param(ENTITIES.encode(), "document type", id="nested entities"),
        pytest.param(b'<!DOCTYPE deck SYSTEM "file:///etc/passwd"><deck/>', "document type", id="external type"),
        pytest.param(EXTERNAL_ENTITY, "document type", id="external entity"),
        pytest.param(b"<deck><card>Clown</deck>", "not well-formed", id="unclosed element"),
        pytest.param(b"<html><body>no deck</body></html>", "not an .o8d deck", id="HTML"),
        pytest.param(b"<deck>" + b"<a>" * 1000, "too many elements", id="deep XML"),
    ],
)
def test_invalid_decks_are_rejected(content: bytes, message: str) -> None:
    with pytest.raises(DeckError, match=message):
        read_deck(content, "deck.txt")


@given(st.binary(max_size=400) | st.text(max_size=400))
def test_any_input_is_a_deck_or_a_deck_error(content: bytes | str) -> None:
    try:
        assert read_deck(content).lines
    except DeckError as error:
        assert str(error).startswith("the deck list")


# The sheet


def test_rulings_on_two_cards_of_a_deck_name_both(library: Library) -> None:
    sheet = sheet_of(library, "3 Dr. Dreff\n1 Marionette")
    assert "dr-dreff-504d5230" in [entry["ruling"]["id"] for entry in sheet["together"]]
    assert {tuple(card["id"] for card in entry["cards"]) for entry in sheet["together"]} == {("dr-dreff", "marionette")}
    assert not sheet_of(library, "3 Dr. Dreff")["together"]


def test_rulings_where_decks_meet_name_cards_of_both(library: Library, kb: KnowledgeBase) -> None:
    sheet = sheet_of(library, "2 Hunting Pack\n3 Data Wall", "3 Startup Immolator\n3 Pattel's Virus")
    assert {entry["ruling"]["id"] for entry in sheet["meeting"]} >= {
        "startup-immolator-0ede85ed",
        "pattels-virus-0ede85ed",
    }
    for entry in sheet["meeting"]:
        assert entry["cards"]
        assert entry["others"]
    # With the decks exchanged, the same rulings are found and the sides are exchanged.
    exchanged = sheet_of(library, "3 Startup Immolator\n3 Pattel's Virus", "2 Hunting Pack\n3 Data Wall")
    assert [(o["ruling"]["id"], o["others"]) for o in sheet["meeting"]] == [
        (o["ruling"]["id"], o["cards"]) for o in exchanged["meeting"]
    ]


def test_inherited_rulings_are_found_where_decks_meet(library: Library, kb: KnowledgeBase) -> None:
    """The expected rulings are collected card by card, as inheritance is defined."""
    heirs = [card for card in kb.cards if card.inherits]
    expected = {
        ruling.id
        for card in heirs
        for _, rulings in kb.inherited(card.id)
        for ruling in rulings
        if any(m.id not in (ruling.subject.id, card.id) for m in ruling.mentions)
    }
    named = {m.id for ruling in kb.rulings for m in ruling.mentions}
    sheet = sheet_of(
        library, "\n".join(card.title for card in heirs), "\n".join(kb.cards_by_id[id].title for id in sorted(named))
    )
    assert expected
    assert expected <= {entry["ruling"]["id"] for entry in sheet["meeting"]}


def test_every_ruling_of_every_card_is_on_the_sheet(library: Library, kb: KnowledgeBase) -> None:
    sheet = sheet_of(library, "\n".join(card.title for card in kb.cards if card.side == "Corp"))
    shown = {r["id"] for card in sheet["cards"] for r in card["rulings"]}
    assert shown == {
        r.id for card in kb.cards if card.side == "Corp" for r in kb.rulings_for(card.id) if r.kind != "see"
    }
    assert {entry["id"] for entry in sheet["unruled"]} | {entry["card"]["id"] for entry in sheet["cards"]} == {
        c.id for c in kb.cards if c.side == "Corp"
    }
    for step in sheet["steps"]:
        assert set(step["rulings"]) <= {link.ruling for link in kb.steps[step["number"] - 1].links}


def test_construction_rules_cite_existing_entries(library: Library, kb: KnowledgeBase) -> None:
    from rulings.deck.facts import construction_rules

    for rule in construction_rules():
        assert rule.get("ruling") in kb.rulings_by_id or rule.get("section") in kb.sections_by_id
        assert "ruling" not in rule or kb.rulings_by_id[rule["ruling"]].subject.id == rule["topic"]
    too_small = resolve_deck(read_deck("44 Clown"), library)["construction"]
    large_enough = resolve_deck(read_deck("45 Clown"), library)["construction"]
    assert [rule["holds"] for rule in too_small if rule["ruling"]] == [False]
    assert [rule["holds"] for rule in large_enough if rule["ruling"]] == [True]


def test_python_api_makes_the_same_sheet() -> None:
    import rulings

    ours, theirs = ((DECKS / name).read_bytes() for name in ("counts-first.txt", "counts-with-x.txt"))
    printed = json.loads(
        run_cli("deck", str(DECKS / "counts-first.txt"), "--against", str(DECKS / "counts-with-x.txt"), "--json").out
    )
    sheet = rulings.open().deck(ours, theirs)
    assert printed["sheets"][0]["meeting"] == sheet["meeting"]
    assert printed["sheets"][0]["cards"] == sheet["cards"]


# The command line


def test_deck_command_prints_the_sheet() -> None:
    result = run_cli("deck", str(DECKS / "counts-first.txt"), "--against", str(DECKS / "counts-with-x.txt"))
    assert (result.status, result.err) == (0, "")
    assert (
        result.out.index("where the decks meet")
        < result.out.index("on two of its cards")
        < result.out.index("3 Dr. Dreff\n")
    )
    assert result.out.count("Can Startup Immolator trash ice that has no subroutines") == 1


def test_unread_lines_are_reported() -> None:
    result = run_cli("deck", str(DECKS / "as-people-type.txt"), "--json")
    assert result.status == 0
    assert "line 4: “arasaka” may mean" in result.err
    assert "line 5" in result.err
    deck = json.loads(result.out)["sheets"][0]["deck"]
    assert [(row["line"], row["reason"]) for row in deck["unread"]] == [(4, "ambiguous"), (5, "unknown")]
    assert [row["title"] for row in deck["read_as"]] == ["Cowboy Sysop", "Liberated Savings Account"]


def test_plain_output_lists_each_ruling_once() -> None:
    ids = [line.split("\t")[0] for line in run_cli("deck", str(DECKS / "counts-first.txt"), "--plain").out.splitlines()]
    assert len(ids) == len(set(ids)) > 20


def test_as_of_filters_the_sheet() -> None:
    early, all_rulings = (
        run_cli("deck", str(DECKS / "counts-first.txt"), "--plain", *options).out.splitlines()
        for options in (("--as-of", "1996-07"), ())
    )
    assert 0 < len(early) < len(all_rulings)


def test_a_deck_can_be_read_from_standard_input() -> None:
    result = run_cli_process("deck", "-", stdin="3 Dr. Dreff\n1 Marionette\n")
    assert result.status == 0
    assert "Dr. Dreff with Marionette" in result.out


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("deck",), 2),
        (("deck", "no-such-file.txt"), 2),
        (("deck", str(DECKS)), 2),  # a folder
        (("deck", "a\0b"), 2),
        (("deck", "-", "--against", "-"), 2),
        (("deck", str(DECKS / "counts-first.txt"), "--against", "no-such-file.txt"), 2),
    ],
)
def test_unreadable_files_are_one_line_errors(words: tuple[str, ...], status: int) -> None:
    result = run_cli(*words)
    assert (result.status, result.out) == (status, "")
    assert result.err.startswith("rulings: ")
    assert len(result.err.splitlines()) == 1


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"3 Clown\n" * 1_250_000, id="10 MB"),
        pytest.param(EVERY_BYTE * 1200, id="every byte"),
        pytest.param(b"1 nothing\n" * 100_000, id="too many lines"),
    ],
)
def test_hostile_files_are_one_line_errors(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "deck.txt").write_bytes(content)
    result = run_cli("deck", str(tmp_path / "deck.txt"))
    assert (result.status, result.out, len(result.err.splitlines())) == (2, "", 1)


@pytest.mark.parametrize(
    ("name", "status"),
    [
        pytest.param("\x1b]0;owned\x07evil\u202e name", 2, id="not text: a bell"),
        pytest.param("\x1b[31mevil\u202e name", 0, id="an unknown name"),
    ],
)
def test_control_characters_in_names_are_not_printed(tmp_path: Path, name: str, status: int) -> None:
    (tmp_path / "deck.txt").write_text(f"1 Clown\n1 {name}\n1 {'x' * 5000}\n", encoding="utf-8")
    result = run_cli("deck", str(tmp_path / "deck.txt"))
    assert result.status == status
    assert set("\x1b\x07\u202e") & set(result.out + result.err) == set()
    assert max(map(len, result.err.splitlines())) < 400


def test_a_deck_of_unknown_names_has_status_1(tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text("1 qwertz\n", encoding="utf-8")
    assert run_cli("deck", str(tmp_path / "deck.txt")).status == 1


def test_files_are_not_read_past_the_size_limit(tmp_path: Path) -> None:
    endless_file = Path("/dev/zero")
    if not endless_file.exists():
        pytest.skip("this system has no /dev/zero")
    with pytest.raises(DeckError):
        read_file(str(endless_file))
