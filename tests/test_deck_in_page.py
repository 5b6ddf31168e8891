"""The page of decks reads and answers as the command line does: both run on the same decks and are compared."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from rulings.api import KnowledgeBase
from rulings.deck.library import Library, library_of
from rulings.deck.reading import DeckError, read_deck
from rulings.deck.sheet import make_sheet, resolve_deck
from rulings.deck.views import DeckView, TogetherView
from rulings.site.export import script_constants
from rulings.site.export.table_data import table_data_script
from rulings.site.views.data import SiteData
from test_deck import DECKS, ENTITIES, FORMS

ROOT = Path(__file__).parents[1]


def pair(one: TogetherView) -> list[Any]:
    return [one["ruling"]["id"], [card["id"] for card in one["cards"]], [card["id"] for card in one["others"]]]


def by_command(library: Library, ours: str, theirs: str | None) -> dict[str, Any]:
    deck = resolve_deck(read_deck(ours), library)
    against = resolve_deck(read_deck(theirs), library) if theirs is not None else None
    sheet = make_sheet(deck, against, library)
    return {
        "form": deck["form"],
        "title": deck["title"],
        "cards": [[one["card"]["id"], one["count"]] for one in deck["cards"]],
        "facts": facts(deck),
        "construction": [[rule["says"], rule["holds"], rule["found"]] for rule in deck["construction"]],
        "unread": [[row["line"], row["name"], row["reason"], row["candidates"]] for row in deck["unread"]],
        "readAs": [[row["line"], row["name"], row["title"]] for row in deck["read_as"]],
        "meeting": [pair(one) for one in sheet["meeting"]],
        "together": [pair(one) for one in sheet["together"]],
        "own": [
            [one["card"]["id"], [r["id"] for r in one["rulings"]], [[r["id"] for r in group["rulings"]] for group in one["inherited"]]]
            for one in sheet["cards"]
        ],
        "unruled": [one["id"] for one in sheet["unruled"]],
        "steps": [[step["number"], step["rulings"]] for step in sheet["steps"]],
    }


def facts(deck: DeckView) -> list[Any]:
    return [
        [
            side["side"],
            side["cards"],
            side["titles"],
            [[row["name"], row["cards"]] for row in side["types"]],
            [[row["name"], row["cards"]] for row in side["keywords"]],
            side["agendas"],
            side["agenda_points"],
        ]
        for side in deck["facts"]
    ]


def sorted_pairs(sheet: dict[str, Any]) -> dict[str, Any]:
    """Rulings of one subject may stand in either order: nothing is said about it."""
    return {
        **sheet,
        **{key: sorted(sheet[key]) for key in ("meeting", "together")},
        "steps": [[n, sorted(ids)] for n, ids in sheet["steps"]],
    }


@pytest.fixture(scope="module")
def in_page(kb: KnowledgeBase, tmp_path_factory: pytest.TempPathFactory) -> Any:
    if not shutil.which("node"):
        pytest.skip("node is not installed here; .ci/run installs it")
    folder = tmp_path_factory.mktemp("generated")
    table, constants = folder / "table-data.js", folder / "constants.js"
    table.write_text(table_data_script(SiteData(kb)), encoding="utf-8")
    constants.write_text(script_constants.script(), encoding="utf-8")

    def run(decks: list[tuple[str, str | None]]) -> list[dict[str, Any]]:
        done = subprocess.run(
            ["node", str(ROOT / "tests/support/deck_in_page.js"), str(ROOT / "site" / "theme"), str(constants), str(table)],
            input=json.dumps([{"ours": ours, "theirs": theirs} for ours, theirs in decks]),
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
            timeout=120,
        )
        assert not done.stderr, done.stderr
        found: list[dict[str, Any]] = json.loads(done.stdout)
        return found

    return run


def texts() -> list[str]:
    return [
        content.decode("utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
        for file in sorted(DECKS.iterdir())
        for content in [file.read_bytes()]
    ]


def test_the_ten_decks_alone_and_against_each_other(in_page: Any, kb: KnowledgeBase) -> None:
    library, decks = library_of(kb), [*((ours, None) for ours in texts()), *((a, b) for a in texts() for b in texts() if a != b)]
    for (ours, theirs), page in zip(decks, in_page(decks), strict=True):
        assert sorted_pairs(page) == sorted_pairs(by_command(library, ours, theirs))


def test_every_title_in_every_form(in_page: Any, kb: KnowledgeBase) -> None:
    library = library_of(kb)
    decks: list[tuple[str, str | None]] = [
        ("\n".join(form.format(card.title) for card in kb.cards if card.side == side), None)
        for form in FORMS
        for side in ("Corp", "Runner")
    ]
    for (ours, _), page in zip(decks, in_page(decks), strict=True):
        assert page["cards"] == by_command(library, ours, None)["cards"]


def test_odd_lists_end_alike(in_page: Any) -> None:
    odd = [
        "",
        "# only a remark",
        "\0",
        "x" * 300_000,
        "1 a\n" * 3000,
        ENTITIES,
        "<html/>",
        "99999 Clown",
        "".join(f"{n} name {n}\n" for n in range(1, 600)),
    ]
    for text, page in zip(odd, in_page([(text, None) for text in odd]), strict=True):
        assert page["error"].startswith(("The deck", "Line "))
        with pytest.raises(DeckError):
            read_deck(text)
