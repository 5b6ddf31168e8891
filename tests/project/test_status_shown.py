"""Tests that the site marks overruled entries, even in lists, and explains every mark.
`test_told` tests all other places.
"""

from __future__ import annotations

import re

import pytest

from rulings.model import formatting, vocabulary
from rulings.model.knowledge import Knowledge
from rulings.site import page_parts
from support.built_site import Site


@pytest.fixture(scope="module")
def statuses(kb: Knowledge) -> dict[str, str]:
    """Id → status of the entries that are not, or only partly, in force."""
    found: dict[str, str] = {
        entry.id: entry.status
        for entry in kb.entries
        if entry.status != vocabulary.IN_FORCE
    }
    assert len(found) >= 15
    return found


def test_lines_of_a_source_are_marked_as_what_begins_there(
    site: Site, kb: Knowledge
) -> None:
    for entry in kb.entries:
        path, _, line = page_parts.source_url(kb, entry)[1:].partition("#L")
        html = site.pages[f"{path}index.html"].partition(
            f'id="L{line.partition("-")[0]}"'
        )[2]
        for mark in formatting.list_marks(entry):
            assert f"mark-{mark.kind}" in html.partition("</li>")[0], entry.id


_NOTE = re.compile(
    r'<article class="statements" id="([^"]+)">(.*?)</article>', re.DOTALL
)


def test_the_overruled_side_of_a_contradiction_is_marked(
    site: Site, kb: Knowledge
) -> None:
    notes = dict(_NOTE.findall(site.pages["reversals/index.html"]))
    assert set(notes) == {note.id for note in kb.notes}
    for note in kb.notes:
        sides = len([side for side in (note.one, note.other) if side])
        overruled = (
            0
            if not note.is_contradiction
            else sides
            if note.follow == "neither"
            else max(sides - 1, 1)
        )
        marks = re.findall(
            r"mark-(?:superseded|superseded-in-part|disputed)\".*?</p>\s*<blockquote",
            notes[note.id],
        )
        assert len(marks) == overruled, note.id


def test_links_to_flagged_entries_show_the_status(
    site: Site, statuses: dict[str, str]
) -> None:
    marked_links = 0
    for path, html in site.pages.items():
        for href, inside in re.findall(
            r'<a class="link-row" href="([^"]*)">(.*?)</a>', html
        ):
            id = href.rpartition("#")[2].replace("step-", "run-chart-")
            if id in statuses and "/documents/" not in href and "<b>Step" not in inside:
                assert "status-word" in inside, (path, id)
                marked_links += 1
    assert marked_links >= 10


def test_every_mark_is_explained_on_the_marks_page(site: Site, kb: Knowledge) -> None:
    used = {
        mark.kind for ruling in kb.rulings for mark in formatting.ruling_marks(ruling)
    }
    used |= {
        mark.kind
        for r in kb.rulings
        for c in r.citations
        for mark in formatting.citation_marks(c)
    }
    assert len(used) > 8
    explained = site.anchors["marks/index.html"]
    unexplained = (used | set(vocabulary.DATE_DOUBTS)) - explained
    assert unexplained == set(), (
        "explain each of these marks under a heading with its id in site/pages/marks.md"
    )
