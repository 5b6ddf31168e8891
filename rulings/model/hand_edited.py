"""The shapes of the hand-edited files in `rulings/sources`, and of their rows that are
not entities.

The type of a value says what it refers to (`vocabulary.refers`). A row also says which
words it quotes and which values no two rows share (`validation.Row`).
`rulings.parser.checks` needs nothing else, so a new file needs no check of its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field
from msgspec.structs import fields

from rulings.model import dates, entities, ids, validation, vocabulary
from rulings.model.notes import advice_faults
from rulings.model.validation import Row
from rulings.model.vocabulary import Date, LineNumber, Printed, Words

WordsList = Annotated[list[Words], Meta(min_length=1)]
SomeWords = Annotated[
    list[str | int], Meta(min_length=1)
]  # YAML reads some words as numbers


class DateOrder(Row):
    """The order of day and month in the ambiguous dates of a document in some years."""

    order: Literal["month-first", "day-first"]
    start: Date = "1000-01-01"
    end: Date = vocabulary.FAR_FUTURE
    certain: bool = True


class Unheaded(Row):
    """A section without a heading in its document: its first line, some of its words,
    and our title for it.
    """

    unique = (("line",),)
    line: LineNumber
    words: Words
    title: Words


class Levels(Row):
    """The level of the sections with these titles, if their headings do not show it or
    look like any other line.
    """

    unique = (("titles",),)
    level: vocabulary.HeadingLevel
    titles: WordsList
    reason: Words


class Erratum(Row):
    """A ruling that changes a card's text in effect, without the label ERRATA."""

    unique = (("ruling",),)
    ruling: vocabulary.RulingId
    words: Words
    reason: Words


class DocumentRow(entities.Document, Row, kw_only=True):
    """A row of documents.yaml: the document, and how the parser reads it."""

    unique = (
        ("id",),
        ("short",),
        ("title",),
        ("file",),
    )
    dates: tuple[DateOrder, ...] = ()
    chrome: tuple[Printed, ...] = ()
    unheaded: tuple[Unheaded, ...] = ()
    errata: tuple[Erratum, ...] = ()
    levels: tuple[Levels, ...] = ()


class CardRow(entities.CardFacts, Row):
    """A row of cards.yaml: the facts of a card."""

    unique = (("id",), ("title",))

    def faults(self) -> Iterator[str]:
        """Checks that a card has the side of its type and the numbers printed on such
        cards.
        """
        side = "Corp" if self.type in vocabulary.CORP_TYPES else "Runner"
        if self.side != side:
            yield f"`side` must be {side} (type {self.type})"
        for number, kinds in vocabulary.NUMBERED_CARDS.items():
            is_printed = not kinds.isdisjoint({self.type, *self.keywords})
            if is_printed != (getattr(self, number) is not None):
                fault = "is missing" if is_printed else "must not be here"
                yield f"`{number}` {fault} (type {self.type})"


class AppliedRulingRow(entities.AppliedRuling, Row):
    """A row of steps.yaml: a ruling that applies to a step, with the words that show
    it.
    """

    unique = (("step", "ruling"),)
    step: vocabulary.StepNumber


class ReversalRow(entities.Reversal, Row, kw_only=True):
    """A row of reversals.yaml: a ruling that takes back an earlier one, with its words
    that say so.
    """

    unique = (("ruling",),)
    ruling: vocabulary.RulingId
    at_the_table: Words | None = None
    about: Words | None = None

    def faults(self) -> Iterator[str]:
        """Checks that there is a clause for the table if, and only if,
        nothing decides.
        """
        yield from advice_faults(self.at_the_table, bool(self.may_replace))


class Restorations(Row):
    """restorations.yaml: the restored lines, and the evidence for all of them."""

    evidence: Words
    lines: tuple[entities.Restoration, ...]


class DateRow(Row):
    """A row of dates.yaml: a date printed in some rulings, with the likely one if it is
    a misprint, or the reason to doubt it. With neither, it only looks doubtful.
    """

    unique = (("rulings", "authority", "printed"),)
    rulings: Annotated[tuple[vocabulary.RulingId, ...], Meta(min_length=1)]
    authority: Words
    printed: Printed
    reason: Words
    likely: Date | None = None
    doubt: vocabulary.DateDoubt | None = None

    def faults(self) -> Iterator[str]:
        """Checks that a date is not both corrected and doubted."""
        if self.likely and self.doubt:
            yield "`likely` corrects the date and `doubt` doubts it: keep one of them"


