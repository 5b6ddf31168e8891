"""Turns a typed query into a `Request`, with the cards and others that it names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import filterfalse
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from rulings import errors
from rulings.model import dates, ids, knowledge, page_table, plain_text
from rulings.names import (
    addresses,
    name_matching,
    name_table,
    numbering,
    resolver,
)
from rulings.search import (
    fields,
    filters,
    inverted_index,
    parameters,
    query_language,
    query_words,
    ranking,
    terms,
)


class Request(Struct, frozen=True):
    """A query as it was understood."""

    kb: knowledge.Knowledge
    index: inverted_index.Index
    text: str  # the query, on one line
    typed: str  # the same without its orders, with days in ISO 8601
    query: query_language.Query
    expansion: ranking.Expansion
    # The numbers of the documents that meet the conditions; None: all
    allowed: set[int] | None
    only_names: bool  # whether only cards, topics and the like are asked for
    # The documents offered first, because the query is their name or little more
    offered_numbers: list[int] = []
    is_whole_name: bool = False  # whether the whole query is a name
    note: str = ""  # how a misspelt or partial name was read


def understand(kb: knowledge.Knowledge, text: str) -> Request:
    """The request for a query in the language of `rulings search`. Every text is a
    valid query.
    """
    index = kb.computed(inverted_index.open_index)
    plain_words = plain_text.with_plain_signs(text[: parameters.MAX_PASTED_LENGTH])
    query = _parsed(kb, index, plain_words)
    allowed = allowed_numbers(index, query.conditions)
    if allowed == set() and query.fallback_text.strip():
        inexact = (
            "nothing matches the query exactly; its words were searched for instead"
        )
        relaxed = replace(  # keeps words and fields, but no other conditions
            query,
            text=query.fallback_text,
            conditions=tuple(query.field_conditions.values()),
            has_optional_words=True,
            patterns=[],
            notes=[*query.notes, inexact],
        )
        allowed_by_fields = allowed_numbers(index, relaxed.conditions)
        if allowed_by_fields != set():
            query, allowed = relaxed, allowed_by_fields
    expansion = ranking.expand(index, query.text, query.patterns)
    only_names = allowed is not None and allowed.isdisjoint(index.entry_numbers)
    one_line = plain_text.one_line(text[: parameters.MAX_SHOWN_LENGTH])
    words = dates.with_iso_days(terms.without_orders(plain_words))
    typed = " ".join(words[: parameters.MAX_SHOWN_LENGTH].split())
    request = Request(kb, index, one_line, typed, query, expansion, allowed, only_names)
    if query.conditions and not only_names:
        return request
    return _with_names(request, index.analyzer.normalized(typed))


_IN_SIGNS = re.compile(r"""\s*[*_"'`(\[{<]""")


def _parsed(
    kb: knowledge.Knowledge,
    index: inverted_index.Index,
    typed: str,
    orders_before: Sequence[terms.Order] = (),
    notes_before: Sequence[str] = (),
) -> query_language.Query:
    """The query in a text, with the documents that its ids and addresses name. If one
    of these is the address of a list or search, it is that query instead.
    """
    notes = [*notes_before]
    orders = [*orders_before, *terms.read_orders(index, typed, notes)]
    text = dates.with_iso_days(terms.without_orders(typed))
    numbers = list[int]()
    document_references = list[addresses.PastedReference]()
    for reference in addresses.references(text):
        reading = _read_reference(kb, index, reference)
        if reading.query:
            note = f"read as {reading.query}"
            return _parsed(kb, index, reading.query, orders, [note])
        if reading.numbers:
            numbers += reading.numbers
            document_references.append(reference)
        notes += reading.notes
    words = _without_signs(index, addresses.words_without(document_references, text))
    if entry_id := numbered_entry(kb, index, words).id:
        numbers += index.numbers([entry_id], parameters.ENTRY_KINDS)
        words = ""
    names_entry = any(number in index.entry_numbers for number in numbers)
    if names_entry and index.analyzer.normalized(words):
        notes.append(addresses.WORDS_BESIDE)
    query = query_language.parse(index, words, numbers, notes)
    return replace(query, orders=orders)


def _without_signs(index: inverted_index.Index, words: str) -> str:
    """The words, without signs around a title or unique alias: `"Dr. Dreff"`."""
    if not _IN_SIGNS.match(words):
        return words
    name = plain_text.fold(words)
    resolution = index.names.exact(name)
    is_alias = resolution.match_kind == "alias" and resolution.only
    return name if resolution.match_kind == "title" or is_alias else words


