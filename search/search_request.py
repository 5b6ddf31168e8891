"""Turns a typed query into a `Request`, with the cards and others that it names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import filterfalse
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from rulings import errors
from rulings.model import dates, knowledge, page_table, plain_text
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
    query_names,
    query_patterns,
    query_words,
    ranking,
    sentences,
    terms,
)


class Request(Struct, frozen=True):
    """A query as it was understood."""

    kb: knowledge.Knowledge
    index: inverted_index.Index
    text: str  # the query, on one line
    typed: str  # the same without its orders, with days in ISO 8601
    name: str  # `typed` as a name: folded words
    query: query_language.Query
    expansion: ranking.Expansion
    # The slots of the documents that meet the conditions; None: all
    allowed: set[int] | None
    # Whether conditions leave only cards, topics and pages (`kind:card`), and no entry
    only_names_match: bool
    # The documents that the query names, if it is their name or little more
    named_slots: list[int] = []
    is_whole_name: bool = False  # whether the whole query is a name
    # how a misspelt or partial name was read
    notes: Sequence[sentences.Note] = ()


def read_request(kb: knowledge.Knowledge, text: str) -> Request:
    """The request for a query in the language of `rulings search`. Every text is a
    valid query.
    """
    index = kb.computed(inverted_index.open_index)
    plain_words = plain_text.with_plain_signs(text[: parameters.MAX_PASTED_LENGTH])
    site_name = query_patterns.SITE_NAME_PATTERN
    plain_words = re.sub(site_name, r"\g<before>", plain_words, flags=re.IGNORECASE)
    query = _parsed(kb, index, plain_words)
    allowed = allowed_slots(index, query.conditions)
    if allowed == set() and query.fallback_text.strip():
        relaxed = _relaxed(query)
        allowed_by_fields = allowed_slots(index, relaxed.conditions)
        if allowed_by_fields != set():
            query = relaxed
            allowed = allowed_by_fields
    names = query_names.find_names(index, query.text)
    expansion = ranking.expand(index, names, query.wildcards)
    only_names_match = allowed is not None and allowed.isdisjoint(index.entry_slots)
    one_line = plain_text.one_line(text[: parameters.MAX_SHOWN_LENGTH])
    words = dates.with_iso_days(terms.without_orders(plain_words))
    typed_text = " ".join(words[: parameters.MAX_SHOWN_LENGTH].split())
    name = index.analyzer.normalized(typed_text)
    request = Request(
        kb,
        index,
        text=one_line,
        typed=typed_text,
        name=name,
        query=query,
        expansion=expansion,
        allowed=allowed,
        only_names_match=only_names_match,
    )
    if query.conditions and not only_names_match:
        return request
    return _with_names(request)


def _relaxed(query: query_language.Query) -> query_language.Query:
    """The query with its words and fields, but without other conditions."""
    note = sentences.note("not exact")
    return replace(
        query,
        text=query.fallback_text,
        conditions=tuple(query.field_conditions.values()),
        has_optional_words=True,
        wildcards=[],
        notes=[*query.notes, note],
    )


_BEGINS_WITH_SIGN = re.compile(r"""\s*[*_"'`(\[{<!]""")


