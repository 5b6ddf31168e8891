"""The hand-edited files of `rulings/sources`: the shape of each, and of each row in it.

What a value refers to is its type: `Annotated[str, refers("ruling")]`. With what a row quotes and what no two rows
share (see `located.Row`), this is all that `rulings.parser.checks` needs: a new file needs no check of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Annotated, Any, ClassVar, Literal, get_origin

from msgspec import Meta, Struct, field
from msgspec.structs import fields

from rulings.model import constants, entities, located
from rulings.model.constants import Date, Id, LineNumber, Printed, Words
from rulings.model.located import Row


def refers(kind: str) -> Meta:
    """What a value names: `ruling`, `section`, `step` or `entry` (any of them), `card`, `topic` and so on."""
    return Meta(extra={"refers": kind})


RulingId = Annotated[constants.RulingId, refers("ruling")]
EntryId = Annotated[Id, refers("entry")]
SectionId = Annotated[Id, refers("section")]
StepNumber = Annotated[constants.StepNumber, refers("step")]
CardId = Annotated[Id, refers("card")]
TopicId = Annotated[Id, refers("topic")]
SubjectId = Annotated[Id, refers("card or topic")]
Address = Annotated[constants.FormerId, refers("address")]  # of a page, or the id of anything that has one
CardTitle = Annotated[Words, refers("card title")]
SubjectTitle = Annotated[Words, refers("title")]
SetName = Annotated[Words, refers("set")]
Keyword = Annotated[Words, refers("keyword")]
TypeOrKeyword = Annotated[Words, refers("card type or keyword")]

WordsList = Annotated[list[Words], Meta(min_length=1)]
SomeWords = Annotated[list[str | int], Meta(min_length=1)]  # YAML reads some words as numbers


class DateOrder(Row, frozen=True):
    """How the ambiguous dates of a document in some years are read: whether day or month comes first."""

    order: Literal["month-first", "day-first"]
    start: Date = Date.min
    end: Date = Date.max
    certain: bool = True


class Unheaded(Row, frozen=True):
    """A section without a heading in its document: the line on which it begins, words of it, and our title for it."""

    line_number: LineNumber = field(name="line")
    words: Words
    title: Words


class Levels(Row, frozen=True):
    """The level of the sections with these titles, where their headings do not show it."""

    level: constants.Level
    titles: WordsList
    reason: Words


class Erratum(Row, frozen=True):
    """A ruling that changes a card's text in effect, without the label ERRATA."""

    quotes: ClassVar = ("ruling",)
    unique: ClassVar = ("ruling",)

    ruling: RulingId
    words: Words
    reason: Words


class Document(Row, frozen=True):
    """A row of documents.yaml."""

    id: Id
    short: constants.ShortName
    title: Words
    edition: str | None
    date: constants.DateMonthOrYear | None
    game: constants.Game
    copyright: str | None
    licence: str | None
    standing: Words
    file: Words
    sha256: constants.Checksum
    official: bool = True
    date_note: Words | None = None
    dates: tuple[DateOrder, ...] = ()
    chrome: tuple[Words, ...] = ()
    unheaded: tuple[Unheaded, ...] = ()
    errata: tuple[Erratum, ...] = ()
    levels: tuple[Levels, ...] = ()


class Card(entities.CardFacts, Row, frozen=True, kw_only=True):
    """A row of cards.yaml: the facts of a card."""

    unique: ClassVar = ("id",)

    id: Id
    title: Words
    keywords: tuple[Keyword, ...] = ()
    set: SetName

    def __post_init__(self) -> None:
        """Raises `ValueError` for another side than that of the type, and for numbers that it has or has not."""
        side, numbers = constants.TYPES[self.type]
        expected = (*numbers, "strength") if constants.ICEBREAKER in self.keywords else numbers
        has = [name for name in constants.NUMBERS_OF_TYPES if getattr(self, name) is not None]
        faults = [
            *([f"a card of the type {self.type} is the {side}’s"] if self.side != side else []),
            *(f"`{name}` is missing" for name in expected if name not in has),
            *(f"`{name}` must not be here" for name in has if name not in expected),
        ]
        if faults:
            raise ValueError(f"{'; '.join(faults)} (type {', '.join((self.type, *self.keywords))})")


class Term(Row, frozen=True):
    """A term of office; either end may be open."""

    start: Date | None = None
    end: Date | None = None

    def __post_init__(self) -> None:
        """Raises `ValueError` if it ends before it begins."""
        if self.start and self.end and self.end < self.start:
            raise ValueError("`end` is before `start`")


