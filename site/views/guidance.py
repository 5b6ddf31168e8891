"""`guidance.yaml` → the topics that apply to a card type or keyword, for cards without rulings."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rulings.storage.yaml_reader import read_yaml


@dataclass(frozen=True, slots=True)
class Guide:
    """A topic that applies to a card type or keyword, and why."""

    topic: str
    reason: str


PATH = Path(__file__).with_name("guidance.yaml")
Guidance = dict[str, tuple[Guide, ...]]


def read_guidance(path: Path = PATH) -> Guidance:
    """Card type or keyword, as printed → the topics that apply to cards with it."""
    return {word: tuple(Guide(row["topic"], row["reason"]) for row in rows) for word, rows in read_yaml(path).items()}
