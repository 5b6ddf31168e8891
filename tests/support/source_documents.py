"""Helpers for tests that read or change the source documents."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

from rulings.model.entities import Ruling
from rulings.model.vocabulary import RULING_ID, RULINGS_DOCUMENT
from rulings.parser.entries import ParsedKnowledge
from rulings.parser.ledger import make_ledgers
from rulings.parser.parse import parse
from rulings.parser.rulings_document import SECTION_LABELS, restore
from rulings.parser.write import generated_data, yaml_texts
from rulings.storage.files import SHIPPED

RULINGS_FILE = "netrunner-rulings-1.70.txt"
# In a row, the list of errata without a label, or the id of a ruling
OF_RULINGS = re.compile(rf"^  errata:\n(?:  [- ] .*\n)+|\b{RULING_ID}\b", re.MULTILINE)


@cache
def parse_shipped_sources() -> ParsedKnowledge:
    """The shipped sources, parsed once."""
    return parse(SHIPPED / "sources")


def printed_rulings(parsed: ParsedKnowledge) -> list[Ruling]:
    """The entries of the rulings document."""
    return [
        ruling
        for ruling in parsed.rulings
        if ruling.source.document == RULINGS_DOCUMENT
    ]


def data_from(parsed: ParsedKnowledge) -> dict[str, dict[str, object]]:
    """Relative path → data of a file that is generated from the parsed sources."""
    return generated_data(parsed, make_ledgers(parsed))


def generated_from(parsed: ParsedKnowledge) -> dict[str, str]:
    """Relative path → text of a file that is generated from the parsed sources."""
    return yaml_texts(data_from(parsed))


def edit_document(folder: Path, name: str, change: Callable[[bytes], bytes]) -> None:
    """Changes a document in a copied sources folder, and its checksum in documents.yaml."""
    path = folder / name
    old_checksum = hashlib.sha256(path.read_bytes()).hexdigest()
    path.write_bytes(change(path.read_bytes()))
    new_checksum = hashlib.sha256(path.read_bytes()).hexdigest()
    documents = folder / "documents.yaml"
    documents.write_text(
        documents.read_text(encoding="utf-8").replace(old_checksum, new_checksum),
        encoding="utf-8",
    )


def shorten(folder: Path) -> None:
    """Leaves only the first topics of the rulings document in a copied sources folder,
    and removes the rows about rulings.
    """
    edit_document(folder, RULINGS_FILE, lambda raw: raw[: raw.index(b"Ice & Icebreak")])
    kept_lines = (folder / RULINGS_FILE).read_bytes().count(b"\n")
    restorations = folder / "restorations.yaml"
    text = restorations.read_text(encoding="utf-8")
    for row in re.finditer(r"^- line: (\d+)", text, re.MULTILINE):
        if int(row[1]) > kept_lines:
            restorations.write_text(text[: row.start()], encoding="utf-8")
            break
    for name in ("dates", "inheritance", "notes", "reversals", "steps"):
        (folder / f"{name}.yaml").write_text("[]", encoding="utf-8")
    (folder / "applicable-topics.yaml").write_text("{}", encoding="utf-8")
    for name in ("authorities", "documents"):
        path = folder / f"{name}.yaml"
        text = path.read_text(encoding="utf-8")
        path.write_text(OF_RULINGS.sub("", text), encoding="utf-8")


def remove_restorations(folder: Path) -> None:
    """Removes the restorations of the rulings document, and the additions, whose
    headings may then be lost.
    """
    (folder / "restorations.yaml").unlink()
    for additions in (folder / "additions").glob("*.yaml"):
        additions.unlink()


def undo_damage(parsed: ParsedKnowledge) -> str:
    """The rulings document before the damage, with its lost lines back in place."""
    lines = list[str]()
    for line in restore(
        parsed.sources.documents[RULINGS_DOCUMENT].lines,
        parsed.sources.edited.restorations,
        "",
    ):
        is_label = line.evidence and line.words in SECTION_LABELS
        lines += ["=" * 66, line.text, "=" * 66, ""] if is_label else [line.text]
    lines.insert(lines.index("Holger Janssen") + 1, "editor@example.org")
    lines.insert(
        next(i for i, line in enumerate(lines) if line.startswith("ProteusTM")) - 1,
        "=" * 66,
    )
    return "\n".join(lines)
