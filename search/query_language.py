"""A query as typed → a `Query`: the words to rank by, a Whoosh query for what must match, and notes
on the rest.

Known fields (`card:dreff`) and `OR`, which joins its two neighbours, are always read as the query
language. `-word`, `word*` and `"a phrase"` have their special meaning only in a short query without
sentence punctuation; elsewhere they are ordinary punctuation, as parentheses are everywhere. No
query is refused: anything that cannot be read is left out with a note.

The page does the same in `site/theme/js/engine/query.js`.
"""

from __future__ import annotations

import operator
import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import NamedTuple, cast

from msgspec import Struct
from msgspec.structs import replace
from whoosh.query import And, Every, Not, Or, Phrase, Term, TermRange
from whoosh.query import Query as WhooshQuery

from rulings import edit_distance
from rulings.model import formatting, vocabulary
from rulings.search import fields, inverted_index, parameters, passages, plain_words

_FIELD = re.compile(parameters.FIELD_PATTERN)
_ADDRESS = re.compile(parameters.ADDRESS_PATTERN, re.IGNORECASE | re.ASCII)
_ID = re.compile(parameters.ID_PATTERN, re.ASCII)
_DIGITS = re.compile(parameters.DIGITS_PATTERN, re.IGNORECASE | re.ASCII)
_PAGE = re.compile(r"/(card|topic|run-chart|keyword|authorit)(?:s|y|ies)?/([a-z0-9-]+)")

_AND, _NOT = re.compile(parameters.AND_PATTERN), re.compile(parameters.NOT_PATTERN)
_OR, _OR_OF_FIELDS = (
    re.compile(parameters.OR_PATTERN),
    re.compile(parameters.OR_OF_FIELDS_PATTERN, re.I),
)
_LISTED_VALUES = re.compile(parameters.LISTED_VALUES_PATTERN)
_DANGLING_OR = re.compile(parameters.DANGLING_OR_PATTERN)
_COMPARED = re.compile(fields.COMPARED_FIELD_PATTERN, re.IGNORECASE)
_EXCLUDING = re.compile(parameters.EXCLUDING_PATTERN)
_SPACED_FIELD = re.compile(rf"(?:^|\s)(-?(?:{'|'.join(fields.BY_NAME)}):)(?=\s|$)", re.IGNORECASE)
_OPERATOR = re.compile(parameters.OPERATOR_PATTERN)
_TOKEN = re.compile(parameters.TOKEN_PATTERN)
_COMPARISON = re.compile(parameters.COMPARISON_PATTERN, re.ASCII)
_SIGN = re.compile(parameters.SIGN_PATTERN)
_MONTH_OF_ANY_YEAR = re.compile(parameters.MONTH_OF_ANY_YEAR_PATTERN)
_DATE_SIGN = re.compile(parameters.DATE_SIGN_PATTERN)
_COMPARISONS = {
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    "!=": operator.ne,
}
_STRAIGHT = str.maketrans(
    dict.fromkeys("“”„«»", '"') | dict.fromkeys("’‘", "'") | {"≤": "<=", "≥": ">=", "≠": "!="}
)


class Query(Struct, frozen=True, kw_only=True):
    """A query as it was read."""

    text: str  # words to rank by
    fallback_text: str  # the words to rank by if nothing matches `condition`
    condition: WhooshQuery | None  # what every answer must match; None: no condition
    field_condition: WhooshQuery | None  # the part of `condition` that comes from fields
    has_optional_words: bool = True  # whether some words only rank the answers
    has_operators: bool = False  # whether there is more in `condition` than fields
    fields: dict[str, WhooshQuery]  # as typed, unless they are excluded
    patterns: list[list[str]]  # the words that each word with `*` matches
    cards: list[int]  # named in fields, unless they are excluded
    excluded: list[str]  # the ids of cards and topics that are excluded
    numbers: list[int]  # of the documents whose ids or addresses are in the query
    notes: list[str]
    values: plain_words.Rewritten  # what its words name


