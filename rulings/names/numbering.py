"""Reads names of numbered steps and sections: `step 7`, `7th step of a run`,
`manual part three`.

The page does the same in `site/theme/js/engine/numbering.js`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from msgspec import Struct

from rulings.model import entities, knowledge, plain_text, vocabulary
from rulings.names import name_table

_WORDS_TO_NINETEEN = (
    "zero one two three four five six seven eight nine ten eleven twelve "
    "thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_IRREGULAR_ORDINALS = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}


def _numbers_in_words() -> list[str]:
    """The numbers from 0 to 99, folded: `twenty one`."""
    words = _WORDS_TO_NINETEEN.split()
    ones = words[1:10]
    for ten in _TENS.split():
        words.append(ten)
        words += [f"{ten} {one}" for one in ones]
    return words


def _ordinal(words: str) -> str:
    """`twenty one` → `twenty first`."""
    before, space, last = words.rpartition(" ")
    regular = f"{re.sub('y$', 'ie', last)}th"
    return f"{before}{space}{_IRREGULAR_ORDINALS.get(last, regular)}"


_NUMBERS = _numbers_in_words()
_ORDINALS = [*map(_ordinal, _NUMBERS)]
NUMBER_WORDS = frozenset(" ".join(_NUMBERS + _ORDINALS).split())
_FIGURES = "0*([0-9]{1,3})"  # four would be a year
_BETWEEN = "(?:(?:a|the|of|in) )*"
# `step>10` and `step:10` are fields, and `step -10` excludes; `run: 1` is a name
FIELD_SIGNS = r"[<>=]|:\S|(?:^| )-[0-9]"


class NumberedDocument(Struct, frozen=True):
    """A document whose entries have numbers."""

    noun: str  # what an entry is called
    words: tuple[str, ...]  # each name that `pattern` matches contains one of these
    counted: tuple[str, ...]  # the same for `mention`
    entries: str  # which entries it has: `the run chart has steps 1 to 20`
    # Matches the folded name of an entry; one of its groups is the number or title
    pattern: str
    mention: str  # the same for the number of an entry beside other words
    ids: dict[str, str]  # the number of an entry, in figures and in words → its id
    titles: dict[str, str]  # the folded title of an entry → its id


class NumberedEntry(NamedTuple):
    """The step or section that a numbered name means; empty for any other name."""

    id: str = ""
    missing: str = ""  # an error sentence if nothing has that number


def read(kb: knowledge.Knowledge, typed_name: str) -> NumberedEntry:
    """Finds the entry with the number or title in a name: `13th step of a run`,
    `big sell-out trading bits`.
    """
    typed_name = re.sub(r"^\s*§\s*(?=[0-9]+\s*$)", "section ", typed_name)
    typed_name = re.sub(r"\bin:(?=\w)", "in ", typed_name)
    if re.search(FIELD_SIGNS, typed_name):
        return NumberedEntry()
    name = plain_text.fold(typed_name)
    has_number = _has_number(name)
    for document in kb.computed(numbered_documents):
        may_match = has_number or document.titles
        if not may_match or not _has_any(document.words, name):
            continue
        if match := re.fullmatch(document.pattern, name):
            return _entry(document, match)
    return NumberedEntry()


def read_mention(kb: knowledge.Knowledge, text: str) -> NumberedEntry:
    """Finds the entry with the number in a text: `who acts in step 5`. If several
    documents may be meant, the one with more of the words counts.
    """
    if re.search(FIELD_SIGNS, text):
        return NumberedEntry()
    words = plain_text.fold(text)
    if not _has_number(words):
        return NumberedEntry()
    longest = 0
    entry = NumberedEntry()
    for document in kb.computed(numbered_documents):
        if not _has_any(document.counted, words):
            continue
        match = re.search(document.mention, words)
        if match and len(match[0]) > longest:
            longest = len(match[0])
            entry = _entry(document, match)
    return entry


# Compiling a pattern takes longer than a look-up, and few names have these words


def _has_number(name: str) -> bool:
    """Whether a folded name has a number, in figures or in words."""
    has_figure = re.search("[0-9]", name) is not None
    return has_figure or not NUMBER_WORDS.isdisjoint(name.split())


def _has_any(words: Iterable[str], name: str) -> bool:
    return any(word in name for word in words)


def is_step(typed_name: str) -> bool:
    """Whether a text is the name of a step, even if the step does not exist. A number
    alone is none.
    """
    name = plain_text.fold(typed_name)
    if not _has_number(name) or not _has_any(_STEP_WORDS.all, name):
        return False
    return re.fullmatch(_pattern(_STEP_WORDS), name) is not None


def titled(kb: knowledge.Knowledge, name: str) -> str:
    """The id of the section with a title of several words, folded; else empty."""
    if " " not in name:
        return ""
    ids = (document.titles.get(name) for document in kb.computed(numbered_documents))
    return next(filter(None, ids), "")


def _entry(document: NumberedDocument, match: re.Match[str]) -> NumberedEntry:
    """The entry whose number or title a match of a document's pattern has."""
    name = next(filter(None, match.groups()))
    if id := document.ids.get(name) or document.titles.get(name):
        return NumberedEntry(id)
    entry = f"{document.noun} {plain_text.quoted(name)}"
    return NumberedEntry(missing=f"no {entry}; {document.entries}")


