"""The hand-edited folder → checked documents, cards, restorations and authorities, and the data of all its YAML.

A mistake becomes one error with file and line, before anything is written.
"""

from __future__ import annotations

import datetime
import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulings import errors, names
from rulings.model import constants, entities, loading, rows
from rulings.model import ids as model_ids
from rulings.storage import files, yaml_files

# A document's file → its lines, numbered from 1, whatever its line ends, tabs or byte-order mark.


@dataclass(frozen=True, slots=True)
class Line:
    """One line. If it was lost and restored, `restored` names the evidence and `number` is that of its neighbour."""

    number: int
    text: str
    restored: str | None = None

    @property
    def is_blank(self) -> bool:
        """Whether it contains only white space."""
        return not self.text.strip()

    @property
    def is_indented(self) -> bool:
        """Whether it is indented."""
        return self.text[:1].isspace()


def read_lines(path: Path) -> list[Line]:
    """All lines of the file, without line ends. Raises `RulingsError` if it is missing or not UTF-8."""
    return numbered(files.read_text(path))


def numbered(text: str) -> list[Line]:
    """All lines of a text. Only CR, LF and CRLF end a line, not a form feed or U+2028."""
    return [Line(n, line) for n, line in enumerate(files.split_lines(text.removeprefix("\ufeff")), 1)]


# The date of a citation (`8/6/96`, `15/02/00`, `2035-01-31`) → an ISO date, and why it is doubtful if it is.

_PRINTED_DATE = re.compile(loading.PRINTED_DATE)


@dataclass(frozen=True, slots=True)
class DateOrder:
    """Whether day or month comes first in dates from `start` to `end` (ISO 8601), and whether this is certain."""

    start: str
    end: str
    day_first: bool
    certain: bool


@dataclass(frozen=True, slots=True)
class ParsedDate:
    """An ISO date, None if there is no such date; and one of `constants.DOUBTS`, or None."""

    iso: str | None
    doubt: str | None


def read_date(printed: str, orders: tuple[DateOrder, ...]) -> ParsedDate:
    """What a date as printed or in ISO 8601 means.

    A printed one is in 1990–2089, with the month first unless that is impossible or an order says otherwise.
    """
    match = _PRINTED_DATE.fullmatch(printed)
    if match is None:
        return _checked(printed if is_date(printed) else None)
    first, second, short = (int(part) for part in match.groups())
    year = 1900 + short if short >= 90 else 2000 + short
    month_first, day_first = _iso(year, first, second), _iso(year, second, first)
    if month_first is None or day_first is None or month_first == day_first:
        return _checked(month_first or day_first)
    order = next((o for o in orders if o.start <= month_first <= o.end or o.start <= day_first <= o.end), None)
    iso = day_first if order and order.day_first else month_first
    return ParsedDate(iso, "day-month-order") if order and not order.certain else _checked(iso)


def is_date(iso: str | None) -> bool:
    """Whether this is a date like `2035-01-31` that exists."""
    try:
        return iso is not None and datetime.date.fromisoformat(iso).isoformat() == iso
    except ValueError:
        return False


def _checked(iso: str | None) -> ParsedDate:
    if iso is None:
        return ParsedDate(None, "impossible")
    return ParsedDate(iso, "before-release" if iso < constants.RELEASE_DATE else None)


def _iso(year: int, month: int, day: int) -> str | None:
    try:
        return datetime.date(year, month, day).isoformat()
    except ValueError:
        return None


# The folder `sources` → the data of each hand-edited YAML file, validated.

_STEM = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def read_hand_edited(folder: Path) -> dict[str, Any]:
    """File name without `.yaml` (`additions/2035`) → data, which is empty for a file that does not exist.

    Raises `RulingsError` with file and line for a mistake.
    """
    paths = {name: folder / f"{name}.yaml" for name in rows.HAND_EDITED}
    hand_edited = {
        name: yaml_files.read_yaml(path) for name, path in paths.items() if name in rows.REQUIRED_FILES or path.exists()
    }
    _reject_ignored_files(folder)
    for path in _addition_files(folder):
        hand_edited[f"{model_ids.ADDITIONS}/{path.stem}"] = yaml_files.read_yaml(path)
    problems = [
        problem
        for name, data in hand_edited.items()
        for problem in yaml_files.violations(data, f"sources/{name}.yaml", str(folder / f"{name}.yaml"))
    ]
    if problems:
        raise errors.RulingsError("\n".join(files.first_of_each_file(problems)))
    return rows.with_empty_files(hand_edited)


def _reject_ignored_files(folder: Path) -> None:
    """Raises `RulingsError` for a YAML file that would be ignored silently because of its name."""
    known_names = [f"{name}.yaml" for name in rows.HAND_EDITED]
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() in (".yml", ".yaml") and path.name not in known_names:
            is_known = path.stem in rows.HAND_EDITED
            hint = f"; rename it to {path.stem}.yaml" if is_known else names.nearest_hint(path.name, known_names)
            raise errors.RulingsError(f"{path}: would be ignored under this name{hint}")


