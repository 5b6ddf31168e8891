"""A query as typed → the words to rank by, a Whoosh query for what must match, and notes on the rest.

Known fields (`card:dreff`) and `OR` are always read as the query language. `"a phrase"`, `-word`, `word*`, `word~` and
parentheses have their special meaning only in a short query without sentence punctuation; elsewhere they are ordinary
punctuation.
No query is refused: anything that cannot be read is left out with a note.

The page does the same in `site/theme/js/engine/query-parser.js`, with `query-tree.js` in place of Whoosh's parser.
"""

from __future__ import annotations

import operator
import re
from dataclasses import dataclass, field, replace
from typing import Any, Literal, cast

from whoosh.query import And, Every, FuzzyTerm, Not, Or, Phrase, Prefix, Query, Term, TermRange

from rulings.model.constants import FAR_FUTURE, SubjectKind
from rulings.model.date_range import InvalidDateError, date_range
from rulings.names import resolving
from rulings.names.meanings import plural_forms
from rulings.search import constants
from rulings.search.fields import BY_NAME, FIELDS, Field
from rulings.search.index import NO_VALUE, Index

_FIELD = re.compile(constants.FIELD_PATTERN)
_ADDRESS = re.compile(constants.ADDRESS_PATTERN, re.IGNORECASE)
_ID = re.compile(constants.ID_PATTERN)
_PAGE = re.compile(r"/(cards|topics|run-chart)/([a-z0-9-]+)")
_KIND_ON_PAGES = {"cards": "card", "topics": "topic", "run-chart": "step"}
_OR = re.compile(constants.OR_PATTERN)
_SPACED_FIELD = re.compile(rf"(?<!\S)-?(?:{'|'.join(BY_NAME)}):(?=\s|$)", re.IGNORECASE)
_OPERATOR = re.compile(r'(?<!\S)-?"(?=\S)|(?<!\S)-(?=[^\W\d_])|(?<![\w*])[^\W_]{2,}[*~]\d?(?=\s|\)|$)|(?<!\S)\(')
_PUNCTUATION = re.compile(constants.PUNCTUATION_PATTERN)
_COMPARISON = re.compile(constants.COMPARISON_PATTERN, re.ASCII)
_SIGN = re.compile(constants.SIGN_PATTERN)
_COMPARISONS = {">": operator.gt, ">=": operator.ge, "<": operator.lt, "<=": operator.le, "=": operator.eq}
LeafKind = Literal["word", "phrase", "pattern", "fuzzy"]
_LEAF_KINDS: dict[Any, LeafKind] = {FuzzyTerm: "fuzzy", Prefix: "pattern", Phrase: "phrase"}  # all others are words
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
    parsed = ParsedQuery()
    text = "".join(c if c.isprintable() else " " for c in typed[: constants.MAX_QUERY_LENGTH + 1].translate(_STRAIGHT))
    if len(text) > constants.MAX_QUERY_LENGTH:
        text = text[: constants.MAX_QUERY_LENGTH]
        parsed.notes.append(f"only the first {constants.MAX_QUERY_LENGTH} characters were read")
    text = _take_ids(index, text, parsed)
    spaced = _SPACED_FIELD.findall(text) if _is_short(text) else []
    parsed.notes += [
        f"“{field}” was read as a word; the value of a field follows its colon without a space" for field in spaced
    ]
    resolver = _Resolver(index, parsed)
    if _OR.search(text) or (_OPERATOR.search(text) and _is_short(text)):
        _read_strictly(resolver, text, parsed)
        return parsed
    parts = []

    def take(match: re.Match[str]) -> str:
        minus, name, value = match.groups()
        if name.lower() not in BY_NAME and (minus or not (name.islower() and _is_short(text))):
            return match[0]  # `name:` is not meant as a field
        kind: LeafKind = "phrase" if value.startswith('"') else "pattern" if value.endswith("*") else "word"
        term = resolver.read_field(name, value.strip('"'), kind, is_excluded=bool(minus))
        if term is not None:
            parts.append(Not(term) if minus else term)
        return " "

    parsed.text = parsed.fallback_text = _FIELD.sub(take, text)
    parsed.condition = parsed.field_conditions = _all_of(parts)
    if parsed.condition is None and not parsed.text.strip():
        parsed.text = _FIELD.sub(lambda field: " " if field[2].lower() in BY_NAME else field[3], text)
    return parsed


