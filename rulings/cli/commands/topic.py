"""`rulings topic [NAME…]`: one topic with its rulings, or the list of topics."""

from __future__ import annotations

from rulings.cli import output
from rulings.cli.copy_and_open import copy_and_open, page_url
from rulings.cli.filtering import only_ruling, ruling_filter
from rulings.cli.grammar import Arguments
from rulings.cli.lookup import find_page, page_title
from rulings.cli.pages import Pages, shipped_pages
from rulings.cli.render import card as render_card
from rulings.cli.render import terminal
from rulings.cli.render.screen import Screen
from rulings.cli.sort_and_limit import limit_of, limit_own_rulings, sort_page
from rulings.model.selecting import without_references
from rulings.model.views import TopicWithCountsView


def topic(args: Arguments) -> int:
    """Prints a topic or the list and returns 0, or 1 if no ruling matches the options."""
    pages = shipped_pages()
    name = " ".join(args.positional).strip()
    return _print_topic(pages, name, args) if name else _print_list(pages, args)


def _print_topic(pages: Pages, name: str, args: Arguments) -> int:
    filters = ruling_filter(pages, args)
    key, ruling_id = find_page(pages, name, "topic")
    page = filters.filter_page(pages.page(key))
    if ruling_id:
        page = only_ruling(page, ruling_id)
    page = sort_page(page, args)
    has_rulings = bool(page["rulings"])
    shown = limit_own_rulings(page, args)
    output.print_answer(
        args,
        pages,
        json=shown,
        show=lambda screen: (
            render_card.show_page(screen, page, full=bool(args["full"]), limit=limit_of(args, None))
            if has_rulings
            else None
        ),
        rulings=shown["rulings"],
    )
    if not has_rulings:
        terminal.print_error(f"no rulings on {page_title(page)} match these options")
        return 1
    copy_and_open(args, pages, page_url(page, ruling_id), shown["rulings"])
    return 0


def _print_list(pages: Pages, args: Arguments) -> int:
    filters = ruling_filter(pages, args)
    rows: list[TopicWithCountsView] = []
    for row in pages.topics:
        ruling_count = row["rulings"]
        if filters.is_active:
            rulings = without_references(pages.page(f"topic:{row['id']}")["rulings"])
            ruling_count = len(filters.filter_rulings(rulings))
        if ruling_count:
            rows.append({**row, "rulings": ruling_count})
    rows = rows[: limit_of(args, None)]
    output.print_answer(
        args,
        pages,
        json={"topics": rows},
        show=lambda screen: _show_list(screen, rows),
        rows=((row["id"], row["title"], row["rulings"]) for row in rows),
    )
    copy_and_open(args, pages, "/topics/", [], "\n".join(row["title"] for row in rows))
    return 0 if rows else 1


def _show_list(screen: Screen, rows: list[TopicWithCountsView]) -> None:
    screen.text("Topics of the general rulings", "title")
    screen.text("with the number of rulings on each; to see one: rulings topic NAME", "dim")
    screen.blank()
    for row in rows:
        screen.text(row["title"], prefix=f"{row['rulings']:4d}  ")
