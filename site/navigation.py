"""Makes the links of every page from the table of pages, and lists the stylesheets and scripts of
each template.
"""

from __future__ import annotations

from itertools import chain

from rulings.model import page_table
from rulings.model.base import grouped

# Every page has these; `site/search_data.py` makes `js/constants.js`.
STYLESHEETS = ("base.css",)
SCRIPTS = ("js/words.js", "js/frame.js", "js/offline.js", "js/search-box.js")

# Words and address of each link at the top
MAIN_LINKS = tuple((page.header, f"/{page.id}/") for page in page_table.PAGES if page.header)

# Heading → words and addresses of its links in the menu
MENU_LINKS = grouped(
    (page.menu[0], (page.menu[1], f"/{page.id}/")) for page in page_table.PAGES if page.menu[0]
)

_ROWS_BY_TEMPLATE = {f"{page.id}.html": page for page in page_table.PAGES}


def stylesheets_of(template: str) -> tuple[str, ...]:
    """All stylesheets of a page with this template, in order."""
    row = _ROWS_BY_TEMPLATE.get(template)
    return STYLESHEETS + row.stylesheets if row else STYLESHEETS


def scripts_of(template: str) -> tuple[str, ...]:
    """All scripts of a page with this template, in order."""
    row = _ROWS_BY_TEMPLATE.get(template)
    return SCRIPTS + tuple(map("js/{}".format, row.scripts)) if row else SCRIPTS


def scripts_loaded_by_pages() -> frozenset[str]:
    """The scripts that at least one template lists. Those of the search that none lists are only in
    its bundle.
    """
    return frozenset(chain.from_iterable(map(scripts_of, _ROWS_BY_TEMPLATE)))
