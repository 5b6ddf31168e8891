"""The tree of a query: what it asks for in the query language, which is read here.

`terms` says which terms of the index a leaf means, and `matching` finds what meets it.
"""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

from rulings.search import fields, parameters

_FIELD = re.compile(parameters.FIELD_PATTERN)
_SIGN = re.compile(parameters.DATE_SIGN_PATTERN)


class FieldCondition(Struct, frozen=True):
    """A field with its value: `cost:>3`."""

    name: str
    value: str  # in quotation marks, if it was typed so
    sign: str = ""  # the comparison


class QueryWords(Struct, frozen=True):
    """Words as typed; in a `phrase` they stand in a row, of a `pattern` they are the beginning."""

    text: str
    kind: Literal["words", "phrase", "pattern"] = "words"


class Terms(Struct, frozen=True):
    """Any of some terms of a field of the index."""

    field: str
    terms: tuple[str, ...]


class Phrase(Struct, frozen=True):
    """Words in a row."""

    words: tuple[str, ...]


class Not(Struct, frozen=True):
    """All that does not meet a node."""

    part: Node


class All(Struct, frozen=True):
    """What meets all parts; without parts, everything."""

    parts: tuple[Node, ...] = ()


class AnyOf(Struct, frozen=True):
    """What meets any part."""

    parts: tuple[Node, ...]


Node = FieldCondition | QueryWords | Terms | Phrase | Not | All | AnyOf


def leaves(node: Node) -> list[Node]:
    """The leaves of a node, each in a `Not` if it is excluded."""
    if isinstance(node, All | AnyOf):
        return [leaf for part in node.parts for leaf in leaves(part)]
    return [node]


def fields_of(node: Node) -> list[FieldCondition]:
    """The fields in a node, excluded ones too."""
    bare = [leaf.part if isinstance(leaf, Not) else leaf for leaf in leaves(node)]
    return [leaf for leaf in bare if isinstance(leaf, FieldCondition)]


def to_text(field: FieldCondition) -> str:
    """A field in the query language."""
    return f"{field.name}:{field.sign}{field.value}"


# The query language


def note_on_signs(text: str) -> str:
    """What is said of `*` and `?` inside a word, or nothing."""
    match = re.search(parameters.INNER_SIGN_PATTERN, text)
    quote = match[0][: parameters.MAX_NOTE_QUOTE_LENGTH] if match else ""
    return quote and f"`*` and `?` inside a word are read as spaces: “{quote}”"


def _field(name: str, value: str) -> FieldCondition | None:
    """A field, by its name or another that is also typed; None: there is none of the name."""
    declared = fields.BY_NAME.get(name.lower())
    if not declared or value.startswith("**"):  # `**Points:** …` in Markdown
        return None
    if declared.value_type not in ("number", "date"):
        return FieldCondition(declared.name, value)
    value = value.strip('"')
    sign = _SIGN.match(value)
    return FieldCondition(declared.name, _SIGN.sub("", value), sign[0].strip() if sign else "")


def parts_of_query(text: str) -> list[Node]:
    """The parts of a text in which everything is special: words, phrases, fields, and `OR`."""
    parts, is_joined = list[Node](), False
    for token in re.finditer(parameters.TOKEN_PATTERN, text):
        if token[0] == "OR":
            is_joined = bool(parts)
            continue
        part = _part(token)
        if is_joined:
            last = parts.pop()
            part = AnyOf((*(last.parts if isinstance(last, AnyOf) else [last]), part))
        parts.append(part)
        is_joined = False
    return parts


def _part(token: re.Match[str]) -> Node:
    part: Node | None = _field(token["field"], token["value"]) if token["field"] else None
    part = part or _words(token[0].removeprefix(token["minus"] or ""))
    return Not(part) if token["minus"] else part


def _words(text: str) -> QueryWords:
    if text.startswith('"'):
        return QueryWords(text.strip('"'), "phrase")
    return QueryWords(text.rstrip("*"), "pattern") if text.endswith("*") else QueryWords(text)


def parts_of_sentence(text: str) -> list[Node]:
    """The parts of a text in which only fields are special."""
    parts, start = list[Node](), 0
    for match in _FIELD.finditer(text):
        if part := _field(match[3], match[4]):
            parts += [QueryWords(text[start : match.start()]), Not(part) if match[2] else part]
            start = match.end()
    parts.append(QueryWords(text[start:]))
    return [part for part in parts if not isinstance(part, QueryWords) or part.text.strip()]
