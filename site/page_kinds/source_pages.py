"""The documents and the added rulings → the pages with their source lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulings.model.constants import IN_FORCE, NETRUNNER, RULINGS_DOCUMENT
from rulings.model.entities import AnyEntry
from rulings.site.content.data import SiteData
from rulings.site.content.lists import neighbours
from rulings.site.content.page import DOCUMENTS_BREADCRUMB, SitePage
from rulings.site.content.source_lines import line_ranges, read_source, source_path


@dataclass(frozen=True, slots=True)
class SourceBlock:
    """Consecutive source lines. `anchor`: the fragment of a link to all of them (`L10-14`), or empty."""

    anchor: str
    first: int
    lines: list[str]


def source_blocks(lines: list[str], first: int, last: int, ranges: Iterable[tuple[int, int]]) -> list[SourceBlock]:
    """Lines `first` to `last` of a document as blocks: one for each range, and one for the lines between two."""
    blocks: list[SourceBlock] = []
    next_line = first
    for range_first, range_last in sorted(ranges):
        if range_last < first or range_first > last:
            continue
        if range_first > next_line:
            blocks.append(SourceBlock("", next_line, lines[next_line - 1 : range_first - 1]))
        anchor = f"L{range_first}-{range_last}" if range_first >= first else ""
        shown_first = max(range_first, first)
        shown_last = min(range_last, last)
        blocks.append(SourceBlock(anchor, shown_first, lines[shown_first - 1 : shown_last]))
        next_line = shown_last + 1
    if next_line <= last:
        blocks.append(SourceBlock("", next_line, lines[next_line - 1 : last]))
    return blocks


def _marked_lines(data: SiteData, document: str) -> dict[int, list[AnyEntry]]:
    """First line → the rulings, sections and steps of a document that begin there and are not simply in force."""
    by_line: dict[int, list[AnyEntry]] = {}
    entries: list[AnyEntry] = [*data.rulings, *data.sections, *data.steps]
    for entry in entries:
        if entry.source.document == document and entry.status != IN_FORCE:
            by_line.setdefault(entry.source.lines[0], []).append(entry)
    return by_line


def source_pages(data: SiteData) -> Iterator[SitePage]:
    """The pages with the source lines of all documents, and of added rulings, which have no page of their own."""
    for document in data.documents:
        damaged = bool(data.kb.restorations) and document.id == RULINGS_DOCUMENT
        yield from _pages_of(data, document.id, document.title, game=document.game, damaged=damaged)
    for id in sorted({r.source.document for r in data.rulings} - set(data.documents_by_id)):
        path = source_path(data, id)
        yield from _pages_of(data, id, f"Added rulings: {path.name if path else id}", game=NETRUNNER, damaged=False)


def _pages_of(data: SiteData, document: str, title: str, *, game: str, damaged: bool) -> Iterator[SitePage]:
    """The pages with the source lines of a document, or of a file of added rulings."""
    lines = read_source(data, document)
    pages = line_ranges(document, lines)
    view = data.documents_by_id.get(document)
    marked = _marked_lines(data, document)
    ranges = data.source_ranges.get(document, ())
    links = [{"title": f"{first}–{last}", "url": url} for first, last, url in pages]
    for position, (first, last, url) in enumerate(pages):
        yield SitePage(
            url=url,
            template="source.html",
            title=f"{title}, lines {first}–{last}",
            description=f"{title}{' as we received it' if view else ''}, lines {first} to {last} of {len(lines)}.",
            context={
                "damaged": damaged,
                "added": view is None,
                "first": first,
                "blocks": source_blocks(lines, first, last, ranges),
                "marked": marked,
                **neighbours(links, position),
            },
            parent=(title, view.url) if view else DOCUMENTS_BREADCRUMB,
            game=game,
            is_indexable=False,
        )
