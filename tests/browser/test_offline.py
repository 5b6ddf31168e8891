"""Offline: what was read and the search; on request the whole site, until the reader updates or
removes it.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser_support import SUB_PATH, act, serving, until

from rulings.api import KnowledgeBase
from rulings.model.entities import AnyEntry
from rulings.model.knowledge import card_page
from rulings.model.page_table import QUERIES
from rulings.model.selecting import page_rulings
from rulings.site.machine_files import write_offline_files
from support.pages_of_each_kind import PAGES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

    from conftest import PageErrors

IS_CONTROLLED = "navigator.serviceWorker.controller !== null"
MAX_FIRST_VISIT = 700_000  # bytes, compressed
OFFER = "Keep the whole site on this device"
STATE = "document.getElementById('offline').textContent"


class Host:
    """A copy of the site and its server, which can be stopped."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.running = ExitStack()
        self.server = self.running.enter_context(serving(folder))
        self.site_address = f"http://127.0.0.1:{self.server.server_address[1]}{SUB_PATH}"

    def stop(self) -> None:
        """Stops the server."""
        self.running.close()

    def publish(self) -> None:
        """Writes the list of the files in the folder, as the build does."""
        write_offline_files(self.folder)


@pytest.fixture
def full_host(site_folder: Path, tmp_path: Path) -> Iterator[Host]:
    """A host with the whole site."""
    shutil.copytree(site_folder, tmp_path / "site")
    host = Host(tmp_path / "site")
    yield host
    host.stop()


@pytest.fixture
def host(site_folder: Path, tmp_path: Path) -> Iterator[Host]:
    """A host without the pages of most cards, which is copied and saved in a fraction of the
    time.
    """

    def other_cards(folder: str, names: list[str]) -> list[str]:
        if Path(folder) != site_folder / "cards":
            return []
        return [
            name
            for name in names
            if name not in ("index.html", "asp", "dr-dreff", "zz22-speed-chip")
        ]

    shutil.copytree(site_folder, tmp_path / "site", ignore=other_cards)
    host = Host(tmp_path / "site")
    host.publish()
    yield host
    host.stop()


@pytest.fixture
def context_with_worker(browser: Browser) -> Iterator[BrowserContext]:
    """A browser context that allows service workers."""
    context = browser.new_context()
    context.set_default_timeout(20_000)
    yield context
    context.close()


def keep(page: Page, site_address: str) -> None:
    """Opens the home page and keeps the whole site."""
    page.goto(site_address)
    until(page, IS_CONTROLLED, 60)
    page.get_by_role("button", name=OFFER).click()


def test_what_was_read_and_the_search_work_offline_and_nothing_else_is_fetched(
    host: Host, context_with_worker: BrowserContext
) -> None:
    page = context_with_worker.new_page()
    fetched = list[str]()
    context_with_worker.on(
        "request", lambda request: fetched.append(request.url.removeprefix(host.site_address))
    )
    page.goto(host.site_address + "cards/dr-dreff/")
    until(page, IS_CONTROLLED, 60)
    until(
        page,
        "caches.keys().then(k => caches.open(k[0])).then(c => c.match('index.html')).then(r => Boolean(r))",
    )
    assert len(set(fetched)) < 50
    assert "offline.json" not in fetched
    paths = [path.removesuffix("index.html") for path, _ in host.server.sent]
    assert len(paths) == len(set(paths)), "each file once"
    assert sum(size for _, size in host.server.sent) <= MAX_FIRST_VISIT
    page.goto(host.site_address + "cards/asp/")
    host.stop()
    for read in ("cards/dr-dreff/", "cards/asp/?a=b"):
        response = page.goto(host.site_address + read)
        assert response
        assert response.from_service_worker
        assert (
            page.evaluate("getComputedStyle(document.querySelector('.card-head')).borderTopWidth")
            == "4px"
        )
    page.goto(host.site_address + "search/?q=dreff")
    page.wait_for_selector("#results .hit-link")
    page.goto(host.site_address)  # with where it sends a judge
    page.get_by_text("I judge").click()
    page.locator(".walk-yes").click()
    page.goto(host.site_address + "deck/#d=3.dr-dreff")
    page.wait_for_selector("#deck-sheet section")
    response = page.goto(host.site_address + "topics/tracing/")
    assert response
    assert response.status == 503
    assert page.locator("h1").inner_text() == "Not saved on this device"
    assert page.title() == "Not saved on this device · Netrunner rulings"


