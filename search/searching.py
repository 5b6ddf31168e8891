"""A knowledge base and a query → `Results`: understood, found, shown, with what is doubted and notes.

The page does the same in `site/theme/js/engine/searching.js`, whose parts have the names of
`understanding`, `finding`, `showing`, `answerability` and `notes`.
"""

from __future__ import annotations

import os
from threading import Lock

from rulings.model import knowledge, vocabulary
from rulings.search import (
    answerability,
    finding,
    messages,
    parameters,
    query_language,
    results,
    showing,
    understanding,
)

_READING = Lock()  # threads share the index, and Whoosh's reader of it has one position in its data


def search(
    kb: knowledge.Knowledge, typed: str, limit: int | None, *, newest: bool
) -> results.Results:
    """The best hits of one query and all notes, or why nothing was found. Every text is a valid
    query.

    Threads may search at once; one waits for the other.
    """
    with _READING:
        return _search(kb, typed, limit, newest=newest)


def _unlock() -> None:
    """In a forked child: no thread that held the lock is there to give it back."""
    global _READING
    _READING = Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_unlock)


def _search(
    kb: knowledge.Knowledge, typed: str, limit: int | None, *, newest: bool
) -> results.Results:
    request = understanding.understand(kb, typed)
    if sentence := messages.gone(request):
        return results.Results(request.shown, 0, confidence="low", explanation=(sentence,))
    found = finding.find(request)
    unmet = []
    if (
        request.query.values.fields
        and request.query.text.strip()
        and not finding.is_about_named_cards(request, found)
    ):
        alone = understanding.understand(
            kb, typed, query_language.parse(request.index, typed, keeps_named=False)
        )
        found_alone = finding.find(alone)
        if finding.is_about_named_cards(alone, found_alone) or (
            found_alone.ranked and not found.ranked
        ):
            unmet = [*request.query.notes, messages.words_searched_alone(request, alone)]
            request, found = alone, found_alone
    index, ranked = request.index, found.ranked
    if not ranked:
        reason, nearest = messages.why_nothing_found(request)
        told = tuple(request.query.notes[: parameters.MAX_NOTES])
        return results.Results(
            request.shown, 0, told, confidence="low", explanation=(reason,), nearest=tuple(nearest)
        )
    stems = set[str]().union(*(group.highlighted for group in request.expansion.term_groups))
    best = [showing.hit(kb, request, candidate, stems) for candidate in ranked[:3]]
    reasons = (
        unmet
        or answerability.reasons(request, found, best)
        or messages.doubtful_words(request)
        or messages.doubtful_parts(request, ranked[0].number, f"{best[0].title} {best[0].passage}")
    )
    order = "newest" if newest else request.query.values.order
    if order:
        dates, is_newest = query_language.dates(index, request.query), order == "newest"
        end, undated = (max, [""]) if is_newest else (min, [vocabulary.FAR_FUTURE])
        ranked.sort(
            key=lambda candidate: end(dates.get(candidate.number, undated)), reverse=is_newest
        )
        best = []
    others = ranked[len(best) : limit]
    hits = [*best, *(showing.hit(kb, request, candidate, stems) for candidate in others)][:limit]
    expansion = request.expansion
    corrected = [f"“{word}” was read as “{meant}”" for word, meant in expansion.corrected.items()]
    corrected += [
        messages.how_read(index, mention) for mention in expansion.card_names if mention.typed
    ]
    unknown = [] if request.is_name else messages.unknown_words(request)
    about_cards = messages.cards_without_rulings(request) or messages.cards_without_joint_ruling(
        kb, request
    )
    sentences = dict.fromkeys(
        filter(
            None,
            [*request.query.notes, request.note, *corrected, *unknown, *reasons, *about_cards],
        )
    )
    return results.Results(
        request.shown,
        len(ranked),
        tuple(sentences)[: parameters.MAX_NOTES],
        tuple(hits),
        confidence="low" if reasons else "high",
        counts=found.counts,
    )
