"""The page of results: its address is the search, filters with counts, what was ignored, and why nothing was found."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from serving import until

if TYPE_CHECKING:
    from playwright.sync_api import Page

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


def test_a_filter_keeps_what_it_says_and_its_count_is_true(page: Page, base: str) -> None:
    search(page, base, "trash")
    option = page.locator("#filter-side option", has_text="Corp").inner_text()
    page.locator("#filter-side").select_option("Corp")
    shown = int(page.locator("#results .total").inner_text().split(", ")[-1].split()[0])
    assert option == f"Corp ({shown})" and shown > 0
    assert "side=Corp" in page.url
    page.reload()
    page.wait_for_selector(HITS)
    assert page.locator("#filter-side").input_value() == "Corp"
    assert page.evaluate("document.activeElement.id") != "filter-side"


@pytest.mark.parametrize(
    ("query", "only"),
    [
        ('card:"dr dreff"', "Dreff"), ("topic:tracing", "Tracing"), ("is:errata by:sparky", "Errata"), ("is:unofficial", "Unofficial"),
        ("in:tournament round", "Android"), ('"rez cost" dreff', "rez cost"), ("type:upgrade is:errata", "Errata"),
    ],
)
def test_the_query_language_of_the_command_line_is_understood(page: Page, base: str, query: str, only: str) -> None:
    lines = search(page, base, query)
    assert lines and all(only.lower() in line.lower() for line in lines)


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
        ("foo:bar dreff", "unknown field “foo:” was ignored"), ('"rez cost', "quotation mark"), ("is:nothing dreff", "is:nothing"),
        ("after:soon dreff", "after:soon"), ("(dreff", "“(”"), ("pattle virus counters", "“pattle” was read as “pattel”"),
        ("qzxqzx dreff rez", "no ruling has the word “qzxqzx”"),
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
    assert "Nothing" in notes(page)


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
    assert len(search(page, base, "trash")) == 25
    page.locator(".more").click()
    assert page.locator(HITS).count() > 25
