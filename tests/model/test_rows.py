"""The typed dicts of the rows, compared with the schema of the files."""

from __future__ import annotations

from typing import Any

import pytest

from rulings.model import generated_rows, rows
from rulings.storage.validation import validator_of

DEFINITIONS: dict[str, Any] = validator_of("card").schema["$defs"]


def _items(definition: str) -> Any:
    return DEFINITIONS[definition]["items"]


def _property(definition: str, *names: str) -> Any:
    found = DEFINITIONS[definition]
    for name in names:
        found = found["properties"][name]
        found = found.get("items", found)
    return found


PAIRS = [
    (generated_rows.HeadingRow, _property("card", "heading")),
    (generated_rows.InheritsRow, _property("card", "inherits")),
    (generated_rows.RulingRow, DEFINITIONS["ruling"]),
    (generated_rows.CitationRow, DEFINITIONS["citation"]),
    (generated_rows.MentionRow, _property("ruling", "mentions")),
    (generated_rows.TopicData, DEFINITIONS["topic"]),
    (generated_rows.LedgerRow, _property("document", "ledger")),
    (generated_rows.SectionRow, _property("document", "sections")),
    (generated_rows.TableRow, _property("document", "sections", "tables")),
    (generated_rows.StepRow, _property("run-chart", "steps")),
    (generated_rows.DecisionRow, DEFINITIONS["decision"]),
    (rows.DocumentRow, _items("sources/documents")),
    (rows.DateOrderRow, _items("sources/documents")["properties"]["dates"]["items"]),
    (rows.UnheadedRow, _items("sources/documents")["properties"]["unheaded"]["items"]),
    (rows.AuthorityRow, _items("sources/authorities")),
    (rows.AppliedRulingRow, _items("sources/steps")),
    (rows.NoteRow, _items("sources/notes")),
    (rows.QuotationRow, DEFINITIONS["quotation"]),
    (rows.ReversalRow, _items("sources/reversals")),
    (rows.RestorationsData, DEFINITIONS["sources/restorations"]),
    (rows.DatesData, DEFINITIONS["sources/dates"]),
    (rows.ErrataRow, _items("sources/errata")),
    (rows.InheritanceRow, _items("sources/inheritance")),
    (rows.NamesData, DEFINITIONS["sources/names"]),
    (rows.AliasRow, _property("sources/names", "aliases")),
    (rows.AmbiguousRow, _property("sources/names", "ambiguous")),
    (rows.ContextRow, _property("sources/names", "context")),
    (rows.FalseFriendRow, _property("sources/names", "false_friends")),
    (rows.SynonymsData, DEFINITIONS["sources/synonyms"]),
    (rows.SynonymRow, _property("sources/synonyms", "same")),
    (rows.TypedWordRow, _property("sources/synonyms", "typed")),
    (rows.NearIdenticalRow, _items("sources/near-identical")),
]


@pytest.mark.parametrize(("row_type", "definition"), PAIRS, ids=lambda value: getattr(value, "__name__", ""))
def test_a_typed_row_has_the_keys_of_the_schema(row_type: Any, definition: dict[str, Any]) -> None:
    assert set(row_type.__annotations__) == set(definition["properties"])
    if row_type.__total__:
        required = {key for key, value in row_type.__annotations__.items() if "NotRequired" not in str(value)}
        assert required == set(definition["required"])
