"""Rulings on Netrunner (1996): `rulings.open()` returns the knowledge base behind the
command line and the site.

    >>> import rulings
    >>> kb = rulings.open()
    >>> len(kb.steps)
    20
    >>> kb.card("dreff").title
    'Dr. Dreff'
    >>> kb.rulings_for("dreff")[0].date
    '1996-08-09'
    >>> found = kb.search("does ice from Dr. Dreff count as rezzed")
    >>> found.confidence, found[0].id
    ('high', 'dr-dreff-601afce4')
    >>> kb.ruling("dr-dreff-504d5230") in kb.joint_rulings("dreff", "marionette")
    True
    >>> "dog-pile-12d28f00" in [ruling.id for ruling in kb.page("dreff").mentioned_in]
    True
    >>> kb.ruling("601afce4").cite().rpartition("Dr. Dreff, ")[2]
    'ruling: JD Wiker, Netrunner-L, 25 February 1997. Netrunner ... [dr-dreff-601afce4]'

`rulings.open(path=None)` reads the shipped knowledge base, or the one in the folder
`path`, and raises `RulingsError` if it cannot. `help(rulings.KnowledgeBase)` describes
what you can ask it. The types that are not here are in `rulings.types`. `from rulings
import *` does not import `open`, because that would replace Python's own.
"""

from __future__ import annotations

import os

# Type checkers treat it as the constant of `typing`; importing `typing` would take
# longer than this module. Editors with jedi complete no names below a plain `False`.
TYPE_CHECKING = bool(())
# Written only here; `.dev0` until it is released: see DEVELOPMENT.md
__version__ = "1.0.0.dev0"

# In a checkout, three packages are beside this one. `pathlib` takes long to import.
_folder = __path__[0]
if not os.path.isdir(os.path.join(_folder, "search")):  # noqa: PTH112, PTH118
    __path__.append(os.path.dirname(_folder))  # noqa: PTH120

# ruff: noqa: I001 - one import for each module; isort would write one for each name
if TYPE_CHECKING:
    from rulings.api import KnowledgeBase as KnowledgeBase, open as open
    from rulings.deck.decklist import Deck as Deck
    from rulings.deck.sheet import Sheet as Sheet
    from rulings.errors import (
        Ambiguous as Ambiguous,
        NotFound as NotFound,
        RulingsError as RulingsError,
        RulingsWarning as RulingsWarning,
    )
    from rulings.model.entities import (
        Authority as Authority,
        Card as Card,
        Citation as Citation,
        Document as Document,
        EntryNote as EntryNote,
        Inherited as Inherited,
        Note as Note,
        Reference as Reference,
        Ruling as Ruling,
        Section as Section,
        Step as Step,
        Topic as Topic,
    )
    from rulings.model.remarks import Remark as Remark
    from rulings.names.name_table import Resolution as Resolution
    from rulings.search.results import Hit as Hit, Results as Results
_MODULES = {  # module of this package → the public names that it defines
    "api": "open KnowledgeBase",
    "deck.decklist": "Deck",
    "deck.sheet": "Sheet",
    "errors": "Ambiguous NotFound RulingsError RulingsWarning",
    "model.entities": "Authority Card Citation Document EntryNote Inherited Note "
    "Reference Ruling Section Step Topic",
    "model.remarks": "Remark",
    "names.name_table": "Resolution",
    "search.results": "Hit Results",
}
_PUBLIC = " ".join(_MODULES.values())
_NAMES = ["__version__", *_PUBLIC.split()]

if not TYPE_CHECKING:  # a name that does not exist is an error for type checkers
    __all__ = sorted(name for name in _NAMES if name != "open")

    def __getattr__(name):
        """Imports a public name from its module on first use, to keep `import rulings`
        fast.
        """
        for module, names in _MODULES.items():
            if name in names.split():
                from importlib import import_module

                return getattr(import_module(f"rulings.{module}"), name)
        raise AttributeError(f"module 'rulings' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(_NAMES)
