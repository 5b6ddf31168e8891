"""Reads a built site for tests: the links, anchors, tags and visible text of its pages."""

from __future__ import annotations

import os
import posixpath
import re
import time
from functools import cached_property
from html import unescape
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

from rulings.site.build import build

_ATTRIBUTE = re.compile(r'\s(href|src|action|id)="([^"]*)"')


def built_once(folder: Path, name: str, site_url: str | None = None) -> Path:
    """The folder of the site with this address. Without an address, it is the one in
    RULINGS_BUILT, if `.ci/run` has built it with the wheel. Processes of pytest-xdist
    share the folder: the first process builds the site, and the others wait.
    """
    if not site_url and (built := os.environ.get("RULINGS_BUILT")):
        return Path(built)
    shared = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    finished = shared / f"{name}-is-built"
    try:
        (shared / f"{name}-is-being-built").mkdir()
    except FileExistsError:
        while not finished.exists():
            time.sleep(0.1)
    else:
        try:
            build(shared / name, site_url=site_url)
        finally:
            finished.touch()
    return shared / name


def _with_characters(html: str) -> str:
    """A page with characters instead of references; pages are written in ASCII."""
    return re.sub(r"&#(\d{3,});", lambda match: chr(int(match[1])), html)


def element(html: str, id: str) -> str:
    """The element with an id, with everything inside it."""
    start = re.search(rf'<(\w+)\b[^>]* id="{re.escape(id)}"', html)
    assert start, id
    depth = 0
    for tag in re.finditer(rf"<(/?){start[1]}\b", html[start.start() :]):
        depth += -1 if tag[1] else 1
        if depth == 0:
            return html[start.start() : start.start() + tag.start()]
    raise AssertionError(id)


class Site:
    """A folder with a built site. Paths are relative to the folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._parsed: dict[str, ParsedPage] = {}

    @cached_property
    def pages(self) -> dict[str, str]:
        """The HTML files: path → content."""
        return {
            path.relative_to(self.folder).as_posix(): _with_characters(
                path.read_text("utf-8")
            )
            for path in sorted(self.folder.rglob("*.html"))
        }

    @cached_property
    def _attributes(self) -> dict[str, list[tuple[str, str]]]:
        return {
            path: [(name, unescape(value)) for name, value in _ATTRIBUTE.findall(html)]
            for path, html in self.pages.items()
        }

    @cached_property
    def links(self) -> dict[str, list[str]]:
        """Path → the addresses that the page links to or loads."""
        return {
            path: [value for name, value in pairs if name != "id"]
            for path, pairs in self._attributes.items()
        }

    @cached_property
    def anchors(self) -> dict[str, set[str]]:
        """Path → the ids on the page."""
        return {
            path: {value for name, value in pairs if name == "id"}
            for path, pairs in self._attributes.items()
        }

    def broken_links(self) -> list[str]:
        """`page: link` for each internal link to a missing file or anchor. Links of
        404.html are left out.
        """
        broken = []
        for path, links in self.links.items():
            if path == "404.html":
                continue
            for link in links:
                parts = urlsplit(link)
                if parts.scheme in ("http", "https"):
                    continue
                target = (
                    posixpath.normpath(PurePosixPath(path).parent / unquote(parts.path))
                    if parts.path
                    else path
                )
                is_file = (self.folder / target).is_file()
                if not is_file or (
                    parts.fragment and parts.fragment not in self.anchors[target]
                ):
                    broken.append(f"{path}: {link}")
        return broken

    def read(self, path: str) -> str:
        return _with_characters((self.folder / path).read_text(encoding="utf-8-sig"))

    def text(self, path: str) -> str:
        """The visible text of a page, with single spaces."""
        return self.parsed(path).text

    def parsed(self, path: str) -> ParsedPage:
        """The page, parsed once."""
        if path not in self._parsed:
            self._parsed[path] = ParsedPage(self.pages[path])
        return self._parsed[path]


class ParsedPage(HTMLParser):
    """The start tags of a page with their attributes, the contents of its scripts, and
    all other text.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.scripts: list[str] = []
        self._text: list[str] = []
        self._in_script = False
        self.feed(html)
        self.text = " ".join("".join(self._text).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        self._in_script = tag == "script"

    def handle_endtag(self, tag: str) -> None:
        self._in_script = False

    def handle_data(self, data: str) -> None:
        (self.scripts if self._in_script else self._text).append(data)
