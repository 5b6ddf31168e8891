"""The page of results: its address is the search, filters with counts, what was ignored, and why nothing was found."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
import yaml
from serving import comes_back, until

import rulings
from rulings.search import search as find

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

UNANSWERED = Path(__file__).parents[1] / "data" / "unanswered-queries.yaml"
HITS = "#results ol .hit-link"


def search(page: Page, base: str, query: str, more: str = "") -> list[str]:
    """Opens the page with a query and returns the results' lines."""
    page.goto(f"{base}search/?q={quote(query)}{more}")
    until(page, "document.querySelector('#results .notes').childElementCount > 0")
    return page.locator(HITS).all_inner_texts()


def notes(page: Page) -> str:
    """What the page says about the query."""
    return page.locator("#results .notes").inner_text() + page.locator("#results .nothing").all_inner_texts().__str__()


def test_the_query_stands_in_the_address_and_goes_back_and_forth(page: Page, base: str) -> None:
    assert search(page, base, "jack out")
    assert page.locator("#q").input_value() == "jack out"
    page.locator("#q").fill("tracing base link")
    page.locator(".search button").click()
    page.wait_for_url("**?q=tracing+base+link")
    page.go_back()
    until(page, "document.querySelector('#q')?.value === 'jack out'")


def chip(page: Page, filter: str, words: str) -> Locator:
    """The chip of a filter."""
    return page.locator(f"[data-filter={filter}] .chip", has_text=words)


def test_a_chip_keeps_what_it_says_and_its_count_is_true(page: Page, base: str) -> None:
    search(page, base, "trash")
    label = chip(page, "side", "Corp").inner_text()
    chip(page, "side", "Corp").click()
    shown = int(page.locator("#results .total").inner_text().split()[0])
    assert label == f"Corp {shown}" and shown > 0
    until(page, "location.search.includes('side=Corp')")
    assert chip(page, "side", "Corp").get_attribute("aria-pressed") == "true"
    page.reload()
    page.wait_for_selector(HITS)
    assert chip(page, "side", "Corp").get_attribute("aria-pressed") == "true"
    chip(page, "side", "Corp").click()
    until(page, "!location.search.includes('side=')")
    assert int(page.locator("#results .total").inner_text().split()[0]) > shown


def test_the_newest_come_first_where_one_asks_for_it(page: Page, base: str) -> None:
    ids = "[...document.querySelectorAll('#results .hit')].map(hit => hit.dataset.id)"
    dates = f"Rulings.searchEngine().then(({{index}}) => {ids}.map(id => index.docs[index.byId.get(id)].dates.at(-1) || ''))"
    search(page, base, "is:errata")
    before = page.evaluate(ids)
    page.locator("#sort-date").click()
    until(page, "location.search.includes('sort=date')")
    found = page.evaluate(dates)
    assert found == sorted(found, reverse=True) and page.evaluate(ids) != before


@pytest.mark.parametrize(
    ("query", "only"),
    [
        ('card:"dr dreff"', "Dreff"),
        ("topic:tracing kind:ruling", "Tracing"),
        ("is:errata by:sparky", "Errata"),
        ("is:unofficial", "Unofficial"),
        ("after:2000-01-01", "2000"),
        ("in:tournament round", "Android"),
        ('"rez cost" dreff', "rez cost"),
        ("type:upgrade is:errata", "Errata"),
        ("kind:step rez", "Run Chart"),
    ],
)
def test_the_query_language_of_the_command_line_is_understood(page: Page, base: str, query: str, only: str) -> None:
    lines = search(page, base, query)
    assert lines and all(only.lower() in line.lower() for line in lines)


def test_how_the_query_was_read_is_told(page: Page, base: str) -> None:
    search(page, base, "dreff rez cost")
    assert "card Dr. Dreff · words rez, cost" in page.locator(".understood").inner_text()
    search(page, base, "euromarkt consorsium handsize")
    assert "card Euromarket Consortium" in page.locator(".understood").inner_text()


def test_doubt_is_told(page: Page, base: str) -> None:
    kb = rulings.open()
    asked = [item["q"] for item in yaml.safe_load(UNANSWERED.read_text(encoding="utf-8"))]
    doubtful = next(query for query in asked if (found := find(kb, query)).hits and found.confidence == "low")
    assert search(page, base, doubtful)
    assert "Perhaps not answered here" in notes(page)
    assert search(page, base, "dreff rez cost sleepy ice")
    assert "Perhaps" not in notes(page)


def test_words_that_every_text_has_are_not_marked(page: Page, base: str) -> None:
    search(page, base, "does the corp pay for rezzing ice that dreff brings")
    marked = {word.lower() for word in page.locator("#results mark").all_inner_texts()}
    assert marked & {"dreff", "rezzed", "rez"} and not marked & {"for", "the", "that", "does"}


