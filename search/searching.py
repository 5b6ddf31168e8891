"""An open index and a query → `Results`: parse, expand, retrieve candidates with Whoosh, re-rank, explain.

The page does the same in `site/theme/js/search-searching.js`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import log
from typing import Any

from whoosh import query as whoosh_query

from rulings.names import resolving
from rulings.search import constants, explanation
from rulings.search.constants import (
    ANSWERS,
    CANDIDATES,
    COMMON,
    DOCUMENT_KINDS,
    LEAST_SCORE,
    LONGEST_QUERY,
    MARKED_SIMILARITY,
    MOST_NOTES,
    NAME_CONFIDENCE,
    NAMED_CONFIDENCE,
    TAGS,
)
from rulings.search.entity_linking import LinkedEntity
from rulings.search.expansion import Expansion, expand
from rulings.search.index import Index
from rulings.search.passages import best_passage
from rulings.search.query_parser import Query, parse
from rulings.search.reranking import Named, Reranker
from rulings.search.results import Hit, Results, word_spans
from rulings.storage.cache import Damaged

_NEWEST = re.compile(constants.NEWEST, re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Options:
    """Restrictions of a search (None: unrestricted), and the order of its results."""

    limit: int | None = 10  # None: all
    side: str | None = None
    type: str | None = None
    game: str | None = None
    as_of: str | None = None  # ISO 8601
    kinds: Iterable[str] | None = None
    official: bool = False
    by_date: bool = False  # the newest first

    def filter(self, index: Index) -> list[Any]:
        """The Whoosh query that every result must match because of the restrictions."""
        found = [
            whoosh_query.Term(name, index.vocabulary.analyzer.slug(value))
            for name, value in (("side", self.side), ("type", self.type), ("game", self.game))
            if value
        ]
        if self.as_of:
            found.append(whoosh_query.TermRange("since", None, self.as_of))
        if self.official:
            found.append(whoosh_query.Term("is", "official"))
        if self.kinds is not None:
            found.append(whoosh_query.Or([whoosh_query.Term("kind", kind) for kind in self.kinds]))
        return found


@dataclass(slots=True)
class Scored:
    """A document's number in the index, its score, and the features of the score."""

    number: int
    score: float
    features: dict[str, float] = field(default_factory=dict)


def search_index(index: Index, typed: str, options: Options) -> Results:
    """The results of one query. No query is an error; a damaged index is rebuilt."""
    try:
        return _answer(index, typed, options)
    except Damaged:
        index.rebuild()
        return _answer(index, typed, options)


def _answer(index: Index, typed: str, options: Options) -> Results:
    newest = _NEWEST.fullmatch(typed)
    if newest:
        typed = ("is:errata" if (newest[1] or "").lower() == "errata" else "kind:ruling") + newest[2]
    query = parse(index, typed)
    shown = " ".join("".join(c if c.isprintable() else " " for c in typed[:400]).split())
    candidate_filter = _matching(index, query.must, options)
    if query.must is not None and not candidate_filter and query.fallback.strip() and not _is_only_fields(query):
        query.notes.append("nothing matches the query exactly; its words were searched for instead")
        query.text, query.must = query.fallback, query.fields
        candidate_filter = _matching(index, query.must, options)
    asked = expand(index.vocabulary, query.text[:LONGEST_QUERY])
    if asked.unknown and len(asked.corrected) == len(asked.concepts) and not asked.entities:
        asked.concepts.clear()  # every word is unknown or a guess: nothing is known of what was asked
    found, counts = _find(index, query, asked, candidate_filter, options)
    if not found:
        reasons, nearest = explanation.nothing(index, query, asked, candidate_filter, options.kinds, shown)
        return Results(
            shown,
            0,
            tuple(query.notes[:MOST_NOTES]),
            explanation=tuple(reasons),
            nearest=tuple(nearest),
            confidence="low",
        )
    if options.by_date or newest:
        found.sort(key=lambda one: index.stored(one.number)["date"] or "", reverse=True)
    notes = list(query.notes)
    if asked.unknown:
        notes.append(explanation.unknown_words(index, shown, asked.unknown))
    if query.must is None:  # of the words that a pattern stands for nobody typed any
        notes += explanation.unruled(index, asked, NAMED_CONFIDENCE) or explanation.apart(
            index, asked, NAMED_CONFIDENCE
        )
    return Results(
        shown,
        len(found),
        tuple(dict.fromkeys(notes))[:MOST_NOTES],
        tuple(_hit(index, one, asked) for one in found[: options.limit]),
        confidence="high" if _is_confident(index, query, asked, found[0]) else "low",
        counts=counts,
        reading=explanation.reading(index, asked),
    )


