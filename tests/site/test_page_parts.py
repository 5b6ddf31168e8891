"""Tests of what the pages of the site show."""

from __future__ import annotations

import re
from html import unescape

import pytest
from msgspec.structs import replace

from rulings.api import KnowledgeBase
from rulings.model.entities import SourceLines
from rulings.model.formatting import cited_parts
from rulings.model.knowledge import Knowledge
from rulings.site.page_parts import latest_rulings, source_url
from support.built_site import Site


@pytest.mark.parametrize(
    ("page", "text"),
    [
        (
            "cards/dr-dreff/",
            "Tom Wylie via JD Wiker, Netrunner-L, 11 March 1997, printed 3/11/96 Likely date",
        ),
        (
            "cards/dr-dreff/",
            "Sparky (Marc Schmalz), Netrunner-L, 31 October 1996 Date restored",
        ),
        ("cards/dr-dreff/", "rez 0 · trash 3 · "),
        ("cards/dr-dreff/", "9 rulings (1 erratum)"),
        (
            "authorities/",
            "The Rules Sensei of the Top Runners’ Conference, a council of players, ruled after",
        ),
        ("cards/accounts-receivable/", "No rulings on this card"),
        ("cards/accounts-receivable/", "Taking Actions and Playing Cards"),
        (
            "cards/taxman/",
            "From Boardwalk “For notes on Virus programs, see Boardwalk.”",
        ),
        ("cards/zombie/", "ice is on a data fort and not in it Art by Pete Venters."),
        ("run-chart/", "Did you score your 7th agenda point?"),
        ("keywords/pit-bull/", "none with rulings"),
    ],
)
def test_pages_contain_what_readers_need_to_know(
    site: Site, page: str, text: str
) -> None:
    assert text in site.text(f"{page}index.html")


@pytest.mark.parametrize(
    ("page", "ids", "count"),
    [
        ("errata", r"(corp|runner)-.", 20),
        ("keywords", r"letter-.", 15),
        ("keywords/sentry", r"letter-.", 15),
        ("cards", r"letter-.", 20),
        ("authorities/sparky", r"month-1996-\d\d", 9),
    ],
)
def test_a_long_list_has_links_to_its_parts(
    site: Site, page: str, ids: str, count: int
) -> None:
    path = f"{page}/index.html"
    parts = {id for id in site.anchors[path] if re.fullmatch(ids, id)}
    assert len(parts) >= count
    assert parts <= {url.removeprefix("#") for url in site.links[path]}


def test_card_pages_show_errata_first_and_rulings_under_questions(
    site: Site, library: KnowledgeBase
) -> None:
    words = site.text("cards/dr-dreff/index.html")
    rulings = library.rulings_for("dr-dreff")
    positions = [
        words.index(part)
        for r in rulings
        for part in (*r.questions[:1], " ".join(r.text.split()))
    ]
    assert positions == sorted(positions)
    assert rulings[0].erratum
    assert (
        words.index("Errata")
        < positions[0]
        < words.index("Mentioned in")
        < words.index("On the run chart")
    )


def test_step_pages_show_their_rulings_and_the_reasons(
    site: Site, kb: Knowledge
) -> None:
    for step in kb.steps:
        path = f"run-chart/step-{step.number}/index.html"
        assert {applied.ruling for applied in step.applied} <= site.anchors[path]
        text = site.text(path)
        assert not [
            applied.reason
            for applied in step.applied
            if f"Why it applies: {applied.reason}" not in text
        ]


def test_document_pages_show_their_title_once(site: Site, kb: Knowledge) -> None:
    for document in kb.documents:
        html = site.pages[f"documents/{document.id}/index.html"]
        headings = re.findall(r"<h[12][^>]*>\s*([^<]*?)\s*<", unescape(html))
        assert headings.count(document.title) == 1, document.id


def test_exactly_the_pages_of_the_other_game_are_marked(site: Site) -> None:
    marked = {path for path, html in site.pages.items() if 'class="other-game"' in html}
    assert [path for path in marked if "android-netrunner" not in path] == []
    pages_of_the_other_game = {
        path for path in site.pages if "android-netrunner" in path
    }
    assert pages_of_the_other_game
    assert pages_of_the_other_game - marked == set()


def test_running_text_contains_no_ids(site: Site, kb: Knowledge) -> None:
    """Ids are allowed in addresses, in code, on paper and in the citation to copy."""
    id_pattern = re.compile(
        r"\b[a-z][a-z0-9-]*-[0-9a-f]{8}\b|(?<![\w-])(?:"
        + "|".join(note.id for note in kb.notes)
        + r")(?![\w-])"
    )
    for path, html in site.pages.items():
        if path.startswith("documents/additions-"):
            continue  # shows the lines of a hand-edited file
        text = re.sub(
            r"<(script|code|pre).*?</\1>|<p class=\"cite-as.*?</p>|<span class=\"on-paper\">.*?</span>",
            "",
            html[html.index("<main") : html.index("</main>")],
            flags=re.DOTALL,
        )
        assert id_pattern.findall(re.sub(r"<[^>]+>", " ", text)) == [], path


@pytest.mark.parametrize(("line", "page"), [(1, 1), (300, 1), (301, 301)])
def test_an_entry_links_to_the_page_with_its_first_line(
    kb: Knowledge, line: int, page: int
) -> None:
    entry = replace(
        kb.rulings[0], source=SourceLines("netrunner-rulings", (line, line))
    )
    assert (
        source_url(kb, entry) == f"/documents/netrunner-rulings/lines-{page}/#L{line}"
    )


def test_the_book_holds_and_indexes_every_entry_of_the_rulings(
    site: Site, library: KnowledgeBase
) -> None:
    words = site.text("book/index.html")
    entries = [*library.rulings, *library.cross_references]
    parts = [
        (entry.id, entry.text[part.start : part.end])
        for entry in entries
        for part in cited_parts(entry)
    ]
    assert [id for id, text in parts if " ".join(text.split()) not in words] == []
    index = site.pages["book/index.html"].split('id="book-index"')[-1]
    subject_ids = {entry.subject.id for entry in entries}
    for card in library.cards:
        assert (f'#book-{card.id}"' in index) == (card.id in subject_ids)


def test_the_news_leave_out_newer_rulings_whose_dates_are_in_doubt(
    kb: Knowledge, library: KnowledgeBase
) -> None:
    news = latest_rulings(kb)
    for ruling in news:
        assert ruling.latest_citation and not ruling.latest_citation.doubt
    in_list = [hit.entity for hit in library.listed("changes") if hit.entity in news]
    assert news == in_list  # and in the same order
