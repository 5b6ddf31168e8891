"""Reads plain words as a list, if each of them is a part of it: `all errata by Sparky before 1997`.

A list is conditions in any order (kinds, a person, a time, names, facts and numbers of cards), and
at its end one to be left out. `lexicon.yaml` has their words. With any other word, a query is full
text, and no word of it is a condition; what it names is offered. The page does the same in
`site/theme/js/engine/plain-words.js`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from rulings.model import dates
from rulings.model.lazy import cached_property
from rulings.search import fields, inverted_index, lexicon, parameters, passages

_FIELD = re.compile(parameters.FIELD_PATTERN)
_PUNCTUATION = re.compile(parameters.PUNCTUATION_PATTERN)
_SIGN = re.compile("[<>]")
_MARKS = ",;:()–"
_MARK = re.compile(f"[{_MARKS}]")
_WORD = re.compile(r"[^\W_]['\w.!&/-]*|'\d+")  # no excluded word, no field, nothing quoted
_OFFERED = ("by", "date", "is")  # fields of what is offered
# Fields without one of which nothing is a list
_HEADS = (*_OFFERED, "kind", "venue", "artist", "ruled", "has", "-has", "-is")


class PlainReading(NamedTuple):
    """A list in the query language, or nothing. `unread`: a word that is no part of the list that
    the others begin.
    """

    query: str = ""
    is_list: bool = False  # whether every word is a part of it; otherwise it is offered
    unread: str = ""


class _Part(NamedTuple):
    """Words of a list. Words of asking have no condition."""

    stop: int  # the number of the word after them
    condition: str = ""
    role: str = ""  # `name`, `number`, `plural`, `typed` or `not`

    @property
    def field(self) -> str:
        """The name of its field."""
        return self.condition.partition(":")[0]

    @property
    def is_on_cards(self) -> bool:
        """Whether it is a condition on cards."""
        return self.condition == "kind:card" or self.field.lstrip("-") in fields.FACT_FIELDS

    @property
    def may_have_marks(self) -> bool:
        """Whether its words may have punctuation: `Dr. Dreff`, `March 11th, 1997`."""
        return self.role in ("name", "typed") or self.field == "date"

    @property
    def is_head(self) -> bool:
        """Whether it says what is listed, even if all else is a name."""
        return self.role not in ("typed", "name") and self.field in _HEADS


def is_short(index: inverted_index.Index, text: str) -> bool:
    """Whether a text is short and no sentence, so that its signs mean something. Titles of cards
    may print punctuation: `Dr. Dreff`.
    """
    outside = re.sub(r'-?"[^"]*"', " ", _FIELD.sub(" ", text))
    if len(outside.split()) > parameters.SHORT_QUERY_WORDS:
        return False
    if not _PUNCTUATION.search(outside):
        return True
    reader, others, at = _Reader(index, outside), list[str](), 0
    while at < len(reader.words):
        part = reader.name(at)
        others.append("_" if part.condition else reader.words[at])
        at = max(part.stop, at + 1)
    return not _PUNCTUATION.search(" ".join(others))


def read(index: inverted_index.Index, text: str) -> PlainReading:
    """The list that a text asks for, or that is offered."""
    name, settings = index.analyzer.folded(text), index.settings
    is_title = index.names.exact(name, "card").match_kind == "title"
    is_person = "condition" in settings.roles.get(name, ()) and name in settings.authority_names
    if is_person and not is_title:
        return PlainReading(f'by:"{settings.authority_names[name]}"', is_list=True)
    is_name = name in settings.numbers_by_name  # `errata`, `nodes`
    is_name = is_name and "ask" not in settings.roles.get(name.split(" ")[0], ())
    reader = _Reader(index, text.rstrip(" ?.!"))
    if is_name or is_title or len(reader.words) > parameters.MAX_LIST_WORDS:
        return PlainReading()
    return reader.reading()


class _Reader:
    """Reads the words of one query."""

    def __init__(self, index: inverted_index.Index, text: str) -> None:
        self.index = index
        self.words = text.split()
        bare = [word.strip(_MARKS) for word in self.words]
        self.phrases = [lexicon.phrase(word) if _WORD.fullmatch(word) else "" for word in bare]

    @cached_property
    def _printed_dates(self) -> set[str]:
        return {*self.index.field_terms(".date"), *self.index.field_terms(".printed")}

    def _stops(self, at: int) -> range:
        """The numbers of the words after phrases from here, the longest first."""
        return range(min(at + parameters.MAX_PHRASE_WORDS, len(self.words)), at, -1)

    def _phrase(self, at: int, *roles: str) -> tuple[int, str, str]:
        """The longest phrase from here with any of the roles: the word after it, role, value."""
        for stop in self._stops(at):
            found = self.index.settings.roles.get(" ".join(self.phrases[at:stop]), {})
            for role in roles:
                if role in found:
                    return stop, role, found[role]
        return at, "", ""

    # Parts

    def _typed(self, at: int) -> _Part:
        """A field as it is typed."""
        match = _FIELD.fullmatch(self.words[at])
        is_field = match and match[3].lower() in fields.BY_NAME
        return _Part(at + 1, self.words[at] if is_field else "", "typed")

    def name(self, at: int) -> _Part:
        """The longest name of a card or topic from here."""
        for stop in self._stops(at):
            words = " ".join(self.words[at:stop]).removesuffix("'s")
            found = self.index.names.exact(self.index.analyzer.folded(words), "card", "topic")
            if not all(self.phrases[at:stop]):
                continue
            if found.match_kind in ("title", "alias") and len(found.things) == 1:
                title = found.things[0].title.replace('"', "")
                return _Part(stop, f'{found.things[0].kind}:"{title}"', "name")
        return _Part(at)

    def _value(self, at: int) -> _Part:
        """A person, a kind, or a fact of cards; of these also in the plural."""
        stop, role, condition = self._phrase(at, "plural", "condition")
        return _Part(stop, condition, role)

    def _number(self, at: int) -> _Part:
        """A number of cards with its field and at most one sign, in any order."""
        found = dict[str, str]()
        while at < len(self.words):
            stop, role, value = self._phrase(at, "fact", "sign", "unit")
            figures = str(parameters.NUMERALS.get(self.phrases[at], self.phrases[at]))
            if re.fullmatch("[0-9]{1,2}|x", figures):
                stop, role, value = at + 1, "number", figures
            elif found and self.phrases[at] == "of":
                stop, role = at + 1, "of"
            if not role or role in found:
                break
            found[role], at = value, stop
        field, number = found.get("fact") or found.get("unit"), found.get("number")
        is_whole = field and number
        return _Part(at, f"{field}:{found.get('sign', '')}{number}" if is_whole else "", "number")

    def _time(self, at: int) -> _Part:
        """A time with its bound, or what is between two."""
        stop, role, sign = self._phrase(at, "bound", "preposition")
        stop, date = self._date(stop, is_meant=bool(role), is_bound=bool(sign))
        if sign == "between":
            is_joined = date and self.phrases[stop : stop + 1] == ["and"]
            stop, last = self._date(stop + 1, is_bound=True) if is_joined else (at, "")
            return _Part(stop, f"date:>={date} date:<={last}" if last else "")
        return _Part(stop, f"date:{sign}{date}" if date else "")

    def _date(self, at: int, *, is_meant: bool = True, is_bound: bool = False) -> tuple[int, str]:
        """The longest date from here: the word after it, and the date; no bound is one as printed."""
        for stop in self._stops(at):
            text = " ".join(self.words[at:stop]).strip(f"'{_MARKS}")
            date = dates.iso_date(text, () if is_bound else self._printed_dates)
            if dates.is_date(date) and (is_meant or len(date) > 4 or text in self.index.years):
                return stop, date
        return at, ""

    def _after(self, at: int) -> _Part:
        """The condition after words of asking."""
        while (stop := self._phrase(at, "ask")[0]) > at:
            at = stop
        return self._part(at) if at < len(self.words) else _Part(at)

    def _left_out(self, at: int, start: int) -> _Part:
        """One condition to be left out, after its negation, also with the kind that it is of."""
        part = self._after(at)
        if not part.condition or _SIGN.search(part.condition):
            return _Part(start)
        kind_stop, _, kind = self._phrase(part.stop, "condition")
        stop = kind_stop if kind.startswith("kind:") else part.stop
        return _Part(stop, f"-{part.condition}", "not")

    def _part(self, at: int) -> _Part:
        """The longest part from here; none, if the same words are two conditions."""
        stop, role, _ = self._phrase(at, "ask", "preposition", "not")
        readers = (self._typed, self._time, self._number, self.name, self._value)
        parts = [part for part in (read(at) for read in readers) if part.condition]
        longest = max((part.stop for part in parts), default=at)
        if longest > stop or (parts and role == "preposition"):
            parts = [part for part in parts if part.stop == longest]
            return parts[0] if len(parts) == 1 else _Part(at)
        if role == "not":
            return self._left_out(stop, at)
        if role == "preposition":
            part = self._after(stop)
            return part if part.condition else _Part(at)
        return _Part(stop if role == "ask" else at)

    # The list

    def reading(self) -> PlainReading:
        """What all words ask for or, if some are no part of a list, what is offered."""
        parts, offered, others, is_bare, at = list[_Part](), list[str](), list[str](), True, 0
        while at < len(self.words):
            part, is_asking = self._part(at), bool(self._phrase(at, "ask", "preposition")[1])
            stop = max(part.stop, at + 1)
            words = self.words[at:stop]
            if part.stop == at and not is_asking:
                others += words
            if part.field in _OFFERED:
                offered.append(part.condition)
            elif part.condition or not is_asking:
                offered += words
            is_bare = is_bare and (part.may_have_marks or not any(map(_MARK.search, words)))
            is_bare = is_bare and part.stop > at
            parts += [part] if part.condition or not is_asking else []
            at = stop
        if is_bare and (conditions := _conditions(parts)):
            return PlainReading(" ".join(conditions), is_list=True)
        is_whole = bool(others) and not any(part.role == "typed" for part in parts)
        is_whole = is_whole and not any(
            self._phrase(at, "not", "denial")[1] for at in range(len(self.words))
        )
        is_offered = is_whole and any(part.field in _OFFERED for part in parts)
        telling = [word for word in others if self._is_telling(word.strip(_MARKS))]
        is_begun = parts[:1] and (parts[0].is_head or parts[0].role == "plural")
        is_question = any(self._phrase(at, "question")[1] for at in range(len(self.words)))
        is_meant = is_begun and len(telling) <= parameters.FEW_UNREAD and not is_question
        return PlainReading(
            " ".join(offered) if is_offered else "",
            unread=" ".join(others[:1] or self.words) if is_meant else "",
        )

    def _is_telling(self, word: str) -> bool:
        """Whether a word may say what is asked on the rules."""
        idle = (passages.UNHIGHLIGHTED, parameters.NUMERALS, self.index.settings.roles)
        return word.isalpha() and not any(word.lower() in words for words in idle)


def _conditions(parts: list[_Part]) -> list[str]:
    """The conditions of a list; none, if these parts are no list."""
    conditions = [part.condition for part in parts]
    if not parts:
        return []
    names = [part.field for part in parts if part.field in ("by", "card", "topic")]
    times = [part for part in parts if part.field == "date"]
    is_clear = len({*names}) == len(names) and all(part.role != "not" for part in parts[:-1])
    is_clear = is_clear and (len(times) < 2 or all(_SIGN.search(part.condition) for part in times))
    if all(part.is_on_cards for part in parts):
        is_number = any(part.role == "number" for part in parts)
        is_number = is_number and not all(part.role == "number" for part in parts)
        heads = is_number or any(part.role == "plural" or part.is_head for part in parts)
        kind = [] if any(part.field == "kind" for part in parts) else ["kind:card"]
        return [*conditions, *kind] if heads and is_clear else []
    # Of cards with certain rulings, and of rulings on cards with errata, there is no field
    is_of_cards = parts[0].condition == "kind:card" or {"has", "ruled"} & {p.field for p in parts}
    is_of_others = any(p.role == "typed" and p.field in ("kind", "in", "game") for p in parts)
    is_headed = any(part.is_head and part.condition != "kind:card" for part in parts)
    if not is_clear or is_of_cards or is_of_others or not is_headed:
        return []
    # `rulings on virus cards`; `Dr. Dreff without errata`
    return [c.replace("-has:", "-is:") for c in conditions if c != "kind:card"]
