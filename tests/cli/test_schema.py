"""Tests of `rulings export --format schema`: what the commands print conforms to it, and it has every key of it."""

from __future__ import annotations

import json
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rulings.api import KnowledgeBase
from rulings.cli import views
from rulings.cli.specification import COMMANDS
from rulings.search.results import KEYS
from support.command_line import run_cli
from support.deck_lists import DECKS


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


SHAPES = {  # command → the shapes that it prints
    "card": ("CardPage",),
    "search": ("ResultsView",),
    "topic": ("TopicPage", "TopicList"),
    "run": ("StepWithRulings", "RunChart"),
    "why": ("Why",),
    "document": ("DocumentList", "DocumentWithSections", "OneSection"),
    "who": ("AuthorityList", "AuthorityWithRulings"),
    "tournament": ("TournamentPlan",),
    "list": ("CardList", "KeywordList"),
    "deck": ("DeckSheets",),
    "quiz": ("QuizQuestions",),
}
OTHER_FORMATS = {"--plain", "--csv", "--cite", "--md", "--json", "--outline"}


def examples() -> list[tuple[str, list[str]]]:
    """The examples of every command that prints JSON, as words without the format that they ask for."""
    found = []
    for name in SHAPES:
        for line, _ in COMMANDS[name].examples:
            words = shlex.split(line.rpartition("rulings ")[2].partition(" |")[0])
            words = words if words[0] in COMMANDS else ["card", *words]
            if "--walk" not in words:
                found.append((name, [word for word in words if word not in OTHER_FORMATS]))
    return found


@pytest.mark.parametrize(("name", "words"), examples(), ids=lambda value: value if isinstance(value, str) else None)
def test_what_every_example_of_help_prints_conforms(
    schema: dict[str, Any], name: str, words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for file in ("mine.txt", "theirs.o8d", "mine.csv"):
        shutil.copy(DECKS / {"theirs.o8d": "octgn.o8d"}.get(file, "counts-first.txt"), tmp_path / file)
    monkeypatch.chdir(tmp_path)
    result = run_cli(*words, "--json", stdin="3 Dr. Dreff\n" if name == "deck" else "dr dreff\n")
    assert result.status == 0
    data = json.loads(result.out)
    assert [] in [errors(schema, shape, data) for shape in SHAPES[name]], result.out[:200]


def test_every_shape_is_described(schema: dict[str, Any]) -> None:
    assert {shape for shapes in SHAPES.values() for shape in shapes} <= schema["$defs"].keys()
    assert errors(schema, "Ambiguous", json.loads(run_cli("arasaka", "--json").out)) == []
    assert errors(schema, "CheckReport", json.loads(run_cli("check", "--json").out)) == []
    for wrong in ({}, {"go": 1, "end": "x"}, {"other": 1}):  # an answer leads to one thing
        assert errors(schema, "Turn", wrong)
    assert errors(schema, "Tournament", {"other": 1})
    assert [*views.HIT.__struct_fields__[:-1]] == [*KEYS]
    assert all(definition.get("description") for definition in schema["$defs"].values())
