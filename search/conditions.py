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
from rulings.search import fields, inverted_index, parameters
from rulings.search import values as search_values

_ITEM = re.compile(parameters.ITEM_PATTERN, re.IGNORECASE)
_OF_COMPOUNDS = ("not", "bound", "part", "month", "number")
_PLURAL = ("s", "ice", "hardware")  # endings
_OPPOSITES = {"<": ">=", ">=": "<", ">": "<=", "<=": ">"}

Roles = dict[str, str]
# Of a time or number: the number of the item after it, the first and the last of it, or nothing
Span = tuple[int, str, str]


class Item(NamedTuple):
    """A word, a sign or the longest known phrase, with its roles (`values.Values`).

    Roles besides those of the lexicon: `number`, `ordinal`, `date`, and `opaque`: a field, what is
    quoted, or a card.
    """

    start: int
    end: int
    phrase: str  # its folded words
    roles: Roles

    def has(self, *roles: str) -> bool:
        """Whether it has any of the roles."""
        return not self.roles.keys().isdisjoint(roles)


_NOTHING = Item(0, 0, "", {})


class Condition(NamedTuple):
    """What the items from the `first` up to `stop` mean."""

    first: int
    stop: int
    field: str  # with its value, after a minus if it is excluded; or `newest`, `oldest`
    # When it is read: one of `values.SURE`, or `asked`: beside words that ask for rulings
    sure: str
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
    phrases = [search_values.phrase(token[0]) for token in tokens]
    found, at = list[Item](), 0
    while at < len(tokens):
        size, roles = 1, _roles_of(index, tokens[at], phrases[at])
        if tokens[at]["word"]:
            before = found[-1] if found else _NOTHING
            size, roles = _longest(index, text, tokens, phrases, at, before)
        start = tokens[at].start() + len(tokens[at]["before"] or "")
        end = tokens[at + size - 1].end()
        found.append(Item(start, end, " ".join(phrases[at : at + size]), roles))
        at += size
    return found


def _roles_of(index: inverted_index.Index, token: re.Match[str], phrase: str) -> Roles:
    """The roles of what is no word."""
    known = index.settings.values.lexicon.get(phrase.removeprefix("by "), {})
    if token["opaque"]:
        return {"opaque": "field"}
    if token["quoted"]:
        return {"opaque": "quoted"} if known.keys().isdisjoint(search_values.SURE) else known
    if token["date"]:
        return {"date": token[0]}
    if not token["figures"] or known:
        return known
    figures, suffix = re.sub("[^0-9]", "", token[0]), token[0].lstrip("'0123456789").lower()
    if suffix:
        return {"ordinal" if suffix in ("st", "nd", "rd", "th") else "other": figures}
    return {"number": f"19{figures}" if re.fullmatch("'9[5-9]", token[0]) else figures}


def _longest(
    index: inverted_index.Index,
    text: str,
    tokens: list[re.Match[str]],
    phrases: list[str],
    at: int,
    before: Item,
) -> tuple[int, Roles]:
    """How many tokens the longest known phrase has, and its roles. A part of a compound
    (`anti-virus`) has none, but for those that tell of a value (`non-official`).
    """
    start, most = tokens[at].start(), 1
    is_part = text[max(0, start - 1) : start] == "-" and not before.has(*_OF_COMPOUNDS)
    while at + most < len(tokens) and (tokens[at + most]["word"] or tokens[at + most]["figures"]):
        most += 1
    for size in range(min(most, parameters.MAX_PHRASE_WORDS), 0, -1):
        phrase, end = " ".join(phrases[at : at + size]), tokens[at + size - 1].end()
        roles = index.settings.values.lexicon.get(phrase, {})
        if size > 1 and not roles and index.names.exact(phrase, "card").match_kind == "title":
            roles = {"opaque": "card"}
        is_begun = re.match(r"-[^\s\d]", text[end:]) and roles.keys().isdisjoint(_OF_COMPOUNDS)
        if "trailing" in roles and at + size < len(tokens):
            following, after = phrases[at + size], tokens[at + size]
            is_month = "month" in index.settings.values.lexicon.get(following, {})
            if after["figures"] or after["date"] or following == "than" or is_month:
                continue  # `since 1997 and before 1999`
        if roles and not (is_part or is_begun):
            return size, roles
    return 1, {}


