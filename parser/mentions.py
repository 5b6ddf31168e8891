"""The words and mentions of a ruling → the cards and topics it refers to after "see" or "cf."."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from rulings import errors, names
from rulings.model import constants, entities, formatting, ids, rows

# The words of a ruling → the cards named in them, with their spans. The longest names match first.

_TRADEMARK = r"(?:\s?(?:\[TM\]|\(TM\)|\(R\)))?"
_PLURAL_ENDING = r"(?:e?s)?"


@dataclass(frozen=True, slots=True)
class _Meaning:
    """A card that a name in a text means. `only_under`: the (folded) subjects to which this is restricted, if any."""

    card: entities.Card
    only_under: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class _Name:
    """A name in texts. `length`: in characters, 0 if it is only recognized under certain subjects.

    `meanings`: those under certain subjects come first.
    """

    pattern: _Pattern
    length: int
    meanings: list[_Meaning]


class MentionFinder:
    """Finds mentions by the titles of cards and the data of `names.yaml` (`names`), which is the file `path`."""

    def __init__(self, cards: Iterable[entities.Card], names: rows.RowData, path: str) -> None:
        by_title = {ids.fold(card.title): card for card in cards}
        by_pattern: dict[_Pattern, _Name] = {}
        for card in by_title.values():
            pattern = _title_pattern(card.title)
            by_pattern[pattern] = _Name(pattern, len(card.title), [_Meaning(card)])
        for alias in names.get("aliases", ()):
            card = _find_card(alias, by_title, path)
            if alias.get("in_text"):
                pattern = _alias_pattern(alias["name"])
                by_pattern.setdefault(pattern, _Name(pattern, len(alias["name"]), [_Meaning(card)]))
        for row in names.get("context", ()):
            under = frozenset(map(ids.fold, row["only_under"]))
            pattern = _alias_pattern(row["name"])
            name = by_pattern.setdefault(pattern, _Name(pattern, 0, []))
            name.meanings.insert(0, _Meaning(_find_card(row, by_title, path), under))
        by_first = defaultdict[str, list[_Name]](list)
        for name in sorted(by_pattern.values(), key=lambda name: -name.length):
            for character in set(name.pattern.first):
                by_first[character].append(name)
        # One alternation for each first character: a single one for all titles would take twenty times as long.
        self._first_character = re.compile(rf"(?<![A-Za-z0-9])[{re.escape(''.join(sorted(by_first)))}]")
        self._by_first_character = {
            character: (
                re.compile("(?:" + "|".join(f"({name.pattern.regex})" for name in choices) + ")(?![A-Za-z0-9])"),
                [name.meanings for name in choices],
            )
            for character, choices in by_first.items()
        }
        self._false_friends = {row["words"].lower(): row for row in names.get("false_friends", ())}
        self._links = defaultdict[str, list[tuple[rows.RowData, entities.Card | None]]](list)
        for link in names.get("links", ()):
            card_or_none = _find_card(link, by_title, path) if link["card"] is not None else None
            self._links[link["ruling"]].append((link, card_or_none))

    def find(self, text: str, subject: str = "", ruling_id: str = "") -> tuple[entities.Mention, ...]:
        """All mentions in `text`, in order. `subject`: the title of the ruling's card or topic."""
        mentions = self._find_names(text, ids.fold(subject))
        for link, card in self._links.get(ruling_id, ()):
            for match in whole_words(link["words"]).finditer(text):
                start, end = match.span()
                mentions = [m for m in mentions if m.span[1] <= start or end <= m.span[0]]
                if card:
                    mentions.append(entities.Mention(card.id, card.title, match[0], (start, end)))
        return tuple(sorted(mentions, key=lambda mention: mention.span))

    def _find_names(self, text: str, under: str) -> list[entities.Mention]:
        mentions: list[entities.Mention] = []
        position = 0
        while start := self._first_character.search(text, position):
            pattern, all_meanings = self._by_first_character[start[0]]
            match = pattern.match(text, start.start())
            if match is None:
                position = start.start() + 1
                continue
            meanings = all_meanings[(match.lastindex or 1) - 1]
            meaning = next((m for m in meanings if m.only_under is None or under in m.only_under), None)
            if meaning is None or (meaning.only_under is None and self._is_false_friend(match[0], under)):
                position = match.start() + 1
                continue
            mentions.append(entities.Mention(meaning.card.id, meaning.card.title, match[0], match.span()))
            position = match.end()
        return mentions

    def _is_false_friend(self, printed: str, under: str) -> bool:
        false_friend = self._false_friends.get(printed.lower())
        if false_friend is None:
            return False
        only_under = false_friend.get("only_under")
        if only_under and under not in map(ids.fold, only_under):
            return True
        return not (false_friend.get("exact_case") or printed == false_friend.get("unless"))


