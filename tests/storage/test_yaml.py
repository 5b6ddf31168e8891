"""Tests of reading YAML strictly and without recursion, and of writing it so any reader
gets the same data.
"""

from __future__ import annotations

import os
from importlib.util import find_spec, module_from_spec
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from rulings.errors import RulingsError
from rulings.storage import files as text_files
from rulings.storage.files import read_text, split_lines
from rulings.storage.yaml_files import MAX_DEPTH, BlockText, FlowMap, dump, parse_yaml
from support.data_files import DATA


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: 1\n---\nb: 2\n", "x, line 2: a second YAML document begins here"),
        ("a: &x 1\n", "x, line 1: a value cannot begin with this sign"),
        *(
            (f"- {sign}asp may I?\n", "x, line 1: .* quotation marks")
            for sign in "*&!%@`,]}"
        ),
        ("- a\n- *a\n", "x, line 2: a value cannot begin with this sign"),
        ("a: !!str 5\n", "x, line 1: a value cannot begin with this sign"),
        (
            "- !!python/object/apply:os.system [echo]\n",
            "x, line 1: a value cannot begin with this sign",
        ),
        (
            "a: 1\nb: 2\na: 3\n",
            r"x, line 3: the key “a” is used twice \(first on line 1\)",
        ),
        ("? [a]\n: b\n", "x, line 1: a key must be a word"),
        ("a:\n\tb: 1\n", "x, line 2: .* not tabs"),
        ("- |\n  a\n\tb\n", "x, line 3: .* not tabs"),
        (
            "a: 1\nb: [c\n",
            r"x, line 3: .* flow sequence \(from line 2\); check the indentation",
        ),
        ("a: {b: c\nd: e\n", r"x, line 2: .* flow mapping \(from line 1\); check"),
        ("- a: 1\n  b: 2\n c: 3\n", r"x, line 3: .* collection \(from line 1\); check"),
        (
            "a: 'it's'\n",
            r"x, line 1: .* mapping \(from line 1\); check .* quotation marks",
        ),
        ("a: 'b\nc: d\n", r"x, line 3: .* quoted scalar \(from line 1\); check"),
        (
            "# a\r\n# b\r# c\n\x0c",
            r"x, line 4: the invisible character U\+000C; remove it, or write \\x0c in double quotes",
        ),
        ("a: 'b\u2028c'\n", r"x, line 1: the invisible character U\+2028"),
        ("a: b\x85c\n", r"x, line 1: the invisible character U\+0085"),
        ("a: b\uffff\n", r"x, line 1: the invisible character U\+FFFF"),
        (
            "a: b\u202ec\n",
            r"x, line 1: the invisible character U\+202E; remove it, or write \\u202e in double quotes",
        ),
        ("a: b\u200bc\n", r"x, line 1: the invisible character U\+200B"),
        ("# \U000e0041\n", r"x, line 1: the invisible character U\+E0041"),
        ("a: b\ufe0fc\n", r"x, line 1: the invisible character U\+FE0F"),
    ],
)
def test_unsupported_yaml_is_reported_with_its_line(text: str, message: str) -> None:
    with pytest.raises(RulingsError, match=message):
        parse_yaml(text, "x")


