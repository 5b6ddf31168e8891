"""`-n` and `--sort`: how many rulings are shown, and in what order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import structs

from rulings.cli.filtering import with_own_entries, with_rulings
from rulings.cli.grammar import Arguments, UsageError
from rulings.model.entities import Ruling
from rulings.model.pages import Page, TopicPage
from rulings.model.printable import shortened
from rulings.model.selecting import first_inherited, page_rulings, without_see_entries


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


def sort_rulings(
    rulings: Sequence[Ruling], args: Arguments, date_of: Callable[[Ruling], str | None] = lambda ruling: ruling.date
) -> list[Ruling]:
    """The rulings unchanged or, with `--sort date`, the newest by `date_of` (ISO 8601) first and undated ones last."""
    if args["sort"] != "date":
        return [*rulings]
    return sorted(rulings, key=lambda ruling: date_of(ruling) or "", reverse=True)


def limit_page(page: Page, limit: int | None) -> Page:
    """The page with at most `limit` of its own rulings or, if it has none, of those that it inherits.

    References to other rulings do not count, and stay. None: no limit.
    """
    own_ids = {ruling.id for ruling in without_see_entries(page.rulings)[:limit]}
    page = with_own_entries(page, [e for e in page.rulings if e.is_see_entry or e.id in own_ids])
    if isinstance(page, TopicPage) or own_ids:
        return page
    return structs.replace(page, inherited=tuple(first_inherited(page.inherited, limit)))


def limit_all_rulings(page: Page, limit: int | None) -> Page:
    """The page with at most `limit` rulings in all; None: no limit."""
    ids = [ruling.id for ruling in page_rulings(page)[:limit]]
    return with_rulings(page, lambda rulings: [ruling for ruling in rulings if ruling.id in ids])


def sort_page(page: Page, args: Arguments) -> Page:
    """The page with its rulings in the requested order."""
    return with_rulings(page, lambda rulings: sort_rulings(rulings, args))
