"""`rulings card NAME…`: a card, one of its rulings, or the rulings that concern two cards."""

from __future__ import annotations

from rulings.api import open as open_knowledge_base
from rulings.cli.fallback import means_something_else, note_unlikely_reading, note_what_it_is, show_other_meaning
from rulings.cli.grammar import Arguments, UsageError, reject_other_options
from rulings.cli.lookup import find_page_key, nearest_ruling_ids
from rulings.cli.specification import CARD
from rulings.cli.subject_page import print_subject_page
from rulings.errors import Ambiguous, NotFound
from rulings.model.pages import subject_of
from rulings.names.meanings import is_address


def card(args: Arguments) -> int:
    """Prints a card's page or one ruling. Returns 0, or 1 if the options exclude every ruling."""
    name = " ".join(args.positional).strip()
    if not name:
        reject_other_options(CARD, args)
        raise UsageError("missing card name: rulings card NAME… (rulings list shows all names)")
    kb = open_knowledge_base()
    if is_address(name) or (args["with"] is None and means_something_else(kb, name)):
        return show_other_meaning(kb, name, args, None)
    try:
        key, ruling_id = find_page_key(kb, name)
    except NotFound as error:
        if not isinstance(error, Ambiguous) and not nearest_ruling_ids(kb, name):
            return show_other_meaning(kb, name, args, error)
        reject_other_options(CARD, args)
        raise
    reject_other_options(CARD, args)
    title = subject_of(kb, key).title
    if ruling_id:
        note_what_it_is(name, f"a ruling on {title}")
    elif args["with"] is not None:
        note_unlikely_reading(kb, name, title)
    return print_subject_page(kb, key, ruling_id, args)
