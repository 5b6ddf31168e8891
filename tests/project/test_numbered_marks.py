"""Tests that several marks in one section are next to the words that they are about, on
a terminal and on the page.
"""

from __future__ import annotations

import re
from html import unescape

import pytest

from rulings.model import remarks
from rulings.model.entities import Section
from rulings.model.knowledge import Knowledge
from rulings.model.remarks import Remark, Verbosity
from support.built_site import Site
from support.command_line import run_cli
from support.data_files import now

_HEADED = re.compile(
    r'<section class="section[^"]*" id="([^"]+)">(.*?)</section>', re.DOTALL
)
_MARKED = re.compile(
    r'<mark class="marked-([a-z-]+)">(.*?)</mark><sup><a href="#([^"]+)"[^>]*>(\S+)</a></sup>',
    re.DOTALL,
)


def numbered_marks(section: Section) -> list[Remark]:
    numbered = [remark for remark in remarks.of_entry(section) if remark.number]
    return sorted(numbered, key=lambda remark: remark.number)


@pytest.fixture(scope="module")
def stacked(kb: Knowledge) -> list[Section]:
    sections = [section for section in kb.sections if numbered_marks(section)]
    assert len(sections) >= 5
    return sections


def test_every_mark_of_such_a_section_is_numbered_in_the_order_of_the_text(
    stacked: list[Section],
) -> None:
    for section in stacked:
        marks = numbered_marks(section)
        assert [mark.number for mark in marks] == list(range(1, len(marks) + 1))
        starts = [mark.spans[0][0] for mark in marks]
        assert starts == sorted(starts), section.id
        assert {mark.note for mark in marks} == {
            r.note for r in remarks.of_entry(section, Verbosity.WITH_WORDS) if r.words
        }, section.id
        for mark in marks:
            parts = [
                " ".join(section.text[start:end].split()) for start, end in mark.spans
            ]
            assert " … ".join(parts) == " ".join((mark.words or "").split())


def test_the_terminal_numbers_the_words_and_has_the_line_of_each_number(
    stacked: list[Section],
) -> None:
    for section in stacked:
        out = " ".join(run_cli("document", section.id).out.split())
        for mark in numbered_marks(section):
            assert f" [{mark.label}]" in out
            assert mark.line in out
        if "[✗" in out:
            assert re.search(r"✗\d+ superseded in part: .* \[✗", out)


def test_the_page_marks_the_words_and_links_to_the_reasons(
    site: Site, stacked: list[Section]
) -> None:
    html = site.pages["documents/comprehensive-reference-manual/index.html"]
    sections = dict(_HEADED.findall(html))
    for section in stacked:
        shown = sections[section.id]
        marks = numbered_marks(section)
        found = [
            (kind, target, label) for kind, _, target, label in _MARKED.findall(shown)
        ]
        expected = [
            (start, (mark.relation, f"{section.id}-mark-{mark.number}", mark.label))
            for mark in marks
            for start, _ in mark.spans
        ]
        assert found == [what for _, what in sorted(expected)], section.id
        words = {
            " ".join(unescape(re.sub("<[^>]*>", "", words)).split())
            for _, words, _, _ in _MARKED.findall(shown)
        }
        assert words == {
            " ".join(section.text[a:b].split()) for mark in marks for a, b in mark.spans
        }
        for mark in marks:
            assert f'id="{section.id}-mark-{mark.number}"' in shown


def test_a_single_mark_needs_no_number(kb: Knowledge) -> None:
    assert numbered_marks(kb.sections_by_id["manual-damage"]) == []
    assert (
        now("+ but see corporate-headhunters-710db3af")
        in run_cli("document", "manual-damage").out
    )
