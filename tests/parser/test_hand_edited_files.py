"""Tests of mistakes in hand-edited files: errors name the file and line, long lists are
cut, and nothing is written.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_origin

import pytest
import yaml

from rulings.errors import RulingsError
from rulings.model import dates
from rulings.model.hand_edited import OPTIONAL_FILES, SHAPES, Addition
from rulings.parser.checks import ReferenceChecker
from rulings.parser.entries import ParsedKnowledge
from rulings.parser.parse import generate, parse_folder
from rulings.parser.sources import hand_edited_in
from rulings.storage.files import SHIPPED, Problem, first_of_each_file
from rulings.storage.yaml_files import read_hand_edited, read_yaml
from support.data_files import read_data
from support.examples import some_of

MISTAKES = read_data("mistakes.yaml")
FILES = sorted(SHAPES.keys() - {"moved"})


def read(folder: Path, file: str, text: str) -> None:
    """Reads the text as the only hand-edited file in the folder."""
    path = folder / f"{file}.yaml"
    path.write_text(text, encoding="utf-8")
    read_hand_edited({file: path})


@pytest.mark.parametrize("wrong", [5, "word", ["x"], [[5]], {"x": 5}, None])
@pytest.mark.parametrize("file", FILES)
def test_a_file_of_the_wrong_shape_is_reported_with_its_line(
    tmp_path: Path, file: str, wrong: Any
) -> None:
    is_right = (file, wrong) in (
        ("questions", None),
        ("applicable-topics", None),
        ("unanswered", None),
        ("unanswered", ["x"]),
        ("sets", ["x"]),
        ("keywords", ["x"]),
    )
    try:
        read(tmp_path, file, yaml.safe_dump(wrong))
        assert is_right, (
            f"{file}.yaml may contain {wrong!r}; its shape in rulings/model/hand_edited.py must not allow that"
        )
    except RulingsError as error:
        assert not is_right
        assert re.match(
            rf"{re.escape(str(tmp_path))}/{file}\.yaml, line 1: ", str(error)
        )


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "additions/2001.yml",
            r"2001\.yml: it would be ignored under this name; use a name like 2035\.yaml",
        ),
        ("additions/2001.txt", r"2001\.txt: it would be ignored under this name"),
        (
            "additions/May 2001.yaml",
            r"May 2001\.yaml: it would be ignored under this name",
        ),
        ("additions/2001/may.yaml", r"2001: it would be ignored under this name"),
        (
            "names.yml",
            r"names\.yml: it would be ignored under this name; the nearest is “names\.yaml”",
        ),
        (
            "date.yaml",
            r"date\.yaml: it would be ignored under this name; the nearest is “dates\.yaml”",
        ),
        (
            "my-notes-on-cards.yml",
            r"my-notes-on-cards\.yml: it would be ignored under this name",
        ),
    ],
)
def test_files_with_wrong_names_are_reported(
    sources: Path, name: str, message: str
) -> None:
    (sources / name).parent.mkdir(exist_ok=True)
    (sources / name).write_text("- {subject: Asp, printed: Words.}\n", encoding="utf-8")
    with pytest.raises(RulingsError, match=message):
        hand_edited_in(sources)


@pytest.mark.parametrize(
    "name", ["Thumbs.db", "#2035.yaml#", "2035.yaml~", ".2035.yaml.swp"]
)
def test_what_editors_and_systems_leave_is_passed_over(
    short_sources: Path, name: str
) -> None:
    (short_sources / "additions" / name).write_text("x", encoding="utf-8")
    assert name not in hand_edited_in(short_sources).additions


def test_the_readme_of_the_sources_lists_every_hand_edited_file() -> None:
    readme = (SHIPPED / "sources" / "README.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^\| `([a-z-]+)\.yaml`", readme, re.MULTILINE)) == sorted(
        SHAPES
    )


def problems_in(sources: Path, texts: dict[str, str]) -> str:
    """The errors if the files with these names have these texts."""
    for file, text in texts.items():
        (sources / file).write_text(text, encoding="utf-8")
    try:
        return "\n".join(map(str, generate(sources).problems))
    except RulingsError as error:
        return str(error)


def test_a_subject_that_was_renamed_is_named(short_sources: Path) -> None:
    texts = {
        "moved.yaml": "playing-online: deck-construction\ngoing-online: {nothing: Withdrawn.}\n",
        "additions/2035.yaml": (
            "- {subject: Playing Online, printed: It is one., citation: none}\n"
            "- {subject: Going Online, printed: It is two., citation: none}\n"
        ),
    }
    problems = problems_in(short_sources, texts)
    for words in (
        "line 1: no card or topic is called “Playing Online” any more: it is deck-construction now",
        "line 2: no card or topic is called “Going Online” any more: Withdrawn.",
    ):
        assert words in problems


def test_a_clock_before_the_release_of_the_game_is_named(
    sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dates, "today", lambda: "1980-01-01")
    words = "the clock of this computer says 1980-01-01, which is before the release"
    assert words in problems_in(sources, {})


def planted(mistakes: dict[int, Any], text: str) -> tuple[str, dict[int, int]]:
    """The text with some of the mistakes, whose places are far enough apart, and for
    each its number and line.
    """
    places = []
    for number, mistake in mistakes.items():
        match = re.search(mistake["replace"], text, re.MULTILINE)
        assert match, mistake
        places.append((*match.span(), number))
    changed, lines, position = "", dict[int, int](), 0
    for start, end, number in sorted(places):
        is_apart = text.count("\n", position, start) > APART or start == end == position
        if not lines or is_apart:
            changed += text[position:start]
            lines[number] = changed.count("\n") + 1
            changed, position = changed + mistakes[number]["with"], end
    return changed + text[position:], lines


APART = 3  # lines between two mistakes


def unreported(sources: Path, mistakes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The mistakes that are not reported with their place and words. Mistakes in all
    files are planted together; those that others hide are planted again.
    """
    texts, lines = dict[str, str](), dict[int, int]()
    for file, numbered in by_file(mistakes).items():
        path = SHIPPED / "sources" / file
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        texts[file], lines_there = planted(numbered, text)
        lines |= lines_there
    copy = Path(shutil.copytree(sources, sources.parent / "planted"))
    problems = problems_in(copy, texts)
    shutil.rmtree(copy)
    hidden = []
    for number, mistake in enumerate(mistakes):
        line = lines.get(number, 0) + mistake.get("lines_below", 0)
        place = mistake.get("reported_in") or re.escape(
            f"{mistake['file']}, line {line}"
        )
        words = place + re.escape(f": {mistake['error']}")
        if number not in lines or not re.search(words, problems):
            hidden.append(mistake)
    if not hidden or len(mistakes) == 1:
        return hidden
    if len(hidden) < len(mistakes):
        return unreported(sources, hidden)
    half = len(mistakes) // 2
    return [
        *unreported(sources, mistakes[:half]),
        *unreported(sources, mistakes[half:]),
    ]


