"""Tests of `rulings export --format schema`: what the commands print conforms to it, and it has every key of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from rulings.api import KnowledgeBase
from support.command_line import run_cli

TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": type(None)}
CHECKS: dict[str, Callable[[Any, Any], bool]] = {
    "type": lambda data, name: type(data) is TYPES[name],
    "enum": lambda data, values: data in values,
    "minimum": lambda data, least: data >= least,
    "maximum": lambda data, most: data <= most,
    "minItems": lambda data, least: len(data) >= least,
    "maxItems": lambda data, most: len(data) <= most,
    "required": lambda data, keys: data.keys() >= set(keys),
}
IGNORED = {"$schema", "$defs", "title", "description", "default"}
UNKNOWN_KEY: dict[str, Any] = {"enum": []}


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    return dict(json.loads(run_cli("export", "--format", "schema").out))


def violations(data: Any, part: dict[str, Any], schema: dict[str, Any], path: str = "$") -> Iterator[str]:
    """Where the data are not as this part of the schema says, or have a key that it has not."""
    for keyword, value in part.items():
        if keyword in CHECKS:
            if not CHECKS[keyword](data, value):
                yield f"{path}: {keyword} {value}"
                return
        elif keyword == "anyOf":
            if all(any(violations(data, choice, schema)) for choice in value):
                yield f"{path}: {keyword}"
        elif keyword == "$ref":
            yield from violations(data, schema["$defs"][value.removeprefix("#/$defs/")], schema, path)
        elif keyword not in IGNORED:
            for key, item, inner in inner_values(data, keyword, value):
                yield from violations(item, inner, schema, f"{path}.{key}")


def inner_values(data: Any, keyword: str, value: Any) -> Iterable[tuple[str | int, Any, dict[str, Any]]]:
    """The values in an object or list to which a keyword applies, each with its key or index and its schema."""
    match keyword:
        case "properties":
            return [(key, item, value.get(key, UNKNOWN_KEY)) for key, item in data.items()]
        case "additionalProperties":
            return [(key, item, value) for key, item in data.items()]
        case "prefixItems":
            return [(index, *pair) for index, pair in enumerate(zip(data, value, strict=True))]
        case "items":  # False: there are only `prefixItems`
            return [(index, item, value) for index, item in enumerate(data) if value is not False]
    raise ValueError(f"msgspec did not write {keyword} before")


def test_the_export_conforms(schema: dict[str, Any], kb: KnowledgeBase) -> None:
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert list(violations(json.loads(run_cli("export").out), schema, schema)) == []
    authority = schema["$defs"]["Authority"]
    assert [found for each in kb.authorities for found in violations(each.to_dict(), authority, schema)] == []


@pytest.mark.parametrize(
    ("line", "name"),
    [("card boardwalk", "CardPage"), ("topic tracing", "TopicPage"), ("tournament 40", "TournamentPlan")],
)
def test_what_other_commands_print_conforms(schema: dict[str, Any], line: str, name: str) -> None:
    data = json.loads(run_cli(*line.split(), "--json").out)
    assert list(violations(data, schema["$defs"][name], schema)) == []


def test_what_does_not_conform_is_found(schema: dict[str, Any], kb: KnowledgeBase) -> None:
    card = kb.card("dreff").to_dict()
    for change, found in (
        ({"title": 1}, "$.title: type string"),
        ({"rarity": "Odd"}, "$.rarity: enum ['Common', 'Rare', 'Uncommon', 'Vital']"),
        ({"trash": -1}, "$.trash: anyOf"),
        ({"keywords": [None]}, "$.keywords.0: type string"),
        ({"colour": "blue"}, "$.colour: enum []"),
    ):
        assert list(violations(card | change, schema["$defs"]["Card"], schema)) == [found]
    del card["side"]
    (found,) = violations(card, schema["$defs"]["Card"], schema)
    assert found.startswith("$: required")
