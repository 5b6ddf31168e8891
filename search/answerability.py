"""Decides how probable it is that the results answer the query, by the first of the
`criteria` that applies.

The page does the same in `site/theme/js/engine/answerability.js`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import log
from typing import NamedTuple

from msgspec.structs import replace

from rulings.model import plain_text
from rulings.names import numbering
from rulings.search import (
    inverted_index,
    messages,
    parameters,
    query_names,
    query_patterns,
    query_words,
    ranking,
    results,
    retrieval,
    search_request,
    sentences,
)


class Criterion(NamedTuple):
    """A row of the table: if it applies, and none above does, it decides."""

    example: str  # a query for which it decides
    confidence: results.Confidence
    applies: bool
    doubts: Sequence[sentences.Note] = ()


def assess(ranked_results: retrieval.RankedResults) -> Criterion:
    """The first criterion that applies."""
    return next(row for row in criteria(ranked_results) if row.applies)


def _trust(example: str, applies: object) -> Criterion:
    return Criterion(example, "high", bool(applies))


def _doubt(
    example: str, doubts: Sequence[sentences.Note], *, applies: object = True
) -> Criterion:
    """A criterion that applies if there are doubts."""
    return Criterion(example, "low", bool(applies and doubts), doubts)


def criteria(ranked_results: retrieval.RankedResults) -> Iterator[Criterion]:
    """The criteria in their order: of the words of the query, then of the best entry.
    The last one always applies.
    """
    request = ranked_results.request
    index = request.index
    expansion = request.expansion
    best = ranked_results.best
    yield _trust("dr-dreff-8a16f88d", request.query.pasted_slots)
    missing_entry = numbering.entry_mentioned(index.names, request.typed).missing
    yield _doubt("in step 21 can i jack out", _said(missing_entry))
    # The other game's cards and terms count even if this game has the words
    yield _doubt("how do currents work", messages.notes_on_the_other_game(request))
    answering = index.entries_with_question(request.typed)
    unanswered = [sentences.note("unanswered")]
    yield _doubt("Sterdroid noisy?", unanswered, applies=answering == [])
    # An added ruling may answer what once only the rulebook said
    in_rulebook = _said(rulebook_sentence(index, expansion))
    yield _doubt("how many bits at start", in_rulebook, applies=not answering)
    yield _doubt("rabbit errata", messages.subjects_without_nature(request))
    yield _doubt("errata before 1997", _list_doubts(request))
    # A name is always answered, and an entry on both of two cards always answers
    yield _trust("bordwalk", request.is_whole_name)
    unruled = messages.unruled_cards(request)
    lacks_all = _lacks_what_is_asked(ranked_results)
    is_on_names = request.named_slots and not expansion.unknown
    yield _doubt("asp strength", unruled, applies=is_on_names)
    yield _trust("dreff rezzed", is_on_names and not lacks_all)
    ids_on_both = retrieval.on_both(request)
    is_on_both = best and index.documents[best.slot].id in ids_on_both
    yield _trust("glacier agenda point dreff", is_on_both)
    # All results meet all conditions
    strength = strength_of(_results_without_game_name(ranked_results))
    is_unranked = best is None or strength is None
    unknown = messages.unknown_words(request)
    yield _doubt("is:errata zzzz", unknown, applies=is_unranked)
    yield _trust("is:errata", is_unranked)
    if best is None or strength is None:
        return
    # This counts however well the entry matches
    game = retrieval.other_rules(request, best.slot)
    other_rules = [sentences.note("other rules", game)]
    yield _doubt("can the corp redraw its opening hand", other_rules, applies=game)
    is_only_in_questions = _is_only_in_questions(request)
    telling = messages.unknown_words(request, expansion.telling_words)
    yield _doubt("mulligan", unknown or telling, applies=is_only_in_questions)
    yield _trust("can i 37", is_only_in_questions)
    yield _trust("8/9/96 ruling", _is_cited(request, best.slot))
    weights = index.weights.confidence
    lacking = _lacking_words(ranked_results)
    is_weak = strength < weights["least"] or (lacks_all and unruled)
    yield _doubt("pay again rerez ice", unknown, applies=is_weak)
    yield _doubt("how does Asp work", unruled, applies=is_weak)
    weakness = _weakness(request, best.slot, lacking)
    yield _doubt("too many agendas", [weakness], applies=is_weak)
    # No entry has all words of a long query
    count = len(expansion.telling_words_beside_names)
    is_short = count <= parameters.FEW_WORDS
    unasked = _unasked_words(index, best.slot, lacking)
    high = weights["high"] + weights["lacking"] * len(unasked) * is_short
    # Beside the name of a card, each of very few words may be what is asked
    lacks_one = unasked and expansion.sure_cards and count < parameters.FEW_WORDS
    # `wylie 1998`: no entry has both
    lacks_person = "person" in map(index.word_kind, lacking)
    lacks_answer = lacks_all or lacks_one or lacks_person
    is_doubtful = strength < high or bool(lacks_answer)
    read_closely = [sentences.note("read closely")]
    yield Criterion("good day", "medium", is_doubtful, read_closely)
    yield _trust("does ice from dr dreff count as rezzed", True)


def _said(sentence: str) -> sentences.Notes:
    """A note with a sentence from elsewhere, if there is one."""
    return [sentences.note("said", sentence)] if sentence else []


def _weakness(
    request: search_request.Request, slot: int, lacking: list[str]
) -> sentences.Note:
    """A note on the surely named cards that the best entry, of this slot, is not about,
    or else on the words that it is lacking.
    """
    index = request.index
    titles = [
        index.documents[card].title
        for card in request.expansion.sure_cards
        if slot not in index.documents_about(card)
    ]
    if titles:
        return sentences.note("other cards", plain_text.joined_with("or", titles))
    if lacking:
        return sentences.note("lacking words", messages.as_typed(request, lacking))
    return sentences.note("no clear answer")


def _list_doubts(request: search_request.Request) -> sentences.Notes:
    """A hint on fields if the words ask for a list that words cannot ask for: if they
    only describe and limit it (`errata before 1997`), or except something.
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
    asks_for_list = is_list or _excepts(expansion, kinds)
    return [sentences.note("list")] if asks_for_list else []


