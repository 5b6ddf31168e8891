"""Rulings, sections and steps → how pages show and refer to them: ids in a text, quotations, marks, citations."""

from __future__ import annotations

import re

from rulings.model import citing
from rulings.model.display_views import MarkView
from rulings.model.ids import step_id
from rulings.model.marks import ruling_marks
from rulings.model.views import QuotationView, RulingView
from rulings.site.content.data import SiteData

_ID = re.compile(r"[a-z0-9-]+-[0-9a-f]{8}|run-chart-\d+")


def split_at_ids(data: SiteData, text: str) -> list[str | tuple[str, str]]:
    """The pieces of a text: strings, and for each id of an entry the entry's address and title."""
    pieces: list[str | tuple[str, str]] = []
    start = 0
    for match in _ID.finditer(text):
        if data.has_entry(match[0]):
            pieces += [text[start : match.start()], (data.entry_url(match[0]), data.entry_title(match[0]))]
            start = match.end()
    return [piece for piece in (*pieces, text[start:]) if piece]


def quoted_from(data: SiteData, quotation: QuotationView) -> tuple[str, str]:
    """The title and address of the place that a note quotes."""
    ruling = data.rulings_by_id.get(quotation["ruling"] or "")
    if ruling:
        return f"ruling on {ruling['subject']['title']}", ruling["url"]
    document = data.documents_by_id.get(quotation["document"])
    title = document["title"] if document else quotation["document"]
    section = data.sections_by_id.get(quotation["section"] or "")
    if section:
        return f"{title}, {section['title']}", section["url"]
    if quotation["step"]:
        return f"{title}, step {quotation['step']}", data.entry_url(step_id(quotation["step"]))
    return title, document["url"] if document else "/documents/"


def citation_line(data: SiteData, ruling: RulingView) -> str:
    """How to cite a ruling, with the title of its document."""
    document = data.documents_by_id.get(ruling["source"]["document"])
    return citing.citation_line(
        ruling, citing.title_with_edition(document) if document else ruling["source"]["document"]
    )


def marks_besides_status(ruling: RulingView) -> list[MarkView]:
    """The marks of a ruling without its status, which stands before its words."""
    return [mark for mark in ruling_marks(ruling) if mark["kind"] != ruling["status"]]
