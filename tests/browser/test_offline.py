"""After one visit everything works without network; a new edition takes the old one's place, whole and clean."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from serving import Handler, served, until

from rulings.site.export.offline import file_hashes, saved_at_once, saved_on_use, service_worker
from support.pages_of_each_kind import PAGES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

READY = "navigator.serviceWorker.controller && navigator.serviceWorker.controller.state === 'activated'"


class Host:
    """A copy of the site whose server can be stopped and started again at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.running = ExitStack()
        self.base = self.running.enter_context(served(folder))
        self.port = int(self.base.split(":")[2].split("/")[0])

    def stop(self) -> None:
        """No network any more."""
        self.running.close()

    def start(self) -> None:
        """The network is back."""
        self.running.enter_context(served(self.folder, self.port))

    def publish(self) -> None:
        """Writes the worker for what the folder holds now, as the build does."""
        (self.folder / "sw.js").write_text(service_worker(file_hashes(self.folder)), encoding="utf-8", newline="\n")


@pytest.fixture
def host(site: Path, tmp_path: Path) -> Iterator[Host]:
    shutil.copytree(site, tmp_path / "site")
    host = Host(tmp_path / "site")
    yield host
    host.stop()


@pytest.fixture
def reader(browser: Browser) -> Iterator[BrowserContext]:
    """A reader whose browser may keep a worker."""
    context = browser.new_context()
    context.set_default_timeout(20_000)
    yield context
    context.close()


def test_after_one_visit_everything_works_without_network(host: Host, reader: BrowserContext) -> None:
    page = reader.new_page()
    errors: list[str] = []
    reader.on("weberror", lambda error: errors.append(str(error.error)))
    page.goto(host.base)
    until(page, READY, 60)
    assert page.evaluate(f"fetch('{host.base}api/cards/dr-dreff.json').then(r => r.status)") == 200  # JSON is saved when used
    for large in ("book/", PAGES["a source"]):
        page.goto(host.base + large)  # saved when opened
    host.stop()
    for path in PAGES.values():
        for address in {path, path.replace("/?", "/index.html?") if "?" in path else f"{path}index.html" if path.endswith("/") else path}:
            response = page.goto(host.base + address)
            assert response and response.ok and response.from_service_worker, address
            assert len(page.locator("main").inner_text()) > 60
    page.goto(host.base + "cards/zz22-speed-chip/")
    assert "ZZ22" in page.locator("h1").inner_text()
    page.locator("#q").fill("dreff rez cost")
    until(page, "document.querySelectorAll('#suggestions [role=option]').length > 3")
    page.goto(host.base + "run-chart/#walk=y")
    assert page.locator("#walk .walk-step").inner_text().startswith("Step")
    assert page.evaluate("fetch('../api/cards/dr-dreff.json').then(r => r.json()).then(d => d.card.title)") == "Dr. Dreff"
    assert page.evaluate("getComputedStyle(document.querySelector('main')).boxSizing") == "border-box"
    lost = page.goto(host.base + "cards/doctor-dref/")
    assert lost and lost.status == 404 and "Page not found" in page.locator("h1").inner_text()
    assert errors == []


def test_a_new_edition_replaces_the_old_one_cleanly(host: Host, reader: BrowserContext) -> None:
    page = reader.new_page()
    page.goto(host.base)
    until(page, READY, 60)
    until(page, "document.getElementById('offline').textContent.startsWith('Saved')")
    home, gone = host.folder / "index.html", host.folder / "topics" / "tracing" / "index.html"
    home.write_text(home.read_text(encoding="utf-8").replace("Netrunner rulings</h1>", "The next edition</h1>"), encoding="utf-8")
    gone.unlink()
    host.publish()
    asked: list[str] = []
    reader.on("request", lambda request: asked.extend([request.url.removeprefix(host.base)] if request.service_worker else []))
    page.goto(host.base)
    until(page, "document.querySelector('.new-edition')", 60)
    assert page.locator("h1").inner_text() == "Netrunner rulings"  # the open tab has all of the old edition
    assert page.goto(host.base + "topics/tracing/") and page.locator("h1").inner_text() == "Tracing"
    until(page, "document.querySelector('.new-edition')", 60)
    page.goto(host.base)
    until(page, "document.querySelector('.new-edition')", 60)
    host.stop()
    with page.expect_navigation():
        page.locator(".new-edition button").first.click()
    until(page, "document.querySelector('h1')?.textContent === 'The next edition'")
    until(page, "caches.keys().then(k => window.count = k.length) && window.count === 1")  # the old edition is deleted
    kept = page.evaluate("caches.keys().then(k => caches.open(k[0])).then(c => c.keys()).then(k => k.map(r => r.url))")
    assert not [url for url in kept if "topics/tracing/" in url]
    assert len([path for path in asked if not path.startswith(("sw.js", "offline.json"))]) <= 6, "what did not change is not fetched again"


