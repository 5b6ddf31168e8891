"""A query as typed → the words to rank by, a Whoosh query for what must match, and notes on the rest.

Known fields (`card:dreff`) and `OR` are always read as the query language. `"a phrase"`, `-word`, `word*`, `word~` and
parentheses have their special meaning only in a short query without sentence punctuation; elsewhere they are ordinary
punctuation.
No query is refused: anything that cannot be read is left out with a note.

The page does the same in `site/theme/js/engine/query-parser.js`, with `query-tree.js` in place of Whoosh's parser.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any

from whoosh.query import And, Not, Query, Term

from rulings.search import constants
from rulings.search.fields import BY_NAME
from rulings.search.index import Index
from rulings.search.query_parts import LeafKind, PartResolver, all_of

_FIELD = re.compile(constants.FIELD_PATTERN)
_ADDRESS = re.compile(constants.ADDRESS_PATTERN, re.IGNORECASE)
_ID = re.compile(constants.ID_PATTERN)
_PAGE = re.compile(r"/(cards|topics|run-chart)/([a-z0-9-]+)")
_KIND_ON_PAGES = {"cards": "card", "topics": "topic", "run-chart": "step"}
_OR = re.compile(constants.OR_PATTERN)
_AND = re.compile(constants.AND_PATTERN)
_NOT = re.compile(constants.NOT_PATTERN)
_SPACED_FIELD = re.compile(rf"(?<!\S)-?(?:{'|'.join(BY_NAME)}):(?=\s|$)", re.IGNORECASE)
_OPERATOR = re.compile(r'(?<!\S)-?"(?=\S)|(?<!\S)-(?=[^\W\d_(])|(?<![\w*])[^\W_]{2,}[*~]\d?(?=\s|\)|$)|(?<!\S)\(')
_PUNCTUATION = re.compile(constants.PUNCTUATION_PATTERN)
_STRAIGHT = str.maketrans({"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "’": "'", "‘": "'", "≤": "<=", "≥": ">="})


@dataclass(slots=True)
class ParsedQuery:
    """A parsed query."""

    text: str = ""  # words to rank by
    has_optional_words: bool = True  # whether some words only rank the answers
    condition: Query | None = None  # what every answer must match; None: no condition
    field_conditions: Query | None = None  # the part of `condition` that comes from fields
    fallback_text: str = ""  # the words to rank by if nothing matches `condition`
    patterns: list[list[str]] = field(default_factory=list)  # the words that each word with `*` or `~` matches
    card_ids: list[str] = field(default_factory=list)  # of the cards named in fields, unless they are excluded
    ids: list[str] = field(default_factory=list)  # our ids in the query or in an address
    notes: list[str] = field(default_factory=list)

    def relaxed(self) -> ParsedQuery:
        """The query to try if nothing matches this one: its words and its fields, without its other conditions."""
        notes = [*self.notes, "nothing matches the query exactly; its words were searched for instead"]
        words = replace(self, text=self.fallback_text, has_optional_words=True, patterns=[], notes=notes)
        return replace(words, condition=self.field_conditions)


def parse(index: Index, typed: str) -> ParsedQuery:
    """The parsed query, with names and field values looked up in `index`."""
    resolver = PartResolver(index)
    parsed = ParsedQuery(patterns=resolver.patterns, card_ids=resolver.card_ids, notes=resolver.notes)
    text = "".join(c if c.isprintable() else " " for c in typed[: constants.MAX_QUERY_LENGTH + 1].translate(_STRAIGHT))
    if len(text) > constants.MAX_QUERY_LENGTH:
        text = text[: constants.MAX_QUERY_LENGTH]
        parsed.notes.append(f"only the first {constants.MAX_QUERY_LENGTH} characters were read")
    text = _take_ids(index, text, parsed)
    is_short = _is_short(text)
    if is_short:
        text = _with_symbols(_without_unknown_fields(resolver, text))
        parsed.notes += [
            f"“{name}” was read as a word; the value of a field follows its colon without a space"
            for name in _SPACED_FIELD.findall(text)
        ]
    if _OR.search(text) or (is_short and _OPERATOR.search(text)):
        _read_strictly(resolver, text, parsed)
        return parsed
    parts = []

    def take(match: re.Match[str]) -> str:
        minus, name, value = match.groups()
        if name.lower() not in BY_NAME:
            return match[0]  # it is not meant as a field
        kind: LeafKind = "phrase" if value.startswith('"') else "pattern" if value.endswith("*") else "word"
        term = resolver.read_field(name, value.strip('"'), kind, is_excluded=bool(minus))
        if term is not None:
            parts.append(Not(term) if minus else term)
        return " "

    parsed.text = parsed.fallback_text = _FIELD.sub(take, text)
    parsed.condition = parsed.field_conditions = all_of(parts)
    return parsed


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


def _take_ids(index: Index, text: str, parsed: ParsedQuery) -> str:
    """Moves our ids and addresses from the text to `parsed`; returns the rest of the text."""

    def take_id(id: str, kinds: tuple[str, ...] = constants.DOCUMENT_KINDS) -> bool:
        number = index.number_of(id)
        if number is None or index.ranking_data(number).kind not in kinds:
            return False
        parsed.ids.append(id)
        return True

    def take_address(match: re.Match[str]) -> str:
        address = re.sub(r"\bstep-(?=\d)", "run-chart-", match[0].rstrip(".,;:!?)\"'"))
        page = _PAGE.search(address)
        is_found = take_id(address.partition("#")[2]) or (page and take_id(page[2], (_KIND_ON_PAGES[page[1]],)))
        return " " if is_found else match[0]

    text = _ADDRESS.sub(take_address, text)
    text = re.sub(r"/(?:cards|topics|documents|run-chart)/\S*", take_address, text)
    return _ID.sub(lambda match: " " if take_id(match[0], constants.ENTRY_KINDS) else match[0], text)


def _read_strictly(resolver: PartResolver, text: str, parsed: ParsedQuery) -> None:
    """Parses the query language with Whoosh's parser and looks up every leaf of its tree."""
    tree = _parser().parse(_without_unpaired(text, parsed.notes), normalize=False)
    parts = list(tree) if isinstance(tree, And) else [tree]
    words, conditions, field_conditions = list[str](), list[Query](), list[Query]()
    for part in parts:
        if isinstance(part, Term) and not part.fieldname:
            words.append(part.text)
        elif (term := resolver.resolve(part, words)) is not None:
            conditions.append(term)
            if all(leaf.fieldname for leaf in part.leaves()):
                field_conditions.append(term)
    parsed.text = " ".join(words)
    parsed.has_optional_words = any(isinstance(part, Term) and not part.fieldname for part in parts)
    parsed.fallback_text = " ".join(re.sub(r'["()*]|~\d*|\bOR\b|(?<!\S)-\S+', " ", _FIELD.sub(" ", text)).split())
    parsed.condition, parsed.field_conditions = all_of(conditions), all_of(field_conditions)


def _parser() -> Any:
    from whoosh.qparser import QueryParser, plugins

    minus, prefix = r"(^|(?<=(\s|[()])))-(?=[^\s\d-])", r"(?P<text>(?![-(])[^ \t\r\n*]+)[*](?= |$|\))"
    operators = plugins.OperatorsPlugin(And=None, AndNot=None, AndMaybe=None, Require=None, Not=minus)
    fields = plugins.FieldsPlugin(r"(?P<text>[A-Za-z][A-Za-z_-]*):(?=[^\s:])", remove_unknown=False)
    words = [plugins.PhrasePlugin(), plugins.GroupPlugin(), plugins.PrefixPlugin(prefix), plugins.FuzzyTermPlugin()]
    return QueryParser("", None, plugins=[fields, *words, operators])


def _without_unpaired(text: str, notes: list[str]) -> str:
    """The text without unpaired quotation marks and parentheses, and without nesting that is too deep."""
    if text.count('"') % 2:
        last = text.rindex('"')
        text = f"{text[:last]} {text[last + 1 :]}"
        notes.append("an unmatched quotation mark was ignored")
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
        notes.append("an unmatched parenthesis was ignored")
    return "".join(kept)
