"""Tests of what is computed from the data of the files: the order of topics and
rulings, and near-identical rulings.
"""

from __future__ import annotations

from msgspec.structs import replace

from rulings.api import KnowledgeBase
from rulings.model.entities import Reference, SourceLines, Topic
from rulings.model.knowledge import Knowledge
from rulings.model.loader import in_order_of_print


def test_topics_with_only_added_rulings_follow_those_of_the_printed_list(
    kb: Knowledge,
) -> None:
    topics = [
        Topic("added", "Added"),
        Topic("printed", "Printed"),
        Topic("added-later", "Added Later"),
    ]
    sources = {
        "printed": SourceLines("netrunner-rulings", (500, 503)),
        "added": SourceLines("additions-2035", (1, 4)),
        "added-later": SourceLines("additions-2036", (1, 4)),
    }
    rulings = [
        replace(
            kb.rulings[0], subject=Reference("topic", id, id.title()), source=source
        )
        for id, source in sources.items()
    ]
    assert [topic.id for topic in in_order_of_print(topics, rulings)] == [
        "printed",
        "added",
        "added-later",
    ]


def test_errata_come_first(kb: Knowledge, library: KnowledgeBase) -> None:
    for subject in (*kb.cards_by_id, *kb.topics_by_id):
        rulings = library.rulings_for(subject)
        are_others = [not ruling.erratum for ruling in rulings]
        assert are_others == sorted(are_others), subject
        assert {ruling.kind for ruling in rulings} <= {"ruling"}


def test_rulings_with_the_same_words_name_each_other_in_the_order_of_the_rulings(
    library: KnowledgeBase,
) -> None:
    order = [ruling.id for ruling in library.rulings]
    for ruling in library.rulings:
        for id in ruling.near_identical_ids:
            others = {ruling.id, *ruling.near_identical_ids} - {id}
            assert library.ruling(id).near_identical_ids == tuple(
                sorted(others, key=order.index)
            )
