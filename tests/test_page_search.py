"""The search in the page is the command line's: the same words, documents, language, order and doubt, without a browser."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
import yaml

from rulings.api import KnowledgeBase
from rulings.cli.commands.search import PLAYERS
from rulings.names import resolving
from rulings.search import Options, search
from rulings.search.analysis import Analyzer
from rulings.search.constants import ANSWERS
from rulings.search.documents import documents
from rulings.search.fields import FIELDS
from rulings.search.index import open_index
from rulings.search.query_parser import parse
from rulings.search.results import Results
from rulings.site.export import script_constants
from rulings.site.export.search_data import search_data_script

TESTS = Path(__file__).parent
SCRIPTS = TESTS.parent / "site" / "theme" / "js"
LANGUAGE = yaml.safe_load((TESTS / "data" / "query-language-cases.yaml").read_text(encoding="utf-8"))
RANKING = yaml.safe_load((TESTS / "data" / "ranking-cases.yaml").read_text(encoding="utf-8"))
QUERIES = {file.stem: yaml.safe_load(file.read_text(encoding="utf-8")) for file in sorted((TESTS / "data").glob("*-queries.yaml"))}
NAMES = [
    "dreff",
    "dr dreff",
    "euromarkt consorsium",
    "smc",
    "bartm",
    "bod",
    "the shell",
    "traders shell",
    "pi in the face",
    "xyzzy",
    "smiths pawnshp",
    "ai",
    "w",
]
KEYS = {"q", "finds", "leaves_out", "same_as", "first", "total", "counts", "words", "confidence", "notes", "explanation"}
LARGEST = 170 * 1024  # compressed; loaded when somebody first turns to the search
TEN, ALL = 10, 2000


class Searches:
    """Both searches: `page` is asked everything at once, because node starts once. Where there is no node, the other is asked."""

    def __init__(self, kb: KnowledgeBase, results_of: Callable[[str], Results], folder: Path) -> None:
        self.kb, self.results_of, self.folder = kb, results_of, folder
        self.script = search_data_script(kb)
        (folder / "search-data.js").write_text(self.script, encoding="utf-8")
        (folder / "constants.js").write_text(script_constants.script(), encoding="utf-8")

    @cached_property
    def asked(self) -> list[tuple[str, int]]:
        """Queries with how many hits are wanted."""
        best = [(item["q"], TEN) for items in QUERIES.values() for item in items]
        return best + [(query, ALL) for case in (*LANGUAGE, *RANKING) for query in (case["q"], *case.get("same_as", ()))]

    @cached_property
    def words(self) -> list[str]:
        """The vocabulary of the documents and of our questions, and words that are none."""
        analyzer = Analyzer.read()
        texts = [" ".join([document.title, document.text, *document.questions]) for document in documents(self.kb)]
        known = {word for text in texts for word in analyzer.words(text)}
        made = {
            stem + ending for stem in sorted(known)[::20] for ending in ("s", "ed", "ing", "ation", "fully", "ness", "ities", "eed", "y")
        }
        return sorted(known | made)

    @cached_property
    def page(self) -> dict[str, Any]:
        """What the page answers."""
        node = shutil.which("node")
        if node is None:
            pytest.skip("node is not installed: apt install nodejs")
        asked = json.dumps({"queries": self.asked, "words": self.words, "names": NAMES})
        command = [node, str(TESTS / "support" / "page_search.js"), str(SCRIPTS), str(self.folder)]
        done = subprocess.run(command, input=asked, capture_output=True, text=True, encoding="utf-8", check=False)
        assert done.returncode == 0, done.stderr
        found: dict[str, Any] = json.loads(done.stdout)
        found["answers"] = {query: answer for (query, _), answer in zip(self.asked, found["answers"], strict=True)}
        return found

    @cached_property
    def command_line(self) -> dict[str, Results]:
        """What the command line answers."""
        return {query: self.results_of(query) if limit == TEN else search(self.kb, query, Options(limit)) for query, limit in self.asked}

    def ids(self, side: str, query: str) -> list[str]:
        """What one of them finds."""
        return self.page["answers"][query]["ids"] if side == "page" else [hit.id for hit in self.command_line[query].hits]


@pytest.fixture(scope="module")
def searches(kb: KnowledgeBase, results_of: Callable[[str], Results], tmp_path_factory: pytest.TempPathFactory) -> Searches:
    return Searches(kb, results_of, tmp_path_factory.mktemp("page-search"))


@pytest.mark.parametrize("side", ["page", "command line"])
@pytest.mark.parametrize("case", LANGUAGE, ids=lambda case: case["q"] or "nothing")
def test_the_query_language(searches: Searches, case: dict[str, Any], side: str) -> None:
    if side == "page":
        answer = searches.page["answers"][case["q"]]
    else:
        results = searches.command_line[case["q"]]
        answer = {**results.to_json(), "ids": searches.ids(side, case["q"]), "words": parse(open_index(searches.kb), case["q"]).text}
    assert case.keys() <= KEYS
    ids, total, counts = answer["ids"], answer["total"], answer["counts"]
    assert set(case.get("finds", ())) <= set(ids)
    assert not set(case.get("leaves_out", ())) & set(ids)
    if "same_as" in case:
        assert set(ids) == {id for query in case["same_as"] for id in searches.ids(side, query)} != set()
    names = ", ".join(field.name for field in FIELDS)
    assert answer["notes"] == [note.replace("{fields}", names) for note in case.get("notes", [])]
    assert answer["explanation"] == case.get("explanation", [])
    assert total == case.get("total", total) and bool(total) != bool(answer["explanation"])
    if "counts" in case:
        assert case["counts"].items() <= counts.items() and sum(counts.values()) == total
    assert ids[:1] == ([case["first"]] if "first" in case else ids[:1])
    assert answer["words"].split() == case.get("words", answer["words"]).split()
    assert answer["confidence"] == case.get("confidence", answer["confidence"])


@pytest.mark.parametrize("side", ["page", "command line"])
@pytest.mark.parametrize("case", RANKING, ids=lambda case: case["q"])
def test_what_comes_first(searches: Searches, case: dict[str, Any], side: str) -> None:
    assert searches.ids(side, case["q"])[:1] == [case["first"]]


def test_the_first_hit_is_the_same(searches: Searches) -> None:
    same = defaultdict[str, list[bool]](list)
    for file, items in QUERIES.items():
        for item in items:
            page, results = searches.page["answers"][item["q"]], searches.command_line[item["q"]]
            ids = [hit.id for hit in results.hits]
            same[file].append(page["ids"][:1] == ids[:1])
            same["confidence"].append(page["confidence"] == results.confidence)
            same["ten hits"].append(page["ids"] == ids)
            same["total"].append(page["total"] == results.total)
            same["notes"].append(page["notes"] == list(results.notes))
            same["passages"].append(page["passages"] == [hit.passage for hit in results.hits])
            same["reading"].append(page["reading"] == list(results.reading))
    print("the page answers as the command line does:", ", ".join(f"{name} {sum(all) / len(all):.3f}" for name, all in same.items()))
    firsts = [one for file in QUERIES for one in same[file]]
    assert sum(firsts) >= 0.98 * len(firsts)
    assert all(sum(same[part]) >= 0.98 * len(same[part]) for part in ("confidence", "notes", "reading", "total"))


def test_held_out_queries_are_answered_as_often(searches: Searches) -> None:
    lines = defaultdict[int, set[str]](set)
    for ruling in searches.kb.rulings:
        lines[ruling.source.lines[0]].add(ruling.id)
    held = [(item["q"], {id for n in item["answers"] for id in lines[n]}) for item in QUERIES["held-out-queries"] if "answers" in item]
    held += [(item["q"], set(item["answers"])) for item in QUERIES["players-queries"] if item["half"] == "held"]
    assert len(held) > 250
    page = sum(bool(set(searches.page["answers"][query]["ids"][:1]) & answers) for query, answers in held)
    command_line = sum(bool({hit.id for hit in searches.command_line[query].hits[:1]} & answers) for query, answers in held)
    assert abs(page - command_line) <= 0.01 * len(held)


def test_words_have_the_same_stems(searches: Searches) -> None:
    analyzer = Analyzer.read()
    assert len(searches.words) > 4000
    assert dict(zip(searches.words, searches.page["stems"], strict=True)) == {word: analyzer.stem(word) for word in searches.words}


def test_names_are_resolved_alike(searches: Searches) -> None:
    table = resolving.name_tables(searches.kb)
    resolved = [resolving.resolve(table, name) for name in NAMES]
    assert searches.page["names"] == [[one.status, one.ids, one.titles or one.nearest] for one in resolved]


def test_every_document_arrives_as_it_is(searches: Searches) -> None:
    analyzer = Analyzer.read()
    arrived = searches.page["documents"]
    found = documents(searches.kb)
    assert [one["id"] for one in arrived] == [document.id for document in found]
    for document, one in zip(found, arrived, strict=True):
        assert one["document"] == document.source, document.id
        for name in ("kind", "title", "game", "text", "about", "status"):
            assert one[name] == getattr(document, name), (document.id, name)
        assert (one["dates"], one["superseded_by"]) == (list(document.dates), list(document.superseded_by)), document.id
        assert {name: values for name, values in one["facts"].items() if values} == {n: v for n, v in document.facts.items() if v}
        if document.kind in ANSWERS:
            assert one["keys"] == document.keys
            assert one["question"] == (" ".join(document.questions[0].split()) if document.questions else "")
            stems = [sorted(set(analyzer.stems(question))) for question in document.questions]
            assert sorted(one["questions"]) == sorted(filter(None, stems)), document.id
        if document.kind == "ruling":
            assert (one["who"], one["duplicates"]) == (document.who, [id for id, _ in document.duplicates])


def test_the_data_stay_small(searches: Searches) -> None:
    assert len(gzip.compress(searches.script.encode(), 9, mtime=0)) <= LARGEST


def test_the_data_are_the_same_bytes_every_time(searches: Searches) -> None:
    assert search_data_script(searches.kb) == searches.script


def test_the_page_sees_a_number_of_players_where_the_command_line_does() -> None:
    in_page = re.search(r"const PLAYERS = /(.*)/i;", (SCRIPTS / "search-page.js").read_text(encoding="utf-8"))
    assert in_page and in_page[1] == PLAYERS.pattern
