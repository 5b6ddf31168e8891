"""The table of pages → the links of every page to others, and the stylesheets and scripts of each
kind of page.
"""

from __future__ import annotations

from rulings.model import page_table

# Of every page, as the scripts; `site/search_data.py` makes `js/constants.js`
STYLESHEETS = ("base.css",)
SCRIPTS = ("js/words.js", "js/frame.js", "js/offline.js", "js/search-box.js")

# At the top: words and address
MAIN_LINKS = tuple((page.header, f"/{page.id}/") for page in page_table.PAGES if page.header)

# In the menu: heading, words and addresses
MENU_LINKS = tuple(
    (
        heading,
        tuple(
            (page.menu[1], f"/{page.id}/") for page in page_table.PAGES if page.menu[0] == heading
        ),
    )
    for heading in dict.fromkeys(page.menu[0] for page in page_table.PAGES if page.menu[0])
)

_BY_KIND = {page.id: page for page in page_table.PAGES}


def stylesheets_of(kind: str) -> tuple[str, ...]:
    """All stylesheets of a page of this kind (the name of its template), in order."""
    return STYLESHEETS + (_BY_KIND[kind].stylesheets if kind in _BY_KIND else ())


def scripts_of(kind: str) -> tuple[str, ...]:
    """All scripts of a page of this kind, in order."""
    return SCRIPTS + tuple(
        f"js/{script}" for script in (_BY_KIND[kind].scripts if kind in _BY_KIND else ())
    )


def scripts_loaded_by_pages() -> frozenset[str]:
    """The scripts that at least one kind of page lists. Those of the search that none lists are
    only in its bundle.
    """
    return frozenset(script for kind in _BY_KIND for script in scripts_of(kind))
