"""A query as typed and the options of a search → a `Request`: what is asked for, and which documents can answer.

The page does the same in `site/theme/js/engine/request.js`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from whoosh.query import And, Or, Query, Term, TermRange

from rulings.search import constants
from rulings.search.expansion import Expansion, expand
from rulings.search.index import Index
from rulings.search.options import Options
from rulings.search.query_parser import ParsedQuery, parse

_NEWEST = re.compile(constants.NEWEST_PATTERN, re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Request:
    """A query as it was understood, with the options of the search."""

    index: Index
    shown: str  # the query as typed, on one line
    query: ParsedQuery
    expansion: Expansion
    named_subjects: list[str]  # ids of the cards or the topic, if the query is just a name
    candidate_filter: set[int] | None  # the numbers of the documents that pass fields and options; None: all
    includes_subjects: bool  # whether cards and topics are searched too
    by_date: bool  # whether the newest results come first
    options: Options


def understand(index: Index, typed: str, options: Options) -> Request:
    """The request for a query in the language of `rulings search`. Every text is a valid query."""
    text, note, asks_for_newest = _in_fields(index, typed)
    query, candidate_filter = _parsed(index, text, options)
    query = replace(query, notes=[*query.notes, note]) if note else query
    expansion = expand(index.vocabulary, query.text[: constants.MAX_QUERY_LENGTH], query.patterns)
    are_guesses = all(concept.word in expansion.corrected for concept in expansion.concepts)
    if expansion.unknown and are_guesses and not expansion.mentions:
        expansion = replace(expansion, concepts=[])  # nothing is known of what is asked for
    includes_subjects = _only_subjects_pass(index, candidate_filter)
    subjects: list[str] = []
    if query.condition is None or includes_subjects:
        subjects, expansion = _read_as_name(index, expansion)
    shown = " ".join("".join(c if c.isprintable() else " " for c in typed[: constants.MAX_SHOWN_LENGTH]).split())
    by_date = options.by_date or asks_for_newest
    return Request(index, shown, query, expansion, subjects, candidate_filter, includes_subjects, by_date, options)


def _in_fields(index: Index, typed: str) -> tuple[str, str, bool]:
    """The query, “newest rulings” and authorities' names as fields; a note or empty; whether the newest come first."""
    if newest := _NEWEST.fullmatch(typed):
        kind, words, fields = newest.groups("")
        return ("is:errata" if kind.lower() == "errata" else "kind:ruling") + words + fields, "", True
    typed_words = index.analyzer.words(typed)
    authority = index.settings.authority_names.get(" ".join(typed_words))
    keyword = "-".join(typed_words)
    is_rare = len(typed_words) > 1 or not index.vocabulary.document_frequency(index.analyzer.stem(keyword))
    if is_rare and keyword in index.lexicon("keyword"):
        note = f"read as keyword:{keyword}: cards with this keyword, and what is on them"
        return f'keyword:"{" ".join(typed_words)}"', note, False
    if not authority:
        return typed, "", False
    text = f'by:"{authority}"'
    return text, f"read as {text}: what this authority said or passed on", False


def _parsed(index: Index, text: str, options: Options) -> tuple[ParsedQuery, set[int] | None]:
    """The parsed query, and the documents that pass it and the options; words only rank if none has them all."""
    query = parse(index, text)
    passing = passing_numbers(index, query.condition, options)
    if query.condition is not None and not passing and query.fallback_text.strip():
        relaxed = query.relaxed()
        passing_fields = passing_numbers(index, relaxed.condition, options)
        if passing_fields is None or passing_fields:
            return relaxed, passing_fields
    return query, passing


def passing_numbers(index: Index, condition: Query | None, options: Options) -> set[int] | None:
    """The numbers of the documents that pass fields and options; None: all."""
    conditions = [*([condition] if condition is not None else []), *_conditions(options, index)]
    return set(index.searcher.docs_for_query(And(conditions))) if conditions else None


def _conditions(options: Options, index: Index) -> list[Query]:
    """The Whoosh queries that every result must match because of the options."""
    conditions: list[Query] = [
        Term(name, index.analyzer.field_term(value))
        for name, value in (("side", options.side), ("type", options.type), ("game", options.game))
        if value
    ]
    if options.as_of:
        undated = Term(".first_said", "")  # which no range contains
        conditions.append(Or([undated, TermRange(".first_said", None, options.as_of)]))
    if options.official:
        conditions.append(Term("is", "official"))
    return conditions


def _only_subjects_pass(index: Index, candidate_filter: set[int] | None) -> bool:
    """Whether nothing but cards and topics passes the fields, so that these are asked for."""
    return candidate_filter is not None and candidate_filter.isdisjoint(index.entries)


def _read_as_name(index: Index, expansion: Expansion) -> tuple[list[str], Expansion]:
    """If the query is just a name: the ids of the cards or the topic, and the expansion to use for it.

    The name of a card can be its title, an alias, a part of the title, or a misspelling. In the last two cases the
    query asks for the card instead of the words.
    """
    if not expansion.words:
        return [], expansion
    cards, is_exact = _cards_named_by_whole_query(index, expansion)
    if cards:
        return cards, expansion if is_exact else expansion.only_cards(cards)
    topic = index.names.meaning(" ".join(expansion.words), "topic", typos=False)
    return [thing.id for thing in topic.things if topic.is_exact], expansion


def _cards_named_by_whole_query(index: Index, expansion: Expansion) -> tuple[list[str], bool]:
    """The ids of the cards that the whole query names, and whether it names them exactly."""
    mentions, words = expansion.mentions, expansion.words
    if len(mentions) == 1 and (mention := mentions[0]).start == 0 and mention.stop == len(words):
        confidence = mention.confidence * len(mention.card_ids) ** 0.5
        is_name = mention.corrected or confidence >= constants.NAME_QUERY_CONFIDENCE
        return (list(mention.card_ids) if is_name else []), True  # the query is one name that is looked for in queries
    if len(words) > constants.MAX_PARTIAL_NAME_WORDS:
        return [], False  # it is too long for a part of a name
    has_typo = bool(expansion.unknown or expansion.corrected) or any(mention.corrected for mention in mentions)
    whole = " ".join(words)
    named = index.names.meaning(whole, "card", typos=has_typo)
    if named.is_exact and named.only:
        return [named.only.id], True  # it is another name
    if not mentions and len(words) == 1 and not has_typo:
        return [], False  # it is an ordinary word
    ids = [thing.id for thing in named.things]
    meant = set(ids).intersection(*(mention.card_ids for mention in mentions))
    is_clear = len(ids) == 1 or (has_typo and not mentions)
    return (ids if meant and is_clear else []), False  # it may be a part of a name, or misspelt