def _is_only_fields(query: Query) -> bool:
    return query.must is query.fields and not query.text.strip()


def _matching(index: Index, must: Any, options: Options) -> set[int] | None:
    """The numbers of the documents that pass fields and options; None: all."""
    parts = [*([must] if must is not None else []), *options.filter(index)]
    return set(index.searcher.docs_for_query(whoosh_query.And(parts))) if parts else None


def _find(
    index: Index, query: Query, asked: Expansion, candidate_filter: set[int] | None, options: Options
) -> tuple[list[Scored], dict[str, int]]:
    """The results, best first and without duplicates; and, for fields alone, the count of each kind."""
    if candidate_filter is not None and not candidate_filter:
        return [], {}
    first = [number for id in query.ids if (number := index.number_of("id", id)) is not None]
    if not asked.words and not first:
        if candidate_filter is None or query.must is None:
            return [], {}
        return _by_fields_alone(index, candidate_filter)
    wide = _admits_names(index, candidate_filter, options)
    if query.must is None or wide:
        first += _asked_by_name(index, asked)
    first = [number for number in dict.fromkeys(first) if candidate_filter is None or number in candidate_filter]
    named = _named_cards(index, query, asked)
    numbers = _retrieved(index, asked, named, candidate_filter, options)
    ranked = _reranked(index, asked, named, numbers, wide)
    best = ranked[0].score if ranked else 0.0
    ranked = _without_duplicates(
        index, [one for one in ranked if one.score >= LEAST_SCORE * best and one.number not in first]
    )
    ranked = _superseded_last(index, ranked)
    return [Scored(number, max(1.0, best) + 0.1, {"name": 1.0}) for number in first] + ranked, {}


def _by_fields_alone(index: Index, numbers: set[int]) -> tuple[list[Scored], dict[str, int]]:
    """The results of fields alone: answers first, then cards and topics; and the count of each kind."""
    counts = dict[str, int]()
    scored = list[Scored]()
    for number in sorted(numbers):
        candidate = index.candidate(number)
        counts[candidate.kind] = counts.get(candidate.kind, 0) + 1
        scored.append(Scored(number, candidate.prior, {"prior": candidate.prior}))
    scored.sort(key=lambda one: (DOCUMENT_KINDS.index(index.candidate(one.number).kind), -one.score, one.number))
    return scored, {kind: counts[kind] for kind in DOCUMENT_KINDS if kind in counts}


def _named_cards(index: Index, query: Query, asked: Expansion) -> list[Named]:
    """The cards named in the query or in its fields, each with more weight than an equally rare word."""
    known = {card for one in asked.entities for card in one.cards}
    entities = [*asked.entities, *(LinkedEntity(0, 0, (card,), 1.0) for card in query.cards if card not in known)]
    found = list[Named]()
    for one in entities:
        keys = tuple(f"card/{card}" for card in one.cards)
        reader = index.searcher.reader()
        frequency = max((int(reader.doc_frequency("about", key)) for key in keys), default=0)
        if frequency:
            weight = (
                index.weights["name"]
                * one.confidence
                * index.vocabulary.idf(frequency) ** (1 / index.weights["idf_power"])
            )
            found += [Named(keys, weight)] if weight > 0 else []
    return found


