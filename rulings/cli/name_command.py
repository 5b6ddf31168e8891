"""`rulings NAME…` and `rulings card NAME…`: the ways to read a name, in the order in
which they are tried.

Each gets the command line and the resolver's reading of the name. It returns its
answer, or None if it cannot read the name. Notes on standard error say how the name was
read and, if it is not a card, which reference is shown.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from rulings import api, errors
from rulings.cli import cards, dispatch, grammar, layout, output
from rulings.model import entities, ids, knowledge, plain_text
from rulings.names import (
    addresses,
    catalogue,
    name_table,
    resolver,
)

_MAX_MISTYPED_WORDS = 2  # more words that do not resemble a name are a question


def card(args: grammar.Arguments) -> output.Outcome:
    """The answer of the first reading that has one. Raises `NotFound` or `Ambiguous`."""
    typed_name = args.typed
    if not typed_name:
        raise grammar.UsageError(
            "missing card name: rulings card NAME… (rulings list shows all names)"
        )
    resolution = resolver.resolve(args.kb, typed_name)
    other_cards = args.options.get("with")  # not used unless a card is shown
    if not resolution.references and other_cards:
        # With another card, common words may be a name
        resolution = resolver.resolve(args.kb, typed_name, "card")
        dispatch.note_common_words(typed_name, resolution)
    is_card_meant = args.command_was_typed or other_cards
    for read in LOOKUP_READERS.values():
        if is_card_meant and read in (_by_query_word, _by_words):
            continue
        outcome = read(args, resolution)
        if outcome is not None:
            return outcome
    raise resolver.not_found("no card", typed_name, resolution.suggestions)


def _by_id(
    args: grammar.Arguments, resolution: name_table.Resolution
) -> output.Outcome | None:
    """The answer for an id, an address, or a step or section with its number. Raises
    `NotFound`.
    """
    if resolution.match_kind == "id":
        _note_words_beside(args.kb, args.typed)
        return _show(args, resolution)
    if not resolution.references:
        _reject_missing_references(args, resolution)
    return None


def _note_words_beside(kb: knowledge.Knowledge, typed_name: str) -> None:
    """Notes that there are words beside the id or address that decides, if one does."""
    links = [*addresses.pasted_links(typed_name)]
    if not any(resolver.read_link(kb, link) for link in links):
        return
    plain = plain_text.with_plain_signs(typed_name)
    other_words = addresses.words_without(links, plain)
    if len(links) > 1 or plain_text.fold(other_words):
        layout.print_note(addresses.WORDS_BESIDE)


def _reject_missing_references(
    args: grammar.Arguments,
    resolution: name_table.Resolution,
) -> None:
    """Raises `NotFound` for an id, address or step that does not exist."""
    typed_name, near_references = args.typed, resolution.suggestions
    is_link = resolver.is_address(typed_name) and near_references
    is_id = ids.is_ruling_id(typed_name.lower()) or any(
        reference.is_ruling for reference in near_references
    )
    if " " not in typed_name and (is_link or is_id):  # two ids are searched for
        raise resolver.no_ruling(typed_name, near_references)
    if resolver.is_address(typed_name):
        quote = plain_text.quoted(typed_name)
        raise errors.NotFound(f"there is no page {quote} with rulings")
    if resolver.is_step(args.kb, typed_name):
        resolver.find_step(args.kb, typed_name)


def _by_query_word(
    args: grammar.Arguments, resolution: name_table.Resolution
) -> output.Outcome | None:
    """The results for words with a field, which only queries have: `keyword:ai`. Also
    the results for *unofficial*, a word that resembles the name of an authority.
    """
    is_unofficial = "unofficial" in plain_text.fold(args.typed).split()
    has_field = any(map(dispatch.has_field, args.typed.split()))
    if is_unofficial or has_field:
        return dispatch.results_for(args.typed, args)
    return None


def _by_name(
    args: grammar.Arguments, resolution: name_table.Resolution
) -> output.Outcome | None:
    """The answer on the reference with this name. Raises `Ambiguous` for several
    references.
    """
    _note_namesake(args.kb, args.typed, resolution)
    return _show(args, resolution) if resolution.references else None


def _note_namesake(
    kb: knowledge.Knowledge,
    typed_name: str,
    resolution: name_table.Resolution,
) -> None:
    """Notes a person or keyword with exactly the same name as a card."""
    names = catalogue.names_of(kb)
    folded_name = plain_text.fold(typed_name)
    namesake = names.exact(folded_name, "authority", "keyword").only
    if not namesake:
        return
    if any(reference.kind != "card" for reference in resolution.references):
        return
    query = api.query_for(namesake)
    command = f"rulings search {query}" if query else f"rulings who {typed_name}"
    layout.print_note(
        f"{plain_text.quoted(typed_name)} is also {namesake.described}: {command}"
    )


def _show(args: grammar.Arguments, resolution: name_table.Resolution) -> output.Outcome:
    """The answer on the one reference that is meant. A note says what it is if it is
    not a card. Raises `Ambiguous` for several references.
    """
    reference = resolution.only
    if reference and reference.kind != "card" and not reference.is_ruling:
        _note_kind(args, reference, resolution)
        return dispatch.run_command_for(reference, args)
    if reference is None:
        hint = "" if resolution.match_kind == "id" else dispatch.search_hint(args.typed)
        raise resolver.ambiguous(resolution, args.typed, hint)
    dispatch.note_reading(args.typed, resolution)
    if reference.is_ruling:
        layout.print_note(
            f"“{reference.id}” is a {reference.kind} on {reference.title}"
        )
    return cards.answer_for(reference, args)


def _note_kind(
    args: grammar.Arguments,
    reference: entities.Reference,
    resolution: name_table.Resolution,
) -> None:
    """Notes what a reference is if it is neither a card nor a ruling."""
    quote, description = plain_text.quoted(args.typed), reference.described
    if reference.kind == "section":
        section = args.kb.sections_by_id[reference.id]
        description = f"a section of {args.kb.documents_by_id[section.document].title}"
    if resolution.match_kind == "id":
        layout.print_note(f"{quote} is {description}")
    elif resolution.match_kind == "typo":
        dispatch.note_reading(args.typed, resolution)
    else:
        layout.print_note(f"{quote} is not a card; it is {description}")


def _by_several_names(
    args: grammar.Arguments,
    resolution: name_table.Resolution,
) -> output.Outcome | None:
    """The rulings that concern all cards named in the words: `dreff and olivia`."""
    if args.options.get("with"):
        return None
    from rulings.names import names_in_query

    references = names_in_query.consecutive_cards(args.kb, args.typed)
    if not references:
        return None
    described = plain_text.joined_with(
        "and", [reference.described for reference in references]
    )
    layout.print_note(f"{plain_text.quoted(args.typed)} names {described}")
    first, *other_ids = (reference.id for reference in references)
    options = {**args.options, "with": other_ids}
    return card(replace(args, positional=[first], options=options))


def _by_words(
    args: grammar.Arguments,
    resolution: name_table.Resolution,
) -> output.Outcome:
    """The results of a search for the words.

    A note says that no card has this name. It lists the nearest titles, unless the
    query or a note of the search has one of them. Without titles, the note is only
    printed for one or two words, if they are not a number, no card is among the results,
    and no note of the search says how it read them or what it lacks.
    """
    answer = dispatch.results_for(args.typed, args)
    answer_data = answer.data
    # The search prints the names that it suggests itself
    search_notes = [*answer_data["notes"], *answer_data["nearest"]]
    # At medium confidence, the doubt names no word
    vague = answer_data["doubts"] if answer_data["confidence"] == "medium" else []
    telling = [note for note in search_notes if note not in vague]
    sentence = f"no card is called {plain_text.quoted(args.typed)}"
    titles = [reference.title for reference in resolution.suggestions]
    all_words = plain_text.fold(" ".join([args.typed, *telling]))
    is_title_shown = any(plain_text.fold(title) in all_words for title in titles)
    if titles and not is_title_shown:
        layout.print_note(f"{sentence} (nearest: {', '.join(titles)})")
        return answer
    is_short = len(args.typed.split()) <= _MAX_MISTYPED_WORDS
    is_number = plain_text.fold(args.typed).replace(" ", "").isdigit()
    names_card = any(hit["kind"] == "card" for hit in answer_data["hits"])
    if is_short and not is_number and not names_card and not telling:
        layout.print_note(sentence)
    return answer


# A name that no reading before this one can read → the reading. With `card` or `--with`,
# the words are neither a field nor searched for
LOOKUP_READERS: dict[
    str, Callable[[grammar.Arguments, name_table.Resolution], output.Outcome | None]
] = {
    "step 13": _by_id,
    "keyword:ai": _by_query_word,
    "dreff": _by_name,
    "dreff imp": _by_several_names,
    "how does tracing work": _by_words,
}
