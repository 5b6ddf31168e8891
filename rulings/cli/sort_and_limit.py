"""`-n` and `--sort`: how many rulings are shown, and in what order."""

from __future__ import annotations

from typing import cast

from rulings.cli.grammar import Arguments, UsageError
from rulings.model.printable import shortened
from rulings.model.selecting import latest_date

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rulings.model.views import PageView, RulingView


def limit_of(args: Arguments, default: int | None) -> int | None:
    """The value of `-n`: a number, None for `all`, or `default` if it was not given."""
    words = args.text("limit")
    if words is None:
        return default
    if words.lower() == "all":
        return None
    if not (words.isascii() and words.isdigit()) or len(words) > 6 or int(words) < 1:
        raise UsageError(f"-n must be a number from 1 to 999999 or “all”, not “{shortened(words)}”")
    return int(words)


def sort_rulings(rulings: list[RulingView], args: Arguments) -> list[RulingView]:
    """The rulings unchanged or, with `--sort date`, the newest first and undated ones last."""
    if args["sort"] != "date":
        return rulings
    return sorted(rulings, key=lambda ruling: latest_date(ruling) or "", reverse=True)


def limit_page(page: PageView, args: Arguments) -> PageView:
    """The page with at most as many of its own rulings as `-n` allows."""
    own_rulings = page["rulings"][: limit_of(args, None)]
    return cast("PageView", {**page, "rulings": own_rulings})


def sort_page(page: PageView, args: Arguments) -> PageView:
    """The page with its rulings in the requested order."""
    own_rulings = sort_rulings(page["rulings"], args)
    if "topic" in page:
        return {**page, "rulings": own_rulings}
    return {
        **page,
        "rulings": own_rulings,
        "inherited": [{**group, "rulings": sort_rulings(group["rulings"], args)} for group in page["inherited"]],
        "mentioned_in": sort_rulings(page["mentioned_in"], args),
    }
