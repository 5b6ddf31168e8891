"""Finds and starts a Chromium, serves the built site under a sub-path, and opens its pages."""

from __future__ import annotations

import functools
import gzip
import http.server
import os
import shutil
import socket
import socketserver
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SUB_PATH = "/some/where/"
SITE_URL = f"https://rulings.example{SUB_PATH}"
MAX_SECONDS = 120  # stops tests that hang; no test needs this long on a slow machine
# The service worker's wait for the network, longer than usual for slow machines, but
# shorter than a test's wait for a page: a connection that hangs must not block it
LONG_PATIENCE = f"PATIENCE_MS = {1000 * MAX_SECONDS // 4}"
A_WEEK_AGO = """caches.keys().then((names) => Promise.all(names.map(async (name) => {
    const cache = await caches.open(name), url = new URL(document.body.dataset.base + "first.json", location);
    if (await cache.match(url)) await cache.put(url, new Response("0"));
})))"""  # makes the first use of each cache older than a week
# Waits until no worker is being installed, and returns whether a new one is waiting
SETTLED = """navigator.serviceWorker.getRegistration().then(async (registration) => {
    await registration.update().catch(() => {});
    while (registration.installing) await new Promise((resolve) => setTimeout(resolve, 15));
    return Boolean(registration.waiting);
})"""
IN_SIGHT = "e => { const r = e.getBoundingClientRect(); return r.top >= 0 && r.top < innerHeight && r.bottom > 0; }"
NOT_FITTING = """() => {
  const below = (selector) => document.querySelector(selector).getBoundingClientRect().bottom;
  const box = [...document.querySelectorAll(".search :is(input, .go)")].findLast((e) => e.checkVisibility());
  const parts = {
    "the page": document.documentElement.scrollWidth > innerWidth,
    "the name": below(".wordmark") > below(".top"),
    "the edge of the box": getComputedStyle(box).borderRightWidth === "0px",
  };
  return Object.keys(parts).filter((name) => parts[name]);
}"""
FLAGS = (
    *(
        "--headless",
        "--no-sandbox",
        "--no-first-run",
        "--disable-gpu",
        "--disable-quic",
    ),
    *(
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
    ),
)


