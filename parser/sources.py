"""The hand-edited folder → checked documents, cards, restorations and authorities, and the data of all its YAML.

A mistake becomes one error with file and line, before anything is written.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulings.errors import RulingsError, quoted
from rulings.model import from_rows
from rulings.model.constants import FAR_FUTURE, RULINGS_DOCUMENT, RUN_CHART_DOCUMENT, TOURNAMENT_DOCUMENT
from rulings.model.entities import Authority, Card, Restoration
from rulings.model.files import RowData
from rulings.model.ids import fold
from rulings.parser.dates import DateOrder, is_date
from rulings.parser.hand_edited import read_hand_edited
from rulings.parser.lines import Line, read_lines
from rulings.storage.yaml_reader import LocatedDict

_LENGTH_OF_A_DAY = len("1996-04-26")  # a shorter date is a year or a month


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """One document with its lines and its row of `documents.yaml`."""

    id: str
    short: str
    row: RowData
    path: Path
    lines: tuple[Line, ...]
    date_orders: tuple[DateOrder, ...]

    @property
    def game(self) -> str:
        """`netrunner` or `android-netrunner`."""
        return str(self.row["game"])


@dataclass(frozen=True, slots=True)
class Sources:
    """All data that is edited by hand: `hand_edited` as in the files (see `read_hand_edited`), the rest as entities."""

    folder: Path
    hand_edited: dict[str, Any]
    documents: dict[str, SourceDocument]
    cards: tuple[Card, ...]
    restorations: tuple[Restoration, ...]
    authorities: tuple[Authority, ...]

    @property
    def files(self) -> dict[str, Any]:
        """`hand_edited` by the paths of the files in a knowledge base, such as `sources/names.yaml`."""
        return {f"sources/{name}.yaml": data for name, data in self.hand_edited.items()}


def read_sources(folder: Path) -> Sources:
    """Reads all of `folder`. Raises `RulingsError` if a file is missing or wrong, or does not match its checksum."""
    hand_edited = read_hand_edited(folder)
    documents = {d.id: d for d in _documents(hand_edited["documents"], folder)}
    for id in (RULINGS_DOCUMENT, RUN_CHART_DOCUMENT, TOURNAMENT_DOCUMENT):
        if id not in documents:
            raise RulingsError(f"{folder / 'documents.yaml'}, line 1: no document has `id: {id}`")
    return Sources(
        folder=folder,
        hand_edited=hand_edited,
        documents=documents,
        cards=_cards(hand_edited["cards"], folder / "cards.yaml"),
        restorations=tuple(from_rows.restorations(hand_edited["restorations"])),
        authorities=tuple(from_rows.authorities(hand_edited["authorities"])),
    )


def _documents(rows: Iterable[LocatedDict], folder: Path) -> list[SourceDocument]:
    """Reads the documents that `documents.yaml` lists. Raises `RulingsError` for a wrong row, file or checksum."""
    path = folder / "documents.yaml"
    seen: dict[str, int] = {}
    documents = []
    for row in rows:
        for key in ("id", "short", "file"):
            _require_unique(row, key, f"{key} {row[key]}", seen, path)
        if len(row["date"] or "") == _LENGTH_OF_A_DAY and not is_date(row["date"]):
            raise RulingsError(f"{path}, line {row.key_lines['date']}: {row['date']} is not a date")
        file = folder / row["file"]
        if file.parent != folder:
            raise RulingsError(
                f"{path}, line {row.key_lines['file']}: {quoted(row['file'])} must be in the folder of documents.yaml"
            )
        if not file.exists():
            raise RulingsError(f"{file}: the file is missing; put it back (documents.yaml names it on line {row.line})")
        lines = read_lines(file)
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        if digest != row["sha256"]:
            raise RulingsError(
                f"{file}: does not match its checksum in documents.yaml (line {row.key_lines['sha256']}); restore "
                f"the original or, if the change is intended, set sha256 to {digest}"
            )
        if all(line.is_blank for line in lines):
            raise RulingsError(f"{file}, line 1: the document contains no words")
        orders = tuple(
            DateOrder(o.get("from", ""), o.get("to", FAR_FUTURE), o["order"] == "day-first", o.get("certain", True))
            for o in row.get("dates") or ()
        )
        documents.append(SourceDocument(row["id"], row["short"], (row), file, tuple(lines), orders))
    return documents


def _require_unique(row: LocatedDict, key: str, value: str, seen: dict[str, int], path: Path) -> None:
    """Raises `RulingsError` if a row further up has the same value. `seen`: value → line of those so far."""
    line = row.key_lines[key]
    if value in seen:
        raise RulingsError(f"{path}, line {line}: {quoted(value)} is already on line {seen[value]}")
    seen[value] = line


def _cards(rows: Iterable[LocatedDict], path: Path) -> tuple[Card, ...]:
    ids: dict[str, int] = {}
    titles: dict[str, int] = {}
    cards = []
    for row in rows:
        if not fold(row["title"]):
            raise RulingsError(f"{path}, line {row.key_lines['title']}: the title has no letter or digit")
        _require_unique(row, "id", row["id"], ids, path)
        _require_unique(row, "title", fold(row["title"]), titles, path)
        cards.append(from_rows.card(row))
    return tuple(cards)