def by_file(mistakes: list[dict[str, Any]]) -> dict[str, dict[int, dict[str, Any]]]:
    """File → its mistakes by their numbers in the list."""
    found: dict[str, dict[int, dict[str, Any]]] = {}
    for number, mistake in enumerate(mistakes):
        found.setdefault(mistake["file"], {})[number] = mistake
    return found


def test_mistakes_in_hand_edited_files_are_reported(sources: Path) -> None:
    assert unreported(sources, some_of(MISTAKES)) == []


def doubled_lists(
    value: Any, has_any_keys: bool, path: str = ""
) -> Iterator[tuple[str, Any]]:
    """Each kind of list in the data of a file, by the keys that lead to it, with data in
    which the last item of such a list is there twice. `has_any_keys`: whether the keys
    are ids or other names, which differ from list to list.
    """
    if path.endswith(".players"):
        return  # the fewest and the most, in one pair
    if isinstance(value, list) and value:
        yield path, [value[-1], value[-1]]
        for item in value:
            for inner_path, inner in doubled_lists(item, False, path):
                yield inner_path, [inner]
    elif isinstance(value, dict):
        for key, item in value.items():
            key_path = path if has_any_keys else f"{path}.{key}"
            is_inner_any = has_any_keys and isinstance(item, dict)
            for inner_path, inner in doubled_lists(item, is_inner_any, key_path):
                yield inner_path, {**({} if has_any_keys else value), key: inner}


def test_no_list_of_any_file_has_an_item_twice(
    tmp_path: Path, parsed: ParsedKnowledge
) -> None:
    paths = {name: SHIPPED / "sources" / f"{name}.yaml" for name in SHAPES}
    data_by_name = {name: read_yaml(path) for name, path in paths.items()}
    addition = {"subject": "Asp", "printed": "It is.", "questions": ["Is it?"]}
    data_by_name["additions/2035"] = [addition]
    checker = ReferenceChecker(parsed, (), {})
    count = 0
    for name, whole in data_by_name.items():
        shape = SHAPES.get(name, list[Addition])
        lists = doubled_lists(whole, get_origin(shape) is dict, name)
        for path, data in dict(lists).items():
            count += 1
            file = tmp_path / "doubled.yaml"
            file.write_text(json.dumps(data), encoding="utf-8")
            if path.endswith("ies.terms"):
                with pytest.raises(RulingsError, match="must begin after"):
                    read_hand_edited({name: file})
                continue
            edited = read_hand_edited({name: file})
            rows = getattr(edited, name.replace("-", "_"), None)
            checker.problems.clear()
            checker.check(name, edited.additions.get("2035", rows), shape)
            assert "is already on line" in str(checker.problems), path
    assert count > 40


@pytest.mark.parametrize(
    "files",
    [
        [f"{name}.yaml" for name in SHAPES if name not in OPTIONAL_FILES],
        ["the-big-sell-out.txt"],
    ],
)
def test_every_missing_source_file_is_named(
    sources: Path, tmp_path: Path, files: list[str]
) -> None:
    for file in files:
        (sources / file).unlink()
    with pytest.raises(RulingsError) as error:
        parse_folder(sources, tmp_path / "out")
    assert [
        file
        for file in files
        if f"{file}: the file is missing; put it back" not in str(error.value)
    ] == []
    assert not (tmp_path / "out").exists()


def test_ten_errors_per_file_are_listed_and_the_rest_counted() -> None:
    wrong = [Problem("a.yaml", "wrong", line) for line in range(1, 31)]
    assert first_of_each_file(
        [*wrong, Problem("b.yaml", "once"), Problem("a.yaml", "also")]
    ) == [
        *(f"a.yaml, line {line}: wrong" for line in range(1, 11)),
        "a.yaml: and 21 more like these",
        "b.yaml: once",
    ]
