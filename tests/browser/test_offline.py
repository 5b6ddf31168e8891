"""Offline: what was read and the search; on request the whole site, until the reader updates or
removes it.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from browser_support import IN_SIGHT, LONG_PATIENCE, SUB_PATH, open_page, until
from hosts import (
    HOSTS,
    AltersPages,
    FailsWithOne,
    RedirectsFiles,
    RefusesOne,
    RefusesWorker,
)

from rulings.api import KnowledgeBase
from rulings.model.entities import AnyEntry
from rulings.model.knowledge import card_page
from rulings.model.selecting import page_rulings
from rulings.search.parameters import ENTRY_KINDS
from rulings.search.search_documents import documents
from rulings.site.content import cards_with_rulings, latest
from support.pages_of_each_kind import PAGES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from conftest import Host

IS_CONTROLLED = "navigator.serviceWorker.controller !== null"
IS_SAVED = (
    "caches.match(new URL(document.body.dataset.base + 'offline.json', location))"  # the shell
)
# When no worker is being installed any more: whether a new one waits
SETTLED = """navigator.serviceWorker.getRegistration().then(async (registration) => {
    await registration.update().catch(() => {});
    while (registration.installing) await new Promise((resolve) => setTimeout(resolve, 15));
    return Boolean(registration.waiting);
})"""
MAX_FIRST_VISIT = 700_000  # bytes, compressed
OFFER = "Keep the whole site on this device"
STATE = "document.getElementById('offline').textContent"
WITHOUT_ENTRIES = {  # pages that hold none, and tools
    *("about-the-data", "benchmarks", "command-line", "deck", "design", "for-programs"),
    *("index.html", "marks", "pictures", "query-language", "quiz", "reliability", "search"),
}
SHELL = ("", "search/?q=dreff", "run-chart/", "deck/#d=3.dr-dreff")
# A page asks a host that limits requests again at once, and waits for a silent network until
# `runOut()`.
QUICK_CLOCK = """
    const later = setTimeout, ends = [];
    setTimeout = (work, ms, ...rest) => {
        if (ms >= 30_000) ends.push(work);
        return later(work, ms >= 1000 && ms < 30_000 ? 0 : ms, ...rest);
    };
    runOut = () => ends.splice(0).forEach((work) => work());
