"""Offline: pages that were read, and the search with all rulings."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser_support import (
    A_WEEK_AGO,
    IN_SIGHT,
    LONG_PATIENCE,
    SETTLED,
    SUB_PATH,
    open_page,
    until,
)
from hosts import HOSTS, FailsWithOne, KeepsForMinutes

from rulings.model.knowledge import Knowledge

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from conftest import Host

IS_CONTROLLED = "navigator.serviceWorker.controller !== null"
IS_SAVED = (
    "caches.match(new URL(document.body.dataset.base + 'offline.json', location))"
)
IS_ALL_SAVED = (
    f"{IS_SAVED}.then((state) => state.json()).then(({{ left }}) => !left.length)"
)
# The worker answers for the files that it has now, not for those that it once saved
IS_ALL_KEPT = """fetch(document.body.dataset.base + "offline.json").then((file) => file.json())
    .then(({ left }) => !left.length)"""
# The folder of a page's scripts, and the size of the data that they load
EDITION_SHOWN = """fetch(document.body.dataset.assets + "search-data.js").then((file) => file.text())
    .then((data) => [document.body.dataset.assets.slice(-9), data.length])"""
# Bytes, compressed
MAX_FIRST_VISIT, MAX_ADDED_RULING, MAX_CORRECTED_RULING = 700_000, 350_000, 450_000
WITHOUT_ENTRIES = {  # pages without entries, and tools
    *("about-the-data", "benchmarks", "command-line", "deck", "design", "for-programs"),
    *("index.html", "marks", "query-language", "quiz", "reliability", "search"),
}
SHELL = ("", "search/?q=dreff", "run-chart/", "deck/#d=3.dr-dreff", "quiz/")
READ = ("search/?q=dreff", "cards/asp/", "cards/dr-dreff/")
DATA = "search-data.js name-data.js card-data.js"
CORRECTED_DATA = "search-data.js card-data.js text-data.js"
ALL = f"{DATA} base.css card.css search.js names.js js/frame.js deck/index.html cards/asp/index.html"

# Records, in the service worker, how many milliseconds it waits before it says that a
# page is not saved (`waitsForPage`). The files of that page also wait, and the machine
# decides how many have begun.
RECORD_WAITS = """
    waits = [], waitsForPage = null, later = setTimeout, makePage = missingPage;
    setTimeout = (work, ms) => (waits.push(ms ?? 0), later(work, ms));
    missingPage = (...request) => (waitsForPage ??= [...waits], makePage(...request));
"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of a new context that allows service workers."""
    with open_page(browser, service_workers="allow") as page:
        yield page


def visit(page: Page, site: str, *paths: str) -> None:
    """Opens pages, and waits until they and the search are saved."""
    for path in paths:
        page.goto(site + path)
        until(page, IS_CONTROLLED)
        until(page, IS_SAVED)
        until(page, "caches.match(new URL('index.html', location.href))")


def open_saved(page: Page, site: str, *paths: str) -> None:
    """Opens saved pages. They come from the device, with their styles, and work."""
    for path in paths:
        response = page.goto(site + path)
        assert response, path
        assert response.from_service_worker, path
        assert response.status == 200, path
        assert page.locator("footer").count() == 1, path
        style = "getComputedStyle(document.querySelector('main')).boxSizing"
        assert page.evaluate(style) == "border-box", path
        if path.startswith("search/"):
            page.wait_for_selector("#results .hit-link")
        if path.startswith("deck/"):
            page.wait_for_selector("#deck-sheet section")
        if path == "quiz/":
            page.wait_for_selector("#quiz-reveal")


def take_over(page: Page, site: str) -> None:
    """Waits until the newest worker is active; the site is closed meanwhile."""
    while page.evaluate(SETTLED):
        page.goto("about:blank")
        page.wait_for_timeout(100)
        page.goto(site)


def reopen(page: Page, host: Host, paths: tuple[str, ...]) -> Page:
    """Opens pages without a network and searches from the last one: first in the same
    tab, then in a new tab after the site was closed. Returns the new tab.
    """
    host.server.fault = "refused"
    new = page.context.new_page()
    for tab in (page, new):
        for path in paths:
            open_saved(tab, host.site_address, path)
        tab.locator("#q").fill("ice is not rezzed")
        tab.wait_for_selector(".suggestion")
        page.close()
        # In Chromium, a page that is opened while a worker takes over can hang
        new.wait_for_timeout(1000)
    host.server.fault = ""
    return new


