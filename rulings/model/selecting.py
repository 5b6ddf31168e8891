"""Rulings and pages → what is selected from them: rulings, the cards they name, the dates that count."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from rulings.model.constants import IN_FORCE, STATUSES, InheritanceBasis, Status
from rulings.model.entities import Authority, Ruling, Step
from rulings.model.ids import number_of_step
from rulings.model.pages import CardPage, Inherited, Page, TopicPage


def without_see_entries(rulings: Iterable[Ruling]) -> list[Ruling]:
    """The rulings without the entries that only refer to others."""
    return [ruling for ruling in rulings if not ruling.is_see_entry]


def without_repeats(rulings: Iterable[Ruling]) -> list[Ruling]:
    """The rulings, each once, in the order in which they first occur."""
    return list({ruling.id: ruling for ruling in rulings}.values())


def subject_and_named_cards(ruling: Ruling) -> set[str]:
    """The ids of the cards that the ruling is filed under or names."""
    subject = ruling.subject
    named = {mention.id for mention in ruling.mentions}
    return named | {subject.id} if subject.kind == "card" else named


def inheritors(pages: Iterable[CardPage]) -> defaultdict[str, dict[str, InheritanceBasis]]:
    """Ruling id → the ids of the cards on these pages that inherit it, each with the basis."""
    found = defaultdict[str, dict[str, InheritanceBasis]](dict)
    for page in pages:
        for group in page.inherited:
            for ruling in group.rulings:
                found[ruling.id][page.card.id] = group.basis
    return found


def connects(ruling: Ruling, first: str, second: str, inheriting: Mapping[str, InheritanceBasis]) -> bool:
    """Whether the ruling connects two cards: it concerns both, or it names one and the other has it by a `see` entry.

    `inheriting`: the ids of the cards that inherit it, with the basis.
    """
    concerned = subject_and_named_cards(ruling) | {id for id, why in inheriting.items() if why != "see"}
    named = concerned - {ruling.subject.id}
    return (
        {first, second} <= concerned
        or (inheriting.get(first) == "see" and second in named)
        or (inheriting.get(second) == "see" and first in named)
    )


def citing_authority(rulings: Iterable[Ruling], authority: Authority) -> list[Ruling]:
    """The rulings that cite the authority itself, not only as a relay."""
    return [r for r in rulings if any(c.authority == authority.name for c in r.citations)]


def shown_question(ruling: Ruling) -> str | None:
    """The question that is shown above the ruling: the first of our questions that it answers, or None."""
    return ruling.questions[0] if ruling.questions else None


def overall_status(notes: Iterable[tuple[Status, Iterable[str]]]) -> tuple[Status, list[str]]:
    """The most serious status that notes give an entry, and the ids of everything that supersedes it, each once.

    `notes`: one pair per note: the status it gives the entry, and the ids that supersede it.
    """
    notes = list(notes)
    statuses = {status for status, _ in notes}
    superseded_by = dict.fromkeys(id for _, ids in notes for id in ids)
    return next((status for status in STATUSES if status in statuses), IN_FORCE), list(superseded_by)


def latest_date_by(authority: Authority, ruling: Ruling) -> str | None:
    """The latest `best_date` of its citations of the authority itself (ISO 8601), or None."""
    dates = (c.best_date for c in ruling.citations if c.authority == authority.name)
    return max(filter(None, dates), default=None)


def step_after_end(step: Step) -> int | None:
    """Where the run continues after the answer “end”: the step that a note on this one quotes, if any."""
    others = (note.other_side for note in step.notes if note.side == "one")
    return next((number for other in others if other and (number := number_of_step(other.id))), None)


def page_rulings(page: Page) -> list[Ruling]:
    """Every ruling on a page, once: its own, inherited ones, and those elsewhere that mention the card."""
    if isinstance(page, TopicPage):
        return list(page.rulings)
    inherited = (ruling for group in page.inherited for ruling in group.rulings)
    return without_repeats([*page.rulings, *inherited, *page.mentioned_in])


def unfolds_inherited(page: CardPage, full: bool) -> bool:
    """Whether the page shows inherited rulings in full, not only as a list: on request, or if it has no others."""
    return full or not without_see_entries(page.rulings)


def shown_in_full(page: Page, full: bool) -> list[Ruling]:
    """The entries that a page shows in full. `full`: whether it unfolds what it only lists otherwise."""
    own_entries = [*without_see_entries(page.rulings), *shown_references(page)]
    if isinstance(page, TopicPage):
        return own_entries
    inherited = [ruling for group in page.inherited for ruling in group.rulings]
    return without_repeats(
        [
            *own_entries,
            *(inherited if unfolds_inherited(page, full) else ()),
            *(mentioned_elsewhere(page.mentioned_in, page.inherited) if full else ()),
        ]
    )


def shown_references(page: Page) -> list[Ruling]:
    """The `see` entries on a page, without those whose rulings it shows as inherited ones."""
    references = [entry for entry in page.rulings if entry.is_see_entry]
    if isinstance(page, TopicPage):
        return references
    sources = [(group.subject.kind, group.subject.id) for group in page.inherited]
    return [entry for entry in references if not any((see.kind, see.id) in sources for see in entry.see)]


def first_inherited(groups: Iterable[Inherited], limit: int | None) -> list[Inherited]:
    """The groups cut to `limit` rulings in all; empty groups are dropped. None: no limit."""
    if limit is None:
        return list(groups)
    limited: list[Inherited] = []
    for group in groups:
        rulings = group.rulings[:limit]
        limit -= len(rulings)
        if rulings:
            limited.append(replace(group, rulings=rulings))
    return limited


def mentioned_elsewhere(mentioned_in: Iterable[Ruling], inherited: Iterable[Inherited]) -> list[Ruling]:
    """The rulings that mention a card, without those that it inherits and entries that only refer to its rulings."""
    inherited_ids = {ruling.id for group in inherited for ruling in group.rulings}
    return [ruling for ruling in without_see_entries(mentioned_in) if ruling.id not in inherited_ids]