class Parser:
    """Makes conditions of items: `found`. `unread`: the numbers of those that mean something, but
    with nothing beside them.
    """

    def __init__(self, index: inverted_index.Index, text: str) -> None:
        self.index, self.items = index, items(index, text)
        self.found, self.unread = list[Condition](), list[int]()
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
        if item.has("only"):
            self._pending.pop("not", None)
        elif not waits and (item.phrase == "," or not item.has("asking", "join", "to")):
            self._end_clause()
        if item.has("date") or (item.has("number") and item.phrase[0].isdigit()):
            self.unread.append(at)

    def _end_clause(self) -> None:
        """A negation or comparison that nothing took is unread."""
        for role, at in self._pending.items():
            if role in ("not", "bound") and not self._at(at).has("asking"):
                self.unread.append(at)
        self._pending.clear()

    def _joined(self, condition: Condition) -> Condition:
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

    def _comparison(self, at: int) -> Condition | None:
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
        is_named = bool(name)
        stop, name, sign = self._counted(stop, name)
        if not (first and name) or (name == "cost" and not (sign or is_named)):
            return None  # `for 3 bits`
        is_either = is_range and joiner.phrase in ("and", "or")
        is_either = is_either and self._at(at - 1).phrase != "between"
        field = self._compared(name, sign, first, last, is_either)
        is_sure = len(first) > 4 or "not" in self._pending
        sure = ("always" if is_sure else "usual") if is_time else "ordinary"
        return Condition(at, stop, field, sure)

    def _fact_before(self, at: int) -> str:
        """The field of the number before, if this one bounds it too: `over 3 and under 6`."""
        last = self.found[-1] if self.found else None
        between = self.items[last.stop : at] if last else []
        is_waiting = not self._pending.keys().isdisjoint(("bound", "not"))
        is_same = is_waiting and all(item.has("join", "bound", "not") for item in between)
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
        roles = self._at(at).roles
        figures = roles.get("number", "") or roles.get("ordinal", "")
        return figures if len(figures) < 3 else ""

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
        year, before = self._year(at), self._at(at - 1)
        is_dated = "bound" in self._pending or before.phrase in ("in", "from", "year")
        is_dated = is_dated or (before.has("to") and bool(self._year(at - 2)))
        last = self.found[-1] if self.found else None
        is_cited = last is not None and last.stop == at and not last.is_fact  # `wylie 99`
        is_clear = year == self._at(at).roles.get("number") and "1995" <= year <= "2000"
        is_game = self._at(at + 1).phrase in parameters.OTHER_GAME_WORDS.split()
        return bool(year) and (is_clear or is_dated or is_cited) and not is_game

    # Values

    def _value(self, at: int) -> Condition | None:
        """A value in words."""
        item, before = self.items[at], self._at(at - 1)
        roles = item.roles or self._misspelt(at)
        role = next((role for role in search_values.SURE if role in roles), "")
        if not role:
            return None
        field = roles[role]
        minus, is_order = "-" if "not" in self._pending else "", ":" not in field
        sure = role
        if field.startswith("by:"):
            field = f"via:{field[3:]}" if self._waiting("source") == "via" else field
            sure = self._sureness_of_person(at, role)
        elif role == "said" and self._waiting("source") == "via":  # `not relayed by anyone`
            sure = "always"
        elif role == "ordinary" and self._at(at + 1).phrase in parameters.ASKED_FOR:
            sure = "usual"
        if is_order and (minus or sure == "ordinary"):
            return None  # `last` in other words
        sure = "asked" if field == "oldest" else sure  # `earliest rez`
        if role == "denied" and not (minus and self._is_last(at)):
            return None
        if sure == "said" or (field.startswith("is:") and before.phrase == "a"):
            return None  # `a superseded counter`
        if self._pending.get("bound") == at - 1 and not before.has("source"):
            self.unread.append(at - 1)  # no time: `before proteus`
        return Condition(at, at + 1, minus + field, sure, item.phrase.endswith(_PLURAL))

    def _is_last(self, at: int) -> bool:
        """Whether nothing that is said of rulings follows: not in `no rulings by sparky`."""
        following = self.items[at + 1 : at + 4]
        return not any(item.has("always", "usual", "source", "date") for item in following)

    def _sureness_of_person(self, at: int, role: str) -> str:
        """When a person is read, by what stands beside the name."""
        if "source" in self._pending:
            return "always"
        after = self._at(self._after(at + 1, "ever", "did", "had", "has", "have"))
        is_speaking = after.phrase in ("on", "about") or after.has("ruling")
        return "usual" if is_speaking and role == "ordinary" else role

    def _misspelt(self, at: int) -> Roles:
        """The roles of a misspelt fact of cards or, where one is expected, person."""
        word, lexicon = self.items[at].phrase, self.index.settings.values.lexicon
        if self.index.printed(word) or len(word) < naming.MIN_TYPO_LENGTH:
            return {}
        is_person = "source" in self._pending or self._at(at + 1).phrase in ("said", "says")
        known = self.index.settings.authority_names if is_person else lexicon
        least = naming.MIN_TYPO_NAME_LENGTH
        names = [name for name in filter(str.isalpha, sorted(known)) if len(name) >= least]
        near = edit_distance.corrections(word, names)
        roles = lexicon[near[0]] if near else {}
        if is_person and near:
            return {"always": next(roles[role] for role in search_values.SURE if role in roles)}
        return roles if roles.get("ordinary", "").partition(":")[0] in fields.FACT_FIELDS else {}


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
    return next(iter(sorted(filter(_is_date, orders), key=lambda each: each not in known)), "")
