"""Reads a query as typed: the words to rank by, the conditions, and notes on the rest.

Known fields (`card:dreff`) and `OR`, which joins its two neighbours, always belong to
the query language. `-word`, `word*` and `"a phrase"` have their special meaning only in
a short query without sentence punctuation; elsewhere they are ordinary punctuation.
Parentheses are ordinary punctuation everywhere. No query is refused: anything that
cannot be read is left out with a note.

The page does the same in `site/theme/js/engine/query-language.js`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec import Struct

from rulings.model import plain_text
from rulings.names import edit_distance, name_table
from rulings.search import (
    fields,
    inverted_index,
    parameters,
    query_patterns,
    query_words,
    terms,
)

_FIELD = re.compile(query_patterns.FIELD_PATTERN)
# `>= 3` → sign >=, operand 3
_COMPARED = re.compile(
    rf"(?P<sign>{query_patterns.COMPARING_SIGN_PATTERN}|) *(?P<operand>.*)"
)


class Query(Struct, frozen=True, kw_only=True):
    """A query as it was read."""

    text: str  # words to rank by
    fallback_text: str  # the words to rank by if nothing meets `conditions`
    conditions: tuple[terms.Clause, ...]  # every answer must meet them
    # The conditions that are fields, by their text
    field_conditions: dict[str, terms.Clause]
    has_optional_words: bool  # whether some words only rank the answers
    wildcards: list[list[str]]  # the words that each word with `*` matches
    cards: list[int]  # the cards that fields name, without excluded ones
    excluded: list[str]  # the ids of cards and topics that are excluded
    # The slots of the documents whose ids or addresses are in the query
    pasted_slots: list[int]
    notes: list[str]
    orders: list[terms.Order] = []  # the orders of the answers


def parse(
    index: inverted_index.Index,
    query: str,
    pasted_slots: list[int],
    notes: list[str],
) -> Query:
    """Reads the query, and looks up its names and field values in `index`.
    `pasted_slots`, `notes`: from pasted ids and addresses. Further notes are added to
    `notes`.
    """
    text = query[: parameters.MAX_QUERY_LENGTH]
    if len(text) < len(query):
        notes.append(
            f"only the first {parameters.MAX_QUERY_LENGTH} characters were read"
        )
    if pasted_slots or index.entries_with_question(text) is not None:
        # It is a sentence, whatever signs it contains
        return _query(index, _clauses_of_sentence(text), pasted_slots, notes)
    text = _with_signs(index, _with_plain_fields(index, text, notes))
    is_short = _is_short(index, text)
    clauses = _clauses(text, is_short=is_short)
    if is_short:
        notes += _unread_fields(text)
        if text.count('"') % 2:
            notes.append("an unmatched quotation mark was ignored")
    return _query(index, clauses, pasted_slots, notes)


class _TypedField(NamedTuple):
    """A field in the shape in which it was typed: `+type != ice`."""

    name: str
    value_type: str
    sign: str  # of a comparison; empty for `:`
    words: list[str]  # after the sign: the value, and what may follow it
    is_excluded: bool
    # Whether no space is beside the sign, or the sign compares figures
    is_clear: bool


def _with_plain_fields(index: inverted_index.Index, text: str, notes: list[str]) -> str:
    """The text with all fields in one shape: `+type != ice` → `-type:ice`.

    In a short text, spaces may be beside the sign of a field if it understands the
    value, which may have several words: `date:24 May 1997`, `by:tom wylie`.
    """
    is_short = _is_short(index, text)

    def plain(match: re.Match[str]) -> str:
        typed_field = _typed_field(match)
        if typed_field is None:
            return match[0]
        may_be_longer = is_short or typed_field.value_type == "date"
        # Looking up the single word of a clear field would cost time and change nothing
        is_complete = typed_field.is_clear and len(typed_field.words) == 1
        size = 0
        if may_be_longer and not is_complete:
            size = _size_of_value(index, typed_field)
        is_understood = bool(size) and is_short
        if not (typed_field.is_clear or is_understood):
            return match[0]
        return match["before"] + _plain_field(typed_field, size or 1, notes)

    return re.sub(query_patterns.TYPED_FIELD_PATTERN, plain, text)


def _typed_field(match: re.Match[str]) -> _TypedField | None:
    """The field that a match of `TYPED_FIELD_PATTERN` contains. None if it is unknown or
    orders results, or if its sign compares a value that cannot be compared.
    """
    name, operator, first_word = match["name"], match["operator"], match["value"]
    field = fields.BY_NAME.get(name.lower())
    if field is None or field.value_type == "order":
        return None
    is_date = field.value_type == "date"
    is_comparable = is_date or field.value_type == "number"
    sign = re.sub(r"[\s:]", "", operator)
    has_figure = bool(re.match("-?[0-9]", first_word))
    is_comparison = is_comparable and bool(sign) and (is_date or has_figure)
    is_excluded = bool(re.search(query_patterns.EXCLUDING_PATTERN, match["signs"]))
    if sign in ("=", "==") and not is_date:  # `before=1997` is 1997
        sign = ""
    elif sign in ("!=", "<>") and not is_comparable:
        sign = ""
        is_excluded = not is_excluded
    if sign and not is_comparison:
        return None
    return _TypedField(
        name=name,
        value_type=field.value_type,
        sign=sign,
        words=[first_word, *match["next_words"].split()],
        is_excluded=is_excluded,
        is_clear=(is_comparison and has_figure) or not re.search(r"\s", operator),
    )


def _size_of_value(index: inverted_index.Index, typed_field: _TypedField) -> int:
    """The number of the first words that a field understands together: as many as are a
    name or value as typed, or else as few as possible; 0 if none.
    """
    shortest = longest = 0
    for size in range(1, len(typed_field.words) + 1):
        value = typed_field.sign + " ".join(typed_field.words[:size])
        field = _field(typed_field.name, value, is_excluded=False)
        notes = list[str]()
        if field and terms.understands(index, field, notes):
            shortest = shortest or size
            if not notes and typed_field.value_type != "date":
                longest = size
    return longest or shortest


def _plain_field(typed_field: _TypedField, size: int, notes: list[str]) -> str:
    """The field and the words after it, with the first `size` words as its value."""
    value_words = " ".join(typed_field.words[:size])
    value = typed_field.sign + value_words
    if size > 1:
        value = f'"{value}"'
        if typed_field.value_type != "date":  # a date has a note of its own
            name = typed_field.name
            notes.append(f"{name}:{value_words} was read as {name}:{value}")
    minus = "-" if typed_field.is_excluded else ""
    return " ".join([f"{minus}{typed_field.name}:{value}", *typed_field.words[size:]])


def _with_signs(index: inverted_index.Index, text: str) -> str:
    """The text with `-` for excluded fields, and `OR` between fields.

    In a short text, NOT before words becomes `-` too, and AND a space.
    """
    not_field = query_patterns.NOT_FIELD_PATTERN
    or_of_fields = query_patterns.OR_OF_FIELDS_PATTERN
    text = re.sub(not_field, r"\g<before>-", text, flags=re.IGNORECASE)
    text = re.sub(or_of_fields, r"\g<field> OR", text, flags=re.IGNORECASE)
    signed = re.sub(query_patterns.AND_PATTERN, r"\g<before> ", text)
    signed = re.sub(query_patterns.NOT_PATTERN, r"\g<before>-", signed)
    # In a text in capitals, NOT and AND are ordinary words
    has_operators = _is_short(index, signed) and not text.isupper()
    return signed if has_operators else text


def _words(clause: terms.ParsedClause) -> list[terms.QueryWords]:
    return [part for part in clause if isinstance(part, terms.QueryWords)]


def _joined(
    parts: Iterable[terms.ParsedCondition],
    sign: str = " ",
) -> str:
    return sign.join(part.text for part in parts)


def _only_ranks(clause: terms.ParsedClause) -> bool:
    """Whether a clause is not a condition, but only words to rank by."""
    if len(clause) != 1:
        return False
    part = clause[0]
    is_words = isinstance(part, terms.QueryWords) and part.kind == "words"
    return is_words and not part.is_excluded


def _is_short(index: inverted_index.Index, text: str) -> bool:
    """Whether a text is short and not a sentence, so its signs are operators. A title
    counts as one word.
    """
    outside = re.sub(r'-?"[^"]*"', " ", _FIELD.sub(" ", text))
    if len(outside.split()) > parameters.SHORT_QUERY_WORDS + name_table.MAX_NAME_WORDS:
        return False
    return any(map(_has_few_words, (outside, _with_short_titles(index, outside))))


def _has_few_words(text: str) -> bool:
    """Whether a text has few words and no punctuation of a sentence."""
    text = re.sub(query_patterns.ABBREVIATION_PATTERN, " ", text, flags=re.IGNORECASE)
    has_few = len(text.split()) <= parameters.SHORT_QUERY_WORDS
    return has_few and not re.search(query_patterns.PUNCTUATION_PATTERN, text)


def _with_short_titles(index: inverted_index.Index, text: str) -> str:
    """The text with one word instead of each title, however it is punctuated."""
    words = text.split()
    for size in range(name_table.MAX_NAME_WORDS, 0, -1):
        for start in range(len(words)):
            phrase = " ".join(words[start : start + size])
            resolution = index.names.exact(plain_text.fold(phrase), "card", "topic")
            title = resolution.references[0].title if resolution.references else ""
            # `Rabbit?` ends a sentence, `Setup!` does not
            is_printed = phrase[-1:].isalnum() or title.endswith(phrase[-1:])
            if resolution.match_kind == "title" and is_printed:
                words[start : start + size] = ["title"]
    return " ".join(words)


def _unread_fields(text: str) -> Iterator[str]:
    """Notes on words that look like fields and are none, after `_with_plain_fields`."""

    def if_unread(match: re.Match[str]) -> str:
        is_field = _field(match["name"], match["value"], is_excluded=False)
        return " " if is_field else match[0]

    words = _FIELD.sub(if_unread, text)
    for match in re.finditer(query_patterns.ANY_FIELD_PATTERN, words):
        name = match["name"]
        if name.lower() in fields.BY_NAME:
            quote = match["typed"][: parameters.MAX_NOTE_QUOTE_LENGTH]
            yield f"“{quote}” was read as words; a field looks like by:sparky"
            continue
        quote = name[: parameters.MAX_NOTE_QUOTE_LENGTH]
        nearest = edit_distance.corrections(quote.lower(), fields.BY_NAME)
        hint = f"; did you mean “{nearest[0]}:”?" if nearest else ""
        yield f"there is no field “{quote}:”{hint}"


def _query(
    index: inverted_index.Index,
    typed_clauses: Iterable[terms.ParsedClause],
    pasted_slots: list[int],
    notes: list[str],
) -> Query:
    """The query of these clauses."""
    reader = terms.TermReader(index, notes)
    clauses = [
        (typed_clause, clause)
        for typed_clause in typed_clauses
        if (clause := reader.read(typed_clause))
    ]
    conditions = [
        (typed_clause, clause)
        for typed_clause, clause in clauses
        if not _only_ranks(typed_clause)
    ]
    words = list[terms.QueryWords]()
    for typed_clause, _ in clauses:
        words += [part for part in _words(typed_clause) if not part.is_excluded]
    ranking = _joined([part for part in words if part.kind != "wildcard"])
    fallback = _joined(words)
    if conditions and query_words.EVERYDAY_WORDS.issuperset(
        index.analyzer.words(ranking)
    ):
        ranking = fallback = ""  # such words say nothing beside conditions
    return Query(
        text=ranking,
        fallback_text=fallback,
        conditions=tuple(clause for _, clause in conditions),
        field_conditions={
            _joined(typed_clause, " OR "): clause
            for typed_clause, clause in conditions
            if not _words(typed_clause)
        },
        has_optional_words=len(conditions) < len(clauses),
        wildcards=reader.wildcards,
        cards=reader.cards,
        excluded=reader.excluded,
        pasted_slots=pasted_slots,
        notes=[*dict.fromkeys(notes)],
    )


def _clauses(text: str, *, is_short: bool) -> list[terms.ParsedClause]:
    """The clauses of a text. In a sentence, only fields are special."""
    has_operator = is_short and re.search(query_patterns.OPERATOR_PATTERN, text)
    if has_operator or re.search(query_patterns.OR_PATTERN, text):
        return _clauses_of_query(text)
    return _clauses_of_sentence(text)


def _field(
    name: str,
    value: str,
    is_excluded: bool,
) -> terms.FieldCondition | None:
    """A field with its value, by its name or an alias; None if there is none."""
    declared = fields.BY_NAME.get(name.lower())
    if not declared or declared.value_type == "order" or value.startswith("**"):
        return None  # `**Points:** …` in Markdown
    sign = ""
    if declared.value_type in ("number", "date"):
        match = _COMPARED.fullmatch(value.strip('"'))
        assert match is not None
        sign = query_patterns.COMPARING_SIGNS.get(match["sign"], match["sign"])
        value = match["operand"]
    return terms.FieldCondition(declared.name, value, sign, is_excluded, name)


def _clauses_of_query(text: str) -> list[terms.ParsedClause]:
    """The clauses of a text in which everything is special: words, phrases, fields, and
    `OR`.
    """
    clauses = list[terms.ParsedClause]()
    is_joined = False
    for token in re.finditer(query_patterns.TOKEN_PATTERN, text):
        if token[0] == "OR":
            is_joined = bool(clauses)
            continue
        before = clauses.pop() if is_joined else ()
        clauses.append((*before, _condition(token)))
        is_joined = False
    return clauses


def _condition(token: re.Match[str]) -> terms.ParsedCondition:
    is_excluded = bool(token["minus"])
    field = _field(token["name"] or "", token["value"], is_excluded)
    text = token[0].removeprefix(token["minus"] or "")
    if field:
        return field
    if text.startswith('"'):
        return terms.QueryWords(text.strip('"'), "phrase", is_excluded)
    if text.endswith("*"):
        return terms.QueryWords(text.rstrip("*"), "wildcard", is_excluded)
    return terms.QueryWords(text, is_excluded=is_excluded)


def _clauses_of_sentence(text: str) -> list[terms.ParsedClause]:
    """The clauses of a text in which only fields are special."""
    clauses = list[terms.ParsedClause]()
    start = 0
    for match in _FIELD.finditer(text):
        if field := _field(match["name"], match["value"], bool(match["minus"])):
            before = terms.QueryWords(text[start : match.start()])
            clauses += [(before,), (field,)]
            start = match.end()
    clauses.append((terms.QueryWords(text[start:]),))
    return [clause for clause in clauses if not _is_blank(clause[0])]


def _is_blank(condition: terms.ParsedCondition) -> bool:
    return isinstance(condition, terms.QueryWords) and not condition.text.strip()
