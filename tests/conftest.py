"""Fixtures for several test files, and a shorter list of skipped tests."""

from __future__ import annotations

import gc
import os
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from rulings.api import KnowledgeBase, open_knowledge
from rulings.errors import RulingsError
from rulings.model.knowledge import Knowledge
from rulings.parser.entries import ParsedKnowledge
from rulings.parser.parse import Report, check
from rulings.search import search
from rulings.search.results import Results
from rulings.site.search_data import data_scripts
from rulings.storage.files import SHIPPED
from support import examples
from support.built_site import Site, built_once
from support.command_line import shipped
from support.source_documents import parse_shipped_sources, shorten

HIDDEN_PREFIXES = (
    "RULINGS_PAGER",
    "RULINGS_SITE",
    "CLICOLOR",
    "PYTHONIOENCODING",
    "PYTHONUNBUFFERED",
    "PYTHONUTF8",
)


def pytest_configure(config: pytest.Config) -> None:
    """Sets how many random examples each test tries, and what several processes share."""
    # Many objects live to the end of the run. With the default threshold, collecting
    # garbage takes a fifth of the time.
    gc.set_threshold(100_000)
    # Each process takes entire files, so fixtures of a file are made once. (`loadgroup`
    # of pytest-xdist 3.8 groups nothing with pytest 9.2, which keeps the id of a test
    # under another name.)
    if config.getoption("numprocesses", None):
        config.option.dist = "loadfile"
    # Compiles a changed checkout once. Otherwise all but one process would wait, and if
    # it cannot be compiled, each test would try
    try:
        open_knowledge()
    except RulingsError as error:
        pytest.exit(f"the knowledge base cannot be opened: {error}", returncode=2)
    # No deadline: how long an example takes only shows how busy the machine is
    settings.register_profile(
        "runs",
        max_examples=examples.example_count(100),
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
    settings.load_profile("runs")


# They hold without a document that `.ci/leave-out` left out; the others know all
OF_ANY_DOCUMENTS = ("test_readme.py", "test_shipped_rulings.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The slow tests begin first, and if there are several processes, the other tests of
    their files, too. If a document was left out, most tests are skipped.
    """
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
    moved = (SHIPPED / "sources" / "moved.yaml").read_text(encoding="utf-8")
    if "\n/documents/" in moved:
        for item in items:
            if item.path.name not in OF_ANY_DOCUMENTS:
                item.add_marker(pytest.mark.skip(reason="a document was left out"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints each reason for skipped tests once, with the number of tests."""
    reasons = Counter(
        str(report.longrepr[2]) for report in terminalreporter.stats.get("skipped", ())
    )
    for reason, count in reasons.items():
        terminalreporter.write_line(f"{count} x {reason}")
    if not examples.IS_WHOLE:
        terminalreporter.write_line(
            f"a share of each kind, by RULINGS_SEED={examples.SEED}"
        )


@pytest.fixture(scope="session", autouse=True)
def no_settings() -> Iterator[None]:
    """Hides the user's settings from the tests."""
    with pytest.MonkeyPatch.context() as patch:
        hidden = [name for name in os.environ if name.startswith(HIDDEN_PREFIXES)]
        for name in ("NO_COLOR", "PAGER", "LESSOPEN", "LESSCLOSE", *hidden):
            patch.delenv(name, raising=False)
        patch.setenv("COLUMNS", "80")
        yield


@pytest.fixture(scope="session")
def kb() -> Knowledge:
    """The shipped knowledge base, as the program uses it."""
    return shipped()


@pytest.fixture(scope="session")
def library(kb: Knowledge) -> KnowledgeBase:
    """The shipped knowledge base, as users of the library see it."""
    return KnowledgeBase(kb)


@pytest.fixture(scope="session")
def results_of(kb: Knowledge) -> Callable[[str], Results]:
    """A function from a query to its ten best hits. It stores results, because several
    tests ask the same queries.
    """
    return cache(lambda query: search(kb, query))


@pytest.fixture(scope="session")
def one_card_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a knowledge base with one card, Dr. Dreff. It uses the shipped
    hand-edited files. Tests must not change it.
    """
    folder = tmp_path_factory.mktemp("one-card")
    (folder / "cards" / "corp").mkdir(parents=True)
    shutil.copy(SHIPPED / "cards" / "corp" / "dr-dreff.yaml", folder / "cards" / "corp")
    return folder


@pytest.fixture(scope="session")
def small_folder(
    tmp_path_factory: pytest.TempPathFactory, one_card_folder: Path
) -> Path:
    """The folder of a knowledge base with only this card and our questions about it,
    for tests that build a site. Tests must not change it.
    """
    folder = tmp_path_factory.mktemp("small")
    shutil.copytree(one_card_folder, folder, dirs_exist_ok=True)
    shutil.copytree(SHIPPED / "sources", folder / "sources")
    questions = folder / "sources" / "questions.yaml"
    asked = re.findall(
        r"^dr-dreff-\w+:\n(?:- .*\n|  .*\n)+",
        questions.read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    questions.write_text("".join(asked), encoding="utf-8")
    (folder / "sources" / "unanswered.yaml").write_text("", encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def parsed() -> ParsedKnowledge:
    """The shipped sources, parsed once."""
    return parse_shipped_sources()


@pytest.fixture(scope="session")
def report() -> Report:
    """The result of a check of the shipped knowledge base."""
    return check(SHIPPED)


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A copy of the folder of hand-edited files, which the test may change. It lacks
    our questions, which take most of the time of a check.
    """
    shutil.copytree(SHIPPED / "sources", tmp_path / "sources")
    for name in ("questions", "unanswered"):
        (tmp_path / "sources" / f"{name}.yaml").write_text("", encoding="utf-8")
    return tmp_path / "sources"


@pytest.fixture
def short_sources(sources: Path) -> Path:
    """This folder with two topics of the rulings document and no row about the other
    rulings: it is parsed in less than half the time.
    """
    shorten(sources)
    return sources


@pytest.fixture
def all_sources(sources: Path) -> Path:
    """A copy of this folder with our questions."""
    return Path(shutil.copytree(SHIPPED / "sources", sources, dirs_exist_ok=True))


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The site of the shipped knowledge base, without an address on the web."""
    return Site(built_once(tmp_path_factory.getbasetemp(), "site"))


@pytest.fixture(scope="session")
def page_data(kb: Knowledge) -> str:
    """The scripts with the data of the page's search."""
    return "".join(data_scripts(kb).values())
