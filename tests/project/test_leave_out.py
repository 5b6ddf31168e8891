"""Tests of `.ci/leave-out`, for a wheel or a site without one of the documents."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rulings.api import open_knowledge
from rulings.errors import NotFound
from rulings.names import resolver
from rulings.parser.parse import parse_folder
from rulings.search import search
from rulings.storage.files import SHIPPED
from support.project_copy import ROOT

REGULATIONS = "android-netrunner-tournament-regulations"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with the parts of a checkout that the program changes."""
    for name in ("sources", "documents"):
        shutil.copytree(SHIPPED / name, tmp_path / "rulings" / name)
    for name in (".ci", "rulings/cli"):
        (tmp_path / name).mkdir()
    shutil.copy(SHIPPED / "cli" / "specification.py", tmp_path / "rulings/cli")
    shutil.copy(ROOT / ".ci" / "leave-out", tmp_path / ".ci")
    return tmp_path


def leave_out(checkout: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(checkout / ".ci" / "leave-out"), *words]
    return subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", check=False
    )


def contents(folder: Path) -> dict[str, bytes]:
    files = filter(Path.is_file, folder.rglob("*"))
    return {str(path): path.read_bytes() for path in files}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["sparkys-run-chart", "Not ours."], "cannot be left out"),
        (["netrunner-rulings", "Not ours."], "cannot be left out"),
        (["nothing", "Not ours."], f"no document nothing; it has .*{REGULATIONS}"),
        ([REGULATIONS], "leave-out DOCUMENT REASON: "),
    ],
)
def test_a_mistake_is_a_sentence_and_changes_nothing(
    checkout: Path, words: list[str], message: str
) -> None:
    before = contents(checkout)
    completed = leave_out(checkout, *words)
    assert completed.returncode == 2
    assert "Traceback" not in completed.stderr
    assert re.search(message, completed.stderr)
    assert contents(checkout) == before


@pytest.mark.slow
@pytest.mark.parametrize(
    ("document", "short", "others"),
    [
        (REGULATIONS, "tournament", ["tournament-judge"]),
        ("the-big-sell-out", "variant", ["variant-runs", "variant-empty-deck"]),
        (
            "comprehensive-reference-manual",
            "manual",
            ["manual-tags", "runner-actions-per-turn"],
        ),
    ],
)
def test_who_types_what_was_left_out_is_told_the_reason(
    checkout: Path, document: str, short: str, others: list[str]
) -> None:
    reason = 'It isn\'t ours: to "publish" \\ here.'
    assert leave_out(checkout, document, reason).returncode == 0
    again = leave_out(checkout, document, reason)
    assert again.returncode == 2
    assert f"documents.yaml has no document {document}" in again.stderr
    help_texts = (checkout / "rulings/cli/specification.py").read_text("utf-8")
    assert f"rulings document {short} " not in help_texts

    parse_folder(checkout / "rulings/sources", checkout / "rulings")
    kb = open_knowledge(checkout / "rulings")
    assert document not in kb.documents_by_id
    for name in (document, short, *others):
        with pytest.raises(NotFound) as error:
            resolver.resolve(kb, name)
        assert f"{name} is gone: {reason}" in str(error.value)
    for query in (document, f"in:{short} agenda", short):
        assert f"is gone: {reason}" in search(kb, query).explanation[0]
