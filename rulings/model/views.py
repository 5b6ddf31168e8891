"""The shapes of the entities' JSON as types. Terminal, templates, JSON files and export all print these objects.

Programs rely on every key: changing one needs a line in CHANGELOG.md.

`rulings.model.serializing` makes them from the model; `formatting`, `marks` and `citing` put them into words. At
runtime they are plain dicts, so that a cache can hold them and `json` can write them. `search_views` has the shapes
of results, `tournament_views` those of tournaments; `deck` and `quiz` have those of their own output in their `views`.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict, final

from rulings.model.constants import (
    AuthorityStanding,
    Follow,
    InheritanceBasis,
    NoteSide,
    RulingKind,
    Status,
    SubjectKind,
)
from rulings.model.tournament_views import TournamentView


class ReferenceView(TypedDict):
    """A card or topic that something points at."""

    kind: SubjectKind
    id: str
    title: str


class OtherSideView(TypedDict):
    """The ruling, section or step on the other side of a note, its quoted words, and their date (ISO 8601)."""

    kind: Literal["ruling", "section", "step"]
    id: str
    title: str
    words: str | None
    date: str | None


# A note as seen from one ruling, section or step. `side`: the side of this entry, null if it is on neither; `with`: the
# other side; `words`: the words of this entry that the note quotes; `status`, `superseded_by`: what this note alone
# makes of the entry.
EntryNoteView = TypedDict(
    "EntryNoteView",
    {
        "id": str,
        "title": str,
        "kind": str,
        "side": NoteSide | None,
        "follow": Follow,
        "why": str,
        "with": OtherSideView | None,
        "words": str | None,
        "status": Status,
        "superseded_by": list[str],
    },
)


class StatusView(TypedDict):
    """The status of a ruling, section or step, and the notes that name it. The views of all three begin with it."""

    status: Status
    superseded_by: list[str]
    notes: list[EntryNoteView]


class CitationView(TypedDict):
    """Who said it, where and when. `supports`: start and end (characters) of the ruling's text it is cited for.

    `date` is the printed date; `likely` is another one, if there is evidence that the printed one is a misprint.
    """

    printed: str
    authority: str
    person: str | None
    via: str | None
    about: str | None
    venue: str | None
    date: str | None
    date_printed: str | None
    likely: str | None
    likely_because: str | None
    doubt: str | None
    doubt_because: str | None
    restored: str | None
    official: bool
    standing: AuthorityStanding | None
    supports: list[int]


# A card named in a text; `as` are the words used for it, at `span` (start, end; characters) of the printed text.
MentionView = TypedDict("MentionView", {"id": str, "title": str, "as": str, "span": list[int]})


class SourceView(TypedDict):
    """A document's id, and the first and last line, counted from 1."""

    document: str
    lines: list[int]


class ReversalView(TypedDict):
    """How a ruling takes back an earlier one: the words that say so, and the earlier view."""

    words: str
    earlier: str | None
    replaces: list[str]
    in_doubt: list[str]
    note: str | None


@final
class RulingView(StatusView):
    """One ruling with its citations."""

    id: str
    kind: RulingKind
    official: bool
    subject: ReferenceView
    printed: str
    text: str
    citations: list[CitationView]
    mentions: list[MentionView]
    see: list[ReferenceView]
    reverses: bool
    reversal: ReversalView | None
    reversed_by: list[str]
    label: str | None
    errata_because: str | None
    possible_titles: list[str]
    questions: list[str]  # at most four (`serializing.MAX_QUESTIONS`); the first is the heading
    also_under: list[str]
    steps: list[int]
    source: SourceView
    url: str


class CardView(TypedDict):
    """The printed facts of a card, and the names used for it."""

    id: str
    title: str
    side: str
    type: str
    keywords: list[str]
    set: str
    rarity: str
    cost: int | str | None
    strength: int | str | None
    memory: int | None
    trash: int | None
    difficulty: int | None
    agenda_points: int | None
    artist: str | None
    aliases: list[str]
    url: str
    restored: str | None


class CardWithCountsView(CardView):
    """A card in the list of cards: its facts, and how many rulings and errata it has."""

    rulings: int
    errata: int


