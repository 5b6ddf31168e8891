"""Tests that a type checker accepts what a user of the library writes, and refuses what does not
exist.
"""

from __future__ import annotations

import doctest
import inspect
import keyword
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

import rulings
from rulings.api import KnowledgeBase
from rulings.deck import decklist
from rulings.model import entities, knowledge
from rulings.search import results
from support.project_copy import ROOT

WRONG = {
    "from rulings import Foo": "attr-defined",
    "import rulings; rulings.opne()": "attr-defined",
    "import rulings; rulings.open().cards[0].tilte": "attr-defined",
    "import rulings; rulings.open().search('x')[0].where": "attr-defined",
}


def check(folder: Path, script: str) -> str:
    """What mypy says of a script, with the four folders of the package in one, as when it is
    installed.
    """
    pytest.importorskip("mypy", reason="the extra `dev` has it")
    package = folder / "rulings"
    package.mkdir()
    for path in (
        *(ROOT / "rulings").iterdir(),
        *(ROOT / name for name in ("parser", "search", "site")),
    ):
        (package / path.name).symlink_to(path)
    (folder / "script.py").write_text(script, encoding="utf-8")
    options = "--strict --follow-untyped-imports --config-file= script.py".split()
    command = [sys.executable, "-m", "mypy", *options]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False
    ).stdout


def uses_of_every_type() -> str:
    """A program that names each public type and each of its fields."""
    functions = []
    for name in dir(rulings):
        kind = getattr(rulings, name)
        if isinstance(kind, msgspec.StructMeta):
            values = ", ".join(f"thing.{field}" for field in kind.__struct_fields__)
            functions.append(
                f"def of_{name}(thing: rulings.{name}) -> object:\n    return [{values}]"
            )
    assert len(functions) >= 55
    return "\n\n".join(functions) + "\n"


@pytest.mark.slow
def test_the_program_on_the_page_passes_and_names_that_do_not_exist_are_errors(
    tmp_path: Path,
) -> None:
    page = (ROOT / "site" / "pages" / "for-programs.md").read_text(encoding="utf-8")
    program = page.partition("A program:\n\n```python\n")[2].partition("```")[0]
    exec(compile(program, "program.py", "exec"), {})
    lines = doctest.DocTestParser().get_examples(page.replace("```", ""))
    (tmp_path / "lines.py").write_text("".join(line.source for line in lines), encoding="utf-8")
    program += f"import lines\n{uses_of_every_type()}"
    said = check(tmp_path, program + "\n".join(WRONG))
    expected = [
        (f"script.py:{line}: error:", kind)
        for line, kind in enumerate(WRONG.values(), program.count("\n") + 1)
    ]
    errors = [line for line in said.splitlines() if line.startswith(("script.py", "lines.py"))]
    assert [
        line
        for line, (place, kind) in zip(errors, expected, strict=True)
        if place not in line or kind not in line
    ] == []


def types_in(kind: Any) -> Iterator[type]:
    """The classes of ours in a type, such as a union."""
    if isinstance(kind, type) and kind.__module__.startswith("rulings."):
        yield kind
    for part in get_args(kind):
        yield from types_in(part)


def meet(kind: type, found: set[type]) -> None:
    """Adds the classes of what the public attributes and methods of a class give, and of what
    theirs do.
    """
    # Which some import for type checkers only
    names = {"decklist": decklist, "results": results, "entities": entities}
    hints = get_type_hints(kind, localns=names)
    # What a knowledge base does not list is not public
    listed = rulings.open().__dir__() if kind is KnowledgeBase else (*dir(kind), *hints)
    for name in [name for name in listed if not name.startswith("_")]:
        member = inspect.getattr_static(kind, name, None)
        function = member.fget if isinstance(member, property) else getattr(member, "func", member)
        is_ours = inspect.isfunction(function)
        returned = (
            get_type_hints(function, localns=names).get("return") if is_ours else hints.get(name)
        )
        for given in {*types_in(returned)} - found:
            found.add(given)
            meet(given, found)


def test_the_type_of_all_that_is_met_has_a_public_name(kb: KnowledgeBase) -> None:
    found: set[type] = set()
    meet(KnowledgeBase, found)
    inner = {"rulings.model.validation"}  # by which errors name a line
    unnamed = [kind for kind in found if getattr(rulings, kind.__name__, None) is not kind]
    assert {kind.__module__ for kind in unnamed} <= inner
    assert len(found) > 30


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
    things: list[Any] = [thing for name in knowledge.ENTITY_TYPES for thing in getattr(kb, name)]
    things += [*map(kb.page, kb.cards_by_id), kb.tournament]
    found = [
        kb.search(query, limit=None)
        for query in ("trace", "is:unofficial", "netrunner", "type:ice wall")
    ]
    things += [*found, *(remark for results in found for hit in results for remark in hit.remarks)]
    things += [kb.deck("3 Dr. Dreff\n1 xyzzy", against="2 Joan of Arc")]
    met = {
        (type(owner).__name__, key)
        for thing in things
        for owner, key in keys(thing, thing.to_dict())
    }
    assert [key for _, key in met if keyword.iskeyword(key) or not key.isidentifier()] == []
    assert len(met) > 200
    kinds = "Citation EntryNote OtherSide Mention Inherited Remark Branch"
    assert {kind for kind, _ in met} >= {*kinds.split()}


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
