"""The Whoosh schema: what is indexed of a document, and what is stored."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from whoosh import fields
from whoosh.analysis import Token, Tokenizer

from rulings.search.fields import VALUE_FIELDS


class _LineTokenizer(Tokenizer):  # type: ignore[misc]
    """Splits text that is already analysed: each line is a token, with a weight if a tab and a number follow it."""

    def __call__(self, value: str, positions: bool = False, mode: str = "", **kwargs: Any) -> Iterator[Any]:
        token = Token(positions, False, mode=mode, **kwargs)
        token.stopped = False
        for number, line in enumerate(value.split("\n")):
            text, _, weight = line.partition("\t")
            token.text = token.original = text
            token.boost = float(weight) if weight else 1.0
            if positions:
                token.pos = number
            yield token


def schema() -> fields.Schema:
    """The fields of queries, and those of the index itself, which begin with a dot, as no field of a query can.

    `.terms`: weighted stems, for ranking; `.words`: unstemmed, for phrases; `.about`: cards and topics.
    """
    lines = fields.TEXT(analyzer=_LineTokenizer(), phrase=False)
    words = fields.TEXT(analyzer=_LineTokenizer(), phrase=True)
    own = {**dict.fromkeys((".terms", ".about", ".date"), lines), ".words": words}
    own |= {".id": fields.ID, ".first_said": fields.ID}
    own |= dict.fromkeys((".stored", ".ranking", ".keywords"), fields.STORED)
    return fields.Schema(**own, **dict.fromkeys(("card", "topic", *VALUE_FIELDS), lines))
