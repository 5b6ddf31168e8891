"""Slips that show in one value alone, or in two names beside each other: a note for each.

`SLIPS` is a table whose rows carry their own example. Nothing of it is refused: what looks like a
slip may be meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from rulings import errors
from rulings.model import plain_text, validation
from rulings.parser.checker import Place, ReferenceChecker

TextKind = Literal[
    "ruling", "question", "table"
]  # added words, a question, what to do at the table


class Slip(NamedTuple):
    """What shows a slip in texts of a kind, what to say after the words that show it, and an
    example.
    """

    kind: TextKind
    pattern: str
    advice: str
    example: str


# A search for letters is quick, one that looks behind at every letter is not
_ADDRESS = r"(?:https?:|www\.|@(?<=\w@)(?=\w))[^\s,;()]*"
SLIPS = (
    Slip(
        "ruling",
        r"\A\s*\([^()]*\d{4}(?:-\d\d)*\)",
        "stands before the words; write a citation after them",
        "(Sparky, Forum, 2001-01-31) Asp stays.",
    ),
    Slip(
        "ruling",
        r"\A[^.!]*\?[\"”]?(?=\s*(?:\(|\Z))",
        "only asks; write what was answered",
        "May Asp be thrown? (Sparky, Forum, 2001-01-31)",
    ),
    Slip(
        "ruling",
        r"\w+-\n\s*\w+",
        "is broken at its hyphen; write it on one line",
        "Asp is un-\nrezzed. (Sparky, Forum, 2001-01-31)",
    ),
    Slip(
        "ruling",
        r"(?m)^\s*>.*",
        "is quoted in a mail; leave out the sign, and what somebody else wrote",
        "> Asp is thrown. (Sparky, Forum, 2001-01-31)",
    ),
    Slip(
        "ruling",
        r"(?m)^\s*(?:From|To|Subject|Sent|Date|Re): .*",
        "is the head of a mail; leave it out",
        "Subject: Asp\nAsp is here. (Sparky, Forum, 2001-01-31)",
    ),
    Slip(
        "ruling",
        _ADDRESS,
        "is an address, which may be gone tomorrow; say in words where it was",
        "Asp is old. (Sparky, https://forum.example/1, 2001-01-31)",
    ),
    Slip(
        "ruling",
        r"\(([^,;()]+) via \1\b",
        "passes on what the same person said; leave out `via`",
        "Asp is new. (Sparky via Sparky, Forum, 2001-01-31)",
    ),
    Slip(
        "ruling",
        r"\bWho Said It\b|\bThe words of the ruling\b",
        "is from the example; write your own",
        "The words of the ruling. (Sparky, Forum, 2001-01-31)",
    ),
    Slip(
        "ruling",
        r"\b(?!that\b|had\b)([A-Za-z]{2,})\s+\1\b",
        "is one word twice; delete one",
        "Asp is the the first. (Sparky, Forum, 2001-01-31)",
    ),
    Slip(
        "ruling",
        r'\A[^"]*"[^"]*(?:"[^"]*"[^"]*)*\Z',
        "has a quotation mark that is never closed, or never opened",
        'Asp says "end the run. (Sparky, Forum, 2001-01-31)',
    ),
    Slip("question", r".{301}", "has more than 300 letters; ask it in fewer", "x" * 301),
    Slip(
        "question",
        _ADDRESS,
        "is an address, which nobody asks for; leave it out",
        "is it as on www.forum.example",
    ),
    Slip(
        "question",
        r"\A[^a-z]*[A-Z][^a-z]*\s[^a-z]*\Z",
        "is in capitals; write it as a sentence",
        "MAY I THROW IT?",
    ),
    Slip(
        "question",
        r"(?<=\?)\s+-\s+\S.*",
        "has the dash of another line; write each question on a line of its own",
        "may it stay? - may it go?",
    ),
    Slip(
        "question",
        r"-[0-9a-f]{8}\b",
        "ends an id, which nobody asks for; leave it out",
        "does asp-0a4dff2a count",
    ),
    Slip(
        "question",
        r"\([^()]*,[^()]*\d{4}(?:-\d\d)*\)",
        "is a citation, which belongs to the words of a ruling; divide them",
        "may asp stay (Sparky, Forum, 2001-01-31)",
    ),
    Slip(
        "table",
        r"(?<=[.!?])\s+\S.*",
        "is a second sentence; say in one clause what to do",
        "agree before the game. Then play",
    ),
)


def check_slips(checker: ReferenceChecker) -> None:
    """Names every slip of the table, and names that are nearly the same."""
    for kind, file, place, text in _texts(checker):
        for slip in SLIPS:
            if slip.kind == kind and (match := re.search(slip.pattern, text)):
                words = errors.quoted(" ".join(match[0].split())[:50])
                checker.add_warning(file, place, f"{words} {slip.advice}")
    for names in _names(checker):
        _check_near(checker, names)


def _texts(checker: ReferenceChecker) -> Iterator[tuple[TextKind, str, Place, str]]:
    """All texts in which slips are looked for, with file and line."""
    for file, row, _ in checker.added_rulings():
        yield "ruling", file, row, row.printed
    for question in checker.questions:
        yield "question", question.file, question.line, question.words
    for note in checker.edited.notes:
        yield "table", "notes", validation.line_of(note, "table"), note.table or ""
    for reversal in checker.edited.reversals:
        yield "table", "reversals", validation.line_of(reversal, "table"), reversal.table or ""


# A name, its file and place, and whose it is: two names of one person may be alike
_Name = tuple[str, str, Place, str]


def _names(checker: ReferenceChecker) -> Iterator[list[_Name]]:
    """The names among which none may be nearly another one."""
    yield [(card.title, "cards", card, card.id) for card in checker.edited.cards]
    for file in ("sets", "keywords"):
        yield [(name, file, line, name) for name, line in checker.listed(file)]
    yield [
        (name, "authorities", row, row.id)
        for row in checker.edited.authorities
        for name in dict.fromkeys((row.name, *row.names))
    ]


_ARTICLES = re.compile(r"\b(?:the|an?)\b|\s")
_LEAST_LETTERS = 5  # of names that are compared


def _check_near(checker: ReferenceChecker, names: list[_Name]) -> None:
    """Warns of two names that differ in an article, blanks or a letter: without one letter each,
    they are the same.
    """
    owners: dict[str, _Name] = {}
    for name in names:
        letters = _ARTICLES.sub("", plain_text.fold(name[0]))
        if len(letters) < _LEAST_LETTERS:
            continue
        shorter = {letters, *(letters[:n] + letters[n + 1 :] for n in range(len(letters)))}
        first = next((owners[form] for form in shorter if form in owners), name)
        if first[3] != name[3]:
            sentence = f"{errors.quoted(name[0])} is nearly {errors.quoted(first[0])}"
            checker.add_warning(name[1], name[2], f"{sentence}; if it is that, write it so")
        for form in shorter:
            owners.setdefault(form, name)
