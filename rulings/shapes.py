"""Model objects → the JSON shapes of the contract. Objects may gain keys; those named there stay."""

from __future__ import annotations

from typing import Any

from rulings.knowledge import KnowledgeBase
from rulings.model import (
    Answer,
    Card,
    Citation,
    Decision,
    Document,
    Note,
    Quotation,
    Reference,
    Ruling,
    Section,
    Step,
    Topic,
)


def reference(target: Reference) -> dict[str, Any]:
    """`{"kind", "id", "title"}`."""
    return {"kind": target.kind, "id": target.id, "title": target.title}


def citation(said: Citation) -> dict[str, Any]:
    """One citation; `supports` is the span of `text` it stands behind."""
    return {
        "printed": said.printed,
        "authority": said.authority,
        "person": said.person,
        "via": said.via,
        "about": said.about,
        "venue": said.venue,
        "date": said.date,
        "date_printed": said.date_printed,
        "doubt": said.doubt,
        "restored": said.restored,
        "official": said.official,
        "supports": list(said.supports),
    }


def ruling(one: Ruling) -> dict[str, Any]:
    """One ruling, as the contract shows it, with `questions` (ours), `steps`, `also_under` and `reversal` besides."""
    return {
        "id": one.id,
        "kind": one.kind,
        "official": one.official,
        "subject": reference(one.subject),
        "printed": one.printed,
        "text": one.text,
        "citations": [citation(c) for c in one.citations],
        "mentions": [{"id": m.id, "title": m.title, "as": m.words, "span": list(m.span)} for m in one.mentions],
        "see": [reference(target) for target in one.see],
        "reverses": one.reverses,
        "reversal": {
            "words": one.reversal.words,
            "earlier": one.reversal.earlier,
            "replaces": list(one.reversal.replaces),
            "in_doubt": list(one.reversal.in_doubt),
            "note": one.reversal.note,
        }
        if one.reversal
        else None,
        "reversed_by": list(one.reversed_by),
        "label": one.label,
        "reason": one.reason,
        "candidates": list(one.candidates),
        "questions": list(one.questions),
        "also_under": list(one.also_under),
        "steps": list(one.steps),
        "source": {"document": one.source.document, "lines": list(one.source.lines)},
        "url": one.url,
    }


def card(one: Card) -> dict[str, Any]:
    """The facts of a card."""
    return {
        "id": one.id,
        "title": one.title,
        "side": one.side,
        "type": one.type,
        "keywords": list(one.keywords),
        "set": one.set,
        "rarity": one.rarity,
        "cost": one.cost,
        "strength": one.strength,
        "memory": one.memory,
        "trash": one.trash,
        "difficulty": one.difficulty,
        "agenda_points": one.agenda_points,
        "artist": one.artist,
        "aliases": list(one.aliases),
        "url": one.url,
        "restored": one.restored,
    }


def card_page(kb: KnowledgeBase, one: Card) -> dict[str, Any]:
    """What `rulings card NAME --json` prints: facts, own rulings, inherited ones, where it is mentioned, its steps."""
    return {
        "card": card(one),
        "rulings": [ruling(r) for r in kb.rulings_for(one.id)],
        "inherited": [
            {"from": reference(i.source), "why": i.why, "on": i.on, "rulings": [ruling(r) for r in rulings]}
            for i, rulings in kb.inherited(one.id)
        ],
        "mentioned_in": [ruling(r) for r in kb.mentioned_in(one.id)],
        "steps": list(kb.steps_for(one.id)),
    }


def topic(one: Topic) -> dict[str, Any]:
    """A topic's id, title, address and, where its heading was restored, the evidence."""
    return {"id": one.id, "title": one.title, "url": one.url, "restored": one.restored}


def topic_page(kb: KnowledgeBase, one: Topic) -> dict[str, Any]:
    """What `rulings topic NAME --json` prints: the topic and its rulings."""
    return {"topic": topic(one), "rulings": [ruling(r) for r in kb.rulings_for(one.id)]}


def document(one: Document) -> dict[str, Any]:
    """A document with its ledger."""
    return {
        "id": one.id,
        "title": one.title,
        "edition": one.edition,
        "date": one.date,
        "game": one.game,
        "copyright": one.copyright,
        "licence": one.licence,
        "file": one.file,
        "sha256": one.sha256,
        "lines": one.lines,
        "words": one.words,
        "ledger": {"words": one.words, "accounted": one.accounted},
        "url": one.url,
    }


def section(one: Section) -> dict[str, Any]:
    """A section with its tables as columns and rows."""
    return {
        "id": one.id,
        "title": one.title,
        "document": one.document,
        "game": one.game,
        "level": one.level,
        "text": one.text,
        "tables": [{"columns": list(t.columns), "rows": [list(row) for row in t.rows]} for t in one.tables],
        "mentions": [{"id": m.id, "title": m.title, "as": m.words, "span": list(m.span)} for m in one.mentions],
        "questions": list(one.questions),
        "source": {"document": one.source.document, "lines": list(one.source.lines)},
        "url": one.url,
    }


def step(one: Step) -> dict[str, Any]:
    """A step with its decision and the ids of the rulings that bear on it."""
    return {
        "number": one.number,
        "actor": one.actor,
        "text": one.text,
        "decision": decision(one.decision) if one.decision else None,
        "next": one.next,
        "rulings": [link.ruling for link in one.links],
        "why": [{"ruling": link.ruling, "words": link.words, "reason": link.reason} for link in one.links],
        "questions": list(one.questions),
        "url": one.url,
    }


def decision(one: Decision) -> dict[str, Any]:
    """`{"question", "yes", "no"}`, each answer a `go`, a `decision` or an `end`."""
    return {"question": one.question, "yes": _answer(one.yes), "no": _answer(one.no)}


def _answer(one: Answer) -> dict[str, Any]:
    if one.go is not None:
        return {"go": one.go}
    return {"decision": decision(one.decision)} if one.decision else {"end": one.end}


def note(one: Note) -> dict[str, Any]:
    """A disagreement with both quotations."""
    return {
        "id": one.id,
        "title": one.title,
        "kind": one.kind,
        "one": _quotation(one.one),
        "other": _quotation(one.other) if one.other else None,
        "follow": one.follow,
        "why": one.why,
        "see_also": list(one.see_also),
    }


def _quotation(one: Quotation) -> dict[str, Any]:
    return {
        "document": one.document,
        "words": one.words,
        "ruling": one.ruling,
        "section": one.section,
        "step": one.step,
    }


def export(kb: KnowledgeBase) -> dict[str, Any]:
    """Everything."""
    return {
        "documents": [document(d) for d in kb.documents],
        "cards": [card(c) for c in kb.cards],
        "topics": [topic(t) for t in kb.topics],
        "rulings": [ruling(r) for r in kb.rulings],
        "sections": [section(s) for s in kb.sections],
        "steps": [step(s) for s in kb.steps],
        "tournament": kb.tournament,
        "notes": [note(n) for n in kb.notes],
    }
