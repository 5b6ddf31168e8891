"""Finds what the notes above the results say: what is unknown, and why nothing was found.
`sentences` has the words.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulings.model import dates, entities, plain_text, vocabulary
from rulings.names import name_matching, resolver
from rulings.search import (
    fields,
    filters,
    inverted_index,
    parameters,
    query_names,
    query_words,
    retrieval,
    search_request,
    sentences,
)

NO_FIELD = ("no field", "no field but")  # kinds of notes


def notes_on_the_other_game(request: search_request.Request) -> sentences.Notes:
    """A note if the query names a card or term that only Android: Netrunner (2012)
    has.
    """
    if request.is_whole_name:
        return []
    other = request.index.tables.other_game
    words = request.expansion.words
    runs = list[str]()
    for size in range(parameters.MAX_OTHER_TITLE_WORDS, 0, -1):
        for start in range(len(words) - size + 1):
            runs.append(" ".join(words[start : start + size]))
    game = vocabulary.GAMES[vocabulary.ANDROID]
    titles = filter(None, map(other.titles.get, runs))
    if title := next(titles, None):
        return [sentences.note("other card", title, game)]
    terms = filter(None, map(other.terms.get, runs))
    if term := next(terms, None):
        return [sentences.note("other term", term, game)]
    return []


def sentence_if_missing(request: search_request.Request) -> str:
    """A sentence if the query names a ruling, step or section that does not exist; else
    empty. For a withdrawn ruling, or a document that was left out (`in:tournament`), it
    gives the reason.
    """
    kb = request.kb
    typed_text = request.typed
    if request.query.pasted_slots:
        return ""
    names = [typed_text.lower()]
    for word in typed_text.lower().split():
        if word.startswith("in:"):
            names.append(word.removeprefix("in:"))
    for name in names:
        if reason := kb.withdrawn.get(name):
            return f"{name} is gone: {reason}"
    if missing_entry := search_request.numbered_entry(
        request.index, typed_text
    ).missing:
        return missing_entry
    near_references = resolver.references_near_id(kb, typed_text.lower())
    return (
        str(resolver.no_ruling(typed_text, near_references)) if near_references else ""
    )


def why_nothing_found(
    request: search_request.Request,
) -> tuple[sentences.Note, list[entities.Reference]]:
    """A note that says why nothing was found, and the references with the nearest
    names. There are none if the query has no words, or conditions that exclude
    everything.
    """
    expansion = request.expansion
    query = request.query
    if not (query.conditions or expansion.words or query.pasted_slots):
        return sentences.note("order alone" if query.orders else "no words"), []
    no_match = sentences.note("no match")
    if request.allowed == set():
        causes = [*query.causes, *_fields_that_nothing_meets(request), no_match]
        return causes[0], []
    unknown = [] if expansion.term_groups else unknown_words(request)
    return [*unknown, no_match][0], _nearest_references(request)


def _fields_that_nothing_meets(
    request: search_request.Request,
) -> sentences.Notes:
    """A note with the number of documents that meet each of several fields:
    `card:rabbit (7), by:wylie (31)`.
    """
    index = request.index
    counts = list[str]()
    for text, clause in request.query.field_conditions.items():
        slots = filters.slots_meeting(index, [clause])
        keys = {index.documents[slot].key for slot in slots}
        counts.append(f"{text} ({len(keys)})")
    listing = ", ".join(counts[: parameters.MAX_LISTED])
    return [sentences.note("no match of all", listing)] if len(counts) > 1 else []


def _nearest_references(request: search_request.Request) -> list[entities.Reference]:
    """The cards (topics, if only these are asked for) that a short query may mean."""
    index = request.index
    expansion = request.expansion
    allowed = request.allowed
    if len(expansion.words) > parameters.MAX_NEAREST_WORDS or expansion.sure_cards:
        return []
    kinds = {index.documents[slot].kind for slot in allowed or ()}
    kind: vocabulary.SubjectKind = "topic" if kinds == {"topic"} else "card"
    typed_name = " ".join(expansion.words)
    resolution = name_matching.first_meaning(index.names, typed_name, kind)
    references = resolution.references or resolution.suggestions
    return [reference for reference in references if reference.kind == kind]


def unknown_words(
    request: search_request.Request, words: Iterable[str] = ()
) -> sentences.Notes:
    """A note that names, as typed, the words that no ruling, section, step or
    citation contains, if there are any. If a field is unknown, the note on it is enough.
    `words`: the words to name instead.
    """
    named_words = words or request.expansion.unknown
    # One or two digits may belong to a date
    named_words = [word for word in named_words if not word.isdigit() or len(word) > 2]
    if not named_words:
        return []
    on_fields = [note for note in request.query.notes if note.kind in NO_FIELD]
    on_words = sentences.note("unknown words", as_typed(request, named_words))
    return [*on_fields, on_words][:1]


def as_typed(request: search_request.Request, words: list[str]) -> str:
    """Words of a query in quotation marks, as typed: `“rez” or “Dreff's”`; a date in
    words.
    """
    words_of = request.index.analyzer.words
    typed_words = [
        word.strip("\"'()*~.,;:!?")
        for word in request.typed.split()
        if not {*words}.isdisjoint(words_of(word))
    ]
    distinct = dict.fromkeys(typed_words or words)
    shown_words = [dates.date_in_words(w) if dates.is_date(w) else w for w in distinct]
    quotes = [f"“{word[: parameters.MAX_NOTE_QUOTE_LENGTH]}”" for word in shown_words]
    return plain_text.joined_with("or", quotes[: parameters.MAX_LISTED])


def how_read(
    index: inverted_index.Index,
    mention: query_names.CardMention,
) -> sentences.Note:
    """A note on how a misspelt or partial name was read."""
    titles = [index.documents[card].title for card in mention.cards]
    return sentences.note("words read", mention.typed, " or ".join(titles))


def subjects_without_nature(request: search_request.Request) -> sentences.Notes:
    """A note for each named_documents subject without the nature asked for: `rabbit
    errata`.
    """
    index = request.index
    notes = sentences.Notes()
    named_documents = [index.documents[slot] for slot in request.named_slots]
    subjects = [index.documents[card] for card in request.expansion.sure_cards]
    subjects += [document for document in named_documents if document.kind == "topic"]
    for nature, slots in search_request.entries_by_asked_nature(request).items():
        for subject in subjects:
            on_subject = index.with_term(subject.kind, subject.id)
            if slots.isdisjoint(on_subject):
                name = query_words.ASKED_NATURES[nature]
                notes.append(sentences.note("no nature", name, subject.title))
    return notes


def unruled_cards(request: search_request.Request) -> sentences.Notes:
    """A note for each named card without rulings: the hits are about others."""
    index = request.index
    ruled = index.with_term("kind", "ruling")
    notes = sentences.Notes()
    for card in retrieval.cards_without_rulings(request):
        search_document = index.documents[card]
        queries = list[str]()
        for keyword in request.kb.cards_by_id[search_document.id].keywords:
            slots = index.with_term("keyword", index.analyzer.field_term(keyword))
            if not ruled.isdisjoint(slots):
                queries.append(fields.field_query("keyword", keyword))
        title = search_document.title
        if queries:
            notes.append(sentences.note("unruled but", title, ", ".join(queries)))
        else:
            notes.append(sentences.note("unruled", title))
    return notes


def cards_without_joint_ruling(
    request: search_request.Request,
) -> sentences.Notes:
    """A note if several cards are named and no ruling concerns them all. Each hit
    is then about some of them only.
    """
    expansion = request.expansion
    is_of_names = not expansion.words_beside_names  # `dreff marionette olivia`
    cards = expansion.unambiguous_cards if is_of_names else expansion.sure_cards
    query = request.query
    has_only_fields = len(query.conditions) == len(query.field_conditions)
    if len(cards) < 2 or not has_only_fields:
        return []
    if retrieval.joint_rulings(request, cards):
        return []
    titles = [request.index.documents[card].title for card in cards]
    kind = "not on both" if len(cards) == 2 else "not on all"
    return [sentences.note(kind, plain_text.joined_with("and", titles))]
