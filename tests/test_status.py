"""Tests of the status of entries, likely dates, limited inheritance, unlabelled errata and the marks of citations."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rulings.api import KnowledgeBase
from rulings.model import formatting, records, serializing
from rulings.model.constants import STATUSES
from rulings.model.filtering import RulingFilter
from rulings.model.status import entry_statuses
from rulings.parser.check import check


def quotation(id: str, *also: str) -> dict[str, Any]:
    return {"document": "netrunner-rulings", "ruling": id, "words": f"words of {id}", "also": list(also)}


def note(
    kind: str, follow: str, extent: str | None, one: Any, other: Any, related: tuple[str, ...] = ()
) -> dict[str, Any]:
    return {
        "id": f"{kind}-{follow}",
        "title": "A title",
        "kind": kind,
        "follow": follow,
        "extent": extent,
        "why": "For a reason.",
        "one": one,
        "other": other,
        "related": list(related),
    }


A, B, C, D = "a-00000000", "b-00000000", "c-00000000", "d-00000000"
LATER = "later-against-earlier"


@pytest.mark.parametrize(
    ("rows", "reversals", "expected"),
    [
        (
            [note(LATER, "other", "whole", quotation(A), quotation(B))],
            [],
            {A: ("superseded", (B,)), B: ("in-force", ())},
        ),
        (
            [note(LATER, "one", "part", quotation(A), quotation(B))],
            [],
            {B: ("superseded-in-part", (A,)), A: ("in-force", ())},
        ),
        # entries that say the same as one side have its status
        (
            [note(LATER, "other", "whole", quotation(A, C), quotation(B, D))],
            [],
            {A: ("superseded", (B, D)), C: ("superseded", (B, D)), D: ("in-force", ())},
        ),
        (
            [note(LATER, "neither", None, quotation(A), quotation(B, C))],
            [],
            {A: ("disputed", ()), B: ("disputed", ()), C: ("disputed", ())},
        ),
        # clarifications and related entries change no status
        (
            [note("clarification", "other", None, quotation(A), quotation(B), (C,))],
            [],
            dict.fromkeys((A, B, C), ("in-force", ())),
        ),
        # the other side is not in any document
        ([note("manual-against-rulebook", "other", "part", quotation(A), None)], [], {A: ("superseded-in-part", ())}),
        # one part of an entry overrules another part
        ([note("within-document", "other", "part", quotation(A), quotation(A))], [], {A: ("superseded-in-part", ())}),
        (
            [],
            [{"ruling": A, "words": "REVERSEs", "replaces": [B], "in_doubt": [C]}],
            {B: ("superseded", (A,)), C: ("disputed", ())},
        ),
        # the most serious status counts, with all entries that supersede
        (
            [
                note(LATER, "neither", None, quotation(A), quotation(B)),
                note(LATER, "other", "part", quotation(A), quotation(C)),
                note("within-document", "other", "whole", quotation(A), quotation(D)),
            ],
            [],
            {A: ("superseded", (C, D)), B: ("disputed", ())},
        ),
    ],
)
def test_the_status_follows_from_notes_and_reversals(
    rows: list[Any], reversals: list[Any], expected: dict[str, Any]
) -> None:
    statuses = entry_statuses(records.notes(rows), reversals)
    assert {id: (statuses[id].status, statuses[id].superseded_by) for id in expected} == expected


KNOWN_STATUSES = {
    "demolition-run-7dd7aa5e": ("superseded", ["armageddon-b048b520"]),
    "discarding-47b7bdca": ("superseded-in-part", ["discarding-6f0e2d09"]),
    "emergency-self-construct-ddae4859": ("superseded-in-part", ["emergency-self-construct-45e9a1c4"]),
    "mystery-box-43ffa91e": ("disputed", []),
    "joan-of-arc-a22b269d": ("disputed", []),
    "dr-dreff-0a4dff2a": ("in-force", []),
}


@pytest.mark.parametrize(("id", "expected"), KNOWN_STATUSES.items())
def test_known_rulings_have_the_expected_status(kb: KnowledgeBase, id: str, expected: tuple[str, list[str]]) -> None:
    view = serializing.ruling_view(kb.rulings_by_id[id])
    assert (view["status"], view["superseded_by"]) == expected


def test_sections_and_steps_have_a_status(kb: KnowledgeBase) -> None:
    assert kb.sections_by_id["manual-4-gameplay-flow"].status == "superseded-in-part"
    assert kb.sections_by_id["manual-installing-and-rezzing"].status == "superseded-in-part"
    assert {s.number: s.status for s in kb.steps if s.status != "in-force"} == {13: "superseded-in-part"}
    assert "run-chart-20" in kb.steps[12].superseded_by


def test_every_entry_named_in_a_note_has_the_note(kb: KnowledgeBase) -> None:
    for note in kb.notes:
        named = {*note.related}
        for side in filter(None, (note.one, note.other)):
            named |= {*side.also, side.ruling or side.section or f"run-chart-{side.step}"}
        for id in named:
            entry = kb.entry(id)
            assert entry, id
            assert note.id in {n.id for n in entry.notes}, id


def test_notes_say_what_to_follow_and_name_the_other_side(kb: KnowledgeBase) -> None:
    (armageddon,) = serializing.ruling_view(kb.rulings_by_id["demolition-run-7dd7aa5e"])["notes"][:1]
    assert (armageddon["id"], armageddon["side"], armageddon["follow"]) == ("armageddon-demolition-run", "one", "other")
    against = armageddon["with"]
    assert against
    assert (against["kind"], against["id"], against["title"]) == (
        "ruling",
        "armageddon-b048b520",
        "Armageddon",
    )
    assert against["date"] == "1997-03-11"
    step = next(n for n in serializing.step_view(kb.steps[12])["notes"] if n["with"] and n["with"]["kind"] == "step")
    assert step["with"]
    assert step["with"]["title"] == "Sparky's Run Chart, step 20"


def test_check_counts_each_status(kb: KnowledgeBase) -> None:
    report = check(kb.folder)
    counts = Counter(entry.status for entry in (*kb.rulings, *kb.sections, *kb.steps))
    assert report.errors == []
    assert {name: report.counts[name] for name in ("superseded", "superseded in part", "disputed")} == {
        "superseded": counts["superseded"],
        "superseded in part": counts["superseded-in-part"],
        "disputed": counts["disputed"],
    }
    assert min(counts[s] for s in STATUSES) >= 1
    assert (
        report.counts["in force"]
        == counts["in-force"]
        == len(kb.rulings) + len(kb.sections) + len(kb.steps) - sum(counts[s] for s in STATUSES[:-1])
    )
    assert report.counts["disagreements"] + report.counts["clarifications"] == len(kb.notes)


def filter_as_of(as_of: str) -> RulingFilter:
    return RulingFilter({}, {}, {}, as_of=as_of)


@pytest.mark.parametrize(
    ("id", "as_of", "status"),
    [
        # The entry that overrules it is older, but the sentence that does so is later.
        (
            "demolition-run-7dd7aa5e",
            "1997-02-28",
            "in-force",
        ),
        ("demolition-run-7dd7aa5e", "1997-03-11", "superseded"),
        ("security-purge-b7899009", "1998-12-31", "in-force"),
        ("security-purge-b7899009", "1999-12-31", "superseded-in-part"),
    ],
)
def test_as_of_a_date_only_earlier_rulings_supersede(kb: KnowledgeBase, id: str, as_of: str, status: str) -> None:
    filtered = filter_as_of(as_of).ruling(serializing.ruling_view(kb.rulings_by_id[id]))
    assert filtered
    assert filtered["status"] == status


@pytest.mark.parametrize(
    ("id", "printed", "shown", "likely"),
    [
        ("dr-dreff-c54dfa0f", "3/11/96", "11 March 1997, printed 3/11/96", "1997-03-11"),
        ("investment-firm-d680b0de", "1/20/96", "20 January 1997, printed 1/20/96", "1997-01-20"),
        ("card-effects-0579026d", "2/11/96", "11 February 1997, printed 2/11/96", "1997-02-11"),
        ("digiconda-423d2698", "11/11/95", "11 November 1996, printed 11/11/95", "1996-11-11"),
        ("world-domination-6f360ab2", "5/22/96", "22 May 1996, printed 5/22/96", "1996-05-22"),
    ],
)
def test_both_dates_are_shown_and_the_likely_one_is_used(
    kb: KnowledgeBase, id: str, printed: str, shown: str, likely: str
) -> None:
    view = serializing.ruling_view(kb.rulings_by_id[id])
    citation = next(c for c in view["citations"] if c["date_printed"] == printed)
    assert formatting.citation_date(citation) == shown
    assert formatting.citation_marks(citation)[0]["meaning"]
    day_before = f"{likely[:8]}{int(likely[8:]) - 1:02d}"
    assert filter_as_of(likely).ruling(view)
    before = filter_as_of(day_before).ruling(view)
    assert before is None or printed not in {c["date_printed"] for c in before["citations"]}


def test_correct_dates_before_the_release_are_not_doubted(kb: KnowledgeBase) -> None:
    early = [c for r in kb.rulings for c in r.citations if c.date and c.date < "1996-04-26" and not c.likely]
    assert {c.date_printed for c in early if c.doubt} == {"4/13/96"}
    assert {c.date_printed for c in early if not c.doubt} == {"4/18/96", "4/19/96", "4/20/96", "4/24/96"}


def inherited_ids(kb: KnowledgeBase, id: str, source: str) -> set[str]:
    return {r.id for i, rulings in kb.inherited(id) if i.source.id == source for r in rulings}


def test_the_erratum_of_cloak_is_not_inherited(kb: KnowledgeBase) -> None:
    for id in ("invisibility", "raven-microcyb-owl", "sunburst-cranial-interface", "vewy-vewy-quiet"):
        assert "cloak-3827eb84" not in inherited_ids(kb, id, "cloak")
        assert inherited_ids(kb, id, "cloak") == {r.id for r in kb.rulings_for("cloak")} - {"cloak-3827eb84"}


def test_inheritance_for_costs_takes_only_rulings_on_costs(kb: KnowledgeBase) -> None:
    for id in ("aujourdoui", "ronin-around"):
        assert inherited_ids(kb, id, "n-e-t-o") == {"n-e-t-o-6a7a2154"}


def test_sleepy_ice_inherits_the_ruling_on_sleepy_ice(kb: KnowledgeBase) -> None:
    sleepy = {c.id for c in kb.cards if "Sleepy" in c.keywords}
    assert sleepy == {"baskerville", "bolter-swarm", "deadeye", "imperial-guard"}
    for id in sleepy:
        assert inherited_ids(kb, id, "dr-dreff") == {"dr-dreff-0a4dff2a"}
        view = next(
            g for g in serializing.card_page_view(kb, kb.cards_by_id[id])["inherited"] if g["from"]["id"] == "dr-dreff"
        )
        assert (view["why"], view["because"]) == (
            "named",
            "It is about Sleepy ice, and these are the four pieces with that keyword.",
        )


@pytest.mark.parametrize("id", ["superglue-62870cd0", "pattels-virus-cade4f46"])
def test_unlabelled_changes_of_card_text_are_errata(kb: KnowledgeBase, id: str) -> None:
    ruling = kb.rulings_by_id[id]
    assert (ruling.kind, ruling.label) == ("errata", None)
    assert kb.rulings_for(ruling.subject.id)[0].kind == "errata"
    mark = next(m for m in formatting.marks(serializing.ruling_view(ruling)) if m["kind"] == "errata")
    assert mark["words"] == "errata, not labelled"
    assert mark["meaning"] == ruling.reason


@pytest.mark.parametrize(
    ("id", "words"),
    [
        ("the-shell-traders-c9768992", "no authority is cited"),
        ("synchronized-attack-on-hq-1dac6762", "the document calls it unofficial, though it cites Sparky"),
    ],
)
def test_the_mark_of_unofficial_rulings_gives_the_reason(kb: KnowledgeBase, id: str, words: str) -> None:
    view = serializing.ruling_view(kb.rulings_by_id[id])
    assert not view["official"]
    assert formatting.official_label(view) == ""
    assert words in {m["meaning"] for m in formatting.marks(view) if m["kind"] == "unofficial"}


def test_citations_of_the_players_council_are_marked(kb: KnowledgeBase) -> None:
    for ruling in kb.rulings:
        for citation in serializing.ruling_view(ruling)["citations"]:
            marks = {m["kind"] for m in formatting.citation_marks(citation)}
            assert ("players-council" in marks) == (citation["authority"] == "Sensei")


@pytest.mark.parametrize(
    ("quoted", "passage", "concerned"),
    [
        # Although the words occur twice in the section.
        (
            "Draw 1 card.",
            "Runner Turn: 1. Draw 1 card. · 2. Run.",
            True,
        ),
        ("Draw 1 card.", "The Corp has three actions.", False),
        ("first turn. The Corp", "The Corp has three actions.", True),  # it begins before the passage
        ("three actions. Runner", "The Corp has three actions. …", True),  # it ends after it
        ("words that nobody said", "The Corp has three actions.", True),
        ("Draw 1 card.", "words that nobody said", True),
        (None, "The Corp has three actions.", True),
    ],
)
def test_a_status_concerns_passages_that_contain_its_words(quoted: str | None, passage: str, concerned: bool) -> None:
    text = "**Corp Turn**:\n1. Draw 1 card (from R&D).\n\nThat is the first turn. The Corp has three actions.\n\n**Runner Turn**:\n1. Draw 1 card.\n2. Run."
    status = {"quoted": quoted}
    assert formatting.concerns_passage(status, text, passage) is concerned  # type: ignore[arg-type]
