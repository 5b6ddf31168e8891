"""The folder of sources → the whole knowledge base, ready to be written. Each step has a module of its own.

lines → restored lines → entries → citations and wording → mentions → evidence → see and inheritance → `Parsed`.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rulings.callbacks import StepProgress
from rulings.model.constants import NETRUNNER
from rulings.model.ids import fold
from rulings.parser.additions import read_additions
from rulings.parser.citations import CitationReader
from rulings.parser.entries import read_entries
from rulings.parser.evidence import Evidence
from rulings.parser.headings import check_restored_headings, find_headings, find_topics
from rulings.parser.inheritance import find_inheritances
from rulings.parser.mentions import MentionFinder
from rulings.parser.parsed import Parsed
from rulings.parser.restorations import restore
from rulings.parser.rulings import RulingReader, check_rulings
from rulings.parser.run_chart import read_run_chart
from rulings.parser.sections import Sections, read_sections
from rulings.parser.sources import SourceDocument, read_sources
from rulings.parser.tournament import read_tournament


def parse(folder: Path, progress: StepProgress = lambda _: None) -> Parsed:
    """Parses `folder`, which is laid out like `rulings/sources`. Raises `RulingsError` if it cannot."""
    sources = read_sources(folder)
    hand_edited = sources.hand_edited
    progress("rulings")
    document = sources.document("rulings")
    by_title = {fold(card.title): card for card in sources.cards}
    lines, warnings = restore(document.lines, sources.restorations, str(folder / "restorations.yaml"))
    check_restored_headings(sources.restorations, by_title, str(folder / "restorations.yaml"))
    rulings_document = read_entries(lines, by_title, str(document.path))
    topics = find_topics(rulings_document)
    headings = find_headings(rulings_document, str(document.path))
    mention_finder = MentionFinder(sources.cards, hand_edited["names"], str(folder / "names.yaml"))
    reader = RulingReader(CitationReader(sources.authorities, document.date_orders), mention_finder, topics)
    rulings = [
        *reader.read_printed(rulings_document, document.id, by_title),
        *map(reader.read_addition, read_additions(hand_edited, folder, by_title, topics)),
    ]
    check_rulings(rulings, sources)
    evidence = Evidence(hand_edited["dates"], hand_edited["errata"], sources.authorities)
    rulings = [replace(ruling, wording=evidence.apply(ruling.id, ruling.wording)) for ruling in rulings]
    progress("documents")
    chart_document = sources.document("run-chart")
    sections = {
        d.id: _with_mentions(read_sections(d), mention_finder, d)
        for d in sources.documents.values()
        if d.short not in ("rulings", "run-chart")
    }
    tournament = sources.document("tournament")
    restored = {ref_id: line.restored for (kind, ref_id), line in headings.items() if kind == "card"}
    inheritances = find_inheritances(sources.cards, rulings, hand_edited["inheritance"])
    cards = tuple(
        replace(card, restored=restored.get(card.id), inherits=inheritances.get(card.id, ())) for card in sources.cards
    )
    return Parsed(
        sources=sources,
        rulings_document=rulings_document,
        cards=cards,
        topics=topics,
        headings=headings,
        rulings=rulings,
        run_chart=read_run_chart(chart_document.lines, chart_document.id, str(chart_document.path)),
        sections=sections,
        tournament=read_tournament(sections[tournament.id].sections, tournament.id, str(tournament.path)),
        warnings=warnings,
    )


def _with_mentions(sections: Sections, mention_finder: MentionFinder, document: SourceDocument) -> Sections:
    """The sections with mentions of cards, if the document is about the 1996 game; the later game has other cards."""
    if document.game != NETRUNNER:
        return sections
    return replace(sections, sections=[replace(s, mentions=mention_finder.find(s.text)) for s in sections.sections])
