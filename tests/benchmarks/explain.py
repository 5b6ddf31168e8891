"""Explains one search: a query → how it was read, and why each result has its rank.

The search computes every number that is shown. `recorded` keeps what its functions
return while it answers. An assertion fails if the parts that are shown do not add up to
the score.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from inspect import isfunction, isgenerator, isgeneratorfunction
from math import isclose, log
from pkgutil import resolve_name
from textwrap import fill, shorten
from typing import Any
from unittest.mock import patch

from rulings.model.knowledge import Knowledge
from rulings.search import (
    answerability,
    filters,
    messages,
    parameters,
    pipeline,
    retrieval,
    search_documents,
)
from rulings.search.ranking import ScoredDocument
from rulings.search.results import Results

# The functions that are recorded, besides those of `answerability` and `messages`
_RECORDED = """
search_request.read_request ranking._idf_of_best ranking._impacts_of
ranking._cards_with_weights ranking._sums ranking._similarity ranking._in_a_row
ranking.score_documents retrieval._ranks retrieval.ranked_results retrieval.other_rules
inverted_index.Index.entries_with_question
"""
# Parts of a `Rank` → the meanings of their values, from 0
MEANINGS = {
    "leads": ("no", "yes"),
    "asked": ("no", "yes"),
    "on_names": ("no", "yes"),
    "nearness": ("no word", "far", "other game", "near", "unofficial", "official"),
}
_FORMULA = "score = (words + similar) × missing × kind × few × query + row"
_WIDTHS = (9, 11, 10, 7, 6, 8, 6)  # of the columns below it
_LINE_LENGTH = 100

# The name of a function, its arguments, and what it returned
Call = tuple[str, tuple[Any, ...], Any]


def recorded(kb: Knowledge, query: str) -> tuple[Results, list[Call]]:
    """All results of a query, and the calls of the functions of the search, in the
    order in which they ended.
    """
    calls = list[Call]()

    def recording(path: str) -> Any:
        function = resolve_name(path)
        name = path.rpartition(".")[2]

        def call(*args: Any, **options: Any) -> Any:
            value = function(*args, **options)
            if isgenerator(value):
                value = [*value]
            calls.append((name, args, value))
            return value

        return call

    paths = [f"rulings.search.{name}" for name in _RECORDED.split()]
    for module in (answerability, messages):
        for name, value in vars(module).items():
            if isfunction(value) and not isgeneratorfunction(value):
                paths.append(f"{module.__name__}.{name}")
    with pipeline.INDEX_LOCK, ExitStack() as stack:
        for path in paths:
            stack.enter_context(patch(path, recording(path)))
        return pipeline.run(kb, query, None), calls


class Explanation:
    """One search, with what its functions returned."""

    def __init__(self, kb: Knowledge, query: str) -> None:
        self.kb = kb
        self.results, self.calls = recorded(kb, query)
        self.request = self._value("read_request")
        self.index = self.request.index
        self.expansion = self.request.expansion
        self.sums = self._value("_sums")
        self.ranks = self._value("_ranks")
        self.ranked_results = self._value("ranked_results")
        self.listed: list[ScoredDocument] = (
            self.ranked_results.scored_documents if self.ranked_results else []
        )
        similarities = self._calls("_similarity")
        self._similarities = {args[2]: value for args, value in similarities}
        self._term_groups = [*self._read_term_groups()] if self.sums else []

    def _calls(self, name: str) -> list[tuple[tuple[Any, ...], Any]]:
        """The arguments and the value of each call of a function."""
        return [(args, value) for called, args, value in self.calls if called == name]

    def _value(self, name: str) -> Any:
        """What the first call of a function returned; None if there was no call."""
        return next((value for _, value in self._calls(name)), None)

    def to_dict(self, ids: Iterable[str] = ()) -> dict[str, Any]:
        """The explanation as JSON: of the first ten results, or of those with these ids
        or ends of ids.
        """
        chosen = sorted(map(self._with_id, ids), key=self.rank) or self.listed[:10]
        before = self.rank(chosen[0]) - 2 if chosen else -1
        above = [self.listed[before] if before >= 0 else None, *chosen]
        return {
            "query": self._query(),
            "term_groups": [group for group, _ in self._term_groups],
            "results": [*map(self._result, chosen, above)],
            "total": self.results.total,
            "confidence": self._confidence(),
        }

    def _with_id(self, id: str) -> ScoredDocument:
        """The scored document with an id or the end of one. Its score is 0 if it has none of
        the words.
        """
        found, _ = self._value("score_documents") or ([], 0.0)
        scored_documents: list[ScoredDocument] = [*self.listed, *found]
        slots = list[int]()
        for slot, document in enumerate(self.index.documents):
            if f"-{document.id}".endswith(f"-{id}"):
                slots.append(slot)
        if not slots:
            raise SystemExit(f"nothing has the id “{id}”")
        for scored_document in scored_documents:
            if scored_document.slot in slots:
                return scored_document
        return ScoredDocument(slots[0], 0.0)

    def rank(self, scored_document: ScoredDocument) -> int:
        """Its rank, from 1. If it is not among the results, it comes after the last."""
        slots = [listed.slot for listed in self.listed]
        return [*slots, scored_document.slot].index(scored_document.slot) + 1

    def _query(self) -> dict[str, list[str]]:
        """How the query was read, in words."""
        expansion = self.expansion
        words = expansion.words
        documents = self.index.documents
        corrected = expansion.corrected.items()
        named = self.request.named_slots
        return {
            "QUERY": [self.request.text],
            "words": [" ".join(words)],
            "corrected": [f"{word} → {intended}" for word, intended in corrected],
            "unknown": expansion.unknown,
            "names": [*self._names()],
            "named": [documents[slot].id for slot in named],
            "skipped": [words[place] for place in sorted(expansion.skipped_places)],
            "sources": sorted(expansion.sources_named),
            "conditions": [*self._conditions()],
            "orders": self._orders(),
            "notes": [*self.results.notes, *self.results.explanation],
        }

    def _names(self) -> Iterator[str]:
        """The names of cards in the query, each with its places and its confidence."""
        words = self.expansion.words
        for places, cards, confidence, as_typed in self.expansion.card_mentions:
            ids = " or ".join(self.index.documents[slot].id for slot in cards)
            name = as_typed or " ".join(words[place] for place in places)
            place = f"({places.start}:{places.stop})"
            yield f"{name} {place} = {ids}, confidence {confidence:.2f}"

    def _conditions(self) -> Iterator[str]:
        """The conditions, each with the number of documents that meet it."""
        query = self.request.query
        fields = query.field_conditions.items()
        texts_by_identity = {id(clause): text for text, clause in fields}
        for clause in query.conditions:
            text = texts_by_identity.get(id(clause), "a phrase, `-`, `*` or OR")
            yield f"{text}: {len(filters.slots_meeting(self.index, [clause]))}"
        if query.conditions:
            yield f"all of these: {len(self.request.allowed)}"

    def _orders(self) -> list[str]:
        orders = self.request.query.orders
        return [f"sort:{'-' * order.is_descending}{order.field}" for order in orders]

    def _read_term_groups(self) -> Iterator[tuple[dict[str, Any], dict[int, float]]]:
        """The term groups and named cards, each with its impacts: slot of a document
        → how much it has of the group.
        """
        idfs = {id(args[1]): value for args, value in self._calls("_idf_of_best")}
        calls = self._calls("_impacts_of")
        total = self.sums.total
        for group, call in zip(self.expansion.term_groups, calls, strict=True):
            _, (impacts, _) = call
            weight = group.weight
            idf = idfs.get(id(group.stems), weight)  # of a word with `*`, the weight
            row = {
                "label": next(iter(group.stems)),
                "weight": weight,
                "of_all": weight / total,
                "idf": idf,
                "share": weight / idf,
                "stems": group.stems,
            }
            yield row, dict(impacts)
        cards = [mention.cards for mention in self.expansion.card_mentions]
        for card in self.request.query.cards:
            if card not in self.expansion.possible_cards:
                cards.append((card,))
        with_weights = self._value("_cards_with_weights")
        for slots, (weight, shares) in zip(cards, with_weights, strict=True):
            titles = [self.index.documents[slot].title for slot in slots]
            label = " or ".join(titles)
            yield {"label": label, "weight": weight, "of_all": weight / total}, shares

    def _result(
        self, scored_document: ScoredDocument, above: ScoredDocument | None
    ) -> dict[str, Any]:
        """A result: the parts of its score and rank, and what put it below another."""
        rank = self.rank(scored_document)
        data: dict[str, Any] = {
            "rank": rank,
            "id": self.index.documents[scored_document.slot].id,
            "score": scored_document.score,
            "coverage": scored_document.coverage,
        }
        if rank > len(self.listed):
            data["rank"] = None
            data["why"] = f"not listed: {self._why_not_listed(scored_document)}"
        elif above:
            reason = self._decided_by(above, scored_document)
            data["why"] = f"below {self.rank(above)} by {reason}"
        if scored_document.coverage is None:
            return data
        order = self.ranks.rank(scored_document)._asdict()
        data["order"] = {name: MEANINGS[name][order[name]] for name in MEANINGS}
        return data | self._parts(scored_document, scored_document.coverage)

    def _parts(
        self, scored_document: ScoredDocument, coverage: float
    ) -> dict[str, Any]:
        """The parts of a score, named as in `_FORMULA`."""
        slot = scored_document.slot
        sums = self.sums
        weights = self.index.weights
        document = self.index.documents[slot]
        in_a_row, bonus = self._value("_in_a_row")
        parts = {
            "words": sums.weighted_impacts[slot] / sums.total,
            "similar": weights.similarity * self._similarities[slot],
            "missing": 1 - weights.missing * (1 - coverage),
            "kind": document.kind_factor,
            "few": document.few_questions_factor,
            "query": sums.query_factors.get(slot, 1.0),
            "row": bonus if slot in in_a_row else 0.0,
        }
        variants = self.expansion.sources_named & parameters.VARIANTS.keys()
        if document.source_name in variants:
            parts["query"] /= weights.nature.get("variant", 1.0)
        words = [
            (group["label"], group["of_all"] * impacts.get(slot, 0.0))
            for group, impacts in self._term_groups
        ]
        of_words = sum(part for _, part in words)
        assert isclose(score_of(parts), scored_document.score), (document.id, parts)
        assert isclose(of_words, parts["words"]), (document.id, parts, words)
        return {"parts": parts, "by_word": words, "questions": self._questions(slot)}

    def _questions(self, slot: int) -> list[tuple[float, str]]:
        """The two questions of a document that are most similar to the query, each
        after its similarity. For `index.count`, they are questions that nothing answers.
        """
        index = self.index
        similar = self.sums.similar
        texts: Sequence[str] = self.kb.edited.unanswered
        if slot < index.count:
            texts = self.kb.computed(search_documents.documents)[slot].questions

        def text_of(question: int) -> str:
            size = index.tables.question_sizes[question]
            for text in texts:
                stems = {*index.analyzer.stems(text)}
                lists = [index.postings(stem).questions for stem in stems]
                if len(stems) == size and all(question in having for having in lists):
                    return text
            raise LookupError(question)

        questions = index.questions_of[slot]
        best = sorted(questions, key=lambda question: -similar[question])[:2]
        return [
            (similar[n] / self.sums.query_norm, text_of(n)) for n in best if similar[n]
        ]

    def _decided_by(
        self, above: ScoredDocument, scored_document: ScoredDocument
    ) -> str:
        """What put a result below another one."""
        if orders := self._orders():
            return " ".join(orders)
        above_rank, rank = map(self.ranks.rank, (above, scored_document))
        against = ", against the score" if scored_document.score > above.score else ""
        for place, name in enumerate(retrieval.Rank._fields[:-1]):
            values = above_rank[place], rank[place]
            if values[0] == values[1]:
                continue
            if name not in MEANINGS:
                return name
            words = [MEANINGS[name][value] for value in values]
            return f"{name}: {' before '.join(words)}{against}"
        return f"score: {above.score:.2f} before {scored_document.score:.2f}"

    def _why_not_listed(self, scored_document: ScoredDocument) -> str:
        allowed = self.request.allowed
        if allowed is not None and scored_document.slot not in allowed:
            return "it does not meet the conditions"
        if scored_document.coverage is None:
            return "it has none of the words"
        if self.ranks.keeps(scored_document):
            return "it is near-identical to a better one"
        least = parameters.MIN_SHARE_OF_BEST * self.ranks.best_score
        if scored_document.score < least:
            return f"score below {least:.2f}"
        return "it is on another game"

    def _confidence(self) -> dict[str, Any]:
        """The strength with its parts, the questions without an answer that are most
        similar to the query, and the doubts by the example of the criterion that has them.
        """
        data: dict[str, Any] = {"confidence": self.results.confidence}
        if not self.listed:
            return data
        data["negative"] = self._questions(self.index.count) if self.sums else []
        data["doubts"] = self._doubts()
        strength = self._value("strength_of")
        return data if strength is None else data | self._strength(strength)

    def _doubts(self) -> dict[str, Any]:
        """The doubts of the criterion that decides, if it has any, by its example."""
        criterion = answerability.assess(self.ranked_results)
        doubts = [doubt.sentence for doubt in criterion.doubts]
        return {criterion.example: doubts} if doubts else {}

    def _strength(self, strength: float) -> dict[str, Any]:
        """The strength of the best entry, with the parts and the thresholds."""
        weights = self.index.weights.confidence
        least = weights["least"]
        expansion = self.ranked_results.request.expansion
        high = weights["high"]
        if len(expansion.telling_words_beside_names) <= parameters.FEW_WORDS:
            high += weights["lacking"] * len(self._value("_unasked_words") or ())
        assert self.results.confidence != "medium" or least <= strength
        ranked_results = answerability._results_without_game_name(self.ranked_results)
        expansion = ranked_results.request.expansion
        best = ranked_results.best
        assert best  # without a best entry there is no strength
        length = weights["length"] * log(max(1, len(expansion.telling_words)))
        minus = weights["negative"] * ranked_results.negative_similarity
        known = (strength + minus - length) / best.score
        assert expansion.unknown or isclose(known, 1.0), (strength, best.score, minus)
        return {
            "strength": strength,
            "least": least,
            "high": high,
            "score": best.score,
            "length": length,
            "known": known,
            "minus": minus,
        }


def score_of(parts: dict[str, float]) -> float:
    """The score that these parts make."""
    factors = parts["missing"] * parts["kind"] * parts["few"] * parts["query"]
    return (parts["words"] + parts["similar"]) * factors + parts["row"]


def _line(head: str, *values: str, indent: int = 12) -> Iterator[str]:
    """A head with values beside it, in lines of `_LINE_LENGTH` characters. Nothing if
    there are no values.
    """
    if text := " · ".join(filter(None, values)):
        line = f"{head:<{indent}}{text}"
        yield fill(line, _LINE_LENGTH, subsequent_indent=" " * indent)


def as_text(data: dict[str, Any]) -> Iterator[str]:
    """The explanation, in lines of at most `_LINE_LENGTH` characters."""
    for head, values in data["query"].items():
        yield from _line(head, *values)
    yield "\nTERM GROUPS weight = idf × share  of all"
    for group in data["term_groups"]:
        yield from _term_group_lines(group)
    yield f"\nRESULTS   {_FORMULA}  asked names near"
    for result in data["results"]:
        yield from _result_lines(result)
    yield f"{'':10}{len(data['results'])} of {data['total']}"
    yield from _confidence_lines(data["confidence"])


def _term_group_lines(group: dict[str, Any]) -> Iterator[str]:
    is_of_words = "idf" in group
    idf = f"{group['idf']:6.2f}{group['share']:8.2f}" if is_of_words else " " * 14
    head = f"{'':12}{group['weight']:6.2f}{idf}{group['of_all']:8.2f}  "
    labels = [group["label"]]
    if is_of_words:
        labels = [f"{stem} {weight:.2f}" for stem, weight in group["stems"].items()]
    yield from _line(head, *labels, indent=len(head))


def _confidence_lines(confidence: dict[str, Any]) -> Iterator[str]:
    yield f"\nCONFIDENCE  {confidence['confidence']}"
    if "strength" in confidence:
        compared = "{strength:.2f} (least {least}, high {high}): "
        parts = "score {score:.2f} × known {known:.2f} + length {length:.2f}"
        line = f"{compared}{parts} − negative {{minus:.2f}}"
        yield from _line("strength", line.format(**confidence))
    yield from _line("negative", *map(_quoted, confidence.get("negative", ())[:1]))
    yield from _line("doubted like", *confidence.get("doubts", {}))


def _quoted(question: tuple[float, str]) -> str:
    """A question after its similarity, short enough for a line."""
    similarity, text = question
    return f"{similarity:.2f} {shorten(f'“{text}”', 74, placeholder=' …”')}"


def _result_lines(result: dict[str, Any]) -> Iterator[str]:
    rank = f"{result['rank'] or '–':>3}"
    yield from _line(rank, result["id"], result.get("why", ""), indent=5)
    if "parts" not in result:
        return
    parts = zip(result["parts"].values(), _WIDTHS, strict=True)
    slots = "".join(f"{part:{width}.2f}" for part, width in parts)
    _, asked, on_names, nearness = result["order"].values()
    yield f"{'':10}{result['score']:5.2f}{slots}  {asked:<6}{on_names:<6}{nearness}"
    words = sorted(result["by_word"], key=lambda word: -word[1])
    shown = [f"{label} {part:.2f}" for label, part in words if part >= 0.005]
    lacking = ", ".join(label for label, part in words if not part)
    lacks = f"lacks {lacking}" if lacking else ""
    yield from _line("", f"coverage {result['coverage']:.2f}", *shown, lacks, indent=10)
    if result["questions"]:
        first, *second = result["questions"]
        then = "".join(f", then {similarity:.2f}" for similarity, _ in second)
        yield from _line("", _quoted(first) + then, indent=10)
