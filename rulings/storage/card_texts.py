"""Reads the texts of cards in a file or folder of the user's own. Nothing of it is kept anywhere.

Formats: OCTGN's `set.xml` (property `Rules`); JSON and CSV with `title` (or `name`) and `text`, or
titles as keys.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from msgspec import Struct

from rulings import errors
from rulings.model import knowledge, plain_text
from rulings.storage import files

_FORMS = "OCTGN's set.xml, or JSON or CSV with `title` and `text`"
_SUFFIXES = (".xml", ".json", ".csv")
# Bytes of all files. Those of three games have 3 MB; 4 MB of any content take 0.2 GB to read.
_MAX_BYTES = 4 * 1024 * 1024
_MAX_TEXT_LENGTH = 5_000  # characters of one card; the rest is not shown
_MAX_LISTED = 10  # titles in a note
_PREFIX = "onr "  # stands before titles of this game in lists that have those of others too; folded

TitleAndText = tuple[str, str]


class CardTexts(Struct, frozen=True):
    """Card id → its text; the name of the file or folder, and the titles in it that no card has."""

    texts: dict[str, str] = {}
    name: str = ""
    unmatched: tuple[str, ...] = ()

    @property
    def unmatched_note(self) -> str:
        """A sentence on `unmatched` titles, if there are any: their number, and the first of them."""
        titles = ", ".join(map(plain_text.shortened, self.unmatched[:_MAX_LISTED]))
        ellipsis = ", …" if len(self.unmatched) > _MAX_LISTED else ""
        count = plain_text.count(len(self.unmatched), "title")
        return f"{plain_text.shortened(self.name)}: {count} of no card here: {titles}{ellipsis}"


def read_card_texts(kb: knowledge.Knowledge, path: Path) -> CardTexts:
    """Reads a file, or all in a folder. Raises `RulingsError` if it cannot be read or has no
    texts.
    """
    paths = [path]
    if path.is_dir():
        paths = sorted(file for file in path.rglob("*") if file.suffix.lower() in _SUFFIXES)
    ids = {plain_text.fold(card.title): card.id for card in kb.cards}
    texts: dict[str, str] = {}
    unmatched: dict[str, None] = {}
    left = _MAX_BYTES
    for file in paths:
        content = _content(file, left)
        left -= len(content)
        for title, text in _titles_with_texts(file, content):
            name = plain_text.fold(title).removeprefix(_PREFIX)
            id = ids.get(name)
            if id is None:
                unmatched[title] = None
            elif id not in texts or name != plain_text.fold(
                title
            ):  # without the prefix, it may be a card of another game
                texts[id] = text[:_MAX_TEXT_LENGTH]
    if not texts and not unmatched:
        raise errors.RulingsError(
            f"{errors.quoted(path)} has no texts of cards; it can be {_FORMS}"
        )
    return CardTexts(texts, path.absolute().name, tuple(unmatched))


def _content(file: Path, byte_limit: int) -> bytes:
    try:
        with file.open("rb") as stream:
            content = stream.read(byte_limit + 1)
    except OSError as error:
        raise errors.RulingsError(
            f"{errors.quoted(file)} cannot be read: {error.strerror}"
        ) from None
    if len(content) > byte_limit:
        raise errors.RulingsError(
            f"{errors.quoted(file)}: texts of cards with more than {_MAX_BYTES:,} bytes; leave out other games"
        )
    return content


def _titles_with_texts(file: Path, content: bytes) -> Iterator[TitleAndText]:
    try:
        suffix = file.suffix.lower()
        if suffix not in _SUFFIXES:
            ending = f"ends in “{suffix}”" if suffix else "has no ending"
            raise errors.RulingsError(
                f"{errors.quoted(file)} cannot be read: its name {ending}; it can be {_FORMS}"
            )
        if suffix == ".xml":
            yield from _from_octgn(content)
        elif suffix == ".csv":
            yield from _from_csv(files.decoded(content))
        else:
            yield from _from_data(json.loads(files.decoded(content)))
    except json.JSONDecodeError as error:
        raise errors.RulingsError(
            f"{errors.quoted(file)}, line {error.lineno}: is not JSON ({error.msg})"
        ) from None
    except (ValueError, LookupError, RecursionError, csv.Error, ElementTree.ParseError) as error:
        raise errors.RulingsError(f"{errors.quoted(file)} cannot be read: {error}") from None


def _from_csv(text: str) -> Iterator[TitleAndText]:
    rows = csv.DictReader(io.StringIO(text, newline=""))
    rows.fieldnames = [name.strip().lower() for name in rows.fieldnames or ()]
    if "text" not in rows.fieldnames or not {"title", "name"} & {*rows.fieldnames}:
        raise ValueError("its first line does not name columns `title` and `text`")
    for row in rows:  # one by one: a row takes a hundred times the memory of its line
        yield from _from_data(row)


def _from_data(data: Any) -> Iterator[TitleAndText]:
    """The objects with a title and a text, and those of titles with their texts, at any depth of
    lists and objects.
    """
    if isinstance(data, dict):
        title, text = data.get("title") or data.get("name"), data.get("text")
        if isinstance(title, str) and isinstance(text, str):
            yield title, text
        elif title is None and all(isinstance(value, str) for value in data.values()):
            yield from data.items()
        else:
            data = list(data.values())
    if isinstance(data, list):
        for row in data:
            yield from _from_data(row)


def _from_octgn(content: bytes) -> Iterator[TitleAndText]:
    """`<card name="…"><property name="Rules" value="…"/>`, or `Text`. Expat bounds entities and reads no other
    file.
    """
    for card in ElementTree.fromstring(content).iterfind(".//{*}card"):
        for row in card.iterfind(".//{*}property"):
            if row.get("name", "").lower() in ("rules", "text"):
                yield card.get("name", ""), row.get("value") or row.text or ""
                break
