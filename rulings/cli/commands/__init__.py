"""The commands: parsed arguments → printed output and exit status.

Modules are named after commands, except `listing` (`list`).
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from rulings.cli.grammar import Arguments

# Command → (module, function), unless both are named after it.
_MODULES = {"list": ("listing", "list_cards")}


def command_function(name: str) -> Callable[[Arguments], int]:
    """The function of a command: parsed arguments → exit status. Its module is imported now."""
    module, function = _MODULES.get(name, (name, name))
    found: Callable[[Arguments], int] = getattr(import_module(f"{__name__}.{module}"), function)
    return found
