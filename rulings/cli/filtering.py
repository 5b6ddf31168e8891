"""`-n` and `--sort`: how many rulings are shown, and in what order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar, overload

from msgspec import structs

from rulings import api
from rulings.cli import grammar
from rulings.model import constants, entities, formatting, ids, knowledge, status
from rulings.search import options as search_options

# The options `--as-of`, `--side`, `--type`, `--game` and `--official`, applied to rulings, pages or a search.

Choose = Callable[[Sequence[entities.Ruling]], Sequence[entities.Ruling]]

AnEntry = TypeVar("AnEntry", bound=entities.Entry)


def options_of(args: grammar.Arguments, limit: int | None = None) -> search_options.Options:
    """The typed options, with a limit. Raises `UsageError` if `--as-of` is not a date."""
    as_of = args.text("as-of")
    try:
        last_day = status.date_range(as_of)[1] if as_of is not None else None
    except status.InvalidDateError as error:
        raise grammar.UsageError(f"--as-of: {error}") from None
    return search_options.Options(
        limit,
        side=args.text("side"),
        type=args.text("type"),
        game=args.text("game"),
        as_of=last_day,
        official=bool(args["official"]),
        by_date=args["sort"] == "date",
    )


def ruling_filter_of(kb: api.KnowledgeBase, args: grammar.Arguments) -> RulingFilter:
    """The filter by the typed options. Raises `UsageError` if `--as-of` is not a date."""
    options = options_of(args)
    return RulingFilter(options, kb.cards_by_id, _history(kb) if options.as_of else None)


def _history(kb: api.KnowledgeBase) -> status.History:
    publication_dates = {document.id: document.date for document in kb.documents if document.date}
    return status.history_of(kb.rulings, publication_dates, kb.steps)


@dataclass(frozen=True)
class RulingFilter:
    """Selects the rulings that meet the conditions of `options`.

    `cards`: facts by id; `history`: needed for `as_of` only.
    """

    options: search_options.Options
    cards: dict[str, entities.Card]
    history: status.History | None = None

    def __post_init__(self) -> None:
        """Raises `ValueError` for a date without a history, which could not be applied."""
        if self.options.as_of and self.history is None:
            raise ValueError("`as_of` needs a history")

    def at_any_date(self) -> RulingFilter:
        """The same filter without `as_of`."""
        return replace(self, options=replace(self.options, as_of=None))

    @property
    def is_active(self) -> bool:
        """Whether any option is set."""
        return self.options.has_conditions

    def allows_card(self, id: str) -> bool:
        """Whether a card passes the filter by side, type and game."""
        card = self.cards.get(id)
        return (
            card is not None
            and self.options.side in (None, card.side.lower())
            and self.options.type in (None, card.type.lower())
            and self.options.game in (None, constants.NETRUNNER)
        )

    def part_given(self, ruling: entities.Ruling) -> entities.Ruling | None:
        """The part of the ruling that was given by `as_of` (without it, the whole), or None if nothing was."""
        day = self.options.as_of
        return status.as_it_stood(ruling, day, self.history) if day and self.history else ruling

    def filter_ruling(self, ruling: entities.Ruling) -> entities.Ruling | None:
        """What passes: the ruling, its part that was given by `as_of`, or None. A topic has no side and no type."""
        options = self.options
        part = self.part_given(ruling)
        if part is None or options.game not in (None, constants.NETRUNNER) or (options.official and not part.official):
            return None
        subject = part.subject
        is_on_card = subject.kind == "card" and self.allows_card(subject.id)
        return part if is_on_card or not (options.side or options.type) else None

    def filter_rulings(self, rulings: Sequence[entities.Ruling]) -> list[entities.Ruling]:
        """The rulings that pass, in order."""
        if not self.is_active:
            return [*rulings]
        return [remaining for ruling in rulings if (remaining := self.filter_ruling(ruling))]

    def filter_status(self, entry: AnEntry) -> AnEntry:
        """The section or step with its status, with `as_of` that of the day."""
        day = self.options.as_of
        return status.status_on(entry, day, self.history) if day and self.history else entry

    def filter_entry(self, entry: entities.Entry) -> entities.Entry | None:
        """What passes of a ruling, or the section or step with its status."""
        return self.filter_ruling(entry) if isinstance(entry, entities.Ruling) else self.filter_status(entry)

    def why_none_pass(self, about: str, rulings: Sequence[entities.Ruling]) -> str:
        """The message if none of these rulings passes, with how many came later. `about`: such as “on Tracing”."""
        later = len(self.at_any_date().filter_rulings(status.without_see_entries(rulings)))
        if self.options.as_of and later:
            last_day = formatting.date_in_words(self.options.as_of)
            return f"no rulings {about} up to {last_day}; {formatting.count(later, 'ruling')} came later"
        return f"no rulings {about} match these options"

    @overload
    def filter_page(self, page: knowledge.CardPage) -> knowledge.CardPage: ...

    @overload
    def filter_page(self, page: knowledge.TopicPage) -> knowledge.TopicPage: ...

    def filter_page(self, page: knowledge.Page) -> knowledge.Page:
        """The page with only the rulings that pass: its own, inherited ones, and those that mention the card."""
        return with_rulings(page, self.filter_rulings) if self.is_active else page


def rulings_of_step(kb: api.KnowledgeBase, ruling_filter: RulingFilter, step: entities.Step) -> list[entities.Ruling]:
    """The rulings that apply to a step and pass the filter, in order."""
    rulings = [ruling for id in step.rulings if (ruling := kb.rulings_by_id.get(id))]
    return [ruling for ruling in ruling_filter.filter_rulings(rulings) if step.number in ruling.steps]


@overload
def with_rulings(page: knowledge.CardPage, choose: Choose) -> knowledge.CardPage: ...


@overload
def with_rulings(page: knowledge.Page, choose: Choose) -> knowledge.Page: ...


def with_rulings(page: knowledge.Page, choose: Choose) -> knowledge.Page:
    """The page with what `choose` returns for its own rulings, inherited ones, and those that mention the card."""
    page = with_own_entries(page, choose(page.rulings))
    if isinstance(page, knowledge.TopicPage):
        return page
    inherited = tuple(
        structs.replace(group, rulings=tuple(rulings)) for group in page.inherited if (rulings := choose(group.rulings))
    )
    return structs.replace(page, inherited=inherited, mentioned_in=tuple(choose(page.mentioned_in)))


@overload
def with_own_entries(page: knowledge.CardPage, entries: Sequence[entities.Ruling]) -> knowledge.CardPage: ...


@overload
def with_own_entries(page: knowledge.Page, entries: Sequence[entities.Ruling]) -> knowledge.Page: ...


def with_own_entries(page: knowledge.Page, entries: Sequence[entities.Ruling]) -> knowledge.Page:
    """The page with these of its own entries (rulings and references to others), and with their steps."""
    if isinstance(page, knowledge.TopicPage):
        return structs.replace(page, rulings=tuple(entries))
    steps = tuple(sorted({step for entry in entries for step in entry.steps}))
    return structs.replace(page, rulings=tuple(entries), steps=steps)


def only_entry(page: knowledge.Page, id: str) -> knowledge.Page:
    """The page with one of its own entries and nothing else."""
    page = with_own_entries(page, [entry for entry in page.rulings if entry.id == id])
    return page if isinstance(page, knowledge.TopicPage) else structs.replace(page, inherited=(), mentioned_in=())


def limit_of(args: grammar.Arguments, default: int | None) -> int | None:
    """The value of `-n`: a number, None for `all`, or `default` if it was not given."""
    words = args.text("limit")
    if words is None:
        return default
    if words.lower() == "all":
        return None
    if not (words.isascii() and words.isdigit()) or len(words) > 6 or int(words) < 1:
        raise grammar.UsageError(f"-n must be a number from 1 to 999999 or “all”, not “{ids.shortened(words)}”")
    return int(words)


def sort_rulings(
    rulings: Sequence[entities.Ruling],
    args: grammar.Arguments,
    date_of: Callable[[entities.Ruling], str | None] = lambda ruling: ruling.date,
) -> list[entities.Ruling]:
    """The rulings unchanged or, with `--sort date`, the newest by `date_of` (ISO 8601) first and undated ones last."""
    if args["sort"] != "date":
        return [*rulings]
    return sorted(rulings, key=lambda ruling: date_of(ruling) or "", reverse=True)


def limit_page(page: knowledge.Page, limit: int | None) -> knowledge.Page:
    """The page with at most `limit` of its own rulings or, if it has none, of those that it inherits.

    References to other rulings do not count, and stay. None: no limit.
    """
    own_ids = {ruling.id for ruling in status.without_see_entries(page.rulings)[:limit]}
    page = with_own_entries(page, [e for e in page.rulings if e.is_see_entry or e.id in own_ids])
    if isinstance(page, knowledge.TopicPage) or own_ids:
        return page
    return structs.replace(page, inherited=tuple(status.first_inherited(page.inherited, limit)))


def limit_all_rulings(page: knowledge.Page, limit: int | None) -> knowledge.Page:
    """The page with at most `limit` rulings in all; None: no limit."""
    ids = [ruling.id for ruling in status.page_rulings(page)[:limit]]
    return with_rulings(page, lambda rulings: [ruling for ruling in rulings if ruling.id in ids])


def sort_page(page: knowledge.Page, args: grammar.Arguments) -> knowledge.Page:
    """The page with its rulings in the requested order."""
    return with_rulings(page, lambda rulings: sort_rulings(rulings, args))
