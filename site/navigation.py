"""The links at the top and at the foot of every page."""

from __future__ import annotations

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

# At the foot: heading, words and addresses; a page that a small site lacks is left out
FOOT_LINKS = (
    (
        "Rulings",
        (
            ("Cards", "/cards/"),
            ("Topics", "/topics/"),
            ("Keywords", "/keywords/"),
            ("Run chart", "/run-chart/"),
            ("Errata", "/errata/"),
            ("Reversals", "/reversals/"),
            ("Authorities", "/authorities/"),
            ("Rules", "/documents/"),
        ),
    ),
    (
        "At the table",
        (
            ("Rulings for a deck", "/deck/"),
            ("Practice", "/quiz/"),
            ("Book, for printing", "/book/"),
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
