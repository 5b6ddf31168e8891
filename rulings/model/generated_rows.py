"""The data of the files that `rulings parse` writes, as typed dicts. `rulings.parser.write` writes them.

Keys that are not required are left out of a file when they have no value.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict

from rulings.model.constants import InheritanceBasis, SubjectKind


class HeadingRow(TypedDict):
    """The heading of a card or topic in the rulings document. `printed`: if it differs from the title."""

    line: int
    printed: NotRequired[str]
    restored: NotRequired[str]


class CitationRow(TypedDict):
    """A citation of a ruling, as printed and as read."""

    printed: str
    authority: str
    person: NotRequired[str]
    via: NotRequired[str]
    about: NotRequired[str]
    venue: NotRequired[str]
    date: NotRequired[str]
    likely: NotRequired[str]
    likely_because: NotRequired[str]
    doubt: NotRequired[str]
    doubt_because: NotRequired[str]
    restored: NotRequired[str]
    official: NotRequired[bool]


MentionRow = TypedDict(  # a card named in a text; not a class, because `as` is a keyword
    "MentionRow", {"title": str, "id": str, "as": NotRequired[str], "at": NotRequired[int]}
)


class SeeRow(TypedDict):
    """A card or topic that an entry refers to: its id, and its title under the key that says which it is."""

    card: NotRequired[str]
    topic: NotRequired[str]
    id: str


class RulingRow(TypedDict):
    """An entry under a card or topic."""

    printed: str
    official: NotRequired[bool]
    errata_because: NotRequired[str]
    reversal_words: NotRequired[str]
    document: NotRequired[str]
    lines: list[int]
    citations: NotRequired[list[CitationRow]]
    mentions: NotRequired[list[MentionRow]]
    see: NotRequired[list[SeeRow]]
    possible_titles: NotRequired[list[str]]


InheritsRow = TypedDict(  # what a card inherits from a card or topic; not a class, because `from` is a keyword
    "InheritsRow",
    {
        "from": str,
        "id": str,
        "kind": SubjectKind,
        "basis": InheritanceBasis,
        "on": str,
        "only": NotRequired[list[str]],
        "without": NotRequired[list[str]],
        "reason": NotRequired[str],
    },
)


class RulingsData(TypedDict):
    """The lists of rulings in the file of a card or topic; `unattributed.yaml` has nothing else."""

    errata: NotRequired[list[RulingRow]]
    rulings: NotRequired[list[RulingRow]]
    see: NotRequired[list[RulingRow]]


class TopicData(RulingsData):
    """The file of a topic."""

    title: str
    id: str
    heading: HeadingRow


class CardData(RulingsData):
    """The file of a card, and a row of the hand-edited `cards.yaml`, which only has its facts.

    The other facts have the names of attributes of `entities.Card`, to which `from_rows` copies them.
    """

    title: str
    id: str
    heading: NotRequired[HeadingRow]
    keywords: NotRequired[list[str]]
    inherits: NotRequired[list[InheritsRow]]


class LedgerRow(TypedDict):
    """How many lines and words a document has, and to how many words the parser has given a place."""

    lines: int
    words: int
    accounted: int
    by_kind: dict[str, int]


class TableRow(TypedDict):
    """A table in a section."""

    columns: list[str]
    rows: list[list[str]]


class SectionRow(TypedDict):
    """A section of a document."""

    title: str
    id: str
    level: int
    headed: NotRequired[bool]
    lines: list[int]
    text: NotRequired[str]
    tables: NotRequired[list[TableRow]]
    mentions: NotRequired[list[MentionRow]]


class AnswerRow(TypedDict, total=False):
    """Where an answer leads: to a step, to another question, or to an end of the run, in its words."""

    go: int
    decision: DecisionRow
    end: str


class DecisionRow(TypedDict):
    """A question of the run chart."""

    question: str
    yes: AnswerRow
    no: AnswerRow


class StepRow(TypedDict):
    """A step of the run chart."""

    number: int
    actor: str | None
    text: str
    decision: NotRequired[DecisionRow]
    next: int | None
    lines: list[int]
