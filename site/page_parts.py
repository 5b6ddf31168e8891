"""The parts that all pages have (links, stylesheets and scripts, from the table of
pages), and those that several kinds share: addresses, source lines, look-ups, groups,
the newest rulings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from textwrap import shorten
from typing import Any

from msgspec import structs

from rulings import errors
from rulings.model import (
    entities,
    formatting,
    ids,
    knowledge,
    page_table,
    plain_text,
    vocabulary,
)
from rulings.model.base import grouped
from rulings.storage import files


def subject_url(subject: entities.Reference) -> str:
    """The address of the page of a card or topic: `/cards/dr-dreff/`,
    `/topics/tracing/`.
    """
    return f"/{subject.kind}s/{subject.id}/"


# A page of the site

# The `parent` of documents and of pages about them
DOCUMENTS_BREADCRUMB = ("Rules", "/documents/")
ABOUT_BREADCRUMB = ("About the data", "/about-the-data/")
_MAX_DESCRIPTION = 155  # characters of a page's description, as search engines show it


@dataclass(frozen=True, slots=True)
class SitePage:
    """A page of the site."""

    url: str  # from the root: `/cards/dr-dreff/`
    template: str  # `card.html`; its stylesheets and scripts depend on it
    title: str
    description: str
    # the variables of the template, in addition to its globals
    context: Mapping[str, Any] = field(default_factory=dict)
    parent: tuple[str, str] | None = None  # title and address of the page above it
    game: str = vocabulary.NETRUNNER
    is_indexable: bool = True  # whether search engines may list it (site map, `robots`)


def description_of_ruling(opening: str, ruling: entities.Ruling) -> str:
    """A description: the opening, the marks and first words of a ruling, and who said
    them in which year.
    """
    # The first words may have another author and year than the rest of the ruling
    part = formatting.cited_parts(ruling)[0]
    ruling_of_part = structs.replace(ruling, citations=tuple(part.citations))
    names = (ruling_of_part.who or "").replace("; ", ", ")
    year = (ruling_of_part.date or "")[:4]
    attribution = ", ".join(filter(None, [names, year]))
    marks_of_status = formatting.list_marks(ruling_of_part)
    all_marks = marks_of_status + formatting.all_marks(ruling_of_part)
    marks = {mark.kind: mark for mark in all_marks}
    words = f"{formatting.marks_in_words(marks.values())}{part.text}"
    ending = f" ({attribution})" if attribution else ""
    room = _MAX_DESCRIPTION - len(ending)
    return shorten(f"{opening} {words}", room, placeholder=" …") + ending


# The frame of a page

# Every page has these, in this order.
STYLESHEETS = ("base.css",)
SCRIPTS = ("js/words.js", "js/frame.js", "js/offline.js", "js/search-box.js")

# Words and address of each link at the top
MAIN_LINKS = tuple(
    (page.header, f"/{page.id}/") for page in page_table.PAGES if page.header
)

# Heading → words and addresses of its links in the menu
MENU_LINKS = dict[str, list[tuple[str, str]]]()
for _page in page_table.PAGES:
    _heading, _words = _page.menu
    if _heading:
        MENU_LINKS.setdefault(_heading, []).append((_words, f"/{_page.id}/"))

_ROWS_BY_TEMPLATE = {f"{page.id}.html": page for page in page_table.PAGES}


def stylesheets_of(template: str) -> tuple[str, ...]:
    """All stylesheets of a page with this template, in order."""
    row = _ROWS_BY_TEMPLATE.get(template)
    stylesheets = row.stylesheets if row else ()
    return STYLESHEETS + stylesheets


def scripts_of(template: str) -> tuple[str, ...]:
    """All scripts of a page with this template, in order."""
    row = _ROWS_BY_TEMPLATE.get(template)
    scripts = row.scripts if row else ()
    return SCRIPTS + tuple(f"js/{script}" for script in scripts)


def scripts_loaded_by_pages() -> frozenset[str]:
    """The scripts that at least one template lists. Other scripts are only in
    bundles and in the service worker.
    """
    return frozenset(chain.from_iterable(map(scripts_of, _ROWS_BY_TEMPLATE)))


# How pages refer to the source of a quotation in a note


def quotation_source(
    kb: knowledge.Knowledge,
    quotation: entities.Quotation,
) -> tuple[str, str]:
    """The title and address of the source of a quotation."""
    if entry := kb.entry(quotation.entry_id):
        title = kb.entry_title(entry.id)
        if quotation.ruling:
            title = f"ruling on {title}"
        return title, entry.url
    document = kb.documents_by_id.get(quotation.document)
    if document:
        return document.title, document.url
    return quotation.document, "/documents/"


# Source lines, and the addresses of the pages that show them

LINES_PER_PAGE = 300  # lines on a page of source lines


def read_source(kb: knowledge.Knowledge, document: str) -> list[str]:
    """The source lines of a document, or of added rulings. Empty if the knowledge base
    has no readable copy of it.
    """
    path = source_path(kb, document)
    try:
        return files.split_lines(files.read_text(path)) if path else []
    except errors.RulingsError:
        return []


def source_url(kb: knowledge.Knowledge, entry: entities.AnyEntry) -> str:
    """The address of an entry's first source line. Without a copy of the document, the
    address of the document's page, or of the list of documents.
    """
    document = entry.source.document
    first = entry.source.lines[0]
    if source_path(kb, document) is None:
        folder = f"{document}/" if document in kb.documents_by_id else ""
        return f"/documents/{folder}"
    # The first line of the page that has this line
    start = (first - 1) // LINES_PER_PAGE * LINES_PER_PAGE + 1
    return f"/documents/{document}/lines-{start}/#L{first}"


def source_path(kb: knowledge.Knowledge, document: str) -> Path | None:
    """The file of a document, or of added rulings (`additions-2035`), if the knowledge
    base has a copy of it.
    """
    if shipped := kb.documents_by_id.get(document):
        name = shipped.file
    elif addition := ids.additions_path(document):
        name = f"{addition}.yaml"
    else:
        return None
    path = kb.folder / "sources" / name
    return path if path.is_file() else None


def line_ranges(
    document: str,
    lines: list[str],
) -> list[tuple[int, int, str]]:
    """(first line, last line, address) of each page with source lines."""
    ranges = []
    for first in range(1, len(lines) + 1, LINES_PER_PAGE):
        last = min(first + LINES_PER_PAGE - 1, len(lines))
        ranges.append((first, last, f"/documents/{document}/lines-{first}/"))
    return ranges


# Look-ups that pages need


def plain_title(title: str) -> str:
    """A title without trademark signs. Only the catalogue needs them."""
    return re.sub(r" ?(?:\[TM\]|\(R\))", "", title)


def cards_with_rulings(
    kb: knowledge.Knowledge,
    cards: Iterable[entities.Card],
) -> list[entities.Card]:
    """The cards that have rulings of their own, not only cross-references."""
    return [card for card in cards if kb.rulings_under(card.id)]


# Lists as pages show them: grouped, with neighbours

LONG_LIST = 30  # a list of more entries has links to parts of it


def initial(title: str) -> str:
    """The letter under which a list has a title; `0–9` for digits."""
    first = plain_text.fold(title)[:1].upper()
    return first if first.isalpha() else "0–9"


def letter_groups(
    cards: Iterable[entities.Card],
) -> list[tuple[str, list[entities.Card]]]:
    """(first letter of the title, its cards in the given order), sorted by letter."""
    cards_by_letter = grouped((initial(card.title), card) for card in cards)
    return sorted(cards_by_letter.items())


def sorted_by_title(rulings: Iterable[entities.Ruling]) -> list[entities.Ruling]:
    """The rulings, sorted by the title of their subject."""

    def folded_title(ruling: entities.Ruling) -> str:
        return plain_text.fold(ruling.subject.title)

    return sorted(rulings, key=folded_title)


def neighbours(
    items: Sequence[Any],
    position: int,
) -> dict[str, Any]:
    """The items before and after a position, as `previous` and `next`, or None."""
    following = position + 1
    return {
        "previous": items[position - 1] if position else None,
        "next": items[following] if following < len(items) else None,
    }


MAX_LATEST = 20  # rulings on the page of news


def latest_rulings(kb: knowledge.Knowledge) -> list[entities.Ruling]:
    """The newest rulings whose dates are not in doubt, newest first."""
    dated_rulings = []
    for ruling in kb.rulings:
        citation = ruling.latest_citation
        if citation and citation.best_date and not citation.doubt:
            dated_rulings.append(ruling)
    return _newest_first(dated_rulings)[:MAX_LATEST]


def _newest_first(rulings: Iterable[entities.Ruling]) -> list[entities.Ruling]:
    """The rulings by their last days, newest first. Rulings of one day keep the order of
    the source, as in every list.
    """
    return sorted(rulings, key=lambda ruling: ruling.last_day or "", reverse=True)


def additions(kb: knowledge.Knowledge) -> list[entities.Ruling]:
    """The rulings that were added to the printed list, newest first."""
    documents = kb.documents_by_id
    added_rulings = [
        ruling
        for ruling in kb.ruling_entries
        if ruling.source.document not in documents
    ]
    return _newest_first(added_rulings)
