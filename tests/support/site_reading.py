"""A built site's folder → its pages, read for tests: links, anchors, tags, and what a reader sees."""

from __future__ import annotations

import re
from functools import cached_property
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

_ATTRIBUTE = re.compile(r'\s(href|src|action|id)="([^"]*)"')


class Site:
    """A folder with a built site."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._tags: dict[str, Tags] = {}

    @cached_property
    def pages(self) -> dict[str, str]:
        """Path of each HTML file → its text."""
        return {path.relative_to(self.folder).as_posix(): path.read_text(encoding="utf-8") for path in sorted(self.folder.rglob("*.html"))}

    @cached_property
    def attributes(self) -> dict[str, tuple[list[str], set[str]]]:
        """Path → its links and its anchors."""
        found = {}
        for path, html in self.pages.items():
            pairs = _ATTRIBUTE.findall(html)
            found[path] = (
                [unescape(value) for name, value in pairs if name != "id"],
                {unescape(value) for name, value in pairs if name == "id"},
            )
        return found

    def read(self, path: str) -> str:
        return (self.folder / path).read_text(encoding="utf-8")

    def words(self, path: str) -> str:
        """What stands on the page, without its tags, single-spaced."""
        return self.tags(path).text

    def tags(self, path: str) -> Tags:
        """The page, taken apart once."""
        if path not in self._tags:
            self._tags[path] = Tags(self.pages[path])
        return self._tags[path]


class Tags(HTMLParser):
    """Every start tag with its attributes, and the text outside scripts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.scripts: list[str] = []
        self._text: list[str] = []
        self._script = False
        self.feed(html)
        self.text = " ".join("".join(self._text).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        self._script = tag == "script"

    def handle_endtag(self, tag: str) -> None:
        self._script = False

    def handle_data(self, data: str) -> None:
        (self.scripts if self._script else self._text).append(data)
