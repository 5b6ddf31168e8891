"""Plain dicts, lists and strings → YAML for people: long texts as blocks, one fact on each line, no anchors.

PyYAML writes it; the types `BlockText`, `FlowList` and `FlowMap` choose the style of a value.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import yaml

from rulings.model.printable import INVISIBLE

_WIDTH = 2**31 - 1  # no line is ever folded: a changed word changes one line
_STRING, _SEQUENCE, _MAPPING = (f"tag:yaml.org,2002:{kind}" for kind in ("str", "seq", "map"))
# A character that ends a line, or that nobody would see, is written as an escape, in quotation marks.
_QUOTED = re.compile(f"[\n\r]|{INVISIBLE}")
_QUOTED_IN_BLOCK = re.compile(f"\r|{INVISIBLE}")


class BlockText(str):
    """Text written as a literal block, line by line as printed, with a final line end that readers remove.

    Text with a character that a literal block cannot contain is quoted, with escapes.
    """

    __slots__ = ()


class FlowList(list[Any]):
    """A short list of scalars, written on one line (flow style)."""

    __slots__ = ()


class FlowMap(dict[str, object]):
    """A small mapping of scalars, written on one line (flow style)."""

    __slots__ = ()


_Base: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


class _Dumper(_Base):  # type: ignore[misc]
    """PyYAML's dumper with our three styles."""

    def ignore_aliases(self, data: Any) -> bool:
        """Writes a value that is used twice without anchors."""
        return True


def _represent_string(dumper: Any, words: str) -> Any:
    return dumper.represent_scalar(_STRING, words, style='"' if _QUOTED.search(words) else None)


def _represent_block(dumper: Any, words: BlockText) -> Any:
    return dumper.represent_scalar(_STRING, f"{words}\n", style='"' if _QUOTED_IN_BLOCK.search(words) else "|")


_Dumper.add_representer(str, _represent_string)
_Dumper.add_representer(BlockText, _represent_block)
_Dumper.add_representer(FlowList, lambda dumper, items: dumper.represent_sequence(_SEQUENCE, items, flow_style=True))
_Dumper.add_representer(
    FlowMap, lambda dumper, items: dumper.represent_mapping(_MAPPING, items.items(), flow_style=True)
)
# YAML 1.1 takes `y` for true, and YAML 1.2 `1e5` for a number, but PyYAML neither: quoted, they are words to all.
_Dumper.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^[yYnN]$"), list("yYnN"))
_Dumper.add_implicit_resolver(
    "tag:yaml.org,2002:float",
    re.compile(r"^(?:[-+]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|0o[0-7]+)$"),
    list("-+.0123456789"),
)


def dump(data: Mapping[str, Any] | Sequence[Any], comment: str = "") -> str:
    """The YAML text of `data`, preceded by `comment` as comment lines."""
    head = "".join(f"# {line}".rstrip() + "\n" for line in comment.splitlines())
    text = str(yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=_WIDTH))
    return head + re.sub(INVISIBLE, _escape, text)


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
