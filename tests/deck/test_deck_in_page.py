"""Tests that the deck page of the site and `rulings deck` read the same decks and make
the same sheets.

The page reads OCTGN's `.o8d` with the browser;
`tests/browser/test_deck_and_quiz_pages.py` tests that.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulings.deck.decklist import MAX_DECK_NAMES, read_deck
from rulings.deck.sheet import Pair, make_sheet, resolve_deck
from rulings.errors import RulingsError
from rulings.model import plain_text
from rulings.model.knowledge import Knowledge
from rulings.site.card_data import card_data_scripts
from rulings.site.search_data import BUNDLES
from support.deck_lists import DECKS, ENTITIES, FORMS, HEADINGS, LINE_CASES
from support.examples import some_of
from support.in_node import run_in_node


def ids_of_pair(entry: Pair) -> list[Any]:
    return [
        entry.ruling.id,
        [card.id for card in entry.cards],
        [card.id for card in entry.others],
    ]


def sheet_by_command(kb: Knowledge, ours: str, theirs: str | None) -> dict[str, Any]:
    deck = resolve_deck(kb, read_deck(ours))
    against = resolve_deck(kb, read_deck(theirs)) if theirs is not None else None
    sheet = make_sheet(kb, deck, against)
    return {
        "title": deck.title,
        "cards": [[entry.card.id, entry.count] for entry in deck.cards],
        "sides": [
            [row.side, row.card_count, row.agenda_points or 0] for row in deck.sides
        ],
        "unread": [
            [row.line, row.name, row.reason, row.possible_titles] for row in deck.unread
        ],
        "readAs": [[row.line, row.name, row.title] for row in deck.read_as],
        "meeting": [ids_of_pair(entry) for entry in sheet.meeting],
        "together": [ids_of_pair(entry) for entry in sheet.together],
        "own": [
            [
                entry.card.id,
                [r.id for r in entry.rulings],
                [[r.id for r in group.rulings] for group in entry.inherited],
            ]
            for entry in sheet.cards
        ],
        "unruled": [entry.id for entry in sheet.unruled],
    }


@pytest.fixture(scope="module")
def sheets_by_page(kb: Knowledge, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A function that runs the page's scripts in Node: decks → their sheets."""
    folder = tmp_path_factory.mktemp("generated")
    card_data = folder / "card-data.js"
    data_scripts = card_data_scripts(kb, lambda _ruling: "")
    card_data.write_text("".join(data_scripts.values()), encoding="utf-8")
    scripts: tuple[str | Path, ...] = (
        *("js/words.js", *BUNDLES["js/cards.js"], "js/decklist.js", "js/deck-sheet.js"),
        card_data,
    )

    def make_sheets(decks: list[tuple[str, str | None]]) -> list[dict[str, Any]]:
        data = [{"ours": ours, "theirs": theirs} for ours, theirs in decks]
        sheets: list[dict[str, Any]] = run_in_node(
            "deck_in_page.js", scripts, data, folder
        )
        return sheets

    return make_sheets


def sample_decks() -> list[str]:
    decks = (
        content.decode(
            "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
        )
        for file in sorted(DECKS.iterdir())
        for content in [file.read_bytes()]
    )
    return [deck for deck in decks if not deck.startswith("<")]


def test_page_and_command_make_the_same_sheets(
    sheets_by_page: Any, kb: Knowledge
) -> None:
    samples = sample_decks()
    decks = [
        *((deck, None) for deck in samples),
        *((ours, theirs) for ours in samples for theirs in samples if ours != theirs),
        ("Baskerville\nDr. Dreff", None),  # the first inherits a ruling on the second
        # With errata on two cards
        ("\n".join(card.title for card in kb.cards if card.side == "Runner"), None),
    ]
    for (ours, theirs), page in zip(decks, sheets_by_page(decks), strict=True):
        del page["corrected"]  # only the page writes titles into the list
        assert page == sheet_by_command(kb, ours, theirs)


@pytest.mark.slow
def test_page_reads_every_title_in_every_form(
    sheets_by_page: Any, kb: Knowledge
) -> None:
    cards = some_of(kb.cards)
    decks: list[tuple[str, str | None]] = [
        (
            "\n".join(form.format(card.title) for card in cards if card.side == side),
            None,
        )
        for form in FORMS
        for side in ("Corp", "Runner")
    ]
    for (ours, _), page in zip(decks, sheets_by_page(decks), strict=True):
        assert page["cards"] == sheet_by_command(kb, ours, None)["cards"]


def half_names(kb: Knowledge) -> list[str]:
    """Decks with halves of titles, and numbers of copies before or after them."""
    halves = dict[str, None]()
    for card in kb.cards:
        words = plain_text.fold(card.title).split()
        for i in range(1, len(words)):
            halves |= {" ".join(words[:i]): None, " ".join(words[i:]): None}
    lines = [
        (f"3 {half}", f"{half} x2")[n % 2] for n, half in enumerate(some_of(halves))
    ]
    starts = range(0, len(lines), MAX_DECK_NAMES)
    return ["\n".join(lines[start : start + MAX_DECK_NAMES]) for start in starts]


def test_page_and_command_read_the_same_notations(
    sheets_by_page: Any, kb: Knowledge
) -> None:
    other_titles = some_of(kb.edited.other_game.titles)
    decks = [
        *(
            case["typed"]
            for case in LINE_CASES
            if not case["typed"].startswith("<deck")
        ),
        *(
            "\n".join(form.format(word) for word in HEADINGS)
            for form in ("{}", "8 {}", "{}: 8")
        ),
        *(
            "\n".join(other_titles[i : i + MAX_DECK_NAMES])
            for i in range(0, len(other_titles), MAX_DECK_NAMES)
        ),
        *half_names(kb),
        "3 小丑 Clown",
        "Łódź Clown",
    ]
    for deck, page in zip(
        decks, sheets_by_page([(deck, None) for deck in decks]), strict=True
    ):
        command = sheet_by_command(kb, deck, None)
        compared = ("cards", "unread", "readAs")
        assert {key: page[key] for key in compared} == {
            key: command[key] for key in compared
        }, deck


def test_page_writes_an_offered_title_into_its_line(sheets_by_page: Any) -> None:
    line_ends = ("\n", "\r\n", "\r", "\x0c", "\x85", "\u2028", "\u2029")
    decks = [
        (line_end.join(["1 Clown", "2 arasaka", "3 Glacier"]), None)
        for line_end in line_ends
    ]
    for deck, page in zip(decks, sheets_by_page(decks), strict=True):
        assert page["unread"][0][:2] == [2, "2 arasaka"], deck
        assert page["corrected"] == ["1 Clown\n2 Access to Arasaka\n3 Glacier"], deck


def test_page_and_command_reject_the_same_lists(sheets_by_page: Any) -> None:
    invalid_decks = [
        "",
        "# only a remark",
        "\0",
        "x" * 300_000,
        "1 Clown\n# " + "é" * 150_000,  # too large in bytes, not in characters
        "1 a\n" * 3000,
        ENTITIES,
        "".join(f"{n} name {n}\n" for n in range(1, 600)),
    ]
    for text, page in zip(
        invalid_decks,
        sheets_by_page([(text, None) for text in invalid_decks]),
        strict=True,
    ):
        assert page["error"].startswith(("The deck", "Line "))
        with pytest.raises(RulingsError):
            read_deck(text)
