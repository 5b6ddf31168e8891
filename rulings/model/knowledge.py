"""The whole knowledge base with its look-ups by id, the pages of cards and topics, and what
`rulings export` prints.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from itertools import chain
from operator import attrgetter
from pathlib import Path
from typing import Any, ClassVar, TypeVar, get_args, get_type_hints

from msgspec import Raw, Struct
from msgspec.json import decode, encode
from msgspec.structs import force_setattr

from rulings import errors
from rulings.model import entities, rows
from rulings.model.entity import by_id
from rulings.model.tournament import Tournament

Computed = TypeVar("Computed")

# `Knowledge`: all cards, topics, rulings, sections and steps, with the look-ups by id over them.


class Filters(Struct, frozen=True):
    """What rulings must meet to pass; None: no condition.

    `since`: a day (ISO 8601): only what was last cited then or later. `side`, `type` (of card),
    `game`: in lower case. `official`: whether only what is official passes.
    """

    since: str | None = None
    side: str | None = None
    type: str | None = None
    game: str | None = None
    official: bool = False


class Knowledge(Struct, frozen=True, dict=True, kw_only=True):
    """The whole knowledge base in memory, immutable.

    `rulings.open()` returns a subclass, `rulings.KnowledgeBase`, which resolves names and searches
    too.
    """

    documents: tuple[entities.Document, ...]
    cards: tuple[entities.Card, ...]
    topics: tuple[entities.Topic, ...]
    # All entries: rulings, errata and cross-references (`is_see_entry`)
    rulings: tuple[entities.Ruling, ...]
    sections: tuple[entities.Section, ...]
    steps: tuple[entities.Step, ...]
    tournament: Tournament
    authorities: tuple[entities.Authority, ...]
    notes: tuple[entities.Note, ...]
    restorations: tuple[entities.Restoration, ...]
    # By card type or keyword, as printed
    applicable_topics: dict[str, list[rows.ApplicableTopic]]
    moved: dict[str, str]  # former id or address → the new one
    withdrawn: dict[str, str]  # former id or address → why nothing took its place
    # Those that these properties read, as JSON, because few commands need any
    hand_edited: dict[str, Raw | bytes]
    location: str = ""  # the path of its folder
    filters: Filters = Filters()  # that everything in it meets

    def __hash__(self) -> int:
        return hash((self.location, self.filters))

    def __repr__(self) -> str:
        """Its size: printed in full, it would fill a book."""
        return (
            f"<{type(self).__name__}: {len(self.cards)} cards, {len(self.rulings)} entries, "
            f"{len(self.topics)} topics, {len(self.sections)} sections, {len(self.steps)} steps>"
        )

    @property
    def folder(self) -> Path:
        """Where its YAML is."""
        return Path(self.location)

    @cached_property
    def unfiltered(self) -> Knowledge:
        """The knowledge base without filters that this one was selected from, or this one."""
        return self

    @cached_property
    def compiled(self) -> Mapping[str, bytes]:
        """The values that were compiled with it; none if it was read from its YAML."""
        return {}

    @cached_property
    def _memoized(self) -> dict[Callable[..., object], Any]:
        return {}

    def preset(self, compute: Callable[[Knowledge], Computed], value: Computed) -> None:
        """Sets what `compute` would return for it."""
        self._memoized[compute] = value

    def memoize(self, compute: Callable[[Knowledge], Computed]) -> Computed:
        """What `compute` returns for the whole knowledge base, which is computed once."""
        if compute not in self.unfiltered._memoized:
            self.unfiltered.preset(compute, compute(self.unfiltered))
        computed: Computed = self.unfiltered._memoized[compute]
        return computed

    @cached_property
    def names(self) -> rows.NamesFile:
        """The other names of cards."""
        return decode(self.hand_edited["names"], type=rows.NamesFile)

    @cached_property
    def synonyms(self) -> rows.Synonyms:
        """The words of players for words of the documents."""
        return decode(self.hand_edited["synonyms"], type=rows.Synonyms)

    @cached_property
    def other_game(self) -> rows.OtherGame:
        """What only Android: Netrunner (2012) has."""
        return decode(self.hand_edited["other_game"], type=rows.OtherGame)

    @cached_property
    def questions(self) -> dict[str, list[str]]:
        """The id of a ruling, section or step → all our questions that it answers."""
        return {id: rows.questions_of(asked) for id, asked in self.asked.items()}

    @cached_property
    def asked(self) -> dict[str, list[str] | dict[str, list[str]]]:
        """The same; the questions of a section of several statements are below the words that
        answer them.
        """
        return decode(
            self.hand_edited["questions"], type=dict[str, list[str] | dict[str, list[str]]]
        )

    @cached_property
    def negative_questions(self) -> list[str]:
        """Questions that nothing here answers."""
        return decode(self.hand_edited["unanswered"], type=list[str])

    @cached_property
    def cards_by_id(self) -> dict[str, entities.Card]:
        """The cards by id (`dr-dreff`), in alphabetical order."""
        return by_id(self.cards)

    @cached_property
    def topics_by_id(self) -> dict[str, entities.Topic]:
        """The topics by id (`paying-costs`), in the order of the printed list."""
        return by_id(self.topics)

    @cached_property
    def rulings_by_id(self) -> dict[str, entities.Ruling]:
        """The rulings by id (`dr-dreff-8a16f88d`), in the order of the printed list; additions
        follow.
        """
        return by_id(self.rulings)

    @cached_property
    def sections_by_id(self) -> dict[str, entities.Section]:
        """The sections of all documents by id (`manual-1-lore-and-objective`), document by
        document.
        """
        return by_id(self.sections)

    def sections_in(self, document: str) -> list[entities.Section]:
        """The sections of the document with that id, in its order."""
        return [section for section in self.sections if section.document == document]

    @cached_property
    def notes_by_id(self) -> dict[str, entities.Note]:
        """The notes on statements that disagree or seem to, by id."""
        return by_id(self.notes)

    @cached_property
    def authorities_by_id(self) -> dict[str, entities.Authority]:
        """The authorities by id (`sparky`)."""
        return by_id(self.authorities)

    @cached_property
    def documents_by_id(self) -> dict[str, entities.Document]:
        """The documents by id (`netrunner-rulings`), not by short name."""
        return by_id(self.documents)

    @cached_property
    def _by_subject(self) -> dict[tuple[str, str], tuple[entities.Ruling, ...]]:
        by_subject = defaultdict[tuple[str, str], list[entities.Ruling]](list)
        for ruling in sorted(
            self.rulings, key=lambda ruling: (ruling.kind != "errata", ruling.is_see_entry)
        ):
            by_subject[ruling.subject.kind, ruling.subject.id].append(ruling)
        return {key: tuple(rulings) for key, rulings in by_subject.items()}

    @cached_property
    def _mentioning(self) -> dict[str, tuple[entities.Ruling, ...]]:
        by_card = defaultdict[str, dict[str, entities.Ruling]](dict)
        for ruling in self.rulings:
            for mention in ruling.mentions:
                if (ruling.subject.kind, ruling.subject.id) != ("card", mention.id):
                    by_card[mention.id][ruling.id] = ruling
        return {id: tuple(rulings.values()) for id, rulings in by_card.items()}

    @property
    def unattributed(self) -> tuple[entities.Ruling, ...]:
        """Rulings whose heading is lost and not restored."""
        return self._by_subject.get(("topic", entities.UNATTRIBUTED.id), ())

    def rulings_under(self, subject_id: str) -> tuple[entities.Ruling, ...]:
        """The rulings under a card or topic: errata first, then rulings, then references (`see`).

        Each kind is in the order of the source. Raises `NotFound` for an unknown id.
        """
        self._require_subject(subject_id)
        return self._by_subject.get(("card", subject_id)) or self._by_subject.get(
            ("topic", subject_id), ()
        )

    def _require_subject(self, id: str) -> None:
        """Raises `NotFound` for what is no id of a card or topic, also of one without rulings that
        pass.
        """
        whole = self.unfiltered
        is_topic = id in whole.topics_by_id or id == entities.UNATTRIBUTED.id
        if not is_topic and id not in whole.cards_by_id:
            raise errors.NotFound(f"no card or topic has the id {errors.quoted(id)}")

    def rulings_without_see_entries(self, subject_id: str) -> tuple[entities.Ruling, ...]:
        """The errata and rulings under a card or topic, in the order of `rulings_under`, without
        `see` entries.
        """
        return tuple(ruling for ruling in self.rulings_under(subject_id) if not ruling.is_see_entry)

    def rulings_mentioning(self, card_id: str) -> tuple[entities.Ruling, ...]:
        """The rulings on other cards and topics that mention the card. Raises `NotFound` for an
        unknown id.
        """
        self._require_subject(card_id)
        return self._mentioning.get(card_id, ())

    def inherited(self, card_id: str) -> tuple[entities.Inherited, ...]:
        """The rulings that the card inherits, grouped by inheritance, without `see` entries. Raises
        `NotFound` for an unknown id.
        """
        self._require_subject(card_id)
        groups = []
        card = self.unfiltered.cards_by_id.get(card_id)
        for i in card.inherits if card else ():
            rulings = []
            for ruling in self._by_subject.get((i.subject.kind, i.subject.id), ()):
                is_meant = ruling.id not in i.without and (not i.only or ruling.id in i.only)
                if is_meant and not ruling.is_see_entry:
                    rulings.append(ruling)
            if rulings:
                left_out = ", ".join(map(self._id_and_question, i.without))
                reason = f"without {left_out}: {i.reason}" if left_out else i.reason
                groups.append(
                    entities.Inherited(i.subject, i.basis, i.words, reason, tuple(rulings))
                )
        return tuple(groups)

    def _id_and_question(self, id: str) -> str:
        """An id with the question that the ruling answers: `cloak-3827eb84 (What is the erratum for
        Cloak?)`.
        """
        ruling = self.unfiltered.rulings_by_id.get(id)
        return f"{id} ({ruling.question})" if ruling and ruling.question else id

    def current_id(self, typed: str) -> str:
        """A typed id in lower case or, if it has moved, the new one; it may be unknown.

        Raises `NotFound` with the reason if nothing took its place.
        """
        id = typed.strip().lower()
        if id in self.withdrawn:
            raise errors.NotFound(f"{id} is gone: {self.withdrawn[id]}")
        return self.moved.get(id, id)

    def entity(
        self, kind: str, id: str
    ) -> entities.Card | entities.Topic | entities.AnyEntry | None:
        """The card, topic, ruling, section or step (`kind`) with that id."""
        if kind == "card":
            return self.cards_by_id.get(id)
        return self.topics_by_id.get(id) if kind == "topic" else self.entry(id)

    def entry(self, id: str) -> entities.AnyEntry | None:
        """The ruling, section or step (`run-chart-13`) with that id."""
        return (
            self.rulings_by_id.get(id) or self.sections_by_id.get(id) or self._steps_by_id.get(id)
        )

    def entry_title(self, id: str) -> str:
        """The title of a ruling, section or step: its subject, or its document and place. An
        unknown id is returned.
        """
        entry = self.entry(id)
        if entry is None:
            return id
        if isinstance(entry, entities.Ruling):
            return entry.subject.title
        document = self.documents_by_id.get(entry.source.document)
        place = f"step {entry.number}" if isinstance(entry, entities.Step) else entry.title
        return f"{document.title if document else entry.source.document}, {place}"

    @cached_property
    def _steps_by_id(self) -> dict[str, entities.Step]:
        return by_id(self.steps)


def steps_of(rulings: Iterable[entities.Ruling]) -> tuple[int, ...]:
    """The numbers of the steps of the run chart to which some of the rulings apply."""
    return tuple(sorted(set[int]().union(*map(attrgetter("steps"), rulings))))


def inherited_rulings(groups: Iterable[entities.Inherited]) -> list[entities.Ruling]:
    """The rulings of inherited groups, in order."""
    return list(chain.from_iterable(map(attrgetter("rulings"), groups)))


# A card or topic → its page: what `rulings card` and `rulings topic` print, and what `--json` gives
# of it.


class CardPage(entities.Entity, frozen=True):
    """The page of a card: its facts, its own rulings, inherited ones, where else it is mentioned,
    steps of a run.

    `card`, `rulings`: the card and its own rulings. `inherited`: those of other subjects that apply
    to it. `mentioned_in`: those elsewhere that name it. `steps`: numbers of the steps of a run that
    its rulings bear on.
    """

    card: entities.Card
    rulings: tuple[entities.Ruling, ...]
    inherited: tuple[entities.Inherited, ...]
    mentioned_in: tuple[entities.Ruling, ...]
    steps: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Sets what follows from the other fields."""
        force_setattr(self, "steps", steps_of(self.rulings))

    @property
    def subject(self) -> entities.Card:
        """What the page is about."""
        return self.card


