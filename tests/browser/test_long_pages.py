"""Errata and reversals: links to entries show folded ones, and paper has all."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser_support import phone

from rulings.model.knowledge import Knowledge
from rulings.model.subject_pages import card_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.mark.parametrize("script", [True, False])
def test_a_link_to_an_entry_shows_its_words(
    browser: Browser, site_address: str, kb: Knowledge, script: bool
) -> None:
    with phone(browser, java_script_enabled=script) as page:
        note = kb.notes[-1].id
        erratum = next(
            r.id for r in kb.rulings if r.erratum and r.subject.title.startswith("T")
        )
        for path, anchor in (("reversals/", note), ("errata/", erratum)):
            page.goto(f"{site_address}{path}#{anchor}")
            box = page.locator(f"#{anchor}").bounding_box()
            assert page.locator(f"#{anchor} blockquote").first.is_visible()
            assert box
            assert 60 < box["y"] < 500  # below the header


def test_all_errata_are_printed_on_two_sheets(
    page: Page, site_address: str, kb: Knowledge
) -> None:
    page.goto(site_address + "errata/")
    assert page.locator("article.errata blockquote").count() >= sum(
        r.erratum for r in kb.rulings
    )
    assert page.pdf(format="A4", prefer_css_page_size=True).count(b"/Type /Page\n") == 2


def test_paper_has_every_ruling_that_applies_and_every_note(
    page: Page, site_address: str, site_folder: Path, kb: Knowledge
) -> None:
    """For one page of each kind that folds entries, and for the sheet of a deck."""
    pages = [
        file.parent.relative_to(site_folder).as_posix() + "/"
        for folder in (
            "cards",
            "topics",
            "documents",
            "run-chart/step-*",
            "errata",
            "reversals",
        )
        for folded in ("more-notes", 'class="inherited"')
        for file in islice(
            (
                f
                for f in site_folder.glob(f"{folder}/**/index.html")
                if folded in f.read_text("utf-8")
            ),
            1,
        )
    ]
    assert len(pages) > 6
    missing = {}
    for path in (*pages, "deck/#d=3.the-deck_2.pattels-virus"):
        page.goto(site_address + path)
        if "#" in path:
            page.wait_for_selector("#deck-sheet .fold")
        page.emulate_media(media="print")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        shown = page.locator("main").inner_text()
        hidden = page.locator("main :is(blockquote, .see-note, .status)").evaluate_all(
            "all => all.filter(e => !e.checkVisibility()).map(e => e.textContent.trim().slice(0, 60))"
        )
        card_id = path.split("/")[1] if path.startswith("cards/") else ""
        inherited = (
            [r.id for group in card_page(kb, card_id).inherited for r in group.rulings]
            if card_id
            else []
        )
        if hidden or (ids := [id for id in inherited if id not in shown]):
            missing[path] = hidden or ids
        page.emulate_media(media="screen")
    assert missing == {}


def test_the_book_has_an_index_on_paper_only_if_it_has_page_numbers(
    page: Page, site_address: str
) -> None:
    page.goto(site_address + "book/")
    has_numbers = "CSS.supports('content', 'target-counter(\"#top\", page)')"
    page.emulate_media(media="print")
    for part in (".book-contents", "#book-index"):
        assert page.locator(part).is_visible() == page.evaluate(has_numbers)


def test_paper_names_what_it_leaves_out(page: Page, site_address: str) -> None:
    page.emulate_media(media="print")
    for path, words in (
        ("cards/dr-dreff/", "the card, on Bug Zapper,"),
        ("run-chart/", "the rulings that apply to them"),
    ):
        page.goto(site_address + path)
        assert words in page.locator("main .on-paper:visible").last.inner_text()
