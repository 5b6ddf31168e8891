"""Divides the plain words of a query into items, each the longest phrase of the lexicon, and reads
the conditions that the items mean.

One pass from left to right: each value takes the negation, the preposition and the bounds of its
clause. The page does the same in `site/theme/js/engine/phrases.js`.
"""

from __future__ import annotations

import re
from itertools import chain, islice
from typing import NamedTuple

from rulings import edit_distance
from rulings.model import dates
from rulings.search import fields, inverted_index, lexicon, parameters
from rulings.search.query import All, AnyOf, FieldCondition, Node, fields_of, negated, node_of

_ITEM = re.compile(parameters.ITEM_PATTERN, re.IGNORECASE)


class Item(NamedTuple):
    """A word, a sign or the longest known phrase, with its roles (`lexicon.yaml`).

    Roles besides those of the lexicon: `number`, `ordinal`, `date`, and `opaque`: a field, what is quoted, or a
    card.
    """

    start: int
    end: int
    phrase: str  # its folded words
    roles: lexicon.Roles

    def has(self, *roles: str) -> bool:
        """Whether it has any of the roles."""
        return not self.roles.keys().isdisjoint(roles)

    @property
    def is_head(self) -> bool:
        """Whether it says what is listed."""
        return self.has("rulings") or self.phrase == "cards"


_NOTHING = Item(0, 0, "", {})


def meaning_to_keep(item: Item) -> str:
    """What a number, negation, comparison or superlative means, which no reading may lose; the same
    for all its wordings, and nothing of other items.
    """
    if item.has("not"):
        return "not"
    if item.phrase == "one" or item.has("opaque"):
        return ""
    if item.has("number", "date"):
        return item.roles.get("number") or item.roles["date"]
    return item.phrase if item.has("bound", "most") else ""


class ValueSpan(NamedTuple):
    """A time or number, or two as a range; without `first`, nothing."""

    stop: int  # the number of the item after it
    first: str = ""
    last: str = ""
    joiner: str = ""  # the word between two values


class PhraseReading(NamedTuple):
    """The meaning of some items."""

    item_numbers: tuple[int, ...]
    node: Node
    trigger: str  # when it is read: one of `lexicon.TRIGGERS`
    is_plural: bool = False
    is_joined: bool = False  # whether it continues the reading before it, on the same field
    is_negated: bool = False
    order: str = ""  # the order of the results: `newest`, `highest cost`

    @property
    def first(self) -> int:
        """The number of its first item."""
        return min(self.item_numbers)

    @property
    def stop(self) -> int:
        """The number of the item after it."""
        return max(self.item_numbers) + 1

    @property
    def name(self) -> str:
        """The name of its first field."""
        return next((field.name for field in fields_of(self.node)), "")

    @property
    def is_bounded(self) -> bool:
        """Whether it compares something."""
        return any(field.sign for field in fields_of(self.node))

    @property
    def left_out(self) -> PhraseReading:
        """The reading, negated."""
        return self._replace(node=negated(self.node), is_negated=True)

    @property
    def is_fact(self) -> bool:
        """Whether it is a fact of cards."""
        return self.name in fields.FACT_FIELDS


def _relayed(node: Node) -> Node | None:
    """A condition on who said it, as one on who passed it on; None: it is another one."""
    if isinstance(node, FieldCondition) and node.name == "by":
        return FieldCondition("via", node.value)
    return None


class Token(NamedTuple):
    """A match of the pattern of items, with its words as in the lexicon and folded."""

    match: re.Match[str]
    phrase: str
    folded_text: str
    folded_phrase: str  # without `'s`