def test_the_first_visit_sends_each_file_once_and_no_more_than_is_needed(
    host: Host, page: Page
) -> None:
    visit(page, host.site_address, "cards/dr-dreff/")
    paths = [path.removesuffix("index.html") for path, _ in host.server.sent]
    assert len(paths) == len(set(paths)), "each file once"
    assert len(paths) < 50
    sent = sum(size for _, size in host.server.sent)
    print(f"first visit: {sent} bytes")
    assert sent <= MAX_FIRST_VISIT


def test_readers_who_save_data_are_sent_the_large_files_with_their_first_search(
    host: Host, page: Page
) -> None:
    saver = page.context.new_cdp_session(page)
    saver.send("Emulation.setDataSaverOverride", {"dataSaverEnabled": True})
    worker = host.folder / "sw.js"  # the browser's own protocol sets it only for pages
    setting = (
        "Object.defineProperty(navigator.connection, 'saveData', { value: true });\n"
    )
    worker.write_text(setting + worker.read_text(encoding="utf-8"), encoding="utf-8")
    visit(page, host.site_address, "")
    page.locator("#q").focus()
    [assets] = host.folder.glob("assets/*")
    large = {
        f"{SUB_PATH}assets/{assets.name}/{name}"
        for name in ("search-data.js", "text-data.js")
    }
    assert not large & {path for path, _ in host.server.sent}
    page.locator("#q").fill("dreff")
    page.wait_for_selector(".suggestion")
    until(
        page,
        "caches.match(new URL(document.body.dataset.assets + 'search-data.js', location))",
    )
    host.stop()
    open_saved(page, host.site_address, "search/?q=dreff")


@pytest.mark.parametrize(
    ("data", "limit"),
    [(DATA, MAX_ADDED_RULING), (CORRECTED_DATA, MAX_CORRECTED_RULING)],
    ids=["added", "corrected"],
)
def test_a_ruling_sends_only_the_data_that_it_changes(
    host: Host, page: Page, data: str, limit: int
) -> None:
    visit(page, host.site_address, "")
    host.publish_edition(*data.split())
    host.server.sent.clear()
    page.goto(host.site_address)
    assert page.evaluate(SETTLED)
    sizes = {path.split("/")[-1]: size for path, size in host.server.sent}
    assert {*data.split()} <= sizes.keys() <= {*data.split(), "sw.js", "index.html", ""}
    print(f"a ruling: {sum(sizes.values())} bytes")
    assert sum(sizes.values()) <= limit


def test_this_works_without_a_network_is_said_where_it_is_so_alone(
    host: Host, page: Page
) -> None:
    words = "This works without a network"
    edition = r" \(edition 0, [0-9a-f]{8}\)"
    page.add_init_script(
        "navigator.storage.persist = async () => { window.isAsked = true; };"
    )
    for path in ("", "cards/asp/"):
        visit(page, host.site_address, path)
        if path:
            until(page, "!document.getElementById('offline').hidden")
            page.locator(".menu-button").click()
        shown = re.compile(f"^{words}{edition if path else ''}\\.$")
        page.locator("#offline", has_text=shown).wait_for()
    until(page, "window.isAsked")  # set when somebody opens the menu
    (host.folder / "sw.js").write_text("", encoding="utf-8")
    take_over(page, host.site_address)  # the new worker answers nothing
    with page.expect_response("**/offline.json") as answer:
        page.reload()
    assert answer.value.status == 404
    assert not page.locator("#offline").is_visible()


@pytest.mark.parametrize("host", [FailsWithOne], indirect=True)
def test_of_a_host_that_cuts_a_script_nothing_is_promised(
    host: Host, page: Page
) -> None:
    host.server.failure = ("/search.js", "cut")
    visit(page, host.site_address, "")
    assert not page.locator("#offline").is_visible()


