"""Tests that the search of the site has all data, in a small file."""

from __future__ import annotations

import gzip
import re
from itertools import combinations, permutations
from operator import attrgetter
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from rulings.api import KnowledgeBase, open_knowledge
from rulings.model import remarks
from rulings.model.entities import Citation, Ruling, Section
from rulings.model.formatting import attributions, cited_parts
from rulings.model.ids import is_ruling_id
from rulings.model.knowledge import Knowledge
from rulings.model.remarks import Verbosity
from rulings.model.subject_pages import card_page, page_rulings
from rulings.search.analysis import Analyzer
from rulings.search.parameters import ENTRY_KINDS
from rulings.search.passages import divide
from rulings.search.search_documents import SearchDocument, documents
from rulings.site.card_data import card_data_scripts
from rulings.site.search_data import SHARED_CONSTANTS, data_scripts
from support.built_site import Site
from support.page_search import run_page_search

MAX_NAMES_SIZE = 40_000  # bytes of the names with their scripts, compressed
MAX_DATA_SIZE = (
    592  # bytes per printed entry, compressed; the first search downloads all data
)


SCRIPTS = Path(__file__).parents[2] / "site/theme/js"
# `const { SIGNS } = site.constants;` at the head of a script, or a single constant
READ_CONSTANTS = r"\{([^{}]*)\} = (?:site\.)?constants;|\bconstants\.([A-Z_]+)"


def test_scripts_use_each_shared_constant_and_no_other() -> None:
    texts = [path.read_text(encoding="utf-8") for path in SCRIPTS.rglob("*.js")]
    read = " ".join(map(" ".join, re.findall(READ_CONSTANTS, " ".join(texts))))
    shared = " ".join(SHARED_CONSTANTS.values()).split()
    assert sorted(shared) == sorted({*re.findall("[A-Z][A-Z_]+", read)})


def expected_on_page(
    document: SearchDocument, analyzer: Analyzer, kb: Knowledge
) -> dict[str, Any]:
    """The values that the page must have for a document. The keys are the page's; lists
    without an order are sorted.
    """
    entity = document.entity
    expected: dict[str, Any] = {
        name: getattr(document, name)
        for name in ("id", "kind", "title", "game", "text")
    }
    known = {f"card/{card.id}" for card in kb.cards} | {
        f"topic/{topic.id}" for topic in kb.topics
    }
    expected |= {
        "about": {
            key: weight for key, weight in document.about.items() if key in known
        },
        "dates": list(document.dates),
        "is": list(document.field_values.get("is", ())),
    }
    if document.kind in ENTRY_KINDS:
        stems = [
            sorted(set(analyzer.stems(question))) for question in document.questions
        ]
        expected |= {
            "extra_words": document.extra_words,
            "questions": sorted(filter(None, stems)),
        }
    if isinstance(entity, Section):
        passage = divide(entity).passages[document.passage_number or 0]
        expected["lines"] = list(passage.lines)
    if isinstance(entity, Ruling):
        ends = [[part.end, attributions(entity, part)] for part in cited_parts(entity)]
        expected |= {
            "remarks": [
                remark.relation
                for remark in remarks.of_entry(entity, Verbosity.WITH_WORDS)
            ],
            "authority": entity.who or "",
            "said": ends if len(ends) > 1 else ends[0][1],
            "near_identical_ids": list(entity.near_identical_ids),
        }
    return expected


def assert_every_document_is_on_the_page(
    kb: Knowledge, page_data: str, folder: Path
) -> None:
    analyzer = Analyzer.read()
    expected_entries = [
        expected_on_page(document, analyzer, kb) for document in documents(kb)
    ]
    shown_documents = run_page_search(page_data, folder)["documents"]
    assert len(shown_documents) == len(expected_entries)
    for entry, expected in zip(shown_documents, expected_entries, strict=True):
        shown = {**entry, "questions": sorted(entry["questions"])}
        assert {name: shown[name] for name in expected} == expected


def test_the_page_has_every_document_unchanged(
    kb: Knowledge, page_data: str, tmp_path: Path
) -> None:
    assert_every_document_is_on_the_page(kb, page_data, tmp_path)


