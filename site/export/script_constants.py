"""The constants that the site's scripts share with Python → `js/constants.js`.

Scripts read them as `Rulings.constants`: all of `rulings.search.constants`, `rulings.names.constants`,
`rulings.deck.constants` and `rulings.quiz.constants`, and those listed here. Sets become sorted lists. Patterns are
strings that are valid in Python and in JavaScript.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import ModuleType
from typing import Any

from rulings.deck import constants as deck_constants
from rulings.model import formatting, marks, printable, tournament
from rulings.model.constants import FAR_FUTURE, GAMES, NETRUNNER
from rulings.names import constants as name_constants
from rulings.quiz import constants as quiz_constants
from rulings.search import constants

PATH = "js/constants.js"


def script() -> str:
    """The script, which must be loaded before the scripts that use it."""
    others = {
        "PLURALS": formatting.PLURALS,
        "NETRUNNER": NETRUNNER,
        "GAMES": GAMES,
        "FAR_FUTURE": FAR_FUTURE,
        "STATUS_MARKS": marks.STATUS_MARKS,
        "SIGNS": marks.SIGNS,
        "PLAYER_COUNT_PATTERN": tournament.PLAYER_COUNT_PATTERN,
        "MAX_QUOTED_LENGTH": printable.MAX_QUOTED_LENGTH,
        "MAX_PLAN_RANK": tournament.MAX_PLAN_RANK,
    }
    values = merged(*map(_constants_of, (constants, name_constants, deck_constants, quiz_constants)), others)
    text = json.dumps(values, default=sorted, ensure_ascii=False, separators=(",", ":"))
    return f"(window.Rulings=window.Rulings||{{}}).constants={text};\n"


def _constants_of(module: ModuleType) -> dict[str, Any]:
    return {name: value for name, value in vars(module).items() if name.isupper()}


def merged(*groups: Mapping[str, Any]) -> dict[str, Any]:
    """The constants of all groups, by name. Raises `ValueError` if two groups have a constant of the same name."""
    values: dict[str, Any] = {}
    for group in groups:
        if duplicates := sorted(values.keys() & group.keys()):
            raise ValueError(f"several constants for scripts are called {', '.join(duplicates)}")
        values |= group
    return values
