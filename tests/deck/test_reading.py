"""Tests of reading deck lists: all common forms and encodings, and lists that are
refused or ambiguous.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.deck.decklist import MAX_DECK_NAMES, read_deck, read_file
from rulings.deck.sheet import resolve_deck
from rulings.errors import RulingsError
from rulings.model.knowledge import Knowledge
from rulings.names import catalogue, name_matching
from support.deck_lists import DECKS, ENTITIES, FORMS, HEADINGS, LINE_CASES
from support.examples import some_of
from support.growth import is_quadratic, lines_run

EVERY_BYTE = bytes(range(256))
MANY_NAMES = "".join(f"{n} name {n}\n" for n in range(1, 600)).encode()
EXTERNAL_ENTITY = b'<?xml version="1.0"?><!DOCTYPE deck [<!ENTITY x SYSTEM "http://127.0.0.1:9/">]><deck>&x;</deck>'


@pytest.mark.parametrize("form", FORMS)
def test_every_title_is_read_in_every_form(kb: Knowledge, form: str) -> None:
    expected = 3 if "3" in form else 1
    for card in kb.cards:
        deck = resolve_deck(kb, read_deck(form.format(card.title)))
        (entry,) = deck.cards
        assert (entry.card.id, entry.count) == (card.id, expected)
        assert not deck.unread
        assert not deck.read_as


@pytest.mark.parametrize(
    ("file", "title", "sides"),
    [
        ("counts-first.txt", "Dreff throws ice", {"Corp": 47}),
        ("counts-with-x.txt", "", {"Runner": 45}),
        ("x-then-count.txt", "", {"Corp": 34}),
        ("counts-behind.txt", "", {"Corp": 1, "Runner": 44}),
        ("headings-and-comments.txt", "", {"Corp": 28}),
        ("without-head.csv", "", {"Corp": 15}),
        ("octgn.o8d", "", {"Corp": 3, "Runner": 9}),
        ("as-people-type.txt", "", {"Corp": 5, "Runner": 5}),
    ],
)
def test_every_sample_deck_is_read_completely(
    kb: Knowledge, file: str, title: str, sides: dict[str, int]
) -> None:
    deck = resolve_deck(kb, read_file(str(DECKS / file)))
    assert deck.title == title
    counts = Counter[str]()
    for entry in deck.cards:
        counts[entry.card.side] += entry.count
    assert counts == sides
    assert len(deck.unread) == (2 if file == "as-people-type.txt" else 0)


@pytest.mark.parametrize("case", LINE_CASES, ids=lambda case: case["typed"])
def test_notations_of_real_lists(kb: Knowledge, case: dict[str, Any]) -> None:
    deck = resolve_deck(kb, read_deck(case["typed"]))
    cards = [f"{entry.count} {entry.card.title}" for entry in deck.cards]
    assert sorted(cards) == sorted(case.get("read", []))
    assert [row.line for row in deck.unread] == case.get("unread", [])
    assert [row.line for row in deck.read_as] == case.get("noted", [])


def test_every_type_and_keyword_is_a_heading(kb: Knowledge) -> None:
    titles = {card.title for card in kb.cards}
    kinds = {
        word for card in kb.cards for word in (card.side, card.type, *card.keywords)
    } - titles
    kinds |= {f"{card.type}s" for card in kb.cards}
    kinds.remove("Deck")  # `5 Deck` is the card
    for form in ("{}", "{} (5)", "{}: 5", "== {} ==", "5 {}", "{} (5 cards)"):
        deck = resolve_deck(
            kb, read_deck("1 Clown\n" + "\n".join(map(form.format, sorted(kinds))))
        )
        assert [entry.card.id for entry in deck.cards] == ["clown"]
        assert (deck.unread, deck.read_as) == ([], [])


@pytest.mark.parametrize(
    "form", ["{}", "{}:", "{} (8)", "{}: 8", "== {} ==", "{} - 8", "{} 8"]
)
def test_no_usual_heading_is_a_card(kb: Knowledge, form: str) -> None:
    lines = [form.format(heading) for heading in HEADINGS]
    deck = resolve_deck(kb, read_deck("\n".join(lines)))
    assert (deck.cards, deck.read_as) == ([], [])


def test_every_card_of_the_other_game_is_called_one(kb: Knowledge) -> None:
    index = catalogue.names_of(kb)
    theirs = [
        title
        for title in some_of(kb.edited.other_game.titles)
        if not name_matching.first_meaning(index, title, "card", typos=False).references
    ]
    decks = {title: resolve_deck(kb, read_deck(f"2 {title}")) for title in theirs}
    assert not [title for title, deck in decks.items() if deck.cards]
    headings_and_numbers = {"Ash 2X3ZB9CY", "Watchdog"}
    others = {
        title
        for title, deck in decks.items()
        if [row.reason for row in deck.unread] != ["other-game"]
    }
    assert others == headings_and_numbers & decks.keys()


def test_a_number_in_a_mistyped_title_is_no_count(kb: Knowledge) -> None:
    deck = resolve_deck(kb, read_deck("1 Parraline 5570\n1 Data Wal 2.0"))
    assert [(row.line, row.title) for row in deck.read_as] == [(2, "Data Wall 2.0")]
    assert [(row.line, row.possible_titles) for row in deck.unread] == [
        (1, ["Parraline 5750"])
    ]


@pytest.mark.parametrize("character", ' .,3|-x:["')
def test_the_time_for_lines_of_one_character_is_not_quadratic(character: str) -> None:
    def text(count: int) -> str:
        return f"1 Clown\na{character * count}b\n{character * count}"

    assert not is_quadratic(read_deck, text, 25_000)


@pytest.mark.parametrize(("word_count", "most"), [(8, 60_000), (2, 10_000)])
def test_unknown_words_are_read_with_little_work_and_once(
    kb: Knowledge, word_count: int, most: int
) -> None:
    chance = random.Random(1996)
    lines = [
        " ".join(
            "".join(chance.choices("abcdefghilmnoprstu", k=7))
            for _ in range(word_count)
        )
        for _ in range(10)
    ]

    def resolve(lines: list[str]) -> None:
        deck = resolve_deck(kb, read_deck("\n".join(lines)))
        assert len(deck.unread) == len(lines)

    resolve(lines)  # the first run also makes the data for all decks
    work = lines_run(lambda: resolve(lines))
    assert work < most * len(lines)
    assert lines_run(lambda: resolve(lines * 40)) < 1.5 * work


def test_older_encodings_are_read() -> None:
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "cp1252"):
        assert (
            read_deck("3 Bodyweight Data Crèche".encode(encoding)).lines[0][1]
            == "3 Bodyweight Data Crèche"
        )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param(b"3 Clown\n" * 40_000, "larger than 256 KB", id="too large"),
        pytest.param(b"\n" * 100_000, "100,000 lines", id="empty lines"),
        pytest.param(
            b"<deck>" + b"<card/>\n" * 30_000 + b"</deck>",
            "30,000 lines",
            id="too many cards",
        ),
        pytest.param(EVERY_BYTE * 16, "not text", id="every byte"),
        pytest.param(b"PK\x03\x04\x14\x00\x00\x00", "not text", id="ZIP archive"),
        pytest.param(b"", "has no cards", id="empty"),
        pytest.param(b"# nothing but a remark", "has no cards", id="only a remark"),
        pytest.param(MANY_NAMES, "more than 500 different names", id="too many names"),
        pytest.param(ENTITIES.encode(), "document type", id="nested entities"),
        pytest.param(
            b'<!DOCTYPE deck SYSTEM "file:///etc/passwd"><deck/>',
            "document type",
            id="external type",
        ),
        pytest.param(EXTERNAL_ENTITY, "document type", id="external entity"),
        pytest.param(
            b"<deck><card>Clown</deck>", "not well-formed", id="unclosed element"
        ),
        pytest.param(
            b"<html><body>no deck</body></html>",
            "not an .o8d deck: its first element is <html>",
            id="HTML",
        ),
        pytest.param(
            b'<deck><card qty="-3">Asp</card></deck>',
            "has -3 copies of Asp; write a number from 1",
            id="negative quantity",
        ),
        pytest.param(
            b"<deck>" + b"<a>" * 1000, "is not well-formed XML", id="deep XML"
        ),
    ],
)
def test_invalid_decks_are_rejected(content: bytes, message: str) -> None:
    with pytest.raises(RulingsError, match=message):
        read_deck(content, "deck.txt")


def test_a_deck_of_as_many_names_as_allowed_is_read() -> None:
    lines = [f"1 card {number}" for number in range(MAX_DECK_NAMES)]
    assert len(read_deck("\n".join(lines)).lines) == len(lines)
    with pytest.raises(RulingsError, match="has more than 500 different names"):
        read_deck("\n".join([*lines, "1 more"]))


@given(st.binary(max_size=400) | st.text(max_size=400))
def test_any_input_is_a_deck_or_a_deck_error(content: bytes | str) -> None:
    try:
        assert read_deck(content).lines
    except RulingsError as error:
        assert str(error).startswith("the deck list")


def test_files_are_not_read_past_the_size_limit(tmp_path: Path) -> None:
    endless_file = Path("/dev/zero")
    if not endless_file.exists():
        pytest.skip("this system has no /dev/zero")
    with pytest.raises(RulingsError):
        read_file(str(endless_file))
