"""A query as typed → the words to rank by, a Whoosh query for what must match, and notes on the rest.

Known fields (`card:dreff`) and `OR` are always read as the query language. `"a phrase"`, `-word`, `word*`, `word~` and
parentheses have their special meaning only in a short query without sentence punctuation; elsewhere they are ordinary
punctuation. No query is refused: anything that cannot be read is left out with a note.

The page does the same in `site/theme/js/engine/`: `query-parser.js`, `query-parts.js`, and `query-tree.js` in place of
Whoosh's parser.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from whoosh.query import And, Not, Query, Term

from rulings.search import constants
from rulings.search.fields import BY_NAME
from rulings.search.index import Index
from rulings.search.query_parts import LeafKind, PartResolver, all_of

_FIELD = re.compile(constants.FIELD_PATTERN)
_ADDRESS = re.compile(constants.ADDRESS_PATTERN, re.IGNORECASE | re.ASCII)
_ID = re.compile(constants.ID_PATTERN, re.ASCII)
_PAGE = re.compile(r"/(cards|topics|run-chart)/([a-z0-9-]+)")
_KIND_ON_PAGES = {"cards": "card", "topics": "topic", "run-chart": "step"}
_OR = re.compile(constants.OR_PATTERN)
_AND = re.compile(constants.AND_PATTERN)
_NOT = re.compile(constants.NOT_PATTERN)
_BETWEEN = re.compile(constants.BETWEEN_FIELDS_PATTERN)
_COMPARED = re.compile(constants.COMPARED_FIELD_PATTERN, re.IGNORECASE)
_READ_AS = {"or": "OR", "and": "AND", "not": "NOT", "and not": "NOT"}
_SPACED_FIELD = re.compile(rf"(?<!\S)-?(?:{'|'.join(BY_NAME)}):(?=\s|$)", re.IGNORECASE)
# The beginning of a phrase; a minus before a letter or parenthesis; a word with `*` or `~`; an opening parenthesis
_OPERATOR = re.compile(r'(?<!\S)-?"(?=\S)|(?<!\S)-(?=[^\W\d_(])|(?<![\w*])[^\W_]{2,}[*~]\d?(?=\s|\)|$)|(?<!\S)\(')
_PUNCTUATION = re.compile(constants.PUNCTUATION_PATTERN)
_STRAIGHT = str.maketrans({"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "’": "'", "‘": "'", "≤": "<=", "≥": ">="})


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedQuery:
    """A parsed query."""

    text: str  # words to rank by
    fallback_text: str  # the words to rank by if nothing matches `condition`
    condition: Query | None  # what every answer must match; None: no condition
    field_conditions: Query | None  # the part of `condition` that comes from fields
    has_optional_words: bool = True  # whether some words only rank the answers
    has_operators: bool = False  # whether there is more in `condition` than fields
    patterns: list[list[str]]  # the words that each word with `*` or `~` matches
    card_ids: list[str]  # of the cards named in fields, unless they are excluded
    ids: list[str]  # our ids in the query or in an address
    notes: list[str]

    def relaxed(self) -> ParsedQuery:
        """The query to try if nothing matches this one: its words and its fields, without its other conditions."""
        return replace(
            self,
            text=self.fallback_text,
            condition=self.field_conditions,
            has_optional_words=True,
            has_operators=False,
            patterns=[],
            notes=[*self.notes, "nothing matches the query exactly; its words were searched for instead"],
        )


def parse(index: Index, typed: str) -> ParsedQuery:
    """The parsed query, with names and field values looked up in `index`."""
    resolver = PartResolver(index)
    text = "".join(c if c.isprintable() else " " for c in typed[: constants.MAX_QUERY_LENGTH + 1].translate(_STRAIGHT))
    if len(text) > constants.MAX_QUERY_LENGTH:
        text = text[: constants.MAX_QUERY_LENGTH]
        resolver.add_note(f"only the first {constants.MAX_QUERY_LENGTH} characters were read")
    text, ids = _without_ids(index, text)
    text = _with_operators(resolver, _COMPARED.sub(r"\1\2:\3", text))
    is_short = _is_short(text)
    if is_short:
        text = _with_symbols(_without_unknown_fields(resolver, text))
        for name in _SPACED_FIELD.findall(text):
            resolver.add_note(f"“{name}” was read as a word; the value of a field follows its colon without a space")
    has_operators = _OR.search(text) or (is_short and _OPERATOR.search(text))
    return (_parse_strictly if has_operators else _parse_fields)(resolver, text, ids)


def _with_operators(resolver: PartResolver, text: str) -> str:
    """The text with operators for `and`, `or` and `not` between fields."""
    symbols = {"or": " OR ", "and": " ", "not": " -", "and not": " -"}
    parts, copied = list[str](), 0
    for match in _FIELD.finditer(text):
        operator = _BETWEEN.match(text, match.end()) if match[2].lower() in BY_NAME else None
        if operator:
            parts += [text[copied : match.end()], symbols[operator[2]]]
            copied = operator.end()
            resolver.add_note(f"“{operator[2]}” between fields was read as {_READ_AS[operator[2]]}")
    return "".join([*parts, text[copied:]])


def _parse_fields(resolver: PartResolver, text: str, ids: list[str]) -> ParsedQuery:
    """The query if only its fields are special."""
    conditions: list[Query] = []
    for minus, name, value in _FIELD.findall(text):
        if name.lower() in BY_NAME:
            kind: LeafKind = "phrase" if value.startswith('"') else "pattern" if value.endswith("*") else "word"
            condition = resolver.read_field(name, value.strip('"'), kind, is_excluded=bool(minus))
            if condition is not None:
                conditions.append(Not(condition) if minus else condition)
    words = _FIELD.sub(lambda field: " " if field[2].lower() in BY_NAME else field[0], text)
    condition = all_of(resolver.index, conditions)
    return ParsedQuery(
        text=words,
        fallback_text=words,
        condition=condition,
        field_conditions=condition,
        patterns=resolver.patterns,
        card_ids=resolver.card_ids,
        ids=ids,
        notes=resolver.notes,
    )


def _parse_strictly(resolver: PartResolver, text: str, ids: list[str]) -> ParsedQuery:
    """The query as Whoosh's parser reads it, every leaf of its tree looked up."""
    tree: Any = _parser().parse(_without_unpaired(resolver, text), normalize=False)
    conditions, field_conditions = list[Query](), list[Query]()
    has_optional_words = False
    for part in tree if isinstance(tree, And) else [tree]:
        if isinstance(part, Term) and not part.fieldname:
            has_optional_words = True
            resolver.words.append(part.text)
        elif (condition := resolver.resolve(part)) is not None:
            conditions.append(condition)
            if all(getattr(leaf, "fieldname", "") for leaf in part.leaves()):
                field_conditions.append(condition)
    without_operators = re.sub(r'["()*]|~\d*|\bOR\b|(?<!\S)-\S+', " ", _FIELD.sub(" ", text))
    return ParsedQuery(
        text=" ".join(resolver.words),
        fallback_text=" ".join(without_operators.split()),
        condition=all_of(resolver.index, conditions),
        field_conditions=all_of(resolver.index, field_conditions),
        has_optional_words=has_optional_words,
        has_operators=bool(conditions),
        patterns=resolver.patterns,
        card_ids=resolver.card_ids,
        ids=ids,
        notes=resolver.notes,
    )


