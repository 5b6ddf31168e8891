"""The words, phrases, patterns and fields of a query → Whoosh queries for the index, and notes on what is unknown."""

from __future__ import annotations

import operator
import re
from typing import Any, Literal, cast

from whoosh.query import And, Every, FuzzyTerm, Not, Or, Phrase, Prefix, Query, Term, TermRange

from rulings import names as resolving
from rulings.model.constants import FAR_FUTURE, SubjectKind
from rulings.model.status import InvalidDateError, date_range
from rulings.names import plural_forms
from rulings.search import constants
from rulings.search.fields import BY_NAME, FIELDS, Field
from rulings.search.index import Index

_COMPARISON = re.compile(constants.COMPARISON_PATTERN, re.ASCII)
_SIGN = re.compile(constants.SIGN_PATTERN)
_COMPARISONS = {">": operator.gt, ">=": operator.ge, "<": operator.lt, "<=": operator.le, "=": operator.eq}
LeafKind = Literal["word", "phrase", "pattern", "fuzzy"]
_LEAF_KINDS: dict[Any, LeafKind] = {FuzzyTerm: "fuzzy", Prefix: "pattern", Phrase: "phrase"}  # all others are words


def all_of(index: Index, parts: list[Query]) -> Query | None:
    """A query for all parts; None if there are none. Negations alone match all other documents.

    Parts on who said it, when, and whether that is official must hold for the same citation.
    """
    if not parts:
        return None
    on_citations = [part for part in parts if _is_on_citations(part)]
    if len(on_citations) > 1:
        citations = (term for term in index.lexicon(".citation") if all(_holds(part, term) for part in on_citations))
        parts = [*parts, _any_of(".citation", list(citations))]
    positive = [part for part in parts if not isinstance(part, Not)]
    return And([*(positive or [Every()]), *(part for part in parts if isinstance(part, Not))])


def _is_on_citations(part: Query) -> bool:
    """Whether one citation alone can meet a condition."""
    if isinstance(part, (And, Or)):
        return bool(part.subqueries) and all(map(_is_on_citations, part))
    if isinstance(part, Term):
        return part.fieldname == "by" or (part.fieldname == "is" and part.text in ("official", "unofficial"))
    return isinstance(part, TermRange)


def _holds(part: Query, citation: str) -> bool:
    """Whether a citation, a term of the index, meets a condition."""
    if isinstance(part, (And, Or)):
        return (all if isinstance(part, And) else any)(_holds(child, citation) for child in part)
    names, date, official = citation.split("|")
    if isinstance(part, TermRange):
        return (part.start or "0") <= date <= (part.end or FAR_FUTURE)
    return isinstance(part, Term) and (part.text in names.split() if part.fieldname == "by" else part.text == official)


def _any_of(field_name: str, terms: list[str]) -> Query:
    """A query for any of the terms, which matches nothing if there are none."""
    return Or([Term(field_name, term) for term in terms])


