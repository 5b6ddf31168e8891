"""A printed entry and its citations → its label, kind and words, and what each citation supports.

This is in the model, although the parser uses it too, because the files contain only the printed entry and its
citations: `rulings.model.loading` reads the wording from them again.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from itertools import accumulate, pairwise

from msgspec import Struct
from msgspec.structs import replace

from rulings.model.constants import RulingKind
from rulings.model.entities import Citation

# A date as printed: month and day in either order, with the year in two digits.
PRINTED_DATE = r"(\d{1,2})/(\d{1,2})/(\d{2})(?!\d)"
CITATION_DATE = rf"{PRINTED_DATE}|\d{{4}}-\d\d-\d\d"  # in a citation; additions use ISO 8601
_LABEL = re.compile(r"(?P<label>(?:Unofficial\s+)?ERRATA|(?:Unofficial\s+)Errata|Errata(?=\s*[:.]|\s{2}))[:.]?\s*")
_CALLED_ERRATA = re.compile(r"\bshould be considered (?:an )?errat(?:a|um)\b[^.;]*", re.IGNORECASE)
_REFERS_ELSEWHERE = re.compile(r"\s*(?:See\b|For (?:notes|rulings)\b.*\bsee\b)", re.IGNORECASE)
_NUMBERED_ITEM = re.compile(r"\d\)")
# Columns: a line that ends a sentence, although the next word would have fitted into this width, ends a paragraph.
_PARAGRAPH_WIDTH = 52


class CitationSpan(Struct, frozen=True):
    """The citations of one parenthesis, and its `start` and `end` (characters) in the printed entry."""

    start: int
    end: int
    citations: tuple[Citation, ...]


class Wording(Struct, frozen=True):
    """The content of an entry: its kind, its text without label and citations, and its citations with their spans."""

    kind: RulingKind
    label: str | None
    errata_because: str | None  # the sentence that calls the entry an erratum, if no label does
    text: str
    citations: tuple[Citation, ...]

    @property
    def is_see_entry(self) -> bool:
        """Whether the entry only refers to rulings on other subjects."""
        return self.kind == "see"

    @property
    def is_official(self) -> bool:
        """Whether the entry does not call itself unofficial, and cites somebody with authority.

        An entry that only refers to other rulings always counts as official.
        """
        is_called_unofficial = (self.label or "").lower().startswith("unofficial")
        return self.is_see_entry or (not is_called_unofficial and any(c.official for c in self.citations))


def read_wording(body: list[str], spans: list[CitationSpan]) -> Wording:
    """The wording of an entry. `body`: its lines; `spans`: the citations in the lines joined by one space."""
    printed = " ".join(body)
    label = _LABEL.match(printed)
    start = label.end() if label else 0
    offsets = list(accumulate((len(line) + 1 for line in body), initial=0))  # of each line in `printed`
    breaks = [offsets[number] for number in sorted({*_numbered_items(body), *_paragraphs(body)})]
    text = ""
    citations: list[Citation] = []
    for span in [*spans, None]:
        piece = _clean(printed, start, span.start if span else len(printed), breaks)
        begin = len(text)
        if text and piece:
            begin += 1  # after the space or line feed between the pieces
            text += "" if piece.startswith("\n") else " "
        text += piece
        if span:
            if not piece:  # it is cited for the same words as the citation before
                begin = citations[-1].supports[0] if citations else 0
            citations += [replace(c, supports=(begin, len(text))) for c in span.citations]
            start = span.end
    sentence = _sentence_of(_CALLED_ERRATA, text)
    return Wording(
        kind="errata" if label or sentence else "see" if not citations and _REFERS_ELSEWHERE.match(text) else "ruling",
        label=" ".join(label["label"].split()) if label else None,
        errata_because=sentence if not label else None,
        text=text,
        citations=tuple(citations),
    )


def _numbered_items(body: list[str]) -> list[int]:
    """The indexes of lines at which numbered items begin, if they are numbered 1), 2), 3)."""
    items = [number for number, line in enumerate(body) if _NUMBERED_ITEM.match(line)]
    return items if "".join(body[number][0] for number in items).startswith("123") else []


def _paragraphs(body: list[str]) -> list[int]:
    """The indexes of lines at which paragraphs begin: after a line that was broken before it was full."""
    return [
        number
        for number, (line, below) in enumerate(pairwise(body), 1)
        if line[-1:] in ".\"'"
        and len(line) + 1 + len(below.split()[0]) <= _PARAGRAPH_WIDTH
        and not below.startswith("(")
    ]


def _sentence_of(pattern: re.Pattern[str], text: str) -> str | None:
    """The first match, with the words before it back to the last full stop or semicolon."""
    match = pattern.search(text)
    if match is None:
        return None
    begin = max(text.rfind(sign, 0, match.start()) for sign in ".;") + 1
    return text[begin : match.end()].strip()


def _clean(printed: str, start: int, stop: int, breaks: list[int]) -> str:
    """The words from `start` to `stop`, single-spaced, with line breaks at the (sorted) offsets in `breaks`."""
    cuts = breaks[bisect_right(breaks, start) : bisect_left(breaks, stop)]
    pieces = [printed[a:b] for a, b in zip([start, *cuts], [*cuts, stop], strict=True)]
    return "\n".join(" ".join(piece.split()) for piece in pieces)