# Rulings that a card inherits, with their subject. `on`: the shared keyword, or the words that refer to them.
# `reason`: why the card does not inherit all of them.
InheritedView = TypedDict(
    "InheritedView",
    {
        "from": ReferenceView,
        "why": InheritanceBasis,
        "on": str | None,
        "reason": str | None,
        "rulings": list[RulingView],
    },
)


@final
class CardPageView(TypedDict):
    """What `rulings card NAME --json` prints."""

    card: CardView
    rulings: list[RulingView]
    inherited: list[InheritedView]
    mentioned_in: list[RulingView]
    steps: list[int]


class TopicView(TypedDict):
    """A heading of the general section."""

    id: str
    title: str
    url: str
    restored: str | None


class TopicWithCountsView(TopicView):
    """A topic in the list of topics, with its number of rulings."""

    rulings: int


@final
class TopicPageView(TypedDict):
    """What `rulings topic NAME --json` prints."""

    topic: TopicView
    rulings: list[RulingView]


PageView = CardPageView | TopicPageView


class LedgerView(TypedDict):
    """How many words a document has, and how many of them are accounted for."""

    words: int
    accounted: int


class DocumentView(TypedDict):
    """One of the source documents. `short`: its short name, used in queries (`in:manual`) and section ids."""

    id: str
    title: str
    edition: str | None
    date: str | None
    game: str
    copyright: str | None
    licence: str | None
    file: str
    sha256: str
    lines: int
    words: int
    ledger: LedgerView
    short: str
    url: str


class TableView(TypedDict):
    """A table of a section, as printed."""

    columns: list[str]
    rows: list[list[str]]


@final
class SectionView(StatusView):
    """A section of a document. `text` is as printed: Markdown in the manual and the regulations.

    `headed`: false where the document has no heading here, so that the title is ours.
    """

    id: str
    title: str
    document: str
    game: str
    level: int
    headed: bool
    text: str
    tables: list[TableView]
    mentions: list[MentionView]
    questions: list[str]  # at most four (`serializing.MAX_QUESTIONS`); the first is the heading
    source: SourceView
    url: str


class AnswerView(TypedDict):
    """Where an answer leads: exactly one of a step (`go`), a further question (`decision`), an end (`end`)."""

    go: NotRequired[int]
    decision: NotRequired[DecisionView]
    end: NotRequired[str]


class DecisionView(TypedDict):
    """A yes-or-no question of the run chart."""

    question: str
    yes: AnswerView
    no: AnswerView


class AppliedRulingView(TypedDict):
    """A ruling that applies to a step: its id, its words that show this, and our reason."""

    ruling: str
    words: str
    reason: str


@final
class StepView(StatusView):
    """A step of the run chart, with the ids of the rulings that apply to it. `id`: such as `run-chart-13`."""

    id: str
    number: int
    actor: str | None
    text: str
    decision: DecisionView | None
    next: int | None
    rulings: list[str]
    applied: list[AppliedRulingView]
    questions: list[str]  # at most four (`serializing.MAX_QUESTIONS`); the first is the heading
    source: SourceView
    url: str


EntryView = RulingView | SectionView | StepView


class QuotationView(TypedDict):
    """Words of a document, and the ruling, section or step that contains them."""

    document: str
    words: str
    ruling: str | None
    section: str | None
    step: int | None
    also: list[str]


class NoteView(TypedDict):
    """Two statements that disagree, or seem to, and which of them to follow."""

    id: str
    title: str
    kind: str
    one: QuotationView
    other: QuotationView | None
    follow: Follow
    extent: Literal["whole", "part"] | None
    why: str
    related: list[str]


class AuthorityView(TypedDict):
    """Who spoke: the names used, the role, and the term of office (ISO dates, either end open)."""

    id: str
    name: str
    kind: Literal["person", "document"]
    person: str | None
    names: list[str]
    role: str
    official: bool
    start: str | None
    end: str | None
    evidence: str
    note: str | None
    standing: AuthorityStanding


class ExportView(TypedDict):
    """What `rulings export` prints. `tournament`: the tables of the regulations."""

    documents: list[DocumentView]
    cards: list[CardView]
    topics: list[TopicView]
    rulings: list[RulingView]
    sections: list[SectionView]
    steps: list[StepView]
    tournament: TournamentView
    notes: list[NoteView]
