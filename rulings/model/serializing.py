"""Model objects → the JSON shapes in `rulings.model.views`."""

from __future__ import annotations

from typing import TypeVar, cast

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
    Reference,
    Ruling,
    Section,
    Step,
    Topic,
)
from rulings.model.knowledge import Knowledge
from rulings.model.views import (
    AnswerView,
    AppliedRulingView,
    AuthorityView,
    CardPageView,
    CardView,
    CardWithCountsView,
    CitationView,
    DecisionView,
    DocumentView,
    EntryNoteView,
    ExportView,
    InheritedView,
    MentionView,
    NoteView,
    OtherSideView,
    QuotationView,
    ReferenceView,
    ReversalView,
    RulingView,
    SectionView,
    SourceView,
    StatusView,
    StepView,
    TopicPageView,
    TopicView,
    TopicWithCountsView,
)

MAX_QUESTIONS = 4  # of an entry that are shown: the heading and three more; the search uses all

View = TypeVar("View")


def _view_from(view: type[View], entity: object, **overrides: object) -> View:
    """A view with the attributes of the entity as values, except for the keys in `overrides`; tuples become lists."""
    values = ((key, overrides[key] if key in overrides else getattr(entity, key)) for key in view.__annotations__)
    return cast(View, {key: list(value) if isinstance(value, tuple) else value for key, value in values})


def reference_view(reference: Reference) -> ReferenceView:
    """`{"kind", "id", "title"}`."""
    return _view_from(ReferenceView, reference)


def citation_view(citation: Citation) -> CitationView:
    """One citation; `supports` is the span of `text` it is cited for."""
    return _view_from(CitationView, citation)


def ruling_view(ruling: Ruling) -> RulingView:
    """One ruling as JSON; the page for programs explains each key."""
    return {
        "id": ruling.id,
        "kind": ruling.kind,
        "official": ruling.official,
        "subject": reference_view(ruling.subject),
        "printed": ruling.printed,
        "text": ruling.text,
        "citations": [citation_view(c) for c in ruling.citations],
        "mentions": [_mention_view(m) for m in ruling.mentions],
        "see": [reference_view(target) for target in ruling.see],
        "reverses": ruling.reverses,
        "reversal": _view_from(ReversalView, ruling.reversal) if ruling.reversal else None,
        "reversed_by": list(ruling.reversed_by),
        **_status_view(ruling),
        "label": ruling.label,
        "errata_because": ruling.errata_because,
        "possible_titles": list(ruling.possible_titles),
        "questions": _shown_questions(ruling),
        "also_under": list(ruling.also_under),
        "steps": list(ruling.steps),
        "source": _view_from(SourceView, ruling.source),
        "url": ruling.url,
    }


def _status_view(entry: Entry) -> StatusView:
    return {
        "status": entry.status,
        "superseded_by": list(entry.superseded_by),
        "notes": [_entry_note_view(n) for n in entry.notes],
    }


def _shown_questions(entry: Entry) -> list[str]:
    return list(entry.questions[:MAX_QUESTIONS])


def _entry_note_view(entry_note: EntryNote) -> EntryNoteView:
    other_side = _view_from(OtherSideView, entry_note.other_side) if entry_note.other_side else None
    return _view_from(EntryNoteView, entry_note, **{"with": other_side, "why": entry_note.reason})


def _mention_view(mention: Mention) -> MentionView:
    return {"id": mention.id, "title": mention.title, "as": mention.words, "span": list(mention.span)}


def card_view(card: Card) -> CardView:
    """The facts of a card."""
    return _view_from(CardView, card)


def inherited_view(inheritance: Inheritance, rulings: list[RulingView]) -> InheritedView:
    """The rulings that a card inherits by one inheritance, with its reason."""
    return {
        "from": reference_view(inheritance.subject),
        "why": inheritance.basis,
        "on": inheritance.on,
        "reason": inheritance.reason,
        "rulings": rulings,
    }


