"""The public API: `open()` returns a `KnowledgeBase`, which finds cards by name, searches and exports."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulings.compiling import open_knowledge
from rulings.errors import Ambiguous, NotFound
from rulings.model.exporting import export
from rulings.model.knowledge import Knowledge
from rulings.storage.layout import SHIPPED

if TYPE_CHECKING:
    from rulings.deck.views import Sheet
    from rulings.model.entities import Authority, Card, Ruling, Section, Step, Topic
    from rulings.search.results import Results


class KnowledgeBase(Knowledge, frozen=True, dict=True):
    """The whole knowledge base in memory, immutable except for `derived`. Made by `rulings.open()`.

    It has no length and is not iterable: `cards`, `rulings`, `topics`, `sections`, `steps` and `documents` are. Every
    entity has `to_dict()`, its JSON. A pickled one refers to its folder, which must still be there.
    """

    def __reduce__(self) -> tuple[Callable[..., KnowledgeBase], tuple[str | None]]:
        """Pickles the address of the folder: to open it again takes less time than to copy everything."""
        return open, (None if self.folder == SHIPPED else self.location,)

    def card(self, name: str) -> Card:
        """The card with that title, id or alias, shortened or misspelt too. Raises `NotFound` or `Ambiguous`.

        The name is always read as a card's: `bits` is Boring Bit here, though the command line searches for the word.
        """
        from rulings.names.finding import find_subject

        return self.cards_by_id[find_subject(self, name, "card")]

    def topic(self, name: str) -> Topic:
        """The topic with that title or id, shortened or misspelt too. Raises `NotFound` or `Ambiguous`."""
        from rulings.names.finding import find_subject

        return self.topics_by_id[find_subject(self, name, "topic")]

    def ruling(self, id: str) -> Ruling:
        """The ruling with that id (`dr-dreff-8a16f88d`), current or former. Raises `NotFound`."""
        from rulings.names.finding import find_ruling

        return find_ruling(self, id)

    def section(self, id: str) -> Section:
        """The section with that id (`manual-1-lore-and-objective`), current or former. Raises `NotFound`."""
        from rulings.names.finding import find_section

        return find_section(self, id)

    def step(self, number: int | str) -> Step:
        """The step of the run chart with that number (1 to 20) or id (`run-chart-13`). Raises `NotFound`."""
        from rulings.names.finding import find_step

        return find_step(self, number)

    def authority(self, name: str) -> Authority:
        """Who is cited by that name, misspelt too, or has that id. Raises `NotFound` or `Ambiguous`."""
        from rulings.names.finding import find_authority

        return find_authority(self, name)[0]

    def rulings_for(self, subject: Card | Topic | str) -> tuple[Ruling, ...]:
        """The rulings under a card or topic, or the one with that name or id: errata, then rulings, then `see` entries.

        Raises `NotFound` or `Ambiguous` if it is neither.
        """
        if not isinstance(subject, str):
            return self.rulings_under(subject.id)
        if subject in self.cards_by_id or subject in self.topics_by_id:
            return self.rulings_under(subject)
        try:
            return self.rulings_under(self.card(subject).id)
        except Ambiguous:
            raise
        except NotFound as no_card:
            try:
                return self.rulings_under(self.topic(subject).id)
            except NotFound:
                raise no_card from None

    def search(self, query: str, limit: int | None = 10) -> Results:
        """The best hits for a query in the language of the command line, best first. `limit`: None for all.

        What is returned is a sequence of hits, each with its `entity`; besides, it has their `total`, the `confidence`
        that they answer (`high` or `low`), `notes` on how the query was read, and, if there are none, an `explanation`.
        Raises `ValueError` for a negative limit.
        """
        from rulings.search import Options, search

        return search(self, query, Options(limit))

    def deck(self, text: str | bytes, against: str | bytes | None = None) -> Sheet:
        """The rulings that apply to a deck list or, with `against`, to two decks that meet; those on two cards first.

        Raises `RulingsError` if a text cannot be a deck list. `unread` of each deck lists the names that are not cards.
        """
        from rulings.deck.reading import read_deck
        from rulings.deck.sheet import make_sheet, resolve_deck
        from rulings.deck.sheet_data import sheet_data_of

        sheet_data = sheet_data_of(self)
        their_deck = resolve_deck(read_deck(against), sheet_data) if against is not None else None
        return make_sheet(resolve_deck(read_deck(text), sheet_data), their_deck, sheet_data)

    def export(self) -> dict[str, Any]:
        """The data that `rulings export` prints."""
        return export(self)


def open(path: str | Path | None = None) -> KnowledgeBase:
    """The shipped knowledge base, or the one in the folder `path`. Raises `RulingsError` if it cannot be read."""
    return open_knowledge(KnowledgeBase, path)
