"""A deck as read, and the sheet of rulings on it (`rulings deck --json`): terminal and site print these objects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from rulings.model.entities import Card, Entity, Reference, Ruling
from rulings.model.pages import Inherited

DeckForm = Literal["lines", "csv", "o8d"]


class DeckCard(Entity, frozen=True):
    """A card of the deck, and how many copies."""

    card: Card
    count: int


class Unread(Entity, frozen=True):
    """A line that means no card, or several, or whose number of copies is unclear (`-1 Rabbit`, `0 Rabbit`).

    `possible_titles`: the titles that it may mean, or the nearest ones.
    """

    line: int
    count: int
    name: str
    reason: Literal["unknown", "ambiguous"]
    possible_titles: Sequence[str]


class ReadAs(Entity, frozen=True):
    """A line whose name was recognized although it is not a title, an alias or a spelling variant."""

    line: int
    name: str
    title: str


class Count(Entity, frozen=True):
    """How many cards have a type or a keyword."""

    name: str
    cards: int


class SideCounts(Entity, frozen=True):
    """The counts of a deck's cards of one side. `agenda_points`: null if there are no agendas."""

    side: str
    cards: int
    titles: int
    types: Sequence[Count]
    keywords: Sequence[Count]
    agendas: int
    agenda_points: int | None


class Construction(Entity, frozen=True):
    """A rule of deck construction. `holds`: whether this deck meets it; null if that cannot be checked.

    `ruling` or `section`: the id of the source; `source`: its title. `deck_has`: what this deck has (`44 cards`).
    """

    says: str
    side: str | None
    holds: bool | None
    deck_has: str | None
    ruling: str | None
    section: str | None
    source: str
    url: str


class Deck(Entity, frozen=True):
    """A deck as read: its cards by side, type and title, the counts of its sides, and the lines that were not read."""

    file: str
    form: DeckForm
    title: str
    cards: Sequence[DeckCard]
    sides: Sequence[SideCounts]
    construction: Sequence[Construction]
    unread: Sequence[Unread]
    read_as: Sequence[ReadAs]


class Pair(Entity, frozen=True):
    """A ruling on several cards of the deck (`cards`) or, if two decks meet, of both (`others`: those of the other)."""

    ruling: Ruling
    cards: Sequence[Reference]
    others: Sequence[Reference]


class SheetCard(Entity, frozen=True):
    """A card with its own rulings (errata first) and those it inherits."""

    card: Card
    count: int
    rulings: Sequence[Ruling]
    inherited: Sequence[Inherited]


class ExcludedCard(Reference, frozen=True):
    """A card whose rulings are all excluded by the options; `rulings` counts them, inherited ones included."""

    rulings: int


class SheetStep(Entity, frozen=True):
    """A step of a run, with the ids of the rulings on the sheet that apply to it, and the subjects of these rulings."""

    number: int
    text: str
    rulings: Sequence[str]
    cards: Sequence[str]
    url: str


class Sheet(Entity, frozen=True):
    """The rulings on a deck: `together` on two of its cards, `meeting` on one of them and one of the deck `against`.

    `unruled`: the cards on which nothing was ever ruled.
    """

    deck: Deck
    against: Deck | None
    meeting: Sequence[Pair]
    together: Sequence[Pair]
    cards: Sequence[SheetCard]
    unruled: Sequence[Reference]
    excluded: Sequence[ExcludedCard]
    steps: Sequence[SheetStep]
