"""The options `--as-of`, `--side`, `--type`, `--game` and `--official`, applied to rulings, pages or a search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar, overload

from msgspec import structs

from rulings.api import KnowledgeBase
from rulings.cli.grammar import Arguments, UsageError
from rulings.model.as_of import History, as_it_stood, history_of, status_on
from rulings.model.constants import NETRUNNER
from rulings.model.date_range import InvalidDateError, date_range
from rulings.model.entities import Card, Entry, Ruling, Step
from rulings.model.formatting import count, date_in_words
from rulings.model.pages import CardPage, Page, TopicPage
from rulings.model.selecting import without_see_entries
from rulings.search import Options

Choose = Callable[[Sequence[Ruling]], Sequence[Ruling]]

AnEntry = TypeVar("AnEntry", bound=Entry)


def options_of(args: Arguments, limit: int | None = None) -> Options:
    """The typed options, with a limit. Raises `UsageError` if `--as-of` is not a date."""
    as_of = args.text("as-of")
    try:
        last_day = date_range(as_of)[1] if as_of is not None else None
    except InvalidDateError as error:
        raise UsageError(f"--as-of: {error}") from None
    return Options(
        limit,
        side=args.text("side"),
        type=args.text("type"),
        game=args.text("game"),
        as_of=last_day,
        official=bool(args["official"]),
        by_date=args["sort"] == "date",
    )


def ruling_filter_of(kb: KnowledgeBase, args: Arguments) -> RulingFilter:
    """The filter by the typed options. Raises `UsageError` if `--as-of` is not a date."""
    options = options_of(args)
    return RulingFilter(options, kb.cards_by_id, _history(kb) if options.as_of else None)


def _history(kb: KnowledgeBase) -> History:
    publication_dates = {document.id: document.date for document in kb.documents if document.date}
    return history_of(kb.rulings, publication_dates, kb.steps)


@dataclass(frozen=True)
class RulingFilter:
    """Selects the rulings that meet the conditions of `options`.

    `cards`: facts by id; `history`: needed for `as_of` only.
    """

    options: Options
    cards: dict[str, Card]
    history: History | None = None

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
            and self.options.game in (None, NETRUNNER)
        )

    def part_given(self, ruling: Ruling) -> Ruling | None:
        """The part of the ruling that was given by `as_of` (without it, the whole), or None if nothing was."""
        day = self.options.as_of
        return as_it_stood(ruling, day, self.history) if day and self.history else ruling

    def filter_ruling(self, ruling: Ruling) -> Ruling | None:
        """What passes: the ruling, its part that was given by `as_of`, or None. A topic has no side and no type."""
        options = self.options
        part = self.part_given(ruling)
        if part is None or options.game not in (None, NETRUNNER) or (options.official and not part.official):
            return None
        subject = part.subject
        is_on_card = subject.kind == "card" and self.allows_card(subject.id)
        return part if is_on_card or not (options.side or options.type) else None

    def filter_rulings(self, rulings: Sequence[Ruling]) -> list[Ruling]:
        """The rulings that pass, in order."""
        if not self.is_active:
            return [*rulings]
        return [remaining for ruling in rulings if (remaining := self.filter_ruling(ruling))]

    def filter_status(self, entry: AnEntry) -> AnEntry:
        """The section or step with its status, with `as_of` that of the day."""
        day = self.options.as_of
        return status_on(entry, day, self.history) if day and self.history else entry

    def filter_entry(self, entry: Entry) -> Entry | None:
        """What passes of a ruling, or the section or step with its status."""
        return self.filter_ruling(entry) if isinstance(entry, Ruling) else self.filter_status(entry)

    def why_none_pass(self, about: str, rulings: Sequence[Ruling]) -> str:
        """The message if none of these rulings passes, with how many came later. `about`: such as “on Tracing”."""
        later = len(self.at_any_date().filter_rulings(without_see_entries(rulings)))
        if self.options.as_of and later:
            last_day = date_in_words(self.options.as_of)
            return f"no rulings {about} up to {last_day}; {count(later, 'ruling')} came later"
        return f"no rulings {about} match these options"

    @overload
    def filter_page(self, page: CardPage) -> CardPage: ...

    @overload
    def filter_page(self, page: TopicPage) -> TopicPage: ...

    def filter_page(self, page: Page) -> Page:
        """The page with only the rulings that pass: its own, inherited ones, and those that mention the card."""
        return with_rulings(page, self.filter_rulings) if self.is_active else page


def rulings_of_step(kb: KnowledgeBase, ruling_filter: RulingFilter, step: Step) -> list[Ruling]:
    """The rulings that apply to a step and pass the filter, in order."""
    rulings = [ruling for id in step.rulings if (ruling := kb.rulings_by_id.get(id))]
    return [ruling for ruling in ruling_filter.filter_rulings(rulings) if step.number in ruling.steps]


@overload
def with_rulings(page: CardPage, choose: Choose) -> CardPage: ...


@overload
def with_rulings(page: Page, choose: Choose) -> Page: ...


def with_rulings(page: Page, choose: Choose) -> Page:
    """The page with what `choose` returns for its own rulings, inherited ones, and those that mention the card."""
    page = with_own_entries(page, choose(page.rulings))
    if isinstance(page, TopicPage):
        return page
    inherited = tuple(
        structs.replace(group, rulings=tuple(rulings)) for group in page.inherited if (rulings := choose(group.rulings))
    )
    return structs.replace(page, inherited=inherited, mentioned_in=tuple(choose(page.mentioned_in)))


@overload
def with_own_entries(page: CardPage, entries: Sequence[Ruling]) -> CardPage: ...


@overload
def with_own_entries(page: Page, entries: Sequence[Ruling]) -> Page: ...


def with_own_entries(page: Page, entries: Sequence[Ruling]) -> Page:
    """The page with these of its own entries (rulings and references to others), and with their steps."""
    if isinstance(page, TopicPage):
        return structs.replace(page, rulings=tuple(entries))
    steps = tuple(sorted({step for entry in entries for step in entry.steps}))
    return structs.replace(page, rulings=tuple(entries), steps=steps)


def only_entry(page: Page, id: str) -> Page:
    """The page with one of its own entries and nothing else."""
    page = with_own_entries(page, [entry for entry in page.rulings if entry.id == id])
    return page if isinstance(page, TopicPage) else structs.replace(page, inherited=(), mentioned_in=())