def _addition_files(folder: Path) -> Iterator[Path]:
    """The files of added rulings, in order. Raises `RulingsError` for any file that would be ignored silently."""
    inside = folder / model_ids.ADDITIONS
    if not inside.exists() and not inside.is_symlink():
        return
    if not inside.is_dir():
        raise errors.RulingsError(f"{inside}: is not a folder; `additions` must be a folder containing the files")
    for path in sorted(inside.iterdir()):
        if path.name.startswith(".") or path.name.endswith("~") or path.name == "README.md":
            continue
        if path.is_dir():
            raise errors.RulingsError(f"{path}: is a folder; put files of added rulings directly into {inside}")
        if path.suffix != ".yaml" or not _STEM.fullmatch(path.stem):
            raise errors.RulingsError(
                f"{path}: would be ignored under this name; use a name like 2035.yaml, in lowercase "
                "letters, digits and hyphens"
            )
        yield path


_LENGTH_OF_A_DAY = len("1996-04-26")  # a shorter date is a year or a month


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """One document with its lines and its row of `documents.yaml`."""

    id: str
    short: str
    row: rows.RowData
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
    cards: tuple[entities.Card, ...]
    restorations: tuple[entities.Restoration, ...]
    authorities: tuple[entities.Authority, ...]

    @property
    def files(self) -> dict[str, Any]:
        """`hand_edited` by the paths of the files in a knowledge base, such as `sources/names.yaml`."""
        return {f"sources/{name}.yaml": data for name, data in self.hand_edited.items()}


def read_sources(folder: Path) -> Sources:
    """Reads all of `folder`. Raises `RulingsError` if a file is missing or wrong, or does not match its checksum."""
    hand_edited = read_hand_edited(folder)
    documents = {d.id: d for d in _documents(hand_edited["documents"], folder)}
    for id in (constants.RULINGS_DOCUMENT, constants.RUN_CHART_DOCUMENT, constants.TOURNAMENT_DOCUMENT):
        if id not in documents:
            raise errors.RulingsError(f"{folder / 'documents.yaml'}, line 1: no document has `id: {id}`")
    return Sources(
        folder=folder,
        hand_edited=hand_edited,
        documents=documents,
        cards=_cards(hand_edited["cards"], folder / "cards.yaml"),
        restorations=tuple(loading.restorations(hand_edited["restorations"])),
        authorities=tuple(loading.authorities_from_rows(hand_edited["authorities"])),
    )


def _documents(rows: Iterable[yaml_files.LocatedDict], folder: Path) -> list[SourceDocument]:
    """Reads the documents that `documents.yaml` lists. Raises `RulingsError` for a wrong row, file or checksum."""
    path = folder / "documents.yaml"
    seen: dict[str, int] = {}
    documents = []
    for row in rows:
        for key in ("id", "short", "file"):
            _require_unique(row, key, f"{key} {row[key]}", seen, path)
        if len(row["date"] or "") == _LENGTH_OF_A_DAY and not is_date(row["date"]):
            raise errors.RulingsError(f"{path}, line {row.key_lines['date']}: {row['date']} is not a date")
        file = folder / row["file"]
        if file.parent != folder:
            raise errors.RulingsError(
                f"{path}, line {row.key_lines['file']}: {errors.quoted(row['file'])} must be in the folder "
                "of documents.yaml"
            )
        if not file.exists():
            raise errors.RulingsError(
                f"{file}: the file is missing; put it back (documents.yaml names it on line {row.line})"
            )
        lines = read_lines(file)
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        if digest != row["sha256"]:
            raise errors.RulingsError(
                f"{file}: does not match its checksum in documents.yaml (line {row.key_lines['sha256']}); restore "
                f"the original or, if the change is intended, set sha256 to {digest}"
            )
        if all(line.is_blank for line in lines):
            raise errors.RulingsError(f"{file}, line 1: the document contains no words")
        orders = tuple(
            DateOrder(
                o.get("from", ""), o.get("to", constants.FAR_FUTURE), o["order"] == "day-first", o.get("certain", True)
            )
            for o in row.get("dates") or ()
        )
        documents.append(SourceDocument(row["id"], row["short"], (row), file, tuple(lines), orders))
    return documents


def _require_unique(row: yaml_files.LocatedDict, key: str, value: str, seen: dict[str, int], path: Path) -> None:
    """Raises `RulingsError` if a row further up has the same value. `seen`: value → line of those so far."""
    line = row.key_lines[key]
    if value in seen:
        raise errors.RulingsError(f"{path}, line {line}: {errors.quoted(value)} is already on line {seen[value]}")
    seen[value] = line


def _cards(rows: Iterable[yaml_files.LocatedDict], path: Path) -> tuple[entities.Card, ...]:
    ids: dict[str, int] = {}
    titles: dict[str, int] = {}
    cards = []
    for row in rows:
        if not model_ids.fold(row["title"]):
            raise errors.RulingsError(f"{path}, line {row.key_lines['title']}: the title has no letter or digit")
        _require_unique(row, "id", row["id"], ids, path)
        _require_unique(row, "title", model_ids.fold(row["title"]), titles, path)
        cards.append(loading.card_from_row(row))
    return tuple(cards)
