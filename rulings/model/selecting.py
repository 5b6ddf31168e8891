"""Views (`rulings.model.views`) → what is selected from them: rulings, the cards they name, the dates that count."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from rulings.model.constants import IN_FORCE, STATUSES, InheritanceBasis, Status
from rulings.model.ids import number_of_step
from rulings.model.views import (
    AuthorityView,
    CardPageView,
    CitationView,
    InheritedView,
    PageView,
    RulingView,
    StepView,
)


def is_see_entry(ruling: RulingView) -> bool:
    """Whether the entry only refers to rulings on other subjects."""
    return ruling["kind"] == "see"


def without_see_entries(rulings: Iterable[RulingView]) -> list[RulingView]:
    """The rulings without the entries that only refer to others."""
    return [ruling for ruling in rulings if not is_see_entry(ruling)]


def without_repeats(rulings: Iterable[RulingView]) -> list[RulingView]:
    """The rulings, each once, in the order in which they first occur."""
    return list({ruling["id"]: ruling for ruling in rulings}.values())


def subject_and_named_cards(ruling: RulingView) -> set[str]:
    """The ids of the cards that the ruling is filed under or names."""
    subject = ruling["subject"]
    named = {mention["id"] for mention in ruling["mentions"]}
    return named | {subject["id"]} if subject["kind"] == "card" else named


def inheritors(pages: Iterable[CardPageView]) -> defaultdict[str, dict[str, InheritanceBasis]]:
    """Ruling id → the ids of the cards on these pages that inherit it, each with the basis."""
    found = defaultdict[str, dict[str, InheritanceBasis]](dict)
    for page in pages:
        for group in page["inherited"]:
            for ruling in group["rulings"]:
                found[ruling["id"]][page["card"]["id"]] = group["why"]
    return found


def connects(ruling: RulingView, first: str, second: str, inheriting: Mapping[str, InheritanceBasis]) -> bool:
    """Whether the ruling connects two cards: it concerns both, or it names one and the other has it by a `see` entry.

    `inheriting`: the ids of the cards that inherit it, with the basis.
    """
    concerned = subject_and_named_cards(ruling) | {id for id, why in inheriting.items() if why != "see"}
    named = concerned - {ruling["subject"]["id"]}
    return (
        {first, second} <= concerned
        or (inheriting.get(first) == "see" and second in named)
        or (inheriting.get(second) == "see" and first in named)
    )


def citing_authority(rulings: Iterable[RulingView], authority: AuthorityView) -> list[RulingView]:
    """The rulings that cite the authority itself, not only as a relay."""
    return [r for r in rulings if any(c["authority"] == authority["name"] for c in r["citations"])]


def shown_question(ruling: RulingView) -> str | None:
    """The question that is shown above the ruling: the first of our questions that it answers, or None."""
    return ruling["questions"][0] if ruling["questions"] else None


def overall_status(notes: Iterable[tuple[Status, Iterable[str]]]) -> tuple[Status, list[str]]:
    """The most serious status that notes give an entry, and the ids of everything that supersedes it, each once.

    `notes`: one pair per note: the status it gives the entry, and the ids that supersede it.
    """
    notes = list(notes)
    statuses = {status for status, _ in notes}
    superseded_by = dict.fromkeys(id for _, ids in notes for id in ids)
    return next((status for status in STATUSES if status in statuses), IN_FORCE), list(superseded_by)


def best_date(citation: CitationView) -> str | None:
    """The likely date if there is evidence for one, else the printed one (ISO 8601)."""
    return citation["likely"] or citation["date"]


def cited_dates(citations: Iterable[CitationView]) -> tuple[str, ...]:
    """Every `best_date` of these citations (ISO 8601), each once and in order."""
    return tuple(sorted({date for citation in citations if (date := best_date(citation))}))


def latest_citation(citations: Iterable[CitationView]) -> CitationView | None:
    """The citation with the latest date, or the first of several; if none has a date, the first."""
    return max(citations, key=lambda citation: best_date(citation) or "", default=None)


def latest_date(ruling: RulingView) -> str | None:
    """The latest `best_date` of its citations (ISO 8601), or None."""
    return max(cited_dates(ruling["citations"]), default=None)


def latest_date_by(authority: AuthorityView, ruling: RulingView) -> str | None:
    """The latest `best_date` of its citations of the authority itself (ISO 8601), or None."""
    return max(cited_dates(c for c in ruling["citations"] if c["authority"] == authority["name"]), default=None)


def step_after_end(step: StepView) -> int | None:
    """Where the run continues after the answer “end”: the step that a note on this one quotes, if any."""
    others = (note["with"] for note in step["notes"] if note["side"] == "one")
    return next((number for other in others if other and (number := number_of_step(other["id"]))), None)


def page_rulings(page: PageView) -> list[RulingView]:
    """Every ruling on a page, once: its own, inherited ones, and those elsewhere that mention the card."""
    if "topic" in page:
        return page["rulings"]
    inherited = (ruling for group in page["inherited"] for ruling in group["rulings"])
    return without_repeats([*page["rulings"], *inherited, *page["mentioned_in"]])


def unfolds_inherited(page: CardPageView, full: bool) -> bool:
    """Whether the page shows inherited rulings in full, not only as a list: on request, or if it has no others."""
    return full or not without_see_entries(page["rulings"])


def shown_in_full(page: PageView, full: bool) -> list[RulingView]:
    """The entries that a page shows in full. `full`: whether it unfolds what it only lists otherwise."""
    own_entries = [*without_see_entries(page["rulings"]), *shown_references(page)]
    if "topic" in page:
        return own_entries
    inherited = [ruling for group in page["inherited"] for ruling in group["rulings"]]
    return without_repeats(
        [
            *own_entries,
            *(inherited if unfolds_inherited(page, full) else ()),
            *(mentioned_elsewhere(page["mentioned_in"], page["inherited"]) if full else ()),
        ]
    )


def shown_references(page: PageView) -> list[RulingView]:
    """The `see` entries on a page, without those whose rulings it shows as inherited ones."""
    references = [entry for entry in page["rulings"] if is_see_entry(entry)]
    if "topic" in page:
        return references
    sources = [(group["from"]["kind"], group["from"]["id"]) for group in page["inherited"]]
    return [entry for entry in references if not any((see["kind"], see["id"]) in sources for see in entry["see"])]


def first_inherited(groups: Iterable[InheritedView], limit: int | None) -> list[InheritedView]:
    """The groups cut to `limit` rulings in all; empty groups are dropped. None: no limit."""
    if limit is None:
        return list(groups)
    limited: list[InheritedView] = []
    for group in groups:
        rulings = group["rulings"][:limit]
        limit -= len(rulings)
        if rulings:
            limited.append({**group, "rulings": rulings})
    return limited


def mentioned_elsewhere(mentioned_in: Iterable[RulingView], inherited: Iterable[InheritedView]) -> list[RulingView]:
    """The rulings that mention a card, without those that it inherits and entries that only refer to its rulings."""
    inherited_ids = {ruling["id"] for group in inherited for ruling in group["rulings"]}
    return [ruling for ruling in without_see_entries(mentioned_in) if ruling["id"] not in inherited_ids]
