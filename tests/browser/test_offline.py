"""After one visit everything works offline; a new build replaces the old one completely."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser_support import Handler, served, until

from rulings.site.export.offline import file_hashes, saved_at_once, saved_on_use, service_worker
from support.pages_of_each_kind import PAGES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

WORKER_IS_ACTIVE = "navigator.serviceWorker.controller && navigator.serviceWorker.controller.state === 'activated'"
RECORD_LAST_MESSAGE = (
    "navigator.serviceWorker.addEventListener('message', (event) => (window.lastMessage = event.data.type))"
)


class Host:
    """A copy of the site and its server, which can be stopped, and started again at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.running = ExitStack()
        self.site_address = self.running.enter_context(served(folder))
        self.port = int(self.site_address.split(":")[2].split("/")[0])

    def stop(self) -> None:
        """Stops the server."""
        self.running.close()

    def start(self) -> None:
        """Starts the server again."""
        self.running.enter_context(served(self.folder, self.port))

    def publish(self) -> None:
        """Writes the service worker for the files in the folder, as the build does."""
        (self.folder / "sw.js").write_text(service_worker(file_hashes(self.folder)), encoding="utf-8", newline="\n")


@pytest.fixture
def full_host(site_folder: Path, tmp_path: Path) -> Iterator[Host]:
    """A host with the whole site."""
    shutil.copytree(site_folder, tmp_path / "site")
    host = Host(tmp_path / "site")
    yield host
    host.stop()


@pytest.fixture
def host(site_folder: Path, tmp_path: Path) -> Iterator[Host]:
    """A host without the pages of most cards, which is copied and saved in a fraction of the time."""

    def other_cards(folder: str, names: list[str]) -> list[str]:
        if Path(folder) != site_folder / "cards":
            return []
        return [name for name in names if name not in ("index.html", "asp", "dr-dreff", "zz22-speed-chip")]

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


def test_everything_works_offline_after_one_visit(full_host: Host, context_with_worker: BrowserContext) -> None:
    page = context_with_worker.new_page()
    errors: list[str] = []
    context_with_worker.on("weberror", lambda error: errors.append(str(error.error)))
    page.goto(full_host.site_address)
    until(page, WORKER_IS_ACTIVE, 60)
    # JSON is saved on use.
    assert page.evaluate(f"fetch('{full_host.site_address}api/cards/dr-dreff.json').then(r => r.status)") == 200
    for path in ("book/", PAGES["a source"]):
        page.goto(full_host.site_address + path)  # large pages are saved on use
    full_host.stop()
    with_file_names = ("index.html", "cards/dr-dreff/index.html", "search/index.html?q=dreff")
    for address in (*PAGES.values(), *with_file_names):
        response = page.goto(full_host.site_address + address)
        assert response, address
        assert response.ok, address
        assert response.from_service_worker, address
        assert page.evaluate("document.querySelector('main').innerText.length") > 60
    for address in ("cards/dr-dreff", "book"):
        page.goto(f"{full_host.site_address}{address}?a=b#c")
        assert page.url == f"{full_host.site_address}{address}/?a=b#c"  # relative links are relative to the folder
    page.goto(full_host.site_address + "cards/zz22-speed-chip/")
    assert "ZZ22" in page.locator("h1").inner_text()
    page.locator("#q").fill("dreff rez cost")
    until(page, "document.querySelectorAll('#suggestions [role=option]').length > 3")
    page.goto(full_host.site_address + "run-chart/#walk=y")
    assert page.locator("#walk .walk-step").inner_text().startswith("Step")
    assert (
        page.evaluate("fetch('../api/cards/dr-dreff.json').then(r => r.json()).then(d => d.card.title)") == "Dr. Dreff"
    )
    assert page.evaluate("getComputedStyle(document.querySelector('main')).boxSizing") == "border-box"
    not_saved = "documents/netrunner-rulings/lines-301/"  # never opened
    for missing, status in (("cards/doctor-dref/", 404), ("cards/dreff%E0/", 404), (not_saved, 503)):
        response = page.goto(full_host.site_address + missing)
        assert response
        assert response.status == status
        heading = "Page not found" if status == 404 else "Not saved on this device"
        assert page.locator("h1").inner_text() == heading
    assert not page.evaluate(f"fetch('{full_host.site_address}api/cards/asp.json').then(r => r.ok, () => false)")
    assert errors == []


def test_a_page_that_is_not_saved_says_so_offline(host: Host, context_with_worker: BrowserContext) -> None:
    page = context_with_worker.new_page()
    page.goto(host.site_address)
    until(page, WORKER_IS_ACTIVE, 60)
    host.stop()
    page.goto(host.site_address + "book/")
    assert page.locator("h1").inner_text() == "Not saved on this device"
    assert page.title() == "Not saved on this device · Netrunner rulings"
    assert page.locator("#did-you-mean").inner_text() == ""
    page.goto(host.site_address + "cards/dr-dref/")
    assert page.locator("h1").inner_text() == "Page not found"