class PartResolver:
    """Looks up the parts of one query in the index, and collects what they say besides their conditions.

    `words`: those to rank by; `notes`, also on each part that is unknown, `patterns` and `card_ids`: see `ParsedQuery`.
    """

    def __init__(self, index: Index) -> None:
        self.index, self.analyzer = index, index.analyzer
        self.words, self.notes, self.card_ids, self.patterns = list[str](), list[str](), list[str](), list[list[str]]()
        self.parts_left, self.patterns_left = constants.MAX_PARTS, constants.MAX_PATTERNS

    def resolve(self, node: Query, *, is_excluded: bool = False) -> Query | None:
        """The Whoosh query for the index, without unknown parts; None if there are no others."""
        if isinstance(node, Not):
            term = self.resolve(node.query, is_excluded=True)
            return None if term is None else Not(term)
        if isinstance(node, (And, Or)):
            parts = [part for child in node if (part := self.resolve(child, is_excluded=is_excluded)) is not None]
            return Or(parts) if parts and isinstance(node, Or) else all_of(self.index, parts)
        if self.parts_left <= 0:
            self.add_note(f"only the first {constants.MAX_PARTS} parts of the query were read")
            return None
        self.parts_left -= 1
        kind = _LEAF_KINDS.get(type(node), "word")
        if kind in ("fuzzy", "pattern"):
            self.patterns_left -= 1
            if self.patterns_left < 0:
                self.add_note(f"only the first {constants.MAX_PATTERNS} words with * or ~ were read")
                return None
        text = " ".join(node.words) if isinstance(node, Phrase) else str(getattr(node, "text", ""))
        if name := getattr(node, "fieldname", ""):
            return self.read_field(name, text + ("*" if kind == "pattern" else ""), kind, is_excluded=is_excluded)
        return self._words(text, kind, getattr(node, "maxdist", 1), is_excluded=is_excluded)

    def add_note(self, sentence: str) -> None:
        """Adds a note, once."""
        if sentence not in self.notes:
            self.notes.append(sentence)

    def _words(self, text: str, kind: LeafKind, max_edits: int, *, is_excluded: bool) -> Query | None:
        """The Whoosh query for words without a field. Unless excluded, the words or patterns also rank."""
        analysed = self.analyzer.words(text)
        if not analysed:
            return None
        if kind in ("word", "phrase") and not is_excluded:
            self.words += [text] if kind == "word" else analysed
        if kind == "phrase":
            return Phrase(".words", analysed) if len(analysed) > 1 else Term(".words", analysed[0])
        if kind == "word":
            return And([Term(".terms", self.analyzer.stem(word)) for word in analysed])
        known = self.index.lexicon(".words")
        if kind == "pattern":
            terms = [term for term in known if term.startswith("".join(analysed))][: constants.MAX_PATTERN_WORDS]
        else:
            from rapidfuzz.distance import OSA

            limit = min(constants.MAX_FUZZY_EDITS, max(1, max_edits))
            terms = [term for term in known if OSA.distance(analysed[0], term, score_cutoff=limit) <= limit]
        if not is_excluded:
            self.patterns.append(terms)
        return _any_of(".words", terms)

    def read_field(self, name: str, value: str, kind: LeafKind, *, is_excluded: bool) -> Query | None:
        """The Whoosh query for a field's value; None, with a note, if the field or date is not understood."""
        known_field = BY_NAME.get(name.lower())
        if known_field is None:
            self.note_unknown_field(name)
            return None
        if known_field.kind == "date":
            return self._date(known_field.name, value)
        is_prefix = kind == "pattern" and value not in self.index.lexicon(known_field.name)  # a strength may be `*`
        if known_field.kind == "name" and not is_prefix:
            return self._name(known_field.name, value, is_excluded=is_excluded)
        return self._value(known_field, value, is_prefix)

    def note_unknown_field(self, name: str) -> bool:
        """Adds a note about a field that does not exist. Returns whether the name resembles that of a field."""
        from rulings.names import corrections

        shown = name[: constants.MAX_NOTE_QUOTE_LENGTH]
        nearest = corrections(shown.lower(), list(BY_NAME))[:1]
        names = ", ".join(known.name for known in FIELDS)
        hint = f"did you mean “{nearest[0]}:”?" if nearest else f"the fields are {names}"
        self.add_note(f"there is no field “{shown}:”; {hint}")
        return bool(nearest)

    def _name(self, field_name: str, value: str, *, is_excluded: bool) -> Query:
        """The Whoosh query for the cards or topics that a name means."""
        shown = value[: constants.MAX_NOTE_QUOTE_LENGTH]
        kind = cast("SubjectKind", field_name)
        named = self.index.names.meaning(value, kind)
        ids, titles = [thing.id for thing in named.things], [thing.title for thing in named.things]
        if not ids:
            nearest = [thing.title for thing in named.near if thing.kind == kind]
            near = f"; the nearest: {', '.join(nearest)}" if nearest else ""
            self.add_note(f"no {field_name} is called “{shown}”{near}")
        elif len(ids) > 1:
            self.add_note(f'{field_name}:"{shown}" was read as any of {", ".join(titles)}')
        if field_name == "card" and not is_excluded:
            self.card_ids += ids
        return _any_of(field_name, ids)

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
            self.add_note(f"nothing has {shown}{known_values}")
        return _any_of(name, terms)

    def _similar_values(self, value: str, words: list[str], known: list[str], shown: str) -> list[str]:
        """The known values that may be meant: the singular or plural, else those that begin with it, else the nearest.

        A note names several values, and the nearest. `words`: those of the value; `shown`: field and value as typed.
        """
        singular = resolving.singular(value)
        same = [term for term in known if value in plural_forms(term) or singular in (term, resolving.singular(term))]
        if same:
            return same[:1]
        longer = [term for term in known if words and term.startswith(value)]
        if len(longer) > 1:
            listed = ", ".join(longer[: constants.MAX_LISTED]) + " …" * (len(longer) > constants.MAX_LISTED)
            self.add_note(f"{shown} was read as any of {listed}")
        if longer:
            return longer
        from rulings.names import corrections

        corrected = corrections(value, known)[:1]
        for term in corrected:
            self.add_note(f"{shown} was read as {term}")
        return corrected

    def _date(self, field_name: str, value: str) -> Query | None:
        """The Whoosh query for a date. `before:` and `after:` include the day; a month or year means its first day."""
        try:
            day, _ = date_range(value)
        except InvalidDateError:
            shown = f"{field_name}:{value[: constants.MAX_DATE_QUOTE_LENGTH]}"
            self.add_note(f"“{shown}” is not a date (1996, 1996-08 or 1996-08-06) and was ignored")
            return None
        return TermRange(".date", None, day) if field_name == "before" else TermRange(".date", day, None)
