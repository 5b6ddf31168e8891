"""Tests of the built site's files for programs: JSON, feed, site map, search."""

from __future__ import annotations

import json
import re
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from rulings.api import KnowledgeBase
from rulings.deck.decklist import Deck
from rulings.deck.sheet import Sheet
from rulings.model import entities, records
from rulings.model.knowledge import Knowledge
from rulings.model.subject_pages import CardPage, TopicPage, card_page
from rulings.search.results import KEYS as HIT_KEYS
from rulings.search.results import Results
from rulings.site.machine_files import news, sitemap, timestamp, urn
from rulings.site.other_pages import generated_pages
from support.built_site import Site
from support.project_copy import ROOT

ATOM = "{http://www.w3.org/2005/Atom}"


def test_json_files_hold_what_the_command_line_prints(
    site: Site, kb: Knowledge, library: KnowledgeBase
) -> None:
    assert (
        json.loads(site.read("api/cards/dr-dreff.json"))
        == card_page(kb, "dr-dreff").to_dict()
    )
    exported = library.export()
    kinds = ("cards", "topics", "rulings", "cross_references", "sections", "documents")
    for kind in (*kinds, "steps"):
        assert json.loads(site.read(f"api/{kind}.json")) == exported[kind]


def test_the_search_file_lists_everything_that_can_be_found(
    site: Site, kb: Knowledge
) -> None:
    results = json.loads(site.read("api/search.json"))
    assert set(results) == {"query", "total", "notes", "hits"}
    names = {*records.Record("", "", "", "").to_dict(), "document", "game", "score"}
    assert [hit["id"] for hit in results["hits"] if set(hit) != names] == []
    assert results["total"] == len(results["hits"])
    hits = {hit["id"]: hit for hit in results["hits"]}
    for ruling in kb.rulings:
        assert hits[ruling.id].items() >= records.record(ruling).to_dict().items()
    found = {(hit["kind"], hit["id"]) for hit in results["hits"]}
    assert len(found) == len(results["hits"])
    listed_by_kind: dict[str, Any] = {
        "card": kb.cards,
        "topic": kb.topics,
        "ruling": kb.rulings,
        "cross-reference": kb.cross_references,
        "section": [
            section for section in kb.sections if section.text or section.tables
        ],
        "step": kb.steps,
    }
    assert {
        (kind, entity.id)
        for kind, listed in listed_by_kind.items()
        for entity in listed
    } <= found
    assert {("keyword", "virus"), ("authority", "sparky"), ("page", "quiz")} <= found


@pytest.mark.parametrize(
    ("heading", "shape"),
    [
        ("A ruling", entities.Ruling),
        ("A citation", entities.Citation),
        ("A card", entities.Card),
        ("A card with its rulings", CardPage),
        ("A group of inherited rulings", entities.Inherited),
        ("A section", entities.Section),
        ("A step", entities.Step),
        ("A topic", entities.Topic),
        ("A topic with its rulings", TopicPage),
        ("A document", entities.Document),
        ("An authority", entities.Authority),
        ("The results of a search", Results),
        ("A hit", {*HIT_KEYS}),
        ("The sheet of a deck", Sheet),
        ("A deck as it was read", Deck),
        ("A note", entities.Note),
        ("A note in a ruling, section or step", entities.EntryNote),
    ],
)
def test_the_page_for_programs_explains_every_key(
    heading: str, shape: type | set[str]
) -> None:
    page = (ROOT / "site" / "pages" / "for-programs.md").read_text(encoding="utf-8")
    table = page.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    keys = [
        key
        for row in re.findall(r"^\| (`[^|]*) \|", table, re.MULTILINE)
        for key in re.findall(r"`(\w+)`", row)
    ]
    assert len(keys) == len(set(keys))
    names = (
        shape
        if isinstance(shape, set)
        else getattr(shape, "__struct_encode_fields__", shape.__annotations__)
    )
    fields = {*names} - {"spans", "entity"}
    assert {*fields} - {*keys} == set(), (
        f"explain these keys in for-programs.md, “{heading}”"
    )
    assert {*keys} - {*fields} == set(), (
        f"for-programs.md explains keys that {heading} lacks"
    )


def test_the_feed_has_unique_entries_newest_first(site: Site, kb: Knowledge) -> None:
    editions: list[dict[str, object]] = [
        {"version": "1.0.0", "date": "2035-01-31"},
        {"version": "1.1.0", "date": "2035-03", "words": "A & B"},
    ]
    rows = news(kb, editions)
    assert [
        (timestamp(row["date"]), row["title"], row["text"]) for row in rows[:2]
    ] == [
        ("2035-03-01T00:00:00Z", "Edition 1.1.0", "A & B"),
        ("2035-01-31T00:00:00Z", "Edition 1.0.0", ""),
    ]
    assert len(rows) == len({urn(row["name"]) for row in rows})
    tree = ElementTree.fromstring(site.read("feed.xml"))
    assert (tree.findtext(f"{ATOM}updated") or "").endswith("T00:00:00Z")
    assert {link.get("href") for link in tree.iter(f"{ATOM}link")} >= {
        "feed.xml",
        "whats-new/index.html",
    }


@pytest.mark.parametrize(
    ("added", "editions", "date"),
    [
        ("2035-03-01", [{"version": "1.1.0", "date": "2035-01-31"}], "2035-03-01"),
        (None, [{"version": "1.1.0", "date": "2035-01-31"}], "2035-01-31"),
        (
            None,  # neither an edition before it nor a later one is its first
            [
                {"version": "1.2.0", "date": "2036-01-31"},
                {"version": "1.1.0", "date": "2035-01-31"},
                {"version": "1.0.0", "date": "1996-12-01"},
            ],
            "2035-01-31",
        ),
        (None, [{"version": "1.1.0"}], "1997-02-25"),  # before the first release
    ],
)
def test_the_feed_dates_an_addition_by_the_day_it_was_added(
    kb: Knowledge, added: str | None, editions: list[dict[str, str]], date: str
) -> None:
    source = entities.SourceLines("additions-2034", (1, 1))
    ruling = replace(kb.rulings_by_id["dr-dreff-601afce4"], source=source, added=added)
    rows = news(kb.replaced(rulings=(ruling,)), editions)
    assert [row["date"] for row in rows if row["url"] == ruling.url] == [date]


def test_the_site_map_lists_every_card_and_only_existing_pages(
    site: Site, kb: Knowledge
) -> None:
    urls = [page.url for page in generated_pages(kb) if page.is_indexable]
    tree = ElementTree.fromstring(sitemap(urls, "https://example.org/"))
    locations = [
        (element.text or "").removeprefix("https://example.org/")
        for element in tree.iter()
        if element.tag.endswith("loc")
    ]
    assert {f"cards/{card.id}/" for card in kb.cards} <= set(locations)
    assert [
        location
        for location in locations
        if not (site.folder / location / "index.html").is_file()
    ] == []


def test_a_site_without_an_address_has_no_files_that_need_one(site: Site) -> None:
    """The site map and the search description require absolute addresses."""
    assert not [
        name
        for name in ("sitemap.xml", "opensearch.xml")
        if (site.folder / name).exists()
    ]
    assert 'rel="search"' not in site.read("index.html")
