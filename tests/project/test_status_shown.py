"""Tests that the terminal, the site, JSON and structured data show nothing superseded or disputed without its status."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from rulings.api import KnowledgeBase
from rulings.model import constants, entities, formatting, remarks
from support.built_site import ParsedPage, Site
from support.command_line import run_cli

LABELS = [  # without white space; the last where a section is shown in part
    *(f"{sign}{label}".replace(" ", "") for sign, label, _ in formatting.STATUS_MARKS.values()),
    "otherwordsofthissectionare",
]
SLACK = (
    120  # characters that may stand between the lines about a status and the words: “why: rulings …”, a step's number
)


@dataclass(frozen=True)
class Flagged:
    """An entry that is not, or not entirely, in force: its first words, and how far before them its mark may begin."""

    id: str
    status: str
    words: str
    reach: int


@pytest.fixture(scope="module")
def flagged(kb: KnowledgeBase) -> list[Flagged]:
    every: tuple[entities.AnyEntry, ...] = (*kb.rulings, *kb.sections, *kb.steps)
    entries = [
        Flagged(entry.id, entry.status, first_words(entry.text), SLACK + len(remarks.one_line(entry)))
        for entry in every
        if entry.status != constants.IN_FORCE
    ]
    assert len(entries) >= 15
    return entries


def first_words(text: str) -> str:
    """The first line of an entry, at most 50 characters, as `squeezed`."""
    return squeezed(next(line for line in text.split("\n") if line.strip()))[:50]


def squeezed(text: str) -> str:
    """The text in small letters and without white space, bars, bullets and the signs of Markdown."""
    return re.sub(r"[\s┃•*`_#]|(?m:^ *- )", "", text).lower()


def shown_with_status(text: str, flagged: Iterable[Flagged]) -> Iterator[tuple[str, bool]]:
    """The id of each flagged entry whose words are in the text, and whether a mark of a status stands before them."""
    text = squeezed(text)
    for entry in flagged:
        for match in re.finditer(re.escape(entry.words), text):
            before = text[max(0, match.start() - entry.reach) : match.start()]
            yield entry.id, any(label in before for label in LABELS)


def check_records(texts: Iterable[tuple[object, str]], flagged: Iterable[Flagged]) -> set[str]:
    """Asserts that each line of records or citations with words of an entry says its status, after the words."""
    seen = set[str]()
    for name, text in texts:
        for line in text.splitlines():
            for entry in flagged:
                before, words, after = squeezed(line).partition(entry.words)
                if words:
                    statuses = (*LABELS, *(status for status in constants.STATUSES if status != constants.IN_FORCE))
                    assert any(label in before + after for label in statuses), (name, entry.id)
                    seen.add(entry.id)
    return seen


def check_shown(texts: Iterable[tuple[object, str]], flagged: Iterable[Flagged]) -> set[str]:
    """Asserts that each text (after its name) marks what it shows; returns the ids of what was shown."""
    seen = set[str]()
    for name, text in texts:
        for id, is_marked in shown_with_status(text, flagged):
            assert is_marked, (name, id)
            seen.add(id)
    return seen


@pytest.mark.parametrize("form", [[], ["--plain"], ["--cite"], ["--full"]], ids=" ".join)
def test_a_terminal_shows_the_status(kb: KnowledgeBase, flagged: list[Flagged], form: list[str]) -> None:
    """The page of each card and topic of a flagged ruling, of each authority, document and step, and the search."""
    rulings = [kb.rulings_by_id[entry.id] for entry in flagged if entry.id in kb.rulings_by_id]
    commands: set[tuple[str, ...]] = {("card" if r.subject.kind == "card" else "topic", r.subject.id) for r in rulings}
    commands |= {("card", card.id) for card in kb.cards if card.inherits}
    commands |= {("run", str(step.number)) for step in kb.steps}
    if form != ["--full"]:
        commands |= {("who", authority.id) for authority in kb.authorities}
        commands |= {("search", kb.entry(entry.id).questions[0], "-n", "20") for entry in flagged[::3]}  # type: ignore[union-attr]
    texts = ((words, run_cli(*words, *form).out) for words in sorted(commands))
    if form in (["--plain"], ["--cite"]):  # where a hit of a section has the status of the words that it shows
        seen = check_records(texts, [entry for entry in flagged if entry.id not in kb.sections_by_id])
    else:
        seen = check_shown(texts, flagged)
    assert seen >= {ruling.id for ruling in rulings}


def test_documents_and_a_walk_show_the_status(kb: KnowledgeBase, flagged: list[Flagged]) -> None:
    commands = [("document", document.short) for document in kb.documents] + [("run", "--walk")]
    seen = check_shown(((words, run_cli(*words, stdin="n\ny\n").out) for words in commands), flagged)
    assert seen >= {entry.id for entry in flagged if entry.id in kb.sections_by_id}


_NOTE = re.compile(r'<article class="statements" id="([^"]+)">(.*?)</article>', re.DOTALL)


def test_every_page_of_the_site_shows_the_status(site: Site, flagged: list[Flagged]) -> None:
    """But the lines of the sources, which are shown as they are; in a note, the overruled side is marked (below)."""
    pages = {path: html for path, html in site.pages.items() if not re.search(r"/lines-\d+/", path)}
    texts = ((path, ParsedPage(_NOTE.sub("", html)).text) for path, html in pages.items())
    assert check_shown(texts, flagged) == {entry.id for entry in flagged}


def test_the_overruled_side_of_a_contradiction_is_marked(site: Site, kb: KnowledgeBase) -> None:
    notes = dict(_NOTE.findall(site.pages["reversals/index.html"]))
    assert set(notes) == {note.id for note in kb.notes}
    for note in kb.notes:
        sides = len([side for side in (note.one, note.other) if side])
        overruled = 0 if not note.is_contradiction else sides if note.follow == "neither" else max(sides - 1, 1)
        marks = re.findall(r"mark-(?:superseded|superseded-in-part|disputed)\".*?</p>\s*<blockquote", notes[note.id])
        assert len(marks) == overruled, note.id


def test_links_to_flagged_entries_show_the_status(site: Site, flagged: list[Flagged]) -> None:
    ids = {entry.id for entry in flagged}
    marked_links = 0
    for path, html in site.pages.items():
        for href, inside in re.findall(r'<a class="link-row" href="([^"]*)">(.*?)</a>', html):
            id = href.rpartition("#")[2].replace("step-", "run-chart-")
            if id in ids and "/documents/" not in href and "<b>Step" not in inside:
                assert "status-word" in inside, (path, id)
                marked_links += 1
    assert marked_links >= 10


def json_objects(value: Any) -> Iterator[dict[str, Any]]:
    """All JSON objects in the value, including itself."""
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from json_objects(inner)


def test_json_files_give_the_status_of_every_entry(site: Site, flagged: list[Flagged]) -> None:
    statuses = {entry.id: entry.status for entry in flagged}
    seen = set[str]()
    for path in sorted((site.folder / "api").rglob("*.json")):
        for entry in json_objects(json.loads(path.read_text(encoding="utf-8"))):
            id = f"run-chart-{entry['number']}" if "decision" in entry and "number" in entry else entry.get("id", "")
            if "text" in entry and id in statuses:
                assert entry["status"] == statuses[id], (path, id)
                seen.add(id)
    assert seen == set(statuses)


def test_structured_data_offer_no_superseded_answer(site: Site, flagged: list[Flagged]) -> None:
    offered = {
        data["url"].removeprefix("#")
        for html in site.pages.values()
        for script in re.findall(r"<script[^>]*ld\+json[^>]*>(.*?)</script>", html, re.DOTALL)
        for data in json_objects(json.loads(script))
        if data.get("@type") == "Answer"
    }
    assert "dr-dreff-0a4dff2a" in offered
    assert [entry.id for entry in flagged if entry.status == "superseded" and entry.id in offered] == []


def test_every_mark_is_explained_on_the_marks_page(site: Site, kb: KnowledgeBase) -> None:
    used = {mark.kind for ruling in kb.rulings for mark in formatting.ruling_marks(ruling)}
    used |= {mark.kind for r in kb.rulings for c in r.citations for mark in formatting.citation_marks(c)}
    assert len(used) > 8
    unexplained = ({"official"} | used | set(constants.DOUBTS)) - site.anchors["marks/index.html"]
    assert unexplained == set(), "explain each of these marks under a heading with its id in site/pages/marks.md"
