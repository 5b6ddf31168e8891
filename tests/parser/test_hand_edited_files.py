"""Tests of mistakes in hand-edited files: an error names the file and line, and nothing is written."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from rulings.errors import RulingsError
from rulings.parser.hand_edited import read_hand_edited
from rulings.parser.update import update
from rulings.storage.layout import HAND_EDITED
from rulings.storage.yaml_reader import read_yaml
from rulings.storage.yaml_writer import dump
from support.examples import example_count
from support.source_documents import error_in

FILES = sorted({"cards", *HAND_EDITED} - {"moved"})
MUTATIONS = example_count(4)  # per file
WRONG_VALUES = [5, -1, 10**30, "", "word", "a/../b\x00", True, None, [], ["x"], [[5]], {}, {"x": 5}]


def paths_in(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of the value itself and of everything in it."""
    paths = [path]
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        paths += paths_in(item, (*path, key))
    return paths


def with_value_at(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """The value with another one at that path."""
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = with_value_at(value[path[0]], path[1:], new)
    return copy


@pytest.mark.parametrize("file", FILES)
def test_a_value_of_the_wrong_type_is_reported(sources: Path, file: str) -> None:
    path, rng = sources / f"{file}.yaml", random.Random(file)
    shipped = yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)
    all_paths = paths_in(shipped)
    path_by_keys = {
        tuple(part for part in key_path if isinstance(part, str)): key_path
        for key_path in rng.sample(all_paths, len(all_paths))
    }
    errors = 0
    for key_path in [(), *rng.sample(sorted(path_by_keys.values(), key=str), min(MUTATIONS, len(path_by_keys)))]:
        path.write_text(dump(with_value_at(shipped, key_path, rng.choice(WRONG_VALUES))), encoding="utf-8")
        errors += bool(error_in(sources))
    assert errors


@pytest.mark.parametrize("wrong", [5, "word", ["x"], [[5]], {"x": 5}, None])
@pytest.mark.parametrize("file", FILES)
def test_a_file_of_the_wrong_shape_is_reported_with_its_line(sources: Path, file: str, wrong: Any) -> None:
    (sources / f"{file}.yaml").write_text(yaml.safe_dump(wrong), encoding="utf-8")
    may_be_empty = wrong is None and file.startswith("questions")
    try:
        read_hand_edited(sources)
        assert may_be_empty
    except RulingsError as error:
        assert not may_be_empty
        assert re.match(rf"{re.escape(str(sources))}/{file}\.yaml, line 1: ", str(error))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("additions/2001.yml", r"2001\.yml: is ignored under this name; use a name like 2035\.yaml"),
        ("additions/2001.YAML", r"2001\.YAML: is ignored under this name"),
        ("additions/2001.txt", r"2001\.txt: is ignored under this name"),
        ("additions/May 2001.yaml", r"May 2001\.yaml: is ignored under this name"),
        ("additions/2001/may.yaml", r"2001: is a folder; put files of added rulings directly into"),
        ("names.yml", r"names\.yml: is ignored under this name; rename it to names\.yaml"),
        ("questions.YAML", r"questions\.YAML: is ignored under this name; rename it to questions\.yaml"),
    ],
)
def test_files_with_wrong_names_are_reported(sources: Path, name: str, message: str) -> None:
    (sources / name).parent.mkdir(exist_ok=True)
    (sources / name).write_text("- {subject: Asp, printed: Words.}\n", encoding="utf-8")
    with pytest.raises(RulingsError, match=message):
        read_hand_edited(sources)


