"""`rulings topic [NAME…]`: one topic with its rulings, or the list of topics."""

from __future__ import annotations

from rulings.cli import output
from rulings.cli.copy_and_open import copy_and_open, page_url
from rulings.cli.filtering import only_ruling, ruling_filter_of
from rulings.cli.grammar import Arguments
from rulings.cli.lookup import find_page_key, page_title
from rulings.cli.render import card as render_card
from rulings.cli.render import terminal
from rulings.cli.render.screen import Screen
from rulings.cli.sort_and_limit import limit_of, limit_own_rulings, sort_page
from rulings.cli.view_store import ViewStore, shipped_store
from rulings.model.selecting import without_see_entries
from rulings.model.views import TopicWithCountsView


def topic(args: Arguments) -> int:
    """Prints a topic or the list and returns 0, or 1 if no ruling matches the options."""
    store = shipped_store()
    name = " ".join(args.positional).strip()
    return _print_topic(store, name, args) if name else _print_list(store, args)


def _print_topic(store: ViewStore, name: str, args: Arguments) -> int:
    ruling_filter = ruling_filter_of(store, args)
    key, ruling_id = find_page_key(store, name, "topic")
    whole_page = store.page(key)
    page = ruling_filter.filter_page(whole_page)
    if ruling_id:
        page = only_ruling(page, ruling_id)
    page = sort_page(page, args)
    has_rulings = bool(page["rulings"])
    shown = limit_own_rulings(page, args)
    output.print_answer(
        args,
        store,
        json=shown,
        show=lambda screen: (
            render_card.show_page(screen, page, full=bool(args["full"]), limit=limit_of(args, None))
            if has_rulings
            else None
        ),
        rulings=shown["rulings"],
    )
    if not has_rulings:
        terminal.print_error(ruling_filter.why_none_pass(f"on {page_title(page)}", whole_page["rulings"]))
        return 1
    copy_and_open(args, store, page_url(page, ruling_id), shown["rulings"])
    return 0


def _print_list(store: ViewStore, args: Arguments) -> int:
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
    copy_and_open(args, store, "/topics/", [], "\n".join(row["title"] for row in rows))
    return 0


def _show_list(screen: Screen, rows: list[TopicWithCountsView]) -> None:
    screen.text("Topics of the general rulings", "title")
    screen.text("with the number of rulings on each; to see one: rulings topic NAME", "dim")
    screen.blank()
    for row in rows:
        screen.text(row["title"], prefix=f"{row['rulings']:4d}  ")
