"""A YAML file → plain dicts, lists and strings that know their lines; mistakes become sentences with file and line.

Stricter than YAML on purpose: no duplicate keys, no aliases (so no alias bombs), no tags, no deep nesting. Dates stay
strings. PyYAML's own loaders let a later key replace an earlier one, forget the lines, and recurse at every level
until the interpreter crashes. Invisible characters are refused too: nobody who edits a file would see them.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NoReturn

import yaml

from rulings.errors import RulingsError, quoted
from rulings.model.printable import INVISIBLE
from rulings.storage.text import line_at, read_text, split_lines

MAX_DEPTH = 64  # nested lists and mappings; the run chart, the deepest of our files, has 8 levels
_DECIMAL = re.compile(r"[-+]?[0-9]{1,300}")

_EXPLAINED = {  # what libyaml says → the same for people; `{}`: the line on which the list or mapping begins
    "did not find expected '-' indicator": "this does not continue the list that begins on line {}; check the "
    "indentation",
    "did not find expected key": "this does not continue the mapping that begins on line {}; check the indentation "
    "and the quotation marks",
    "mapping values are not allowed in this context": "a colon with a space after it begins a value; check the "
    "indentation, or put words that have a colon in quotation marks",
    "found character that cannot start any token": "a value cannot begin with this sign; put it in quotation marks",
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
    if found := re.search(INVISIBLE, text):
        escape = found[0].encode("unicode_escape").decode()
        line = line_at(text, found.start())
        raise RulingsError(
            f"{name}, line {line}: the invisible character U+{ord(found[0]):04X}; remove it, or "
            f"write {escape} in double quotes"
        )
    lines = split_lines(text)
    loader = _Loader(text, lines)
    try:
        return loader.read()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        if mark is None:
            raise RulingsError(f"{name}: {error.problem or 'not YAML'}") from None
        printed = lines[mark.line] if mark.line < len(lines) else ""
        tab = "\t" in printed[: len(printed) - len(printed.lstrip())]
        problem = "indented with a tab, but YAML needs spaces" if tab else error.problem or "not YAML"
        if problem in _EXPLAINED:
            problem = _EXPLAINED[problem].format((error.context_mark or mark).line + 1)
        raise RulingsError(f"{name}, line {mark.line + 1}: {problem}") from None
    except yaml.YAMLError as error:
        raise RulingsError(f"{name}: {str(error).partition(chr(10))[0]}") from None
    finally:
        loader.dispose()


_Base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(_Base):  # type: ignore[misc]
    """PyYAML's parser and its rules for what is a number, with a construction of our own."""

    def __init__(self, text: str, lines: list[str]) -> None:
        super().__init__(text)
        self.lines = lines

    def read(self) -> Any:
        """The value of the only document; None if there is none."""
        self.get_event()
        if self.check_event(yaml.StreamEndEvent):
            return None
        self.get_event()
        value = self._value(self.get_event(), 1)
        self.get_event()
        if not self.check_event(yaml.StreamEndEvent):
            _refuse(self.get_event(), "a second YAML document begins here; put it in a file of its own")
        return value

    def _value(self, event: Any, depth: int) -> Any:
        if event.anchor is not None:
            _refuse(event, "anchors and aliases are not supported; write the value out")
        if event.tag:
            _refuse(event, f"the tag {quoted(event.tag)} is not used here")
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event)
        if depth > MAX_DEPTH:
            _refuse(event, f"lists and mappings are nested more than {MAX_DEPTH} deep")
        return (self._list if isinstance(event, yaml.SequenceStartEvent) else self._mapping)(event, depth)

    def _list(self, _: Any, depth: int) -> LocatedList:
        items = LocatedList()
        while not isinstance(event := self.get_event(), yaml.SequenceEndEvent):
            items.append(self._value(event, depth + 1))
            items.lines.append(event.start_mark.line + 1)
        return items

    def _mapping(self, start: Any, depth: int) -> LocatedDict:
        mapping = LocatedDict(start.start_mark.line + 1)
        while not isinstance(event := self.get_event(), yaml.MappingEndEvent):
            line = event.start_mark.line + 1
            if not isinstance(event, yaml.ScalarEvent):
                _refuse(event, "a key must be a word")
            key = str(event.value)
            if key in mapping:
                _refuse(event, f"the key {quoted(key)} is used twice (first on line {mapping.key_lines[key]})")
            mapping.key_lines[key] = line
            value = self.get_event()
            mapping[key] = self._value(value, depth + 1)
            mapping.last_line = max(mapping.last_line, getattr(mapping[key], "last_line", self._last_line(value)))
        return mapping

    def _scalar(self, event: Any) -> str | int | bool | None:
        """A text, a decimal number, true or false, or nothing; dates and other numbers stay text."""
        value, end = str(event.value), event.end_mark
        is_words = event.implicit[0] and re.search(r"[^\W\d_]", value)
        if is_words and re.match(r"\s+#", self.lines[end.line][end.column :]):  # `Dreff #2` would be read as `Dreff`
            _refuse(event, "what follows # is a comment and is not read; put the whole value in quotation marks")
        tag = self.resolve(yaml.ScalarNode, value, (True, False)) if event.implicit[0] else ""
        if tag.endswith(":null"):
            return None
        if tag.endswith(":bool"):
            return value.lower() in ("true", "yes", "on")
        return int(value) if tag.endswith(":int") and _DECIMAL.fullmatch(value) else value

    def _last_line(self, event: Any) -> int:
        """The last line of a value. In PyYAML, a block scalar ends where the next event begins, after blank lines."""
        last = int(event.end_mark.line) + 1
        if getattr(event, "style", None) in ("|", ">") and event.end_mark.column == 0:
            last -= 1
            while last > event.start_mark.line + 1 and not self.lines[last - 1].strip():
                last -= 1
        return last


def _refuse(event: Any, problem: str) -> NoReturn:
    raise yaml.MarkedYAMLError(problem=problem, problem_mark=event.start_mark)