class Authority(Term, frozen=True, kw_only=True):
    """A row of authorities.yaml. `terms`: instead of `start` and `end`, several terms of office."""

    unique: ClassVar = ("id",)

    name: Words
    id: Id
    kind: Literal["person", "document"]
    names: WordsList
    role: Words
    official: bool
    standing: constants.AuthorityStanding
    person: Words | None = None
    terms: tuple[Term, ...] = ()
    evidence: Words = ""
    note: Words | None = None
    council: entities.Council | None = None

    def __post_init__(self) -> None:
        """Raises `ValueError` unless a council is described for exactly those who rule for one; as for a term."""
        super().__post_init__()
        if self.terms and (self.start or self.end):
            raise ValueError("`terms` has all terms; delete `start` and `end` beside it")
        if any(not (a.end and b.start) or a.end >= b.start for a, b in pairwise(self.terms)):
            raise ValueError("each of the `terms` must end before the next one begins")
        if (self.standing == "players-council") != (self.council is not None):
            raise ValueError("`council`, with its name, office, rank and worth, belongs to `standing: players-council`")
        if self.standing == "player" and self.official:
            raise ValueError("a player is never official: write `official: false`, or another `standing`")


class AppliedRuling(Row, frozen=True):
    """A row of steps.yaml: a ruling that applies to a step, with the words that show it."""

    quotes: ClassVar = ("ruling",)
    unique: ClassVar = ("step", "ruling")

    step: StepNumber
    ruling: RulingId
    words: Words
    reason: Words


