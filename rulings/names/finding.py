"""A typed name or id → the entity it means, whatever else it may mean; or `NotFound` with the nearest names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from rulings.errors import Ambiguous
from rulings.model.constants import SubjectKind
from rulings.model.entities import Authority, Ruling, Section, Step
from rulings.model.formatting import joined_with_or
from rulings.model.ids import fold
from rulings.model.knowledge import Knowledge
from rulings.model.printable import shortened
from rulings.names.meanings import cached_meanings
from rulings.names.nearest import not_found, similar_words
from rulings.names.resolving import ResolvedName, cached_name_tables, resolve

_TOPIC_LETTERS = 4  # that tell a topic from the others


def find_subject(kb: Knowledge, name: str, kind: SubjectKind) -> str:
    """The id of the card or topic that a name means, whatever else it may mean.

    Raises `NotFound` or `Ambiguous`, both with the `nearest` titles.
    """
    resolved = resolve_subject(kb, kb.current_id(name), kind)
    if resolved.outcome == "found":
        return resolved.ids[0]
    if resolved.outcome == "ambiguous":
        raise Ambiguous(
            f"“{shortened(name)}” may mean {joined_with_or(resolved.titles)}",
            name,
            tuple(zip(resolved.ids, resolved.titles, strict=True)),
        )
    raise not_found(f"no {kind}", name, resolved.nearest)


def resolve_subject(kb: Knowledge, typed: str, kind: SubjectKind) -> ResolvedName:
    """What `resolve` finds. There are few topics, so another form of its first word (`trace`) is enough for one."""
    resolved = resolve(cached_name_tables(kb), typed, kind)
    if kind == "topic" and resolved.outcome == "none":
        beginning = fold(typed)[:_TOPIC_LETTERS]
        topics = [topic for topic in kb.topics if fold(topic.title).startswith(beginning)]
        if len(topics) == 1 and len(beginning) == _TOPIC_LETTERS and topics[0].title in resolved.nearest:
            return ResolvedName([topics[0].id], [topics[0].title], [])
    return resolved


def find_ruling(kb: Knowledge, id: str) -> Ruling:
    """The ruling with that id, current or former."""
    known = kb.rulings_by_id
    return known.get(kb.current_id(id)) or _raise("no ruling", id, known)


def find_section(kb: Knowledge, id: str) -> Section:
    """The section with that id, current or former."""
    known = kb.sections_by_id
    return known.get(kb.current_id(id)) or _raise("no section", id, known)


def find_step(kb: Knowledge, number: int | str) -> Step:
    """The step of the run chart with that number or id (`run-chart-13`)."""
    for step in kb.steps:
        if str(number).strip().lower() in (str(step.number), step.id):
            return step
    raise not_found("no step", str(number), [], f"; the run chart has steps 1 to {len(kb.steps)}")


def find_authority(kb: Knowledge, name: str) -> tuple[Authority, bool]:
    """The authority with that name, id or person, or the beginning of one; and whether the name was misspelt."""
    wanted = fold(name)
    with_names = [(a, {*map(fold, (a.id, a.name, a.person or "", *a.names))}) for a in kb.authorities]
    exact = [authority for authority, names in with_names if wanted and wanted in names]
    matches = exact or [
        authority for authority, names in with_names if wanted and any(all_begin_words(wanted, name) for name in names)
    ]
    misspelt = None if matches else misspelt_authority(kb, name)
    if misspelt:
        matches = [authority for authority in kb.authorities if authority.id == misspelt[0]]
    if len(matches) == 1:
        return matches[0], bool(misspelt)
    if matches:
        raise ambiguous("authorities", name, [(authority.id, authority.name) for authority in matches])
    names = [authority.name for authority in kb.authorities]
    raise not_found("no authority", name, similar_words(name, names, 1), f"\nthe authorities are {', '.join(names)}")


def misspelt_authority(kb: Knowledge, typed: str) -> tuple[str, str] | None:
    """Id and name of the authority that this may be a misspelling of (name, first or last name), or None."""
    from rulings.names.edit_distance import corrections

    names = cached_meanings(kb)["names"]
    known = {name: (id, title) for name, (kind, id, title) in names.items() if kind == "authority"}
    nearest = corrections(fold(typed).replace(" ", ""), sorted(known))
    return known[nearest[0]] if nearest else None


def ambiguous(things: str, typed: str, choices: list[tuple[str, str]]) -> Ambiguous:
    """The error for a typed name that several `things` (`cards`) have. `choices`: the id and title of each."""
    lines = "".join(f"\n  {id}  {title}" for id, title in choices)
    return Ambiguous(f"“{shortened(typed)}” may mean several {things}:{lines}", typed, tuple(choices))


def all_begin_words(wanted: str, name: str) -> bool:
    """Whether each word of `wanted` is the beginning of a word of `name`; both are folded."""
    return all(any(word.startswith(beginning) for word in name.split()) for beginning in wanted.split())


def _raise(what: str, id: str, known: Iterable[str]) -> NoReturn:
    raise not_found(what, id, similar_words(id, known, 3))