def items(index: inverted_index.Index, text: str) -> list[Item]:
    """The items of a text, in order."""
    tokens, fold = list[Token](), index.analyzer.folded
    for match in islice(_ITEM.finditer(text), parameters.MAX_WORDS):
        phrase = lexicon.phrase(match[0])
        tokens.append(Token(match, phrase, fold(match[0]), fold(phrase)))
    query_items = list[Item]()
    while tokens:
        match = tokens[0].match
        size, roles = 1, _roles_of(index, match, tokens[0].phrase)
        if match["word"] or match["quoted"]:  # `"Green Knight" Surge Buffers`
            length, phrase_roles = _longest(index, tokens)
            if match["word"] or length > 1:
                size, roles = length, phrase_roles
        start = match.start() + len(match["before"] or "")
        end = tokens[size - 1].match.end()
        if "title" in roles and text.startswith(roles["title"][-1], end):
            end += 1  # the end of `Setup!`
        phrase = " ".join(token.phrase for token in tokens[:size])
        del tokens[:size]
        if roles.get("not") == "every":
            next_roles = index.settings.roles.get(tokens[0].phrase, {}) if tokens else {}
            roles = _with_one_meaning(roles, query_items, next_roles)
        query_items.append(Item(start, end, phrase, roles))
    return query_items


def _with_one_meaning(
    roles: lexicon.Roles, items_before: list[Item], next_roles: lexicon.Roles
) -> lexicon.Roles:
    """The roles of *but*, a negation after *all*, *every* …, which otherwise joins, as it does a
    condition of its own to another: `all rulings by Sparky but from 1996`.
    """
    is_negation = any(item.has("every") for item in items_before)
    if not next_roles.keys().isdisjoint(("clause", "preposition", "bound")):
        is_negation &= not any(item.has(*lexicon.VALUES) for item in items_before)
    return {role: roles[role] for role in roles if role != ("join" if is_negation else "not")}


def _roles_of(index: inverted_index.Index, token: re.Match[str], phrase: str) -> lexicon.Roles:
    """The roles of what is no word."""
    roles = index.settings.roles.get(phrase.removeprefix("by "), {})
    if token["opaque"]:
        is_number = re.fullmatch("-[0-9]+", token["opaque"])
        return {"number": token["opaque"]} if is_number else {"opaque": "field"}
    if token["quoted"] and roles.keys().isdisjoint(lexicon.TRIGGERS):
        return {"opaque": "quoted"}
    if token["date"]:
        return {"date": token[0]}
    if not token["figures"] or roles:
        return roles
    figures = re.sub("[^0-9]", "", token[0])
    return {"number": figures} if token[0].endswith(figures) else {"ordinal": figures}


def _longest(index: inverted_index.Index, tokens: list[Token]) -> tuple[int, lexicon.Roles]:
    """The number of tokens of the longest known phrase at their beginning, and its roles."""
    for size in range(min(len(tokens), parameters.MAX_PHRASE_WORDS), 0, -1):
        roles = index.settings.roles.get(" ".join(token.phrase for token in tokens[:size]), {})
        last_word = tokens[size - 1].folded_phrase
        words = [*(token.folded_text for token in tokens[: size - 1]), last_word]
        title = " ".join(filter(None, words))
        resolution = index.names.exact(title, "card", "topic")
        if resolution.match_kind in ("title", "alias") and last_word:
            field = f'{resolution.things[0].kind}:"{title}"'
            roles = dict(roles) if size == 1 else {"opaque": "title"}
            roles |= {"denied": field, "title": resolution.things[0].title}
        if "trailing" in roles and size < len(tokens):
            match, next_phrase = tokens[size].match, tokens[size].phrase
            is_month = "month" in index.settings.roles.get(next_phrase, {})
            if match["figures"] or match["date"] or next_phrase == "than" or is_month:
                continue  # `since 1997 and before 1999`
        if roles:
            return size, roles
    return 1, {}


