"""An entry as printed and its citations → label, kind, the words of the ruling, what each citation supports."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise

from rulings.model import Citation, RulingKind

_LABEL = re.compile(r"(?P<label>(?:Unofficial\s+)?ERRATA|(?:Unofficial\s+)Errata|Errata(?=\s*[:.]|\s{2}))[:.]?\s*")
_SHOULD_BE = re.compile(r"[^.;]*\bshould be considered (?:an )?errat(?:a|um)\b[^.;]*", re.IGNORECASE)
_SENDS_ON = re.compile(r"\s*(?:See\b|For (?:notes|rulings)\b.*\bsee\b)", re.IGNORECASE)
_STEP = re.compile(r"\d\)")


@dataclass(frozen=True, slots=True)
class Found:
    """Citations that stand in one parenthesis: `start` and `end` are characters of the printed entry."""

    start: int
    end: int
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Wording:
    """What an entry says: its kind, its words without label and citations, and its citations with their spans."""

    kind: RulingKind
    label: str | None
    reason: str | None
    text: str
    citations: tuple[Citation, ...]


def word(body: list[str], found: list[Found]) -> Wording:
    """`body`: the entry's lines; `found`: the citations in those lines joined by one space."""
    printed = " ".join(body)
    label = _LABEL.match(printed)
    start = label.end() if label else 0
    breaks = _steps(body) | _paragraphs(body)
    text, citations = "", list[Citation]()
    for place in [*found, None]:
        stop = place.start if place else len(printed)
        piece = _clean(printed, start, stop, breaks)
        begin = len(text) + (1 if text and piece else 0)
        text += ("" if not text or not piece or piece.startswith("\n") else " ") + piece
        if place:
            begin = min(begin, len(text)) if piece else (citations[-1].supports[0] if citations else 0)
            citations += [replace(c, supports=(begin, len(text))) for c in place.citations]
            start = place.end
    reason = _SHOULD_BE.search(text) if "should be considered" in text else None
    return Wording(
        kind="errata" if label or reason else "see" if not citations and _SENDS_ON.match(text) else "ruling",
        label=" ".join(label["label"].split()) if label else None,
        reason=reason[0].strip() if reason and not label else None,
        text=text,
        citations=tuple(citations),
    )


def _steps(body: list[str]) -> set[int]:
    """Where in the joined entry a numbered step begins a line (only in a real procedure: 1), 2), 3))."""
    offsets, at = list[tuple[int, str]](), 0
    for line in body:
        if _STEP.match(line):
            offsets.append((at, line[0]))
        at += len(line) + 1
    numbers = "".join(n for _, n in offsets)
    return {at for at, _ in offsets} if numbers.startswith("123") else set()


_WIDTH = 52  # a line that ends a sentence before this column, and had room for the next word, ends a paragraph


def _paragraphs(body: list[str]) -> set[int]:
    """Where in the joined entry a new paragraph begins: the lines are filled, so a short one was ended on purpose."""
    starts, at = set[int](), 0
    for line, below in pairwise(body):
        at += len(line) + 1
        if line[-1:] in ".\"'" and len(line) + 1 + len(below.split()[0]) <= _WIDTH and not below.startswith("("):
            starts.add(at)
    return starts


def _clean(printed: str, start: int, stop: int, breaks: set[int]) -> str:
    """The words from `start` to `stop`, single-spaced, each step on a line of its own."""
    cuts = sorted(b for b in breaks if start <= b < stop)
    pieces = [printed[a:b] for a, b in zip([start, *cuts], [*cuts, stop], strict=True)]
    return "\n".join(" ".join(piece.split()) for piece in pieces)


_REVERSAL = re.compile(
    r"\(REVERSEs? [^)]*\)|\(note that this is a reversal [^)]*\)|this is a reversal of a previous ruling|"
    r"Contrary to Netrunner FAQ v\.?1\.0|no longer has an erratum",
    re.IGNORECASE,
)


def find_reversal(printed: str) -> str | None:
    """The words by which an entry says that it takes back an earlier ruling, or None."""
    match = _REVERSAL.search(printed)
    return match[0].strip("()") if match else None