@pytest.mark.parametrize(
    "host", HOSTS, ids=lambda handler: handler.__name__, indirect=True
)
def test_on_every_host_what_was_read_is_there_offline(host: Host, page: Page) -> None:
    site = host.site_address
    visit(page, site, "cards/dr-dreff/", "cards/asp/")
    host.server.fault = "refused"
    open_saved(page, site, "cards/dr-dreff/", "cards/asp/", *SHELL)
    page.goto(site + "topics/tracing/")
    page.locator("#not-saved").wait_for()
    host.server.fault = ""
    folder = host.publish_edition("js/frame.js")
    page.goto(site)
    page.evaluate(SETTLED)
    for path in ("cards/dr-dreff/", "", "run-chart/"):
        page.goto(site + path)
        assert folder in page.evaluate("document.body.dataset.assets"), path


def test_where_the_network_fails_or_answers_itself_what_was_read_stays(
    host: Host, page: Page
) -> None:
    """`test_saving.py` tests every answer of the network, in Node."""
    site, read = host.site_address, ("cards/asp/", "", "search/?q=dreff")
    visit(page, site, "cards/asp/", "cards/dr-dreff/")
    host.server.fault = "login"
    page.goto(site + "cards/asp/")
    assert page.locator("h1").inner_text() == "Log in", "the reader has to see it"
    host.server.fault = "moved"
    page.goto(site + "cards/asp/")
    assert "/elsewhere/" in page.url
    host.server.fault = "502"
    open_saved(page, site, "cards/asp/")
    host.server.fault = "stalled"
    [worker] = page.context.service_workers
    worker.evaluate("PATIENCE_MS = 100")
    open_saved(page, site, *read)
    worker.evaluate(RECORD_WAITS)
    page.goto(site + "topics/tracing/")
    page.locator("#not-saved").wait_for()
    assert sum(worker.evaluate("waitsForPage")) <= 2 * 100, "its patience twice"
    page.wait_for_selector(".hits > .hit")
    host.server.fault = ""
    worker.evaluate(LONG_PATIENCE)
    page.get_by_role("link", name="try again").click()
    page.wait_for_url("**/topics/tracing/")
    page.locator("h1", has_text="Tracing").wait_for()
    host.server.fault = "refused"
    open_saved(page, site, *read)


def test_a_ruling_that_was_not_saved_stands_first_and_of_lines_all_is_shown_and_nothing_denies_it(
    host: Host, page: Page, kb: Knowledge
) -> None:
    visit(page, host.site_address, "")
    host.server.fault = "refused"
    for ruling in kb.rulings[::300]:
        page.goto("about:blank")
        page.goto(host.site_address + ruling.url[1:])
        row = page.locator("#did-you-mean li").first
        row.wait_for()
        assert row.get_attribute("data-id") == ruling.id
        shown = " ".join(row.inner_text().split())
        assert " ".join(ruling.text.split()) in shown
        assert page.locator("#no-such-part").count() == 0
        assert row.evaluate(IN_SIGHT)
    page.goto(host.site_address + "documents/netrunner-rulings/lines-601/#L611")
    row.wait_for()
    shown_ids = page.locator("#did-you-mean li").evaluate_all(
        "rows => rows.map((row) => row.dataset.id)"
    )
    first_lines = {entry.id: entry.source.lines[0] for entry in kb.ruling_entries}
    assert set(shown_ids) == {
        id for id, line in first_lines.items() if 601 <= line <= 900
    }
    assert page.locator("#no-such-part").count() == 0


# Page that was not saved → its title, and words beside its hits
NOT_SAVED = {
    "cards/marionette/": ("Marionette", "Ice · Sentry · Killer"),
    "topics/tracing/#x": ("Tracing", "from the search:"),
    "run-chart/step-7/": ("Step 7 of a run", "on the run chart, with Yes and No"),
    "reversals/": ("Reversals and contradictions", "exceptions and"),
    "reversals/#shell-traders-uncited": (
        "Reversals and contradictions",
        "clarifications",
    ),
}


def test_the_page_of_what_was_not_saved_begins_as_that_page_and_goes_on_as_results(
    host: Host, page: Page
) -> None:
    visit(page, host.site_address, "")
    host.stop()
    page.set_viewport_size({"width": 390, "height": 844})
    for path, (title, words) in NOT_SAVED.items():
        page.goto("about:blank")
        page.goto(host.site_address + path)
        hit = page.locator(
            ".hits > li.hit[class*=hit-][data-id][data-game] .hit-link"
        ).first
        hit.wait_for()
        assert page.locator("h1").inner_text() == title
        assert words in page.locator("main").inner_text()
        box = hit.bounding_box()
        assert box
        assert box["y"] <= 400, path


