"""`rulings site build` and `rulings site serve`: the static site."""

from __future__ import annotations

from pathlib import Path

from rulings.cli.grammar import Arguments, UsageError
from rulings.cli.progress import show_progress
from rulings.cli.render import terminal
from rulings.model.printable import printable
from rulings.site.build import build, serve


def site(args: Arguments) -> int:
    """Builds the site, or serves it until Ctrl-C, and returns 0. Raises `UsageError` for other arguments."""
    words = args.positional
    if not words or words[0] not in ("build", "serve") or len(words) > (2 if words[0] == "build" else 1):
        raise UsageError("use rulings site build [DIR] or rulings site serve")
    path = args.text("card-texts")
    card_texts = Path(path) if path else None
    if words[0] == "serve":
        serve(card_texts)
        return 0
    target = Path(words[1] if len(words) > 1 else "_site")
    page_count = build(target, lambda done, total: show_progress(f"page {done} of {total}"), card_texts=card_texts)
    show_progress("")
    terminal.write(printable(f"{page_count} pages written; open {target / 'index.html'}\n"))
    return 0
