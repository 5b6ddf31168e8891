"""Text of the documents with markup → plain text."""

from __future__ import annotations

import re

_EMPHASIS = re.compile(r"</?i>|[*`]+|\b_+|_+\b")  # an underscore inside a word is a part of it


def without_emphasis(text: str) -> str:
    """The text without Markdown's marks for emphasis and code, and without the tags `<i>` and `</i>`."""
    return _EMPHASIS.sub("", text)
