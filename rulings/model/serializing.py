"""Model objects → the JSON shapes in `rulings.model.views`."""

from __future__ import annotations

from rulings.model.entities import (
    Answer,
    Authority,
    Card,
    Citation,
    Decision,
    Document,
    Entry,
    EntryNote,
    Inheritance,
    Mention,
    Note,
    Quotation,
    Reference,
    Ruling,
    Section,
    Source,
    Step,
    Target,
    Topic,
)
from rulings.model.knowledge import KnowledgeBase
from rulings.model.views import (
    AnswerView,
    AuthorityView,
    CardPageView,
    CardRowView,
    CardView,
    CitationView,
    DecisionView,
    DocumentView,
    EntryNoteView,
    EntryView,
    ExportView,
    InheritedView,
    MentionView,
    NoteView,
    QuotationView,
    ReferenceView,
    RulingView,
    SectionView,
    SourceView,
    StepView,
    TargetView,
    TopicPageView,
    TopicRowView,
    TopicView,
)

SHOWN_QUESTIONS = 4  # of ours: the heading and three more; the search knows all


def reference(target: Reference) -> ReferenceView:
    """`{"kind", "id", "title"}`."""
    return {"kind": target.kind, "id": target.id, "title": target.title}


def citation(one: Citation) -> CitationView:
    """One citation; `supports` is the span of `text` it is cited for."""
    return {
        "printed": one.printed,
        "authority": one.authority,
        "person": one.person,
        "via": one.via,
        "about": one.about,
        "venue": one.venue,
        "date": one.date,
        "date_printed": one.date_printed,
        "likely": one.likely,
        "likely_because": one.likely_because,
        "doubt": one.doubt,
        "doubt_because": one.doubt_because,
        "restored": one.restored,
        "official": one.official,
        "standing": one.standing,
        "supports": list(one.supports),
    }


def ruling(one: Ruling) -> RulingView:
    """One ruling as JSON; the page for programs explains each key."""
    return {
        "id": one.id,
        "kind": one.kind,
        "official": one.official,
        "subject": reference(one.subject),
        "printed": one.printed,
        "text": one.text,
        "citations": [citation(c) for c in one.citations],
        "mentions": [_mention(m) for m in one.mentions],
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
        **_status(one),
        "label": one.label,
        "reason": one.reason,
        "candidates": list(one.candidates),
        "questions": list(one.questions[:SHOWN_QUESTIONS]),
        "also_under": list(one.also_under),
        "steps": list(one.steps),
        "source": _source(one.source),
        "url": one.url,
    }


def _status(entry: Entry) -> EntryView:
    return {
        "status": entry.status,
        "superseded_by": list(entry.superseded_by),
        "notes": [_entry_note(n) for n in entry.notes],
    }


def _entry_note(entry_note: EntryNote) -> EntryNoteView:
    return {
        "id": entry_note.id,
        "title": entry_note.title,
        "kind": entry_note.kind,
        "side": entry_note.side,
        "follow": entry_note.follow,
        "why": entry_note.why,
        "with": _target(entry_note.against) if entry_note.against else None,
        "words": entry_note.words,
        "status": entry_note.status,
        "superseded_by": list(entry_note.superseded_by),
    }


def _target(target: Target) -> TargetView:
    return {"kind": target.kind, "id": target.id, "title": target.title, "words": target.words, "date": target.date}


def _mention(mention: Mention) -> MentionView:
    return {"id": mention.id, "title": mention.title, "as": mention.words, "span": list(mention.span)}


def _source(source: Source) -> SourceView:
    return {"document": source.document, "lines": list(source.lines)}


def card(one: Card) -> CardView:
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


def inherited(one: Inheritance, rulings: list[RulingView]) -> InheritedView:
    """The rulings that a card inherits by one inheritance, with its reason."""
    return {"from": reference(one.source), "why": one.why, "on": one.on, "because": one.because, "rulings": rulings}


