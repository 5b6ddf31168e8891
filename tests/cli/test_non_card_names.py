"""Tests of `rulings NAME` if the name is not a card's: a topic, keyword, document, URL,
id, two cards, or search words.
"""

from __future__ import annotations

import json
import re
from urllib.parse import unquote_plus

import pytest

from rulings.model.knowledge import Knowledge
from support.command_line import run_cli
from support.data_files import now


def test_documents_and_the_list_of_sections_count_the_same() -> None:
    numbers = re.findall(r"(\d+) sections", run_cli("document").out)
    assert (
        sum(map(int, numbers)) == json.loads(run_cli("sections", "--json").out)["total"]
    )


@pytest.mark.parametrize(
    ("page", "command"),
    [
        ("cards", "list"),
        ("topics", "topic"),
        ("documents", "document"),
        ("authorities", "who"),
        ("errata", "search is:errata"),
        ("reversals", "search is:reversal"),
        ("run-chart", "run"),
        ("search", "search"),
    ],
)
def test_the_address_of_a_page_runs_its_command_from_the_root_too(
    page: str, command: str
) -> None:
    expected = run_cli(*command.split())
    for address in (f"/{page}/", f"https://rules.example/{page}/"):
        result = run_cli(address)
        heading = (
            "" if page not in ("errata", "reversals") else f"{page.capitalize()}\n"
        )
        assert (result.status, result.out) == (expected.status, heading + expected.out)
        note, _, rest = result.err.partition("\n")
        assert note.startswith(f"rulings: note: “{address}” is the ")
        assert rest == expected.err


@pytest.mark.parametrize(
    "query", ["jack+out", "jack%20out", "card:%22dr+dreff%22+%2Dtrace", "%1b%5B2Jtrace"]
)
def test_the_address_of_a_search_searches_for_its_words(query: str) -> None:
    words = unquote_plus(query)
    expected = run_cli("search", words)
    for address in (
        f"/search/?q={query}",
        f"https://rules.example/sub/search/?q={query}&x=1#results",
    ):
        result = run_cli(address)
        heading, _, out = result.out.partition("\n")
        assert heading.startswith("A search for “" if expected.out else "")
        assert (result.status, out.lstrip("\n")) == (expected.status, expected.out)
        assert "is a search for “" in result.err
        assert "\x1b" not in result.err + result.out


@pytest.mark.parametrize(
    ("former", "current"),
    [
        ("oldasp", "asp"),
        ("Old-Asp", "asp"),
        ("aardvark-00000000", now("aardvark-08846d13")),
        ("00000000", now("aardvark-08846d13")),
        ("#00000000", now("aardvark-08846d13")),
        ("why 00000000", f"why {now('aardvark-08846d13')}"),
        ("/cards/oldasp/", "/cards/asp/"),
        ("/cards/aardvark/#aardvark-00000000", now("aardvark-08846d13")),
        ("topic oldtracing", "topic tracing"),
        ("manual-old-heading", "manual-3-setup"),
        ("document manual-old-heading", "document manual-3-setup"),
        ("/old/page/", "/topics/tracing/"),
    ],
)
def test_moved_ids_and_addresses_show_what_they_have_become(
    kb: Knowledge, former: str, current: str
) -> None:
    moved = {
        "oldasp": "asp",
        "old-asp": "asp",
        "aardvark-00000000": now("aardvark-08846d13"),
        "oldtracing": "tracing",
        "manual-old-heading": "manual-3-setup",
        "/old/page/": "tracing",
    }
    changed = kb.replaced(moved=moved)
    result, expected = (
        run_cli(*line.split(), kb=changed) for line in (former, current)
    )
    assert (result.status, result.out) == (0, expected.out)
    assert result.err.partition(" is ")[2] == expected.err.partition(" is ")[2]
