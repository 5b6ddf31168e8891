"""Tests of the cards named in a query, with a small table and known confidences."""

from __future__ import annotations

import pytest

from rulings.model.knowledge import Knowledge
from rulings.names import names_in_query
from rulings.names.edit_distance import intended_word
from rulings.names.name_table import NameTable
from rulings.search.index_tables import NameConfidences
from rulings.search.query_names import confidence_of
from rulings.search.search_request import read_request


def names_of(*titles: str, **aliases: list[str]) -> NameTable:
    names = NameTable()
    for title in titles:
        names.add(
            "card", title.lower(), title, aliases.get(title.split()[0].strip("."), [])
        )
    return names


NAMES = names_of(
    "Dr. Dreff", "Glacier", "Joan of Arc", "All-Nighter", "Airport Locker", "TRAP!", "Viral 15", "Management Shake-Up",
    "Raven Microcyb Eagle", "Raven Microcyb Owl", "The Springboard", "Subsidiary Branch", "Stonewall", "Clown", "Crown",
    Dr=["dreff", "doc"], Airport=["doc"], Joan=["joan"],
)  # fmt: skip
TABLE = NameConfidences(
    by_name={"glacier": 0.75, "joan": 0.6, "trap": 0.0}, printed={"TRAP!": "trap"}
)
KNOWN_WORDS = {*"and of on the can rez trap trace glaciers branch stone 2".split()}


def recognized(words: str, typed: str = "") -> list[tuple[int, int, list[str], float]]:
    confidence = confidence_of(NAMES, TABLE, typed)
    spans = names_in_query.spans(
        NAMES, words.split(), KNOWN_WORDS.__contains__, confidence
    )
    return [
        (s.start, s.stop, [card.title for card in s.cards], round(s.confidence, 2))
        for s in spans
    ]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("rez glacier", [(1, 2, ["Glacier"], 0.75)]),
        # the longest name counts, not the shorter one at its end
        ("can dr dreff rez", [(1, 3, ["Dr. Dreff"], 0.95)]),
        ("joan of arc", [(0, 3, ["Joan of Arc"], 0.95)]),
        ("joan and glacier", [(0, 1, ["Joan of Arc"], 0.6), (2, 3, ["Glacier"], 0.75)]),
        # several words may be one word on the card, or the reverse; an article may come
        # before a name
        ("allnighter", [(0, 1, ["All-Nighter"], 0.9)]),
        ("air port locker", [(0, 3, ["Airport Locker"], 0.9)]),
        ("rez the glacier", [(1, 3, ["Glacier"], 0.75)]),
        ("rez springboard", [(1, 2, ["The Springboard"], 0.9)]),
        ("doc", [(0, 1, ["Dr. Dreff", "Airport Locker"], 0.64)]),
        ("", []),
    ],
)
def test_names_are_recognized_with_their_confidence(
    words: str, expected: list[tuple[int, int, list[str], float]]
) -> None:
    assert recognized(words) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        # beginnings of words: three letters if another word of the title is there; four
        # if the word is alone and only one title begins with it
        ("rez subsid branch", [(1, 3, "Subsidiary Branch", 0.95)]),
        ("airp loc", [(0, 2, "Airport Locker", 0.95)]),
        ("branch subsid", [(0, 2, "Subsidiary Branch", 0.95)]),
        ("airpo rez", [(0, 1, "Airport Locker", 0.95)]),
        ("airp rez", [(0, 1, "Airport Locker", 0.81)]),
        ("air rez", []),
        ("stone rez", []),  # it occurs in the documents
        ("raven micr", [(0, 2, "Raven Microcyb Eagle, Raven Microcyb Owl", 0.67)]),
        # written together
        ("shakeup rez", []),  # only with another word of the title
        # typos, if the first letter is right; a word belongs to one name only
        ("rez glacire", [(1, 2, "Glacier", 0.64)]),
        ("jaon of arc", [(0, 3, "Joan of Arc", 0.81)]),
        (
            "dreff aiport lockr",
            [(0, 1, "Dr. Dreff", 0.9), (1, 3, "Airport Locker", 0.81)],
        ),
        ("glacier glacire", [(0, 1, "Glacier", 0.75), (1, 2, "Glacier", 0.64)]),
        ("glacire 2", [(0, 1, "Glacier", 0.64)]),
        ("jaon", []),  # “Joan” alone is too short: too many words resemble it
        ("glaciers", []),  # it occurs in the documents
        ("galcire", []),  # two edits are too many for seven letters
        ("flacier", []),
        ("cown", []),  # two names are equally near
    ],
)
def test_unfinished_and_misspelt_names_are_recognized(
    words: str, expected: list[tuple[int, int, str, float]]
) -> None:
    assert [
        (start, stop, ", ".join(cards), sure)
        for start, stop, cards, sure in recognized(words)
    ] == expected


def test_a_game_term_is_a_name_only_as_it_is_printed() -> None:
    assert recognized("rez trap", "rez TRAP!") == [(1, 2, ["TRAP!"], 0.95)]
    assert recognized("rez trap", "rez Trap!") == []


@pytest.mark.parametrize(
    ("typed", "nearest"),
    [
        ("tarce", "trace"),
        ("trase", None),  # another letter: it may be another word
        ("grace", None),  # another first letter
        ("trc", None),  # too short
        ("taks", "task"),  # four letters: only if two are swapped
        ("tast", None),
        ("enconter", "encounter"),  # a letter is missing
        ("encountter", "encounter"),  # or doubled
        ("encouxter", "encounter"),  # or, in a long word, replaced
        ("encoutners", None),  # two edits
    ],
)
def test_a_misspelt_word_is_the_first_of_the_vocabulary_that_it_is_a_slip_of(
    typed: str, nearest: str | None
) -> None:
    assert intended_word(typed, ["trace", "track", "task", "encounter"]) == nearest


@pytest.mark.parametrize(
    ("query", "named", "is_name"),
    [
        ("dr dreff", ["dr-dreff"], True),  # a title
        ("smc", ["self-modifying-code"], True),  # another name
        (
            "the deck",
            ["the-deck"],
            True,
        ),  # a title that also consists of ordinary words
        ("tracing", ["tracing"], True),  # a topic
        ("virus", ["virus"], True),  # a keyword
        ("schmalz", ["sparky"], True),  # a person
        ("quiz", ["quiz"], True),  # a page
        ("euromarkt consorsium", ["euromarket-consortium"], True),
        ("dreff bits", ["dr-dreff"], False),  # one word in addition to the name
        ("trap trash", ["trap"], False),  # the title is a term of the game
        ("glacier vs dreff", ["glacier", "dr-dreff"], False),
        ("dr dreff rez cost", [], False),  # more than a name
        ("noisy icebreaker", [], False),  # no card has these words as its name
        ("bits", [], False),  # an ordinary word, although a title contains it
        ("priority", [], False),  # two titles begin with it, so it may be either
        ("moon", [], False),  # near one word of a title
        ("is:errata dreff", [], False),  # a name and a field for rulings
    ],
)
def test_a_query_that_is_hardly_more_than_a_name_offers_what_it_names(
    kb: Knowledge, query: str, named: list[str], is_name: bool
) -> None:
    request = read_request(kb, query)
    assert [request.index.documents[slot].id for slot in request.named_slots] == named
    assert request.is_whole_name is is_name