def _parsed(
    kb: knowledge.Knowledge,
    index: inverted_index.Index,
    typed_text: str,
    orders_before: Sequence[terms.Order] = (),
    notes_before: Sequence[sentences.Note] = (),
) -> query_language.Query:
    """The query in a text, with the documents that its ids and addresses name. If one
    of these is the address of a list or search, it is that query instead, unless the
    text is itself a query in such an address (`notes_before`).
    """
    notes = [*notes_before]
    orders = [*orders_before, *terms.read_orders(index, typed_text, notes)]
    text = dates.with_iso_days(terms.without_orders(typed_text))
    if month := dates.month_alone(text):
        field_query = fields.field_query("date", month)
        note = sentences.note("words read", text.strip(), field_query)
        return _parsed(kb, index, field_query, orders, [*notes, note])
    slots = list[int]()
    document_links = list[addresses.PastedLink]()
    for link in addresses.pasted_links(text):
        reading = _read_link(kb, index, link)
        if reading.query and not notes_before:
            note = sentences.note("read as query", reading.query)
            return _parsed(kb, index, reading.query, orders, [*notes, note])
        if reading.slots:
            slots += reading.slots
            document_links.append(link)
        notes += reading.notes
    words = _without_signs(index, addresses.words_without(document_links, text))
    if entry_id := numbered_entry(index, words).id:
        slots += index.slots([entry_id], parameters.ENTRY_KINDS)
        words = ""
    names_entry = any(slot in index.entry_slots for slot in slots)
    if names_entry and index.analyzer.normalized(words):
        notes.append(sentences.note("said", addresses.WORDS_BESIDE))
    query = query_language.parse(index, words, slots, notes)
    return replace(query, orders=orders)


def _without_signs(index: inverted_index.Index, words: str) -> str:
    """The words, without signs around a title or unique alias: `"Dr. Dreff"`."""
    if not _BEGINS_WITH_SIGN.match(words):
        return words
    name = plain_text.fold(words)
    resolution = index.names.exact(name)
    is_alias = resolution.match_kind == "alias" and resolution.only
    return name if resolution.match_kind == "title" or is_alias else words


class _LinkReading(NamedTuple):
    """The meaning of an id or address in a text."""

    slots: Sequence[int] = ()  # of the documents that it names
    query: str = ""  # of a list or search
    notes: Sequence[sentences.Note] = ()


def _read_link(
    kb: knowledge.Knowledge,
    index: inverted_index.Index,
    link: addresses.PastedLink,
) -> _LinkReading:
    """Reads an id or address. Empty if it names neither a document nor a list."""
    try:
        references = resolver.read_link(kb, link)
    except errors.NotFound as error:
        return _LinkReading(notes=[sentences.note("said", error)])
    if not references:
        return _LinkReading(index.slots(link.paths, ("page",)))
    kind = references[0].kind
    id = references[0].id
    if kind == "document":
        short = kb.documents_by_id[id].short
        return _LinkReading(query=fields.field_query("in", short))
    if kind == "note":
        entry_ids = [side.entry_id for side in kb.notes_by_id[id].sides]
        return _LinkReading(index.slots(entry_ids))
    query = page_table.query_at(id) if kind == "page" else ""
    return _LinkReading(index.slots_of(references), query)


def allowed_slots(
    index: inverted_index.Index, conditions: Sequence[terms.Clause]
) -> set[int] | None:
    """The documents that meet the conditions; None (all) if there are no conditions."""
    return filters.slots_meeting(index, conditions) if conditions else None


class _NamedDocuments(NamedTuple):
    """What a query names."""

    cards: Sequence[int] = ()  # the cards that the entire query names
    others: Sequence[int] = ()  # others that it names
    notes: Sequence[sentences.Note] = ()  # how a misspelt or partial name was read
    is_misread: bool = False  # whether the words had been read as something else


def _card(request: Request) -> _NamedDocuments | None:
    """The card that a query of its name and fillers names, or that has the entire query
    as its title: `dreff`.
    """
    expansion = request.expansion
    is_alone = {*query_words.FILLERS}.issuperset(expansion.words_beside_names)
    if len(expansion.card_mentions) == 1 and is_alone:
        return _NamedDocuments(expansion.card_mentions[0].cards)
    resolution = request.index.names.exact(" ".join(expansion.words), "card")
    if resolution.match_kind != "title":
        return None
    return _NamedDocuments(request.index.slots_of(resolution.references))


