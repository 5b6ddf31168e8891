"""The knowledge base → pages of the documents by section and line, the tournament tables, and about the data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulings.assemble import RULINGS_DOCUMENT
from rulings.errors import RulingsError
from rulings.knowledge import KnowledgeBase
from rulings.model import ANDROID, Document, Section
from rulings.site.page import SitePage
from rulings.site.sayings import count
from rulings.yaml_reader import read_text

LINES_A_PAGE = 300
GAMES = {"netrunner": "Netrunner (1996)", ANDROID: "Android: Netrunner (2012)"}


def document_pages(kb: KnowledgeBase) -> Iterator[SitePage]:
    """The list of documents, a page for each, and its lines as they came."""
    sources = {document.id: source_lines(kb, document) for document in kb.documents}
    yield SitePage(
        url="documents/",
        template="documents.html",
        title="Documents",
        data={"documents": kb.documents, "games": GAMES},
        twin="/api/documents.json",
        description="The documents behind the rulings: the list itself, the run chart, a manual, a variant and, for "
        "another game, tournament regulations.",
    )
    for document in kb.documents:
        sections = tuple(section for section in kb.sections if section.document == document.id)
        yield SitePage(
            url=f"documents/{document.id}/",
            template="document.html",
            title=document.title,
            description=f"{document.title}{', ' + document.edition if document.edition else ''}: a document of "
            f"{GAMES.get(document.game, document.game)}, by section.",
            data={
                "document": document,
                "sections": sections,
                "cards": _ruled_cards(kb) if document.id == RULINGS_DOCUMENT else (),
                "source_pages": _pages_of(document, sources[document.id]),
            },
            back=("Documents", "/documents/"),
            game=document.game,
            entity=True,
            twin=f"/api/documents/{document.id}.json",
        )
        yield from _source_pages(
            document, sources[document.id], bool(kb.restorations) and document.id == RULINGS_DOCUMENT
        )


def _ruled_cards(kb: KnowledgeBase) -> list[tuple[str, list[object]]]:
    """Side → the cards with entries, in the order of the document."""
    return [
        (side, [card for card in kb.cards if card.side == side and kb.rulings_for(card.id)])
        for side in ("Corp", "Runner")
    ]


def source_lines(kb: KnowledgeBase, document: Document) -> list[str]:
    """The lines of a document as it came; none where its file is not beside the knowledge base."""
    try:
        return read_text(kb.folder / "sources" / document.file).splitlines()
    except RulingsError:
        return []


def source_url(document: str, line: int) -> str:
    """The address of a line of a document."""
    first = (line - 1) // LINES_A_PAGE * LINES_A_PAGE + 1
    return f"/documents/{document}/lines-{first}/#L{line}"


def _pages_of(document: Document, lines: list[str]) -> list[tuple[int, int, str]]:
    return [
        (first, min(first + LINES_A_PAGE - 1, len(lines)), f"/documents/{document.id}/lines-{first}/")
        for first in range(1, len(lines) + 1, LINES_A_PAGE)
    ]


def _source_pages(document: Document, lines: list[str], damaged: bool) -> Iterator[SitePage]:
    pages = _pages_of(document, lines)
    for number, (first, last, url) in enumerate(pages):
        yield SitePage(
            url=url[1:],
            template="source.html",
            title=f"{document.title}, lines {first}–{last}",
            description=f"{document.title} as it came, lines {first} to {last} of {len(lines)}.",
            data={
                "document": document,
                "damaged": damaged,
                "first": first,
                "lines": lines[first - 1 : last],
                "pages": pages,
                "previous": pages[number - 1] if number else None,
                "next": pages[number + 1] if number + 1 < len(pages) else None,
            },
            back=(document.title, document.url),
            game=document.game,
            indexed=False,
        )


def tournament_page(kb: KnowledgeBase) -> Iterator[SitePage]:
    """The tables of the later game's regulations. None where the knowledge base has none."""
    data = kb.tournament
    if not data:
        return

    def of(part: dict[str, object]) -> Section | None:
        return kb.sections_by_id.get(str(part.get("section")))

    yield SitePage(
        url="tournament/",
        template="tournament.html",
        title="Tournament tables",
        game=str(data.get("game", ANDROID)),
        twin="/api/tournament.json",
        description="How many Swiss rounds, which cut: tables of the Android: Netrunner (2012) tournament regulations.",
        data={"tables": data, "section_of": of, "document": kb.documents_by_id.get(str(data.get("document")))},
        back=("Documents", "/documents/"),
    )


def data_page(kb: KnowledgeBase) -> Iterator[SitePage]:
    """About the data: the ledger of words, what was restored by what evidence, what is in doubt, the licences."""
    doubts = Counter(citation.doubt for ruling in kb.rulings for citation in ruling.citations if citation.doubt)
    kinds = Counter(restoration.what for restoration in kb.restorations)
    yield SitePage(
        url="about-the-data/",
        template="about_data.html",
        title="About the data",
        twin="/api/documents.json",
        description=f"Where every word comes from: {count(len(kb.documents), 'document')}, their ledger of words, "
        f"{count(len(kb.restorations), 'restored line')} with evidence, and the licences.",
        data={
            "documents": kb.documents,
            "restorations": kb.restorations,
            "doubts": sorted(doubts.items()),
            "kinds": sorted(kinds.items()),
            "doubtful": [(r, c) for r in kb.rulings for c in r.citations if c.doubt],
            "unattributed": kb.unattributed,
            "games": GAMES,
        },
    )
