"""The pages of cards, topics, keywords, authorities and steps, as `rulings card` and
the like print them, even with `--json`; and the rulings that are on them, connect two
cards, or mention one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from operator import attrgetter
from typing import ClassVar, Literal, TypeVar, get_args

from msgspec.structs import replace

from rulings.model import (
    entities,
    formatting,
    ids,
    knowledge,
    page_table,
    plain_text,
    records,
    vocabulary,
)
from rulings.model.base import by_id, grouped


class CardPage(entities.Entity):
    """The page of a card: its facts, its own rulings, inherited ones, where else it is
    mentioned, steps of a run.

    `card`, `rulings`, `cross_references`: the card, its own rulings, and where else it
    sends the reader. `inherited`: rulings on other subjects that apply to it.
    `mentioned_in`: rulings elsewhere that name it. `applicable_topics`: if nothing is
    printed on it, the topics that apply to cards like it. `steps`: numbers of the steps
    of a run that its rulings bear on. `with_ids`: the ids of the other cards, if the
    page has only the rulings that concern all of several.
    """

    card: entities.Card
    rulings: tuple[entities.Ruling, ...]
    cross_references: tuple[entities.Ruling, ...]
    inherited: tuple[entities.Inherited, ...]
    mentioned_in: tuple[entities.Ruling, ...]
    applicable_topics: tuple[entities.ApplicableTopic, ...] = ()
    steps: tuple[int, ...] = ()
    with_ids: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Sets the fields that follow from the others."""
        numbers = set[int]()
        for ruling in self.rulings:
            numbers.update(ruling.steps)
        self._set(steps=tuple(sorted(numbers)))

    @property
    def subject(self) -> entities.Card:
        """What the page is about."""
        return self.card


class TopicPage(entities.Entity):
    """The page of a topic."""

    topic: entities.Topic
    rulings: tuple[entities.Ruling, ...]
    cross_references: tuple[entities.Ruling, ...]
    inherited: ClassVar[tuple[entities.Inherited, ...]] = ()
    mentioned_in: ClassVar[tuple[entities.Ruling, ...]] = ()

    @property
    def subject(self) -> entities.Topic:
        """What the page is about."""
        return self.topic


class AuthorityPage(entities.Entity):
    """An authority with the rulings that cite it, by the dates of these citations,
    oldest first.
    """

    authority: entities.Authority
    rulings: tuple[entities.Ruling, ...]

    @property
    def subject(self) -> entities.Authority:
        """What the page is about."""
        return self.authority


class KeywordPage(entities.Entity):
    """The page of a keyword. `keyword`: as printed; `cards`: the cards with it;
    `applicable_topics`: the topics that apply to all of them; `rulings`: the rulings
    that mention it.
    """

    keyword: str
    cards: tuple[entities.Card, ...]
    applicable_topics: tuple[entities.ApplicableTopic, ...]
    rulings: tuple[entities.Ruling, ...]

    def __repr__(self) -> str:
        return f"<KeywordPage {self.keyword}>"


class StepPage(entities.Entity):
    """A step of the run chart with the rulings that apply to it."""

    step: entities.Step
    rulings: tuple[entities.Ruling, ...]

    @property
    def subject(self) -> entities.Step:
        """What the page is about."""
        return self.step


SubjectPage = CardPage | TopicPage


def card_page(kb: knowledge.Knowledge, id: str) -> CardPage:
    """The page of the card with that id, which must exist."""
    card = kb.cards_by_id[id]
    rulings = kb.rulings_under(id)
    cross_references = kb.cross_references_under(id)
    topics: tuple[entities.ApplicableTopic, ...] = ()
    if not rulings and not cross_references:
        topics = applicable_topics(kb, *card.keywords, card.type)
    return CardPage(
        card=card,
        rulings=rulings,
        cross_references=cross_references,
        inherited=kb.inherited(id),
        mentioned_in=kb.rulings_mentioning(id),
        applicable_topics=topics,
    )


def applicable_topics(
    kb: knowledge.Knowledge,
    *words: str,
) -> tuple[entities.ApplicableTopic, ...]:
    """The topics that apply to cards with these keywords or types, as printed, each
    once.
    """
    rows = dict[str, entities.ApplicableTopic]()
    for word in words:
        for row in kb.applicable_topics.get(word, ()):
            if row.topic in kb.topics_by_id:
                rows.setdefault(row.topic, row)
    return tuple(rows.values())


