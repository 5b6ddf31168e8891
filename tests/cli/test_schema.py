"""Tests of `rulings export --format schema`: what the commands print conforms to it, and it has every key of it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rulings.api import KnowledgeBase
from support.command_line import run_cli


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    """The schema as printed, but with no other keys allowed than those that it has."""
    printed = dict(json.loads(run_cli("export", "--format", "schema").out))
    Draft202012Validator.check_schema(printed)
    for definition in printed["$defs"].values():
        definition["additionalProperties"] = False
    return printed


def errors(schema: dict[str, Any], name: str, data: Any) -> list[str]:
    """Where the data are not as that part of the schema says."""
    validator = Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]})
    return [error.json_path for error in validator.iter_errors(data)]


def test_the_export_conforms(schema: dict[str, Any], kb: KnowledgeBase) -> None:
    assert errors(schema, "Export", json.loads(run_cli("export").out)) == []
    assert [found for authority in kb.authorities for found in errors(schema, "Authority", authority.to_dict())] == []


@pytest.mark.parametrize(
    ("line", "name"),
    [("card boardwalk", "CardPage"), ("topic tracing", "TopicPage"), ("tournament 40", "TournamentPlan")],
)
def test_what_other_commands_print_conforms(schema: dict[str, Any], line: str, name: str) -> None:
    assert errors(schema, name, json.loads(run_cli(*line.split(), "--json").out)) == []
