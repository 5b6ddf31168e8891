"""The rules that decide whether the words shown may not answer the query."""

from __future__ import annotations

from collections.abc import Callable
from math import log
from typing import NamedTuple

from rulings.model import vocabulary
from rulings.search import (
    finding,
    inverted_index,
    messages,
    passages,
    phrases,
    ranking,
    results,
    understanding,
)

_UNSURE = "no ruling, section or step surely here answers"

RuleDecision = list[str] | None  # reasons to doubt, none, or None if another rule decides


class AnswerabilityRule(NamedTuple):
    """A rule of answerability, with a query that it decides."""

    example: str
    decide: Callable[
        [understanding.Request, finding.RankedResults, list[results.Hit]], RuleDecision
    ]


def reasons(
    request: understanding.Request, ranked_results: finding.RankedResults, hits: list[results.Hit]
) -> list[str]:
    """Why the words shown may not answer; nothing if they surely do, or the query is a whole
    name.
    """
    for rule in RULES:
        why = rule.decide(request, ranked_results, hits)
        if why is not None:
            return why
    return []


def _loses(
    request: understanding.Request, _: finding.RankedResults, hits: list[results.Hit]
) -> RuleDecision:
    """Numbers, negations and the like that are in no condition, in no name and not in the words
    shown.
    """
    if request.is_name:  # `fetch 401`
        return None
    unread, meanings = request.query.plain.unread, set[str]()
    expansion = request.expansion
    name_words = {expansion.words[place] for place in expansion.covered}
    name_words.add(str(ranking.players_asked(expansion)))
    if any(meaning for _, meaning in unread):
        for hit in hits:
            items = phrases.items(request.index, f"{hit.title} {hit.passage}")
            meanings.update(map(phrases.meaning_to_keep, items))
    doubts = list[str]()
    for words, meaning in unread:
        is_shown = bool(meaning) and meaning in meanings
        if not is_shown and words.lower() not in name_words:
            doubts.append(f"“{words}” was not understood")
    return doubts or None


def _has_foreign_game(
    request: understanding.Request, ranked_results: finding.RankedResults, *_: object
) -> RuleDecision:
    other_game = ranked_results.best and finding.foreign_game(request, ranked_results.best.number)
    return [f"the best match is about {other_game}"] if other_game else None


def _lacks_row(
    request: understanding.Request, ranked_results: finding.RankedResults, *_: object
) -> RuleDecision:
    """Whether a tournament is asked for so few players that no row of a table is for them."""
    settings, players = request.index.settings, ranking.players_asked(request.expansion)
    if players is None or any(ranking.is_for(players, row) for row in settings.of_players.values()):
        return None
    is_tournament = (
        ranked_results.best and settings.games[ranked_results.best.number] != vocabulary.NETRUNNER
    )
    return [f"no table has a row for {players} players"] if is_tournament else None


def _shows_no_word(
    request: understanding.Request, ranked_results: finding.RankedResults, hits: list[results.Hit]
) -> RuleDecision:
    """Questions that nobody sees find it; they never make certain."""
    index, expansion = request.index, request.expansion
    if expansion.card_names or _has_shown_word(request, hits):
        return None
    words_of_questions = list[str]()
    for word in expansion.content_words:
        is_in_text = index.with_term(".terms", index.analyzer.stem(word))
        if not is_in_text and word not in expansion.corrected:
            words_of_questions.append(word)
    return (
        messages.unknown_words(request)
        or messages.unknown_words(request, words_of_questions)
        or [_UNSURE]
    )


def _by_strength(
    request: understanding.Request, ranked_results: finding.RankedResults, *_: object
) -> RuleDecision:
    weights = request.index.weights.confidence
    strength = strength_of(request, ranked_results) or 0.0
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
    stems = {"*"} if expansion.covered else set[str]()
    for place, word in enumerate(expansion.words):
        if place not in expansion.covered:
            stems.add(index.analyzer.stem(word))
            if word not in passages.UNHIGHLIGHTED:
                telling.add(index.analyzer.stem(word))
    telling.difference_update(rulebook.beside)
    for row, sentence in rulebook.topics.items():
        if telling <= {*row.split()} <= stems:
            return [sentence]
    return None


