"""Tests that every character of every entry is shown wherever its words are, and none
is read as Markdown or HTML.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from html import unescape

import pytest
from markdown import markdown

from rulings.model import entities, formatting, plain_text
from rulings.model.knowledge import Knowledge
from support.built_site import ParsedPage, Site
from support.command_line import run_cli
from support.examples import some_of

Shown = Callable[[entities.AnyEntry], str]


def squeezed(text: str) -> str:
    """The characters without white space, without the bar along errata, and without the
    numbers of marks (`[✗2]`).
    """
    return "".join(re.sub(r"┃|\s*\[?[✗⇄+]\d+\]?", "", text).split())


def parts_of(entry: entities.AnyEntry, addresses: bool) -> list[str]:
    """The words that are shown together: for a ruling, those with the same citation;
    for a section, its lines without Markdown.
    """
    if isinstance(entry, entities.Ruling):
        parts = [part.text for part in formatting.cited_parts(entry)]
        assert squeezed("".join(parts)) == squeezed(entry.text)
        return [line for part in parts for line in part.split("\n")]
    lines = [
        line
        for line in entry.text.split("\n")
        if "|" not in line and not re.fullmatch(r"\s*[-*]*\s*", line)
    ]
    if isinstance(entry, entities.Step):
        return lines
    bare = [re.sub(r"^\s*([-*•]|\d+[.)])\s+", "", line) for line in lines]
    return [plain_text.without_markdown(line, addresses) for line in bare]


def in_markdown(entry: entities.AnyEntry) -> str:
    return unescape(re.sub(r"</?[a-z][^>]*>", "", markdown(entry.cite(markdown=True))))


def in_json(entry: entities.AnyEntry) -> str:
    lines = json.loads(json.dumps(entry.to_dict()))["text"].split("\n")
    return "".join(
        map(plain_text.without_markdown, lines)
        if isinstance(entry, entities.Section)
        else lines
    )


@pytest.fixture
def doors(site: Site) -> dict[str, Shown]:
    """Name → a function that returns the text shown there for an entry, or for a page
    that contains it, without white space.
    """

    @cache
    def page(path: str) -> str:
        html = re.sub("<(wbr|/?span|/?mark)[^>]*>", "", site.read(path))
        return squeezed(ParsedPage(html).text)

    return {
        "terminal": lambda entry: squeezed(run_cli(entry.id).out),
        "--cite": lambda entry: squeezed(entry.cite()),
        "--md": lambda entry: squeezed(in_markdown(entry)),
        "JSON": lambda entry: squeezed(in_json(entry)),
        "site": lambda entry: page(f"{entry.url.partition('#')[0][1:]}index.html"),
        "book": lambda entry: (
            page("book/index.html") if isinstance(entry, entities.Ruling) else ""
        ),
    }


@pytest.mark.parametrize("door", ["terminal", "--cite", "--md", "JSON", "site", "book"])
def test_every_character_is_shown(
    kb: Knowledge, doors: dict[str, Shown], door: str
) -> None:
    lost = []
    for entry in some_of(kb.entries):
        shown = doors[door](entry)
        parts = parts_of(entry, addresses=door in ("terminal", "--cite"))
        if shown or door != "book":
            lost += [(entry.id, part) for part in parts if squeezed(part) not in shown]
    assert lost == []
