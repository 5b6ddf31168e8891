"""A card's keywords and type → the general rulings that apply to it, for cards without rulings of their own."""

from __future__ import annotations

from rulings.model.entities import Topic
from rulings.site.content.data import SiteData


def applicable_topics(data: SiteData, *words: str) -> list[tuple[Topic, str]]:
    """The topics that apply to cards with these keywords or types, as printed, each once and with the reason."""
    reasons: dict[str, str] = {}
    for word in words:
        for row in data.kb.applicable_topics.get(word, ()):
            reasons.setdefault(row["topic"], row["reason"])
    return [(data.topics_by_id[id], reason) for id, reason in reasons.items() if id in data.topics_by_id]
