"""`rulings topic [NAME…]`: one topic with its rulings, or the list of topics."""

from __future__ import annotations

from rulings.cli import output
from rulings.cli.copy_and_open import copy_and_open, page_url
from rulings.cli.filtering import only_ruling
from rulings.cli.grammar import Arguments
from rulings.cli.lookup import find_page, page_title, ruling_filter
from rulings.cli.pages import shipped_pages
from rulings.cli.render import card as render_card
from rulings.cli.render import terminal
from rulings.cli.sort_and_limit import limit_of, limit_page, sort_page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rulings.cli.output import OutputFormat
    from rulings.cli.pages import Pages
    from rulings.model.views import TopicWithCountsView


def topic(args: Arguments) -> int:
    """Prints a topic or the list and returns 0, or 1 if no ruling matches the options."""
    output_format = output.format_of(args)
    pages = shipped_pages()
    name = " ".join(args.positional).strip()
    return _print_topic(pages, name, args, output_format) if name else _print_list(pages, args, output_format)


def _print_topic(pages: Pages, name: str, args: Arguments, output_format: OutputFormat) -> int:
    filters = ruling_filter(pages, args)
    key, ruling_id = find_page(pages, name, "topic")
    page = filters.filter_page(pages.get(key))
    if ruling_id:
        page = only_ruling(page, ruling_id)
    page = sort_page(page, args)
    if not page["rulings"]:
        terminal.print_error(f"no rulings on {page_title(page)} match these options")
        return 1
    shown = limit_page(page, args)
    if output_format == "json":
        output.print_json(shown)
    elif output_format != "screen":
        output.print_rulings(pages, shown["rulings"], output_format)
    else:
        screen = output.screen(args)
        render_card.show_page(screen, page, bool(args["full"]), limit_of(args, None))
        terminal.show(screen)
    copy_and_open(args, pages, page_url(page, ruling_id), shown["rulings"])
    return 0


def _print_list(pages: Pages, args: Arguments, output_format: OutputFormat) -> int:
    filters = ruling_filter(pages, args)
    rows: list[TopicWithCountsView] = []
    for row in pages.topics:
        ruling_count = (
            len(filters.filter_rulings(pages.get(f"topic:{row['id']}")["rulings"]))
            if filters.is_active
            else row["rulings"]
        )
        if ruling_count:
            rows.append({**row, "rulings": ruling_count})
    if output_format == "json":
        output.print_json({"topics": rows})
    elif output_format != "screen":
        output.print_rows((row["id"], row["title"], row["rulings"]) for row in rows)
    else:
        screen = output.screen(args)
        screen.text("Topics of the general rulings", "title")
        screen.text("with the number of rulings on each; to see one: rulings topic NAME", "dim")
        screen.blank()
        for row in rows:
            screen.text(row["title"], "", f"{row['rulings']:4d}  ", " " * 6)
        terminal.show(screen)
    copy_and_open(args, pages, "/topics/", [], "\n".join(row["title"] for row in rows))
    return 0 if rows else 1
