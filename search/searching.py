"""An open index and a request → `Results`: retrieve candidates with Whoosh, re-rank, explain.

The page does the same in `site/theme/js/engine/searching.js`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from math import log
from typing import NamedTuple

from msgspec.structs import asdict
from whoosh.query import Or, Term

from rulings.model.constants import FAR_FUTURE, NETRUNNER
from rulings.search import constants, explanation
from rulings.search.card_names import CardMention
from rulings.search.expansion import Expansion
from rulings.search.index import Index
from rulings.search.options import Options
from rulings.search.request import Request, understand
from rulings.search.reranking import NamedCard, Reranker
from rulings.search.results import Hit, Results, word_spans


@dataclass(slots=True)
class ScoredDocument:
    """A document's number in the index, its score, and the features of the score."""

    number: int
    score: float
    features: dict[str, float] = field(default_factory=dict)
    joined: list[int] = field(default_factory=list)  # numbers of the statements that are shown together, best first


class RankedDocuments(NamedTuple):
    """What was found."""

    ranked: list[ScoredDocument]  # best first
    counts: dict[str, int]  # of each kind; filled only if everything that passes the filter is listed


def search_index(index: Index, typed: str, options: Options) -> Results:
    """The results of one query: its first hits and all notes, or why nothing was found. Every text is a valid query."""
    request = understand(index, typed, options)
    ranked, counts = find(request)
    if not ranked:
        reasons, nearest = map(tuple, explanation.why_nothing_found(request))
        notes = tuple(request.query.notes[: constants.MAX_NOTES])
        return Results(request.shown, 0, notes, confidence="low", explanation=reasons, nearest=nearest)
    if request.by_date:
        last_day = request.options.as_of or FAR_FUTURE

        def latest_date(scored: ScoredDocument) -> str:
            dates = request.index.ranking_data(scored.number).dates
            return max((date for date in dates if date <= last_day), default="")

        ranked.sort(key=latest_date, reverse=True)
    unknown = [explanation.unknown_words(request)] if request.expansion.unknown else []
    about_cards = explanation.cards_without_rulings(request) or explanation.cards_without_joint_ruling(request)
    is_confident = _is_confident(request, ranked[0])
    about_game = explanation.only_another_game(request, ranked[0].number) if is_confident else []
    corrected = explanation.corrected_words(request)
    sentences = dict.fromkeys([*request.query.notes, *corrected, *unknown, *about_cards, *about_game])
    highlighted = _stems_to_highlight(request.expansion)
    return Results(
        request.shown,
        len(ranked),
        tuple(sentences)[: constants.MAX_NOTES],
        tuple(_hit(request.index, scored, highlighted) for scored in ranked[: request.options.limit]),
        confidence="high" if is_confident else "low",
        counts=counts,
        reading=explanation.reading(request),
    )


def find(request: Request) -> RankedDocuments:
    """The documents found: those that the query names, then the best entries.

    A query that consists of conditions (fields, phrases, patterns, `OR`) finds everything that meets them.
    """
    index, query, expansion, passing = request.index, request.query, request.expansion, request.candidate_filter
    ids = dict.fromkeys((*query.ids, *request.named_subjects))
    all_subjects = [number for id in ids if (number := index.number_of(id)) is not None]
    is_empty = query.condition is None and not expansion.words and not all_subjects
    if is_empty or (passing is not None and not passing):
        return RankedDocuments([], {})
    subjects = [number for number in all_subjects if passing is None or number in passing]
    named = _named_cards(request) if expansion.words or subjects else []
    literal = index.entries_with(expansion.words, passing)
    ranked = _reranked(request, named, list(dict.fromkeys([*_retrieved(request, named), *sorted(literal)])))
    if request.includes_subjects and expansion.words and not (subjects or ranked):  # cards may have them as facts
        return _listed(index, [], _with_all_words(request))
    only_conditions = not (query.has_optional_words and (expansion.concepts or expansion.mentions))
    if passing and query.condition is not None and only_conditions and not all_subjects:
        unranked = passing.difference(scored.number for scored in ranked)
        return _listed(index, _superseded_last(index, ranked), unranked)
    best = ranked[0].score if ranked else 0.0
    least = constants.MIN_SHARE_OF_BEST * best
    matching = [s for s in ranked if (s.score >= least or s.number in literal) and s.number not in subjects]
    others = _without_near_identical(index, matching)
    names = [ScoredDocument(number, max(1.0, best) + constants.NAME_LEAD, {"name": 1.0}) for number in subjects]
    others = _this_game_first(request, others)
    others = _phrase_first(others, index.with_phrase(expansion.words) & literal, len(expansion.words))
    return RankedDocuments([*names, *_superseded_last(index, others)], {})


def _this_game_first(request: Request, scored: list[ScoredDocument]) -> list[ScoredDocument]:
    """What is on this game, if it answers nearly as well, then what is on another; as ranked if a source is named."""
    if not scored or request.expansion.sources:
        return scored
    this, other = list[ScoredDocument](), list[ScoredDocument]()
    for document in scored:
        (this if request.index.stored_document(document.number).game == NETRUNNER else other).append(document)
    if request.named_subjects:
        return this
    share = constants.OTHER_GAME_SHARE + constants.OTHER_GAME_SHARE_BY_WORD * len(request.expansion.words)
    is_answered = bool(this) and this[0].score >= share * scored[0].score
    return [*this, *other] if is_answered else scored


