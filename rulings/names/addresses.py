"""Finds the ids and addresses in a typed or pasted text, whatever surrounds them.

`rulings.names.resolver` looks up what they mean. The page does the same in
`site/theme/js/engine/addresses.js`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rulings.model import page_table, plain_text

WORDS_BESIDE = "the words beside the id or address were ignored"  # a note

# Characters of an address. Quotation marks, brackets and other marks of Markdown or
# HTML end it
_TOKEN = re.compile(
    r"(?:(?:/|\.html)\s+(?=#(?:\w+-|[0-9a-f]{8}))"  # a mail breaks a long address before its `#`
    r"|\\(?=#)"  # LaTeX writes `\#`
    r"|[\w.:/?&=#%+~@!*'-])+"
)
_AROUND = "*_'.:!?"  # these may surround an address too
# The id of an entry or note, or the last digits of a ruling's
_ID = re.compile("[a-z0-9]+(?:-[a-z0-9]+)+|[0-9a-f]{8}")
_WORD = re.compile("[a-z0-9-]+")


class PastedLink(NamedTuple):
    """An id in a text, or an address that may belong to the site."""

    start: int
    stop: int
    id: str  # the last in it; empty if there is none
    # The path within the site. The site may be at any address, so these are all the
    # possible ones, the longest first: `sub/cards/dr-dreff`, `cards/dr-dreff`,
    # `dr-dreff`. Empty for an id
    paths: tuple[str, ...] = ()
    query: str = ""  # the query of a search


def pasted_links(text: str) -> Iterator[PastedLink]:
    """The links in a text, in order: `dr-dreff-601afce4`, `[601afce4]`,
    `<https://rules.example/cards/dr-dreff/?utm_source=x#dr-dreff-601afce4>`.
    """
    for match in _TOKEN.finditer(plain_text.with_plain_signs(text)):
        token = re.sub(r"[\\\s]", "", match[0]).strip(_AROUND)
        address, _, _ = token.replace("%23", "#").partition(":~:")
        lowercase = address.lower()
        words = _WORD.findall(lowercase)
        ids = [word for word in words if _ID.fullmatch(word)]
        id = ids[-1] if ids else ""
        paths = _paths(lowercase) if "/" in address else ()
        if id or paths:
            query = _query(address)
            yield PastedLink(match.start(), match.end(), id, paths, query)


def words_without(links: Iterable[PastedLink], text: str) -> str:
    """The words of a text without these links, which must be in order."""
    words = ""
    end = 0
    for link in links:
        words += f"{text[end : link.start]} "
        end = link.stop
    return words + text[end:]  # a citation of ours ends in its id


def _paths(address: str) -> tuple[str, ...]:
    """The possible paths of an address, the longest first: each of its endings if it
    begins with `/`, a scheme or a domain; otherwise only all of it.
    """
    path = re.sub(r"[?#].*|/index\.html|\.json", "", address)
    parts = _WORD.findall(path)
    has_beginning = re.search("^/|[^a-z0-9/-]", path)
    starts = range(len(parts) if has_beginning else 1)
    return tuple("/".join(parts[start:]) for start in starts)


def _query(address: str) -> str:
    """The query of an address, with its filters as fields: `?q=trace&by=Sparky`."""
    if "?" not in address:
        return ""
    from urllib.parse import parse_qs

    query_string = re.sub("^.*?\\?|#.*", "", address)
    parameters = parse_qs(query_string)
    first_values = {name: values[0] for name, values in parameters.items()}
    query = first_values.get("q") or first_values.get("go", "")
    for name in page_table.FILTERS:
        value = first_values.get(name)
        if value:
            query += f' {name}:"{value}"'
    return " ".join(query.split())