def _is_short(text: str) -> bool:
    """Whether a query consists of only a few words, phrases and operators."""
    outside = re.sub(r'-?"[^"]*"', " ", _FIELD.sub(" ", text))
    return len(outside.split()) <= constants.SHORT_QUERY_WORDS and not _PUNCTUATION.search(outside)


def _with_symbols(text: str) -> str:
    """A short query with `-` for `NOT`, and without `AND`. In a query without lowercase letters they are only words."""
    return text if text.isupper() else _NOT.sub("-", _AND.sub(" ", text))


def _without_unknown_fields(resolver: PartResolver, text: str) -> str:
    """A short query with the values of unknown fields as words; names that resemble no field are words too."""

    def as_words(match: re.Match[str]) -> str:
        minus, name, value = match.groups()
        if name.lower() in BY_NAME or minus or not name.islower():
            return match[0]
        return value if resolver.note_unknown_field(name) else f"{name} {value}"

    return _FIELD.sub(as_words, text)


def _without_ids(index: Index, text: str) -> tuple[str, list[str]]:
    """The text without our ids and addresses, and the ids."""
    ids: list[str] = []

    def take_id(id: str, kinds: tuple[str, ...] = constants.DOCUMENT_KINDS) -> bool:
        number = index.number_of(id)
        if number is None or index.ranking_data(number).kind not in kinds:
            return False
        ids.append(id)
        return True

    def take_address(match: re.Match[str]) -> str:
        address = re.sub(r"\bstep-(?=\d)", "run-chart-", match[0].rstrip(".,;:!?)\"'"))
        page = _PAGE.search(address)
        is_found = take_id(address.partition("#")[2]) or (page and take_id(page[2], (_KIND_ON_PAGES[page[1]],)))
        return " " if is_found else match[0]

    text = _ADDRESS.sub(take_address, text)
    text = re.sub(r"/(?:cards|topics|documents|run-chart)/\S*", take_address, text)
    return _ID.sub(lambda match: " " if take_id(match[0], constants.ENTRY_KINDS) else match[0], text), ids


def _parser() -> Any:
    from whoosh.qparser import QueryParser, plugins

    minus, prefix = r"(^|(?<=(\s|[()])))-(?=[^\s\d-])", r"(?P<text>(?![-(])[^ \t\r\n*]+)[*](?= |$|\))"
    operators = plugins.OperatorsPlugin(And=None, AndNot=None, AndMaybe=None, Require=None, Not=minus)
    fields: Any = plugins.FieldsPlugin(r"(?P<text>[A-Za-z][A-Za-z_-]*):(?=[^\s:])", remove_unknown=False)
    words: list[Any] = [
        plugins.PhrasePlugin(),
        plugins.GroupPlugin(),
        plugins.PrefixPlugin(prefix),
        plugins.FuzzyTermPlugin(),
    ]
    return QueryParser("", None, plugins=[fields, *words, operators])


def _without_unpaired(resolver: PartResolver, text: str) -> str:
    """The text without unpaired quotation marks and parentheses, and without nesting that is too deep."""
    if text.count('"') % 2:
        last = text.rindex('"')
        text = f"{text[:last]} {text[last + 1 :]}"
        resolver.add_note("an unmatched quotation mark was ignored")
    kept, opened = list(text), list[int]()
    quoted = has_unpaired = False
    for i, c in enumerate(text):
        if c == '"':
            quoted = not quoted
        elif c == "(" and not quoted:
            opened.append(i)
            if len(opened) > constants.MAX_PARENTHESES_DEPTH:
                kept[i] = " "
        elif c == ")" and not quoted:
            if not opened or len(opened) > constants.MAX_PARENTHESES_DEPTH:
                kept[i], has_unpaired = " ", has_unpaired or not opened
            if opened:
                opened.pop()
    for i in opened:
        kept[i], has_unpaired = " ", True
    if has_unpaired:
        resolver.add_note("an unmatched parenthesis was ignored")
    return "".join(kept)
