"""Makes structs that know their lines from the data of a YAML file, or says what is
wrong on which line.

`rulings.storage.yaml_files` reads the data; `rulings.model.hand_edited` and `entities`
declare the shapes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain, product
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    NamedTuple,
    TypeVar,
    get_args,
    get_origin,
)

import msgspec

from rulings.model import base, dates, plain_text, vocabulary

if TYPE_CHECKING:
    from msgspec import inspect

Fault = tuple[int, str]  # a line, counted from 1, and the mistake there
Shape = TypeVar("Shape")


class LocatedDict(dict[Any, Any]):
    """A dict that remembers the line its mapping began on, its last line, and the line
    of each key, counted from 1.
    """

    __slots__ = ("last_line", "line", "lines")

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = self.last_line = line
        self.lines: dict[str, int] = {}


class LocatedList(list[Any]):
    """A list that remembers the line of each item, counted from 1."""

    __slots__ = ("lines",)

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[int] = []


class Row(base.Entity, dict=True):
    """A mapping in a hand-edited file. A key whose type allows None may be missing.

    `quotes`: keys; the first one that is there names the entry that contains the row's
    `words`, if it has any. `unique`: groups of keys whose values no other row of its
    list has. If a value is a list, this holds for each item. Without such keys, no
    other row has the same values in all keys but `reason`.
    """

    quotes: ClassVar[tuple[str, ...]] = ("ruling",)
    unique: ClassVar[tuple[tuple[str, ...], ...]] = ()

    def faults(self) -> Iterable[str]:
        """The faults of its values in combination, as sentences."""
        return ()


_UNREAD = LocatedDict(0)


def data_of(row: Row) -> LocatedDict:
    """The data that a row was converted from; empty if it was not read from YAML."""
    data: LocatedDict = vars(row).get("_data", _UNREAD)
    return data


def line_of(row: Row, key: str = "") -> int:
    """The line of a key, as it is written in the file; if the key is missing, the first
    line of the row.
    """
    data = data_of(row)
    return data.lines.get(key, data.line)


@cache
def type_of(shape: Any) -> Any:
    """The description of a type by msgspec."""
    from msgspec import inspect  # a look-up does not need this import

    return inspect.type_info(shape)


def metadata_of(type_info: inspect.Type) -> dict[str, Any]:
    """The metadata in the annotations of a type: `vocabulary.Derived`, the meaning of a
    text, and so on.
    """
    return getattr(type_info, "extra", None) or {}


def convert(
    data: Any,
    shape: type[Shape],
    faults: list[Fault],
) -> Shape | None:
    """Converts the data of a file to its shape. Faults are added to `faults`, each once
    for each row; the value is then None.

    The rows of a list, and the values of a mapping with any keys, are converted one by
    one, and keep their lines.
    """
    before = len(faults)
    value: Any
    if get_origin(shape) is list and isinstance(data, LocatedList):
        (of_item,) = get_args(shape)
        value = []
        for item, line in zip(data, data.lines, strict=True):
            value.append(_converted(item, of_item, line, (), faults))
    elif get_origin(shape) is dict and isinstance(data, LocatedDict):
        of_key, of_value = get_args(shape)
        value = LocatedDict(data.line)
        value.lines = data.lines
        for key, line in data.lines.items():
            keys = (key,)
            _converted(key, of_key, line, keys, faults)
            value[key] = _converted(data[key], of_value, line, keys, faults)
    else:
        first_line = getattr(data, "line", 1)
        value = _converted(data, shape, first_line, (), faults)
    if len(faults) > before:
        return None
    located: Shape = _located(value, data)
    return located


def _converted(
    data: Any,
    shape: Any,
    line: int,
    keys: tuple[str, ...],
    faults: list[Fault],
) -> Any:
    """Converts the data on a line to their shape; None if they have a fault. `keys`:
    the keys that lead to them in the file, or most of these.
    """
    type_info = type_of(shape)
    try:
        value = msgspec.convert(data, shape)
    except msgspec.ValidationError as error:
        faults.append(_fault(data, line, keys, str(error), type_info))
        return None
    value_parts = [*every_value(value, type_info, data, line, keys)]
    own_faults = [*chain.from_iterable(map(_faults_of_text, value_parts))]
    if not own_faults:  # values are compared only if none has a fault of its own
        own_faults += chain.from_iterable(map(_faults_of_row, value_parts))
    if own_faults:
        faults += dict.fromkeys(own_faults)
        return None
    return _located(value, data)


Metadata = dict[str, Any]  # in the annotations of a type


def alternatives(type_info: Any) -> Iterator[tuple[Any, Metadata]]:
    """The types that a value of this type may have, each with the metadata of its
    annotations.
    """
    inner = getattr(type_info, "type", type_info)
    own_metadata = metadata_of(type_info)
    if not hasattr(inner, "types"):
        yield inner, own_metadata
        return
    for option in inner.types:
        for inner_option, metadata in alternatives(option):
            yield inner_option, own_metadata | metadata


class SchemaValue(NamedTuple):
    """A value, one of the types that it may have with the metadata of that type, its
    line, and the keys that lead to it.
    """

    value: Any
    type_info: Any
    metadata: dict[str, Any]
    line: int
    keys: tuple[Any, ...]


def is_item(keys: tuple[Any, ...]) -> bool:
    """Whether these keys lead to an item of a list."""
    return bool(keys) and isinstance(keys[-1], int)


def every_value(
    value: Any,
    type_info: Any,
    data: Any,
    line: int = 1,
    keys: tuple[Any, ...] = (),
) -> Iterator[SchemaValue]:
    """The value and everything in it: the contents of rows, lists and mappings, and the
    keys of mappings.

    Each row keeps the data that it was made from, for `data_of`.
    """
    if isinstance(value, Row):
        if isinstance(data, LocatedDict):
            vars(value)["_data"] = data
        data = data_of(value)
        if is_item(keys):
            line = data.line or line
    lines = getattr(data, "lines", None)
    for option, metadata in alternatives(type_info):
        yield SchemaValue(value, option, metadata, line, keys)
        for key, item, item_type in _items(value, option, data):
            item_line = lines[key] if lines else line
            item_keys = (*keys, key)
            yield from every_value(item, item_type, data[key], item_line, item_keys)


def _items(
    value: Any,
    type_info: Any,
    data: Any,
) -> Iterator[tuple[Any, Any, Any]]:
    """The contents of a value: key or index, item, and type of the item. For a row,
    only those that are in the data.
    """
    if isinstance(value, Row):
        types = _types_of_fields(type_info)
        for name in data if types else ():
            yield name, getattr(value, name), types[name]
    # What is in a value of any type may have any type
    any_type = type_of(Any)
    inner_type = any_type if type_info == any_type else None
    item_type = getattr(type_info, "item_type", inner_type)
    value_type = getattr(type_info, "value_type", inner_type)
    if isinstance(value, dict) and value_type:
        for key, item in value.items():
            yield key, key, getattr(type_info, "key_type", any_type)
            yield key, item, value_type
    elif isinstance(value, list | tuple) and item_type:
        for number, item in enumerate(value):
            yield number, item, item_type


def _types_of_fields(type_info: Any) -> dict[str, Any]:
    """The types of a row's fields by name; nothing for any other type."""
    fields = getattr(type_info, "fields", ())
    return {field.name: field.type for field in fields}


