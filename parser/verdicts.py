"""Checks what notes and reversals tell a judge to follow: nothing is overruled by a slip, and no two
of them say different things.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import NamedTuple

from rulings.model import entities, hand_edited, selecting, validation
from rulings.parser.checker import ReferenceChecker

OVERRULE, DISPUTE = "overrule", "dispute"


class Verdict(NamedTuple):
    """What a row says of two statements: what the `winners` do to the `losers` (`effect`), or nothing.
    In a note that follows neither, both are disputed.
    """

    file: str
    row: entities.Note | hand_edited.ReversalRow
    effect: str
    winners: tuple[str, ...]
    losers: tuple[str, ...]
    as_a_whole: bool = True

    @property
    def location(self) -> str:
        """File and line of the row."""
        return f"{self.file}.yaml, line {validation.line_of(self.row)}"

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Each of the winners with each of the losers."""
        return [*product(self.winners, self.losers)]


def verdicts(edited: hand_edited.HandEdited) -> Iterator[Verdict]:
    """The verdicts of notes and reversals."""
    for note in edited.notes:
        winners, losers = _ids(note.one), _ids(note.other)
        if note.follow == "other":
            winners, losers = losers, winners
        effect = DISPUTE if note.follow == "neither" else OVERRULE
        if not note.is_contradiction:
            if effect == DISPUTE:
                continue  # a clarification that follows neither says nothing of them
            effect = ""
        yield Verdict("notes", note, effect, winners, losers, note.extent == "whole")
    for row in edited.reversals:
        yield Verdict("reversals", row, OVERRULE, (row.ruling,), row.replaces)
        yield Verdict("reversals", row, DISPUTE, (row.ruling,), row.in_doubt)


def _ids(side: entities.Quotation | None) -> tuple[str, ...]:
    return (side.entry_id, *side.also) if side else ()


def check_verdicts(checker: ReferenceChecker) -> None:
    """Checks each verdict by itself and beside the others: a reader is given one verdict, and is not
    sent to a statement of which nothing remains.
    """
    gone: dict[str, str] = {}  # id of an overruled statement → the row that says so
    decided: dict[tuple[str, str], str] = {}
    rows = [*verdicts(checker.edited)]
    for verdict in rows:
        if verdict.effect == OVERRULE:
            decided |= dict.fromkeys(verdict.pairs, verdict.location)
            if verdict.as_a_whole:
                gone |= dict.fromkeys(verdict.losers, verdict.location)
    for verdict in rows:
        faults = [*_unsettled(verdict, gone, decided), *_wrong_sides(checker, verdict)]
        for fault in faults:
            checker.add_error(verdict.file, verdict.row, fault)


def _unsettled(
    verdict: Verdict, gone: Mapping[str, str], decided: Mapping[tuple[str, str], str]
) -> Iterator[str]:
    is_dispute = verdict.effect == DISPUTE
    for id in (*verdict.winners, *(verdict.losers if is_dispute else ())):
        if id in gone:
            advice = "nothing may call it disputed" if is_dispute else "follow what overrules it"
            yield f"{id} is superseded as a whole ({gone[id]}); {advice}"
    for pair in verdict.pairs if is_dispute else ():
        if location := decided.get(pair) or decided.get(pair[::-1]):
            names = " and ".join(pair)
            yield f"{names} are disputed here, but {location} says which to follow"


def _wrong_sides(checker: ReferenceChecker, verdict: Verdict) -> Iterator[str]:
    """What overrules or disputes must have the standing, and be later; and both sides must have a
    subject or a card in common, if the row does not say what they are about.
    """
    for winner, loser in verdict.pairs if verdict.effect else ():
        if _is_official(checker, loser) and not _is_official(checker, winner):
            yield f"{winner} is not official, and cannot {verdict.effect} {loser}: follow that"
        newer, older = checker.rulings.get(winner), checker.rulings.get(loser)
        if newer is None or older is None:
            continue  # a section or a step is about all cards, and has no date
        is_dated = newer.dates and older.dates
        if verdict.effect == OVERRULE and is_dated and newer.dates[-1] < older.dates[-1]:
            yield f"{winner} ({newer.date}) is older than {loser} ({older.date})"
        if not verdict.row.about and _concerns(newer).isdisjoint(_concerns(older)):
            yield (
                f"{winner} and {loser} have neither a subject nor a card in common; if both are on "
                "one question, say under `about` on which"
            )


def _is_official(checker: ReferenceChecker, id: str) -> bool:
    """Whether a ruling is official, or the document of a section; steps are."""
    if section := checker.sections.get(id):
        return checker.parsed.sources.documents[section.document].row.official
    return id not in checker.rulings or checker.rulings[id].official


def _concerns(ruling: entities.Ruling) -> set[str]:
    """The cards and subjects that a ruling is about."""
    references = (ruling.subject, *ruling.see)
    return selecting.subject_and_named_cards(ruling) | {reference.id for reference in references}
