"""The data of the YAML files → a `Knowledge`. Errors name the file and line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TypeVar

from msgspec import convert
from msgspec.structs import replace

from rulings.errors import RulingsError
from rulings.model import from_rows, status
from rulings.model.entities import (
    AppliedRuling,
    Authority,
    Card,
    Reference,
    Ruling,
    Section,
    Step,
    Topic,
)
from rulings.model.files import RowData, with_empty_files
from rulings.model.from_rows import Files
from rulings.model.ids import fold, ruling_id
from rulings.model.knowledge import UNATTRIBUTED, Knowledge
from rulings.model.near_identical import find_near_identical
from rulings.model.tournament import Tournament


def assemble(files: Files, folder: Path) -> Knowledge:
    """The knowledge base in `folder`. `files`: relative path → data of the shapes in `rulings.model.files`.

    Raises `RulingsError` for an entry that `rulings parse` cannot have written, and one that occurs twice.
    """
    hand_edited = _hand_edited(files)
    names = hand_edited["names"]
    authorities = {a.name: a for a in from_rows.authorities(hand_edited["authorities"])}
    cards, topics, printed_rulings = _subjects_with_rulings(files, names.get("aliases", ()), authorities)
    applied = from_rows.applied_rulings(hand_edited["steps"])
    rulings = _complete_rulings(printed_rulings, hand_edited, applied)
    step_rows = (files.get("run-chart.yaml") or {}).get("steps") or ()
    kb = Knowledge(  # without the statuses, the notes of which name other entries by their titles
        location=str(folder),
        documents=tuple(from_rows.documents(hand_edited["documents"], files)),
        cards=tuple(sorted(cards, key=lambda c: fold(c.title))),
        topics=_in_order_of_print(topics, rulings),
        rulings=tuple(rulings),
        sections=tuple(from_rows.sections(hand_edited["documents"], files, hand_edited["questions"])),
        steps=tuple(from_rows.steps(step_rows, applied, hand_edited["questions"])),
        tournament=convert(files.get("tournament.yaml") or {}, Tournament),
        authorities=tuple(authorities.values()),
        notes=tuple(from_rows.notes(hand_edited["notes"])),
        restorations=tuple(from_rows.restorations(hand_edited["restorations"])),
        names=names,
        synonyms=hand_edited["synonyms"],
        unanswered=tuple(map(str, hand_edited["unanswered"])),
        applicable_topics=hand_edited["applicable-topics"],
        moved=hand_edited["moved"],
        questions=hand_edited["questions"],
    )
    statuses = status.entry_statuses(kb.notes, hand_edited["reversals"], partial(_describe, kb))
    return replace(
        kb,
        rulings=_with_status(kb.rulings, statuses),
        sections=_with_status(kb.sections, statuses),
        steps=_with_status(kb.steps, statuses),
    )


def _hand_edited(files: Files) -> RowData:
    """The data of the files in `sources`, by name; empty for a file that does not exist."""
    folder = "sources/"
    data = {name.removeprefix(folder).removesuffix(".yaml"): files[name] for name in files if name.startswith(folder)}
    return with_empty_files(data)


def _subjects_with_rulings(
    files: Files, alias_rows: Iterable[RowData], authorities: dict[str, Authority]
) -> tuple[list[Card], list[Topic], list[Ruling]]:
    """The cards, the topics, and their rulings, without what the hand-edited files say about them.

    Raises `RulingsError` for a ruling that occurs twice.
    """
    aliases = defaultdict[str, list[str]](list)
    for row in alias_rows:
        aliases[fold(row["card"])].append(row["name"])
    cards: list[Card] = []
    topics: list[Topic] = []
    rulings: list[Ruling] = []
    for name, data in files.items():
        if name.startswith("cards/"):
            card = from_rows.card(data, tuple(aliases.get(fold(data["title"]), ())))
            cards.append(card)
            rulings += from_rows.rulings(data, Reference("card", card.id, card.title), name, authorities)
        elif name.startswith("topics/"):
            topics.append(from_rows.topic(data))
            rulings += from_rows.rulings(data, Reference("topic", data["id"], data["title"]), name, authorities)
    file = "unattributed.yaml"
    unattributed = from_rows.rulings(files.get(file) or {}, UNATTRIBUTED, file, authorities)
    if unattributed:
        topics.append(Topic(UNATTRIBUTED.id, UNATTRIBUTED.title))
        rulings += _with_distinct_ids(unattributed)
    rulings.sort(key=lambda ruling: ruling.source.sort_key)
    _check_unique(rulings)
    return cards, topics, rulings


def _in_order_of_print(topics: Iterable[Topic], rulings: Iterable[Ruling]) -> tuple[Topic, ...]:
    """The topics in the order of their first rulings. `rulings`: all of them, in order."""
    places: dict[str, int] = {}
    for place, ruling in enumerate(rulings):
        if ruling.subject.kind == "topic":
            places.setdefault(ruling.subject.id, place)
    return tuple(sorted(topics, key=lambda topic: places.get(topic.id, -1)))


def _complete_rulings(
    rulings: list[Ruling], hand_edited: RowData, applied: dict[int, list[AppliedRuling]]
) -> list[Ruling]:
    """The rulings with their questions, steps, near-identical rulings and reversals from the hand-edited files."""
    steps = defaultdict[str, set[int]](set)
    for number, applied_rulings in applied.items():
        for applied_ruling in applied_rulings:
            steps[applied_ruling.ruling].add(number)
    near_identical = find_near_identical(rulings, (group["rulings"] for group in hand_edited["near-identical"]))
    reversal_rows = {row["ruling"]: row for row in hand_edited["reversals"]}
    reversed_by = defaultdict[str, list[str]](list)
    for reversal_row in reversal_rows.values():
        for earlier in reversal_row.get("replaces") or ():
            reversed_by[earlier].append(reversal_row["ruling"])
    completed = []
    for ruling in rulings:
        row = reversal_rows.get(ruling.id)
        completed.append(
            replace(
                ruling,
                questions=from_rows.shown_questions(hand_edited["questions"], ruling.id),
                steps=tuple(sorted(steps.get(ruling.id, ()))),
                also_under=near_identical.get(ruling.id, ()),
                reversal=from_rows.reversal(row) if row else ruling.reversal,
                reversed_by=tuple(reversed_by.get(ruling.id, ())),
            )
        )
    return completed


_Entry = TypeVar("_Entry", Ruling, Section, Step)


def _with_status(entries: Iterable[_Entry], statuses: dict[str, status.EntryStatus]) -> tuple[_Entry, ...]:
    """The entries with their status, what supersedes them, and the notes that name them."""
    return tuple(
        replace(entry, status=entry_status.status, superseded_by=entry_status.superseded_by, notes=entry_status.notes)
        if (entry_status := statuses.get(entry.id))
        else entry
        for entry in entries
    )


def _describe(kb: Knowledge, id: str, words: str) -> tuple[str, str | None]:
    """The title of an entry and, for a ruling, the date of these words."""
    ruling = kb.rulings_by_id.get(id)
    return kb.entry_title(id), _date_said(ruling, words) if ruling else None


def _date_said(ruling: Ruling, words: str) -> str | None:
    """The earliest date of the citations for these words of a ruling, or of all its citations if none supports them."""
    position = " ".join(ruling.text.split()).find(" ".join(words.split()))
    dates = [c.best_date for c in ruling.citations if c.best_date and c.supports[0] <= position < c.supports[1]]
    return min(dates or ruling.dates, default=None)


def _with_distinct_ids(rulings: list[Ruling]) -> list[Ruling]:
    """The rulings without a heading; where several have the same words, their ids depend on the line too."""
    seen: set[str] = set()
    for i, ruling in enumerate(rulings):
        if ruling.id in seen:
            rulings[i] = replace(ruling, id=ruling_id(UNATTRIBUTED.id, f"{ruling.text} {ruling.source.lines[0]}"))
        seen.add(rulings[i].id)
    return rulings


def _check_unique(rulings: list[Ruling]) -> None:
    seen: dict[str, Ruling] = {}
    for ruling in rulings:
        if ruling.id in seen:
            raise RulingsError(
                f"{ruling.subject.title}: lines {seen[ruling.id].source.lines[0]} and {ruling.source.lines[0]} "
                "have the same words; delete one of them"
            )
        seen[ruling.id] = ruling
