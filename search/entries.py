"""A knowledge base → its searchable entries: rulings, sections, steps, cards and topics with what they are found by."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulings.knowledge import KnowledgeBase
    from rulings.model import Card, Ruling

KINDS = ("ruling", "section", "step", "card", "topic")

# How much an entry concerns a card or topic: it stands under it, names it, or is what the card stands on.
UNDER, NAMES, INHERITED = 1.0, 0.62, 0.5


@dataclass(frozen=True, slots=True)
class Entry:
    """`title`, `keys`, `questions` and `text` are searched; `facts` are what fields and options filter by."""

    kind: str
    id: str
    title: str
    document: str
    game: str
    text: str
    url: str
    questions: tuple[str, ...] = ()
    keys: str = ""
    concerns: dict[str, float] = field(default_factory=dict)  # `card/<id>` or `topic/<id>` → how much
    facts: dict[str, Any] = field(default_factory=dict)
    who: str = ""
    date: str | None = None
    also_under: tuple[tuple[str, str], ...] = ()  # ids and subject titles of near-identical rulings


def entries(kb: KnowledgeBase, questions: bool = True) -> list[Entry]:
    """All entries, rulings first. With `questions=False` the editorial questions are left out (to measure them)."""
    found = [*_rulings(kb), *_sections(kb), *_steps(kb), *_cards(kb), *_topics(kb)]
    if questions:
        return found
    from dataclasses import replace

    return [replace(entry, questions=()) for entry in found]


def _rulings(kb: KnowledgeBase) -> Iterator[Entry]:
    heirs = dict[str, set[str]]()
    for card in kb.cards:
        for inheritance in card.inherits:
            heirs.setdefault(f"{inheritance.source.kind}/{inheritance.source.id}", set()).add(card.id)
    for ruling in kb.rulings:
        subject = f"{ruling.subject.kind}/{ruling.subject.id}"
        concerns = {f"card/{id}": INHERITED for id in heirs.get(subject, ())} if ruling.kind != "see" else {}
        concerns |= {f"{target.kind}/{target.id}": INHERITED for target in ruling.see}
        concerns |= {f"card/{mention.id}": NAMES for mention in ruling.mentions}
        concerns[subject] = UNDER
        card_of = kb.cards_by_id.get(ruling.subject.id) if ruling.subject.kind == "card" else None
        document = kb.documents_by_id.get(ruling.source.document)
        yield Entry(
            kind="ruling",
            id=ruling.id,
            title=ruling.subject.title,
            document=ruling.source.document,
            game=document.game if document else "netrunner",
            text=ruling.text,
            url=ruling.url,
            questions=(*ruling.questions, *ruling.asked),
            keys=" ".join(_nature(ruling)) + " " + (" ".join(card_of.keywords) + f" {card_of.type}" if card_of else ""),
            concerns=concerns,
            facts={
                "by": sorted({name for c in ruling.citations for name in (c.authority, c.person, c.via) if name}),
                "is": _nature(ruling),
                "in": document.short if document else "rulings",
                "dates": sorted({c.date for c in ruling.citations if c.date}),
                **_card_facts(card_of),
            },
            who=_who(ruling),
            date=ruling.date,
            also_under=tuple((id, kb.rulings_by_id[id].subject.title) for id in ruling.also_under),
        )


def _nature(ruling: Ruling) -> list[str]:
    """The words for `is:`."""
    words: list[str] = [ruling.kind]
    words += ["reversal"] if ruling.reverses else []
    words += ["reversed"] if ruling.reversed_by else []
    return [*words, "official" if ruling.official else "unofficial"]


def _who(ruling: Ruling) -> str:
    """One line: who said it and when, by its latest citation."""
    if not ruling.citations:
        return ""
    last = max(ruling.citations, key=lambda c: c.date or "")
    return ", ".join(part for part in (last.authority, last.date) if part)


def _card_facts(card: Card | None) -> dict[str, Any]:
    if card is None:
        return {}
    return {
        "side": card.side.lower(),
        "type": card.type.lower(),
        "keyword": list(card.keywords),
        "set": card.set.lower(),
    }


def _sections(kb: KnowledgeBase) -> Iterator[Entry]:
    for section in kb.sections:
        document = kb.documents_by_id[section.document]
        rows = [" ".join(row) for table in section.tables for row in (table.columns, *table.rows)]
        yield Entry(
            kind="section",
            id=section.id,
            title=section.title,
            document=section.document,
            game=section.game,
            text=section.text,
            url=section.url,
            questions=(*section.questions, *section.asked),
            keys=" ".join([document.title, document.short, *rows]),
            concerns={f"card/{mention.id}": NAMES for mention in section.mentions},
            facts={"in": document.short, "empty": not (section.text.strip() or section.tables)},
        )


def _steps(kb: KnowledgeBase) -> Iterator[Entry]:
    document = next((d for d in kb.documents if d.short == "run-chart"), None)
    for step in kb.steps:
        decision = f" {step.decision.question}" if step.decision else ""
        yield Entry(
            kind="step",
            id=f"run-chart-{step.number}",
            title=f"Step {step.number}",
            document=step.source.document,
            game=document.game if document else "netrunner",
            text=step.text + decision,
            url=step.url,
            questions=(*step.questions, *step.asked),
            keys=f"{document.title if document else ''} run chart step of the run {step.actor or ''}",
            facts={"in": "run-chart"},
        )


def _cards(kb: KnowledgeBase) -> Iterator[Entry]:
    for card in kb.cards:
        facts = [f"{card.side} {card.type}", *card.keywords]
        numbers = [
            ("cost", card.cost),
            ("strength", card.strength),
            ("memory", card.memory),
            ("trash cost", card.trash),
            ("difficulty", card.difficulty),
            ("agenda points", card.agenda_points),
        ]
        facts += [f"{name} {value}" for name, value in numbers if value is not None]
        yield Entry(
            kind="card",
            id=card.id,
            title=card.title,
            document="cards",
            game="netrunner",
            text=" · ".join([*facts, card.set]),
            url=card.url,
            concerns={f"card/{card.id}": UNDER},
            facts={"is": [], "in": "cards", **_card_facts(card)},
        )


def _topics(kb: KnowledgeBase) -> Iterator[Entry]:
    for topic in kb.topics:
        count = sum(1 for r in kb.rulings if r.subject.kind == "topic" and r.subject.id == topic.id)
        yield Entry(
            kind="topic",
            id=topic.id,
            title=topic.title,
            document="netrunner-rulings",
            game="netrunner",
            text=f"{count} ruling{'' if count == 1 else 's'}",
            url=topic.url,
            concerns={f"topic/{topic.id}": UNDER},
            facts={"in": "rulings"},
        )
