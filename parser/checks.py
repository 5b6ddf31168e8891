"""Checks the hand-edited files: what refers to nothing or quotes words that are not there, and what
else is wrong. What only may be a slip is not said.

One loop checks every file (`checker`). The functions below it, and those of `verdicts` and
`name_checks`, check what is true of one file alone.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import pairwise
from operator import attrgetter
from typing import Any

from rulings import edit_distance
from rulings.model import (
    entities,
    hand_edited,
    ids,
    plain_text,
    remarks,
    validation,
    vocabulary,
)
from rulings.parser import (
    entries,
    name_checks,
    sources,
    verdicts,
)
from rulings.parser.checker import ReferenceChecker
from rulings.parser.rulings_document import Block
from rulings.storage import files

_FORMER = "if the card was renamed, add its former title to names.yaml, under `aliases`, with `kind: former`"


def check_references(
    parsed: entries.ParsedKnowledge,
    generated: Mapping[str, Any],
    commands: Collection[str] = (),
) -> list[files.Problem]:
    """What is wrong in all files.

    `generated`: the data of the generated files by relative path. `commands`: names that no card
    may have.
    """
    checker = ReferenceChecker(parsed, generated, commands)
    for name, shape in hand_edited.SHAPES.items():
        checker.check(name, getattr(parsed.sources.edited, name.replace("-", "_")), shape)
    for name, additions in parsed.sources.edited.additions.items():
        checker.check(f"{ids.ADDITIONS}/{name}", additions, list[hand_edited.Addition])
    for check in _CHECKS:
        check(checker)
    return checker.problems


def _check_words_of_others(checker: ReferenceChecker) -> None:
    """Checks that the entries under `also` of a note contain their words under `also_words`; where a
    part is superseded, each must have some.
    """
    for note in checker.edited.notes:
        sides = (("one", note.one), ("other", note.other))
        for name, side in sides:
            if side is None:
                continue
            needs_words = note.extent == "part" and note.follow != name
            for id in side.also if needs_words else ():
                if id not in side.also_words:
                    sentence = f"`also_words` lacks the superseded words of {id}"
                    checker.add_error("notes", side, sentence, "also")
            lines = getattr(validation.data_of(side).get("also_words"), "key_lines", {})
            for id, words in side.also_words.items():
                line, text = lines.get(id, 1), checker.targets["entry"].get(id)
                checker.check_words("notes", line, words, text, id)


def _check_dates(checker: ReferenceChecker) -> None:
    """Checks that the dates of dates.yaml are cited, and that likely ones are possible."""
    for row in checker.edited.dates:
        for id in checker.rulings.keys() & row.rulings:
            citations = checker.rulings[id].citations
            dates = {(c.authority, c.date_printed): c.date for c in citations}
            if row.likely and row.likely == dates.get((row.authority, row.printed)):
                sentence = (
                    f"{row.likely} is the printed date of {id}; give another, or delete the row"
                )
                checker.add_error("dates", row, sentence, "likely")
            if (row.authority, row.printed) not in dates:
                sentence = f"{id} does not cite {row.authority} with {row.printed}"
                checker.add_error("dates", row, sentence, "rulings")
        if row.likely and row.likely < vocabulary.RELEASE_DATE:
            sentence = f"{row.likely} is before the release of the game"
            checker.add_error("dates", row, sentence, "likely")


def _check_needless_rows(checker: ReferenceChecker) -> None:
    for row in checker.edited.errata:
        if row.ruling in checker.rulings and checker.rulings[row.ruling].label:
            checker.add_error(
                "documents", row, f"{row.ruling} is labelled; delete the row", "ruling"
            )
    tables = checker.edited.tournament
    document = checker.parsed.sources.documents.get(tables.document)
    if document and document.row.game != tables.game:
        sentence = f"tournament.yaml says that it is about the game {tables.game}"
        checker.add_error("documents", document.row, sentence, "game")
    lines = getattr(checker.edited.moved, "key_lines", {})
    for old in checker.edited.moved:
        if old in checker.targets["address"]:
            checker.add_error(
                "moved", lines[old], f"{plain_text.quoted(old)} is still there; delete the redirect"
            )


def _check_authorities(checker: ReferenceChecker) -> None:
    owners: dict[str, entities.Authority] = {}
    for row in checker.edited.authorities:
        for name in dict.fromkeys((row.name, *row.names)):
            if (owner := owners.setdefault(plain_text.fold(name), row)) is not row:
                checker.add_error(
                    "authorities",
                    row,
                    f"{plain_text.quoted(name)} is already a name of {owner.name} (line {validation.line_of(owner)})"
                    "; delete it here or there; a second term of the same person is a row of its `terms`",
                    "names",
                )


_Headed = list[tuple[Block, sources.SourceLine]]


def _check_headings(checker: ReferenceChecker) -> None:
    """Checks that no heading is there twice, and that each heading of a card is its title."""
    document, problems = checker.parsed.rulings_document, checker.problems
    headed: _Headed = [(block, block.heading) for block in document.blocks if block.heading]
    headings: list[tuple[str, str, int]] = []
    for block, line in headed:
        words = f"the heading {plain_text.quoted(line.words)}"
        headings.append((str(block.subject), words, line.number))
    for number, text in validation.repeated(headings):
        problems.append(files.Problem(document.path, text, number))
    restorations = {row.words: row for row in checker.edited.restorations.lines}
    for line in document.unknown:
        row = restorations.get(line.words) if line.restored else None
        if row:
            checker.require("restorations", validation.line_of(row), "card title", line.words)
        else:
            hint = edit_distance.nearest_hint(line.words, checker.targets["card title"].values())
            text = f"{plain_text.quoted(line.words)} is not the title of a card{hint}; {_FORMER}"
            problems.append(files.Problem(document.path, text, line.number))
    _check_order(checker, headed, restorations)


def _check_order(
    checker: ReferenceChecker, headed: _Headed, restorations: dict[str, entities.Restoration]
) -> None:
    """Checks that a restored heading is on its side and in alphabetical order."""
    for (first_block, above), (second_block, below) in pairwise(headed):
        cards = first_block.card, second_block.card
        is_same_side = cards[0] and cards[1] and cards[0].side == cards[1].side
        titles = [plain_text.alphabetical(line.words) for line in (above, below)]
        if not is_same_side or titles[0] <= titles[1]:
            continue
        for line, neighbour in ((above, second_block), (below, first_block)):
            if line.restored and (row := restorations.get(line.words)):
                text = f"{plain_text.quoted(line.words)} is out of alphabetical order next to "
                text += plain_text.quoted(neighbour.subject.title)
                checker.add_error("restorations", row, text)


def _check_topics(checker: ReferenceChecker) -> None:
    """Checks that a new topic is new."""
    titles = checker.targets["card title"]
    subject_ids = {reference.id for reference in checker.parsed.headings}
    first_locations: dict[str, str] = {}
    for name, additions in checker.edited.additions.items():
        for row in filter(attrgetter("topic"), additions):
            subject, sentence = plain_text.quoted(row.subject), ""
            location = f"{ids.ADDITIONS}/{name}.yaml, line {validation.line_of(row)}"
            first_location = first_locations.setdefault(ids.slug(row.subject), location)
            if plain_text.fold(row.subject) in titles or ids.slug(row.subject) in subject_ids:
                sentence = f"{subject} is a card or topic already; delete `topic`"
            elif first_location != location:
                sentence = (
                    f"{subject} is new in {first_location} too; `topic` stays there, delete it here"
                )
            if sentence:
                checker.add_error(f"{ids.ADDITIONS}/{name}", row, sentence, "topic")


def _check_questions(checker: ReferenceChecker) -> None:
    """Checks that the words of a section that answer questions are there."""
    for id, questions_by_words in checker.edited.questions.items():
        if isinstance(questions_by_words, list):
            continue
        # A section's text or tables have the words that answer its questions.
        text = plain_text.fold(checker.targets["section"].get(id, ""))
        for words in questions_by_words:
            line = getattr(questions_by_words, "key_lines", {}).get(words, 1)
            if words != plain_text.GAP and not remarks.spans_of(text, words, plain_text.fold):
                sentence = f"the words {plain_text.quoted(words)} are not in {id}"
                checker.add_error("questions", line, f"{sentence}, in this order")


_CHECKS = (
    _check_questions,
    verdicts.check_verdicts,
    _check_words_of_others,
    _check_dates,
    _check_needless_rows,
    name_checks.check_names,
    _check_topics,
    _check_headings,
    _check_authorities,
)
