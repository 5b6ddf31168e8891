"""Decides whether what was found may not answer the query.

The page does the same in `site/theme/js/engine/answerability.js`.
"""

from __future__ import annotations

import re
from math import log

from rulings.search import (
    finding,
    inverted_index,
    messages,
    parameters,
    ranking,
    understanding,
)

_UNSURE = "no ruling, section or step surely here answers"


def reasons(ranked_results: finding.RankedResults) -> list[str]:
    """Why what was found may not answer; nothing if it surely does, or the query is an id or a whole
    name.
    """
    request, best = ranked_results.request, ranked_results.best
    index = request.index
    if request.query.numbers:
        return []
    # The other game's cards and terms count even if this game has the words.
    if sentences := messages.notes_on_the_other_game(request):
        return sentences
    if index.entries_asked(request.shown) == []:
        return ["this is one of the questions that nothing here answers"]
    if sentence := asks_the_rulebook(index, request.expansion):
        return [sentence]
    # A name always answers, and so does what is on both of two cards
    if request.is_name or (request.named and not request.expansion.unknown):
        return []
    if best and index.settings.ids[best.number] in finding.on_both(request):
        return []
    if asks_for_list(request):
        return [parameters.HOW_LISTS_ARE_ASKED_FOR]
    strength = strength_of(ranked_results)
    if best is None or strength is None:  # all results meet all conditions
        return messages.unknown_words(request)
    # This counts however well the entry matches
    if other_game := finding.foreign_game(request, best.number):
        return [f"the best match is about {other_game}"]
    if _is_asked_alone(request):
        telling = request.expansion.telling_words
        return messages.unknown_words(request) or messages.unknown_words(request, telling)
    return _why_weak(ranked_results, strength)


def asks_for_list(request: understanding.Request) -> bool:
    """Whether the words seem to ask for a list, which only fields give: all are values of fields or
    words of lists, or a limit stands beside what it limits.
    """
    index, conditions = request.index, request.query.conditions
    words = index.analyzer.words(request.shown)
    if request.query.field_conditions or len(words) > parameters.MAX_LIST_WORDS:
        return False
    stems = {*map(index.analyzer.stem, words)}
    said = {kind: stems & of_kind for kind, of_kind in index.list_stems.items()}
    said["time"] |= {word for word in words if re.fullmatch(parameters.YEAR_PATTERN, word)}
    said["amount"] |= {word for word in words if re.fullmatch("[0-9]+", word)} - said["time"]
    named = said["person"] | said["time"] | said["kind"] | said["edition"]
    facts = (said["fact"] | said["amount"]) - named
    telling = {*words}.difference(parameters.EVERYDAY_WORDS)
    others = {*map(index.analyzer.stem, telling)}.difference(*said.values())
    return bool(
        # `virus program` is text, `virus programs by sparky` is none
        (2 * len(named) + len(facts) > 2 and not (others or conditions))
        or (said["bound"] and said["time"])
        or (said["denial"] and (said["person"] or said["kind"]))
        or (said["order"] and said["kind"])
    )


def _is_asked_alone(request: understanding.Request) -> bool:
    """Whether only questions that nobody sees have the telling words, and no text has any."""
    index, expansion = request.index, request.expansion
    words = [expansion.corrected.get(word, word) for word in expansion.telling_words]
    having = (index.with_term(".terms", index.analyzer.stem(word)) for word in words)
    return not expansion.card_names and not any(having)


def _why_weak(ranked_results: finding.RankedResults, strength: float) -> list[str]:
    """Why an entry of that strength may not answer; nothing if it is strong enough."""
    request = ranked_results.request
    weights = request.index.weights.confidence
    least = weights["least" if request.expansion.sure_cards else "least_without_card"]
    if strength >= least:
        return []
    why = _UNSURE
    if strength + weights["negative"] * ranked_results.negative_similarity >= least:
        why = "this is like questions that nothing here answers"
    return messages.unknown_words(request) or messages.cards_without_rulings(request) or [why]


def asks_the_rulebook(index: inverted_index.Index, expansion: ranking.Expansion) -> str:
    """A sentence if no document answers a question, though some entry has its words; names of cards
    count as `*`.
    """
    rulebook, telling = index.settings.rulebook, set[str]()
    stems = {"*"} if expansion.card_names else set[str]()
    for place, word in enumerate(expansion.words):
        if place not in expansion.covered:
            stems.add(index.analyzer.stem(word))
            if word not in parameters.EVERYDAY_WORDS:
                telling.add(index.analyzer.stem(word))
    telling.difference_update(rulebook.optional_stems)
    for row, sentence in rulebook.topics.items():
        if telling <= {*row.split()} <= stems:
            return sentence
    return ""


def strength_of(ranked_results: finding.RankedResults) -> float | None:
    """The strength of the best entry: how well it answers the known words of the query; None if the
    query is all conditions.
    """
    request = ranked_results.request
    index, expansion, best_entry = request.index, request.expansion, ranked_results.best
    weights = index.weights.confidence
    all_match = bool(request.query.conditions) and (
        len(expansion.covered) == len(expansion.words) or not request.query.has_optional_words
    )
    if not expansion.words or all_match or request.only_names or best_entry is None:
        return None
    known_weight = sum(group.weight for group in expansion.term_groups)
    unknown_weight = len(expansion.unknown) * index.idf(1)
    score = best_entry.score + weights["length"] * log(len(expansion.words))
    answered_weight = score * known_weight / ((known_weight + unknown_weight) or 1.0)
    return answered_weight - weights["negative"] * ranked_results.negative_similarity