def test_of_every_address_that_was_not_saved_what_the_search_holds_is_shown(
    host: Host, page: Page, site_folder: Path, kb: Knowledge
) -> None:
    visit(page, host.site_address, "")
    host.stop()
    for path, title in {"design/": "Design", "feed.xml": "Feed.xml"}.items():
        page.goto(host.site_address + path)
        page.locator("h1", has_text=title).wait_for()
        assert page.get_by_text("Not saved on this device").is_visible()
    files = [
        file.relative_to(site_folder).as_posix()
        for file in site_folder.rglob("index.html")
    ]
    found: dict[str, list[str]] = page.evaluate(
        """addresses => Rulings.searchEngine().then((engine) => Object.fromEntries(addresses.map((each) =>
            [each, (Rulings.heldOf(engine, each)?.hits ?? []).map(({ doc }) => doc.id)])))""",
        [
            *files,
            *(entry.url[1:] for entry in kb.entries),
            *(f"reversals/#{note.id}" for note in kb.notes),
        ],
    )
    assert {file.split("/")[0] for file in files if not found[file]} == WITHOUT_ENTRIES
    assert {file for file in files if not found[file] and file.count("/") > 1} == set()
    assert all(found[entry.url[1:]][0] == entry.id for entry in kb.entries)
    for kind, subject_ids in {
        "cards": kb.cards_by_id,
        "topics": kb.topics_by_id,
    }.items():
        for id in subject_ids:
            ids = {id, *(ruling.id for ruling in kb.rulings_under(id))}
            assert ids <= {*found[f"{kind}/{id}/index.html"]}
    for step in kb.steps:
        applied = [link.ruling for link in step.applied]
        assert found[f"run-chart/step-{step.number}/index.html"] == [step.id, *applied]
    for note in kb.notes:
        sides = [
            quotation.entry_id for quotation in (note.one, note.other) if quotation
        ]
        assert set(sides) <= {
            *found[f"reversals/#{note.id}"][: len(sides)],
            *kb.documents_by_id,
        }


@pytest.mark.parametrize("host", [FailsWithOne], indirect=True)
@pytest.mark.slow
def test_one_file_of_an_edition_that_fails_takes_nothing_from_what_was_read(
    host: Host, page: Page
) -> None:
    """Other files, and other ways to fail, are in the tests below and in Firefox.
    `test_saving.py` tests a worker that is cut off.
    """
    site = host.site_address
    visit(page, site, *READ)
    host.server.failure = ("/frame.js", "gone")
    host.publish_edition(*ALL.split())
    open_saved(page, site, *READ)
    page.evaluate(SETTLED)  # the new worker was refused
    page = reopen(page, host, READ)
    host.server.failure = ("", "")
    page.goto(site + "about-the-data/")
    assert page.evaluate(SETTLED)
    take_over(page, site)
    for read in READ:
        page.goto(site + read)
    host.stop()
    open_saved(page, site, *SHELL)


@pytest.mark.parametrize("host", [FailsWithOne], indirect=True)
def test_what_a_host_refuses_for_good_keeps_no_reader_on_the_edition_before(
    host: Host, page: Page
) -> None:
    site = host.site_address
    visit(page, site, *READ)
    host.server.failure = ("/card-data.js", "404")
    host.publish_edition(*DATA.split())
    assert not page.evaluate(SETTLED)
    page.evaluate(A_WEEK_AGO)
    assert page.evaluate(SETTLED), "with the data that come"
    folder = host.publish_edition(*ALL.split())
    for read in READ:
        open_saved(page, site, read)
        assert folder not in page.evaluate("document.body.dataset.assets")
    assert page.evaluate(SETTLED), "that edition waits, and this one was refused"
    page.evaluate(A_WEEK_AGO)
    for read in READ:
        page.goto(site + read)
        assert folder in page.evaluate("document.body.dataset.assets")
    host.stop()
    open_saved(page, site, *READ)


