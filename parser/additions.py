"""`sources/additions/*.yaml` → rulings newer than the printed list: a subject, and the words with their citation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rulings.errors import RulingsError
from rulings.ids import fold
from rulings.model import Card, Reference, Topic
from rulings.nearest import hint
from rulings.parser.sources import need
from rulings.yaml_reader import read_yaml


@dataclass(frozen=True, slots=True)
class Addition:
    """One added ruling; `lines` are those of its entry in the file, `document` names the file."""

    subject: Reference
    body: tuple[str, ...]
    lines: tuple[int, int]
    document: str
    path: Path


def read_additions(folder: Path, cards: Mapping[str, Card], topics: tuple[Topic, ...]) -> list[Addition]:
    """All additions, by file name and place. `cards` by folded title. `RulingsError` names file, line and title."""
    subjects = {key: Reference("card", card.id, card.title) for key, card in cards.items()}
    subjects |= {fold(topic.title): Reference("topic", topic.id, topic.title) for topic in topics}
    found = []
    for path in sorted(folder.glob("*.yaml")) if folder.is_dir() else []:
        for entry in read_yaml(path) or []:
            need(entry, "subject printed", path)
            subject = subjects.get(fold(str(entry["subject"])))
            if subject is None:
                near = hint(str(entry["subject"]), [known.title for known in subjects.values()])
                raise RulingsError(
                    f"{path}, line {entry.key_lines['subject']}: no card or topic is called {entry['subject']!r}{near}"
                )
            body = tuple(line.strip() for line in str(entry["printed"]).splitlines() if line.strip())
            if not body:
                raise RulingsError(f"{path}, line {entry.key_lines['printed']}: `printed` holds no words")
            last = max(entry.key_lines["printed"] + len(body), entry.line)
            found.append(Addition(subject, body, (entry.line, last), f"additions-{path.stem}", path))
    return found
