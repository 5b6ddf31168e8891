"""Tests of the small JSON reader and writer for cached pages."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.storage.json_text import from_json, to_json

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(JSON_VALUES, st.sampled_from([None, 2]))
def test_from_json_reads_what_the_json_library_reads(data: object, indent: int | None) -> None:
    assert from_json(to_json(data, indent)) == data == json.loads(to_json(data, indent))


@pytest.mark.parametrize("text", ["", "{", '{"a" 1}', "[1,]", "nul", "1 2", '"\t"', "[" * 100_000])
def test_invalid_json_raises_value_error(text: str) -> None:
    with pytest.raises(ValueError):
        from_json(text)
