"""The words and mentions of a ruling → the cards and topics it refers to after "see" or "cf."."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable

from rulings.model.constants import CARD_TYPES
from rulings.model.entities import Mention, Reference, Topic
from rulings.model.formatting import plural

_SEE = re.compile(r"\b(?:[Ss]ee|cf\.)\s+(?!where\b|,)")
_STOP = re.compile(r"[.;)]|\bfor\b")
_TYPES = {form.lower(): type for type in CARD_TYPES for form in (type, plural(type))}


def find_see(printed: str, mentions: Iterable[Mention], topics: Iterable[Topic]) -> tuple[Reference, ...]:
    """The cards and topics referred to, in order and each once. `printed`: the entry, to which the spans belong."""
    see_ends = [match.end() for match in _SEE.finditer(printed)]
    targets: dict[tuple[str, str], Reference] = {}
    if not see_ends:
        return ()
    spans = [(m.span, Reference("card", m.id, m.title)) for m in mentions]
    for topic in topics:
        spans += [
            (m.span(), Reference("topic", topic.id, topic.title)) for m in re.finditer(re.escape(topic.title), printed)
        ]
    spans.sort(key=lambda item: item[0])
    starts = [span[0] for span, _ in spans]
    stops = [match.start() for match in _STOP.finditer(printed)]
    reached = 0  # the end of the last list of names; another "see" inside it, as in "see A, see B", adds nothing
    for position in see_ends:
        if position < reached:
            continue
        for i in range(bisect_left(starts, position), len(spans)):
            (start, end), target = spans[i]
            stop = bisect_left(stops, position)
            if stop < len(stops) and stops[stop] < start:
                break
            if start >= position:  # else the title is a part of the one before
                targets.setdefault((target.kind, target.id), target)
                position = reached = end
    return tuple(targets.values())


def keyword_of(printed: str, keywords: Iterable[str]) -> tuple[str, str | None] | None:
    """The keyword and card type of a `see` entry: "Virus programs" → Virus, Program; "Noisy cards" → Noisy."""
    for keyword in sorted(keywords, key=len, reverse=True):
        match = re.search(rf"\bon\s+{re.escape(keyword)}s?\b\s*(\w*)", printed, re.IGNORECASE)
        if match:
            return keyword, _TYPES.get(match[1].lower())
    return None
