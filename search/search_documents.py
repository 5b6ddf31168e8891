"""Lists the documents to search: everything with words of its own or with a page.

In this package, a document is one thing that a search can find. The printed
documents are called sources. A section is one document and, if it has several passages,
each passage is another.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain
from math import prod
from typing import Any, Literal

from msgspec import Struct

from rulings.model import (
    dates,
    entities,
    formatting,
    ids,
    knowledge,
    page_table,
    plain_text,
    records,
    remarks,
    subject_pages,
    vocabulary,
)
from rulings.names import catalogue
from rulings.search import fields, parameters, passages


class NamedPage(entities.Entity):
    """A keyword, or a page of `page_table`, shown first for each of its names."""

    kind: Literal["keyword", "page"]
    id: str
    title: str
    url: str
    text: str  # what the page shows
    names: tuple[str, ...]


# Attribute of a citation → the value of `is:` for its mark
_MARKS = {
    "restored_from": "restored",
    "doubt": "doubtful",
    "likely_date": "likely-date",
    "council": "council",
}

Findable = (
    entities.AnyEntry | entities.Card | entities.Topic | entities.Authority | NamedPage
)


NamedCitation = tuple[entities.Citation, list[str]]  # with all names of its authority


class SearchDocument(Struct, frozen=True, kw_only=True):
    """One thing that a search can find. Title, extra words, text and questions are
    searched; `field_values` are for the fields of a query.
    """

    kind: vocabulary.HitKind
    entity: Findable
    source_name: str = ""  # the short name of its source
    game: str = vocabulary.NETRUNNER
    text: str
    # Its position in the section; None if it is not a passage
    passage_number: int | None = None
    questions: tuple[str, ...] = ()
    extra_words: str = ""  # more words that find it
    lead_in: str = ""  # the lines that introduce a passage
    cited_words: str = ""  # from its citations: people, venues, years, months
    about: dict[str, float] = {}  # `card/<id>` or `topic/<id>` → how much (0–1)
    field_values: dict[str, list[str]] = {}  # field of the query language → values
    dates: tuple[str, ...] = ()  # ISO 8601, earliest first
    citations: tuple[NamedCitation, ...] = ()
    names: tuple[str, ...] = ()  # a query that is one of them shows it first

    @property
    def is_heading(self) -> bool:
        """Whether it is a section without words of its own."""
        return self.kind == "section" and not self.text

    @property
    def id(self) -> str:
        """The id of its entity."""
        return self.entity.id

    @property
    def title(self) -> str:
        """The title of its entity, or the name of an authority."""
        entity = self.entity
        return entity.name if isinstance(entity, entities.Authority) else entity.title

    def kind_factor(self, weights: dict[str, float]) -> float:
        """A factor of its score: the product of its weights in `weights.yaml`."""
        natures = list(self.field_values.get("is", ()))
        # Superseded parts are shown with what to follow
        if self.kind == "section" or "superseded-in-part" in natures:
            natures = [
                nature for nature in natures if not nature.startswith("superseded")
            ]
        is_ruling = self.kind in vocabulary.RULING_KINDS
        if is_ruling and "side" in self.field_values:
            natures.append("on_card")
        if self.game != vocabulary.NETRUNNER:
            natures.append("other_game")
        if self.source_name in parameters.VARIANTS:
            natures.append("variant")
        return prod(weights.get(nature, 1.0) for nature in natures)

    def few_questions_factor(self, power: float) -> float:
        """A factor of its score, which makes up for few questions: they share fewer
        words with a query than many.

        It is (enough + 1) / (its questions + 1), raised to `power`, and never below 1.
        It is 1 for passages and cross-references.
        """
        is_whole = self.kind in parameters.ENTRY_KINDS and self.passage_number is None
        if not is_whole or self.kind == "cross-reference":
            return 1.0
        share = (vocabulary.ENOUGH_QUESTIONS + 1) / (len(self.questions) + 1)
        return float(max(1.0, share) ** power)


def documents(kb: knowledge.Knowledge) -> list[SearchDocument]:
    """All documents. The entries, which are found by their words, come first. Sections
    that are only headings come last.
    """
    kinds = (
        _rulings,
        _sections,
        _steps,
        _cards,
        _topics,
        _keywords,
        _authorities,
        _pages,
    )
    all_documents = chain.from_iterable(documents_of(kb) for documents_of in kinds)
    return sorted(all_documents, key=lambda search_document: search_document.is_heading)


def _rulings(kb: knowledge.Knowledge) -> Iterator[SearchDocument]:
    """The rulings and cross-references. Each is about its subject, about cards and
    topics that it names or refers to, about cards that inherit it, and about cards that
    a note ties to it.
    """
    heirs = subject_pages.find_heirs(
        subject_pages.card_page(kb, card.id) for card in kb.cards
    )
    names = _names_of_authorities(kb)
    for ruling in kb.ruling_entries:
        is_on_card = ruling.subject.kind == "card"
        own_card = kb.cards_by_id.get(ruling.subject.id) if is_on_card else None
        natures = natures_of(ruling)
        words = [*natures]
        cited_values = defaultdict[str, list[str]](list)
        if own_card:
            words += [*own_card.keywords, own_card.type]
        citations = tuple(
            (citation, names[citation.authority]) for citation in ruling.citations
        )
        for citation, authority_names in citations:
            cited_values["by"] += authority_names
            cited_values["via"] += filter(None, (citation.via,))
            cited_values["venue"] += filter(None, (citation.venue,))
        yield SearchDocument(
            kind=ruling.kind,
            entity=ruling,
            source_name=vocabulary.RULINGS_SHORT,
            text=ruling.text,
            questions=tuple(kb.questions.get(ruling.id, ())),
            extra_words=" ".join(words),
            cited_words=" ".join(_cited_words(citations)),
            about=_about(kb, ruling, heirs[ruling.id]),
            field_values={
                **cited_values,
                "is": _natures(*natures, *_marked(ruling)),
                **_card_field_values(own_card),
            },
            dates=ruling.dates,
            citations=citations,
        )


def _cited_words(citations: Iterable[NamedCitation]) -> Iterator[str]:
    """The words of citations: all names of who said it, who passed it on, where, days
    (also as printed), years, and months. *May* is left out, because it is a word of the
    rules.
    """
    for citation, names in citations:
        yield from names
        yield from filter(None, (citation.via, citation.venue))
        date = citation.best_date or ""
        days = {date, dates.iso_date(citation.date_printed or "")}
        yield from (day for day in days if len(day) == len("1996-08-06"))
        yield date[:4]
        if date[4:] and date[5:7] != parameters.UNSEARCHED_MONTH:
            yield dates.MONTHS[int(date[5:7]) - 1]


def _about(
    kb: knowledge.Knowledge,
    ruling: entities.Ruling,
    heirs: Iterable[str],
) -> dict[str, float]:
    """Key of a card or topic → how much a ruling is about it. `heirs`: the ids of the
    cards that inherit the ruling.
    """
    tied = filter(kb.cards_by_id.__contains__, subject_pages.tied_subjects(ruling))
    about = {f"card/{id}": parameters.ABOUT_TIED for id in tied}
    about |= {f"card/{id}": parameters.ABOUT_INHERITED for id in heirs}
    about |= {f"{see.kind}/{see.id}": parameters.ABOUT_INHERITED for see in ruling.see}
    about |= {
        f"card/{mention.id}": parameters.ABOUT_NAMED for mention in ruling.mentions
    }
    about[f"{ruling.subject.kind}/{ruling.subject.id}"] = parameters.ABOUT_SUBJECT
    return about


def _marked(ruling: entities.Ruling) -> Iterator[str]:
    """The values of the field `is:` for the marks beside its citations and words: ⚑ ? †
    ◇ +.
    """
    for citation in ruling.citations:
        for attribute, mark in _MARKS.items():
            if getattr(citation, attribute):
                yield mark
    yield from _remark_natures(ruling.remarks)


def _remark_natures(entry_remarks: Iterable[remarks.Remark]) -> Iterator[str]:
    """The values of the field `is:` for remarks on an entry or on a section's words."""
    for remark in entry_remarks:
        relation: str = remark.relation
        if relation in vocabulary.STATUSES:
            yield relation
            # Whoever asks for what is superseded means the parts too
            yield relation.removesuffix("-in-part")
        elif relation == "exception":
            yield "excepted"


