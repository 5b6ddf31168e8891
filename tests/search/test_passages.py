"""Tests of the words shown of a section: its lines in order, without Markdown, with the
status of exactly these words.
"""

from __future__ import annotations

import re

import pytest

from rulings import Hit
from rulings.api import KnowledgeBase
from rulings.model.entities import AnyEntry, Section
from rulings.model.knowledge import Knowledge
from rulings.model.plain_text import GAP, fold, without_markdown
from rulings.model.vocabulary import IN_FORCE
from rulings.search import passages
from rulings.search.analysis import Analyzer
from support.data_files import now
from support.examples import some_of


def losing_words(section: Section) -> list[str]:
    """The folded words of the section that a note supersedes or disputes."""
    parts = [
        part
        for note in section.notes
        if note.status != IN_FORCE
        for part in (note.words or "").split("…")
    ]
    return [fold(part) for part in parts if fold(part)]


def test_statements_contain_no_markdown_and_every_word(kb: Knowledge) -> None:
    words = Analyzer.read().words
    for section in kb.sections:
        divided = passages.divide(section)
        shown = {word for line in divided.lines for word in words(line)}
        printed = [line for line in section.text.splitlines() if "|" not in line]
        assert {
            word for line in printed for word in words(without_markdown(line))
        } <= shown, section.id
        assert {number for passage in divided.passages for number in passage.lines} == {
            *range(len(divided.lines))
        }
        assert not [
            line for line in divided.lines if re.search(r"[*`]|^[-+•|]|^#+ |---", line)
        ], section.id


def test_a_table_is_shown_whole(library: KnowledgeBase) -> None:
    for table_id in ("tournament-basic-structure", "tournament-advanced-structure"):
        (table,) = library.section(table_id).tables
        *_, passage = passages.divide(library.section(table_id)).passages
        assert len(passage.lines) == 1 + len(table.rows)
    for asked in ("how many rounds for 16 players", "top cut 53 people"):
        passage_shown = library.search(asked, 1)[0].passage
        assert (
            "33-64 · 5 · Top 8" in passage_shown or "33-56 · 5 · Top 8" in passage_shown
        )


def test_lines_stand_in_the_order_of_print_with_gaps_marked(kb: Knowledge) -> None:
    lines = [
        "Rezzing:",
        "ICE: when approached.",
        "Nodes: at any time.",
        "Upgrades too.",
    ]
    divided = passages.DividedSection(lines, [], [], [])
    assert (
        divided.text([3, 0, 1]) == "Rezzing:\nICE: when approached.\n…\nUpgrades too."
    )
    assert divided.text([0, 2]) == "Rezzing:\n…\nNodes: at any time."


def test_a_paragraph_that_answers_is_shown_whole_unless_it_is_long(
    library: KnowledgeBase,
) -> None:
    (hit,) = library.search("only the successful bid is actually paid", 1).hits
    assert "If a Sponsor passes on the bidding" in hit.passage
    assert "Each Sponsor around the table" in hit.passage
    for section in library.sections:
        divided = passages.divide(section)
        for row in divided.paragraphs:
            assert len(divided.text(row)) <= passages.MAX_WHOLE_LENGTH + len(row)
            assert all(divided.with_paragraphs([number]) == {*row} for number in row)


@pytest.mark.parametrize(
    ("side", "own", "other"),
    [("corp", "up to 3", "any number"), ("runner", "any number", "up to 3")],
)
@pytest.mark.parametrize(
    "asked",
    ["how many actions does the {} get", "number of actions of the {} each turn"],
)
def test_the_turn_of_the_other_side_does_not_answer(
    library: KnowledgeBase, asked: str, side: str, own: str, other: str
) -> None:
    (hit,) = library.search(asked.format(side), 1).hits
    assert own in hit.passage
    assert other not in hit.passage