@pytest.mark.parametrize("host", [FailsWithOne], indirect=True)
def test_after_a_week_a_page_comes_if_its_own_files_do(host: Host, page: Page) -> None:
    site, assets = host.site_address, "document.body.dataset.assets"
    visit(page, site, *READ)
    host.server.failure = ("/search-data.js", "cut")
    folder = host.publish_edition(*ALL.split())
    open_saved(page, site, *READ)
    assert not page.evaluate(SETTLED)
    page.evaluate(A_WEEK_AGO)
    page.goto(site + "cards/asp/")
    assert folder in page.evaluate(assets)
    open_saved(page, site, "search/?q=dreff")
    assert folder not in page.evaluate(assets)
    assert page.get_by_text("A newer edition is published").is_visible()


@pytest.mark.parametrize("host", [FailsWithOne], indirect=True)
def test_after_a_week_the_search_says_that_its_data_are_older_than_the_pages(
    host: Host, page: Page
) -> None:
    site = host.site_address
    visit(page, site, *READ)
    host.server.failure = ("/search-data.js", "cut")
    host.publish_edition(*DATA.split())
    assert not page.evaluate(SETTLED)
    page.evaluate(A_WEEK_AGO)
    assert page.evaluate(SETTLED)
    take_over(page, site)
    page.goto(site + "search/?q=dreff")
    page.get_by_text("Parts of this search are of an earlier edition").wait_for()
    assert not page.locator("#offline").is_visible()


@pytest.mark.parametrize("host", [FailsWithOne], indirect=True)
def test_after_a_week_in_which_its_worker_never_came_a_page_comes_if_its_own_files_do(
    host: Host, page: Page
) -> None:
    site, assets = host.site_address, "document.body.dataset.assets"
    visit(page, site, *READ)
    folder = host.publish_edition(*ALL.split())
    (host.folder / "sw.js").unlink()
    open_saved(page, site, *READ)
    page.evaluate(A_WEEK_AGO)
    host.server.failure = ("/search.js", "404")
    page.goto(site + "cards/asp/")
    assert folder in page.evaluate(assets)
    open_saved(page, site, "search/?q=dreff")
    assert folder not in page.evaluate(assets)
    host.server.failure = ("", "")
    page.goto(site + "search/?q=dreff")
    assert folder in page.evaluate(assets)


def test_after_a_roll_back_all_comes_from_the_edition_that_is_published(
    host: Host, page: Page
) -> None:
    site, before = host.site_address, host.folder.with_name("before")
    visit(page, site, *READ)
    published = page.evaluate(EDITION_SHOWN)
    shutil.copytree(host.folder, before)
    host.publish_edition(*ALL.split())
    for folder in (host.folder, before):
        if folder is before:
            shutil.rmtree(host.folder)
            before.rename(host.folder)
        for path in (*READ, ""):
            page.goto(site + path)
        assert page.evaluate(SETTLED)
    for host.server.fault in ("", "refused"):
        for path in READ:
            open_saved(page, site, path)
            assert page.evaluate(EDITION_SHOWN) == published, path


def publish_words(host: Host, path: str, words: str, changed: str) -> None:
    """Publishes an edition in which the title of a page ends with these words."""
    file = host.folder / path / "index.html"
    html = file.read_text(encoding="utf-8").replace("</h1>", f" {words}</h1>", 1)
    file.write_text(html, encoding="utf-8")
    host.publish_edition(*changed.split())


def replace_site(host: Host, folder: Path) -> None:
    """Publishes a copy of the site in this folder."""
    shutil.rmtree(host.folder)
    shutil.copytree(folder, host.folder)


# The files that change in an edition, and whether the site is closed meanwhile.
# `test_firefox.py` tries the other combinations.
@pytest.mark.parametrize(
    ("changed", "is_closed"),
    [(ALL, False), (DATA, True)],
    ids=["all-open", "data-closed"],
)
def test_a_page_that_was_read_is_of_the_published_edition_though_only_home_is_visited(
    host: Host, page: Page, changed: str, is_closed: bool
) -> None:
    site, card = host.site_address, "cards/dr-dreff/"
    before = host.folder.with_name("before")
    shutil.copytree(host.folder, before)
    visit(page, site, card, "cards/asp/")
    for words in ("BETA", ""):
        if words:
            publish_words(host, card, words, changed)
        else:
            replace_site(host, before)
        page.goto(site)
        assert page.evaluate(SETTLED)
        if is_closed:
            take_over(page, site)
        host.server.fault = "refused"
        open_saved(page, site, card)
        published = page.evaluate(EDITION_SHOWN)
        assert page.locator("h1").inner_text() == f"Dr. Dreff {words}".strip()
        open_saved(page, site, "cards/asp/", "search/?q=dreff")
        assert page.evaluate(EDITION_SHOWN) == published
        host.server.fault = ""


