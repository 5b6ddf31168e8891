"""`rulings topic [NAME…]`: one topic with its rulings, or the list of topics."""

from __future__ import annotations

from rulings.api import KnowledgeBase
from rulings.api import open as open_knowledge_base
from rulings.cli import output
from rulings.cli.filtering import ruling_filter_of
from rulings.cli.grammar import Arguments, reject_options
from rulings.cli.lookup import find_page_key
from rulings.cli.opening_pages import open_if_asked
from rulings.cli.render import terminal
from rulings.cli.render.screen import Screen
from rulings.cli.render.text import Record
from rulings.cli.sort_and_limit import limit_of
from rulings.cli.subject_page import print_subject_page
from rulings.model.entities import Topic
from rulings.model.formatting import count


def topic(args: Arguments) -> int:
    """Prints a topic or the list and returns 0, or 1 if no ruling matches the options."""
    kb = open_knowledge_base()
    name = " ".join(args.positional).strip()
    if not name:
        return _print_list(kb, args)
    key, ruling_id = find_page_key(kb, name, "topic")
    return print_subject_page(kb, key, ruling_id, args)


def _print_list(kb: KnowledgeBase, args: Arguments) -> int:
    reject_options(args, ("sort", "full"), "{} is for the rulings on one topic: rulings topic NAME")
    ruling_filter = ruling_filter_of(kb, args)
    counts = [(row, len(ruling_filter.filter_rulings(kb.rulings_without_see_entries(row.id)))) for row in kb.topics]
    counts = [row for row in counts if row[1]][: limit_of(args, None)]
    output.print_answer(
        args,
        kb,
        json={"topics": [{**row.to_dict(), "rulings": ruling_count} for row, ruling_count in counts]},
        show=lambda screen: _show_list(screen, counts) if counts else None,
        records=(Record(row.id, "topic", row.title, None, None, count(n, "ruling")) for row, n in counts),
    )
    if not counts:
        terminal.print_error("no rulings on any topic match these options")
        return 1
    open_if_asked(args, "/topics/")
    return 0


def _show_list(screen: Screen, counts: list[tuple[Topic, int]]) -> None:
    screen.text("Topics of the general rulings", "title")
    screen.text("with the number of rulings on each; to see one: rulings topic NAME", "dim")
    screen.blank()
    for row, ruling_count in counts:
        screen.text(row.title, prefix=f"{ruling_count:4d}  ")