def natures_of(ruling: entities.Ruling) -> list[str]:
    """The nature and status of a ruling, as values of the field `is:`."""
    errata = "errata" if ruling.erratum else ""
    see = "see" if ruling.is_cross_reference else ""
    official = "official" if ruling.official else "unofficial"
    reversal = "reversal" if ruling.reversal else ""
    return _natures(errata, see, reversal, ruling.status, official)


def _natures(*natures: str) -> list[str]:
    """The values of the field `is:`: all of these except the empty one
    and `in-force`.
    """
    return [
        nature
        for nature in dict.fromkeys(natures)
        if nature not in ("", vocabulary.IN_FORCE)
    ]


def _card_field_values(card: entities.Card | None) -> dict[str, list[str]]:
    """The values of the fields that are facts of a card."""
    values: dict[str, list[str]] = {}
    if card is None:
        return values
    for card_field in fields.CARD_FIELDS:
        fact = getattr(card, card_field.attribute)
        facts = fact if isinstance(fact, tuple) else (fact,)
        values[card_field.name] = [
            str(fact) for fact in facts if fact not in (None, "")
        ]
    return values


def _sections(kb: knowledge.Knowledge) -> Iterator[SearchDocument]:
    """Each section, followed by its passages if there are several."""
    headings: dict[int, str] = {}  # level → the last heading
    for section in kb.sections:
        headings = {
            level: title for level, title in headings.items() if level < section.level
        }
        yield from _section_documents(kb, section, headings.values())
        headings[section.level] = section.title