def numbered_documents(kb: knowledge.Knowledge) -> list[NumberedDocument]:
    """The run chart and the documents with sections. The page has the same."""
    documents: list[NumberedDocument] = []
    steps = {f"{step.number}": step.id for step in kb.steps}
    if steps:
        documents.append(_numbered_document("the run chart", _STEP_WORDS, steps, {}))
    for document in kb.documents:
        numbers = dict[str, str]()
        titles = dict[str, str]()
        for section in kb.sections_in(document.id):
            number, point, title = section.title.partition(". ")
            is_numbered = point and number.isdigit()
            if is_numbered:
                numbers[number] = section.id
            # Titles of the other game's document are ordinary words in this game
            if (
                section.title != document.title
                and document.game == vocabulary.NETRUNNER
            ):
                titles.setdefault(plain_text.fold(section.title), section.id)
                bare_title = title if is_numbered else section.title
                titles.setdefault(plain_text.fold(bare_title), section.id)
        if numbers or titles or kb.sections_in(document.id):
            words = _section_words(document)
            documents.append(_numbered_document(document.title, words, numbers, titles))
    return documents


class _Words(NamedTuple):
    """The words beside the number or title in the names of a document's entries."""

    noun: str  # what an entry is called
    own: tuple[str, ...]  # names of the document, which mean no other
    others: tuple[str, ...]  # words that say nothing without the others
    counted: tuple[str, ...]  # the words that an ordinal counts: `fifth chapter`

    @property
    def all(self) -> tuple[str, ...]:
        """All of these words."""
        return (*self.own, self.noun, *self.others)

    @property
    def any_word(self) -> str:
        """A pattern that matches each of the words."""
        return _any_of(self.all)


_STEP_WORDS = _Words("step", ("sparkys run chart", "chart"), ("run",), ("step",))


def _section_words(document: entities.Document) -> _Words:
    title = plain_text.fold(document.title)
    own = (title, title.removeprefix("the "), plain_text.fold(document.short))
    aliases = name_table.DOCUMENT_ALIASES.get(document.short, ())
    others = (*aliases, "sec", "chapter", "part")
    return _Words("section", own, others, ("section", "chapter"))


def _numbered_document(
    title: str,
    words: _Words,
    ids: dict[str, str],
    titles: dict[str, str],
) -> NumberedDocument:
    """Describes a document. `ids`: number → id of each entry; `titles`: the same for
    folded titles.
    """
    numbers = [*ids]
    ids_by_word: dict[str, str] = {}
    for number, id in ids.items():
        value = int(number)
        if value < len(_NUMBERS):  # larger ones have no name in words
            ids_by_word[_NUMBERS[value]] = id
            ids_by_word[_ORDINALS[value]] = id
    entries = f"{title} has no numbered {words.noun}s"
    patterns = [_mention_pattern(words)]
    if ids:
        entries = f"{title} has {words.noun}s {numbers[0]} to {numbers[-1]}"
        patterns.append(_pattern(words, numbers[-1]))
    if titles:
        patterns.append(_title_pattern(words, titles))
    return NumberedDocument(
        noun=words.noun,
        words=words.all,
        counted=words.counted,
        entries=entries,
        pattern="|".join(patterns),
        mention=patterns[0],
        ids=ids | ids_by_word,
        titles=titles,
    )


def _any_of(names: Iterable[str]) -> str:
    return f"(?:{'|'.join(dict.fromkeys(names))})"


_NUMBER = (
    f"(?:(?:no|nr|number) )?"
    f"(?:{_FIGURES}(?:st|nd|rd|th)?|({'|'.join(reversed(_NUMBERS))}))"
)
_ORDINAL = f"(?:{_FIGURES}(?:st|nd|rd|th)|({'|'.join(reversed(_ORDINALS))}))"


def _pattern(words: _Words, last_number: str = "") -> str:
    """The pattern of names that consist of a number and some of these words, perhaps
    with the last number: `step 5 of 20`.
    """
    word = words.any_word
    before = f"{_BETWEEN}(?:{word} ?{_BETWEEN})+"
    after = f"(?: {_BETWEEN}{word})"
    of_last = f"(?: (?:of )?{last_number})?" if last_number else ""
    clear = _any_of((words.noun, *words.own))
    counted = _any_of(words.counted)
    return (
        f"{before}{_NUMBER}{after}*{of_last}"
        f"|{_BETWEEN}{_FIGURES}(?:st|nd|rd|th){after}+"  # not `2 runs`
        f"|{_BETWEEN}{_FIGURES}{after}*? {_BETWEEN}{clear}{after}*"  # `1 run chart`
        f"|{_BETWEEN}{_ORDINAL}{after}*? {_BETWEEN}{counted}{after}*"
    )


def _title_pattern(words: _Words, titles: Iterable[str]) -> str:
    """The pattern of names that consist of a title and a name of the document."""
    word = words.any_word
    title = f"({'|'.join(sorted(titles, key=len, reverse=True))})"
    named = f"(?:{word} {_BETWEEN})*?{_any_of(words.own)} {_BETWEEN}"
    name = _any_of(words.own)
    return (
        f"{_BETWEEN}{named}(?:{word} {_BETWEEN})*{title}"
        f"|{_BETWEEN}{title}(?: {_BETWEEN}{word})*? {_BETWEEN}{name}"
    )


def _mention_pattern(words: _Words) -> str:
    """The pattern of a number beside other words: `step 5`, `section 3 of the manual`.
    An ordinal counts steps of other things too, unless the document is named.
    """
    own = _any_of((*words.own, *words.others))
    counted = _any_of(words.counted)
    before = rf"\b(?:{own} {_BETWEEN})*"
    after = f"(?: {_BETWEEN}{own})"
    return (
        rf"{before}{counted} {_NUMBER}\b{after}*"
        rf"|\b{_ORDINAL} {counted}{after}+"
    )
