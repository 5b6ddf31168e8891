"""The constants that the site's scripts share with Python → `js/constants.js`.

Scripts read them as `Rulings.constants`: all of `rulings.search.constants`, and those listed here. Patterns are strings
that are valid in Python and in JavaScript.
"""

from __future__ import annotations

import json

from rulings.names import edit_distance, resolving
from rulings.quiz import leitner
from rulings.search import constants

PATH = "js/constants.js"


def script() -> str:
    """The script, which must be loaded before the scripts that use it."""
    values = {name: value for name, value in vars(constants).items() if name.isupper()}
    values |= {
        "MAX_NAME_LENGTH": resolving.MAX_NAME_LENGTH,
        "MAX_CANDIDATES": resolving.MAX_CANDIDATES,
        "STOP_WORDS": sorted(resolving.STOP_WORDS),
        "NUMBERS": resolving.NUMBERS,
        "MAX_SUGGESTIONS": edit_distance.MAX_SUGGESTIONS,
        "MIN_SIMILARITY": edit_distance.MIN_SIMILARITY,
        "OTHER_FIRST_LETTER": edit_distance.OTHER_FIRST_LETTER,
        "WAITS": leitner.WAITS,
    }
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    return f"(window.Rulings=window.Rulings||{{}}).constants={text};\n"
