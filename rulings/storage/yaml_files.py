"""Reads YAML as plain data with line numbers or as a complete `Knowledge`, and writes
YAML for people.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

import yaml

from rulings import errors
from rulings.model import hand_edited, ids, knowledge, loader, plain_text
from rulings.model.validation import LocatedDict, LocatedList
from rulings.storage import files

# Reading: dicts and lists know the lines of their values; mistakes become sentences
# with file and line.

# Nested lists and mappings; the run chart, the deepest of our files, has 8 levels
MAX_DEPTH = 64
# Other numbers, such as `010` and `0x1F`, stay text.
_DECIMAL = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,299})")


def read_yaml(path: Path) -> Any:
    """The data of the file: `LocatedDict`, `LocatedList` or a scalar; None if it is
    empty. Raises `RulingsError`.
    """
    return parse_yaml(files.read_text(path), str(path))


def read_hand_edited(paths: Mapping[str, Path]) -> hand_edited.HandEdited:
    """Reads the rows of the hand-edited files. `paths`: name (`names`,
    `additions/2035`) → path.

    Raises `RulingsError` with the mistakes in all files, each with its file and line.
    """
    data: dict[str, Any] = {}
    unreadable: list[str] = []
    for name, path in paths.items():
        try:
            data[name] = read_yaml(path)
        except errors.RulingsError as error:
            unreadable.append(str(error))
    edited, faults = hand_edited.checked_rows(data)
    problems: list[files.Problem] = []
    for name, faults_of_file in faults.items():
        file = str(paths[name])
        problems += [files.Problem(file, text, line) for line, text in faults_of_file]
    sentences = [*unreadable, *files.first_of_each_file(problems)]
    if sentences:
        raise errors.RulingsError("\n".join(sentences))
    return edited


def parse_yaml(text: str, name: str) -> Any:
    """The data of a YAML text, like `read_yaml`. `name`: its name in errors."""
    if match := re.search(plain_text.INVISIBLE, text):
        escape = match[0].encode("unicode_escape").decode()
        line = files.line_at(text, match.start())
        raise errors.RulingsError(
            f"{name}, line {line}: the invisible character U+{ord(match[0]):04X}; "
            f"remove it, or write {escape} in double quotes"
        )
    try:
        return _Loader(text, name).read()
    except yaml.MarkedYAMLError as error:
        mark: Any = error.problem_mark
        start = error.context_mark
        context = f" {error.context} (from line {start.line + 1})" if start else ""
        raise errors.RulingsError(
            f"{name}, line {mark.line + 1}: {error.problem}{context}; "
            "check the indentation (spaces, not tabs), "
            "and put words that contain YAML syntax in quotation marks"
        ) from None


_BaseLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(_BaseLoader):  # type: ignore[misc]
    """PyYAML's parser, with its rules for numbers but our own
    construction of values.
    """

    def __init__(self, text: str, file: str) -> None:
        super().__init__(text)
        self.file = file
        self.lines = files.split_lines(text)

    def read(self) -> Any:
        """The value of the only document; None if the text is empty."""
        self.get_event()
        if self.check_event(yaml.StreamEndEvent):
            return None
        self.get_event()
        value = self._value(self.get_event(), 1)
        self.get_event()
        if not self.check_event(yaml.StreamEndEvent):
            self._refuse(
                self.get_event(),
                "a second YAML document begins here; put it in a file of its own",
            )
        return value

    def _value(self, event: Any, depth: int) -> Any:
        if event.anchor is not None or event.tag:  # aliases have anchors too
            self._refuse(
                event, "a value cannot begin with this sign; put it in quotation marks"
            )
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event)
        if depth > MAX_DEPTH:
            self._refuse(
                event, f"lists and mappings are nested more than {MAX_DEPTH} deep"
            )
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(event, depth)
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
                self._refuse(event, "a key must be a word")
            key = str(event.value)
            if key in mapping:
                first_line = mapping.lines[key]
                self._refuse(
                    event,
                    f"the key {plain_text.quoted(key)} is used twice "
                    f"(first on line {first_line}); "
                    "keep one or, if a merge joined two rows, separate them",
                )
            mapping.lines[key] = line
            value_event = self.get_event()
            value = self._value(value_event, depth + 1)
            mapping[key] = value
            last_line = getattr(value, "last_line", self._last_line(value_event))
            mapping.last_line = max(mapping.last_line, last_line)
        return mapping

    def _last_line(self, event: Any) -> int:
        """The last line of a value. In PyYAML, a block scalar ends where the next event
        begins, after blank lines.
        """
        first = int(event.start_mark.line) + 1
        last = int(event.end_mark.line) + 1
        is_block = getattr(event, "style", None) in ("|", ">")
        if is_block and event.end_mark.column == 0:
            last -= 1
            while last > first and not self.lines[last - 1].strip():
                last -= 1
        return last

    def _scalar(self, event: Any) -> str | int | bool | None:
        """A text, a decimal number, a boolean or None. Dates and other numbers stay
        text.
        """
        value = str(event.value)
        is_plain, _ = event.implicit  # without quotation marks
        if not is_plain:
            return value
        if re.search(r"[^\W\d_]", value):  # an empty one may end below the last line
            end = event.end_mark
            after_value = self.lines[end.line][end.column :]
            if re.match(r"\s+#", after_value):  # `Dreff #2` would be read as `Dreff`
                self._refuse(
                    event,
                    "text after # is a comment and is not read; "
                    "put the value in quotation marks",
                )
        tag = self.resolve(yaml.ScalarNode, value, (True, False))
        if tag.endswith(":null"):
            return None
        if tag.endswith(":bool"):
            return value.lower() in ("true", "yes", "on")
        if tag.endswith(":int") and _DECIMAL.fullmatch(value):
            return int(value)
        return value

    def _refuse(self, event: Any, problem: str) -> NoReturn:
        line = event.start_mark.line + 1
        raise errors.RulingsError(f"{self.file}, line {line}: {problem}")


# A folder of YAML


def read_generated_files(folder: Path) -> dict[str, Any]:
    """The data of each generated file by relative path (with `/`), in a fixed order;
    mappings know their lines.
    """
    paths: list[Path] = []
    for name in files.GENERATED_FOLDERS:
        with suppress(FileNotFoundError):  # `glob` would hide an unreadable folder
            for path in sorted((folder / name).iterdir()):
                if re.fullmatch(r"[^.].*\.yaml", path.name):
                    paths.append(path)
    for name in files.GENERATED_FILES:
        path = folder / name
        if path.exists():
            paths.append(path)
    data: dict[str, Any] = {}
    for path in paths:
        content = read_yaml(path)
        if not isinstance(content, dict):
            raise errors.RulingsError(
                f"{path}, line 1: must be a mapping; run `rulings parse`"
            )
        data[path.relative_to(folder).as_posix()] = content
    return data


def read_folder(folder: Path) -> knowledge.Knowledge:
    """The knowledge base in the folder. Raises `RulingsError` if it cannot be read."""
    try:
        if not files.is_folder(folder):
            raise errors.RulingsError(f"{folder}: no such folder; {_WHAT_IT_IS}")
        for problem in files.interrupted(folder):
            raise errors.RulingsError(str(problem))
        fingerprint = files.fingerprint(folder)
        generated = read_generated_files(folder)
        if not any(name.startswith("cards/") for name in generated):
            raise errors.RulingsError(
                f"{folder}: the folder contains no cards; {_WHAT_IT_IS}"
            )
        edited = read_hand_edited(_hand_edited_files(folder))
        if files.fingerprint(folder) != fingerprint:
            raise errors.RulingsError(
                f"{folder}: the folder changed while it was being read; try again"
            )
    except OSError as error:
        name = str(error.filename or folder)[: plain_text.MAX_WHOLE_QUOTE]
        raise errors.RulingsError(f"{name} cannot be read ({error.strerror})") from None
    try:
        return loader.assemble(generated, edited, folder)
    except errors.RulingsError as error:
        raise errors.RulingsError(f"{folder}: {error}") from None


def _hand_edited_files(folder: Path) -> dict[str, Path]:
    """The hand-edited files of the folder that exist, by name. If its sources lack
    documents.yaml (as in the output of `rulings parse --output`), the shipped files.
    Without cards.yaml, because the generated file of each card repeats its facts.
    """
    has_sources = (folder / "sources" / files.SOURCES_FILE).exists()
    sources = (folder if has_sources else files.SHIPPED) / "sources"
    paths: dict[str, Path] = {}
    for name in hand_edited.SHAPES:
        path = sources / f"{name}.yaml"
        if name != "cards" and path.exists():
            paths[name] = path
    additions_folder = sources / ids.ADDITIONS
    for path in sorted(additions_folder.glob("[a-z0-9]*.yaml")):
        if path.exists():  # unless it is a link to nothing
            paths[f"{ids.ADDITIONS}/{path.stem}"] = path
    return paths


_WHAT_IT_IS = "a knowledge base is a folder that `rulings parse --output` wrote"


# Writing YAML for people: long texts as blocks, one fact on each line, no anchors. A
# tuple is written on one line (flow style).

_WIDTH = 2**31 - 1  # no line is ever folded: a changed word changes one line
_STRING = "tag:yaml.org,2002:str"
# A character that ends a line, or is invisible, is written as an escape in quotation
# marks.
_QUOTED = re.compile(f"[\n\r]|{plain_text.INVISIBLE}")
_QUOTED_IN_BLOCK = re.compile(f"\r|{plain_text.INVISIBLE}")


class BlockText(str):
    """Text written as a literal block, line by line as printed, with a final line end
    that readers remove.

    Text with a character that a literal block cannot contain is quoted, with escapes.
    """

    __slots__ = ()


class FlowMap(dict[str, object]):
    """A small mapping of scalars, written on one line (flow style)."""

    __slots__ = ()


_BaseDumper: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


class _Dumper(_BaseDumper):  # type: ignore[misc]
    """PyYAML's dumper with our styles."""

    def ignore_aliases(self, data: Any) -> bool:
        """Writes a value that is used twice without anchors."""
        return True


