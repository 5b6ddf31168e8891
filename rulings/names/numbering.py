"""Reads names of numbered steps and sections: `step 7`, `7th step of a run`,
`manual part three`.

The page does the same in `site/theme/js/engine/numbering.js`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from msgspec import Struct

from rulings.model import knowledge, plain_text
from rulings.names import name_table

_NUMBERS_IN_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve "
    "thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty"
)
_NUMBERS = _NUMBERS_IN_WORDS.split()
_FIGURES = "0*([0-9]{1,3})"  # four would be a year
_BETWEEN = "(?:(?:a|the|of|in) )*"
FIELD_SIGNS = "[:<>=!]|(?:^| )-[0-9]"  # `step>10` is a field, and `step -10` excludes
_HAS_NUMBER = re.compile(f"[0-9]|\\b(?:{'|'.join(_NUMBERS)})\\b")


class NumberedDocument(Struct, frozen=True):
    """A document whose entries have numbers."""

    noun: str  # what an entry is called
    entries: str  # which entries it has: `the run chart has steps 1 to 20`
    pattern: str  # matches the folded name of an entry; one of its groups is the number
    ids: dict[str, str]  # the number of an entry, in figures and in words → its id


class NumberedEntry(NamedTuple):
    """The step or section that a numbered name means; empty for any other name."""

    id: str = ""
    missing: str = ""  # an error sentence if nothing has that number


def read(kb: knowledge.Knowledge, typed_name: str) -> NumberedEntry:
    """Finds the step or section with the number in a name: `13th step of a run`."""
    name = plain_text.fold(typed_name)
    if not _HAS_NUMBER.search(name) or re.search(FIELD_SIGNS, typed_name):
        return NumberedEntry()
    for document in kb.computed(numbered_documents):
        if match := re.fullmatch(document.pattern, name):
            number = next(filter(None, match.groups()))
            if id := document.ids.get(number):
                return NumberedEntry(id)
            entry = f"{document.noun} {plain_text.quoted(number)}"
            return NumberedEntry(missing=f"no {entry}; {document.entries}")
    return NumberedEntry()


def numbered_documents(kb: knowledge.Knowledge) -> list[NumberedDocument]:
    """The run chart and the documents with numbered sections. The page has the same."""
    documents: list[NumberedDocument] = []
    steps = {f"{step.number}": step.id for step in kb.steps}
    if steps:
        words: tuple[str, ...] = ("run", "chart")
        run_chart = _numbered_document("the run chart", "step", words, steps)
        documents.append(run_chart)
    for document in kb.documents:
        sections = dict[str, str]()
        for section in kb.sections_in(document.id):
            number, point, _ = section.title.partition(". ")
            if point and number.isdigit():
                sections[number] = section.id
        if sections:
            aliases = name_table.DOCUMENT_ALIASES.get(document.short, ())
            words = (plain_text.fold(document.short), *aliases, "chapter", "part")
            documents.append(
                _numbered_document(document.title, "section", words, sections)
            )
    return documents


def _numbered_document(
    title: str,
    noun: str,
    other_words: tuple[str, ...],
    ids: dict[str, str],
) -> NumberedDocument:
    """Describes a document. `ids`: number → id of each entry; `other_words`: words
    besides `noun` that the names of its entries may contain.
    """
    numbers = [*ids]
    ids_by_word: dict[str, str] = {}
    for number, id in ids.items():
        if int(number) < len(_NUMBERS):
            ids_by_word[_NUMBERS[int(number)]] = id
    entries = f"{title} has {noun}s {numbers[0]} to {numbers[-1]}"
    pattern = _pattern((noun, *other_words))
    return NumberedDocument(noun, entries, pattern, ids | ids_by_word)


def _pattern(words: tuple[str, ...]) -> str:
    """The pattern of names that consist of a number and some of these words."""
    word = f"(?:{'|'.join(words)})"
    numbers = "|".join(_NUMBERS)
    number = f"(?:(?:no|number) )?(?:{_FIGURES}(?:st|nd|rd|th)?|({numbers}))"
    return (
        f"{_BETWEEN}(?:{word} ?{_BETWEEN})+{number}(?: {_BETWEEN}{word})*"
        f"|{_BETWEEN}{_FIGURES}(?:st|nd|rd|th)(?: {_BETWEEN}{word})+"  # not `2 runs`
    )


STEP_PATTERN = _pattern(("step", "run", "chart"))
