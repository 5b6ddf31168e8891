"""The folder of sources → the whole knowledge base, ready to be written. Each step has a module of its own.

lines → restored lines → entries → citations and wording → mentions → dates and errata → see and inheritance
→ `ParsedKnowledge`.
"""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from rulings.callbacks import TaskProgress
from rulings.model.constants import NETRUNNER, RULINGS_DOCUMENT, RUN_CHART_DOCUMENT, TOURNAMENT_DOCUMENT
from rulings.model.entities import Card, Topic
from rulings.model.ids import fold
from rulings.parser.additions import read_additions
from rulings.parser.citations import CitationReader
from rulings.parser.dates_and_errata import DatesAndErrata
from rulings.parser.headings import find_headings, find_topics, require_titles_of_restored_headings
from rulings.parser.inheritance import find_inheritances
from rulings.parser.lines import Line
from rulings.parser.mentions import MentionFinder
from rulings.parser.parsed import ParsedKnowledge, ParsedRuling
from rulings.parser.restorations import restore
from rulings.parser.rulings import RulingReader, require_valid_rulings
from rulings.parser.rulings_document import RulingsDocument, read_rulings_document
from rulings.parser.run_chart import read_run_chart
from rulings.parser.sections import SectionedDocument, read_sections
from rulings.parser.sources import SourceDocument, Sources, read_sources
from rulings.parser.tournament import read_tournament
from rulings.storage.problems import Problem


def parse(folder: Path, progress: TaskProgress = lambda _: None) -> ParsedKnowledge:
    """Parses `folder`, which is laid out like `rulings/sources`. Raises `RulingsError` if it cannot."""
    sources = read_sources(folder)
    progress("rulings")
    by_title = {fold(card.title): card for card in sources.cards}
    rulings_document, warnings = _read_rulings_document(sources, by_title)
    topics = find_topics(rulings_document)
    headings = find_headings(rulings_document, str(sources.documents[RULINGS_DOCUMENT].path))
    mention_finder = MentionFinder(sources.cards, sources.hand_edited["names"], str(folder / "names.yaml"))
    rulings = _read_rulings(sources, rulings_document, by_title, topics, mention_finder)
    progress("documents")
    sectioned_documents = {
        document.id: _with_mentions(read_sections(document), mention_finder, document)
        for document in sources.documents.values()
        if document.id not in (RULINGS_DOCUMENT, RUN_CHART_DOCUMENT)
    }
    chart, tournament = sources.documents[RUN_CHART_DOCUMENT], sources.documents[TOURNAMENT_DOCUMENT]
    return ParsedKnowledge(
        sources=sources,
        rulings_document=rulings_document,
        cards=_complete_cards(sources, headings, rulings),
        topics=topics,
        headings=headings,
        rulings=rulings,
        run_chart=read_run_chart(chart.lines, chart.id, str(chart.path)),
        sectioned_documents=sectioned_documents,
        tournament=read_tournament(sectioned_documents[tournament.id].sections, tournament.id, str(tournament.path)),
        warnings=warnings,
    )


def _read_rulings_document(sources: Sources, by_title: dict[str, Card]) -> tuple[RulingsDocument, list[Problem]]:
    """The document with its lost lines restored, and a warning for each restoration that is not needed."""
    document = sources.documents[RULINGS_DOCUMENT]
    path = str(sources.folder / "restorations.yaml")
    lines, warnings = restore(document.lines, sources.restorations, path)
    require_titles_of_restored_headings(sources.restorations, by_title, path)
    return read_rulings_document(lines, by_title, str(document.path)), warnings


def _read_rulings(
    sources: Sources,
    rulings_document: RulingsDocument,
    by_title: dict[str, Card],
    topics: tuple[Topic, ...],
    mention_finder: MentionFinder,
) -> list[ParsedRuling]:
    """The printed rulings and the additions, with what `dates.yaml` and `errata.yaml` say about them."""
    document = sources.documents[RULINGS_DOCUMENT]
    hand_edited = sources.hand_edited
    reader, added_reader = (
        RulingReader(CitationReader(sources.authorities, document.date_orders, added), mention_finder, topics)
        for added in (False, True)
    )
    rulings = [
        *reader.read_printed(rulings_document, document.id, by_title),
        *map(added_reader.read_addition, read_additions(hand_edited, sources.folder, by_title, topics)),
    ]
    require_valid_rulings(rulings, sources)
    dates_and_errata = DatesAndErrata(hand_edited["dates"], hand_edited["errata"], sources.authorities)
    return [replace(ruling, wording=dates_and_errata.apply(ruling.id, ruling.wording)) for ruling in rulings]


def _complete_cards(
    sources: Sources, headings: dict[tuple[str, str], Line], rulings: list[ParsedRuling]
) -> tuple[Card, ...]:
    """The cards with the evidence for restored headings, and with what they inherit."""
    restored = {ref_id: line.restored for (kind, ref_id), line in headings.items() if kind == "card"}
    inheritances = find_inheritances(sources.cards, rulings, sources.hand_edited["inheritance"])
    return tuple(
        replace(card, restored=restored.get(card.id), inherits=inheritances.get(card.id, ())) for card in sources.cards
    )


def _with_mentions(
    sectioned: SectionedDocument, mention_finder: MentionFinder, source: SourceDocument
) -> SectionedDocument:
    """The sections with mentions of cards, if the document is about the 1996 game; the later game has other cards."""
    if source.game != NETRUNNER:
        return sectioned
    sections = [replace(section, mentions=mention_finder.find(section.text)) for section in sectioned.sections]
    return replace(sectioned, sections=sections)
