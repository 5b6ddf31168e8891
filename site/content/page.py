"""A page of the site: its address, its template and the context of the template."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rulings.model.constants import NETRUNNER

DOCUMENTS_BREADCRUMB = ("Rules", "/documents/")  # the `parent` of documents and of pages on them
ABOUT_BREADCRUMB = ("About the data", "/about-the-data/")
_MAX_DESCRIPTION = 155  # characters of a page's description, as search engines show it


@dataclass(frozen=True, slots=True)
class SitePage:
    """A page of the site."""

    url: str  # from the root: `/cards/dr-dreff/`
    template: str
    title: str
    description: str
    context: Mapping[str, Any] = field(default_factory=dict)  # of the template, besides its globals
    parent: tuple[str, str] | None = None  # title and address of the page above it
    game: str = NETRUNNER
    json_ld: Mapping[str, Any] | None = None  # for search engines
    json_url: str | None = None  # address of the same data as JSON
    is_indexable: bool = True  # whether search engines may list it (site map, `robots`)

    @property
    def kind(self) -> str:
        """The kind of page, on which its stylesheets and scripts depend: the name of its template (`card`)."""
        return self.template.removesuffix(".html")


def page_description(text: str) -> str:
    """A text as the description of a page: its beginning, cut between words."""
    text = " ".join(text.split())
    if len(text) <= _MAX_DESCRIPTION:
        return text
    return text[:_MAX_DESCRIPTION].rsplit(" ", 1)[0].rstrip(" ,;:.") + " …"
