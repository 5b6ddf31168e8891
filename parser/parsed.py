"""What the parser makes of the sources: each ruling, and the whole knowledge base before it is written."""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec import Struct

from rulings.errors import quoted
from rulings.model.constants import RULINGS_DOCUMENT
from rulings.model.entities import Card, Mention, Reference, Section, Topic
from rulings.model.ids import ruling_id
from rulings.model.printed_entry import Wording
from rulings.model.tournament import Tournament
from rulings.parser.lines import Line
from rulings.parser.rulings_document import RulingsDocument
from rulings.parser.run_chart import RunChart
from rulings.parser.sections import SectionedDocument
from rulings.parser.sources import Sources
from rulings.storage.problems import Problem


class ParsedRuling(Struct, frozen=True):
    """One entry, parsed: its subject, its lines as printed, its wording, and what it refers to."""

    subject: Reference | None
    body: tuple[str, ...]
    lines: tuple[int, int]
    document: str
    wording: Wording
    mentions: tuple[Mention, ...]
    see: tuple[Reference, ...]
    reversal_words: str | None  # the words that say that it reverses an earlier ruling
    possible_titles: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The ruling's id; empty if it has no subject."""
        return ruling_id(self.subject.id, self.wording.text) if self.subject else ""

    @property
    def printed(self) -> str:
        """The whole entry, lines joined by one space."""
        return " ".join(self.body)


@dataclass(slots=True)
class ParsedKnowledge:
    """The knowledge base as parsed, before it is written."""

    sources: Sources
    rulings_document: RulingsDocument
    cards: tuple[Card, ...]
    topics: tuple[Topic, ...]
    headings: dict[tuple[str, str], Line]  # by kind and id of the card or topic
    rulings: list[ParsedRuling]
    run_chart: RunChart
    sectioned_documents: dict[str, SectionedDocument]  # by id
    tournament: Tournament
    warnings: list[Problem] = field(default_factory=list)

    @property
    def all_sections(self) -> list[Section]:
        """The sections of all documents."""
        return [section for document in self.sectioned_documents.values() for section in document.sections]

    @property
    def unattributed(self) -> list[ParsedRuling]:
        """Entries whose heading was lost and not restored."""
        return [ruling for ruling in self.rulings if ruling.subject is None]

    @property
    def lost_headings(self) -> list[Problem]:
        """A problem for each entry in `unattributed`."""
        path = str(self.sources.documents[RULINGS_DOCUMENT].path)
        return [
            Problem(
                path,
                f"the heading over {quoted(ruling.printed[:50])} is lost; it may have been: "
                f"{', '.join(ruling.possible_titles) or 'a topic'}",
                ruling.lines[0],
            )
            for ruling in self.unattributed
        ]
