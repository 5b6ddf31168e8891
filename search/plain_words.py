"""Reads plain words as a list, if each of them is a part of it: `all errata by Sparky before 1997`.

A list is conditions in any order (kinds, a person, a time, names, facts and numbers of cards) and
what it is sorted by, and at its end one to be left out. `lexicon.yaml` has their words. It becomes
the query in fields. With any other word, a query is full text, and no word of it is a condition;
but what it denies ranks nothing, and it is doubted if it may be meant as a list. The page does the
same in `site/theme/js/engine/plain-words.js`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from rulings.model import dates
from rulings.search import fields, inverted_index, lexicon, parameters

_FIELD = re.compile(parameters.FIELD_PATTERN)
_PUNCTUATION = re.compile(parameters.PUNCTUATION_PATTERN)
_SIGN = re.compile("[<>]")
_MARKS = ",;:()–"
_MARK = re.compile(f"[{_MARKS}]")
_WORD = re.compile(r"[^\W_]['\w.!&/-]*|'\d+")  # no excluded word, no field, nothing quoted
_MINUS = re.compile(r"(^|\s)[!-](?=[^\W\d_])(?![\w-]+:)")  # before a word to be left out
# Fields without one of which nothing is a list
_HEADS = ("by", "date", "is", "-is", "kind", "venue", "artist", "ruled", "has", "-has")
_LISTING = ("kind", "is", "-is", "sort")  # fields of what is listed, or in which order
_KINDS = ("is:errata", "is:reversal")  # an entry is one of them
OVERRULED = "is:superseded* OR is:disputed"
_STATUS = "is:superseded*"
_PRINTED = ("by", "date", "is", "venue")  # fields of what every entry has
_DENIALS = ("exception", "not", "denial", "omission")
# Words that may stand before what is listed
_BETWEEN = ("ask", "preposition", "bound", "listing", "not")


class PlainReading(NamedTuple):
    """How plain words are read: as a list, in the query language, or as full text."""

    query: str = ""  # the list; empty: full text
    subject: str = ""  # of a question whether rulings still hold, the list of these rulings
    text: str = ""  # the words that rank, if some are denied
    denied: str = ""  # what is denied
    stray: str = ""  # a word that is no part of the list which the others begin


class _Part(NamedTuple):
    """Words of a query, from `start` to `stop`. Other words than those of a list have no condition,
    those that are not understood no length either.
    """

    start: int
    stop: int
    condition: str = ""
    # `name`, `number`, `plural`, `typed` or `not`; without a condition the role in the lexicon
    role: str = ""

    @property
    def field(self) -> str:
        """The name of its field."""
        return self.condition.partition(":")[0]

    @property
    def is_on_cards(self) -> bool:
        """Whether it is a condition on cards, or an order of cards."""
        if self.is_order:
            return not self.condition.endswith("date")
        return self.condition == "kind:card" or self.field.lstrip("-") in fields.FACT_FIELDS

    @property
    def is_order(self) -> bool:
        """Whether it is what a list is sorted by."""
        return self.field.lstrip("-") == "sort"

    @property
    def is_superlative(self) -> bool:
        """Whether it is an order in words."""
        return self.is_order and self.role != "typed"

    @property
    def is_of_list(self) -> bool:
        """Whether its words may stand in a list."""
        return bool(self.condition) or (self.role == "ask" and self.stop > self.start)

    @property
    def may_have_marks(self) -> bool:
        """Whether its words may have punctuation: `Dr. Dreff`, `March 11th, 1997`."""
        return self.role in ("name", "typed") or self.field == "date"

    @property
    def is_head(self) -> bool:
        """Whether it says what is listed, even if all else is a name."""
        return self.role not in ("typed", "name") and self.field in _HEADS

    @property
    def is_singular_fact(self) -> bool:
        """Whether it is a fact of cards as sentences have it: `base link`."""
        return self.role == "condition" and self.field in fields.FACT_FIELDS

    @property
    def is_of_others(self) -> bool:
        """Whether no list of rulings has it."""
        if self.role == "typed" and self.field in ("kind", "in", "game"):
            return True
        return self.field in ("has", "ruled") or (self.is_order and self.is_on_cards)

    @property
    def is_listing(self) -> bool:
        """Whether it makes a list of rulings even of facts in the singular."""
        is_number = self.role in ("plural", "number") or bool(_SIGN.search(self.condition))
        return is_number or self.field in _LISTING

    @property
    def is_status(self) -> bool:
        """Whether it says that a ruling holds or does not."""
        return self.role == "validity" or self.condition.lstrip("-") == _STATUS


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
    """How the plain words of a query are read."""
    name, settings = index.analyzer.normalized(text), index.settings
    is_title = index.names.exact(name, "card").match_kind == "title"
    is_person = "condition" in settings.roles.get(name, ()) and name in settings.authority_names
    if is_person and not is_title:
        return PlainReading(f'by:"{settings.authority_names[name]}"')
    is_name = name in settings.numbers_by_name  # `errata`, `nodes`
    is_name = is_name and "ask" not in settings.roles.get(name.split(" ")[0], ())
    if not is_short(index, text):  # in a sentence it is no operator
        text = _MINUS.sub(r"\1not ", text)
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

    def _has_role(self, at: int, *roles: str) -> bool:
        return bool(self._phrase(at, *roles)[1])

    # Parts

    def _typed(self, at: int) -> _Part:
        """A field as it is typed."""
        match = _FIELD.fullmatch(self.words[at])
        is_field = match and match[3].lower() in fields.BY_NAME
        return _Part(at, at + 1, self.words[at] if is_field else "", "typed")

    def name(self, at: int) -> _Part:
        """The longest name of a card or topic from here."""
        for stop in self._stops(at):
            words = " ".join(self.words[at:stop]).removesuffix("'s")
            found = self.index.names.exact(self.index.analyzer.normalized(words), "card", "topic")
            if not all(self.phrases[at:stop]):
                continue
            if found.match_kind in ("title", "alias") and len(found.things) == 1:
                title = found.things[0].title.replace('"', "")
                return _Part(at, stop, f'{found.things[0].kind}:"{title}"', "name")
        return _Part(at, at)

    def _value(self, at: int) -> _Part:
        """A person, a kind, or a fact of cards; of these also in the plural."""
        stop, role, condition = self._phrase(at, "plural", "condition", "listing")
        return _Part(at, stop, condition, role)

    def _number(self, start: int) -> _Part:
        """A number of cards with its field and at most one sign, in any order."""
        found, at = dict[str, str](), start
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
        if not (field and number):
            return _Part(start, start)
        return _Part(start, at, f"{field}:{found.get('sign', '')}{number}", "number")

    def _time(self, at: int) -> _Part:
        """A time with its bound, or what is between two."""
        date_at, role, sign = self._phrase(at, "bound", "preposition")
        stop, date = self._date(date_at, is_meant=bool(role), is_bound=bool(sign))
        if sign == "between":
            is_joined = date and self.phrases[stop : stop + 1] == ["and"]
            stop, last = self._date(stop + 1, is_bound=True) if is_joined else (at, "")
            return _Part(at, stop, f"date:>={date} date:<={last}" if last else "")
        return _Part(at, stop, f"date:{sign}{date}" if date else "")

    def _date(self, at: int, *, is_meant: bool = True, is_bound: bool = False) -> tuple[int, str]:
        """The longest date from here: the word after it, and the date; no bound is one as printed."""
        for stop in self._stops(at):
            text = " ".join(self.words[at:stop]).strip(f"'{_MARKS}")
            if not any(map(str.isdigit, text)):  # every date has a figure
                break
            date = dates.iso_date(text, () if is_bound else self.index.field_terms(".date"))
            if dates.is_date(date) and (is_meant or len(date) > 4 or text in self.index.years):
                return stop, date
        return at, ""

    def _valued(self, at: int) -> _Part:
        """The longest part with a condition from here; none, if the same words are two."""
        readers = (self._typed, self._time, self._number, self.name, self._value)
        parts = [part for part in (read(at) for read in readers) if part.condition]
        longest = max((part.stop for part in parts), default=at)
        longest_parts = [part for part in parts if part.stop == longest]
        return longest_parts[0] if len(longest_parts) == 1 else _Part(at, at)

    def _after(self, at: int) -> _Part:
        """The condition after words of asking."""
        while (stop := self._phrase(at, "ask")[0]) > at:
            at = stop
        return self._part(at) if at < len(self.words) else _Part(at, at)

    def _left_out(self, start: int, at: int) -> _Part:
        """One condition to be left out, after its negation, also with the kind that it is of."""
        part = self._after(at)
        if not part.condition or _SIGN.search(part.condition) or part.field in ("kind", "sort"):
            return _Part(start, start, role="not")
        kind_stop, _, kind = self._phrase(part.stop, "condition")
        stop = kind_stop if kind.startswith("kind:") else part.stop
        without = part.condition.removeprefix("-")
        without = without if without != part.condition else f"-{without}"
        return _Part(start, stop, without, "not")

    def _part(self, at: int) -> _Part:
        """The longest part from here."""
        stop, role, _ = self._phrase(at, "ask", "preposition", "not", "validity", "verb")
        part = self._valued(at)
        if part.stop > stop or (part.condition and role in ("preposition", "validity")):
            return part
        if role == "not":
            return self._left_out(at, stop)
        if role == "preposition":
            part = self._after(stop)
            return part._replace(start=at) if part.condition else _Part(at, at, role=role)
        return _Part(at, stop, role=role)

    def _parts(self) -> list[_Part]:
        """All words, as parts."""
        parts, at = list[_Part](), 0
        while at < len(self.words):
            parts.append(self._part(at))
            at = max(parts[-1].stop, at + 1)
        return parts

    # The query

    def reading(self) -> PlainReading:
        """How the words are read."""
        parts = self._parts()
        if subject := self._subject(parts):
            return PlainReading(f"{subject} {OVERRULED}", subject)
        is_bare = all(part.is_of_list and not self._has_marks(part) for part in parts)
        if is_bare and (conditions := _conditions([part for part in parts if part.condition])):
            return PlainReading(" ".join(dict.fromkeys(conditions)))
        is_begun = self._is_begun(parts)
        if denied := self._denied(parts, is_begun=is_begun):
            kept = [word for at, word in enumerate(self.words) if at not in denied]
            denied_words = " ".join(self.words[at].strip(_MARKS) for at in denied)
            return PlainReading(text=" ".join(kept), denied=denied_words)
        return PlainReading(stray=self._stray_word(parts) if is_begun else "")

    def _has_marks(self, part: _Part) -> bool:
        """Whether its words have punctuation that they should not have."""
        words = self.words[part.start : part.stop]
        return not part.may_have_marks and any(map(_MARK.search, words))

    def _subject(self, parts: Sequence[_Part]) -> str:
        """The list of the rulings on one card or topic of which a question asks whether they still
        hold, or empty.
        """
        conditions, names, is_asked = list[str](), list[str](), False
        for part in parts:
            if part.role == "not" or not (part.is_of_list or part.is_status):
                if not self._has_role(part.start, "verb"):
                    return ""
            elif part.is_status:
                is_asked = True
            elif part.field in ("by", "card", "topic", "is"):
                conditions.append(part.condition)
                names += [part.condition] if part.role == "name" else []
            elif part.condition not in ("", "kind:ruling"):
                return ""
        if not is_asked or len(names) != 1:
            return ""
        is_list = any(part.condition == "kind:ruling" for part in parts)
        is_first = not is_list and (parts[0].role == "name" or parts[0].field == "by")
        return " ".join(conditions) if is_first or self._has_role(0, "verb") else ""

    def _is_question(self) -> bool:
        return any(self._has_role(at, "question") for at in range(len(self.words)))

    def _is_begun(self, parts: Sequence[_Part]) -> bool:
        """Whether a list may be meant: words begin it as they begin one, and ask nothing else."""
        if self._is_question():
            return False
        for part in parts:
            if part.is_order:
                continue
            if part.condition:
                return part.is_head or part.role in ("plural", "not")
            if not self._has_role(part.start, *_BETWEEN):
                return False
        return False

    def _denied(self, parts: Sequence[_Part], *, is_begun: bool) -> list[int]:
        """The numbers of the words that are denied."""
        denied = dict[int, None]()
        for number, part in enumerate(parts):
            stop, role, _ = self._phrase(part.start, *_DENIALS)
            if not role:
                continue
            if role == "omission" or not self._target(stop).condition:
                target = self._denied_before(parts[:number], role)
            else:
                target = self._denied_after(stop, role, is_begun=is_begun)
            if target:
                denied |= dict.fromkeys(range(target.start, target.stop))
        return [*denied]

    def _denied_after(self, at: int, role: str, *, is_begun: bool) -> _Part | None:
        """A person, time or kind that is denied, and a card, which in a question only an exception
        denies; where a list may be meant, anything.
        """
        target = self._target(at)
        is_excepted = role == "exception" or (target.field == "card" and not self._is_question())
        is_named = is_excepted and target.role == "name"
        is_meant = is_begun or is_named or target.field in _PRINTED
        return target if target.condition and is_meant else None

    def _denied_before(self, parts: Sequence[_Part], role: str) -> _Part | None:
        """What is left out, or who is denied, before the word that says so: `sparky did not`."""
        starts = [part.start for part in parts if part.role not in ("ask", "verb")]
        target = self._target(starts[-1]) if starts else _Part(0, 0)
        is_meant = role == "omission" or target.field == "by"
        return target if target.condition and is_meant else None

    def _target(self, at: int) -> _Part:
        """The condition that a negation is of, which words of asking and a kind may precede."""
        while at < len(self.words):
            part = self._valued(at)
            if part.condition and part.field != "kind":
                return part
            stop = max(part.stop, self._phrase(at, "ask", "preposition", "verb")[0])
            if stop == at:
                break
            at = stop
        return _Part(at, at)

    def _stray_word(self, parts: Sequence[_Part]) -> str:
        """A word that only lists have or, if there are no words but those of lists, all; or empty."""
        if any(word.startswith("-") for word in self.words):  # an operator
            return ""
        others = [part.start for part in parts if part.is_superlative or not part.is_of_list]
        telling = [at for at in others if self._is_telling(self.words[at])]
        listing = [at for at in others if self._has_role(at, "listing", "bound")]
        is_headed = next(part for part in parts if part.condition and not part.is_order).is_head
        if listing and is_headed and len(telling) <= parameters.FEW_UNREAD:
            return self.words[listing[0]].strip(_MARKS)
        is_text = telling or any(part.is_singular_fact for part in parts)
        return "" if is_text else " ".join(self.words)

    def _is_telling(self, word: str) -> bool:
        """Whether a word may say what is asked on the rules."""
        idle = (parameters.EVERYDAY_WORDS, parameters.NUMERALS, self.index.settings.roles)
        return any(
            part.isalpha() and not any(part in words for words in idle)
            for part in self.index.analyzer.words(word)
        )


def _conditions(parts: Sequence[_Part]) -> list[str]:
    """The conditions of a list; none, if these parts are no list."""
    if not parts or not _are_clear(parts):
        return []
    return _of_cards(parts) if all(part.is_on_cards for part in parts) else _of_rulings(parts)


def _are_clear(parts: Sequence[_Part]) -> bool:
    """Whether they can be met together: one person, card, topic, kind and order, one time or two
    bounds, and at the end alone what is left out.
    """
    names = [part.field for part in parts if part.field in ("by", "card", "topic", "sort")]
    names += ["kind" for part in parts if part.condition in _KINDS]
    times = [part for part in parts if part.field == "date"]
    is_at_end = all(part.role != "not" for part in parts[:-1])
    are_bounds = all(_SIGN.search(part.condition) for part in times)
    return is_at_end and len({*names}) == len(names) and (len(times) < 2 or are_bounds)


def _of_cards(parts: Sequence[_Part]) -> list[str]:
    """The conditions of a list of cards, which a plural, a kind, or a number or order beside a fact
    makes.
    """
    numbers = [part for part in parts if part.role == "number" or part.is_order]
    is_number = 0 < len(numbers) < len(parts)
    if not is_number and not any(part.role == "plural" or part.is_head for part in parts):
        return []
    kind = [] if any(part.field == "kind" for part in parts) else ["kind:card"]
    return [*(part.condition for part in parts), *kind]


def _of_rulings(parts: Sequence[_Part]) -> list[str]:
    """The conditions of a list of rulings. Of cards with certain rulings, and of rulings on cards
    with errata, there is no field.
    """
    kept = [part for part in parts if part.condition != "kind:card"]
    is_text = any(part.is_singular_fact for part in kept)  # `Sparky base link`
    is_text = is_text and not any(part.is_listing for part in parts)
    if is_text or parts[0] not in kept or any(part.is_of_others for part in parts):
        return []
    if not any(part.is_head for part in kept):
        return []
    return [part.condition.replace("-has:", "-is:") for part in kept]  # `Dr. Dreff without errata`