def test_a_new_build_replaces_the_old_one_completely(host: Host, context_with_worker: BrowserContext) -> None:
    page = context_with_worker.new_page()
    page.goto(host.site_address)
    until(page, WORKER_IS_ACTIVE, 60)
    until(page, "document.getElementById('offline').textContent.startsWith('Saved')")
    home, deleted = host.folder / "index.html", host.folder / "topics" / "tracing" / "index.html"
    home.write_text(
        home.read_text(encoding="utf-8").replace("Netrunner rulings</h1>", "The next edition</h1>"), encoding="utf-8"
    )
    deleted.unlink()
    host.publish()
    fetched: list[str] = []
    context_with_worker.on(
        "request",
        lambda request: fetched.extend([request.url.removeprefix(host.site_address)] if request.service_worker else []),
    )
    page.goto(host.site_address)
    until(page, "document.querySelector('.new-build')", 60)
    assert page.locator("h1").inner_text() == "Netrunner rulings"  # the open tab still shows the old build
    assert page.goto(host.site_address + "topics/tracing/")
    assert page.locator("h1").inner_text() == "Tracing"
    until(page, "document.querySelector('.new-build')", 60)
    page.goto(host.site_address)
    until(page, "document.querySelector('.new-build')", 60)
    host.stop()
    with page.expect_navigation():
        page.locator(".new-build button").first.click()
    until(page, "document.querySelector('h1')?.textContent === 'The next edition'")
    until(page, "caches.keys().then(k => window.count = k.length) && window.count === 1")  # the old build is deleted
    saved = page.evaluate("caches.keys().then(k => caches.open(k[0])).then(c => c.keys()).then(k => k.map(r => r.url))")
    assert not [url for url in saved if "topics/tracing/" in url]
    assert len([path for path in fetched if not path.startswith(("sw.js", "offline.json"))]) <= 6, (
        "unchanged files are not fetched again"
    )


def test_an_incomplete_update_leaves_the_old_build_complete(host: Host, context_with_worker: BrowserContext) -> None:
    page = context_with_worker.new_page()
    page.goto(host.site_address)
    until(page, WORKER_IS_ACTIVE, 60)
    home, missing = host.folder / "index.html", host.folder / "cards" / "dr-dreff" / "index.html"
    home.write_text(
        home.read_text(encoding="utf-8").replace("Netrunner rulings</h1>", "Half an edition</h1>"), encoding="utf-8"
    )
    original = missing.read_text(encoding="utf-8")
    missing.write_text(original + "<!-- new -->", encoding="utf-8")
    host.publish()
    missing.unlink()  # the server lacks one file of the build
    context_with_worker.add_init_script(RECORD_LAST_MESSAGE)
    page.goto(host.site_address)
    until(page, "window.lastMessage === 'failed'", 60)
    assert page.goto(host.site_address)
    assert page.locator("h1").inner_text() == "Netrunner rulings"
    assert page.goto(host.site_address + "cards/dr-dreff/")
    assert page.locator("h1").inner_text() == "Dr. Dreff"
    missing.write_text(original + "<!-- new -->", encoding="utf-8")
    page.goto(host.site_address)
    page.evaluate("navigator.serviceWorker.getRegistration().then(r => r.update())")
    until(page, "document.querySelector('.new-build')", 60)


def test_the_worker_changes_exactly_when_a_file_changes(site_folder: Path) -> None:
    hash_of = file_hashes(site_folder)
    assert service_worker(hash_of) == service_worker(dict(reversed(hash_of.items())))
    assert service_worker({**hash_of, "index.html": "0" * 12}) != service_worker(hash_of)
    assert "sw.js" not in hash_of
    assert "cards/dr-dreff/index.html" in hash_of
    assert "assets/search-data.js" in hash_of


