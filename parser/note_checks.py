"""Checks notes and reversals beside each other: what is decided in one place and disputed in
another.
"""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import product

from rulings import edit_distance
from rulings.model import entities, validation
from rulings.parser.checker import ReferenceChecker
from rulings.parser.verdicts import DISPUTE, EXCEPT, OVERRULE, Verdict, verdicts

_NAMED_NOTE = re.compile(r"\bnotes? (?:on )?“([^”]+)”")


def check_notes(checker: ReferenceChecker) -> None:
    """Checks the words of others that a note quotes, its id, and the notes that it names."""
    titles = {row.title for row in checker.edited.notes}
    for row in checker.edited.notes:
        if row.id in (*checker.rulings, *checker.targets["section"], *checker.targets["card"]):
            sentence = f"{row.id} is the id of a ruling, section or card; a note needs another"
            checker.add_error("notes", row, sentence, "id")
        for title in _NAMED_NOTE.findall(row.reason):
            if title not in titles:
                hint = edit_distance.nearest_hint(title, titles)
                checker.add_error("notes", row, f"no note is called “{title}”{hint}", "reason")
        for side, quotation in (("one", row.one), ("other", row.other)):
            needs_words = row.extent == "part" and row.follow != side
            if quotation:
                _check_words_of_others(checker, quotation, needs_words)


def check_pairs(checker: ReferenceChecker) -> None:
    """Checks that no two notes compare the same words: they might say the opposite."""
    notes_on = defaultdict[frozenset[str], list[Verdict]](list)
    for verdict in verdicts(checker.edited):
        if verdict.file != "notes":
            continue
        for pair in product(verdict.one, verdict.other):
            for earlier in notes_on[frozenset(pair)]:
                if all(_quote_the_same(earlier, verdict, id) for id in pair):
                    sentence = (
                        f"{earlier.location} compares these words of {' and '.join(pair)} too"
                    )
                    checker.add_error("notes", verdict.row, f"{sentence}; delete one of the notes")
            notes_on[frozenset(pair)].append(verdict)


def _quote_the_same(earlier: Verdict, later: Verdict, id: str) -> bool:
    """Whether the words that one quotes from an entry are among those that the other does."""
    first, second = ({**note.one, **note.other}[id] for note in (earlier, later))
    if not first or not second:
        return False
    return first in second or second in first


def check_settled(checker: ReferenceChecker) -> None:
    """Checks that nothing leads to a statement of which nothing remains, or disputes what is
    decided elsewhere.

    Otherwise a reader would be given two verdicts at once, or sent on to one that is no longer
    followed.
    """
    gone: dict[str, str] = {}  # id of an overruled statement → the row that says so
    decided: dict[tuple[str, str], str] = {}
    row_verdicts = [*verdicts(checker.edited)]
    for verdict in row_verdicts:
        if verdict.as_a_whole:
            gone |= dict.fromkeys(verdict.overruled, verdict.location)
        if verdict.effect in (OVERRULE, EXCEPT) and verdict.file == "notes":
            decided |= dict.fromkeys(product(verdict.one, verdict.other), verdict.location)
            decided |= dict.fromkeys(product(verdict.other, verdict.one), verdict.location)
    for verdict in row_verdicts:
        line = validation.line_of(verdict.row, verdict.key)
        for id in sorted(gone.keys() & {*verdict.targets}):
            is_disputed = verdict.effect == DISPUTE
            advice = "nothing may call it disputed" if is_disputed else "follow what overrules it"
            sentence = f"{id} is superseded as a whole ({gone[id]}); {advice}"
            checker.add_error(verdict.file, line, sentence)
        if verdict.effect == DISPUTE:
            for pair in sorted(decided.keys() & product(verdict.one, verdict.other)):
                sentence = f"{' and '.join(pair)} are disputed here"
                sentence += f", but {decided[pair]} says which to follow"
                checker.add_error(verdict.file, line, sentence)


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
        line = lines.get(id, validation.line_of(side))
        if id not in side.also:
            checker.add_error("notes", line, f"{id} is not listed under `also`")
        checker.check_words("notes", line, words, checker.targets["entry"].get(id), id)
