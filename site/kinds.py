"""The kinds of pages (`kind` in a template) that have stylesheets or scripts of their own."""

from __future__ import annotations

from typing import NamedTuple


class Kind(NamedTuple):
    """What a page of one kind loads after what every page loads, in order: files of `site/theme`."""

    stylesheets: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()


EVERY_PAGE = Kind(("rulings.css",), ("js/page.js", "js/theme.js", "js/search-box.js", "js/offline.js"))
# Pages that read the whole table of cards and rulings: decks and practice. Two of its scripts are the search's.
_TABLE = ("js/search-analysis.js", "js/search-names.js", "js/deck-sheet.js", "js/table-show.js")
_COPY = ("js/copy.js",)  # links to copy beside each ruling

KINDS = {
    "home": Kind(("home.css",), ("js/home.js",)),
    "card": Kind(("beside.css", "card.css"), _COPY),
    "topic": Kind(("beside.css",), _COPY),
    "cards": Kind(("cards.css",), ("js/cards.js",)),
    "keyword": Kind(("cards.css",)),
    "run-chart": Kind(("run-chart.css",), ("js/run-chart.js",)),
    "step": Kind(("beside.css", "run-chart.css"), _COPY),
    "document": Kind(("beside.css", "document.css"), _COPY),
    "source": Kind(("document.css",)),
    "errata": Kind(("long.css",), _COPY),
    "reversals": Kind(("long.css",), _COPY),
    "documents": Kind(("people.css",)),
    "authorities": Kind(("people.css", "timeline.css")),
    "authority": Kind(("beside.css", "timeline.css")),
    "pictures": Kind(("timeline.css", "pictures.css")),
    "search": Kind(("search.css",), ("js/search-page.js",)),
    "query-language": Kind(("query-language.css",)),
    "tournament": Kind(("tournament.css",), ("js/tournament.js",)),
    "deck": Kind(("forms.css", "deck.css"), (*_TABLE, "js/deck-reading.js", "js/deck.js")),
    "quiz": Kind(("forms.css", "quiz.css"), (*_TABLE, "js/quiz.js")),
    "book": Kind(("book.css",)),
    "not-found": Kind(("not-found.css",), ("js/not-found.js",)),
}


def stylesheets_of(kind: str) -> tuple[str, ...]:
    """All stylesheets of a page of this kind, in order."""
    return EVERY_PAGE.stylesheets + KINDS.get(kind, Kind()).stylesheets


def scripts_of(kind: str) -> tuple[str, ...]:
    """All scripts of a page of this kind, in order."""
    return EVERY_PAGE.scripts + KINDS.get(kind, Kind()).scripts


def all_scripts() -> frozenset[str]:
    """The scripts that some page loads by itself; the others are only parts of the search's bundle."""
    return frozenset(script for kind in (EVERY_PAGE, *KINDS.values()) for script in kind.scripts)
