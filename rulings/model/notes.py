"""Notes on two statements that disagree or seem to, and how they are seen from one of
them.

`rulings.model.status` makes an `EntryNote` from a `Note`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import field

from rulings.model import ids, vocabulary
from rulings.model.base import Entity
from rulings.model.validation import Row
from rulings.model.vocabulary import Derived, Id, Words


class Quotation(Row, kw_only=True):
    """Words of a document quoted in a note, and the ruling, section or step that
    contains them.

    `also`: ids of other entries that say the same, and get the same status;
    `also_words`: some of these ids → the words that say it.
    """

    quotes = vocabulary.ENTRY_TYPES
    document: Derived[str] = ""
    words: Words
    ruling: vocabulary.RulingId | None = None
    section: vocabulary.SectionId | None = None
    step: vocabulary.StepNumber | None = None
    also: tuple[vocabulary.EntryId, ...] = ()
    also_words: dict[vocabulary.EntryId, Words] = field(default_factory=dict)

    @property
    def entry_id(self) -> str:
        """The id of the ruling, section or step that contains the words, or else of the
        document.
        """
        if self.step is not None:
            return ids.step_id(self.step)
        return self.ruling or self.section or self.document

    @property
    def entry_ids(self) -> tuple[str, ...]:
        """The id of that entry, and of those that say the same."""
        return self.entry_id, *self.also

    def faults(self) -> Iterator[str]:
        """Checks that exactly one entry is named."""
        kinds = [
            kind for kind in vocabulary.ENTRY_TYPES if getattr(self, kind) is not None
        ]
        if len(kinds) != 1:
            yield "name the one `ruling`, `section` or `step` that contains the words"


class Note(Row):
    """Two statements that disagree, or seem to, and the one that a judge should follow.

    `extent`: in a contradiction, how much of the side that is not followed is
    superseded. `at_the_table`: what to do there, in our words, if neither side is
    followed, or if the words to follow do not say enough alone. `related`: ids of
    rulings, sections and steps that are related but on neither side. `about`: what both
    sides are about, if they have neither a subject nor a card in common. `undecided`:
    whether a later ruling may settle the question.
    """

    unique = (("id",),)
    id: Id
    title: Words
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
    follow: vocabulary.Follow
    reason: Words
    extent: Literal["whole", "part"] | None = None
    related: tuple[vocabulary.EntryId, ...] = ()
    at_the_table: Words | None = None
    about: Words | None = None
    undecided: bool = False

    @property
    def sides(self) -> tuple[Quotation, ...]:
        """The statements that it compares; only one if the other is not printed
        anywhere.
        """
        if self.other is None:
            return (self.one,)
        return self.one, self.other

    @property
    def is_contradiction(self) -> bool:
        """Whether the note changes a status; clarifications and exceptions leave both
        statements in force.
        """
        return self.kind not in vocabulary.AGREEING_KINDS

    def faults(self) -> Iterator[str]:
        """Checks that `extent`, `at_the_table` and both halves of an exception are there
        if, and only if, the kind needs them.
        """
        follows_other = self.follow == "other"
        supersedes = self.is_contradiction and self.follow != "neither"
        if supersedes and self.extent is None:
            yield (
                "`extent` is missing: "
                "is the other statement superseded entirely or in part?"
            )
        if not supersedes and self.extent is not None:
            yield "`extent` must not be here, because nothing is superseded"
        if not supersedes:
            yield from advice_faults(self.at_the_table, self.is_contradiction)
        elif follows_other and self.other is None and self.at_the_table is None:
            yield (
                "`at_the_table` is missing: no deciding words are quoted, "
                "so say in one clause what to follow"
            )
        is_complete = follows_other and self.other is not None
        if self.kind == vocabulary.EXCEPTION and not is_complete:
            yield (
                "in an exception, `one` is the rule, "
                "and `other`, the case that it leaves out, is followed"
            )
        yield from self._faults_of_loser()

    def _faults_of_loser(self) -> Iterator[str]:
        """Checks that words of each entry that says the same are quoted if a part is
        superseded.
        """
        side = self.one if self.follow == "other" else self.other
        if side is None or self.extent != "part":
            return
        for id in side.also:
            if id not in side.also_words:
                yield f"`also_words` lacks the superseded words of {id}"


def advice_faults(at_the_table: str | None, is_disputed: bool) -> Iterator[str]:
    """Checks that there is a clause for the table if, and only if, neither side is
    followed.
    """
    if is_disputed and at_the_table is None:
        yield (
            "`at_the_table` is missing: neither statement is followed, "
            "so say in one clause what to do at the table"
        )
    if not is_disputed and at_the_table is not None:
        yield (
            "`at_the_table` must not be here, "
            "because the note says which statement to follow"
        )


class Opposite(Entity):
    """The ruling, section or step on the other side of a note: its id (`run-chart-13`
    is a step), title and words.
    """

    kind: vocabulary.EntryType
    id: str
    title: str
    words: str | None = None  # the words that the note quotes
    date: str | None = None  # the date of these words (ISO 8601), if known
    also: tuple[str, ...] = ()  # ids of other entries that say the same
    # Where these words count, if a council of players said them
    council: str | None = None


class EntryNote(Entity):
    """A note as seen from one ruling, section or step: its side, what to follow, and
    the resulting status.
    """

    id: str
    title: str
    kind: str
    side: vocabulary.NoteSide | None  # None: the entry is only related to the note
    follow: vocabulary.Follow
    reason: str
    opposite: Opposite | None  # perhaps in the same entry; None: it is not printed
    words: str | None = None  # the words of this entry that the note quotes
    # The status that this note alone gives the entry
    status: vocabulary.Status = vocabulary.IN_FORCE
    superseded_by: tuple[str, ...] = ()
    at_the_table: str | None = None  # what to do at the table, in one clause
    # The effect of the note on the entry, from the other fields
    relation: vocabulary.Relation = "related"

    def __post_init__(self) -> None:
        """Sets the fields that follow from the others."""
        relation: vocabulary.Relation = "prevails"
        if self.status != "in-force":
            relation = self.status
        elif self.side is None:
            relation = "related"
        elif self.kind == vocabulary.EXCEPTION and self.side == "one":
            relation = "exception"
        elif self.kind in vocabulary.AGREEING_KINDS:
            relation = "clarification"
        self._set(relation=relation)