def topic_page(kb: knowledge.Knowledge, id: str) -> TopicPage:
    """The page of the topic with that id, which must exist."""
    topic = kb.topics_by_id[id]
    return TopicPage(topic, kb.rulings_under(id), kb.cross_references_under(id))


def step_page(kb: knowledge.Knowledge, step: entities.Step) -> StepPage:
    """The page of a step."""
    return StepPage(step, kb.rulings_with_ids(step.ruling_ids))


APage = TypeVar("APage", bound=SubjectPage)
Fact = Literal["keyword", "type", "set", "artist"]  # cards are listed by these
Choose = Callable[[Sequence[entities.Ruling]], Iterable[entities.Ruling]]


def inherited_rulings(groups: Iterable[entities.Inherited]) -> list[entities.Ruling]:
    """The rulings of inherited groups, in order."""
    return list(chain.from_iterable(map(attrgetter("rulings"), groups)))


def without_repeats(rulings: Iterable[entities.Ruling]) -> list[entities.Ruling]:
    """The rulings, each once, in the order in which they first occur."""
    return list(by_id(rulings).values())


def subject_and_named_cards(ruling: entities.Ruling) -> set[str]:
    """The ids of the cards that the ruling is filed under or names."""
    card_ids = {mention.id for mention in ruling.mentions}
    if ruling.subject.kind == "card":
        card_ids.add(ruling.subject.id)
    return card_ids


# The ids of the cards that inherit a ruling, with the basis
Heirs = dict[str, vocabulary.InheritanceBasis]


def find_heirs(pages: Iterable[CardPage]) -> defaultdict[str, Heirs]:
    """Ruling id → the cards of these pages that inherit it."""
    bases_by_ruling = defaultdict[str, Heirs](dict)
    for page in pages:
        for group in page.inherited:
            for ruling in group.rulings:
                bases_by_ruling[ruling.id][page.card.id] = group.basis
    return bases_by_ruling


def connects(
    ruling: entities.Ruling,
    first: str,
    second: str,
    heirs: Heirs,
) -> bool:
    """Whether the ruling connects two cards. `heirs`: the cards that inherit it.

    It concerns both; or it is on one, and a note compares it with a ruling on the
    other; or it names one, and a cross-reference sends the other to it.
    """
    subject = ruling.subject.id
    named_heirs = {id for id, basis in heirs.items() if basis != "see"}
    concerned = subject_and_named_cards(ruling) | named_heirs
    if {first, second} <= concerned:
        return True
    for card, other in ((first, second), (second, first)):
        if card == subject and other in tied_subjects(ruling):
            return True
        is_sent_here = heirs.get(card) == "see"
        if is_sent_here and other in concerned - {subject}:
            return True
    return False


def tied_subjects(ruling: entities.Ruling) -> set[str]:
    """The ids of the subjects of the rulings that notes compare this one with."""
    other_ids = set[str]()
    for note in ruling.notes:
        if note.side and note.opposite:
            other_ids.add(note.opposite.id)
            other_ids.update(note.opposite.also)
    return set(map(ids.subject_of_ruling, filter(ids.is_ruling_id, other_ids)))


def rulings_on_all(page: CardPage, other_pages: Sequence[CardPage]) -> CardPage:
    """The page with only the rulings that concern its card and all the others, or
    connect one of these cards with each other one. Rulings that only another page has
    come last.
    """
    other_ids = tuple(other_page.card.id for other_page in other_pages)
    card_ids = {page.card.id, *other_ids}
    heirs_by_ruling = find_heirs([page, *other_pages])

    def is_on_all(ruling: entities.Ruling) -> bool:
        heirs = heirs_by_ruling[ruling.id]
        concerned = subject_and_named_cards(ruling) | heirs.keys()
        concerned.update(map(ids.subject_of_ruling, ruling.near_identical_ids))

        def connects_all(id: str) -> bool:
            further_ids = card_ids - {id}
            return all(
                connects(ruling, id, other_id, heirs) for other_id in further_ids
            )

        return concerned >= card_ids or any(map(connects_all, card_ids))

    def joint(rulings: Iterable[entities.Ruling]) -> list[entities.Ruling]:
        return list(filter(is_on_all, rulings))

    joint_page = with_rulings(replace(page, cross_references=()), joint)
    elsewhere = [*joint_page.mentioned_in]
    for other_page in other_pages:
        elsewhere += joint(page_rulings(other_page))
    group_rulings = inherited_rulings(joint_page.inherited)
    own = {*joint_page.rulings, *group_rulings}
    further = [ruling for ruling in elsewhere if ruling not in own]
    mentioned_in = tuple(without_repeats(further))
    return _without_near_identical(
        replace(joint_page, mentioned_in=mentioned_in, with_ids=other_ids)
    )