def test_a_hit_is_found_by_its_id_and_tells_its_status_and_document(page: Page, base: str) -> None:
    search(page, base, "demolition run is:superseded")
    lines = page.locator('#results [data-id="demolition-run-7dd7aa5e"]').inner_text().split("\n")
    status = lines.index("✗ Superseded: follow Armageddon")
    assert lines[status + 1].startswith("If you also have Armageddon installed")
    lines = search(page, base, "in:tournament bye")[0].split("\n")
    assert lines[0].startswith("Android: Netrunner Tournament Regulations · ") and len(lines) == 2


def test_a_section_hit_shows_its_document_its_status_and_its_words_in_this_order(page: Page, base: str) -> None:
    first = search(page, base, "what can the runner do on his turn")[0].split("\n")
    assert first[:2] == ["Comprehensive Reference Manual · 4. Gameplay Flow", "✗ Superseded in part"]
    assert first[2].startswith("Runner Turn: 1. Draw 1 card.") and len(first) == 3


def test_words_after_a_minus_are_kept_out(page: Page, base: str) -> None:
    assert search(page, base, "dreff rez")
    assert not any("rez" in line.lower().split() for line in search(page, base, "dreff -rez"))


def test_either_of_two_words_is_enough_with_or(page: Page, base: str) -> None:
    lines = search(page, base, 'card:glacier OR card:"joan of arc"')
    assert {True} == {"Glacier" in line or "Joan" in line for line in lines}
    assert any("Glacier" in line for line in lines) and any("Joan" in line for line in lines)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("foo:bar dreff", 'unknown field "foo:" was ignored'),
        ('dreff OR glacier "rez', "quotation mark"),
        ("is:nothing dreff", 'is:"nothing"'),
        ("after:soon dreff", "after:soon"),
        ("(dreff", "parenthesis"),
        ("qzxqzx dreff rez", '"qzxqzx"'),
        ("glacier and cowboy sysop", "no ruling concerns both"),
    ],
)
def test_what_was_not_understood_is_said(page: Page, base: str, query: str, said: str) -> None:
    search(page, base, query)
    assert said.lower() in notes(page).lower()


def test_a_card_on_which_nothing_was_ruled_is_named_with_its_keyword(page: Page, base: str) -> None:
    page.goto(base + "cards/without-rulings/")
    title = page.locator("ul.cards a").first.inner_text()
    search(page, base, f'card:"{title}"')
    search(page, base, title)
    assert title in page.locator("#results").inner_text()


def test_nonsense_finds_nothing_rather_than_something(page: Page, base: str) -> None:
    assert search(page, base, "qwxz vbnmk plokij") == []
    assert 'no ruling, section or step has "qwxz"' in notes(page).lower()
    ways = page.locator("#results .nothing a").evaluate_all("links => links.map(link => link.getAttribute('href'))")
    assert any("run-chart/" in href and "#walk" in href for href in ways) and any("topics/" in href for href in ways)


def test_nothing_found_offers_names_that_look_like_it(page: Page, base: str) -> None:
    assert search(page, base, "card:dreffzz") == []
    assert page.locator("#results .nothing a", has_text="Dr. Dreff").count() == 1 or "Dr. Dreff" in notes(page)


def test_near_identical_rulings_answer_once(page: Page, base: str) -> None:
    assert any("also under" in line for line in search(page, base, "passes the last piece of ice errata"))


def test_results_are_reached_with_the_arrow_keys(page: Page, base: str) -> None:
    search(page, base, "jack out")
    page.locator("#q").focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.className") == "hit-link"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == "q"


def test_more_results_come_when_asked_for(page: Page, base: str) -> None:
    assert len(search(page, base, "is:see")) == 25
    page.locator(".more").click()
    assert page.locator(HITS).count() == 50


def test_back_returns_to_where_one_was(page: Page, base: str) -> None:
    search(page, base, "is:see")
    page.locator(".more").click()
    link = page.locator(HITS).nth(40)
    with comes_back(page, link):
        link.click()
        page.wait_for_url("**/cards/**")
    assert page.locator(HITS).count() == 50


def test_enter_shows_the_results_and_stays(page: Page, base: str) -> None:
    search(page, base, "jack out")
    page.locator("#q").fill("can i jack out before first ice")
    page.locator("#q").press("Enter")
    page.wait_for_timeout(200)
    assert "/search/" in page.url and page.locator(HITS).count() > 1


def test_a_number_of_players_leads_to_the_tables_for_it(page: Page, base: str) -> None:
    search(page, base, "top cut for 23 players")
    page.click("#results .notes a")
    assert page.input_value("#player-count") == "23" and "Swiss rounds" in page.inner_text(".players-answer")
    search(page, base, "dr dreff rez cost for 4 players")
    assert page.locator("#results .notes a").count() == 0


def test_every_example_of_the_language_finds_something(page: Page, base: str) -> None:
    page.goto(base + "query-language/")
    examples = page.locator("main td a").evaluate_all("links => links.map(link => link.href)")
    assert len(examples) > 20
    for address in examples:
        page.goto(address)
        until(page, "document.querySelector('#results .notes').childElementCount > 0")
        assert page.locator(HITS).count() > 0 and page.locator(".note").count() == 0, address
