"""The printed lines of an entry → what follows from them: label, text, and where citations and mentions stand.

The parser and the reader of the generated YAML both use `derive`, so that the YAML need not repeat any of this.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise

from msgspec.structs import replace

from rulings.model import entities, formatting

# A date as printed: month and day in either order, with the year in two digits.
PRINTED_DATE = r"(\d{1,2})/(\d{1,2})/(\d{2})(?!\d)"
# In a citation: additions use ISO 8601, or the form in which this program shows dates (`9 August 1996`).
CITATION_DATE = re.compile(rf"{PRINTED_DATE}|\d{{4}}-\d\d-\d\d|\d{{1,2}} (?:{'|'.join(formatting.MONTHS)}) \d{{4}}")
_LABEL = re.compile(r"(?P<label>(?:Unofficial\s+)?ERRATA|(?:Unofficial\s+)Errata|Errata(?=\s*[:.]|\s{2}))[:.]?\s*")
_NUMBERED_ITEM = re.compile(r"\d\)")
# Columns: a line that ends a sentence, although the next word would have fitted into this width, ends a paragraph.
_PARAGRAPH_WIDTH = 52


def derive(ruling: entities.Ruling, lines: Sequence[str]) -> entities.Ruling:
    """The ruling with what follows from its printed lines; of its citations and mentions, only the places are new.

    Raises `ValueError` for a blank line, and for a citation or mention that is not in the lines in this order.
    """
    if not all(map(str.strip, lines)):
        raise ValueError("a blank line in its words")
    printed = " ".join(lines)
    label = _LABEL.match(printed)
    position = label.end() if label else 0
    offsets = list(accumulate((len(line) + 1 for line in lines), initial=0))  # of each line in `printed`
    breaks = [offsets[number] for number in sorted({*_numbered_items(lines), *_paragraphs(lines)})]
    text = ""
    citations: list[entities.Citation] = []
    for citation in [*ruling.citations, None]:
        start = printed.index(citation.printed, position) if citation else len(printed)
        piece = _clean(printed, position, start, breaks)
        begin = len(text)
        if text and piece:
            begin += 1  # after the space or line feed between the pieces
            text += "" if piece.startswith("\n") else " "
        text += piece
        if citation:
            if not piece:  # it is cited for the same words as the citation before
                begin = citations[-1].supports[0] if citations else 0
            date = CITATION_DATE.search(citation.printed)
            supports = begin, len(text)
            citations.append(replace(citation, date_printed=date[0] if date else None, supports=supports))
            position = start + len(citation.printed)
    return replace(
        ruling,
        printed=printed,
        label=" ".join(label["label"].split()) if label else None,
        text=text,
        citations=tuple(citations),
        mentions=place(ruling.mentions, printed),
    )


def place(mentions: Iterable[entities.Mention], text: str) -> tuple[entities.Mention, ...]:
    """The mentions, in order, with their spans in `text`. Raises `ValueError` if they are not there in this order."""
    placed: list[entities.Mention] = []
    position = 0
    for mention in mentions:
        match = re.compile(rf"(?<![A-Za-z0-9]){re.escape(mention.words)}(?![A-Za-z0-9])").search(text, position)
        if match is None:
            raise ValueError(f"its words do not mention “{mention.words}” where they should")
        placed.append(replace(mention, span=match.span()))
        position = match.end()
    return tuple(placed)


def _numbered_items(lines: Sequence[str]) -> list[int]:
    """The indexes of lines at which numbered items begin, if they are numbered 1), 2), 3)."""
    items = [number for number, line in enumerate(lines) if _NUMBERED_ITEM.match(line)]
    return items if "".join(lines[number][0] for number in items).startswith("123") else []


def _paragraphs(lines: Sequence[str]) -> list[int]:
    """The indexes of lines at which paragraphs begin: after a line that was broken before it was full."""
    return [
        number
        for number, (line, below) in enumerate(pairwise(lines), 1)
        if line[-1:] in ".\"'"
        and len(line) + 1 + len(below.split()[0]) <= _PARAGRAPH_WIDTH
        and not below.startswith("(")
    ]


def _clean(printed: str, start: int, stop: int, breaks: list[int]) -> str:
    """The words from `start` to `stop`, single-spaced, with line breaks at the (sorted) offsets in `breaks`."""
    cuts = breaks[bisect_right(breaks, start) : bisect_left(breaks, stop)]
    pieces = [printed[a:b] for a, b in zip([start, *cuts], [*cuts, stop], strict=True)]
    return "\n".join(" ".join(piece.split()) for piece in pieces)
