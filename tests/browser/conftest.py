"""Fixtures: the site as built, served under a sub-path, and pages of a Chromium that fail a test by what goes wrong in them."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from serving import REQUIRED, SUB_PATH, browsing, chromium, need, reader, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request


def _missing() -> str | None:
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        return "the Python package playwright is not installed: pip install playwright (no browser download is needed)"
    return None if chromium() else "no Chromium was found: apt install chromium, or set CHROME_PATH"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where there is no browser, one test is skipped for all of them."""
    here = [item for item in items if Path(__file__).parent in item.path.parents]
    missing = _missing()
    if missing and here and not REQUIRED:
        here[0].add_marker(pytest.mark.skip(reason=f"{len(here)} browser tests: {missing}"))
        items[:] = [item for item in items if item not in here[1:]]
        config.hook.pytest_deselected(items=here[1:])


@pytest.fixture(scope="session")
def port() -> int:
    """A free port, known before the site is built: the page for unknown addresses names its links from the root."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, port: int) -> Path:
    """The site, built once."""
    need(_missing())
    from rulings.site.build import build

    folder = tmp_path_factory.mktemp("built") / "site"
    build(folder, progress=None, site_url=f"http://127.0.0.1:{port}{SUB_PATH}")
    return folder


@pytest.fixture(scope="session")
def base(site: Path, port: int) -> Iterator[str]:
    """The address of the site, below a sub-path of a server on this machine."""
    with served(site, port) as address:
        yield address


@pytest.fixture(scope="session")
def browser(site: Path) -> Iterator[Browser]:
    """One Chromium for all tests."""
    with browsing() as running:
        yield running


class Watch:
    """What a context's pages asked for and complained about."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.outside: list[str] = []
        self.errors: list[str] = []
        self.expected: tuple[str, ...] = ("Service Worker registration blocked",)

    def follow(self, context: BrowserContext) -> None:
        """Listens to every page of the context."""
        context.on("request", self._asked)
        context.on("weberror", lambda error: self.errors.append(str(error.error)))
        context.on("console", self._said)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(message.text)

    def _asked(self, request: Request) -> None:
        url = request.url
        if not url.startswith((self.base, "file://", "data:", "blob:")):
            self.outside.append(url)

    def verdict(self) -> None:
        """Fails for requests outside and for complaints in the console that no test asked for."""
        assert self.outside == []
        assert [said for said in self.errors if not any(words in said for words in self.expected)] == []


@pytest.fixture
def watch(base: str) -> Iterator[Watch]:
    """A watch that gives its verdict when the test is over."""
    watch = Watch(base)
    yield watch
    watch.verdict()


@pytest.fixture
def context(browser: Browser, watch: Watch) -> Iterator[BrowserContext]:
    """A fresh reader on a desktop, without a worker: what is tested comes from the server."""
    with reader(browser) as page:
        watch.follow(page.context)
        yield page.context


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """A page of that reader."""
    return context.pages[0]
