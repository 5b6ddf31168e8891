"""A card or topic → its page: what `rulings card` and `rulings topic` print, and what `--json` gives of it."""

from __future__ import annotations

from msgspec import field

from rulings.model.constants import InheritanceBasis
from rulings.model.entities import Card, Entity, Inheritance, Reference, Ruling, Topic
from rulings.model.knowledge import Knowledge


class Inherited(Entity, frozen=True):
    """Rulings that a card inherits, with their subject. `on`: the shared keyword, or the words that refer to them.

    `reason`: why the card does not inherit all of them.
    """

    subject: Reference = field(name="from")
    basis: InheritanceBasis = field(name="why")
    on: str | None
    reason: str | None
    rulings: tuple[Ruling, ...]


class CardPage(Entity, frozen=True):
    """The page of a card: its facts, its own rulings, inherited ones, where else it is mentioned, steps of a run."""

    card: Card
    rulings: tuple[Ruling, ...]
    inherited: tuple[Inherited, ...]
    mentioned_in: tuple[Ruling, ...]
    steps: tuple[int, ...]

    @property
    def subject(self) -> Card:
        """What the page is about."""
        return self.card


class TopicPage(Entity, frozen=True):
    """The page of a topic."""

    topic: Topic
    rulings: tuple[Ruling, ...]

    @property
    def subject(self) -> Topic:
        """What the page is about."""
        return self.topic


Page = CardPage | TopicPage


def card_page(kb: Knowledge, id: str) -> CardPage:
    """The page of the card with that id, which must exist."""
    return CardPage(
        card=kb.cards_by_id[id],
        rulings=kb.rulings_under(id),
        inherited=tuple(inherited_groups(kb, id)),
        mentioned_in=kb.rulings_mentioning(id),
        steps=kb.steps_for(id),
    )


def inherited_groups(kb: Knowledge, card_id: str) -> list[Inherited]:
    """The rulings that a card inherits, grouped by their subject."""
    return [_group(inheritance, rulings) for inheritance, rulings in kb.inherited(card_id)]


def _group(inheritance: Inheritance, rulings: tuple[Ruling, ...]) -> Inherited:
    return Inherited(inheritance.subject, inheritance.basis, inheritance.on, inheritance.reason, rulings)


def topic_page(kb: Knowledge, id: str) -> TopicPage:
    """The page of the topic with that id, which must exist."""
    return TopicPage(kb.topics_by_id[id], kb.rulings_under(id))


def subject_of(kb: Knowledge, key: str) -> Card | Topic:
    """What the page with a key such as `card:dr-dreff` or `topic:tracing` is about; it must exist."""
    kind, _, id = key.partition(":")
    return kb.cards_by_id[id] if kind == "card" else kb.topics_by_id[id]


def page_of(kb: Knowledge, key: str) -> Page:
    """The page with that key, which must exist."""
    subject = subject_of(kb, key)
    return card_page(kb, subject.id) if isinstance(subject, Card) else topic_page(kb, subject.id)
