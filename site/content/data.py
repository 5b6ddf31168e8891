"""A `Knowledge` → its views, which all pages share, and the look-ups that the pages need."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from rulings.model import serializing
from rulings.model.knowledge import Knowledge
from rulings.model.selecting import without_see_entries
from rulings.model.views import (
    AuthorityView,
    CardView,
    DocumentView,
    InheritedView,
    NoteView,
    RulingView,
    SectionView,
    StepView,
    TopicView,
)


class SiteData:
    """The views of a knowledge base (`rulings.model.views`), for all pages and files of the site.

    `kb`: the knowledge base itself, for look-ups and for what is not in the views: restorations, moved ids, the folder.
    """

    def __init__(self, kb: Knowledge) -> None:
        self.kb = kb
        exported = serializing.export(kb)
        self.export = exported
        self.cards: list[CardView] = exported["cards"]
        self.topics: list[TopicView] = exported["topics"]
        self.rulings: list[RulingView] = exported["rulings"]
        self.documents: list[DocumentView] = exported["documents"]
        self.sections: list[SectionView] = exported["sections"]
        self.steps: list[StepView] = exported["steps"]
        self.notes: list[NoteView] = exported["notes"]
        self.tournament = exported["tournament"]
        self.authorities: list[AuthorityView] = [serializing.authority_view(authority) for authority in kb.authorities]

    @cached_property
    def cards_by_id(self) -> dict[str, CardView]:
        """Id → the facts of a card."""
        return {card["id"]: card for card in self.cards}

    @cached_property
    def topics_by_id(self) -> dict[str, TopicView]:
        """Id → a topic: its title and address."""
        return {topic["id"]: topic for topic in self.topics}

    @cached_property
    def rulings_by_id(self) -> dict[str, RulingView]:
        """Id → a ruling with its citations, mentions and status."""
        return {ruling["id"]: ruling for ruling in self.rulings}

    @cached_property
    def documents_by_id(self) -> dict[str, DocumentView]:
        """Id → the bibliographic data of a source document."""
        return {document["id"]: document for document in self.documents}

    @cached_property
    def sections_by_id(self) -> dict[str, SectionView]:
        """Id → a section of a document, with its text and tables."""
        return {section["id"]: section for section in self.sections}

    @cached_property
    def notes_by_id(self) -> dict[str, NoteView]:
        """Id → a note: two statements that contradict each other, or only seem to."""
        return {note["id"]: note for note in self.notes}

    def entry_url(self, id: str) -> str:
        """The address of a ruling, section or step; `/` for an unknown id."""
        entry = self.kb.entry(id)
        return entry.url if entry else "/"

    @cached_property
    def source_ranges(self) -> dict[str, list[tuple[int, int]]]:
        """Document id → the line ranges of its rulings, in order, without those that overlap an earlier one."""
        by_document: dict[str, list[tuple[int, int]]] = {}
        for ruling in self.rulings:
            first, last = ruling["source"]["lines"]
            by_document.setdefault(ruling["source"]["document"], []).append((first, last))
        for document, ranges in by_document.items():
            kept: list[tuple[int, int]] = []
            for first, last in sorted(set(ranges)):
                if not kept or first > kept[-1][1]:
                    kept.append((first, last))
            by_document[document] = kept
        return by_document

    @property
    def unattributed(self) -> list[RulingView]:
        """The rulings whose heading was lost and not restored, so that their subject is unknown."""
        return [self.rulings_by_id[ruling.id] for ruling in self.kb.unattributed]

    def rulings_under(self, subject: str) -> list[RulingView]:
        """The rulings under the card or topic with that id: errata first, then in the order of the source."""
        return [self.rulings_by_id[ruling.id] for ruling in self.kb.rulings_under(subject)]

    def ruling_count(self, subject: str) -> int:
        """How many rulings there are under the card or topic, without those that only refer to others (`see`)."""
        return len(without_see_entries(self.rulings_under(subject)))

    def cards_with_rulings(self, cards: Iterable[CardView]) -> list[CardView]:
        """Those of the cards that have rulings of their own, not only references to others (`see`)."""
        return [card for card in cards if self.ruling_count(card["id"])]

    def cards_with_headings(self, cards: Iterable[CardView]) -> list[CardView]:
        """Those of the cards that have a heading in the rulings document, with rulings or only references to others."""
        return [card for card in cards if self.rulings_under(card["id"])]

    def rulings_mentioning(self, card_id: str) -> list[RulingView]:
        """The rulings under other subjects that name the card."""
        return [self.rulings_by_id[ruling.id] for ruling in self.kb.rulings_mentioning(card_id)]

    def inherited(self, card_id: str) -> list[InheritedView]:
        """The rulings that a card inherits, grouped by their subject."""
        return [
            serializing.inherited_view(inheritance, [self.rulings_by_id[ruling.id] for ruling in rulings])
            for inheritance, rulings in self.kb.inherited(card_id)
        ]
