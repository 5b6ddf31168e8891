"""Tests of the hits of a search: passages, highlighted words, scores and JSON."""

from __future__ import annotations

import json
import re

from rulings.api import KnowledgeBase
from rulings.search import search
from rulings.search.analysis import Analyzer
from rulings.search.constants import UNHIGHLIGHTED_WORDS
from rulings.search.statements import statements, without_markdown
from rulings.search.stored import StoredDocument
from rulings.site.rendering import RelativeLinks, section_prose


def test_table_rows_are_shown_with_their_header(kb: KnowledgeBase) -> None:
    (section,) = (section for section in kb.sections if section.id == "tournament-basic-structure")
    rows = [found.text for found in statements(section) if "65-96" in found.text]
    assert rows == ["Number of Registered Players · Number of Swiss Rounds · Size of Cut\n65-96 · 6 · Top 8"]


def test_statements_of_a_section_that_answer_together_are_one_hit(kb: KnowledgeBase) -> None:
    hit = search(kb, "what does brain damage do").hits[0]
    assert hit.id == "manual-damage"
    assert hit.passage.splitlines() == [
        "Meat, Net, or Brain Damage: Each point causes loss of 1 random card from hand.",
        "Brain Damage: Also reduces Runner’s hand size by 1 permanently per point.",
    ]
    assert len(hit.text) > len(hit.passage)


def test_what_is_superseded_never_stands_for_its_neighbours(kb: KnowledgeBase) -> None:
    hits = search(kb, "price for installing the third ice").hits
    (hit,) = (hit for hit in hits if hit.id == "manual-installing-and-rezzing")
    assert "Third: 2 Bits" in hit.passage
    assert "Trash ICE at any time" not in hit.passage
    assert hit.status == "in-force"


def test_statements_contain_no_markdown_and_every_word(kb: KnowledgeBase) -> None:
    words = Analyzer.read().words
    for section in kb.sections:
        found = statements(section)
        shown = {word for statement in found for word in words(statement.text)}
        printed = {
            word for line in section.text.splitlines() if "|" not in line for word in words(without_markdown(line))
        }
        assert printed <= shown, section.id
        for statement in found:
            assert not re.search(r"[*`]|^[-+•|]|^#+ |---", statement.text), (section.id, statement.text)


def test_the_addresses_of_statements_are_anchors(kb: KnowledgeBase) -> None:
    (section,) = (section for section in kb.sections if section.id == "manual-damage")
    html = section_prose((), section, RelativeLinks(section.url.partition("#")[0]))
    for statement in statements(section):
        assert f'<span id="{statement.fragment}"></span>' in html


RESULT_KEYS = {"query", "total", "notes", "hits", "confidence", "explanation", "nearest", "counts"}
HIT_KEYS = {*StoredDocument.__struct_fields__, "score"}


def test_hits_have_the_documented_keys(kb: KnowledgeBase) -> None:
    results = json.loads(json.dumps(search(kb, "jack out").view()))
    assert results.keys() == RESULT_KEYS
    assert results["query"] == "jack out"
    for hit in results["hits"]:
        assert hit.keys() == HIT_KEYS
    scores = [hit["score"] for hit in results["hits"]]
    assert scores == sorted(scores, reverse=True)
    assert results["total"] >= len(scores)


def test_hits_explain_their_score(kb: KnowledgeBase) -> None:
    hit = search(kb, "trace limit").hits[0]
    assert {"text", "questions", "similarity", "card", "coverage"} <= hit.features.keys()
    explained = search(kb, "trace limit").view(explain=True)
    assert explained.keys() == RESULT_KEYS | {"reading"}
    assert explained["hits"][0].keys() == HIT_KEYS | {"features"}


def test_spans_mark_the_query_words_in_any_form(kb: KnowledgeBase) -> None:
    hit = next(h for h in search(kb, "trashing program").hits if h.id == "trashing-cards-824be6e1")
    highlighted = {hit.passage[start:end].lower() for start, end in hit.spans}
    assert highlighted == {"trashing", "trashes", "trashed", "program"}


def test_everyday_words_are_not_marked(kb: KnowledgeBase) -> None:
    hit = search(kb, "can the corp rezz it during a run").hits[0]
    highlighted = {hit.passage[start:end].lower() for start, end in hit.spans}
    assert "during" in highlighted
    assert highlighted.isdisjoint(UNHIGHLIGHTED_WORDS.split())
    assert not set(hit.passage.lower().split()).isdisjoint(UNHIGHLIGHTED_WORDS.split())
