"""The page of search results, and the page on how to search."""

from __future__ import annotations

from collections.abc import Iterator

from rulings.search.fields import FIELDS
from rulings.site.content.data import SiteData
from rulings.site.content.page import SitePage

_EXAMPLES = (
    ("can I jack out before the first piece of ice?", "a question, as one asks it"),
    ("dreff rez cost", "the rulings that have most of these words, those on the named card first"),
    ('"net damage" trace', "these two words in this order; entries with the other one first"),
    ("damage -net", "damage, but no entry with the word net"),
    ("icebreak*", "all words that begin like this"),
    ("rezz~", "words that differ by one letter, or by two with ~2"),
    ("glacier OR dreff", "one or the other"),
    ("(glacier OR dreff) rez", "parentheses group words"),
    ("is:errata by:sparky", "errata by one person, with fields"),
    ("type:ice strength:5+", "this number or more; >5, <5 and <=5 are understood too"),
    ("newest rulings", "what was said last; also with fields: latest errata by:sparky"),
    ("dr-dreff-8a16f88d", "a ruling by its id or its address"),
)


def search_pages(data: SiteData) -> Iterator[SitePage]:
    """The page of results, which lists other ways to browse without JavaScript, and the page on how to search."""
    yield SitePage(
        url="/search/",
        template="search.html",
        title="Search",
        description="Search the rulings on Netrunner (1996): by card, words, authority or date.",
        context={"topics": data.topics},
    )
    yield SitePage(
        url="/query-language/",
        template="query-language.html",
        title="How to search",
        parent=("Search", "/search/"),
        description="Words, phrases, patterns and fields that the search understands, with examples to try.",
        context={"examples": _EXAMPLES, "fields": FIELDS},
    )