def test_an_interrupted_visit_leaves_the_old_edition_whole(host: Host, reader: BrowserContext) -> None:
    page = reader.new_page()
    page.goto(host.base)
    until(page, READY, 60)
    home, lost = host.folder / "index.html", host.folder / "cards" / "dr-dreff" / "index.html"
    home.write_text(home.read_text(encoding="utf-8").replace("Netrunner rulings</h1>", "Half an edition</h1>"), encoding="utf-8")
    whole = lost.read_text(encoding="utf-8")
    lost.write_text(whole + "<!-- new -->", encoding="utf-8")
    host.publish()
    lost.unlink()  # the host loses a file in the middle
    page.goto(host.base)
    page.wait_for_timeout(1500)
    assert page.goto(host.base) and page.locator("h1").inner_text() == "Netrunner rulings"
    assert page.goto(host.base + "cards/dr-dreff/") and page.locator("h1").inner_text() == "Dr. Dreff"
    lost.write_text(whole + "<!-- new -->", encoding="utf-8")
    page.goto(host.base)
    page.evaluate("navigator.serviceWorker.getRegistration().then(r => r.update())")
    until(page, "document.querySelector('.new-edition')", 60)


def test_the_worker_is_new_exactly_when_something_is(site: Path) -> None:
    found = file_hashes(site)
    assert service_worker(found) == service_worker(dict(reversed(found.items())))
    assert service_worker({**found, "index.html": "0" * 12}) != service_worker(found)
    assert "sw.js" not in found and "cards/dr-dreff/index.html" in found and "assets/search-data.js" in found


