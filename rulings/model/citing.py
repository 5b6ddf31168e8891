"""Rulings → who said it, where and when, and how to cite a ruling. For terminal and site."""

from __future__ import annotations

from rulings.model.entities import Citation, Document, Ruling
from rulings.model.formatting import date_in_words, name_and_date
from rulings.model.marks import status_mark


def citation_date(citation: Citation) -> str:
    """The date in words, with the printed form if that is doubtful or a misprint.

    Just the printed form if there is no such date; empty if no date is printed.
    """
    printed = citation.date_printed
    date = citation.best_date
    if not date:
        return printed or ""
    unsure = citation.likely or citation.doubt
    return date_in_words(date) + (f", printed {printed}" if unsure and printed else "")


def attribution_details(citation: Citation) -> str:
    """What follows the authority's name in a citation: ` (Marc Schmalz) via JD Wiker on Dr. Dreff, Netrunner-L`."""
    words = f" ({citation.person})" if citation.person and citation.person != citation.authority else ""
    if citation.via:
        words += f" via {citation.via}"
    if citation.about:
        words += f" on {citation.about}"
    return ", ".join(part for part in (words, citation.venue, citation.pages) if part is not None)


def attribution(citation: Citation) -> str:
    """Who, where and when in one line: `Sparky (Marc Schmalz), Netrunner-L, 6 August 1996`."""
    return name_and_date(f"{citation.authority}{attribution_details(citation)}", citation_date(citation))


def title_with_edition(document: Document) -> str:
    """Title and edition: `Netrunner Rulings, v1.70`."""
    return f"{document.title}, {document.edition}" if document.edition else document.title


def source_lines(ruling: Ruling) -> str:
    """The lines of the source, in words: `line 649`, `lines 649–652`."""
    first, last = ruling.source.lines
    return f"line {first}" if first == last else f"lines {first}–{last}"


def citation_line(ruling: Ruling, document: str) -> str:
    """How to cite a ruling, in one line: subject, kind, who and when, document, lines, id. `document`: its title."""
    kind = {"errata": "errata", "see": "reference"}.get(ruling.kind, "ruling")
    if not ruling.official:
        kind = f"unofficial {kind}"
    status = status_mark(ruling)
    if status:
        kind = f"{kind} ({status.words})"
    people = "; ".join(attribution(citation) for citation in ruling.citations)
    subject = f"{ruling.subject.title}, {kind}{': ' + people if people else ''}"
    return f"{subject}. {document}, {source_lines(ruling)} [{ruling.id}]"