def _other_name(request: Request) -> _NamedDocuments | None:
    """The references other than cards that have the entire query as their name or
    title: `tracing`, `core mechanics`. Otherwise, those named beside words that ask:
    `what is a virus`; or the topic or keyword named beside a nature: `errata on
    tracing`.
    """
    index = request.index
    slots_by_name = index.tables.slots_by_name

    def without(kinds: frozenset[query_words.WordKind]) -> list[str]:
        words = request.expansion.words_without_fillers
        return [word for word in words if index.word_kind(word) not in kinds]

    section_id = numbering.titled(index.names, request.name)
    name = " ".join(without(query_words.ASKING_KINDS))
    words = without(query_words.NATURE_KINDS)
    subject = " ".join(filterfalse(index.asked_nature, words))
    slots = (
        slots_by_name.get(request.name)
        or index.slots([section_id], parameters.ENTRY_KINDS)
        or slots_by_name.get(name)
        or index.slots_of(index.names.exact(subject, "topic", "keyword").references)
        or index.slots_of(index.names.exact(request.name, "authority").references)
        or slots_by_name.get(name.removesuffix("s"))  # `Sparky's rulings`
    )
    return _NamedDocuments(others=slots) if slots else None


def _part_of_card(request: Request) -> _NamedDocuments | None:
    """The card that has the entire query as an alias, the plural of its title
    (`glaciers`) or part of it.
    """
    words = " ".join(request.expansion.words)
    names = request.index.names
    resolution = name_matching.first_meaning(names, words, "card", typos=False)
    card = resolution.only
    if card is None:
        return None
    slots = request.index.slots_of([card])
    is_plural = plain_text.singular(words) == plain_text.fold(card.title)
    if resolution.is_exact or is_plural:
        return _NamedDocuments(slots)
    if not _asks_for_card(request.expansion, resolution, slots):
        return None
    note = sentences.note("read as card", card.title)
    return _NamedDocuments(slots, notes=(note,))


def _inexact_name(request: Request) -> _NamedDocuments | None:
    """The reference that a short query with an unknown word misspells or begins, as
    `rulings NAME` reads it: `dref`. Of several words, one may also have the stem of a
    known word: `city surveilance`.
    """
    index = request.index
    expansion = request.expansion
    words = request.typed.split()
    is_unfinished = any(mention.typed for mention in expansion.card_mentions)
    is_known = not (expansion.unknown or expansion.corrected or is_unfinished)
    if len(words) > 1:
        is_known &= all(map(index.with_printed_word, expansion.words))
    if is_known or len(words) > name_matching.MAX_MISSPELT_WORDS:
        return None
    kinds = name_table.NAMED_KINDS
    # `Corrp` is not a card with *Corp* in its title
    if len(words) == 1 and expansion.corrected:
        kinds = ("topic", "keyword")
    resolution = name_matching.first_meaning(index.names, request.typed, *kinds)
    reference = resolution.only
    is_beginning = len(words) == 1 and resolution.match_kind != "typo"
    if reference is None or is_beginning:
        return None
    slots = index.slots_of([reference])
    notes = (sentences.note("words read", request.typed, reference.title),)
    if reference.kind == "card":
        return _NamedDocuments(slots, notes=notes, is_misread=True)
    return _NamedDocuments(others=slots, notes=notes, is_misread=True)


# How a query names something: a query that no reading before this one can read → the
# reading. Unlike in a look-up, a card's nickname comes after another kind's title,
# because the results show both: `sensei` is a person, and a card
QUERY_READERS = {
    "dreff": _card,
    "tracing": _other_name,
    "savings account": _part_of_card,
    "tracng": _inexact_name,
}


def _with_names(request: Request) -> Request:
    """The request with the references that the query names, and with others that have
    the same name or are named beside a single word.
    """
    index = request.index
    readings = (read(request) for read in QUERY_READERS.values())
    named_documents = next(filter(None, readings), _NamedDocuments())
    expansion = _for_cards(request.expansion, named_documents)
    cards = named_documents.cards or _cards_beside_one_word(index, expansion)
    first = cards or _entry_beside_words(request)
    topics = index.names.exact(request.name, "topic").references
    slots = [
        *index.tables.slots_by_name.get(request.name, ()),
        *named_documents.others,
        *index.slots_of(topics),
    ]
    if slots and not named_documents.cards:  # `sensei` is a person, and a card
        namesakes = index.names.exact(request.name, "card").references
        slots += index.slots_of(namesakes)
    return replace(
        request,
        expansion=expansion,
        named_slots=list(dict.fromkeys([*first, *slots])),
        is_whole_name=bool(named_documents.cards or slots),
        notes=named_documents.notes,
    )