def test_the_manifest_makes_the_site_installable(site_folder: Path) -> None:
    manifest = json.loads((site_folder / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert manifest["display"] in ("standalone", "minimal-ui")
    assert manifest["name"]
    assert not manifest["start_url"].startswith("/")
    assert manifest["icons"]
    assert [icon["src"] for icon in manifest["icons"] if not (site_folder / icon["src"]).is_file()] == []


def test_the_saved_site_can_be_removed_and_saved_again(full_host: Host, context_with_worker: BrowserContext) -> None:
    page = context_with_worker.new_page()
    page.goto(full_host.site_address)
    until(page, "document.getElementById('offline').textContent.startsWith('Saved for offline reading')", 60)
    offline = json.loads((full_host.folder / "offline.json").read_text(encoding="utf-8"))
    status = page.locator("#offline").inner_text()
    assert f"{offline['bytes'] / 1e6:.0f} MB" in status
    assert offline["build"] in status
    page.get_by_role("button", name="Remove").click()
    until(page, "document.getElementById('offline').textContent.startsWith('Not saved')")
    assert page.evaluate("caches.keys()") == []
    assert page.evaluate("Object.keys(localStorage)") == ["rulings-offline"]  # other sites may share the storage
    page.reload()
    until(page, "document.getElementById('offline').textContent.startsWith('Not saved')")
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then(r => r.length)") == 0
    page.get_by_role("button", name="Save it").click()
    until(page, "document.getElementById('offline').textContent.startsWith('Saved')", 60)


def test_nothing_is_saved_unasked_if_the_browser_saves_data(host: Host, context_with_worker: BrowserContext) -> None:
    context_with_worker.add_init_script("Object.defineProperty(navigator, 'connection', {value: {saveData: true}})")
    page = context_with_worker.new_page()
    page.goto(host.site_address)
    until(page, "document.getElementById('offline').textContent.startsWith('Not saved')")
    assert page.evaluate("caches.keys()") == []


def test_a_half_uploaded_page_is_not_saved(host: Host, context_with_worker: BrowserContext) -> None:
    page = context_with_worker.new_page()
    card = host.folder / "cards" / "dr-dreff" / "index.html"
    content = card.read_text(encoding="utf-8")
    card.write_text(content[: len(content) // 2], encoding="utf-8")  # half-uploaded, but served with status 200
    page.goto(host.site_address)
    until(page, "document.getElementById('offline').textContent.includes('failed')", 60)
    assert page.evaluate("navigator.serviceWorker.controller") is None
    card.write_text(content, encoding="utf-8")
    page.get_by_role("button", name="Try again").click()
    until(page, "document.getElementById('offline').textContent.startsWith('Saved')", 60)
    host.stop()
    page.goto(host.site_address + "cards/dr-dreff/")
    assert page.locator("footer").count() == 1


def test_a_file_that_was_wrong_once_is_fetched_again(
    host: Host, context_with_worker: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    falsified = list[str]()
    do_get = Handler.do_GET

    def falsify_once(handler: Handler) -> None:
        if handler.path.endswith("/cards/dr-dreff/index.html") and not falsified:
            falsified.append(handler.path)
            handler.path = handler.path.replace("dr-dreff", "asp")
        do_get(handler)

    monkeypatch.setattr(Handler, "do_GET", falsify_once)
    page = context_with_worker.new_page()
    page.goto(host.site_address)
    until(page, "document.getElementById('offline').textContent.startsWith('Saved')", 60)
    assert len(falsified) == 1
    host.stop()
    assert page.goto(host.site_address + "cards/dr-dreff/")
    assert page.locator("h1").inner_text() == "Dr. Dreff"


def test_only_a_complete_update_reaches_an_open_tab(host: Host, context_with_worker: BrowserContext) -> None:
    page = context_with_worker.new_page()
    page.goto(host.site_address)
    until(page, WORKER_IS_ACTIVE, 60)
    until(page, "document.getElementById('offline').textContent.startsWith('Saved')", 60)
    home, card = host.folder / "index.html", host.folder / "cards" / "dr-dreff" / "index.html"
    home.write_text(
        home.read_text(encoding="utf-8").replace("Netrunner rulings</h1>", "The next edition</h1>"), encoding="utf-8"
    )
    content = card.read_text(encoding="utf-8") + "<!-- new -->"
    card.write_text(content, encoding="utf-8")
    host.publish()
    card.write_text(content[: len(content) // 2], encoding="utf-8")  # half-uploaded, but served with status 200
    become_visible = "document.dispatchEvent(new Event('visibilitychange'))"
    page.evaluate(RECORD_LAST_MESSAGE)
    page.evaluate(become_visible)
    until(page, "window.lastMessage === 'failed'", 60)
    assert page.locator(".new-build").count() == 0
    assert "<!-- new -->" not in page.evaluate("fetch('cards/dr-dreff/').then(r => r.text())")
    card.write_text(content, encoding="utf-8")
    page.evaluate(become_visible)
    until(page, "document.querySelector('.new-build')", 60)  # without opening a page


def test_full_storage_is_reported_and_the_site_still_works(host: Host, context_with_worker: BrowserContext) -> None:
    worker = host.folder / "sw.js"
    storage_is_full = "Cache.prototype.put = async () => { throw new DOMException('full', 'QuotaExceededError'); };\n"
    worker.write_text(storage_is_full + worker.read_text(encoding="utf-8"), encoding="utf-8")
    page = context_with_worker.new_page()
    page.goto(host.site_address)
    until(page, "document.getElementById('offline').textContent.includes('not enough space')", 60)
    assert page.goto(host.site_address + "cards/dr-dreff/")
    assert page.locator("h1").inner_text() == "Dr. Dreff"


def test_the_files_saved_on_the_first_visit_are_small(site_folder: Path) -> None:
    hash_of = file_hashes(site_folder)
    saved = saved_at_once(hash_of)
    assert not [path for path in saved if path.startswith(("api/", "book/", "screenshots/")) or "/lines-" in path]
    assert {"index.html", "404.html", "base.css", "assets/search-data.js", "run-chart/index.html"} <= set(saved)
    assert set(saved) | set(saved_on_use(hash_of)) == set(hash_of)
    assert not set(saved) & set(saved_on_use(hash_of))
    compressed = sum(len(gzip.compress((site_folder / path).read_bytes(), 6)) for path in saved)
    assert compressed <= 4_500_000
    assert len(saved) <= 800