@pytest.mark.parametrize(
    "text",
    [
        "a: [1, 2\nb: 3\n",
        "a: {x: 1\nb: 2\n",
        "- a\nb: c\n",
        "a: b: c\n",
        "a: @x\n",
        "a:\n  - 1\n - 2\n",
    ],
)
def test_without_libyaml_the_line_is_the_same(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    found = find_spec("rulings.storage.yaml_files")
    assert found
    assert found.loader
    found.loader.exec_module(without := module_from_spec(found))
    with pytest.raises(RulingsError) as error:
        parse_yaml(text, "x")
    location, _, _ = str(error.value).partition(": ")
    with pytest.raises(RulingsError, match=f"^{location}: "):
        without.parse_yaml(text, "x")


@pytest.mark.slow
def test_the_data_of_tests_can_be_read_without_libyaml() -> None:
    for path in DATA.rglob("*.yaml"):
        for _ in yaml.parse(path.read_text(encoding="utf-8"), yaml.SafeLoader):
            pass  # a faulty line raises an error that names it


@pytest.mark.parametrize("levels", [MAX_DEPTH + 1, 5_000, 100_000])
@pytest.mark.parametrize("opening", ["[", "- ", "{a: ", "{a: ["])
def test_deep_nesting_is_an_error_and_not_a_crash(levels: int, opening: str) -> None:
    ours = f"lists and mappings are nested more than {MAX_DEPTH} deep"
    of_libyaml = (
        "exceeded maximum nesting depth"  # since 0.2.6, which reads ahead in `[[[`
    )
    with pytest.raises(RulingsError, match=f"x, line 1: ({ours}|{of_libyaml})"):
        parse_yaml(opening * levels + "b", "x")


def test_a_file_over_the_size_limit_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_files, "MAX_BYTES", 1 << 20)
    (tmp_path / "large.yaml").write_bytes(b"#" * ((1 << 20) + 1))
    with pytest.raises(
        RulingsError,
        match=r"large\.yaml: the file is larger than 1 MB; divide it into several files",
    ):
        read_text(tmp_path / "large.yaml")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_in_place_of_a_file_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    with pytest.raises(RulingsError, match=r"pipe\.yaml: not an ordinary file"):
        read_text(tmp_path / "pipe.yaml")


def test_values_are_strings_integers_booleans_or_null() -> None:
    read = parse_yaml(
        "a: 1996-04-26\nb: 12\nc: yes\nd: ~\ne: 1.5\nf: 0x1F\ng: '12'\nh: 1:30\n? i\n",
        "x",
    )
    assert [*read.values()] == [
        "1996-04-26",
        12,
        True,
        None,
        "1.5",
        "0x1F",
        "12",
        "1:30",
        None,
    ]
    assert read.lines == {key: line for line, key in enumerate("abcdefghi", 1)}


def test_only_line_feed_and_carriage_return_end_a_line() -> None:
    first = "a\x0cb\x0bc\x1cd\x85e\u2028f\u2029g"
    assert split_lines(f"{first}\nh\r\ni\rj\n") == [first, "h", "i", "j"]


ANY_TEXT = st.text(
    st.characters(codec="utf-8")
    | st.sampled_from(
        "\n\t\x0c\x85\u200b\u2028\u202e\U000e0041\ufeff\uffff#:-'\"[]{},&*!|>%@`? "
    ),
    max_size=40,
)
LOOKS_LIKE_OTHER_TYPES = st.sampled_from(
    "1997-04-21 yes y No null ~ 1e5 0o17 0x1F 1_000 12:30 .5 = << 1.70 -".split()
)


@given(
    st.dictionaries(
        ANY_TEXT | LOOKS_LIKE_OTHER_TYPES,
        ANY_TEXT | LOOKS_LIKE_OTHER_TYPES | st.integers() | st.booleans() | st.none(),
        max_size=5,
    )
)
def test_written_data_are_read_back_unchanged(data: dict[str, object]) -> None:
    document = {
        "flow": tuple(data.values()),
        "map": FlowMap(data),
        "list": list(data.values()),
        "deep": [data],
    }
    text = dump(document)
    expected = {
        "flow": list(data.values()),
        "map": data,
        "list": list(data.values()),
        "deep": [data],
    }
    assert parse_yaml(text, "x") == expected
    assert yaml.safe_load(text) == expected


@given(st.lists(ANY_TEXT, min_size=1, max_size=5))
def test_blocks_of_text_are_read_back_exactly(lines: list[str]) -> None:
    words = "\n".join(lines)
    assert parse_yaml(
        dump({"deep": [{"block": BlockText(words), "after": 1}]}), "x"
    ) == {"deep": [{"block": f"{words}\n", "after": 1}]}


def test_text_is_written_as_a_block_and_dates_are_quoted() -> None:
    data = {
        "words": BlockText("Dreff (see R&D) — “ice”:\n  # 2 bits"),
        "date": "1997-04-21",
        "short": (1, "a, b"),
        "long": "word " * 40 + ".",
    }
    assert dump(data, "Ours.") == (
        "# Ours.\nwords: |\n  Dreff (see R&D) — “ice”:\n    # 2 bits\ndate: '1997-04-21'\nshort: [1, 'a, b']\nlong: "
        + "word " * 40
        + ".\n"
    )
