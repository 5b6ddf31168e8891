"""The text of a ruling → the parts for which different people are cited."""

from __future__ import annotations

from rulings.model.entities import Citation, Ruling
from rulings.model.shown import CitedPart


def cited_parts(ruling: Ruling) -> list[CitedPart]:
    """The text divided where its citations change, in order. Words that nobody is cited for have no citations.

    Citations whose words overlap share one part.
    """
    text = ruling.text
    spans: dict[tuple[int, int], list[Citation]] = {}
    for citation in ruling.citations:
        start, end = citation.supports
        spans.setdefault((start, end), []).append(citation)
    pieces: list[tuple[int, int, list[Citation]]] = []
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
    return [CitedPart(start, end, text[start:end].strip(), citations) for start, end, citations in pieces]
