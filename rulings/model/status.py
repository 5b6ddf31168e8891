"""A ruling as it stood on an earlier day: what had been said by then, and what had not yet been superseded."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rulings.model import constants, entities, formatting, ids, knowledge, rows

# A date as users type it (a year, a month or a day) → its first and last day.

_TYPED = re.compile(r"([0-9]{4})(?:-([0-9]{1,2}))?(?:-([0-9]{1,2}))?")


class InvalidDateError(ValueError):
    """A date that cannot be read. Its message is for users."""


def date_range(typed: str) -> tuple[str, str]:
    """`1997` → `1997-01-01`, `1997-12-31`; `1997-2` → `1997-02-01`, `1997-02-28`. Raises `InvalidDateError`."""
    from calendar import monthrange

    if not isinstance(typed, str):
        raise TypeError(f'a date is text, such as "1997", "1997-03" or "1997-03-31", not {typed!r}')
    match = _TYPED.fullmatch(typed.strip())
    try:
        if match is None:
            raise ValueError
        year, month, day = match.groups()
        first = date(int(year), int(month or 1), int(day or 1))
        last = date(int(year), int(month or 12), int(day or monthrange(int(year), int(month or 12))[1]))
    except ValueError:
        raise InvalidDateError(f"“{typed[:40]}” is not a date; use 1997, 1997-03 or 1997-03-31") from None
    return first.isoformat(), last.isoformat()


AKnowledge = TypeVar("AKnowledge", bound=knowledge.Knowledge)
AnEntry = TypeVar("AnEntry", bound=entities.Entry)
APage = TypeVar("APage", bound=knowledge.Page)
Choose = Callable[[Iterable[entities.Ruling]], Iterable[entities.Ruling]]

# Rulings and pages → what is selected from them: rulings, the cards they name, the dates that count.


def without_see_entries(rulings: Iterable[entities.Ruling]) -> list[entities.Ruling]:
    """The rulings without the entries that only refer to others."""
    return [ruling for ruling in rulings if not ruling.is_see_entry]


def without_repeats(rulings: Iterable[entities.Ruling]) -> list[entities.Ruling]:
    """The rulings, each once, in the order in which they first occur."""
    return list({ruling.id: ruling for ruling in rulings}.values())


def subject_and_named_cards(ruling: entities.Ruling) -> set[str]:
    """The ids of the cards that the ruling is filed under or names."""
    subject = ruling.subject
    named = {mention.id for mention in ruling.mentions}
    return named | {subject.id} if subject.kind == "card" else named


def inheritors(pages: Iterable[knowledge.CardPage]) -> defaultdict[str, dict[str, constants.InheritanceBasis]]:
    """Ruling id → the ids of the cards on these pages that inherit it, each with the basis."""
    found = defaultdict[str, dict[str, constants.InheritanceBasis]](dict)
    for page in pages:
        for group in page.inherited:
            for ruling in group.rulings:
                found[ruling.id][page.card.id] = group.basis
    return found


def connects(
    ruling: entities.Ruling, first: str, second: str, inheriting: Mapping[str, constants.InheritanceBasis]
) -> bool:
    """Whether the ruling connects two cards: it concerns both, or it names one and the other has it by a `see` entry.

    `inheriting`: the ids of the cards that inherit it, with the basis.
    """
    concerned = subject_and_named_cards(ruling) | {id for id, why in inheriting.items() if why != "see"}
    named = concerned - {ruling.subject.id}
    return (
        {first, second} <= concerned
        or any({first, second} == {ruling.subject.id, other} for other in tied_subjects(ruling))
        or (inheriting.get(first) == "see" and second in named)
        or (inheriting.get(second) == "see" and first in named)
    )


def tied_subjects(ruling: entities.Ruling) -> set[str]:
    """The ids of the subjects of the rulings on the other side of its notes."""
    others = ((*other.also, other.id) for n in ruling.notes if n.side and (other := n.other_side))
    return {id.rpartition("-")[0] for listed in others for id in listed if ids.is_ruling_id(id)}


def rulings_on_all(page: knowledge.CardPage, other_pages: Iterable[knowledge.CardPage]) -> knowledge.CardPage:
    """The page with the rulings that connect its card with each other one; of those that say the same only the first.

    Rulings that only another page has are added at the end.
    """
    cards = [page, *other_pages]
    inheriting = inheritors(cards)

    def connecting(rulings: Iterable[entities.Ruling]) -> list[entities.Ruling]:
        return [
            ruling
            for ruling in without_see_entries(rulings)
            if all(connects(ruling, page.card.id, other.card.id, inheriting[ruling.id]) for other in cards[1:])
        ]

    both = with_rulings(page, connecting)
    shown = {ruling.id for ruling in (*both.rulings, *(ruling for group in both.inherited for ruling in group.rulings))}
    elsewhere = [*both.mentioned_in, *(r for other in cards[1:] for r in connecting(page_rulings(other)))]
    every = replace(both, mentioned_in=tuple(without_repeats(r for r in elsewhere if r.id not in shown)))
    places = {ruling.id: ruling.source.sort_key for ruling in page_rulings(every)}
    return with_rulings(
        every,
        lambda rulings: [
            r for r in rulings if not any(id in places and places[id] < places[r.id] for id in r.also_under)
        ],
    )


def citing_authority(rulings: Iterable[entities.Ruling], authority: entities.Authority) -> list[entities.Ruling]:
    """The rulings that cite the authority itself, not only as a relay."""
    return [r for r in rulings if any(c.authority == authority.name for c in r.citations)]


def shown_question(ruling: entities.Ruling) -> str | None:
    """The question that is shown above the ruling: the first of our questions that it answers, or None."""
    return ruling.questions[0] if ruling.questions else None


def latest_date_by(authority: entities.Authority, ruling: entities.Ruling) -> str | None:
    """The latest `best_date` of its citations of the authority itself (ISO 8601), or None."""
    dates = (c.best_date for c in ruling.citations if c.authority == authority.name)
    return max(filter(None, dates), default=None)


def step_after_end(step: entities.Step) -> int | None:
    """Where the run continues after the answer “end”: the step that a note on this one quotes, if any."""
    others = (note.other_side for note in step.notes if note.side == "one")
    return next((number for other in others if other and (number := ids.number_of_step(other.id))), None)


def with_rulings(page: APage, choose: Choose) -> APage:
    """The page with what `choose` returns for its own rulings, inherited ones, and those that mention the card."""
    page = with_own_entries(page, choose(page.rulings))
    if isinstance(page, knowledge.TopicPage):
        return page
    groups = (replace(group, rulings=tuple(choose(group.rulings))) for group in page.inherited)
    return replace(page, inherited=tuple(g for g in groups if g.rulings), mentioned_in=tuple(choose(page.mentioned_in)))


def with_own_entries(page: APage, entries: Iterable[entities.Ruling]) -> APage:
    """The page with these of its own entries (rulings and references to others), and with their steps."""
    entries = tuple(entries)
    if isinstance(page, knowledge.TopicPage):
        return replace(page, rulings=entries)
    return replace(page, rulings=entries, steps=tuple(sorted({step for entry in entries for step in entry.steps})))


def page_rulings(page: knowledge.Page) -> list[entities.Ruling]:
    """Every ruling on a page, once: its own, inherited ones, and those elsewhere that mention the card."""
    inherited = (ruling for group in page.inherited for ruling in group.rulings)
    return without_repeats([*page.rulings, *inherited, *page.mentioned_in])


def unfolds_inherited(page: knowledge.Page, full: bool) -> bool:
    """Whether the page shows inherited rulings in full, not only as a list: on request, or if it has no others."""
    return full or not without_see_entries(page.rulings)


def shown_in_full(page: knowledge.Page, full: bool) -> list[entities.Ruling]:
    """The entries that a page shows in full. `full`: whether it unfolds what it only lists otherwise."""
    own_entries = [*without_see_entries(page.rulings), *shown_references(page)]
    inherited = [ruling for group in page.inherited for ruling in group.rulings]
    return without_repeats(
        [
            *own_entries,
            *(inherited if unfolds_inherited(page, full) else ()),
            *(mentioned_elsewhere(page.mentioned_in, page.inherited) if full else ()),
        ]
    )


def shown_references(page: knowledge.Page) -> list[entities.Ruling]:
    """The `see` entries on a page, without those whose rulings it shows as inherited ones."""
    references = [entry for entry in page.rulings if entry.is_see_entry]
    sources = [(group.subject.kind, group.subject.id) for group in page.inherited]
    return [entry for entry in references if not any((see.kind, see.id) in sources for see in entry.see)]


def first_inherited(groups: Iterable[entities.Inherited], limit: int | None) -> list[entities.Inherited]:
    """The groups cut to `limit` rulings in all; empty groups are dropped. None: no limit."""
    if limit is None:
        return list(groups)
    limited: list[entities.Inherited] = []
    for group in groups:
        rulings = group.rulings[:limit]
        limit -= len(rulings)
        if rulings:
            limited.append(replace(group, rulings=rulings))
    return limited


def mentioned_elsewhere(
    mentioned_in: Iterable[entities.Ruling], inherited: Iterable[entities.Inherited]
) -> list[entities.Ruling]:
    """The rulings that mention a card, without those that it inherits and entries that only refer to its rulings."""
    inherited_ids = {ruling.id for group in inherited for ruling in group.rulings}
    return [ruling for ruling in without_see_entries(mentioned_in) if ruling.id not in inherited_ids]


# Notes and reversals → the status of each ruling, section and step, what supersedes it, and the notes about it.

# The id of an entry, and words quoted from it → its title, and the date of these words (ISO 8601), if known.
Describe = Callable[[str, str], tuple[str, str | None]]


def entry_id(quotation: entities.Quotation) -> str:
    """The id of the ruling, section or step that contains the words, or else of the document."""
    if quotation.step is not None:
        return ids.step_id(quotation.step)
    return quotation.ruling or quotation.section or quotation.document


def entry_notes(
    notes: Iterable[entities.Note],
    reversals: Iterable[rows.Reversal],
    describe: Describe = lambda id, words: (id, None),
) -> dict[str, list[entities.EntryNote]]:
    """Entry id → the notes on it. `reversals`: the rows of reversals.yaml.

    `describe` returns the title and date of the other side of each note.
    """
    found = defaultdict[str, list[entities.EntryNote]](list)
    for note in notes:
        for id, entry_note in _from_note(note, describe):
            found[id].append(entry_note)
    for row in reversals:
        for id, entry_note in _from_reversal(row, describe):
            found[id].append(entry_note)
    return found


def most_serious(notes: Iterable[entities.EntryNote]) -> constants.Status:
    """The status that notes give an entry: the most serious that one of them gives it."""
    return min((note.status for note in notes), key=constants.STATUSES.index, default=constants.IN_FORCE)


def with_notes(entry: AnEntry, notes: Iterable[entities.EntryNote]) -> AnEntry:
    """The entry with these notes, the status that they give it, and everything that supersedes it, each once."""
    notes = tuple(notes)
    superseded_by = dict.fromkeys(id for note in notes for id in note.superseded_by)
    return replace(entry, status=most_serious(notes), superseded_by=tuple(superseded_by), notes=notes)


def _from_note(note: entities.Note, describe: Describe) -> Iterable[tuple[str, entities.EntryNote]]:
    """The ids of the entries that a note concerns, each with the note as seen from there."""
    sides: tuple[tuple[constants.NoteSide, entities.Quotation | None, entities.Quotation | None], ...] = (
        ("one", note.one, note.other),
        ("other", note.other, note.one),
    )
    quoted_ids: set[str] = set()
    for side, quotation, other in sides:
        if quotation is None:
            continue
        status = _status_of_side(note, side)
        winners = (entry_id(other), *other.also) if other and status.startswith("superseded") else ()
        for id in (entry_id(quotation), *quotation.also):
            quoted_ids.add(id)
            yield (
                id,
                entities.EntryNote(
                    id=note.id,
                    title=note.title,
                    kind=note.kind,
                    side=side,
                    follow=note.follow,
                    reason=note.reason,
                    other_side=_other_side(entry_id(other), other.words, describe, other.also) if other else None,
                    words=quotation.words if id == entry_id(quotation) else quotation.also_words.get(id),
                    status=status,
                    superseded_by=tuple(winner for winner in winners if winner != id),
                    table=note.table,
                ),
            )
    for id in note.related:
        if id not in quoted_ids:
            other_side = _other_side(entry_id(note.one), note.one.words, describe, note.one.also)
            yield id, entities.EntryNote(note.id, note.title, note.kind, None, note.follow, note.reason, other_side)


def _other_side(id: str, words: str, describe: Describe, also: tuple[str, ...] = ()) -> entities.OtherSide:
    is_step = ids.number_of_step(id) is not None
    title, date = describe(id, words)
    kind: constants.EntryKind = "step" if is_step else "ruling" if ids.is_ruling_id(id) else "section"
    return entities.OtherSide(kind, id, title, words, date, also)


def _status_of_side(note: entities.Note, side: constants.NoteSide) -> constants.Status:
    if not note.is_contradiction or note.follow == side:
        return constants.IN_FORCE
    if note.follow == "neither":
        return "disputed"
    return "superseded" if note.extent == "whole" else "superseded-in-part"


def _from_reversal(row: rows.Reversal, describe: Describe) -> Iterable[tuple[str, entities.EntryNote]]:
    """The ids of the rulings that a reversal takes back, or may take back, each with a note that says so."""
    reversing = row.ruling
    effects: tuple[tuple[tuple[str, ...], constants.Status, constants.Follow, str], ...] = (
        (row.replaces, "superseded", "other", "Taken back by a later ruling"),
        (row.in_doubt, "disputed", "neither", "Perhaps taken back by a later ruling"),
    )
    for taken_back, status, follow, title in effects:
        for id in taken_back:
            yield (
                id,
                entities.EntryNote(
                    id=f"reversal-{reversing}",
                    title=title,
                    kind="reversal",
                    side="one",
                    follow=follow,
                    reason=row.note or f"The later ruling says: {row.words}",
                    other_side=_other_side(reversing, row.words, describe),
                    status=status,
                    superseded_by=(reversing,) if status == "superseded" else (),
                    table=row.table,
                ),
            )


class History(Struct, frozen=True):
    """What is needed to know how a ruling stood on an earlier day.

    `known_from`: the day from which each ruling is known, by id; `publication_dates`: those of the documents, by id,
    which count for rulings without a date; `applied_words`: the words by which a ruling applies to a step, by ruling id
    and number.
    """

    known_from: Mapping[str, str]
    publication_dates: Mapping[str, str]
    applied_words: Mapping[tuple[str, int], str]


def history_of(
    rulings: Iterable[entities.Ruling], publication_dates: Mapping[str, str], steps: Iterable[entities.Step]
) -> History:
    """The history of these rulings. `steps`: the steps that they apply to."""
    return History(
        {ruling.id: known_from(ruling, publication_dates) for ruling in rulings},
        publication_dates,
        {(applied.ruling, step.number): applied.words for step in steps for applied in step.applied},
    )


def known_from(ruling: entities.Ruling, publication_dates: Mapping[str, str]) -> str:
    """The day of the ruling's first citation or, if none is dated, of the publication of its document (ISO 8601)."""
    published = publication_dates.get(ruling.source.document, constants.FAR_FUTURE)
    return min(ruling.dates, default=published)