def joint_rulings(
    kb: knowledge.Knowledge,
    card_ids: Iterable[str],
) -> list[entities.Ruling]:
    """The rulings that concern all of these cards, or connect one with each other
    one.
    """
    page, *other_pages = (card_page(kb, id) for id in card_ids)
    joint_page = rulings_on_all(page, other_pages)
    return page_rulings(joint_page)


def _without_near_identical(page: CardPage) -> CardPage:
    """The page with only the first printed one of near-identical rulings."""
    sort_keys = {ruling.id: ruling.source.sort_key for ruling in page_rulings(page)}

    def is_first(ruling: entities.Ruling) -> bool:
        sort_key = sort_keys[ruling.id]
        return all(
            sort_key <= sort_keys.get(id, sort_key) for id in ruling.near_identical_ids
        )

    return with_rulings(page, lambda rulings: filter(is_first, rulings))


def citing_authority(
    rulings: Iterable[entities.Ruling],
    authority: entities.Authority,
) -> list[entities.Ruling]:
    """The rulings that cite the authority itself, not only as a relay."""
    name = authority.name
    return [
        ruling
        for ruling in rulings
        if name in map(attrgetter("authority"), ruling.citations)
    ]


def relayed_by(
    rulings: Iterable[entities.Ruling],
    authority: entities.Authority,
) -> list[entities.Ruling]:
    """The rulings that the authority only passed on."""
    relayed: list[entities.Ruling] = []
    for ruling in rulings:
        relays = {citation.via for citation in ruling.citations}
        is_relay = not relays.isdisjoint(authority.names)
        if is_relay and not citing_authority([ruling], authority):
            relayed.append(ruling)
    return relayed


def latest_date_by(
    authority: entities.Authority,
    ruling: entities.Ruling,
) -> str | None:
    """The latest day on which the ruling cites the authority itself (ISO 8601), or
    None.
    """
    days: list[str] = []
    for citation in ruling.citations:
        if citation.authority == authority.name:
            days += citation.days
    return max(days, default=None)


def authority_page(
    kb: knowledge.Knowledge,
    authority: entities.Authority,
) -> AuthorityPage:
    """The page of an authority: the rulings that cite it, by the dates of these
    citations, oldest first; undated ones come last.
    """

    def sort_date(ruling: entities.Ruling) -> str:
        return latest_date_by(authority, ruling) or vocabulary.FAR_FUTURE

    rulings = citing_authority(kb.rulings, authority)
    rulings.sort(key=sort_date)
    return AuthorityPage(authority, tuple(rulings))


def keyword_page(kb: knowledge.Knowledge, keyword: str) -> KeywordPage:
    """The page of a keyword as printed. Its rulings are those whose text contains the
    keyword or its plural, in the order of the source.
    """
    cards = tuple(card for card in kb.cards if keyword in card.keywords)
    topics = applicable_topics(kb, keyword)
    singular = f" {plain_text.fold(keyword)} "
    plural = f" {plain_text.fold(plain_text.plural(keyword))} "
    rulings: list[entities.Ruling] = []
    for ruling in kb.rulings:
        text = f" {plain_text.fold(ruling.text)} "
        if singular in text or plural in text:
            rulings.append(ruling)
    return KeywordPage(keyword, cards, topics, tuple(rulings))


