"""The data of a YAML file → its violations of `schema.json`, each with file and line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from rulings.errors import RulingsError, quoted
from rulings.storage.problems import Problem, first_of_each_file
from rulings.storage.yaml_reader import read_yaml

_SCHEMA = Path(__file__).resolve().parent / "schema.json"
_TYPES = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "nothing",
}
PATTERNS = {  # patterns of the schema, with `\Z` for `$` → what a value must be
    r"^(?!0[xo][0-9a-fA-F]+\s*$|[-+.0-9]+[eE][-+]?[0-9]+\s*$)[\s\S]*[^\W\d_]": "words",
    r"\S": "text that is not empty",
    r"^\S+\Z": "one word",
    r"^[a-z0-9]+(-[a-z0-9]+)*\Z": "lowercase letters, digits and hyphens",
    r"^[a-z0-9]+(-[a-z0-9]+)*-[0-9a-f]{8}\Z": "the id of a ruling",
    r"^\d{4}-\d\d-\d\d\Z": "a date like 1997-05-31",
    r"^[0-9a-f]{64}\Z": "64 hexadecimal digits",
    r"^([a-z0-9]+(-[a-z0-9]+)*|/([a-z0-9-]+/)+)\Z": "an id, or the address of a page like /cards/asp/",
}


def read_checked(path: Path, relative: str) -> Any:
    """The data of a file. Raises `RulingsError` if it violates the schema. `relative`: as for `violations`."""
    data = read_yaml(path)
    problems = list(violations(data, relative, str(path)))
    if problems:
        raise RulingsError("\n".join(first_of_each_file(problems)))
    return data


def violations(data: Any, relative: str, path: str) -> Iterator[Problem]:
    """The violations of the schema by the data of a file.

    `relative`: its path below the knowledge base (`cards/corp/asp.yaml`); `path`: its whole path, for the problems.
    """
    validator = validator_of(_definition(relative))
    if validator is None:
        return
    for error in sorted(validator.iter_errors(data), key=_position):
        deepest = _deepest(error)
        keys = list(deepest.absolute_path)
        if "propertyNames" in deepest.absolute_schema_path:
            keys.append(deepest.instance)
        if deepest.validator == "uniqueItems":
            keys.append(_repeated(deepest.instance)[1])
        location = ".".join(key for key in keys if isinstance(key, str))
        yield Problem(path, (f"{location[:80]}: " if location else "") + _sentence(deepest), _line(data, keys))


def _definition(relative: str) -> str:
    stem = relative.removesuffix(".yaml")
    for folder, name in (
        ("cards/", "card"),
        ("topics/", "topic"),
        ("documents/", "document"),
        ("sources/additions/", "sources/additions"),
    ):
        if stem.startswith(folder):
            return name
    return stem


@cache
def validator_of(definition: str) -> Any:
    """jsonschema's validator for a definition of `schema.json`; None if there is no such definition."""
    from jsonschema import Draft202012Validator, FormatChecker

    schema = _with_end_anchors(json.loads(_SCHEMA.read_text(encoding="utf-8")))
    if definition not in schema["$defs"]:
        return None
    escaped = definition.replace("~", "~0").replace("/", "~1")
    return Draft202012Validator({**schema, "$ref": f"#/$defs/{escaped}"}, format_checker=FormatChecker())


def _with_end_anchors(schema: Any) -> Any:
    r"""The schema with `\Z` for the `$` of its patterns: Python's `$` also matches before a line end."""
    if isinstance(schema, dict):
        return {
            key: value[:-1] + r"\Z" if key == "pattern" and str(value).endswith("$") else _with_end_anchors(value)
            for key, value in schema.items()
        }
    return [_with_end_anchors(item) for item in schema] if isinstance(schema, list) else schema


def _position(error: Any) -> list[tuple[bool, Any]]:
    return [(isinstance(part, str), part) for part in error.absolute_path]


def _deepest(error: Any) -> Any:
    """The error found deepest in the data, of all alternatives that failed: the most informative one."""
    while error.context:
        error = max(error.context, key=lambda e: len(e.absolute_path))
    return error


def _sentence(error: Any) -> str:
    """What is wrong, in words: `must be text, not a list`."""
    if error.validator == "type":
        types = [error.validator_value] if isinstance(error.validator_value, str) else error.validator_value
        return f"must be {' or '.join(_TYPES[kind] for kind in types)}, not {_shown(error.instance)}"
    if error.validator == "required":
        key = error.message.split("'")[1]  # each missing key is an error of its own
        return f"`{key}` is missing"
    if error.validator == "additionalProperties":
        known = error.schema.get("properties", {})
        unknown = next((key for key in error.instance if key not in known), "")
        return f"unknown key `{unknown[:40]}` here"
    if error.validator == "uniqueItems":
        first, repeated = _repeated(error.instance)
        return f"{_shown(error.instance[repeated])} is listed twice (first on line {error.instance.lines[first]})"
    if error.validator == "not" and not error.validator_value:
        return "must not be here"
    if error.validator == "pattern" and error.validator_value in PATTERNS:
        return f"must be {PATTERNS[error.validator_value]}, not {_shown(error.instance)}"
    return str(error.message)[:200]


def _repeated(items: list[Any]) -> tuple[int, int]:
    """The positions of the first item that is equal to an earlier one: of that one, and its own."""
    return next((items.index(item), i) for i, item in enumerate(items) if item in items[:i])


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
