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
from rulings.model.selecting import without_see_entries
from support.command_line import run_cli
from support.data_files import now


@pytest.mark.parametrize(
    ("typed", "note", "shown"),
    [
        ("tracing", "the topic Tracing", "Tracing\nTopic"),
        ("jack out", "the topic Making Runs and Jacking Out", "Topic"),
        ("black ice", "the keyword Black Ice", "Mastermind"),
        ("upgrades", "the card type Upgrade", " cards · "),
        ("viruss", "“viruss” is read as the keyword Virus", "rulings"),
        (
            "wyllie",
            "read as Ice Pick Willie; it may also be the authority Tom Wylie",
            "Ice Pick Willie",
        ),
        (
            "regulations",
            "the document Android: Netrunner Tournament Regulations",
            "not the 1996 game",
        ),
        ("errata", "the list of errata", "ERRATA"),
        ("reversals", "the list of reversals", "takes back an earlier ruling"),
        ("contradictions", "the list of what is superseded or disputed", "superseded in part"),
        ("changes", "the list of rulings, the newest first", "Changes\n"),
        ("changes 1998", "the rulings of 1998, the newest first", "November 1998"),
        ("changes 1997-03", "the rulings of March 1997, the newest first", "March 1997"),
        ("changes 1997-03-11", "the rulings of 11 March 1997, the newest first", "11 March 1997"),
        ("cards", "the list of cards", "Aardvark"),
        ("topics", "the list of topics", "Topics of the general rulings"),
        ("keywords", "the list of keywords", "Black Ice · "),
        ("documents", "the list of documents", "The documents"),
        ("steps", "the list of steps", "A run, step by step"),
        ("authorities", "the list of authorities", "Authorities"),
        ("sparky", "the authority Sparky", "Sparky (Marc Schmalz)"),
        ("dreff olivia", "names the card Dr. Dreff and the card", "Dr. Dreff and Olivia Salazar\n"),
        ("bits", "nearest: Boring Bit", "Currency used to pay costs"),
        ("#errata", "the list of errata", "ERRATA"),
    ],
)
def test_names_that_are_not_cards_are_understood(typed: str, note: str, shown: str) -> None:
    result = run_cli(*typed.split())
    assert result.status == 0
    assert note in result.err
    assert shown in result.out
    with_command = run_cli("card", *typed.split())
    if "no card is called" in result.err:
        assert (with_command.status, with_command.out) == (1, "")
    else:
        assert with_command == result


def test_documents_and_the_list_of_sections_count_the_same() -> None:
    numbers = re.findall(r"(\d+) sections", run_cli("document").out)
    assert sum(map(int, numbers)) == json.loads(run_cli("sections", "--json").out)["total"]


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("dreff", "Dr. Dreff"),
        ("dr-dreff", "Dr. Dreff"),
        ("/cards/dr-dreff/", "Dr. Dreff"),
        ("https://rules.example/cards/dr-dreff/index.html", "Dr. Dreff"),
        ("/api/cards/dr-dreff.json", "Dr. Dreff"),
    ],
)
def test_names_ids_and_addresses_of_cards_show_the_card_without_a_note(
    typed: str, title: str
) -> None:
    result = run_cli(*typed.split())
    assert (result.status, result.err) == (0, "")
    assert result.out.startswith(f"{title}\n")


@pytest.mark.parametrize(
    ("address", "what", "shown"),
    [
        (now("dr-dreff-601afce4"), "a ruling on Dr. Dreff", "601afce4"),
        ("/topics/tracing/", "the topic Tracing", "Tracing\nTopic"),
        ("/run-chart/#step-13", "a step of the run chart", "Step 13 of a run"),
        ("step  13", "a step of the run chart", "Step 13 of a run"),
        ("manual-3-setup", "a section of Comprehensive Reference Manual", "3. Setup"),
        ("/documents/the-big-sell-out/", "the document The Big Sell-Out", "The Big Sell-Out"),
        ("/authorities/sparky/", "the authority Sparky", "Sparky (Marc Schmalz)"),
        ("keywords/black-ice", "the keyword Black Ice", "Mastermind"),
    ],
)
def test_urls_and_ids_work_as_names_and_a_note_says_what_they_are(
    address: str, what: str, shown: str
) -> None:
    result = run_cli(address)
    assert (result.status, result.err) == (
        0,
        f"rulings: note: “{' '.join(address.split())}” is {what}\n",
    )
    assert shown in result.out
    assert run_cli("card", address) == result
    with_json = run_cli(address, "--json")
    assert json.loads(with_json.out)
    assert with_json.err == result.err


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
        ("tournament", "tournament"),
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


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("manual --outline", "document manual --outline"),
        ("step 13 --walk", "run 13 --walk"),
        ("virus --game netrunner -n 1", "search keyword:virus --game netrunner -n 1"),
        ("/cards/ --ruled --side corp -n 3 --json", "list --ruled --side corp -n 3 --json"),
        ("tracing -n 1 --newest --full", "topic tracing -n 1 --newest --full"),
        ("sparky --since 1996 --official --plain", "who sparky --since 1996 --official --plain"),
    ],
)
def test_a_name_that_is_not_a_card_takes_the_options_of_its_command(
    line: str, command: str
) -> None:
    by_name, by_command = run_cli(*line.split()), run_cli(*command.split())
    out = by_name.out.removeprefix("Virus · keyword\n")
    assert (by_name.status, out) == (by_command.status, by_command.out) != (2, "")


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
    count = len(list(without_see_entries(kb.rulings)))
    assert run_cli("list", "rulings").out.startswith(f"The rulings\n{count} rulings\n")


@pytest.mark.parametrize(
    ("line", "command", "option"),
    [
        ("dreff --outline", "card", "--outline"),
        ("olivia dreff --game netrunner", "card", "--game"),
        ("--walk", "card", "--walk"),
        ("rent --walk", "card", "--walk"),
        ("manual --walk", "document", "--walk"),
        ("may anyone look at archives --outline", "search", "--outline"),
        ("tracing --with dreff", "topic", "--with"),
        ("card tracing --with dreff", "topic", "--with"),
    ],
)
def test_an_option_of_another_command_is_a_usage_error(
    line: str, command: str, option: str
) -> None:
    result = run_cli(*line.split())
    assert (result.status, result.out) == (2, "")
    assert f"`rulings {command}` has no option {option}" in result.err


@pytest.mark.parametrize(
    ("line", "note"),
    [
        ("bits --with dreff", "“bits” is read as Boring Bit"),
        ("dreff --with marionette", ""),
        ("dreff --with marionete", "“marionete” is read as Marionette"),
        (now("dr-dreff-601afce4 --with marionette"), ""),
    ],
)
def test_common_words_read_as_a_card_beside_another_are_noted(line: str, note: str) -> None:
    err = run_cli(*line.split()).err
    assert ("is read as" in err) == bool(note)
    assert note in err
