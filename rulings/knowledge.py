"""The `KnowledgeBase`: a handle on all cards, topics, rulings, sections and steps, with the look-ups over them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulings.model import (
    Authority,
    Card,
    Document,
    Inheritance,
    Note,
    Restoration,
    Ruling,
    Section,
    Step,
    Topic,
)

if TYPE_CHECKING:
    from rulings.search.hits import Hit

SHIPPED = Path(__file__).resolve().parent


@dataclass(frozen=True)
class KnowledgeBase:
    """Everything that was ruled, in memory. Made by `rulings.open()`; immutable."""

    folder: Path
    documents: tuple[Document, ...]
    cards: tuple[Card, ...]
    topics: tuple[Topic, ...]
    rulings: tuple[Ruling, ...]
    sections: tuple[Section, ...]
    steps: tuple[Step, ...]
    tournament: dict[str, Any]
    authorities: tuple[Authority, ...]
    notes: tuple[Note, ...]
    restorations: tuple[Restoration, ...]
    names: dict[str, Any]
    moved: dict[str, str]
    signature: str

    @cached_property
    def cards_by_id(self) -> dict[str, Card]:
        """Cards by id."""
        return {card.id: card for card in self.cards}

    @cached_property
    def topics_by_id(self) -> dict[str, Topic]:
        """Topics by id."""
        return {topic.id: topic for topic in self.topics}

    @cached_property
    def rulings_by_id(self) -> dict[str, Ruling]:
        """Rulings by id."""
        return {ruling.id: ruling for ruling in self.rulings}

    @cached_property
    def sections_by_id(self) -> dict[str, Section]:
        """Sections by id."""
        return {section.id: section for section in self.sections}

    @cached_property
    def documents_by_id(self) -> dict[str, Document]:
        """Documents by id."""
        return {document.id: document for document in self.documents}

    @cached_property
    def _by_subject(self) -> dict[tuple[str, str], tuple[Ruling, ...]]:
        found = defaultdict[tuple[str, str], list[Ruling]](list)
        for ruling in self.rulings:
            found[ruling.subject.kind, ruling.subject.id].append(ruling)
        return {key: tuple(sorted(rulings, key=_errata_first)) for key, rulings in found.items()}

    @cached_property
    def _mentioning(self) -> dict[str, tuple[Ruling, ...]]:
        found = defaultdict[str, dict[str, Ruling]](dict)
        for ruling in self.rulings:
            for mention in ruling.mentions:
                if (ruling.subject.kind, ruling.subject.id) != ("card", mention.id):
                    found[mention.id][ruling.id] = ruling
        return {id: tuple(rulings.values()) for id, rulings in found.items()}

    @property
    def unattributed(self) -> tuple[Ruling, ...]:
        """Rulings whose heading was lost and not restored; their `candidates` are the titles it can have had."""
        return self._by_subject.get(("topic", "unattributed"), ())

    def card(self, name: str) -> Card:
        """The card of that title, id, nickname or misspelling. `NotFound` (a `LookupError`) has the nearest titles."""
        from rulings.search.names import find_card

        return self.cards_by_id[find_card(self, name)]

    def rulings_for(self, subject: str) -> tuple[Ruling, ...]:
        """The rulings under a card or topic, by its id (or a card's name): errata first, then as in the source."""
        for kind in ("card", "topic"):
            if (kind, subject) in self._by_subject:
                return self._by_subject[kind, subject]
        if subject in self.cards_by_id or subject in self.topics_by_id:
            return ()
        return self._by_subject.get(("card", self.card(subject).id), ())

    def mentioned_in(self, card_id: str) -> tuple[Ruling, ...]:
        """The rulings under other subjects that name the card."""
        return self._mentioning.get(card_id, ())

    def inherited(self, card_id: str) -> tuple[tuple[Inheritance, tuple[Ruling, ...]], ...]:
        """What the card stands on: each source with its rulings (not its own `see` entries)."""
        return tuple(
            (inheritance, rulings)
            for inheritance in self.cards_by_id[card_id].inherits
            if (
                rulings := tuple(
                    r
                    for r in self._by_subject.get((inheritance.source.kind, inheritance.source.id), ())
                    if r.kind != "see"
                )
            )
        )

    def steps_for(self, card_id: str) -> tuple[int, ...]:
        """The run-chart steps on which the card's own rulings bear."""
        return tuple(sorted({number for ruling in self.rulings_for(card_id) for number in ruling.steps}))

    def search(self, query: str, limit: int = 10) -> tuple[Hit, ...]:
        """The best hits for a query in the language of the command line, best first."""
        from rulings.search import search

        return search(self, query, limit=limit).hits

    def export(self) -> dict[str, Any]:
        """The dict that `rulings export` prints."""
        from rulings.shapes import export

        return export(self)


def _errata_first(ruling: Ruling) -> tuple[bool, bool, str, int]:
    source = ruling.source
    added = source.document if source.document.startswith("additions-") else ""
    return ruling.kind != "errata", ruling.kind == "see", added, source.lines[0]