def _for_cards(
    expansion: ranking.Expansion, named_documents: _NamedDocuments
) -> ranking.Expansion:
    """The expansion of a query that asks for these cards. If it asks for cards that are
    not among its words, its words are not searched for.
    """
    if named_documents.is_misread:
        expansion = replace(expansion, card_mentions=[], unknown=[], corrected={})
    if expansion.card_mentions or not named_documents.cards:
        return expansion
    places = range(len(expansion.words))
    mention = query_names.CardMention(places, tuple(named_documents.cards), 1.0)
    return replace(
        expansion, term_groups=[], card_mentions=[mention], unknown=[], corrected={}
    )


def numbered_entry(index: inverted_index.Index, text: str) -> numbering.NumberedEntry:
    """The step or section that a text names by its number, perhaps with words that ask:
    `what happens in step 7`.
    """

    def is_telling(word: str) -> bool:
        kinds = map(index.word_kind, index.analyzer.words(word))
        return not query_words.ASKING_KINDS.issuperset(kinds)

    entry = numbering.entry_with_number(index.names, text)
    if any(entry):
        return entry
    telling_words = filter(is_telling, text.split())
    return numbering.entry_with_number(index.names, " ".join(telling_words))


def _entry_beside_words(request: Request) -> list[int]:
    """The step or section with a number in a query without cards: `step 13 rez`."""
    if request.expansion.sure_cards:
        return []
    entry = numbering.entry_mentioned(request.index.names, request.typed)
    return request.index.slots([entry.id], parameters.ENTRY_KINDS)


def entries_by_asked_nature(request: Request) -> dict[str, frozenset[int]]:
    """Each nature asked for beside names alone → its entries: `rabbit errata`."""
    index = request.index
    entries = dict[str, frozenset[int]]()
    for word in request.expansion.words_beside_names:
        if nature := index.asked_nature(word):
            is_values = [nature]
            if nature == "superseded":
                is_values.append("reversal")
            slots = [index.with_term("is", value) for value in is_values]
            entries[nature] = frozenset[int]().union(*slots)
        elif request.is_whole_name:
            continue
        elif index.word_kind(word) == "other":
            return {}
    return entries


def _asks_for_card(
    expansion: ranking.Expansion,
    resolution: name_table.Resolution,
    slots: list[int],
) -> bool:
    """Whether a part of a card's title asks for the card, not for an ordinary word."""
    words = expansion.words_without_fillers
    telling = [word for word in words if word not in query_words.EVERYDAY_WORDS]
    letters = max(map(len, telling), default=0)
    is_known = not (expansion.unknown or expansion.corrected)
    is_ordinary_word = is_known and len(words) == 1 and not expansion.card_mentions
    is_clear = is_known or (resolution.match_kind == "beginning" and letters > 3)
    if letters < 3 or is_ordinary_word or not is_clear:
        return False
    possible_cards = expansion.possible_cards
    return not possible_cards or not possible_cards.isdisjoint(slots)


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
    other_words = expansion.words_beside_names
    kinds = {*map(index.word_kind, other_words)} - query_words.NATURE_KINDS
    asks_for_rulings = kinds <= {"order"}
    is_beside = len(other_words) <= parameters.MAX_BESIDE_NAMES or asks_for_rulings
    if 1 <= len(sure) <= 2 and is_beside:
        return (
            expansion.unambiguous_cards
            if len(expansion.unambiguous_cards) == 2
            else sure
        )
    for name_words in (words[:-1], words[1:]):
        resolution = index.names.exact(" ".join(name_words), "card")
        if resolution.match_kind == "title":
            return index.slots_of(resolution.references)
    return []
