"""The rules that decide whether the words shown may not answer the query."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from math import log
from typing import NamedTuple

from rulings.search import (
    finding,
    inverted_index,
    messages,
    parameters,
    plain_words,
    ranking,
    results,
)

_FIELD = re.compile(parameters.FIELD_PATTERN)
_MARK = re.compile(r"\b[0-9]+\b|[<>]=?")
_UNSURE = "no ruling, section or step surely here answers"

RuleDecision = list[str] | None  # reasons to doubt, none, or None if another rule decides


class AnswerabilityRule(NamedTuple):
    """A rule of answerability, by the name that the page knows, and a query that it decides."""

    name: str
    example: str
    decide: Callable[[finding.RankedResults, list[results.Hit]], RuleDecision]


def reasons(ranked_results: finding.RankedResults, hits: list[results.Hit]) -> list[str]:
    """Why the words shown may not answer; nothing if they surely do, or the query is a whole
    name.
    """
    decisions = (rule.decide(ranked_results, hits) for rule in RULES)
    return next(decision for decision in decisions if decision is not None)


def _is_negative_question(ranked_results: finding.RankedResults, _: object) -> RuleDecision:
    request = ranked_results.request
    if request.index.entries_asked(request.shown) == []:
        return ["this is one of the questions that nothing here answers"]
    return None


def _loses(ranked_results: finding.RankedResults, hits: list[results.Hit]) -> RuleDecision:
    """What the query denies; a word that only lists have; numbers and signs of a short query that
    are in no condition, no name and no words shown.
    """
    request = ranked_results.request
    if denied := request.query.plain.denied:
        return [f"“{denied}” was not searched for, because it is denied; {parameters.HOW_TO_LIST}"]
    if request.is_name:
        return None
    if stray := request.query.plain.stray:
        return [f"“{stray}” was not understood; {parameters.HOW_TO_LIST}"]
    if not plain_words.is_short(request.index, request.shown):
        return None
    expansion = request.expansion
    known = {expansion.words[place] for place in expansion.covered}
    known |= {*expansion.unknown}
    for hit in hits:
        known.update(_MARK.findall(f"{hit.title} {hit.passage}"))
    known.update(_cited(ranked_results, len(hits), request.expansion.words))
    outside = _FIELD.sub(" ", request.query.text)
    lost = [mark for mark in _MARK.findall(outside) if mark not in known]
    return [f"“{mark}” was not understood" for mark in dict.fromkeys(lost)] or None


def _is_name(ranked_results: finding.RankedResults, _: object) -> RuleDecision:
    """Whether an entry itself is asked for, so that its words do not matter."""
    request = ranked_results.request
    is_named = bool(request.named) and not request.expansion.unknown
    return [] if request.is_name or is_named else None


def _is_on_both(ranked_results: finding.RankedResults, _: object) -> RuleDecision:
    request, best = ranked_results.request, ranked_results.best
    ids_on_both = finding.on_both(request)
    return [] if best and request.index.settings.ids[best.number] in ids_on_both else None


def _has_foreign_game(ranked_results: finding.RankedResults, _: object) -> RuleDecision:
    """This counts however well the entry matches."""
    best = ranked_results.best
    other_game = best and finding.foreign_game(ranked_results.request, best.number)
    return [f"the best match is about {other_game}"] if other_game else None


def _shows_no_word(ranked_results: finding.RankedResults, hits: list[results.Hit]) -> RuleDecision:
    """Questions that nobody sees find it; they make the score high, but never certain."""
    request = ranked_results.request
    index, expansion = request.index, request.expansion
    if expansion.card_names or _has_shown_word(ranked_results, hits):
        return None
    words_of_questions = list[str]()
    for word in expansion.telling_words:
        is_in_text = index.with_term(".terms", index.analyzer.stem(word))
        if not is_in_text and word not in expansion.corrected:
            words_of_questions.append(word)
    return (
        messages.unknown_words(request)
        or messages.unknown_words(request, words_of_questions)
        or [_UNSURE]
    )


def _by_strength(ranked_results: finding.RankedResults, _: object) -> RuleDecision:
    request = ranked_results.request
    weights = request.index.weights.confidence
    strength = strength_of(ranked_results) or 0.0
    least, why = weights["least_without_card"], _UNSURE
    if request.expansion.sure_cards:
        least = weights["least"]
    if strength >= least:
        return []
    if strength + weights["negative"] * ranked_results.negative_similarity >= least:
        why = "this is like questions that nothing here answers"
    return messages.unknown_words(request) or messages.cards_without_rulings(request) or [why]


def asks_the_rulebook(index: inverted_index.Index, expansion: ranking.Expansion) -> RuleDecision:
    """Whether no document answers a question, though some entry has its words; names of cards
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
            return [sentence]
    return None