class PhraseReader:
    """Makes conditions of items: `readings`."""

    def __init__(self, index: inverted_index.Index, text: str) -> None:
        self.index, self.text, self.items = index, text, items(index, text)
        self._is_counted = {"count", "rulings"}.issubset(chain(*(i.roles for i in self.items)))
        self.readings = list[PhraseReading]()
        # Role → the number of the item that waits for a value with it
        self._pending = dict[str, int]()
        at = 0
        while at < len(self.items) and len(self.readings) < parameters.MAX_VALUES:
            reading = self._comparison(at) or self._extreme(at) or self._value(at)
            if reading:
                self.readings.append(reading)
                self._pending.clear()
                at = reading.stop
            else:
                self._take(at)
                at += 1
        self._join()
        idle = {*range(len(self.items))}.difference(*(r.item_numbers for r in self.readings))
        for number in idle:
            item = self.items[number]
            if item.roles.get("not") == "condition":  # `in less time`
                roles = {role: item.roles[role] for role in item.roles if role != "not"}
                self.items[number] = item._replace(roles=roles)

    def _at(self, at: int) -> Item:
        return self.items[at] if 0 <= at < len(self.items) else _NOTHING

    def _waiting(self, role: str) -> str:
        """The value of what waits in a role."""
        return self._at(self._pending.get(role, -1)).roles.get(role, "")

    def _take(self, at: int) -> None:
        """Notes what waits for a value. Other words than those of asking end the clause."""
        item = self.items[at]
        if item.roles.get("not") == "after":
            self._leave_out_before(at)
            return
        if item.has("several") and self._are_several_numbers(at + 1):
            item = item._replace(roles={"fact": item.roles["several"]})
            self.items[at] = item
        waits = [role for role in lexicon.WAITING if item.has(role)]
        if item.roles.get("not") in ("condition", "sign") and self._at(at + 1).phrase == ",":
            waits.remove("not")
        for role in waits:
            self._pending.setdefault(role, at)
        if not waits and not item.has("asking", "join", "to"):
            self._pending.clear()

    def _are_several_numbers(self, at: int) -> bool:
        """Whether a number begins a range or list: `run 3-5`, `step 3, 4 and 5`."""
        number, joiner, second = (self._at(at + place) for place in range(3))
        return number.has("number") and joiner.has("to", "join") and second.has("number")

    def _item_numbers(self, at: int, stop: int, *roles: str) -> tuple[int, ...]:
        """The numbers of these items, and of those that waited for them in these roles."""
        pending = [self._pending[role] for role in roles if role in self._pending]
        return (*pending, *range(at, stop))

    def _leave_out_before(self, at: int) -> None:
        """Leaves out what stands before an item: `1997, errata and reversals excluded`, and in
        parentheses all of it.
        """
        brackets = [n for n, item in enumerate(self.items[:at]) if item.phrase in ("(", ")")]
        bracket = brackets[-1] if brackets else -1
        for start in range(len(self.readings) - 1, -1, -1):
            reading = self.readings[start]
            if reading.first < bracket:
                break
            if start == len(self.readings) - 1:
                reading = reading._replace(item_numbers=(*reading.item_numbers, at))
            self.readings[start] = reading.left_out
            if self._at(bracket).phrase == "(":
                continue
            words = self._joining_words(start) if start else set()
            if words.isdisjoint(lexicon.CONJUNCTIONS) and not (start and self._is_listed(start)):
                break

    def _join(self) -> None:
        """Joins the readings that are of one list, and leaves out what an exception enumerates."""
        end = 0
        for number, reading in enumerate(self.readings):
            if reading.is_negated:
                end = self._end_of_exception(number)
            elif number < end:
                self.readings[number] = reading.left_out
            elif number != end:  # what follows an exception does not continue it
                self.readings[number] = reading._replace(is_joined=self._is_listed(number))

    def _end_of_exception(self, start: int) -> int:
        """The number of the reading after those that are left out: `except errata and those by
        Sparky`, `except walls, sentries and rare cards`, `not by Sparky, errata or from 1997`; but
        a comma ends one put first, before what is listed: `apart from killers, icebreakers`.
        """
        first, end, first_after_comma = self.readings[start].first, start + 1, 0
        is_exception = self.items[first].roles.get("not") != "1"
        is_put_first = is_exception and self._is_put_first(first)
        conjunctions = lexicon.CONJUNCTIONS if is_exception else ("or", "nor")
        for number in range(end, len(self.readings)):
            words = self._joining_words(number)
            if self.readings[number].is_negated or "but" in words:
                break
            is_listed = not is_put_first and self._is_listed(number)
            if is_listed or not words.isdisjoint(conjunctions):
                end = number + 1
            elif words == {","}:
                first_after_comma = first_after_comma or number
            else:
                break
        # `except walls, sentries and AP, ice`
        is_ended = is_put_first and self._mark_after(end) not in (",", ":")
        return first_after_comma if first_after_comma and is_ended else end

    def _is_put_first(self, number: int) -> bool:
        """Whether nothing but words of asking stands before an item, and none says what is listed."""
        return all(item.has("asking") and not item.is_head for item in self.items[:number])

    def _mark_after(self, number: int) -> str:
        """The first word or sign after the last of so many readings, but for words of asking."""
        items_after = self.items[self.readings[number - 1].stop :]
        return next((item.phrase for item in items_after if not item.has("asking")), "")

    def _joining_words(self, number: int) -> set[str]:
        """The words that join a reading to the one before it; none, if more than words of asking
        stand between, or the one before ends what is left out: `august excluded, from 1997`.
        """
        last, reading = self.readings[number - 1 : number + 1]
        between = self.items[last.stop : reading.first]
        is_ended = self.items[last.stop - 1].roles.get("not") == "after"
        if is_ended or not all(item.has("join", "asking") for item in between):
            return set()
        return {item.phrase for item in between if item.has("join")}

    def _is_listed(self, number: int) -> bool:
        """Whether a reading and the one before it are of one list, `walls and sentries`, and not
        both meant: `more than 3 and less than 6`, `both wylie and wiker`.
        """
        last, reading = self.readings[number - 1 : number + 1]
        words = self._joining_words(number)
        if last.name == "by":
            before = self.items[max(0, last.first - 1) : last.stop]
            are_both = any(item.has("both") for item in before)
        else:
            are_both = last.is_bounded and reading.is_bounded and "or" not in words
        return bool(words) and last.name == reading.name and not are_both

    # Times, and numbers of cards

    def _comparison(self, at: int) -> PhraseReading | None:
        """A time or number, or two with what joins them, with what it is compared by: `costs more
        than 10 bits`, `3 to 5 points`, `1997 or later`.
        """
        is_time = bool(self._date(at).first)
        trigger, name, waiting_roles = "usual", "date", ["bound"]
        if not is_time:
            trigger, name = "ordinary", self._waiting("fact") or self._fact_of_list(at)
            waiting_roles.append("fact")
        span = self._range(at, name)
        stop, name, sign = self._unit(span.stop, name)
        if not (span.first and name) or (sign and span.first.startswith("*")):
            return None
        node = self._bounded(at, name, sign, span)
        # `minus 3`, `strength minus below 3`
        places = (at - 1, self._pending.get("fact", at - 2) + 1)
        negations = [self._at(place).roles.get("not") for place in places]
        is_sign = not is_time and "sign" in negations
        is_negated = "not" in self._pending and not is_sign
        if is_negated:
            node = negated(node)
            waiting_roles.append("not")
        item_numbers = self._item_numbers(at, stop, *waiting_roles)
        return PhraseReading(item_numbers, node, trigger, is_negated=is_negated)

    def _bounded(self, at: int, name: str, sign: str, span: ValueSpan) -> Node:
        """The field with a time or number, or with the bounds of a range."""
        places = (at, self._pending.get("fact", at))  # `between cost 3 and 5`
        is_between = any(self._at(place - 1).phrase == "between" for place in places)
        if span.joiner in ("and", "or") and not is_between:
            return AnyOf((FieldCondition(name, span.first), FieldCondition(name, span.last)))
        if sign and not span.joiner:
            return FieldCondition(name, span.first if sign in ("<", ">=") else span.last, sign)
        if span.first == span.last:
            return FieldCondition(name, span.first)
        return All(
            (FieldCondition(name, span.first, sign or ">="), FieldCondition(name, span.last, "<="))
        )

    def _range(self, at: int, name: str) -> ValueSpan:
        """A time or number or, with what joins them, two."""
        read_span = self._date if name == "date" else self._number
        span = read_span(at)
        joiner, stop = self._at(span.stop), span.stop + 1
        stop += bool(name) and self._at(stop).roles.get("fact") == name  # `from cost 3 to cost 5`
        second = read_span(stop)
        is_other = bool(name) and self._at(second.stop).has("fact")  # `difficulty 3 and 2 points`
        is_range = joiner.has("to") and bool(second.first) and not is_other
        if not is_range or "<" in self._waiting("bound"):
            return span
        return ValueSpan(second.stop, span.first, second.last, joiner.phrase)

    def _extreme(self, at: int) -> PhraseReading | None:
        """A superlative of a number of cards: `strongest`, `the most points`."""
        item, before = self.items[at], self._at(at - 1)
        superlative, start = item.roles.get("most"), at
        if before.has("most") and not before.has("fact"):
            superlative, start = before.roles["most"], at - 1
        name = item.roles.get("fact") or item.roles.get("counted", "")
        if not (superlative and name) or "not" in self._pending:
            return None
        item_numbers = tuple(range(start, at + 1))
        order = f"{superlative} {name}"
        return PhraseReading(item_numbers, FieldCondition(name, "0", ">="), "ordinary", order=order)

    def _fact_of_list(self, at: int) -> str:
        """The field of the number before, or after, if it is also that of this one: `over 3 and
        under 6`, `strength 3, 4 or 5`, `1, 2 or 3 bits`.
        """
        stop = at + 1
        if not self._at(stop).has("fact", "counted") and self.readings:
            last = self.readings[-1]
            between = self.items[last.stop : at]
            is_same = bool(between) and all(item.has("join", "bound", "not") for item in between)
            if is_same and last.name in fields.NUMBER_FIELDS:
                return last.name
        while self._at(stop).has("join", "number"):
            stop += 1
        roles = self._at(stop).roles
        return (stop > at + 1) * (roles.get("unit") or roles.get("fact", ""))

    def _unit(self, stop: int, name: str) -> tuple[int, str, str]:
        """The number of the item after what follows a number or time, the field, and the sign."""
        sign = self._waiting("bound")
        # What may follow, in this order
        for role in ("trailing", "unit", "counted", "fact", "trailing"):
            value = self._at(stop).roles.get(role, "")
            is_other = name not in ("", value) and role in ("counted", "fact")
            if not value or is_other or (name == "date" and role == "unit"):
                continue
            stop += 1
            if role == "trailing":
                sign = sign or value
            elif not name or value == "trash":  # `costs 3 bits to trash`
                name = value
        return stop, name, sign

    def _number(self, at: int) -> ValueSpan:
        """A number of a card."""
        number = self._at(at).roles.get("number", "")
        return ValueSpan(at + 1, number, number) if len(number) <= 2 else ValueSpan(at + 1)

    def _date(self, at: int) -> ValueSpan:
        """A day, month or year, a part of a year, or a month of any year."""
        if self._at(at).has("part", "date", "month", "number", "ordinal"):
            for read_span in (
                self._part_of_year,
                self._longest_date,
                self._days_of_month,
                self._first_of_range,
                self._month_of_any_year,
            ):
                if (span := read_span(at)).first:
                    return span
        return ValueSpan(at)

    def _longest_date(self, at: int) -> ValueSpan:
        """The date that most items from here are."""
        for stop in range(min(at + parameters.MAX_DATE_ITEMS, len(self.items)), at, -1):
            if date := self._date_of_items(at, stop):
                return ValueSpan(stop, date, date)
        return ValueSpan(at)

    def _days_of_month(self, at: int) -> ValueSpan:
        """Days after their month: `march 1-15 1997`."""
        month, day, joiner = (self._at(at + place) for place in range(3))
        if not (month.has("month") and joiner.has("to")):
            return ValueSpan(at)
        figures = day.roles.get("number") or day.roles.get("ordinal", "")
        for stop in range(min(at + parameters.MAX_DATE_ITEMS, len(self.items)), at + 4, -1):
            text = self.text[self.items[at + 3].start : self.items[stop - 1].end]
            last = dates.iso_date(f"{month.phrase} {text}")
            first = f"{last[:8]}{figures:0>2}"
            if dates.is_date(last) and dates.is_date(first):
                return ValueSpan(stop, first, last)
        return ValueSpan(at)

    def _first_of_range(self, at: int) -> ValueSpan:
        """The first of two times, of which the second has the year or month: `march to may 1997`,
        `1 to 10 may 1996`.
        """
        stop = at + 1 if self._at(at + 1).has("to") else at + 2
        last = self._longest_date(stop + 1).first
        if not (self._at(stop).has("to") and last):
            return ValueSpan(at)
        text = self.text[self.items[at].start : self.items[stop - 1].end]
        for end in (last[:4], dates.date_in_words(last[:7])):
            first = dates.iso_date(f"{text} {end}")
            if dates.is_date(first):
                return ValueSpan(stop, first, first)
        return ValueSpan(at)

    def _month_of_any_year(self, at: int) -> ValueSpan:
        item, before = self.items[at], self._at(at - 1)
        month = item.roles.get("month")
        is_clear = len(item.phrase) > 3 and item.phrase != "march"  # `may`
        is_clear = is_clear or before.phrase in ("any", "every", "each", "in", "from")
        is_after_date = bool(self.readings) and self.readings[-1].name == "date"
        is_clear = is_clear or (is_after_date and "not" in self._pending)  # `1996 excluding may`
        date = f"*-{month}" * bool(month and is_clear and "bound" not in self._pending)
        return ValueSpan(at + 1, date, date)

    def _date_of_items(self, at: int, stop: int) -> str:
        """The date that these items are, or empty."""
        first, last = self.items[at], self.items[stop - 1]
        printed_dates = set[str]()
        if first.has("date") and "bound" not in self._pending:
            printed_dates.update(self.index.field_terms(".date"))
            printed_dates.update(self.index.field_terms(".printed"))
        date_text = dates.iso_date(self.text[first.start : last.end], printed_dates)
        is_ended = last.has("date", "month", "number", "ordinal")
        is_ended = is_ended and not (last.has("month") and self._year(stop))
        is_meant = first.has("date") or len(date_text) > 4 or self._is_year(at)
        return date_text if is_ended and is_meant and dates.is_date(date_text) else ""

    def _part_of_year(self, at: int) -> ValueSpan:
        """A part of a year, whose months are given: `summer 1997`, `winter 1996/97`."""
        after = at + 1
        while self._at(after).phrase in ("of", "in", "the", "year", "-"):
            after += 1
        part, year = self.items[at].roles.get("part"), self._year(after)
        if not (part and year):
            return ValueSpan(at)
        first, last = part.split()
        last_year = str(int(year) + (last < first))
        is_named = self._at(after + 1).has("to") and self._year(after + 2) == last_year
        return ValueSpan(after + 1 + 2 * is_named, f"{year}-{first}", f"{last_year}-{last}")

    def _year(self, at: int) -> str:
        roles = self._at(at).roles
        figures = roles.get("number") or re.split("[-/.]", roles.get("date", ""))[0]
        year = dates.iso_date(figures)
        return year if len(year) == 4 else ""

    def _is_year(self, at: int) -> bool:
        """Whether a year alone is a time, and does not tell this game from the later one: `old 1996
        cards`.
        """
        before = self._at(at - 1)
        is_clear = self._at(at).roles.get("number", "") in self.index.years
        is_dated = "bound" in self._pending or before.phrase in ("in", "from", "year")
        is_dated = is_dated or before.has("always", "usual")  # `wylie 99`
        for joiner, year in ((at - 1, at - 2), (at + 1, at + 2)):  # `96-97`
            is_dated = is_dated or (self._at(joiner).has("to") and bool(self._year(year)))
        is_game = self._at(at + 1).phrase in parameters.OTHER_GAME_WORDS.split()
        return (is_clear or is_dated) and not is_game

    # Values

    def _value(self, at: int) -> PhraseReading | None:
        """A value in words."""
        item = self.items[at]
        roles = item.roles or self._misspelt(item.phrase)
        trigger = next((role for role in lexicon.TRIGGERS if role in roles), "")
        is_negated = "not" in self._pending
        preposition = self._waiting("preposition")
        order, node = self._order_and_node(roles.get(trigger, ""))
        # `not relayed by anyone` is not said by anyone.
        is_said_so = isinstance(node, FieldCondition) and node.name == preposition
        is_meant = self._is_meant(at, trigger, is_negated=is_negated, is_said_so=is_said_so)
        if not is_meant or (is_negated and order):
            return None
        waiting_roles = ["not"]
        if is_said_so:
            trigger = "always"
            waiting_roles.append("preposition")
        stop = at + 1 + self._at(at + 1).has("only")  # `by Sparky only`
        if self._at(stop).has("passing") and (relayed := _relayed(node)):
            stop, node = stop + 1, relayed  # `what did Wiker pass on`
        if trigger == "always" and not is_negated and (end := self._end_of_denial(stop)):
            is_negated, stop = True, end
        if is_negated:
            node = negated(node)  # `not undated` is dated
        return PhraseReading(
            self._item_numbers(at, stop, *waiting_roles),
            node,
            trigger,
            is_plural="plural" in roles,
            is_negated=is_negated,
            order=order,
        )

    def _order_and_node(self, value: str) -> tuple[str, Node]:
        """The order of the results, or the condition, that a value means where it stands."""
        if ":" not in value:
            return value, All()
        node = node_of(value)
        relayed = _relayed(node) if self._waiting("preposition") == "via" else None
        return "", relayed or node

    def _end_of_denial(self, at: int) -> int:
        """The number of the item after words at the end which say that a person did not rule:
        `Sparky never gave`, `Sparky did not write`; 0: there are none.
        """
        if not self._at(at).has("not"):
            at += 1  # *did*
        is_denied = self._at(at).has("not") and self._at(at + 1).has("ruling")
        return (at + 2) * (is_denied and not self._at(at + 2).phrase[:1].isalnum())

    def _is_meant(self, at: int, trigger: str, *, is_negated: bool, is_said_so: bool) -> bool:
        """Whether the value of an item is meant where it stands."""
        if trigger == "said":
            return is_said_so
        if trigger != "denied":
            return trigger != ""
        item, later = self.items[at], self.items[at + 1 : at + 4]
        if not is_negated or (item.has("title") and self._is_counted):
            return item.has("title") and self._is_counted  # `how many rulings on Dr. Dreff`
        negation = self._pending["not"]
        is_asked = self.items[negation].has("question") or self._at(negation - 1).has("question")
        if item.has("title") and (is_asked or self.items[negation].phrase == "never"):
            return False  # A verb: `can't jack out`, `never access`
        if item.has("fact") and any(item.has("number") for item in later[:2]):
            return False  # `without a trash cost of 0`
        # No sure value or time may follow, as in `no rulings by sparky`, `no rulings from 1997`.
        return not any(
            item.has("always", "usual", "preposition") or self._date(place).first
            for place, item in enumerate(later, at + 1)
        )

    def _misspelt(self, word: str) -> lexicon.Roles:
        """The roles of the fact of cards, or after words such as *by* the person, that a word which
        is nowhere printed misspells.
        """
        roles_by_phrase = self.index.settings.roles
        if self.index.printed(word):
            return {}
        words = self.index.words_with_roles
        if "preposition" in self._pending:
            corrections = edit_distance.corrections(word, words)
            return roles_by_phrase[corrections[0]] if corrections else {}
        candidates = {candidate: candidate for candidate in words if candidate[0] == word[0]}
        near_words = edit_distance.near(word, candidates)
        near_word = next((near_word for edits, near_word in near_words if edits == 1), "")
        roles = roles_by_phrase.get(near_word, {})
        if roles.get("ordinary", "").partition(":")[0] in fields.FACT_FIELDS:
            return roles
        return {}