@pytest.mark.parametrize("fault", ["stalled", "502"])
def test_what_was_read_is_shown_where_the_network_is_there_but_fails(
    host: Host, context_with_worker: BrowserContext, fault: str
) -> None:
    page = context_with_worker.new_page()
    page.goto(host.site_address + "cards/asp/")
    until(page, IS_CONTROLLED, 60)
    page.goto(host.site_address + "cards/dr-dreff/")
    until(page, "caches.match(new URL('../asp/index.html', location.href))")
    host.server.fault = fault
    for read in ("cards/asp/", "cards/dr-dreff/", "search/?q=dreff"):
        response = page.goto(host.site_address + read)
        assert response
        assert response.status == 200
        assert (
            page.evaluate("getComputedStyle(document.querySelector('main')).boxSizing")
            == "border-box"
        )
    page.wait_for_selector("#results .hit-link")
    host.server.fault = ""
    until(page, "fetch('../topics/').then(answer => answer.ok)")
    page.goto(host.site_address + "topics/tracing/")
    assert page.locator("h1").inner_text() == "Tracing"


@pytest.mark.parametrize("fault", ["refused", "stalled", "502", "503"])
def test_a_page_that_the_network_does_not_send_is_answered_in_time(
    host: Host, context_with_worker: BrowserContext, fault: str
) -> None:
    page = context_with_worker.new_page()
    page.goto(host.site_address)
    until(page, IS_CONTROLLED, 60)
    if fault == "refused":
        host.stop()
    else:
        host.server.fault = fault
    started = time.monotonic()
    for path in ("topics/tracing/", "cards/dr-dreff/"):
        page.goto(host.site_address + path)
        assert page.locator("h1").inner_text() == "Not saved on this device"
        assert time.monotonic() - started < 8
        started = time.monotonic()
    page.wait_for_selector("#did-you-mean h2")
    if fault != "refused":
        host.server.fault = ""
        page.get_by_role("link", name="try again").click()
        page.wait_for_url("**/cards/dr-dreff/")
        page.locator("h1", has_text="Dr. Dreff").wait_for()


def test_the_offer_to_keep_the_site_is_there_before_anything_was_fetched(
    host: Host, context_with_worker: BrowserContext
) -> None:
    page = context_with_worker.new_page()
    page.goto(host.site_address + "cards/asp/")
    until(page, IS_CONTROLLED, 60)
    host.server.fault = "stalled"
    page.locator(".menu-button").click()
    assert page.get_by_role("button", name=OFFER).is_visible()


def test_keeping_ends_with_a_word_if_a_file_never_comes(
    host: Host, context_with_worker: BrowserContext
) -> None:
    context_with_worker.add_init_script(
        "const inTime = AbortSignal.timeout; AbortSignal.timeout = (ms) => inTime.call(AbortSignal, ms / 5);"
    )
    page = context_with_worker.new_page()
    keep(page, host.site_address)
    until(page, "document.querySelector('#offline progress').value > 0.1", 60)
    page.goto(host.site_address)  # where it goes on
    until(page, "document.querySelector('#offline progress')?.value > 0.1", 60)
    host.server.fault = "stalled"
    until(page, f"{STATE}.includes('Not all of it could be saved. Try again')", 60)
    host.server.fault = ""
    page.get_by_role("button", name="Try again").click()
    until(page, f"{STATE}.startsWith('The whole site')", 60)