@pytest.mark.parametrize("how", ["404", "cut"])
@pytest.mark.parametrize("host", [FailsWithOne], indirect=True)
def test_a_page_that_does_not_come_with_its_edition_is_not_shown_as_current(
    host: Host, page: Page, how: str
) -> None:
    site, card = host.site_address, "cards/dr-dreff/"
    visit(page, site, card, "cards/asp/")
    publish_words(host, card, "BETA", DATA)
    host.server.failure = (card, how)
    page.goto(site)
    assert page.evaluate(SETTLED)
    take_over(page, site)
    host.server.fault = "refused"
    page.goto(site + card)
    page.locator(".hits > li.hit").first.wait_for()
    assert page.get_by_text("Not saved on this device").is_visible()
    open_saved(page, site, "cards/asp/")
    host.server.fault, host.server.failure = "", ("", "")
    page.goto(site)  # asks for it again
    is_saved = f"caches.match(new URL('{card}index.html', location.href)).then(Boolean)"
    if how == "cut":
        until(page, is_saved)
        host.server.fault = "refused"
        open_saved(page, site, card)
        assert page.locator("h1").inner_text() == "Dr. Dreff BETA"
    else:
        assert not page.evaluate(is_saved)


@pytest.mark.parametrize("host", [KeepsForMinutes], indirect=True)
def test_home_is_of_the_published_edition_though_the_host_lets_browsers_keep_pages(
    host: Host, page: Page
) -> None:
    site = host.site_address
    visit(page, site, "", "cards/asp/")
    publish_words(host, "", "BETA", DATA)
    page.goto(site + "cards/asp/")
    assert page.evaluate(SETTLED)
    take_over(page, site)
    for host.server.fault in ("", "refused"):
        open_saved(page, site, "")
        assert page.locator("h1").inner_text().endswith("BETA")


def test_a_search_that_stays_open_says_once_that_an_edition_has_arrived(
    host: Host, page: Page
) -> None:
    visit(page, host.site_address, "search/?q=dreff")
    before = page.evaluate(EDITION_SHOWN)
    host.publish_edition(*DATA.split())
    line = page.get_by_text("A newer edition has arrived: reload")
    become_visible = "document.dispatchEvent(new Event('visibilitychange'))"
    page.evaluate(become_visible)  # asks for it
    line.wait_for()
    page.evaluate(become_visible)
    assert page.evaluate(SETTLED)
    assert line.count() == 1
    line.get_by_role("button").click()
    until(page, "!document.querySelector('.remark') && document.querySelector('.hit')")
    page.evaluate(become_visible)
    assert page.evaluate(SETTLED), "the worker still waits"
    assert line.count() == 0
    assert page.evaluate(EDITION_SHOWN) != before


@pytest.mark.parametrize(("changed", "count"), [(ALL, 1), (DATA, 0)])
def test_a_page_says_once_that_its_visit_has_fetched_an_edition_if_it_is_older(
    host: Host, page: Page, changed: str, count: int
) -> None:
    """With the same scripts, its own text is already of that edition."""
    card = host.site_address + "cards/dr-dreff/"
    line = page.get_by_text("A newer edition has arrived: reload")
    visit(page, host.site_address, "cards/dr-dreff/")
    assert line.count() == 0
    publish_words(host, "cards/dr-dreff/", "BETA", changed)
    page.goto(card)
    assert page.evaluate(SETTLED)
    until(page, f"document.querySelectorAll('h1 + .remark').length === {count}")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_load_state("networkidle")
    assert line.count() == count
    assert page.locator("h1").inner_text().endswith("BETA") == (not count)


