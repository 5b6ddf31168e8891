"""Rulings of Netrunner (1996): `rulings.open()` gives the knowledge base behind the command line and the site."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulings.api import KnowledgeBase, open
    from rulings.errors import Ambiguous, NotFound, RulingsError
    from rulings.version import __version__

__all__ = ["Ambiguous", "KnowledgeBase", "NotFound", "RulingsError", "__version__", "open"]

_MODULES = {  # public name → the module of this package that defines it
    "open": "api",
    "KnowledgeBase": "api",
    "NotFound": "errors",
    "Ambiguous": "errors",
    "RulingsError": "errors",
    "__version__": "version",
}


def __getattr__(name: str) -> Any:
    """Imports a public name from its module when it is first used, so that `import rulings` itself is fast."""
    if name in _MODULES:
        from importlib import import_module

        return getattr(import_module(f"rulings.{_MODULES[name]}"), name)
    raise AttributeError(f"module 'rulings' has no attribute {name!r}")
