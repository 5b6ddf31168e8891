"""The plain words of a query → its text with a field for each value that they name: people, times,
kinds, facts.

`conditions` finds them; here is decided, once, whether a list is asked for, of which every
condition is read, or something else, where only sure ones are. The page does the same in
`site/theme/js/engine/plain-words.js`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal, NamedTuple

from rulings.search import conditions, fields, inverted_index, parameters
from rulings.search.query import AnyOf, Field, Node, Not, fields_of, to_text

_FIELD = re.compile(parameters.FIELD_PATTERN)
_PUNCTUATION = re.compile(parameters.PUNCTUATION_PATTERN)
_ENDED = re.compile(parameters.END_OF_SENTENCE_PATTERN)
# What answers a query that is all conditions: the list of what meets them, or its words, as of a
# question, or these only if they answer very well; empty: it is not all conditions
Leads = Literal["", "list", "either", "words", "question"]

# Roles of what says nothing about what is asked for
_BESIDE = ("asking", "only", "join", "to", "trailing", "not", "minus", "bound", "source")


# The field beside which not only rulings or only cards are meant
_ON_OTHERS = {"kind", "in", "game"}
_NO_ERRATUM = Not(Field("is", "errata"))
_SUPERSEDED = Field("is", "superseded*")


class PlainReading(NamedTuple):
    """What plain words mean, and the words that remain."""

    text: str
    conditions: tuple[Node, ...] = ()
    notes: tuple[str, ...] = ()
    order: str = ""  # what comes first: `newest`, `highest cost`
    kind: str = ""  # of what is listed, if that is clear
    # Numbers, negations and the like that are in no condition, as typed → what they mean
    unread: tuple[tuple[str, str], ...] = ()
    leads: Leads = ""  # if it is all conditions: what answers
    person: str = ""  # if nothing else is asked for

    @property
    def nodes(self) -> list[Node]:
        """The conditions, with that on the kind."""
        return [*self.conditions, *([Field("kind", self.kind)] if self.kind else [])]

    @property
    def query(self) -> str:
        """The query for its list."""
        parts = [*self.order.split(), *self.text.split(), *map(to_text, self.nodes)]
        return " ".join(filter(None, parts))


def is_short(index: inverted_index.Index, text: str) -> bool:
    """Whether a text is short and no sentence, so that its signs mean something. Titles of cards
    may print punctuation: `Dr. Dreff`.
    """
    outside = re.sub(r'-?"[^"]*"', " ", _FIELD.sub(" ", text))
    if len(outside.split()) > parameters.SHORT_QUERY_WORDS:
        return False
    if not _PUNCTUATION.search(outside):
        return True
    for item in reversed(conditions.items(index, outside)):
        if item.has("title"):
            outside = f"{outside[: item.start]}_{outside[item.end :]}"
    return not _PUNCTUATION.search(outside)


def read(index: inverted_index.Index, text: str, *, keeps: bool = True) -> PlainReading:
    """The conditions of a text, and the text without these and without words of asking; `keeps`: or
    without them.
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
        reader = conditions.PhraseReader(index, text)
        self.text, self.items, self.readings = text, reader.items, reader.readings
        items_beside = self._items_beside(self.readings)
        self.roles = set[str]().union(*(item.roles for item in items_beside))
        self.of_rulings = "rulings" in self.roles
        self.of_cards = any(item.phrase == "cards" for item in items_beside)
        self.others = [item for item in items_beside if _is_content(item)]
        self.telling = [*filter(_is_telling, self.others)]
        self.is_prose = self._is_prose()
        self._read_facts(index)
        self.is_question = self._asks()
        is_list = bool(self.readings) and not self.others
        self.leads: Leads = next(s.leads for s in SHAPES if s.fits(self)) if is_list else ""
        words = sum(len(item.phrase.split()) for item in self.others)
        max_words = parameters.SHORT_QUERY_WORDS if "ruling" in self.roles else 0
        self.is_open = words <= max_words or is_short(index, text.rstrip(" ?"))

    def _items_beside(self, readings: list[conditions.PhraseReading]) -> list[conditions.Item]:
        """The items that none of these conditions has taken."""
        taken_numbers, idle = set[int](), set[int]()
        for reading in readings:
            taken_numbers.update(reading.item_numbers)
            idle.update(range(reading.first, reading.stop))
        waiting = [n for n in idle if self.items[n].has(*conditions.WAITING)]
        taken_numbers |= idle.difference(waiting)
        return [item for number, item in enumerate(self.items) if number not in taken_numbers]

    def _read_facts(self, index: inverted_index.Index) -> None:
        """Sets the facts."""
        text = " ".join(self.text[item.start : item.end] for item in self.others)
        self.is_of_card = bool(index.names.exact(index.analyzer.folded(text), "card").things)
        of_cards = self.of_cards or (bool(self.readings) and self.readings[0].is_fact)
        if of_cards and not self.of_rulings:  # `ice without errata`
            for place, reading in enumerate(self.readings):
                if reading.node == _NO_ERRATUM:
                    self.readings[place] = reading._replace(node=Not(Field("has", "errata")))
        self.facts = [reading for reading in self.readings if reading.is_fact]
        self.is_of_facts = self.facts == self.readings
        self.names = {reading.name for reading in self.readings}
        self.plurals = [
            reading for reading in self.facts if reading.is_plural and not reading.is_negated
        ]
        self.is_joined = any(reading.is_joined and not reading.is_negated for reading in self.facts)
        self.negated = [reading for reading in self.facts if reading.is_negated]
        self.is_usual = any(reading.trigger != "ordinary" for reading in self.readings)

    def _asks(self) -> bool:
        """Whether it is a question on the rules, or on a word."""
        if not self.items:
            return False
        first = self.items[0].roles
        is_listed = self.of_rulings or "show" in self.roles or "list" in first
        if is_listed or ("plural" in first and not self.others):
            return False  # `nodes that do not cost 3`
        return "question" in self.roles or "defined" in first

    def has_facts(self) -> bool:
        """Whether facts of cards, or a kind, stand beside it as fields: `ice cost:>3`."""
        return not self.fields_typed.isdisjoint({*fields.FACT_FIELDS, "kind"})

    @property
    def fields_typed(self) -> set[str]:
        """The names of the fields that stand beside it: `ice cost:>3`."""
        names = [item.phrase.partition(":")[0] for item in self.items if item.has("opaque")]
        return {fields.BY_NAME[name].name for name in names if name in fields.BY_NAME}

    def _is_kind(self, reading: conditions.PhraseReading) -> bool:
        """Whether a condition is meant beside other words too."""
        return reading.trigger == "usual" or (self.is_of_card and reading.name == "is")

    def _is_read(self, reading: conditions.PhraseReading) -> bool:
        """Whether a condition is meant. What is to be left out is so in sentences too."""
        if self.leads or reading.trigger == "always":
            return True
        is_clear = self.is_open or (reading.is_negated and not self.is_prose)
        return is_clear and self._is_kind(reading)

    def reading(self, *, keeps: bool) -> PlainReading:
        """What it means."""
        readings = [reading for reading in self.readings if self._is_read(reading)]
        unread = self.unread(readings)
        words_left_out = [
            reading
            for reading in self.readings
            if reading.is_negated and reading not in readings and self._is_kind(reading)
        ]
        notes = tuple(map(self._note, words_left_out))
        if not readings or (self.leads and not keeps):
            return PlainReading(self.text, (), notes, unread=unread)
        text = self._text(
            {place for reading in readings for place in range(reading.first, reading.stop)}
        )
        if not keeps:
            return PlainReading(text, (), notes, unread=unread)
        nodes = self._nodes(readings)
        order = next(filter(None, (reading.order for reading in readings)), "")
        kind, person = self._kind(order, nodes), self._person(nodes)
        notes = (*map(self._note, readings), *notes)
        return PlainReading(text, nodes, notes, order, kind, unread, self.leads, person)

    def _nodes(self, readings: list[conditions.PhraseReading]) -> tuple[Node, ...]:
        """The conditions; those that are joined, as one."""
        nodes = list[Node]()
        for reading in readings:
            node = self._node(reading)
            if reading.is_joined and not reading.is_negated:
                node = AnyOf((nodes.pop(), node))
            nodes.append(node)
        return tuple(nodes)

    def _kind(self, order: str, nodes: tuple[Node, ...]) -> str:
        """The kind of what is listed, if that is clear."""
        field_names = {field.name for node in nodes for field in fields_of(node)}
        if not _ON_OTHERS.isdisjoint(field_names | self.fields_typed):
            return ""
        if self.of_rulings or order in ("newest", "oldest"):
            return "ruling"
        return "card" if self.is_of_facts else ""

    def _person(self, nodes: tuple[Node, ...]) -> str:
        """The person, if nothing else is asked for."""
        if len(nodes) != 1 or self.others or "ruling" in self.roles:
            return ""
        person = nodes[0]
        return person.value.strip('"') if isinstance(person, Field) and person.name == "by" else ""

    def unread(self, readings: list[conditions.PhraseReading]) -> tuple[tuple[str, str], ...]:
        """The numbers, negations and the like that are in none of these conditions, as typed → what
        they mean, or nothing if no words can have them; of a question on the rules none.
        """
        if self.is_prose:
            return ()
        is_name = any(item.has("title") for item in self.others)
        is_name = is_name and not (self.telling or self.readings)  # `Aardvark 12`
        is_lost = bool(readings) or self.of_rulings or is_name
        is_list = self.of_rulings or self.of_cards
        # Not `Crash Everett under City Surveillance`
        is_counted = is_list or any(item.has("number", "date") for item in self.items)
        unread = dict[str, str]()
        for item in self._items_beside(readings):
            meaning = conditions.mark(item)
            if meaning and (is_counted or not item.has("bound")):
                if is_lost or not item.phrase[0].isalnum():
                    meaning = ""
                unread[self.text[item.start : item.end]] = meaning
        return tuple(unread.items())

    def _is_prose(self) -> bool:
        """Whether so many words are no conditions, or something is asked about them: `razor wire,
        who is hit`.
        """
        if self.of_rulings:
            return len(self.telling) > parameters.SHORT_QUERY_WORDS
        is_asked = any(item.has("interrogative") for item in self.items)
        is_asked = is_asked or "question" in self.roles or bool(_ENDED.search(self.text))
        return bool(self.telling) and (is_asked or len(self.telling) > parameters.FEW_UNREAD)

    def _node(self, reading: conditions.PhraseReading) -> Node:
        # What reversed it may be all that is left
        is_either = reading.node == _SUPERSEDED and self.is_of_card
        return AnyOf((Field("is", "reversal"), reading.node)) if is_either else reading.node

    def _note(self, reading: conditions.PhraseReading) -> str:
        start, end = self.items[reading.first].start, self.items[reading.stop - 1].end
        words = self.text[start:end].strip('"')
        if not self._is_read(reading):
            return f"“{words}” was read as words; add {to_text(reading.node)} for the condition"
        as_what = f"the {reading.order} first" if reading.order else to_text(self._node(reading))
        return f"“{words}” was read as {as_what}"

    def _text(self, places: set[int]) -> str:
        """The text without the items in some places and without words of asking."""
        changed, last = "", self.items[-1].end
        ends = [*(item.start for item in self.items[1:]), last]
        for number, (item, end) in enumerate(zip(self.items, ends, strict=True)):
            words = self.text[item.start : end]
            is_inner = not words[1:] and not words.isalnum() and self.text[end : end + 1].isalnum()
            is_kept = is_inner or _is_content(item) or item.roles.get("opaque") == "field"
            changed += words if is_kept and number not in places else " "  # `R&D` is one word
        return changed + self.text[last:]  # what is too long to be read


