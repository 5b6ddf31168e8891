"""Tests that there is one list of each thing, that a list has each thing once, and that one name means one thing."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from rulings.cli import lookup
from rulings.cli.specification import COMMANDS, Command
from rulings.model.page_table import PAGES
from rulings.search.fields import FIELDS
from support.project_copy import ROOT

FILES = [path for folder in ("rulings", "parser", "search", "site") for path in sorted((ROOT / folder).rglob("*.py"))]
PACKAGES = sorted({path.parent for path in FILES} - {ROOT / "rulings"})


def module_of(path: str) -> ModuleType:
    name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return import_module(name if name.startswith("rulings") else f"rulings.{name}")


def lists() -> Iterator[tuple[str, list[object]]]:
    """Every tuple in a module, under its name; of a table, what its rows are called."""
    for path in FILES:
        if path.name != "__main__.py":
            module = module_of(str(path.relative_to(ROOT)))
            for name, value in vars(module).items():
                if (
                    isinstance(value, tuple)
                    and name.isupper()
                    and all(isinstance(row, type(value[0])) for row in value)
                ):
                    yield (
                        f"{module.__name__}.{name}",
                        [getattr(row, "id", getattr(row, "name", row)) for row in value],
                    )


def test_every_list_is_a_list_of_different_things() -> None:
    found = dict(lists())
    assert {"rulings.model.page_table.PAGES", "rulings.search.fields.FIELDS"} <= found.keys()
    assert [name for name, rows in found.items() if len({*map(repr, rows)}) < len(rows)] == []


@pytest.mark.parametrize("command", COMMANDS.values(), ids=lambda command: command.name)
def test_a_command_has_each_option_once_and_a_function(command: Command) -> None:
    assert callable(lookup.command_function(command.name))
    names = [name for option in command.options for name in (option.name, option.short) if name]
    assert len(names) == len(set(names))


def test_a_name_is_that_of_one_page_or_field() -> None:
    names = [name for field in FIELDS for name in (field.name, *field.aliases)]
    assert len(names) == len(set(names))
    shown = [name for page in PAGES if page.shows for name in (page.id, *page.names)]
    assert len(shown) == len(set(shown))


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_the_map_of_a_package_names_its_modules(package: Path) -> None:
    text = (package / "__init__.py").read_text(encoding="utf-8")
    modules = [path.stem for path in package.glob("*.py") if path.name != "__init__.py"]
    assert [module for module in modules if f"`{module}`" not in text] == []


def test_the_name_of_a_public_class_means_one_thing() -> None:
    """Apart from rows of YAML, which are called as the entity that is made of them."""
    places: dict[str, list[str]] = {}
    for path in FILES:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and path.name != "rows.py":
                places.setdefault(node.name, []).append(path.name)
    assert {name: files for name, files in places.items() if len(files) > 1} == {}
