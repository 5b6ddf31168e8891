"""A `Knowledge` with the look-ups that the pages need."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from rulings.model.entities import Card, Note, Ruling
from rulings.model.knowledge import Knowledge
from rulings.model.pages import Inherited, inherited_groups
from rulings.model.selecting import without_see_entries
from rulings.storage.card_texts import CardTexts


class SiteData:
    """The entities of a knowledge base, for all pages and files of the site.

    `kb`: the knowledge base itself; `card_texts`: texts from a file of the user's own, for the pages of cards only.
    """

    def __init__(self, kb: Knowledge, card_texts: CardTexts | None = None) -> None:
        self.kb = kb
        self.card_texts = card_texts or CardTexts()
        self.cards = [*kb.cards]
        self.topics = [*kb.topics]
        self.rulings = [*kb.rulings]
        self.documents = [*kb.documents]
        self.sections = [*kb.sections]
        self.steps = [*kb.steps]
        self.notes = [*kb.notes]
        self.authorities = [*kb.authorities]
        self.tournament = kb.tournament
        self.cards_by_id = kb.cards_by_id
        self.topics_by_id = kb.topics_by_id
        self.rulings_by_id = kb.rulings_by_id
        self.documents_by_id = kb.documents_by_id
        self.sections_by_id = kb.sections_by_id

    @cached_property
    def notes_by_id(self) -> dict[str, Note]:
        """Id → a note: two statements that contradict each other, or only seem to."""
        return {note.id: note for note in self.notes}

    def entry_url(self, id: str) -> str:
        """The address of a ruling, section or step; `/` for an unknown id."""
        entry = self.kb.entry(id)
        return entry.url if entry else "/"

    @cached_property
    def source_ranges(self) -> dict[str, list[tuple[int, int]]]:
        """Document id → the line ranges of its rulings, in order, without those that overlap an earlier one."""
        by_document: dict[str, list[tuple[int, int]]] = {}
        for ruling in self.rulings:
            first, last = ruling.source.lines
            by_document.setdefault(ruling.source.document, []).append((first, last))
        for document, ranges in by_document.items():
            kept: list[tuple[int, int]] = []
            for first, last in sorted(set(ranges)):
                if not kept or first > kept[-1][1]:
                    kept.append((first, last))
            by_document[document] = kept
        return by_document

    @property
    def unattributed(self) -> list[Ruling]:
        """The rulings whose heading was lost and not restored, so that their subject is unknown."""
        return [*self.kb.unattributed]

    def rulings_under(self, subject: str) -> list[Ruling]:
        """The rulings under the card or topic with that id: errata first, then in the order of the source."""
        return [*self.kb.rulings_under(subject)]

    def ruling_count(self, subject: str) -> int:
        """How many rulings there are under the card or topic, without those that only refer to others (`see`)."""
        return len(without_see_entries(self.rulings_under(subject)))

    def cards_with_rulings(self, cards: Iterable[Card]) -> list[Card]:
        """Those of the cards that have rulings of their own, not only references to others (`see`)."""
        return [card for card in cards if self.ruling_count(card.id)]

    def cards_with_headings(self, cards: Iterable[Card]) -> list[Card]:
        """Those of the cards that have a heading in the rulings document, with rulings or only references to others."""
        return [card for card in cards if self.rulings_under(card.id)]

    def rulings_mentioning(self, card_id: str) -> list[Ruling]:
        """The rulings under other subjects that name the card."""
        return [*self.kb.rulings_mentioning(card_id)]

    def inherited(self, card_id: str) -> list[Inherited]:
        """The rulings that a card inherits, grouped by their subject."""
        return inherited_groups(self.kb, card_id)
