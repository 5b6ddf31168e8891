"""Runs a search: understands the query, finds the hits, and adds doubts and notes.

The page does the same in `site/theme/js/engine/pipeline.js`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from threading import Lock

from rulings.model import knowledge
from rulings.search import (
    answerability,
    messages,
    parameters,
    results,
    retrieval,
    search_request,
    sentences,
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
    ranked_results = retrieval.ranked_results(request)
    if not ranked_results.scored_documents:
        reason, nearest = messages.why_nothing_found(request)
        notes = [note.sentence for note in request.query.notes if note != reason]
        return results.Results(
            request.text,
            0,
            tuple(notes[: parameters.MAX_NOTES]),
            confidence="low",
            explanation=(reason.sentence,),
            nearest=tuple(reference.title for reference in nearest),
        )
    criterion = answerability.assess(ranked_results)
    stems = {
        stem for group in request.expansion.term_groups for stem in group.highlighted
    }
    scored_documents = ranked_results.scored_documents
    hits = [
        snippets.hit(request, document, stems) for document in scored_documents[:limit]
    ]
    return results.Results(
        request.text,
        len(scored_documents),
        tuple(note.sentence for note in _notes(request, criterion.doubts)),
        tuple(hits),
        confidence=criterion.confidence,
        counts=retrieval.counts_of_kinds(ranked_results),
        doubts=tuple(doubt.sentence for doubt in criterion.doubts),
    )


def _notes(
    request: search_request.Request,
    doubts: Sequence[sentences.Note],
) -> sentences.Notes:
    """The notes above the hits, each once: how the query was read, then doubts. If there
    are too many, all doubts stay.
    """
    index = request.index
    expansion = request.expansion
    notes = [*request.query.notes, *request.notes]
    for word, correction in expansion.corrected.items():
        notes.append(sentences.note("word corrected", word, correction))
    for mention in expansion.card_mentions:
        if mention.typed and not request.notes:
            notes.append(messages.how_read(index, mention))
    if not (request.is_whole_name or request.query.pasted_slots):
        notes += messages.unknown_words(request)
    reading_notes = [note for note in dict.fromkeys(notes) if note not in doubts]
    del reading_notes[max(0, parameters.MAX_NOTES - len(doubts)) :]
    on_cards = messages.unruled_cards(request)
    on_cards = on_cards or messages.cards_without_joint_ruling(request)
    distinct = dict.fromkeys([*reading_notes, *doubts, *on_cards])
    return [*distinct][: parameters.MAX_NOTES]
