"""The command `list`: cards, topics and other facts, with the number of rulings on
each.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, get_args

from rulings import api, errors
from rulings.cli import dispatch, grammar, layout, output
from rulings.model import entities, plain_text, records, subject_pages
from rulings.names import name_table, resolver


class CountedRow(NamedTuple):
    """A row of a list: its record, and its JSON without its `ruling_count`."""

    record: records.Record
    data: dict[str, Any]


def list_with_counts(
    args: grammar.Arguments,
    key: str,
    title: str,
    rows: list[CountedRow],
    command: str,
) -> output.Answer:
    """The answer that lists the rows below a title. `key`: their name in the JSON;
    `command`: the command that shows one of them.
    """
    line = f"with the number of rulings on each; to see one: {command}"
    return output.listing(
        args,
        key,
        [title, line],
        rows,
        _show_counts,
        record=lambda row: row.record,
        data=lambda row: {**row.data, "ruling_count": row.record.ruling_count},
    )


def _show_counts(screen: layout.Screen, row: CountedRow) -> None:
    record = row.record
    cards = ""
    if record.card_count is not None:
        cards = plain_text.count(record.card_count, "card")
    words = layout.dotted([record.title or "", cards])
    role = "" if record.ruling_count else "dim"
    screen.text(words, role, prefix=f"{record.ruling_count or '·':>4}  ")


def list_all(args: grammar.Arguments) -> output.Outcome:
    """The list of cards with their numbers of rulings, or another list."""
    name = args.typed.lower() or "cards"
    kb = args.kb
    if list_of := _LISTS.get(name):
        return list_of(args)
    if name == "rulings":
        return dispatch.run_command_for(api.RULINGS_LIST, args)
    resolution = resolver.resolve(kb, name, "page")
    if resolution.only is None:
        lists = plain_text.joined_with("and", ["rulings", *name_table.LISTS])
        raise errors.NotFound(
            f"no list {plain_text.quoted(args.typed)}; the lists are {lists}; cards "
            "are listed by a field in a search: rulings search type:ice kind:card"
        )
    dispatch.note_reading(name, resolution)
    return dispatch.run_command_for(resolution.only, args)


def _cards(args: grammar.Arguments) -> output.Answer:
    kb = args.kb
    rows = []
    for card in kb.cards:
        record = subject_pages.subject_record(kb, card)
        data = {**card.to_dict(), "errata_count": record.errata_count}
        rows.append(CountedRow(record, data))
    return list_with_counts(args, "cards", "Cards", rows, "rulings NAME")


def _facts(args: grammar.Arguments, fact: subject_pages.Fact) -> output.Answer:
    """The keywords, sets or other facts, with the number of cards that have each, and
    of rulings on these cards.
    """
    kb = args.kb
    rows = []
    for value, cards in subject_pages.cards_by(kb, fact).items():
        record = subject_pages.fact_record(kb, fact, value, cards)
        data = {"id": record.id, "title": value, "card_count": len(cards)}
        rows.append(CountedRow(record, data))
    plural = plain_text.plural(fact)
    title = f"{plural.capitalize()} of the cards"
    command = f"rulings search {fact}:NAME"
    return list_with_counts(args, plural, title, rows, command)


def _notes(args: grammar.Arguments) -> output.Answer:
    """The notes on two statements."""
    return output.listing(
        args,
        "notes",
        ["Notes"],
        args.kb.notes,
        _show_note,
        records.note_record,
    )


def _show_note(screen: layout.Screen, note: entities.Note) -> None:
    screen.text(layout.dotted([note.title, note.id]))
    screen.text(records.note_record(note).text, "dim", indent="  ")


# The lists that this command makes. Other commands show the rest of `page_table`.
_LISTS: dict[str, Callable[[grammar.Arguments], output.Answer]] = {
    "cards": _cards,
    "notes": _notes,
    **{
        plain_text.plural(fact): partial(_facts, fact=fact)
        for fact in get_args(subject_pages.Fact)
    },
}