class _ReferenceReading(NamedTuple):
    """The meaning of an id or address in a text."""

    numbers: Sequence[int] = ()  # of the documents that it names
    query: str = ""  # of a list or search
    notes: Sequence[str] = ()


def _read_reference(
    kb: knowledge.Knowledge,
    index: inverted_index.Index,
    reference: addresses.PastedReference,
) -> _ReferenceReading:
    """Reads an id or address. Empty if it names neither a document nor a list."""
    try:
        things = resolver.read_reference(kb, reference)
    except errors.NotFound as error:
        return _ReferenceReading(notes=[str(error)])
    if "search" in reference.paths:
        return _ReferenceReading(query=reference.query)
    if not things:
        return _ReferenceReading(index.numbers(reference.paths, ("page",)))
    kind = things[0].kind
    id = things[0].id
    if kind == "query":
        return _ReferenceReading(query=id)
    if kind == "document":
        short = kb.documents_by_id[id].short
        return _ReferenceReading(query=fields.field_query("in", short))
    if kind == "note":
        entry_ids = [side.entry_id for side in kb.notes_by_id[id].sides]
        return _ReferenceReading(index.numbers(entry_ids))
    if kind == "step":
        step_id = ids.step_id(int(id))
        return _ReferenceReading(index.numbers([step_id], (kind,)))
    query = page_table.query_at(id) if kind == "page" else ""
    return _ReferenceReading(index.numbers_of(things), query)


def allowed_numbers(
    index: inverted_index.Index, conditions: Sequence[terms.Clause]
) -> set[int] | None:
    """The documents that meet the conditions; None (all) if there are no conditions."""
    return filters.numbers(index, conditions) if conditions else None


def _with_names(request: Request, folded_query: str) -> Request:
    """The request with the documents that the query names. It must be a name, or names
    of cards with at most one other word.
    """
    index = request.index
    expansion = request.expansion
    names = list(index.tables.numbers_by_name.get(folded_query, ()))
    numbers_beside_asking = _named_beside_asking(index, expansion)
    is_other_name = bool(names or numbers_beside_asking)
    card_numbers, note = _cards_named_by_whole_query(
        index, expansion, is_other_name=is_other_name
    )
    if not (names or card_numbers):
        names += numbers_beside_asking
    is_exact = bool(names or card_numbers)
    if not is_exact and (thing := _inexact_name(request)):
        note = f"“{request.typed}” was read as {thing.title}"
        names = index.numbers_of([thing])
        card_numbers = names if thing.kind == "card" else []
        expansion = replace(expansion, card_names=[], unknown=[], corrected={})
    cards = card_numbers or _cards_beside_one_word(index, expansion)
    topics = index.names.exact(folded_query, "topic").things
    names += index.numbers_of(topics)
    if names and not card_numbers:  # `sensei` is a person, and a card
        namesakes = index.names.exact(folded_query, "card").things
        names += index.numbers_of(namesakes)
    # The query asks for the card, not for its words.
    if card_numbers and not expansion.card_names:
        places = range(len(expansion.words))
        mention = ranking.CardMention(places, tuple(card_numbers), 1.0)
        expansion = replace(
            expansion,
            term_groups=[],
            card_names=[mention],
            unknown=[],
            corrected={},
        )
    return replace(
        request,
        expansion=expansion,
        offered_numbers=list(dict.fromkeys([*cards, *names])),
        is_whole_name=bool(card_numbers or names),
        note=note,
    )


def numbered_entry(
    kb: knowledge.Knowledge, index: inverted_index.Index, text: str
) -> numbering.NumberedEntry:
    """The step or section that a text names by its number, perhaps with words that ask:
    `what happens in step 7`.
    """

    def is_telling(word: str) -> bool:
        kinds = map(index.list_kind, index.analyzer.words(word))
        return not query_words.ASKING_KINDS.issuperset(kinds)

    entry = numbering.read(kb, text)
    if any(entry):
        return entry
    telling_words = filter(is_telling, text.split())
    return numbering.read(kb, " ".join(telling_words))


def _named_beside_asking(
    index: inverted_index.Index, expansion: ranking.Expansion
) -> list[int]:
    """The documents named beside words that ask (`what is a virus`).

    Otherwise, the topic or keyword named beside a status (`errata on tracing`).
    """

    def without(kinds: frozenset[str]) -> list[str]:
        words = expansion.words_without_fillers
        return [word for word in words if index.list_kind(word) not in kinds]

    name = " ".join(without(query_words.ASKING_KINDS))
    if numbers := index.tables.numbers_by_name.get(name):
        return numbers
    without_status = filterfalse(index.status, without(query_words.STATUS_KINDS))
    name = " ".join(without_status)
    things = index.names.exact(name, "topic", "keyword").things
    return index.numbers_of(things)


