"""Tests of reading EDN: every kind of value, what is left out, and an error for what is not EDN."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.storage.card_texts import parse_edn


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ('{:title "ONR Aardvark", :cost 2}', {"title": "ONR Aardvark", "cost": 2}),
        ("[nil true false -1.5 2N 3M a/symbol :a/keyword]", [None, True, False, -1.5, 2, 3, "a/symbol", "a/keyword"]),
        (r'"a\n\"b\" \\ \u00e9 ; no comment"', 'a\n"b" \\ é ; no comment'),
        ('"two\nlines"', "two\nlines"),
        ("(1 #{2} [])", [1, [2], []]),
        ("{1 :a, [2] :b}", {"1.0": "a", "[2.0]": "b"}),
        ('[a ; a comment ] "\nb]', ["a", "b"]),
        ("[#_a #_ #_b {:c d} e #_[f] g]", ["e", "g"]),
        ('[#inst "1996-04-26" #:card{:title "x"}]', ["1996-04-26", {"title": "x"}]),
        (r"[\a \newline \( b]", [r"\a", r"\newline", r"\(", "b"]),
        ("1 2", [1, 2]),
        ("", []),
    ],
)
def test_edn_is_read(text: str, data: Any) -> None:
    assert parse_edn(text) == data


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[1\n)", r"line 2: '\)' is unexpected"),
        ("]", r"line 1: '\]' is unexpected"),
        ("[1 {", "'{' is not closed"),
        ('"a', "line 1: '\"' is unexpected"),
        ("##Inf", "line 1: '#' is unexpected"),
        ("{:a}", "without a value"),
        ("#_", "nothing follows"),
        ("[#_]", "nothing follows"),
        ("1x", "could not convert"),
        (r'"\q"', "no escape sequence"),
    ],
)
def test_what_is_not_edn_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_edn(text)


@given(st.text(alphabet='[](){}"\\#_;:a1 \n', max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        data = parse_edn(text)
    except ValueError:
        return
    json.dumps(data)  # nothing but plain data


@given(st.recursive(st.booleans() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_json_without_colons_is_edn(data: Any) -> None:
    assert parse_edn(json.dumps(data, ensure_ascii=False, separators=(" ", " "))) == data
