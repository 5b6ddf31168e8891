"""The text of a ruling → the passages for which different people are cited; and which passages a status is about."""

from __future__ import annotations

from rulings.model.display_views import PassageView, StatusReasonView
from rulings.model.views import CitationView, RulingView


def passages_of(ruling: RulingView) -> list[PassageView]:
    """The text divided where its citations change, in order. Words that nobody is cited for have no citations.

    Citations whose words overlap share one passage.
    """
    text = ruling["text"]
    spans: dict[tuple[int, int], list[CitationView]] = {}
    for citation in ruling["citations"]:
        start, end = citation["supports"]
        spans.setdefault((start, end), []).append(citation)
    pieces: list[tuple[int, int, list[CitationView]]] = []
    position = 0
    for (start, end), citations in sorted(spans.items(), key=lambda span: span[0]):
        if start < position and pieces:
            pieces[-1] = (pieces[-1][0], max(end, position), [*pieces[-1][2], *citations])
        else:
            if text[position:start].strip():
                pieces.append((position, start, []))
            pieces.append((start, end, citations))
        position = pieces[-1][1]
    rest = text[position:].strip()
    if pieces and rest and not any(character.isalnum() for character in rest):
        pieces[-1] = (pieces[-1][0], len(text), pieces[-1][2])  # a closing quotation mark after the citation
    elif rest or not pieces:
        pieces.append((position, len(text), []))
    return [
        {"start": start, "end": end, "text": text[start:end].strip(), "citations": citations}
        for start, end, citations in pieces
    ]


def concerns_passage(reason: StatusReasonView, text: str, passage: str) -> bool:
    """Whether the status is about a passage of the text; true if the text lacks the passage or the quoted words."""
    quoted, words, shown = (
        _normalized_words(part or "") for part in (reason["quoted"], text, passage.removesuffix("…"))
    )
    if not quoted.strip() or quoted not in words or shown not in words:
        return True
    start = words.index(shown)
    reach = len(quoted.strip())  # a quotation may begin before the passage or end after it
    return quoted in words[max(0, start - reach) : start + len(shown) + reach]


def _normalized_words(text: str) -> str:
    """The text without punctuation, with one space before and after each word."""
    return f" {' '.join(''.join(c if c.isalnum() else ' ' for c in text).split())} "
