"""Looks up the index terms that a field or word means. Adds notes on values that are
unknown or were read differently.

A document must meet all clauses of a query, and one of the conditions of each clause.
`query_language` reads the clauses as typed, and `filters` finds the documents that meet
their terms.

The page does the same in `site/theme/js/engine/terms.js`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, NamedTuple, cast

from msgspec import Struct
from msgspec.structs import replace

from rulings.model import dates, vocabulary
from rulings.names import edit_distance, name_matching
from rulings.search import (
    fields,
    inverted_index,
    parameters,
    query_patterns,
    sentences,
)

_NUMBERS = (0, 999)  # the least and greatest number of a range that lacks one
_DAYS = ("1000-01-01", "9999-12-31")
_SIGN = re.compile(query_patterns.SIGN_PATTERN)
WordsKind = Literal["words", "phrase", "wildcard"]
_ORDER = re.compile(fields.ORDER_PATTERN, re.IGNORECASE)


class FieldCondition(Struct, frozen=True):
    """A field with its value: `cost:>3`."""

    name: str
    value: str  # in quotation marks, if it was typed in them
    sign: str  # the comparison, if there is one
    is_excluded: bool
    typed_name: str  # which may be an alias

    @property
    def value_type(self) -> str:
        """The type of its values."""
        return fields.BY_NAME[self.name].value_type

    @property
    def text(self) -> str:
        """The condition as typed, shortened for a note."""
        minus = "-" if self.is_excluded else ""
        text = f"{minus}{self.typed_name}{self.sign or ':'}{self.value}"
        return text[: parameters.MAX_NOTE_QUOTE_LENGTH]


class QueryWords(Struct, frozen=True):
    """Words as typed. A `phrase` must occur in a row; a `wildcard` begins a word."""

    text: str
    kind: WordsKind = "words"
    is_excluded: bool = False


class Terms(Struct, frozen=True):
    """Terms of the index, each after its field. A document must have one of them or, if
    they are excluded, none.
    """

    keys: tuple[tuple[str, str], ...]
    is_excluded: bool = False


class Phrase(Struct, frozen=True):
    """Words in a row. A document must have them or, if they are excluded, must not."""

    words: tuple[str, ...]
    is_excluded: bool = False


ParsedCondition = FieldCondition | QueryWords
ParsedClause = tuple[ParsedCondition, ...]
Clause = tuple[Terms | Phrase, ...]


class Order(NamedTuple):
    """A field to sort the results by: a number of cards or steps, or the date."""

    field: str
    is_descending: bool


class ValueReading(NamedTuple):
    """The terms of a value, each after its field, and whether it was understood. A
    number or date is, even if nothing has it.
    """

    keys: Sequence[tuple[str, str]]
    is_understood: bool


class TermReader:
    """Looks up the conditions of one query. Collects notes, wildcards and names."""

    def __init__(
        self,
        index: inverted_index.Index,
        notes: sentences.Notes,
    ) -> None:
        self.index = index
        self.analyzer = index.analyzer
        self.notes = notes
        self.causes = sentences.Notes()  # notes on fields without terms
        self.wildcards = list[list[str]]()
        self.cards = list[int]()
        self.excluded = list[str]()
        self.conditions_left = parameters.MAX_PARTS

    def read(self, clause: ParsedClause) -> Clause:
        """The clause with terms instead of fields and words; empty if none is known. If
        it is one field without terms, nothing can be found, and the note on it is a
        cause.
        """
        note_count = len(self.notes)
        conditions = list[Terms | Phrase]()
        for typed_condition in clause:
            condition = self._condition(typed_condition)
            if condition is not None:
                conditions.append(
                    replace(condition, is_excluded=typed_condition.is_excluded)
                )
        if len(clause) == 1 and Terms(()) in conditions:
            self.causes += self.notes[note_count:][-1:]
        return tuple(conditions)

    def _note(self, kind: str, *values: object) -> None:
        self.notes.append(sentences.note(kind, *values))

    def _condition(self, condition: ParsedCondition) -> Terms | Phrase | None:
        self.conditions_left -= 1
        if self.conditions_left < 0:
            self._note("parts cut", parameters.MAX_PARTS)
            return None
        if isinstance(condition, FieldCondition):
            return self._field(condition)
        return self._words(condition)

    # Words

    def _words(self, condition: QueryWords) -> Terms | Phrase | None:
        words = self.analyzer.words(condition.text)
        if not words:
            return None
        if condition.kind == "wildcard":
            return self._wildcard("".join(words), is_excluded=condition.is_excluded)
        if condition.kind == "phrase" or len(words) > 1:  # `face-up` is two
            return Phrase(tuple(words))
        stem = self.analyzer.stem(words[0])
        return Terms(((".terms", stem),))

    def _wildcard(
        self,
        beginning: str,
        *,
        is_excluded: bool,
    ) -> Terms:
        """The words with this beginning."""
        words = [
            word
            for word in self.index.field_terms(".words")
            if word.startswith(beginning)
        ]
        del words[parameters.MAX_WILDCARD_WORDS :]
        if not is_excluded:
            self.wildcards.append(words)
        keys = [(".words", word) for word in words]
        return Terms(tuple(keys))

    # Fields

    def _field(self, field: FieldCondition) -> Terms:
        return Terms(tuple(self.value(field).keys))

    def value(self, field: FieldCondition) -> ValueReading:
        """Reads the value of a field; adds a note if it is not understood."""
        readers = {
            "name": self._name,  # card:dreff
            "value": self._choice,  # type:ice
            "number": self._number,  # cost:3-5
            "date": self._date,  # date:1996..1997
        }
        return readers[field.value_type](field)

    def _name(self, field: FieldCondition) -> ValueReading:
        """The ids of the cards or topics that a name means."""
        if field.value.endswith("*"):
            return self._choice(field)
        kind = cast("vocabulary.SubjectKind", field.name)
        name = field.value.strip('"')
        resolution = name_matching.first_meaning(self.index.names, name, kind)
        ids = [reference.id for reference in resolution.references]
        titles = ", ".join(reference.title for reference in resolution.references)
        if not ids:
            nearest = [
                reference.title
                for reference in resolution.suggestions
                if reference.kind == kind
            ]
            if nearest:
                self._note("no name but", kind, _shortened(name), ", ".join(nearest))
            else:
                self._note("no name", kind, _shortened(name))
        elif len(ids) > 1:
            self._note("field read", field.text, f"any of {titles}")
        elif not resolution.is_exact:
            self._note("field read", field.text, titles)
        if field.is_excluded:
            self.excluded += ids
        elif kind == "card":
            self.cards += self.index.slots_of(resolution.references)
        return ValueReading([(kind, id) for id in ids], bool(ids))

    # Values, numbers and dates

    def _choice(self, field: FieldCondition) -> ValueReading:
        """The terms of a value or, before `*`, of the beginning of a word."""
        text = field.value.strip('" ')
        lexicon = self.index.field_terms(field.name)
        # `Sparky+` is not a comparison.
        sign = _SIGN.match if fields.BY_NAME[field.name].by_word else _SIGN.search
        value = ""
        if field.sign or sign(text):
            terms = list[str]()
        # A strength may be `*`.
        elif field.value.endswith("*") and field.value not in lexicon:
            beginning = _value(self.index, field.name, text.rstrip("*"))
            terms = [term for term in lexicon if f"-{beginning}" in f"-{term}"]
        else:
            value = _value(self.index, field.name, text)
            terms = values_with_words(self.index, field.name, value)
            terms = terms or self._near_value(field, value)
        if not terms:
            self._note_unknown_value(field, value)
        return ValueReading([(field.name, term) for term in terms], bool(terms))

    def _near_value(
        self,
        field: FieldCondition,
        value: str,
    ) -> list[str]:
        """The value meant by a plural (`viruses`), other form or typo, with a note."""
        stems = self._stems(value)
        lexicon = self.index.field_terms(field.name)
        terms = [term for term in lexicon if self._stems(term) == stems]
        terms = terms or edit_distance.corrections(value, lexicon)[:1]
        if terms:
            self._note("field read", field.text, f"{field.name}:{terms[0]}")
        return terms

    def _stems(self, term: str) -> list[str]:
        """The stems of the words of a value: the same for `viruses` and `virus`."""
        return [*map(self.analyzer.stem, term.split("-"))]

    def _note_unknown_value(self, field: FieldCondition, value: str = "") -> None:
        """Adds a note on a field with such a value, or on known_values values."""
        lexicon = self.index.field_terms(field.name)
        names = [
            name
            for name in fields.CHOICE_FIELDS
            if value in self.index.field_terms(name)
        ]
        if names:
            self._note("no value but", field.text, names[0], value)
        elif len(lexicon) <= parameters.MAX_KNOWN_VALUES:
            known_values = ", ".join(sorted(lexicon, key=_sort_key))
            self._note("known values", field.text, known_values)
        else:
            self._note("no value", field.text)

    def _number(self, field: FieldCondition) -> ValueReading:
        """The numbers within a range that meet its comparison; `X` is a value."""
        text = field.value.strip('" ')
        if not re.search("[0-9]", text):
            return self._choice(field)
        bounds = _bounds(text, query_patterns.NUMBER_RANGE_PATTERN, _number, *_NUMBERS)
        sign = field.sign or "="
        keys = [
            (field.name, term)
            for term in self.index.field_terms(field.name)
            if bounds and term.isdigit() and _meets(int(term), sign, *bounds)
        ]
        if not keys:
            self._note_unknown_value(field)
        return ValueReading(keys, bounds is not None)

    def _date(self, field: FieldCondition) -> ValueReading:
        """The days within a period that meet its comparison; a year or month has many."""
        value = field.value.strip('"')
        days = self.index.field_terms(".date")
        if value == "*":
            return ValueReading([(".date", day) for day in days], True)
        bounds = _bounds(value, query_patterns.RANGE_PATTERN, _period, *_DAYS)
        if bounds is None:
            self._note("no date", field.text)
            return ValueReading([], False)
        first, last = bounds
        if first == last and not value.startswith(first[:4]):
            self._note("field read", field.text, first)
        signs = {"before": "<", "until": "<=", "date": "=", "after": ">="}
        sign = field.sign or signs[field.name]
        keys = [(".date", day) for day in days if _meets(day, sign, first, last)]
        printed_day = first.replace("-", "")
        if sign == "=" and not keys and self.index.with_term(".cited", printed_day):
            keys = [(".cited", printed_day)]  # a misprinted date
        if days and not keys:
            self._note("known values", field.text, f"{days[0]} to {days[-1]}")
        return ValueReading(keys, True)


def read_orders(
    index: inverted_index.Index, text: str, notes: sentences.Notes
) -> Iterable[Order]:
    """The orders of the results; adds notes. A minus before an order reverses it."""
    orders = dict[str, Order]()
    for match in _ORDER.finditer(text):
        value = match["value"].strip('"')
        name = _value(index, "sort", value.removeprefix("-"))
        declared = fields.BY_NAME.get(name)
        if not declared or declared.name not in fields.SORTED_FIELDS:
            known_values = ", ".join(fields.SORTED_FIELDS)
            notes.append(sentences.note("no order", _shortened(value), known_values))
            continue
        is_descending = value.startswith("-") != bool(match["minus"])
        order = Order(declared.name, is_descending)
        first = orders.setdefault(declared.name, order)
        if order != first:
            minus = "-" if first.is_descending else ""
            first_order = f"{minus}{declared.name}"
            notes.append(sentences.note("second order", _shortened(value), first_order))
    return orders.values()


def without_orders(text: str) -> str:
    """The text without its orders, such as `sort:-date`."""
    return _ORDER.sub(r"\g<before>", text)


def _value(
    index: inverted_index.Index,
    name: str,
    text: str,
) -> str:
    """The term of a value, which may be typed as an alias: `erratum` → `errata`."""
    value = index.analyzer.field_term(text)
    return fields.BY_NAME[name].values_by_alias.get(value, value)


def understands(
    index: inverted_index.Index, field: FieldCondition, notes: sentences.Notes
) -> bool:
    """Whether a field understands its value; adds notes if it reads it otherwise."""
    return TermReader(index, notes).value(field).is_understood


def values_with_words(
    index: inverted_index.Index,
    name: str,
    value: str,
) -> list[str]:
    """The value or, in a field by word, all values with its words: `by:"wylie tom"`."""
    lexicon = index.field_terms(name)
    words = {*value.split("-")}
    if value in lexicon:
        return [value]
    if not fields.BY_NAME[name].by_word:
        return []
    return [term for term in lexicon if words.issubset(term.split("-"))]


def _meets(
    value: Any,
    sign: str,
    first: Any,
    last: Any,
) -> bool:
    """Whether the sign holds between a number or day and a range."""
    is_within = first <= value <= last
    comparisons = {
        "<": value < first,
        "<=": value <= last,
        "=": is_within,
        "!=": not is_within,
        ">=": value >= first,
        ">": value > last,
    }
    return bool(comparisons[sign])


def _bounds(
    text: str,
    separator: str,
    read_bound: Callable[[str], tuple[Any, Any]],
    least: object,
    greatest: object,
) -> tuple[Any, Any] | None:
    """The first and last number or day in a range that may lack one end: `3..5`, `3..`,
    `..5`, `3+`, `3`. None if `read` cannot read_bound them.
    """
    text = re.sub(query_patterns.ENDING_PATTERN, "", text)
    first, *other_parts = re.split(separator, re.sub(r"\+$", "..", text))
    last = other_parts[-1] if other_parts else first
    if len(other_parts) > 1 or not (first or last):
        return None
    try:
        lower = read_bound(first)[0] if first else least
        return lower, read_bound(last)[1] if last else greatest
    except ValueError:
        return None


def _number(text: str) -> tuple[int, int]:
    """The number in a text, twice. Raises `ValueError`."""
    match = re.fullmatch(query_patterns.FIGURE_PATTERN, text)
    number = int(match[1] if match else "")
    return number, number


def _period(text: str) -> tuple[str, str]:
    """The first and last day of a typed date. Raises `ValueError`."""
    is_date = text.strip("-/") == text  # `1997-` is none
    return dates.date_range(dates.iso_date(text) if is_date else "")


def _sort_key(term: str) -> str:
    """A key that sorts numbers by their values: 2 before 11."""
    return term.zfill(parameters.MAX_FIGURES) if term.isdigit() else term


def _shortened(text: str) -> str:
    return text[: parameters.MAX_NOTE_QUOTE_LENGTH]
