"""Searches: understands a query, finds and shows the hits, and adds doubts and notes.

The page does the same in `site/theme/js/engine/searching.js`.
"""

from __future__ import annotations

import os
from operator import attrgetter
from threading import Lock

from rulings.model import knowledge
from rulings.search import (
    answerability,
    finding,
    messages,
    parameters,
    query_language,
    ranking,
    results,
    showing,
    terms,
    understanding,
)

INDEX_LOCK = (
    Lock()
)  # threads share the index, and Whoosh's reader of it has one position in its data


def _unlock() -> None:
    """Makes a new lock in a forked child, because no thread that held the old one is there to
    release it.
    """
    global INDEX_LOCK
    INDEX_LOCK = Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_unlock)


def search(
    kb: knowledge.Knowledge, query: str, limit: int | None, *, newest: bool
) -> results.Results:
    """The best hits of one query and all notes, or why nothing was found. Every text is a valid
    query. `newest`: the newest hits first, and undated ones last. Only who holds `INDEX_LOCK` may
    call it.
    """
    request = understanding.understand(kb, query)
    if sentence := messages.gone(request):
        return results.Results(request.shown, 0, confidence="low", explanation=(sentence,))
    ranked_results = finding.find(request)
    if not ranked_results.ranked:
        reason, nearest = messages.why_nothing_found(request)
        return results.Results(
            request.shown,
            0,
            tuple(request.query.notes[: parameters.MAX_NOTES]),
            confidence="low",
            explanation=(reason,),
            nearest=tuple(nearest),
        )
    stems = set[str]().union(*(group.highlighted for group in request.expansion.term_groups))
    reasons = answerability.reasons(ranked_results)
    ranked = ranked_results.ranked
    if newest or request.query.orders:
        ranked = _sorted(ranked_results, newest=newest)
    return results.Results(
        request.shown,
        len(ranked),
        _notes(request, reasons),
        tuple(showing.hit(request, candidate, stems) for candidate in ranked[:limit]),
        confidence="low" if reasons else "high",
        counts=ranked_results.counts,
    )


def _sorted(ranked_results: finding.RankedResults, *, newest: bool) -> list[ranking.Candidate]:
    """The candidates in the order that the query asks for, without those that have none, and with
    `newest` by date; equals of a list in the order of the index.
    """
    request, candidates = ranked_results.request, [*ranked_results.ranked]
    if ranked_results.counts:  # all that passes, in which no word decides
        candidates.sort(key=attrgetter("number"))
    for order in reversed(request.query.orders):
        values = _values(request, order)
        candidates = [candidate for candidate in candidates if candidate.number in values]
        candidates.sort(key=lambda each: values[each.number], reverse=order.is_descending)
    if newest:
        days = _values(request, terms.Order("date", is_descending=True))
        candidates.sort(key=lambda each: days.get(each.number, 0), reverse=True)
    return candidates


def _values(request: understanding.Request, order: terms.Order) -> dict[int, int]:
    """The numbers of the documents that have what they are sorted by → its value."""
    index, name = request.index, order.field
    if name == "date":
        days = query_language.dates_of(index, request.query)
        best = max if order.is_descending else min
        return {number: int(best(days_of).replace("-", "")) for number, days_of in days.items()}
    numbers = filter(str.isdigit, index.field_terms(name))
    return {number: int(term) for term in numbers for number in index.with_term(name, term)}


def _notes(request: understanding.Request, reasons: list[str]) -> tuple[str, ...]:
    """The sentences above the hits, each once: how the query was read, then what is doubted."""
    index, expansion = request.index, request.expansion
    notes = [*request.query.notes, request.note]
    for word, correction in expansion.corrected.items():
        notes.append(f"“{word}” was read as “{correction}”")
    notes += [messages.how_read(index, name) for name in expansion.card_names if name.typed]
    if not (request.is_name or request.query.numbers):
        notes += messages.unknown_words(request)
    notes += reasons
    notes += messages.cards_without_rulings(request) or messages.cards_without_joint_ruling(request)
    return tuple(dict.fromkeys(filter(None, notes)))[: parameters.MAX_NOTES]
