"""What several tests share: the knowledge base as shipped, and copies of its sources that a test may damage."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from damage import shipped

import rulings
from rulings.knowledge import SHIPPED, KnowledgeBase
from rulings.parser.parse import Parsed


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says why tests were skipped, a line for each reason and not for each test."""
    reasons = Counter(str(report.longrepr[2]) for report in terminalreporter.stats.get("skipped", ()))
    for reason, count in reasons.items():
        terminalreporter.write_line(f"{count} x {reason}")


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """No test reads or writes the user's own cache; all share one folder, so that compiling happens once."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULINGS_CACHE", str(folder))
        yield folder


@pytest.fixture(scope="session")
def kb() -> KnowledgeBase:
    return rulings.open()


@pytest.fixture(scope="session")
def parsed() -> Parsed:
    return shipped()


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A copy of the hand-kept folder that a test may change."""
    shutil.copytree(SHIPPED / "sources", tmp_path / "sources")
    return tmp_path / "sources"
