"""The pages of the site in one table, for the site with its menus and stylesheets, the
search and the names.
"""

from __future__ import annotations

from typing import NamedTuple

from rulings.model import ids


class PageRow(NamedTuple):
    """A page at `/id/`, a kind of page with the template `id.html`, or a list that only
    a command shows.

    All fields except `id` may be empty, if they do not apply to the page.
    """

    id: str
    # Heading of the menu, and words below it; a menu leaves out a page that a small
    # site lacks
    menu: tuple[str, str] = ("", "")
    header: str = ""  # words in the row of main links, if every site has the page
    title: str = ""  # title in results of the search; by default the words in the menu
    shows: str = ""  # its content in results; if empty, the search leaves the page out
    # The short name of the document that it shows; the game follows from it
    document: str = ""
    names: tuple[
        str, ...
    ] = ()  # more names that find it in a search, in addition to id and title
    list_of: str = ""  # the things in it, if its id is the name of a list
    meaning: str = ""  # the meaning of its address typed as a name, if it is not a list
    command: str = ""  # the command that shows it, with its arguments
    stylesheets: tuple[str, ...] = ()  # in `site/theme/css`, after `base.css`, in order
    scripts: tuple[str, ...] = ()  # in `site/theme/js`, after the usual ones, in order

    @property
    def described(self) -> str:
        """The meaning of its address when typed as a name; empty if it has none."""
        if self.list_of:
            return f"the list of {self.list_of}"
        return self.meaning


# Decks and practice read the data of all cards and rulings, and resolve names as the
# search does.
_CARD_DATA = ("cards.js",)

PAGES = (
    PageRow("home", stylesheets=("home.css",)),
    PageRow(
        "cards",
        menu=("Rulings", "Cards"),
        header="Cards",
        shows="all cards by side, type, set and keyword",
        names=("card list", "list of cards", "all cards"),
        list_of="cards",
        command="list",
        stylesheets=("cards.css",),
    ),
    PageRow(
        "card",
        stylesheets=("sidebar.css", "card.css"),
        scripts=("copy.js",),
    ),
    PageRow(
        "topics",
        menu=("Rulings", "Topics"),
        shows="the general rulings by topic",
        names=("topic list", "list of topics", "general rulings"),
        list_of="topics",
        command="topic",
    ),
    PageRow(
        "topic",
        stylesheets=("sidebar.css",),
        scripts=("copy.js",),
    ),
    PageRow(
        "keywords",
        menu=("Rulings", "Keywords"),
        shows="the keywords of the cards",
        names=("keyword list", "list of keywords", "subtypes"),
        list_of="keywords",
        command="list keywords",
    ),
    PageRow("keyword", stylesheets=("cards.css",)),
    PageRow(
        "run-chart",
        menu=("Rulings", "Run chart"),
        header="Run chart",
        shows="the steps of a run, one by one; rulings run",
        document="run-chart",
        names=("runchart", "chart", "steps of a run"),
        meaning="the run chart",
        command="run",
        stylesheets=("run-chart.css",),
        scripts=("run-chart.js",),
    ),
    PageRow(
        "steps",
        list_of="steps",
        command="run",
    ),
    PageRow(
        "types",
        list_of="card types",
        command="list types",
    ),
    PageRow(
        "sets",
        list_of="sets",
        command="list sets",
    ),
    PageRow(
        "artists",
        list_of="artists",
        command="list artists",
    ),
    PageRow(
        "sections",
        list_of="sections",
        command="search kind:section",
    ),
    PageRow(
        "step",
        stylesheets=("sidebar.css", "run-chart.css"),
        scripts=("copy.js",),
    ),
    PageRow(
        "documents",
        menu=("Rulings", "Rules"),
        title="Documents",
        shows="the rulings, the manual and the others as printed",
        names=("document", "sources", "rules"),
        list_of="documents",
        command="document",
        stylesheets=("directory.css",),
    ),
    PageRow(
        "document",
        stylesheets=("prose.css", "sidebar.css", "document.css"),
        scripts=("copy.js",),
    ),
    PageRow("source", stylesheets=("document.css",)),
    PageRow(
        "errata",
        menu=("Rulings", "Errata"),
        header="Errata",
        shows="every erratum; rulings errata",
        names=("erratum", "errata list", "list of errata", "all errata"),
        list_of="errata",
        command="search is:errata",
        stylesheets=("ruling-lists.css",),
    ),
    PageRow(
        "reversals",
        menu=("Rulings", "Reversals"),
        title="Reversals and contradictions",
        shows="rulings taken back, and statements that disagree; rulings reversals",
        names=(
            "reversal",
            "contradictions",
            "reversed rulings",
            "contradiction",
            "reversed",
            "superseded",
            "disputed",
            "overruled",
        ),
        list_of="reversals",
        command="search is:reversal",
        stylesheets=("ruling-lists.css",),
    ),
    PageRow(
        "contradictions",
        list_of="superseded and disputed entries",
        command="search is:disputed OR is:superseded",
    ),
    PageRow(
        "superseded",
        list_of="superseded entries",
        command="search is:superseded",
    ),
    PageRow(
        "disputed",
        list_of="disputed entries",
        command="search is:disputed",
    ),
    PageRow(
        "notes",
        list_of="notes on two statements",
        command="list notes",
    ),
    PageRow(
        "changes",
        list_of="rulings, newest first",
        command="search kind:ruling",
    ),
    PageRow(
        "authorities",
        menu=("Rulings", "Who ruled"),
        title="Authorities",
        shows="who ruled; rulings who",
        names=("who", "who ruled", "netreps", "authority"),
        list_of="authorities",
        command="who",
        stylesheets=("directory.css",),
    ),
    PageRow("authority"),
    PageRow(
        "deck",
        menu=("At the table", "Rulings for a deck"),
        header="Deck",
        title="Deck check",
        shows="the rulings that bear on a deck; rulings deck FILE",
        names=("decks", "deck list", "decklist"),
        stylesheets=("forms.css", "deck.css"),
        scripts=(*_CARD_DATA, "decklist.js", "deck-sheet.js", "deck.js"),
    ),
    PageRow(
        "quiz",
        menu=("At the table", "Practice"),
        shows="questions for judges, on a page of the site",
        names=("practise", "practice quiz", "test"),
        stylesheets=("forms.css", "quiz.css"),
        scripts=(*_CARD_DATA, "quiz.js"),
    ),
    PageRow(
        "book",
        menu=("At the table", "Book to print"),
        title="All rulings",
        shows="all rulings on one page, to print",
        names=("all rulings", "print", "printable"),
        stylesheets=("book.css",),
    ),
    PageRow(
        "search",
        meaning="the search",
        command="search",
        stylesheets=("search.css",),
        scripts=("results.js",),
    ),
    PageRow(
        "query-language",
        menu=("At the table", "How to search"),
        shows="words, phrases, fields and patterns",
        names=("search", "search help"),
        stylesheets=("prose.css", "query-language.css"),
    ),
    PageRow("main", stylesheets=("prose.css", "sidebar.css")),
    PageRow("marks", menu=("About", "Marks explained")),
    PageRow(
        "about-the-data",
        menu=("About", "About the data"),
        shows="where the words come from",
        names=("about", "sources and licences"),
        stylesheets=("prose.css",),
    ),
    PageRow(
        "whats-new",
        menu=("About", "What’s new"),
        shows="editions and added rulings; rulings changes",
        names=("changes", "news", "changelog"),
    ),
    PageRow(
        "for-programs",
        menu=("About", "For programs"),
        stylesheets=("prose.css", "sidebar.css"),
    ),
    PageRow(
        "404", stylesheets=("search.css", "not-found.css"), scripts=("not-found.js",)
    ),
)

