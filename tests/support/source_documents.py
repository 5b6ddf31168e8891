"""Helpers for tests that read or change the source documents."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

from rulings.errors import RulingsError
from rulings.model.loading import assemble
from rulings.parser.entries import ParsedKnowledge
from rulings.parser.ledger import make_ledgers
from rulings.parser.parse import parse
from rulings.parser.write import generated_data, yaml_texts
from rulings.storage.files import SHIPPED, first_of_each_file

RULINGS_FILE = "netrunner-rulings-1.70.txt"


@cache
def parse_shipped_sources() -> ParsedKnowledge:
    """The shipped sources, parsed once."""
    return parse(SHIPPED / "sources")


def generated_from(parsed: ParsedKnowledge) -> dict[str, str]:
    """The generated files of what was parsed: relative path → text."""
    return yaml_texts(generated_data(parsed, make_ledgers(parsed)))


def edit_document(folder: Path, name: str, change: Callable[[bytes], bytes]) -> None:
    """Changes a document in a copied sources folder, and its checksum in documents.yaml."""
    path = folder / name
    old_checksum = hashlib.sha256(path.read_bytes()).hexdigest()
    path.write_bytes(change(path.read_bytes()))
    new_checksum = hashlib.sha256(path.read_bytes()).hexdigest()
    documents = folder / "documents.yaml"
    documents.write_text(documents.read_text(encoding="utf-8").replace(old_checksum, new_checksum), encoding="utf-8")


def remove_restorations(folder: Path) -> None:
    """Removes what restores the rulings document, and additions, which may be under a heading that is lost then."""
    (folder / "restorations.yaml").unlink()
    for additions in (folder / "additions").glob("*.yaml"):
        additions.unlink()


def undo_damage(damaged: bytes, parsed: ParsedKnowledge) -> bytes:
    """The rulings document as it was before the damage, with every restored line back in its place."""
    lines = damaged.decode().split("\n")
    restorations = parsed.sources.edited.restorations.lines
    for restoration in sorted(restorations, key=lambda r: (-r.line_number, r.place == "before")):
        index = restoration.line_number - (restoration.place == "before")
        indent = "    " if restoration.what == "citation" else ""
        same_place = [
            r for r in restorations if (r.line_number, r.place) == (restoration.line_number, restoration.place)
        ]
        if restoration is same_place[0]:
            headings = {r.words: ["=" * 66, r.words, "=" * 66, ""] for r in same_place if r.what == "label"}
            lines[index:index] = [line for r in same_place for line in headings.get(r.words, [indent + r.words])]
    lines.insert(lines.index("Holger Janssen") + 1, "editor@example.org")
    lines.insert(next(i for i, line in enumerate(lines) if line.startswith("ProteusTM")) - 1, "=" * 66)
    return "\n".join(lines).encode()


def error_in(sources: Path) -> str:
    """Parses the folder and opens what was parsed, and returns the error, which must name a file; empty if there is none."""
    try:
        parsed = parse(sources)
        if parsed.findings.errors:
            raise RulingsError("\n".join(first_of_each_file(parsed.findings.errors)))
        assemble(generated_data(parsed, make_ledgers(parsed)), parsed.sources.edited, sources)
    except RulingsError as error:
        message = str(error)
        assert str(sources) in message, message
        assert re.search(r"\.(yaml|txt|md)(, line \d+)?: ", message), message
        return message
    return ""