RULES = (  # the first rule that decides
    # The other game's cards and terms count even if this game has the words.
    AnswerabilityRule(
        "does Sneakdoor Beta count as a run on HQ",
        lambda r, f, h: messages.notes_on_the_other_game(r) or None,
    ),
    AnswerabilityRule("how many rounds for 3 players", _lacks_row),
    AnswerabilityRule(
        "Sterdroid noisy?",
        lambda r, f, h: (
            ["this is one of the questions that nothing here answers"]
            if r.index.entries_asked(r.shown) == []
            else None
        ),
    ),
    AnswerabilityRule(
        "how many bits at start", lambda r, f, h: asks_the_rulebook(r.index, r.expansion)
    ),
    # A list or a name always answers.
    AnswerabilityRule("rulings before proteus", _loses),
    # The entry itself is asked for, so its words do not matter.
    AnswerabilityRule(
        "bordwalk",
        lambda r, f, h: [] if r.is_name or (r.named and not r.expansion.unknown) else None,
    ),
    AnswerabilityRule(
        "glacier agenda point dreff",
        lambda r, f, h: (
            [] if f.best and r.index.settings.ids[f.best.number] in finding.on_both(r) else None
        ),
    ),
    # All results meet all conditions.
    AnswerabilityRule(
        "is:errata zzzz",
        lambda r, f, h: messages.unknown_words(r) if strength_of(r, f) is None else None,
    ),
    # This counts however well the entry matches.
    AnswerabilityRule("can the corp redraw its opening hand", _has_foreign_game),
    # This comes before the score, which our questions make high.
    AnswerabilityRule("executed", _shows_no_word),
    AnswerabilityRule(
        "shuffling",
        lambda r, f, h: [] if len(r.expansion.terms) == 1 and _has_shown_word(r, h) else None,
    ),
    AnswerabilityRule("tarce limit", _by_strength),
)


def strength_of(
    request: understanding.Request, ranked_results: finding.RankedResults
) -> float | None:
    """The strength of the best entry: how well it answers the known words of the query; None if the
    query is all conditions.
    """
    index, expansion, best_entry = request.index, request.expansion, ranked_results.best
    weights = index.weights.confidence
    all_match = request.query.condition is not None and (
        len(expansion.covered) == len(expansion.words) or not request.query.has_optional_words
    )
    if not expansion.words or all_match or request.only_names or best_entry is None:
        return None
    known_weight = sum(group.weight for group in expansion.term_groups)
    unknown_weight = len(expansion.unknown) * index.idf(1)
    score = best_entry.score + weights["length"] * log(len(expansion.words))
    answered_weight = score * known_weight / ((known_weight + unknown_weight) or 1.0)
    return answered_weight - weights["negative"] * ranked_results.negative_similarity


def _has_shown_word(request: understanding.Request, hits: list[results.Hit]) -> bool:
    """Whether any word typed or meant, of two letters at least, stands in an inflected form in the
    hits.

    If the first is a section, its lines must have it: others than those that answer may be shown.
    If no telling word is in any text, the others say nothing: `can i tune`.
    """
    expansion, analyzer = request.expansion, request.index.analyzer
    corrected = expansion.corrected
    query_words = [corrected.get(word, word) for word in expansion.content_words]
    if any(request.index.with_term(".terms", analyzer.stem(word)) for word in query_words):
        query_words = [corrected.get(word, word) for word in expansion.terms]
    query_forms = {*map(analyzer.uninflected, query_words)}
    if hits and hits[0].kind == "section":
        hits = hits[:1]
    hit_words = set[str]()
    for hit in hits:
        hit_words.update(map(analyzer.uninflected, analyzer.words(f"{hit.title} {hit.passage}")))
    return any(len(word) > 1 for word in query_forms & hit_words)
