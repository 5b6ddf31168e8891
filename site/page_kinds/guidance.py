"""`guidance.yaml` → the topics that apply to a card type or keyword."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rulings.model.views import TopicView
from rulings.site.page_kinds.data import SiteData
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


def guiding_topics(data: SiteData, guidance: Guidance, *words: str) -> list[tuple[TopicView, str]]:
    """The topics that apply to cards with these keywords or types, each with the reason."""
    reasons: dict[str, str] = {}
    for word in words:
        for guide in guidance.get(word, ()):
            reasons.setdefault(guide.topic, guide.reason)
    return [(data.topics_by_id[id], reason) for id, reason in reasons.items() if id in data.topics_by_id]
