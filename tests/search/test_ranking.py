"""Tests of the loop that ranks: the parts of a score, computed by hand, and promises
about the order.

The meaning and first hits of particular queries are listed in
`data/query-language-cases.yaml` and `data/ranking-cases.yaml`.
`tests/site/test_page_search.py` tests these with the search of the command line and
with the page's.
"""

from __future__ import annotations

import re
from math import log

import pytest
from msgspec.structs import replace

from rulings import Ruling
from rulings.api import KnowledgeBase
from rulings.model.knowledge import Knowledge
from rulings.names.catalogue import names_of
from rulings.search.index_tables import idf
from rulings.search.index_writer import index_files, read_weights
from rulings.search.inverted_index import Index
from rulings.search.query_names import find_names
from rulings.search.ranking import Expansion, _scores, expand, score_documents
from rulings.search.results import Hit
from rulings.search.search_documents import SearchDocument, documents
from rulings.search.search_request import read_request
from support.examples import some_of

EQUAL = replace(
    read_weights(),
    idf_power=1.0,
    text_b=0.0,
    questions_b=0.0,
    missing=0.0,
    few_questions=0.0,
)


def test_the_lists_of_an_expansion_are_those_of_its_example(kb: Knowledge) -> None:
    text = Expansion.__doc__ or ""
    (query,) = re.findall("For `(.+)` it", text)
    rows = re.findall(r"^ {8}(\w+)  +(.+)$", text, re.MULTILINE)
    assert len(rows) == 9
    request = read_request(kb, query)
    for name, shown in rows:
        values = getattr(request.expansion, name)
        if name.endswith("cards"):
            values = [request.index.documents[slot].id for slot in values]
        assert " ".join(values) == shown, name


def small_index(
    kb: Knowledge, *texts: tuple[str, tuple[str, ...]], **weights: float
) -> Index:
    """An index of rulings with these texts and questions, without subjects."""
    rulings = kb.rulings[: len(texts)]
    found = [
        SearchDocument(kind="ruling", entity=ruling, text=text, questions=questions)
        for ruling, (text, questions) in zip(rulings, texts, strict=True)
    ]
    return Index(dict(index_files(kb, found, replace(EQUAL, **weights))), names_of(kb))


def scores(index: Index, query: str) -> list[tuple[int, float]]:
    found, _ = score_documents(
        index, expand(index, find_names(index, query), ()), (), None
    )
    return [(scored.slot, scored.score) for scored in found]


@pytest.mark.parametrize(
    ("frequency", "count", "power", "expected"),
    [
        (0, 10, 1.0, log(22)),
        (10, 10, 1.0, log(1 + 0.5 / 10.5)),
        (0, 10, 0.5, log(22) ** 0.5),
        (5, 10, 0.0, 1.0),
    ],
)
def test_idf_is_that_of_bm25_damped_by_a_power(
    frequency: int, count: int, power: float, expected: float
) -> None:
    assert idf(frequency, count, power) == pytest.approx(expected)


def test_a_score_is_the_saturated_frequency_of_each_word_in_text_and_questions(
    kb: Knowledge,
) -> None:
    index = small_index(
        kb, ("qanat qanat", ("qanat quorn",)), ("quorn", ()), similarity=0.0
    )
    weights, rare, common = index.weights, log(1 + 1.5 / 1.5), log(1 + 0.5 / 2.5)
    of_qanat = weights.text * 2 / (2 + weights.text_k1) + weights.questions / (
        1 + weights.questions_k1
    )
    of_quorn = weights.questions / (1 + weights.questions_k1)
    first = (rare * of_qanat + common * of_quorn) / (rare + common)
    second = common * weights.text / (1 + weights.text_k1) / (rare + common)
    found = scores(index, "qanat quorn")
    assert [slot for slot, _ in found] == [0, 1]
    assert [score for _, score in found] == pytest.approx([first, second])


def test_a_question_is_the_more_similar_the_more_of_its_weight_and_of_the_query_it_shares(
    kb: Knowledge,
) -> None:
    index = small_index(
        kb, ("", ("qanat quorn", "qanat")), ("quorn", ()), text=1e-9, questions=1e-9
    )
    rare, common = log(1 + 1.5 / 1.5), log(1 + 0.5 / 2.5)
    similar, next_one = (
        rare / (rare**0.5 * rare**0.5),
        rare / (rare**0.5 * (rare + common) ** 0.5),
    )
    ((slot, score),) = scores(index, "qanat")
    assert slot == 0
    # Weights are rounded
    assert score == pytest.approx(
        similar + index.weights.second_question * next_one, abs=2e-3
    )


