"""Tests that the search of the site, run in Node, gives the same answers as the command line's."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from rulings.cli import name_command
from rulings.model.knowledge import Knowledge
from rulings.model.vocabulary import CARD_TYPES
from rulings.names import name_matching, resolver
from rulings.names.catalogue import names_of
from rulings.names.name_matching import first_meaning
from rulings.names.name_table import Resolution
from rulings.search import answerability, retrieval, search, search_request, sentences
from rulings.search.analysis import Analyzer
from rulings.search.fields import FIELDS
from rulings.search.results import Results
from rulings.search.search_documents import documents
from rulings.search.search_request import read_request
from support.command_line import run_cli
from support.data_files import DATA, read_data
from support.examples import SEED, some_of
from support.page_search import run_page_search
from support.random_queries import queries_on_citations, random_queries
from support.typed_names import AMBIGUOUS, INTENDED, NONSENSE

CASES = [
    *read_data("ranking-cases.yaml"),
    *read_data("query-language-cases.yaml"),
]
QUERIES = {
    file.stem: read_data(file) for file in sorted((DATA / "queries").glob("*.yaml"))
}
NAMES = [
    *(
        "smc",
        "bartm",
        "bod",
        "the shell",
        "traders shell",
        "pi in the face",
        "smiths pawnshp",
    ),
    *("ai", "w"),
    *(typed for names in INTENDED.values() for typed, _ in names),
    *(typed for typed, _ in AMBIGUOUS),
    *NONSENSE,
]
PLACEHOLDERS = {  # in the notes and explanations of cases
    "{types}": ", ".join(sorted(type.lower() for type in CARD_TYPES)),
    "{not a date}": "(a date is 1996, 1996-08, 1996-08-06 or 1996..1997)",
    "{closely}": sentences.SENTENCES["read closely"],
    "{lists}": sentences.SENTENCES["list"],
    "{no match}": sentences.SENTENCES["no match"],
    "{inexact}": sentences.SENTENCES["not exact"],
}
TEN, ALL = 10, 2000  # maximum numbers of hits
WHOLE = {"finds", "leaves_out", "same_as"}  # keys of a case that need all hits
LIMITS_OF_CASES = {
    q: ALL if WHOLE & case.keys() else TEN
    for case in sorted(CASES, key=lambda case: not WHOLE.isdisjoint(case))
    for q in (case["q"], *case.get("same_as", ()))
}


def read_name(kb: Knowledge, example: str) -> Resolution:
    """The meaning of a name of a card or topic; `trace` is an example of topics alone."""
    if example == "trace":
        return first_meaning(names_of(kb), example, "topic")
    return first_meaning(names_of(kb), example, "card", "topic")


# The tables of readings, each with a function that reads an example
LADDERS: dict[str, tuple[dict[str, Any], Callable[[Knowledge, str], object]]] = {
    "command": (
        name_command.LOOKUP_READERS,
        lambda _, example: run_cli(*example.split()),
    ),
    "resolver": (resolver.REFERENCE_READERS, resolver.resolve),
    "names": (name_matching.NAME_READERS, read_name),
    "search": (search_request.QUERY_READERS, read_request),
}
# The examples of the criteria of `answerability`
CRITERIA = re.findall(
    r'yield \w+\(\s*"([^"]+)"',
    Path(answerability.__file__).read_text(encoding="utf-8"),
)
SOME_QUERIES = [
    *(item["q"] for items in QUERIES.values() for item in items[::200]),
    *(
        "how many rounds for 16 players",
        "top cut 53 people",
        "tournament of 300",
        "8 players",
        *itertools.chain.from_iterable(table for table, _ in LADDERS.values()),
        *CRITERIA,
    ),
]


@dataclass
class Searches:
    """The answers of both searches. The page's scripts get everything at once, so Node
    starts only once.
    """

    kb: Knowledge
    results_of: Callable[[str], Results]
    page_data: str
    folder: Path  # for the scripts that the site generates
    limits: dict[str, int]  # query → maximum number of hits

    @cached_property
    def words(self) -> list[str]:
        """The words of the documents and of our questions, and invented words with
        common endings.
        """
        analyzer = Analyzer.read()
        texts = [
            " ".join([document.title, document.text, *document.questions])
            for document in documents(self.kb)
        ]
        known = {word for text in texts for word in analyzer.words(text)}
        invented = {
            stem + ending
            for stem in sorted(known)[::20]
            for ending in "s ed ing ation fully ness ities eed y".split()
        }
        return sorted(known | invented)

    @cached_property
    def page(self) -> dict[str, Any]:
        """The results of the page's scripts for queries, words and names."""
        names, words = (
            (NAMES, self.words) if SOME_QUERIES[0] in self.limits else ((), ())
        )
        return run_page_search(
            self.page_data,
            self.folder,
            self.limits.items(),
            words,
            names,
            judged=CRITERIA,
            reworded=CRITERIA,
        )

    @cached_property
    def page_answers(self) -> dict[str, dict[str, Any]]:
        """Query → the answer of the page's scripts."""
        return dict(zip(self.limits, self.page["answers"], strict=True))

    def command_line(self, query: str) -> Results:
        """The answer of the command line's search."""
        limit = self.limits[query]
        return self.results_of(query) if limit == TEN else search(self.kb, query, limit)

    def values(self, engine: str, query: str) -> dict[str, Any]:
        """The answer of one of the searches: the keys of its JSON, the ids of the hits,
        and the words that ranking uses.
        """
        if engine == "page":
            return self.page_answers[query]
        words = read_request(self.kb, query).query.text
        return {
            **self.command_line(query).to_dict(),
            "ids": self.ids(engine, query),
            "words": words,
        }

    def ids(self, engine: str, query: str) -> list[str]:
        """The ids that one of the searches finds."""
        return (
            self.page_answers[query]["ids"]
            if engine == "page"
            else [hit.id for hit in self.command_line(query).hits]
        )