def _is_content(item: conditions.Item) -> bool:
    """Whether an item says what is asked about."""
    is_word = bool(item.roles) or item.phrase[:1].isalnum()
    return is_word and not item.has(*_BESIDE) and item.roles.get("opaque") != "field"


def _is_telling(item: conditions.Item) -> bool:
    """Whether an item is neither a title nor what may not be lost."""
    return not (item.has("title") or conditions.mark(item))


class Shape(NamedTuple):
    """A shape of queries that are all conditions, with one that has it, and what answers these."""

    example: str
    leads: Leads
    fits: Callable[[PlainWords], bool]


_NUMBERS = {*fields.NUMBER_FIELDS}
_WORDS = {"type", "keyword", "set"}  # fields whose values are ordinary words of the game too

SHAPES = (  # the first that fits; the page has them in this order
    Shape("are upgrades cards", "question", lambda q: q.is_question and q.is_of_facts),
    Shape("can wylie be official", "", lambda q: q.is_question),
    # What is listed has a name, or the values have but one meaning
    Shape("rulings on preps", "list", lambda q: q.of_rulings or q.of_cards or q.has_facts()),
    Shape("taken back", "either", lambda q: q.names == {"is"} and not q.is_usual),
    Shape("wylie 99", "list", lambda q: not q.facts or "is" in q.names),
    Shape("list of viruses", "list", lambda q: q.is_of_facts and "list" in q.roles),
    # A situation: `runner has no programs`
    Shape("not ice", "words", lambda q: q.names <= _WORDS and q.negated == q.facts),
    Shape("walls and sentries", "either", lambda q: q.is_joined and _NUMBERS.isdisjoint(q.names)),
    Shape("noisy icebreakers", "list", lambda q: bool(q.facts[1:] and q.plurals)),
    # Ordinary words, and topics
    Shape("trash cost 0", "words", lambda q: q.names <= _NUMBERS),
    Shape("noisy without stealth", "either", lambda q: bool(q.negated)),
    Shape("virus program", "", lambda q: q.names <= _WORDS and not q.plurals),
    Shape("wylie on nodes", "", lambda q: not q.is_of_facts and _NUMBERS.isdisjoint(q.names)),
    Shape("runner program", "either", lambda q: True),
)