def _retrieved(
    index: Index, asked: Expansion, named: list[Named], candidate_filter: set[int] | None, options: Options
) -> list[int]:
    """The numbers of Whoosh's candidates. Common words only add to what rare words find, if there are any."""
    common = COMMON * index.vocabulary.count
    rare, frequent = list[Any](), list[Any]()
    for concept in asked.concepts:
        many = max(index.vocabulary.frequency(stem) for stem in concept.terms) > common
        for stem, closeness in concept.terms.items():
            (frequent if many else rare).append(whoosh_query.Term("terms", stem, boost=concept.weight * closeness))
    rare += [whoosh_query.Term("about", key, boost=one.weight) for one in named for key in one.keys]
    if not rare and not frequent:
        return []
    wanted = whoosh_query.Or(rare or frequent)
    if rare and frequent:
        wanted = whoosh_query.AndMaybe(wanted, whoosh_query.Or(frequent))
    most = max(CANDIDATES, 2 * (options.limit or index.vocabulary.count))
    numbers = index.best(wanted, most, candidate_filter)
    if rare and frequent and len(numbers) < CANDIDATES:  # nothing rare stands there: what is common may answer
        more = index.best(whoosh_query.Or(frequent), CANDIDATES, candidate_filter)
        numbers += [number for number in more if number not in set(numbers)]
    return numbers


def _reranked(index: Index, asked: Expansion, named: list[Named], numbers: list[int], wide: bool) -> list[Scored]:
    """The candidates, best first. `wide`: with cards and topics."""
    reranker = Reranker(asked, named, index.weights, index.lengths)
    scored = list[Scored]()
    for number in numbers:
        candidate = index.candidate(number)
        if candidate.kind in ANSWERS:
            features = reranker.features(candidate)
            prior = candidate.prior * (index.weights["asked_source"] if candidate.source in asked.sources else 1.0)
            scored.append(Scored(number, reranker.score(features, prior), {**features, "prior": prior}))
        elif wide:
            scored.append(Scored(number, candidate.prior))
    scored.sort(key=lambda one: (-one.score, one.number))
    return scored


def _without_duplicates(index: Index, scored: list[Scored]) -> list[Scored]:
    """The same without those that are near-identical to an earlier one."""
    taken, kept = set[str](), list[Scored]()
    for one in scored:
        stored = index.stored(one.number)
        if stored["id"] not in taken:
            taken.update(id for id, _ in stored["duplicates"])
            kept.append(one)
    return kept


def _superseded_last(index: Index, scored: list[Scored]) -> list[Scored]:
    """The same order, but superseded rulings follow those that supersede them, unless superseded only in part."""
    stored = [index.stored(one.number) for one in scored]
    place = {document["id"]: at for at, document in enumerate(stored)}
    keys = list[float]()
    for at, document in enumerate(stored):
        superseding = (
            [place.get(id, at) for id in document["superseded_by"]] if document["status"] == "superseded" else []
        )
        keys.append(max([at, *(other + 0.5 for other in superseding)]))
    return [scored[at] for at in sorted(range(len(scored)), key=lambda at: keys[at])]


def _admits_names(index: Index, candidate_filter: set[int] | None, options: Options) -> bool:
    """Whether cards and topics are asked for: by the kinds in `options`, or because fields leave nothing else."""
    if options.kinds is not None:
        return not {"card", "topic"}.isdisjoint(options.kinds)
    answers = whoosh_query.Or([whoosh_query.Term("kind", kind) for kind in ANSWERS])
    return candidate_filter is not None and candidate_filter.isdisjoint(index.searcher.docs_for_query(answers))


def _asked_by_name(index: Index, asked: Expansion) -> list[int]:
    """The card or topic, if the query is just its name."""
    if not asked.words:
        return []
    topic = resolving.exact_ids(index.names, " ".join(asked.words), "topic")
    ids = _card_of_whole(index, asked)
    found = [index.number_of("id", id) for id in (*ids, *(topic if not ids else ()))]
    return [number for number in found if number is not None]