def test_the_page_and_the_library_agree_on_what_concerns_several_cards(
    kb: Knowledge, library: KnowledgeBase, page_data: str, tmp_path: Path
) -> None:
    ruled = [card.id for card in kb.cards if page_rulings(card_page(kb, card.id))]
    three = ("glacier", "digiconda", "security-purge")
    groups = [*[*combinations(ruled, 2)][::11], *permutations(three)]
    joint = [
        sorted(ruling.id for ruling in library.joint_rulings(*group))
        for group in groups
    ]
    # no ruling, one that names both cards, and five that both inherit
    assert {0, 1, 5} <= {len(ids) for ids in joint}
    assert run_page_search(page_data, tmp_path, groups=groups)["joint"] == joint


def test_the_page_has_the_documents_of_a_small_knowledge_base(
    small_folder: Path, tmp_path: Path
) -> None:
    """Most lists are empty, and a ruling mentions a card that is missing."""
    kb = open_knowledge(small_folder)
    assert_every_document_is_on_the_page(
        kb, "".join(data_scripts(kb).values()), tmp_path
    )


def test_the_page_reads_every_year_that_a_date_may_have(
    small_folder: Path, tmp_path: Path
) -> None:
    kb = open_knowledge(small_folder)
    citations = tuple(
        Citation("", "Sparky", date=f"{year}-12-31") for year in range(1996, 2090)
    )
    kb = kb.replaced(
        rulings=(replace(kb.rulings[0], citations=citations), *kb.rulings[1:])
    )
    assert_every_document_is_on_the_page(
        kb, "".join(data_scripts(kb).values()), tmp_path
    )


def test_one_file_of_the_search_may_be_of_another_edition(
    small_folder: Path, tmp_path: Path
) -> None:
    """As after an interrupted update. One edition has a person that the other lacks."""
    kb = open_knowledge(small_folder)
    other, own = data_scripts(kb.replaced(rulings=kb.rulings[:1])), data_scripts(kb)
    queries = [
        ("dr dreff", 10),
        ("tom wylie", 10),
        *((ruling.text, 10) for ruling in kb.rulings),
    ]
    found = []
    for names in (own, other):
        answers = run_page_search(
            names["name-data.js"] + own["search.js"] + own["search-data.js"],
            tmp_path,
            queries,
        )
        found.append(
            [[*filter(is_ruling_id, row["ids"])] for row in answers["answers"]]
        )
    assert found[0] == found[1]
    assert all(found[0])


def test_a_ruling_changes_nothing_in_the_files_that_the_folder_of_scripts_is_named_after(
    small_folder: Path,
) -> None:
    kb = open_knowledge(small_folder)
    *others, last = kb.rulings
    added = replace(last, source=replace(last.source, document="additions-2035"))
    corrected = replace(last, id=f"{last.id}0")
    before, after, printed, reprinted = (
        data_scripts(edition) | card_data_scripts(edition, attrgetter("id"))
        for edition in (
            kb.replaced(rulings=others),
            kb.replaced(rulings=(*others, added)),
            kb,
            kb.replaced(rulings=(*others, corrected)),
        )
    )
    differing = {path for path in before if before[path] != after[path]}
    assert differing == {"name-data.js", "search-data.js", "card-data.js"}
    differing = {path for path in printed if printed[path] != reprinted[path]}
    assert differing == {"search-data.js", "card-data.js", "text-data.js"}


def test_search_data_stay_below_the_size_limit(kb: Knowledge, page_data: str) -> None:
    size = len(gzip.compress(page_data.encode(), 9, mtime=0))
    assert size <= MAX_DATA_SIZE * len(kb.ruling_entries)


def test_the_names_come_first_in_a_small_file(site: Site) -> None:
    files = [*site.folder.glob("assets/*/name*.js")]
    sizes = [len(gzip.compress(file.read_bytes(), 9, mtime=0)) for file in files]
    assert len(sizes) == 2
    assert sum(sizes) <= MAX_NAMES_SIZE
