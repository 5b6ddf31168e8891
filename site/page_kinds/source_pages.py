"""The documents → the pages with their source lines, and the addresses of rulings there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rulings.errors import RulingsError
from rulings.model.constants import IN_FORCE
from rulings.model.ids import additions_path
from rulings.model.views import EntryView, RulingView
from rulings.site.content.data import SiteData
from rulings.site.content.lists import neighbours
from rulings.site.content.page import SitePage
from rulings.storage.text import read_text, split_lines

DOCUMENTS = ("Documents", "/documents/")
LINES_PER_PAGE = 300  # of the pages that show the source lines


def read_source(data: SiteData, document: str) -> list[str]:
    """The source lines of a document, or of added rulings; none if the knowledge base has no copy of it."""
    path = source_path(data, document)
    try:
        return split_lines(read_text(path)) if path else []
    except RulingsError:
        return []


def source_url(data: SiteData, ruling: RulingView) -> str:
    """The address of a ruling's source lines; without a copy of the document, that of its page or of the documents."""
    document, (first, last) = ruling["source"]["document"], ruling["source"]["lines"]
    if source_path(data, document) is None:
        return f"/documents/{document}/" if document in data.documents_by_id else "/documents/"
    page = (first - 1) // LINES_PER_PAGE * LINES_PER_PAGE + 1
    has_anchor = (first, last) in data.source_ranges.get(document, ())
    return f"/documents/{document}/lines-{page}/#L{first}{f'-{last}' if has_anchor else ''}"


def source_path(data: SiteData, document: str) -> Path | None:
    """The file of a document, or of added rulings (`additions-2035`), if the knowledge base has a copy of it."""
    if view := data.documents_by_id.get(document):
        name = view["file"]
    elif addition := additions_path(document):
        name = f"{addition}.yaml"
    else:
        return None
    path = data.kb.folder / "sources" / name
    return path if path.is_file() else None


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


def line_ranges(document: str, lines: list[str]) -> list[tuple[int, int, str]]:
    """(first line, last line, address) of each page with source lines."""
    return [
        (first, min(first + LINES_PER_PAGE - 1, len(lines)), f"/documents/{document}/lines-{first}/")
        for first in range(1, len(lines) + 1, LINES_PER_PAGE)
    ]


def _marked_lines(data: SiteData, document: str) -> dict[int, list[EntryView]]:
    """First line → the rulings, sections and steps of a document that begin there and are not simply in force."""
    by_line: dict[int, list[EntryView]] = {}
    for ruling in data.rulings:
        if ruling["source"]["document"] == document and ruling["status"] != IN_FORCE:
            by_line.setdefault(ruling["source"]["lines"][0], []).append(ruling)
    for section in data.sections:
        if section["document"] == document and section["status"] != IN_FORCE:
            by_line.setdefault(section["source"]["lines"][0], []).append(section)
    for step, view in zip(data.kb.steps, data.steps, strict=True):
        if step.source.document == document and step.status != IN_FORCE:
            by_line.setdefault(step.source.lines[0], []).append(view)
    return by_line


def source_pages(
    data: SiteData, document: str, title: str, *, game: str, lines: list[str], damaged: bool
) -> Iterator[SitePage]:
    """The pages with the source lines of a document, or of added rulings, which have no page of their own."""
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
            data={
                "damaged": damaged,
                "added": view is None,
                "first": first,
                "blocks": source_blocks(lines, first, last, ranges),
                "marked": marked,
                **neighbours(links, position),
            },
            parent=(title, view["url"]) if view else DOCUMENTS,
            game=game,
            is_indexable=False,
        )
