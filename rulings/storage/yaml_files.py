"""The data of a YAML file → what is wrong with its shape (`rulings.model.files`), each with file and line."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn, get_args, get_origin

import msgspec
import yaml

from rulings import errors
from rulings.model import ids, rows
from rulings.storage import files

# A YAML file → plain dicts, lists and strings that know their lines; mistakes become sentences with file and line.

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
    return parse_yaml(files.read_text(path), str(path))


def parse_yaml(text: str, name: str) -> Any:
    """The data of a YAML text, like `read_yaml`. `name`: its name in errors."""
    if found := re.search(ids.INVISIBLE, text):
        escape = found[0].encode("unicode_escape").decode()
        line = files.line_at(text, found.start())
        raise errors.RulingsError(
            f"{name}, line {line}: the invisible character U+{ord(found[0]):04X}; remove it, or "
            f"write {escape} in double quotes"
        )
    lines = files.split_lines(text)
    loader = _Loader(text, lines)
    try:
        return loader.read()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        if mark is None:
            raise errors.RulingsError(f"{name}: {error.problem or 'not YAML'}") from None
        printed = lines[mark.line] if mark.line < len(lines) else ""
        tab = "\t" in printed[: len(printed) - len(printed.lstrip())]
        problem = "indented with a tab, but YAML needs spaces" if tab else error.problem or "not YAML"
        if problem in _EXPLAINED:
            problem = _EXPLAINED[problem].format((error.context_mark or mark).line + 1)
        raise errors.RulingsError(f"{name}, line {mark.line + 1}: {problem}") from None
    except yaml.YAMLError as error:
        raise errors.RulingsError(f"{name}: {str(error).partition(chr(10))[0]}") from None
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
            _refuse(event, f"the tag {errors.quoted(event.tag)} is not used here")
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
                _refuse(event, f"the key {errors.quoted(key)} is used twice (first on line {mapping.key_lines[key]})")
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


# Plain dicts, lists and strings → YAML for people: long texts as blocks, one fact on each line, no anchors.

_WIDTH = 2**31 - 1  # no line is ever folded: a changed word changes one line
_STRING, _SEQUENCE, _MAPPING = (f"tag:yaml.org,2002:{kind}" for kind in ("str", "seq", "map"))
# A character that ends a line, or that nobody would see, is written as an escape, in quotation marks.
_QUOTED = re.compile(f"[\n\r]|{ids.INVISIBLE}")
_QUOTED_IN_BLOCK = re.compile(f"\r|{ids.INVISIBLE}")


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


_Base_yaml_writer: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


class _Dumper(_Base_yaml_writer):  # type: ignore[misc]
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
    return head + re.sub(ids.INVISIBLE, _escape, text)


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


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
        raise errors.RulingsError("\n".join(files.first_of_each_file(problems)))
    return data


def violations(data: Any, relative: str, path: str) -> Iterator[files.Problem]:
    """What is wrong in the data of a file: one problem for each row of a list, or value of a mapping of any keys.

    `relative`: its path below the knowledge base (`cards/corp/asp.yaml`); `path`: its whole path, for the problems.
    """
    shape = rows.shape_of(relative)
    if shape is None:
        return
    name = relative.removeprefix("sources/").removesuffix(".yaml").partition("/")[0]
    if data is None and name in rows.MAY_BE_EMPTY:
        return
    for keys, value, part in _parts(data, shape):
        missing = _missing_keys(value, part)
        yield from (files.Problem(path, f"`{key}` is missing", _line(data, keys)) for key in missing)
        if not missing and (problem := _problem(value, part)):
            what, below, unknown = problem
            keys = [*keys, *below]
            yield files.Problem(path, _located(keys, what), _line(data, [*keys, *unknown]))
    if relative.startswith("sources/"):
        for keys in _repeated(data, []):
            items = _at(data, keys[:-1])
            first = items.lines[items.index(items[keys[-1]])]
            sentence = f"{_shown(items[keys[-1]])} is listed twice (first on line {first})"
            yield files.Problem(path, _located(keys, sentence), _line(data, keys))


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
        return f"must be {rows.PATTERNS[pattern]}, not {_shown(value)}"
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
    return errors.quoted(value[:60]) if isinstance(value, str) else str(value).lower()[:60]


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
