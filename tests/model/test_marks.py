"""Tests of the marks of rulings and citations: errata without the label, unofficial, players' council."""

from __future__ import annotations

import pytest

from rulings.api import KnowledgeBase
from rulings.model import formatting as marks
from rulings.model.formatting import StatusReason


def test_an_unlabelled_change_of_card_text_is_an_erratum(kb: KnowledgeBase) -> None:
    ruling = kb.rulings_by_id["superglue-62870cd0"]
    assert (ruling.kind, ruling.label) == ("errata", None)
    assert kb.rulings_for(ruling.subject.id)[0].kind == "errata"
    mark = next(m for m in marks.ruling_marks(ruling) if m.kind == "errata")
    assert mark.words == "errata, not labelled"
    assert mark.meaning == ruling.errata_because


@pytest.mark.parametrize(
    ("id", "words"),
    [
        ("the-shell-traders-c9768992", "no authority is cited"),
        ("synchronized-attack-on-hq-1dac6762", "the document calls it unofficial, though it cites Sparky"),
    ],
)
def test_the_mark_of_unofficial_rulings_gives_the_reason(kb: KnowledgeBase, id: str, words: str) -> None:
    view = kb.rulings_by_id[id]
    assert not view.official
    assert marks.publisher_label(view) == ""
    assert words in {m.meaning for m in marks.ruling_marks(view) if m.kind == "unofficial"}


def test_every_official_ruling_has_the_label_or_the_mark_of_the_council(kb: KnowledgeBase) -> None:
    for ruling in kb.rulings:
        view = ruling
        by_council = any(c.standing == "players-council" for c in view.citations)
        if view.kind == "see" or not view.official:
            assert marks.publisher_label(view) == "", ruling.id
        else:
            assert marks.publisher_label(view) == "official" or by_council, ruling.id


def test_citations_of_the_players_council_are_marked(kb: KnowledgeBase) -> None:
    for ruling in kb.rulings:
        for citation in ruling.citations:
            kinds = {m.kind for m in marks.citation_marks(citation)}
            assert ("players-council" in kinds) == (citation.authority == "Sensei")


@pytest.mark.parametrize(
    ("quoted", "excerpt", "concerned"),
    [
        ("Draw 1 card.", "Runner Turn: 1. Draw 1 card. · 2. Run.", True),  # though the words occur twice
        ("Draw 1 card.", "The Corp has three actions.", False),
        ("first turn. The Corp", "The Corp has three actions.", True),  # it begins before the excerpt
        ("three actions. Runner", "The Corp has three actions. …", True),  # it ends after it
        ("words that nobody said", "The Corp has three actions.", True),
        ("Draw 1 card.", "words that nobody said", True),
        (None, "The Corp has three actions.", True),
    ],
)
def test_a_status_concerns_excerpts_that_contain_its_words(quoted: str | None, excerpt: str, concerned: bool) -> None:
    text = (
        "**Corp Turn**:\n1. Draw 1 card (from R&D).\n\nThat is the first turn. The Corp has three actions.\n\n"
        "**Runner Turn**:\n1. Draw 1 card.\n2. Run."
    )
    reason = StatusReason("superseded-in-part", "✗", "superseded in part", quoted, (), None, "n", "Title", "Why.")
    assert marks.concerns_excerpt(reason, text, excerpt) is concerned


def test_every_sign_has_a_form_of_its_own_in_ascii() -> None:
    signs = {sign for sign in marks.SIGNS.values() if sign and not sign.isascii()}
    assert signs == {chr(code) for code in marks.ASCII_SIGNS}
    assert len(set(marks.ASCII_SIGNS.values())) == len(signs)
