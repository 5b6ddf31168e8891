"""A YAML file → plain dicts, lists and strings that know their lines; mistakes become sentences with file and line.

Stricter than YAML on purpose: no duplicate keys, no aliases (so no alias bombs), no tabs, no tags; and looser on one
point: dates stay the strings they were typed as.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from rulings.errors import RulingsError

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Mapping(dict[str, Any]):
    """A dict that remembers the line its mapping began on and the line of each key, counted from 1."""

    __slots__ = ("key_lines", "line")

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line
        self.key_lines: dict[str, int] = {}


class Lines(list[Any]):
    """A list that remembers the line of each item, counted from 1."""

    __slots__ = ("lines",)

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[int] = []


def read_text(path: Path) -> str:
    """The text of a UTF-8 file (a byte-order mark is dropped), or `RulingsError` naming the file and the line."""
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        raise RulingsError(f"{path}: the file is missing; put it back or restore it from version control") from None
    except OSError as error:
        raise RulingsError(f"{path}: cannot be read ({error.strerror})") from None
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise RulingsError(
            f"{path}, line {line}: byte 0x{raw[error.start]:02x} is not UTF-8; save the file in the encoding UTF-8"
        ) from None


def read_yaml(path: Path) -> Any:
    """What the file holds: `Mapping`, `Lines` or a scalar; `None` where it is empty."""
    return parse_yaml(read_text(path), str(path))


def parse_yaml(text: str, name: str) -> Any:
    """The same for a text; `name` is what errors call it."""
    for number, line in enumerate(text.splitlines(), 1):
        if "\t" in line[: len(line) - len(line.lstrip())]:
            raise RulingsError(f"{name}, line {number}: a tab stands where YAML wants spaces")
    loader = _Loader(text)
    try:
        node = loader.get_single_node()
        return None if node is None else _construct(node, name, set())
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f", line {mark.line + 1}" if mark else ""
        raise RulingsError(f"{name}{where}: {error.problem or 'not YAML'}") from None
    except yaml.reader.ReaderError as error:
        given: Any = error.character  # libyaml gives its number, PyYAML's own reader the sign
        sign = chr(given) if isinstance(given, int) else str(given)
        at = text[: max(text.find(sign), 0)].count("\n") + 1
        raise RulingsError(f"{name}, line {at}: the character {sign!r} cannot stand in YAML; take it out") from None
    except yaml.YAMLError as error:
        raise RulingsError(f"{name}: {str(error).splitlines()[0]}") from None
    finally:
        loader.dispose()


_INT = "tag:yaml.org,2002:int"
_FLOAT = "tag:yaml.org,2002:float"
_BOOL = "tag:yaml.org,2002:bool"
_NULL = "tag:yaml.org,2002:null"
_PLAIN = ("tag:yaml.org,2002:seq", "tag:yaml.org,2002:map")


def _construct(node: Any, name: str, seen: set[int]) -> Any:
    line = node.start_mark.line + 1
    if id(node) in seen:  # an alias is the same node again: refused before it is expanded
        raise RulingsError(f"{name}, line {line}: anchors and aliases are not used here; write the value out")
    seen.add(id(node))
    if isinstance(node, yaml.ScalarNode):
        return _scalar(node, name, line)
    if node.tag not in _PLAIN:
        raise RulingsError(f"{name}, line {line}: the tag {node.tag!r} is not used here")
    if isinstance(node, yaml.SequenceNode):
        items = Lines()
        for child in node.value:
            items.append(_construct(child, name, seen))
            items.lines.append(child.start_mark.line + 1)
        return items
    mapping = Mapping(line)
    for key_node, value_node in node.value:
        key_line = key_node.start_mark.line + 1
        if not isinstance(key_node, yaml.ScalarNode):
            raise RulingsError(f"{name}, line {key_line}: a key must be a word")
        key = str(key_node.value)
        if key in mapping:
            raise RulingsError(
                f"{name}, line {key_line}: the key {key!r} stands here twice (first on line {mapping.key_lines[key]})"
            )
        mapping[key] = _construct(value_node, name, seen)
        mapping.key_lines[key] = key_line
    return mapping


def _scalar(node: Any, name: str, line: int) -> Any:
    value = node.value
    if node.tag == _NULL:
        return None
    if node.tag == _BOOL:
        return value.lower() in ("true", "yes", "on")
    if node.tag == _INT:
        try:
            return int(value)
        except ValueError:
            return value
    if node.tag == _FLOAT or node.tag.startswith("tag:yaml.org,2002:"):
        return value
    raise RulingsError(f"{name}, line {line}: the tag {node.tag!r} is not used here")
