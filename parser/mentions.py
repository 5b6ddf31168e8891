"""Finds the cards that a ruling names, and the cards and topics that it refers to."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import chain
from operator import itemgetter
from typing import NamedTuple

from rulings.model import entities, hand_edited, plain_text
from rulings.model.base import grouped


class _CardName(NamedTuple):
    """The place of a name in a text, and the card."""

    start: int
    end: int
    card: entities.Card


class MentionFinder:
    """Finds the titles of cards as printed, and the names of `names.yaml`, longest
    first.
    """

    def __init__(
        self,
        cards: Mapping[str, entities.Card],
        names: hand_edited.EditedNames,
    ) -> None:
        """`cards`: by folded title. Rows that name no card are left to `checks`."""
        self._cards = cards
        titles_by_name: dict[str, str] = {}
        for alias in names.aliases:
            if alias.in_text:
                titles_by_name[alias.name] = alias.card
        for card in cards.values():
            titles_by_name[card.title] = card.title
        # Folded subject → the names that count only in its rulings
        self._under = defaultdict[str, dict[str, str]](dict)
        for row in names.context:
            for subject in row.only_under:
                self._under[plain_text.fold(subject)][row.name] = row.card
        self._false_friends = {row.words.lower(): row for row in names.false_friends}
        self._links = grouped((link.ruling, link) for link in names.links)
        self._names = _Names(titles_by_name)
        self._names_under = {
            subject: _Names(titles_by_name | titles_under)
            for subject, titles_under in self._under.items()
        }

    def find(
        self,
        text: str,
        subject: str = "",
        ruling_id: str = "",
    ) -> tuple[entities.Mention, ...]:
        """All mentions in `text`, in order. `subject`: the title of the ruling's card
        or topic.
        """
        under = plain_text.fold(subject)
        titles_under = self._under.get(under, {})
        names = self._names_under.get(under, self._names)
        card_names: list[_CardName] = []
        position = 0
        for word in _FIRST_WORD.finditer(text):
            if word.start() < position:
                continue  # within the last name
            match = names.match(word)
            if not match:
                continue
            name = " ".join(match["name"].translate(_STRAIGHT).split())
            if name not in titles_under and self._is_false_friend(match[0], under):
                continue
            title = names.titles_by_name[name]
            card_names += self._card_name(title, *match.span())
            position = match.end()
        for link in self._links.get(ruling_id, ()):
            card_names = self._with_link(card_names, link, text)
        return tuple(
            entities.Mention(card.id, card.title, text[start:end], (start, end))
            for start, end, card in sorted(card_names, key=itemgetter(0))
        )

    def _with_link(
        self,
        card_names: list[_CardName],
        link: hand_edited.LinkRow,
        text: str,
    ) -> list[_CardName]:
        """The names, with the card of a row instead of all that its words overlap."""
        places = plain_text.places_of_parts(link.words, text, str.strip)
        for start, end in chain.from_iterable(places):
            before = [name for name in card_names if name.end <= start]
            after = [name for name in card_names if end <= name.start]
            of_link = self._card_name(link.card or "", start, end)
            card_names = [*before, *of_link, *after]
        return card_names

    def _card_name(self, title: str, start: int, end: int) -> list[_CardName]:
        card = self._cards.get(plain_text.fold(title))
        return [_CardName(start, end, card)] if card else []

    def _is_false_friend(self, words: str, under: str) -> bool:
        row = self._false_friends.get(words.lower())
        if row is None:
            return False
        subjects = map(plain_text.fold, row.only_under)
        if row.only_under and under not in subjects:
            return True
        return not row.exact_case and words != row.unless


# Titles have straight apostrophes and quotation marks
_STRAIGHT = str.maketrans("’‘“”", "''\"\"")


# A word that may be the first of a name, or a sign that may begin one
_FIRST_WORD = re.compile(r"(?<![A-Za-z0-9])(?:[A-Za-z0-9]+|[^A-Za-z0-9\s])")


class _Names:
    """Names by their first words. Only those with the same first word are tried at a
    word of a text, so the time does not grow with the number of cards.
    """

    def __init__(self, titles_by_name: Mapping[str, str]) -> None:
        self.titles_by_name = titles_by_name
        self._by_first_word = defaultdict[str, list[str]](list)
        for name in titles_by_name:
            if match := _FIRST_WORD.match(name):
                first_word = match[0]
                self._by_first_word[first_word].append(name)
                if first_word == name:
                    self._by_first_word[f"{name}s"].append(name)  # its plural
        self._patterns: dict[str, re.Pattern[str]] = {}

    def match(self, word: re.Match[str]) -> re.Match[str] | None:
        """The match of the longest name that begins with this word of a text."""
        first_word = word[0].translate(_STRAIGHT)
        if first_word not in self._by_first_word:
            return None
        if first_word not in self._patterns:
            self._patterns[first_word] = _any_of(self._by_first_word[first_word])
        return self._patterns[first_word].match(word.string, word.start())


def _any_of(names: Iterable[str]) -> re.Pattern[str]:
    """A pattern for any of the names as a whole name, even in the plural."""
    longest_first = sorted(names, key=len, reverse=True)
    patterns = [re.escape(name).replace(r"\ ", r"\s+") for name in longest_first]
    any_name = "|".join(patterns)
    any_name = any_name.replace("'", "['’‘]").replace('"', '["“”]')
    # Not the end of the words of an id: `dr-dreff-504d5230`
    return re.compile(rf"(?P<name>{any_name})s?(?![A-Za-z0-9]|-[0-9a-f]{{8}}\b)")


_SEE = re.compile(r"\b(?:[Ss]ee|cf\.)\s+(?!where\b|,)")
_STOP = re.compile(r"[.;)]|\bfor\b")


class _Place(NamedTuple):
    """The place of a name, of the word that begins a list of names, or of its end."""

    start: int
    end: int
    reference: entities.Reference | None = None
    begins_list: bool = False


def find_see(
    words: str,
    mentions: Iterable[entities.Mention],
    topics: Iterable[entities.Topic],
) -> tuple[entities.Reference, ...]:
    """The cards and topics named after "see" or "cf.", in order and each once. `words`:
    the words of the entry.
    """
    lists = [match.end() for match in _SEE.finditer(words)]
    if not lists:
        return ()  # most entries; looking for all topics would take time
    places = [_Place(start, start, begins_list=True) for start in lists]
    for mention in mentions:
        if mention.span:
            card = entities.Reference("card", mention.id, mention.title)
            places.append(_Place(*mention.span, card))
    for topic in topics:
        for match in re.finditer(re.escape(topic.title), words):
            places.append(_Place(*match.span(), topic.reference))
    places += [_Place(match.start(), len(words)) for match in _STOP.finditer(words)]
    # A name that begins where a list ends is in the list: it is shorter than the rest
    places.sort(key=lambda place: (place.start, place.end))
    targets: dict[entities.Reference, None] = {}
    in_list, position = False, 0
    for place in places:
        if place.start < position:
            continue  # within the last name
        if place.reference is None:
            in_list = place.begins_list
        elif in_list:
            targets[place.reference] = None
            position = place.end
    return tuple(targets)
