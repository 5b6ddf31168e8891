"""Tests that the list of commands, of pages, of fields and of modules has each thing once, and
leaves none out.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulings.cli import lookup
from rulings.cli.specification import COMMANDS, Command
from rulings.model.page_table import PAGES
from rulings.search.fields import FIELDS
from support.project_copy import ROOT

FILES = [
    path
    for folder in ("rulings", "parser", "search", "site")
    for path in sorted((ROOT / folder).rglob("*.py"))
]
PACKAGES = sorted({path.parent for path in FILES} - {ROOT / "rulings"})


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
