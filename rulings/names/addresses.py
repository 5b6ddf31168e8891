"""Reads a typed or pasted text: the ids and addresses in it, whatever stands around them.

What they mean is looked up in `rulings.names.resolver`. The page reads them alike, in
`site/theme/js/engine/addresses.js`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rulings.model import page_table, plain_text

WORDS_BESIDE = "the words beside the id or address were ignored"  # a note

# The signs of addresses. Quotation marks, brackets and others of Markdown or HTML stand around one
_TOKEN = re.compile(r"[\w.:/?&=#%+~@!*'-]+")
_AROUND = "*_'.:!?"  # may also stand around one
# The id of an entry or note, or the last digits of a ruling's
_ID = re.compile("[a-z0-9]+(?:-[a-z0-9]+)+|[0-9a-f]{8}")
_WORD = re.compile("[a-z0-9-]+")


class PastedReference(NamedTuple):
    """An id, or an address that may be one of the site, in a text."""

    start: int
    stop: int
    id: str  # the last in it; empty if there is none
    # The path without the site's address: as nobody knows where the site is, all that it may be,
    # the longest first: `sub/cards/dr-dreff`, `cards/dr-dreff`, `dr-dreff`. None for a bare id
    paths: tuple[str, ...] = ()
    query: str = ""  # what a search is for


def references(text: str) -> Iterator[PastedReference]:
    """The references in a text, in order: `dr-dreff-601afce4`, `[601afce4]`,
    `<https://rules.example/cards/dr-dreff/?utm_source=x#dr-dreff-601afce4>`.
    """
    for match in _TOKEN.finditer(plain_text.with_plain_signs(text)):
        address, _, _ = match[0].strip(_AROUND).replace("%23", "#").partition(":~:")
        ids = [*filter(_ID.fullmatch, _WORD.findall(address.lower()))]
        paths = _paths(address.lower()) if "/" in address else ()
        if ids or paths:
            id = ids[-1] if ids else ""
            yield PastedReference(*match.span(), id, paths, _query(address))


def without_references(text: str) -> str:
    """The words of a text without its ids and addresses."""
    return words_without(references(text), plain_text.with_plain_signs(text))


def words_without(text_references: Iterable[PastedReference], text: str) -> str:
    """The words of a text without these references, which are in their order."""
    words, end = "", 0
    for reference in text_references:
        words, end = f"{words}{text[end : reference.start]} ", reference.stop
    return words + text[end:]  # one of our citations has its id at its end


def _paths(address: str) -> tuple[str, ...]:
    """The paths that an address may have: whole, from the root of the site, or without a scheme."""
    path = re.sub(r"[?#].*|/index\.html|\.json", "", address)
    parts = _WORD.findall(path)
    has_beginning = re.search("^/|[^a-z0-9/-]", path)
    return tuple("/".join(parts[at:]) for at in range(len(parts) if has_beginning else 1))


def _query(address: str) -> str:
    """The query of an address, with its filters as fields: `?q=trace&by=Sparky`."""
    if "?" not in address:
        return ""
    from urllib.parse import parse_qs

    values = {
        name: values[0] for name, values in parse_qs(re.sub("^.*?\\?|#.*", "", address)).items()
    }
    words = [values.get("q") or values.get("go", "")]
    words += [f'{name}:"{values[name]}"' for name in page_table.FILTERS if name in values]
    return " ".join(" ".join(words).split())
