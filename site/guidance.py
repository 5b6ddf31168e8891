"""`guidance.yaml` → which topics bear on a type or a keyword, for the cards on which nothing was ruled."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rulings.yaml_reader import read_yaml


@dataclass(frozen=True, slots=True)
class Bearing:
    """That a topic bears on a type or keyword, and why."""

    topic: str
    reason: str


PATH = Path(__file__).with_name("guidance.yaml")
Guidance = dict[str, tuple[Bearing, ...]]


def read_guidance(path: Path = PATH) -> Guidance:
    """By the type or keyword as printed on the cards."""
    return {word: tuple(Bearing(row["topic"], row["reason"]) for row in rows) for word, rows in read_yaml(path).items()}
