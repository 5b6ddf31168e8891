"""Tests of rulings that are added by hand to those of the documents, and of mistakes in
the files of additions.
"""

from __future__ import annotations

import unicodedata
from operator import attrgetter
from pathlib import Path

import pytest
from msgspec.structs import replace

import rulings
from rulings.model.formatting import attribution, citation_date
from rulings.model.knowledge import Knowledge
from rulings.model.loader import derive
from rulings.parser.citations import CitationReader
from rulings.parser.entries import ParsedKnowledge
from rulings.parser.parse import parse, parse_folder
from rulings.search.analysis import Analyzer
from rulings.search.index_writer import citation_terms
from rulings.storage.files import Problem

ADDITION = """\
- subject: Dr Dreff
  printed: |
    Dreff may throw Dumpster twice in a turn (Holger Janssen,
    Netrunner-L, 2001-05-01).
"""


def test_an_added_ruling_is_filed_under_its_card_or_topic_after_printed_ones(
    short_sources: Path, tmp_path: Path
) -> None:
    text = ADDITION + ADDITION.replace("Dr Dreff", "deck construction").replace(
        "Dumpster", "Marionette"
    )
    text += "  added: 2001-05-02\n"
    (short_sources / "additions" / "2001.yaml").write_text(text, encoding="utf-8")
    changes = parse_folder(short_sources, tmp_path / "out")
    assert Problem("cards/corp/dr-dreff.yaml", "missing") in changes.files
    opened = rulings.open(tmp_path / "out")
    assert [topic.title for topic in opened.topics] == [
        "Deck Construction",
        "Central & Subsidiary Data Forts",
    ]
    ruling, on_decks = opened.rulings[-2:]
    assert opened.rulings_for("dr-dreff")[-1] == ruling
    assert opened.rulings_for("deck-construction")[-1] == on_decks
    assert ruling.text == "Dreff may throw Dumpster twice in a turn."
    assert [m.id for m in ruling.mentions] == ["dr-dreff", "dumpster"]
    assert ruling.official
    (citation,) = ruling.citations
    assert (citation.person, citation.date) == ("Holger Janssen", "2001-05-01")
    assert citation.council
    assert citation.council.office == "Rules Sensei"
    assert ruling.source.title == "Added rulings, 2001"
    assert (ruling.added, on_decks.added) == (None, "2001-05-02")


def test_a_parse_names_the_entries_that_are_new_changed_or_gone(
    short_sources: Path, tmp_path: Path
) -> None:
    sources, out = short_sources, tmp_path / "out"
    file, moved = sources / "additions" / "2001.yaml", sources / "moved.yaml"
    file.write_text(ADDITION, encoding="utf-8")
    first = parse_folder(sources, out)
    assert first.entries == {}, "in a new folder, everything is new"
    file.write_text(ADDITION.replace("2001-05-01", "2001-05-02"), encoding="utf-8")
    (id,) = parse_folder(sources, out).entries["changed"]
    file.write_text(ADDITION.replace("throw", "hurl"), encoding="utf-8")
    moved.write_text(f"{moved.read_text('utf-8')}{id}: {{nothing: Withdrawn.}}\n")
    assert parse_folder(sources, out).entries["gone"] == [id]


WORDS_BEFORE = "Dreff is one.  "


@pytest.mark.parametrize(
    ("citation", "authority", "venue"),
    [
        ("(Sparky (Marc Schmalz), Netrunner-L, 1996-08-09)", "Sparky", "Netrunner-L"),
        (
            "(Sparky (Marc Schmalz), Netrunner-L, 9 August 1996)",
            "Sparky",
            "Netrunner-L",
        ),
        # After his term
        (
            "(Sparky, Netrunner-L, 31 January 2035, printed 2035-01-31)",
            "Sparky",
            "Netrunner-L",
        ),
        (
            "(Sparky, Netrunner-L, 1 November 1996, printed 11/1/96)",
            "Sparky",
            "Netrunner-L",
        ),
        # A name in authorities.yaml
        ("(Sparky!!, Netrunner-L, 1996-08-09)", "Sparky", "Netrunner-L"),
        ("(Sparky, example.org, 1996-08-09)", "Sparky", "example.org"),
        (
            "(Sparky, https://example.org/a?b=1,2, 1996-08-09)",
            "Sparky",
            "https://example.org/a?b=1,2",
        ),
        ("(Sparky, Worlds, Paris, 1996-08-09)", "Sparky", "Worlds, Paris"),
        (
            "(Sparky via JD Wiker, #rules on Discord, 1996-08-09)",
            "Sparky",
            "#rules on Discord",
        ),
        ("(Sensei on Asp, mastodon.example, 2035-01-31)", "Sensei", "mastodon.example"),
        ("(Sparky, 1/1/97)", "Sparky", None),
        ("(Netrunner Rulebook, pp9-10)", "Netrunner Rulebook", None),
    ],
)
def test_citations_of_today_are_read(
    parsed: ParsedKnowledge, citation: str, authority: str, venue: str | None
) -> None:
    ((start, end, read),) = CitationReader(
        parsed.sources.edited.authorities, (), of_additions=True
    ).find(WORDS_BEFORE + citation)
    assert (start, end) == (len(WORDS_BEFORE), len(WORDS_BEFORE + citation))
    assert (read.authority, read.venue, read.printed) == (authority, venue, citation)


