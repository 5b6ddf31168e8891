"""What several tests share: the knowledge base as shipped, and copies of its sources that a test may damage."""

from __future__ import annotations

import gc
import os
import pickle
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

import examples
import rulings
from damage import shipped
from rulings.api import KnowledgeBase
from rulings.cli import make_pages
from rulings.model import loading
from rulings.model.entities import Ruling
from rulings.model.near_identical import near_identical
from rulings.parser import write
from rulings.parser.parse import Parsed
from rulings.search import index, indexing
from rulings.search.request import Options
from rulings.search.results import Results
from rulings.search.searching import search_index
from rulings.site.build import build
from rulings.storage import validation, yaml_reader
from rulings.storage.opening import SHIPPED
from rulings.storage.yaml_writer import dump
from site_reading import Site

SETTINGS = ("RULINGS_CACHE", "RULINGS_PAGER", "RULINGS_SITE", "RULINGS_STATE", "FORCE_", "CLICOLOR", "PYTHONIOENCODING", "PYTHONUTF8")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--runs 5000`: more examples for every property test than an ordinary run can wait for; `--unshared`: see below."""
    parser.addoption("--runs", type=int, default=0, help="how many examples each property test tries")
    parser.addoption("--unshared", action="store_true", help="read, write and build anew in every test, which takes long")


def pytest_configure(config: pytest.Config) -> None:
    """Passes `--runs` on before the tests are imported, which is when they say how many examples they try."""
    gc.set_threshold(100_000)  # what is shared below is kept to the end: to look through it often takes a fifth of the time
    runs = config.getoption("--runs", default=0)
    if runs:
        examples.RUNS = runs
        settings.register_profile("runs", max_examples=runs, deadline=None)
        settings.load_profile("runs")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says why tests were skipped, a line for each reason and not for each test."""
    reasons = Counter(str(report.longrepr[2]) for report in terminalreporter.stats.get("skipped", ()))
    for reason, count in reasons.items():
        terminalreporter.write_line(f"{count} x {reason}")


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """No test sees the user's own settings, terminal or cache; all share one cache, so that it is filled once."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("NO_COLOR", "PAGER", "LESSOPEN", "LESSCLOSE", *(n for n in os.environ if n.startswith(SETTINGS))):
            patch.delenv(name, raising=False)
        patch.setenv("COLUMNS", "80")
        patch.setenv("RULINGS_CACHE", str(folder))
        yield folder


@pytest.fixture(scope="session", autouse=True)
def read_once(request: pytest.FixtureRequest) -> Iterator[None]:
    """A text of YAML seen before is neither read nor validated again: most tests change one file of hundreds.

    What is read is never changed afterwards, or one test would see the changes of another: that is checked at the end.
    """
    if request.config.getoption("--unshared"):
        yield
        return
    parse, validator, most = yaml_reader.parse_yaml, validation.validator_of, 1500
    read: dict[str, Any] = {}
    valid: dict[tuple[str, int], Any] = {}

    def parse_once(text: str, name: str) -> Any:
        if text not in read:
            if len(read) > most:  # of a long run, in which hardly any text comes twice
                read.clear()
                valid.clear()
            read[text] = parse(text, name)
        return read[text]

    class ValidatesOnce:
        def __init__(self, definition: str) -> None:
            self.definition = definition

        def iter_errors(self, data: Any) -> list[Any]:
            key = (self.definition, id(data))
            errors = [] if key in valid else list(validator(self.definition).iter_errors(data))
            if not errors:
                valid[key] = data  # held, so that no other object gets its id
            return errors

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yaml_reader, "parse_yaml", parse_once)
        patch.setattr(validation, "validator_of", lambda definition: validator(definition) and ValidatesOnce(definition))
        yield
    for path in SHIPPED.rglob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        assert text not in read or read[text] == parse(text, path.name), path


@pytest.fixture(scope="session", autouse=True)
def written_once(request: pytest.FixtureRequest) -> Iterator[None]:
    """The same data are written as YAML, and the same rulings compared with each other, once: most tests change a few."""
    if request.config.getoption("--unshared"):
        yield
        return
    texts: dict[bytes, str] = {}
    compared: dict[Any, dict[str, tuple[str, ...]]] = {}

    def dump_once(data: Any, comment: str = "") -> str:
        key = pickle.dumps((data, comment))  # which tells the classes that are written otherwise
        if key not in texts:
            if len(texts) > 3000:  # of a long run, as above
                texts.clear()
            texts[key] = dump(data, comment)
        return texts[key]

    def compare_once(rulings: list[Ruling], groups: Iterable[Iterable[str]]) -> dict[str, tuple[str, ...]]:
        key = tuple(rulings), tuple(map(tuple, groups))
        if key not in compared:
            if len(compared) > 50:
                compared.clear()
            compared[key] = near_identical(*key)
        return compared[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(write, "dump", dump_once)
        patch.setattr(loading, "near_identical", compare_once)
        yield


@pytest.fixture(scope="session", autouse=True)
def built_once(request: pytest.FixtureRequest) -> Iterator[None]:
    """The index and the pages of a knowledge base with the same content are built once in this process, and written often."""
    if request.config.getoption("--unshared"):
        yield
        return
    build, make = indexing.build, make_pages.make_pages
    built: dict[tuple[str, str], list[tuple[str, bytes]]] = {}

    def build_once(kb: KnowledgeBase, progress: Callable[[int, int], None] | None = None) -> Iterator[tuple[str, bytes]]:
        if progress is not None and ("index", kb.signature) in built:
            progress(0, 1)
            progress(1, 1)
        return of("index", kb, lambda: build(kb, progress))

    def of(kind: str, kb: KnowledgeBase, values: Callable[[], Iterator[tuple[str, bytes]]]) -> Iterator[tuple[str, bytes]]:
        if (kind, kb.signature) not in built:
            built[kind, kb.signature] = list(values())
        return iter(built[kind, kb.signature])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(indexing, "build", build_once)
        patch.setattr(make_pages, "make_pages", lambda kb: of("pages", kb, lambda: make(kb)))
        yield


@pytest.fixture(scope="session")
def kb() -> KnowledgeBase:
    return rulings.open()


@pytest.fixture(scope="session")
def results_of(kb: KnowledgeBase) -> Callable[[str], Results]:
    """A query → its ten best hits, asked once in a run of the tests: the files of queries are asked for several reasons."""
    opened = index.index_of(kb)
    return lru_cache(None)(lambda query: search_index(opened, query, Options(10)))


@pytest.fixture(scope="session")
def parsed() -> Parsed:
    return shipped()


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A copy of the hand-kept folder that a test may change."""
    shutil.copytree(SHIPPED / "sources", tmp_path / "sources")
    return tmp_path / "sources"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The shipped knowledge base as a site, built once."""
    folder = tmp_path_factory.mktemp("site") / "built"
    build(folder, None)
    return Site(folder)