def _is_short(text: str) -> bool:
    """Whether a query consists of only a few words, phrases and operators."""
    outside = re.sub(r'"[^"]*"', " ", _FIELD.sub(" ", text))
    return len(outside.split()) <= constants.SHORT_QUERY_WORDS and not _PUNCTUATION.search(outside)


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


def _read_strictly(resolver: _Resolver, text: str, parsed: ParsedQuery) -> None:
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
    parsed.condition, parsed.field_conditions = _all_of(conditions), _all_of(field_conditions)


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


def _all_of(parts: list[Query]) -> Query | None:
    """A query for all parts; None if there are none. Negations alone match all other documents."""
    if not parts:
        return None
    ranges = [(part.start or "", part.end or FAR_FUTURE) for part in parts if isinstance(part, TermRange)]
    if len(ranges) > 1:  # the same date must be in all of them
        parts = [*parts, TermRange(".date", max(start for start, _ in ranges), min(end for _, end in ranges))]
    positive = [part for part in parts if not isinstance(part, Not)]
    return And([*(positive or [Every()]), *(part for part in parts if isinstance(part, Not))])


def _any_of(field_name: str, terms: list[str]) -> Query:
    """A query for any of the terms, which matches nothing if there are none."""
    return Or([Term(field_name, term) for term in terms or [NO_VALUE]])


