"""Reads the hand-edited folder: the rows of its YAML and the lines of the documents. A
mistake raises an error with its line.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import asdict

from rulings import errors
from rulings.model import (
    dates,
    entities,
    hand_edited,
    ids,
    loader,
    plain_text,
    validation,
    vocabulary,
)
from rulings.model.base import by_id
from rulings.names import edit_distance
from rulings.storage import files, yaml_files

# Lines of a document, numbered from 1, whatever its line ends or tabs


class SourceLine(NamedTuple):
    """One line. If it was lost and restored, `evidence` says how we know it, and
    `number` is its neighbour's.
    """

    number: int
    text: str
    evidence: str | None = None

    @property
    def words(self) -> str:
        """The text without the white space around it."""
        return self.text.strip()

    @property
    def is_blank(self) -> bool:
        """Whether it contains only white space."""
        return not self.words

    @property
    def is_indented(self) -> bool:
        """Whether it is indented."""
        return self.text[:1].isspace()


class Part(NamedTuple):
    """A part of a document outside any section or entry: its kind and its lines."""

    kind: str
    lines: Sequence[SourceLine]


def numbered(text: str) -> list[SourceLine]:
    """All lines of a text. Only CR, LF and CRLF end a line, not a form
    feed or U+2028.
    """
    lines = files.split_lines(text)
    return [SourceLine(number, line) for number, line in enumerate(lines, 1)]


# Dates of citations (`8/6/96`, `15/02/00`, `2035-01-31`): the ISO date, and why it is
# doubtful

_PRINTED_DATE = re.compile(loader.PRINTED_DATE)


def read_date(
    text: str, orders: Iterable[hand_edited.DateOrder]
) -> tuple[str | None, str | None]:
    """Reads a date, as printed or in ISO 8601. Returns an ISO date, month or year, and
    one of `vocabulary.DATE_DOUBTS`; either may be None.

    A printed date is in 1990–2089. Its month comes first, unless that is impossible or
    an order says otherwise.
    """
    possible_dates = [text]
    if match := _PRINTED_DATE.fullmatch(text):
        first, second, short = map(int, match.groups())
        century = 1900 if short >= 90 else 2000
        year = century + short
        possible_dates = [
            f"{year}-{first:02}-{second:02}",
            f"{year}-{second:02}-{first:02}",
        ]
    elif " " in text:
        possible_dates = [dates.iso_date(text)]
    readings = list(dict.fromkeys(filter(dates.is_date, possible_dates)))
    if not readings:
        return None, None
    order = _order_at(readings, orders) if len(readings) > 1 else None
    if order and order.order == "day-first":
        readings.reverse()
    if order and not order.certain:
        return readings[0], "day-month-order"
    _, last_day = dates.date_range(readings[0])
    doubt = "before-release" if last_day < vocabulary.RELEASE_DATE else None
    return readings[0], doubt


def _order_at(
    readings: Sequence[str], orders: Iterable[hand_edited.DateOrder]
) -> hand_edited.DateOrder | None:
    """The order of day and month that was usual at one of these dates, or None."""
    for order in orders:
        if any(order.start <= date <= order.end for date in readings):
            return order
    return None


def printed_lines(lines: Iterable[SourceLine]) -> list[SourceLine]:
    """The lines that are not blank."""
    return [line for line in lines if not line.is_blank]


# Rows of the hand-edited files

# The name becomes the end of an id, which has no more than 99 letters
_ADDITION = re.compile(r"(?!.{95})[a-z0-9]+(?:-[a-z0-9]+)*\.yaml")
# Files that editors and systems leave in a folder, or that explain it
_NOT_OURS = re.compile(
    r"\..*|.*~|#.*#|README\.md|Thumbs\.db|desktop\.ini", re.IGNORECASE
)


def hand_edited_in(folder: Path) -> hand_edited.HandEdited:
    """The rows of all files.

    Raises `RulingsError` with file and line for a mistake, a wrong file name or a
    missing file.
    """
    paths = {name: folder / f"{name}.yaml" for name in hand_edited.SHAPES}
    known_names = [path.name for path in paths.values()]
    for name in hand_edited.OPTIONAL_FILES:
        if not paths[name].exists():
            del paths[name]
    for path in sorted(folder.iterdir()):
        is_yaml = path.suffix.lower() in (".yml", ".yaml")
        if is_yaml and path.name not in known_names:
            hint = edit_distance.nearest_hint(path.name, known_names)
            raise errors.RulingsError(
                f"{path}: it would be ignored under this name{hint}"
            )
    for path in _addition_files(folder / ids.ADDITIONS):
        paths[f"{ids.ADDITIONS}/{path.stem}"] = path
    return yaml_files.read_hand_edited(paths)


def _addition_files(inside: Path) -> Iterator[Path]:
    """The files of added rulings, in order. Raises `RulingsError` for any file that
    would be ignored silently.
    """
    if not inside.exists():
        return
    for path in sorted(inside.iterdir()):
        if _NOT_OURS.fullmatch(path.name):
            continue
        if not _ADDITION.fullmatch(path.name):
            raise errors.RulingsError(
                f"{path}: it would be ignored under this name; use a name like "
                "2035.yaml, in at most 89 lowercase letters, digits and hyphens"
            )
        yield path


class SourceDocument(Struct, frozen=True):
    """One document: its row of `documents.yaml`, its file, and its lines."""

    row: hand_edited.DocumentRow
    path: Path
    lines: tuple[SourceLine, ...]

    @property
    def id(self) -> str:
        """Its id."""
        return self.row.id


class Sources(Struct, frozen=True):
    """Everything that is edited by hand: the rows as in the files (`edited`), and the
    documents and cards made from them.
    """

    folder: Path
    edited: hand_edited.HandEdited
    documents: dict[str, SourceDocument]  # id → document
    cards: dict[str, entities.Card]  # folded title → card

    def path(self, name: str) -> str:
        """The path of a hand-edited file (`names`, `additions/2035`), for messages."""
        return str(self.folder / f"{name}.yaml")

    def file_of(self, document: str) -> str:
        """The path of a document, or of the file of additions with that id."""
        if document in self.documents:
            return str(self.documents[document].path)
        return self.path(ids.additions_path(document) or document)


def read_sources(folder: Path) -> Sources:
    """Reads all of `folder`. Raises `RulingsError` if a file is missing or cannot be
    read.
    """
    edited = hand_edited_in(folder)
    cards: dict[str, entities.Card] = {}
    # The first of several with a title is kept, so no id seems to be gone
    for row in edited.cards:
        card = entities.Card(**asdict(row))
        cards.setdefault(plain_text.fold(row.title), card)
    documents = by_id(_documents(edited.documents, folder))
    for id in (vocabulary.RULINGS_DOCUMENT, vocabulary.RUN_CHART_DOCUMENT):
        if id not in documents:
            raise errors.RulingsError(
                f"{folder / 'documents.yaml'}, line 1: no document has `id: {id}`"
            )
    return Sources(folder, edited, documents, cards)


def _documents(
    document_rows: Iterable[hand_edited.DocumentRow], folder: Path
) -> Iterator[SourceDocument]:
    """Reads the documents that `documents.yaml` lists. Raises `RulingsError` if a file
    does not match its checksum.
    """
    for row in document_rows:
        file = folder / row.file
        lines = numbered(files.read_text(file))
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        if digest != row.sha256:
            raise errors.RulingsError(
                f"{file}: the file does not match its checksum in documents.yaml "
                f"(line {validation.line_of(row, 'sha256')}); "
                "restore the original or, if the change is intended, "
                f"set sha256 to {digest}"
            )
        yield SourceDocument(row, file, tuple(lines))