class InheritanceRow(Row):
    """A row of inheritance.yaml: what the cards with these ids inherit from `subject`,
    the id of a card or topic.

    `takes`: `only` this ruling of the subject; `not` this one, but all others; `also`
    this one, although no entry refers the cards to it; or `all`, for a keyword.
    `words`: the words that show this, or the keyword, in the entry with the id `entry`
    or else in the ruling.
    """

    quotes = ("entry", "ruling")
    unique = (("cards", "subject", "ruling"),)
    cards: Annotated[tuple[vocabulary.CardId, ...], Meta(min_length=1)]
    subject: vocabulary.SubjectId
    takes: Literal["only", "also", "not", "all"]
    reason: Words
    ruling: vocabulary.RulingId | None = None
    entry: vocabulary.RulingId | None = None
    words: Words | None = None


class Alias(Row):
    """Another name of a card in names.yaml. `in_text`: whether it mentions the card
    even in the text of a ruling.
    """

    name: Words
    card: vocabulary.CardTitle
    kind: Literal[
        "nickname",
        "initials",
        "misprint",
        "verb",
        "plural",
        "short",
    ]
    in_text: bool
    reason: Words


class AmbiguousRow(Row):
    """A name in names.yaml that may mean several cards."""

    unique = (("name",),)
    name: Words
    cards: Annotated[tuple[vocabulary.CardTitle, ...], Meta(min_length=2)]
    reason: Words


class ContextName(Row):
    """A name in names.yaml that means a card in rulings on certain subjects."""

    unique = (("name", "only_under"),)
    name: Words
    card: vocabulary.CardTitle
    only_under: Annotated[tuple[vocabulary.SubjectTitle, ...], Meta(min_length=1)]
    reason: Words


class FalseFriend(Row):
    """Words in names.yaml that look like a card's title but do not mean the card."""

    unique = (("words",),)
    words: Words
    reason: Words
    card: vocabulary.CardTitle | None = None
    unless: Words | None = None
    exact_case: bool = False
    only_under: tuple[vocabulary.SubjectTitle, ...] = ()


class LinkRow(Row):
    """Words of one ruling in names.yaml that link to the card or, if `card` is null, to
    none.
    """

    unique = (("ruling", "words"),)
    ruling: vocabulary.RulingId
    words: Words
    card: vocabulary.CardTitle | None
    reason: Words


class EditedNames(Row):
    """names.yaml"""

    aliases: tuple[Alias, ...] = ()
    ambiguous: tuple[AmbiguousRow, ...] = ()
    context: tuple[ContextName, ...] = ()
    false_friends: tuple[FalseFriend, ...] = ()
    links: tuple[LinkRow, ...] = ()


class Synonym(Row):
    """A group of words in synonyms.yaml, each of which may replace any other."""

    words: Annotated[list[str | int], Meta(min_length=2)]
    reason: Words
    weight: vocabulary.Weight | None = None


class TypedWord(Synonym, kw_only=True):
    """Words in synonyms.yaml that only players type, and the words of the documents for
    them.
    """

    words: SomeWords
    means: SomeWords


class Synonyms(Row):
    """synonyms.yaml. `sources`: short name of a source → its other names."""

    same: tuple[Synonym, ...] = ()
    typed: tuple[TypedWord, ...] = ()
    sources: dict[str, SomeWords] = field(default_factory=dict)


class OtherGame(Row):
    """other-game.yaml: terms, and titles of cards, that only the game of 2012 has."""

    terms: tuple[Words, ...] = ()
    titles: tuple[Printed, ...] = ()


class Withdrawn(Row):
    """The value of a former id in moved.yaml if nothing took its place: the reason."""

    nothing: Words


class Addition(Row):
    """A ruling in a file of additions. `added`: the day it was added, for the feed;
    `topic`: whether it is the first on a new topic; `questions`: questions that it
    answers, as in questions.yaml.
    """

    subject: vocabulary.SubjectTitle
    printed: Words
    added: Date | None = None
    topic: bool = False
    citation: Literal["none"] | None = None
    note: Words | None = None
    questions: tuple[Words, ...] = ()

    def faults(self) -> Iterator[str]:
        """Checks that it was not added in the future."""
        if self.added and self.added > dates.today():
            yield f"`added` is in the future: {self.added}"


