"""`rulings deck FILE…`: the rulings that apply to a deck, or to two decks that meet."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from rulings.api import KnowledgeBase
from rulings.api import open as open_knowledge_base
from rulings.cli import output
from rulings.cli.asking import ask_which
from rulings.cli.deck_notes import print_reading_notes
from rulings.cli.filtering import RulingFilter, ruling_filter_of, with_rulings
from rulings.cli.grammar import Arguments, UsageError
from rulings.cli.render import deck as render_deck
from rulings.cli.render import ruling as render_ruling
from rulings.cli.render import terminal
from rulings.cli.sort_and_limit import limit_of, sort_rulings
from rulings.deck.reading import read_file
from rulings.deck.sheet import make_sheet, only_rulings, resolve_deck, shown_in_full
from rulings.deck.sheet_data import SheetData, sheet_data_of
from rulings.deck.views import Construction, Deck, Sheet
from rulings.model.constants import NETRUNNER
from rulings.model.entities import Ruling
from rulings.model.pages import CardPage
from rulings.model.printable import shortened
from rulings.model.selecting import without_repeats


def deck(args: Arguments) -> int:
    """Prints a sheet for each deck and returns 0, or 1 if no name is a card's or the options exclude everything."""
    files, against_file = args.positional, args.text("against")
    if not files:
        raise UsageError(
            "missing deck: rulings deck FILE… (`-` reads standard input; for the card “The Deck”: rulings card deck)"
        )
    if [*files, against_file].count("-") > 1:
        raise UsageError("only one deck can be read from standard input")
    kb = open_knowledge_base()
    sheet_data = sheet_data_of(kb)
    ruling_filter = ruling_filter_of(kb, args)
    limit = limit_of(args, None)
    deck_views = _read_decks([file for file in (*files, against_file) if file is not None], sheet_data, args)
    deck_views = [
        replace(deck_view, construction=[r for r in deck_view.construction if _passes(r, kb, ruling_filter)])
        for deck_view in deck_views
    ]
    against = deck_views.pop() if against_file is not None else None
    sort = partial(sort_rulings, args=args)

    def choose(page: CardPage) -> CardPage:
        return with_rulings(ruling_filter.filter_page(page), sort)

    sheets = [make_sheet(deck_view, against, sheet_data, choose, sort) for deck_view in deck_views]
    has_cards = any(deck_view.cards for deck_view in deck_views)
    if has_cards and ruling_filter.is_active and not _rulings_on_sheets(sheets):
        if args.output_format == "json":
            output.print_json({"sheets": sheets})
        unfiltered_sheets = [make_sheet(deck_view, against, sheet_data) for deck_view in deck_views]
        terminal.print_error(ruling_filter.why_none_pass("on these cards", _rulings_on_sheets(unfiltered_sheets)))
        return 1
    _print_sheets(args, kb, sheet_data, sheets, limit)
    return 0 if has_cards else 1


def _read_decks(files: list[str], sheet_data: SheetData, args: Arguments) -> list[Deck]:
    """The decks in the files; a note on standard error says which lines were not read."""
    ask = _ask_which_card if output.is_interactive(args) else None
    deck_lists = [read_file(file) for file in files]
    deck_views = [resolve_deck(deck_list, sheet_data, ask) for deck_list in deck_lists]
    for deck_view in deck_views:
        print_reading_notes(deck_view.file, deck_view.read_as, deck_view.unread)
    return deck_views


def _print_sheets(
    args: Arguments, kb: KnowledgeBase, sheet_data: SheetData, whole_sheets: list[Sheet], limit: int | None
) -> None:
    """Prints the sheets with at most `limit` rulings, those that a terminal shows in full first; and copies these."""
    full = bool(args["full"])
    in_full = sort_rulings(_rulings_on_sheets(whole_sheets, full), args)
    all_rulings = without_repeats([*in_full, *sort_rulings(_rulings_on_sheets(whole_sheets), args)])
    rulings, cited = all_rulings[:limit], in_full[:limit]
    sheets = [only_rulings(sheet, {ruling.id for ruling in rulings}, sheet_data) for sheet in whole_sheets]
    output.print_answer(
        args,
        kb,
        json={"sheets": sheets},
        show=lambda screen: render_deck.show_sheets(screen, sheets, whole_sheets, len(all_rulings), limit, full),
        rulings=cited,
        records=map(render_ruling.record, rulings),
    )


def _rulings_on_sheets(sheets: list[Sheet], full: bool = True) -> list[Ruling]:
    """The rulings on the sheets, each once; without `full` only those that a terminal then shows in full."""
    return without_repeats(ruling for sheet in sheets for ruling in shown_in_full(sheet, full))


def _passes(rule: Construction, kb: KnowledgeBase, ruling_filter: RulingFilter) -> bool:
    """Whether a rule is of the requested game, and stated in a document or in a ruling given by `--as-of`."""
    if ruling_filter.options.game not in (None, NETRUNNER):
        return False
    ruling = kb.rulings_by_id.get(rule.ruling) if rule.ruling else None
    return ruling is None or ruling_filter.part_given(ruling) is not None


def _ask_which_card(name: str, titles: list[str]) -> int | None:
    return ask_which(f"“{shortened(name)}” may mean several cards:", titles)
