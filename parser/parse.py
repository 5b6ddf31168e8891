"""The folder of sources → the whole knowledge base, ready to be written. Each step has a module of its own.

lines → restored lines → entries → citations and wording → links → evidence → see and inheritance → `Parsed`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from operator import itemgetter
from pathlib import Path

from rulings.errors import RulingsError, quoted
from rulings.model.constants import NETRUNNER
from rulings.model.entities import Card, Mention, Reference, Restoration, Topic
from rulings.model.ids import alphabetical, fold, ruling_id, slug
from rulings.model.views import TournamentView
from rulings.model.wording import Wording, find_reversal, read_wording
from rulings.parser.additions import Addition, read_additions
from rulings.parser.citations import CitationReader
from rulings.parser.dates import is_date
from rulings.parser.entries import Block, PrintedEntry, RulingsText, nearest_title, read_entries
from rulings.parser.evidence import Evidence
from rulings.parser.inheritance import find_inheritances
from rulings.parser.lines import Line
from rulings.parser.links import Linker
from rulings.parser.restorations import restore
from rulings.parser.run_chart import RunChart, read_run_chart
from rulings.parser.sections import Sections, read_sections
from rulings.parser.see import find_see
from rulings.parser.sources import SourceDocument, Sources, read_sources
from rulings.parser.tournament import read_tournament
from rulings.storage.problems import Problem

_WORD = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class ParsedRuling:
    """One entry, parsed: its subject, its lines as printed, its wording, and what it refers to."""

    subject: Reference | None
    body: tuple[str, ...]
    lines: tuple[int, int]
    document: str
    wording: Wording
    mentions: tuple[Mention, ...]
    see: tuple[Reference, ...]
    reversal_words: str | None  # that say that it reverses an earlier ruling
    candidates: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The ruling's id; empty if it has no subject."""
        return ruling_id(self.subject.id, self.wording.text) if self.subject else ""

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
    tournament: TournamentView
    warnings: list[Problem] = field(default_factory=list)

    @property
    def unattributed(self) -> list[ParsedRuling]:
        """Entries whose heading was lost and not restored."""
        return [ruling for ruling in self.rulings if ruling.subject is None]

    @property
    def lost_headings(self) -> list[Problem]:
        """A problem for each of these entries."""
        path = str(self.sources.document("rulings").path)
        return [
            Problem(
                path,
                f"the heading over {quoted(ruling.printed[:50])} is lost; it may have been: "
                f"{', '.join(ruling.candidates) or 'a topic'}",
                ruling.lines[0],
            )
            for ruling in self.unattributed
        ]


def parse(folder: Path, progress: Callable[[str], None] = lambda _: None) -> Parsed:
    """Parses `folder`, which is laid out like `rulings/sources`. Raises `RulingsError` if it cannot."""
    sources = read_sources(folder)
    progress("rulings")
    document = sources.document("rulings")
    by_title = {fold(card.title): card for card in sources.cards}
    lines, warnings = restore(document.lines, sources.restorations, str(folder / "restorations.yaml"))
    _check_headings(sources.restorations, by_title, str(folder / "restorations.yaml"))
    text = read_entries(lines, by_title, str(document.path))
    topics = _topics(text)
    headings = _headings(text, str(document.path))
    linker = Linker(sources.cards, sources.names, str(folder / "names.yaml"))
    reader = _RulingReader(CitationReader(sources.authorities, document.date_orders), linker, topics)
    rulings = [
        *_printed_rulings(text, document.id, reader, by_title),
        *map(reader.read_addition, read_additions(sources.hand_edited, folder, by_title, topics)),
    ]
    _check_unique(rulings, sources)
    evidence = Evidence(sources.dates, sources.errata, sources.authorities)
    rulings = [replace(ruling, wording=evidence.apply(ruling.id, ruling.wording)) for ruling in rulings]
    progress("documents")
    chart_document = sources.document("run-chart")
    sections = {
        d.id: _with_links(read_sections(d), linker, d)
        for d in sources.documents.values()
        if d.short not in ("rulings", "run-chart")
    }
    tournament = sources.document("tournament")
    restored = {ref_id: line.restored for (kind, ref_id), line in headings.items() if kind == "card"}
    inheritances = find_inheritances(sources.cards, rulings, sources.inheritance)
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
        run_chart=read_run_chart(chart_document.lines, chart_document.id, str(chart_document.path)),
        sections=sections,
        tournament=read_tournament(sections[tournament.id].sections, tournament.id, str(tournament.path)),
        warnings=warnings,
    )


def _check_headings(restorations: tuple[Restoration, ...], cards: dict[str, Card], name: str) -> None:
    """Raises `RulingsError` if a restored heading with a side is not a card's title: a mistake in the restorations."""
    for restoration in restorations:
        is_card = restoration.what == "heading" and restoration.side in ("corp", "runner")
        if is_card and fold(restoration.words) not in cards:
            raise RulingsError(
                f"{name}, line {restoration.entry_line}: {quoted(restoration.words)} is not the title of a card; "
                f"{nearest_title(restoration.words, cards)}"
            )


def _topics(text: RulingsText) -> tuple[Topic, ...]:
    return tuple(
        Topic(slug(block.title), block.title, block.heading.restored)
        for block in text.blocks
        if block.title and block.heading and not block.card
    )


def _headings(text: RulingsText, name: str) -> dict[tuple[str, str], Line]:
    """(kind, id) → the line of the heading. Raises `RulingsError` if a heading appears twice."""
    headings: dict[tuple[str, str], Line] = {}
    for block in text.blocks:
        reference = _reference(block)
        if reference is None or block.heading is None:
            continue
        key = reference.kind, reference.id
        if key in headings:
            raise RulingsError(
                f"{name}, line {block.heading.number}: the heading {quoted(block.title)} is already on line "
                f"{headings[key].number}"
            )
        headings[key] = block.heading
    return headings