def _excepts(
    expansion: ranking.Expansion, kinds: Sequence[query_words.WordKind]
) -> bool:
    """Whether words of these kinds except a person or nature (`tracing, not by sparky`,
    `dreff no errata`), or a card: `ice except dreff`, `dreff not olivia`.
    """
    words = expansion.words
    telling = " ".join(kind for kind in kinds if kind != "asking")
    if re.search("denial (?:person|nature)", telling):
        return True
    pairs = zip(words, kinds[1:], strict=False)
    if any(word == "no" and kind in ("person", "nature") for word, kind in pairs):
        return True
    mentions = expansion.card_mentions
    if mentions and not {"except", "excluding"}.isdisjoint(words):
        return True
    before_names = [mention.places.start - 1 for mention in mentions]
    is_denied = any(i >= 0 and kinds[i] == "denial" for i in before_names)
    return is_denied and expansion.has_few_words_beside_names


def _is_only_in_questions(request: search_request.Request) -> bool:
    """Whether only our questions, which nobody sees, have the telling words."""
    index = request.index
    expansion = request.expansion
    words = [expansion.corrected.get(word, word) for word in expansion.telling_words]
    stems = map(index.analyzer.stem, words)
    slots = (index.with_term(".terms", stem) for stem in stems)
    return not expansion.card_mentions and not any(slots)


def _is_cited(request: search_request.Request, slot: int) -> bool:
    """Whether the citations of an entry have all that is asked_words: `8/9/96 ruling`."""
    index = request.index
    words = request.expansion.telling_words
    asked_words = [word for word in words if index.word_kind(word) != "ruling"]
    if not asked_words:
        return False
    stems = map(index.analyzer.stem, asked_words)
    return all(slot in index.with_term(".cited", stem) for stem in stems)


def _unasked_words(
    index: inverted_index.Index, slot: int, words: list[str]
) -> list[str]:
    """Those of the words that neither an entry nor our questions on it have."""
    return [
        word
        for word in words
        if slot not in dict(index.postings(index.analyzer.stem(word)).impacts)
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
    asked_words = [word for word in words if request.index.word_kind(word) == "other"]
    return bool(asked_words) and {*asked_words} <= {*_lacking_words(ranked_results)}


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
    if expansion.card_mentions:
        stems.add("*")
    telling = {*map(index.analyzer.stem, expansion.telling_words_beside_names)}
    telling.difference_update(rulebook.optional_stems)
    for row, sentence in rulebook.topics.items():
        if telling <= {*row.split()} <= stems:
            return sentence
    return ""


def _results_without_game_name(
    ranked_results: retrieval.RankedResults,
) -> retrieval.RankedResults:
    """The results without the name of the game in the query. Every citation has it, so
    it would make any answer surer: `in Netrunner, can I …`.
    """
    request = ranked_results.request
    text = request.query.text
    other_text = re.sub(query_patterns.GAME_PATTERN, " ", text, flags=re.IGNORECASE)
    if text == other_text or request.expansion.sources_named:
        return ranked_results
    names = query_names.find_names(request.index, other_text)
    expansion = ranking.expand(request.index, names, request.query.wildcards)
    other_results = retrieval.ranked_results(replace(request, expansion=expansion))
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
    length = weights["length"] * log(max(1, len(expansion.telling_words)))
    return score + length - weights["negative"] * ranked_results.negative_similarity
