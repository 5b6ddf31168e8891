"""Checks of notes, reversals and near-identical rulings: who may overrule whom, what is decided in
one place and disputed in another, and which note a newer ruling calls for.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from rulings.model import entities, ids, rows, selecting, status, validation, vocabulary
from rulings.parser.checker import ReferenceChecker

_LEAST_ALIKE = 0.3  # likeness of two rulings that say nearly the same


def check_notes(checker: ReferenceChecker) -> None:
    """Checks the words of others that a note quotes, and that nothing older overrules."""
    for row in checker.edited.notes:
        for side in ("one", "other"):
            quotation = row.one if side == "one" else row.other
            if quotation:
                _check_words_of_others(
                    checker, quotation, row.extent == "part" and row.follow != side
                )
        if row.kind in vocabulary.AGREEING_KINDS or row.follow == "neither" or not row.other:
            continue
        sides = (row.one, row.other) if row.follow == "one" else (row.other, row.one)
        followed, overruled = (_ids_of(side) & checker.rulings.keys() for side in sides)
        for pair in product(sorted(followed), sorted(overruled)):
            newer, older = map(checker.rulings.__getitem__, pair)
            if newer.date and older.date and newer.date < older.date:
                checker.add_error(
                    "notes",
                    row,
                    f"{newer.id} ({newer.date}) is older than {older.id} ({older.date}) and cannot supersede it",
                    "follow",
                )


def _ids_of(side: entities.Quotation | None) -> set[str]:
    """The ids of all entries on one side of a note."""
    return {status.entry_id(side), *side.also} if side else set()


class _Verdict(NamedTuple):
    """What a note or a reversal makes of two statements: the ids that it follows, overrules or
    disputes.
    """

    file: str
    row: entities.Note | rows.Reversal
    key: str  # of the row, that decides
    one: set[str]
    other: set[str]
    followed: Collection[str] = ()
    overruled: Collection[str] = ()
    as_a_whole: bool = True
    disputed: Collection[str] = ()

    @property
    def prose(self) -> str:
        """What the row says in our words, and the ids of what it names as related."""
        row = self.row
        if isinstance(row, entities.Note):
            return " ".join((row.title, row.reason, row.table or "", *row.related))
        return " ".join(filter(None, (row.note, row.earlier, row.table)))

    def names(self, id: str) -> bool:
        """Whether the row names the entry anywhere."""
        return id in self.one | self.other or id in self.prose


def _verdicts(edited: rows.HandEdited) -> Iterator[_Verdict]:
    for note in edited.notes:
        one, other = _ids_of(note.one), _ids_of(note.other)
        winner, loser = (one, other) if note.follow == "one" else (other, one)
        verdict = _Verdict("notes", note, "follow", one, other)
        if note.kind in vocabulary.AGREEING_KINDS:
            yield verdict._replace(followed=winner if note.follow != "neither" else ())
        elif note.follow == "neither":
            yield verdict._replace(disputed=one | other)
        else:
            yield verdict._replace(
                followed=winner, overruled=loser, as_a_whole=note.extent == "whole"
            )
    for row in edited.reversals:
        one, lost, doubtful = {row.ruling}, set(row.replaces), set(row.in_doubt)
        yield _Verdict(
            "reversals", row, "ruling", one, lost | doubtful, one if lost or doubtful else (), lost
        )
        if doubtful:
            yield _Verdict("reversals", row, "in_doubt", one, doubtful, disputed=doubtful)


def check_settled(checker: ReferenceChecker) -> None:
    """Checks that nothing leads to a statement of which nothing remains, or disputes what is
    decided elsewhere.

    Otherwise a reader would be given two verdicts at once, or sent on to one that is no longer
    followed.
    """

    def wholly(verdict: _Verdict) -> set[str]:
        return {*verdict.overruled} if verdict.as_a_whole else set()

    overruled: dict[str, str] = {}  # and where that is said
    decided: dict[tuple[str, str], str] = {}
    verdicts = [*_verdicts(checker.edited)]
    for verdict in verdicts:
        place = f"{verdict.file}.yaml, line {validation.line_of(verdict.row)}"
        overruled |= dict.fromkeys(wholly(verdict), place)
        is_decided = (
            verdict.followed
            and isinstance(verdict.row, entities.Note)
            and verdict.row.kind != "clarification"
        )
        pairs = product(verdict.one, verdict.other) if is_decided else ()
        for one, other in pairs:
            decided[one, other] = decided[other, one] = place
    for verdict in verdicts:
        line = validation.line_of(verdict.row, verdict.key)
        for id in sorted(overruled.keys() & {*verdict.followed, *verdict.disputed}):
            what = (
                "nothing may call it disputed"
                if id in verdict.disputed
                else "follow what overrules it"
            )
            checker.add_error(
                verdict.file, line, f"{id} is superseded as a whole ({overruled[id]}); {what}"
            )
        for id in sorted(overruled.keys() & {*verdict.overruled} - wholly(verdict)):
            checker.add_warning(
                verdict.file,
                line,
                f"a part of {id} is superseded here, and all of it by {overruled[id]}"
                "; one of them is wrong",
            )
        for pair in (
            sorted(decided.keys() & product(verdict.one, verdict.other)) if verdict.disputed else ()
        ):
            checker.add_error(
                verdict.file,
                line,
                f"{' and '.join(pair)} are disputed here, but {decided[pair]} says which to follow",
            )
        _check_standing(checker, verdict, line)


def _check_standing(checker: ReferenceChecker, verdict: _Verdict, line: int) -> None:
    """Checks that nothing overrules what stands higher: authorities.yaml says who is official, and
    for whom, and when.

    A council may overrule the publisher, after whom it rules, if the row says so.
    """
    for one, other in product(sorted(verdict.followed), sorted(verdict.overruled)):
        standing, least = checker.standing_of(one), checker.standing_of(other)
        if standing < least and standing == vocabulary.STANDING_ORDER["players-council"]:
            councils = {c.council.name for c in checker.rulings[one].citations if c.council}
            if not any(name in verdict.prose for name in councils):
                checker.add_warning(
                    verdict.file,
                    line,
                    f"{one} is the word of a council ({', '.join(councils)}), and {other} that of the publisher"
                    ": if it overrules that, name the council here",
                )
        elif standing < least:
            checker.add_error(
                verdict.file,
                line,
                f"{one} is not official, by authorities.yaml and documents.yaml, and cannot overrule {other}"
                ": follow that, or follow neither",
            )


def check_newer(checker: ReferenceChecker) -> None:
    """Warns of added rulings that are newer than notes on their subject: each must be read against
    them.
    """
    # With the latest date
    verdicts_on = defaultdict[entities.Reference, list[tuple[str, _Verdict]]](list)
    for verdict in _verdicts(checker.edited):
        named = [
            checker.rulings[id] for id in (*verdict.one, *verdict.other) if id in checker.rulings
        ]
        latest = max((ruling.date or "" for ruling in named), default="")
        for subject in {ruling.subject for ruling in named}:
            verdicts_on[subject].append((latest, verdict))
    additions = checker.edited.additions
    read: dict[tuple[str, int], Sequence[str]] = {}
    for name, added in additions.items():
        for addition in added:
            read[f"{ids.ADDITIONS}/{name}", validation.line_of(addition)] = addition.read
    for ruling in checker.rulings.values():
        file = ids.additions_path(ruling.source.document)
        unread = dict[str, None]()
        for latest, verdict in verdicts_on[ruling.subject] if file else ():
            row = verdict.row
            if latest >= (ruling.date or "") or verdict.names(ruling.id):
                continue
            if not verdict.disputed and "doubt" not in verdict.prose:
                unread[row.id if isinstance(row, entities.Note) else row.ruling] = None
            elif verdict.key != "in_doubt":
                checker.add_warning(
                    verdict.file,
                    row,
                    f"the row speaks of a doubt, and {ruling.id} is newer: say what holds now, and name it here",
                )
        line = ruling.source.lines[0]
        if file and (left := [id for id in unread if id not in read.get((file, line), ())]):
            checker.add_warning(
                file,
                line,
                f"{ruling.id} is newer than the notes {', '.join(left)}: read them, and name it there"
                f", or write here `read: [{', '.join(unread)}]`",
            )


def _check_words_of_others(
    checker: ReferenceChecker, side: entities.Quotation, must_have_words: bool
) -> None:
    """Checks that the entries under `also` contain their words under `also_words`; each may need to
    have some.
    """
    for id in side.also:
        if must_have_words and id not in side.also_words:
            checker.add_error(
                "notes", side, f"`also_words` lacks the superseded words of {id}", "also"
            )
    lines = getattr(validation.data_of(side).get("also_words"), "key_lines", {})
    for id, words in side.also_words.items():
        if id not in side.also:
            checker.add_error(
                "notes", lines.get(id, validation.line_of(side)), f"{id} is not listed under `also`"
            )
        checker.check_words(
            "notes",
            lines.get(id, validation.line_of(side)),
            words,
            checker.known["entry"].get(id),
            id,
        )


def check_related(checker: ReferenceChecker) -> None:
    """Warns of a reversal of a ruling that concerns none of its cards, and of rulings that are
    called nearly the same and have hardly a word in common.
    """
    concerned = {
        ruling.id: {ruling.subject.id} | selecting.subject_and_named_cards(ruling)
        for ruling in checker.rulings.values()
    }
    for row in checker.edited.reversals:
        for id in row.replaces if row.ruling in concerned else ():
            if id in concerned and concerned[id].isdisjoint(concerned[row.ruling]):
                checker.add_warning(
                    "reversals",
                    row,
                    f"{row.ruling} and {id} have neither a subject nor a card in common",
                    "replaces",
                )
    for same in checker.edited.near_identical:
        first, *others = same.rulings
        for other in others:
            if checker.likeness(first, other) < _LEAST_ALIKE:
                checker.add_warning(
                    "near-identical",
                    same,
                    f"{first} and {other} have hardly a word in common",
                    "rulings",
                )
