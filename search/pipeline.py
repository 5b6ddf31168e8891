"""Runs a search: understands the query, finds the hits, and adds doubts and notes.

The page does the same in `site/theme/js/engine/pipeline.js`.
"""

from __future__ import annotations

import os
from math import inf
from operator import attrgetter
from threading import Lock

from rulings.model import knowledge
from rulings.search import (
    answerability,
    inverted_index,
    messages,
    parameters,
    ranking,
    results,
    retrieval,
    search_request,
    snippets,
)

# Threads share the index, and Whoosh's reader of it has a single position in its data
INDEX_LOCK = Lock()


def _unlock() -> None:
    """Makes a new lock in a forked child, where no thread can release the old one."""
    global INDEX_LOCK
    INDEX_LOCK = Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_unlock)


def run(
    kb: knowledge.Knowledge,
    query: str,
    limit: int | None,
) -> results.Results:
    """The best hits for a query with all notes, or the reason why nothing was found.
    Every text is a valid query. The caller must hold `INDEX_LOCK`.
    """
    request = search_request.read_request(kb, query)
    if sentence := messages.sentence_if_missing(request):
        return results.Results(
            request.text, 0, confidence="low", explanation=(sentence,)
        )
    ranked_results = retrieval.find(request)
    if not ranked_results.scored_documents:
        reason, nearest = messages.why_nothing_found(request)
        notes = [str(note) for note in request.query.notes if note != reason]
        return results.Results(
            request.text,
            0,
            tuple(notes[: parameters.MAX_NOTES]),
            confidence="low",
            explanation=(str(reason),),
            nearest=tuple(reference.title for reference in nearest),
        )
    confidence, doubts = answerability.assess(ranked_results)
    stems = set[str]()
    for group in request.expansion.term_groups:
        stems.update(group.highlighted)
    scored_documents = ranked_results.scored_documents
    if request.query.orders:
        scored_documents = _sorted(ranked_results)
    best = scored_documents[:limit]
    hits = [snippets.hit(request, scored_document, stems) for scored_document in best]
    return results.Results(
        request.text,
        len(scored_documents),
        _notes(request, doubts),
        tuple(hits),
        confidence=confidence,
        counts=ranked_results.counts,
        doubts=tuple(map(str, doubts)),
    )


def _sorted(
    ranked_results: retrieval.RankedResults,
) -> list[ranking.ScoredDocument]:
    """The scored documents sorted by the orders of the query, of which the first counts
    most. Documents without a value come last. Of equal ones, cards come before their
    rulings; otherwise they stay in ranked order or, in a list, in order of slot.
    """
    request = ranked_results.request
    scored_documents = [*ranked_results.scored_documents]
    if ranked_results.counts:  # a list of all that match, which no word ranks
        scored_documents.sort(key=attrgetter("slot"))
    cards = request.index.with_term("kind", "card")
    scored_documents.sort(key=lambda document: document.slot not in cards)
    for order in reversed(request.query.orders):
        values = _values(request.index, order.field)
        if_missing = -1 if order.is_descending else inf
        scored_documents.sort(
            key=lambda scored_document: values.get(scored_document.slot, if_missing),
            reverse=order.is_descending,
        )
    return scored_documents


def _values(
    index: inverted_index.Index,
    name: str,
) -> dict[int, int]:
    """Slot of a document → the value to sort it by. A ruling has its latest date, and
    the numbers of its card.
    """
    field = ".date" if name == "date" else name
    values = dict[int, int]()
    for term in sorted(index.field_terms(field)):
        value = term.replace("-", "")
        if value.isdigit():
            values |= dict.fromkeys(index.with_term(field, term), int(value))
    return values


def _notes(
    request: search_request.Request,
    doubts: list[str],
) -> tuple[str, ...]:
    """The sentences above the hits, each once and without its kind: how the query was
    read, then doubts.
    """
    index = request.index
    expansion = request.expansion
    notes = [*request.query.notes, request.note]
    for word, correction in expansion.corrected.items():
        notes.append(f"“{word}” was read as “{correction}”")
    for mention in expansion.card_names:
        if mention.typed and not request.note:
            notes.append(messages.how_read(index, mention))
    if not (request.is_whole_name or request.query.pasted_slots):
        notes += messages.unknown_words(request)
    unruled = messages.cards_without_rulings(request)
    notes += [*doubts, *(unruled or messages.cards_without_joint_ruling(request))]
    distinct = dict.fromkeys(map(str, filter(None, notes)))
    return tuple(distinct)[: parameters.MAX_NOTES]
