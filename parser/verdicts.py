"""Checks the rows that change what a judge is told to follow.

Notes, reversals, near-identical rulings and inheritance become verdicts, and each verdict is asked
the same (`FAULTS`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import product
from typing import NamedTuple

from rulings.model import entities, hand_edited, plain_text, validation, vocabulary
from rulings.parser import entries
from rulings.parser.checker import NEGATION, ReferenceChecker

OVERRULE, DISPUTE, EXCEPT = "overrule", "dispute", "be an exception to"
REPEAT, APPLY = "stand for", "apply to"
_LEAST_ALIKE = 0.3  # least likeness of two rulings that say nearly the same
_SIDES = {  # kind of a contradiction → where its sides are printed, if not in one document
    "manual-against-ruling": ("manual", "rulings"),
    "manual-against-run-chart": ("manual", "run-chart"),
    "manual-against-rulebook": ("manual", ""),
    "ruling-against-run-chart": ("rulings", "run-chart"),
    "later-against-earlier": ("rulings", "rulings"),
}
AnyRow = (
    entities.Note | hand_edited.ReversalRow | hand_edited.NearIdentical | hand_edited.InheritanceRow
)
VerdictSide = Mapping[str, str | None]  # id → the words that the row quotes from it


class Verdict(NamedTuple):
    """The meaning of a row on two statements: what the `winners` do (`effect`) to the `losers`.

    `key`: of the row, that decides. Without an effect both stay as they are.
    """

    file: str
    row: AnyRow
    key: str
    one: VerdictSide
    other: VerdictSide
    effect: str = ""
    winners: Collection[str] = ()
    losers: Collection[str] = ()
    as_a_whole: bool = True

    @property
    def targets(self) -> Collection[str]:
        """The ids to which a reader is sent, or of what nobody has decided."""
        return self.losers if self.effect == DISPUTE else self.winners

    @property
    def overruled(self) -> Collection[str]:
        """The ids of what it supersedes."""
        return self.losers if self.effect == OVERRULE else ()

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Each of the winners with each of the losers on the other side."""
        across = [*product(self.one, self.other), *product(self.other, self.one)]
        return [pair for pair in across if pair[0] in self.winners and pair[1] in self.losers]

    @property
    def location(self) -> str:
        """File and line of the row."""
        return f"{self.file}.yaml, line {validation.line_of(self.row)}"

    @property
    def prose(self) -> str:
        """What a note or reversal says in our words, and the ids of what it names as related."""
        words = [getattr(self.row, key, None) for key in _PROSE]
        return " ".join(filter(None, [*words, *getattr(self.row, "related", ())]))

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids on both sides."""
        return (*self.one, *self.other)


_PROSE = ("title", "reason", "note", "earlier", "table")


def verdicts(edited: hand_edited.HandEdited) -> Iterator[Verdict]:
    """The verdicts of notes and reversals."""
    for note in edited.notes:
        yield _of_note(note)
    for row in edited.reversals:
        later: VerdictSide = {row.ruling: row.words}
        lost, doubtful = dict.fromkeys(row.replaces), dict.fromkeys(row.in_doubt)
        earlier: VerdictSide = {**lost, **doubtful}
        verdict = Verdict("reversals", row, "replaces", later, earlier, OVERRULE)
        if earlier:
            verdict = verdict._replace(winners=later, losers=lost)
        yield verdict
        if doubtful:
            verdict = verdict._replace(key="in_doubt", other=doubtful, effect=DISPUTE)
            yield verdict._replace(losers=doubtful)


def all_verdicts(edited: hand_edited.HandEdited) -> Iterator[Verdict]:
    """The verdicts of all rows, also on rulings that are shown once, and on cards that inherit
    some.
    """
    yield from verdicts(edited)
    for same in edited.near_identical:
        one, other = dict.fromkeys(same.rulings[:1]), dict.fromkeys(same.rulings[1:])
        ids = same.rulings
        yield Verdict("near-identical", same, "rulings", one, other, REPEAT, ids, ids)
    for row in edited.inheritance:
        heirs, source = dict.fromkeys(row.cards), dict.fromkeys([row.ruling or row.subject])
        yield Verdict("inheritance", row, "ruling", heirs, source, APPLY, source, heirs)


def _of_note(note: entities.Note) -> Verdict:
    one, other = _side(note.one), _side(note.other)
    verdict = Verdict("notes", note, "follow", one, other)
    is_clarification = note.kind == vocabulary.CLARIFICATION
    if note.follow == "neither":
        both_sides = {**one, **other}
        disputed = verdict._replace(effect=DISPUTE, winners=both_sides, losers=both_sides)
        return verdict if is_clarification else disputed
    winner, loser = one, other
    if note.follow == "other":
        winner, loser = other, one
    if is_clarification:
        return verdict._replace(winners=winner)
    effect = OVERRULE if note.is_contradiction else EXCEPT
    as_a_whole = note.extent == "whole"
    return verdict._replace(effect=effect, winners=winner, losers=loser, as_a_whole=as_a_whole)


def _side(quotation: entities.Quotation | None) -> VerdictSide:
    if quotation is None:
        return {}
    also_words = {id: quotation.also_words.get(id) for id in quotation.also}
    return {quotation.entry_id: quotation.words, **also_words}


def verdicts_by_pair(edited: hand_edited.HandEdited) -> dict[frozenset[str], Verdict]:
    """The verdicts on each two statements that a note or reversal compares."""
    by_pair: dict[frozenset[str], Verdict] = {}
    for verdict in verdicts(edited):
        for pair in product(verdict.one, verdict.other):
            by_pair[frozenset(pair)] = verdict
    return by_pair


# What must be true of each verdict; a fault is a sentence that says what is wrong.


def check_verdicts(checker: ReferenceChecker) -> None:
    """Asks everything of each row."""
    for verdict in all_verdicts(checker.edited):
        for find_faults in FAULTS.values():
            for sentence in dict.fromkeys(find_faults(checker, verdict)):
                checker.add_error(verdict.file, verdict.row, sentence, verdict.key)


def same_faults(checker: ReferenceChecker, verdict: Verdict) -> Iterator[str]:
    """The sides must differ."""
    for id in verdict.one.keys() & verdict.other.keys():
        first, second = verdict.one[id] or "", verdict.other[id] or ""
        if first in second or second in first:
            yield f"{id} is on both sides with the same words; name two statements"
    row = verdict.row
    if isinstance(row, hand_edited.InheritanceRow) and row.subject in row.cards:
        yield f"{row.subject} cannot inherit its own rulings"


def kind_faults(checker: ReferenceChecker, verdict: Verdict) -> Iterator[str]:
    """The kind must fit both sides."""
    for id in verdict.ids:
        document = checker.document_of.get(id)
        if document and document.game != vocabulary.NETRUNNER:
            yield f"{id} is about another game"
    row = verdict.row
    if isinstance(row, hand_edited.InheritanceRow):
        ruling = checker.rulings.get(row.ruling or "")
        if ruling and ruling.subject.id != row.subject:
            yield f"{row.ruling} is not a ruling on {row.subject}"
    elif isinstance(row, hand_edited.ReversalRow):
        if not entries.SPEAKS_OF_REVERSAL.search(row.words):
            words = plain_text.quoted(row.words, whole=True)
            yield f"{words} does not say that {row.ruling} reverses another; quote what does, or write a note"
    elif isinstance(row, entities.Note) and row.is_contradiction:
        yield from _places_of_sides(checker, verdict, row.kind)


def _places_of_sides(checker: ReferenceChecker, verdict: Verdict, kind: str) -> Iterator[str]:
    """Both sides must be printed where those of a contradiction of this kind are."""
    sides = verdict.one, verdict.other
    documents = [checker.printed_in(next(iter(side), "")) for side in sides]
    if any(side and not document for side, document in zip(sides, documents, strict=True)):
        return  # another check tells of an id that leads nowhere
    needed_documents = _SIDES.get(kind, (documents[0], documents[0]))
    if {*documents} != {*needed_documents}:
        yield f"the kind {kind} is for {_places(needed_documents)}, not for {_places(documents)}"


def _places(documents: Iterable[str]) -> str:
    return " and ".join(f"a statement of `{name}`" for name in documents if name)


def apart_faults(checker: ReferenceChecker, verdict: Verdict) -> Iterator[str]:
    """Have both sides a subject or a card in common, or does the row say what they are about?"""
    row = verdict.row
    if isinstance(row, hand_edited.InheritanceRow):
        yield from _faults_of_heirs(checker, row)
    elif isinstance(row, hand_edited.NearIdentical):
        for first_id, second_id in product(verdict.one, verdict.other):
            if checker.likeness(first_id, second_id) < _LEAST_ALIKE:
                yield f"{first_id} and {second_id} have hardly a word in common"
    elif verdict.effect and not row.about:
        for side, across in ((verdict.one, verdict.other), (verdict.other, verdict.one)):
            ids_apart = [id for id in side if checker.is_apart(id, across)]
            if ids_apart:
                yield (
                    f"{' and '.join(ids_apart)} and {' and '.join(across)} have neither a subject "
                    "nor a card in common; if both are on one question, say under `about` on which"
                )
                return


def _faults_of_heirs(checker: ReferenceChecker, row: hand_edited.InheritanceRow) -> Iterator[str]:
    """A card must be referred to the subject, named in the ruling, or have the keyword."""
    if row.ruling and row.ruling not in checker.rulings:
        return  # another check tells of an unknown card
    concerned_ids = checker.concerned_ids.get(row.ruling or "", ())
    words = (row.words or "").lower()
    for card in filter(None, map(checker.cards.get, row.cards)):
        if row.takes in ("only", "not"):
            if row.subject not in [inheritance.subject.id for inheritance in card.inherits]:
                yield f"{card.id} inherits nothing from {row.subject}"
            continue
        has_keyword = any(keyword.lower() in words for keyword in card.keywords)
        if card.id not in concerned_ids and not has_keyword:
            yield f"{card.id} is not named in {row.ruling or row.subject}, and `words` has none of its keywords"


def standing_faults(checker: ReferenceChecker, verdict: Verdict) -> Iterator[str]:
    """The standing of what is followed, or disputes, must allow that. authorities.yaml says who is
    official, for whom, and when.

    A council, or a document later than the printed list, may overrule the publisher if the row names
    it.
    """
    if verdict.effect == APPLY:
        return
    words_by_id = {**verdict.other, **verdict.one}
    for winner, loser in verdict.pairs:
        rank = checker.standing_of(winner, words_by_id[winner])
        if rank >= checker.standing_of(loser, words_by_id[loser]):
            continue
        if rank != vocabulary.STANDING_ORDER["players-council"]:
            yield (
                f"{winner} is not official, by authorities.yaml and documents.yaml, and cannot "
                f"{verdict.effect} {loser}: follow that, or make it a clarification"
            )
            continue
        ruling, authors = checker.rulings[winner], dict[str, str]()
        for citation in ruling.citations:
            if citation.council:
                authors[citation.council.name] = "council"
            elif checker.is_later_document(ruling, citation):
                authors[citation.authority] = "later document"
        prose = plain_text.fold(verdict.prose)
        is_named = any(plain_text.fold(name) in prose for name in authors)
        if verdict.effect == REPEAT or not is_named:
            kind = next(iter(authors.values()))
            yield (
                f"{winner} is the word of a {kind} ({', '.join(authors)}), and {loser} that of the "
                f"publisher: if it is to {verdict.effect} that, write the {kind}'s name into the title or reason"
            )


def age_faults(checker: ReferenceChecker, verdict: Verdict) -> Iterator[str]:
    """A statement that takes back another one must be later."""
    if verdict.effect != OVERRULE and not isinstance(verdict.row, hand_edited.ReversalRow):
        return
    for pair in verdict.pairs:
        newer, older = map(checker.rulings.get, pair)
        if newer and newer.dates and newer.dates[-1] < vocabulary.RELEASE_DATE:
            yield (
                f"{newer.id} ({newer.date}) has a date before the release of the game, and cannot "
                "supersede: correct it, or add the likely one to dates.yaml"
            )
        elif newer and older and newer.dates and older.dates and newer.dates[-1] < older.dates[-1]:
            yield (
                f"{newer.id} ({newer.date}) is older than {older.id} ({older.date})"
                " and cannot supersede it"
            )


def negation_faults(checker: ReferenceChecker, verdict: Verdict) -> Iterator[str]:
    """Rulings that are shown as one must say the same."""
    if verdict.effect != REPEAT:
        return
    verdicts_on_pairs = verdicts_by_pair(checker.edited)
    for first_id, second_id in product(verdict.one, verdict.other):
        note = verdicts_on_pairs.get(frozenset((first_id, second_id)))
        if note and note.effect:
            yield f"{first_id} and {second_id} are no repetition: {note.location} decides between them"
        elif checker.negates(first_id, second_id):
            yield f"{first_id} and {second_id} differ in a negation: they need a note, not this row"


_CUT = re.compile(rf"{NEGATION}\s+\Z", re.IGNORECASE)


def quotation_faults(checker: ReferenceChecker, verdict: Verdict) -> Iterator[str]:
    """What decides are words of the ruling, with the “not” before them."""
    for id, quotation in (*verdict.one.items(), *verdict.other.items()):
        ruling = checker.rulings.get(id)
        text = ruling.text if ruling else checker.targets["entry"].get(id, "")
        for words, places in plain_text.places_of_parts(quotation or "", text):
            if places and all(_CUT.search(text[:start]) for start, _ in places):
                yield f"{plain_text.quoted(words, whole=True)} is cut off from its negation in {id}; quote that too"
            elif ruling and not places and verdict.effect and words in ruling.printed:
                yield f"{plain_text.quoted(words, whole=True)} is the citation or label of {id}; quote its words"


FAULTS: dict[str, Callable[[ReferenceChecker, Verdict], Iterable[str]]] = {
    "same": same_faults,
    "kind": kind_faults,
    "apart": apart_faults,
    "standing": standing_faults,
    "age": age_faults,
    "negated": negation_faults,
    "quotation": quotation_faults,
}
