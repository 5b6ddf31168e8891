"""Reads a query as typed: the words to rank by, the conditions, and notes on the rest.

Known fields (`card:dreff`) are read in any text. `-word`, `NOT word`, `word*`,
`"a phrase"` and `OR`, which joins its two neighbours, are read unless the text is a
sentence: it is long or has the punctuation of one, and no `OR`. In a text in capitals,
`OR` decides nothing about that, and `NOT` is a word. Parentheses are ordinary
punctuation everywhere. No query is refused: anything that cannot be read is left out
with a note.

The page does the same in `site/theme/js/engine/query-language.js`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple, cast

from msgspec import Struct
from msgspec.structs import replace

from rulings.model import plain_text
from rulings.names import edit_distance, name_table
from rulings.search import (
    fields,
    inverted_index,
    parameters,
    query_patterns,
    query_words,
    sentences,
    terms,
)

_PHRASE = re.compile('"[^"]*"')
_FIELD = re.compile(query_patterns.FIELD_PATTERN)
_TOKEN = re.compile(query_patterns.TOKEN_PATTERN)
# `>= 3` → sign >=, operand 3
_COMPARED = re.compile(
    rf"(?P<sign>{query_patterns.COMPARING_SIGN_PATTERN}|) *(?P<operand>.*)", re.DOTALL
)


class FieldReading(NamedTuple):
    """A field in a text, and the words after the first one that belong to its value."""

    condition: terms.FieldCondition
    next_words: str = ""


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
    notes: sentences.Notes
    causes: sentences.Notes  # of these, on fields for which nothing can be found
    orders: list[terms.Order] = []  # the orders of the answers


def parse(
    index: inverted_index.Index,
    query: str,
    pasted_slots: list[int],
    notes: sentences.Notes,
) -> Query:
    """Reads the query, and looks up its names and field values in `index`.
    `pasted_slots`, `notes`: from pasted ids and addresses. Further notes are added to
    `notes`.
    """
    text = query[: parameters.MAX_QUERY_LENGTH]
    if len(text) < len(query):
        notes.append(sentences.note("query cut", parameters.MAX_QUERY_LENGTH))
    # A question of ours is a sentence, whatever signs it contains
    is_sentence = (
        bool(pasted_slots)
        or index.entries_with_question(text) is not None
        or _is_sentence(index, text)
    )
    parts = _parts(index, text, is_sentence, notes)
    if not is_sentence and text.count('"') % 2:
        notes.append(sentences.note("open quotation"))
    return _query(index, _clauses(parts), pasted_slots, notes)


def _is_sentence(index: inverted_index.Index, text: str) -> bool:
    """Whether only fields are special in a text, because it is long or has the
    punctuation of a sentence. A title counts as one word.
    """
    if re.search(query_patterns.OR_PATTERN, text) and not text.isupper():
        return False
    words = re.sub(query_patterns.APART_PATTERN, " ", text)
    if len(words.split()) > parameters.SHORT_QUERY_WORDS + name_table.MAX_NAME_WORDS:
        return True
    return not any(map(_has_few_words, (words, _with_short_titles(index, words))))


def _has_few_words(text: str) -> bool:
    """Whether a text has few words and no punctuation of a sentence."""
    text = re.sub(query_patterns.ABBREVIATION_PATTERN, " ", text, flags=re.IGNORECASE)
    words = [word for word in text.split() if word not in query_patterns.OPERATORS]
    has_few = len(words) <= parameters.SHORT_QUERY_WORDS
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


def _parts(
    index: inverted_index.Index,
    text: str,
    is_sentence: bool,
    notes: sentences.Notes,
) -> list[terms.ParsedCondition | None]:
    """The fields of a text and the words between them, in order; None for `OR`."""
    parts = list[terms.ParsedCondition | None]()
    start = position = 0
    while match := _FIELD.search(text, position):
        phrase = None if is_sentence else _PHRASE.search(text, position)
        if phrase and phrase.start() < match.start("name"):
            position = phrase.end()  # nothing in a phrase is a field
            continue
        position = match.start("name") + 1
        field = _field(index, match, is_sentence)
        if field is None:
            continue
        words = f"{text[start : match.start()]} "
        if parts and words.strip().upper() == "OR":  # between two fields
            parts.append(None)
        else:
            parts += _words_in(words, is_sentence, notes)
        parts.append(field.condition)
        notes += _note_on_words(field)
        start = position = match.end() + len(field.next_words)
    return [*parts, *_words_in(text[start:], is_sentence, notes)]


def _field(
    index: inverted_index.Index, match: re.Match[str], is_sentence: bool
) -> FieldReading | None:
    """The field in a match of `FIELD_PATTERN`. None if it is no field.

    It is clear if no space is beside its sign, or if it compares figures. A field that
    is not clear must be understood, and is none in a sentence.
    """
    condition = _condition(match)
    if condition is None:
        return None
    is_date = condition.value_type == "date"
    is_compared = is_date or condition.value_type == "number"
    has_sign = re.search("[<>=]", match["operator"])
    compares = is_compared and has_sign and _is_figure(condition.value)
    is_clear = compares or not re.search(r"\s", match["operator"])
    if is_sentence and not is_clear:
        return None
    next_words = match["next_words"]
    if match["value"].startswith('"') or (is_sentence and not is_date):
        next_words = ""  # in a sentence, only a date has several words
    # Looking up the single word of a clear field would cost time and change nothing
    if is_clear and not next_words:
        return FieldReading(condition)
    understood = _understood(index, condition, next_words)
    return understood or (FieldReading(condition) if is_clear else None)


def _condition(match: re.Match[str]) -> terms.FieldCondition | None:
    """The condition in a match of `FIELD_PATTERN`, by its name or an alias, with the
    first word of its value. None if the field is unknown, orders results, or has a sign
    that compares nothing: `type>ice`.
    """
    declared = fields.BY_NAME.get(match["name"].lower())
    value = match["value"]
    if not declared or declared.value_type == "order" or value.startswith("**"):
        return None  # `**Points:** …` in Markdown
    sign = re.sub(r"[\s:]", "", match["operator"])
    is_excluded = bool(re.search(query_patterns.EXCLUDING_PATTERN, match["signs"]))
    is_compared = declared.value_type in ("number", "date")
    if is_compared:
        comparison = _COMPARED.fullmatch(sign + value.strip('"'))
        assert comparison is not None
        sign, value = comparison.groups()
    sign = query_patterns.COMPARING_SIGNS.get(sign, sign)
    if sign == "!=" and not is_compared:
        sign = ""
        is_excluded = not is_excluded
    can_compare = is_compared and (declared.value_type == "date" or _is_figure(value))
    if sign and not can_compare and ":" not in match["operator"]:
        return None
    if not is_compared:
        value = sign + value
        sign = ""
    return terms.FieldCondition(declared.name, value, sign, is_excluded, match["name"])


def _is_figure(text: str) -> bool:
    return bool(re.match("-?[0-9]", text))


def _understood(
    index: inverted_index.Index, condition: terms.FieldCondition, next_words: str
) -> FieldReading | None:
    """The field with the first of these words that it understands: as many as are a
    name or value as typed, or else (and for a date) as few as possible.
    """
    is_date = condition.value_type == "date"
    shortest = None
    ends = [word.end() for word in re.finditer(r"\s+\S+", next_words)]
    for end in (*reversed(ends), 0):
        words = next_words[:end]
        reading = FieldReading(_with_words(condition, words), words)
        notes = sentences.Notes()
        if terms.understands(index, reading.condition, notes):
            shortest = reading
            if not notes and not is_date:
                break
    return shortest


def _with_words(condition: terms.FieldCondition, words: str) -> terms.FieldCondition:
    """The condition with further words of its value: `by:"tom wylie"`."""
    if not words:
        return condition
    value = " ".join([condition.value, *words.split()])
    if condition.value_type != "date":
        value = f'"{value}"'
    return replace(condition, value=value)


def _note_on_words(field: FieldReading) -> sentences.Notes:
    """A note if words belong to the value of a field; a date has one of its own."""
    condition = field.condition
    if not field.next_words or condition.value_type == "date":
        return []
    name = condition.typed_name
    typed_value = condition.value.strip('"')
    typed_field = f"{name}:{typed_value}"
    return [sentences.note("field read", typed_field, f"{name}:{condition.value}")]


def _words_in(
    text: str, is_sentence: bool, notes: sentences.Notes
) -> Iterator[terms.QueryWords | None]:
    """The words, phrases and wildcards of a text without fields, in order; None for
    `OR`. A sentence is left whole.
    """
    if is_sentence:
        if text.strip():
            yield terms.QueryWords(text)
        return
    notes += _unread_fields(text)
    for token in _TOKEN.finditer(text):
        kind = cast("terms.WordsKind", token.lastgroup)
        typed_words = token[kind]
        if typed_words == "OR":
            yield None
        elif typed_words != "AND":
            words = typed_words if kind == "words" else typed_words.strip('"*')
            excluding = token["excluding"]
            if excluding and excluding.startswith("NOT") and text.isupper():
                yield terms.QueryWords("NOT")
                excluding = None
            yield terms.QueryWords(words, kind, bool(excluding))


def _unread_fields(text: str) -> Iterator[sentences.Note]:
    """Notes on words that look like fields and are none."""
    for match in re.finditer(query_patterns.ANY_FIELD_PATTERN, text):
        name = match["name"]
        if name.lower() in fields.BY_NAME:
            quote = match["typed"][: parameters.MAX_NOTE_QUOTE_LENGTH]
            yield sentences.note("field as words", quote)
            continue
        quote = name[: parameters.MAX_NOTE_QUOTE_LENGTH]
        nearest = edit_distance.corrections(quote.lower(), fields.BY_NAME)
        if nearest:
            yield sentences.note("no field but", quote, nearest[0])
        else:
            yield sentences.note("no field", quote)


def _clauses(
    parts: Iterable[terms.ParsedCondition | None],
) -> list[terms.ParsedClause]:
    """The clauses of a query: one for each part, or for several that `OR` joins."""
    clauses = list[terms.ParsedClause]()
    is_joined = False
    for part in parts:
        if part is None:
            is_joined = bool(clauses)
            continue
        before = clauses.pop() if is_joined else ()
        clauses.append((*before, part))
        is_joined = False
    return clauses


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


def _query(
    index: inverted_index.Index,
    typed_clauses: Iterable[terms.ParsedClause],
    pasted_slots: list[int],
    notes: sentences.Notes,
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
        causes=reader.causes,
        wildcards=reader.wildcards,
        cards=reader.cards,
        excluded=reader.excluded,
        pasted_slots=pasted_slots,
        notes=[*dict.fromkeys(notes)],
    )
