"""Errata, reversals, contradictions and news → their pages, and the functions with which templates show them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from markupsafe import Markup, escape

from rulings.model import formatting
from rulings.model.constants import SIDES
from rulings.model.formatting import count, latest_date, own_rulings
from rulings.model.ids import fold
from rulings.model.status import CLARIFICATION
from rulings.model.views import QuotationView, RulingView
from rulings.site.views.data import SiteData
from rulings.site.views.page import SitePage

MAX_LATEST = 20  # rulings on the page of news


def change_pages(data: SiteData) -> Iterator[SitePage]:
    """The page of errata, and that of reversals and contradictions."""
    errata = [r for r in data.rulings if r["kind"] == "errata"]
    sides = [("General", [r for r in errata if r["subject"]["kind"] == "topic"])]
    on_cards = [r for r in errata if r["subject"]["kind"] == "card"]
    for side in SIDES:
        on_side = [r for r in on_cards if data.cards_by_id[r["subject"]["id"]]["side"] == side]
        sides.append((side, sorted(on_side, key=lambda r: r["subject"]["title"].casefold())))
    yield SitePage(
        url="errata/",
        template="errata.html",
        title="Errata",
        data={
            "sides": [(side, len(rulings), rulings_by_letter(rulings)) for side, rulings in sides if rulings],
            "total": len(errata),
        },
        description=f"All {len(errata)} errata of Netrunner (1996), official and unofficial, as they were given.",
    )
    reversals = [r for r in data.rulings if r["reversal"]]
    yield SitePage(
        url="reversals/",
        template="reversals.html",
        title="Reversals and contradictions",
        data={
            "reversals": reversals,
            "reversals_by_letter": rulings_by_letter(reversals),
            "disagreements": [note for note in data.notes if note["kind"] != CLARIFICATION],
            "clarifications": [note for note in data.notes if note["kind"] == CLARIFICATION],
        },
        description=f"{count(len(reversals), 'ruling')} of Netrunner (1996) that take back an earlier one, and "
        "statements that contradict each other or seem to.",
    )


def rulings_by_letter(rulings: Iterable[RulingView]) -> list[tuple[str, list[RulingView]]]:
    """(first letter of the subject, its rulings), in alphabetical order; other characters are under `#`."""
    letters = dict[str, list[RulingView]]()
    for ruling in sorted(rulings, key=lambda r: fold(r["subject"]["title"])):
        first = fold(ruling["subject"]["title"])[:1].upper()
        letters.setdefault(first if first.isalpha() else "#", []).append(ruling)
    return sorted(letters.items())


def latest(data: SiteData) -> list[RulingView]:
    """The newest rulings whose dates are not in doubt, newest first."""
    dated = [
        r
        for r in own_rulings(data.rulings)
        if latest_date(r) and not any(citation["doubt"] for citation in r["citations"])
    ]
    return sorted(dated, key=lambda r: (latest_date(r) or "", r["source"]["lines"]), reverse=True)[:MAX_LATEST]


def additions(data: SiteData) -> list[RulingView]:
    """The rulings that were added to the printed list, newest first."""
    added = (r for r in data.rulings if r["source"]["document"] not in data.documents_by_id)
    return sorted(added, key=lambda r: (latest_date(r) or "", r["id"]), reverse=True)


_ID = re.compile(r"[a-z0-9-]+-[0-9a-f]{8}|run-chart-\d+")


def split_at_ids(data: SiteData, text: str) -> list[str | tuple[str, str]]:
    """The pieces of a text: strings, and for each id of an entry the entry's address and title."""
    pieces, start = list[str | tuple[str, str]](), 0
    for match in _ID.finditer(text):
        if data.has_entry(match[0]):
            pieces += [text[start : match.start()], (data.entry_url(match[0]), data.entry_title(match[0]))]
            start = match.end()
    return [piece for piece in (*pieces, text[start:]) if piece]


def with_ids_linked(data: SiteData, text: str, link_to: Callable[[str], str]) -> Markup:
    """A text as HTML in which each id of an entry is replaced by a link with its title."""
    return Markup("").join(
        escape(piece) if isinstance(piece, str) else Markup('<a href="{}">{}</a>').format(link_to(piece[0]), piece[1])
        for piece in split_at_ids(data, text)
    )


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
        return f"{title}, step {quotation['step']}", f"/run-chart/#step-{quotation['step']}"
    return title, document["url"] if document else "/documents/"


def citation_line(data: SiteData, ruling: RulingView) -> str:
    """How to cite a ruling, with the title of its document."""
    document = data.documents_by_id.get(ruling["source"]["document"])
    return formatting.citation_line(
        ruling, formatting.title_with_edition(document) if document else ruling["source"]["document"]
    )
