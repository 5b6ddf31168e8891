"""Decides whether the results may fail to answer the query, by the `tests`.

The page does the same in `site/theme/js/engine/answerability.js`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import log

from msgspec.structs import replace

from rulings.names import numbering
from rulings.search import (
    inverted_index,
    messages,
    parameters,
    query_patterns,
    query_words,
    ranking,
    results,
    retrieval,
    search_request,
)

NO_CLEAR_ANSWER = "no ruling, section or step here clearly answers this"
READ_CLOSELY = "these may not answer; read closely"
LISTS_IN_FIELDS = "for a list, use fields, not words, such as is:errata after:1996 before:1998 -by:sparky"


# A query that no test above decides; the confidence if this test decides; the doubts
# that make it decide or, if it dispels all doubts, whether it does
Test = tuple[str, results.Confidence, list[str] | bool]


def assess(
    ranked_results: retrieval.RankedResults,
) -> tuple[results.Confidence, list[str]]:
    """How probable it is that the results answer, and the reasons why they may not:
    those of the first test that decides.
    """
    for _, confidence, decides in tests(ranked_results):
        if decides:
            return confidence, decides if isinstance(decides, list) else []
    return "high", []


def tests(ranked_results: retrieval.RankedResults) -> Iterator[Test]:
    """The tests in their order: of the words of the query, then of the best entry."""
    request = ranked_results.request
    index = request.index
    expansion = request.expansion
    best = ranked_results.best
    yield "dr-dreff-8a16f88d", "high", bool(request.query.pasted_slots)
    missing = numbering.read_mention(index.names, request.typed).missing
    yield "in step 21 can i jack out", "low", [missing] if missing else []
    # The other game's cards and terms count even if this game has the words
    yield "how do currents work", "low", messages.notes_on_the_other_game(request)
    answering = index.entries_with_question(request.typed)
    unanswered = ["nothing here answers this question"] if answering == [] else []
    yield "Sterdroid noisy?", "low", unanswered
    # An added ruling may answer what once only the rulebook said
    sentence = "" if answering else rulebook_sentence(index, expansion)
    yield "how many bits at start", "low", [sentence] if sentence else []
    yield "rabbit errata", "low", messages.subjects_without_nature(request)
    yield "errata before 1997", "low", _list_doubts(request)
    # A name is always answered, and an entry on both of two cards always answers
    yield "bordwalk", "high", request.is_whole_name
    if request.named_slots and not expansion.unknown:
        yield "asp strength", "low", messages.cards_without_rulings(request)
        yield "dreff rezzed", "high", not _lacks_what_is_asked(ranked_results)
    if best:
        is_on_both = index.documents[best.slot].id in retrieval.on_both(request)
        yield "glacier agenda point dreff", "high", is_on_both
    strength = strength_of(without_game(ranked_results))
    if best is None or strength is None:  # all results meet all conditions
        yield "is:errata zzzz", "low", messages.unknown_words(request)
        return
    # This counts however well the entry matches
    game = retrieval.foreign_game(request, best.slot)
    about_game = [f"the best match is about {game}"] if game else []
    yield "can the corp redraw its opening hand", "low", about_game
    if _is_only_in_questions(request):
        unknown = messages.unknown_words(request)
        telling = messages.unknown_words(request, expansion.telling_words)
        yield "mulligan", "low", unknown or telling
        return
    yield "8/9/96 ruling", "high", _is_cited(request, best.slot)
    yield from _tests_of_strength(ranked_results, best.slot, strength)


def _tests_of_strength(
    ranked_results: retrieval.RankedResults,
    slot: int,
    strength: float,
) -> Iterator[Test]:
    """The tests of the best entry, of this slot and strength."""
    request = ranked_results.request
    weights = request.index.weights.confidence
    lacks_all = _lacks_what_is_asked(ranked_results)
    is_weak = strength < weights["least"]
    unruled = messages.cards_without_rulings(request) if is_weak or lacks_all else []
    lacking = _lacking_words(ranked_results)
    if is_weak or unruled:
        yield "pay again rerez ice", "low", messages.unknown_words(request)
        yield "how does Asp work", "low", unruled
        words = messages.as_typed(request, lacking)
        sentence = f"the best match does not contain {words}"
        yield "too many agendas", "low", [sentence if lacking else NO_CLEAR_ANSWER]
    # No entry has all words of a long query
    expansion = request.expansion
    count = len(expansion.telling_words_beside_names)
    is_short = count <= parameters.FEW_WORDS
    unasked = _unasked_words(request.index, slot, lacking)
    high = weights["high"] + weights["lacking"] * len(unasked) * is_short
    # Beside the name of a card, each of very few words may be what is asked
    lacks_one = unasked and expansion.sure_cards and count < parameters.FEW_WORDS
    is_strong = strength >= high and not lacks_all and not lacks_one
    yield "good day", "medium", [] if is_strong else [READ_CLOSELY]


def _list_doubts(request: search_request.Request) -> list[str]:
    """A hint on fields if the words ask for a list that words cannot ask for: if they
    only describe and limit it (`errata before 1997`), or except something (`tracing, not
    by sparky`, `ice except dreff`, `dreff no errata`).
    """
    if request.query.field_conditions or request.is_whole_name:
        return []
    expansion = request.expansion
    kinds = [*map(request.index.word_kind, expansion.words)]
    for place in expansion.places_of_names:
        kinds[place] = "other"
    telling = [kind for kind in kinds if kind != "asking"]
    limits = [kind in query_words.LIMITING_KINDS for kind in telling]
    is_list = any(limits) and not all(limits) and "other" not in telling
    excepts = re.findall("denial (?:person|nature)", " ".join(telling))
    if expansion.card_names:
        excepts += {"except", "excluding"} & {*expansion.words}
    following = zip(expansion.words, kinds[1:], strict=False)
    excepts += {"person", "nature"} & {kind for word, kind in following if word == "no"}
    return [LISTS_IN_FIELDS] if is_list or excepts else []


def _is_only_in_questions(request: search_request.Request) -> bool:
    """Whether only our questions, which nobody sees, have the telling words."""
    index = request.index
    expansion = request.expansion
    words = [expansion.corrected.get(word, word) for word in expansion.telling_words]
    stems = map(index.analyzer.stem, words)
    slots = (index.with_term(".terms", stem) for stem in stems)
    return not expansion.card_names and not any(slots)


def _is_cited(request: search_request.Request, slot: int) -> bool:
    """Whether the citations of an entry have all that is asked: `8/9/96 ruling`."""
    index = request.index
    words = request.expansion.telling_words
    asked = [word for word in words if index.word_kind(word) != "ruling"]
    if not asked:
        return False
    stems = map(index.analyzer.stem, asked)
    return all(slot in index.with_term(".cited", stem) for stem in stems)


def _unasked_words(
    index: inverted_index.Index, slot: int, words: list[str]
) -> list[str]:
    """Those of the words that neither an entry nor our questions on it have."""
    return [
        word
        for word in words
        if slot not in dict(index.postings(index.analyzer.stem(word)).entries)
    ]


def _lacks_what_is_asked(ranked_results: retrieval.RankedResults) -> bool:
    """Whether few words are beside the name of a card, and the best entry has none of
    them: `priority requisition no ice`.
    """
    request = ranked_results.request
    expansion = request.expansion
    if not (expansion.sure_cards and expansion.has_few_words_beside_names):
        return False
    words = expansion.words_beside_names
    asked = [word for word in words if request.index.word_kind(word) == "other"]
    return bool(asked) and {*asked} <= {*_lacking_words(ranked_results)}


def _lacking_words(ranked_results: retrieval.RankedResults) -> list[str]:
    """The telling words beside names that the best entry lacks, if they mean something.
    A section has the words of all its passages, because several may be shown.
    """
    request = ranked_results.request
    best = ranked_results.best
    if best is None:
        return []
    documents = request.index.documents
    key = documents[best.slot].key
    return [
        word
        for word in request.expansion.telling_words_beside_names
        if request.index.word_kind(word) not in query_words.ASKING_KINDS
        and key not in {documents[n].key for n in _with_word_or_synonym(request, word)}
    ]


def _with_word_or_synonym(request: search_request.Request, word: str) -> set[int]:
    """The documents whose text or citation has a word or a close synonym."""
    index = request.index
    expansion = request.expansion
    stem = index.analyzer.stem(expansion.corrected.get(word, word))
    stems = {stem}
    for group in expansion.term_groups:
        if stem in group.stems:
            stems.update(group.highlighted)
    slots = [index.with_term(field, s) for s in stems for field in (".terms", ".cited")]
    return set[int]().union(*slots)


def rulebook_sentence(
    index: inverted_index.Index,
    expansion: ranking.Expansion,
) -> str:
    """The sentence of `rulebook.yaml` on a question that no document answers, although
    entries may have its words; else empty. Names of cards count as `*`.
    """
    rulebook = index.tables.rulebook
    stems = {*map(index.analyzer.stem, expansion.words_beside_names)}
    if expansion.card_names:
        stems.add("*")
    telling = {*map(index.analyzer.stem, expansion.telling_words_beside_names)}
    telling.difference_update(rulebook.optional_stems)
    for row, sentence in rulebook.topics.items():
        if telling <= {*row.split()} <= stems:
            return sentence
    return ""


def without_game(ranked_results: retrieval.RankedResults) -> retrieval.RankedResults:
    """The results without the name of the game in the query. Every citation has it, so
    it would make any answer surer: `in Netrunner, can I …`.
    """
    request = ranked_results.request
    text = request.query.text
    other_text = re.sub(query_patterns.GAME_PATTERN, " ", text, flags=re.IGNORECASE)
    if text == other_text or request.expansion.sources_named:
        return ranked_results
    expansion = ranking.expand(request.index, other_text, request.query.wildcards)
    other_results = retrieval.find(replace(request, expansion=expansion))
    return other_results if other_results.best else ranked_results


def strength_of(ranked_results: retrieval.RankedResults) -> float | None:
    """How well the best entry answers the known words of the query.

    None if the query consists of conditions, or asks for cards and the like.
    """
    request = ranked_results.request
    index = request.index
    expansion = request.expansion
    best_entry = ranked_results.best
    weights = index.weights.confidence
    only_names = request.query.conditions and not expansion.words_beside_names
    if ranked_results.is_list or only_names or best_entry is None:
        return None
    known_weight = sum(group.weight for group in expansion.term_groups)
    unknown_weight = len(expansion.unknown) * index.idf(1)
    total_weight = (known_weight + unknown_weight) or 1.0
    score = best_entry.score * known_weight / total_weight
    length = weights["length"] * log(len(expansion.telling_words))
    return score + length - weights["negative"] * ranked_results.negative_similarity