def cards_by(
    kb: knowledge.Knowledge,
    fact: Fact,
) -> dict[str, list[entities.Card]]:
    """The values of a fact in alphabetical order, each with its cards. Raises
    `ValueError` for any other fact.
    """
    if fact not in get_args(Fact):
        facts = plain_text.joined_with("or", get_args(Fact))
        raise ValueError(f"fact must be {facts}, not {plain_text.quoted(fact)}")
    cards: list[tuple[str, entities.Card]] = []
    for card in kb.cards:
        values = card.keywords if fact == "keyword" else [getattr(card, fact)]
        cards += [(value, card) for value in filter(None, values)]
    cards.sort(key=lambda pair: pair[0].casefold())
    return grouped(cards)


def step_after_end(step: entities.Step) -> int | None:
    """The step at which the run continues after the answer “end”, if a note on this
    step quotes it.
    """
    for note in step.notes:
        if note.side != "one" or not note.opposite:
            continue
        number = ids.number_of_step(note.opposite.id)
        if number:
            return number
    return None


def with_rulings(page: APage, choose: Choose) -> APage:
    """The page with what `choose` returns for its own rulings, inherited ones, and
    those that mention the card.
    """
    page = replace(page, rulings=tuple(choose(page.rulings)))
    if isinstance(page, TopicPage):
        return page
    return replace(
        page,
        inherited=chosen_groups(page.inherited, choose),
        mentioned_in=tuple(choose(page.mentioned_in)),
    )


def chosen_groups(
    groups: Iterable[entities.Inherited],
    choose: Choose,
) -> tuple[entities.Inherited, ...]:
    """The groups of inherited rulings, each with the rulings that `choose` returns.
    Empty groups are left out.
    """
    groups_with_rulings: list[entities.Inherited] = []
    for group in groups:
        rulings = tuple(choose(group.rulings))
        if rulings:
            groups_with_rulings.append(replace(group, rulings=rulings))
    return tuple(groups_with_rulings)


def page_rulings(page: SubjectPage) -> list[entities.Ruling]:
    """Every ruling on a page, once: its own, inherited ones, and those elsewhere that
    mention the card.
    """
    group_rulings = inherited_rulings(page.inherited)
    return without_repeats([*page.rulings, *group_rulings, *page.mentioned_in])


def shown_cross_references(page: SubjectPage) -> list[entities.Ruling]:
    """The cross-references on a page, without those whose rulings it shows as inherited
    ones.
    """
    subjects = {group.subject for group in page.inherited}
    return [entry for entry in page.cross_references if subjects.isdisjoint(entry.see)]


def mentioned_elsewhere(page: SubjectPage) -> list[entities.Ruling]:
    """The rulings that mention a card, without those that it inherits."""
    group_rulings = {*inherited_rulings(page.inherited)}
    return [ruling for ruling in page.mentioned_in if ruling not in group_rulings]


# Records in tables


def subject_record(
    kb: knowledge.Knowledge,
    entity: entities.Card | entities.Topic | entities.Authority,
) -> records.Record:
    """The record of a card, topic or authority: its text says in a line what it is and
    how many rulings there are.
    """
    if isinstance(entity, entities.Authority):
        ruling_count = len(citing_authority(kb.rulings, entity))
        facts = formatting.authority_facts(entity, ruling_count)
        return records.Record(
            entity.id,
            "authority",
            entity.name,
            " · ".join(filter(None, facts)),
            official=entity.official,
            url=entity.url,
            ruling_count=ruling_count,
        )
    rulings = kb.rulings_under(entity.id)
    card = entity if isinstance(entity, entities.Card) else None
    summary = formatting.summary_parts(card) if card else []
    return records.Record(
        entity.id,
        entity.reference.kind,
        entity.title,
        " · ".join([*summary, formatting.counted_rulings(rulings)]),
        url=entity.url,
        card=card,
        ruling_count=len(rulings),
        errata_count=sum(ruling.erratum for ruling in rulings),
    )


def fact_record(
    kb: knowledge.Knowledge,
    fact: Fact,
    value: str,
    cards: Sequence[entities.Card],
) -> records.Record:
    """The record of a keyword, set or other fact that these cards have."""
    counts = [len(kb.rulings_under(card.id)) for card in cards]
    return records.Record(
        ids.slug(value),
        fact,
        value,
        f"{fact} of {plain_text.count(len(cards), 'card')}",
        url=page_table.keyword_url(value) if fact == "keyword" else None,
        ruling_count=sum(counts),
        card_count=len(cards),
    )