def test_missing_words_and_the_prior_reduce_the_score(kb: Knowledge) -> None:
    index = small_index(kb, ("qanat", ()), ("quorn", ()), missing=0.3, similarity=0.0)
    half = index.weights.text / (1 + index.weights.text_k1) / 2 * (1 - 0.3 / 2)
    assert [score for _, score in scores(index, "qanat quorn")] == [
        pytest.approx(half)
    ] * 2
    document = next(found for found in documents(kb) if found.kind == "cross-reference")
    assert document.kind_factor({"see": 0.72, "on_card": 1.0}) == 0.72
    assert document.few_questions_factor(0.3) == 1.0


def test_synonyms_count_less_than_the_word_that_was_misspelt(kb: Knowledge) -> None:
    index = small_index(kb, ("credits bits", ()), ("encounter", ()))
    corrected, synonyms = sorted(
        (
            group.stems
            for group in expand(
                index, find_names(index, "enconter money"), ()
            ).term_groups
        ),
        key=lambda terms: "encount" not in terms,
    )
    assert corrected == {"encount": 1.0}
    assert synonyms
    assert max(synonyms.values()) < 1


def is_on(kb: Knowledge, hit: Hit, *cards: str) -> bool:
    """Whether the hit's ruling, or a near-identical one, concerns each of the cards:
    the card is its subject or is mentioned.
    """
    shown = [kb.rulings_by_id[id] for id in (hit.id, *hit.near_identical_ids)]
    return {*cards} <= {
        id
        for ruling in shown
        for id in (ruling.subject.id, *(m.id for m in ruling.mentions))
    }


def test_two_names_offer_the_cards_and_then_the_rulings_on_both(
    kb: Knowledge, library: KnowledgeBase
) -> None:
    mentions = [
        (r.subject.id, m.id)
        for r in kb.rulings
        if r.subject.kind == "card"
        for m in r.mentions
    ]
    pairs = sorted(
        {
            (subject, mentioned)
            for subject, mentioned in mentions
            if subject != mentioned
        }
    )
    assert len(pairs) > 100
    missed = []
    for pair in some_of(pairs):
        titles = [kb.cards_by_id[id].title for id in pair]
        hits = [
            hit
            for hit in library.search(" and ".join(titles), 6)
            if isinstance(hit.entity, Ruling)
        ]
        if not is_on(kb, hits[0], *pair):
            missed.append(pair)
    assert missed == []


def test_near_identical_rulings_are_one_hit(library: KnowledgeBase) -> None:
    hits = library.search("bits cannot be used for setting a base link", 20).hits
    assert any(hit.near_identical_ids for hit in hits)
    assert not {other for hit in hits for other in hit.near_identical_ids} & {
        hit.id for hit in hits
    }


def test_superseded_rulings_rank_below_those_that_supersede_them(
    kb: Knowledge, library: KnowledgeBase
) -> None:
    """For the questions that both answer."""
    superseded = [ruling for ruling in kb.rulings if ruling.status == "superseded"]
    assert superseded
    for ruling in superseded:
        ids = [
            hit.id
            for hit in library.search(
                kb.questions[ruling.superseded_by[0]][0], None
            ).hits
        ]
        assert ruling.id not in ids or ids.index(ruling.superseded_by[0]) < ids.index(
            ruling.id
        )


@pytest.mark.parametrize(
    "query", ["run", "can the runner", "virus counters on ice", "type:ice"]
)
def test_order_and_total_do_not_depend_on_the_limit(
    library: KnowledgeBase, query: str
) -> None:
    every = library.search(query, None)
    assert every.total == len(every.hits) > 20
    for limit in (1, 20):
        limited = library.search(query, limit)
        assert (limited.total, limited.hits) == (every.total, every.hits[:limit])


@pytest.mark.parametrize("query", ["break subroutine", "rez ice", "install upgrade"])
@pytest.mark.parametrize("filler", ["a", "an", "the", "my", "this"])
def test_words_that_say_nothing_do_not_decide_what_stands_first(
    library: KnowledgeBase, query: str, filler: str
) -> None:
    verb, noun = query.split()
    assert (
        library.search(f"{verb} {filler} {noun}", 1).hits
        == library.search(query, 1).hits
    )


def test_the_example_of_the_score_has_the_numbers_of_today(
    library: KnowledgeBase,
) -> None:
    example = " ".join((_scores.__doc__ or "").split())
    query, id, score = re.findall(r"README.md: (.*) → (\S+), (\S+)", example)[0]
    hit = library.search(query)[0]
    assert (hit.id, f"{hit.score:.2f}") == (id, score)
    assert example.endswith(f"= {score}")
