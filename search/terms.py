"""A field or word as typed → the terms of the index that it means, with notes on what was read
otherwise or is unknown.

The page does the same in `site/theme/js/engine/terms.js`.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import cast

from rulings import edit_distance
from rulings.model import formatting, vocabulary
from rulings.search import fields, inverted_index, parameters
from rulings.search.query import All, AnyOf, Field, Node, Not, Phrase, Terms, Words

_COMPARISON = re.compile(parameters.COMPARISON_PATTERN, re.ASCII)
_SIGN = re.compile(parameters.SIGN_PATTERN)
_MONTH_OF_ANY_YEAR = re.compile(parameters.MONTH_OF_ANY_YEAR_PATTERN)
_COMPARISONS = {
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    "!=": operator.ne,
}


class TermReader:
    """Looks up the leaves of one query, and collects what they say besides: see `Query`."""

    def __init__(self, index: inverted_index.Index, note: Callable[[str], None]) -> None:
        self.index, self.analyzer, self.note = index, index.analyzer, note
        self.fields = dict[Field, Node]()
        self.patterns = list[list[str]]()
        self.cards, self.excluded = list[int](), list[str]()
        self.patterns_left = parameters.MAX_PATTERNS

    def read(self, node: Node, *, is_excluded: bool = False) -> Node | None:
        """The node with terms instead of fields and words, or None if nothing of it is known."""
        if isinstance(node, Field):
            return self._field(node, is_excluded=is_excluded)
        if isinstance(node, Words):
            return self._words(node, is_excluded=is_excluded)
        if isinstance(node, Not):
            part = self.read(node.part, is_excluded=True)
            return part and Not(part)
        assert isinstance(node, All | AnyOf)
        parts = tuple(filter(None, (self.read(part) for part in node.parts)))
        return type(node)(parts) if parts[1:] else next(iter(parts), None)

    def _words(self, words: Words, *, is_excluded: bool) -> Node | None:
        analysed = self.analyzer.words(words.text)
        if not analysed:
            return None
        if words.kind == "phrase":
            return Phrase(tuple(analysed))
        if words.kind == "words":
            stems = [*map(self.analyzer.stem, analysed)]
            return All(tuple(Terms(".terms", (stem,)) for stem in stems))
        self.patterns_left -= 1
        if self.patterns_left < 0:
            self.note(f"only the first {parameters.MAX_PATTERNS} words with * were read")
            return None
        known, beginning = self.index.lexicon(".words"), "".join(analysed)
        terms = [term for term in known if term.startswith(beginning)]
        del terms[parameters.MAX_PATTERN_WORDS :]
        if not is_excluded:
            self.patterns.append(terms)
        return Terms(".words", tuple(terms))

    # Fields

    def _field(self, field: Field, *, is_excluded: bool) -> Node | None:
        """The terms of a field; None, with a note, if a date is not understood."""
        kind = fields.BY_NAME[field.name].kind
        if kind == "date":
            node = self._date(field)
        elif kind == "name" and not field.value.endswith("*"):
            node = self._name(field, is_excluded=is_excluded)
        else:
            node = Terms(field.name, tuple(self._values(field)))
        if node and not is_excluded:
            self.fields[field] = node
        return node

    def _name(self, field: Field, *, is_excluded: bool) -> Node:
        """The ids of the cards or topics that a name means."""
        kind, value = cast("vocabulary.SubjectKind", field.name), field.value.strip('"')
        named, shown = self.index.names.resolve(value, kind), _quoted(value)
        ids = [thing.id for thing in named.things]
        titles = ", ".join(thing.title for thing in named.things)
        if not ids:
            nearest = [thing.title for thing in named.suggestions if thing.kind == kind]
            hint = f"; the nearest: {', '.join(nearest)}" if nearest else ""
            self.note(f"no {kind} is called “{shown}”{hint}")
        elif len(ids) > 1:
            self.note(f'{kind}:"{shown}" was read as any of {titles}')
        elif not named.is_exact:
            self.note(f'{kind}:"{shown}" was read as {titles}')
        if is_excluded:
            self.excluded += ids
        elif kind == "card":
            self.cards += self.index.numbers_of(named.things)
        return Terms(kind, tuple(ids))

    def _values(self, field: Field) -> Sequence[str]:
        """The terms of a value, or of all values with a word that begins with it."""
        known_field, name, typed = fields.BY_NAME[field.name], field.name, field.value.strip('" ')
        known = self.index.lexicon(name)
        # A strength may be `*`
        is_prefix = field.value.endswith("*") and field.value not in known
        # Not that of `Sparky+`
        sign = field.sign or (_SIGN.match if known_field.by_word else _SIGN.search)(typed)
        is_whole = not (sign or is_prefix)
        value = self.analyzer.field_term(typed.rstrip("*") if is_prefix else typed)
        value = dict(known_field.value_aliases).get(value, value)
        if comparison := _COMPARISON.fullmatch(field.sign + typed):
            terms = _compared(comparison, known)
        elif is_whole:
            words = {*self.analyzer.words(typed)} if known_field.by_word else set[str]()
            whole = [term for term in known if words and words <= {*term.split("-")}]
            terms = whole if value not in known and whole else self._near_value(name, value)
        else:
            terms = [] if sign else [term for term in known if f"-{value}" in f"-{term}"]
        if not terms:
            self._note_unknown_value(field, value, suggests=is_whole)
        return terms

    def _near_value(self, name: str, value: str) -> list[str]:
        """The value, or that which is meant by a plural (`viruses`) or, with a note, another form
        or a misspelling.
        """
        known, stems = self.index.lexicon(name), [*map(self.analyzer.stem, value.split("-"))]
        if value in known:
            return [value]
        terms = [term for term in known if [*map(self.analyzer.stem, term.split("-"))] == stems]
        if any(value in (f"{term}s", f"{term}es", f"{term[:-1]}ies") for term in terms):
            return terms
        if not terms:
            terms = edit_distance.corrections(value, known)[:1]
        if terms:
            self.note(f'{name}:"{_quoted(value)}" was read as {name}:{terms[0]}')
        return terms

    def _note_unknown_value(self, field: Field, value: str, *, suggests: bool) -> None:
        known, hint = self.index.lexicon(field.name), ""
        others = [other for other in fields.VALUE_FIELDS if value in self.index.lexicon(other)]
        if suggests and others and not value.isdigit():
            hint = f"; did you mean {others[0]}:{value}?"
        elif len(known) <= parameters.MAX_KNOWN_VALUES:
            hint = f" (known: {', '.join(known)})"
        shown = _quoted(field.sign + field.value.strip('"'))
        self.note(f'nothing has {field.name}:"{shown}"{hint}')

    def _date(self, field: Field) -> Node | None:
        """The days of a date, by its sign or that of the field; a year or month has many."""
        name, value, days = field.name, field.value.strip('"'), self.index.lexicon(".date")
        if _MONTH_OF_ANY_YEAR.fullmatch(value):
            return Terms(".date", tuple(day for day in days if value.strip("*") in day[4:8]))
        try:
            first, last = formatting.date_range(formatting.iso_date(value))
        except formatting.InvalidDateError:
            shown = f"{name}:{(field.sign + value)[: parameters.MAX_DATE_QUOTE_LENGTH]}"
            self.note(f"“{shown}” is not a date (1996, 1996-08 or 1996-08-06) and was ignored")
            return None
        of_fields = {"before": "<=" if first == last else "<", "date": "=", "after": ">="}
        sign = field.sign or of_fields[name]
        if sign == "<" and days and first <= days[0]:
            end = date.fromisoformat(first) - timedelta(days=1)
            day, earliest = map(formatting.date_in_words, (end.isoformat(), days[0]))
            self.note(f"{name}:{field.sign}{value} ends on {day}; the earliest date is {earliest}")
        if sign in ("=", "!="):
            within = [day for day in days if (first <= day <= last) == (sign == "=")]
        else:
            bound = first if sign in ("<", ">=") else last
            within = [day for day in days if _COMPARISONS[sign](day, bound)]
        dated = Terms(".date", tuple(within))
        if sign != "=" or first != last or first not in self.index.lexicon(".printed"):
            return dated
        self.note(
            f"date:{value} also finds what has this date in print, but is probably of another day"
        )
        return AnyOf((dated, Terms(".printed", (first,))))


def _compared(match: re.Match[str], known: Sequence[str]) -> list[str]:
    """The numbers among known values that a comparison allows."""
    compare, bound = _COMPARISONS[match[1] or ">="], int(match[2] or match[3])
    return [term for term in known if term.isdigit() and compare(int(term), bound)]


def _quoted(text: str) -> str:
    return text[: parameters.MAX_NOTE_QUOTE_LENGTH]
