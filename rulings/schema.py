"""The data of a YAML file → what in it does not fit `schema.json`, each as a sentence with file and line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

_SCHEMA = Path(__file__).resolve().parent / "schema.json"


def violations(data: Any, relative: str, name: str) -> Iterator[str]:
    """`relative`: the path below the knowledge base (`cards/corp/asp.yaml`); `name`: what a sentence calls the file."""
    validator = _validator(_definition(relative))
    if validator is None:
        return
    for error in sorted(validator.iter_errors(data), key=lambda e: list(map(str, e.absolute_path))):
        deepest = _deepest(error)
        path = list(deepest.absolute_path)
        where = "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in path).lstrip(".")
        yield f"{name}, line {_line(data, path)}: {where + ': ' if where else ''}{deepest.message[:200]}"


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
def _validator(definition: str) -> Any:
    from jsonschema import Draft202012Validator, FormatChecker

    schema = json.loads(_SCHEMA.read_text(encoding="utf-8"))
    if definition not in schema["$defs"]:
        return None
    escaped = definition.replace("~", "~0").replace("/", "~1")
    return Draft202012Validator({**schema, "$ref": f"#/$defs/{escaped}"}, format_checker=FormatChecker())


def _deepest(error: Any) -> Any:
    """Of the alternatives that all failed, the complaint that came furthest: it says most."""
    while error.context:
        error = max(error.context, key=lambda e: len(e.absolute_path))
    return error


def _line(data: Any, path: list[Any]) -> int:
    line = getattr(data, "line", 1)
    for part in path:
        lines = getattr(data, "key_lines", None) or getattr(data, "lines", None)
        if isinstance(lines, dict):
            line = lines.get(part, line)
        elif isinstance(lines, list) and isinstance(part, int) and part < len(lines):
            line = lines[part]
        data = data[part]
    return int(line)
