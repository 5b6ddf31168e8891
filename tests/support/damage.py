"""What tests do to the sources: change a copied document on purpose, or undo the damage of the rulings document."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

from rulings.parser.parse import Parsed, ParsedRuling, parse
from rulings.storage.opening import SHIPPED

RULINGS_FILE = "netrunner-rulings-1.70.txt"


@cache
def shipped() -> Parsed:
    """The shipped sources, parsed once."""
    return parse(SHIPPED / "sources")


def printed(parsed: Parsed) -> list[ParsedRuling]:
    """The rulings of the printed list, without those that were added since: what is counted holds for these."""
    return [ruling for ruling in parsed.rulings if not ruling.document.startswith("additions-")]


def edit_document(folder: Path, name: str, change: Callable[[bytes], bytes]) -> None:
    """Changes a document of a copied sources folder on purpose: its checksum in documents.yaml is brought along."""
    path = folder / name
    before = hashlib.sha256(path.read_bytes()).hexdigest()
    path.write_bytes(change(path.read_bytes()))
    after = hashlib.sha256(path.read_bytes()).hexdigest()
    described = folder / "documents.yaml"
    described.write_text(described.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")


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
