"""Reads a query as typed: the words to rank by, the conditions, and notes on the rest.

Known fields (`card:dreff`) and `OR`, which joins its two neighbours, are always read as the query
language, and so are plain words that are a list (`plain_words`). `-word`, `word*` and `"a phrase"` have their special meaning only in a short query without
sentence punctuation; elsewhere they are ordinary punctuation, as parentheses are everywhere. No
query is refused: anything that cannot be read is left out with a note.

The page does the same in `site/theme/js/engine/query-language.js`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import NamedTuple, cast

from msgspec import Struct

from rulings import edit_distance
from rulings.model import dates, plain_text, vocabulary
from rulings.search import (
    fields,
    inverted_index,
    matching,
    parameters,
    passages,
    plain_words,
    terms,
)
from rulings.search.query import (
    All,
    FieldCondition,
    Node,
    QueryWords,
    fields_of,
    leaves,
    note_on_signs,
    parts_of_query,
    parts_of_sentence,
)

_FIELD = re.compile(parameters.FIELD_PATTERN)

_PAGE = re.compile(r"/(card|topic|run-chart|keyword|authorit)(?:s|y|ies)?/([a-z0-9-]+)")


_EXCLUDING = re.compile(parameters.EXCLUDING_PATTERN)
_UNQUOTED_VALUE = re.compile(parameters.UNQUOTED_VALUE_PATTERN)
_SPACED_FIELD = re.compile(rf"(?:^|\s)(-?(?:{'|'.join(fields.BY_NAME)}):)(?=\s|$)", re.IGNORECASE)

_STRAIGHT = str.maketrans(
    dict.fromkeys("“”„«»", '"') | dict.fromkeys("’‘", "'") | {"≤": "<=", "≥": ">=", "≠": "!="}
)


class Query(Struct, frozen=True, kw_only=True):
    """A query as it was read."""

    text: str  # words to rank by
    fallback_text: str  # the words to rank by if nothing matches `condition`
    condition: All | None  # what every answer must match; None: no condition
    field_condition: All | None  # the part of `condition` that comes from fields
    has_optional_words: bool  # whether some words only rank the answers
    fields: dict[FieldCondition, Node]  # the fields with their terms, without excluded ones
    patterns: list[list[str]]  # the words that each word with `*` matches
    cards: list[int]  # the cards that fields name, without excluded ones
    excluded: list[str]  # the ids of cards and topics that are excluded
    numbers: list[int]  # the numbers of the documents whose ids or addresses are in the query
    notes: list[str]
    plain: plain_words.PlainReading  # the list that its plain words are, or offer


def parse(index: inverted_index.Index, query: str, *, reads_lists: bool = True) -> Query:
    """The query, with names and field values looked up in `index`. With `reads_lists=False` no
    plain words are read as a list.
    """
    reader = _Reader(index, reads_lists=reads_lists)
    text = printable(query[: parameters.MAX_PASTED_LENGTH].translate(_STRAIGHT))
    text = reader.cut(reader.without_ids(text))  # one of our citations has its id at its end
    if reader.numbers or index.entries_asked(text) is not None:
        # The meaning of its words does not matter
        return reader.query(parts_of_sentence(text))
    for rule in REWRITES:
        text = rule.read(reader, text)
    return reader.query(reader.parts(text))


def printable(text: str) -> str:
    """The text with a space for each character that cannot be printed."""
    return "".join(c if c.isprintable() else " " for c in text)


def dates_of(index: inverted_index.Index, query: Query) -> dict[int, list[str]]:
    """The dates of those citations of each ruling that meet the fields of the query."""
    values = defaultdict[int, list[str]](list)
    for term in matching.citations(index, query.fields.values()):
        if date := term.split("|")[3]:
            for number in index.with_term(".citation", term):
                values[number].append(date)
    return values


class _Reader:
    """Reads the parts of one query, and collects what they say besides their conditions: see
    `Query`.
    """

    def __init__(self, index: inverted_index.Index, *, reads_lists: bool) -> None:
        self.index, self.reads_lists = index, reads_lists
        self.notes, self.numbers = list[str](), list[int]()
        self.plain = plain_words.PlainReading()

    def note(self, sentence: str) -> None:
        """Adds a note, once."""
        if sentence not in self.notes:
            self.notes.append(sentence)

    # Parts read before the query language

    def cut(self, text: str) -> str:
        """The text without what is too long to be read."""
        if len(text) > parameters.MAX_QUERY_LENGTH:
            self.note(f"only the first {parameters.MAX_QUERY_LENGTH} characters were read")
        return text[: parameters.MAX_QUERY_LENGTH]

    def without_ids(self, text: str) -> str:
        """The text without our ids, addresses and numbers of sections, which are added to `numbers`."""

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
            digits = match[0].lower()
            ids = self.index.ids_with_digits(digits)
            for id in ids:
                take(id)
                if not id.endswith(f"-{digits}"):
                    self.note(f"“{digits}” was read as {id}")
            return " " if ids else match[0]

        ignore_case = re.IGNORECASE | re.ASCII
        text = re.sub(parameters.ADDRESS_PATTERN, take_address, text, flags=ignore_case)
        text = re.sub(
            parameters.ID_PATTERN,
            lambda match: " " if take(match[0], parameters.ENTRY_KINDS) else match[0],
            text,
            flags=re.ASCII,
        )
        text = re.sub(parameters.DIGITS_PATTERN, take_digits, text, flags=ignore_case)
        name = self.index.analyzer.folded(text)
        return "" if take(self.index.settings.entries_by_name.get(name, "")) else text

    def with_comparisons(self, text: str) -> str:
        """The text with comparisons as fields and, if it is short, one sign for exclusion."""
        text = re.sub(fields.COMPARED_FIELD_PATTERN, r"\1\2\3:\4", text, flags=re.IGNORECASE)
        text = re.sub(parameters.NOT_FIELD_PATTERN, r"\1-", text)
        text_with_minus = _EXCLUDING.sub(r"\1-", text)
        if not plain_words.is_short(self.index, text_with_minus):
            return text
        for match in _EXCLUDING.finditer(text):
            self.note(f"“{match[2]}” before a word was read as -")
        return text_with_minus

    def with_quoted_values(self, text: str) -> str:
        """The text with quotation marks round the values of several words."""
        pieces, at = list[str](), 0
        for match in _FIELD.finditer(text):
            field = fields.BY_NAME.get(match[3].lower())
            words = _UNQUOTED_VALUE.match(text, match.start(4))
            if field and words and (value := _longest_value(self.index, field, words[0])):
                self.note(f'“{match[3]}:{value}” was read as {match[3]}:"{value}"')
                pieces += [text[at : match.start(4)], f'"{value}"']
                at = match.start(4) + len(value)
        return "".join([*pieces, text[at:]])

    def with_list(self, text: str) -> str:
        """The text or, if its plain words are a list, that in the query language."""
        if self.reads_lists:
            self.plain = plain_words.read(self.index, text)
        if not self.plain.is_list:
            return text
        self.note(f"“{text.strip()}” was read as {self.plain.query}")
        return self.plain.query

    def with_signs(self, text: str) -> str:
        """The text with *or* between fields as OR and, if short, signs for NOT and AND."""
        pattern = parameters.LISTED_VALUES_PATTERN
        while (match := re.search(pattern, text)) and match[1][:-1].lower() in fields.BY_NAME:
            text = f"{text[: match.end() - 1]} OR {match[1]}{text[match.end() :]}"
        if re.search(parameters.DANGLING_OR_PATTERN, text):
            self.note("“OR” stands between two words, phrases or fields, and was ignored")
        text = re.sub(parameters.OR_OF_FIELDS_PATTERN, r"\1 OR", text, flags=re.IGNORECASE)
        if plain_words.is_short(self.index, text) and not text.isupper():
            text = re.sub(parameters.AND_PATTERN, r"\1 ", text)
            return re.sub(parameters.NOT_PATTERN, r"\1-", text)
        return text

    def with_notes_on_fields(self, text: str) -> str:
        """The text; notes on signs that are read as spaces and, if it is short, on what looks like a
        field but is none, and stays as words.
        """
        if note := note_on_signs(text):
            self.note(note)
        if plain_words.is_short(self.index, text):
            for _, minus, name, _ in _FIELD.findall(text):
                if name.lower() not in fields.BY_NAME and not minus and name.islower():
                    self._note_unknown_field(name)
            for name in _SPACED_FIELD.findall(text):
                self.note(
                    f"“{name}” was read as a word; the value of a field follows its colon without a space"
                )
        return text

    def _note_unknown_field(self, name: str) -> None:
        quote = name[: parameters.MAX_NOTE_QUOTE_LENGTH]
        nearest = edit_distance.corrections(quote.lower(), list(fields.BY_NAME))[:1]
        names = ", ".join(field.name for field in fields.FIELDS)
        hint = f"did you mean “{nearest[0]}:”?" if nearest else f"the fields are {names}"
        self.note(f"there is no field “{quote}:”; {hint}")

    # The query language

    def query(self, parts: Iterable[Node]) -> Query:
        """The query of these parts."""
        reader, words = terms.TermReader(self.index, self.note), list[QueryWords]()
        conditions, of_fields, has_optional_words = list[Node](), list[Node](), False
        for part in parts:
            if not (node := reader.read(part)):
                continue
            words += [leaf for leaf in leaves(part) if isinstance(leaf, QueryWords)]
            if isinstance(part, QueryWords) and part.kind == "words":
                has_optional_words = True
                continue
            conditions.append(node)
            if len(fields_of(part)) == len(leaves(part)):
                of_fields.append(node)
        ranking = " ".join(leaf.text for leaf in words if leaf.kind != "pattern")
        fallback = " ".join(leaf.text for leaf in words)
        if conditions and passages.UNHIGHLIGHTED.issuperset(self.index.analyzer.words(ranking)):
            ranking = fallback = ""  # such words say nothing beside conditions
        return Query(
            text=ranking,
            fallback_text=fallback,
            condition=All(tuple(conditions)) if conditions else None,
            field_condition=All(tuple(of_fields)) if of_fields else None,
            has_optional_words=has_optional_words,
            fields=reader.fields,
            patterns=reader.patterns,
            cards=reader.cards,
            excluded=reader.excluded,
            numbers=self.numbers,
            notes=self.notes,
            plain=self.plain,
        )

    def parts(self, text: str) -> list[Node]:
        """The parts of a text: if it is a sentence, fields alone are special."""
        operator = re.search(parameters.OPERATOR_PATTERN, text)
        has_operator = operator and plain_words.is_short(self.index, text)
        if not (has_operator or re.search(parameters.OR_PATTERN, text)):
            return parts_of_sentence(text)
        if text.count('"') % 2:
            text = " ".join(text.rsplit('"', 1))
            self.note("an unmatched quotation mark was ignored")
        return parts_of_query(text)


def _longest_value(index: inverted_index.Index, field: fields.Field, text: str) -> str:
    """The longest beginning of several words that is a value of the field, or empty."""
    ends = [word.end() for word in re.finditer(r"\S+", text)]
    values = (text[:end] for end in reversed(ends[1:]))
    return next((value for value in values if _is_value(index, field, value)), "")


def _is_value(index: inverted_index.Index, field: fields.Field, text: str) -> bool:
    """Whether words are a value of a field as they are, or but for plurals."""
    if field.value_type == "name":
        kind = cast("vocabulary.SubjectKind", field.name)
        return bool(index.names.exact(plain_text.fold(text), kind).things)
    if field.value_type == "date":
        with suppress(dates.InvalidDateError):
            return bool(dates.date_range(dates.iso_date(text)))
        return False
    value = index.analyzer.field_term(text)
    return bool(
        terms.values_with_words(index, field.name, value)
        or terms.values_with_stems(index, field.name, value)
    )


class Rule(NamedTuple):
    """A reading before the query language, with an example that is read otherwise without it."""

    example: str
    read: Callable[[_Reader, str], str]


REWRITES = (  # in this order, because each may leave fields or signs to those after it
    Rule("cost>10 kind:card", _Reader.with_comparisons),
    Rule("keyword:black ice", _Reader.with_quoted_values),
    Rule("errata by sparky", _Reader.with_list),
    Rule("dreff NOT rez", _Reader.with_signs),
    Rule("dreff:rez", _Reader.with_notes_on_fields),
)
