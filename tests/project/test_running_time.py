"""Tests that the time for parsing and comparing texts is not quadratic."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from msgspec import structs
from msgspec.structs import replace

from rulings.model.loader import derive
from rulings.parser.citations import CitationReader
from rulings.parser.mentions import MentionFinder, find_see
from rulings.parser.run_chart import read_run_chart
from rulings.parser.sections import read_sections
from rulings.parser.sources import SourceDocument, numbered
from support.growth import is_quadratic
from support.source_documents import parse_shipped_sources

pytestmark = pytest.mark.slow
REPETITIONS = 3_000


@cache
def readers() -> tuple[CitationReader, MentionFinder]:
    sources = parse_shipped_sources().sources
    return CitationReader(sources.edited.authorities, ()), MentionFinder(
        sources.cards, sources.edited.names
    )


def read_entry(printed: str) -> None:
    """Runs all steps of parsing an entry, on a card with further words for mentions."""
    _, mention_finder = readers()
    mentions = mention_finder.find(printed, "City Surveillance")
    find_see(printed, mentions, parse_shipped_sources().topics)
    read_lines(printed)


def read_lines(text: str) -> None:
    reader, _ = readers()
    body = [line for line in text.split("\n") if line]
    citations = tuple(citation for _, _, citation in reader.find(" ".join(body)))
    derive(
        structs.replace(
            parse_shipped_sources().rulings[0], citations=citations, mentions=()
        ),
        body,
    )


def read_sectioned(text: str) -> None:
    read_sections(replace(_document("manual"), lines=tuple(numbered(text))))


def read_chart(text: str) -> None:
    lines = tuple(numbered(f"Chart\n  1. Corp: Begin.\n{text}"))
    read_run_chart(replace(_document("run-chart"), lines=lines))


def _document(short: str) -> SourceDocument:
    documents = parse_shipped_sources().sources.documents.values()
    return next(document for document in documents if document.row.short == short)


@pytest.mark.parametrize(
    ("run", "unit", "before", "after"),
    [
        (read_entry, "See Aardvark. ", "", ""),
        (read_entry, "See Aardvark, ", "", ""),
        (read_entry, "see Aardvark ", "", ""),
        (read_entry, "see ", "", "Aardvark"),
        (read_entry, ",", "(Sparky", ")"),
        (read_entry, ", A", "(Tom Wylie", ", 1/1/96)"),
        (read_entry, "A", "(", " 1/1/96)"),
        (read_entry, "(", "", ""),
        (read_entry, "(Sparky, ", "", ""),
        (read_entry, "Yes. (Sparky, Netrunner-L, 1/1/97) ", "", ""),
        (read_entry, "; Sparky, 1/1/97", "(Sparky, 1/1/97", ")"),
        (read_entry, "(REVERSE ", "", ""),
        (read_entry, "a ", "", "should be considered errata"),
        (read_lines, "One is one.\n(Sparky, Netrunner-L, 1/1/97)\n", "", ""),
        (read_sectioned, "Runs\n\n", "", ""),
        (read_sectioned, "## Runs\n\n", "", ""),
        (read_chart, "     and more words\n", "", ""),
    ],
)
def test_parsing_time_is_not_quadratic(
    run: Callable[[str], None], unit: str, before: str, after: str
) -> None:
    assert not is_quadratic(
        run, lambda count: before + unit * count + after, REPETITIONS
    )
