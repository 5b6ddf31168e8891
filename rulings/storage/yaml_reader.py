"""A YAML file → plain dicts, lists and strings that know their lines; mistakes become sentences with file and line.

Stricter than YAML on purpose: no duplicate keys, no aliases (so no alias bombs), no tags, no deep nesting. Dates stay
strings. PyYAML's own loaders let a later key replace an earlier one, forget the lines, and recurse at every level
until the interpreter crashes, so this reads the events of PyYAML's parser.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

from rulings.errors import RulingsError, quoted
from rulings.storage.text import line_at, read_text, split_lines

MAX_DEPTH = 64  # nested lists and mappings; the run chart, the deepest of our files, has 8 levels

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
# Characters that YAML does not allow, and U+0085, U+2028 and U+2029, which only some readers treat as line ends.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")


_EXPLAINED = {  # what libyaml says → the same for people; `{}`: the line on which the list or mapping begins
    "did not find expected '-' indicator": "this does not continue the list that begins on line {}; check the "
    "indentation",
    "did not find expected key": "this does not continue the mapping that begins on line {}; check the indentation "
    "and the quotation marks",
    "did not find expected ',' or ']'": "the list that begins with [ on line {} is not closed before here",
    "did not find expected ',' or '}'": "the mapping that begins with {{ on line {} is not closed before here",
}


class LocatedDict(dict[str, Any]):
    """A dict that remembers the line its mapping began on, its last line, and the line of each key, counted from 1."""

    __slots__ = ("key_lines", "last_line", "line")

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = self.last_line = line
        self.key_lines: dict[str, int] = {}


class LocatedList(list[Any]):
    """A list that remembers the line of each item, counted from 1."""

    __slots__ = ("lines",)

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[int] = []


def read_yaml(path: Path) -> Any:
    """The data of the file: `LocatedDict`, `LocatedList` or a scalar; `None` if it is empty."""
    return parse_yaml(read_text(path), str(path))


def parse_yaml(text: str, name: str) -> Any:
    """The data of a YAML text, like `read_yaml`. `name`: its name in errors."""
    if forbidden := _FORBIDDEN.search(text):
        line = line_at(text, forbidden.start())
        escape = forbidden[0].encode("unicode_escape").decode()
        raise RulingsError(
            f"{name}, line {line}: YAML cannot contain the character {quoted(forbidden[0])}; remove it, or write "
            f"{escape} in double quotes"
        )
    loader = _Loader(text)
    lines = split_lines(text)
    try:
        return _construct(loader, lines, name)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        if mark is None:
            raise RulingsError(f"{name}: {error.problem or 'not YAML'}") from None
        printed = lines[mark.line] if mark.line < len(lines) else ""
        tab = "\t" in printed[: len(printed) - len(printed.lstrip())]
        problem = "indented with a tab, but YAML needs spaces" if tab else error.problem or "not YAML"
        if problem in _EXPLAINED and error.context_mark is not None:
            problem = _EXPLAINED[problem].format(error.context_mark.line + 1)
        raise RulingsError(f"{name}, line {mark.line + 1}: {problem}") from None
    except yaml.YAMLError as error:
        raise RulingsError(f"{name}: {str(error).partition(chr(10))[0]}") from None
    finally:
        loader.dispose()


_INT = "tag:yaml.org,2002:int"
_BOOL = "tag:yaml.org,2002:bool"
_NULL = "tag:yaml.org,2002:null"


def _construct(loader: Any, lines: list[str], name: str) -> Any:
    """The value of the only document in the events of `loader`, without recursion, so that no nesting crashes it."""
    root = LocatedList()
    containers: list[LocatedDict | LocatedList] = [root]  # those that are still open, outermost first
    keys: list[str | None] = [None]  # for each of them, the key whose value comes next
    while not isinstance(event := loader.get_event(), yaml.StreamEndEvent):
        if isinstance(event, yaml.CollectionEndEvent):
            closed = containers.pop()
            keys.pop()
            if isinstance(closed, LocatedDict) and isinstance(containers[-1], LocatedDict):
                containers[-1].last_line = closed.last_line
            continue
        line = event.start_mark.line + 1
        if isinstance(event, yaml.DocumentStartEvent) and root:
            raise RulingsError(f"{name}, line {line}: a second YAML document begins here; put it in a file of its own")
        if not isinstance(event, yaml.NodeEvent):
            continue
        if event.anchor is not None:
            raise RulingsError(f"{name}, line {line}: anchors and aliases are not supported; write the value out")
        if tag := getattr(event, "tag", None):
            raise RulingsError(f"{name}, line {line}: the tag {quoted(tag)} is not used here")
        container = containers[-1]
        if isinstance(container, LocatedDict) and keys[-1] is None:
            keys[-1] = _key(event, container, name, line)
            continue
        value = _value(event, loader, line)
        if isinstance(container, LocatedDict):
            container[keys[-1] or ""] = value
            container.last_line = max(line, _last_line(event, lines))
            keys[-1] = None
        else:
            container.append(value)
            container.lines.append(line)
        if isinstance(value, LocatedDict | LocatedList):
            if len(containers) > MAX_DEPTH:
                raise RulingsError(f"{name}, line {line}: lists and mappings are nested more than {MAX_DEPTH} deep")
            containers.append(value)
            keys.append(None)
    return root[0] if root else None


def _last_line(event: Any, lines: list[str]) -> int:
    """The last line of a value. In PyYAML, a block scalar ends where the next event begins, after blank lines."""
    last = int(event.end_mark.line) + 1
    if getattr(event, "style", None) in ("|", ">") and event.end_mark.column == 0:
        last -= 1
        while last > event.start_mark.line + 1 and not lines[last - 1].strip():
            last -= 1
    return last


def _key(event: Any, mapping: LocatedDict, name: str, line: int) -> str:
    if not isinstance(event, yaml.ScalarEvent):
        raise RulingsError(f"{name}, line {line}: a key must be a word")
    key = str(event.value)
    if key in mapping:
        raise RulingsError(
            f"{name}, line {line}: the key {quoted(key)} is used twice (first on line {mapping.key_lines[key]})"
        )
    mapping.key_lines[key] = line
    return key


def _value(event: Any, loader: Any, line: int) -> Any:
    if isinstance(event, yaml.SequenceStartEvent):
        return LocatedList()
    if isinstance(event, yaml.MappingStartEvent):
        return LocatedDict(line)
    value = str(event.value)
    tag = loader.resolve(yaml.ScalarNode, value, (True, False)) if event.implicit[0] else None
    if tag == _NULL:
        return None
    if tag == _BOOL:
        return value.lower() in ("true", "yes", "on")
    if tag == _INT:
        try:
            return int(value)
        except ValueError:
            return value
    return value
