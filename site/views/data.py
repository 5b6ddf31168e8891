"""A `Knowledge` → its views, each made once, with the look-ups that the pages need."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from rulings.model import serializing
from rulings.model.knowledge import Knowledge
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
    """The data of the site. `kb` has what views do not show: restorations, moved ids, the folder."""

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
        """Cards by id."""
        return {card["id"]: card for card in self.cards}

    @cached_property
    def topics_by_id(self) -> dict[str, TopicView]:
        """Topics by id."""
        return {topic["id"]: topic for topic in self.topics}

    @cached_property
    def rulings_by_id(self) -> dict[str, RulingView]:
        """Rulings by id."""
        return {ruling["id"]: ruling for ruling in self.rulings}

    @cached_property
    def documents_by_id(self) -> dict[str, DocumentView]:
        """Documents by id."""
        return {document["id"]: document for document in self.documents}

    @cached_property
    def sections_by_id(self) -> dict[str, SectionView]:
        """Sections by id."""
        return {section["id"]: section for section in self.sections}

    @cached_property
    def notes_by_id(self) -> dict[str, NoteView]:
        """Disagreements and clarifications by id."""
        return {note["id"]: note for note in self.notes}

    @cached_property
    def _entries(self) -> dict[str, tuple[str, str]]:
        """Id of each ruling, section and step → title and address."""
        books = {document["id"]: document["title"] for document in self.documents}
        rulings = {r["id"]: (r["subject"]["title"], r["url"]) for r in self.rulings}
        sections = {s["id"]: (f"{books[s['document']]}, {s['title']}", s["url"]) for s in self.sections}
        return (
            rulings
            | sections
            | {f"run-chart-{s['number']}": (f"Run chart, step {s['number']}", s["url"]) for s in self.steps}
        )

    def has_entry(self, id: str) -> bool:
        """Whether a ruling, section or step has that id."""
        return id in self._entries

    def entry_title(self, id: str) -> str:
        """What a ruling, section or step is called: its subject, or its document and place."""
        return self._entries[id][0] if id in self._entries else id

    def entry_url(self, id: str) -> str:
        """The address of a ruling, section or step."""
        return self._entries[id][1] if id in self._entries else "/"

    @cached_property
    def source_ranges(self) -> dict[str, list[tuple[int, int]]]:
        """Document id → the line ranges of its rulings, in order; of two that overlap, the first."""
        by_document = dict[str, list[tuple[int, int]]]()
        for ruling in self.rulings:
            first, last = ruling["source"]["lines"]
            by_document.setdefault(ruling["source"]["document"], []).append((first, last))
        for document, ranges in by_document.items():
            kept = list[tuple[int, int]]()
            for first, last in sorted(set(ranges)):
                if not kept or first > kept[-1][1]:
                    kept.append((first, last))
            by_document[document] = kept
        return by_document

    @property
    def unattributed(self) -> list[RulingView]:
        """Rulings whose heading was lost and not restored."""
        return [self.rulings_by_id[ruling.id] for ruling in self.kb.unattributed]

    def rulings_for(self, subject: str) -> list[RulingView]:
        """The rulings under a card or topic, by its id: errata first, then as in the source."""
        return [self.rulings_by_id[ruling.id] for ruling in self.kb.rulings_for(subject)]

    def ruled(self, cards: Iterable[CardView]) -> list[CardView]:
        """Those of the cards that have rulings; a reference to other rulings (`see`) is none."""
        return [card for card in cards if any(ruling["kind"] != "see" for ruling in self.rulings_for(card["id"]))]

    def with_entries(self, cards: Iterable[CardView]) -> list[CardView]:
        """Those of the cards that have a heading in the rulings document: rulings, or only a reference to others."""
        return [card for card in cards if self.rulings_for(card["id"])]

    def mentioned_in(self, card_id: str) -> list[RulingView]:
        """The rulings under other subjects that name the card."""
        return [self.rulings_by_id[ruling.id] for ruling in self.kb.mentioned_in(card_id)]

    def inherited(self, card_id: str) -> list[InheritedView]:
        """The rulings a card inherits, by the subject they stand under."""
        return [
            serializing.inherited_view(inheritance, [self.rulings_by_id[ruling.id] for ruling in rulings])
            for inheritance, rulings in self.kb.inherited(card_id)
        ]
