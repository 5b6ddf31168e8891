"""The Whoosh schema: what is indexed of a document, and what is stored."""

from __future__ import annotations

from whoosh import fields
from whoosh.analysis import DelimitedAttributeFilter, RegexTokenizer

from rulings.search.fields import VALUE_FIELDS


def schema() -> fields.Schema:
    """The fields of queries, and those of the index itself, which begin with a dot, as no field of a query can.

    `.terms`: weighted stems, for ranking; `.words`: unstemmed, for phrases; `.about`: cards and topics. All are already
    analysed: each line is a token, with a weight if a tab and a number follow it.
    """
    tokens = RegexTokenizer(r"[^\n]+") | DelimitedAttributeFilter("\t", "boost", default=1.0, type=float)
    lines, words = (fields.TEXT(analyzer=tokens, phrase=phrase) for phrase in (False, True))
    own: dict[str, fields.FieldType | type[fields.FieldType]]
    own = {**dict.fromkeys((".terms", ".about", ".date", ".citation"), lines), ".words": words}
    own |= {".id": fields.ID, ".first_said": fields.ID}
    own |= dict.fromkeys((".stored", ".ranking", ".keywords"), fields.STORED)
    return fields.Schema(**own, **dict.fromkeys(("card", "topic", *VALUE_FIELDS), lines))
