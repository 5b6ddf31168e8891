"""Tests of the JSON that commands print: valid, and without control characters."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from rulings.storage.files import to_json

JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False)
    | st.text(),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(JSON_VALUES)
def test_what_is_printed_is_the_same_data(data: object) -> None:
    text = to_json(data)
    assert json.loads(text) == data
    assert text.replace("\n", "").isprintable()
