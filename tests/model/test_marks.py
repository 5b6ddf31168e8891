"""Tests of the marks of rulings and citations: errata without the label, unofficial,
players' council.
"""

from __future__ import annotations

import pytest

from rulings.api import KnowledgeBase
from rulings.model import formatting as marks
from rulings.model.knowledge import Knowledge
from support.data_files import now


def test_an_unlabelled_change_of_card_text_is_an_erratum(
    kb: Knowledge, library: KnowledgeBase
) -> None:
    ruling = kb.rulings_by_id[now("superglue-62870cd0")]
    assert (ruling.kind, ruling.erratum, ruling.label) == ("ruling", True, None)
    assert library.rulings_for(ruling.subject.id)[0].erratum
    mark = next(m for m in marks.ruling_marks(ruling) if m.kind == "errata")
    assert mark.words == "errata, not labelled"
    assert mark.explanation == ruling.errata_reason


@pytest.mark.parametrize(
    ("id", "words"),
    [
        (now("the-shell-traders-c9768992"), "no authority is cited"),
        (
            now("synchronized-attack-on-hq-1dac6762"),
            "the document calls it unofficial, though it cites Sparky",
        ),
    ],
)
def test_the_mark_of_unofficial_rulings_gives_the_reason(
    kb: Knowledge, id: str, words: str
) -> None:
    ruling = kb.rulings_by_id[id]
    assert not ruling.official
    assert words in {
        m.explanation for m in marks.ruling_marks(ruling) if m.kind == "unofficial"
    }


def test_only_what_the_publisher_did_not_say_officially_has_a_mark_of_its_speaker(
    kb: Knowledge,
) -> None:
    for ruling in kb.rulings:
        of_ruling = {mark.kind for mark in marks.ruling_marks(ruling)}
        for citation in ruling.citations:
            of_citation = {mark.kind for mark in marks.citation_marks(citation)}
            kinds = of_ruling | of_citation
            is_by_council = citation.standing == "players-council"
            is_official = ruling.official and citation.official
            is_marked = bool(kinds & {"unofficial", "players-council"})
            assert is_marked == (is_by_council or not is_official), ruling.id


def test_citations_of_the_players_council_are_marked(kb: Knowledge) -> None:
    councillors = {authority.name for authority in kb.authorities if authority.council}
    assert "Sensei" in councillors
    for ruling in kb.rulings:
        for citation in ruling.citations:
            kinds = {m.kind for m in marks.citation_marks(citation)}
            is_official = (
                citation.authority in councillors and citation.doubt != "undated"
            )
            assert ("players-council" in kinds) == is_official
