"""Reads the query language into nodes: fields, words, phrases, excluded words, and `OR`."""

from __future__ import annotations

import re

from rulings.search import fields, parameters
from rulings.search.query import All, AnyOf, FieldCondition, Node, Not, QueryWords

_FIELD = re.compile(parameters.FIELD_PATTERN)

_SIGN = re.compile(parameters.DATE_SIGN_PATTERN)


def note_on_signs(text: str) -> str:
    """What is said of `*` and `?` inside a word, or nothing."""
    match = re.search(parameters.INNER_SIGN_PATTERN, text)
    quote = match[0][: parameters.MAX_NOTE_QUOTE_LENGTH] if match else ""
    return quote and f"`*` and `?` inside a word are read as spaces: “{quote}”"


def field(name: str, value: str) -> FieldCondition | None:
    """A field, by its name or another that is also typed; None: there is none of the name."""
    declared = fields.BY_NAME.get(name.lower())
    if not declared or value.startswith("**"):  # `**Points:** …` in Markdown
        return None
    if declared.value_type not in ("number", "date"):
        return FieldCondition(declared.name, value)
    value = value.strip('"')
    sign = _SIGN.match(value)
    return FieldCondition(declared.name, _SIGN.sub("", value), sign[0].strip() if sign else "")


def nodes(text: str) -> list[Node]:
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
    part: Node | None = field(token["field"], token["value"]) if token["field"] else None
    part = part or _words(token[0].removeprefix(token["minus"] or ""))
    return Not(part) if token["minus"] else part


def _words(text: str) -> QueryWords:
    if text.startswith('"'):
        return QueryWords(text.strip('"'), "phrase")
    return QueryWords(text.rstrip("*"), "pattern") if text.endswith("*") else QueryWords(text)


def nodes_of_sentence(text: str) -> list[Node]:
    """The parts of a text in which only fields are special."""
    parts, start = list[Node](), 0
    for match in _FIELD.finditer(text):
        if part := field(match[3], match[4]):
            parts += [QueryWords(text[start : match.start()]), Not(part) if match[2] else part]
            start = match.end()
    parts.append(QueryWords(text[start:]))
    return [part for part in parts if not isinstance(part, QueryWords) or part.text.strip()]


def node(text: str) -> Node:
    """A text in which everything is special."""
    parts = nodes(text)
    return parts[0] if len(parts) == 1 else All(tuple(parts))
