"""`rulings list`: the cards with the number of rulings on each, for people, grep and fzf."""

from __future__ import annotations

from rulings.api import open as open_knowledge_base
from rulings.cli import output
from rulings.cli.filtering import ruling_filter_of
from rulings.cli.grammar import Arguments, UsageError
from rulings.cli.render import terminal
from rulings.cli.render.screen import Screen
from rulings.cli.render.text import Record, dotted
from rulings.cli.sort_and_limit import limit_of
from rulings.model.entities import Card
from rulings.model.formatting import count, summary_parts


def list_cards(args: Arguments) -> int:
    """Prints the list and returns 0, or 1 if no card matches the options."""
    if args.positional:
        raise UsageError("`rulings list` takes no name; to see a card: rulings card NAME…")
    kb = open_knowledge_base()
    ruling_filter = ruling_filter_of(kb, args)
    rows: list[tuple[Card, int, int]] = []
    for card in kb.cards:
        rulings = ruling_filter.filter_rulings(kb.rulings_without_see_entries(card.id))
        if ruling_filter.allows_card(card.id) and (rulings or not args["ruled"]):
            rows.append((card, len(rulings), sum(ruling.kind == "errata" for ruling in rulings)))
    rows = rows[: limit_of(args, None)]
    output.print_answer(
        args,
        kb,
        json={"cards": [{**card.to_dict(), "rulings": n, "errata": errata} for card, n, errata in rows]},
        show=lambda screen: _show_list(screen, rows),
        records=(
            Record(c.id, "card", c.title, None, None, dotted([*summary_parts(c), count(n, "ruling")]))
            for c, n, _ in rows
        ),
    )
    if not rows:
        terminal.print_error("no cards match these options")
    return 0 if rows else 1


def _show_list(screen: Screen, rows: list[tuple[Card, int, int]]) -> None:
    for card, ruling_count, _ in rows:
        screen.text(card.title, "" if ruling_count else "dim", prefix=f"{ruling_count or '·':>3}  ")