"""

# In the service worker, for how many milliseconds it waits before it says that a page is not saved
# (`waitsForPage`); the files of that page wait, too, and how many have begun depends on the machine
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


def keep(page: Page, site_address: str, state: str = "The whole site is on this device") -> None:
    """Opens the home page and keeps the whole site, until it says what begins so."""
    page.goto(site_address)
    page.get_by_role("button", name=OFFER).click()
    until(page, f"{STATE}.startsWith('{state}')")


def open_saved(page: Page, site: str, *paths: str) -> None:
    """Opens pages that are saved: they come from the device, with their styles, and do what they
    are for.
    """
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


def reopen(page: Page, host: Host, paths: tuple[str, ...]) -> Page:
    """Closes the site, and opens pages of it, with their search, again without a network."""
    host.server.fault = "refused"
    context = page.context
    page.close()
    page = context.new_page()
    for path in paths:
        open_saved(page, host.site_address, path)
        if not path.startswith("search/"):
            page.locator("#q").fill("ice is not rezzed")
            page.wait_for_selector(".suggestion")
    host.server.fault = ""
    return page


def update(page: Page, host: Host, is_whole: bool = True) -> None:
    """Updates the kept site, all of which is sent or not."""
    page.goto(host.site_address)
    button = page.get_by_role("button", name="Update")
    if is_whole:
        with page.expect_navigation(wait_until="domcontentloaded"):
            button.click()
    else:
        button.click()
    state = "The whole site is on this device" if is_whole else "Not all of it could be saved"
    until(page, f"{STATE}.startsWith('{state}')")


def test_the_first_visit_sends_each_file_once_and_no_more_than_is_needed(
    host: Host, page: Page
) -> None:
    fetched = list[str]()
    page.context.on(
        "request", lambda request: fetched.append(request.url.removeprefix(host.site_address))
    )
    visit(page, host.site_address, "cards/dr-dreff/")
    assert len(set(fetched)) < 50
    assert "offline.json" not in fetched
    paths = [path.removesuffix("index.html") for path, _ in host.server.sent]
    assert len(paths) == len(set(paths)), "each file once"
    sent = sum(size for _, size in host.server.sent)
    print(f"first visit: {sent} bytes")
    assert sent <= MAX_FIRST_VISIT


def test_readers_who_save_data_are_sent_the_large_files_with_their_first_search(
    host: Host, page: Page
) -> None:
    saver = page.context.new_cdp_session(page)
    saver.send("Emulation.setDataSaverOverride", {"dataSaverEnabled": True})
    worker = host.folder / "sw.js"  # the browser's own protocol sets it for pages alone
    setting = "Object.defineProperty(navigator.connection, 'saveData', { value: true });\n"
    worker.write_text(setting + worker.read_text(encoding="utf-8"), encoding="utf-8")
    visit(page, host.site_address, "")
    page.locator("#q").focus()
    [assets] = host.folder.glob("assets/*")
    large = {f"{SUB_PATH}assets/{assets.name}/{name}" for name in ("search.js", "card-data.js")}
    assert not large & {path for path, _ in host.server.sent}
    page.locator("#q").fill("dreff")
    page.wait_for_selector(".suggestion")
    until(page, "caches.match(new URL(document.body.dataset.assets + 'search.js', location))")
    host.stop()
    open_saved(page, host.site_address, "search/?q=dreff")


@pytest.mark.parametrize("host", HOSTS, ids=lambda handler: handler.__name__, indirect=True)
def test_on_every_host_what_was_read_or_kept_is_there_offline_until_it_is_updated(
    host: Host, page: Page
) -> None:
    page.context.add_init_script(QUICK_CLOCK)
    site = host.site_address
    visit(page, site, "cards/dr-dreff/", "cards/asp/")
    host.server.fault = "refused"
    open_saved(page, site, "cards/dr-dreff/", "cards/asp/", *SHELL)
    page.goto(site + "topics/tracing/")
    assert page.locator("h1").inner_text() == "Not saved on this device"

    host.server.fault = ""
    if host.kind is RefusesOne:
        files = json.loads((host.folder / "offline.json").read_text(encoding="utf-8"))["files"]
        number = len(files)
        keep(page, site, f"{number - 1} of {number} files of the site are on this device")
        assert "; not: keywords/advertisement/ Try again" in page.locator("#offline").inner_text()
        host.server.sent.clear()
        host.server.refuses = False
        page.get_by_role("button", name="Try again").click()
        until(page, f"{STATE}.startsWith('The whole site')")
        sent = {path.removeprefix(SUB_PATH) for path, _ in host.server.sent}
        assert sent == {"keywords/advertisement/index.html", "offline.json"}
    else:
        keep(page, site)
    host.server.fault = "refused"
    open_saved(page, site, "topics/tracing/", "cards/asp/", "keywords/advertisement/", SHELL[1])
    host.server.fault = ""
    host.publish("topics/tracing", "Tracing</h1>", "Tracing (new)</h1>")
    update(page, host)
    host.server.fault = "refused"
    open_saved(page, site, "topics/tracing/")
    assert page.locator("h1").inner_text() == "Tracing (new)"


def test_a_worker_that_starts_asks_the_network_for_nothing_that_is_kept_or_that_a_new_one_saved(
    host: Host, page: Page
) -> None:
    site = host.site_address
    keep(page, site)
    browser_tools = page.context.new_cdp_session(page)
    browser_tools.send("ServiceWorker.enable")
    [search] = host.folder.glob("assets/*/search.js")
    search.write_bytes(search.read_bytes() + b"\n")
    host.publish()
    page.goto(site)
    assert page.evaluate(SETTLED)
    for card in ("asp", "dr-dreff"):
        browser_tools.send("ServiceWorker.stopAllWorkers")
        host.server.sent.clear()
        open_saved(page, site, f"cards/{card}/")
        paths = {path.removeprefix(SUB_PATH) for path, _ in host.server.sent}
        assert paths <= {"offline.json", "sw.js"}, "a redirection would keep Chromium waiting"
    saved = page.evaluate(
        "async (name) => (await (await caches.match(name, { cacheName: "
        "(await caches.keys()).find((each) => each.includes(' read ')) })).text())",
        f"../../{search.relative_to(host.folder).as_posix()}",
    )
    assert saved == search.read_text(encoding="utf-8-sig"), "what the worker that waits has saved"


FAULTS = ("stalled", "502", "401", "403", "429", "login")


@pytest.mark.parametrize("fault", FAULTS)
def test_where_the_network_fails_or_answers_itself_what_was_read_stays(
    host: Host, page: Page, fault: str
) -> None:
    site = host.site_address
    visit(page, site, "cards/asp/", "cards/dr-dreff/")
    [worker] = page.context.service_workers
    if fault in ("stalled", "502"):  # of others, the answer has to come first
        worker.evaluate("PATIENCE_MS = 100")
    host.server.fault = fault
    read = ("cards/asp/", "", "search/?q=dreff")
    for path in read:
        if fault in ("401", "login"):
            page.goto(site + path)
            assert page.locator("h1").inner_text() == "Log in", "the reader has to see it"
        else:
            open_saved(page, site, path)
    if fault in ("stalled", "502"):
        worker.evaluate(RECORD_WAITS)
        page.goto(site + "topics/tracing/")
        assert page.locator("h1").inner_text() == "Not saved on this device"
        assert sum(worker.evaluate("waitsForPage")) <= 2 * 100, "its patience twice"
        page.wait_for_selector("#did-you-mean h2")
        host.server.fault = ""
        worker.evaluate(LONG_PATIENCE)
        page.get_by_role("link", name="try again").click()
        page.wait_for_url("**/topics/tracing/")
        page.locator("h1", has_text="Tracing").wait_for()
    host.server.fault = "refused"
    open_saved(page, site, *read)


def test_the_offer_to_keep_the_site_is_there_before_anything_was_fetched_and_names_what_is_sent(
    host: Host, page: Page
) -> None:
    visit(page, host.site_address, "cards/asp/")
    host.server.fault = "stalled"
    page.locator(".menu-button").click()
    offer = page.get_by_role("button", name=OFFER)
    offer.wait_for()
    host.server.fault = ""
    words = page.locator("#offline button", has_text="MB").inner_text()
    host.server.sent.clear()
    offer.click()
    until(page, f"{STATE}.startsWith('The whole site')")
    images = sum(file.stat().st_size for file in host.folder.glob("*.png"))
    sent = images + sum(size for path, size in host.server.sent if "offline.json" not in path)
    megabytes = float(words.removeprefix(f"{OFFER} (").removesuffix(" MB)"))
    assert megabytes == pytest.approx(sent / 1e6, abs=0.1)


@pytest.mark.parametrize(("count", "fault"), [(20, "stalled"), (20, "login"), (1, "login")])
def test_keeping_ends_with_a_word_if_the_network_fails_meanwhile_and_then_goes_on(
    host: Host, page: Page, count: int, fault: str
) -> None:
    page.context.add_init_script(QUICK_CLOCK)
    visit(page, host.site_address, "")
    page.locator("#offline button", has_text="MB").wait_for()
    host.server.next_fault = (count, fault)  # the first one is that of a script
    page.get_by_role("button", name=OFFER).click()
    while host.server.fault != fault:
        page.wait_for_timeout(15)
    while_silent = "runOut() ?? " if fault == "stalled" else ""
    until(page, f"{while_silent}{STATE}.includes('Not all of it could be saved. Try again')")
    host.server.fault = ""
    before = len(host.server.sent)
    page.get_by_role("button", name="Try again").click()
    until(page, f"{STATE}.startsWith('The whole site')")
    files = json.loads((host.folder / "offline.json").read_text(encoding="utf-8"))["files"]
    assert len(host.server.sent) - before < len(files) - count, "what was there is not sent again"


def test_a_ruling_that_was_not_saved_stands_first_and_of_lines_all_is_shown_and_nothing_denies_it(
    host: Host, page: Page, kb: KnowledgeBase
) -> None:
    visit(page, host.site_address, "")
    host.server.fault = "refused"
    rulings = [ruling for ruling in kb.rulings if not ruling.see][::60]
    for ruling in rulings:
        page.goto("about:blank")
        page.goto(host.site_address + ruling.url[1:])
        row = page.locator("#did-you-mean li").first
        row.wait_for()
        assert row.get_attribute("id") == ruling.id
        shown = " ".join(row.inner_text().split())
        assert " ".join(ruling.text.split()) in shown
        assert page.locator("#no-such-part").count() == 0
        assert row.evaluate(IN_SIGHT)
    page.goto(host.site_address + "documents/netrunner-rulings/lines-601/#L611-614")
    row.wait_for()
    shown_ids = page.locator("#did-you-mean li").evaluate_all("rows => rows.map(({ id }) => id)")
    assert set(shown_ids) == {r.id for r in kb.rulings if 601 <= r.source.lines[0] <= 900}
    assert page.locator("#no-such-part").count() == 0


def test_of_every_address_that_was_not_saved_what_the_search_holds_is_shown(
    host: Host, page: Page, site_folder: Path, kb: KnowledgeBase
) -> None:
    visit(page, host.site_address, "")
    host.stop()
    page.goto(host.site_address + "quiz/")
    page.locator("#did-you-mean a", has_text="Home").wait_for()
    entries: list[AnyEntry] = [*kb.rulings, *kb.sections, *kb.steps]
    files = [file.relative_to(site_folder).as_posix() for file in site_folder.rglob("index.html")]
    held: dict[str, dict[str, Any]] = page.evaluate(
        """addresses => Rulings.searchEngine().then((engine) => Object.fromEntries(addresses.map((each) => {
            const { title, hits = [] } = Rulings.heldOf(engine, each) ?? {};
            return [each, { title, ids: hits.map(({ doc }) => doc.id), words: hits.map(({ passage }) => passage) }];
        })))""",
        [
            *files,
            *(entry.url[1:] for entry in entries),
            *(f"reversals/#{note.id}" for note in kb.notes),
        ],
    )
    found = {address: row["ids"] for address, row in held.items()}
    assert {file.split("/")[0] for file in files if not found[file]} == WITHOUT_ENTRIES
    assert {file for file in files if not found[file] and file.count("/") > 1} == set()
    assert all(found[entry.url[1:]][0] == entry.id for entry in entries)
    texts = {
        document.id: document.text
        for document in documents(kb)
        if document.kind in ENTRY_KINDS and document.passage_number is None
    }
    for row in held.values():
        shown = zip(row["ids"], row["words"], strict=True)
        assert all(text == texts.get(id) for id, text in shown), f"all words on {row['title']}"
    assert {document.title for document in kb.documents} <= {row["title"] for row in held.values()}
    for kind, subject_ids in {"cards": kb.cards_by_id, "topics": kb.topics_by_id}.items():
        for id in subject_ids:
            ids = {id, *(ruling.id for ruling in kb.rulings_under(id))}
            assert ids <= {*found[f"{kind}/{id}/index.html"]}
    for step in kb.steps:
        applied = [link.ruling for link in step.applied]
        assert found[f"run-chart/step-{step.number}/index.html"] == [step.id, *applied]
    for note in kb.notes:
        sides = [quotation.entry_id for quotation in (note.one, note.other) if quotation]
        assert set(sides) <= {*found[f"reversals/#{note.id}"][: len(sides)], *kb.documents_by_id}
    ruled = {card.id for card in kb.cards if page_rulings(card_page(kb, card.id))}
    named_alone = {card.id for card in kb.cards if len(found[f"cards/{card.id}/index.html"]) == 1}
    assert not named_alone & ruled
    ruled_cards = {card.id for card in cards_with_rulings(kb, kb.cards)}
    assert {*found["cards/with-rulings/index.html"]} == ruled_cards
    assert {*found["cards/without-rulings/index.html"]} == {*kb.cards_by_id} - ruled_cards
    assert found["whats-new/index.html"] == [ruling.id for ruling in latest(kb)]


READ = ("search/?q=dreff", "cards/asp/", "cards/dr-dreff/")
ALL = "search.js names.js base.css js/frame.js deck/index.html cards/asp/index.html"
# What differs in an edition, and what of it fails how
FAILURES = (
    ("search.js", "/search.js", "404"),
    ("search.js names.js", "/names.js", "gone"),
    ("base.css", "/base.css", "empty"),
    ("js/frame.js", "/frame.js", "cut"),
    (ALL, "/deck/", "altered"),
    (ALL, "/sw.js", "cut"),
)


@pytest.mark.parametrize("host", [FailsWithOne], indirect=True)
@pytest.mark.parametrize("is_kept", [False, True])
def test_one_file_of_an_edition_that_fails_takes_nothing_from_what_was_read_or_kept(
    host: Host, page: Page, is_kept: bool
) -> None:
    site = host.site_address
    paths: tuple[str, ...] = (*READ, "topics/tracing/") if is_kept else READ
    visit(page, site, *READ)
    if is_kept:
        keep(page, site)
    for changed, path, fault in FAILURES:
        host.server.failure = (path, fault)
        host.publish_edition(*changed.split())
        page.goto(site + "about-the-data/")
        page.evaluate(SETTLED)  # the new worker was refused, or waits
        host.server.fault = ""
        if is_kept and fault != "gone":
            update(page, host, is_whole=path == "/sw.js")
        page = reopen(page, host, paths)
        host.server.failure = ("", "")
        page.goto(site + "about-the-data/")
        assert page.evaluate(SETTLED)
        if is_kept and path != "/sw.js":
            update(page, host)
        while page.evaluate(SETTLED):  # until the new worker is active
            page.goto("about:blank")
            page.wait_for_timeout(100)
            page.goto(site)
        for path in READ:
            page.goto(site + path)
    host.stop()
    open_saved(page, site, *SHELL)


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
    for card, folder in (("dr-dreff", folders[0]), ("asp", folders[-1])):
        open_saved(page, site, f"cards/{card}/")
        assert page.evaluate("document.body.dataset.assets") == folder
        page.locator("#q").fill("ice is not rezzed")
        page.wait_for_selector(".suggestion")
    page = reopen(page, host, READ)
    page.goto(site + "cards/zz22-speed-chip/")
    shutil.rmtree(host.folder)
    before.rename(host.folder)
    page.goto(site + "about-the-data/")
    assert page.evaluate(SETTLED)
    page = reopen(page, host, (*READ, "cards/zz22-speed-chip/"))
    for path in READ:
        page.goto(site + path)
    host.publish_edition("search.js")
    page.goto(site + "about-the-data/")
    assert page.evaluate(SETTLED)
    reopen(page, host, READ)


def test_a_script_that_comes_in_another_form_replaces_none_that_is_saved(
    host: Host, page: Page
) -> None:
    style = "document.querySelector('[href$=\"card.css\"]').href"
    visit(page, host.site_address, "cards/asp/")
    until(page, f"caches.match({style})")
    for name in ("search.js", "card.css"):
        [file] = host.folder.glob(f"assets/*/{name}")
        file.write_bytes(b"")
    page.goto(host.site_address + "search/?q=dreff")
    page.get_by_text("The data could not be read").first.wait_for()
    page.goto(host.site_address + "cards/asp/")
    page = reopen(page, host, ("search/?q=dreff", "cards/asp/"))
    assert page.evaluate(f"caches.match({style}).then((file) => file.text())")


CAUSES = ("text/plain", "application/octet-stream", "404", "403", "redirect", "cut", "policy", "")


@pytest.mark.parametrize("host", [RefusesWorker], indirect=True)
def test_keeping_is_not_offered_where_no_worker_can_be(host: Host, page: Page) -> None:
    for cause in CAUSES:
        if not cause:
            page.add_init_script(
                "ServiceWorkerContainer.prototype.register = async () => { throw Error(); }"
            )
        host.server.failure = ("", cause)
        page.goto(host.site_address)
        until(
            page,
            f"{STATE} === 'Here this site needs a network: browser, host or connection refused more'",
        )
        assert page.get_by_role("button", name=OFFER).count() == 0, cause


@pytest.mark.parametrize("host", [RedirectsFiles], indirect=True)
def test_of_a_kept_site_redirected_answers_are_shown_and_what_is_gone_is_said_and_saved_again(
    host: Host, page: Page
) -> None:
    site = host.site_address
    keep(page, site)
    is_redirected = page.evaluate(
        """async () => {
            const name = (await caches.keys()).find((each) => each.includes(" kept "));
            const cache = await caches.open(name), home = new URL("index.html", location);
            await cache.put(home, await fetch(home, { cache: "reload" }));
            await cache.delete(new URL("topics/tracing/index.html", location));
            return (await cache.match(home)).redirected;
        }"""
    )
    assert is_redirected
    (host.folder / "offline.json").rename(host.folder / "list.json")
    host.server.fault = "refused"
    open_saved(page, site, "")
    page.goto(site + "topics/tracing/")
    assert page.locator("h1").inner_text() == "Not saved on this device"
    host.server.fault = ""
    page.goto(site)
    until(page, f"{STATE}.includes('; not: topics/tracing/ Try again')")
    (host.folder / "list.json").rename(host.folder / "offline.json")
    page.get_by_role("button", name="Try again").click()
    until(page, f"{STATE}.startsWith('The whole site')")
    host.server.fault = "refused"
    open_saved(page, site, "topics/tracing/")


@pytest.mark.parametrize("host", [FailsWithOne], indirect=True)
def test_a_new_worker_comes_to_a_host_that_has_always_sent_a_script_in_another_form(
    host: Host, page: Page
) -> None:
    host.server.failure = ("/search.js", "altered")
    visit(page, host.site_address, "cards/asp/")
    page.goto(host.site_address + "search/?q=dreff")
    until(page, "caches.match(new URL(document.body.dataset.assets + 'search.js', location))")
    host.publish_edition("base.css")
    page.goto(host.site_address + "about-the-data/")
    assert page.evaluate(SETTLED)


@pytest.mark.parametrize("host", [FailsWithOne], indirect=True)
def test_what_the_first_visit_could_not_save_is_saved_with_a_later_page(
    host: Host, page: Page
) -> None:
    host.server.failure = ("search.js", "gone")
    page.goto(host.site_address + "cards/dr-dreff/")
    until(page, IS_CONTROLLED)
    host.server.failure, host.server.fault = ("", ""), ""
    page.goto(host.site_address + "cards/asp/")
    until(page, "caches.match(new URL(document.body.dataset.assets + 'search.js', location))")
    until(page, IS_SAVED)
    host.stop()
    open_saved(page, host.site_address, *SHELL)


def test_a_device_with_less_room_saves_what_fits_and_one_with_none_shows_what_comes_online(
    host: Host, page: Page
) -> None:
    page.goto(host.site_address + "feed.xml")  # the quota is that of an address
    storage = page.context.new_cdp_session(page)
    quota = {"origin": host.site_address.removesuffix(SUB_PATH), "quotaSize": 1_000_000}
    storage.send("Storage.overrideQuotaForOrigin", quota)
    page.goto(host.site_address + "cards/dr-dreff/")
    until(page, IS_CONTROLLED)
    storage.send("Storage.overrideQuotaForOrigin", quota | {"quotaSize": 1})
    for path in ("topics/", "cards/asp/"):
        response = page.goto(host.site_address + path)
        assert response
        assert response.status == 200
    host.stop()
    open_saved(page, host.site_address, "")
    assert page.evaluate("caches.match('run-chart/index.html').then(Boolean)")


@pytest.mark.parametrize("host", [AltersPages], indirect=True)
def test_an_update_takes_the_pages_of_a_host_that_alters_them_no_longer_and_else_only_new_ones(
    host: Host, page: Page
) -> None:
    topic = host.site_address + "topics/tracing/"
    files = json.loads((host.folder / "offline.json").read_text(encoding="utf-8"))["files"]
    pages = {path for path in files if path.endswith(".html")}
    keep(page, host.site_address)
    for alters in (True, False):
        host.publish("", "by whom, and when</h1>", f"by whom, and when</h1><!-- {alters} -->")
        host.server.alters = alters
        host.server.sent.clear()
        update(page, host)
        sent = {path.removeprefix(SUB_PATH) for path, _ in host.server.sent} & pages
        assert len(sent) < 10 if alters else sent == pages
        page.goto(topic)
        is_altered = page.evaluate(
            "fetch(location).then(r => r.text()).then(text => text.includes('isAltered'))"
        )
        assert is_altered == alters


def test_the_whole_site_is_kept_on_request(full_host: Host, page: Page) -> None:
    errors: list[str] = []
    page.context.on("weberror", lambda error: errors.append(str(error.error)))
    keep(page, full_host.site_address, "Keeping the site on this device")
    page.wait_for_selector("#offline progress")
    until(page, f"{STATE}.startsWith('The whole site is on this device')")
    build = json.loads((full_host.folder / "offline.json").read_text(encoding="utf-8"))["build"]
    assert f"(build {build})" in page.locator("#offline").inner_text()
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
    for path, status, heading in (
        ("cards/doctor-dref/", 404, "Page not found"),
        ("api/cards/dr-dreff.json", 503, "Not saved on this device"),
        ("feed.xml", 503, "Not saved on this device"),
    ):
        response = page.goto(full_host.site_address + path)
        assert response
        assert response.status == status
        assert page.locator("h1").inner_text() == heading
    assert errors == []


def test_an_older_kept_site_says_so_and_is_updated_completely_and_one_that_is_gone_says_that(
    host: Host, page: Page
) -> None:
    keep(page, host.site_address)
    deleted = host.folder / "topics" / "tracing" / "index.html"
    deleted.unlink()
    host.publish("", "by whom, and when</h1>", "in the next edition</h1>")
    fetched = list[str]()
    page.goto(host.site_address)
    until(page, f"{STATE}.includes('New edition')")
    notice = page.locator("#offline.notice")
    page.set_viewport_size({"width": 360, "height": 740})
    assert (
        len({round(box["y"]) for e in notice.locator("button").all() if (box := e.bounding_box())})
        == 1
    )
    assert notice.bounding_box()["height"] < 74  # type: ignore[index]  # one line
    assert page.locator("h1").inner_text().endswith("by whom, and when")
    assert page.get_by_role("button", name="Update").inner_text() == "Update (0.1 MB)", (
        "what changed, not the whole site"
    )
    page.context.on(
        "request", lambda request: fetched.append(request.url.removeprefix(host.site_address))
    )
    with page.expect_navigation(wait_until="domcontentloaded"):
        page.get_by_role("button", name="Update").click()
    until(page, f"{STATE}.startsWith('The whole site')")
    assert page.locator("h1").inner_text().endswith("in the next edition")
    files = [path for path in fetched if not path.startswith(("assets/", "sw.js"))]
    assert files[:3] == ["offline.json", "index.html", ""], "what changed, and then the page"
    deleted_page = f"caches.match('{host.site_address}topics/tracing/index.html')"
    assert not page.evaluate(f"{deleted_page}.then(Boolean)")
    gone = {
        "404": "The site is gone from this address",
        "moved": "This address leads to another host",
    }
    for fault, words in gone.items():
        host.server.fault = fault
        page.goto(host.site_address, wait_until="domcontentloaded")
        until(page, f"{STATE}.includes('{words}. On this device is the site’s edition ')")


def test_two_tabs_share_the_work_of_keeping_the_site_which_can_be_removed(
    host: Host, page: Page
) -> None:
    pages = [page, page.context.new_page()]
    for page in pages:
        page.goto(host.site_address)
        until(page, IS_CONTROLLED)
    for page in pages:
        page.get_by_role("button", name=OFFER).click()
    for page in pages:
        until(page, f"{STATE}.startsWith('The whole site')")
    assert [path for path, _ in host.server.sent].count(f"{SUB_PATH}book/index.html") == 1
    page.get_by_role("button", name="Remove").click()
    for tab in pages:
        until(tab, f"{STATE}.startsWith('{OFFER}')")
    pages[0].get_by_role("button", name=OFFER).click()
    for tab in pages:
        until(tab, f"{STATE}.startsWith('The whole site')")
    pages[0].get_by_role("button", name="Remove").click()
    until(page, f"{STATE}.startsWith('{OFFER}')")
    assert not page.evaluate("caches.keys().then(k => k.some(name => name.includes(' kept')))")


def test_full_storage_is_reported(host: Host, page: Page) -> None:
    page.context.add_init_script(
        "Cache.prototype.put = async () => { throw new DOMException('full', 'QuotaExceededError'); }"
    )
    keep(page, host.site_address, "There is not enough space on this device")


def test_the_list_of_files_has_every_page_but_no_json(site_folder: Path) -> None:
    files = json.loads((site_folder / "offline.json").read_text(encoding="utf-8"))["files"]
    assert not [path for path in files if path.startswith(("api/", "sw.js"))]
    assert {"book/index.html", "documents/netrunner-rulings/lines-301/index.html"} <= set(files)
    worker = (site_folder / "sw.js").read_text(encoding="utf-8")
    shell = json.loads(worker.split("self.built = ")[1].split(";\n", 1)[0])["SHELL"]
    assert [path for path in shell if path.endswith("/search.js")]
    assert [path for path in shell if path not in files] == []