def as_it_stood(ruling: entities.Ruling, day: str, history: History) -> entities.Ruling | None:
    """The part of a ruling that had been given by `day` (ISO 8601), or None if nothing had.

    What is cited without a date is known from the publication of the document.
    What depends on the text, the citations or other rulings is recomputed; `printed` stays the whole entry.
    """
    notes = _notes_on(day, ruling.notes, history)
    whole = replace(
        with_notes(ruling, notes),
        reversed_by=tuple(id for id in ruling.reversed_by if history.known_from.get(id, constants.FAR_FUTURE) <= day),
        also_under=tuple(id for id in ruling.also_under if history.known_from.get(id, constants.FAR_FUTURE) <= day),
    )
    published = history.publication_dates.get(ruling.source.document, constants.FAR_FUTURE)
    if not ruling.dates:
        return whole if published <= day else None
    text, citations = _said_by(day, ruling, published)
    if not citations:
        return None
    given = " ".join([*text.split(), *(citation.printed for citation in citations)])
    applied_words = ((step, history.applied_words.get((ruling.id, step), "")) for step in ruling.steps)
    whole_text = " ".join(ruling.text.split())

    def is_missing(words: str) -> bool:
        words = " ".join(words.split())
        return words in whole_text and words not in given

    return replace(
        with_notes(whole, [note for note in notes if not is_missing(note.words or "")]),
        text=text,
        citations=tuple(citations),
        official=ruling.is_see_entry or (ruling.official and any(c.official for c in citations)),
        mentions=tuple(mention for mention in ruling.mentions if mention.words in given),
        steps=tuple(step for step, words in applied_words if " ".join(words.split()) in given),
    )


