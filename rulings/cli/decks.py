"""The command `deck`: the rulings that apply to a deck, or to two decks that meet."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from pathlib import PurePath

from msgspec.structs import replace

from rulings import errors
from rulings.cli import dispatch, grammar, layout, output, printing
from rulings.deck import decklist, sheet
from rulings.model import (
    entities,
    formatting,
    plain_text,
    records,
    subject_pages,
    vocabulary,
)

# Names in a deck list that were guessed or could not be read


def print_reading_notes(deck: decklist.Deck) -> None:
    """Prints these names on standard error, each with its line."""
    file_name = PurePath(deck.file).name
    for row in deck.read_as:
        location = f"{file_name}, line {row.line}"
        quote = plain_text.quoted(row.name)
        layout.print_note(f"{location}: {quote} was read as {row.title}")
    for line in deck.unread[: decklist.MAX_LISTED_LINES]:
        titles = plain_text.joined_with("or", line.possible_titles)
        suggestion = f"; did you mean {titles}?" if titles else ""
        problems = {
            "ambiguous": f"may mean {titles}",
            "other-game": f"is a card of {vocabulary.GAMES[vocabulary.ANDROID]}",
            "count": f"needs a clear number of copies of {titles}, from 1 to 999",
            "unknown": f"is not a card{suggestion}",
        }
        location = f"{file_name}, line {line.line}"
        quote = plain_text.quoted(line.name)
        layout.print_error(f"{location}: {quote} {problems[line.reason]}")
    further_count = len(deck.unread) - decklist.MAX_LISTED_LINES
    if further_count > 0:
        further_lines = plain_text.count(further_count, "more line")
        layout.print_error(f"{file_name}: not recognized: {further_lines}")


# A sheet on a terminal: rulings on cards of both decks, on two cards of one, then card
# by card


def _show_sheet(
    screen: layout.Screen,
    limited_sheet: sheet.Sheet,
    full_sheet: sheet.Sheet,
) -> None:
    """Shows a sheet, with each ruling in full only once. If a ruling appears again, or
    is inherited, only its question is shown.

    Headings count the rulings of the full sheet.
    """
    own_rulings = {card.card.id: card.rulings for card in full_sheet.cards}
    against = limited_sheet.against
    shown_ids = set[str]()  # rulings that have been shown in full
    _show_deck(screen, limited_sheet.deck)
    if against is not None:
        total = len(full_sheet.meeting)
        _show_deck(screen, against, prefix="Against ")
        _show_pairs(screen, shown_ids, limited_sheet.meeting, total, "the two decks")
    is_alone = against is None and limited_sheet.deck.cards
    if full_sheet.together or is_alone:
        total = len(full_sheet.together)
        pairs = limited_sheet.together
        _show_pairs(screen, shown_ids, pairs, total, "two of its cards")
    for card in limited_sheet.cards:
        _show_card(screen, shown_ids, card, own_rulings[card.card.id])
    if limited_sheet.unruled:
        screen.heading("Cards without rulings")
        titles = [card.title for card in limited_sheet.unruled]
        screen.text(layout.dotted(titles), indent="  ")


def _show_deck(
    screen: layout.Screen,
    deck: decklist.Deck,
    prefix: str = "",
) -> None:
    """Shows the title of a deck, and how many cards of each side were read."""
    title = deck.title or PurePath(deck.file).name
    screen.heading(prefix + title, "title")
    counts = []
    for row in deck.sides:
        counts.append(f"{row.side}: {plain_text.count(row.card_count, 'card')}")
        if row.agenda_points:
            counts.append(plain_text.count(row.agenda_points, "agenda point"))
    screen.text(layout.dotted(counts) or "No card was recognized.", "dim")


def _show_pairs(
    screen: layout.Screen,
    shown_ids: set[str],
    pairs: Sequence[sheet.Pair],
    total: int,
    connected: str,
) -> None:
    """Shows the rulings that connect cards, below their number (`total`). `connected`
    ends the heading: `two of its cards`.
    """
    count = "No ruling connects"
    if total:
        count = plain_text.count(total, "ruling connects", "rulings connect")
    screen.heading(f"{count} {connected}", "title")
    for pair in pairs:
        ours = [card.title for card in pair.cards]
        theirs = [card.title for card in pair.others]
        heading = " with ".join(ours)
        if theirs:
            heading = f"{' and '.join(ours)} against {' and '.join(theirs)}"
        screen.heading(heading)
        is_named = pair.ruling.subject.title in (*ours, *theirs)
        _show_ruling(screen, shown_ids, pair.ruling, with_subject=not is_named)


def _show_card(
    screen: layout.Screen,
    shown_ids: set[str],
    sheet_card: sheet.SheetCard,
    own_rulings: Sequence[entities.Ruling],
) -> None:
    """Shows a card with its copies, its rulings and inherited rulings. The heading
    counts `own_rulings`, the rulings before `-n` applies.
    """
    screen.heading(f"{sheet_card.count} {sheet_card.card.title}", "title")
    screen.facts(
        [
            *formatting.summary_parts(sheet_card.card),
            formatting.counted_rulings(own_rulings),
        ]
    )
    for ruling in sheet_card.rulings:
        _show_ruling(screen, shown_ids, ruling, after_blank=True)
    for group in sheet_card.inherited:
        screen.heading(formatting.inherited_heading(group))
        for ruling in group.rulings:
            if ruling.id in shown_ids:
                _show_ruling(screen, shown_ids, ruling, after_blank=True)
            else:
                printing.show_ruling_briefly(screen, ruling)


def _show_ruling(
    screen: layout.Screen,
    shown_ids: set[str],
    ruling: entities.Ruling,
    with_subject: bool = False,
    after_blank: bool = False,
) -> None:
    if ruling.id in shown_ids:
        printing.show_ruling_briefly(screen, ruling, " (above)")
        return
    if after_blank:
        screen.blank()
    printing.show_ruling(screen, ruling, with_subject=with_subject)
    shown_ids.add(ruling.id)


def deck(args: grammar.Arguments) -> output.Answer:
    """A sheet for each deck, with an error for each line and deck that contains no
    recognized card.
    """
    decks = _read_decks(args)
    against = decks.pop() if args["against"] else None
    sort = partial(output.sort_rulings, args=args)
    sheets = [sheet.make_sheet(args.kb, deck, against, sort) for deck in decks]
    sides = {deck_sheet.same_side for deck_sheet in sheets}
    for side in filter(None, sides):
        layout.print_note(f"both decks are {side} decks, which never meet")
    all_decks = [*decks, against] if against else decks
    messages = [
        f"{PurePath(deck.file).name}: no card was recognized"
        for deck in all_decks
        if not deck.cards
    ]
    answer = _answer(args, sheets, "\n".join(messages))
    return replace(answer, is_partial=any(deck.unread for deck in all_decks))


def _read_decks(args: grammar.Arguments) -> list[decklist.Deck]:
    """The decks in the given files, the deck of `--against` last. Raises `UsageError`
    if no file is given.
    """
    files, against = args.positional, args["against"]
    if not files:
        raise grammar.UsageError(
            "missing deck: rulings deck FILE… (`-` reads standard input; for the card "
            "“The Deck”: rulings card deck)"
        )
    file_names = [file for file in (*files, against) if file is not None]
    if file_names.count("-") > 1:
        raise grammar.UsageError("only one deck can be read from standard input")
    try:
        lists = [decklist.read_file(file_name) for file_name in file_names]
    except errors.RulingsError as error:
        if "-" in files or any(map(os.path.exists, files)):
            raise
        hint = dispatch.search_hint(f"deck {args.typed}")
        raise errors.RulingsError(f"{error}{hint}") from None
    decks = [sheet.resolve_deck(args.kb, deck_list) for deck_list in lists]
    for deck in decks:
        print_reading_notes(deck)
    return decks


def _answer(
    args: grammar.Arguments,
    full_sheets: list[sheet.Sheet],
    empty_message: str,
) -> output.Answer:
    """The sheets with at most as many rulings as `-n` allows. Rulings that a terminal
    shows in full come first.
    """
    rulings_in_full = []
    inherited_rulings = []
    for full_sheet in full_sheets:
        rulings_in_full += sheet.shown_in_full(full_sheet)
        for card in full_sheet.cards:
            inherited_rulings += subject_pages.inherited_rulings(card.inherited)
    in_full = output.sort_rulings(subject_pages.without_repeats(rulings_in_full), args)
    in_short = output.sort_rulings(inherited_rulings, args)
    everything = subject_pages.without_repeats([*in_full, *in_short])
    are_cited = args.output_format in output.CITATION_FORMATS
    rulings_to_limit = in_full if are_cited else everything
    limited_rulings, omitted_message = output.limited(args, rulings_to_limit)
    if not omitted_message:
        omitted_message = output.message_on_omitted_citations(args, in_full, everything)
    ids = {ruling.id for ruling in limited_rulings}
    sheets = [sheet.only_rulings(full_sheet, ids) for full_sheet in full_sheets]

    def show_sheets(screen: layout.Screen) -> None:
        for limited_sheet, full_sheet in zip(sheets, full_sheets, strict=True):
            screen.blank()
            _show_sheet(screen, limited_sheet, full_sheet)

    return output.Answer(
        {"sheets": sheets},
        show_sheets,
        cited=[ruling for ruling in in_full if ruling.id in ids],
        records=map(records.record, limited_rulings),
        empty_message=empty_message,
        omitted_message=omitted_message,
    )
