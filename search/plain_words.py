"""Divides the plain words of a query into the words that remain and the conditions that the others
mean: people, times, kinds, facts.

`phrases` finds conditions. This module decides, once, whether a list is asked for, so that every
condition is read, or something else, so that only sure ones are. The page does the same in
`site/theme/js/engine/plain-words.js`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Literal, NamedTuple

from rulings.search import fields, inverted_index, lexicon, parameters, phrases
from rulings.search.query import All, AnyOf, FieldCondition, Node, Not, fields_of, to_text

_FIELD = re.compile(parameters.FIELD_PATTERN)
_PUNCTUATION = re.compile(parameters.PUNCTUATION_PATTERN)
# What answers a query that is all conditions: the list, the words (as for a question), or either:
# the words only if they answer very well; empty if it is not all conditions
Leads = Literal["", "list", "either", "words", "question"]

# With these fields, more than rulings or cards may be meant.
_ON_OTHERS = {"kind", "in", "game"}
_NO_ERRATUM = Not(FieldCondition("is", "errata"))
_SUPERSEDED = FieldCondition("is", "superseded*")


class PlainReading(NamedTuple):
    """What plain words mean, and the words that remain."""

    text: str
    conditions: tuple[Node, ...] = ()
    notes: tuple[str, ...] = ()
    order: str = ""  # the order of the list: `newest`, `highest cost`
    kind: str = ""  # the kind of what is listed, if that is clear
    # Numbers, negations and the like, as typed, that are in no condition → their meanings
    unread: tuple[tuple[str, str], ...] = ()
    leads: Leads = ""  # what answers, if all words are conditions
    person: str = ""  # the person, if nothing else is asked for

    @property
    def nodes(self) -> list[Node]:
        """The conditions, with that on the kind."""
        return [*self.conditions, *([FieldCondition("kind", self.kind)] if self.kind else [])]

    @property
    def query(self) -> str:
        """The query for its list."""
        words = [word for word in self.text.split() if any(map(str.isalnum, word))]
        return " ".join([*self.order.split(), *words, *map(to_text, self.nodes)])


def is_short(index: inverted_index.Index, text: str) -> bool:
    """Whether a text is short and no sentence, so that its signs mean something. Titles of cards
    may print punctuation: `Dr. Dreff`.
    """
    outside = re.sub(r'-?"[^"]*"', " ", _FIELD.sub(" ", text))
    if len(outside.split()) > parameters.SHORT_QUERY_WORDS:
        return False
    if not _PUNCTUATION.search(outside):
        return True
    for item in reversed(phrases.items(index, outside)):
        if item.has("title"):
            outside = f"{outside[: item.start]}_{outside[item.end :]}"
    return not _PUNCTUATION.search(outside)


def read(index: inverted_index.Index, text: str, *, keeps: bool = True) -> PlainReading:
    """The conditions of a text, and the text without their words and words of asking: of `ice from
    1997`, the date and “ice”. With `keeps=False` these words are left out, and there is no condition.
    """
    words, settings = index.analyzer.words(text), index.settings
    folded_text = " ".join(words)
    is_name = (
        folded_text in settings.numbers_by_name and folded_text not in settings.authority_names
    )  # `errata`, `nodes`
    is_name = is_name and not any("list" in settings.roles.get(word, ()) for word in words)
    query = PlainWords(index, text)
    if is_name or index.names.exact(folded_text, "card").match_kind == "title":
        return PlainReading(text, unread=query.unread([]))
    return query.reading(keeps=keeps)


class PlainWords:
    """A query with its conditions (`readings`), and what stands beside them."""

    def __init__(self, index: inverted_index.Index, text: str) -> None:
        reader = phrases.PhraseReader(index, text)
        self.index = index
        self.text = text
        self.items = reader.items
        self._unreadable = _unreadable(reader)
        self.readings = reader.readings[: len(reader.readings) - len(self._unreadable)]
        items_beside = self._items_beside(self.readings)
        self.roles = set[str]().union(*(item.roles for item in items_beside))
        self.of_rulings = "rulings" in self.roles
        self.of_cards = any(item.phrase == "cards" for item in items_beside)
        self.content = [item for item in items_beside if _is_content(item)]
        # An exception may be put first
        positive_first = sorted(self.readings, key=lambda reading: reading.is_negated)
        if not self.of_rulings and (self.of_cards or any(r.is_fact for r in positive_first[:1])):
            readings = [_on_card(reading) for reading in self.readings]
            if all(reading.is_fact for reading in readings):
                self.readings = readings
        self.facts = [reading for reading in self.readings if reading.is_fact]
        self.names = {reading.name for reading in self.readings}

    # Properties that `SHAPES` use

    @cached_property
    def leads(self) -> Leads:
        """What answers, if all is conditions."""
        if self.content or not self.readings:
            return ""
        return next(shape.leads for shape in SHAPES if shape.fits(self))

    @cached_property
    def is_question(self) -> bool:
        """Whether it is a question on the rules, or on a word."""
        if not self.items:
            return False
        first = self.items[0].roles
        is_listed = self.of_rulings or "show" in self.roles or "list" in first
        if is_listed or ("plural" in first and not self.content):
            return False  # `nodes that do not cost 3`
        return "question" in self.roles or "defined" in first

    @property
    def is_of_facts(self) -> bool:
        """Whether all conditions are facts of cards."""
        return self.facts == self.readings

    @property
    def only_leaves_out(self) -> bool:
        """Whether nothing is asked for, only something is left out."""
        is_list = any(item.is_head or item.has("show", "list") for item in self.items)
        is_alone = not (is_list or self.content or self.typed_fields)
        return is_alone and all(reading.is_negated for reading in self.readings)

    @property
    def plurals(self) -> list[phrases.PhraseReading]:
        """The facts that are asked for in the plural: `viruses`."""
        return [reading for reading in self.facts if reading.is_plural and not reading.is_negated]

    @property
    def negated_facts(self) -> list[phrases.PhraseReading]:
        """The facts that are to be left out."""
        return [reading for reading in self.facts if reading.is_negated]

    @property
    def is_joined(self) -> bool:
        """Whether any of several facts is asked for."""
        return any(reading.is_joined and not reading.is_negated for reading in self.facts)

    @property
    def is_usual(self) -> bool:
        """Whether a condition is more than an ordinary word."""
        return any(reading.trigger != "ordinary" for reading in self.readings)

    def has_facts(self) -> bool:
        """Whether facts of cards, or a kind, stand beside it as fields: `ice cost:>3`."""
        return not self.typed_fields.isdisjoint({*fields.FACT_FIELDS, "kind"})

    @property
    def typed_fields(self) -> set[str]:
        """The names of the fields that stand beside it: `ice cost:>3`."""
        names = [item.phrase.partition(":")[0] for item in self.items if item.has("opaque")]
        return {fields.BY_NAME[name].name for name in names if name in fields.BY_NAME}

    # The conditions that are meant

    @cached_property
    def _is_of_card(self) -> bool:
        """Whether all that stands beside the conditions is the name of a card."""
        text = " ".join(self.text[item.start : item.end] for item in self.content)
        return bool(self.index.names.exact(self.index.analyzer.folded(text), "card").things)

    @cached_property
    def _is_open(self) -> bool:
        """Whether so few words stand beside the conditions, or but a card, that these are meant."""
        if self._is_of_card:
            return True
        word_count = sum(len(item.phrase.split()) for item in self.content)
        max_words = parameters.SHORT_QUERY_WORDS if "ruling" in self.roles else 0
        text = self.text.rstrip(" ?")
        if not self._is_prose:  # `Wiker, trace, 1997`
            text = text.replace(",", " ")
        return word_count <= max_words or is_short(self.index, text)

    @cached_property
    def _telling(self) -> list[phrases.Item]:
        """The items that are neither a title nor what may not be lost."""
        return [i for i in self.content if not (i.has("title") or phrases.meaning_to_keep(i))]

    @cached_property
    def _is_prose(self) -> bool:
        """Whether so many words are no conditions, or something is asked about them: `razor wire,
        who is hit`.
        """
        if self.of_rulings:
            return len(self._telling) > parameters.SHORT_QUERY_WORDS
        is_asked = any(item.has("interrogative") for item in self.items)
        is_asked = (
            is_asked
            or "question" in self.roles
            or bool(re.search(parameters.END_OF_SENTENCE_PATTERN, self.text))
        )
        return bool(self._telling) and (is_asked or len(self._telling) > parameters.FEW_UNREAD)

    def _is_kind(self, reading: phrases.PhraseReading) -> bool:
        """Whether a condition is meant beside other words too."""
        is_of_entry = self._is_of_card or self.of_rulings
        return reading.trigger == "usual" or (is_of_entry and reading.name == "is")

    def _is_condition(self, reading: phrases.PhraseReading) -> bool:
        """Whether a condition is meant. What is to be left out is so in sentences too."""
        if self.leads or self.only_leaves_out:
            return bool(self.leads)
        if reading.trigger == "always":
            return True
        is_clear = self._is_open or (reading.is_negated and not self._is_prose)
        return is_clear and self._is_kind(reading)

    def _items_beside(self, readings: Iterable[phrases.PhraseReading]) -> list[phrases.Item]:
        """The items that none of these conditions has taken."""
        item_numbers, idle = set[int](), set[int]()
        for reading in readings:
            item_numbers.update(reading.item_numbers)
            idle.update(range(reading.first, reading.stop))
        beside = [n for n in idle if self.items[n].is_head or self.items[n].has(*lexicon.WAITING)]
        item_numbers |= idle.difference(beside)
        return [item for number, item in enumerate(self.items) if number not in item_numbers]

    # The reading

    def reading(self, *, keeps: bool) -> PlainReading:
        """The reading of all words."""
        readings = [reading for reading in self.readings if self._is_condition(reading)]
        unread, notes = self.unread(readings), self._notes_on_words(readings)
        is_list = bool(readings) or self._is_list_of_fields
        if not is_list or (self.leads and not keeps):
            return PlainReading(self.text, (), notes, unread=unread)
        text = self._text_without(readings)
        if not keeps:
            return PlainReading(text, (), notes, unread=unread)
        groups = self._joined(readings)
        nodes = tuple(map(self._node, groups))
        order = next(filter(None, (reading.order for reading in readings)), "")
        kind, person = self._kind(order, nodes), self._person(nodes)
        notes = (*map(self._note, groups), *notes)
        if self.content or "ruling" in self.roles:
            person = ""
        return PlainReading(text, nodes, notes, order, kind, unread, self.leads, person)

    @property
    def _is_list_of_fields(self) -> bool:
        """Whether rulings or cards stand beside typed fields alone: `rulings date:1997`."""
        is_listed = (self.of_rulings or self.of_cards) and not (self.readings or self.content)
        return is_listed and bool(self.typed_fields) and _ON_OTHERS.isdisjoint(self.typed_fields)

    def _notes_on_words(self, readings: list[phrases.PhraseReading]) -> tuple[str, ...]:
        """Notes on what is to be left out, but in none of these conditions."""
        notes = list[str]()
        for reading in self.readings:
            is_clear = reading.trigger == "always" or self._is_kind(reading)
            if reading.is_negated and is_clear and reading not in readings:
                notes.append(self._note([reading]))
        return tuple(notes)

    def _joined(self, readings: list[phrases.PhraseReading]) -> list[list[phrases.PhraseReading]]:
        """The conditions; those of which one is to be met, together."""
        groups = list[list[phrases.PhraseReading]]()
        for number, reading in enumerate(self.readings):
            if reading not in readings:
                continue
            is_joined = reading.is_joined and not reading.is_negated
            if is_joined and self.readings[number - 1] in readings:
                groups[-1].append(reading)
            else:
                groups.append([reading])
        return groups

    def _node(self, readings: list[phrases.PhraseReading]) -> Node:
        """The condition that joined readings mean."""
        if len(readings) > 1:
            return AnyOf(tuple(self._node([reading]) for reading in readings))
        node = readings[0].node
        if node in (_SUPERSEDED, Not(_SUPERSEDED)) and self._is_of_card:
            # What reversed it may be all that is left, and whether it did may be doubtful
            return AnyOf(
                (FieldCondition("is", "reversal"), _SUPERSEDED, FieldCondition("is", "disputed"))
            )
        return node

    def _kind(self, order: str, nodes: tuple[Node, ...]) -> str:
        """The kind of what is listed, if that is clear."""
        field_names = {field.name for node in nodes for field in fields_of(node)}
        if not _ON_OTHERS.isdisjoint(field_names | self.typed_fields):
            return ""
        if self.of_rulings or order in ("newest", "oldest"):
            return "ruling"
        return "card" if self.is_of_facts else ""

    def _person(self, nodes: tuple[Node, ...]) -> str:
        """The person, if no other condition is asked for."""
        node = nodes[0] if len(nodes) == 1 else None
        if isinstance(node, FieldCondition) and node.name == "by":
            return node.value.strip('"')
        return ""

    def unread(self, readings: Iterable[phrases.PhraseReading]) -> tuple[tuple[str, str], ...]:
        """The numbers, negations and the like that are in none of these conditions, as typed → what
        they mean, or nothing if no words can have them; of a question on the rules none.
        """
        if self._is_prose:
            return ()
        readings, is_list = [*readings], self.of_rulings or self.of_cards
        # `Crash Everett under City Surveillance` counts nothing.
        is_counted = is_list or any(item.has("number", "date") for item in self.items)
        is_lost = bool(readings) or self.of_rulings or self._is_name_alone
        is_lost = is_lost or (bool(self.readings) and self.only_leaves_out)
        unread = dict[str, str]()
        if self._unreadable:
            unread[self._words_of(self._unreadable)] = ""
        for item in self._items_beside([*readings, *self._unreadable]):
            meaning = phrases.meaning_to_keep(item)
            if not meaning or (item.has("bound") and not is_counted):
                continue
            has_word = item.phrase[0].isalnum() and not is_lost
            unread[self.text[item.start : item.end]] = meaning if has_word else ""
        return tuple(unread.items())

    @property
    def _is_name_alone(self) -> bool:
        """Whether nothing but a name stands beside what may not be lost: `Aardvark 12`."""
        is_name = any(item.has("title") for item in self.content)
        is_asked = "question" in self.roles  # `can't jack out`
        return is_name and not (is_asked or self._telling or self.readings)

    def _words_of(self, readings: list[phrases.PhraseReading]) -> str:
        """The words from the first of these readings to the end of the last."""
        first, last = self.items[readings[0].first], self.items[readings[-1].stop - 1]
        return self.text[first.start : last.end].strip('"')

    def _note(self, readings: list[phrases.PhraseReading]) -> str:
        """How the words of joined readings were read."""
        first, words = readings[0], self._words_of(readings)
        if not self._is_condition(first):
            return f"“{words}” was read as words; add {to_text(first.node)} for the condition"
        superlative = first.order.partition(" ")[0]
        order = f"the {superlative} first" if superlative else ""
        is_range = any(isinstance(reading.node, All) for reading in readings)
        texts = [to_text(self._node([reading])) for reading in readings]
        # `OR` of the query language joins no ranges
        as_what = filter(None, ((" or " if is_range else " OR ").join(texts), order))
        return f"“{words}” was read as {', '.join(as_what)}"

    def _text_without(self, readings: list[phrases.PhraseReading]) -> str:
        """The text without the words of these readings and without words of asking."""
        numbers = {n for reading in readings for n in range(reading.first, reading.stop)}
        text, last = "", self.items[-1].end
        ends = [*(item.start for item in self.items[1:]), last]
        for number, (item, end) in enumerate(zip(self.items, ends, strict=True)):
            words = self.text[item.start : end]
            is_inner = not words[1:] and not words.isalnum() and self.text[end : end + 1].isalnum()
            is_kept = is_inner or _is_content(item) or item.roles.get("opaque") == "field"
            neighbours = self.items[number - 1 : number + 2 : 2]
            kinds = [
                neighbour.roles.get("opaque") for neighbour in neighbours if item.phrase == "or"
            ]
            is_kept = is_kept or kinds == ["field", "field"]  # `errata by:sparky or by:wylie`
            text += words if is_kept and number not in numbers else " "  # `R&D` is one word
        return text + self.text[last:]  # the words that are too long to be read


def _unreadable(reader: phrases.PhraseReader) -> list[phrases.PhraseReading]:
    """The readings from the one on that would ask for cards without certain rulings, which no field
    says: `cards without rulings by sparky`, `ice without errata from 1997`.
    """
    items = reader.items
    for number, reading in enumerate(reader.readings):
        before, later_readings = items[: reading.first], reader.readings[number:]
        is_of_cards = any(item.phrase == "cards" for item in before)
        is_of_cards |= any(other.is_fact for other in reader.readings[:number])
        if not is_of_cards or any(item.has("rulings") for item in before):
            continue
        denied_items = items[reading.first : reading.stop + 1]
        is_on_rulings = reading.is_negated and any(item.has("rulings") for item in denied_items)
        if reading.node == _NO_ERRATUM or (is_on_rulings and not reading.is_fact):
            is_of_facts = all(_on_card(other).is_fact for other in later_readings)
            return [] if is_of_facts else later_readings
    return []


def _on_card(reading: phrases.PhraseReading) -> phrases.PhraseReading:
    """A condition on rulings, as one on cards: `ice without errata`."""
    if reading.node == _NO_ERRATUM:
        return reading._replace(node=Not(FieldCondition("has", "errata")))
    return reading


def _is_content(item: phrases.Item) -> bool:
    """Whether an item says what is asked about."""
    is_word = bool(item.roles) or item.phrase[:1].isalnum()
    return is_word and not item.has(*lexicon.BESIDE) and item.roles.get("opaque") != "field"


class QueryShape(NamedTuple):
    """A shape of queries that are all conditions, with one that has it, and what answers these."""

    example: str
    leads: Leads
    fits: Callable[[PlainWords], bool]


_NUMBERS = {*fields.NUMBER_FIELDS}
_WORDS = {"type", "keyword", "set"}  # fields whose values are ordinary words of the game too

SHAPES = (  # the first that fits
    QueryShape("are upgrades cards", "question", lambda q: q.is_question and q.is_of_facts),
    QueryShape("can wylie be official", "", lambda q: q.is_question),
    # What only leaves out is no list, unless one is asked for.
    QueryShape("not by Sparky", "", lambda q: q.only_leaves_out and not q.names <= _WORDS),
    # The query names what it lists, or its values have only one meaning.
    QueryShape("rulings on preps", "list", lambda q: q.of_rulings or q.of_cards or q.has_facts()),
    QueryShape("taken back", "either", lambda q: q.names == {"is"} and not q.is_usual),
    QueryShape("wylie 99", "list", lambda q: not q.facts or "is" in q.names),
    QueryShape("list of viruses", "list", lambda q: q.is_of_facts and "list" in q.roles),
    QueryShape("the strongest wall", "list", lambda q: any(r.order for r in q.readings)),
    # It describes a situation: `runner has no programs`.
    QueryShape("not ice", "words", lambda q: q.names <= _WORDS and q.negated_facts == q.facts),
    QueryShape(
        "walls and sentries", "either", lambda q: q.is_joined and _NUMBERS.isdisjoint(q.names)
    ),
    QueryShape("noisy icebreakers", "list", lambda q: bool(q.facts[1:] and q.plurals)),
    # These are ordinary words, and topics.
    QueryShape("trash cost 0", "words", lambda q: q.names <= _NUMBERS),
    QueryShape("noisy without stealth", "either", lambda q: bool(q.negated_facts)),
    QueryShape("virus program", "", lambda q: q.names <= _WORDS and not q.plurals),
    QueryShape("wylie on nodes", "", lambda q: not q.is_of_facts and _NUMBERS.isdisjoint(q.names)),
    QueryShape("runner program", "either", lambda q: True),
)