def parse(index: inverted_index.Index, typed: str, *, keeps_named: bool = True) -> Query:
    """The query, with names and field values looked up in `index`; `keeps_named`: or without people
    and times named.
    """
    reader = _Reader(index, keeps_named=keeps_named)
    text = printable(typed[: parameters.MAX_QUERY_LENGTH + 1].translate(_STRAIGHT))
    for rule in REWRITES:
        text = rule.read(reader, text)
    has_operators = _OR.search(text) or (plain_words.is_short(text) and _OPERATOR.search(text))
    if has_operators:
        return reader.read_all(text)
    return reader.read_fields(text)


def printable(text: str) -> str:
    """The text with a space for each character that cannot be printed."""
    return "".join(c if c.isprintable() else " " for c in text)


def any_of(field_name: str, terms: Sequence[str]) -> WhooshQuery:
    """A condition for any of the terms, which nothing meets if there are none."""
    return Or([Term(field_name, term) for term in terms])


def all_of(
    index: inverted_index.Index, parts: list[WhooshQuery], *, of_one: bool = False
) -> WhooshQuery | None:
    """A condition for all parts; None if there are none. Negations alone are met by all other
    documents.

    Parts on who said it, when, and whether that is official must hold for the same citation; each
    of several people may have one, unless all parts are `of_one`.
    """
    if not parts:
        return None
    for together in _together(parts, of_one=of_one):
        parts = [*parts, any_of(".citation", _citations(index, together))]
    ordered = sorted(parts, key=lambda part: isinstance(part, Not))
    if isinstance(ordered[0], Not):
        ordered.insert(0, Every())
    return And(ordered)


def _together(parts: list[WhooshQuery], *, of_one: bool) -> list[list[WhooshQuery]]:
    """Of these parts, those that must hold for the same citation; for each of several people."""
    on_citations = [*filter(_is_on_citations, parts)]
    people = [] if of_one else [*filter(_is_on_people, on_citations)]
    others = [part for part in on_citations if part not in people]
    groups = [[*others, person] for person in people] or [others]
    return [group for group in groups if len(group) > 1]


def ordered_by(index: inverted_index.Index, query: Query, order: str) -> dict[int, list[str]]:
    """What each document is ordered by: a number of its card (`highest cost`), or the dates of
    those citations of a ruling that meet the fields of the query.
    """
    found = defaultdict[int, list[str]](list)
    if name := order.partition(" ")[2]:
        for figures in filter(str.isdigit, index.lexicon(name)):
            for number in index.matching(Term(name, figures)):
                found[number].append(figures.zfill(parameters.MAX_FIGURES))
        return found
    for term in _citations(index, [*filter(_is_on_citations, query.fields.values())]):
        if date := term.split("|")[3]:
            for number in index.matching(Term(".citation", term)):
                found[number].append(date)
    return found


def _citations(index: inverted_index.Index, parts: list[WhooshQuery]) -> list[str]:
    """The citations, terms of the index, that meet all conditions."""
    return [term for term in index.lexicon(".citation") if _holds(And(parts), term)]


def _is_on_citations(part: WhooshQuery) -> bool:
    """Whether one citation alone can meet a condition."""
    if isinstance(part, (And, Or)):
        return all(map(_is_on_citations, part))
    if isinstance(part, Term):
        on_official = part.text in ("official", "unofficial")
        return part.fieldname in ("by", "via", "venue", ".printed", ".citation") or on_official
    return isinstance(part, TermRange)


def _is_on_people(part: WhooshQuery) -> bool:
    """Whether a condition on citations is on who said it."""
    if isinstance(part, (And, Or)):
        return all(map(_is_on_people, part))
    return isinstance(part, Term) and part.fieldname in ("by", ".citation")


def _holds(part: WhooshQuery, citation: str) -> bool:
    """Whether a citation, a term of the index, meets a condition."""
    if isinstance(part, (And, Or)):
        held = (_holds(child, citation) for child in part)
        return all(held) if isinstance(part, And) else any(held)
    by, via, venue, date, official, printed = citation.split("|")
    if isinstance(part, TermRange):
        is_inside = (part.start or "0") <= date <= (part.end or vocabulary.FAR_FUTURE)
        ends = (part.startexcl and part.start, part.endexcl and part.end)
        return is_inside and date not in ends
    terms = {"by": by, "via": via, "venue": venue, "is": official, ".printed": printed}
    assert isinstance(part, Term)
    return part.text in terms.get(part.fieldname, "").split() or part.text == citation