def card_page_view(kb: Knowledge, card: Card) -> CardPageView:
    """What `rulings card NAME --json` prints: facts, own rulings, inherited ones, where it is mentioned, its steps."""
    return {
        "card": card_view(card),
        "rulings": [ruling_view(r) for r in kb.rulings_under(card.id)],
        "inherited": [
            inherited_view(inheritance, [ruling_view(r) for r in rulings])
            for inheritance, rulings in kb.inherited(card.id)
        ],
        "mentioned_in": [ruling_view(r) for r in kb.rulings_mentioning(card.id)],
        "steps": list(kb.steps_for(card.id)),
    }


def card_with_counts_view(kb: Knowledge, card: Card) -> CardWithCountsView:
    """A card with its numbers of rulings (including errata) and of errata; `see` entries do not count."""
    rulings = kb.rulings_without_see_entries(card.id)
    return {**card_view(card), "rulings": len(rulings), "errata": sum(r.kind == "errata" for r in rulings)}


def topic_view(topic: Topic) -> TopicView:
    """A topic's id, title, address and, where its heading was restored, the evidence."""
    return _view_from(TopicView, topic)


def topic_page_view(kb: Knowledge, topic: Topic) -> TopicPageView:
    """What `rulings topic NAME --json` prints: the topic and its rulings."""
    return {"topic": topic_view(topic), "rulings": [ruling_view(r) for r in kb.rulings_under(topic.id)]}


def topic_with_counts_view(kb: Knowledge, topic: Topic) -> TopicWithCountsView:
    """A topic with its number of rulings; `see` entries do not count."""
    return {**topic_view(topic), "rulings": len(kb.rulings_without_see_entries(topic.id))}


def document_view(document: Document) -> DocumentView:
    """A document with its ledger."""
    return _view_from(DocumentView, document, ledger={"words": document.words, "accounted": document.accounted})


def section_view(section: Section) -> SectionView:
    """A section with its tables as columns and rows."""
    return {
        "id": section.id,
        "title": section.title,
        "document": section.document,
        "game": section.game,
        "level": section.level,
        "headed": section.headed,
        "text": section.text,
        "tables": [{"columns": list(t.columns), "rows": [list(row) for row in t.rows]} for t in section.tables],
        "mentions": [_mention_view(m) for m in section.mentions],
        "questions": _shown_questions(section),
        **_status_view(section),
        "source": _view_from(SourceView, section.source),
        "url": section.url,
    }


def step_view(step: Step) -> StepView:
    """A step with its decision and the ids of the rulings that apply to it."""
    return {
        "id": step.id,
        "number": step.number,
        "actor": step.actor,
        "text": step.text,
        "decision": decision_view(step.decision) if step.decision else None,
        "next": step.next,
        "rulings": [applied.ruling for applied in step.applied],
        "applied": [_view_from(AppliedRulingView, applied) for applied in step.applied],
        "questions": _shown_questions(step),
        **_status_view(step),
        "source": _view_from(SourceView, step.source),
        "url": step.url,
    }


def decision_view(decision: Decision) -> DecisionView:
    """`{"question", "yes", "no"}`, each answer a `go`, a `decision` or an `end`."""
    return {"question": decision.question, "yes": _answer_view(decision.yes), "no": _answer_view(decision.no)}


def _answer_view(answer: Answer) -> AnswerView:
    if answer.go is not None:
        return {"go": answer.go}
    return {"decision": decision_view(answer.decision)} if answer.decision else {"end": answer.end or ""}


def note_view(note: Note) -> NoteView:
    """A contradiction or a clarification, with both quotations."""
    one = _view_from(QuotationView, note.one)
    other = _view_from(QuotationView, note.other) if note.other else None
    return _view_from(NoteView, note, one=one, other=other, why=note.reason)


def authority_view(authority: Authority) -> AuthorityView:
    """Who spoke, with role and term of office."""
    return _view_from(AuthorityView, authority)


def export(kb: Knowledge) -> ExportView:
    """The whole knowledge base."""
    return {
        "documents": [document_view(d) for d in kb.documents],
        "cards": [card_view(c) for c in kb.cards],
        "topics": [topic_view(t) for t in kb.topics],
        "rulings": [ruling_view(r) for r in kb.rulings],
        "sections": [section_view(s) for s in kb.sections],
        "steps": [step_view(s) for s in kb.steps],
        "tournament": kb.tournament,
        "notes": [note_view(n) for n in kb.notes],
    }
