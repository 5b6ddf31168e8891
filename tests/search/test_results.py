"""Tests of what a search reports: how the query was read, confidence, the other game,
why nothing was found, conditions, JSON.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import replace

from rulings.api import KnowledgeBase, open_knowledge
from rulings.model.formatting import counted_rulings
from rulings.model.knowledge import Knowledge
from rulings.model.page_table import PAGES
from rulings.search import (
    answerability,
    pipeline,
    retrieval,
    search,
    search_request,
    sentences,
)
from rulings.search.analysis import Analyzer
from rulings.search.inverted_index import open_index
from rulings.search.query_names import find_names
from rulings.search.ranking import expand
from rulings.search.results import Results
from rulings.search.search_documents import documents
from support.data_files import now
from support.examples import some_of

OTHER_GAME = "Android: Netrunner (2012); these rulings are about the 1996 game"

# Words that belong to no game and occur nowhere in the index
FOREIGN = (
    "aluminium baud compiler gigabyte harbour kilometre licence oatmeal parser velvet"
)


@pytest.mark.parametrize("word", [*FOREIGN.split(), "moon", "coke"])
def test_a_word_that_stands_nowhere_is_doubted_and_named(
    library: KnowledgeBase, word: str
) -> None:
    results = library.search(word)
    assert results.confidence == "low"
    assert results.notes or results.explanation


@pytest.mark.parametrize(
    "query",
    [
        "bordwalk",
        "boardw",
        "tracing",
        "quiz",
        now("dr-dreff-8a16f88d"),
        "glacier vs dreff",
    ],
)
def test_a_whole_name_is_certain(library: KnowledgeBase, query: str) -> None:
    assert library.search(query).confidence == "high"


@pytest.mark.parametrize("query", ["good day", "losing the game", "won't jack out"])
def test_medium_confidence_is_told_in_one_short_note(
    library: KnowledgeBase, query: str
) -> None:
    results = library.search(query)
    assert (results.confidence, results.to_dict()["confidence"]) == ("medium",) * 2
    assert results.notes == (sentences.SENTENCES["read closely"],)
    assert len(sentences.SENTENCES["read closely"].split()) <= 10


PEOPLE = ("sparky", "tom wylie", "skipper pickle", "jd wiker")
NATURES = ("errata", "unofficial rulings", "disputed ones", "superseded rulings")
DENIALS = (
    *("rulings not by {}", "tracing, but not from {}", "virus rulings except {}"),
    *("trace rulings without {}", "anything excluding {}", "any ruling other than {}"),
    "virus rulings, but nothing by {}",
)
BOUNDS = (
    "before 1997",
    "after june 1996",
    "since 1998",
    "until may",
    "earlier than 96",
    "post 1997",
    "pre june 1996",
)


@pytest.mark.parametrize("denial", DENIALS)
def test_a_denied_person_or_nature_asks_for_a_list(kb: Knowledge, denial: str) -> None:
    for denied in (*PEOPLE, *NATURES):
        request = search_request.read_request(kb, denial.format(denied))
        doubts = answerability.assess(retrieval.ranked_results(request)).doubts
        assert doubts == [sentences.note("list")], request.text


@pytest.mark.parametrize("bound", [*BOUNDS, "from oldest to newest", "most recent"])
def test_words_that_only_limit_a_list_ask_for_one(kb: Knowledge, bound: str) -> None:
    for listed in ("rulings", "all errata", "unofficial rulings", *PEOPLE):
        request = search_request.read_request(kb, f"{listed} {bound}")
        doubts = answerability.assess(retrieval.ranked_results(request)).doubts
        assert doubts == [sentences.note("list")], request.text


def test_nothing_that_is_printed_here_is_called_the_other_games(
    kb: Knowledge, library: KnowledgeBase
) -> None:
    other, words = kb.computed(open_index).tables.other_game, Analyzer.read().words
    ours = [d for d in documents(kb) if d.game == "netrunner"]
    printed = [
        " ".join(["", *words(text), ""])
        for d in ours
        for text in (f"{d.title} {d.text}", *d.names)
    ]
    theirs = [*other.titles, *other.terms]
    assert len(theirs) > 1000
    assert [
        name for name in theirs if any(f" {name} " in text for text in printed)
    ] == []
    keywords = {keyword for card in kb.cards for keyword in card.keywords}
    texts = [" ".join(ruling.text.split()[:6]) for ruling in kb.rulings[::20]]
    for query in (
        *keywords,
        *texts,
        "ends your run after the current encounter",
        "bad publicity",
    ):
        assert not [
            note for note in library.search(query, 1).notes if OTHER_GAME in note
        ], query


# Query → why its answer is doubted, or empty if it is not
REASONS = {
    "does Sneakdoor Beta count as a run on HQ": f"Sneakdoor Beta is a card of {OTHER_GAME}",
    "Sterdroid noisy?": "nothing here answers this question",
    "how many bits at start": "only the printed rulebook says with how many bits each side begins, and it is not among the documents",
    "bordwalk": "",
    "glacier agenda point dreff": "",
    "is:errata zzzz": "no ruling, section or step contains “zzzz”",
    "can the corp redraw its opening hand": "the best match is about Android: Netrunner (2012)",
    "tarce limit": "",
    "good day": sentences.SENTENCES["read closely"],
    "armageddon doom counter -wiker": sentences.SENTENCES["read closely"],
}


@pytest.mark.parametrize("query", REASONS)
def test_the_first_reason_to_doubt_is_told(kb: Knowledge, query: str) -> None:
    request = search_request.read_request(kb, query)
    doubts = answerability.assess(retrieval.ranked_results(request)).doubts
    assert [doubt.sentence for doubt in doubts] == [*filter(None, [REASONS[query]])]


def test_a_question_that_an_addition_answers_is_not_left_to_the_printed_rulebook(
    small_folder: Path,
) -> None:
    question = "What does it cost to remove a tag?"
    small = open_knowledge(small_folder)
    assert "only the printed rulebook says" in str(search(small, question))
    questions = {**small.edited.questions, small.rulings[0].id: [question]}
    edited = replace(small.edited, questions=questions)
    assert search(small.replaced(edited=edited), question).confidence == "high"


def test_no_question_that_an_entry_answers_is_left_to_the_printed_rulebook(
    kb: Knowledge,
) -> None:
    index = kb.computed(open_index)
    theirs = {section.id for section in kb.sections if section.game != "netrunner"}
    answered = [
        question
        for id, questions in kb.questions.items()
        if id not in theirs
        for question in questions
    ]
    assert len(answered) > 8000
    asked = some_of(answered, 20)
    assert not [
        q
        for q in asked
        if answerability.rulebook_sentence(
            index, expand(index, find_names(index, q), [])
        )
    ]


def test_every_doubt_has_its_reason(kb: Knowledge, library: KnowledgeBase) -> None:
    questions = [
        *kb.edited.unanswered[::60],
        "can the corp redraw its opening hand",
        "executed",
        "zzz ice",
        "hope and glory",
    ]
    results = [library.search(question, 3) for question in questions]
    doubted = [found for found in results if found.confidence != "high"]
    assert len(doubted) > 10
    assert [
        found.query for found in doubted if not (found.notes or found.explanation)
    ] == []


def test_a_hit_can_be_cited_and_says_who_when_and_where_apart(
    library: KnowledgeBase,
) -> None:
    results = library.search("card:dreff is:errata", 2)
    (ruling,), card = results, library.search("dreff", 1).hits[0]
    assert (ruling.who, ruling.date, ruling.venue) == (
        "Sparky",
        "1996-08-09",
        "Netrunner-L",
    )
    assert results.cite() == [ruling.cite()] == [library.ruling(ruling.id).cite()]
    assert card.to_dict()["who"] is None
    address = "https://rules.example/cards/dr-dreff/"
    count = counted_rulings(library.rulings_for("dr-dreff"))
    named = f"Dr. Dreff: {count} [dr-dreff]"
    assert (card.is_cited, card.cite()) == (False, named)
    assert card.cite("https://rules.example/") == f"{named} {address}"
    for hit in library.search("keyword:virus", None):
        assert hit.id in hit.cite(markdown=True)


@pytest.mark.slow
def test_most_questions_listed_as_unanswered_are_doubted(
    kb: Knowledge, results_of: Callable[[str], Results]
) -> None:
    results = [results_of(question) for question in kb.edited.unanswered[::10]]
    assert sum(found.confidence == "low" for found in results) >= 0.9 * len(results)


def test_a_negative_limit_is_an_error(library: KnowledgeBase) -> None:
    with pytest.raises(ValueError):
        library.search("dreff", limit=-1)


RESULT_KEYS = {
    *"query total notes doubts hits confidence explanation nearest counts".split()
}
HIT_KEYS = {
    *"kind id title document game text passage status superseded_by".split(),
    *("url", "question", "who", "date", "venue", "speakers", "citations", "natures"),
    *("near_identical_ids", "remarks", "score"),
}


def test_hits_have_the_documented_keys(library: KnowledgeBase) -> None:
    results = json.loads(json.dumps(library.search("jack out").to_dict()))
    assert results.keys() == RESULT_KEYS
    assert results["query"] == "jack out"
    assert all(hit.keys() == HIT_KEYS for hit in results["hits"])
    scores = [hit["score"] for hit in results["hits"]]
    assert scores == sorted(scores, reverse=True)


def test_threads_that_search_at_once_find_the_same(library: KnowledgeBase) -> None:
    queries = [
        "jack out",
        "dreff rezzed",
        "virus",
        '"jack out"',
        "ice strength order of changes",
    ] * 20
    with ThreadPoolExecutor(8) as threads:
        found = list(
            threads.map(lambda query: library.search(query).to_dict(), queries)
        )
    assert found == [library.search(query).to_dict() for query in queries]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_child_forked_while_a_search_runs_can_search(library: KnowledgeBase) -> None:
    library.search("jack out")
    with pipeline.INDEX_LOCK:
        child = os.fork()
        if child == 0:
            signal.alarm(30)
            os._exit(0 if library.search("jack out").hits else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_words_of_a_citation_are_words_of_the_entry(
    kb: Knowledge, library: KnowledgeBase
) -> None:
    for name, words in product(("Wylie", "Sparky", "Pickle 1998"), ("trace", "damage")):
        first = kb.rulings_by_id[library.search(f"{name} {words}", 1)[0].id]
        people = {citation.authority for citation in first.citations}
        assert any(name.split()[0] in person for person in people), (name, words)


@pytest.mark.parametrize("kind", ["card", "keyword", "page", "topic", "section"])
def test_a_hit_has_a_document_only_if_it_is_in_one(
    kb: Knowledge, library: KnowledgeBase, kind: str
) -> None:
    of_documents = {page.id for page in PAGES if page.document}
    of_documents |= {document.id for document in kb.documents}
    hits = library.search(f"kind:{kind}", limit=None).hits
    assert hits
    for hit in hits:
        in_document = kind in ("topic", "section") or hit.id in of_documents
        assert (hit.document in kb.documents_by_id) == in_document
        assert in_document or hit.to_dict()["document"] is None