def _said_by(day: str, ruling: entities.Ruling, published: str) -> tuple[str, list[entities.Citation]]:
    """The words for which somebody is cited by `day`, and these citations, each with the span of these words.

    `published`: the date of a citation without a date.
    """
    text = ""
    citations: list[entities.Citation] = []
    for part in formatting.cited_parts(ruling):
        early = [c for c in part.citations if (c.best_date or published) <= day]
        if early:
            moved_by = len(text) + (1 if text else 0) - part.start
            text = f"{text} {part.text}".strip()
            citations += [replace(c, supports=(c.supports[0] + moved_by, c.supports[1] + moved_by)) for c in early]
    return text, citations


def select(kb: AKnowledge, conditions: knowledge.Conditions) -> AKnowledge:
    """The knowledge base with only what meets the conditions, and as it stood on that day.

    A topic has no side and no type, so that no ruling on one passes a condition on them. Sections and steps are only
    selected by their game; of a step, only the rulings that pass are left.
    """
    history: History | None = None
    if conditions.as_of:
        history = history_of(kb.rulings, {d.id: d.date for d in kb.documents if d.date}, kb.steps)
    is_our_game = conditions.game in (None, constants.NETRUNNER)
    cards = tuple(
        card
        for card in kb.cards
        if is_our_game and conditions.side in (None, card.side.lower()) and conditions.type in (None, card.type.lower())
    )
    subjects = {card.id for card in cards} if conditions.side or conditions.type else None
    rulings = []
    for ruling in kb.rulings if is_our_game else ():
        given = as_it_stood(ruling, conditions.as_of, history) if conditions.as_of and history else ruling
        is_on_them = subjects is None or (ruling.subject.kind == "card" and ruling.subject.id in subjects)
        is_recent = given is not None and (given.date or "") >= (conditions.since or "")
        if given and is_recent and is_on_them and (given.official or not conditions.official):
            rulings.append(given)
    steps_of = {ruling.id: ruling.steps for ruling in rulings}
    sections: Iterable[entities.Section] = kb.sections
    steps: Iterable[entities.Step] = kb.steps if is_our_game else ()
    if conditions.as_of and history:
        sections = [status_on(section, conditions.as_of, history) for section in sections]
        steps = [status_on(step, conditions.as_of, history) for step in steps]
    selected = replace(
        kb,
        conditions=conditions,
        cards=cards,
        rulings=tuple(rulings),
        documents=tuple(d for d in kb.documents if conditions.game in (None, d.game)),
        sections=tuple(section for section in sections if conditions.game in (None, section.game)),
        steps=tuple(
            replace(step, applied=tuple(a for a in step.applied if step.number in steps_of.get(a.ruling, ())))
            for step in steps
        ),
    )
    selected.derived.update(kb.derived, whole=kb)
    return selected