class _Part(NamedTuple):
    """A part of a query: its condition, and whether it is a word alone, or only fields."""

    condition: WhooshQuery
    is_word: bool = False
    is_field: bool = False


class _Reader:
    """Reads the parts of one query, and collects what they say besides their conditions: see
    `Query`.
    """

    def __init__(self, index: inverted_index.Index, *, keeps_named: bool) -> None:
        self.index, self.analyzer, self.keeps_named = index, index.analyzer, keeps_named
        # To rank by; without operators, if nothing matches
        self.words, self.plain = list[str](), list[str]()
        self.notes, self.patterns = list[str](), list[list[str]]()
        self.cards, self.excluded, self.numbers = list[int](), list[str](), list[int]()
        self.conditions = dict[str, WhooshQuery]()
        self.values = plain_words.Rewritten("")
        self.patterns_left = parameters.MAX_PATTERNS

    def note(self, sentence: str) -> None:
        """Adds a note, once."""
        if sentence not in self.notes:
            self.notes.append(sentence)

    # What is read before the query language: see `REWRITES`

    def cut(self, text: str) -> str:
        """The text without what is too long to be read."""
        if len(text) > parameters.MAX_QUERY_LENGTH:
            self.note(f"only the first {parameters.MAX_QUERY_LENGTH} characters were read")
        return text[: parameters.MAX_QUERY_LENGTH]

    def without_ids(self, text: str) -> str:
        """The text without our ids and addresses, which are added to `numbers`."""

        def take(id: str, kinds: tuple[str, ...] = parameters.DOCUMENT_KINDS) -> bool:
            number = self.index.number_of(id, kinds)
            if number is None:
                return False
            self.numbers.append(number)
            return True

        def take_address(match: re.Match[str]) -> str:
            address = re.sub(r"\bstep-(?=\d)", "run-chart-", match[0].rstrip(".,;:!?)\"'"))
            page = _PAGE.search(address)
            kind = page and {"run-chart": "step", "authorit": "authority"}.get(page[1], page[1])
            is_found = take(address.partition("#")[2]) or (page and take(page[2], (str(kind),)))
            return " " if is_found else match[0]

        def take_digits(match: re.Match[str]) -> str:
            ids = self.index.ids_by_digits.get(match[0].lower(), ())
            for id in ids:
                take(id)
            return " " if ids else match[0]

        text = _ADDRESS.sub(take_address, text)
        text = re.sub(
            r"/(?:cards|topics|documents|run-chart|keywords|authorities)/\S*", take_address, text
        )
        text = _ID.sub(
            lambda match: " " if take(match[0], parameters.ENTRY_KINDS) else match[0], text
        )
        return _DIGITS.sub(take_digits, text)

    def with_comparisons(self, text: str) -> str:
        """The text with comparisons as fields and, if it is short, one sign for exclusion."""
        text = _COMPARED.sub(r"\1\2\3:\4", text)
        changed = _EXCLUDING.sub(r"\1-", text)
        if not plain_words.is_short(changed):
            return text
        for match in _EXCLUDING.finditer(text):
            self.note(f"“{match[2]}” before a word was read as -")
        return changed

    def with_values(self, text: str) -> str:
        """The text with a field for each value that its words name."""
        reading = self.values = plain_words.read(self.index, text, keeps=self.keeps_named)
        for note in reading.notes:
            self.note(note)
        return reading.text

    def with_signs(self, text: str) -> str:
        """The text with *or* between fields as OR and, if short, signs for NOT and AND."""
        while (found := _LISTED_VALUES.search(text)) and found[1][:-1].lower() in fields.BY_NAME:
            text = f"{text[: found.end() - 1]} OR {found[1]}{text[found.end() :]}"
        if _DANGLING_OR.search(text):
            self.note("“OR” stands between two words, phrases or fields, and was ignored")
        text = _OR_OF_FIELDS.sub(r"\1 OR", text)
        if plain_words.is_short(text) and not text.isupper():
            return _NOT.sub(r"\1-", _AND.sub(r"\1 ", text))
        return text

    def with_notes_on_fields(self, text: str) -> str:
        """The text; of a short one, notes on what looks like a field but is none, and stays as
        words.
        """
        if plain_words.is_short(text):
            for _, minus, name, _ in _FIELD.findall(text):
                if name.lower() not in fields.BY_NAME and not minus and name.islower():
                    self._note_unknown_field(name)
            for name in _SPACED_FIELD.findall(text):
                self.note(
                    f"“{name}” was read as a word; the value of a field follows its colon without a space"
                )
        return text

    def _note_unknown_field(self, name: str) -> None:
        shown = name[: parameters.MAX_NOTE_QUOTE_LENGTH]
        nearest = edit_distance.corrections(shown.lower(), list(fields.BY_NAME))[:1]
        names = ", ".join(known.name for known in fields.FIELDS)
        hint = f"did you mean “{nearest[0]}:”?" if nearest else f"the fields are {names}"
        self.note(f"there is no field “{shown}:”; {hint}")

    # The query language

    def read_fields(self, text: str) -> Query:
        """The query if only its fields are special."""
        conditions: list[WhooshQuery] = []

        def take(match: re.Match[str]) -> str:
            before, minus, name, value = match.groups()
            if name.lower() not in fields.BY_NAME:
                return match[0]
            condition = self.read_field(name, value, is_excluded=bool(minus))
            if condition is not None:
                conditions.append(Not(condition) if minus else condition)
            return f"{before} "

        words = _FIELD.sub(take, text)
        condition = all_of(self.index, conditions)
        return self._query(words, words, condition, condition)

    def read_all(self, text: str) -> Query:
        """The query if everything in it is special."""
        if text.count('"') % 2:
            last = text.rindex('"')
            text = f"{text[:last]} {text[last + 1 :]}"
            self.note("an unmatched quotation mark was ignored")
        parts = list[_Part]()
        is_joined = False
        for number, token in enumerate(_TOKEN.finditer(text)):
            if number >= parameters.MAX_PARTS:
                self.note(f"only the first {parameters.MAX_PARTS} parts of the query were read")
                break
            if token[0] == "OR":
                is_joined = bool(parts)
            elif part := self._part(token):
                if is_joined:
                    before = parts.pop()
                    both_are = before.is_field and part.is_field
                    part = _Part(Or([before.condition, part.condition]), is_field=both_are)
                parts.append(part)
                is_joined = False
        conditions = [part.condition for part in parts if not part.is_word]
        condition = all_of(self.index, conditions)
        of_fields = all_of(self.index, [part.condition for part in parts if part.is_field])
        query = self._query(" ".join(self.words), " ".join(self.plain), condition, of_fields)
        has_optional_words = len(conditions) < len(parts)
        return replace(query, has_optional_words=has_optional_words, has_operators=bool(conditions))

    def _query(
        self, text: str, fallback: str, condition: WhooshQuery | None, of_fields: WhooshQuery | None
    ) -> Query:
        if condition is not None and passages.UNHIGHLIGHTED.issuperset(self.analyzer.words(text)):
            text = fallback = ""  # such words say nothing beside conditions
        return Query(
            text=text,
            fallback_text=fallback,
            condition=condition,
            field_condition=of_fields,
            fields=self.conditions,
            patterns=self.patterns,
            cards=self.cards,
            excluded=self.excluded,
            numbers=self.numbers,
            notes=self.notes,
            values=self.values,
        )

    def _part(self, token: re.Match[str]) -> _Part | None:
        """A word, phrase, pattern or field; None if nothing is known of it."""
        is_excluded, name, value = bool(token["minus"]), token["field"], token["value"]
        text = token["text"] or f"{name}:{value}"
        is_field = bool(name) and name.lower() in fields.BY_NAME
        if is_field:
            condition = self.read_field(name, value, is_excluded=is_excluded)
        else:
            condition = self._read_words(text, is_excluded=is_excluded)
        if condition is None:
            return None
        is_word = not (is_field or is_excluded) and _leaf_kind(text) == "word"
        return _Part(Not(condition) if is_excluded else condition, is_word, is_field)

    def _read_words(self, text: str, *, is_excluded: bool) -> WhooshQuery | None:
        """The condition for a word, phrase or pattern. Unless excluded, it also ranks."""
        analysed, kind = self.analyzer.words(text), _leaf_kind(text)
        if not analysed:
            return None
        if not is_excluded:
            self.plain.append(text.strip('"*'))
        if kind == "pattern":
            self.patterns_left -= 1
            if self.patterns_left < 0:
                self.note(f"only the first {parameters.MAX_PATTERNS} words with * were read")
                return None
            known, beginning = self.index.lexicon(".words"), "".join(analysed)
            terms = [term for term in known if term.startswith(beginning)]
            del terms[parameters.MAX_PATTERN_WORDS :]
            if not is_excluded:
                self.patterns.append(terms)
            return any_of(".words", terms)
        if not is_excluded:
            self.words += [text] if kind == "word" else analysed
        if kind == "word":
            return And([Term(".terms", self.analyzer.stem(word)) for word in analysed])
        return Phrase(".words", analysed)

    # Fields

    def read_field(self, name: str, typed: str, *, is_excluded: bool) -> WhooshQuery | None:
        """The condition for the value of a field, as typed; None, with a note, if a date is not
        understood.
        """
        known_field, value = fields.BY_NAME[name.lower()], typed.strip('"')
        is_pattern = known_field.kind != "date" and _leaf_kind(typed) == "pattern"
        # A strength may be `*`
        is_prefix = is_pattern and value not in self.index.lexicon(known_field.name)
        condition: WhooshQuery | None
        if known_field.kind == "date":
            condition = self._read_date(known_field.name, value)
        elif known_field.kind == "name" and not is_prefix:
            condition = self._read_name(known_field.name, value, is_excluded=is_excluded)
        else:
            condition = self._read_value(known_field, value, is_prefix)
        if condition is not None and not is_excluded:
            self.conditions[f"{name}:{typed[: parameters.MAX_NOTE_QUOTE_LENGTH]}"] = condition
        return condition

    def _read_name(self, field_name: str, value: str, *, is_excluded: bool) -> WhooshQuery:
        """The condition for the cards or topics that a name means."""
        shown = value[: parameters.MAX_NOTE_QUOTE_LENGTH]
        kind = cast("vocabulary.SubjectKind", field_name)
        named = self.index.names.resolve(value, kind)
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
        return any_of(kind, ids)

    def _read_value(
        self, known_field: fields.Field, typed: str, is_prefix: bool
    ) -> WhooshQuery | None:
        """The condition for a value of a field, or for all values with a word that begins with
        it.
        """
        name, words = known_field.name, self.analyzer.words(typed)
        known, sign = self.index.lexicon(name), _SIGN.search(typed.strip())
        if known_field.by_word:
            sign = _SIGN.match(typed.strip())  # not that of `Sparky+`
        value = self.analyzer.field_term(typed.rstrip("*") if is_prefix else typed)
        value = dict(known_field.value_aliases).get(value, value)
        is_whole = not (sign or is_prefix)
        if known_field.by_word and is_whole and value not in known and self._has_all(name, words):
            parts: list[WhooshQuery] = [Term(name, word) for word in words]
            return all_of(self.index, parts, of_one=True)
        terms = list[str]()
        if comparison := _COMPARISON.fullmatch(typed.strip()):
            terms = _compared(comparison, known)
        elif is_whole:
            terms = self._near_value(name, value)
        elif not sign:
            terms = [term for term in known if f"-{value}" in f"-{term}"]
        if not terms:
            self._note_unknown_value(name, typed, value, suggests=is_whole)
        return any_of(name, terms)

    def _has_all(self, name: str, words: list[str]) -> bool:
        """Whether there are words, and a field has each of them."""
        return bool(words) and {*words} <= {*self.index.lexicon(name)}

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
            shown = value[: parameters.MAX_NOTE_QUOTE_LENGTH]
            self.note(f'{name}:"{shown}" was read as {name}:{terms[0]}')
        return terms

    def _note_unknown_value(self, name: str, typed: str, value: str, *, suggests: bool) -> None:
        known, hint = self.index.lexicon(name), ""
        others = [other for other in fields.VALUE_FIELDS if value in self.index.lexicon(other)]
        if suggests and others and not value.isdigit():
            hint = f"; did you mean {others[0]}:{value}?"
        elif len(known) <= parameters.MAX_KNOWN_VALUES:
            hint = f" (known: {', '.join(known)})"
        shown = typed[: parameters.MAX_NOTE_QUOTE_LENGTH]
        self.note(f'nothing has {name}:"{shown}"{hint}')

    def _read_date(self, field_name: str, typed: str) -> WhooshQuery | None:
        """The condition for a date, by its sign or that of the field; a year or month has many
        days.
        """
        sign, value = _DATE_SIGN.match(typed), _DATE_SIGN.sub("", typed)
        if _MONTH_OF_ANY_YEAR.fullmatch(value):
            days = [day for day in self.index.lexicon(".date") if value.strip("*") in day[4:8]]
            return Or([TermRange(".date", day, day) for day in days])
        try:
            first, last = formatting.date_range(formatting.iso_date(value))
        except formatting.InvalidDateError:
            shown = f"{field_name}:{typed[: parameters.MAX_DATE_QUOTE_LENGTH]}"
            self.note(f"“{shown}” is not a date (1996, 1996-08 or 1996-08-06) and was ignored")
            return None
        before = TermRange(".date", None, first, endexcl=True)
        after = TermRange(".date", last, None, startexcl=True)
        conditions: dict[str, WhooshQuery] = {
            "<": before,
            "<=": TermRange(".date", None, last),
            "=": TermRange(".date", first, last),
            "!=": Or([before, after]),
            ">=": TermRange(".date", first, None),
            ">": after,
        }
        of_fields = {"before": "<=" if first == last else "<", "date": "=", "after": ">="}
        meant = sign[0].strip() if sign else of_fields[field_name]
        dates = self.index.lexicon(".date")
        if meant == "<" and dates and first <= dates[0]:
            end = date.fromisoformat(first) - timedelta(days=1)
            day, earliest = map(formatting.date_in_words, (end.isoformat(), dates[0]))
            self.note(f"{field_name}:{typed} ends on {day}; the earliest date is {earliest}")
        if meant != "=" or first != last or first not in self.index.lexicon(".printed"):
            return conditions[meant]
        self.note(
            f"date:{value} also finds what has this date in print, but is probably of another day"
        )
        return Or([conditions["="], Term(".printed", first)])


def _compared(match: re.Match[str], known: Sequence[str]) -> list[str]:
    """The numbers among known values that a comparison allows."""
    compare, bound = _COMPARISONS[match[1] or ">="], int(match[2] or match[3])
    return [term for term in known if term.isdigit() and compare(int(term), bound)]


def _leaf_kind(text: str) -> str:
    if text.startswith('"'):
        return "phrase"
    return "pattern" if text.endswith("*") else "word"


class Rule(NamedTuple):
    """What is read before the query language, with an example that is read otherwise without it."""

    example: str
    read: Callable[[_Reader, str], str]


REWRITES = (  # in this order: each may leave fields or signs to those after it
    Rule("run " * 600, _Reader.cut),
    # Before the dates: its hash may look like one
    Rule("what does dr-dreff-601afce4 say?", _Reader.without_ids),
    Rule("cost>10 kind:card", _Reader.with_comparisons),
    Rule("wylie trace", _Reader.with_values),
    Rule("dreff NOT rez", _Reader.with_signs),
    Rule("dreff:rez", _Reader.with_notes_on_fields),
)
