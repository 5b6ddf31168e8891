"""Tests of the cards named in a query, with a small table of names and confidences worked out by hand."""

from __future__ import annotations

import pytest

from rulings.api import KnowledgeBase
from rulings.search.names_in_query import CardMention, NameTable, intended_word, nearest_name, recognize
from rulings.search.searching import understand

TABLE = NameTable(
    names={
        "dr dreff": ([0], 0.95),
        "dreff": ([0], 0.9),
        "glacier": ([1], 0.75),
        "joan of arc": ([2], 0.95),
        "joan": ([2], 0.6),
        "allnighter": ([3], 0.9),
        "doc": ([0, 5], 0.5),
        "airport locker": ([6], 0.95),
    },
    printed={"TRAP!": ("trap", [4])},
)
KNOWN_WORDS = {"and", "of", "on", "the", "can", "rez", "trap", "trace", "glaciers"}


def recognized(words: str, typed: str = "") -> list[CardMention]:
    return recognize(TABLE, words.split(), KNOWN_WORDS.__contains__, typed)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("rez glacier", [CardMention(1, 2, (1,), 0.75)]),
        # the longest name counts, not the shorter one at its end
        ("can dr dreff rez", [CardMention(1, 3, (0,), 0.95)]),
        ("joan of arc", [CardMention(0, 3, (2,), 0.95)]),
        ("joan and glacier", [CardMention(0, 1, (2,), 0.6), CardMention(2, 3, (1,), 0.75)]),
        # words that are one word on the card; the article before a name
        ("all nighter", [CardMention(0, 2, (3,), 0.9)]),
        ("rez the glacier", [CardMention(1, 3, (1,), 0.75)]),
        ("doc", [CardMention(0, 1, (0, 5), 0.5)]),
        ("", []),
    ],
)
def test_names_are_recognized_with_their_confidence(words: str, expected: list[CardMention]) -> None:
    assert recognized(words) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("rez glacire", [(1, 2, "glacier")]),
        ("jaon of arc", [(0, 3, "joan of arc")]),
        ("jaon", []),  # "Joan" alone is too short: it is close to too many words
        ("glaciers", []),  # it occurs in the documents
        ("galcire", []),  # two edits are too many for seven letters
        ("glacier glacire", [(0, 1, None), (1, 2, "glacier")]),  # the words of a name belong to no other
        ("aiport loc", [(0, 2, "airport locker")]),  # a typo, and a last word that is not finished
        ("dr def", [(0, 2, "dreff")]),
        ("rez aiport loc", []),  # only a whole query may be unfinished
    ],
)
def test_misspelt_and_unfinished_names_have_less_confidence(
    words: str, expected: list[tuple[int, int, str | None]]
) -> None:
    found = recognized(words)
    assert [(mention.start, mention.stop, mention.corrected) for mention in found] == expected
    for mention in found:
        if mention.corrected:
            assert mention.confidence == pytest.approx(0.85 * TABLE.names[mention.corrected][1])


def test_a_game_term_is_a_name_only_as_it_is_printed() -> None:
    assert recognized("rez trap", "rez TRAP!") == [CardMention(1, 2, (4,), 0.95)]
    assert recognized("rez trap", "rez Trap!") == []


NAMES = {name: ([number], 1.0) for number, name in enumerate(("glacier", "clown", "crown", "dr dreff", "marionette"))}


@pytest.mark.parametrize(
    ("typed", "nearest"),
    [
        ("glacer", ("glacier", 1)),
        ("flacier", None),  # the first letter must be right
        ("dr drefff", ("dr dreff", 1)),
        ("clwon", ("clown", 1)),
        ("cown", None),  # two names are equally near
        ("xyz", None),
    ],
)
def test_a_misspelt_name_is_recognized_if_only_one_is_nearest(typed: str, nearest: tuple[str, int] | None) -> None:
    assert nearest_name(NAMES, typed.split()) == nearest


@pytest.mark.parametrize(
    ("typed", "nearest"),
    [
        ("tarce", "trace"),
        ("trase", None),  # another letter: it may be another word
        ("grace", None),  # another first letter
        ("trc", None),  # too short
        ("taks", "task"),  # four letters: only two that are swapped
        ("tast", None),
        ("enconter", "encounter"),  # a letter is left out
        ("encountter", "encounter"),  # or doubled
        ("encouxter", "encounter"),  # or in a long word, another one
        ("encoutners", None),  # two edits
    ],
)
def test_a_misspelt_word_is_the_first_of_the_vocabulary_that_it_is_a_slip_of(typed: str, nearest: str | None) -> None:
    assert intended_word(typed, ["trace", "track", "task", "encounter"]) == nearest


@pytest.mark.parametrize(
    ("query", "named", "is_name"),
    [
        ("dr dreff", ["dr-dreff"], True),  # a title
        ("smc", ["self-modifying-code"], True),  # another name
        ("the deck", ["the-deck"], True),  # a title that is also words
        ("tracing", ["tracing"], True),  # a topic
        ("virus", ["virus"], True),  # a keyword
        ("schmalz", ["sparky"], False),  # a person, who is asked for with `by:`
        ("quiz", ["quiz"], True),  # a page
        ("euromarkt consorsium", ["euromarket-consortium"], True),
        ("dreff errata", ["dr-dreff"], False),  # one word beside the name
        ("trap trash", ["trap"], False),  # the title is a term of the game
        ("glacier vs dreff", ["glacier", "dr-dreff"], False),
        ("glacier + dreff", ["glacier", "dr-dreff"], False),
        ("dr dreff rez cost", [], False),  # more than a name
        ("noisy icebreaker", [], False),  # words that no card is called
        ("bits", [], False),  # a word, although a card has it in its title
        ("moon", [], False),  # near one word of a title
        ("is:errata dreff", [], False),  # a name and a field for rulings
    ],
)
def test_a_query_that_is_hardly_more_than_a_name_offers_what_it_names(
    kb: KnowledgeBase, query: str, named: list[str], is_name: bool
) -> None:
    request = understand(kb, query)
    assert [request.index.settings.ids[number] for number in request.named] == named
    assert request.is_name is is_name


def test_a_title_and_one_word_offer_the_card_after_what_answers(kb: KnowledgeBase) -> None:
    cards = [card for card in kb.cards[::7] if '"' not in card.title]  # which makes a phrase
    missed = [card.title for card in cards if card.id not in [h.id for h in kb.search(f"{card.title} errata", 2).hits]]
    assert missed == []
    assert [hit.id for hit in kb.search("dreff marionette", 2).hits] == ["dr-dreff-504d5230", "dr-dreff"]
