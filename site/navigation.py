"""The links of every page to others, and the stylesheets and scripts of each kind of page."""

from __future__ import annotations

from typing import NamedTuple


class PageAssets(NamedTuple):
    """The stylesheets and scripts of one kind of page (the name of its template: `card`), in order.

    The files are in `site/theme`, the stylesheets in its folder `css`; `site/search_data.py` makes `js/constants.js`.
    """

    stylesheets: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()


EVERY_PAGE = PageAssets(("base.css",), ("js/words.js", "js/frame.js", "js/offline.js", "js/search-box.js"))
# Decks and practice read the data of all cards and rulings, and resolve names in the same way as the search.
_CARD_DATA_SCRIPTS = (
    "js/constants.js",
    "js/engine/analysis.js",
    "js/engine/edit-distance.js",
    "js/engine/names.js",
    "js/card-data.js",
)
_DECK_SCRIPTS = ("js/deck-reading.js", "js/deck-sheet.js", "js/deck.js")
_COPY_SCRIPTS = ("js/copy.js",)  # buttons that copy a link or a ruling

# Kinds of page that are not listed have only those of every page.
ASSETS_BY_KIND = {
    "home": PageAssets(("home.css",), ("js/home.js",)),
    "card": PageAssets(("sidebar.css", "card.css"), _COPY_SCRIPTS),
    "topic": PageAssets(("sidebar.css",), _COPY_SCRIPTS),
    "cards": PageAssets(("cards.css",), ("js/facets.js", "js/cards.js")),
    "keyword": PageAssets(("cards.css",)),
    "run-chart": PageAssets(("run-chart.css",), ("js/run-chart-steps.js", "js/run-chart.js")),
    "step": PageAssets(("sidebar.css", "run-chart.css"), _COPY_SCRIPTS),
    "document": PageAssets(("prose.css", "sidebar.css", "document.css"), _COPY_SCRIPTS),
    "source": PageAssets(("document.css",)),
    "main": PageAssets(("prose.css", "sidebar.css")),
    "errata": PageAssets(("ruling-lists.css",)),
    "reversals": PageAssets(("ruling-lists.css",)),
    "documents": PageAssets(("directory.css",)),
    "about-data": PageAssets(("prose.css", "about-data.css")),
    "authorities": PageAssets(("directory.css",)),
    "authority": PageAssets(("sidebar.css",)),
    "search": PageAssets(("search.css",), ("js/facets.js", "js/results.js")),
    "query-language": PageAssets(("prose.css", "query-language.css")),
    "tournament": PageAssets(("prose.css", "tournament.css")),
    "deck": PageAssets(("forms.css", "deck.css"), (*_CARD_DATA_SCRIPTS, *_DECK_SCRIPTS)),
    "quiz": PageAssets(("forms.css", "quiz.css"), (*_CARD_DATA_SCRIPTS, "js/leitner.js", "js/quiz.js")),
    "book": PageAssets(("book.css",)),
    "404": PageAssets(("not-found.css",), ("js/not-found.js",)),
}


def stylesheets_of(kind: str) -> tuple[str, ...]:
    """All stylesheets of a page of this kind, in order."""
    return EVERY_PAGE.stylesheets + ASSETS_BY_KIND.get(kind, PageAssets()).stylesheets


def scripts_of(kind: str) -> tuple[str, ...]:
    """All scripts of a page of this kind, in order."""
    return EVERY_PAGE.scripts + ASSETS_BY_KIND.get(kind, PageAssets()).scripts


def scripts_loaded_by_pages() -> frozenset[str]:
    """The scripts that at least one kind of page lists. Those of the search that none lists are only in its bundle."""
    return frozenset(script for kind in (EVERY_PAGE, *ASSETS_BY_KIND.values()) for script in kind.scripts)


# At the top: words and address; every site has these pages
MAIN_LINKS = (
    ("Cards", "/cards/"),
    ("Topics", "/topics/"),
    ("Run chart", "/run-chart/"),
    ("Rules", "/documents/"),
    ("Errata", "/errata/"),
    ("Deck", "/deck/"),
    ("Practice", "/quiz/"),
)

# In the menu: heading, words and addresses; a page that a small site lacks is left out
MENU_LINKS = (
    (
        "Rulings",
        (
            ("Cards", "/cards/"),
            ("Topics", "/topics/"),
            ("Keywords", "/keywords/"),
            ("Run chart", "/run-chart/"),
            ("Errata", "/errata/"),
            ("Reversals", "/reversals/"),
            ("Rules", "/documents/"),
            ("Who ruled", "/authorities/"),
        ),
    ),
    (
        "At the table",
        (
            ("Rulings for a deck", "/deck/"),
            ("Practice", "/quiz/"),
            ("Book to print", "/book/"),
            ("How to search", "/query-language/"),
            ("Tournament tables of another game", "/tournament/"),
        ),
    ),
    (
        "About",
        (
            ("Marks explained", "/marks/"),
            ("About the data", "/about-the-data/"),
            ("What’s new", "/whats-new/"),
            ("For programs", "/for-programs/"),
            ("Design", "/design/"),
            ("Reliability", "/reliability/"),
        ),
    ),
)
