"""The constants that the site's scripts share with Python → `js/constants.js`.

Scripts read them as `Rulings.constants`: all of `rulings.search.constants` and `rulings.names.constants`, and those
listed here. Sets become sorted lists. Patterns are strings that are valid in Python and in JavaScript.
"""

from __future__ import annotations

import json

from rulings.model import formatting, tournament
from rulings.names import constants as name_constants
from rulings.quiz import leitner
from rulings.search import constants

PATH = "js/constants.js"


def script() -> str:
    """The script, which must be loaded before the scripts that use it."""
    modules = (constants, name_constants)
    values = {name: value for module in modules for name, value in vars(module).items() if name.isupper()}
    values |= {
        "WAITS": leitner.WAITS,
        "PLURALS": formatting.PLURALS,
        "STATUS_MARKS": formatting.STATUS_MARKS,
        "PLAYER_COUNT": tournament.PLAYER_COUNT,
    }
    text = json.dumps(values, default=sorted, ensure_ascii=False, separators=(",", ":"))
    return f"(window.Rulings=window.Rulings||{{}}).constants={text};\n"