def _card_of_whole(index: Index, asked: Expansion) -> list[str]:
    """The ids of the cards that the whole query names: by title, alias, part of a title, or misspelling.

    Of a query that names them only in part or misspelt, the words are taken from `asked`, and the cards put there.
    """
    entities, words = asked.entities, asked.words
    if len(entities) == 1 and entities[0].start == 0 and entities[0].stop == len(words):
        is_name = entities[0].corrected or entities[0].confidence * len(entities[0].cards) ** 0.5 >= NAME_CONFIDENCE
        return list(entities[0].cards) if is_name else []
    if len(words) > 5:
        return []
    strange = bool(asked.unknown or asked.corrected) or any(one.corrected for one in entities)
    whole = " ".join(words)
    exact = resolving.exact_ids(index.names, whole)
    if len(exact) == 1:
        return exact
    if not entities and len(words) > 1:
        named = resolving.resolve(index.names, whole, allow_typos=strange)
        if named.status == "found":
            _ask_only_for(named.ids, asked)
            return named.ids
    inside: set[str] = set.intersection(*({*one.cards} for one in entities)) if entities else set()
    if not inside and (entities or not strange):
        return []  # several cards are named, or none and every word is known
    named = resolving.resolve(index.names, whole, allow_typos=strange)
    if not named.ids or (inside and (named.status != "found" or inside.isdisjoint(named.ids))):
        return []
    _ask_only_for(named.ids, asked)
    return named.ids


def _ask_only_for(cards: list[str], asked: Expansion) -> None:
    """Changes `asked`: it then names the cards, and has none of the words of their names."""
    asked.concepts.clear()
    asked.unknown.clear()
    asked.corrected.clear()
    asked.entities[:] = [LinkedEntity(0, len(asked.words), tuple(cards), 1.0)]


def _is_confident(index: Index, query: Query, asked: Expansion, best: Scored) -> bool:
    """Whether the best result is likely to be an answer: it contains what is asked for, and few words are unknown.

    The weights are a logistic regression over answered and unanswered queries (tests/data, the halves for tuning).
    """
    if "found" not in best.features or not asked.words or query.must is not None:  # a name, or a card among the hits
        return True
    unknown = len(asked.unknown) * index.vocabulary.idf(1)
    total = sum(concept.weight for concept in asked.concepts) + unknown
    signs = {
        "found": best.features["found"],
        "known": 1 - unknown / total if total else 0.0,
        "score": best.score,
        "length": log(len(asked.words)),
    }
    weights = index.weights["confidence"]
    return bool(sum(weights[name] * value for name, value in signs.items()) >= weights["least"])


def _hit(index: Index, one: Scored, asked: Expansion) -> Hit:
    stored = index.stored(one.number)
    analyzer = index.vocabulary.analyzer
    weights = {
        stem: c.weight * closeness
        for c in asked.concepts
        for stem, closeness in c.terms.items()
        if closeness >= MARKED_SIMILARITY
    }
    passage = best_passage(analyzer, stored["text"], weights) if stored["kind"] == "section" else stored["text"]
    return Hit(
        kind=stored["kind"],
        id=stored["id"],
        title=stored["title"],
        document=stored["document"],
        game=stored["game"],
        text=stored["text"],
        passage=passage,
        score=round(one.score, 4),
        url=stored["url"],
        question=stored["question"],
        who=stored["who"],
        date=stored["date"],
        status=stored["status"],
        superseded_by=tuple(stored["superseded_by"]),
        duplicates=tuple((id, title) for id, title in stored["duplicates"]),
        tags=tuple(tag for tag in stored["natures"] if tag in TAGS),
        spans=word_spans(analyzer, passage, frozenset(weights)),
        features={name: round(value, 3) for name, value in one.features.items()},
    )
