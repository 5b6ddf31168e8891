"""Tests of `rulings NAME` if the name is not a card: a topic, keyword, document, URL, id, two
cards, or search words.
"""

from __future__ import annotations

import json
import re
from urllib.parse import unquote_plus

import pytest

from rulings import naming
from rulings.api import KnowledgeBase
from rulings.model.formatting import ruling_counts
from support.command_line import run_cli
from support.data_files import now


def test_documents_and_the_list_of_sections_count_the_same() -> None:
    numbers = re.findall(r"(\d+) sections", run_cli("document").out)
    assert sum(map(int, numbers)) == json.loads(run_cli("sections", "--json").out)["total"]


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
        ("tournament", "document tournament"),
    ],
)
def test_the_address_of_a_page_runs_its_command_from_the_root_too(page: str, command: str) -> None:
    expected = run_cli(*command.split())
    for address in (f"/{page}/", f"https://rules.example/{page}/"):
        result = run_cli(address)
        heading = "" if page not in ("errata", "reversals") else f"{page.capitalize()}\n"
        assert (result.status, result.out) == (expected.status, heading + expected.out)
        note, _, rest = result.err.partition("\n")
        assert note.startswith(f"rulings: note: “{address}” is the ")
        assert rest == expected.err


@pytest.mark.parametrize(
    "query", ["jack+out", "jack%20out", 'card:"dr+dreff"+%2Dtrace', "%1b[2Jtrace"]
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
        ("/cards/oldasp/", "/cards/asp/"),
        ("/cards/aardvark/#aardvark-00000000", now("aardvark-08846d13")),
        ("topic oldtracing", "topic tracing"),
        ("manual-old-heading", "manual-3-setup"),
        ("document manual-old-heading", "document manual-3-setup"),
        ("/old/page/", "/topics/tracing/"),
    ],
)
def test_moved_ids_and_addresses_show_what_they_have_become(
    kb: KnowledgeBase, former: str, current: str
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
    result, expected = (run_cli(*line.split(), kb=changed) for line in (former, current))
    assert (result.status, result.out) == (0, expected.out)
    assert result.err.partition(" is ")[2] == expected.err.partition(" is ")[2]


def test_every_list_begins_with_what_it_is_of_by_its_name_and_as_a_list(kb: KnowledgeBase) -> None:
    for name in naming.LISTS:
        by_name, listed = run_cli(name), run_cli("list", name)
        assert (by_name.status, by_name.out) == (listed.status, listed.out), name
        heading = listed.out.partition("\n")[0]
        assert not re.search(r"[0-9]", heading), name
        assert {name, "run"} & {*heading.lower().replace(",", "").split()}, heading
    for fact in ("keyword", "type", "set", "rarity", "artist"):
        for value in kb.cards_by(fact):
            meant = kb.meaning(value).only
            assert meant or value == "Research"  # the other name of two cards
            if meant and (meant.kind, meant.title) in (
                (fact, value),
                ("query", f"the {fact} {value}"),
            ):
                heading = run_cli(value, "-n", "1").out.partition("\n")[0]
                assert value in heading
                assert fact in heading
    counts = " · ".join(ruling_counts(kb.rulings)[::-1])
    assert run_cli("list", "rulings").out.startswith(f"The rulings\n{counts}\n")
