"""A file or folder of the user's own with the texts of cards → the text of each card. Nothing of it is kept anywhere.

Formats: OCTGN's `set.xml` (property `Rules`); EDN, JSON, YAML, CSV and TSV with `title` (or `name`) and `text`, or with
the titles as keys.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from rulings import errors
from rulings.model import formatting, knowledge
from rulings.model import ids as model_ids

# EDN (https://github.com/edn-format/edn), the notation of Clojure's data, → Python data; nothing in it is run.

_END = r'\s,;"()\[\]{}'  # what ends a number, symbol, keyword or tag
_PART = re.compile(
    rf"""(?P<comment>;[^\n]*) | "(?P<string>[^"\\]*(?:\\.[^"\\]*)*)"
    | (?P<opening>\#?\{{|\(|\[) | (?P<closing>[)\]}}])
    | (?P<discard>\#_) | (?P<tag>\#[^{_END}\#][^{_END}]*)
    | (?P<atom>\\.[^{_END}]* | [^{_END}\\\#][^{_END}]*)
    | (?P<wrong>[^\s,])""",
    re.VERBOSE | re.DOTALL,
)
_CLOSING = {"{": "}", "#{": "}", "(": ")", "[": "]"}
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", '"': '"', "\\": "\\"}
_CONSTANTS = {"nil": None, "true": True, "false": False}
_DISCARD = object()  # `#_`: the next value is left out


def parse_edn(text: str) -> Any:
    """The value in the text, or a list if there is not exactly one. Raises `ValueError` if the text is not EDN."""
    opening, values = "", list[Any]()  # the innermost bracket that is open, and the values so far in it
    outer: list[tuple[str, list[Any]]] = []
    for part in _PART.finditer(text):
        kind, word = part.lastgroup, part[part.lastgroup or 0]
        if kind in ("comment", "tag"):  # what a tag, such as `#inst`, belongs to is read as if it had none
            continue
        if kind == "opening":
            outer.append((opening, values))
            opening, values = word, []
            continue
        value: Any = _DISCARD
        if kind == "string":
            value = _ESCAPE.sub(_unescaped, word) if "\\" in word else word
        elif kind == "atom" and word in _CONSTANTS:
            value = _CONSTANTS[word]
        elif kind == "atom":
            value = float(word.rstrip("MN")) if re.match(r"[+-]?\d", word) else word.removeprefix(":")
        elif kind != "discard":
            if word != _CLOSING.get(opening):
                raise ValueError(f"line {text.count(chr(10), 0, part.start()) + 1}: {word!r} is unexpected here")
            value = _collection(opening, values)
            opening, values = outer.pop()
        if value is not _DISCARD and values and values[-1] is _DISCARD:
            values.pop()
        else:
            values.append(value)
    if outer:
        raise ValueError(f"{opening!r} is not closed")
    values = _collection("", values)
    return values[0] if len(values) == 1 else values


def _collection(opening: str, values: list[Any]) -> Any:
    if values and values[-1] is _DISCARD:
        raise ValueError("nothing follows `#_`")
    if opening != "{":
        return values
    if len(values) % 2:
        raise ValueError("a map has a key without a value")
    return {str(key): value for key, value in zip(values[::2], values[1::2], strict=True)}


def _unescaped(match: re.Match[str]) -> str:
    if len(match[1]) > 1:
        return chr(int(match[1][1:], 16))
    if match[1] not in _ESCAPED:
        raise ValueError(f"{match[0]!r} is no escape sequence")
    return _ESCAPED[match[1]]


_FORMS = "OCTGN's set.xml, or EDN, JSON, YAML, CSV or TSV with `title` and `text`"
_SUFFIXES = (".xml", ".edn", ".json", ".yaml", ".yml", ".csv", ".tsv")
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
        titles = ", ".join(map(model_ids.shortened, self.unmatched[:_MAX_LISTED]))
        more = ", …" if len(self.unmatched) > _MAX_LISTED else ""
        count = formatting.count(len(self.unmatched), "title")
        return f"{model_ids.shortened(self.name)}: {count} of no card here: {titles}{more}"


def read_card_texts(kb: knowledge.Knowledge, path: Path) -> CardTexts:
    """Reads a file, or all in a folder. Raises `RulingsError` if it cannot be read or has no texts."""
    files = [path]
    if path.is_dir():
        files = sorted(file for file in path.rglob("*") if file.suffix.lower() in _SUFFIXES)[:_MAX_FILES]
    ids = {model_ids.fold(card.title): card.id for card in kb.cards}
    texts: dict[str, str] = {}
    unmatched: dict[str, None] = {}
    for file in files:
        for title, text in _read(file):
            name = model_ids.fold(title).removeprefix(_PREFIX)
            id = ids.get(name)
            if id is None:
                unmatched[title] = None
            elif id not in texts or name != model_ids.fold(title):  # without the prefix, it may be another game's card
                texts[id] = text[:_MAX_TEXT_LENGTH]
    if not texts and not unmatched:
        raise errors.RulingsError(f"{errors.quoted(path)} has no texts of cards; it can be {_FORMS}")
    return CardTexts(texts, path.absolute().name, tuple(unmatched))


def _read(file: Path) -> list[TitleAndText]:
    try:
        with file.open("rb") as stream:
            content = stream.read(_MAX_BYTES + 1)
        if len(content) > _MAX_BYTES:
            raise errors.RulingsError(f"{errors.quoted(file)} has more than {_MAX_BYTES:,} bytes")
        suffix = file.suffix.lower()
        if suffix not in _SUFFIXES:
            ending = f"ends in “{suffix}”" if suffix else "has no ending"
            raise errors.RulingsError(f"{errors.quoted(file)} cannot be read: its name {ending}; it can be {_FORMS}")
        if suffix == ".xml":
            return _from_octgn(content)
        return list(_from_data(_parse(content.decode("utf-8-sig"), suffix, file)))
    except OSError as error:
        raise errors.RulingsError(f"{errors.quoted(file)} cannot be read: {error.strerror}") from None
    except json.JSONDecodeError as error:
        raise errors.RulingsError(f"{errors.quoted(file)}, line {error.lineno}: is not JSON ({error.msg})") from None
    except (ValueError, LookupError, RecursionError, csv.Error, ElementTree.ParseError) as error:
        raise errors.RulingsError(f"{errors.quoted(file)} cannot be read: {error}") from None


def _parse(text: str, suffix: str, file: Path) -> Any:
    if suffix in (".csv", ".tsv"):
        rows = csv.DictReader(io.StringIO(text, newline=""), delimiter="," if suffix == ".csv" else "\t")
        rows.fieldnames = [name.strip().lower() for name in rows.fieldnames or ()]
        if "text" not in rows.fieldnames or not {"title", "name"} & {*rows.fieldnames}:
            raise ValueError("its first line does not name columns `title` and `text`")
        return [*rows]
    if suffix == ".edn":
        return parse_edn(text)
    if suffix == ".json":
        return json.loads(text)
    from rulings.storage import yaml_files

    return yaml_files.parse_yaml(text, str(file))


def _from_data(data: Any) -> Iterator[TitleAndText]:
    """The objects with a title and a text, and those of titles with their texts, at any depth of lists and objects."""
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


def _from_octgn(content: bytes) -> list[TitleAndText]:
    """`<card name="…"><property name="Rules" value="…"/>`. Expat bounds entities and reads no other file."""
    found: list[TitleAndText] = []
    others = dict[str, None]()
    for card in ElementTree.fromstring(content).iterfind(".//{*}card"):
        for row in card.iterfind(".//{*}property"):
            if row.get("name", "").lower() == "rules":
                found.append((card.get("name", ""), row.get("value") or row.text or ""))
            else:
                others[row.get("name", "")] = None
    if others and not found:
        names = ", ".join(map(model_ids.shortened, [*others][:_MAX_LISTED]))
        raise ValueError(f"its cards have no property “Rules”, but {names}")
    return found
