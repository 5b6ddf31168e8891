"""Reads names of numbered steps and sections: `step 7`, `7th step of a run`,
`manual part three`.

The page does the same in `site/theme/js/engine/numbering.js`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from rulings.model import entities, knowledge, plain_text, vocabulary
from rulings.names.name_table import DOCUMENT_ALIASES, Names, NumberedDocument

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
_NUMBER = "0*([0-9]{1,3})"  # four figures would be a year
_BETWEEN = "(?:(?:a|the|of|in) )*"
# `step>10` and `step:10` are fields, and `step -10` excludes; `run: 1` is a name
FIELD_SIGNS = r"[<>=]|:\S|(?:^| )-[0-9]"


class NumberedEntry(NamedTuple):
    """The step or section that a numbered name means; empty for any other name."""

    noun: str = ""  # `step` or `section`
    id: str = ""
    missing: str = ""  # an error sentence if nothing has that number


def read(names: Names, typed_name: str) -> NumberedEntry:
    """Finds the entry with the number or title in a name: `13th step of a run`,
    `big sell-out trading bits`.
    """
    text = re.sub(r"^\s*§\s*(?=[0-9]+\s*$)", "section ", typed_name)
    text = re.sub(r"\bin:(?=\w)", "in ", text)
    name = _with_figures(text)
    for document in names.numbered_documents:
        # Compiling a pattern takes longer than a look-up
        may_match = document.titles or _has_figure(name)
        if not may_match or not _has_any(document.words, name):
            continue
        if match := re.fullmatch(document.pattern, name):
            return _entry(document, match)
    return NumberedEntry()


def read_mention(names: Names, text: str) -> NumberedEntry:
    """Finds the entry with the number in a text: `who acts in step 5`. If several
    documents may be meant, the one with more of the words counts.
    """
    words = _with_figures(text)
    longest = 0
    entry = NumberedEntry()
    for document in names.numbered_documents:
        if not _has_figure(words) or not _has_any(document.words, words):
            continue
        match = re.search(document.mention, words)
        if match and len(match[0]) > longest:
            longest = len(match[0])
            entry = _entry(document, match)
    return entry


def _with_figures(text: str) -> str:
    """The text, folded, with its numbers in figures: `Step twenty-one` → `step 21`.
    Empty if it has a field.
    """
    if re.search(FIELD_SIGNS, text):
        return ""
    words = plain_text.fold(text).split()
    name = " ".join(FIGURES.get(word, word) for word in words)
    return re.sub(r"0\+ (?=[1-9](?![0-9]))|\+", "", name)


def _has_figure(name: str) -> bool:
    return any(map(str.isdigit, name))


def _has_any(words: Iterable[str], name: str) -> bool:
    return any(word in name for word in words)


def titled(names: Names, name: str) -> str:
    """The id of the section with a title of several words, folded; else empty."""
    if " " not in name:
        return ""
    title = _with_figures(name)
    ids = (document.titles.get(title) for document in names.numbered_documents)
    return next(filter(None, ids), "")


def _entry(document: NumberedDocument, match: re.Match[str]) -> NumberedEntry:
    """The entry whose number or title a match of a document's pattern has."""
    name = next(filter(None, match.groups()))
    noun = document.noun
    if id := document.ids.get(name) or document.titles.get(name):
        return NumberedEntry(noun, id)
    missing = f"no {noun} {plain_text.quoted(name)}; {document.entries}"
    return NumberedEntry(noun, missing=missing)


# The documents, with the patterns of the names of their entries


def numbered_documents(kb: knowledge.Knowledge) -> list[NumberedDocument]:
    """The run chart and the documents with sections. The page has the same."""
    steps = {f"{step.number}": step.id for step in kb.steps}
    own_names = ("sparkys run chart", "chart")
    run_chart = _numbered_document(
        "the run chart", ("step",), own_names, ("run",), steps, titles={}
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
    own_names = (title, title.removeprefix("the "), plain_text.fold(document.short))
    aliases = DOCUMENT_ALIASES.get(document.short, ())
    words = (*aliases, "sec", "part")
    nouns = ("section", "chapter")
    return _numbered_document(document.title, nouns, own_names, words, numbers, titles)


def _numbered_document(
    title: str,
    nouns: tuple[str, ...],
    own_names: tuple[str, ...],
    other_words: tuple[str, ...],
    ids: dict[str, str],
    titles: dict[str, str],
) -> NumberedDocument:
    """Describes a document. `nouns`: what its entries are called; `own_names` mean no
    other document; `other_words` say nothing without other words.
    """
    noun = nouns[0]
    counted = _any_of(nouns)
    words = (*own_names, *nouns, *other_words)
    entries = f"{title} has no numbered {noun}s"
    mention = _mention_pattern(_any_of((*own_names, *other_words)), counted)
    patterns = [mention]
    if ids:
        numbers = [*ids]
        entries = f"{title} has {noun}s {numbers[0]} to {numbers[-1]}"
        clear = _any_of((noun, *own_names))
        patterns.append(_number_pattern(_any_of(words), clear, counted, numbers[-1]))
    if titles:
        patterns.append(_title_pattern(_any_of(words), _any_of(own_names), titles))
    return NumberedDocument(
        noun=noun,
        words=words,
        entries=entries,
        pattern="|".join(patterns),
        mention=mention,
        ids=ids,
        titles=titles,
    )


def _any_of(names: Iterable[str]) -> str:
    return f"(?:{'|'.join(dict.fromkeys(names))})"


_AFTER_NOUN = f"(?:(?:no|nr|number) )?{_NUMBER}(?:st|nd|rd|th)?"
_ORDINAL = f"{_NUMBER}(?:st|nd|rd|th|o)"


def _number_pattern(word: str, clear: str, counted: str, last: str) -> str:
    """The pattern of names that consist of a number and some of the words, perhaps with
    the last number: `step 5 of 20`.
    """
    after = f"(?: {_BETWEEN}{word})"
    return (
        f"{_BETWEEN}(?:{word} ?{_BETWEEN})+{_AFTER_NOUN}{after}*(?: (?:of )?{last})?"
        f"|{_BETWEEN}{_NUMBER}(?:st|nd|rd|th){after}+"  # not `2 runs`
        f"|{_BETWEEN}{_NUMBER}{after}*? {_BETWEEN}{clear}{after}*"  # `1 run chart`
        f"|{_BETWEEN}{_ORDINAL}{after}*? {_BETWEEN}{counted}{after}*"
    )


def _title_pattern(word: str, own: str, titles: Iterable[str]) -> str:
    """The pattern of names that consist of a title and a name of the document."""
    title = f"({'|'.join(sorted(titles, key=len, reverse=True))})"
    before = f"(?:{word} {_BETWEEN})*"
    return (
        f"{_BETWEEN}{before}{own} {_BETWEEN}{before}{title}"
        f"|{_BETWEEN}{title}(?: {_BETWEEN}{word})* {_BETWEEN}{own}"
    )


def _mention_pattern(own: str, counted: str) -> str:
    """The pattern of a number beside other words: `step 5`, `section 3 of the manual`.
    An ordinal counts steps of other things too, unless the document is named.
    """
    after = f"(?: {_BETWEEN}{own})"
    return (
        rf"\b(?:{own} {_BETWEEN})*{counted} {_AFTER_NOUN}\b{after}*"
        rf"|\b{_ORDINAL} {counted}{after}+"
    )
