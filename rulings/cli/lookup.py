"""Typed names → the pages they mean, or errors with the nearest names; ids → entries and titles."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulings.api import KnowledgeBase
from rulings.cli.grammar import UsageError
from rulings.cli.render import terminal
from rulings.cli.specification import COMMANDS
from rulings.model import citing
from rulings.model.constants import SubjectKind
from rulings.model.entities import Step
from rulings.model.ids import is_ruling_id
from rulings.model.printable import shortened
from rulings.names.finding import ambiguous, resolve_subject
from rulings.names.nearest import not_found, similar_words
from rulings.names.resolving import cached_name_tables, resolve

_BEGINNING = 4  # letters that `tourney` shares with `tournament`
_STEP = re.compile(r"(?:run-chart-|step[\s-]*)?0*([0-9]{1,3})", re.IGNORECASE)


def find_page_key(kb: KnowledgeBase, typed: str, kind: SubjectKind = "card") -> tuple[str, str | None]:
    """The key of the page (`card:dr-dreff`), and the id if a ruling is meant. Raises `NotFound` or `Ambiguous`."""
    by_id = _by_id(kb, typed, kind)
    if by_id:
        return by_id
    resolved = resolve_subject(kb, typed, kind)
    if resolved.outcome == "found":
        return f"{kind}:{resolved.ids[0]}", None
    if resolved.outcome == "ambiguous":
        raise ambiguous(f"{kind}s", typed, list(zip(resolved.ids, resolved.titles, strict=True)))
    ids = nearest_ruling_ids(kb, typed)
    if ids:
        raise not_found("no ruling", typed, ids)
    more = _other_kind_hint(kb, typed, kind)
    if kind == "topic" and not (resolved.nearest or more):
        more += f"\nthe topics are {', '.join(topic.title for topic in kb.topics)}"
    raise not_found(f"no {kind}", typed, resolved.nearest, more)


def note_reading(typed: str, title: str) -> None:
    """Notes how a name was read."""
    terminal.print_note(f"“{shortened(typed)}” is read as {title}")


def typed_step(typed: str) -> int | None:
    """The number in `13`, `step 13`, `step-13` or the id `run-chart-13`, in any case; None for anything else."""
    match = _STEP.fullmatch(typed.strip())
    return int(match[1]) if match else None


def step_number(steps: Sequence[Step], typed: str) -> int:
    """The number of a typed step (`13`, `step 13`). Raises `UsageError` if there is no such step."""
    number = typed_step(typed)
    for step in steps:
        if step.number == number:
            return number
    raise UsageError(
        f"there is no step “{shortened(typed)}”; the run chart has steps 1 to {len(steps)} (rulings run shows them)"
    )


def _by_id(kb: KnowledgeBase, typed: str, kind: SubjectKind) -> tuple[str, str | None] | None:
    """The page for the id of a ruling, or of a card or topic (`kind`), current or moved; None for anything else."""
    typed = kb.current_id(typed)
    ruling = kb.rulings_by_id.get(typed)
    if ruling is not None:
        return f"{ruling.subject.kind}:{ruling.subject.id}", typed
    return (f"{kind}:{typed}", None) if typed in (kb.cards_by_id if kind == "card" else kb.topics_by_id) else None


def nearest_ruling_ids(kb: KnowledgeBase, typed: str) -> list[str]:
    """The ids of rulings nearest to the typed one, if that ends in eight hexadecimal digits like an id."""
    typed = typed.strip().lower()
    if not is_ruling_id(typed):
        return []
    return similar_words(typed, list(kb.rulings_by_id), 2, cutoff=0.85)


def _other_kind_hint(kb: KnowledgeBase, typed: str, kind: SubjectKind) -> str:
    """The line below the message for an unknown card if the name is a topic's, or the other way round; else empty."""
    other_kind: SubjectKind = "topic" if kind == "card" else "card"
    resolved = resolve(cached_name_tables(kb), typed, other_kind)
    if resolved.outcome != "found":
        return ""
    return f"\nthere is a {other_kind} {resolved.titles[0]}: rulings {other_kind} {resolved.ids[0]}"


def nearest_command(typed: str) -> str:
    """The command that the first word may be a misspelling of; empty if there is none."""
    from rulings.names.edit_distance import corrections

    word = typed.split()[0].lower() if typed.split() else ""
    begun = [name for name in COMMANDS if len(word) > _BEGINNING and name.startswith(word[:_BEGINNING])]
    return next(iter([*corrections(word, list(COMMANDS)), *begun]), "")


def document_titles(kb: KnowledgeBase) -> dict[str, str]:
    """Document id → title and edition."""
    return {d.id: citing.title_with_edition(d) for d in kb.documents}
