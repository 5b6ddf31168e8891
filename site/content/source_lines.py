"""The documents → their source lines, and the addresses of the pages that show them."""

from __future__ import annotations

from pathlib import Path

from rulings.errors import RulingsError
from rulings.model.entities import Ruling
from rulings.model.ids import additions_path
from rulings.site.content.data import SiteData
from rulings.storage.text import read_text, split_lines

LINES_PER_PAGE = 300  # of the pages that show the source lines


def read_source(data: SiteData, document: str) -> list[str]:
    """The source lines of a document, or of added rulings; none if the knowledge base has no copy of it."""
    path = source_path(data, document)
    try:
        return split_lines(read_text(path)) if path else []
    except RulingsError:
        return []


def source_url(data: SiteData, ruling: Ruling) -> str:
    """The address of a ruling's source lines; without a copy of the document, that of its page or of the documents."""
    document, (first, last) = ruling.source.document, ruling.source.lines
    if source_path(data, document) is None:
        return f"/documents/{document}/" if document in data.documents_by_id else "/documents/"
    page = (first - 1) // LINES_PER_PAGE * LINES_PER_PAGE + 1
    has_anchor = (first, last) in data.source_ranges.get(document, ())
    return f"/documents/{document}/lines-{page}/#L{first}{f'-{last}' if has_anchor else ''}"


def source_path(data: SiteData, document: str) -> Path | None:
    """The file of a document, or of added rulings (`additions-2035`), if the knowledge base has a copy of it."""
    if view := data.documents_by_id.get(document):
        name = view.file
    elif addition := additions_path(document):
        name = f"{addition}.yaml"
    else:
        return None
    path = data.kb.folder / "sources" / name
    return path if path.is_file() else None


def line_ranges(document: str, lines: list[str]) -> list[tuple[int, int, str]]:
    """(first line, last line, address) of each page with source lines."""
    return [
        (first, min(first + LINES_PER_PAGE - 1, len(lines)), f"/documents/{document}/lines-{first}/")
        for first in range(1, len(lines) + 1, LINES_PER_PAGE)
    ]
