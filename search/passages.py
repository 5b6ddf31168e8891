"""A section's Markdown and the query's terms → the paragraph, list item or table row that matches best.

The page does the same in `site/theme/js/engine/passages.js`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rulings.search import constants
from rulings.search.analysis import Analyzer

_BLOCK = re.compile(constants.BLOCK_PATTERN)
_MARKUP = re.compile(constants.MARKUP_PATTERN, re.MULTILINE)
_SENTENCE_END = re.compile(constants.PASSAGE_SENTENCE_END_PATTERN)


def best_passage(analyzer: Analyzer, text: str, terms: dict[str, float]) -> str:
    """The part with the highest total weight of terms (stem → weight), the first of equals, without Markdown."""
    parts = [plain for part in _BLOCK.split(text) if (plain := without_markdown(part))]
    if not parts:
        return ""

    def weight(part: str) -> float:
        total = sum(terms.get(term, 0.0) for term in dict.fromkeys(analyzer.stems(part)))
        return round(total, 9)  # so that the order of addition does not matter

    best = max(range(len(parts)), key=lambda i: (weight(parts[i]), -i))
    passage = parts[best]
    if constants.CELL in passage:
        return _table_excerpt(parts, best)
    if passage.endswith(":"):
        return _list_excerpt(parts[best:])
    if len(passage) < constants.MIN_PASSAGE_LENGTH and best + 1 < len(parts):
        passage = f"{passage} {parts[best + 1]}"
    return passage if len(passage) <= constants.MAX_PASSAGE_LENGTH else _excerpt(analyzer, passage, terms)


def _list_excerpt(parts: list[str]) -> str:
    """The lead-in of a list (if it is long, its last sentence) and as many items as fit."""
    lead_in, *items = parts
    passage = lead_in if len(lead_in) <= constants.MAX_PASSAGE_LENGTH / 2 else _SENTENCE_END.split(lead_in)[-1]
    for item in items:
        if len(passage) + len(item) > constants.MAX_PASSAGE_LENGTH:
            break
        passage += f" {item}" if passage.endswith(":") else f" · {item}"
    return passage


def _table_excerpt(parts: list[str], best: int) -> str:
    """A row of a table with its header; if the header matches best, as many rows as fit."""
    header, end = best, best + 1
    limit = constants.MAX_PASSAGE_LENGTH
    while header and constants.CELL in parts[header - 1]:
        header -= 1
    if header == best:
        while end < len(parts) and constants.CELL in parts[end] and len(" · ".join(parts[best : end + 1])) <= limit:
            end += 1
    return " · ".join([parts[header], *parts[max(best, header + 1) : end]])


def without_markdown(text: str) -> str:
    """The text as one line without Markdown."""
    for _ in range(2):  # emphasis inside a link, a link inside emphasis
        text = _MARKUP.sub(lambda match: match[1] or match[3] or "", text)
    return " ".join(text.split()).strip("| ")


def _excerpt(analyzer: Analyzer, passage: str, terms: Iterable[str]) -> str:
    """The sentences from the first that contains a term, up to the length of a passage."""
    wanted, kept = set(terms), ""
    for sentence in _SENTENCE_END.split(passage):
        if kept and len(kept) + len(sentence) > constants.MAX_PASSAGE_LENGTH:
            return f"{kept} …"
        if kept or not wanted.isdisjoint(analyzer.stems(sentence)):
            kept = f"{kept} {sentence}".strip()
    return kept or passage[: constants.MAX_PASSAGE_LENGTH]
