"""Rulings of Netrunner (1996): `rulings.open()` gives the knowledge base behind the command line and the site."""

from __future__ import annotations

TYPE_CHECKING = False  # as `typing` has it; importing that would take as long as a whole look-up
if TYPE_CHECKING:
    from typing import Any

    from rulings.api import KnowledgeBase, open
    from rulings.errors import Ambiguous, NotFound, RulingsError
    from rulings.version import __version__

__all__ = ["Ambiguous", "KnowledgeBase", "NotFound", "RulingsError", "__version__", "open"]

_HOMES = {
    "open": "api",
    "KnowledgeBase": "api",
    "NotFound": "errors",
    "Ambiguous": "errors",
    "RulingsError": "errors",
    "__version__": "version",
}


def __getattr__(name: str) -> Any:
    """Names are fetched from their modules when first used: importing `rulings` costs nothing else."""
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(f"rulings.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'rulings' has no attribute {name!r}")
