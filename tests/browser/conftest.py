"""Fixtures: the built site served under a sub-path, copies of it on servers that fail,
and pages of a Chromium. A test fails if its pages have errors.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser_support import (
    LONG_PATIENCE,
    REQUIRED,
    SITE_URL,
    SUB_PATH,
    Handler,
    browsing,
    chromium,
    need,
    open_page,
    served,
    serving,
)

from rulings.site.machine_files import service_worker
from support.built_site import built_once

if TYPE_CHECKING:
    from playwright.sync_api import (
        Browser,
        BrowserContext,
        ConsoleMessage,
        Page,
        Request,
    )


def _missing() -> str | None:
    """Why no browser can be started, or None."""
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        return "the Python package playwright is not installed: pip install playwright (no browser download is needed)"
    return (
        None
        if chromium()
        else "no Chromium was found: apt install chromium, or set CHROME_PATH"
    )


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Without a browser, skips the first test and deselects the others."""
    browser_tests = [
        item for item in items if Path(__file__).parent in item.path.parents
    ]
    missing = _missing()
    if missing and browser_tests and not REQUIRED:
        first, *others = browser_tests
        first.add_marker(
            pytest.mark.skip(reason=f"{len(browser_tests)} browser tests: {missing}")
        )
        items[:] = [item for item in items if item not in others]
        config.hook.pytest_deselected(items=others)


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built site, which tests must not change. Its pages contain
    another address than its server's, as behind a proxy.
    """
    need(_missing())
    return built_once(tmp_path_factory.getbasetemp(), "published", SITE_URL)


@pytest.fixture(scope="session")
def site_address(site_folder: Path) -> Iterator[str]:
    """The address of the site, served under a sub-path."""
    with served(site_folder) as address:
        yield address


@pytest.fixture(scope="session")
def browser(site_folder: Path) -> Iterator[Browser]:
    """One Chromium for all tests."""
    with browsing() as running_browser:
        yield running_browser


class PageErrors:
    """Records errors, and requests to other hosts, from the pages of a context."""

    def __init__(self, site_address: str) -> None:
        self.site_address = site_address
        self.other_hosts: list[str] = []
        self.errors: list[str] = []
        self.expected_errors: tuple[str, ...] = ("Service Worker registration blocked",)

    def follow(self, context: BrowserContext) -> None:
        """Starts to record those of all pages of a context."""
        context.on("request", self._on_request)
        context.on("weberror", lambda error: self.errors.append(str(error.error)))
        context.on("console", self._on_console)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(message.text)

    def _on_request(self, request: Request) -> None:
        url = request.url
        if not url.startswith((self.site_address, "file://", "data:", "blob:")):
            self.other_hosts.append(url)

    def check(self) -> None:
        """Fails if there were requests to other hosts or unexpected errors."""
        assert self.other_hosts == []
        assert [
            error
            for error in self.errors
            if not any(words in error for words in self.expected_errors)
        ] == []


@pytest.fixture
def page_errors(site_address: str) -> Iterator[PageErrors]:
    """The errors of the test's pages. The test fails if any of them is unexpected."""
    page_errors = PageErrors(site_address)
    yield page_errors
    page_errors.check()


@pytest.fixture
def context(browser: Browser, page_errors: PageErrors) -> Iterator[BrowserContext]:
    """A new browser context on a desktop. It has no service worker, so all files come
    from the server.
    """
    with open_page(browser) as page:
        page_errors.follow(page.context)
        yield page.context


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """The page of this context."""
    return context.pages[0]


PATIENCE = "const PATIENCE_MS = 3000"
CARDS = ("asp", "dr-dreff", "zz22-speed-chip")


def publish(folder: Path) -> None:
    """Writes the ends of the pages and the service worker, as the build does. The
    worker waits longer for the network, for slow machines, and is not in a block, so
    tests can change its variables. It is replaced in one step, because a server may be
    sending it.
    """
    for page in folder.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        page.write_text(re.sub(r'(data-end)="\w*"', r'\1=""', text), encoding="utf-8")
    worker = service_worker(folder, "edition 0")
    assert PATIENCE in worker
    worker = worker.replace(PATIENCE, f"let {LONG_PATIENCE}")
    new = folder.with_name("sw.js")
    new.write_text(worker.removeprefix("{").removesuffix("}"), encoding="utf-8")
    new.replace(folder / "sw.js")


class Host:
    """A copy of the site, and its server, which can be stopped."""

    def __init__(self, folder: Path, handler: type[Handler] = Handler) -> None:
        self.folder, self.kind, self.editions = folder, handler, 0
        self.running = ExitStack()
        self.server = self.running.enter_context(serving(folder, handler=handler))
        self.site_address = (
            f"http://127.0.0.1:{self.server.server_address[1]}{SUB_PATH}"
        )

    def stop(self) -> None:
        """Stops the server."""
        self.running.close()

    def publish_edition(self, *paths: str) -> str:
        """Changes files (scripts and styles without their folder) and returns the name
        of the folder of scripts. The name is new unless only data have changed.
        """
        [assets] = self.folder.glob("assets/*")
        for path in paths:
            file = assets / path if (assets / path).exists() else self.folder / path
            file.write_text(file.read_text(encoding="utf-8") + "\n", encoding="utf-8")
        self.editions += 1
        name = assets.name
        if not all(path.endswith("-data.js") for path in paths):
            name = f"{self.editions:08x}"
            for file in [*self.folder.rglob("*.html"), *self.folder.rglob("*.js")]:
                text = file.read_text(encoding="utf-8")
                file.write_text(text.replace(assets.name, name), encoding="utf-8")
            assets.rename(assets.with_name(name))
        publish(self.folder)
        return name


@pytest.fixture(scope="session")
def small_site(site_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site with few pages of each kind. It is copied and saved much faster."""
    few = {
        "cards": CARDS,
        "keywords": ("advertisement", "virus"),
        "topics": ("tracing",),
    }
    few |= {"run-chart": (), "authorities": (), "documents": ("the-big-sell-out",)}

    def others(folder: str, names: list[str]) -> list[str]:
        path = Path(folder).relative_to(site_folder).as_posix()
        kept = ("index.html", *few.get(path, names))
        return [
            name for name in names if name not in kept or name in ("api", "screenshots")
        ]

    folder = tmp_path_factory.mktemp("small") / "site"
    shutil.copytree(site_folder, folder, ignore=others)
    publish(folder)
    return folder


@pytest.fixture
def host(
    request: pytest.FixtureRequest, small_site: Path, tmp_path: Path
) -> Iterator[Host]:
    """A host of the small site. The parameter is its kind."""
    shutil.copytree(small_site, tmp_path / "site")
    host = Host(tmp_path / "site", getattr(request, "param", Handler))
    yield host
    host.stop()