class TopicPage(entities.Entity, frozen=True):
    """The page of a topic."""

    topic: entities.Topic
    rulings: tuple[entities.Ruling, ...]
    inherited: ClassVar[tuple[entities.Inherited, ...]] = ()
    mentioned_in: ClassVar[tuple[entities.Ruling, ...]] = ()

    @property
    def subject(self) -> entities.Topic:
        """What the page is about."""
        return self.topic


class AuthorityPage(entities.Entity, frozen=True):
    """An authority with the rulings that cite it, the oldest first by its own dates."""

    authority: entities.Authority
    rulings: tuple[entities.Ruling, ...]

    @property
    def subject(self) -> entities.Authority:
        """What the page is about."""
        return self.authority


class StepPage(entities.Entity, frozen=True):
    """A step of the run chart with the rulings that apply to it."""

    step: entities.Step
    rulings: tuple[entities.Ruling, ...]

    @property
    def subject(self) -> entities.Step:
        """What the page is about."""
        return self.step


SubjectPage = CardPage | TopicPage


def card_page(kb: Knowledge, id: str) -> CardPage:
    """The page of the card with that id, which must exist, though it need not meet the filters
    of `kb`.
    """
    return CardPage(
        card=kb.unfiltered.cards_by_id[id],
        rulings=kb.rulings_under(id),
        inherited=kb.inherited(id),
        mentioned_in=kb.rulings_mentioning(id),
    )


def topic_page(kb: Knowledge, id: str) -> TopicPage:
    """The page of the topic with that id, which must exist."""
    return TopicPage(kb.topics_by_id[id], kb.rulings_under(id))


def entity_types() -> dict[str, type[entities.Entity]]:
    """The attributes of `Knowledge` that hold entities of one kind, each with their type."""
    types: dict[str, type[entities.Entity]] = {}
    for name, hint in get_type_hints(Knowledge).items():
        kind = next(iter(get_args(hint)), None)
        if isinstance(kind, type) and issubclass(kind, entities.Entity):
            types[name] = kind
    return types


EXPORTED = (
    "documents",
    "cards",
    "topics",
    "rulings",
    "sections",
    "steps",
    "tournament",
    "notes",
    "authorities",
    "restorations",
    "moved",
)


def export(kb: Knowledge) -> dict[str, Any]:
    """Everything by kind: lists of entities; `tournament`: the tables of the regulations; `moved`:
    former id → id.
    """
    data: dict[str, Any] = decode(encode({kind: getattr(kb, kind) for kind in EXPORTED}))
    return data
