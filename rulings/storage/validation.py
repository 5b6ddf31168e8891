"""The data of a YAML file → what is wrong with its shape (`rulings.model.files`), each with file and line."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, get_args, get_origin

import msgspec

from rulings.errors import RulingsError, quoted
from rulings.model.files import MAY_BE_EMPTY, PATTERNS, shape_of
from rulings.storage.problems import Problem, first_of_each_file
from rulings.storage.yaml_reader import LocatedDict, LocatedList, read_yaml

_TYPES = {
    "str": "text",
    "date": "a date like 1997-05-31",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "nothing",
}
_MESSAGE = re.compile(r"(?P<what>.*?)(?: - at `(?:key` in `)?\$(?P<path>[^`]*)`)?", re.DOTALL)
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_KEY = re.compile(r"\[(\d+|\.\.\.)\]|\.([^.\[]+)")


def read_checked(path: Path, relative: str) -> Any:
    """The data of a file. Raises `RulingsError` if it has another shape. `relative`: as for `violations`."""
    data = read_yaml(path)
    problems = list(violations(data, relative, str(path)))
    if problems:
        raise RulingsError("\n".join(first_of_each_file(problems)))
    return data


def violations(data: Any, relative: str, path: str) -> Iterator[Problem]:
    """What is wrong in the data of a file: one problem for each row of a list, or value of a mapping of any keys.

    `relative`: its path below the knowledge base (`cards/corp/asp.yaml`); `path`: its whole path, for the problems.
    """
    shape = shape_of(relative)
    if shape is None:
        return
    name = relative.removeprefix("sources/").removesuffix(".yaml").partition("/")[0]
    if data is None and name in MAY_BE_EMPTY:
        return
    for keys, value, part in _parts(data, shape):
        missing = _missing_keys(value, part)
        yield from (Problem(path, f"`{key}` is missing", _line(data, keys)) for key in missing)
        if not missing and (problem := _problem(value, part)):
            what, below, unknown = problem
            keys = [*keys, *below]
            yield Problem(path, _located(keys, what), _line(data, [*keys, *unknown]))
    if relative.startswith("sources/"):
        for keys in _repeated(data, []):
            items = _at(data, keys[:-1])
            first = items.lines[items.index(items[keys[-1]])]
            sentence = f"{_shown(items[keys[-1]])} is listed twice (first on line {first})"
            yield Problem(path, _located(keys, sentence), _line(data, keys))


def _located(keys: list[Any], sentence: str) -> str:
    """The sentence after the keys that lead to what it is about."""
    location = ".".join(key for key in keys if isinstance(key, str))
    return (f"{location[:80]}: " if location else "") + sentence


def _parts(data: Any, shape: Any) -> Iterable[tuple[list[Any], Any, Any]]:
    """The rows of a list or the values of a mapping of any keys, each with its keys and shape; else the whole."""
    if get_origin(shape) is list and isinstance(data, list):
        return [([number], row, get_args(shape)[0]) for number, row in enumerate(data)]
    if get_origin(shape) is dict and isinstance(data, dict):
        key_shape, value_shape = get_args(shape)
        keys = [([key], key, key_shape) for key in data]
        return [*keys, *(([key], value, value_shape) for key, value in data.items())]
    return [([], data, shape)]


def _missing_keys(value: Any, shape: Any) -> list[str]:
    """The keys that a mapping of that shape must have, but this one has not."""
    if not (isinstance(value, dict) and isinstance(shape, type) and issubclass(shape, msgspec.Struct)):
        return []
    return [f.encode_name for f in msgspec.structs.fields(shape) if f.required and f.encode_name not in value]


def _problem(value: Any, shape: Any) -> tuple[str, list[Any], list[str]] | None:
    """What is wrong with a value, the keys below it that lead there, and an unknown key there; None if nothing is."""
    try:
        msgspec.convert(value, shape)
    except msgspec.ValidationError as error:
        match = _MESSAGE.fullmatch(str(error))
        assert match is not None
        keys: list[Any] = []
        inner = value
        for number, key in _KEY.findall(match["path"] or ""):
            if number == "...":
                break  # the key of a mapping of any keys is not told
            keys.append(int(number) if number else key)
            inner = inner[keys[-1]]
        unknown = _UNKNOWN.fullmatch(match["what"])
        return _sentence(match["what"], inner), keys, [unknown[1]] if unknown else []
    return None


def _sentence(message: str, value: Any) -> str:
    """What is wrong with a value, in words: `must be text, not a list`."""
    if match := re.fullmatch(r"Object missing required field `(.*)`", message):
        return f"`{match[1]}` is missing"
    if match := _UNKNOWN.fullmatch(message):
        return f"unknown key `{match[1][:40]}` here"
    if match := re.fullmatch(r"Expected `str` matching regex (.*)", message):
        pattern = ast.literal_eval(match[1])
        return f"must be {PATTERNS[pattern]}, not {_shown(value)}"
    if message == "Invalid RFC3339 encoded date":
        return f"must be a date like 1997-05-31, not {_shown(value)}"
    if match := re.fullmatch(r"Expected `([a-z |]+)`, got `.*`", message):
        types = [_TYPES[name] for name in match[1].split(" | ") if name in _TYPES]
        return f"must be {' or '.join(types)}, not {_shown(value)}"
    if message.startswith("Invalid enum value"):
        return f"{_shown(value)} is not one of the values that are possible here"
    if match := re.fullmatch(r"Expected `\w+` ([<>]=) ([\d.]+)", message):
        bound = "less than the minimum" if match[1] == ">=" else "greater than the maximum"
        return f"{_shown(value)} is {bound} of {match[2]}"
    if match := re.fullmatch(r"Expected `\w+` of length (>=|<=) (\d+)", message):
        return f"must have at {'least' if match[1] == '>=' else 'most'} {match[2]} entries"
    return message[:200]


def _repeated(data: Any, keys: list[Any]) -> Iterator[list[Any]]:
    """The keys that lead to words that their list contains further up too."""
    if isinstance(data, LocatedDict):
        for key, value in data.items():
            yield from _repeated(value, [*keys, key])
    elif isinstance(data, LocatedList):
        for number, item in enumerate(data):
            if isinstance(item, str) and item in data[:number]:
                yield [*keys, number]
            yield from _repeated(item, [*keys, number])


def _at(data: Any, keys: list[Any]) -> Any:
    for key in keys:
        data = data[key]
    return data


def _shown(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, dict | list):
        return "a mapping" if isinstance(value, dict) else "a list"
    return quoted(value[:60]) if isinstance(value, str) else str(value).lower()[:60]


def _line(data: Any, keys: list[Any]) -> int:
    """The line of the value that the keys lead to, or of the innermost one around it whose line is known."""
    line = getattr(data, "line", 1)
    for key in keys:
        lines = getattr(data, "key_lines", None) or getattr(data, "lines", None)
        if isinstance(lines, dict):
            line = lines.get(key, line)
        elif isinstance(lines, list) and isinstance(key, int) and key < len(lines):
            line = lines[key]
        data = data[key]
    return int(line)