def _phrase_first(scored: list[ScoredDocument], having: set[int], count: int) -> list[ScoredDocument]:
    """The same order, but entries `having` the words of the query (`count`) in a row come first, or soon enough."""
    quoting = [document for document in scored if document.number in having]
    if count >= constants.MIN_QUOTED_WORDS:
        return [*quoting, *(document for document in scored if document.number not in having)]
    if count < 2 or not quoting or scored.index(quoting[0]) < constants.MAX_PHRASE_RANK:
        return scored
    rest = [document for document in scored if document is not quoting[0]]
    return [*rest[: constants.MAX_PHRASE_RANK - 1], quoting[0], *rest[constants.MAX_PHRASE_RANK - 1 :]]


def _with_all_words(request: Request) -> set[int]:
    """The numbers of the cards and topics that have every word of the query, in any form, that any of them has."""
    index, passing = request.index, request.candidate_filter or set[int]()
    stem = index.analyzer.stem
    found: list[set[int]] = []
    for wanted in dict.fromkeys(map(stem, request.expansion.words)):
        forms = Or([Term(".words", word) for word in index.lexicon(".words") if stem(word) == wanted])
        if numbers := passing.intersection(index.searcher.docs_for_query(forms)):
            found.append(numbers)
    return set.intersection(*found) if found else set()


def _listed(index: Index, ranked: list[ScoredDocument], unranked: set[int]) -> RankedDocuments:
    """The ranked documents, then the others: entries, cards and topics; and the count of each kind."""
    data = {number: index.ranking_data(number) for number in unranked}
    in_order = sorted(unranked, key=lambda n: (constants.DOCUMENT_KINDS.index(data[n].kind), -data[n].prior, n))
    shown = {index.stored_document(document.number).id for document in ranked}
    first_of = {id: n for n in reversed(in_order) if (id := index.stored_document(n).id) not in shown}
    others = [n for n in in_order if first_of.get(index.stored_document(n).id) == n]
    listed = [*ranked, *(ScoredDocument(n, data[n].prior, {"prior": data[n].prior}) for n in others)]
    counts = Counter[str](index.ranking_data(document.number).kind for document in listed)
    counts_by_kind = {kind: counts[kind] for kind in constants.DOCUMENT_KINDS if counts[kind]}
    return RankedDocuments(listed, counts_by_kind)


def _named_cards(request: Request) -> list[NamedCard]:
    """The cards named in the query or in its fields, each with more weight than an equally rare word."""
    index, expansion = request.index, request.expansion
    known = {id for mention in expansion.mentions for id in mention.card_ids}
    in_fields = [CardMention(0, 0, (id,), 1.0) for id in request.query.card_ids if id not in known]
    reader = index.searcher.reader()
    named: list[NamedCard] = []
    for mention in (*expansion.mentions, *in_fields):
        keys = tuple(f"card/{id}" for id in mention.card_ids)
        frequency = max((int(reader.doc_frequency(".about", key)) for key in keys), default=0)
        if frequency:
            rarity = index.vocabulary.idf(frequency) ** (1 / index.weights.idf_power)
            weight = index.weights.named_card * mention.confidence * rarity
            if weight > 0:
                named.append(NamedCard(keys, weight))
    return named


def _retrieved(request: Request, named: list[NamedCard]) -> list[int]:
    """The numbers of the candidates, which Whoosh retrieves by rare words, and by common ones if too few have these."""
    index, candidate_filter = request.index, request.candidate_filter
    common_frequency = constants.COMMON_SHARE * index.vocabulary.ranked_count
    rare: list[Term] = []
    frequent: list[Term] = []
    for concept in request.expansion.concepts:
        is_common = max(index.vocabulary.document_frequency(stem) for stem in concept.terms) > common_frequency
        for stem, closeness in concept.terms.items():
            (frequent if is_common else rare).append(Term(".terms", stem, boost=concept.weight * closeness))
    rare += [Term(".about", key, boost=card.weight) for card in named for key in card.keys]
    numbers = index.retrieve(Or(rare), candidate_filter)
    if len(numbers) < constants.MAX_CANDIDATES:
        others = index.retrieve(Or(frequent), candidate_filter)
        numbers = list(dict.fromkeys([*numbers, *others]))
    return numbers[: constants.MAX_CANDIDATES]


def _reranked(request: Request, named: list[NamedCard], numbers: list[int]) -> list[ScoredDocument]:
    """The candidates, best first; cards and topics only if they are asked for."""
    index, expansion = request.index, request.expansion
    reranker = Reranker(expansion, named, index.weights, index.average_lengths)
    scored: list[ScoredDocument] = []
    for number in numbers:
        candidate = index.ranking_data(number)
        if candidate.kind in constants.ENTRY_KINDS:
            features = reranker.features(candidate)
            prior = candidate.prior * (index.weights.asked_source if candidate.source in expansion.sources else 1.0)
            scored.append(ScoredDocument(number, reranker.score(features, prior), {**features, "prior": prior}))
        elif request.includes_subjects:
            scored.append(ScoredDocument(number, candidate.prior))
    return _by_section(index, scored)


