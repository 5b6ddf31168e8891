"""What several tests share: the knowledge base as shipped, and copies of its sources that a test may damage."""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import rulings
from rulings.knowledge import SHIPPED, KnowledgeBase
from rulings.parser.parse import Parsed, parse

RULINGS_FILE = "netrunner-rulings-1.70.txt"


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test reads or writes the user's own cache; all share one folder, so that compiling happens once."""
    folder = tmp_path_factory.getbasetemp() / "cache"
    monkeypatch.setenv("RULINGS_CACHE", str(folder))
    return folder


@pytest.fixture(scope="session")
def kb() -> KnowledgeBase:
    return rulings.open()


@cache
def shipped() -> Parsed:
    """The shipped sources, parsed once."""
    return parse(SHIPPED / "sources")


@pytest.fixture(scope="session")
def parsed() -> Parsed:
    return shipped()


def edit_document(folder: Path, name: str, change: Callable[[bytes], bytes]) -> None:
    """Changes a document of a copied sources folder on purpose: its checksum in documents.yaml is brought along."""
    path = folder / name
    before = hashlib.sha256(path.read_bytes()).hexdigest()
    path.write_bytes(change(path.read_bytes()))
    after = hashlib.sha256(path.read_bytes()).hexdigest()
    described = folder / "documents.yaml"
    described.write_text(described.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A copy of the hand-kept folder that a test may change."""
    shutil.copytree(SHIPPED / "sources", tmp_path / "sources")
    return tmp_path / "sources"


def undamaged(damaged: bytes, parsed: Parsed) -> bytes:
    """The rulings document as it was before the damage: every restored line back in its place."""
    lines = damaged.decode().split("\n")
    for restoration in sorted(parsed.sources.restorations, key=lambda r: (-r.line, r.place == "before")):
        at = restoration.line - 1 if restoration.place == "before" else restoration.line
        indent = "    " if restoration.what == "citation" else ""
        same_place = [r for r in parsed.sources.restorations if (r.line, r.place) == (restoration.line, restoration.place)]
        if restoration is same_place[0]:
            drawn = {r.words: ["=" * 66, r.words, "=" * 66, ""] for r in same_place if r.what == "label"}
            lines[at:at] = [line for r in same_place for line in drawn.get(r.words, [indent + r.words])]
    lines.insert(lines.index("Holger Janssen") + 1, "editor@example.org")
    lines.insert(next(i for i, line in enumerate(lines) if line.startswith("ProteusTM")) - 1, "=" * 66)
    return "\n".join(lines).encode()


def words_of(text: str) -> list[str]:
    return re.findall(r"\S+", text)
