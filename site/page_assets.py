"""The kinds of pages (`kind` in a template) that have stylesheets or scripts of their own."""

from __future__ import annotations

from typing import NamedTuple


class PageAssets(NamedTuple):
    """What a page of one kind loads after what every page loads, in order.

    The files are in `site/theme`, but for `js/constants.js`, which `export/script_constants.py` makes.
    """

    stylesheets: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()


EVERY_PAGE = PageAssets(("rulings.css",), ("js/page.js", "js/theme.js", "js/search-box.js", "js/offline.js"))
# Pages that read the whole table of cards and rulings: decks and practice. They resolve names as the search does.
_NAMES = ("js/constants.js", "js/search-analysis.js", "js/search-names.js")
_TABLE = (*_NAMES, "js/deck-sheet.js", "js/table-show.js")
_COPY = ("js/copy.js",)  # links to copy beside each ruling

ASSETS_BY_KIND = {
    "home": PageAssets(("home.css",), ("js/home.js",)),
    "card": PageAssets(("beside.css", "card.css"), _COPY),
    "topic": PageAssets(("beside.css",), _COPY),
    "cards": PageAssets(("cards.css",), ("js/cards.js",)),
    "keyword": PageAssets(("cards.css",)),
    "run-chart": PageAssets(("run-chart.css",), ("js/run-chart.js",)),
    "step": PageAssets(("beside.css", "run-chart.css"), _COPY),
    "document": PageAssets(("beside.css", "document.css"), _COPY),
    "source": PageAssets(("document.css",)),
    "errata": PageAssets(("long.css",), _COPY),
    "reversals": PageAssets(("long.css",), _COPY),
    "documents": PageAssets(("people.css",)),
    "authorities": PageAssets(("people.css", "timeline.css")),
    "authority": PageAssets(("beside.css", "timeline.css")),
    "pictures": PageAssets(("timeline.css", "pictures.css")),
    "search": PageAssets(("search.css",), ("js/search-page.js",)),
    "query-language": PageAssets(("query-language.css",)),
    "tournament": PageAssets(("tournament.css",), ("js/tournament.js",)),
    "deck": PageAssets(("forms.css", "deck.css"), (*_TABLE, "js/deck-reading.js", "js/deck.js")),
    "quiz": PageAssets(("forms.css", "quiz.css"), (*_TABLE, "js/quiz.js")),
    "book": PageAssets(("book.css",)),
    "not-found": PageAssets(("not-found.css",), ("js/not-found.js",)),
}


def stylesheets_of(kind: str) -> tuple[str, ...]:
    """All stylesheets of a page of this kind, in order."""
    return EVERY_PAGE.stylesheets + ASSETS_BY_KIND.get(kind, PageAssets()).stylesheets


def scripts_of(kind: str) -> tuple[str, ...]:
    """All scripts of a page of this kind, in order."""
    return EVERY_PAGE.scripts + ASSETS_BY_KIND.get(kind, PageAssets()).scripts


def all_scripts() -> frozenset[str]:
    """The scripts that some page loads by itself; the others are only parts of the search's bundle."""
    return frozenset(script for kind in (EVERY_PAGE, *ASSETS_BY_KIND.values()) for script in kind.scripts)
