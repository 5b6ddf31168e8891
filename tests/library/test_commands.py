"""Tests that the library returns what the command line shows, for each row of the table
on the page for programs and for any name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import pytest

from rulings import NotFound
from rulings.api import KnowledgeBase
from rulings.model.ids import slug
from support.command_line import run_cli
from support.data_files import now
from support.project_copy import ROOT

PAGE = (ROOT / "site" / "pages" / "for-programs.md").read_text(encoding="utf-8")
# The third cell has words if the JSON has another shape
TABLE = re.findall(
    r"^\| `rulings ([^`]+)` \| `(kb\.[^`]+)` \|(.*)$", PAGE, re.MULTILINE
)
assert len(TABLE) > 20


def shown(words: list[str], given: Any) -> Any:
    """The command's output for a thing: its JSON, or the ids in a list."""
    if (
        isinstance(given, Sequence | dict)
        and not hasattr(given, "to_dict")
        and "export" not in words
    ):
        rows = run_cli(*words, "--plain").out.splitlines()
        return sorted(row.partition("\t")[0] for row in rows)
    out = run_cli(*words, *([] if "export" in words else ["--json"])).out
    return json.loads(out)


def ids(given: Any) -> Any:
    """The JSON of a thing from the library, or the ids in a list."""
    if hasattr(given, "to_dict"):
        return json.loads(json.dumps(given.to_dict()))
    if isinstance(given, dict):
        return given if "cards" in given else sorted(map(slug, given))
    return sorted(reference.id for reference in given)


@pytest.mark.parametrize(("command", "call", "other_shape"), TABLE)
def test_the_library_gives_what_each_command_shows(
    library: KnowledgeBase, command: str, call: str, other_shape: str
) -> None:
    words, given = now(command).split(), eval(now(call), {"kb": library})
    if isinstance(given, list | tuple) and not other_shape:
        (rows,) = json.loads(run_cli(*words, "--json").out).values()
        by_id = {
            reference.id: json.loads(json.dumps(reference.to_dict()))
            for reference in given
        }
        assert {row["id"]: row for row in rows} == by_id
        return
    found, expected = shown(words, given), ids(given)
    if "status" in found:  # `why` shows a part of an entry
        expected = {key: expected[key] for key in found}
    assert found == expected


NAMES = (
    "dreff", "Dr. Dreff", "dr dref", "the deck", "bakdoor", "wilson", "fetch", "netwatch", "ai", "olivia",
    "icebreaker", "ambush", "black ice", "virusses", "sentry", "ice", "nodes", "program",
    "tracing", "trace", "paying costs", "sparky", "wylie", "tom wylie", "skipper",
    "manual", "variant", "proteus", "vital", "doug shuler", "errata", "reversals", "changes",
    "step 13", "run-chart-7", "dr-dreff-601afce4", "601afce4", "13", "00000000",
    "/topics/tracing/", "/cards/dr-dreff/", "https://rules.example/search/?q=virus", "xyzzy", "bits", "",
)  # fmt: skip  # in a few lines, by kinds


@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_any_kind_means_the_same(library: KnowledgeBase, name: str) -> None:
    name = now(name)
    for ask in (library.listed, library.page, library.rulings_for, library.sections_of):
        try:
            given = ask(name)
        except NotFound:
            continue
        if given:
            options = ["-n", "all"] if ask == library.listed else []
            assert shown([*name.split(), *options], given) == ids(given)
            return
    assert run_cli("card", *name.split(), "--json").status in (1, 2)
