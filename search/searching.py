"""Searches: understands a query, finds and shows the hits, and adds doubts and notes.

The page does the same in `site/theme/js/engine/searching.js`.
"""

from __future__ import annotations

import os
from operator import attrgetter
from threading import Lock

from rulings.model import formatting, knowledge, vocabulary
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
    query. Only who holds `INDEX_LOCK` may call it.
    """
    request = understanding.understand(kb, query)
    if sentence := messages.gone(request):
        return results.Results(request.shown, 0, confidence="low", explanation=(sentence,))
    ranked_results, unmet = _found(query, request)
    request = ranked_results.request
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
    ranked = ranked_results.ranked
    hits = [showing.hit(request, candidate, stems) for candidate in ranked[:3]]
    reasons = unmet or _reasons(ranked_results, hits)
    if order := "newest" if newest else request.query.plain.order:
        if ranked_results.counts:  # all that passes, in which no word decides between equals
            ranked = sorted(ranked, key=attrgetter("number"))
        hits, ranked = [], _ordered(request, ranked, order)
    hits = hits[:limit]
    for candidate in ranked[len(hits) : limit]:
        hits.append(showing.hit(request, candidate, stems))
    return results.Results(
        request.shown,
        len(ranked_results.ranked),
        _notes(request, reasons),
        tuple(hits),
        confidence="low" if reasons else "high",
        counts=ranked_results.counts,
    )


def _found(
    query_text: str, request: understanding.Request
) -> tuple[finding.RankedResults, list[str]]:
    """The results with the values in the query or, if its words answer and these do not, without
    them; and sentences on what these do not meet.
    """
    plain, ranked_results = request.query.plain, finding.find(request)
    is_met = finding.is_about_named_cards(ranked_results)
    if not plain.conditions or (is_met and plain.leads in ("", "list")):
        return ranked_results, []
    if not (plain.leads or request.query.text.strip()):
        return ranked_results, []
    query_without_conditions = query_language.parse(request.index, query_text, keeps_named=False)
    alone = understanding.understand(request.kb, query_text, query_without_conditions)
    results_alone = finding.find(alone)
    if plain.leads and ranked_results.ranked:
        if not _is_answered(results_alone, plain.leads):
            return ranked_results, []
        counts = ", ".join(formatting.kind_counts(ranked_results.counts))
        alone.query.notes.insert(0, f"{counts}: {plain.query}")
        return results_alone, []
    is_better = results_alone.ranked and not ranked_results.ranked
    if not (is_better or finding.is_about_named_cards(results_alone)):
        return ranked_results, []
    if plain.leads == "question":  # `can strength go below 0`
        return results_alone, []
    unmet = messages.words_searched_alone(request, alone)
    if plain.leads:
        unmet = messages.why_nothing_found(request)[0]
    return results_alone, [*request.query.notes, unmet]


def _is_answered(ranked_results: finding.RankedResults, leads: plain_words.Leads) -> bool:
    """Whether words that are also conditions are answered; if their list may be meant, surely and
    very well.
    """
    if leads in ("words", "question"):
        return bool(ranked_results.ranked)
    request, best = ranked_results.request, ranked_results.ranked[:3]
    first_hits = [showing.hit(request, candidate, set()) for candidate in best]
    if not first_hits or _reasons(ranked_results, first_hits):
        return False
    strength = answerability.strength_of(ranked_results)
    return strength is None or strength >= parameters.STRONG


def _reasons(ranked_results: finding.RankedResults, first_hits: list[results.Hit]) -> list[str]:
    """Why the best hits may not answer; none if they surely do, or an id asks for one."""
    request = ranked_results.request
    if request.query.numbers:
        return []
    first = f"{first_hits[0].title} {first_hits[0].passage}"
    return (
        answerability.reasons(ranked_results, first_hits)
        or messages.doubtful_words(request)
        or messages.doubtful_parts(request, ranked_results.ranked[0].number, first)
    )


def _ordered(
    request: understanding.Request, ranked: list[ranking.Candidate], order: str
) -> list[ranking.Candidate]:
    """The candidates, the newest, oldest, highest or lowest first; last those without what orders
    them.
    """
    values = query_language.ordered_by(request.index, request.query, order)
    is_down = order.startswith(("newest", "highest"))
    choose, without = (max, "") if is_down else (min, vocabulary.FAR_FUTURE)

    def value(candidate: ranking.Candidate) -> str:
        return choose(values.get(candidate.number, [without]))

    return sorted(ranked, key=value, reverse=is_down)


def _notes(request: understanding.Request, reasons: list[str]) -> tuple[str, ...]:
    """The sentences above the hits, each once: how the query was read, then what is doubted."""
    index, expansion = request.index, request.expansion
    notes = [*request.query.notes, *messages.passed_on(request), request.note]
    for word, correction in expansion.corrected.items():
        notes.append(f"“{word}” was read as “{correction}”")
    notes += [messages.how_read(index, name) for name in expansion.card_names if name.typed]
    if not (request.is_name or request.query.numbers):
        notes += messages.unknown_words(request)
    notes += reasons
    notes += messages.counts_of_all(request)
    notes += messages.cards_without_rulings(request) or messages.cards_without_joint_ruling(request)
    return tuple(dict.fromkeys(filter(None, notes)))[: parameters.MAX_NOTES]