def _located(value: Any, data: Any) -> Any:
    """The data instead of a value that equals them, such as a list of words: they know
    their lines.
    """
    return data if value == data else value


def _faults_of_text(part: SchemaValue) -> Iterator[Fault]:
    """The faults of one value by itself."""
    if "derived" in part.metadata:
        yield part.line, at(part.keys, "is not a key of this file")
    meaning = part.metadata.get("text", "")
    pattern = vocabulary.PATTERNS.get(meaning)
    if not pattern or not isinstance(part.value, str):
        return
    must_be_date = "date" in part.metadata
    is_right = not must_be_date or dates.is_date(part.value)
    if not is_right or not re.search(pattern, part.value):
        sentence = f"must be {meaning}, not {plain_text.quoted(part.value)}"
        yield part.line, at(part.keys, sentence)


def _faults_of_row(part: SchemaValue) -> Iterator[Fault]:
    """The faults of a row's values in combination."""
    if isinstance(part.value, Row):
        for words in part.value.faults():
            yield part.line, at(part.keys, words)


class Identity(NamedTuple):
    """What no other item of a list has: the keys of the values, the values in words,
    and the form in which these are compared.
    """

    keys: tuple[str, ...]
    words: str
    form: str


def identities(part: SchemaValue) -> Iterator[Identity]:
    """The values that must be unique in the list: the item itself or, for a row, those
    of its unique keys or of all keys.
    """
    value = part.value
    if not is_item(part.keys):
        return
    if isinstance(value, str | int):
        # Punctuation distinguishes the spellings of a name, but not keywords or sets
        is_in_file = len(part.keys) == 1
        fold = plain_text.fold if is_in_file else str.casefold
        yield Identity((), str(value), fold(str(value)))
    if not isinstance(value, Row | dict):
        return
    unique = getattr(value, "unique", ())
    for names in unique:
        lists: list[Sequence[Any]] = []
        for name in names:
            of_key = getattr(value, name)
            lists.append(of_key if isinstance(of_key, list | tuple) else (of_key,))
        for combination in product(*lists):
            words = ", ".join(map(str, combination))
            yield Identity(names, words, plain_text.fold(words))
    if not unique:
        data = value if isinstance(value, dict) else data_of(value)
        row = {name: item for name, item in data.items() if name != "reason"}
        words = ", ".join(map(str, row.values()))
        yield Identity((), words, words)


