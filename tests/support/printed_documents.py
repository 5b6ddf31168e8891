"""Facts of the printed documents, as they are shipped.

They never change: rulings that are added later are counted apart from these (`printed_rulings`), and a new card changes
no document. What depends on additions or cards is derived from the knowledge base instead.
"""

from __future__ import annotations

from rulings.api import KnowledgeBase
from rulings.model.constants import RULINGS_DOCUMENT
from rulings.model.entities import Ruling
from rulings.parser.entries import ParsedKnowledge

WORD_COUNTS = {  # as `wc -w` counts them
    RULINGS_DOCUMENT: 17758,
    "sparkys-run-chart": 594,
    "comprehensive-reference-manual": 1101,
    "the-big-sell-out": 2353,
    "android-netrunner-tournament-regulations": 6003,
}
# The rulings document: its entries (`@`) and citations, and what its damaged copy lost.
ENTRY_KINDS = {"ruling": 421, "errata": 43, "see": 60}
ENTRY_COUNT = sum(ENTRY_KINDS.values())
CITATION_COUNT = 494
DATED_CITATION_COUNT = 493
LOST_CITATION_ENDS = 51
LOST_LINES = 123  # the ends of citations, the headings of subjects, three labels above them, and three addresses


def printed_rulings(parsed: ParsedKnowledge) -> list[Ruling]:
    """The entries of the rulings document."""
    return [ruling for ruling in parsed.rulings if ruling.source.document == RULINGS_DOCUMENT]


def printed_ruling_at(kb: KnowledgeBase, line: int) -> Ruling:
    """The ruling that begins on this line of the rulings document."""
    return next(r for r in kb.rulings if r.source.document == RULINGS_DOCUMENT and r.source.lines[0] == line)