def test_a_page_that_was_not_saved_shows_the_rulings_on_its_card(
    host: Host, context_with_worker: BrowserContext, kb: KnowledgeBase
) -> None:
    page = context_with_worker.new_page()
    page.goto(host.site_address)
    until(page, IS_CONTROLLED, 60)
    host.stop()
    page.goto(host.site_address + "cards/dr-dreff/")
    page.wait_for_selector("#did-you-mean h2")
    assert page.locator("#did-you-mean h2").inner_text() == "Dr. Dreff"
    shown = page.locator("#did-you-mean").inner_text()
    for ruling in kb.rulings_for("dr-dreff"):
        assert ruling.text.splitlines()[0] in shown
    links = page.locator("main a:visible").evaluate_all(
        "links => links.map(a => new URL(a.href).pathname)"
    )
    assert {link.removeprefix(SUB_PATH) for link in links} <= {"", "search/", "cards/dr-dreff/"}, (
        "nothing else is sure to be saved"
    )


def test_of_every_address_that_was_not_saved_what_the_search_holds_is_shown(
    host: Host, context_with_worker: BrowserContext, site_folder: Path, kb: KnowledgeBase
) -> None:
    page = context_with_worker.new_page()
    page.goto(host.site_address)
    until(page, IS_CONTROLLED, 60)
    host.stop()
    page.goto(host.site_address + "quiz/")
    page.locator("#did-you-mean a", has_text="Home").wait_for()
    headings = [section for section in kb.sections if not section.text.strip()]
    entries: list[AnyEntry] = [*kb.rulings, *kb.sections, *kb.steps]
    files = [file.relative_to(site_folder).as_posix() for file in site_folder.rglob("index.html")]
    found: dict[str, list[str] | None] = page.evaluate(
        """addresses => Rulings.searchEngine().then((engine) => Object.fromEntries(addresses.map(
            (each) => [each, Rulings.heldOf(engine, each)?.hits.map(({ doc }) => doc.id)])))""",
        [*files, *(entry.url[1:] for entry in entries)],
    )
    folders = {address.split("/")[0] for address in QUERIES}
    assert {f for f in files if found.get(f) is None} == {
        file for file in files if file.split("/")[0] not in folders
    }
    other = {entry.id for entry in entries if entry.id not in (found[entry.url[1:]] or ())}
    assert other == {section.id for section in headings}
    assert all(found[section.url[1:]] for section in headings)
    kinds = {"cards": [c.id for c in kb.cards], "topics": [topic.id for topic in kb.topics]}
    for kind, subject_ids in kinds.items():
        for id in subject_ids:
            ids = {ruling.id for ruling in kb.rulings_under(id)}
            assert ids <= {*(found[f"{kind}/{id}/index.html"] or ())}
    without = {file for file in files if found.get(file) == []}
    ruled = {
        f"cards/{card.id}/index.html" for card in kb.cards if page_rulings(card_page(kb, card.id))
    }
    assert not without & ruled
    assert {file.split("/")[0] for file in without} == {"cards"}, "cards without a ruling"


def publish_other_scripts(host: Host) -> None:
    """Publishes the site with its scripts in a folder of another name, as if they had changed."""
    [assets] = host.folder.glob("assets/*")
    for path in [*host.folder.rglob("*.html"), *host.folder.rglob("*.js")]:
        path.write_text(
            path.read_text(encoding="utf-8").replace(assets.name, "00000000"), encoding="utf-8"
        )
    assets.rename(assets.with_name("00000000"))
    host.publish()


@pytest.mark.parametrize(
    ("path", "actions", "message"),
    [
        ("about-the-data/", ["click #q", "type dreff"], "#suggestions"),
        ("deck/", ["click #deck-ours", "type 3 Clown", "click #deck-form .main"], "#deck-messages"),
    ],
)
def test_an_open_page_says_that_the_site_was_updated(
    host: Host, page: Page, page_errors: PageErrors, path: str, actions: list[str], message: str
) -> None:
    page_errors.site_address = host.site_address
    page_errors.expected_errors += ("404",)
    page.goto(host.site_address + path)
    publish_other_scripts(host)
    for action in actions:
        act(page, action)
    page.locator(message, has_text="The site was updated: reload").wait_for()
    page.get_by_role("button", name="reload").click()
    until(page, "document.body?.dataset.assets?.includes('00000000')")


