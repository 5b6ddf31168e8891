"""Whatever stands in a file kept by hand, a parse writes what can be opened, or says what is wrong, where, and writes nothing."""

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
from rulings.storage.error_lists import first_of_each_file
from rulings.storage.files import HAND_EDITED
from rulings.storage.opening import SHIPPED
from rulings.storage.yaml_reader import read_yaml
from rulings.storage.yaml_writer import dump
from support.damage import RULINGS_FILE, edit_document
from support.examples import examples

FILES = sorted({"cards", *HAND_EDITED} - {"moved"})
DOCUMENTS = sorted(path.name for path in (SHIPPED / "sources").iterdir() if path.suffix in (".txt", ".md"))
MUTATIONS = examples(4)  # of each file and document
WRONG = [5, -1, 10**30, "", "word", "a/../b\x00", True, None, [], ["x"], [[5]], {}, {"x": 5}]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of everything in it, itself included."""
    found = [path]
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        found += places(item, (*path, key))
    return found


def put(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """The value with something else in one place."""
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = put(value[path[0]], path[1:], new)
    return copy


def read_or_told(sources: Path) -> str:
    """What `parse` and `open` do with the folder: nothing but a sentence with its file may stop them."""
    try:
        parsed = parse(sources)
        made = {name: yaml_reader.parse_yaml(text, name) for name, text in generated_files(parsed).items()}
        assemble({**made, **{f"sources/{name}.yaml": data for name, data in parsed.sources.hand_edited.items()}}, sources)
    except RulingsError as error:
        sentence = str(error)
        assert str(sources) in sentence, sentence
        assert re.search(r"\.(yaml|txt|md)(, line \d+)?: ", sentence), sentence
        return sentence
    return ""


@pytest.mark.parametrize("file", FILES)
def test_another_kind_of_value_in_any_place_is_a_sentence(sources: Path, file: str) -> None:
    """First the schema: whatever passes it is no trouble for what comes later."""
    path, chance = sources / f"{file}.yaml", random.Random(file)
    shipped = yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)
    everywhere = places(shipped)
    kinds = {tuple(part for part in place if isinstance(part, str)): place for place in chance.sample(everywhere, len(everywhere))}
    told = 0
    for place in [(), *chance.sample(sorted(kinds.values(), key=str), min(MUTATIONS, len(kinds)))]:
        path.write_text(dump(put(shipped, place, chance.choice(WRONG))), encoding="utf-8")
        told += bool(read_or_told(sources))
    assert told


@pytest.mark.parametrize("wrong", [5, "word", ["x"], [[5]], {"x": 5}, None])
@pytest.mark.parametrize("file", FILES)
def test_a_file_of_another_shape_is_named_with_its_line(sources: Path, file: str, wrong: Any) -> None:
    (sources / f"{file}.yaml").write_text(yaml.safe_dump(wrong), encoding="utf-8")
    allowed = wrong is None and file.startswith("questions")
    try:
        read_hand_edited(sources)
        assert allowed
    except RulingsError as error:
        assert not allowed
        assert re.match(rf"{re.escape(str(sources))}/{file}\.yaml, line 1: ", str(error))


@pytest.mark.parametrize("text", [b"", b"\n \n\t\n"])
@pytest.mark.parametrize("document", DOCUMENTS)
def test_an_empty_document_is_named(sources: Path, document: str, text: bytes) -> None:
    edit_document(sources, document, lambda _: text)
    assert f"{document}, line 1: the document contains no words" in read_or_told(sources)


ODD = [
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
def test_a_document_with_odd_characters_anywhere_is_written_exactly_or_told(sources: Path, name: str) -> None:
    chance = random.Random(name)
    original = (sources / name).read_text(encoding="utf-8")
    read = 0
    for _ in range(MUTATIONS // 2):
        text = original
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(text))
            text = text[:at] + chance.choice(ODD) + text[at + chance.choice((0, 0, 1, 40)) :]
        edit_document(sources, name, partial(lambda changed, _: changed, text.encode()))
        read += not read_or_told(sources)
    assert read or name != RULINGS_FILE


WORDS = st.text(
    st.characters(codec="utf-8") | st.sampled_from(["\t", "\n", "\x0c", "\x85", "\u2028", "\u200b", "(", ")", "@"]),
    max_size=30,
)


@settings(max_examples=MUTATIONS, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(words=WORDS)
def test_whatever_was_added_is_opened_word_for_word_or_told(sources: Path, tmp_path: Path, words: str) -> None:
    added = yaml.safe_dump([{"subject": "Asp", "printed": words}], allow_unicode=False)
    (sources / "additions" / "2001.yaml").write_text(added, encoding="utf-8")
    try:
        update(sources, tmp_path / "out")
    except RulingsError as error:
        assert re.search(r"additions/2001\.yaml, line [12]: ", str(error))
        assert not re.search(r"[A-Za-z]{4}", words), "ordinary words are never refused"
        return
    (ruling,) = [r for r in rulings.open(tmp_path / "out").rulings if r.source.document == "additions-2001"]
    assert ruling.printed.split() == words.split()


@pytest.mark.parametrize("words", ["\u200b", "\u200b\u2060\ufeff", "…", "()", "@", "\x1b[0m"])
def test_what_holds_no_words_is_no_ruling(sources: Path, words: str) -> None:
    escaped = words.encode("ascii", "backslashreplace").decode().replace("\\x1b", "\\e")
    (sources / "additions" / "2001.yaml").write_text(f'- subject: Asp\n  printed: "{escaped}"\n', encoding="utf-8")
    if words != "\x1b[0m":  # a zero and an m are a word
        assert re.search(r"2001\.yaml, line \d: `printed` contains no words", read_or_told(sources))


def test_the_same_addition_twice_is_told_with_both_lines(sources: Path, tmp_path: Path) -> None:
    entry = "- subject: Asp\n  printed: Asp is one.  (Sparky, Netrunner-L, 2001-05-01)\n"
    (sources / "additions" / "2001.yaml").write_text(entry, encoding="utf-8")
    (sources / "additions" / "2002.yaml").write_text(entry.replace("2001-05-01", "2002-05-01"), encoding="utf-8")
    with pytest.raises(
        RulingsError, match=r"2002\.yaml, line 1: a ruling on Asp with the same words is in \S+2001\.yaml, line 1; delete one"
    ):
        update(sources, tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("additions/2001.yml", r"2001\.yml: is ignored under this name; use files like 2035\.yaml"),
        ("additions/2001.YAML", r"2001\.YAML: is ignored under this name"),
        ("additions/2001.txt", r"2001\.txt: is ignored under this name"),
        ("additions/May 2001.yaml", r"May 2001\.yaml: is ignored under this name"),
        ("additions/2001/may.yaml", r"2001: is a folder; put files of added rulings directly into"),
        ("names.yml", r"names\.yml: is ignored under this name; rename it to names\.yaml"),
        ("questions.YAML", r"questions\.YAML: is ignored under this name; rename it to questions\.yaml"),
    ],
)
def test_nothing_is_left_out_unnoticed(sources: Path, name: str, sentence: str) -> None:
    (sources / name).parent.mkdir(exist_ok=True)
    (sources / name).write_text("- {subject: Asp, printed: Words.}\n", encoding="utf-8")
    with pytest.raises(RulingsError, match=sentence):
        read_hand_edited(sources)


def test_a_file_in_place_of_the_folder_of_additions_is_told(sources: Path) -> None:
    shutil.rmtree(sources / "additions")
    (sources / "additions").write_text("- {subject: Asp, printed: Words.}\n", encoding="utf-8")
    with pytest.raises(RulingsError, match=r"additions: is not a folder"):
        read_hand_edited(sources)


def test_an_addition_knows_its_lines(sources: Path) -> None:
    text = (
        "# Ours.\n\n- subject: Asp\n  printed: |\n    One is one.\n\n    (Sparky, 1/1/97)\n\n\n# A comment.\n- subject: Asp\n  printed: >\n    Two\n    is two.\n"
        "  added: 2001-05-01\n- subject: Asp\n  printed: 'Three is\n    three.'\n\n- {subject: Asp, printed: Four is four.}"
    )
    (sources / "additions" / "2001.yaml").write_text(text, encoding="utf-8")
    assert [r.lines for r in parse(sources).rulings if r.document == "additions-2001"] == [(3, 7), (11, 15), (16, 18), (20, 20)]


def test_a_separator_inside_a_line_shifts_no_line(sources: Path) -> None:
    before = [r.lines for r in parse(sources).rulings]
    edit_document(sources, RULINGS_FILE, lambda raw: raw.replace(b"Runner to", "Runner\x0c\x1c\x85\u2028to".encode(), 40))
    assert [r.lines for r in parse(sources).rulings] == before


def test_a_tab_indents_like_spaces(sources: Path) -> None:
    edit_document(sources, "the-big-sell-out.txt", lambda raw: raw.replace(b"\n", b"\n\t"))
    edit_document(sources, "comprehensive-reference-manual.md", lambda raw: raw.replace(b"\n  - ", b"\n\t- "))
    made = generated_files(parse(sources))
    assert not [path for path, text in made.items() if "\t" in text or "\\t" in text]
    assert "  text: |\n" in made["documents/comprehensive-reference-manual.yaml"]


def test_of_many_mistakes_ten_are_named_and_the_rest_counted() -> None:
    sentences = [f"a.yaml, line {n}: wrong" for n in range(1, 31)] + ["b.yaml: once"] + ["a.yaml: also"]
    shown = first_of_each_file(sentences)
    assert shown == [*sentences[:10], "a.yaml: and 21 more like these", "b.yaml: once"]


def test_five_thousand_mistakes_are_ten_lines(sources: Path) -> None:
    (sources / "steps.yaml").write_text("- {step: 1, ruling: asp-00000000, words: x, reason: x}\n" * 5000, encoding="utf-8")
    with pytest.raises(RulingsError) as told:
        update(sources, sources.parent / "out")
    assert str(told.value).count("\n") == 10
    assert str(told.value).endswith("steps.yaml: and 4,990 more like these")


def test_parse_and_check_print_ten_notes_and_a_count(sources: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entries = "".join(f"- {{subject: Asp, printed: Asp is number {n}.}}\n" for n in range(1, 301))
    (sources / "additions" / "2001.yaml").write_text(entries, encoding="utf-8")
    assert main(["parse", "--sources", str(sources), "--output", str(sources.parent)]) == 0
    assert main(["check", str(sources.parent)]) == 0
    said = capsys.readouterr().err.splitlines()
    for sentence, more in (
        ("no question yet for asp", "questions.yaml: and 290 more like these"),
        ("it has no citation", "2001.yaml: and 290 more like these"),
    ):
        assert sum(sentence in line for line in said) == 2 * 10
        assert sum(line.endswith(more) for line in said) == 2


def test_what_is_shipped_holds(sources: Path) -> None:
    assert read_hand_edited(sources)["names"] == read_yaml(sources / "names.yaml")