class _Resolver:
    """Looks up the leaves of a query in the index, and adds a note for each that is unknown."""

    def __init__(self, index: Index, parsed: ParsedQuery) -> None:
        self.index, self.parsed = index, parsed
        self.analyzer = index.vocabulary.analyzer
        self.parts_left, self.patterns_left = constants.MAX_PARTS, constants.MAX_PATTERNS

    def resolve(self, node: Query, words: list[str] | None) -> Query | None:
        """The Whoosh query for the index, without unknown parts. The words to rank by are added to `words`.

        `words` is None for a part that is excluded.
        """
        if isinstance(node, Not):
            term = self.resolve(node.query, None)
            return None if term is None else Not(term)
        if isinstance(node, (And, Or)):
            parts = [part for child in node if (part := self.resolve(child, words)) is not None]
            return Or(parts) if parts and isinstance(node, Or) else _all_of(parts)
        if self.parts_left <= 0:
            return self._note(f"only the first {constants.MAX_PARTS} parts of the query were read")
        self.parts_left -= 1
        kind = _LEAF_KINDS.get(type(node), "word")
        if kind in ("fuzzy", "pattern"):
            self.patterns_left -= 1
            if self.patterns_left < 0:
                return self._note(f"only the first {constants.MAX_PATTERNS} words with * or ~ were read")
        text = " ".join(node.words) if kind == "phrase" else str(getattr(node, "text", ""))
        if name := getattr(node, "fieldname", ""):
            return self.read_field(name, text + ("*" if kind == "pattern" else ""), kind, is_excluded=words is None)
        return self._words(text, kind, getattr(node, "maxdist", 1), words)

    def _note(self, sentence: str) -> Query | None:
        """Adds a note once. Returns None, which is the query for what was not understood."""
        if sentence not in self.parsed.notes:
            self.parsed.notes.append(sentence)
        return None

    def _words(self, text: str, kind: LeafKind, max_edits: int, words: list[str] | None) -> Query | None:
        """The Whoosh query for words without a field. They are added to `words`, or to the patterns of the query."""
        analysed, ranked_by = self.analyzer.words(text), [] if words is None else words
        if not analysed:
            return None
        if kind == "phrase":
            ranked_by += analysed
            return Phrase(".words", analysed) if len(analysed) > 1 else Term(".words", analysed[0])
        if kind == "word":
            ranked_by.append(text)
            return And([Term(".terms", self.analyzer.stem(word)) for word in analysed])
        known = self.index.lexicon(".words")
        if kind == "pattern":
            terms = [term for term in known if term.startswith("".join(analysed))][: constants.MAX_PATTERN_WORDS]
        else:
            from rapidfuzz.distance import OSA

            limit = min(constants.MAX_FUZZY_EDITS, max(1, max_edits))
            terms = [term for term in known if OSA.distance(analysed[0], term, score_cutoff=limit) <= limit]
        if words is not None:
            self.parsed.patterns.append(terms)
        return _any_of(".words", terms)

    def read_field(self, name: str, value: str, kind: LeafKind, *, is_excluded: bool) -> Query | None:
        """The Whoosh query for a field's value; None, with a note, if the field or date is not understood."""
        known_field = BY_NAME.get(name.lower())
        if known_field is None:
            from rulings.names.edit_distance import corrections

            shown = name[: constants.MAX_NOTE_QUOTE_LENGTH]
            nearest = corrections(shown.lower(), list(BY_NAME))[:1]
            names = ", ".join(known.name for known in FIELDS)
            hint = f"; did you mean “{nearest[0]}:”?" if nearest else f" (fields: {names})"
            return self._note(f"unknown field “{shown}:” was ignored{hint}")
        if known_field.kind == "date":
            return self._date(known_field.name, value)
        is_prefix = kind == "pattern" and value not in self.index.lexicon(known_field.name)  # a strength may be `*`
        if known_field.kind == "name" and not is_prefix:
            return self._name(known_field.name, value, is_excluded=is_excluded)
        return self._value(known_field, value, is_prefix)

    def _name(self, field_name: str, value: str, *, is_excluded: bool) -> Query:
        """The Whoosh query for the cards or topics that a name means."""
        shown = value[: constants.MAX_NOTE_QUOTE_LENGTH]
        resolved = resolving.resolve(self.index.name_tables, value, cast("SubjectKind", field_name))
        if resolved.outcome == "none":
            near = f"; the nearest: {', '.join(resolved.nearest)}" if resolved.nearest else ""
            self._note(f"no {field_name} is called “{shown}”{near}")
        elif resolved.outcome == "ambiguous":
            self._note(f'{field_name}:"{shown}" was read as any of {", ".join(resolved.titles)}')
        if field_name == "card" and not is_excluded:
            self.parsed.card_ids += resolved.ids
        return _any_of(field_name, resolved.ids)

    def _value(self, known_field: Field, typed: str, is_prefix: bool) -> Query:
        """The Whoosh query for a value of a field, or for all values with a word that begins with it."""
        name = known_field.name
        shown = f'{name}:"{typed[: constants.MAX_NOTE_QUOTE_LENGTH]}"'
        value = self.analyzer.field_term(typed.rstrip("*") if is_prefix else typed)
        known = self.index.lexicon(name)
        value = dict(known_field.value_aliases).get(value, value)
        words = self.analyzer.words(typed)
        comparison = _COMPARISON.fullmatch(typed.strip())
        sign = _SIGN.search(typed.strip())
        if comparison:
            compare = _COMPARISONS[comparison[1] or ">="]
            bound = int(comparison[2] or comparison[3])
            terms = [term for term in known if term.isdigit() and compare(int(term), bound)]
        elif sign and not (known_field.by_word and sign.start()):
            terms = []
        elif is_prefix:
            terms = [term for term in known if f"-{value}" in f"-{term}"]
        elif value in known:
            terms = [value]
        elif known_field.by_word and words and all(word in known for word in words):
            return And([Term(name, word) for word in words])
        else:
            terms = self._similar_values(value, words, known, shown)
        if not terms:
            known_values = f" (known: {', '.join(known)})" if len(known) <= constants.MAX_KNOWN_VALUES else ""
            self._note(f"nothing has {shown}{known_values}")
        return _any_of(name, terms)

    def _similar_values(self, value: str, words: list[str], known: list[str], shown: str) -> list[str]:
        """The known values that may be meant: the singular or plural, else those that begin with it, else the nearest.

        Only the first goes without a note. `words`: those of the value; `shown`: the field and the value as typed.
        """
        singular = resolving.singular(value)
        same = [term for term in known if value in plural_forms(term) or singular in (term, resolving.singular(term))]
        if same:
            return same[:1]
        longer = [term for term in known if words and term.startswith(value)]
        if len(longer) > 1:
            listed = ", ".join(longer[: constants.MAX_LISTED]) + " …" * (len(longer) > constants.MAX_LISTED)
            self._note(f"{shown} was read as any of {listed}")
        if longer:
            return longer
        from rulings.names.edit_distance import corrections

        corrected = corrections(value, known)[:1]
        for term in corrected:
            self._note(f"{shown} was read as {term}")
        return corrected

    def _date(self, field_name: str, value: str) -> Query | None:
        """The Whoosh query for a date. `before:` and `after:` include the day; a month or year means its first day."""
        try:
            day, _ = date_range(value)
        except InvalidDateError:
            shown = f"{field_name}:{value[: constants.MAX_DATE_QUOTE_LENGTH]}"
            return self._note(f"“{shown}” is not a date (1996, 1996-08 or 1996-08-06) and was ignored")
        return TermRange(".date", None, day) if field_name == "before" else TermRange(".date", day, None)
