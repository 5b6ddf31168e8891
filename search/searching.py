"""A knowledge base and a query → `Results`: understood, found, shown, with what is doubted and notes.

The page does the same in `site/theme/js/engine/searching.js`.
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
    plain_words,
    query_language,
    ranking,
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
    request, found, unmet = _found(kb, typed, request)
    if not found.ranked:
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
    best = [showing.hit(kb, request, candidate, stems) for candidate in found.ranked[:3]]
    reasons, hits, ranked = unmet or _reasons(request, found, best), best, found.ranked
    if order := "newest" if newest else request.query.plain.order:
        hits, ranked = [], _ordered(request, ranked, order)
    hits = hits[:limit]
    for candidate in ranked[len(hits) : limit]:
        hits.append(showing.hit(kb, request, candidate, stems))
    return results.Results(
        request.shown,
        len(found.ranked),
        _notes(kb, request, reasons),
        tuple(hits),
        confidence="low" if reasons else "high",
        counts=found.counts,
    )


def _found(
    kb: knowledge.Knowledge, typed: str, request: understanding.Request
) -> tuple[understanding.Request, finding.RankedResults, list[str]]:
    """What is found with the values in the query or, if its words answer and these do not, without
    them; and sentences on what these do not meet.
    """
    plain, found = request.query.plain, finding.find(request)
    is_met = finding.is_about_named_cards(request, found)
    if not plain.conditions or (is_met and plain.leads in ("", "list")):
        return request, found, []
    if not (plain.leads or request.query.text.strip()):
        return request, found, []
    parsed = query_language.parse(request.index, typed, keeps_named=False)
    alone = understanding.understand(kb, typed, parsed)
    found_alone = finding.find(alone)
    if plain.leads and found.ranked:
        if not _is_answered(kb, alone, found_alone, plain.leads):
            return request, found, []
        alone.query.notes.insert(0, messages.list_offered(plain, found.counts))
        return alone, found_alone, []
    is_better = found_alone.ranked and not found.ranked
    if not (is_better or finding.is_about_named_cards(alone, found_alone)):
        return request, found, []
    if plain.leads == "question":  # `can strength go below 0`
        return alone, found_alone, []
    unmet = messages.words_searched_alone(request, alone)
    if plain.leads:
        unmet = messages.why_nothing_found(request)[0]
    return alone, found_alone, [*request.query.notes, unmet]


def _is_answered(
    kb: knowledge.Knowledge,
    request: understanding.Request,
    found: finding.RankedResults,
    leads: plain_words.Leads,
) -> bool:
    """Whether words that are also conditions are answered; if their list may be meant, surely and
    very well.
    """
    if leads in ("words", "question"):
        return bool(found.ranked)
    best = [showing.hit(kb, request, candidate, set()) for candidate in found.ranked[:3]]
    if not best or _reasons(request, found, best):
        return False
    strength = answerability.strength_of(request, found)
    return strength is None or strength >= parameters.STRONG


def _reasons(
    request: understanding.Request, found: finding.RankedResults, best: list[results.Hit]
) -> list[str]:
    """Why the best hits may not answer; none if they surely do."""
    first = f"{best[0].title} {best[0].passage}"
    return (
        answerability.reasons(request, found, best)
        or messages.doubtful_words(request)
        or messages.doubtful_parts(request, found.ranked[0].number, first)
    )


def _ordered(
    request: understanding.Request, ranked: list[ranking.Candidate], order: str
) -> list[ranking.Candidate]:
    """The candidates, the newest, oldest, highest or lowest first; last those without what orders
    them.
    """
    values = query_language.ordered_by(request.index, request.query, order)
    is_down = order.startswith(("newest", "highest"))
    if is_down:
        return sorted(ranked, key=lambda one: max(values.get(one.number, [""])), reverse=True)
    without = [vocabulary.FAR_FUTURE]
    return sorted(ranked, key=lambda one: min(values.get(one.number, without)))


def _notes(
    kb: knowledge.Knowledge, request: understanding.Request, reasons: list[str]
) -> tuple[str, ...]:
    """The sentences above the hits, each once: how the query was read, then what is doubted."""
    index, expansion = request.index, request.expansion
    notes = [*request.query.notes, request.note]
    notes += [f"“{word}” was read as “{meant}”" for word, meant in expansion.corrected.items()]
    notes += [messages.how_read(index, name) for name in expansion.card_names if name.typed]
    if not request.is_name:
        notes += messages.unknown_words(request)
    notes += reasons
    notes += messages.cards_without_rulings(request) or messages.cards_without_joint_ruling(
        kb, request
    )
    return tuple(dict.fromkeys(filter(None, notes)))[: parameters.MAX_NOTES]
