"""Reads names of numbered steps and sections: `step 7`, `7th step of a run`,
`manual part three`.

The page does the same in `site/theme/js/engine/numbering.js`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rulings.model import entities, knowledge, plain_text, vocabulary
from rulings.names.name_table import (
    DOCUMENT_ALIASES,
    Meaning,
    NameTable,
    NumberedDocument,
)

_CARDINALS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen "
    "fourteen fifteen sixteen seventeen eighteen nineteen "
    "twenty thirty forty fifty sixty seventy eighty ninety"
)
_ORDINALS = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh "
    "twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth "
    "nineteenth twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth "
    "ninetieth"
)
_VALUES = (*range(20), *range(20, 100, 10))
# A word → the number in figures. `o` marks an ordinal, because `first run` is a name
# of nothing and `1st run` of a step; after `+` another number may follow
FIGURES: dict[str, str] = {}
_NAMES = zip(_VALUES, _CARDINALS.split(), _ORDINALS.split(), strict=True)
for _value, _cardinal, _ordinal in _NAMES:
    FIGURES[_cardinal] = f"{_value}+"
    FIGURES[_ordinal] = f"{_value}o"
# `007` → value 7; `12th` → value 12, ending th. Four figures would be a year
NUMBER_PATTERN = "^0*(?P<value>[0-9]{1,3})(?P<ending>st|nd|rd|th|o)?$"
NUMBER_LABELS = ("no", "nr", "number")  # `step no. 5`
LINKING_WORDS = ("a", "the", "of", "in")
# `step>10` and `step:10` are fields, and `step -10` excludes; `run: 1` is a name
FIELD_SIGNS = r"[<>=]|:\S|(?:^| )-[0-9]"

ORDINAL_WORD = "o"
# A name consists of a number and words of one document; linking words do not count:
#
#     run 5, manual part three, step 5 of 20   the number is after any of the words
#     5 run chart, 3 manual                    before the noun or a name of the document
#     5th run, 3rd part                        in figures with an ending: before any
#     third section, fifth step of a run       an ordinal in words: before the noun
#     first run, 2 runs                        names of nothing
#
# The ending of the number → what one of the words after it has to be
_WORDS_AFTER_ORDINAL: tuple[Meaning, ...] = ("noun", "name", "word")
WORDS_AFTER_NUMBER: dict[str, tuple[Meaning, ...]] = {
    "": ("noun", "name"),
    **dict.fromkeys(("st", "nd", "rd", "th"), _WORDS_AFTER_ORDINAL),
    ORDINAL_WORD: ("noun",),
}


class NumberedEntry(NamedTuple):
    """The step or section that a numbered name means; empty for any other name."""

    noun: str = ""  # `step` or `section`
    id: str = ""
    missing: str = ""  # an error sentence if nothing has that number


def read(names: NameTable, typed_name: str) -> NumberedEntry:
    """Finds the entry with the number or title in a name: `13th step of a run`,
    `big sell-out trading bits`.
    """
    text = re.sub(r"^\s*§\s*(?=[0-9]+\s*$)", "section ", typed_name)
    text = re.sub(r"\bin:(?=\w)", "in ", text)
    name = re.sub("(?<=[a-z])(?=[0-9])", " ", _with_figures(text))  # `step5`
    words = name.split()
    for document in names.numbered_documents:
        if number := _number_of_name(document, words):
            return _entry(document, number)
        if id := _titled_beside_name(document, words):
            return NumberedEntry(document.noun, id)
    return NumberedEntry()


def read_mention(names: NameTable, text: str) -> NumberedEntry:
    """Finds the entry with the number in a text: `who acts in step 5`. If several
    documents may be meant, the one with more of the words counts.
    """
    words = _with_figures(text).split()
    most_words = 0
    entry = NumberedEntry()
    for document in names.numbered_documents:
        number = _mentioned_number(document, words)
        word_count = _word_count(document, words)
        if number and word_count > most_words:
            most_words = word_count
            entry = _entry(document, number)
    return entry


def titled(names: NameTable, name: str) -> str:
    """The id of the section with a title of several words, folded; else empty."""
    if " " not in name:
        return ""
    title = _with_figures(name)
    ids = (document.titles.get(title) for document in names.numbered_documents)
    return next(filter(None, ids), "")


def _with_figures(text: str) -> str:
    """The text, folded, with its numbers in figures: `Step twenty-one` → `step 21`.
    Empty if it has a field.
    """
    if re.search(FIELD_SIGNS, text):
        return ""
    words = plain_text.fold(text).split()
    name = " ".join(FIGURES.get(word, word) for word in words)
    return re.sub(r"0\+ (?=[1-9](?![0-9]))|\+", "", name)


class Number(NamedTuple):
    """A number among words. `ending`: a key of `WORDS_AFTER_NUMBER`."""

    value: str
    ending: str
    words_before: Sequence[str]
    words_after: Sequence[str]


def _numbers(words: Sequence[str]) -> Iterator[Number]:
    for place, word in enumerate(words):
        match = re.fullmatch(NUMBER_PATTERN, word)
        if not match:
            continue
        is_labelled = place > 1 and words[place - 1] in NUMBER_LABELS
        end = place - 1 if is_labelled else place
        ending = match["ending"] or ""
        yield Number(match["value"], ending, words[:end], words[place + 1 :])


def _number_of_name(document: NumberedDocument, words: Sequence[str]) -> str:
    """The number in a name that has only this number and words of the document."""
    for number in _numbers(words):
        words_after = number.words_after
        if words_after[-1:] == [document.last]:
            words_after = words_after[:-1]  # `step 5 of 20`
        meanings_before = _meanings(document, number.words_before)
        meanings_after = _meanings(document, words_after)
        if meanings_before is None or meanings_after is None:
            continue
        has_noun = "noun" in meanings_before | meanings_after
        if not document.ids and not has_noun:
            continue  # `variant 5` names nothing
        if number.ending == ORDINAL_WORD:
            meanings_before = set()
        needed_meanings = WORDS_AFTER_NUMBER[number.ending]
        if meanings_before or not meanings_after.isdisjoint(needed_meanings):
            return number.value
    return ""


def _titled_beside_name(document: NumberedDocument, words: Sequence[str]) -> str:
    """The id of the section whose title is beside a name of the document:
    `big sell-out trading bits`.
    """
    for place in range(1, len(words)):
        parts = words[:place], words[place:]
        for title, other_words in (parts, parts[::-1]):
            id = document.titles.get(" ".join(title), "")
            if id and "name" in (_meanings(document, other_words) or ()):
                return id
    return ""


def _mentioned_number(document: NumberedDocument, words: Sequence[str]) -> str:
    """The number beside the noun: `5` in `who acts in step 5`. An ordinal counts steps
    of other things too, unless a name of the document follows: `fifth step of a run`.
    """
    for number in _numbers(words):
        is_ordinal_word = number.ending == ORDINAL_WORD
        if _is_noun(document, number.words_before[-1:]) and not is_ordinal_word:
            return number.value
        if number.ending and _is_noun(document, number.words_after[:1]):
            next_words = [*number.words_after[1:]]
            while next_words and next_words[0] in LINKING_WORDS:
                del next_words[0]
            if _first_name(document, next_words):
                return number.value
    return ""


def _is_noun(document: NumberedDocument, words: Sequence[str]) -> bool:
    return document.meanings.get(" ".join(words)) == "noun"


def _meanings(document: NumberedDocument, words: Sequence[str]) -> set[Meaning] | None:
    """What the words mean in a document, if each means something: `step of a run` →
    noun, word.
    """
    meanings = set[Meaning]()
    remaining_words = [*words]
    while remaining_words:
        if name := _first_name(document, remaining_words):
            meanings.add(document.meanings[name])
        elif remaining_words[0] not in LINKING_WORDS:
            return None
        del remaining_words[: len(name.split()) or 1]
    return meanings


def _first_name(document: NumberedDocument, words: Sequence[str]) -> str:
    """The longest key of the document's meanings that the words begin with."""
    for size in range(len(words), 0, -1):
        name = " ".join(words[:size])
        if name in document.meanings:
            return name
    return ""


