"""The plain words of a query → its text with a field for each value that they name: people, times,
kinds, facts.

`values.yaml` says what values are called. The page does the same in
`site/theme/js/engine/values.js`.
"""

from __future__ import annotations

import re
from collections.abc import Container
from datetime import date, timedelta
from itertools import islice
from typing import Any, NamedTuple

from rulings import edit_distance
from rulings.model import formatting
from rulings.search import inverted_index, parameters
from rulings.search import values as search_values

_MONTH = re.compile(parameters.MONTH_PATTERN, re.IGNORECASE | re.ASCII)
_ABBREVIATIONS = [month[:3].lower() for month in formatting.MONTHS]
_FIELD = re.compile(parameters.FIELD_PATTERN)
_BETWEEN_WORDS = re.compile(r"[\s.'-]+")
_ON_OTHERS = re.compile(parameters.OTHER_KINDS_PATTERN, re.IGNORECASE | re.ASCII)
_JOINER = re.compile(parameters.JOINER_PATTERN, re.IGNORECASE)
_JOINED = re.compile(parameters.JOINED_VALUES_PATTERN, re.IGNORECASE)
_PUNCTUATION = re.compile(parameters.PUNCTUATION_PATTERN)
_PERSON = re.compile(parameters.PERSON_PATTERN, re.IGNORECASE | re.ASCII)
_EITHER = re.compile(r"\s(?:and|or)\s", re.IGNORECASE)
_MIN_PERSON_LENGTH = 5  # letters of a name of a person that may be misspelt
_FLIPPED = {"before": "since", "since": "before", "after": "until", "until": "after"}


class Value(NamedTuple):
    """A value that a query names."""

    # With its value, after a minus if it is excluded; or `newest`, `oldest`; empty: none
    field: str
    sureness: search_values.Sureness = "usual"
    is_plural: bool = False
    is_one: bool = False  # after *a*

    @property
    def name(self) -> str:
        """The name of its field."""
        return self.field.lstrip("-").partition(":")[0]


class Reading(NamedTuple):
    """A query whose values were read."""

    text: str
    notes: tuple[str, ...] = ()
    order: str = ""  # whether the newest or oldest are asked for
    person: str = ""  # if nothing else is asked for
    fields: tuple[str, ...] = ()  # of the values


def is_short(text: str) -> bool:
    """Whether a text is short and no sentence, so that its signs mean something."""
    outside = re.sub(r'-?"[^"]*"', " ", _FIELD.sub(" ", text))
    return len(outside.split()) <= parameters.SHORT_QUERY_WORDS and not _PUNCTUATION.search(outside)


class _Context(NamedTuple):
    """What stands beside the values of a query."""

    others: list[str]  # words that are neither values nor words of asking
    unread: int  # how many these are, with the facts of cards that are no list
    asks: bool  # whether rulings are asked for
    of_rulings: bool  # whether in so many words
    of_cards: bool
    is_list: bool  # whether a list of what has the facts is asked for
    is_open: bool  # whether a value may be read that could be an ordinary word
    is_of_card: bool  # whether the other words are the name of a card


