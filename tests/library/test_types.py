"""Tests that the annotations of all that is public resolve. What a user of the library writes is
checked with the types of these tests (`nox -s checks`).
"""

from __future__ import annotations

import inspect
from typing import Any, get_type_hints

import msgspec
import pytest

import rulings
from rulings.api import KnowledgeBase


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


def test_cards_are_listed_by_a_fact_and_by_nothing_else(library: KnowledgeBase) -> None:
    for fact in ("keywords", "foo", "id"):
        with pytest.raises(ValueError, match="fact must be keyword, type, set or artist"):
            library.cards_by(fact)  # type: ignore[arg-type]
