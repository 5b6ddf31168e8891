"""What is shown beside or above the words of an entry. No JSON for programs contains these."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from rulings.model.constants import Status
from rulings.model.entities import Citation


class Mark(Struct, frozen=True):
    """A remark beside a ruling or citation. `kind` is the anchor of its explanation on the page of marks."""

    kind: str
    sign: str
    words: str
    meaning: str


class CitedPart(Struct, frozen=True):
    """Words with the same citations: `start` to `end` (characters) of the ruling's text."""

    start: int
    end: int
    text: str
    citations: Sequence[Citation]


class NumberedMark(Struct, frozen=True):
    """A mark at words of a section, one of several, in the order of the text. `spans`: where the words are.

    `quoted`: the words; `follow`: ids of what to follow or, of an exception, to see; `note`: the id of the note.
    """

    number: int
    kind: str
    sign: str
    quoted: str
    spans: Sequence[tuple[int, int]]
    follow: Sequence[str]
    note: str
    title: str
    why: str


class StatusReason(Struct, frozen=True):
    """One reason why an entry is not, or not wholly, in force, ready to be shown above it.

    `quoted`: the overruled words, if the rest is in force; `follow`: ids of what to follow (of the other side, if both
    are disputed); `instead`: words of the same entry to follow; `note`: the id of the note.
    """

    kind: Status
    sign: str
    words: str
    quoted: str | None
    follow: Sequence[str]
    instead: str | None
    note: str
    title: str
    why: str