def _reference(block: Block) -> Reference | None:
    if block.card:
        return Reference("card", block.card.id, block.card.title)
    return Reference("topic", slug(block.title), block.title) if block.title else None


def _printed_rulings(
    text: RulingsText, document: str, reader: _RulingReader, cards: dict[str, Card]
) -> list[ParsedRuling]:
    candidates = _candidates(text, cards)
    return [
        reader.read(
            entry.body, entry.span, document, _reference(block), _restored_spans(entry), candidates.get(position, ())
        )
        for position, block in enumerate(text.blocks)
        for entry in block.entries
    ]


def _check_unique(rulings: list[ParsedRuling], sources: Sources) -> None:
    """Raises `RulingsError` if rulings of a subject have the same words (and so the same id), or an entry has none."""
    seen: dict[str, str] = {}
    for ruling in rulings:
        document = sources.documents.get(ruling.document)
        path = document.path if document else sources.folder / f"{ruling.document.replace('-', '/', 1)}.yaml"
        location = f"{path}, line {ruling.lines[0]}"
        if not _WORD.search(ruling.wording.text):
            raise RulingsError(f"{location}: a ruling without words of its own; write them, or delete the entry")
        if ruling.subject:
            id = ruling.id
            if id in seen:
                raise RulingsError(
                    f"{location}: a ruling on {ruling.subject.title} with the same words is in {seen[id]}; delete one"
                )
            seen[id] = location


@dataclass(frozen=True, slots=True)
class _RulingReader:
    """The lines of one ruling, printed or added → the ruling with its citations, mentions and references."""

    citations: CitationReader
    linker: Linker
    topics: tuple[Topic, ...]

    def read(
        self,
        body: list[str],
        lines: tuple[int, int],
        document: str,
        subject: Reference | None,
        restored_spans: list[tuple[int, int, str]] | None = None,
        candidates: tuple[str, ...] = (),
    ) -> ParsedRuling:
        """Parses a ruling. `candidates`: the titles that its heading may have had, if it is lost."""
        printed = " ".join(body)
        mentions = self.linker.find(printed, subject.title if subject else "")
        return ParsedRuling(
            subject=subject,
            body=tuple(body),
            lines=lines,
            document=document,
            wording=read_wording(body, self.citations.find(printed, restored_spans or [])),
            mentions=mentions,
            see=find_see(printed, mentions, self.topics),
            reversal_words=find_reversal(printed),
            candidates=candidates,
        )

    def read_addition(self, addition: Addition) -> ParsedRuling:
        """Parses a ruling of `additions/`. Raises `RulingsError` if the date of a citation does not exist."""
        ruling = self.read(list(addition.body), addition.lines, addition.document, addition.subject)
        for citation in ruling.wording.citations:
            if citation.date_printed and not is_date(citation.date):
                raise RulingsError(f"{addition.path}, line {addition.lines[0]}: {citation.date_printed} is not a date")
        return ruling


def _restored_spans(entry: PrintedEntry) -> list[tuple[int, int, str]]:
    """The spans of the restored lines in the joined entry (start, end; characters), each with its evidence."""
    spans: list[tuple[int, int, str]] = []
    position = 0
    for line, words in zip(entry.lines, entry.body, strict=True):
        if line.restored:
            spans.append((position, position + len(words), line.restored))
        position += len(words) + 1
    return spans


def _candidates(text: RulingsText, cards: dict[str, Card]) -> dict[int, tuple[str, ...]]:
    """Position of each block without a heading → the titles that its lost heading may have had.

    These have one word, come between the neighbouring headings in alphabetical order, and have no heading elsewhere.
    """
    headed_ids = {block.card.id for block in text.blocks if block.card}
    in_order = sorted(((alphabetical(card.title), card.side, card) for card in cards.values()), key=itemgetter(0))
    possible = [entry for entry in in_order if len(entry[2].title.split()) == 1 and entry[2].id not in headed_ids]
    below: Card | None = None
    topic_follows = False
    cards_below: dict[int, Card | None] = {}
    for position in range(len(text.blocks) - 1, -1, -1):
        block = text.blocks[position]
        if block.heading is None and not topic_follows:
            # Otherwise the lost heading was a topic's, and there is no list of topics.
            cards_below[position] = below
        topic_follows |= block.heading is not None and block.card is None
        below = block.card or below
    above: Card | None = None
    candidates: dict[int, tuple[str, ...]] = {}
    for position, block in enumerate(text.blocks):
        above = block.card or above
        if position in cards_below:
            candidates[position] = _titles_between(above, cards_below[position], possible)
    return candidates


def _titles_between(above: Card | None, below: Card | None, cards: list[tuple[str, str, Card]]) -> tuple[str, ...]:
    titles: list[str] = []
    for side in dict.fromkeys(card.side for card in (above, below) if card):
        low = alphabetical(above.title) if above and above.side == side else ""
        high = alphabetical(below.title) if below and below.side == side else "~"
        titles += [card.title for key, card_side, card in cards if low < key < high and card_side == side]
    return tuple(titles)


def _with_links(sections: Sections, linker: Linker, document: SourceDocument) -> Sections:
    """The sections with links to cards, if the document is about the 1996 game; the later game has other cards."""
    if document.game == NETRUNNER:
        sections.sections = [replace(s, mentions=linker.find(s.text)) for s in sections.sections]
    return sections
