"""Tests of rulings as they stood on an earlier day: their words, and everything that depends on the words."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rulings.api import KnowledgeBase
from rulings.model.entities import Mention, Ruling, Source
from rulings.model.history import History, as_it_stood, history_of, status_on
from rulings.model.remarks import one_line


@pytest.fixture(scope="module")
def history(kb: KnowledgeBase) -> History:
    views = list(kb.rulings)
    publication_dates = {document.id: document.date for document in kb.documents if document.date}
    return history_of(views, publication_dates, list(kb.steps))


def two_sentences(kb: KnowledgeBase, *, first_is_official: bool = True) -> Ruling:
    """A ruling on Dr. Dreff: in 1996 it mentions Glacier, and in 1997 Boardwalk."""
    text = "It may be Glacier. It may not be Boardwalk."
    printed = "It may be Glacier. (One, Netrunner-L, 5/6/96) It may not be Boardwalk. (Two, Netrunner-L, 2/3/97)"
    ruling = kb.rulings_under("dr-dreff")[0]
    citation = replace(ruling.citations[0], likely=None)
    first = replace(
        citation,
        printed="(One, Netrunner-L, 5/6/96)",
        date="1996-05-06",
        official=first_is_official,
        supports=(0, 18),
    )
    second = replace(
        citation, printed="(Two, Netrunner-L, 2/3/97)", date="1997-02-03", official=True, supports=(19, len(text))
    )
    return replace(
        ruling,
        id="dr-dreff-12345678",
        printed=printed,
        text=text,
        citations=(first, second),
        official=True,
        steps=(5, 6),
        mentions=(
            Mention("glacier", "Glacier", "Glacier", (10, 17)),
            Mention("boardwalk", "Boardwalk", "Boardwalk", (60, 69)),
        ),
    )


TWO_STEPS = History(
    {}, {}, {("dr-dreff-12345678", 5): "may be Glacier", ("dr-dreff-12345678", 6): "may not\nbe Boardwalk"}
)


def test_only_the_words_said_by_then_count(kb: KnowledgeBase) -> None:
    early = as_it_stood(two_sentences(kb), "1996-12-31", TWO_STEPS)
    assert early
    assert early.text == "It may be Glacier."
    assert [mention.id for mention in early.mentions] == ["glacier"]
    assert early.steps == (5,)
    assert "Boardwalk" in early.printed
    whole = as_it_stood(two_sentences(kb), "1997-12-31", TWO_STEPS)
    assert whole
    assert [mention.id for mention in whole.mentions] == ["glacier", "boardwalk"]
    assert whole.steps == (5, 6)
    assert as_it_stood(two_sentences(kb), "1996-05-05", TWO_STEPS) is None


def test_a_ruling_is_official_from_the_first_official_citation(kb: KnowledgeBase) -> None:
    ruling = two_sentences(kb, first_is_official=False)
    by_year = {year: as_it_stood(ruling, f"{year}-12-31", TWO_STEPS) for year in ("1996", "1997")}
    assert {year: early and early.official for year, early in by_year.items()} == {"1996": False, "1997": True}


def test_a_ruling_without_a_date_is_not_superseded_before_the_later_one(kb: KnowledgeBase) -> None:
    superseded = kb.rulings_by_id["demolition-run-7dd7aa5e"]
    assert superseded.status == "superseded"
    undated = replace(superseded, citations=())
    history = History({}, {undated.source.document: "1990-01-01"}, {})
    by_day = {day: as_it_stood(undated, day, history) for day in ("1996-01-01", "2000-12-31")}
    assert {day: ruling and ruling.status for day, ruling in by_day.items()} == {
        "1996-01-01": "in-force",
        "2000-12-31": "superseded",
    }


def test_other_rulings_are_known_from_their_first_date_or_the_publication_of_their_document(kb: KnowledgeBase) -> None:
    ruling = two_sentences(kb)
    undated = replace(ruling, id="undated", citations=(), source=Source("old", (1, 2)))
    in_no_document = replace(undated, id="unpublished", source=Source("additions-x", (1, 2)))
    others: list[Ruling] = [undated, replace(ruling, id="dated"), in_no_document]
    history = history_of(others, {"old": "1997-06-30"}, [])
    ids = tuple(other.id for other in others)
    linked = replace(ruling, also_under=ids)
    known = {}
    for day in ("1996-05-06", "1997-06-29", "1997-06-30"):
        early = as_it_stood(linked, day, history)
        assert early
        known[day] = early.also_under
    assert known == {
        "1996-05-06": ("dated",),
        "1997-06-29": ("dated",),
        "1997-06-30": ("undated", "dated"),
    }
    assert as_it_stood(undated, "1997-06-29", history) is None
    assert as_it_stood(undated, "1997-06-30", history)


def test_every_ruling_stands_unchanged_at_the_end(kb: KnowledgeBase, history: History) -> None:
    changed = []
    for ruling in kb.rulings:
        if as_it_stood(ruling, "2100-12-31", history) != ruling:
            changed.append(ruling.id)
    assert changed == []


@pytest.mark.parametrize("day", ["1996-05-01", "1996-05-20", "1996-12-31", "1997-06-30", "1998-12-31", "1999-12-31"])
def test_each_superseding_ruling_counts_from_its_own_date(kb: KnowledgeBase, history: History, day: str) -> None:
    views = [as_it_stood(ruling, day, history) for ruling in kb.rulings]
    on_day: dict[str, tuple[str, ...]] = {view.id: view.superseded_by for view in views if view}
    on_day |= {s.id: status_on(s, day, history).superseded_by for s in kb.sections}
    on_day |= {s.id: status_on(s, day, history).superseded_by for s in kb.steps}
    partly_given = {view.id for view in views if view and view.text != kb.rulings_by_id[view.id].text}
    wrong = []
    for id, superseded_by in on_day.items():
        entry = kb.entry(id)
        assert entry
        said = {
            by: (note.other_side.date if note.other_side and note.other_side.id == by else None)
            or history.known_from.get(by, "")
            for note in entry.notes
            for by in note.superseded_by
        }
        known = {by for by, date in said.items() if date <= day}
        if not (set(superseded_by) <= known if id in partly_given else set(superseded_by) == known):
            wrong.append((id, superseded_by, known))
    assert wrong == []


def test_a_note_on_a_later_ruling_tells_nothing_of_it_before(kb: KnowledgeBase, history: History) -> None:
    ruling = kb.rulings_by_id["access-through-alpha-94f16a3d"]
    notes = tuple(
        replace(note, other_side=replace(note.other_side, id="the-springboard-0e8ad04e", date="1999-12-11"))
        for note in ruling.notes
        if note.other_side
    )
    ruling = replace(ruling, notes=notes)
    early, late = as_it_stood(ruling, "1997-12-31", history), as_it_stood(ruling, "1999-12-31", history)
    assert early
    assert late
    note = next(note for note in early.notes if note.superseded_by)
    assert (note.superseded_by, note.other_side, note.reason) == (
        ("signpost-f31716cd", "wired-switchboard-e1d298a9"),
        None,
        "",
    )
    assert one_line(early).endswith(": follow signpost-f31716cd, wired-switchboard-e1d298a9")
    assert late.notes == ruling.notes


def test_notes_about_later_words_are_left_out(kb: KnowledgeBase, history: History) -> None:
    ruling = kb.rulings_by_id["armageddon-b048b520"]
    early, late = as_it_stood(ruling, "1997-02-04", history), as_it_stood(ruling, "1997-03-11", history)
    assert early
    assert late
    assert early.text in late.text != early.text
    assert any((note.words or "") not in early.text for note in late.notes)
    assert all((note.words or "") in early.text for note in early.notes)