@pytest.fixture(scope="module")
def searches(
    kb: Knowledge,
    results_of: Callable[[str], Results],
    page_data: str,
    tmp_path_factory: pytest.TempPathFactory,
    request: pytest.FixtureRequest,
) -> Searches:
    """Both searches, for the cases and for every two-hundredth query of each file; if
    only cases were selected (`-k`), for these.
    """
    limits = {**dict.fromkeys(SOME_QUERIES, TEN), **LIMITS_OF_CASES}
    tests = [item for item in request.session.items if item.path == request.path]
    parameters = [getattr(item, "callspec", None) for item in tests]
    cases: list[Any] = [each and each.params.get("case") for each in parameters]
    if all(cases):
        queries = {q for case in cases for q in (case["q"], *case.get("same_as", ()))}
        limits = {query: limits[query] for query in queries}
    return Searches(
        kb, results_of, page_data, tmp_path_factory.mktemp("page-search"), limits
    )


def filled_in(sentences: Iterable[str]) -> list[str]:
    """The sentences with the values of their placeholders."""
    return [
        re.sub(r"\{[^{}]+\}", lambda match: PLACEHOLDERS[match[0]], sentence)
        for sentence in sentences
    ]


@dataclass(frozen=True)
class Answer:
    """One engine's answer to the query of a case, and the ids that it finds for the
    queries in `same_as`.
    """

    values: dict[str, Any]
    ids_of_same: set[str]

    @property
    def ids(self) -> set[str]:
        return set(self.values["ids"])

    def agrees_about_counts(self, counts: dict[str, int]) -> bool:
        """Whether the answer has these counts by kind, has no count of 0, and its
        counts add up to the total.
        """
        own: dict[str, int] = self.values["counts"]
        return (
            counts.items() <= own.items()
            and all(own.values())
            and sum(own.values()) == self.values["total"]
        )


# Key of a case → whether the answer fits the value
CHECKS: dict[str, Callable[[Answer, Any], bool]] = {
    "finds": lambda answer, ids: set(ids) <= answer.ids,
    "leaves_out": lambda answer, ids: answer.ids.isdisjoint(ids),
    "same_as": lambda answer, queries: answer.ids == answer.ids_of_same != set(),
    "first": lambda answer, id: answer.values["ids"][:1] == [id],
    "total": lambda answer, total: answer.values["total"] == total,
    "counts": Answer.agrees_about_counts,
    "words": lambda answer, words: answer.values["words"].split() == words.split(),
    "confidence": lambda answer, confidence: answer.values["confidence"] == confidence,
    "notes": lambda answer, notes: (
        uncounted(answer.values["notes"]) == uncounted(filled_in(notes))
    ),
    "explanation": lambda answer, explanation: (
        answer.values["explanation"] == filled_in(explanation)
    ),
    "nearest": lambda answer, nearest: answer.values["nearest"] == nearest,
}


def uncounted(notes: Iterable[str]) -> list[str]:
    """The notes without their numbers of cards, which additions change."""
    return [re.sub(r"^\d+(?= cards?\b)", "N", note) for note in notes]


# Values of a case that lacks these keys
DEFAULTS: dict[str, Any] = {"notes": [], "explanation": [], "nearest": []}