def _by_section(index: Index, scored: list[ScoredDocument]) -> list[ScoredDocument]:
    """The documents, best first, and for each section one: its best statement, joined with others that answer too.

    A statement that is superseded only stands for its section if no other answers nearly as well.
    """
    scored.sort(key=lambda document: (-document.score, document.number))
    best_of: dict[str, list[ScoredDocument]] = {}
    for document in scored:
        best_of.setdefault(index.stored_document(document.number).id, []).append(document)
    kept: list[ScoredDocument] = []
    for found in best_of.values():
        together = [s for s in found if s.score >= constants.JOINED_SHARE * found[0].score]
        in_force = [s for s in together if index.stored_document(s.number).status != "superseded"]
        shown = in_force or together[:1]
        kept.append(replace(shown[0], joined=[document.number for document in shown[: constants.MAX_JOINED]]))
    return sorted(kept, key=lambda document: (-document.score, document.number))


def _without_near_identical(index: Index, scored: list[ScoredDocument]) -> list[ScoredDocument]:
    """The documents that are not near-identical to an earlier one."""
    others: set[str] = set()
    kept: list[ScoredDocument] = []
    for document in scored:
        stored = index.stored_document(document.number)
        if stored.id not in others:
            others.update(other.id for other in stored.also_under)
            kept.append(document)
    return kept


def _superseded_last(index: Index, scored: list[ScoredDocument]) -> list[ScoredDocument]:
    """The same order, but superseded documents follow those that supersede them, unless superseded only in part."""
    stored = [index.stored_document(document.number) for document in scored]
    rank_of = {document.id: i for i, document in enumerate(stored)}
    keys: dict[int, float] = {}

    def key(i: int) -> float:
        if i not in keys:
            keys[i] = i  # which also ends a circle
            superseding = stored[i].superseded_by if stored[i].status == "superseded" else ()
            keys[i] = max([i, *(key(rank_of[id]) + 0.5 for id in superseding if id in rank_of)])
        return keys[i]

    return [scored[i] for i in sorted(range(len(scored)), key=key)]


def _is_confident(request: Request, best: ScoredDocument) -> bool:
    """Whether the best result is probably an answer."""
    signals, weights = confidence_signals(request, best), request.index.weights.confidence
    if signals is None:  # the query is a name, or has conditions that the result meets
        return request.query.condition is None or not request.expansion.unknown
    return sum(weights[name] * value for name, value in signals.items()) >= weights["least"]


def confidence_signals(request: Request, best: ScoredDocument) -> dict[str, float] | None:
    """What the confidence in the best result depends on, under the names in `weights.yaml`; None if it is certain."""
    index, expansion = request.index, request.expansion
    only_names = sum(mention.stop - mention.start for mention in expansion.mentions) == len(expansion.words)
    must_match = request.query.condition is not None and (only_names or not request.query.has_optional_words)
    if "coverage" not in best.features or not expansion.words or must_match:
        return None
    known = sum(concept.weight for concept in expansion.concepts)
    unknown = len(expansion.unknown) * index.vocabulary.idf(1)
    return {
        "known": known / ((known + unknown) or 1.0),
        "score": best.score,
        "length": log(len(expansion.words)),
        "unanswered": Reranker(expansion, [], index.weights, index.average_lengths).similarity(index.unanswered),
    }


def _stems_to_highlight(expansion: Expansion) -> dict[str, float]:
    """The stems to highlight in a hit, with their weights."""
    return {
        stem: concept.weight * closeness
        for concept in expansion.concepts
        for stem, closeness in concept.terms.items()
        if closeness >= constants.HIGHLIGHT_CLOSENESS
    }


def _hit(index: Index, scored: ScoredDocument, highlighted: dict[str, float]) -> Hit:
    """The hit that shows a document, with the words that have the `highlighted` stems (stem → weight)."""
    stored = index.stored_document(scored.number)
    passage = _joined_passage(index, scored.joined) if len(scored.joined) > 1 else stored.passage
    return Hit(
        **asdict(stored) | {"passage": passage},
        score=round(scored.score, 4),
        spans=word_spans(index.analyzer, passage, frozenset(highlighted)),
        features={name: round(value, 3) for name, value in scored.features.items()},
    )


def _joined_passage(index: Index, numbers: list[int]) -> str:
    """As many statements of a section as fit, the first ones first, in their order; `…` marks what is between them."""
    chosen, length = list[int](), 0
    for number in numbers:
        length += len(index.stored_document(number).passage)
        if not chosen or length <= constants.MAX_PASSAGE_LENGTH:
            chosen.append(number)
    lines = list[str]()
    for number in sorted(chosen):
        own = index.stored_document(number).passage.split("\n")
        if lines and number - 1 not in chosen and lines[-1] != "…":
            lines.append("…")
        lines += [line for line in own if line == "…" or line not in lines]
    return "\n".join(lines)
