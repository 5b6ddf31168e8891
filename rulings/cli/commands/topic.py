"""`rulings topic [NAME…]`: one topic with its rulings, or the list of topics."""

from __future__ import annotations

from rulings.cli import output
from rulings.cli.filtering import ruling_filter_of
from rulings.cli.grammar import Arguments, reject_options
from rulings.cli.lookup import find_page_key
from rulings.cli.opening_pages import open_if_asked
from rulings.cli.render import terminal
from rulings.cli.render.screen import Screen
from rulings.cli.sort_and_limit import limit_of
from rulings.cli.subject_page import print_subject_page
from rulings.cli.view_store import ViewStore, shipped_store
from rulings.model.selecting import without_see_entries
from rulings.model.views import TopicWithCountsView


def topic(args: Arguments) -> int:
    """Prints a topic or the list and returns 0, or 1 if no ruling matches the options."""
    store = shipped_store()
    name = " ".join(args.positional).strip()
    if not name:
        return _print_list(store, args)
    key, ruling_id = find_page_key(store, name, "topic")
    return print_subject_page(store, key, ruling_id, args)


def _print_list(store: ViewStore, args: Arguments) -> int:
    reject_options(args, ("sort", "full"), "{} is for the rulings on one topic: rulings topic NAME")
    ruling_filter = ruling_filter_of(store, args)
    rows: list[TopicWithCountsView] = []
    for row in store.topics:
        ruling_count = row["rulings"]
        if ruling_filter.is_active:
            rulings = without_see_entries(store.page(f"topic:{row['id']}")["rulings"])
            ruling_count = len(ruling_filter.filter_rulings(rulings))
        if ruling_count:
            rows.append({**row, "rulings": ruling_count})
    rows = rows[: limit_of(args, None)]
    output.print_answer(
        args,
        store,
        json={"topics": rows},
        show=lambda screen: _show_list(screen, rows) if rows else None,
        records=((row["id"], row["title"], row["rulings"]) for row in rows),
    )
    if not rows:
        terminal.print_error("no rulings on any topic match these options")
        return 1
    open_if_asked(args, "/topics/")
    return 0


def _show_list(screen: Screen, rows: list[TopicWithCountsView]) -> None:
    screen.text("Topics of the general rulings", "title")
    screen.text("with the number of rulings on each; to see one: rulings topic NAME", "dim")
    screen.blank()
    for row in rows:
        screen.text(row["title"], prefix=f"{row['rulings']:4d}  ")