@pytest.mark.parametrize("engine", ["page", "command line"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["q"] or "nothing")
def test_queries_find_the_listed_entries_in_both_engines(
    searches: Searches, case: dict[str, Any], engine: str
) -> None:
    values = searches.values(engine, case["q"])
    answer = Answer(
        values,
        {id for query in case.get("same_as", ()) for id in searches.ids(engine, query)},
    )
    unmet = {
        key: value
        for key, value in {**DEFAULTS, **case}.items()
        if key != "q" and not CHECKS[key](answer, value)
    }
    answers = {"ids": values["ids"][:20], **{key: values[key] for key in DEFAULTS}}
    assert not unmet, f"the case says {unmet}; the {engine} answers {answers}"
    assert (values["total"] > 0) != bool(values["explanation"])


def disagreements(searches: Searches, queries: Iterable[str]) -> dict[str, list[str]]:
    """Aspect → the queries for which both engines differ in it."""
    found = defaultdict[str, list[str]](list)
    for query in queries:
        page, results = searches.page_answers[query], searches.command_line(query)
        answers = {
            "ids": [hit.id for hit in results.hits],
            "urls": [hit.url for hit in results.hits],
            "confidence": results.confidence,
            "total": results.total,
            "notes": list(results.notes),
            "passages": [hit.passage for hit in results.hits],
            "highlighted": [list(map(list, hit.spans)) for hit in results.hits],
            "counts": results.counts,
            "explanation": list(results.explanation),
            "nearest": list(results.nearest),
        }
        for aspect, expected in answers.items():
            if page[aspect] != expected:
                found[aspect].append(query)
    return dict(found)


def test_page_and_command_line_answer_some_queries_alike(searches: Searches) -> None:
    assert disagreements(searches, SOME_QUERIES) == {}


@pytest.mark.slow
def test_page_and_command_line_answer_every_class_of_queries_alike(
    kb: Knowledge, searches: Searches
) -> None:
    """The queries of all files; random ones with names, fields, operators, typos,
    foreign letters and broken signs in any order; and a name with a word of its
    citations and one of its text.
    """
    classes = {
        name: [item["q"] for item in some_of(items)] for name, items in QUERIES.items()
    }
    classes["random"] = some_of(random_queries(kb, 1000, SEED))
    classes["citations"] = some_of(queries_on_citations(kb, 200, SEED))
    limits = {query: TEN for queries in classes.values() for query in queries}
    searches = replace(searches, limits=limits)
    differing = {
        name: disagreements(searches, queries) for name, queries in classes.items()
    }
    assert {name: found for name, found in differing.items() if found} == {}, (
        f"seed {SEED}"
    )


def test_both_stem_words_alike(searches: Searches) -> None:
    analyzer = Analyzer.read()
    assert len(searches.words) > 4000
    assert dict(zip(searches.words, searches.page["stems"], strict=True)) == {
        word: analyzer.stem(word) for word in searches.words
    }


def test_both_resolve_names_alike(searches: Searches) -> None:
    found = [first_meaning(names_of(searches.kb), name, "card") for name in NAMES]
    assert [ids for _, ids, _ in searches.page["names"]] == [
        [reference.id for reference in name.references] for name in found
    ]


@pytest.mark.parametrize("ladder", LADDERS)
def test_each_example_is_read_by_its_row_and_by_no_row_above(
    searches: Searches, monkeypatch: pytest.MonkeyPatch, ladder: str
) -> None:
    table, read_example = LADDERS[ladder]
    readers = list[str]()

    def recording(example: str, read: Callable[..., Any]) -> Callable[..., Any]:
        def reading(*line: Any) -> Any:
            meaning = read(*line)
            if isinstance(meaning, Iterator):
                meaning = [found for found in meaning if found.references]
            if meaning not in (None, []):
                readers.append(example)
            return meaning

        return reading

    for example, read in table.items():
        monkeypatch.setitem(table, example, recording(example, read))
    for example in table:
        read_example(searches.kb, example)
        assert readers[-1] == example
    if ladder in searches.page["readings"]:
        in_page = searches.page["readings"][ladder]
        assert in_page == [[example, example] for example in table]


def test_each_example_is_decided_by_its_criterion_and_by_none_above(
    searches: Searches,
) -> None:
    found = [retrieval.ranked_results(read_request(searches.kb, q)) for q in CRITERIA]
    decided = [answerability.assess(ranked_results) for ranked_results in found]
    assert [row.example for row in decided] == CRITERIA
    in_page = [[row.example, row.confidence] for row in decided]
    assert in_page == searches.page["criteria"]


def test_no_decision_reads_a_sentence(
    searches: Searches, monkeypatch: pytest.MonkeyPatch
) -> None:
    def decisions() -> list[list[Any]]:
        found = [search(searches.kb, query, TEN) for query in CRITERIA]
        return [
            [[hit.id for hit in results], results.total, results.confidence]
            for results in found
        ]

    as_worded = decisions()
    for kind, sentence in sentences.SENTENCES.items():
        monkeypatch.setitem(sentences.SENTENCES, kind, f"Ж{sentence}")
    assert decisions() == as_worded == searches.page["reworded"]


def test_the_page_names_every_value_of_is_but_the_usual_one(searches: Searches) -> None:
    (field,) = (field for field in FIELDS if field.name == "is")
    assert set(searches.page["natures"]) == set(field.choices) - {"official"} | {
        "ruling"
    }
