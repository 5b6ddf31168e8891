"""The options `--as-of`, `--side`, `--type`, `--game`, `--official`, `-n` and `--sort` → what of an answer is left."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from rulings import api
from rulings.cli import grammar
from rulings.model import entities, formatting, ids, knowledge, status


def selected(kb: api.KnowledgeBase, args: grammar.Arguments) -> api.KnowledgeBase:
    """The knowledge base with only what passes the typed options. Raises `UsageError` if `--as-of` is not a date."""
    kb = kb.only(
        official=bool(args["official"]), side=args.text("side"), type=args.text("type"), game=args.text("game")
    )
    date = args.text("as-of")
    if date is None:
        return kb
    try:
        return kb.as_of(date)
    except status.InvalidDateError as error:
        raise grammar.UsageError(f"--as-of: {error}") from None


def is_filtered(kb: api.KnowledgeBase) -> bool:
    """Whether any of these options was given."""
    return kb.conditions != knowledge.Conditions()


def why_none_pass(kb: api.KnowledgeBase, about: str, rulings: Sequence[entities.Ruling]) -> str:
    """The message if none of these rulings is left in `kb`, with how many came later. `about`: `on Tracing`."""
    if kb.conditions.as_of:
        at_any_date = status.select(kb.whole, replace(kb.conditions, as_of=None)).rulings_by_id
        later = sum(ruling.id in at_any_date for ruling in status.without_see_entries(rulings))
        if later:
            last_day = formatting.date_in_words(kb.conditions.as_of)
            return f"no rulings {about} up to {last_day}; {formatting.count(later, 'ruling')} came later"
    return f"no rulings {about} match these options"


def only_entry(page: knowledge.Page, id: str) -> knowledge.Page:
    """The page with one of its own entries and nothing else."""
    page = status.with_own_entries(page, [entry for entry in page.rulings if entry.id == id])
    return page if isinstance(page, knowledge.TopicPage) else replace(page, inherited=(), mentioned_in=())


def limit_of(args: grammar.Arguments, default: int | None = None) -> int | None:
    """The value of `-n`: a number, None for `all`, or `default` if it was not given."""
    words = args.text("limit")
    if words is None:
        return default
    if words.lower() == "all":
        return None
    if not (words.isascii() and words.isdigit()) or len(words) > 6 or int(words) < 1:
        raise grammar.UsageError(f"-n must be a number from 1 to 999999 or “all”, not “{ids.shortened(words)}”")
    return int(words)


def is_newest_first(args: grammar.Arguments) -> bool:
    """Whether the newest rulings come first: `--newest`, or `--sort date`."""
    return bool(args["newest"] or args["sort"])


def sort_rulings(
    rulings: Sequence[entities.Ruling],
    args: grammar.Arguments,
    date_of: Callable[[entities.Ruling], str | None] = lambda ruling: ruling.date,
) -> list[entities.Ruling]:
    """The rulings unchanged or, with `--newest`, the newest by `date_of` (ISO 8601) first and undated ones last."""
    if not is_newest_first(args):
        return [*rulings]
    return sorted(rulings, key=lambda ruling: date_of(ruling) or "", reverse=True)


def limit_page(page: knowledge.Page, limit: int | None) -> knowledge.Page:
    """The page with at most `limit` of its own rulings or, if it has none, of those that it inherits.

    References to other rulings do not count, and stay. None: no limit.
    """
    own_ids = {ruling.id for ruling in status.without_see_entries(page.rulings)[:limit]}
    page = status.with_own_entries(page, [e for e in page.rulings if e.is_see_entry or e.id in own_ids])
    if isinstance(page, knowledge.TopicPage) or own_ids:
        return page
    return replace(page, inherited=tuple(status.first_inherited(page.inherited, limit)))