def test_no_page_meets_the_scripts_of_another_build(
    host: Host, context_with_worker: BrowserContext
) -> None:
    page = context_with_worker.new_page()
    page.goto(host.site_address)
    until(page, IS_CONTROLLED, 60)
    page.goto(host.site_address + "cards/dr-dreff/")
    old = page.evaluate("document.body.dataset.assets")
    publish_other_scripts(host)
    page.goto(host.site_address + "cards/asp/")
    until(page, "caches.match(new URL('../../assets/00000000/search.js', location.href))", 60)
    until(
        page,
        "navigator.serviceWorker.getRegistration().then(found => !found.installing && !found.waiting)",
        60,
    )
    host.stop()
    for address, folder in (
        ("cards/dr-dreff/", old),
        ("cards/asp/", "../../assets/00000000/"),
        ("search/?q=dreff", None),
    ):
        page.goto(host.site_address + address)
        if folder is None:
            page.wait_for_selector("#results .hit-link")
        else:
            assert page.evaluate("document.body.dataset.assets") == folder
            page.locator("#q").fill("dreff")
            page.wait_for_selector(".suggestion")


def test_the_whole_site_is_kept_on_request(
    full_host: Host, context_with_worker: BrowserContext
) -> None:
    page = context_with_worker.new_page()
    errors: list[str] = []
    context_with_worker.on("weberror", lambda error: errors.append(str(error.error)))
    keep(page, full_host.site_address)
    page.wait_for_selector("#offline progress")
    until(page, f"{STATE}.startsWith('The whole site is on this device')", 90)
    offline = json.loads((full_host.folder / "offline.json").read_text(encoding="utf-8"))
    size = sum(size for _, size in offline["files"].values())
    assert (
        f"({size / 1e6:.0f} MB, build {offline['build']})" in page.locator("#offline").inner_text()
    )
    full_host.stop()
    with_file_names = (
        "index.html",
        "cards/dr-dreff/index.html",
        "book/",
        "documents/netrunner-rulings/lines-301/",
    )
    for address in (*PAGES.values(), *with_file_names):
        response = page.goto(full_host.site_address + address)
        assert response, address
        assert response.ok, address
        assert response.from_service_worker, address
        assert page.evaluate("document.querySelector('main').innerText.length") > 60
    page.goto(f"{full_host.site_address}cards/dr-dreff?a=b#c")
    # Relative links are relative to the folder
    assert page.url == f"{full_host.site_address}cards/dr-dreff/?a=b#c"
    response = page.goto(full_host.site_address + "cards/doctor-dref/")
    assert response
    assert response.status == 404
    assert page.locator("h1").inner_text() == "Page not found"
    assert errors == []


def test_an_older_kept_site_says_so_and_is_updated_completely(
    host: Host, context_with_worker: BrowserContext
) -> None:
    page = context_with_worker.new_page()
    keep(page, host.site_address)
    until(page, f"{STATE}.startsWith('The whole site')", 60)
    home, deleted = host.folder / "index.html", host.folder / "topics" / "tracing" / "index.html"
    home.write_text(
        home.read_text(encoding="utf-8").replace(
            "by whom, and when</h1>", "in the next edition</h1>"
        ),
        encoding="utf-8",
    )
    deleted.unlink()
    host.publish()
    fetched = list[str]()
    page.goto(host.site_address)
    until(page, f"{STATE}.includes('New edition')", 60)
    notice = page.locator("#offline.notice")
    page.set_viewport_size({"width": 360, "height": 740})
    assert (
        len({round(box["y"]) for e in notice.locator("button").all() if (box := e.bounding_box())})
        == 1
    )
    assert notice.bounding_box()["height"] < 74  # type: ignore[index]  # one line
    assert page.locator("h1").inner_text().endswith("by whom, and when")
    assert page.get_by_role("button", name="Update").inner_text() == "Update (1 MB)", (
        "what changed, not the whole site"
    )
    context_with_worker.on(
        "request", lambda request: fetched.append(request.url.removeprefix(host.site_address))
    )
    with page.expect_navigation():
        page.get_by_role("button", name="Update").click()
    until(page, f"{STATE}.startsWith('The whole site')", 60)
    assert page.locator("h1").inner_text().endswith("in the next edition")
    assert fetched[:3] == ["offline.json", "index.html", ""], "what changed, and then the page"
    saved = page.evaluate(
        "caches.keys().then(k => caches.open(k.find(name => name.endsWith(' kept')))).then(c => c.keys()).then(k => k.map(r => r.url))"
    )
    assert not [url for url in saved if "topics/tracing/" in url]


