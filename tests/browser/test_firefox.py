"""The commonest tasks of readers, in Firefox: the search, going back, decks, lines of a
source, and offline.

The other tests of pages use Chromium.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from browser_support import A_WEEK_AGO, SETTLED, need
from firefox import Firefox, browsing, program
from hosts import FailsWithOne

if TYPE_CHECKING:
    from conftest import Host

ENTER = "\ue007"
IS_ACTIVE = "navigator.serviceWorker.getRegistration().then(({ waiting }) => !waiting)"
SHOWN = "[...document.querySelectorAll('#results .hit')].length"


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """One Firefox for these tests."""
    need(
        None
        if program()
        else "no Firefox was found: apt install firefox-esr, or set FIREFOX_PATH"
    )
    with browsing(tmp_path_factory.mktemp("profile")) as running:
        yield running


def test_a_search_is_there_again_on_the_way_back(
    firefox: Firefox, site_address: str
) -> None:
    firefox.go(f"{site_address}topics/")
    firefox.type("#q", "is ice that dreff throws rezzed")
    firefox.until("document.querySelector('#suggestions [role=option]')")
    firefox.type("#q", ENTER)
    firefox.until(f"{SHOWN} > 1 && !document.querySelector('#results[aria-busy]')")
    assert "not considered" in firefox.run("document.querySelector('.hit').innerText")
    found = firefox.run(SHOWN)
    firefox.click(".hit-link")
    firefox.until("document.querySelector('.ruling:target')")
    firefox.back()
    firefox.until(f"{SHOWN} === {found}")
    assert firefox.run("q.value") == "is ice that dreff throws rezzed"
    firefox.back()
    firefox.until("document.querySelector('h1').textContent === 'Topics'")
    assert firefox.run("!document.getElementById('suggestions')?.checkVisibility()")


def test_a_deck_list_becomes_a_sheet_and_is_kept(
    firefox: Firefox, site_address: str
) -> None:
    firefox.go(f"{site_address}deck/")
    firefox.type("#deck-ours", "3 Dr. Dreff\n2 Glacier")
    firefox.click("#deck-form .main")
    firefox.until("document.querySelectorAll('#deck-sheet section').length > 2")
    firefox.type("#deck-ours", "\n1 Imp")
    firefox.go(f"{site_address}topics/")
    firefox.back()
    firefox.until("document.getElementById('deck-ours')?.value.endsWith('1 Imp')")


def test_lines_of_a_source_have_their_numbers(
    firefox: Firefox, site_address: str
) -> None:
    firefox.go(f"{site_address}documents/netrunner-rulings/lines-601/#L612")
    numbers = firefox.run(
        "[...document.querySelectorAll('.lines')].map((list) =>"
        " [getComputedStyle(list).counterReset, list.start, list.firstElementChild.id])"
    )
    assert numbers
    for counter, start, id in numbers:
        assert (counter, f"L{start}") == (f"list-item {start - 1}", id)


@pytest.mark.parametrize("host", [FailsWithOne], indirect=True)
def test_what_was_read_and_the_search_are_there_offline_and_while_an_edition_fails(
    firefox: Firefox, host: Host
) -> None:
    site, assets = host.site_address, "document.body.dataset.assets"
    firefox.go(f"{site}cards/dr-dreff/")
    firefox.until("navigator.serviceWorker.controller")
    firefox.until(
        "caches.match(new URL(document.body.dataset.base + 'offline.json', location))"
    )
    firefox.until("caches.match(new URL('index.html', location))")
    host.server.failure = ("/names.js", "404")
    folder = host.publish_edition("names.js")
    for fault in ("", "refused"):
        host.server.fault = fault
        firefox.go(f"{site}search/?q=dreff")
        firefox.until(f"{SHOWN} > 1")
        firefox.click(".hit-link[href*='dr-dreff/#']")
        firefox.until("document.querySelector('.ruling:target blockquote')")
        assert folder not in firefox.run(assets)
    firefox.go(f"{site}topics/tracing/")
    firefox.until("document.getElementById('not-saved').checkVisibility()")
    host.server.fault = ""
    firefox.run(A_WEEK_AGO)
    firefox.go(f"{site}cards/dr-dreff/")
    assert folder in firefox.run(assets)
    firefox.go(f"{site}search/?q=dreff")  # its own file is missing
    firefox.until(f"{SHOWN} > 1")


@pytest.mark.parametrize(
    ("changed", "is_closed"),
    [("names.js", True), ("search-data.js", False)],
    ids=["scripts-closed", "data-open"],
)
def test_a_page_that_was_read_is_of_the_published_edition_though_only_home_is_visited(
    firefox: Firefox, host: Host, changed: str, is_closed: bool
) -> None:
    site, before = host.site_address, host.folder.with_name("before")
    shutil.copytree(host.folder, before)
    firefox.go(f"{site}cards/dr-dreff/")
    firefox.until("navigator.serviceWorker.controller")
    firefox.until("caches.match(new URL('index.html', location))")
    for words in ("BETA", ""):
        if words:
            file = host.folder / "cards" / "dr-dreff" / "index.html"
            html = file.read_text(encoding="utf-8")
            file.write_text(html.replace("</h1>", f" {words}</h1>", 1), "utf-8")
            host.publish_edition(changed)
        else:
            shutil.rmtree(host.folder)
            shutil.copytree(before, host.folder)
        firefox.go(site)
        if firefox.run(SETTLED) and is_closed:
            firefox.reopen()
            firefox.go(site)
            firefox.until(IS_ACTIVE)
        host.server.fault = "refused"
        firefox.go(f"{site}cards/dr-dreff/")
        title = firefox.run("document.querySelector('h1').textContent.trim()")
        assert title == f"Dr. Dreff {words}".strip()
        host.server.fault = ""