def test_shipped_hand_edited_files_are_valid(sources: Path) -> None:
    assert read_hand_edited(sources)["names"] == read_yaml(sources / "names.yaml")


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        (
            "steps.yaml",
            r"ruling: dr-dreff-[0-9a-f]{8}",
            "ruling: dr-dref-00000000",
            r"steps\.yaml, line \d+: no ruling is called “dr-dref-00000000”; the nearest is “dr-dreff-",
        ),
        (
            "questions.yaml",
            r"dr-dreff-[0-9a-f]{8}:",
            "dr-dreff-00000000:",
            r"questions\.yaml, line \d+: no ruling is called “dr-dreff-00000000”",
        ),
        (
            "steps.yaml",
            r"step: 1\n",
            "step: 21\n",
            r"steps\.yaml, line \d+: step: 21 is greater than the maximum of 20",
        ),
        (
            "steps.yaml",
            r"words: declares a run on it",
            "words: announces a run on it",
            r"steps\.yaml, line \d+: the words “announces a run on it.*” are not in",
        ),
        (
            "notes.yaml",
            r"section: manual-\S+",
            "section: manual-nowhere",
            r"notes\.yaml, line \d+: no section is called “manual-nowhere”",
        ),
        (
            "names.yaml",
            'card: "Joan of Arc"',
            'card: "Joan of Ark"',
            r"names\.yaml, line \d+: no card is called “Joan of Ark”; the nearest is “Joan of Arc”",
        ),
        (
            "authorities.yaml",
            r'from: "?1997-11-04"?',
            'from: "1997-13-04"',
            r"authorities\.yaml, line \d+: .*'1997-13-04' is not a 'date'",
        ),
        (
            "authorities.yaml",
            r"official: true",
            "official: perhaps",
            r"authorities\.yaml, line \d+: official: must be true or false, not “perhaps”",
        ),
        (
            "cards.yaml",
            r"id: aardvark",
            "id: aardvark\n  id: aardvark",
            r"cards\.yaml, line \d+: the key “id” is used twice",
        ),
        ("cards.yaml", r"id: aardvark", "id: asp", r"cards\.yaml, line \d+: “asp” is already on line \d+"),
        (
            "cards.yaml",
            r"  id: aardvark",
            "\tid: aardvark",
            r"cards\.yaml, line \d+: indented with a tab, but YAML needs spaces",
        ),
        (
            "restorations.yaml",
            r"beside: \"work on that piece of Ice",
            'beside: "work on this piece of Ice',
            r"restorations\.yaml, line \d+: out of date: no line 76 with the words “work on this",
        ),
        (
            "restorations.yaml",
            r'words: "Aardvark"',
            'words: "Zebra"',
            r"restorations\.yaml, line \d+: “Zebra” is not the title of a card",
        ),
        ("restorations.yaml", r'words: "Digiconda"', 'words: "Puzzle"', r"the heading “Puzzle” is already on line \d+"),
        (
            "restorations.yaml",
            r'words: "Digiconda"',
            'words: "Snowbank"',
            r"restorations\.yaml, line \d+: “Snowbank” is out of alphabetical order",
        ),
        (
            "restorations.yaml",
            r'words: "Digiconda"',
            'words: "Digi Conda"',
            r"restorations\.yaml, line \d+: lines\.words: must be one word, not “Digi Conda”",
        ),
        (
            "reversals.yaml",
            r"replaces: \[\]",
            "replaces: [dr-dreff-00000000]",
            r"reversals\.yaml, line \d+: no ruling is called “dr-dreff-00000000”",
        ),
        (
            "notes.yaml",
            r"- emergency-self-construct-45e9a1c4",
            "- emergency-00000000",
            r"notes\.yaml, line \d+: no ruling is called “emergency-00000000”",
        ),
        (
            "notes.yaml",
            r"- run-chart-18",
            "- run-chart-21",
            r"notes\.yaml, line \d+: no ruling is called “run-chart-21”",
        ),
        (
            "notes.yaml",
            r"words: Special card effects can be used\. Also",
            "words: Special card effects may be used. Also",
            r"notes\.yaml, line \d+: the words “Special card effects may .*” are not in step 13",
        ),
        (
            "dates.yaml",
            r"printed: 2/11/96",
            "printed: 2/12/96",
            r"dates\.yaml, line \d+: card-effects-0579026d does not cite JD Wiker with 2/12/96",
        ),
        (
            "dates.yaml",
            r"likely: \"1997-02-11\"",
            'likely: "1997-02-30"',
            r"dates\.yaml, line \d+: .*'1997-02-30' is not a 'date'",
        ),
        (
            "inheritance.yaml",
            r"cards: \[aujourdoui\]",
            "cards: [aujourdhui]",
            r"inheritance\.yaml, line \d+: no card is called “aujourdhui”",
        ),
        (
            "inheritance.yaml",
            r"source: cloak",
            "source: boardwalk",
            r"inheritance\.yaml, line \d+: cloak-3827eb84 is not a ruling on boardwalk",
        ),
        (
            "errata.yaml",
            r"words: We should have",
            "words: They should have",
            r"errata\.yaml, line \d+: the words “They should have .*” are not in superglue",
        ),
        (
            "documents.yaml",
            r"line: 108, words",
            "line: 107, words",
            r"documents\.yaml, line \d+: line 107 of the-big-sell-out\.txt does not begin with “ODie",
        ),
        ("near-identical.yaml", r"how: same", "how: alike", r"near-identical\.yaml, line \d+: .*'alike' is not one of"),
        (
            "documents.yaml",
            r"file: sparkys-run-chart\.txt",
            "file: ../sparkys-run-chart.txt",
            r"documents\.yaml, line \d+: “\.\./sparkys-run-chart\.txt” must be in the folder of documents.yaml",
        ),
        (
            "synonyms.yaml",
            r"weight: 0\.55",
            "weight: 55",
            r"synonyms\.yaml, line \d+: .*55 is greater than the maximum of 1",
        ),
        (
            "documents.yaml",
            r"sha256: 5",
            "sha256: 6",
            r"netrunner-rulings-1\.70\.txt: does not match its checksum in documents\.yaml \(line \d+\); restore the original",
        ),
        (
            "documents.yaml",
            r"file: sparkys-run-chart\.txt",
            "file: lost.txt",
            r"lost\.txt: the file is missing; put it back \(documents\.yaml names it on line \d+\)",
        ),
        (
            "documents.yaml",
            r'date: "2000-03-11"',
            'date: "2000-02-30"',
            r"documents\.yaml, line LINE: 2000-02-30 is not a date",
        ),
        ("cards.yaml", r"cost: 0", "cost: 0\n  see: []", r"cards\.yaml, line \d+: see: must not be here"),
        ("names.yaml", r"(?s)^.*$", "- Dreff\n", r"names\.yaml, line 1: must be a mapping, not a list"),
        (
            "names.yaml",
            r"(?s)^.*$",
            "!!python/object/apply:os.system [echo]\n",
            r"names\.yaml, line 1: the tag .* is not used here",
        ),
        (
            "names.yaml",
            r"^# Names",
            "# Names\n# \x00",
            r"names\.yaml, line 2: YAML cannot contain the character “.x00”",
        ),
    ],
)
def test_mistakes_in_hand_edited_files_are_reported(
    sources: Path, tmp_path: Path, file: str, old: str, new: str, message: str
) -> None:
    path = sources / file
    text = path.read_text(encoding="utf-8")
    match = re.search(old, text)
    assert match
    path.write_text(text[: match.start()] + new + text[match.end() :], encoding="utf-8")
    line = text.count("\n", 0, match.start()) + 1
    with pytest.raises(RulingsError, match=message.replace("LINE", str(line))):
        update(sources, tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "file", ["documents.yaml", "cards.yaml", "authorities.yaml", "names.yaml", "the-big-sell-out.txt"]
)
def test_a_missing_source_file_is_named(sources: Path, tmp_path: Path, file: str) -> None:
    (sources / file).unlink()
    with pytest.raises(RulingsError, match=rf"{re.escape(file)}: the file is missing; put it back"):
        update(sources, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_an_alias_bomb_is_rejected_before_it_expands(sources: Path, tmp_path: Path) -> None:
    levels = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"] + [
        f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 11)
    ]
    (sources / "names.yaml").write_text("\n".join(levels), encoding="utf-8")
    with pytest.raises(RulingsError, match=r"names\.yaml, line \d+: anchors and aliases are not supported"):
        update(sources, tmp_path / "out")
