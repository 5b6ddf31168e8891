"""Tests of mistakes in hand-edited files: an error names the line, or the result can be opened."""

from __future__ import annotations

import random
import re
import shutil
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rulings
from rulings.cli.main import main
from rulings.errors import RulingsError
from rulings.model.loading import assemble
from rulings.parser.hand_edited import read_hand_edited
from rulings.parser.parse import parse
from rulings.parser.update import update
from rulings.parser.write import generated_files
from rulings.storage import yaml_reader
from rulings.storage.files import HAND_EDITED
from rulings.storage.opening import SHIPPED
from rulings.storage.problems import Problem, first_of_each_file
from rulings.storage.yaml_reader import read_yaml
from rulings.storage.yaml_writer import dump
from support.examples import example_count
from support.source_documents import RULINGS_FILE, edit_document

FILES = sorted({"cards", *HAND_EDITED} - {"moved"})
DOCUMENTS = sorted(path.name for path in (SHIPPED / "sources").iterdir() if path.suffix in (".txt", ".md"))
MUTATIONS = example_count(4)  # per file and document
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


def error_in(sources: Path) -> str:
    """Parses and opens the folder, and returns the error, which must name a file; empty if there is none."""
    try:
        parsed = parse(sources)
        generated = {name: yaml_reader.parse_yaml(text, name) for name, text in generated_files(parsed).items()}
        assemble(
            {**generated, **{f"sources/{name}.yaml": data for name, data in parsed.sources.hand_edited.items()}},
            sources,
        )
    except RulingsError as error:
        message = str(error)
        assert str(sources) in message, message
        assert re.search(r"\.(yaml|txt|md)(, line \d+)?: ", message), message
        return message
    return ""


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


@pytest.mark.parametrize("text", [b"", b"\n \n\t\n"])
@pytest.mark.parametrize("document", DOCUMENTS)
def test_an_empty_document_is_reported(sources: Path, document: str, text: bytes) -> None:
    edit_document(sources, document, lambda _: text)
    assert f"{document}, line 1: the document contains no words" in error_in(sources)