def test_an_update_with_a_half_uploaded_page_leaves_the_old_edition_whole(
    host: Host, context_with_worker: BrowserContext
) -> None:
    page = context_with_worker.new_page()
    keep(page, host.site_address)
    until(page, f"{STATE}.startsWith('The whole site')", 60)
    cards = {card: host.folder / "cards" / card / "index.html" for card in ("asp", "dr-dreff")}
    for file in cards.values():
        text = file.read_text(encoding="utf-8").replace("</h1>", " (new)</h1>")
        file.write_text(text, encoding="utf-8")
    host.publish()
    # the last of them is half-uploaded, but served with status 200
    file.write_text(text[: len(text) // 2], encoding="utf-8")

    def are_new() -> set[bool]:
        found = set[bool]()
        for card in cards:
            page.goto(f"{host.site_address}cards/{card}/")
            assert page.locator("footer").count() == 1
            found.add(page.locator("h1").inner_text().endswith("(new)"))
        return found

    page.goto(host.site_address)
    page.get_by_role("button", name="Update").click()
    until(page, f"{STATE}.includes('Not all of it')", 60)
    assert are_new() == {False}
    file.write_text(text, encoding="utf-8")
    page.goto(host.site_address)
    with page.expect_navigation():
        page.get_by_role("button", name="Update").click()
    until(page, f"{STATE}.startsWith('The whole site')", 60)
    host.stop()
    assert are_new() == {True}


def test_two_tabs_share_the_work_of_keeping_the_site_which_can_be_removed(
    host: Host, context_with_worker: BrowserContext
) -> None:
    pages = [context_with_worker.new_page() for _ in range(2)]
    for page in pages:
        page.goto(host.site_address)
        until(page, IS_CONTROLLED, 60)
    for page in pages:
        page.get_by_role("button", name=OFFER).click()
    for page in pages:
        until(page, f"{STATE}.startsWith('The whole site')", 60)
    assert [path for path, _ in host.server.sent].count(f"{SUB_PATH}book/index.html") == 1
    page.get_by_role("button", name="Remove").click()
    until(page, f"{STATE}.startsWith('{OFFER}')")
    assert (
        page.evaluate("caches.keys().then(keys => keys.filter(key => !key.includes(' read ')))")
        == []
    )


def test_full_storage_is_reported(host: Host, context_with_worker: BrowserContext) -> None:
    context_with_worker.add_init_script(
        "Cache.prototype.put = async () => { throw new DOMException('full', 'QuotaExceededError'); }"
    )
    page = context_with_worker.new_page()
    keep(page, host.site_address)
    until(page, f"{STATE}.includes('not enough space')", 60)


def test_the_list_of_files_has_every_page_but_no_json(site_folder: Path) -> None:
    files = json.loads((site_folder / "offline.json").read_text(encoding="utf-8"))["files"]
    assert not [path for path in files if path.startswith(("api/", "sw.js"))]
    assert {"book/index.html", "documents/netrunner-rulings/lines-301/index.html"} <= set(files)
    worker = (site_folder / "sw.js").read_text(encoding="utf-8")
    shell = json.loads(worker.split(";\n", 1)[0].split("SHELL = ")[1])
    assert [path for path in shell if path.endswith("/search.js")]
    assert [path for path in shell if path not in files] == []


def test_a_full_storage_does_not_keep_an_online_reader_from_a_page(
    host: Host, context_with_worker: BrowserContext
) -> None:
    page = context_with_worker.new_page()
    page.goto(host.site_address)
    until(page, IS_CONTROLLED, 60)
    quota = {"origin": host.site_address.removesuffix(SUB_PATH), "quotaSize": 1}
    context_with_worker.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", quota)
    for path in ("topics/", "cards/dr-dreff/", "run-chart/"):
        response = page.goto(host.site_address + path)
        assert response
        assert response.status == 200
        assert (
            page.evaluate("getComputedStyle(document.querySelector('main')).boxSizing")
            == "border-box"
        )
