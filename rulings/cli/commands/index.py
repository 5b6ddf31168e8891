"""`rulings index`: the look-up pages and the search index built now."""

from __future__ import annotations

from rulings.cli.grammar import Arguments, require_no_arguments
from rulings.cli.progress import show_index_progress, show_progress, warn_once
from rulings.cli.render import terminal
from rulings.cli.view_store import shipped_store
from rulings.model.formatting import count
from rulings.model.printable import printable
from rulings.search.index import open_index
from rulings.storage.cache_folder import cache_folder


def index(args: Arguments) -> int:
    """Builds the look-up pages and the search index unless there are some for this knowledge base and program."""
    require_no_arguments(args, "index")
    store = shipped_store()
    search_index = open_index(None, show_index_progress, warn_once)
    show_progress("")
    entries = count(search_index.settings["ranked_count"], "entry", "entries")
    subjects = f"{count(len(store.cards), 'card')} and {count(len(store.topics), 'topic')}"
    location = f"in {cache_folder()}" if search_index.is_saved else "in memory only: the cache cannot be written"
    terminal.write(printable(f"{entries}, {subjects} indexed {location}\n"))
    return 0
