"""Tests of the search documents made from a knowledge base."""

from __future__ import annotations

from rulings.model.knowledge import Knowledge
from rulings.model.subject_pages import tied_subjects
from rulings.search.parameters import ABOUT_INHERITED, ABOUT_TIED
from rulings.search.search_documents import documents


def test_rulings_are_about_the_cards_that_inherit_them_or_that_a_note_ties_to_them(
    kb: Knowledge,
) -> None:
    inheriting = {
        (r.id, f"card/{card.id}")
        for card in kb.cards
        for group in kb.inherited(card.id)
        for r in group.rulings
    }
    tied = {
        (r.id, f"card/{id}")
        for r in kb.ruling_entries
        for id in tied_subjects(r)
        if id in kb.cards_by_id
    }
    referred = {
        (r.id, f"{target.kind}/{target.id}")
        for r in kb.ruling_entries
        for target in r.see
    }
    rulings = [
        document for document in documents(kb) if document.source_name == "rulings"
    ]
    about = {(r.id, key): share for r in rulings for key, share in r.about.items()}
    assert inheriting | referred | tied <= about.keys()
    assert {pair for pair, share in about.items() if share == ABOUT_TIED} <= tied
    assert {
        pair for pair, share in about.items() if share == ABOUT_INHERITED
    } <= inheriting | referred


def test_what_an_entry_is_is_said_once(kb: Knowledge) -> None:
    for document in documents(kb):
        natures = document.field_values.get("is", ())
        assert len({*natures}) == len(natures), document.id