def whole_words(words: str) -> re.Pattern[str]:
    """A pattern for exactly these words, not inside longer ones."""
    return re.compile(r"(?<!\w)" + r"\s+".join(map(re.escape, words.split())) + r"(?!\w)")


def _find_card(row: rows.RowData, by_title: dict[str, entities.Card], path: str) -> entities.Card:
    title = row["card"] or ""
    card = by_title.get(ids.fold(title))
    if card is None:
        problem = names.unknown_name("card", title, [known.title for known in by_title.values()])
        raise errors.RulingsError(f"{path}, line {getattr(row, 'line', '?')}: {problem}")
    return card


class _Pattern(NamedTuple):
    """A regular expression, and the characters with which a match can begin."""

    regex: str
    first: str


def _title_pattern(title: str) -> _Pattern:
    """A pattern for a printed title: accents, marks, quotes and some punctuation may be missing, but not capitals."""
    words: list[str] = []
    first, at_start = "", True
    for word in re.sub(r"\s*(?:\[TM\]|\(TM\)|\(R\))", "", title).split():
        characters = [_character(c, i) for i, c in enumerate(word)]
        for character in characters:
            if at_start:
                first += character.first
                at_start = character.regex.endswith("?")  # if optional, a match may begin with the next one
        words.append("".join(character.regex for character in characters))
    last = title[-1]
    plural = _PLURAL_ENDING if last.isalnum() or last in "!]" else ""
    return _Pattern(rf"{_TRADEMARK}\s+".join(words) + plural, first)


def _character(c: str, position: int) -> _Pattern:
    plain = "".join(x for x in unicodedata.normalize("NFKD", c) if not unicodedata.combining(x))
    if c == "π":
        return _Pattern("(?:π|[Pp]i)", "πPp")
    if c in "\"'’":
        return _Pattern("[\"'’]?", "\"'’")
    if c in ".,":
        return _Pattern(re.escape(c) + "?", c)
    if plain != c:
        return _Pattern(f"[{c}{plain}]", c + plain)
    if c.isalpha() and position == 0 and c.islower():
        return _Pattern(f"[{c}{c.upper()}]", c + c.upper())
    return _Pattern(re.escape(c), c)


def _alias_pattern(name: str) -> _Pattern:
    plural = _PLURAL_ENDING if name[-1:].isalpha() and not name.endswith("s") else ""
    return _Pattern(r"\s+".join(re.escape(word) for word in name.split()) + plural, name[:1])


_SEE = re.compile(r"\b(?:[Ss]ee|cf\.)\s+(?!where\b|,)")
_STOP = re.compile(r"[.;)]|\bfor\b")
_TYPES = {form.lower(): type for type in constants.CARD_TYPES for form in (type, formatting.plural(type))}


def find_see(
    printed: str, mentions: Iterable[entities.Mention], topics: Iterable[entities.Topic]
) -> tuple[entities.Reference, ...]:
    """The cards and topics referred to, in order and each once. `printed`: the entry, to which the spans belong."""
    see_ends = [match.end() for match in _SEE.finditer(printed)]
    targets: dict[tuple[str, str], entities.Reference] = {}
    if not see_ends:
        return ()
    spans = [(m.span, entities.Reference("card", m.id, m.title)) for m in mentions]
    for topic in topics:
        spans += [
            (m.span(), entities.Reference("topic", topic.id, topic.title))
            for m in re.finditer(re.escape(topic.title), printed)
        ]
    spans.sort(key=lambda item: item[0])
    starts = [span[0] for span, _ in spans]
    stops = [match.start() for match in _STOP.finditer(printed)]
    reached = 0  # the end of the last list of names; another "see" inside it, as in "see A, see B", adds nothing
    for position in see_ends:
        if position < reached:
            continue
        for i in range(bisect_left(starts, position), len(spans)):
            (start, end), target = spans[i]
            stop = bisect_left(stops, position)
            if stop < len(stops) and stops[stop] < start:
                break
            if start >= position:  # else the title is a part of the one before
                targets.setdefault((target.kind, target.id), target)
                position = reached = end
    return tuple(targets.values())


def keyword_of(printed: str, keywords: Iterable[str]) -> tuple[str, str | None] | None:
    """The keyword and card type of a `see` entry: "Virus programs" → Virus, Program; "Noisy cards" → Noisy."""
    for keyword in sorted(keywords, key=len, reverse=True):
        match = re.search(rf"\bon\s+{re.escape(keyword)}s?\b\s*(\w*)", printed, re.IGNORECASE)
        if match:
            return keyword, _TYPES.get(match[1].lower())
    return None
