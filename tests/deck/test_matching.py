"""Tests of the cards meant by the lines of a deck list: certain, inexact, ambiguous and unknown names."""

from __future__ import annotations

from rulings.api import KnowledgeBase
from rulings.deck.reading import DeckLine, DeckList, ReadAs, Unread, match
from rulings.names import index_of


def deck_of(*lines: DeckLine) -> DeckList:
    return DeckList("deck.txt", "lines", "", lines)


def test_copies_of_a_card_are_added_up(kb: KnowledgeBase) -> None:
    deck = deck_of(DeckLine("Glacier", 1, 2), DeckLine("Dr. Dreff", 2, 1), DeckLine("glacier", 4, 3))
    matched = match(deck, index_of(kb))
    assert list(matched.counts.items()) == [("glacier", 5), ("dr-dreff", 1)]
    assert (matched.unread, matched.read_as) == ([], [])


def test_inexact_names_are_read_with_a_note(kb: KnowledgeBase) -> None:
    matched = match(deck_of(DeckLine("Glacire", 3, 1)), index_of(kb))
    assert matched.counts == {"glacier": 1}
    assert matched.read_as == [ReadAs(3, "Glacire", "Glacier")]


def test_an_unknown_name_is_not_read(kb: KnowledgeBase) -> None:
    matched = match(deck_of(DeckLine("qwertz", 5, 2)), index_of(kb))
    assert matched.counts == {}
    assert matched.unread == [Unread(5, 2, "qwertz", "unknown", [])]


def test_an_ambiguous_name_is_asked_about_once_or_not_read(kb: KnowledgeBase) -> None:
    deck = deck_of(DeckLine("bank account", 1, 2), DeckLine("bank account", 3, 1))
    titles = ["Chiba Bank Account", "Swiss Bank Account"]
    unread = match(deck, index_of(kb)).unread
    assert [(line.line, line.reason, line.possible_titles) for line in unread] == [
        (1, "ambiguous", titles),
        (3, "ambiguous", titles),
    ]
    asked: list[tuple[str, list[str]]] = []

    def second(name: str, titles: list[str]) -> int:
        asked.append((name, titles))
        return 1

    matched = match(deck, index_of(kb), second)
    assert (matched.counts, matched.unread, matched.read_as) == ({"swiss-bank-account": 3}, [], [])
    assert asked == [("bank account", titles)]
    assert match(deck, index_of(kb), lambda name, titles: None).unread == unread
