"""Tests of how lost lines are put back: into the damaged copy, and into editions that have some of them."""

from __future__ import annotations

from rulings.model.rows import Evidence, Restoration, Restorations
from rulings.parser.document import restore
from rulings.parser.sources import numbered


def restoration(line: int, words: str, beside: str | None) -> Restoration:
    return Restoration(line_number=line, place="after", what="heading", words=words, beside=beside)


def restored_texts(text: str, *restorations: Restoration) -> tuple[list[str], int]:
    """The complete lines of a text, and the number of warnings."""
    lines, warnings = restore(
        numbered(text), Restorations(evidence=Evidence(name="a copy"), lines=restorations), "restorations.yaml"
    )
    return [line.text for line in lines], len(warnings)


LOST = (restoration(2, "Lost", "b b"), restoration(4, "Also", None))


def test_lost_lines_are_put_after_their_neighbours() -> None:
    assert restored_texts("a a\nb b\nc c\nd d\n", *LOST) == (["a a", "b b", "Lost", "c c", "d d", "Also"], 0)


def test_lines_that_an_edition_has_move_the_places_of_those_below() -> None:
    assert restored_texts("a a\nb b\nLost\nc c\nd d\n", *LOST) == (["a a", "b b", "Lost", "c c", "d d", "Also"], 1)
