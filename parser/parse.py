"""The folder of sources → the whole knowledge base as plain data, ready to be written: one pipeline, one step a module.

lines → restored lines → entries → citations and wording → links → see and inheritance → `Parsed`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from rulings.errors import RulingsError
from rulings.ids import alphabetical, fold, slug
from rulings.model import Card, Mention, Reference, Restoration, Topic
from rulings.nearest import nearest
from rulings.parser.additions import Addition, read_additions
from rulings.parser.citations import CitationReader
from rulings.parser.dates import is_date
from rulings.parser.entries import Block, Entry, RulingsText, read_entries
from rulings.parser.inheritance import inherit
from rulings.parser.lines import Line
from rulings.parser.links import Linker
from rulings.parser.restorations import restore
from rulings.parser.run_chart import RunChart, read_run_chart
from rulings.parser.sections import Sections, read_sections
from rulings.parser.see import find_see
from rulings.parser.sources import SourceDocument, Sources, read_sources
from rulings.parser.tournament import read_tournament
from rulings.wording import Wording, find_reversal, word


@dataclass(frozen=True, slots=True)
class ParsedRuling:
    """One entry, read: what it stands under, its lines as printed, its wording, and what it points at."""

    subject: Reference | None
    body: tuple[str, ...]
    lines: tuple[int, int]
    document: str
    wording: Wording
    mentions: tuple[Mention, ...]
    see: tuple[Reference, ...]
    reverses: str | None
    candidates: tuple[str, ...] = ()

    @property
    def printed(self) -> str:
        """The whole entry, lines joined by one space."""
        return " ".join(self.body)


@dataclass(slots=True)
class Parsed:
    """The knowledge base before it is written."""

    sources: Sources
    text: RulingsText
    cards: tuple[Card, ...]
    topics: tuple[Topic, ...]
    headings: dict[tuple[str, str], Line]
    rulings: list[ParsedRuling]
    run_chart: RunChart
    sections: dict[str, Sections]
    tournament: dict[str, Any]
    notes: list[str] = field(default_factory=list)

    @property
    def unattributed(self) -> list[ParsedRuling]:
        """Entries whose heading was lost and not restored."""
        return [ruling for ruling in self.rulings if ruling.subject is None]


def parse(folder: Path, progress: Callable[[str], None] = lambda _: None) -> Parsed:
    """Everything that `folder` (laid out like `rulings/sources`) says. `RulingsError` says what stops it."""
    sources = read_sources(folder)
    progress("rulings")
    document = sources.document("rulings")
    by_title = {fold(card.title): card for card in sources.cards}
    lines, notes = restore(document.lines, sources.restorations, str(folder / "restorations.yaml"))
    _check_headings(sources.restorations, by_title, str(folder / "restorations.yaml"))
    text = read_entries(lines, by_title, str(document.path))
    topics = _topics(text)
    headings = _headings(text, str(document.path))
    reader = CitationReader(sources.authorities, document.date_orders)
    linker = Linker(sources.cards, sources.names, str(folder / "names.yaml"))
    additions = read_additions(folder / "additions", by_title, topics)
    rulings = [
        *_rulings(text, document, reader, linker, topics, by_title),
        *(_added(addition, reader, linker, topics) for addition in additions),
    ]
    progress("documents")
    chart_document = sources.document("run-chart")
    sections = {
        d.id: _linked(read_sections(d), linker, d)
        for d in sources.documents.values()
        if d.short in ("manual", "variant", "tournament")
    }
    tournament = sources.document("tournament")
    restored = {ref_id: line.restored for (kind, ref_id), line in headings.items() if kind == "card"}
    inheritances = inherit(sources.cards, rulings)
    cards = tuple(
        replace(card, restored=restored.get(card.id), inherits=inheritances.get(card.id, ())) for card in sources.cards
    )
    return Parsed(
        sources=sources,
        text=text,
        cards=cards,
        topics=topics,
        headings=headings,
        rulings=rulings,
        run_chart=read_run_chart(chart_document.lines, chart_document.id),
        sections=sections,
        tournament=read_tournament(sections[tournament.id].sections, tournament.id),
        notes=notes,
    )


def _check_headings(restorations: tuple[Restoration, ...], cards: dict[str, Card], name: str) -> None:
    """A restored heading of a side is a card's title: the mistake is in the restorations, not in the document."""
    for restoration in restorations:
        if restoration.what == "heading" and restoration.side in ("corp", "runner"):
            key = fold(restoration.words)
            if key not in cards:
                near = nearest(key, cards)
                raise RulingsError(
                    f"{name}, line {restoration.entry_line}: {restoration.words!r} is no card's title"
                    + (f"; the nearest is {cards[near].title!r}" if near else "; see cards.yaml for the titles")
                )


