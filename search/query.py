"""A query as clauses, which are read here from the query language.

All clauses of a query are met, and any of the conditions of a clause. `terms` says which terms of
the index a condition means, and `filters` finds what meets it.
"""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

from rulings.search import fields, parameters, query_patterns

_FIELD = re.compile(query_patterns.FIELD_PATTERN)
_COMPARED = re.compile(rf"({query_patterns.COMPARING_SIGN_PATTERN}|) *(.*)")


class FieldCondition(Struct, frozen=True):
    """A field with its value: `cost:>3`, or several with commas."""

    name: str
    value: str  # in quotation marks, if it was typed so
    sign: str = ""  # the comparison
    is_excluded: bool = False

    @property
    def text(self) -> str:
        """As it is typed, shortened, for a note."""
        minus = "-" if self.is_excluded else ""
        text = f"{minus}{self.name}{self.sign or ':'}{self.value}"
        return text[: parameters.MAX_NOTE_QUOTE_LENGTH]


class QueryWords(Struct, frozen=True):
    """Words as typed; in a `phrase` they stand in a row, of a `pattern` they are the beginning."""

    text: str
    kind: Literal["words", "phrase", "pattern"] = "words"
    is_excluded: bool = False


class Terms(Struct, frozen=True):
    """Any of some terms of the index, each after its field; or, if excluded, none of them."""

    keys: tuple[tuple[str, str], ...]
    is_excluded: bool = False


class Phrase(Struct, frozen=True):
    """Words in a row; or, if excluded, what has them not."""

    words: tuple[str, ...]
    is_excluded: bool = False


TypedCondition = FieldCondition | QueryWords
TypedClause = tuple[TypedCondition, ...]
Clause = tuple[Terms | Phrase, ...]


# The query language


def _field(name: str, value: str, is_excluded: bool) -> FieldCondition | None:
    """A field, by its name or another that is also typed; None: there is none of the name."""
    declared = fields.BY_NAME.get(name.lower())
    if not declared or declared.value_type == "order" or value.startswith("**"):
        return None  # `**Points:** …` in Markdown
    if declared.value_type not in ("number", "date"):
        return FieldCondition(declared.name, value, is_excluded=is_excluded)
    match = _COMPARED.fullmatch(value.strip('"'))
    assert match is not None
    sign = query_patterns.COMPARING_SIGNS.get(match[1], match[1])
    return FieldCondition(declared.name, match[2], sign, is_excluded)


def clauses_of_query(text: str) -> list[TypedClause]:
    """The clauses of a text in which everything is special: words, phrases, fields, and `OR`."""
    clauses, is_joined = list[TypedClause](), False
    for token in re.finditer(query_patterns.TOKEN_PATTERN, text):
        if token[0] == "OR":
            is_joined = bool(clauses)
            continue
        before = clauses.pop() if is_joined else ()
        clauses.append((*before, _condition(token)))
        is_joined = False
    return clauses


def _condition(token: re.Match[str]) -> TypedCondition:
    is_excluded = bool(token["minus"])
    field = _field(token["field"] or "", token["value"], is_excluded)
    text = token[0].removeprefix(token["minus"] or "")
    if field:
        return field
    if text.startswith('"'):
        return QueryWords(text.strip('"'), "phrase", is_excluded)
    if text.endswith("*"):
        return QueryWords(text.rstrip("*"), "pattern", is_excluded)
    return QueryWords(text, is_excluded=is_excluded)


def clauses_of_sentence(text: str) -> list[TypedClause]:
    """The clauses of a text in which only fields are special."""
    clauses, start = list[TypedClause](), 0
    for match in _FIELD.finditer(text):
        if field := _field(match[3], match[4], bool(match[2])):
            clauses += [(QueryWords(text[start : match.start()]),), (field,)]
            start = match.end()
    clauses.append((QueryWords(text[start:]),))
    return [clause for clause in clauses if not _is_blank(clause[0])]


def _is_blank(condition: TypedCondition) -> bool:
    return isinstance(condition, QueryWords) and not condition.text.strip()
