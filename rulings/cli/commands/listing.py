"""`rulings list`: the cards with the number of rulings on each, for people, grep and fzf."""

from __future__ import annotations

from rulings.cli import output
from rulings.cli.filtering import ruling_filter_of
from rulings.cli.grammar import Arguments, UsageError
from rulings.cli.render import terminal
from rulings.cli.render.screen import Screen
from rulings.cli.sort_and_limit import limit_of
from rulings.cli.view_store import shipped_store
from rulings.model.selecting import without_see_entries
from rulings.model.views import CardWithCountsView


def list_cards(args: Arguments) -> int:
    """Prints the list and returns 0, or 1 if no card matches the options."""
    if args.positional:
        raise UsageError("`rulings list` takes no name; to see a card: rulings card NAME…")
    store = shipped_store()
    ruling_filter = ruling_filter_of(store, args)
    rows = []
    for card in store.cards:
        if not ruling_filter.allows_card(card["id"]):
            continue
        if ruling_filter.is_active:
            page = store.card_page(card["id"])
            remaining = ruling_filter.filter_rulings(without_see_entries(page["rulings"]))
            card = {**card, "rulings": len(remaining), "errata": sum(r["kind"] == "errata" for r in remaining)}
        if card["rulings"] or not args["ruled"]:
            rows.append(card)
    rows = rows[: limit_of(args, None)]
    output.print_answer(
        args,
        store,
        json={"cards": rows},
        show=lambda screen: _show_list(screen, rows),
        records=((c["id"], c["title"], c["side"], c["type"], c["rulings"], ", ".join(c["keywords"])) for c in rows),
    )
    if not rows:
        terminal.print_error("no cards match these options")
    return 0 if rows else 1


def _show_list(screen: Screen, cards: list[CardWithCountsView]) -> None:
    for c in cards:
        screen.text(c["title"], "" if c["rulings"] else "dim", prefix=f"{c['rulings'] or '·':>3}  ")