@pytest.mark.parametrize(
    ("printed", "date", "shown", "days", "doubt"),
    [  # Skipper Pickle was in office from 1997-11-04 to 1998-12-15, Sparky until the printed list
        ("January 1998", "1998-01", "January 1998", ("1998-01-01", "1998-01-31"), None),
        ("1998-01", "1998-01", "January 1998", ("1998-01-01", "1998-01-31"), None),
        ("1998", "1998", "1998, printed 1998", None, "outside-term"),
        ("1998-01-02", "1998-01-02", "2 January 1998", ("1998-01-02",), None),
        ("1997", "1997", "1997, printed 1997", None, "outside-term"),
        (
            "March 1999",
            "1999-03",
            "March 1999, printed March 1999",
            None,
            "outside-term",
        ),
        ("1995", "1995", "1995, printed 1995", None, "before-release"),
        ("", None, "", (), "undated"),
    ],
)
def test_a_citation_may_have_a_month_a_year_or_no_date(
    parsed: ParsedKnowledge,
    printed: str,
    date: str | None,
    shown: str,
    days: tuple[str, ...] | None,
    doubt: str | None,
) -> None:
    words = f"({', '.join(filter(None, ('Skipper Pickle', 'Gen Con 98', printed)))})"
    reader = CitationReader(parsed.sources.edited.authorities, (), of_additions=True)
    ((_, _, citation),) = reader.find(words)
    (citation,) = derive(
        replace(parsed.rulings[0], citations=(citation,), mentions=()), [words]
    ).citations
    assert (citation.venue, citation.date, citation.doubt) == (
        "Gen Con 98",
        date,
        doubt,
    )
    assert (citation.date_printed or "", citation_date(citation)) == (printed, shown)
    assert days is None or citation.days == days
    terms = citation_terms(Analyzer.read(), citation, [citation.authority])
    assert {term.split("|")[3] for term in terms} == {*(days or citation.days or [""])}


def test_every_citation_can_be_pasted_into_an_addition_as_it_is_printed(
    kb: Knowledge,
) -> None:
    reader = CitationReader(kb.authorities, (), of_additions=True)
    fields = attrgetter(
        "authority", "person", "via", "about", "venue", "pages", "best_date"
    )
    ((*_, late),) = reader.find("Parrots stay. (Sparky, Netrunner-L, 2035-01-31)")
    added = replace(kb.rulings[-1], citations=(late,))
    for ruling in filter(attrgetter("citations"), (*kb.rulings, added)):
        attributions = [*map(attribution, ruling.citations)]
        assert all(words in ruling.cite() for words in attributions), ruling.id
        printed = f"({'; '.join(attributions)})"
        read = [citation for *_, citation in reader.find(f"Parrots stay. {printed}")]
        assert [*map(fields, read)] == [*map(fields, ruling.citations)], printed


def test_additions_record_their_lines(short_sources: Path) -> None:
    text = (
        "# Ours.\n\n- subject: Asp\n  printed: |\n    One is one.\n\n    (Sparky, 1997-01-01)\n\n\n# A comment.\n- subject: Asp\n  printed: >\n    Two\n    is two.\n"
        "  citation: none\n- subject: Asp\n  printed: 'Three is\n    three.'\n  citation: none\n\n"
        "- {subject: Asp, printed: Four is four., citation: none}"
    )
    (short_sources / "additions" / "2001.yaml").write_text(text, encoding="utf-8")
    assert [
        r.source.lines
        for r in parse(short_sources).rulings
        if r.source.document == "additions-2001"
    ] == [(3, 7), (11, 15), (16, 19), (21, 21)]


def test_decomposed_letters_are_read_as_the_letters_that_they_make(
    short_sources: Path,
) -> None:
    """A pasted é may be two characters. Links and ids must not depend on that."""
    read = []
    for form in ("NFC", "NFD"):
        words = "After Dupré it may.  (Sparky, Netrunner-L, 1997-01-01)"
        entry = f"- subject: Asp\n  printed: {unicodedata.normalize(form, words)}\n"
        file = short_sources / "additions" / "2001.yaml"
        file.write_text(entry, encoding="utf-8")
        read += [
            (r.id, [m.id for m in r.mentions])
            for r in parse(short_sources).rulings
            if "After Dupr" in r.text
        ]
    assert read[0] == read[1]
    assert read[0][1] == ["dupre"]