def with_asked_status(request: Request) -> dict[str, frozenset[int]]:
    """Each status asked for beside names alone → its entries: `rabbit errata`."""
    index = request.index
    entries = dict[str, frozenset[int]]()
    for word in request.expansion.words_beside_names:
        if status := index.status(word):
            terms = [status, f"{status}-in-part"]
            if status == "superseded":
                terms.append("reversal")
            having = [index.with_term("is", term) for term in terms]
            entries[status] = frozenset[int]().union(*having)
        elif request.is_whole_name:
            continue
        elif index.list_kind(word) in query_words.TELLING_KINDS:
            return {}
    return entries


def _cards_named_by_whole_query(
    index: inverted_index.Index,
    expansion: ranking.Expansion,
    *,
    is_other_name: bool,
) -> tuple[list[int], str]:
    """The cards that the entire query names by a title, an alias or a part of a title.
    A note says how a part was read.
    """
    words = expansion.words
    if len(expansion.card_names) == 1:
        name = expansion.card_names[0]
        beside = {word for place, word in enumerate(words) if place not in name.places}
        if beside.issubset(query_words.FILLERS):
            return list(name.cards), ""
    typed_name = " ".join(words)
    resolution = name_matching.resolve(index.names, typed_name, "card", typos=False)
    numbers = index.numbers_of(resolution.things)
    card = resolution.only
    if card is None or (is_other_name and resolution.match_kind != "title"):
        return [], ""
    if resolution.is_exact:
        return numbers, ""
    if _asks_for_card(expansion, resolution, numbers):
        return numbers, f"read as the card {card.title}"
    return [], ""


def _inexact_name(request: Request) -> name_table.Thing | None:
    """The thing that a short query with an unknown word misspells or begins, as
    `rulings NAME` reads it.
    """
    expansion = request.expansion
    words = request.typed.split()
    is_unfinished = any(mention.typed for mention in expansion.card_names)
    is_known = not (expansion.unknown or expansion.corrected or is_unfinished)
    if is_known or len(words) > name_matching.MAX_MISSPELT_WORDS:
        return None
    kinds = name_table.NAMED_KINDS
    # `Corrp` is not a card with *Corp* in its title
    if len(words) == 1 and expansion.corrected:
        kinds = ("topic", "keyword")
    resolution = name_matching.resolve(request.index.names, request.typed, *kinds)
    is_beginning = len(words) == 1 and resolution.match_kind != "typo"
    return None if is_beginning else resolution.only


def _asks_for_card(
    expansion: ranking.Expansion,
    resolution: name_table.Resolution,
    numbers: list[int],
) -> bool:
    """Whether a part of a card's title asks for the card, not for an ordinary word."""
    terms = expansion.words_without_fillers
    telling = [word for word in terms if word not in query_words.EVERYDAY_WORDS]
    letters = max(map(len, telling), default=0)
    is_known = not (expansion.unknown or expansion.corrected)
    is_ordinary_word = is_known and len(terms) == 1 and not expansion.card_names
    is_clear = is_known or (resolution.match_kind == "beginning" and letters > 3)
    if letters < 3 or is_ordinary_word or not is_clear:
        return False
    mentioned = expansion.named_cards
    return not mentioned or not mentioned.isdisjoint(numbers)


def _cards_beside_one_word(
    index: inverted_index.Index, expansion: ranking.Expansion
) -> list[int]:
    """The one or two cards that are surely named beside a single word or a request for
    rulings.

    Otherwise, the card whose title is beside a single word, even if it may be an
    ordinary word: `trap errata`.
    """
    sure = expansion.sure_cards
    words = expansion.words_without_fillers
    others = expansion.words_beside_names
    kinds = {*map(index.list_kind, others)} - query_words.STATUS_KINDS
    asks_for_rulings = kinds <= {"newest", "most"}
    is_beside = len(others) <= parameters.MAX_BESIDE_NAMES or asks_for_rulings
    if 1 <= len(sure) <= 2 and is_beside:
        return expansion.single_cards if len(expansion.single_cards) == 2 else sure
    for name_words in (words[:-1], words[1:]):
        resolution = index.names.exact(" ".join(name_words), "card")
        if resolution.match_kind == "title":
            return index.numbers_of(resolution.things)
    return []
