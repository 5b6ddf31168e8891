"""A knowledge base → the documents that are searched: rulings, sections, steps, cards and topics.

In this package a document is one thing that a search can find. The five printed documents are called the sources.

The page gets what is made of them with its data.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import fsum

from rulings.model.constants import (
    IN_FORCE,
    NETRUNNER,
    PRINTED_NUMBERS,
    RULINGS_DOCUMENT,
    RULINGS_SHORT,
    RUN_CHART_SHORT,
    Status,
)
from rulings.model.entities import Card, Reference
from rulings.model.formatting import count
from rulings.model.knowledge import Knowledge
from rulings.search import constants
from rulings.search.analysis import Analyzer
from rulings.search.fields import CARD_FIELDS
from rulings.search.statements import Statement, statements
from rulings.search.stored import HitKind
from rulings.search.synonyms import Synonyms, by_stems

_USUAL_LENGTH = 20  # distinct stems of a statement, added to those that it has, so that short ones do not win too often
_ALMOST = 0.8  # share of the score of the best statement


@dataclass(frozen=True, slots=True)
class SearchDocument:
    """What can be found. Title, extra words, text and questions are searched; `field_values` are for filters."""

    kind: HitKind
    id: str
    title: str
    source_id: str  # the id of its source, which becomes `Hit.document`
    source: str  # the short name of its source
    game: str
    text: str
    url: str
    questions: tuple[str, ...] = ()
    extra_words: str = ""  # by which it is found too
    about: dict[str, float] = field(default_factory=dict)  # `card/<id>` or `topic/<id>` → how much (0–1)
    field_values: dict[str, list[str]] = field(default_factory=dict)  # field of the query language → values
    dates: tuple[str, ...] = ()  # ISO 8601, earliest first
    citations: tuple[tuple[tuple[str, ...], str, bool], ...] = ()  # of each: names, date or "", whether it is official
    first_said: str = ""  # the day (ISO 8601); "" passes every `as_of`
    authority: str = ""  # of its latest citation
    status: Status = IN_FORCE
    superseded_by: tuple[str, ...] = ()
    also_under: tuple[tuple[str, str], ...] = ()  # ids and subject titles of near-identical rulings
    is_empty: bool = False  # whether it is a heading without text, which answers nothing
    whole_text: str = ""  # of a section, one of whose statements this is


def documents(kb: Knowledge) -> list[SearchDocument]:
    """All documents; those that are found by their words come first."""
    return [*_rulings(kb), *_sections(kb), *_steps(kb), *_cards(kb), *_topics(kb)]


def _rulings(kb: Knowledge) -> Iterator[SearchDocument]:
    """The rulings, each about its subject, the cards it names, those that inherit it, and what it refers to."""
    inheritors = defaultdict[str, list[str]](list)
    for card in kb.cards:
        for inherited in (ruling for _, rulings in kb.inherited(card.id) for ruling in rulings):
            inheritors[inherited.id].append(card.id)
    for ruling in kb.rulings:
        about = {f"card/{id}": constants.ABOUT_INHERITED for id in inheritors[ruling.id]}
        about |= {_key(target): constants.ABOUT_INHERITED for target in ruling.see}
        about |= {f"card/{mention.id}": constants.ABOUT_NAMED for mention in ruling.mentions}
        about[_key(ruling.subject)] = constants.ABOUT_SUBJECT
        own_card = kb.cards_by_id.get(ruling.subject.id) if ruling.subject.kind == "card" else None
        source = kb.documents_by_id.get(ruling.source.document)
        official = "official" if ruling.official else "unofficial"
        natures = _natures(ruling.kind, "reversal" if ruling.reverses else "", ruling.status, official)
        dates = ruling.dates
        yield SearchDocument(
            kind="ruling",
            id=ruling.id,
            title=ruling.subject.title,
            source_id=ruling.source.document,
            source=source.short if source else RULINGS_SHORT,
            game=source.game if source else NETRUNNER,
            text=ruling.text,
            url=ruling.url,
            questions=tuple(kb.questions.get(ruling.id, ())),
            extra_words=" ".join([*natures, *((*own_card.keywords, own_card.type) if own_card else ())]),
            about=about,
            field_values={
                "by": sorted({name for c in ruling.citations for name in (c.authority, c.person, c.via) if name}),
                "is": natures,
                **_card_field_values(own_card),
            },
            dates=dates,
            citations=tuple(
                (tuple(name for name in (c.authority, c.person, c.via) if name), c.best_date or "", c.official)
                for c in ruling.citations
            ),
            first_said=dates[0] if dates else (source.date or "") if source else "",
            authority=ruling.latest_citation.authority if ruling.latest_citation else "",
            status=ruling.status,
            superseded_by=ruling.superseded_by,
            also_under=tuple((id, kb.rulings_by_id[id].subject.title) for id in ruling.also_under),
        )


def _key(target: Reference) -> str:
    return f"{target.kind}/{target.id}"


def _natures(*natures: str) -> list[str]:
    """The values of the field `is:`: all of these except the empty one and `in-force`."""
    return [nature for nature in natures if nature not in ("", IN_FORCE)]


def _card_field_values(card: Card | None) -> dict[str, list[str]]:
    """The values of the fields that are facts of a card."""
    values: dict[str, list[str]] = {}
    for card_field in CARD_FIELDS if card else ():
        value = getattr(card, card_field.attribute)
        if value not in (None, ""):
            values[card_field.name] = list(map(str, value)) if isinstance(value, tuple) else [str(value)]
    return values


def _sections(kb: Knowledge) -> Iterator[SearchDocument]:
    """The statements of the sections; those of one section have its id."""
    analyzer = Analyzer.read()
    synonyms = by_stems(kb.synonyms, analyzer)
    headings: dict[int, str] = {}  # level → the last heading
    for section in kb.sections:
        source = kb.documents_by_id[section.document]
        rows = [" | ".join(row) for table in section.tables for row in (table.columns, *table.rows)]
        headings = {level: title for level, title in headings.items() if level < section.level}
        found = statements(section)
        questions = _by_statement(analyzer, synonyms, kb.questions.get(section.id, ()), found)
        for statement, asked in zip(found, questions, strict=True):
            yield SearchDocument(
                kind="section",
                id=section.id,
                title=section.title,
                source_id=section.document,
                source=source.short,
                game=section.game,
                text=statement.text,
                url=f"{source.url}#{statement.fragment}",
                questions=tuple(asked),
                extra_words=" ".join([source.title, source.short, *headings.values()]),
                about={f"card/{m.id}": constants.ABOUT_NAMED for m in section.mentions if m.words in statement.text},
                field_values={"is": list(dict.fromkeys(_natures("section", section.status, statement.status)))},
                first_said=source.date or "",
                is_empty=not statement.text,
                status=statement.status,
                superseded_by=statement.superseded_by,
                whole_text="\n".join([section.text, *rows]),
            )
        headings[section.level] = section.title


def _by_statement(
    analyzer: Analyzer, synonyms: Synonyms, questions: Iterable[str], found: list[Statement]
) -> list[list[str]]:
    """For each statement of a section, the questions that it matches best, or almost: by words rare in the section."""
    stems = [set(analyzer.stems(statement.text)) for statement in found]
    rarity = {stem: 1 / sum(stem in others for others in stems) for stem in set[str]().union(*stems)}
    asked: list[list[str]] = [[] for _ in found]
    for question in questions:
        terms = [dict([*synonyms.get(stem, ()), (stem, 1.0)]) for stem in sorted(set(analyzer.stems(question)))]
        scores = [0.0] * len(found)
        for statement, own in enumerate(stems):
            matches = (max((terms_of[t] * rarity[t] for t in terms_of.keys() & own), default=0.0) for terms_of in terms)
            scores[statement] = fsum(matches) / (_USUAL_LENGTH + len(own))
        for statement, score in enumerate(scores):
            if score >= _ALMOST * max(scores):
                asked[statement].append(question)
    return asked


def _steps(kb: Knowledge) -> Iterator[SearchDocument]:
    source = next((d for d in kb.documents if d.short == RUN_CHART_SHORT), None)
    for step in kb.steps:
        decision = f"\n{step.decision.question}" if step.decision and step.decision.question not in step.text else ""
        yield SearchDocument(
            kind="step",
            id=step.id,
            title=f"Step {step.number}",
            source_id=step.source.document,
            source=RUN_CHART_SHORT,
            game=source.game if source else NETRUNNER,
            text=step.text + decision,
            url=step.url,
            questions=tuple(kb.questions.get(step.id, ())),
            extra_words=f"{source.title if source else ''} run chart step of the run {step.actor or ''}",
            field_values={"is": _natures("step", step.status)},
            status=step.status,
            superseded_by=step.superseded_by,
            first_said=(source.date or "") if source else "",
        )


def _cards(kb: Knowledge) -> Iterator[SearchDocument]:
    """The cards."""
    for card in kb.cards:
        printed = ((name, getattr(card, key)) for key, name in PRINTED_NUMBERS.items())
        numbers = [f"{name} {number}" for name, number in printed if number is not None]
        words = [f"{card.side} {card.type}", *card.keywords, *numbers]
        yield SearchDocument(
            kind="card",
            id=card.id,
            title=card.title,
            source_id="cards",
            source="cards",
            game=NETRUNNER,
            text=" · ".join([*words, card.set]),
            url=card.url,
            about={f"card/{card.id}": constants.ABOUT_SUBJECT},
            field_values=_card_field_values(card),
        )


def _topics(kb: Knowledge) -> Iterator[SearchDocument]:
    for topic in kb.topics:
        yield SearchDocument(
            kind="topic",
            id=topic.id,
            title=topic.title,
            source_id=RULINGS_DOCUMENT,
            source=RULINGS_SHORT,
            game=NETRUNNER,
            text=count(len(kb.rulings_without_see_entries(topic.id)), "ruling"),
            url=topic.url,
            about={f"topic/{topic.id}": constants.ABOUT_SUBJECT},
        )
