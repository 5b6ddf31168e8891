"""The public API: `open()` returns a `KnowledgeBase`, which finds cards by name, searches and exports."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulings.compiling import open_knowledge
from rulings.model.exporting import export
from rulings.model.knowledge import Knowledge

if TYPE_CHECKING:
    from rulings.deck.views import Sheet
    from rulings.model.entities import Card, Ruling
    from rulings.search.results import Hit


class KnowledgeBase(Knowledge, frozen=True, dict=True):
    """The whole knowledge base in memory, immutable except for `derived`. Made by `rulings.open()`."""

    def card(self, name: str) -> Card:
        """The card with that title, id or alias, shortened or misspelt too. Raises `NotFound` or `Ambiguous`.

        The name is always read as a card's: `bits` is Boring Bit here, though the command line searches for the word.
        """
        from rulings.names.resolving import find_card

        return self.cards_by_id[find_card(self, name)]

    def rulings_for(self, subject: str) -> tuple[Ruling, ...]:
        """The rulings under a card or topic, by its id or a card's name: errata, then rulings, then references (`see`).

        Raises `NotFound` or `Ambiguous` if it is neither.
        """
        is_id = subject in self.cards_by_id or subject in self.topics_by_id
        return self.rulings_under(subject if is_id else self.card(subject).id)

    def search(self, query: str, limit: int | None = 10) -> tuple[Hit, ...]:
        """The best hits for a query in the language of the command line, best first. `limit`: None for all.

        Raises `ValueError` for a negative limit.
        """
        from rulings.search import Options, search

        return search(self, query, Options(limit)).hits

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
