"""A page of the site: its address, its template and the data of the template."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rulings.model.constants import NETRUNNER


@dataclass(frozen=True, slots=True)
class SitePage:
    """One generated page. `url` has no leading slash; `back`: title and address of the list it belongs to."""

    url: str
    template: str
    title: str
    description: str
    data: Mapping[str, Any] = field(default_factory=dict)
    back: tuple[str, str] | None = None
    game: str = NETRUNNER
    entity: bool = False  # a card, topic or document, or the run chart: the build fails without it
    structured: Mapping[str, Any] | None = None  # JSON-LD
    json_url: str | None = None  # the same data as JSON
    indexed: bool = True


def shorten(words: str, length: int = 155) -> str:
    """The beginning of a text, up to `length` characters, cut between words."""
    words = " ".join(words.split())
    if len(words) <= length:
        return words
    return words[:length].rsplit(" ", 1)[0].rstrip(" ,;:.") + " …"
