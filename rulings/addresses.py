"""Reads a typed or pasted text: the ids and addresses in it, whatever stands around them.

What they mean is looked up in `rulings.resolving`. The page reads them alike, in
`site/theme/js/engine/addresses.js`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

WORDS_BESIDE = "the words beside the id or address were not read"  # a note

# The other patterns are compiled for a text that has such signs, as few names do
_MAY_REFER = re.compile("[/-]|[0-9a-f]{8}", re.IGNORECASE)
# Signs that no address has: they stand around it in a text, a list, Markdown or HTML
_PART = r"[^\s<>()\[\]{}\"“”„«»‹›|`,;]"
# In the query of a search, a phrase may stand between quotation marks
_TOKEN = rf'{_PART}+\?q={_PART}*(?:"{_PART}*"{_PART}*)*|{_PART}+'
_EMPHASIS = "*_'‘’"  # around a word; within an address they may mean something
_PUNCTUATION = ".:!?…'’"  # after a word
_SCHEME = r"(?i)(?:https?|file)://"
# The id of an entry or note, or the last digits of a ruling's
_ID = r"[a-z0-9]+(?:-[a-z0-9]+)+|[0-9a-f]{8}"
_ENDING = r"[:&=].*|\.(?:html?|json)$"  # of a part of a path
_IDLE_PARTS = ("api", "index")  # parts of a path that say nothing, as those without a letter
_SAYING = r"[^\W_]"


class PastedReference(NamedTuple):
    """An id, or an address that may be one of the site, in a text."""

    start: int
    stop: int
    id: str  # a bare id, or what follows `#`
    # The path without the site's address: as nobody knows where the site is, all that it may be,
    # the longest first: `sub/cards/dr-dreff`, `cards/dr-dreff`, `dr-dreff`. None for a bare id
    paths: tuple[str, ...] = ()
    query: str = ""  # what a search is for
    name: str = ""  # what a search opens


def references(text: str) -> Iterator[PastedReference]:
    """The references in a text, in order: `dr-dreff-601afce4`, `[601afce4]`,
    `<https://rules.example/cards/dr-dreff/?utm_source=x#dr-dreff-601afce4>`.
    """
    for match in re.finditer(_TOKEN, text) if _MAY_REFER.search(text) else ():
        token = match[0].rstrip(_PUNCTUATION)
        if token[:1] in (*_EMPHASIS,):
            token = token.strip(f"{_EMPHASIS}{_PUNCTUATION}")
        if "/" in token:
            yield _address(token, *match.span())
            continue
        id = re.split("[#:=]", token)[-1]
        if re.fullmatch(_ID, id.lower()):
            start = match.start() + match[0].rindex(id)
            yield PastedReference(start, start + len(id), id.lower())


def without_references(text: str) -> str:
    """The words of a text without its ids and addresses."""
    words, end = "", 0
    for reference in references(text):
        words, end = f"{words}{text[end : reference.start]} ", reference.stop
    return words + text[end:]


def _address(token: str, start: int, stop: int) -> PastedReference:
    """The reference that an address is: whole, from the root of the site, or without a scheme."""
    from urllib.parse import parse_qs, unquote

    scheme = re.search(_SCHEME, token)
    address = token[scheme.end() :] if scheme else re.sub(r"^\w+=", "", token)
    address, _, anchor = address.partition("#")
    address, _, query = address.partition("?")
    path, _, encoded_anchor = unquote(address).partition("#")
    parts = [re.sub(_ENDING, "", part).strip() for part in path.lower().split("/")]
    parts = [part for part in parts if re.search(_SAYING, part) and part not in _IDLE_PARTS]
    has_beginning = scheme or path.startswith("/") or "." in path.partition("/")[0]
    beginnings = range(len(parts) if has_beginning else 1)
    values = parse_qs(query)
    id = re.match("[a-z0-9-]*", unquote(anchor or encoded_anchor).lower())
    return PastedReference(
        start,
        stop,
        id[0] if id else "",
        tuple("/".join(parts[at:]) for at in beginnings),
        *(" ".join(values.get(name, [""])[-1].split()) for name in ("q", "go")),
    )
