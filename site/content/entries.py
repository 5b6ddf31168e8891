"""Rulings, sections and steps → how pages show and refer to them: ids in a text, quotations, marks, citations."""

from __future__ import annotations

import re

from rulings.model import citing
from rulings.model.entities import Quotation, Ruling
from rulings.model.ids import step_id
from rulings.model.marks import ruling_marks
from rulings.model.shown import Mark
from rulings.site.content.data import SiteData

_ID = re.compile(r"[a-z0-9-]+-[0-9a-f]{8}|run-chart-\d+")


def split_at_ids(data: SiteData, text: str) -> list[str | tuple[str, str]]:
    """The pieces of a text: strings, and for each id of an entry the entry's address and title."""
    pieces: list[str | tuple[str, str]] = []
    start = 0
    for match in _ID.finditer(text):
        if entry := data.kb.entry(match[0]):
            pieces += [text[start : match.start()], (entry.url, data.kb.entry_title(entry.id))]
            start = match.end()
    return [piece for piece in (*pieces, text[start:]) if piece]


def quoted_from(data: SiteData, quotation: Quotation) -> tuple[str, str]:
    """The title and address of the place that a note quotes."""
    id = quotation.ruling or quotation.section or (step_id(quotation.step) if quotation.step else "")
    if entry := data.kb.entry(id):
        title = data.kb.entry_title(id)
        return f"ruling on {title}" if quotation.ruling else title, entry.url
    document = data.documents_by_id.get(quotation.document)
    return (document.title, document.url) if document else (quotation.document, "/documents/")


def citation_line(data: SiteData, ruling: Ruling) -> str:
    """How to cite a ruling, with the title of its document."""
    document = data.documents_by_id.get(ruling.source.document)
    return citing.citation_line(ruling, citing.title_with_edition(document) if document else ruling.source.document)


def marks_besides_status(ruling: Ruling) -> list[Mark]:
    """The marks of a ruling without its status, which stands before its words."""
    return [mark for mark in ruling_marks(ruling) if mark.kind != ruling.status]