ODD_CHARACTERS = [
    "\x00",
    "\x0c",
    "\x1b[31m",
    "\x85",
    "\u2028",
    "\u200b",
    "\u202e",
    "\ufeff",
    "\uffff",
    "\U0001f600",
    "\t",
    "\r",
    "@",
    "(",
    ")",
    "\n\n",
    "\n@",
    "#",
    "|",
    "---\n",
]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_documents_with_odd_characters_are_read_or_rejected(sources: Path, name: str) -> None:
    rng = random.Random(name)
    original = (sources / name).read_text(encoding="utf-8")
    read_count = 0
    for _ in range(MUTATIONS // 2):
        text = original
        for _ in range(rng.randint(1, 4)):
            position = rng.randrange(len(text))
            text = text[:position] + rng.choice(ODD_CHARACTERS) + text[position + rng.choice((0, 0, 1, 40)) :]
        edit_document(sources, name, partial(lambda changed, _: changed, text.encode()))
        read_count += not error_in(sources)
    assert read_count or name != RULINGS_FILE


WORDS = st.text(
    st.characters(codec="utf-8") | st.sampled_from(["\t", "\n", "\x0c", "\x85", "\u2028", "\u200b", "(", ")", "@"]),
    max_size=30,
)


@settings(
    max_examples=MUTATIONS,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(words=WORDS)
def test_additions_are_read_back_word_for_word_or_rejected(sources: Path, tmp_path: Path, words: str) -> None:
    added = yaml.safe_dump([{"subject": "Asp", "printed": words}], allow_unicode=False)
    (sources / "additions" / "2001.yaml").write_text(added, encoding="utf-8")
    try:
        update(sources, tmp_path / "out")
    except RulingsError as error:
        assert re.search(r"additions/2001\.yaml, line [12]: ", str(error))
        assert not re.search(r"[A-Za-z]{4}", words), "ordinary words are never rejected"
        return
    (ruling,) = [r for r in rulings.open(tmp_path / "out").rulings if r.source.document == "additions-2001"]
    assert ruling.printed.split() == words.split()


@pytest.mark.parametrize("words", ["\u200b", "\u200b\u2060\ufeff", "…", "()", "@", "\x1b[0m"])
def test_an_addition_without_words_is_rejected(sources: Path, words: str) -> None:
    escaped = words.encode("ascii", "backslashreplace").decode().replace("\\x1b", "\\e")
    (sources / "additions" / "2001.yaml").write_text(f'- subject: Asp\n  printed: "{escaped}"\n', encoding="utf-8")
    if words != "\x1b[0m":  # its "0m" counts as a word
        assert re.search(r"2001\.yaml, line \d: `printed` contains no words", error_in(sources))


def test_a_duplicate_addition_is_reported_with_both_lines(sources: Path, tmp_path: Path) -> None:
    entry = "- subject: Asp\n  printed: Asp is one.  (Sparky, Netrunner-L, 2001-05-01)\n"
    (sources / "additions" / "2001.yaml").write_text(entry, encoding="utf-8")
    (sources / "additions" / "2002.yaml").write_text(entry.replace("2001-05-01", "2002-05-01"), encoding="utf-8")
    with pytest.raises(
        RulingsError,
        match=r"2002\.yaml, line 1: a ruling on Asp with the same words is in \S+2001\.yaml, line 1; delete one",
    ):
        update(sources, tmp_path / "out")
    assert not (tmp_path / "out").exists()


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


def test_additions_must_be_a_folder(sources: Path) -> None:
    shutil.rmtree(sources / "additions")
    (sources / "additions").write_text("- {subject: Asp, printed: Words.}\n", encoding="utf-8")
    with pytest.raises(RulingsError, match=r"additions: is not a folder"):
        read_hand_edited(sources)


def test_additions_record_their_lines(sources: Path) -> None:
    text = (
        "# Ours.\n\n- subject: Asp\n  printed: |\n    One is one.\n\n    (Sparky, 1/1/97)\n\n\n# A comment.\n- subject: Asp\n  printed: >\n    Two\n    is two.\n"
        "  added: 2001-05-01\n- subject: Asp\n  printed: 'Three is\n    three.'\n\n- {subject: Asp, printed: Four is four.}"
    )
    (sources / "additions" / "2001.yaml").write_text(text, encoding="utf-8")
    assert [r.lines for r in parse(sources).rulings if r.document == "additions-2001"] == [
        (3, 7),
        (11, 15),
        (16, 18),
        (20, 20),
    ]


def test_separators_inside_a_line_do_not_shift_line_numbers(sources: Path) -> None:
    before = [r.lines for r in parse(sources).rulings]
    edit_document(
        sources, RULINGS_FILE, lambda raw: raw.replace(b"Runner to", "Runner\x0c\x1c\x85\u2028to".encode(), 40)
    )
    assert [r.lines for r in parse(sources).rulings] == before


def test_tabs_indent_like_spaces(sources: Path) -> None:
    edit_document(sources, "the-big-sell-out.txt", lambda raw: raw.replace(b"\n", b"\n\t"))
    edit_document(sources, "comprehensive-reference-manual.md", lambda raw: raw.replace(b"\n  - ", b"\n\t- "))
    generated = generated_files(parse(sources))
    assert not [path for path, text in generated.items() if "\t" in text or "\\t" in text]
    assert "  text: |\n" in generated["documents/comprehensive-reference-manual.yaml"]


def test_ten_errors_per_file_are_listed_and_the_rest_counted() -> None:
    wrong = [Problem("a.yaml", "wrong", line) for line in range(1, 31)]
    assert first_of_each_file([*wrong, Problem("b.yaml", "once"), Problem("a.yaml", "also")]) == [
        *(f"a.yaml, line {line}: wrong" for line in range(1, 11)),
        "a.yaml: and 21 more like these",
        "b.yaml: once",
    ]


def test_five_thousand_errors_are_shortened(sources: Path) -> None:
    (sources / "steps.yaml").write_text(
        "- {step: 1, ruling: asp-00000000, words: x, reason: x}\n" * 5000, encoding="utf-8"
    )
    with pytest.raises(RulingsError) as error:
        update(sources, sources.parent / "out")
    assert str(error.value).count("\n") == 10
    assert str(error.value).endswith("steps.yaml: and 4,990 more like these")


def test_parse_and_check_print_ten_notes_and_a_count(sources: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entries = "".join(f"- {{subject: Asp, printed: Asp is number {n}.}}\n" for n in range(1, 301))
    (sources / "additions" / "2001.yaml").write_text(entries, encoding="utf-8")
    assert main(["parse", "--sources", str(sources), "--output", str(sources.parent)]) == 0
    assert main(["check", str(sources.parent)]) == 0
    lines = capsys.readouterr().err.splitlines()
    for note, more in (
        ("no question yet for asp", "questions.yaml: and 290 more like these"),
        ("it has no citation", "2001.yaml: and 290 more like these"),
    ):
        assert sum(note in line for line in lines) == 2 * 10
        assert sum(line.endswith(more) for line in lines) == 2


def test_shipped_hand_edited_files_are_valid(sources: Path) -> None:
    assert read_hand_edited(sources)["names"] == read_yaml(sources / "names.yaml")
