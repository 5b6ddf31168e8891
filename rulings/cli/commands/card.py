"""`rulings card NAME…`: a card, one of its rulings, or the rulings that concern two cards."""

from __future__ import annotations

from rulings.cli.fallback import means_something_else, note_unlikely_reading, show_other_meaning
from rulings.cli.grammar import Arguments, UsageError
from rulings.cli.lookup import find_page_key, nearest_ruling_ids, page_title
from rulings.cli.subject_page import print_subject_page
from rulings.cli.view_store import shipped_store
from rulings.errors import Ambiguous, NotFound


def card(args: Arguments) -> int:
    """Prints a card's page or one ruling. Returns 0, or 1 if the options exclude every ruling."""
    name = " ".join(args.positional).strip()
    if not name:
        raise UsageError("missing card name: rulings card NAME… (rulings list shows all names)")
    store = shipped_store()
    if args["with"] is None and means_something_else(store, name):
        return show_other_meaning(store, name, args, None)
    try:
        key, ruling_id = find_page_key(store, name)
    except NotFound as error:
        if isinstance(error, Ambiguous) or args["with"] is not None or nearest_ruling_ids(store, name):
            raise
        return show_other_meaning(store, name, args, error)
    if args["with"] is not None:
        note_unlikely_reading(store, name, page_title(store.page(key)))
    return print_subject_page(store, key, ruling_id, args)