def _section_documents(
    kb: knowledge.Knowledge,
    section: entities.Section,
    headings: Iterable[str],
) -> Iterator[SearchDocument]:
    """A section and its passages. `headings`: the titles above it."""
    source = kb.documents_by_id[section.document]
    divided = passages.divide(section)
    extra_words = " ".join([source.title, source.short, *headings])

    def search_document(
        text: str,
        part: entities.Section | passages.PassageRemarks,
        **values: Any,
    ) -> SearchDocument:
        officiality = "official" if source.official else "unofficial"
        card_ids = [mention.id for mention in section.mentions if mention.words in text]
        natures = _natures(
            "section", officiality, part.status, *_remark_natures(part.remarks)
        )
        return SearchDocument(
            kind="section",
            entity=section,
            source_name=source.short,
            game=section.game,
            text=text,
            extra_words=extra_words,
            about={f"card/{id}": parameters.ABOUT_NAMED for id in card_ids},
            field_values={"is": natures},
            **values,
        )

    questions = tuple(kb.questions.get(section.id, ()))
    yield search_document("\n".join(divided.lines), section, questions=questions)
    if len(divided.passages) < 2:
        return
    questions_by_words = kb.edited.questions.get(section.id)
    if not isinstance(questions_by_words, dict):
        questions_by_words = {}
    questions_by_passage = divided.questions_by_passage(questions_by_words)
    for number, passage in enumerate(divided.passages):
        yield search_document(
            divided.text(passage.lines),
            divided.remarks_on(passage.lines),
            passage_number=number,
            questions=questions_by_passage[number],
            lead_in=divided.lead_in(passage),
        )


def source_id(
    kb: knowledge.Knowledge,
    entity: Findable,
    short: str,
) -> str | None:
    """The id of the source or file of additions that contains an entity; None for a
    card, a page and whatever else is in none. A topic is in the source of its first
    ruling. `short`: the short name of the entity's source.
    """
    if isinstance(entity, entities.Topic):
        entity = next(iter(kb.rulings_under(entity.id)), entity)
    if isinstance(entity, entities.Ruling):
        return entity.source.document
    for source in kb.documents:
        if source.short == short:
            return source.id
    return None


def shown_text(kb: knowledge.Knowledge, entity: Findable) -> str:
    """The text shown of an entity: a step includes its question.

    A card or topic shows the numbers of its entries, an authority its person and role
    (`Marc Schmalz · NetRep`).
    """
    if isinstance(entity, entities.Card | entities.Topic):
        return formatting.counted_rulings(kb.rulings_under(entity.id))
    if isinstance(entity, entities.Authority):
        return " · ".join(filter(None, (entity.person, entity.role)))
    decision = entity.decision if isinstance(entity, entities.Step) else None
    if decision and decision.question not in entity.text:
        return f"{entity.text}\n{decision.question}"
    return entity.text


def record_of(kb: knowledge.Knowledge, entity: Findable) -> records.Record:
    """The record of an entity in a table, as lists have it."""
    if isinstance(entity, entities.AnyEntry):
        return records.record(entity)
    if not isinstance(entity, NamedPage):
        return subject_pages.subject_record(kb, entity)
    if entity.kind == "keyword":
        cards = subject_pages.cards_by(kb, "keyword")[entity.title]
        return subject_pages.fact_record(kb, "keyword", entity.title, cards)
    return records.Record(
        entity.id, entity.kind, entity.title, entity.text, url=entity.url
    )