def _word_count(document: NumberedDocument, words: Sequence[str]) -> int:
    """How many of the words are in names of the document."""
    text = f" {' '.join(words)} "
    names = [name for name in document.meanings if f" {name} " in text]
    return sum(len(name.split()) for name in names)


def _entry(document: NumberedDocument, number: str) -> NumberedEntry:
    noun = document.noun
    if id := document.ids.get(number):
        return NumberedEntry(noun, id)
    sentence = f"no {noun} {plain_text.quoted(number)}; {document.entries}"
    return NumberedEntry(noun, missing=sentence)


# The documents, with the words in the names of their entries


def numbered_documents(kb: knowledge.Knowledge) -> list[NumberedDocument]:
    """The run chart and the documents with sections. The page has the same."""
    steps = {f"{step.number}": step.id for step in kb.steps}
    meanings: dict[str, Meaning] = {
        "step": "noun",
        "sparkys run chart": "name",
        "chart": "name",
        "run": "word",
    }
    documents = [_numbered_document("the run chart", meanings, steps)]
    for document in kb.documents:
        sections = kb.sections_in(document.id)
        if sections:
            documents.append(_with_sections(document, sections))
    return documents


def _with_sections(
    document: entities.Document, sections: Iterable[entities.Section]
) -> NumberedDocument:
    numbers = dict[str, str]()
    titles = dict[str, str]()
    for section in sections:
        number, point, bare_title = section.title.partition(". ")
        section_titles = [section.title]
        if point and number.isdigit():
            numbers[number] = section.id
            section_titles.append(bare_title)
        # Titles of the other game's document are ordinary words in this game
        is_name = section.title != document.title
        if is_name and document.game == vocabulary.NETRUNNER:
            for title in map(_with_figures, section_titles):
                titles.setdefault(title, section.id)
    title = plain_text.fold(document.title)
    names = (title, title.removeprefix("the "), plain_text.fold(document.short))
    other_words = (*DOCUMENT_ALIASES.get(document.short, ()), "sec", "part")
    meanings: dict[str, Meaning] = {
        **dict.fromkeys(("section", "chapter"), "noun"),
        **dict.fromkeys(names, "name"),
        **dict.fromkeys(other_words, "word"),
    }
    return _numbered_document(document.title, meanings, numbers, titles)


def _numbered_document(
    title: str,
    meanings: dict[str, Meaning],
    ids: dict[str, str],
    titles: dict[str, str] | None = None,
) -> NumberedDocument:
    noun = next(iter(meanings))
    last = [*ids][-1] if ids else ""
    entries = f"{title} has no numbered {noun}s"
    if ids:
        entries = f"{title} has {noun}s {next(iter(ids))} to {last}"
    return NumberedDocument(noun, entries, last, meanings, ids, titles or {})