def read(index: inverted_index.Index, text: str, *, keeps: bool = True) -> Reading:
    """The text with fields, and without words of asking; `keeps`: or without the values.

    Facts of cards, and values that are ordinary words, are read only if all other words are values
    or words of asking; a year alone or a kind beside few words, or in a sentence that asks for
    rulings.
    """
    values, words = index.settings.values, index.analyzer.words(text)
    whole, text = " ".join(words), _with_known_people(index, text)
    typed, is_timed = (
        _BETWEEN_WORDS.sub(" ", " " + text.lower().replace('"', " ")),
        re.search(r"\d", text),
    )
    named = [name for name in values.names if f" {name}" in typed]
    # `errata`, `nodes`
    is_name = whole in index.settings.names and whole not in index.settings.authority_names
    is_name = is_name and {*words}.isdisjoint(values.words["list"])
    is_name = is_name or index.names.exact(whole, "card").match_kind == "title"
    if is_name or not (named or is_timed):
        return Reading(text)
    names = "|".join(named).replace(" ", r"[\s.'-]+") or r"(?!)"
    source = values.pattern.replace("{timed}", values.timed if is_timed else "").replace(
        "{names}", names
    )
    pattern = re.compile(source, re.IGNORECASE | re.ASCII)
    matches = (
        (match.start(), _value(index, match)) for match in pattern.finditer(text) if match["named"]
    )
    found = dict(
        islice(((start, value) for start, value in matches if value.field), parameters.MAX_VALUES)
    )
    if not found:
        return Reading(text)

    def without(names: Container[str]) -> str:
        return pattern.sub(
            lambda m: " " if m.start() in found and found[m.start()].name in names else m[0], text
        )

    kinds = {value.name for value in found.values()}
    about = _stripped(index, without(kinds.difference(parameters.FACTS))).removesuffix("'s")
    is_of_card = bool(index.names.exact(" ".join(index.analyzer.words(about)), "card").things)
    if is_of_card:  # whose title has facts: `wall of ice errata`
        found = {
            start: value for start, value in found.items() if value.name not in parameters.FACTS
        }
    rest = index.analyzer.words(_FIELD.sub(" ", without(kinds)))
    context = _context(index, text, rest, [*found.values()], is_of_card=is_of_card)
    notes, fields, end = list[str](), list[str](), 0

    def replaced(match: re.Match[str]) -> str:
        nonlocal end
        value = found.get(match.start())
        if value is None or not _is_read(value, context):
            is_told = (
                value and value.name not in parameters.FACTS and (match["minus"] or match["denied"])
            )
            if (is_told or (is_timed and match["first"])) and context.asks and context.is_open:
                notes.append(f"“{match['named'].strip()}” was searched for as words")
            return match[0]
        field = value.field
        if is_of_card and field == "is:superseded*":  # what reversed it may be all that is left
            field = f"is:reversal OR {field}"
        if (
            fields
            and fields[-1].startswith(f"-{value.name}:")
            and _JOINER.fullmatch(text, end, match.start())
        ):
            field = f"-{field.lstrip('-')}"
        fields.append(field)
        end = match.end()
        if not keeps:
            return " "
        shown = field if ":" in field else f"the {field} first"
        notes.append(f"“{match['named'].strip()}” was read as {shown}")
        return f" {field} " if ":" in field else " "

    changed = pattern.sub(replaced, text)
    if context.is_open and fields:
        parts = _FIELD.sub(lambda field: f"\n{field[0]}\n", changed).split("\n")
        changed = " ".join(part if _FIELD.match(part) else _stripped(index, part) for part in parts)
    if not fields or not keeps:
        return Reading(changed, tuple(notes), fields=tuple(fields))
    order = next((field for field in fields if ":" not in field), "")
    changed = _JOINED.sub(r"\1 OR ", changed)
    if not _ON_OTHERS.search(changed):
        is_on_rulings = context.of_rulings or (order and not context.others)
        is_on_cards = context.is_list and "is" not in kinds
        changed += " kind:ruling" if is_on_rulings else " kind:card" if is_on_cards else ""
    is_person = (
        not context.unread and not context.asks and len(fields) == 1 and fields[0].startswith("by:")
    )
    return Reading(
        changed, tuple(notes), order, fields[0][4:-1] if is_person else "", tuple(fields)
    )


def _with_known_people(index: inverted_index.Index, text: str) -> str:
    """The text with the names of people that it misspells, where one is expected, as they are
    written.
    """
    people = [
        name
        for name in index.settings.authority_names
        if name.isalpha() and len(name) >= _MIN_PERSON_LENGTH
    ]

    def corrected(match: re.Match[str]) -> str:
        word = match["name"].lower()
        near = (
            [] if word in people or index.printed(word) else edit_distance.corrections(word, people)
        )
        return match[0].replace(match["name"], near[0]) if near else match[0]

    return _PERSON.sub(corrected, text)


def _context(
    index: inverted_index.Index, text: str, rest: list[str], found: list[Value], *, is_of_card: bool
) -> _Context:
    """What the words `rest` are, which stand beside the values."""
    words, kinds = {*rest}, {value.name for value in found}
    kinds_of_words = ("asking", "ruling", "list", "defining")
    asking, ruling, listing, defining = (
        {*index.settings.values.words[kind]} for kind in kinds_of_words
    )
    others = [word for word in rest if word not in asking]
    facts = [value for value in found if value.name in parameters.FACTS]
    asks, lists, of_kind = (
        not ruling.isdisjoint(words),
        not listing.isdisjoint(words),
        "is" in kinds,
    )
    of_rulings, of_cards = (
        not words.isdisjoint(forms) for forms in (("ruled", "ruling", "rulings"), ("card", "cards"))
    )
    has_plural = lists or (len(facts) > 1 and any(value.is_plural for value in facts))
    is_list = of_kind or (bool(facts) and (of_rulings or (has_plural and not asks)))
    is_list = is_list and not others and (of_kind or of_rulings or "by" not in kinds)
    is_list = is_list and (of_rulings or lists or defining.isdisjoint(words))
    unread = len(others) + (0 if is_list else len(facts))
    most = parameters.SHORT_QUERY_WORDS if asks else parameters.FEW_WORDS if of_kind else 0
    is_open = unread <= most or is_short(text.rstrip(" ?"))
    return _Context(
        others, unread, asks or of_kind, of_rulings, of_cards, is_list, is_open, is_of_card
    )


def _is_read(value: Value, context: _Context) -> bool:
    """Whether a value is meant, beside these words. Excluded is no order, no time with two ends, no
    card's errata.
    """
    is_order = ":" not in value.field
    if value.field.startswith("-") and (
        is_order or " before:" in value.field or " OR " in value.field
    ):
        return False
    if value.field.startswith("-is:") and context.of_cards and not context.of_rulings:
        return False
    if value.name in parameters.FACTS or value.sureness == "always":
        return context.is_list or value.sureness == "always"
    if value.is_one:  # `a superseded counter`
        return False
    is_alone = not context.unread and (value.name == "by" or (context.asks and not is_order))
    is_alone = is_alone or (context.is_of_card and value.name == "is")
    is_asked = value.sureness == "asked" and (context.asks or not context.others)
    return context.is_open and (value.sureness == "usual" or is_asked or is_alone)


