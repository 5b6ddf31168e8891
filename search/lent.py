"""Modules that an import asks for and nothing uses → light stand-ins, lent while it goes on and then taken back."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any


@contextmanager
def lent(modules: dict[str, dict[str, Any]]) -> Iterator[None]:
    """`modules`: name → what it holds. One that is loaded already is left as it is."""
    missing = [name for name in modules if name not in sys.modules]
    for name in missing:
        stand_in = ModuleType(name)
        vars(stand_in).update(modules[name])
        sys.modules[name] = stand_in
    try:
        yield
    finally:
        for name in missing:
            del sys.modules[name]