def test_the_manifest_makes_it_installable(site: Path) -> None:
    manifest = json.loads((site / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert manifest["display"] in ("standalone", "minimal-ui") and manifest["name"] and not manifest["start_url"].startswith("/")
    assert all((site / icon["src"]).is_file() for icon in manifest["icons"])


def test_what_is_saved_is_told_and_can_be_removed_and_saved_again(host: Host, reader: BrowserContext) -> None:
    page = reader.new_page()
    page.goto(host.base)
    until(page, "document.getElementById('offline').textContent.startsWith('Saved for offline reading')", 60)
    about = json.loads((host.folder / "offline.json").read_text(encoding="utf-8"))
    said = page.locator("#offline").inner_text()
    assert f"{about['bytes'] / 1e6:.0f} MB" in said and about["edition"] in said
    page.get_by_role("button", name="Remove").click()
    until(page, "document.getElementById('offline').textContent.startsWith('Not saved')")
    assert page.evaluate("caches.keys()") == []
    page.reload()
    until(page, "document.getElementById('offline').textContent.startsWith('Not saved')")
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then(r => r.length)") == 0
    page.get_by_role("button", name="Save it").click()
    until(page, "document.getElementById('offline').textContent.startsWith('Saved')", 60)


def test_a_reader_who_saves_data_is_asked_first(host: Host, reader: BrowserContext) -> None:
    reader.add_init_script("Object.defineProperty(navigator, 'connection', {value: {saveData: true}})")
    page = reader.new_page()
    page.goto(host.base)
    until(page, "document.getElementById('offline').textContent.startsWith('Not saved')")
    assert page.evaluate("caches.keys()") == []


def test_a_page_served_wrong_while_saving_is_never_kept(host: Host, reader: BrowserContext) -> None:
    page = reader.new_page()
    card = host.folder / "cards" / "dr-dreff" / "index.html"
    whole = card.read_text(encoding="utf-8")
    card.write_text(whole[: len(whole) // 2], encoding="utf-8")  # half uploaded, and served with 200
    page.goto(host.base)
    until(page, "document.getElementById('offline').textContent.includes('failed')", 60)
    assert page.evaluate("navigator.serviceWorker.controller") is None
    card.write_text(whole, encoding="utf-8")
    page.get_by_role("button", name="Try again").click()
    until(page, "document.getElementById('offline').textContent.startsWith('Saved')", 60)
    host.stop()
    page.goto(host.base + "cards/dr-dreff/")
    assert page.locator("footer").count() == 1


def test_a_page_served_wrong_once_is_fetched_again(host: Host, reader: BrowserContext, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong, get = list[str](), Handler.do_GET

    def wrong_at_first(handler: Handler) -> None:
        if handler.path.endswith("/cards/dr-dreff/index.html") and not wrong:
            wrong.append(handler.path)
            handler.path = handler.path.replace("dr-dreff", "asp")
        get(handler)

    monkeypatch.setattr(Handler, "do_GET", wrong_at_first)
    page = reader.new_page()
    page.goto(host.base)
    until(page, "document.getElementById('offline').textContent.startsWith('Saved')", 60)
    assert len(wrong) == 1
    host.stop()
    assert page.goto(host.base + "cards/dr-dreff/") and page.locator("h1").inner_text() == "Dr. Dreff"


def test_an_update_reaches_an_open_tab_and_is_not_kept_while_a_page_is_wrong(host: Host, reader: BrowserContext) -> None:
    page = reader.new_page()
    page.goto(host.base)
    until(page, READY, 60)
    until(page, "document.getElementById('offline').textContent.startsWith('Saved')", 60)
    home, card = host.folder / "index.html", host.folder / "cards" / "dr-dreff" / "index.html"
    home.write_text(home.read_text(encoding="utf-8").replace("Netrunner rulings</h1>", "The next edition</h1>"), encoding="utf-8")
    whole = card.read_text(encoding="utf-8") + "<!-- new -->"
    card.write_text(whole, encoding="utf-8")
    host.publish()
    card.write_text(whole[: len(whole) // 2], encoding="utf-8")  # half uploaded, and served with 200
    looked_at = "document.dispatchEvent(new Event('visibilitychange'))"
    page.evaluate("navigator.serviceWorker.addEventListener('message', (event) => (window.told = event.data.type))")
    page.evaluate(looked_at)
    until(page, "window.told === 'failed'", 60)
    assert page.locator(".new-edition").count() == 0
    assert "<!-- new -->" not in page.evaluate("fetch('cards/dr-dreff/').then(r => r.text())")
    card.write_text(whole, encoding="utf-8")
    page.evaluate(looked_at)
    until(page, "document.querySelector('.new-edition')", 60)  # the page was not opened again


def test_full_storage_is_told_and_the_site_still_works(host: Host, reader: BrowserContext) -> None:
    worker = host.folder / "sw.js"
    full = "Cache.prototype.put = async () => { throw new DOMException('full', 'QuotaExceededError'); };\n"
    worker.write_text(full + worker.read_text(encoding="utf-8"), encoding="utf-8")
    page = reader.new_page()
    page.goto(host.base)
    until(page, "document.getElementById('offline').textContent.includes('not enough space')", 60)
    assert page.goto(host.base + "cards/dr-dreff/") and page.locator("h1").inner_text() == "Dr. Dreff"


def test_what_is_saved_at_once_is_light(site: Path) -> None:
    found = file_hashes(site)
    saved = saved_at_once(found)
    assert not [path for path in saved if path.startswith(("api/", "book/", "screenshots/")) or "/lines-" in path]
    assert {"index.html", "404.html", "rulings.css", "assets/search-data.js", "run-chart/index.html"} <= set(saved)
    assert set(saved) | set(saved_on_use(found)) == set(found) and not set(saved) & set(saved_on_use(found))
    compressed = sum(len(gzip.compress((site / path).read_bytes(), 6)) for path in saved)
    assert compressed <= 4_500_000
    assert len(saved) <= 800
