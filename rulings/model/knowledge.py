"""The knowledge base with its look-ups by id, and the data that `rulings export`
prints.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct
from msgspec.json import Decoder, decode, encode

from rulings import errors
from rulings.model import entities, plain_text
from rulings.model.base import by_id

if TYPE_CHECKING:  # a look-up does not need it
    from rulings.model import hand_edited

Computed = TypeVar("Computed")
DecodedValue = TypeVar("DecodedValue")

# The knowledge base


class LazyMapping(Mapping[str, DecodedValue]):
    """Entities by id, in order, each decoded from its JSON on first use. `encoded` has
    the JSON of a ruling as `rulings/dr-dreff-601afce4`.
    """

    def __init__(
        self,
        name: str,
        kind: type[DecodedValue],
        encoded: Mapping[str, bytes],
    ) -> None:
        self._prefix = f"{name}/"
        self._decoder = Decoder(kind)
        self._encoded = encoded
        self._decoded: dict[str, DecodedValue] = {}

    def __getitem__(self, id: str) -> DecodedValue:
        if id not in self._decoded:
            if id not in self:
                raise KeyError(id)
            value = self._encoded[self._prefix + id]
            self._decoded[id] = self._decoder.decode(value)
        return self._decoded[id]

    def __contains__(self, id: object) -> bool:
        return f"{self._prefix}{id}" in self._encoded

    def __iter__(self) -> Iterator[str]:
        for name in self._encoded:
            if name.startswith(self._prefix):
                yield name.removeprefix(self._prefix)

    def __len__(self) -> int:
        return sum(1 for _ in self)


class Links(Struct):
    """Id of a card or topic → the ids of its rulings, in the order of `rulings_under`,
    of its cross-references and, for a card, of the rulings elsewhere that mention it.
    No topic has the id of a card.
    """

    rulings: dict[str, list[str]]
    cross_references: dict[str, list[str]]
    mentioning: dict[str, list[str]]


def _by_id(
    name: str,
    kind: type[DecodedValue],
) -> cached_property[Mapping[str, DecodedValue]]:
    """An attribute of `Knowledge`: the entities of a kind by id."""

    def table(kb: Knowledge) -> Mapping[str, DecodedValue]:
        if name in kb.overrides:
            return by_id(kb.overrides[name])
        return LazyMapping(name, kind, kb.encoded)

    return cached_property(table)


def _values(
    entities_by_id: cached_property[Mapping[str, DecodedValue]],
) -> cached_property[tuple[DecodedValue, ...]]:
    """An attribute of `Knowledge`: the entities of a table such as `cards_by_id`, in
    order.
    """

    def values(kb: Knowledge) -> tuple[DecodedValue, ...]:
        return tuple(entities_by_id.__get__(kb).values())

    return cached_property(values)


def _decoded(
    name: str,
    shape: type[DecodedValue],
) -> cached_property[DecodedValue]:
    """An attribute of `Knowledge`: a value of this shape."""

    def value(kb: Knowledge) -> DecodedValue:
        return decode(kb.encoded[name], type=shape)

    return cached_property(value)


# Attributes of `Knowledge`
ENTRIES = ("rulings", "cross_references", "sections", "steps")


class Knowledge:
    """The knowledge base in memory. It does not change.

    `rulings.KnowledgeBase` shows the part of it that users of the library rely on.
    """

    def __init__(
        self,
        location: str,
        encoded: Mapping[str, bytes] | None = None,
        **overrides: Any,
    ) -> None:
        """`location`: the path of its folder; `overrides`: attributes by name. Other
        attributes are decoded from `encoded` (name → JSON) on first use.
        """
        self.location = location
        self.encoded = encoded or {}
        self.overrides = overrides
        vars(self).update(overrides)

    def replaced(self, **changes: Any) -> Knowledge:
        """A copy with other values of some attributes."""
        arguments = {
            "location": self.location,
            "encoded": self.encoded,
            **self.overrides,
        }
        return Knowledge(**arguments | changes)

    @property
    def folder(self) -> Path:
        """The folder of its YAML."""
        return Path(self.location)

    def compiled(self, prefix: str) -> dict[str, bytes]:
        """The compiled values whose names begin with a prefix, by the rest of their
        names. Empty if it was read from its YAML, or is a copy with changes.
        """
        if self.overrides:
            return {}
        names = [name for name in self.encoded if name.startswith(prefix)]
        return {name.removeprefix(prefix): self.encoded[name] for name in names}

    @cached_property
    def _computed(self) -> dict[Callable[..., object], Any]:
        return {}

    def set_computed(
        self,
        compute: Callable[[Knowledge], Computed],
        value: Computed,
    ) -> None:
        """Sets the value that `compute` would return for it."""
        self._computed[compute] = value

    def computed(self, compute: Callable[[Knowledge], Computed]) -> Computed:
        """The value that `compute` returns for it, computed only once."""
        if compute not in self._computed:
            self.set_computed(compute, compute(self))
        computed: Computed = self._computed[compute]
        return computed

    documents_by_id = _by_id("documents", entities.Document)  # not by short name
    cards_by_id = _by_id("cards", entities.Card)
    topics_by_id = _by_id("topics", entities.Topic)
    rulings_by_id = _by_id("rulings", entities.Ruling)
    cross_references_by_id = _by_id("cross_references", entities.Ruling)
    sections_by_id = _by_id("sections", entities.Section)
    steps_by_id = _by_id("steps", entities.Step)
    authorities_by_id = _by_id("authorities", entities.Authority)
    notes_by_id = _by_id("notes", entities.Note)
    documents = _values(documents_by_id)
    cards = _values(cards_by_id)
    topics = _values(topics_by_id)
    rulings = _values(rulings_by_id)
    cross_references = _values(cross_references_by_id)
    sections = _values(sections_by_id)
    steps = _values(steps_by_id)
    authorities = _values(authorities_by_id)
    notes = _values(notes_by_id)
    restorations = _decoded("restorations", tuple[entities.Restoration, ...])
    # Topics by card type or keyword, as printed
    applicable_topics = _decoded(
        "applicable_topics", dict[str, list[entities.ApplicableTopic]]
    )
    # Former ids and addresses → the new ones, or the reason why nothing took their
    # place
    moved = _decoded("moved", dict[str, str])
    withdrawn = _decoded("withdrawn", dict[str, str])

    @cached_property
    def edited(self) -> hand_edited.HandEdited:
        """The rows of the hand-edited files. `questions` also has the questions on
        added rulings.
        """
        from rulings.model import hand_edited

        return decode(self.encoded["edited"], type=hand_edited.HandEdited)

    @cached_property
    def questions(self) -> dict[str, list[str]]:
        """Our questions by the id of their entry, without the words that
        answer them.
        """
        from rulings.model import hand_edited

        return {
            id: hand_edited.questions_of(of_entry)
            for id, of_entry in self.edited.questions.items()
        }

    @cached_property
    def ruling_entries(self) -> tuple[entities.Ruling, ...]:
        """The rulings and cross-references: the printed list in its order, then the
        additions.
        """
        rulings = (*self.rulings, *self.cross_references)
        return tuple(sorted(rulings, key=lambda ruling: ruling.source.sort_key))

    @cached_property
    def entries(self) -> tuple[entities.AnyEntry, ...]:
        """Whatever is found by its words, quoted and cited."""
        return (*self.ruling_entries, *self.sections, *self.steps)

    @cached_property
    def _links(self) -> Links:
        """The rulings under each subject, and those that mention each card."""
        if "rulings" in self.overrides:
            return _link(self.rulings, self.cross_references)
        return decode(self.encoded["_links"], type=Links)

    def sections_in(self, document: str) -> list[entities.Section]:
        """The sections of the document with that id, in its order."""
        return [section for section in self.sections if section.document == document]

    def rulings_under(self, subject_id: str) -> tuple[entities.Ruling, ...]:
        """The rulings under a card or topic: errata first, each kind in the order of
        the source. Raises `NotFound` for an unknown id.
        """
        self._require_subject(subject_id)
        ruling_ids = self._links.rulings.get(subject_id)
        return self.rulings_with_ids(ruling_ids)

    def cross_references_under(self, subject_id: str) -> tuple[entities.Ruling, ...]:
        """The cross-references under a card or topic, in the order of the source."""
        ids = self._links.cross_references.get(subject_id, ())
        return tuple(self.cross_references_by_id[id] for id in ids)

    def rulings_with_ids(
        self, ids: Iterable[str] | None
    ) -> tuple[entities.Ruling, ...]:
        """The rulings with these ids; unknown ids are ignored."""
        by_id = self.rulings_by_id  # a step may name rulings of another collection
        return tuple(by_id[id] for id in ids or () if id in by_id)

    def _require_subject(self, id: str) -> None:
        """Raises `NotFound` unless a card or topic has this id."""
        if id not in self.topics_by_id and id not in self.cards_by_id:
            raise errors.NotFound(
                f"no card or topic has the id {plain_text.quoted(id)}"
            )

    def rulings_mentioning(self, card_id: str) -> tuple[entities.Ruling, ...]:
        """The rulings on other cards and topics that mention the card. Raises
        `NotFound` for an unknown id.
        """
        self._require_subject(card_id)
        ruling_ids = self._links.mentioning.get(card_id)
        return self.rulings_with_ids(ruling_ids)

    def inherited(self, card_id: str) -> tuple[entities.Inherited, ...]:
        """The rulings that the card inherits, grouped by inheritance. Raises `NotFound`
        for an unknown id.
        """
        self._require_subject(card_id)
        card = self.cards_by_id.get(card_id)
        inheritances = card.inherits if card else ()
        groups = map(self._group, inheritances)
        return tuple(group for group in groups if group.rulings)

    def _group(self, inheritance: entities.Inheritance) -> entities.Inherited:
        """The rulings of an inheritance."""
        subject = inheritance.subject
        rulings: list[entities.Ruling] = []
        ruling_ids = self._links.rulings.get(subject.id)
        for ruling in self.rulings_with_ids(ruling_ids):
            is_left_out = ruling.id in inheritance.without_ids
            is_meant = not inheritance.only_ids or ruling.id in inheritance.only_ids
            if is_meant and not is_left_out:
                rulings.append(ruling)
        reason = inheritance.reason
        if inheritance.without_ids:
            left_out = ", ".join(map(self._id_and_question, inheritance.without_ids))
            reason = f"without {left_out}: {reason}"
        return entities.Inherited(
            subject,
            inheritance.basis,
            inheritance.words,
            reason,
            tuple(rulings),
        )

    def _id_and_question(self, id: str) -> str:
        """An id with the question that the ruling answers:
        `cloak-3827eb84 (What is the erratum for Cloak?)`.
        """
        ruling = self.rulings_by_id.get(id)
        if ruling and ruling.question:
            return f"{id} ({ruling.question})"
        return id

    def current_id(self, text: str) -> str:
        """A typed id in lower case, without the brackets of a citation; if it has
        moved, the new id. It may be unknown.

        Raises `NotFound` with the reason if nothing took its place.
        """
        id = text.strip().strip("[]").lower()
        if id in self.withdrawn:
            raise errors.NotFound(f"{id} is gone: {self.withdrawn[id]}")
        return self.moved.get(id, id)

    def entry(self, id: str) -> entities.AnyEntry | None:
        """The ruling, cross-reference, section or step (`run-chart-13`) with that
        id.
        """
        return (
            self.rulings_by_id.get(id)
            or self.cross_references_by_id.get(id)
            or self.sections_by_id.get(id)
            or self.steps_by_id.get(id)
        )

    def entry_title(self, id: str) -> str:
        """The title of a ruling, section or step: its subject, or its document and
        place. An unknown id is returned unchanged.
        """
        entry = self.entry(id)
        if entry is None:
            return id
        if isinstance(entry, entities.Ruling):
            return entry.subject.title
        title = entry.title
        if isinstance(entry, entities.Step):
            title = f"step {entry.number}"
        document_id = entry.source.document
        document = self.documents_by_id.get(document_id)
        return f"{document.title if document else document_id}, {title}"


def _link(
    rulings: Iterable[entities.Ruling],
    cross_references: Iterable[entities.Ruling],
) -> Links:
    links = Links(defaultdict(list), defaultdict(list), defaultdict(list))
    errata_first = sorted(rulings, key=lambda ruling: not ruling.erratum)
    for ruling in errata_first:
        links.rulings[ruling.subject.id].append(ruling.id)
    for reference in cross_references:
        links.cross_references[reference.subject.id].append(reference.id)
    for ruling in rulings:
        card_ids = dict.fromkeys(mention.id for mention in ruling.mentions)
        card_ids.pop(ruling.subject.id, None)
        for card_id in card_ids:
            links.mentioning[card_id].append(ruling.id)
    return links


ENTITY_TYPES: dict[
    str, type[entities.Entity]
] = {  # attributes that hold entities of one kind
    "documents": entities.Document,
    "cards": entities.Card,
    "topics": entities.Topic,
    "rulings": entities.Ruling,
    "cross_references": entities.Ruling,
    "sections": entities.Section,
    "steps": entities.Step,
    "authorities": entities.Authority,
    "notes": entities.Note,
    "restorations": entities.Restoration,
}
_OTHERS = (
    "applicable_topics",
    "moved",
    "withdrawn",
    "edited",
    "_links",
)


def encoded(kb: Knowledge) -> dict[str, bytes]:
    """The JSON of `Knowledge`, by the names of its attributes; `Knowledge` can be made
    again from it. An entity with an id has its own name: `cards/dr-dreff`.
    """
    values: dict[str, Any] = {}
    for name in (*ENTITY_TYPES, *_OTHERS):
        if hasattr(kb, f"{name}_by_id"):
            for entity in getattr(kb, name):
                values[f"{name}/{entity.id}"] = entity
        else:
            values[name] = getattr(kb, name)
    return {name: encode(value) for name, value in values.items()}


EXPORTED = (*ENTITY_TYPES, "moved")


def export(kb: Knowledge) -> dict[str, Any]:
    """Everything by kind: lists of entities; `moved`: former id → id. Each step also
    has its `rulings`.
    """
    values = {kind: getattr(kb, kind) for kind in EXPORTED}
    data: dict[str, Any] = decode(encode(values))
    rulings_by_id = {ruling["id"]: ruling for ruling in data["rulings"]}
    for step in data["steps"]:
        # A step may name rulings of another collection
        ids = [id for id in step["ruling_ids"] if id in rulings_by_id]
        step["rulings"] = [rulings_by_id[id] for id in ids]
    return data