_Dumper.add_representer(
    str,
    lambda dumper, words: dumper.represent_scalar(
        _STRING, words, style='"' if _QUOTED.search(words) else None
    ),
)
_Dumper.add_representer(
    BlockText,
    lambda dumper, words: dumper.represent_scalar(
        _STRING, f"{words}\n", style='"' if _QUOTED_IN_BLOCK.search(words) else "|"
    ),
)
_Dumper.add_representer(
    tuple,
    lambda dumper, items: dumper.represent_sequence(
        "tag:yaml.org,2002:seq", items, flow_style=True
    ),
)
_Dumper.add_representer(
    FlowMap,
    lambda dumper, items: dumper.represent_mapping(
        "tag:yaml.org,2002:map", items.items(), flow_style=True
    ),
)


def dump(
    data: Mapping[str, Any] | Sequence[Any],
    comment: str = "",
) -> str:
    """The YAML text of `data`, preceded by `comment` as comment lines."""
    head = ""
    for line in comment.splitlines():
        head += f"# {line}".rstrip() + "\n"
    text = yaml.dump(
        data,
        Dumper=_Dumper,
        sort_keys=False,
        allow_unicode=True,
        width=_WIDTH,
    )
    return head + re.sub(plain_text.INVISIBLE, _escape, text)


def _escape(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape").decode()