class Quotation(Row, frozen=True):
    """One side of a note: the words, and the ruling, section or step that contains them."""

    quotes: ClassVar = constants.ENTRY_KINDS

    words: Words
    ruling: RulingId | None = None
    section: SectionId | None = None
    step: StepNumber | None = None
    also: tuple[EntryId, ...] = ()
    also_words: dict[EntryId, Words] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Raises `ValueError` unless exactly one ruling, section or step is named."""
        if sum(getattr(self, kind) is not None for kind in constants.ENTRY_KINDS) != 1:
            raise ValueError("name the one `ruling`, `section` or `step` that contains the words")


class Note(Row, frozen=True):
    """A row of notes.yaml. `extent`: only of a contradiction in which one side is followed.

    `table`: in our words, if neither is followed, or if the words of the one to follow do not say enough alone.
    """

    unique: ClassVar = ("id",)

    title: Words
    id: Id
    kind: Literal[
        "clarification",
        "exception",
        "manual-against-ruling",
        "manual-against-run-chart",
        "manual-against-rulebook",
        "ruling-against-run-chart",
        "later-against-earlier",
        "within-document",
    ]
    one: Quotation
    other: Quotation | None
    follow: constants.Follow
    reason: Words
    extent: Literal["whole", "part"] | None = None
    related: tuple[EntryId, ...] = ()
    table: Words | None = None

    def __post_init__(self) -> None:
        """Raises `ValueError` for an `extent` or `table` that is missing or must not be there, or half an exception."""
        supersedes = self.kind not in constants.AGREEING_KINDS and self.follow != "neither"
        if supersedes and self.extent is None:
            raise ValueError("`extent` is missing: is the other statement superseded as a whole or in part?")
        if not supersedes and self.extent is not None:
            raise ValueError("`extent` must not be here, because nothing is superseded")
        if not supersedes:
            _check_table(self.table, self.kind not in constants.AGREEING_KINDS)
        elif self.follow == "other" and self.other is None and self.table is None:
            raise ValueError("`table` is missing: no words are quoted that decide, so say in one clause what to follow")
        if self.kind == constants.EXCEPTION and (self.follow != "other" or self.other is None):
            raise ValueError(
                "in an exception, `one` is the rule, and `other`, which is followed, is what it leaves out"
            )


class Reversal(Row, frozen=True):
    """A row of reversals.yaml: a ruling that takes back an earlier one, with its words that say so."""

    quotes: ClassVar = ("ruling",)
    unique: ClassVar = ("ruling",)

    ruling: RulingId
    words: Words
    earlier: Words | None = None
    replaces: tuple[RulingId, ...] = ()
    in_doubt: tuple[RulingId, ...] = ()
    table: Words | None = None
    note: Words | None = None

    def __post_init__(self) -> None:
        """Raises `ValueError` for a `table` that is missing or must not be there."""
        _check_table(self.table, bool(self.in_doubt))


def _check_table(table: str | None, is_disputed: bool) -> None:
    if is_disputed and table is None:
        raise ValueError(
            "`table` is missing: neither statement is followed, so say in one clause what to do at the table"
        )
    if not is_disputed and table is not None:
        raise ValueError("`table` must not be here, because the note says which statement to follow")


class Evidence(Row, frozen=True):
    """The source of the lines in restorations.yaml."""

    name: Words
    repository: Words | None = None
    file: Words | None = None
    commit: Words | None = None


class Restoration(Row, frozen=True):
    """A line in restorations.yaml: its words, and the line before or after which it stood, with the words of that."""

    unique: ClassVar = ("line_number", "place", "what", "words")

    line_number: LineNumber = field(name="line")
    place: Literal["before", "after"]
    what: Literal["heading", "label", "citation", "line"]
    words: constants.Word
    beside: str | None = None


class Restorations(Row, frozen=True):
    """restorations.yaml"""

    evidence: Evidence
    lines: tuple[Restoration, ...]


class Misprinted(Row, frozen=True):
    """A misprinted date in dates.yaml."""

    unique: ClassVar = ("authority", "printed", "rulings")

    rulings: Annotated[tuple[RulingId, ...], Meta(min_length=1)]
    authority: Words
    printed: Printed
    likely: Date
    reason: Words


class Doubtful(Row, frozen=True):
    """A doubtful date in dates.yaml."""

    unique: ClassVar = ("ruling", "authority", "printed")

    ruling: RulingId
    authority: Words
    printed: Printed
    doubt: constants.Doubt
    reason: Words


class NotDoubtful(Row, frozen=True):
    """Dates of an authority in dates.yaml that only look doubtful."""

    authority: Words
    printed: Annotated[tuple[Printed, ...], Meta(min_length=1)]
    reason: Words


class Dates(Row, frozen=True):
    """dates.yaml"""

    misprinted: tuple[Misprinted, ...]
    doubtful: tuple[Doubtful, ...]
    not_doubtful: tuple[NotDoubtful, ...]


class Inheritance(Row, frozen=True):
    """A row of inheritance.yaml: what the cards with these ids inherit from `subject`, the id of a card or topic.

    `takes`: of its rulings, `only` this one, all but `not` this one, or `also` this one, although no entry refers the
    cards to it; or `all`, for a keyword. `words`: the words that show this, or the keyword, in the entry with the id
    `entry` or else in the ruling.
    """

    quotes: ClassVar = ("entry", "ruling")
    unique: ClassVar = ("cards", "ruling")

    cards: Annotated[tuple[CardId, ...], Meta(min_length=1)]
    subject: SubjectId
    takes: Literal["only", "also", "not", "all"]
    reason: Words
    ruling: RulingId | None = None
    entry: RulingId | None = None
    words: Words | None = None

    def __post_init__(self) -> None:
        """Raises `ValueError` for a key that is missing or must not be there."""
        if (self.takes == "all") != (self.ruling is None):
            raise ValueError("`ruling` names the one that it takes, and must not be here where it takes `all`")
        if self.takes in ("also", "all") and not self.words:
            raise ValueError("`words` is missing: the words of the ruling, or the keyword, that show why")


class ApplicableTopic(Row, frozen=True):
    """A topic in applicable-topics.yaml that applies to cards of a type or with a keyword. `topic`: its id."""

    topic: TopicId
    reason: Words


class Alias(Row, frozen=True):
    """Another name of a card in names.yaml. `in_text`: whether it is a mention of the card in a ruling too.

    One of the kind `former` was the card's title: a heading may have it, and the card may have kept its id.
    """

    name: Words
    card: CardTitle
    kind: Literal["nickname", "initials", "misprint", "verb", "plural", "short", "former"]
    in_text: bool
    reason: Words


class AmbiguousRow(Row, frozen=True):
    """A name in names.yaml that may mean several cards."""

    name: Words
    cards: Annotated[tuple[CardTitle, ...], Meta(min_length=2)]
    reason: Words


class ContextName(Row, frozen=True):
    """A name in names.yaml that means a card in rulings on certain subjects."""

    unique: ClassVar = ("name", "only_under")

    name: Words
    card: CardTitle
    only_under: Annotated[tuple[SubjectTitle, ...], Meta(min_length=1)]
    reason: Words


class FalseFriend(Row, frozen=True):
    """Words in names.yaml that look like a card's title but are none."""

    unique: ClassVar = ("words",)

    words: Words
    reason: Words
    card: CardTitle | None = None
    unless: Words | None = None
    exact_case: bool = False
    only_under: tuple[SubjectTitle, ...] = ()


class LinkRow(Row, frozen=True):
    """Words of one ruling in names.yaml that are a link to the card, or, if it is null, to no card."""

    quotes: ClassVar = ("ruling",)
    unique: ClassVar = ("ruling", "words")

    ruling: RulingId
    words: Words
    card: CardTitle | None
    reason: Words


