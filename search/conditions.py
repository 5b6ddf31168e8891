"""The plain words of a query → items, each the longest phrase of the lexicon; items → the
conditions that they mean.

One pass from left to right: each value takes the negation, the preposition and the bounds of its
clause. The page does the same in `site/theme/js/engine/conditions.js`.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import NamedTuple

from rulings import edit_distance, naming
from rulings.model import formatting
from rulings.search import fields, inverted_index, parameters, values

_ITEM = re.compile(parameters.ITEM_PATTERN, re.IGNORECASE)
_PLURAL = ("s", "ice")  # endings
_OPPOSITES = {"<": ">=", ">=": "<", ">": "<=", "<=": ">"}

# Of a time or number: the number of the item after it, the first and the last of it, or nothing
Span = tuple[int, str, str]


class Item(NamedTuple):
    """A word, a sign or the longest known phrase, with its roles (`values.yaml`).

    Roles besides those of the lexicon: `number`, `ordinal`, `date`, and `opaque`: a field, what is quoted, or a
    card.
    """

    start: int
    end: int
    phrase: str  # its folded words
    roles: values.Roles

    def has(self, *roles: str) -> bool:
        """Whether it has any of the roles."""
        return not self.roles.keys().isdisjoint(roles)


_NOTHING = Item(0, 0, "", {})


class PhraseReading(NamedTuple):
    """What the items from the `first` up to `stop` mean."""

    first: int
    stop: int
    field: str  # with its value, after a minus if it is excluded; or `newest`, `oldest`
    trigger: str  # when it is read: one of `values.TRIGGERS`
    is_plural: bool = False
    is_joined: bool = False  # to the one before it, of the same field

    @property
    def name(self) -> str:
        """The name of its field."""
        return self.field.lstrip("-").partition(":")[0]

    @property
    def is_fact(self) -> bool:
        """Whether it is a fact of cards."""
        return self.name in fields.FACT_FIELDS


def items(index: inverted_index.Index, text: str) -> list[Item]:
    """The items of a text, in order."""
    tokens = [*islice(_ITEM.finditer(text), parameters.MAX_WORDS)]
    phrases = [values.phrase(token[0]) for token in tokens]
    found, at = list[Item](), 0
    while at < len(tokens):
        size, roles = 1, _roles_of(index, tokens[at], phrases[at])
        if tokens[at]["word"]:
            size, roles = _longest(index, tokens[at:], phrases[at:])
        start = tokens[at].start() + len(tokens[at]["before"] or "")
        end = tokens[at + size - 1].end()
        found.append(Item(start, end, " ".join(phrases[at : at + size]), roles))
        at += size
    return found


def _roles_of(index: inverted_index.Index, token: re.Match[str], phrase: str) -> values.Roles:
    """The roles of what is no word."""
    known = index.settings.roles.get(phrase.removeprefix("by "), {})
    if token["opaque"]:
        return {"opaque": "field"}
    if token["quoted"]:
        return {"opaque": "quoted"} if known.keys().isdisjoint(values.TRIGGERS) else known
    if token["date"]:
        return {"date": token[0]}
    if not token["figures"] or known:
        return known
    figures = re.sub("[^0-9]", "", token[0])
    return {"number" if token[0].endswith(figures) else "ordinal": figures}


def _longest(
    index: inverted_index.Index, tokens: list[re.Match[str]], phrases: list[str]
) -> tuple[int, values.Roles]:
    """How many tokens the longest known phrase has with which they begin, and its roles."""
    for size in range(min(len(tokens), parameters.MAX_PHRASE_WORDS), 0, -1):
        phrase = " ".join(phrases[:size])
        roles = index.settings.roles.get(phrase, {})
        if size > 1 and index.names.exact(phrase, "card").match_kind == "title":
            roles = {"opaque": "card"}
        if "trailing" in roles and size < len(tokens):
            following, after = phrases[size], tokens[size]
            is_month = "month" in index.settings.roles.get(following, {})
            if after["figures"] or after["date"] or following == "than" or is_month:
                continue  # `since 1997 and before 1999`
        if roles:
            return size, roles
    return 1, {}


class PhraseReader:
    """Makes conditions of items: `found`. `unread`: the numbers of those that mean something, but
    with nothing beside them.
    """

    def __init__(self, index: inverted_index.Index, text: str) -> None:
        self.index, self.items = index, items(index, text)
        self.found, self.unread = list[PhraseReading](), list[int]()
        # Role → the number of the item that waits for a value
        self._pending = dict[str, int]()
        at = 0
        while at < len(self.items) and len(self.found) < parameters.MAX_VALUES:
            condition = self._comparison(at) or self._value(at)
            if condition:
                first = min(condition.first, *self._pending.values(), at)
                self.found.append(self._joined(condition._replace(first=first)))
                self._pending.clear()
            else:
                self._take(at)
            at = condition.stop if condition else at + 1
        self._end_clause()

    def _at(self, at: int) -> Item:
        return self.items[at] if 0 <= at < len(self.items) else _NOTHING

    def _after(self, at: int, *words: str) -> int:
        """The number of the next item that is none of these words."""
        while self._at(at).phrase in words:
            at += 1
        return at

    def _waiting(self, role: str) -> str:
        """The value of what waits in a role."""
        return self._at(self._pending.get(role, -1)).roles.get(role, "")

    def _take(self, at: int) -> None:
        """Notes what waits for a value. Other words than those of asking end the clause."""
        item, waits = self.items[at], False
        for role in ("not", "bound", "source", "fact"):
            if item.has(role):
                waits = True
                self._pending.setdefault(role, at)
        if not waits and not item.has("asking", "join", "to"):
            self._end_clause()
        if item.has("date") or (item.has("number") and item.phrase[0].isdigit()):
            self.unread.append(at)

    def _end_clause(self) -> None:
        """A negation or comparison that nothing took is unread."""
        for role, at in self._pending.items():
            if role in ("not", "bound") and not self._at(at).has("asking"):
                self.unread.append(at)
        self._pending.clear()

    def _joined(self, condition: PhraseReading) -> PhraseReading:
        """The condition, if joined to the one before it: a list of values is excluded as a
        whole.
        """
        last = self.found[-1] if self.found else condition
        between = self.items[last.stop : condition.first]
        joiners = [item for item in between if item.phrase not in parameters.ARTICLES]
        is_list = bool(joiners) and all(item.has("join") for item in joiners)
        if last.name != condition.name or not is_list:
            return condition
        is_bounded = re.search("[<>]", last.field) and re.search("[<>]", condition.field)
        if is_bounded and all(item.phrase != "or" for item in joiners):
            return condition  # `more than 3 and less than 6`
        if last.field.startswith("-") and not condition.field.startswith("-"):
            condition = condition._replace(field=f"-{condition.field}")
        return condition._replace(is_joined=True)

    # Times, and numbers of cards

    def _comparison(self, at: int) -> PhraseReading | None:
        """A time or number, or two with what joins them, with what it is compared by: `costs more
        than 10 bits`, `3 to 5 points`, `1997 or later`.
        """
        is_time = bool(self._date(at)[1])
        read = self._date if is_time else self._number
        stop, first, last = read(at)
        name = "date" if is_time else self._waiting("fact") or self._fact_before(at)
        joiner, later = self._at(stop), read(stop + 1)
        # Not in `difficulty 3 and 2 points`
        is_range = joiner.has("to") and bool(later[1])
        is_range = is_range and not (name and self._at(later[0]).has("fact"))
        if is_range:
            stop, _, last = later
        stop, name, sign = self._counted(stop, name)
        if not (first and name):
            return None
        is_either = is_range and joiner.phrase in ("and", "or")
        is_either = is_either and self._at(at - 1).phrase != "between"
        field = self._compared(name, sign, first, last, is_either)
        return PhraseReading(at, stop, field, "usual" if is_time else "ordinary")

    def _fact_before(self, at: int) -> str:
        """The field of the number before, if this one bounds it too: `over 3 and under 6`."""
        last = self.found[-1] if self.found else None
        between = self.items[last.stop : at] if last else []
        is_same = "bound" in self._pending and all(item.has("join", "bound") for item in between)
        return last.name if last and is_same and last.name in fields.NUMBER_FIELDS else ""

    def _counted(self, stop: int, name: str) -> tuple[int, str, str]:
        """The number of the item after what follows a number or time, the field, and the sign."""
        sign = self._waiting("bound")
        for role in ("trailing", "unit", "fact", "trailing"):  # each may follow once
            value = self._at(stop).roles.get(role, "")
            if not value or (name and role == "fact") or (name == "date" and role == "unit"):
                continue
            stop += 1
            if role == "trailing":
                sign = sign or value
            elif not name or value == "trash":  # `costs 3 bits to trash`
                name = value
        return stop, name, sign

    def _compared(self, name: str, sign: str, first: str, last: str, is_either: bool) -> str:
        """The field for a number or time, or for the first and the last."""
        minus = "-" if "not" in self._pending else ""
        if sign and minus:
            sign, minus = _OPPOSITES[sign], ""
        if sign or first == last:
            return f"{minus}{name}:{sign}{first if sign in ('<', '>=') else last}"
        if is_either:
            return f"{minus}{name}:{first}{' ' if minus else ' OR '}{minus}{name}:{last}"
        return (
            f"{name}:<{first} OR {name}:>{last}" if minus else f"{name}:>={first} {name}:<={last}"
        )

    def _number(self, at: int) -> Span:
        """A number of a card."""
        number = self._at(at).roles.get("number", "")
        number = number if len(number) < 3 else ""
        return at + 1, number, number

    def _date(self, at: int) -> Span:
        """A time in figures, a month of a year, a day of it, a part of a year, or a year."""
        item, day, typed = self._at(at), self._day(at), ""
        after = self._after(at + 1, "of") if day else at
        if item.has("date"):
            after, typed = at, _in_figures(self.index, item.roles["date"])
        elif month := self._at(after).roles.get("month"):
            after = self._after(after + 1, ",", "of", "-")
            second = self._after(after + 1, ",", "of")
            if not day and self._day(after) and self._year(second):
                day, after = self._day(after), second
            year = self._year(after)
            if not year and self._at(after).has("to"):  # `march to may 1997`
                year, after = self._date(after + 1)[1][:4], after - 1
            typed = "-".join([year, month, *([day.zfill(2)] if day else [])])
        elif part := item.roles.get("part"):
            after = self._after(at + 1, "of", "in", "the", "year", "-")
            first, last = (f"{self._year(after)}-{month}" for month in part.split())
            return (after + 1, first, last) if self._year(after) else (at, "", "")
        elif self._is_year(at):
            after, month = at, self._at(at + 1).roles.get("month", "")
            is_after = bool(month) and not self._year(at + 2)  # `1998 september`
            typed = f"{self._year(at)}-{month}" if is_after else self._year(at)
            after += is_after
        return (after + 1, typed, typed) if _is_date(typed) else (at, "", "")

    def _day(self, at: int) -> str:
        return self._number(at)[1] or self._at(at).roles.get("ordinal", "")

    def _year(self, at: int) -> str:
        figures = self._at(at).roles.get("number", "")
        if re.fullmatch("(?:19|20)[0-9][0-9]", figures):
            return figures
        if re.fullmatch("9[5-9]", figures):
            return f"19{figures}"
        return "2000" if figures == "00" else ""

    def _is_year(self, at: int) -> bool:
        """Whether a year alone is a time, and does not tell this game from the later one: `old 1996
        cards`.
        """
        before, is_clear = (
            self._at(at - 1),
            "1995" <= self._at(at).roles.get("number", "") <= "2000",
        )
        is_dated = "bound" in self._pending or before.phrase in ("in", "from", "year")
        is_dated = is_dated or before.has("always", "usual")  # `wylie 99`
        is_game = self._at(at + 1).phrase in parameters.OTHER_GAME_WORDS.split()
        return bool(self._year(at)) and (is_clear or is_dated) and not is_game

    # Values

    def _value(self, at: int) -> PhraseReading | None:
        """A value in words."""
        item, before = self.items[at], self._at(at - 1)
        roles = item.roles or self._misspelt(item.phrase)
        role = next((role for role in values.TRIGGERS if role in roles), "")
        if not role:
            return None
        field, source = roles[role], self._waiting("source")
        minus = "-" if "not" in self._pending else ""
        if source == "via":
            field = field.replace("by:", "via:")
        is_sourced = bool(source) and field.startswith(f"{source}:")
        trigger = "always" if is_sourced else role  # `not relayed by anyone`
        following = self.items[at + 1 : at + 4]
        is_last = not any(item.has("always", "usual", "source", "date") for item in following)
        if role == "denied" and not (minus and is_last):
            return None  # `no rulings by sparky`
        if trigger == "said" or (minus and ":" not in field):
            return None
        if self._pending.get("bound") == at - 1 and not before.has("source"):
            self.unread.append(at - 1)  # no time: `before proteus`
        return PhraseReading(at, at + 1, minus + field, trigger, item.phrase.endswith(_PLURAL))

    def _misspelt(self, word: str) -> values.Roles:
        """The roles of the fact of cards, or after words such as *by* the person, that a word which
        is nowhere printed misspells.
        """
        known, least = self.index.settings.roles, naming.MIN_TYPO_NAME_LENGTH
        if self.index.printed(word):
            return {}
        words = [each for each in filter(str.isalpha, sorted(known)) if len(each) >= least]
        near = edit_distance.corrections(word, words)
        roles = known[near[0]] if near else {}
        is_fact = roles.get("ordinary", "").partition(":")[0] in fields.FACT_FIELDS
        return roles if is_fact or "source" in self._pending else {}


def _is_date(typed: str) -> bool:
    try:
        return bool(formatting.date_range(typed))
    except formatting.InvalidDateError:
        return False


def _in_figures(index: inverted_index.Index, typed: str) -> str:
    """A date in figures as in ISO 8601, or empty. The month comes first, unless only the other
    order finds any.
    """
    figures = re.split("[-/.]", typed)
    year = next((figure for figure in figures if len(figure) == 4), figures[-1])
    figures.remove(year)
    year = year if len(year) == 4 else f"{19 if year > '50' else 20}{year}"
    known = {*index.lexicon(".date"), *index.lexicon(".printed")}
    padded = [figure.zfill(2) for figure in figures]
    orders = ["-".join([year, *padded]), "-".join([year, *reversed(padded)])]
    return min(filter(_is_date, orders), key=lambda each: each not in known, default="")
