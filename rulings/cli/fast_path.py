"""`rulings NAME…` → the page of the card, with as few imports as possible.

Anything else (other options, unknown names, a missing cache) is left to `rulings.cli.dispatch`, before anything is
printed.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rulings.cli.view_store import ViewStore

_FORMATS = {"--json": "card", "--plain": "plain"}  # option → the prefix of keys of pages in that format


def look_up(words: list[str]) -> int | None:
    """The exit status of `[card] NAME… [--json|--plain]`; None if the command line is anything else."""
    format_option = ""
    names = words[1:] if words[:1] == ["card"] else words
    if names and names[-1] in _FORMATS:
        format_option, names = names[-1], names[:-1]
    if not names or any(name.startswith("-") for name in names):
        return None
    from rulings.cli.view_store import cached_store
    from rulings.storage.cache import DamagedCacheError

    store = cached_store()
    if store is None:
        return None
    try:
        if words[0] != "card" and words[0] in store.stored_text("commands").split():
            return None
        card_id = _card_id(store, " ".join(names))
        if not card_id:
            return None
        if format_option:
            text = store.stored_text(f"{_FORMATS[format_option]}:{card_id}")
        else:
            recorded_calls = store.get(f"screen:{card_id}")
    except DamagedCacheError:
        return None
    from rulings.cli.render import terminal
    from rulings.cli.render.screen import Screen, replay

    terminal.configure_output()
    if format_option:
        terminal.write(text)
    else:
        screen = Screen(coloured=terminal.use_colour())
        replay(screen, recorded_calls)
        terminal.print_paged(str(screen))
    return 0


def _card_id(store: ViewStore, typed: str) -> str:
    """The id of the card that the typed words mean; empty if `card_meant` finds none."""
    card_id = store.card_id(typed)
    if card_id:
        return card_id
    from rulings.names.meanings import card_meant

    return card_meant(store.meanings, store.name_tables, typed)
