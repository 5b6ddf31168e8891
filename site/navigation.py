"""Makes the links of every page from the table of pages, and lists the stylesheets and scripts of
each kind of page.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import chain

from rulings.model import page_table

# Every page has these; `site/search_data.py` makes `js/constants.js`.
STYLESHEETS = ("base.css",)
SCRIPTS = ("js/words.js", "js/frame.js", "js/offline.js", "js/search-box.js")

# Words and address of each link at the top
MAIN_LINKS = tuple((page.header, f"/{page.id}/") for page in page_table.PAGES if page.header)

# Heading → words and addresses of its links in the menu
MENU_LINKS = defaultdict[str, list[tuple[str, str]]](list)
_BY_KIND: dict[str, page_table.Route] = {}
for _page in page_table.PAGES:
    _BY_KIND[_page.id] = _page
    _heading, _words = _page.menu
    if _heading:
        MENU_LINKS[_heading].append((_words, f"/{_page.id}/"))


def stylesheets_of(kind: str) -> tuple[str, ...]:
    """All stylesheets of a page of this kind (the name of its template), in order."""
    return STYLESHEETS + _BY_KIND.get(kind, page_table.Route(kind)).stylesheets


def scripts_of(kind: str) -> tuple[str, ...]:
    """All scripts of a page of this kind, in order."""
    return SCRIPTS + tuple(map("js/{}".format, _BY_KIND.get(kind, page_table.Route(kind)).scripts))


def scripts_loaded_by_pages() -> frozenset[str]:
    """The scripts that at least one kind of page lists. Those of the search that none lists are
    only in its bundle.
    """
    return frozenset(chain.from_iterable(map(scripts_of, _BY_KIND)))