def _stripped(index: inverted_index.Index, text: str) -> str:
    """The text without words of asking at its ends; inside, they may belong to a name. Joiners of
    values stay.
    """
    parts, asking = text.split(), {*index.settings.values.words["asking"]}
    if {"or", "and", ","}.issuperset(map(str.lower, parts)):
        return " ".join(parts)
    for end in (-1, 0):
        while parts and asking.issuperset(index.analyzer.words(parts[end])):
            if index.names.exact(" ".join(index.analyzer.words(" ".join(parts))), "card").things:
                break  # `time to collect`
            del parts[end]
    return " ".join(parts)


def _value(index: inverted_index.Index, match: re.Match[str]) -> Value:
    """What a match names."""
    groups: dict[str, Any] = match.groupdict()
    is_excluded = groups["minus"] or groups["denied"]
    minus = "-" if is_excluded else ""
    if groups["value"]:
        name = _BETWEEN_WORDS.sub(" ", groups["value"].lower())
        field, sureness = index.settings.values.names[name]
        is_person = field.startswith("by:")
        if is_person and groups["speaker"]:
            sureness = "always"
        elif sureness == "ordinary" and groups["said" if is_person else "ruled"]:
            sureness = "usual"
        if ":" not in field and sureness == "ordinary":  # `last` in other words
            return Value("")
        sureness = "asked" if field == "oldest" else sureness  # `earliest rez`
        return Value(
            f"{minus}{field}",
            sureness,
            bool(groups["plural"]) or name.endswith(("s", "ice", "hardware")),
            bool(groups["article"]),
        )
    numbers = index.settings.values.numbers
    if groups.get("number"):
        said = (groups[name] or "" for name in ("fact", "fact_after", "bound", "bound_after"))
        field, field_after, sign, sign_after = (
            numbers.get(_BETWEEN_WORDS.sub(" ", name.lower()), "") for name in said
        )
        field = field or field_after
        return Value(
            f"{minus}{field}:{sign or sign_after}{groups['number']}" if field else "",
            is_plural=False,
        )
    first, last = groups["first"], groups["last"]
    when = next((name for name in _FLIPPED if groups[name]), "")
    if when and is_excluded:
        when, minus = _FLIPPED[when], ""
    when = "since" if groups["onwards"] else "until" if groups["backwards"] else when
    sureness = "always" if not groups["year"] or minus else "usual" if len(first) > 2 else "asked"
    if groups["part"]:
        months = index.settings.values.months_of[_BETWEEN_WORDS.sub(" ", groups["part"].lower())]
        first, last = (f"{first[-4:]}-{month:02}" for month in months)
    if when or not last:  # `before summer 1997`, `until 1996 or 1997`
        end = last if last and when in ("after", "until") else first
        dated = _time_field(index, when or "date", end, last or "")
        return Value(minus + dated if dated else "", sureness)
    # `1996 and 1998`
    is_either = _EITHER.search(groups["named"]) and "between" not in groups["named"].lower()
    fields = ("date", "date") if is_either else ("since", "until")
    ends = [_time_field(index, fields[0], first, last), _time_field(index, fields[1], last)]
    return Value(
        minus + (" OR " if is_either else " ").join(filter(None, ends)) if all(ends) else "",
        sureness,
    )


def _time_field(index: inverted_index.Index, when: str, typed: str, last: str = "") -> str | None:
    """The field for a time, None if it is no date: in plain words, *after* and *until* a month mean
    its last day.

    `last`: the time that follows, which has the year of a month without one. The month comes first
    in figures, unless only the other order finds any.
    """
    month, figures = _MONTH.search(typed), re.findall(r"\d+", typed) or [last[-4:]]
    year = next((figure for figure in figures if len(figure) == 4), figures[-1])
    figures.remove(year)
    order = [*map(int, figures)]
    if month:
        order.insert(0, _ABBREVIATIONS.index(month[0][:3].lower()) + 1)
    year = year if len(year) == 4 else f"{19 if year > '50' else 20}{year}"
    orders = [order, order[::-1]] if len(order) == 2 and not month else [order]
    values = ["-".join([year, *(f"{number:02}" for number in each)]) for each in orders]
    known = {*index.lexicon(".date"), *index.lexicon(".printed")}
    for value in sorted(values, key=lambda value: value not in known):
        try:
            end = formatting.date_range(value)[1]
        except formatting.InvalidDateError:
            continue
        if when == "after":
            return f"after:{date.fromisoformat(end) + timedelta(days=1)}"
        return f"before:{end}" if when == "until" else f"{when}:{value}"
    return None