def test_what_is_shown_is_a_subsequence_of_the_section_and_has_the_status_of_its_words(
    kb: Knowledge, library: KnowledgeBase
) -> None:
    questions = [
        question
        for section in kb.sections
        for question in kb.questions.get(section.id, ())
    ]
    hits: list[Hit] = [
        hit
        for question in some_of(questions, 40)
        for hit in library.search(question, 3).hits
    ]
    shown = [(hit, hit.entity) for hit in hits if isinstance(hit.entity, Section)]
    assert any("…" in hit.passage for hit, _ in shown)
    for hit, section in shown:
        lines = iter(passages.divide(section).lines)
        assert all(line in lines for line in hit.passage.split("\n") if line != GAP), (
            hit.passage
        )
        if any(words in fold(hit.passage) for words in losing_words(section)):
            assert hit.status != IN_FORCE, hit.passage
        else:
            assert (hit.status, hit.superseded_by) == (IN_FORCE, ()), hit.passage


@pytest.mark.parametrize(
    ("query", "words", "status"),
    [
        (
            "how many actions does the runner get",
            "Take any number of actions",
            "superseded-in-part",
        ),
        (
            "use prep cards",
            "Use Prep Cards:",
            "superseded",
        ),  # and so is all that it introduces
    ],
)
def test_a_line_that_introduces_statements_is_not_in_force_if_a_note_supersedes_it(
    library: KnowledgeBase, query: str, words: str, status: str
) -> None:
    hit = library.search(query, 1).hits[0]
    assert words in hit.passage
    assert hit.status == status
    assert hit.superseded_by


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("You don't do it.", []),
        ("Don't link it.", ["link"]),
        ("The links' cost", ["links"]),
        ("R&D's top", ["R&D's"]),
    ],
)
def test_a_contraction_is_marked_only_for_a_telling_part(
    text: str, marked: list[str]
) -> None:
    analyzer = Analyzer.read()
    spans = passages.word_spans(analyzer, text, {*analyzer.stems("do not link R&D")})
    assert [text[start:end] for start, end in spans] == marked


def test_spans_mark_the_query_words_in_any_form_but_everyday_words(
    library: KnowledgeBase,
) -> None:
    hit = next(
        h
        for h in library.search("the trashing of a program").hits
        if h.id == now("trashing-cards-824be6e1")
    )
    marked = {hit.passage[start:end].lower() for start, end in hit.spans}
    assert marked == {"trashing", "trashes", "trashed", "program"}


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("how many actions does the corp have per turn", "Take up to 3 actions"),
        ("can the corp trash ice for free", "Trash ICE at any time for free"),
        ("which places am i allowed to attack as the runner", "Choose server"),
        (
            "what do I get to look at if my run on the archives works",
            "Flip face-down cards",
        ),
        (
            "how many match points do you get for winning a game",
            "Winner receives 10 points",
        ),
    ],
)
def test_the_lines_that_answer_are_shown(
    library: KnowledgeBase, query: str, words: str
) -> None:
    assert any(words in hit.passage for hit in library.search(query, 3).hits)


# Value of `is:` → how the relation of the remark that says so begins
RELATIONS = {
    "superseded": "superseded",
    "superseded-in-part": "superseded-in-part",
    "disputed": "disputed",
    "excepted": "exception",
}


def _has_remark(entry: AnyEntry | Hit, relation: str) -> bool:
    return any(remark.relation.startswith(relation) for remark in entry.remarks)


@pytest.mark.parametrize("value", RELATIONS)
def test_a_status_that_is_asked_for_is_that_of_the_words_shown(
    library: KnowledgeBase, value: str
) -> None:
    """For every kind of entry that can have the status."""
    relation = RELATIONS[value]
    hits = library.search(f"is:{value}", None).hits
    for hit in hits:
        assert _has_remark(hit, relation), hit
    entries: list[AnyEntry] = [*library.rulings, *library.sections, *library.steps]
    for entry in entries:
        if _has_remark(entry, relation):
            assert entry.id in [hit.id for hit in hits]
