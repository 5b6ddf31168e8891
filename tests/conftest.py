"""What several tests share: the knowledge base as shipped, and copies of its sources that a test may damage."""

from __future__ import annotations

import gc
import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import settings

import rulings
from rulings.api import KnowledgeBase
from rulings.parser.parse import Parsed
from rulings.search import index
from rulings.search.request import Options
from rulings.search.results import Results
from rulings.search.searching import search_index
from rulings.site.build import build
from rulings.storage.opening import SHIPPED
from support import examples
from support.damage import shipped
from support.sharing import sharing
from support.site_reading import Site

SETTINGS = ("RULINGS_CACHE", "RULINGS_PAGER", "RULINGS_SITE", "RULINGS_STATE", "FORCE_", "CLICOLOR", "PYTHONIOENCODING", "PYTHONUTF8")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--runs 5000`: more examples for every property test than an ordinary run can wait for; `--unshared`: see `support/sharing.py`."""
    parser.addoption("--runs", type=int, default=0, help="how many examples each property test tries")
    parser.addoption("--unshared", action="store_true", help="read, validate and index anew in every test, which takes long")


def pytest_configure(config: pytest.Config) -> None:
    """Passes `--runs` on before the tests are imported, which is when they say how many examples they try."""
    gc.set_threshold(100_000)  # much is kept to the end: to look through it often takes a fifth of the time
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
def shared(request: pytest.FixtureRequest) -> Iterator[None]:
    """What many tests do alike is done once, as `support/sharing.py` says."""
    with nullcontext() if request.config.getoption("--unshared") else sharing():
        yield


@pytest.fixture(scope="session")
def kb() -> KnowledgeBase:
    return rulings.open()


@pytest.fixture(scope="session")
def results_of(kb: KnowledgeBase) -> Callable[[str], Results]:
    """A query → its ten best hits, asked once in a run of the tests: the files of queries are asked for several reasons."""
    opened = index.open_index(kb)
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
