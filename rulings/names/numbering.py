"""Reads names of numbered steps and sections: `step 7`, `7th step of a run`,
`manual part 3`.

The page does the same in `site/theme/js/engine/numbering.js`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rulings.model import entities, knowledge, plain_text, vocabulary
from rulings.names.name_table import (
    DOCUMENT_ALIASES,
    MEANINGS,
    NAME,
    NOUN,
    WORD,
    Meaning,
    NameTable,
    NumberedDocument,
)

_CARDINALS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty"
)
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
    "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth "
    "twentieth"
)
# A word → the number in figures
FIGURES: dict[str, str] = {}
for _value, _cardinal in enumerate(_CARDINALS.split(), 1):
    FIGURES[_cardinal] = f"{_value}"
for _value, _ordinal in enumerate(_ORDINALS.split(), 1):
    FIGURES[_ordinal] = f"{_value}th"
# `007` → value 7; `12th` → value 12, ending th. Four figures would be a year
NUMBER_PATTERN = "^0*(?P<value>[0-9]{1,3})(?P<ending>st|nd|rd|th)?$"
NUMBER_LABEL_PATTERN = r"\b(?:no|nr|number) (?=[0-9])"  # `step no. 5`
LINKING_WORDS = ("a", "the", "of", "in")
# Letters of a long text, where reading numbers would take the square of its words
LONG_TEXT = 200
# A text in which no number is read: `step>10` and `step:10` are fields, and `step -10`
# excludes; `run: 1` is a name
UNNUMBERED_PATTERN = rf"[<>=]|:\S|(?:^| )-[0-9]|[\s\S]{{{LONG_TEXT}}}"
FIGURES_RANGE_PATTERN = r"[0-9](?:[-–]|\.{2,3})[0-9]"  # `18-20` is not 18 of 20

# A name consists of a number and words of one document, which are read as what they
# mean there: `5th step of a run` → 5th @noun @word. Linking words do not count.
#
#     run 5, manual part 3, step 5 of 20   the number is after any of the words
#     5 run chart, 3rd section, 5th step   beside the noun or a name of the document
#     5th run, 2 runs                      names of nothing


class NumberedEntry(NamedTuple):
    """The step or section that a numbered name means; empty for any other name."""

    noun: str = ""  # `step` or `section`
    id: str = ""
    missing: str = ""  # an error sentence if nothing has that number


def entry_with_number(names: NameTable, typed_name: str) -> NumberedEntry:
    """Finds the entry with the number in a name: `13th step of a run`."""
    if re.search(FIGURES_RANGE_PATTERN, typed_name):
        return NumberedEntry()
    text = re.sub(r"\bin:(?=\w)", "in ", typed_name)
    name = re.sub("(?<=[a-z])(?=[0-9])", " ", _with_figures(text))  # `step5`
    for document in names.numbered_documents:
        if number := _number_of_name(document, name):
            return _entry(document, number)
    return NumberedEntry()


def entry_mentioned(names: NameTable, text: str) -> NumberedEntry:
    """Finds the entry with the number in a text: `who acts in step 5`. If several
    documents may be meant, the one whose names the text has counts.
    """
    name = _with_figures(text)
    most_names = -1
    entry = NumberedEntry()
    for document in names.numbered_documents:
        words = _read_words(document, name)
        number = _mentioned_number(words)
        name_count = words.count(NAME)
        if number and name_count > most_names:
            most_names = name_count
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
    Empty if it has a field or is long.
    """
    if re.search(UNNUMBERED_PATTERN, text):
        return ""
    words = plain_text.fold(text).split()
    name = " ".join(FIGURES.get(word, word) for word in words)
    name = re.sub(NUMBER_LABEL_PATTERN, "", name)
    return re.sub(r"\b20 (?=[1-9](?![0-9]))", "2", name)


class Number(NamedTuple):
    """A number among words. `is_ordinal`: `5th`."""

    value: str
    is_ordinal: bool
    words_before: Sequence[str]
    words_after: Sequence[str]


def _numbers(words: Sequence[str]) -> Iterator[Number]:
    for place, word in enumerate(words):
        match = re.fullmatch(NUMBER_PATTERN, word)
        if not match:
            continue
        is_ordinal = bool(match["ending"])
        yield Number(match["value"], is_ordinal, words[:place], words[place + 1 :])


def _read_words(document: NumberedDocument, name: str) -> list[str]:
    """The words of a name, with meanings in place of the words of a document."""
    for known_name, meaning in document.meanings.items():
        name = re.sub(rf"\b{known_name}\b", meaning, name)
    return name.split()


def _number_of_name(document: NumberedDocument, name: str) -> str:
    """The number in a name that has only this number and words of the document."""
    for number in _numbers(_read_words(document, name)):
        words_after = number.words_after
        if words_after[-1:] == [document.last]:
            words_after = words_after[:-1]  # `step 5 of 20`
        words = {*number.words_before, *words_after}.difference(LINKING_WORDS)
        is_about_entries = document.ids or NOUN in words  # `variant 5` is not
        if not is_about_entries or not words <= MEANINGS:
            continue
        is_named = not words.isdisjoint((NOUN, NAME))
        has_word_before = not MEANINGS.isdisjoint(number.words_before)
        if is_named or (has_word_before and not number.is_ordinal):
            return number.value
    return ""


def _mentioned_number(words: Sequence[str]) -> str:
    """The number beside the noun: `5` in `who acts in step 5`. An ordinal counts steps
    of other things too, unless a name of the document follows: `5th step of a run`.
    """
    for number in _numbers(words):
        if number.words_before[-1:] == [NOUN] and not number.is_ordinal:
            return number.value
        noun, *next_words = number.words_after or [""]
        next_words = [word for word in next_words if word not in LINKING_WORDS]
        is_before_name = not MEANINGS.isdisjoint(next_words[:1])
        if number.is_ordinal and noun == NOUN and is_before_name:
            return number.value
    return ""


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
    names = ("sparkys run chart", "chart")
    run_chart = _numbered_document(
        "the run chart", ("step",), names, ("run",), steps, titles={}
    )
    documents = [run_chart]
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
    for section_title, id in [*titles.items()]:  # `big sell-out trading bits`
        titles.update({f"{name} {section_title}": id for name in names})
    words = (*DOCUMENT_ALIASES.get(document.short, ()), "sec", "part")
    nouns = ("section", "chapter")
    return _numbered_document(document.title, nouns, names, words, numbers, titles)


def _numbered_document(
    title: str,
    nouns: tuple[str, ...],
    names: tuple[str, ...],
    words: tuple[str, ...],
    ids: dict[str, str],
    titles: dict[str, str],
) -> NumberedDocument:
    """Describes a document. `nouns`: what its entries are called; `names` mean no other
    document; `words` say nothing without others.
    """
    noun = nouns[0]
    last = [*ids][-1] if ids else ""
    entries = f"{title} has no numbered {noun}s"
    if ids:
        entries = f"{title} has {noun}s {next(iter(ids))} to {last}"
    meanings: dict[str, Meaning] = {
        **dict.fromkeys(names, NAME),  # first, because they contain the others
        **dict.fromkeys(nouns, NOUN),
        **dict.fromkeys(words, WORD),
    }
    return NumberedDocument(noun, entries, last, meanings, ids, titles)
