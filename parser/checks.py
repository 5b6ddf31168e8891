"""Checks the hand-edited files: what refers to nothing or quotes words that are not there, and what
else would lead a reader astray. What only may be a slip is not said.

One loop checks every file (`checker`). The functions below it, and those of `verdicts`, check what is
true of one file alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from rulings import naming
from rulings.cli import specification
from rulings.model import (
    dates,
    hand_edited,
    ids,
    knowledge,
    page_table,
    plain_text,
    remarks,
    validation,
    vocabulary,
)
from rulings.parser import entries, verdicts
from rulings.parser.checker import ReferenceChecker
from rulings.storage import files


def check_references(
    parsed: entries.ParsedKnowledge, generated: Mapping[str, Any]
) -> list[files.Problem]:
    """What is wrong in all files. `generated`: the data of the generated files by relative path."""
    checker = ReferenceChecker(parsed, generated)
    for name, shape in hand_edited.SHAPES.items():
        checker.check(name, getattr(parsed.sources.edited, name.replace("-", "_")), shape)
    for name, additions in parsed.sources.edited.additions.items():
        checker.check(f"{ids.ADDITIONS}/{name}", additions, list[hand_edited.Addition])
    verdicts.check_verdicts(checker)
    _check_words_of_others(checker)
    _check_dates(checker)
    _check_redirects(checker)
    _check_questions(checker)
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
        if row.likely and not vocabulary.RELEASE_DATE <= row.likely <= dates.today():
            sentence = f"{row.likely} is before the release of the game, or in the future"
            checker.add_error("dates", row, sentence, "likely")
        for id in checker.rulings.keys() & row.rulings:
            citations = checker.rulings[id].citations
            if (row.authority, row.printed) not in [
                (c.authority, c.date_printed) for c in citations
            ]:
                sentence = f"{id} does not cite {row.authority} with {row.printed}"
                checker.add_error("dates", row, sentence, "rulings")


def _check_redirects(checker: ReferenceChecker) -> None:
    """Checks that what has a redirect is gone."""
    lines = getattr(checker.edited.moved, "key_lines", {})
    for old in checker.edited.moved:
        if old in checker.targets["address"]:
            sentence = f"{plain_text.quoted(old)} is still there; delete the redirect"
            checker.add_error("moved", lines[old], sentence)


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
                checker.add_error("questions", line, sentence)


_MANY_LINKS = 15  # in rulings, for one name of a card; the most common one has 11


def name_problems(kb: knowledge.Knowledge, path: str) -> Iterator[files.Problem]:
    """An error for each name of a card in names.yaml that something else has, unless it is a word of
    the card's title (`sensei` of Runner Sensei), or that would be a link in many rulings. `path`:
    that of the file.
    """
    links = Counter[str]()
    for ruling in kb.rulings:
        links.update({mention.words for mention in ruling.mentions})
    for row in kb.names.aliases:
        for fault in dict.fromkeys(_faults_of_alias(row, kb, links[row.name])):
            text = f"{plain_text.quoted(row.name)} {fault}"
            yield files.Problem(path, text, validation.line_of(row))


def _faults_of_alias(row: hand_edited.Alias, kb: knowledge.Knowledge, links: int) -> Iterator[str]:
    name = plain_text.fold(row.name)
    readings = naming.names_of(kb).exact_readings(name)
    for thing in chain.from_iterable(reading.things for reading in readings):
        if thing.title != row.card and name not in plain_text.fold(row.card).split():
            yield f"is already {thing.described}; delete the row"
    pages = chain.from_iterable((page.id, *page.names) for page in page_table.PAGES)
    if name in map(plain_text.fold, (*specification.COMMANDS, *pages)):
        yield "is already a command or page; delete the row"
    if row.in_text and links > max(_MANY_LINKS, len(kb.rulings) // 30):
        yield f"would be a link in {links} rulings; if it is a common word, write `in_text: false`"
