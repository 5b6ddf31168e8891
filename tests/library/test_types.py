"""Tests that a type checker accepts what a user of the library writes, and refuses what does not
exist.
"""

from __future__ import annotations

import doctest
import inspect
import subprocess
import sys
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
import pytest

import rulings
from rulings.api import KnowledgeBase
from support.project_copy import ROOT

WRONG = {
    "from rulings import Foo": "attr-defined",
    "import rulings; rulings.opne()": "attr-defined",
    "import rulings; rulings.open().cards[0].tilte": "attr-defined",
    "import rulings; rulings.open().only(side='both')": "arg-type",
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


@pytest.mark.slow
def test_the_program_on_the_page_passes_and_names_that_do_not_exist_are_errors(
    tmp_path: Path,
) -> None:
    page = (ROOT / "site" / "pages" / "for-programs.md").read_text(encoding="utf-8")
    program = page.partition("A program:\n\n```python\n")[2].partition("```")[0]
    exec(compile(program, "program.py", "exec"), {})
    lines = doctest.DocTestParser().get_examples(page.replace("```", ""))
    (tmp_path / "lines.py").write_text("".join(line.source for line in lines), encoding="utf-8")
    program += "import lines\n"
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
