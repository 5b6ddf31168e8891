"""What one page of the site is made of: its address, its template, and what the template shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rulings.model import NETRUNNER


@dataclass(frozen=True, slots=True)
class SitePage:
    """One generated page. `url` ends in a slash and begins with none; `back` is the list it belongs to."""

    url: str
    template: str
    title: str
    description: str
    data: Mapping[str, Any] = field(default_factory=dict)
    back: tuple[str, str] | None = None
    game: str = NETRUNNER
    entity: bool = False  # one of the cards, topics, documents or the run chart: those the build must not lose
    structured: Mapping[str, Any] | None = None  # JSON-LD
    twin: str | None = None  # the JSON that holds the same
    indexed: bool = True


def shorten(words: str, length: int = 155) -> str:
    """The beginning of a text, cut between words, for a description."""
    words = " ".join(words.split())
    if len(words) <= length:
        return words
    return words[:length].rsplit(" ", 1)[0].rstrip(" ,;:.") + " …"
