"""The plain words of a query → its text with a field for each value that they name: people, times,
kinds, facts.

`conditions` finds them; here is decided, once, whether a list is asked for, of which every
condition is read, or something else, where only sure ones are. The page does the same in
`site/theme/js/engine/plain-words.js`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rulings.search import conditions, fields, inverted_index, parameters

_FIELD = re.compile(parameters.FIELD_PATTERN)
_ON_OTHERS = re.compile(parameters.OTHER_KINDS_PATTERN, re.IGNORECASE | re.ASCII)
_PUNCTUATION = re.compile(parameters.PUNCTUATION_PATTERN)
# Roles of what says nothing about what is asked for
_BESIDE = ("asking", "not", "only", "source", "join", "to", "bound", "trailing")


class Rewritten(NamedTuple):
    """A query whose values were read."""

    text: str
    notes: tuple[str, ...] = ()
    order: str = ""  # whether the newest or oldest are asked for
    person: str = ""  # if nothing else is asked for
    fields: tuple[str, ...] = ()  # of the values
    doubts: tuple[str, ...] = ()  # sentences on what was not read and makes a difference


def is_short(text: str) -> bool:
    """Whether a text is short and no sentence, so that its signs mean something."""
    outside = re.sub(r'-?"[^"]*"', " ", _FIELD.sub(" ", text))
    is_sentence = _PUNCTUATION.search(outside)
    return len(outside.split()) <= parameters.SHORT_QUERY_WORDS and not is_sentence


def read(index: inverted_index.Index, text: str, *, keeps: bool = True) -> Rewritten:
    """The text with fields, and without words of asking; `keeps`: or without the values."""
    words, settings = index.analyzer.words(text), index.settings
    whole = " ".join(words)
    is_name = whole in settings.names and whole not in settings.authority_names  # `errata`, `nodes`
    is_name = is_name and not any("list" in settings.roles.get(word, ()) for word in words)
    if is_name or index.names.exact(whole, "card").match_kind == "title":
        return Rewritten(text)
    return _Query(index, text).reading(keeps=keeps)


class _Query:
    """A query with its conditions (`found`), and what stands beside them."""

    def __init__(self, index: inverted_index.Index, text: str) -> None:
        parser = conditions.PhraseReader(index, text)
        self.text, self.items, self.found = text, parser.items, parser.found
        self.unread = [self.items[number] for number in parser.unread]
        taken = set[int]()
        for each in self.found:
            taken.update(range(each.first, each.stop))
        rest = [item for number, item in enumerate(self.items) if number not in taken]
        self.roles = set[str]().union(*(item.roles for item in rest))
        self.of_rulings = "rulings" in self.roles
        self.of_cards = any(item.phrase == "cards" for item in rest)
        self.others = [item for item in rest if _is_content(item)]
        self._read_facts(index)
        self.is_list = not self.others and self._is_listed()
        words = sum(len(item.phrase.split()) for item in self.others)
        most = parameters.SHORT_QUERY_WORDS if "ruling" in self.roles else 0
        self.is_open = words <= most or is_short(text.rstrip(" ?"))

    def _read_facts(self, index: inverted_index.Index) -> None:
        """Sets the facts."""
        typed = " ".join(self.text[item.start : item.end] for item in self.others)
        about = index.analyzer.folded(typed)
        self.is_of_card = bool(index.names.exact(about, "card").things)
        of_cards = self.of_cards or (bool(self.found) and self.found[0].is_fact)
        if of_cards and not self.of_rulings:  # `ice without errata`
            self.found = [
                each._replace(field=each.field.replace("-is:errata", "-has:errata"))
                for each in self.found
            ]
        self.facts = [each for each in self.found if each.is_fact]

    def _is_question(self) -> bool:
        """Whether it is one on the rules, or on a word."""
        is_question = "question" in self.roles
        return is_question and not (self.of_rulings or "show" in self.roles)

    def _is_listed(self) -> bool:
        """Whether its facts of cards are what is listed, and no topic or ordinary words: not in
        `wylie on nodes`.
        """
        if len(self.facts) > 1 and self.found[0].first == 0 and self.found[0].is_plural:
            return True  # even if it asks, in doubt: `nodes that do not cost 3`
        if self._is_question():
            return False
        has_kind = any(each.name == "is" for each in self.found)
        if self.of_rulings or self.of_cards or has_kind or not self.facts:
            return True
        if len(self.facts) > 1 and any(each.is_plural for each in self.facts):
            return True
        names = [item.phrase.partition(":")[0] for item in self.items if item.has("opaque")]
        if not fields.NAMES_OF_FACTS.isdisjoint(names):  # `ice cost:>3`
            return True
        is_clear = "list" in self.roles
        for each in self.facts:
            is_clear = is_clear or each.name in fields.NUMBER_FIELDS or each.field.startswith("-")
        return is_clear

    def _is_read(self, each: conditions.PhraseReading) -> bool:
        """Whether a condition is meant."""
        if self.is_list or each.trigger == "always":
            return True
        is_asked = self.is_of_card and each.name == "is"
        return self.is_open and (each.trigger == "usual" or is_asked)

    def reading(self, *, keeps: bool) -> Rewritten:
        """The text with a field for each condition that is read."""
        read = [each for each in self.found if self._is_read(each)]
        doubts, notes = self._doubts(), tuple(self._notes(read))
        if not read:
            return Rewritten(self.text, notes, doubts=doubts)
        named = tuple(self._field(each) for each in read)
        changed = self._text(self._places(read, keeps))
        if not keeps:
            return Rewritten(changed, fields=named)
        order = next((field for field in named if ":" not in field), "")
        if not _ON_OTHERS.search(changed):
            is_on_cards, is_on_rulings = self.facts == self.found, self.of_rulings or order
            changed += " kind:ruling" if is_on_rulings else " kind:card" if is_on_cards else ""
        asks = "ruling" in self.roles
        is_person = named[0].startswith("by:") and not (self.others or asks or named[1:])
        return Rewritten(changed, notes, order, named[0][4:-1] if is_person else "", named, doubts)

    def _places(self, read: list[conditions.PhraseReading], keeps: bool) -> dict[int, str]:
        """The number of each item of these conditions → what stands there instead."""
        places = dict[int, str]()
        for each in read:
            places |= dict.fromkeys(range(each.first, each.stop), " ")
            field, is_either = self._field(each), each.is_joined
            if keeps and ":" in field:
                joiner = "OR " if is_either and not field.startswith("-") else ""
                places[each.first] = f" {joiner}{field} "
        return places

    def _notes(self, read: list[conditions.PhraseReading]) -> Iterator[str]:
        for each in read:
            field = self._field(each)
            as_what = field if ":" in field else f"the {field} first"
            yield f"{self._quoted(each)} was read as {as_what}"
        for each in self.found if self.is_open else ():
            if each.field.startswith("-") and not (each in read or each.is_fact):
                yield f"{self._quoted(each)} was searched for as words"

    def _field(self, each: conditions.PhraseReading) -> str:
        # What reversed it may be all that is left
        is_either = each.field == "is:superseded*" and self.is_of_card
        return f"is:reversal OR {each.field}" if is_either else each.field

    def _quoted(self, each: conditions.PhraseReading) -> str:
        start, end = self.items[each.first].start, self.items[each.stop - 1].end
        words = self.text[start:end].strip('"')
        return f"“{words}”"

    def _doubts(self) -> tuple[str, ...]:
        """What was not read and makes a difference, in a wording that is no question on the
        rules.
        """
        is_question = self._is_question()
        is_topic = self.facts == self.found and len(self.facts) < 2 and not self.of_rulings
        is_on_rules = is_topic or (is_question and not self.is_list)
        others = [item for item in self.others if item not in self.unread]
        if is_on_rules or len(others) > parameters.FEW_UNREAD:
            return ()
        words = list(self.unread)
        if is_question:
            words += [item for item in self.items if item.has("question")]
        quoted = dict.fromkeys(self.text[item.start : item.end] for item in words)
        return tuple(f"“{each}” was not understood" for each in quoted)

    def _text(self, place: dict[int, str]) -> str:
        """The text with other words in some places and, if few words stand there, without words of
        asking.
        """
        parts, last = list[str](), self.items[-1].end
        ends = [*(item.start for item in self.items[1:]), last]
        for number, (item, end) in enumerate(zip(self.items, ends, strict=True)):
            is_kept = _is_content(item) or item.roles.get("opaque") == "field"
            parts.append(place.get(number, self.text[item.start : end] if is_kept else ""))
        return "".join(parts) + self.text[last:]  # what is too long to be read


def _is_content(item: conditions.Item) -> bool:
    """Whether an item says what is asked about."""
    is_word = bool(item.roles) or item.phrase[:1].isalnum()
    return is_word and not item.has(*_BESIDE) and item.roles.get("opaque") != "field"
