"""A file or folder of the user's own with the texts of cards → the text of each card. Nothing of it is kept anywhere.

Formats: OCTGN's `set.xml` (property `Rules`); EDN, JSON, YAML and CSV with `title` (or `name`) and `text`.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.parsers import expat

from rulings.errors import RulingsError, quoted
from rulings.model.formatting import count
from rulings.model.ids import fold
from rulings.model.knowledge import Knowledge
from rulings.model.printable import shortened
from rulings.storage.edn_reader import parse_edn

_SUFFIXES = (".xml", ".edn", ".json", ".yaml", ".yml", ".csv")
_MAX_BYTES = 20 * 1024 * 1024
_MAX_FILES = 5_000  # EDN is often kept with one card a file
_MAX_TEXT_LENGTH = 5_000  # characters of one card; the rest is not shown
_MAX_LISTED = 10  # titles in a note
_PREFIX = "onr "  # before titles of this game in lists that have those of others too; folded

TitleAndText = tuple[str, str]


@dataclass(frozen=True)
class CardTexts:
    """Card id → its text; the name of the file or folder, and the titles in it that no card has."""

    texts: dict[str, str] = field(default_factory=dict)
    name: str = ""
    unmatched: tuple[str, ...] = ()

    @property
    def unmatched_note(self) -> str:
        """What to say if there are `unmatched` titles: how many, and the first of them."""
        titles = ", ".join(map(shortened, self.unmatched[:_MAX_LISTED]))
        more = ", …" if len(self.unmatched) > _MAX_LISTED else ""
        return f"{shortened(self.name)}: {count(len(self.unmatched), 'title')} of no card here: {titles}{more}"


def read_card_texts(kb: Knowledge, path: Path) -> CardTexts:
    """Reads a file, or all in a folder. Raises `RulingsError` if it cannot be read or has no texts."""
    files = [path]
    if path.is_dir():
        files = sorted(file for file in path.rglob("*") if file.suffix.lower() in _SUFFIXES)[:_MAX_FILES]
    ids = {fold(card.title): card.id for card in kb.cards}
    texts: dict[str, str] = {}
    unmatched: dict[str, None] = {}
    for file in files:
        for title, text in _read(file):
            name = fold(title).removeprefix(_PREFIX)
            id = ids.get(name)
            if id is None:
                unmatched[title] = None
            elif id not in texts or name != fold(title):  # without the prefix, it may be another game's card
                texts[id] = text[:_MAX_TEXT_LENGTH]
    if not texts and not unmatched:
        formats = "XML, EDN, JSON, YAML or CSV"
        raise RulingsError(f"{quoted(path)} has no texts of cards; it needs titles and texts as {formats}")
    return CardTexts(texts, path.absolute().name, tuple(unmatched))


def _read(file: Path) -> Iterator[TitleAndText]:
    try:
        with file.open("rb") as stream:
            content = stream.read(_MAX_BYTES + 1)
        if len(content) > _MAX_BYTES:
            raise RulingsError(f"{quoted(file)} has more than {_MAX_BYTES:,} bytes")
        suffix = file.suffix.lower()
        if suffix == ".xml":
            yield from _from_octgn(content)
        elif suffix == ".csv":
            yield from _from_data([*csv.DictReader(io.StringIO(content.decode("utf-8-sig")))])
        elif suffix == ".edn":
            yield from _from_data(parse_edn(content.decode("utf-8-sig")))
        elif suffix in (".yaml", ".yml"):
            from rulings.storage.yaml_reader import parse_yaml

            yield from _from_data(parse_yaml(content.decode("utf-8-sig"), str(file)))
        else:
            yield from _from_data(json.loads(content))
    except OSError as error:
        raise RulingsError(f"{quoted(file)} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError, csv.Error, expat.ExpatError) as error:
        raise RulingsError(f"{quoted(file)} cannot be read: {type(error).__name__}, {error}") from None


def _from_data(data: Any) -> Iterator[TitleAndText]:
    """The objects with a title and a text, at any depth of lists and other objects."""
    if isinstance(data, dict):
        title, text = data.get("title") or data.get("name"), data.get("text")
        if isinstance(title, str) and isinstance(text, str):
            yield title, text
        else:
            data = list(data.values())
    if isinstance(data, list):
        for row in data:
            yield from _from_data(row)


def _from_octgn(content: bytes) -> Iterator[TitleAndText]:
    """`<card name="…"><property name="Rules" value="…"/>`. A document type, and so an entity, is refused."""
    found: list[TitleAndText] = []
    titles: list[str] = []

    def refuse(*_: object) -> None:
        raise ValueError("it declares a document type")

    def start(name: str, attributes: dict[str, str]) -> None:
        if name == "card":
            titles[:] = [attributes.get("name", "")]
        elif name == "property" and titles and attributes.get("name", "").lower() == "rules":
            found.append((titles[0], attributes.get("value", "")))

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = refuse
    parser.StartElementHandler = start
    parser.Parse(content, True)
    return iter(found)
