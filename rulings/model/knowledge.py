"""`Knowledge`: all cards, topics, rulings, sections and steps, with the look-ups by id over them."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from pathlib import Path
from typing import Any

from msgspec import Struct

from rulings.model.entities import (
    AnyEntry,
    Authority,
    Card,
    Document,
    Inheritance,
    Note,
    Reference,
    Restoration,
    Ruling,
    Section,
    Step,
    Topic,
)
from rulings.model.files import RowData
from rulings.model.tournament import Tournament

UNATTRIBUTED = Reference("topic", "unattributed", "Unattributed")  # the subject of rulings without a heading


class Knowledge(Struct, frozen=True, dict=True, kw_only=True):
    """The whole knowledge base in memory, immutable except for `derived`.

    `rulings.open()` returns a subclass, `rulings.KnowledgeBase`, which resolves names and searches too.
    """

    documents: tuple[Document, ...]
    cards: tuple[Card, ...]
    topics: tuple[Topic, ...]
    rulings: tuple[Ruling, ...]  # all entries: rulings, errata and cross-references (`is_see_entry`)
    sections: tuple[Section, ...]
    steps: tuple[Step, ...]
    tournament: Tournament
    authorities: tuple[Authority, ...]
    notes: tuple[Note, ...]
    restorations: tuple[Restoration, ...]
    names: RowData
    synonyms: RowData
    unanswered: tuple[str, ...]  # questions that nothing here answers
    applicable_topics: dict[str, list[RowData]]  # by card type or keyword, as printed
    moved: dict[str, str]
    questions: dict[str, list[str]]  # id of a ruling, section or step → all our questions that it answers
    location: str = ""  # the path of its folder

    def __repr__(self) -> str:
        """Its size: printed in full, it would fill a book."""
        things = ("cards", "rulings", "topics", "sections", "steps")
        counts = ", ".join(f"{len(getattr(self, name))} {name.replace('rulings', 'entries')}" for name in things)
        return f"<{type(self).__name__}: {counts}>"

    @property
    def folder(self) -> Path:
        """Where its YAML is."""
        return Path(self.location)

    @cached_property
    def derived(self) -> dict[str, Any]:
        """What other packages computed from it, or read with it, and keep here.

        `name_tables` and `meanings` of `rulings.names`, `search_index` of `rulings.search`. The model imports neither
        package, so it cannot name their types.
        """
        return {}

    @cached_property
    def cards_by_id(self) -> dict[str, Card]:
        """The cards by id (`dr-dreff`), in alphabetical order."""
        return {card.id: card for card in self.cards}

    @cached_property
    def topics_by_id(self) -> dict[str, Topic]:
        """The topics by id (`paying-costs`), in the order of the printed list."""
        return {topic.id: topic for topic in self.topics}

    @cached_property
    def rulings_by_id(self) -> dict[str, Ruling]:
        """The rulings by id (`dr-dreff-8a16f88d`), in the order of the printed list; additions follow."""
        return {ruling.id: ruling for ruling in self.rulings}

    @cached_property
    def sections_by_id(self) -> dict[str, Section]:
        """The sections of all documents by id (`manual-1-lore-and-objective`), document by document."""
        return {section.id: section for section in self.sections}

    @cached_property
    def documents_by_id(self) -> dict[str, Document]:
        """The documents by id (`netrunner-rulings`), not by short name."""
        return {document.id: document for document in self.documents}

    @cached_property
    def _by_subject(self) -> dict[tuple[str, str], tuple[Ruling, ...]]:
        by_subject = defaultdict[tuple[str, str], list[Ruling]](list)
        for ruling in self.rulings:
            by_subject[ruling.subject.kind, ruling.subject.id].append(ruling)
        return {key: tuple(sorted(rulings, key=_place_by_kind)) for key, rulings in by_subject.items()}

    @cached_property
    def _mentioning(self) -> dict[str, tuple[Ruling, ...]]:
        by_card = defaultdict[str, dict[str, Ruling]](dict)
        for ruling in self.rulings:
            for mention in ruling.mentions:
                if (ruling.subject.kind, ruling.subject.id) != ("card", mention.id):
                    by_card[mention.id][ruling.id] = ruling
        return {id: tuple(rulings.values()) for id, rulings in by_card.items()}

    @property
    def unattributed(self) -> tuple[Ruling, ...]:
        """Rulings whose heading is lost and not restored; `possible_titles` are the titles it may have had."""
        return self._by_subject.get(("topic", UNATTRIBUTED.id), ())

    def rulings_under(self, subject_id: str) -> tuple[Ruling, ...]:
        """The rulings under a card or topic: errata first, then rulings, then references (`see`).

        Each kind is in the order of the source. Empty for an unknown id.
        """
        return self._by_subject.get(("card", subject_id)) or self._by_subject.get(("topic", subject_id), ())

    def rulings_without_see_entries(self, subject_id: str) -> tuple[Ruling, ...]:
        """The errata and rulings under a card or topic, in the order of `rulings_under`, without `see` entries."""
        return tuple(ruling for ruling in self.rulings_under(subject_id) if not ruling.is_see_entry)

    def rulings_mentioning(self, card_id: str) -> tuple[Ruling, ...]:
        """The rulings on other cards and topics that mention the card."""
        return self._mentioning.get(card_id, ())

    def inherited(self, card_id: str) -> tuple[tuple[Inheritance, tuple[Ruling, ...]], ...]:
        """The rulings that the card inherits, grouped by inheritance, without `see` entries."""
        return tuple(
            (inheritance, rulings)
            for inheritance in self.cards_by_id[card_id].inherits
            if (
                rulings := tuple(
                    r
                    for r in self._by_subject.get((inheritance.subject.kind, inheritance.subject.id), ())
                    if not r.is_see_entry
                    and r.id not in inheritance.without
                    and (not inheritance.only or r.id in inheritance.only)
                )
            )
        )

    def current_id(self, typed: str) -> str:
        """A typed id in lower case or, if it has moved, the new one; it may be unknown."""
        id = typed.strip().lower()
        return self.moved.get(id, id)

    def entity(self, kind: str, id: str) -> Card | Topic | AnyEntry | None:
        """The card, topic, ruling, section or step (`kind`) with that id."""
        if kind == "card":
            return self.cards_by_id.get(id)
        return self.topics_by_id.get(id) if kind == "topic" else self.entry(id)

    def entry(self, id: str) -> AnyEntry | None:
        """The ruling, section or step (`run-chart-13`) with that id."""
        return self.rulings_by_id.get(id) or self.sections_by_id.get(id) or self._steps_by_id.get(id)

    def entry_title(self, id: str) -> str:
        """The title of a ruling, section or step: its subject, or its document and place. An unknown id is returned."""
        entry = self.entry(id)
        if entry is None:
            return id
        if isinstance(entry, Ruling):
            return entry.subject.title
        document = self.documents_by_id.get(entry.source.document)
        place = f"step {entry.number}" if isinstance(entry, Step) else entry.title
        return f"{document.title if document else entry.source.document}, {place}"

    @cached_property
    def _steps_by_id(self) -> dict[str, Step]:
        return {step.id: step for step in self.steps}

    def steps_for(self, card_id: str) -> tuple[int, ...]:
        """The numbers of the steps of the run chart to which the card's own rulings apply."""
        return tuple(sorted({number for ruling in self.rulings_under(card_id) for number in ruling.steps}))


def _place_by_kind(ruling: Ruling) -> tuple[bool, bool]:
    return ruling.kind != "errata", ruling.is_see_entry