def _topics(text: RulingsText) -> tuple[Topic, ...]:
    return tuple(
        Topic(slug(block.title), block.title, block.heading.restored)
        for block in text.blocks
        if block.title and block.heading and not block.card
    )


def _headings(text: RulingsText, name: str) -> dict[tuple[str, str], Line]:
    """The line of each heading by kind and id; a heading that stands twice is an error."""
    found = dict[tuple[str, str], Line]()
    for block in text.blocks:
        reference = _reference(block)
        if reference is None or block.heading is None:
            continue
        key = reference.kind, reference.id
        if key in found:
            raise RulingsError(
                f"{name}, line {block.heading.number}: the heading {block.title!r} stands on line "
                f"{found[key].number} already"
            )
        found[key] = block.heading
    return found


def _reference(block: Block) -> Reference | None:
    if block.card:
        return Reference("card", block.card.id, block.card.title)
    return Reference("topic", slug(block.title), block.title) if block.title else None


def _rulings(
    text: RulingsText,
    document: SourceDocument,
    reader: CitationReader,
    linker: Linker,
    topics: tuple[Topic, ...],
    cards: dict[str, Card],
) -> list[ParsedRuling]:
    return [
        _read(
            entry.body,
            entry.span,
            document.id,
            _reference(block),
            reader,
            linker,
            topics,
            _marks(entry),
            () if block.heading else _candidates(text, block, cards),
        )
        for block in text.blocks
        for entry in block.entries
    ]


def _added(addition: Addition, reader: CitationReader, linker: Linker, topics: tuple[Topic, ...]) -> ParsedRuling:
    subject = addition.subject
    ruling = _read(list(addition.body), addition.lines, addition.document, subject, reader, linker, topics, [], ())
    for citation in ruling.wording.citations:
        if citation.date_printed and not is_date(citation.date):
            raise RulingsError(f"{addition.path}, line {addition.lines[0]}: {citation.date_printed} is no date")
    return ruling


def _read(
    body: list[str],
    lines: tuple[int, int],
    document: str,
    subject: Reference | None,
    reader: CitationReader,
    linker: Linker,
    topics: tuple[Topic, ...],
    marks: list[tuple[int, int, str]],
    candidates: tuple[str, ...],
) -> ParsedRuling:
    printed = " ".join(body)
    mentions = linker.find(printed, subject.title if subject else "")
    return ParsedRuling(
        subject=subject,
        body=tuple(body),
        lines=lines,
        document=document,
        wording=word(body, reader.find(printed, marks)),
        mentions=mentions,
        see=find_see(printed, mentions, topics),
        reverses=find_reversal(printed),
        candidates=candidates,
    )


def _marks(entry: Entry) -> list[tuple[int, int, str]]:
    """Where the joined entry holds a restored line: start, end, evidence."""
    found, at = list[tuple[int, int, str]](), 0
    for line, words in zip(entry.lines, entry.body, strict=True):
        if line.restored:
            found.append((at, at + len(words), line.restored))
        at += len(words) + 1
    return found


def _candidates(text: RulingsText, block: Block, cards: dict[str, Card]) -> tuple[str, ...]:
    """Titles a lost heading can have had: one word, that side, in alphabetical place between its neighbours."""
    at = next(i for i, other in enumerate(text.blocks) if other is block)
    above = next((b.card for b in reversed(text.blocks[:at]) if b.card), None)
    below = next((b.card for b in text.blocks[at + 1 :] if b.card), None)
    if any(b.heading and not b.card for b in text.blocks[at:]):
        return ()  # a topic follows, so this was one too; topics are in no catalogue
    named = {b.card.id for b in text.blocks if b.card}
    titles = list[str]()
    for side in dict.fromkeys(card.side for card in (above, below) if card):
        low = alphabetical(above.title) if above and above.side == side else ""
        high = alphabetical(below.title) if below and below.side == side else "~"
        titles += [
            card.title
            for card in sorted(cards.values(), key=lambda c: alphabetical(c.title))
            if low < alphabetical(card.title) < high
            and card.side == side
            and len(card.title.split()) == 1
            and card.id not in named
        ]
    return tuple(titles)


def _linked(sections: Sections, linker: Linker, document: SourceDocument) -> Sections:
    """The 1996 game's documents link to its cards; the later game's cards are others, whatever they are called."""
    if document.game == "netrunner":
        sections.sections = [replace(s, mentions=linker.find(s.text)) for s in sections.sections]
    return sections
