"""The shapes of a deck's sheet (`rulings deck --json`): terminal and site print these objects."""

from __future__ import annotations

from typing import Literal, Required, TypedDict

from rulings.model.views import CardView, InheritedView, ReferenceView, RulingView

DeckForm = Literal["lines", "csv", "o8d"]


class ConstructionRule(TypedDict, total=False):
    """A rule of deck construction from one of the documents: a row of `construction.yaml`.

    A rule has either `ruling` or `section`, and at most one of `minimum`, `points` and `cards`.
    """

    says: Required[str]
    side: str  # whose deck it is about; both if left out
    minimum: int  # the cards that a deck of that side must have
    points: int  # the agenda points that a Corp deck must have
    cards: list[str]  # ids; the rule concerns a deck that has one of these cards
    ruling: str  # the id of the ruling that says it
    section: str  # the id of the section that says it


class DeckCardView(TypedDict):
    """A card of the deck, and how many copies."""

    card: CardView
    count: int


class UnreadView(TypedDict):
    """A line that means no card, or several. `possible_titles`: the titles that it may mean, or the nearest ones."""

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


class SideFactsView(TypedDict):
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
    """A deck as read: its cards by side, type and title, its counts, and the lines that were not read."""

    source: str
    form: DeckForm
    title: str
    cards: list[DeckCardView]
    facts: list[SideFactsView]
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


class SheetStepView(TypedDict):
    """A step of a run, with the ids of the rulings on the sheet that apply to it, and the subjects of these rulings."""

    number: int
    text: str
    rulings: list[str]
    cards: list[str]
    url: str


class SheetView(TypedDict):
    """The rulings on a deck: `together` on two of its cards, `meeting` on one of them and one of the deck `against`."""

    deck: DeckView
    against: DeckView | None
    meeting: list[PairView]
    together: list[PairView]
    cards: list[SheetCardView]
    unruled: list[ReferenceView]
    steps: list[SheetStepView]