# The last part of a page's address → a description. For a list, that part is also a
# name.
_DESCRIBED_PAGES = [page for page in PAGES if page.described]
NAMED_PAGES = {page.id: page.described for page in _DESCRIBED_PAGES}

# Address of a page → the query that finds its content, for a page that is not saved. {}
# is the last part of the address. The search has a list of the other pages (`pages` in
# `site/search_data.py`).
QUERIES = {
    "cards/": "kind:card",
    "cards/with-rulings/": "ruled>0",
    "cards/without-rulings/": "kind:card ruled:0",
    "cards/by-side/{}/": "kind:card side:{}",
    "cards/by-type/{}/": "kind:card type:{}",
    "cards/by-set/{}/": "kind:card set:{}",
    "topics/": "kind:topic",
    "keywords/": "kind:keyword",
    "keywords/{}/": "keyword:{}",
    "run-chart/": "kind:step",
    "documents/": "kind:section",
    "errata/": "is:errata",
    "reversals/": "is:reversal OR is:disputed OR is:superseded",
    "authorities/": "kind:authority",
    "authorities/{}/": "by:{}",
    "book/": "kind:ruling",
}

# Parameters in the address of filtered results, beside the query: fields and the order
FILTERS = ("in", "is", "side", "type", "set", "by", "sort")


def query_at(address: str) -> str:
    """The query for the content of the page with that address (`/topics/`); empty for
    any other address. The address of the search has the query: `/search/?q=virus`.
    """
    _, is_search, query = address.partition("/search/?q=")
    if is_search:
        return query
    path = address.strip("/")
    above, _, name = path.rpartition("/")
    template = QUERIES.get(f"{path}/") or QUERIES.get(f"{above}/{{}}/", "")
    return template.replace("{}", f'"{name}"')


def card_list_url(value: str, fact: str) -> str:
    """`/cards/by-type/ice/`: the list of the cards with that value of a fact, such as
    `type`.
    """
    return f"/cards/by-{ids.slug(fact)}/{ids.slug(value)}/"


def keyword_url(keyword: str) -> str:
    """The address of the page of a keyword: `/keywords/black-ice/`."""
    return f"/keywords/{ids.slug(keyword)}/"