RULES = (  # the first rule that decides
    # The other game's cards and terms count even if this game has the words.
    AnswerabilityRule(
        "names-other-game",
        "does Sneakdoor Beta count as a run on HQ",
        lambda ranked, _: messages.notes_on_the_other_game(ranked.request) or None,
    ),
    AnswerabilityRule("negative-question", "Sterdroid noisy?", _is_negative_question),
    AnswerabilityRule(
        "asks-the-rulebook",
        "how many bits at start",
        lambda ranked, _: asks_the_rulebook(ranked.request.index, ranked.request.expansion),
    ),
    # A list or a name always answers.
    AnswerabilityRule("loses", "rulings before proteus", _loses),
    AnswerabilityRule("is-name", "bordwalk", _is_name),
    AnswerabilityRule("is-on-both", "glacier agenda point dreff", _is_on_both),
    # All results meet all conditions.
    AnswerabilityRule(
        "meets-conditions",
        "is:errata zzzz",
        lambda ranked, _: (
            messages.unknown_words(ranked.request) if strength_of(ranked) is None else None
        ),
    ),
    AnswerabilityRule(
        "has-foreign-game", "can the corp redraw its opening hand", _has_foreign_game
    ),
    AnswerabilityRule("shows-no-word", "executed", _shows_no_word),
    AnswerabilityRule(
        "shows-one-word",
        "shuffling",
        lambda ranked, hits: (
            []
            if len(ranked.request.expansion.terms) == 1 and _has_shown_word(ranked, hits)
            else None
        ),
    ),
    AnswerabilityRule("by-strength", "tarce limit", _by_strength),
)
RULE_NAMES = tuple(rule.name for rule in RULES)  # by which the page has its own


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


def _has_shown_word(ranked_results: finding.RankedResults, hits: list[results.Hit]) -> bool:
    """Whether any word typed or meant, of two letters at least, stands in an inflected form in the
    hits.

    If the first is a section, its lines must have it: others than those that answer may be shown.
    If no telling word is in any text, the others say nothing: `can i tune`.
    """
    index, expansion = ranked_results.request.index, ranked_results.request.expansion
    analyzer, corrected = index.analyzer, expansion.corrected
    query_words = [corrected.get(word, word) for word in expansion.telling_words]
    if any(index.with_term(".terms", analyzer.stem(word)) for word in query_words):
        query_words = [corrected.get(word, word) for word in expansion.terms]
    query_forms = {*map(analyzer.uninflected, query_words)}
    if hits and hits[0].kind == "section":
        hits = hits[:1]
    hit_words = set[str]()
    if not expansion.unknown:
        hit_words.update(map(analyzer.uninflected, _cited(ranked_results, len(hits), query_words)))
    for hit in hits:
        hit_words.update(map(analyzer.uninflected, analyzer.words(f"{hit.title} {hit.passage}")))
    return any(len(word) > 1 for word in query_forms & hit_words)


def _cited(ranked_results: finding.RankedResults, count: int, words: Iterable[str]) -> list[str]:
    """Those of these words that a citation of one of the first hits has."""
    index = ranked_results.request.index
    numbers = {candidate.number for candidate in ranked_results.ranked[:count]}
    stem = index.analyzer.stem
    return [word for word in words if not numbers.isdisjoint(index.with_term(".cited", stem(word)))]