def status_on(entry: AnEntry, day: str, history: History) -> AnEntry:
    """A section or step with its status on that day, and the notes that were known."""
    return with_notes(entry, _notes_on(day, entry.notes, history))


def _notes_on(day: str, notes: Iterable[entities.EntryNote], history: History) -> list[entities.EntryNote]:
    """The notes as they stood on that day, each with the superseding entries that existed by then.

    A note is left out if neither they nor its other side existed. If only they did, the note loses its other side and
    our explanation, which is about that side.
    """
    notes_on_day: list[entities.EntryNote] = []
    for note in notes:
        other_side = note.other_side
        superseded_by = tuple(id for id in note.superseded_by if _said_on(id, note, history) <= day)
        if other_side:
            also = (id for id in other_side.also if _said_on(id, note, history) <= day)
            other_side = replace(other_side, also=tuple(also))
        if other_side is None or _said_on(other_side.id, note, history) <= day:
            notes_on_day.append(replace(note, superseded_by=superseded_by, other_side=other_side))
        elif superseded_by:
            notes_on_day.append(replace(note, superseded_by=superseded_by, other_side=None, reason=""))
    return notes_on_day


def _said_on(id: str, note: entities.EntryNote, history: History) -> str:
    """The date of an entry that a note names, or of its quoted words if it is the other side; empty if unknown."""
    other_side = note.other_side
    quoted_on = other_side.date if other_side and other_side.id == id else None
    return quoted_on or history.known_from.get(id, "")
