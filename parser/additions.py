"""`sources/additions/*.yaml` → rulings newer than the printed list, each with its subject and its words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulings.errors import RulingsError, quoted
from rulings.model.entities import Card, Reference, Topic
from rulings.model.ids import additions_document, fold
from rulings.names.nearest import nearest_hint
from rulings.storage.text import split_lines


@dataclass(frozen=True, slots=True)
class Addition:
    """One added ruling. `lines`: first and last line of its entry in the file that `document` names.

    `is_uncited`: whether it says that nobody is cited (`citation: none`).
    """

    subject: Reference
    body: tuple[str, ...]
    lines: tuple[int, int]
    document: str
    path: Path
    is_uncited: bool


def read_additions(
    hand_edited: Mapping[str, Any], folder: Path, cards: Mapping[str, Card], topics: tuple[Topic, ...]
) -> list[Addition]:
    """All additions, in the order of their files. `cards`: by folded title.

    Raises `RulingsError` with file and line for an unknown subject.
    """
    subjects = {key: Reference("card", card.id, card.title) for key, card in cards.items()}
    subjects |= {fold(topic.title): Reference("topic", topic.id, topic.title) for topic in topics}
    additions = []
    for name, entries in hand_edited.items():
        document = additions_document(name)
        if document is None:
            continue
        path = folder / f"{name}.yaml"
        for entry in entries or ():
            subject = subjects.get(fold(entry["subject"]))
            if subject is None:
                suggestion = nearest_hint(entry["subject"], [known.title for known in subjects.values()])
                raise RulingsError(
                    f"{path}, line {entry.key_lines['subject']}: no card or topic is called "
                    f"{quoted(entry['subject'][:80])}{suggestion}"
                )
            body = tuple(line.strip() for line in split_lines(entry["printed"]) if line.strip())
            additions.append(
                Addition(subject, body, (entry.line, entry.last_line), document, path, "citation" in entry)
            )
    return additions
