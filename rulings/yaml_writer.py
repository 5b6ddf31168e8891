"""Plain dicts, lists and strings → YAML for people: words as one block, facts on a line each, no anchors."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any


class Block(str):
    """Words that stand as one block, line by line as printed."""

    __slots__ = ()


class Flow(list[Any]):
    """A short list of scalars that stands on one line."""

    __slots__ = ()


class FlowMap(dict[str, Any]):
    """A small mapping of scalars that stands on one line."""

    __slots__ = ()


# What may stand without quotes: begins with no indicator, holds no ": " or " #", and is no number, date or YAML word.
_PLAIN = re.compile(
    r"[^\s\-?:,\[\]{}#&*!|>'\"%@`~=<.0-9+](?:[^\n:#]|:(?=\S)|(?<=\S)#)*|\((?:[^\n:#]|:(?=\S)|(?<=\S)#)*"
)
_WORDS = frozenset({"true", "false", "yes", "no", "on", "off", "null", "y", "n"})
_DATE = re.compile(r"\d{4}-\d\d-\d\d")


def dump(data: Mapping[str, Any] | Sequence[Any], comment: str = "") -> str:
    """The YAML text of `data`, under `comment` (lines that get a `#`)."""
    lines = [f"# {line}".rstrip() for line in comment.splitlines()]
    _write(data, 0, lines)
    return "\n".join(lines) + "\n"


def scalar(value: Any, flow: bool = False) -> str:
    """One value as YAML on one line."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    text = str(value)
    plain = _PLAIN.fullmatch(text) or _DATE.fullmatch(text)
    if (
        plain
        and text == text.strip()
        and text.lower() not in _WORDS
        and text.isprintable()
        and not text.endswith(":")
        and not (flow and re.search(r"[,\[\]{}]", text))
    ):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return '"' + "".join(c if c.isprintable() else _escape(c) for c in escaped) + '"'


def _escape(c: str) -> str:
    return f"\\u{ord(c):04x}" if ord(c) < 0x10000 else f"\\U{ord(c):08x}"


def _write(value: Any, indent: int, lines: list[str]) -> None:
    pad = " " * indent
    if isinstance(value, Mapping):
        for key, item in value.items():
            _entry(f"{pad}{scalar(key)}:", item, indent, lines)
        return
    for item in value:
        if isinstance(item, Mapping) and item and not isinstance(item, FlowMap):
            start = len(lines)
            _write(item, indent + 2, lines)
            lines[start] = f"{pad}- {lines[start][indent + 2 :]}"
        else:
            _entry(f"{pad}-", item, indent, lines)


def _entry(head: str, item: Any, indent: int, lines: list[str]) -> None:
    pad = " " * indent
    if isinstance(item, Block):
        body = item.split("\n")
        first = next((line for line in body if line.strip()), "")
        hint = "2" if first.startswith(" ") or any(line and not line.strip() for line in body) else ""
        lines.append(f"{head} |{hint}" if not item.endswith("\n") else f"{head} |{hint}+")
        lines.extend(f"{pad}  {line}" if line else "" for line in (body[:-1] if item.endswith("\n") else body))
    elif isinstance(item, Flow):
        lines.append(f"{head} [{', '.join(scalar(i, flow=True) for i in item)}]")
    elif isinstance(item, FlowMap):
        pairs = ", ".join(f"{scalar(key, flow=True)}: {scalar(value, flow=True)}" for key, value in item.items())
        lines.append(f"{head} {{{pairs}}}")
    elif isinstance(item, Mapping | list | tuple):
        if not item:
            lines.append(f"{head} " + ("{}" if isinstance(item, Mapping) else "[]"))
            return
        lines.append(head)
        _write(item, indent + (2 if isinstance(item, Mapping) else 0), lines)
    else:
        lines.append(f"{head} {scalar(item)}")
