"""One page of each kind, for tests that open all kinds in a browser: the pages linked from the footer, and others."""

from __future__ import annotations

from rulings.site.navigation import FOOT_LINKS

PAGES = {  # name → address relative to the site
    "Home": "",
    **{words: address.removeprefix("/") for _, links in FOOT_LINKS for words, address in links},
    "a card": "cards/dr-dreff/",
    "a card without rulings": "cards/access-to-kiribati/",
    "a filter": "cards/by-side/corp/",
    "Topics": "topics/",
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
