"""Tests that README, changelog, site and commands give the same numbers of rulings, cross-references and entries."""

from __future__ import annotations

import re
from pathlib import Path

from rulings.api import KnowledgeBase
from rulings.parser.parse import check
from rulings.search import Options, search
from support.built_site import Site
from support.printed_documents import ENTRY_COUNT, ENTRY_KINDS

ROOT = Path(__file__).parents[2]
ENTRIES, REFERENCES = ENTRY_COUNT, ENTRY_KINDS["see"]
RULINGS = ENTRIES - REFERENCES


def test_rulings_and_cross_references_are_counted_alike(kb: KnowledgeBase, site: Site) -> None:
    assert len([ruling for ruling in kb.rulings if ruling.source.document == "netrunner-rulings"]) == ENTRIES
    counts = check(kb.folder).counts
    assert (counts["entries"], counts["rulings"], counts["cross-references"]) == (ENTRIES, RULINGS, REFERENCES)
    words = f"{RULINGS} rulings and {REFERENCES} cross-references"
    assert f"len(kb.rulings)  # {ENTRIES} entries: {words}" in (ROOT / "README.md").read_text(encoding="utf-8")
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    errata = ENTRY_KINDS["errata"]
    assert f"{RULINGS} rulings ({errata} of them errata) and {REFERENCES} cross-references" in changelog
    assert f"All {words}" in site.text("book/index.html")


def test_a_search_finds_what_the_page_of_an_authority_counts(kb: KnowledgeBase, site: Site) -> None:
    assert "231 rulings and 5 more relayed" in site.text("authorities/index.html")
    for authority in kb.authorities:
        summary = site.text(f"authorities/{authority.id}/index.html")
        said, relayed = re.search(r"(\d+) rulings?(?: ?(\d+) more relayed)?", summary).groups(default="0")  # type: ignore[union-attr]
        found = search(kb, f'by:"{authority.name}"', Options(1)).total
        assert found == int(said) + int(relayed), authority.name