class HandEdited(Struct, frozen=True):
    """The data of all files: `other_game` holds other-game.yaml. A file that was not
    read is empty.
    """

    documents: list[DocumentRow] = []
    cards: list[CardRow] = []
    sets: list[Words] = []
    keywords: list[Words] = []
    authorities: list[entities.Authority] = []
    names: EditedNames = EditedNames()
    restorations: Restorations = Restorations(evidence="none", lines=())
    # The questions of an entry, or of words of a section
    questions: dict[vocabulary.EntryId, WordsList | dict[str, WordsList]] = {}
    steps: list[AppliedRulingRow] = []
    notes: list[entities.Note] = []
    reversals: list[ReversalRow] = []
    dates: list[DateRow] = []
    inheritance: list[InheritanceRow] = []
    moved: dict[vocabulary.FormerId, vocabulary.Address | Withdrawn] = {}
    synonyms: Synonyms = Synonyms()
    other_game: OtherGame = OtherGame()
    unanswered: list[Words] = []
    applicable_topics: dict[
        vocabulary.TypeOrKeyword,
        Annotated[list[entities.ApplicableTopic], Meta(min_length=1)],
    ] = {}
    # Name of a file in `additions`, without `.yaml` → its rows
    additions: dict[str, list[Addition]] = {}


def questions_of(
    questions: list[str] | dict[str, list[str]],
) -> list[str]:
    """The questions of an entry, whether in one list or in lists by the words that
    answer them.
    """
    if isinstance(questions, list):
        return questions
    return [*chain.from_iterable(questions.values())]


def questions_by_entry(
    edited: HandEdited,
    rulings: Iterable[entities.Ruling],
) -> dict[str, WordsList | dict[str, WordsList]]:
    """The questions in questions.yaml and those in the rows of added
    rulings, by entry.
    """
    questions = {**edited.questions}
    for ruling, row in added_rulings(edited, rulings):
        if row.questions:
            of_ruling = questions_of(questions.get(ruling.id, []))
            questions[ruling.id] = [*row.questions, *of_ruling]
    return questions


def added_rulings(
    edited: HandEdited,
    rulings: Iterable[entities.Ruling],
) -> Iterator[tuple[entities.Ruling, Addition]]:
    """The rulings that were added, each with its row."""
    rows_by_location: dict[tuple[str, int], Addition] = {}
    for name, additions in edited.additions.items():
        for row in additions:
            location = f"{ids.ADDITIONS}-{name}", validation.line_of(row)
            rows_by_location[location] = row
    for ruling in rulings:
        first_line, _ = ruling.source.lines
        location = ruling.source.document, first_line
        if location in rows_by_location:
            yield ruling, rows_by_location[location]


SHAPES: dict[str, Any] = {
    file_field.name.replace("_", "-"): file_field.type
    for file_field in fields(HandEdited)
    if file_field.name != "additions"
}
OPTIONAL_FILES = ("restorations",)  # an undamaged copy of the rulings needs none
# Each of these files may be empty.
MAY_BE_EMPTY = (
    "questions",
    "moved",
    "unanswered",
    "applicable-topics",
    "additions",
)


def checked_rows(
    data: Mapping[str, Any],
) -> tuple[HandEdited, dict[str, list[validation.Fault]]]:
    """The rows of the files, and the faults of each file. `data`: name of a file
    (`names`, `additions/2035`) → its data.
    """
    additions: dict[str, list[Addition]] = {}
    values: dict[str, Any] = {"additions": additions}
    faults = defaultdict[str, list[validation.Fault]](list)
    for name, content in data.items():
        stem, _, addition = name.partition("/")
        shape = list[Addition] if addition else SHAPES[name]
        if content is None and stem in MAY_BE_EMPTY:
            value = shape()
        else:
            value = validation.convert(content, shape, faults[name])
        if addition:
            additions[addition] = value
        else:
            values[name.replace("-", "_")] = value
    return HandEdited(**values), faults