def _steps(kb: knowledge.Knowledge) -> Iterator[SearchDocument]:
    source = kb.documents_by_id.get(vocabulary.RUN_CHART_DOCUMENT)
    title = source.title if source else ""
    for step in kb.steps:
        actor = step.actor or ""
        sides = [*vocabulary.SIDES] if actor == "Both" else [actor]
        remark_natures = _remark_natures(step.remarks)
        yield SearchDocument(
            kind="step",
            entity=step,
            source_name=vocabulary.RUN_CHART_SHORT,
            text=shown_text(kb, step),
            questions=tuple(kb.questions.get(step.id, ())),
            extra_words=f"{title} run chart step of the run {actor}",
            field_values={
                "is": _natures("step", "official", step.status, *remark_natures),
                "step": [str(step.number)],
                "side": [*filter(None, sides)],
            },
        )


def _cards(kb: knowledge.Knowledge) -> Iterator[SearchDocument]:
    for card in kb.cards:
        facts = [f"{card.side} {card.type}", *card.keywords]
        for key, name in vocabulary.PRINTED_NUMBERS.items():
            if (number := getattr(card, key)) is not None:
                facts.append(f"{name} {number}")
        rulings = kb.rulings_under(card.id)
        field_values = _card_field_values(card)
        field_values["has"] = ["ruling"] if rulings else []
        if any(ruling.erratum for ruling in rulings):
            field_values["has"].append("errata")
        field_values["ruled"] = [str(len(rulings))]
        yield SearchDocument(
            kind="card",
            entity=card,
            source_name="cards",
            text=" · ".join([*facts, card.set]),
            about={f"card/{card.id}": parameters.ABOUT_SUBJECT},
            field_values=field_values,
        )


def _topics(kb: knowledge.Knowledge) -> Iterator[SearchDocument]:
    for topic in kb.topics:
        yield SearchDocument(
            kind="topic",
            entity=topic,
            source_name=vocabulary.RULINGS_SHORT,
            text=shown_text(kb, topic),
            about={f"topic/{topic.id}": parameters.ABOUT_SUBJECT},
            names=(topic.title,),
        )


def _keywords(kb: knowledge.Knowledge) -> Iterator[SearchDocument]:
    for keyword, cards in subject_pages.cards_by(kb, "keyword").items():
        text = f"keyword of {plain_text.count(len(cards), 'card')}"
        names = (keyword, plain_text.plural(keyword))
        url = page_table.keyword_url(keyword)
        id = ids.slug(keyword)
        page = NamedPage("keyword", id, keyword, url, text, names)
        yield _of_page(page, "cards")


def _names_of_authorities(kb: knowledge.Knowledge) -> dict[str, list[str]]:
    """The name of each authority in citations → all its names, and its id."""
    names = defaultdict[str, list[str]](list)
    for name, authority in catalogue.authority_names(kb.authorities):
        names[authority.name].append(name)
    return names


def _authorities(kb: knowledge.Knowledge) -> Iterator[SearchDocument]:
    """The people and documents that are cited."""
    names = _names_of_authorities(kb)
    for authority in kb.authorities:
        # “Official rulings” are not only the rulings of that list.
        authority_names = [
            name for name in names[authority.name] if name != authority.id
        ]
        if (
            council := authority.council
        ):  # the players' council of the authority: `Rules Sensei`
            authority_names += [council.name, council.office]
        yield SearchDocument(
            kind="authority",
            entity=authority,
            source_name=vocabulary.RULINGS_SHORT,
            text=shown_text(kb, authority),
            names=tuple(dict.fromkeys(authority_names)),
        )


def _pages(kb: knowledge.Knowledge) -> Iterator[SearchDocument]:
    games = {source.short: source.game for source in kb.documents}
    for row in page_table.PAGES:
        if row.shows:
            title = row.title or row.menu[1]
            names = (title, row.id, *row.names)
            hit = NamedPage("page", row.id, title, f"/{row.id}/", row.shows, names)
            yield _of_page(
                hit, row.document, games.get(row.document, vocabulary.NETRUNNER)
            )
    for source in kb.documents:
        title, text = source.title, "a document, as printed"
        names = (title, source.short, source.id)
        hit = NamedPage("page", source.id, title, source.url, text, names)
        yield _of_page(hit, source.short, source.game)


def _of_page(
    hit: NamedPage, source_name: str, game: str = vocabulary.NETRUNNER
) -> SearchDocument:
    return SearchDocument(
        kind=hit.kind,
        entity=hit,
        source_name=source_name,
        game=game,
        text=hit.text,
        names=hit.names,
    )
