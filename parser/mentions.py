"""Finds the cards that a ruling names, and the cards and topics that it refers to."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import chain

from rulings.model import entities, hand_edited, plain_text
from rulings.model.base import grouped


class MentionFinder:
    """Finds the titles of cards as printed, and the names of `names.yaml`, longest
    first.
    """

    def __init__(
        self, cards: Mapping[str, entities.Card], names: hand_edited.EditedNames
    ) -> None:
        """`cards`: by folded title. Rows that name no card are left to `checks`."""
        self._cards = cards
        self._forms = {row.name: row.card for row in names.aliases if row.in_text}
        self._forms |= {card.title: card.title for card in cards.values()}
        # Folded subject → the forms that count only in its rulings
        self._under = defaultdict[str, dict[str, str]](dict)
        for row in names.context:
            for subject in row.only_under:
                self._under[plain_text.fold(subject)][row.name] = row.card
        self._false_friends = {row.words.lower(): row for row in names.false_friends}
        self._links = grouped((link.ruling, link) for link in names.links)
        self._pattern = _any_of(self._forms)
        # Folded subject → a pattern for these forms alone, because one for all forms
        # takes long
        self._patterns = {
            subject: [_any_of(forms)] for subject, forms in self._under.items()
        }

    def find(
        self, text: str, subject: str = "", ruling_id: str = ""
    ) -> tuple[entities.Mention, ...]:
        """All mentions in `text`, in order. `subject`: the title of the ruling's card
        or topic.
        """
        under = plain_text.fold(subject)
        further_forms = self._under.get(under, {})
        patterns = [*self._patterns.get(under, ()), self._pattern]
        matches = [pattern.search(text) for pattern in patterns]
        mentions: list[entities.Mention] = []
        while next_matches := list(filter(None, matches)):
            match = min(
                next_matches, key=lambda match: (match.start(), -len(match["form"]))
            )
            form = " ".join(match["form"].translate(_STRAIGHT).split())
            if form not in further_forms and self._is_false_friend(match[0], under):
                position = match.start() + 1
            else:
                title = further_forms.get(form) or self._forms[form]
                mentions += self._mention(title, text, *match.span())
                position = match.end()
            matches = [  # later matches stay: to find them again takes quadratic time
                match.re.search(text, position) if match.start() < position else match
                for match in next_matches
            ]
        for link in self._links.get(ruling_id, ()):
            for start, end in chain(
                *plain_text.places_of_parts(link.words, text, str.strip)
            ):
                mentions = [
                    m for m in mentions if m.span[1] <= start or end <= m.span[0]
                ]
                mentions += self._mention(link.card or "", text, start, end)
        return tuple(sorted(mentions, key=lambda mention: mention.span))

    def _mention(
        self, title: str, text: str, start: int, end: int
    ) -> list[entities.Mention]:
        card = self._cards.get(plain_text.fold(title))
        words, span = text[start:end], (start, end)
        return [entities.Mention(card.id, card.title, words, span)] if card else []

    def _is_false_friend(self, words: str, under: str) -> bool:
        row = self._false_friends.get(words.lower())
        if row is None:
            return False
        if row.only_under and under not in map(plain_text.fold, row.only_under):
            return True
        return not row.exact_case and words != row.unless


_STRAIGHT = str.maketrans(
    "’‘“”", "''\"\""
)  # titles have straight apostrophes and quotation marks


def _any_of(forms: Iterable[str]) -> re.Pattern[str]:
    """A pattern for any of the forms as whole words, even in the plural."""
    longest_first = sorted(forms, key=len, reverse=True)
    initials = re.escape("".join(sorted({form[0] for form in longest_first})) + "’‘“")
    names = "|".join(re.escape(form).replace(r"\ ", r"\s+") for form in longest_first)
    names = names.replace("'", "['’‘]").replace('"', '["“”]')
    return re.compile(
        rf"(?<![A-Za-z0-9])(?=[{initials}])(?P<form>{names})s?(?![A-Za-z0-9])"
    )


_SEE = re.compile(r"\b(?:[Ss]ee|cf\.)\s+(?!where\b|,)")
_STOP = re.compile(r"[.;)]|\bfor\b")


def find_see(
    words: str, mentions: Iterable[entities.Mention], topics: Iterable[entities.Topic]
) -> tuple[entities.Reference, ...]:
    """The cards and topics named after "see" or "cf.", in order and each once. `words`:
    the words of the entry.
    """
    # A name has its card or topic; True begins a list of names, and False ends it
    places: list[tuple[int, int, entities.Reference | bool]] = []
    for mention in mentions:
        places.append(
            (*mention.span, entities.Reference("card", mention.id, mention.title))
        )
    for topic in topics:
        for match in re.finditer(re.escape(topic.title), words):
            places.append((*match.span(), topic.reference))
    places += [(match.end(), match.end(), True) for match in _SEE.finditer(words)]
    places += [(match.start(), len(words), False) for match in _STOP.finditer(words)]
    targets: dict[entities.Reference, None] = {}
    in_list, position = False, 0
    for start, end, target in sorted(places, key=lambda place: place[:2]):
        if start < position:
            continue  # within the last name
        if isinstance(target, bool):
            in_list = target
        elif in_list:
            targets[target] = None
            position = end
    return tuple(targets)