def test_of_a_folder_that_the_site_has_left_the_host_s_own_answer_is_shown(
    host: Host, page: Page
) -> None:
    site, card = host.site_address, "cards/dr-dreff/"
    visit(page, site, card)
    # Its page for the status 404 is of this edition, too
    host.publish_edition("js/frame.js")
    shutil.rmtree(host.folder / card)
    (host.folder / "sw.js").unlink()
    response = page.goto(site + card)
    assert response
    assert response.status == 404
    assert page.locator("h1").inner_text() == "Page not found"


def test_a_file_of_the_shell_that_is_deleted_by_hand_is_fetched_again(
    host: Host, page: Page
) -> None:
    visit(page, host.site_address, "")
    page.locator("#offline").wait_for()
    page.evaluate("""caches.keys().then((names) => Promise.all(names.map(async (name) => {
        const cache = await caches.open(name);
        for (const { url } of await cache.keys())
            if (url.endsWith("search-data.js")) await cache.delete(url);
    })))""")
    assert not page.evaluate(IS_ALL_KEPT)
    host.server.fault = "refused"
    page.goto(host.site_address)
    page.wait_for_timeout(500)
    assert not page.locator("#offline").is_visible()
    host.server.fault = ""
    page.goto(host.site_address)
    until(page, IS_ALL_KEPT)
    page.reload()
    page.locator("#offline").wait_for()
    host.stop()
    open_saved(page, host.site_address, "search/?q=dreff")


def test_what_was_read_stays_with_its_scripts_where_editions_come_or_are_taken_back_meanwhile(
    host: Host, page: Page
) -> None:
    site = host.site_address
    visit(page, site, "cards/dr-dreff/")
    before = host.folder.with_name("before")
    shutil.copytree(host.folder, before)
    folders = [page.evaluate("document.body.dataset.assets")]
    for _ in range(2):
        folders.append(f"../../assets/{host.publish_edition('js/frame.js')}/")
        page.goto(site + "cards/asp/")
        assert page.evaluate(SETTLED)
    host.server.fault = "refused"
    for card in ("dr-dreff", "asp"):
        open_saved(page, site, f"cards/{card}/")
        assert page.evaluate("document.body.dataset.assets") == folders[-1]
        page.locator("#q").fill("ice is not rezzed")
        page.wait_for_selector(".suggestion")
    host.server.fault = ""
    page.goto(site + "cards/zz22-speed-chip/")
    shutil.rmtree(host.folder)
    before.rename(host.folder)
    page.goto(site + "about-the-data/")
    assert page.evaluate(SETTLED)
    reopen(page, host, (*READ, "cards/zz22-speed-chip/"))


@pytest.mark.parametrize("host", [FailsWithOne], indirect=True)
def test_what_the_first_visit_could_not_save_is_saved_with_a_later_page(
    host: Host, page: Page
) -> None:
    host.server.failure = ("search.js", "gone")
    page.goto(host.site_address + "cards/dr-dreff/")
    until(page, IS_CONTROLLED)
    host.server.failure, host.server.fault = ("", ""), ""
    page.goto(host.site_address + "cards/asp/")
    until(page, IS_ALL_SAVED)
    host.stop()
    open_saved(page, host.site_address, *SHELL)


def test_a_device_with_less_room_saves_what_fits_and_one_with_none_shows_what_comes_online(
    host: Host, page: Page
) -> None:
    is_run_chart_saved = f"caches.match('{host.site_address}run-chart/index.html')"
    page.goto(host.site_address + "feed.xml")  # the quota applies to an address
    storage = page.context.new_cdp_session(page)
    quota = {"origin": host.site_address.removesuffix(SUB_PATH), "quotaSize": 1_000_000}
    storage.send("Storage.overrideQuotaForOrigin", quota)
    page.goto(host.site_address + "cards/dr-dreff/")
    until(page, IS_CONTROLLED)
    until(page, is_run_chart_saved)  # files that fit may still be on their way
    storage.send("Storage.overrideQuotaForOrigin", quota | {"quotaSize": 1})
    for path in ("topics/", "cards/asp/"):
        response = page.goto(host.site_address + path)
        assert response
        assert response.status == 200
    host.stop()
    open_saved(page, host.site_address, "")
    assert page.evaluate(f"{is_run_chart_saved}.then(Boolean)")
