"""Tests that a type checker accepts what a user of the library writes, and refuses what does not exist."""

from __future__ import annotations

import keyword
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rulings
from rulings.api import KnowledgeBase
from rulings.model import knowledge
from support.project_copy import ROOT

USED = """
from rulings import Card, CardPage, Hit, KnowledgeBase, Meaning, NotFound, Remark, Results, Section, Sheet, Step, Topic
import rulings

kb: KnowledgeBase = rulings.open()
card: Card = kb.card("dreff")
page: CardPage = kb.page("dreff")
topic: Topic = kb.topic("tracing")
step: Step = kb.step(13)
section: Section = kb.section("manual-3-setup")
found: Results = kb.as_of("1996").search("jack out", limit=3)
hit: Hit = found[0]
remarks: tuple[Remark, ...] = hit.remarks
meaning: Meaning = kb.meaning("viruss")
sheet: Sheet = kb.deck("3 Dr. Dreff")
who: str | None = hit.who
try:
    kb.ruling("00000000").cite()
except NotFound as error:
    titles: tuple[str, ...] = error.nearest
"""
WRONG = {
    "from rulings import Foo": "attr-defined",
    "import rulings; rulings.opne()": "attr-defined",
    "import rulings; rulings.open().cards[0].tilte": "attr-defined",
    "import rulings; rulings.open().only(side='both')": "arg-type",
    "import rulings; rulings.open().search('x')[0].where": "attr-defined",
}


def check(folder: Path, script: str) -> str:
    """What mypy says of a script, with the four folders of the package in one, as when it is installed."""
    pytest.importorskip("mypy", reason="the extra `dev` has it")
    package = folder / "rulings"
    package.mkdir()
    for path in (*(ROOT / "rulings").iterdir(), *(ROOT / name for name in ("parser", "search", "site"))):
        (package / path.name).symlink_to(path)
    (folder / "script.py").write_text(script, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-untyped-imports", "--config-file=", "script.py"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False).stdout


@pytest.mark.slow
def test_a_script_that_uses_public_names_passes(tmp_path: Path) -> None:
    said = check(tmp_path, USED)
    assert "script.py" not in said, said


@pytest.mark.slow
def test_names_that_do_not_exist_are_errors(tmp_path: Path) -> None:
    said = check(tmp_path, "\n".join(WRONG))
    for number, kind in enumerate(WRONG.values(), 1):
        assert any(line.startswith(f"script.py:{number}: error:") and kind in line for line in said.splitlines()), said


def test_every_public_name_can_be_imported() -> None:
    assert set(dir(rulings)) == {"open", *rulings.__all__}
    for name in rulings.__all__:
        assert getattr(rulings, name)


@pytest.mark.parametrize(
    "name", [name for name in rulings.__all__ if hasattr(getattr(rulings, name), "__struct_fields__")]
)
def test_help_explains_every_field(name: str) -> None:
    kind = getattr(rulings, name)
    words = " ".join(base.__doc__ or "" for base in kind.__mro__ if base.__module__.startswith("rulings"))
    fields = [field for field in kind.__struct_fields__ if f"`{field}`" not in words]
    assert fields == [] or kind is rulings.KnowledgeBase, fields  # whose attributes the page for programs explains


def keys(thing: Any, data: Any) -> Iterator[tuple[Any, str]]:
    """Each key of the JSON of a thing, and of what is in it, with the object that it belongs to."""
    if isinstance(data, list):
        assert len(thing) == len(data)
        for item, item_data in zip(thing, data, strict=True):
            yield from keys(item, item_data)
    elif isinstance(data, dict):
        for key, value in data.items():
            if not isinstance(thing, dict):
                yield thing, key
            yield from keys(thing[key] if isinstance(thing, dict) else getattr(thing, key), value)
    else:
        assert thing == data


def test_every_key_of_json_is_an_attribute_of_that_name(kb: KnowledgeBase) -> None:
    things: list[Any] = [thing for name in knowledge.entity_types() for thing in getattr(kb, name)]
    things += [*map(kb.page, kb.cards_by_id), kb.tournament]
    found = [kb.search(query, limit=None) for query in ("trace", "is:unofficial", "netrunner", "type:ice wall")]
    things += [*found, *(remark for results in found for hit in results for remark in hit.remarks)]
    things += [kb.deck("3 Dr. Dreff\n1 xyzzy", against="2 Joan of Arc")]
    met = {(type(owner).__name__, key) for thing in things for owner, key in keys(thing, thing.to_dict())}
    assert [key for _, key in met if keyword.iskeyword(key) or not key.isidentifier()] == []
    assert len(met) > 200
    assert {kind for kind, _ in met} >= {"Citation", "EntryNote", "OtherSide", "Mention", "Inherited", "Remark", "Turn"}
