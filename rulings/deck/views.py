"""The shapes of a deck's sheet (`rulings deck --json`): terminal and site print these objects."""

from __future__ import annotations

from typing import Literal, TypedDict

from rulings.model.views import CardView, InheritedView, ReferenceView, RulingView

DeckForm = Literal["lines", "csv", "o8d"]


class DeckCardView(TypedDict):
    """A card of the deck, and how many copies."""

    card: CardView
    count: int


class UnreadView(TypedDict):
    """A line that means no card, or several, or whose number of copies is unclear (`-1 Rabbit`, `0 Rabbit`).

    `possible_titles`: the titles that it may mean, or the nearest ones.
    """

    line: int
    count: int
    name: str
    reason: Literal["unknown", "ambiguous"]
    possible_titles: list[str]


class ReadAsView(TypedDict):
    """A line whose name was recognized although it is not a title, an alias or a spelling variant."""

    line: int
    name: str
    title: str


class CountView(TypedDict):
    """How many cards have a type or a keyword."""

    name: str
    cards: int


class SideCountsView(TypedDict):
    """The counts of a deck's cards of one side. `agenda_points`: null if there are no agendas."""

    side: str
    cards: int
    titles: int
    types: list[CountView]
    keywords: list[CountView]
    agendas: int
    agenda_points: int | None


class ConstructionView(TypedDict):
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


class DeckView(TypedDict):
    """A deck as read: its cards by side, type and title, the counts of its sides, and the lines that were not read."""

    file: str
    form: DeckForm
    title: str
    cards: list[DeckCardView]
    sides: list[SideCountsView]
    construction: list[ConstructionView]
    unread: list[UnreadView]
    read_as: list[ReadAsView]


class PairView(TypedDict):
    """A ruling on several cards of the deck (`cards`) or, if two decks meet, of both (`others`: those of the other)."""

    ruling: RulingView
    cards: list[ReferenceView]
    others: list[ReferenceView]


class SheetCardView(TypedDict):
    """A card with its own rulings (errata first) and those it inherits."""

    card: CardView
    count: int
    rulings: list[RulingView]
    inherited: list[InheritedView]


class ExcludedCardView(ReferenceView):
    """A card whose rulings are all excluded by the options; `rulings` counts them, inherited ones included."""

    rulings: int


class SheetStepView(TypedDict):
    """A step of a run, with the ids of the rulings on the sheet that apply to it, and the subjects of these rulings."""

    number: int
    text: str
    rulings: list[str]
    cards: list[str]
    url: str


class SheetView(TypedDict):
    """The rulings on a deck: `together` on two of its cards, `meeting` on one of them and one of the deck `against`.

    `unruled`: the cards on which nothing was ever ruled.
    """

    deck: DeckView
    against: DeckView | None
    meeting: list[PairView]
    together: list[PairView]
    cards: list[SheetCardView]
    unruled: list[ReferenceView]
    excluded: list[ExcludedCardView]
    steps: list[SheetStepView]