def card_page(kb: KnowledgeBase, one: Card) -> CardPageView:
    """What `rulings card NAME --json` prints: facts, own rulings, inherited ones, where it is mentioned, its steps."""
    return {
        "card": card(one),
        "rulings": [ruling(r) for r in kb.rulings_for(one.id)],
        "inherited": [
            inherited(inheritance, [ruling(r) for r in rulings]) for inheritance, rulings in kb.inherited(one.id)
        ],
        "mentioned_in": [ruling(r) for r in kb.mentioned_in(one.id)],
        "steps": list(kb.steps_for(one.id)),
    }


def card_row(kb: KnowledgeBase, one: Card) -> CardRowView:
    """A card with its numbers of rulings (errata among them) and of errata; `see` entries do not count."""
    own = [r for r in kb.rulings_for(one.id) if r.kind != "see"]
    return {**card(one), "rulings": len(own), "errata": sum(r.kind == "errata" for r in own)}


def topic(one: Topic) -> TopicView:
    """A topic's id, title, address and, where its heading was restored, the evidence."""
    return {"id": one.id, "title": one.title, "url": one.url, "restored": one.restored}


def topic_page(kb: KnowledgeBase, one: Topic) -> TopicPageView:
    """What `rulings topic NAME --json` prints: the topic and its rulings."""
    return {"topic": topic(one), "rulings": [ruling(r) for r in kb.rulings_for(one.id)]}


def topic_row(kb: KnowledgeBase, one: Topic) -> TopicRowView:
    """A topic with its number of rulings."""
    return {**topic(one), "rulings": len(kb.rulings_for(one.id))}


def document(one: Document) -> DocumentView:
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
        "short": one.short,
        "url": one.url,
    }


def section(one: Section) -> SectionView:
    """A section with its tables as columns and rows."""
    return {
        "id": one.id,
        "title": one.title,
        "document": one.document,
        "game": one.game,
        "level": one.level,
        "headed": one.headed,
        "text": one.text,
        "tables": [{"columns": list(t.columns), "rows": [list(row) for row in t.rows]} for t in one.tables],
        "mentions": [_mention(m) for m in one.mentions],
        "questions": list(one.questions[:SHOWN_QUESTIONS]),
        **_status(one),
        "source": _source(one.source),
        "url": one.url,
    }


def step(one: Step) -> StepView:
    """A step with its decision and the ids of the rulings that apply to it."""
    return {
        "number": one.number,
        "actor": one.actor,
        "text": one.text,
        "decision": decision(one.decision) if one.decision else None,
        "next": one.next,
        "rulings": [link.ruling for link in one.links],
        "why": [{"ruling": link.ruling, "words": link.words, "reason": link.reason} for link in one.links],
        "questions": list(one.questions[:SHOWN_QUESTIONS]),
        **_status(one),
        "url": one.url,
    }


def decision(one: Decision) -> DecisionView:
    """`{"question", "yes", "no"}`, each answer a `go`, a `decision` or an `end`."""
    return {"question": one.question, "yes": _answer(one.yes), "no": _answer(one.no)}


def _answer(answer: Answer) -> AnswerView:
    if answer.go is not None:
        return {"go": answer.go}
    return {"decision": decision(answer.decision)} if answer.decision else {"end": answer.end or ""}


def note(one: Note) -> NoteView:
    """A disagreement or a clarification, with both quotations."""
    return {
        "id": one.id,
        "title": one.title,
        "kind": one.kind,
        "one": _quotation(one.one),
        "other": _quotation(one.other) if one.other else None,
        "follow": one.follow,
        "extent": one.extent,
        "why": one.why,
        "related": list(one.related),
    }


def _quotation(quotation: Quotation) -> QuotationView:
    return {
        "document": quotation.document,
        "words": quotation.words,
        "ruling": quotation.ruling,
        "section": quotation.section,
        "step": quotation.step,
        "also": list(quotation.also),
    }


def authority(one: Authority) -> AuthorityView:
    """Who spoke, with role and term of office."""
    return {
        "id": one.id,
        "name": one.name,
        "kind": one.kind,
        "person": one.person,
        "names": list(one.names),
        "role": one.role,
        "official": one.official,
        "start": one.start,
        "end": one.end,
        "evidence": one.evidence,
        "note": one.note,
        "standing": one.standing,
    }


def export(kb: KnowledgeBase) -> ExportView:
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
