"""Tests of reading the rulings document: entries and their subjects, with and without
restored lines.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulings.errors import RulingsError
from rulings.model.entities import Restoration, Ruling
from rulings.model.hand_edited import Restorations
from rulings.model.vocabulary import RULINGS_DOCUMENT
from rulings.parser.entries import ParsedKnowledge
from rulings.parser.parse import parse
from rulings.parser.rulings_document import restore
from rulings.parser.sources import numbered
from support.source_documents import (
    RULINGS_FILE,
    edit_document,
    printed_rulings,
    remove_restorations,
    undo_damage,
)


def test_all_entries_are_read(parsed: ParsedKnowledge) -> None:
    marks = [
        line
        for line in parsed.sources.documents[RULINGS_DOCUMENT].lines
        if line.words.startswith("@")
    ]
    assert len(printed_rulings(parsed)) == len(marks)


def test_an_undamaged_edition_gives_the_same_knowledge_base(
    parsed: ParsedKnowledge, sources: Path
) -> None:
    edit_document(sources, RULINGS_FILE, lambda raw: undo_damage(parsed).encode())
    (sources / "restorations.yaml").unlink()
    undamaged = parse(sources)

    def content(r: Ruling) -> tuple[object, ...]:
        return (
            r.subject,
            r.printed,
            r.kind,
            r.text,
            r.mentions,
            r.see,
            [
                (c.authority, c.via, c.about, c.venue, c.date, c.doubt)
                for c in r.citations
            ],
        )

    assert [content(r) for r in undamaged.rulings] == [
        content(r) for r in parsed.rulings
    ]


def test_an_entry_whose_heading_is_lost_is_filed_under_no_other_card(
    sources: Path,
) -> None:
    remove_restorations(sources)
    with pytest.raises(RulingsError, match=r"line \d+: “@.*has lost its heading"):
        parse(sources)


def restoration(line: int, words: str, beside: str) -> Restoration:
    return Restoration(
        line=line, place="after", what="heading", words=words, beside=beside
    )


def restored_texts(text: str, *restorations: Restoration) -> list[str]:
    """The lines of a text with its restorations."""
    lines = restore(
        numbered(text),
        Restorations(evidence="a copy", lines=restorations),
        "restorations.yaml",
    )
    return [line.text for line in lines]


LOST = (restoration(2, "Lost", "b b"), restoration(4, "Also", "d d"))


def test_lost_lines_are_put_after_their_neighbours() -> None:
    with_both = ["a a", "b b", "Lost", "c c", "d d", "Also"]
    assert restored_texts("a a\nb b\nc c\nd d\n", *LOST) == with_both
    with_two = ["a a", "b b", "Lost", "c c", "Lost"]
    assert restored_texts("a a\nb b\nc c\nLost\n", LOST[0]) == with_two