# msgspec's messages name a path like `$.aliases[14].card`, which leads to the line, and
# types by their names in JSON.

_MESSAGES = (
    (r"Expected `int` <= (\d+)", r"must be at most \1"),
    (r"Expected `int` >= (-?\d+)", r"must be at least \1"),
    (r"Expected `array` of length >= (\d+)", r"must have at least \1 items"),
    (r"Expected `array` of length (\d+), got (\d+)", r"must have \1 items, not \2"),
    (r"Object missing required field `(.+)`", r"`\1` is missing"),
    (r"Object contains unknown field `(.+)`", r"`\1` is not a key of this file"),
)
_TYPES = {
    "array": "a list",
    "object": "keys with values",
    "str": "words",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "null": "nothing",
}
_KEY = r"\[(\d+)\]|\.([^.\[`]+)"


def _fault(
    data: Any,
    line: int,
    keys: Iterable[Any],
    message: str,
    type_info: Any,
) -> Fault:
    """The fault in a message of msgspec, with the values that are possible instead.

    The path in the message leads to a value; the fault has its line, or the line of the
    innermost value around it that has one. `keys`, `line`, `type_info`: of the data.
    """
    words, _, path = message.partition(" - at `$")
    path = path.replace("[...]", "")  # of any key of a mapping
    path_keys: list[Any] = []
    for number, key in re.findall(_KEY, path):
        path_keys.append(int(number) if number else key)
    with suppress(AttributeError, KeyError):
        for key in path_keys:
            line = data.lines[key]
            data = data[key]
    if value := re.fullmatch("Invalid enum value '(.*)'", words):
        choices = plain_text.joined_with("or", [*_choices(type_info, path_keys)])
        words = f"must be {choices}, not {plain_text.quoted(value[1])}"
    else:
        words = _in_plain_words(words)
    return line, at((*keys, *path_keys), words)


def _in_plain_words(message: str) -> str:
    """A message of msgspec in our words."""
    if types := re.fullmatch(r"Expected `(.+)`, got `(\w+)`", message):
        expected_types = [_TYPES.get(name, name) for name in types[1].split(" | ")]
        actual_type = _TYPES.get(types[2], types[2])
        message = (
            f"must be {plain_text.joined_with('or', expected_types)}, not {actual_type}"
        )
        is_bare = types[2] in ("bool", "int", "float", "object")
        if "words" in expected_types and is_bare:
            message += "; put it in quotation marks"
    for pattern, words in _MESSAGES:
        message = re.sub(pattern, words, message)
    return message


def _choices(type_info: Any, path_keys: Sequence[Any]) -> Iterator[str]:
    """The possible words of the value that the keys lead to, and whether it may be a
    number.
    """
    for option, _ in alternatives(type_info):
        if path_keys:
            key, *inner_keys = path_keys
            type_of_field = _types_of_fields(option).get(key)
            inner_type = type_of_field or getattr(option, "item_type", None)
            if inner_type:
                yield from _choices(inner_type, inner_keys)
        elif hasattr(option, "values"):
            yield from map(str, option.values)
        elif hasattr(option, "ge"):
            yield "a whole number"


def at(keys: Iterable[Any], sentence: str) -> str:
    """A sentence, preceded by the keys that lead to the value in question."""
    location = ".".join(key for key in keys if isinstance(key, str))
    if not location:
        return sentence
    return f"{location[:80]}: {sentence}"
