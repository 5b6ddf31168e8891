"""Tests that the fields of the public types are explained, and that their annotations resolve. What a
user of the library writes is checked with the types of these tests (`nox -s checks`).
"""

from __future__ import annotations

import inspect
from typing import Any, get_type_hints

import msgspec
import pytest

import rulings
from rulings.api import KnowledgeBase
from support.project_copy import ROOT


@pytest.mark.parametrize(
    "name",
    [name for name in dir(rulings) if isinstance(getattr(rulings, name), msgspec.StructMeta)],
)
def test_help_or_the_page_for_programs_explains_every_field(name: str) -> None:
    kind = getattr(rulings, name)
    words = " ".join(
        base.__doc__ or "" for base in kind.__mro__ if base.__module__.startswith("rulings")
    )
    words += (ROOT / "site" / "pages" / "for-programs.md").read_text(encoding="utf-8")
    assert [
        field for field in kind.__struct_fields__ if f"`{field}`" not in words
    ] == [] or kind is KnowledgeBase
    # What the parser asks of rows is in functions beside them
    assert {"data", "faults", "line_of", "quotes", "unique"}.isdisjoint(dir(kind))


def test_every_annotation_of_the_public_api_resolves_at_run_time() -> None:
    functions: list[Any] = [rulings.open]
    for name in vars(rulings)["__all__"]:
        thing = getattr(rulings, name)
        if inspect.isclass(thing):
            functions.append(thing)
            for member in vars(thing).values():
                function = getattr(member, "fget", None) or getattr(member, "__func__", member)
                if inspect.isfunction(function) and not function.__name__.startswith("_"):
                    functions.append(function)
    assert len(functions) > 100
    for function in functions:
        get_type_hints(function)
        if inspect.isfunction(function) or issubclass(function, msgspec.Struct):
            signature = str(inspect.signature(function, eval_str=True))
            assert "(?" not in signature, function  # no pattern


def test_cards_are_listed_by_a_fact_and_by_nothing_else(kb: KnowledgeBase) -> None:
    for fact in ("keywords", "foo", "id"):
        with pytest.raises(ValueError, match="fact must be keyword, type, set, rarity or artist"):
            kb.cards_by(fact)  # type: ignore[arg-type]