def chromium() -> str | None:
    """The path of the browser's program, or None."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    candidates = (
        os.environ.get("CHROME_PATH"),
        *(shutil.which(name) for name in names),
    )
    return next((path for path in candidates if path and Path(path).exists()), None)


TEXT_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".xml": "application/xml",
    ".webmanifest": "application/manifest+json",
}


@functools.lru_cache(maxsize=500)  # large files are sent in every test
def _compressed(body: bytes) -> bytes:
    return gzip.compress(body, 6)


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves one folder under `SUB_PATH`. Unknown addresses get the site's 404 page, as
    from static hosts.
    """

    def translate_path(self, path: str) -> str:
        """The file for an address below the sub-path; for other addresses, one that
        does not exist.
        """
        if not path.startswith(SUB_PATH):
            return str(Path(self.directory) / "does-not-exist")
        return super().translate_path(path[len(SUB_PATH) - 1 :])

    def do_GET(self) -> None:
        """Fails as the network does, or else answers."""
        server: Any = self.server
        while server.fault == "stalled":
            time.sleep(0.05)
        if server.fault == "refused":
            return self.refuse()
        if server.fault == "moved" and self.path.startswith(SUB_PATH):
            return self.redirect(self.path.replace(SUB_PATH, "/elsewhere/"), 302)
        if server.fault in ("401", "login"):
            status = int(server.fault.replace("login", "200"))
            return self.send_page(b"<!DOCTYPE html><h1>Log in</h1>", status)
        if server.fault not in ("", "moved"):
            return super().send_error(int(server.fault))
        return self.answer()

    # Parts that the hosts in `hosts.py` override

    def answer(self) -> None:
        """Sends text files compressed, as static hosts do."""
        server: Any = self.server
        file = Path(self.translate_path(self.path))
        if file.is_dir() and self.path.split("?")[0].endswith("/"):
            file /= "index.html"
        if (
            file.suffix not in TEXT_TYPES
            or not file.is_file()
            or "gzip" not in self.headers.get("Accept-Encoding", "")
        ):
            return super().do_GET()
        # Milliseconds are sent as seconds: tests publish twice within a second
        changed = self.date_time_string(file.stat().st_mtime_ns // 10**6 % 10**9)
        if self.headers.get("If-Modified-Since") == changed:
            self.send_response(304)
            return self.end_headers()
        body = _compressed(self.content_of(file))
        server.sent.append((self.path, len(body)))
        self.send_response(self.status_of(file))
        self.send_header("Last-Modified", changed)
        self.send_header("Content-Type", f"{TEXT_TYPES[file.suffix]}; charset=utf-8")
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-cache")
        self.end_headers()
        self.wfile.write(body)
        return None

    def content_of(self, file: Path) -> bytes:
        """The content that is sent for a file."""
        return file.read_bytes()

    def status_of(self, file: Path) -> int:
        """The status that is sent with a file."""
        return 200

    def redirect(self, target: str, status: int = 308) -> None:
        """Sends the browser to another address."""
        self.send_response(status)
        self.send_header("Location", target)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def refuse(self) -> None:
        """Closes the connection without an answer."""
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def send_error(
        self, code: int, message: str | None = None, explain: str | None = None
    ) -> None:
        """Sends the site's own page for the status 404."""
        page = Path(self.directory) / "404.html"
        if code != 404 or not page.exists():
            return super().send_error(code, message, explain)
        return self.send_page(page.read_bytes(), 404)

    def send_page(self, body: bytes, status: int) -> None:
        """Sends a page that is not a file of the site."""
        self.send_content(body, "text/html; charset=utf-8", status)

    def send_content(self, body: bytes, content_type: str, status: int = 200) -> None:
        """Sends content that the browser does not cache."""
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Prints nothing."""


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    """Answers requests in parallel, because a service worker sends them in parallel."""

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 64
    # How the network fails: `stalled` (accepts requests and never answers), `refused`,
    # `login` (a page instead of every file), `moved`, or the status of a gateway
    fault = ""

    failure = ("", "")  # (part of a path, how the host fails for it)

    def __init__(self, *settings: Any) -> None:
        super().__init__(*settings)
        self.sent = list[
            tuple[str, int]
        ]()  # (path, compressed bytes) of each text that was sent

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignores errors, because a browser may disconnect in the middle of a file."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serves a folder; yields its address."""
    with serving(folder) as server:
        yield f"http://127.0.0.1:{server.server_address[1]}{SUB_PATH}"


@contextmanager
def serving(folder: Path, handler: type[Handler] = Handler) -> Iterator[Server]:
    """Serves a folder on a free port; yields the server."""
    server = Server(("127.0.0.1", 0), functools.partial(handler, directory=str(folder)))
    thread = threading.Thread(
        target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True
    )
    thread.start()
    try:
        yield server
    finally:
        server.fault = ""
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def browsing() -> Iterator[Browser]:
    """A headless Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=list(FLAGS)
        )
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def open_page(
    browser: Browser, width: int = 1100, height: int = 800, **options: Any
) -> Iterator[Page]:
    """A page of a new context, by default without a service worker. `options`: options
    of Playwright's `new_context`.
    """
    context = browser.new_context(
        viewport={"width": width, "height": height},
        **{"service_workers": "block", **options},
    )
    context.set_default_timeout(1000 * MAX_SECONDS)
    try:
        yield context.new_page()
    finally:
        context.close()


@contextmanager
def phone(browser: Browser, **options: Any) -> Iterator[Page]:
    """A page of a new context with the size of a phone."""
    with open_page(browser, 360, 740, **options) as page:
        yield page


def font_size_of(page: Page) -> Callable[[int], object]:
    """A function that sets the user's font size, instead of 16 pixels."""
    session = page.context.new_cdp_session(page)
    session.send("Page.enable")
    return lambda pixels: session.send(
        "Page.setFontSizes", {"fontSizes": {"standard": pixels}}
    )


@contextmanager
def large_text(
    browser: Browser, font_size: int, width: int, height: int = 800
) -> Iterator[Page]:
    """A page of a new context with another font size set by the user."""
    with open_page(browser, width, height) as page:
        font_size_of(page)(font_size)
        yield page


def until(page: Page, condition: str) -> None:
    """Waits until a JavaScript expression, or its promise, is true. Playwright's own
    `wait_for_function` uses eval, which the site forbids.
    """
    end = time.monotonic() + MAX_SECONDS
    while not page.evaluate(f"Promise.resolve({condition}).then(Boolean)"):
        assert time.monotonic() < end, f"{condition} did not come true on {page.url}"
        page.wait_for_timeout(40)  # asking takes a tenth of that time


def wait_until_filled(page: Page) -> None:
    """Waits until the scripts have filled the page."""
    if "?q=" in page.url:
        page.wait_for_selector(".hit")
    until(page, "!document.documentElement.matches('.is-loading')")


def lines_of(text: str) -> list[str]:
    """The non-empty lines of a text on the page, with ordinary spaces."""
    return [line.replace("\xa0", " ") for line in text.split("\n") if line.strip()]


def act(page: Page, action: str) -> None:
    """Does an action: `type WORDS`, `press KEY`, or `click`, `tap` or `wait_for
    SELECTOR` with the first element that matches.
    """
    verb, _, words = action.partition(" ")
    if verb in ("type", "press"):
        getattr(page.keyboard, verb)(words)
    else:
        getattr(page.locator(words).first, verb)()


REQUIRED = os.environ.get("RULINGS_BROWSER") == "required"


def need(reason: str | None) -> None:
    """Skips the test if there is a reason, or fails it if RULINGS_BROWSER=required."""
    import pytest

    if reason and REQUIRED:
        pytest.fail(reason)
    if reason:
        pytest.skip(reason)
