"""Rulings of Netrunner (1996): `rulings.open()` gives the knowledge base behind the command line and the site.

    >>> import rulings
    >>> kb = rulings.open()
    >>> kb
    <KnowledgeBase: 580 cards, 524 entries, 22 topics, 85 sections, 20 steps>
    >>> kb.card("dreff").title
    'Dr. Dreff'
    >>> kb.rulings_for("dreff")[0].date
    '1996-08-09'
    >>> found = kb.search("is ice dreff throws rezzed")
    >>> found.confidence, found[0].id
    ('high', 'dr-dreff-601afce4')

`help(rulings.KnowledgeBase)` describes what can be asked. `from rulings import *` does not import `open`, because that
would replace Python's own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulings.api import KnowledgeBase
    from rulings.api import open as open
    from rulings.errors import Ambiguous, NotFound, RulingsError
    from rulings.version import __version__

__all__ = ["Ambiguous", "KnowledgeBase", "NotFound", "RulingsError", "__version__"]

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


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})
