"""One page of each kind, for tests that open all kinds in a browser: the pages in the
menu, and others.
"""

from __future__ import annotations

from rulings.api import KnowledgeBase
from rulings.site.page_parts import MENU_LINKS

# Pages of prose with the same template as “Marks explained”
LIKE_MARKS = ("/for-programs/", "/design/", "/reliability/")
PAGES = {  # name → address relative to the site
    "Home": "",
    **{
        words: address.removeprefix("/")
        for links in MENU_LINKS.values()
        for words, address in links
        if address not in LIKE_MARKS
    },
    "a card": "cards/dr-dreff/",
    "a card without rulings": "cards/access-to-kiribati/",
    "a filter": "cards/by-side/corp/",
    "a topic": "topics/tracing/",
    "a keyword": "keywords/virus/",
    "a step": "run-chart/step-5/",
    "an authority": "authorities/sparky/",
    "a document": "documents/comprehensive-reference-manual/",
    "a document of the other game": "documents/android-netrunner-tournament-regulations/",
    "a source": "documents/comprehensive-reference-manual/lines-1/",
    "Search": "search/?q=dreff",
    "Not found": "404.html",
}
PAGES_AND_STATES = {  # also pages as a reader has left them; `{…}`: see `address`
    **PAGES,
    "source": "documents/netrunner-rulings/lines-301/#L312",
    "search without a query": "search/",
    "nothing found": "search/?q=qwxz+vbnmk+plokij",
    "walk": "run-chart/#walk=y.n",
    "ruling": "cards/dr-dreff/#{ruling}",
    "folded": "errata/#{erratum}",
    "saved deck": "deck/#d=3.dr-dreff_2.glacier",
    "quiz on a deck": "quiz/#d=3.dr-dreff",
    "wrong address": "cards/doctor-dref/",
}


def address(path: str, library: KnowledgeBase) -> str:
    """The path with ids of rulings on Dr. Dreff: first `{erratum}`, last `{ruling}`."""
    erratum, *_, ruling = (ruling.id for ruling in library.rulings_for("dr-dreff"))
    return path.format(erratum=erratum, ruling=ruling)
