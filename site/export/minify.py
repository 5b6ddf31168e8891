"""The stylesheet and scripts as they are written → without comments and indentation, as they are served."""

from __future__ import annotations

import re

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_AROUND = re.compile(r" ?([{};,]) ?")
_BLOCK_COMMENT = re.compile(r"^[ \t]*/\*.*?\*/[ \t]*\n", re.DOTALL | re.MULTILINE)
_LINE_COMMENT = re.compile(r"^[ \t]*//.*\n", re.MULTILINE)
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)


def stylesheet(css: str) -> str:
    """CSS without comments and without spaces that mean nothing. Strings with several spaces are not supported."""
    css = _AROUND.sub(r"\1", re.sub(r"\s+", " ", _COMMENT.sub("", css)))
    return css.replace(": ", ":").replace(";}", "}").strip() + "\n"


def script(javascript: str) -> str:
    """JavaScript without comments that fill whole lines, and without indentation. Line breaks stay, for semicolons.

    Scripts with a template literal over several lines are returned as they are.
    """
    if any(line.count("`") % 2 for line in javascript.splitlines()):
        return javascript
    without = _LINE_COMMENT.sub("", _BLOCK_COMMENT.sub("", javascript))
    return _INDENT.sub("", without).lstrip("\n")