class NamesFile(Row, frozen=True):
    """names.yaml"""

    aliases: tuple[Alias, ...] = ()
    ambiguous: tuple[AmbiguousRow, ...] = ()
    context: tuple[ContextName, ...] = ()
    false_friends: tuple[FalseFriend, ...] = ()
    links: tuple[LinkRow, ...] = ()


class Synonym(Row, frozen=True):
    """A group of words in synonyms.yaml, each of which may stand for any other."""

    words: SomeWords
    reason: Words
    weight: constants.Weight | None = None


class TypedWord(Synonym, frozen=True, kw_only=True):
    """Words in synonyms.yaml that only players type, and the words of the documents for them."""

    means: SomeWords


class Synonyms(Row, frozen=True):
    """synonyms.yaml. `sources`: short name of a source → its other names."""

    same: tuple[Synonym, ...] = ()
    typed: tuple[TypedWord, ...] = ()
    sources: dict[str, SomeWords] = field(default_factory=dict)


class OtherGame(Row, frozen=True):
    """other-game.yaml: terms, and titles of cards, that only the game of 2012 has."""

    terms: tuple[Words, ...] = ()
    titles: tuple[Printed, ...] = ()


class NearIdentical(Row, frozen=True):
    """A row of near-identical.yaml: rulings that say the same or nearly the same."""

    unique: ClassVar = ("rulings",)

    about: Words
    how: Literal["same", "nearly"]
    rulings: Annotated[tuple[RulingId, ...], Meta(min_length=2)]


class Withdrawn(Row, frozen=True):
    """What took the place of a former id in moved.yaml if nothing did, and why."""

    nothing: Words


class Addition(Row, frozen=True):
    """A ruling in a file of additions."""

    subject: SubjectTitle
    printed: Words
    added: Date | None = None
    citation: Literal["none"] | None = None
    note: Words | None = None
    read: tuple[Address, ...] = ()  # the older notes on the subject that need not name it


class HandEdited(Struct, frozen=True, kw_only=True):
    """The data of all files: `near_identical` is that of near-identical.yaml; one that was not read is empty."""

    documents: list[Document] = []
    cards: list[Card] = []
    sets: list[Words] = []
    keywords: list[Words] = []
    authorities: list[Authority] = []
    names: NamesFile = NamesFile()
    restorations: Restorations = Restorations(evidence=Evidence(name="none"), lines=())
    questions: dict[EntryId, WordsList | dict[str, WordsList]] = {}  # of a section: below the words that answer
    steps: list[AppliedRuling] = []
    notes: list[Note] = []
    reversals: list[Reversal] = []
    dates: Dates = Dates(misprinted=(), doubtful=(), not_doubtful=())
    inheritance: list[Inheritance] = []
    moved: dict[constants.FormerId, Address | Withdrawn] = {}
    near_identical: list[NearIdentical] = []
    synonyms: Synonyms = Synonyms()
    other_game: OtherGame = OtherGame()
    unanswered: list[Words] = []
    applicable_topics: dict[TypeOrKeyword, Annotated[list[ApplicableTopic], Meta(min_length=1)]] = {}
    additions: dict[str, list[Addition]] = {}  # by the name of the file below `additions`, without `.yaml`


def questions_of(asked: list[str] | dict[str, list[str]]) -> list[str]:
    """The questions of an entry: listed, or below the words of a section that answer them."""
    return asked if isinstance(asked, list) else [question for listed in asked.values() for question in listed]


SHAPES: dict[str, Any] = {f.name.replace("_", "-"): f.type for f in fields(HandEdited) if f.name != "additions"}
OPTIONAL_FILES = ("restorations",)  # an undamaged copy of the rulings needs none
MAY_BE_EMPTY = ("questions", "moved", "unanswered", "applicable-topics", "additions")  # an empty file is an empty list


def checked_rows(data: Mapping[str, Any]) -> tuple[HandEdited, dict[str, list[located.Fault]]]:
    """The rows of the files, and the faults of each. `data`: by the name of the file (`names`, `additions/2035`)."""
    values: dict[str, Any] = {}
    additions: dict[str, Any] = {}
    faults: dict[str, list[located.Fault]] = {}
    for name, content in data.items():
        stem, _, addition = name.partition("/")
        shape = list[Addition] if addition else SHAPES[name]
        if content is None and stem in MAY_BE_EMPTY:
            content = {} if get_origin(shape) is dict else []
        else:
            content = located.convert(content, shape, faults.setdefault(name, []))
            faults[name] += located.repeated(data[name])
        if addition:
            additions[addition] = content
        else:
            values[name.replace("-", "_")] = content
    return HandEdited(**values, additions=additions), {name: found for name, found in faults.items() if found}
