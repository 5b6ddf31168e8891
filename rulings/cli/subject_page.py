"""The page of a card or topic as the options leave it: which of its rulings are shown and cited.

`rulings card` and `rulings topic` print it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from msgspec import structs

from rulings.api import KnowledgeBase
from rulings.cli import output
from rulings.cli.fallback import note_unlikely_reading
from rulings.cli.filtering import RulingFilter, only_entry, ruling_filter_of, with_rulings
from rulings.cli.grammar import Arguments, UsageError
from rulings.cli.lookup import find_page_key
from rulings.cli.opening_pages import open_if_asked, page_url
from rulings.cli.render import card as render_card
from rulings.cli.render import ruling as render_ruling
from rulings.cli.render import terminal
from rulings.cli.render.screen import Screen
from rulings.cli.sort_and_limit import limit_all_rulings, limit_of, limit_page, sort_page
from rulings.model.entities import Ruling
from rulings.model.formatting import PLURALS, count, joined_with
from rulings.model.pages import CardPage, Page, TopicPage, page_of
from rulings.model.selecting import (
    connects,
    inheritors,
    page_rulings,
    shown_in_full,
    without_repeats,
    without_see_entries,
)


def print_subject_page(kb: KnowledgeBase, key: str, ruling_id: str | None, args: Arguments) -> int:
    """Prints what the options leave of the page with that key, or just one of its entries.

    `page`: after the filters; `shown`: after `-n`; `cited`: what of it is shown in full.
    Returns the exit status: 1 if the options exclude every ruling.
    """
    whole_page = page_of(kb, key)
    other_pages = _pages_of_with(kb, key, args)
    ruling_filter = ruling_filter_of(kb, args)
    limit = limit_of(args, None)
    mismatch = _mismatch(whole_page, args)
    page = _filtered(whole_page, other_pages, mismatch, ruling_filter)
    asked_for = whole_page
    if ruling_id:
        page, asked_for = only_entry(page, ruling_id), only_entry(whole_page, ruling_id)
    if (other_pages or ruling_filter.is_active) and not page_rulings(page):
        if args.output_format == "json":
            output.print_json(page)
        terminal.print_error(_no_rulings_message(asked_for, ruling_id, other_pages, mismatch, ruling_filter))
        return 1
    page = sort_page(page, args)
    heading = _list_heading(page, other_pages, mismatch)
    shown = (limit_all_rulings if heading else limit_page)(page, limit)
    cited = page_rulings(shown) if heading or ruling_id else _cited(shown, args)  # a reference only if asked for
    is_part = ruling_id is not None and len(whole_page.rulings) > 1
    output.print_answer(
        args,
        kb,
        json=shown,
        show=lambda screen: _show(screen, kb, page, heading, args, limit, is_part),  # it says how many are left out
        rulings=cited,
        records=map(render_ruling.record, _recorded(shown, limit)),
    )
    if mismatch:
        terminal.print_note(f"{mismatch}: only rulings on other cards are left")
    open_if_asked(args, page_url(page, ruling_id))
    return 0


def _filtered(page: Page, other_pages: list[Page], mismatch: str, ruling_filter: RulingFilter) -> Page:
    """The page with the rulings that pass: with other pages, those on all cards; with a mismatch, no references."""
    page = ruling_filter.filter_page(page)
    if other_pages:  # after the filter, because part of a ruling may connect fewer cards
        return _rulings_on_all(page, [ruling_filter.filter_page(other) for other in other_pages])
    return with_rulings(page, without_see_entries) if mismatch else page


def _cited(shown: Page, args: Arguments) -> list[Ruling]:
    """The rulings that the screen shows in full, without references to others."""
    return without_see_entries(shown_in_full(shown, bool(args["full"])))


def _recorded(shown: Page, limit: int | None) -> list[Ruling]:
    """Every entry on the page; with a limit, at most that many rulings or, if there are none, every reference."""
    entries = page_rulings(shown)
    return entries if limit is None else without_see_entries(entries)[:limit] or entries


def _pages_of_with(kb: KnowledgeBase, key: str, args: Arguments) -> list[Page]:
    """The pages of the cards that `--with` names. Raises `UsageError` if one has the key `key`."""
    pages = dict[str, Page]()
    for name in args.texts("with"):
        if not name.strip():
            raise UsageError("--with needs the name of a card")
        other_key, _ = find_page_key(kb, name)
        page = pages[other_key] = page_of(kb, other_key)
        if other_key == key:
            raise UsageError(f"--with needs a card other than {page.subject.title}")
        note_unlikely_reading(kb, name, page.subject.title)
    return list(pages.values())


def _rulings_on_all(page: Page, other_pages: list[Page]) -> Page:
    """The page with the rulings that connect it with each other card, of those that say the same only the first.

    Rulings that only another page has are added at the end.
    """
    cards = [each for each in (page, *other_pages) if isinstance(each, CardPage)]
    if isinstance(page, TopicPage) or len(cards) <= len(other_pages):
        raise UsageError("--with works only with cards, not with topics")
    inheriting = inheritors(cards)
    id, *other_ids = (each.card.id for each in cards)

    def connecting(rulings: Sequence[Ruling]) -> list[Ruling]:
        return [
            ruling
            for ruling in without_see_entries(rulings)
            if all(connects(ruling, id, other_id, inheriting[ruling.id]) for other_id in other_ids)
        ]

    both = with_rulings(page, connecting)
    shown = {ruling.id for ruling in (*both.rulings, *(ruling for group in both.inherited for ruling in group.rulings))}
    elsewhere = [*both.mentioned_in, *(ruling for other in cards[1:] for ruling in connecting(page_rulings(other)))]
    mentioned_in = tuple(without_repeats(ruling for ruling in elsewhere if ruling.id not in shown))
    every = structs.replace(both, mentioned_in=mentioned_in)
    places = {ruling.id: ruling.source.sort_key for ruling in page_rulings(every)}

    def distinct(rulings: Sequence[Ruling]) -> list[Ruling]:
        return [r for r in rulings if not any(id in places and places[id] < places[r.id] for id in r.also_under)]

    return with_rulings(every, distinct)


def _mismatch(page: Page, args: Arguments) -> str:
    """`Asp is a Corp ice; --side runner`: the options that the card does not match, and why; else empty."""
    if isinstance(page, TopicPage):
        return ""
    card = page.card
    printed = {"side": card.side.lower(), "type": card.type.lower()}
    unmet = [f"--{name} {args[name]}" for name, value in printed.items() if args[name] not in (None, value)]
    article = "" if card.type in PLURALS else "a "  # ice and hardware are not counted
    kind = f"{article}{card.side} {card.type.lower()}"
    return f"{card.title} is {kind}; {' and '.join(unmet)}" if unmet else ""


def _no_rulings_message(
    page: Page, ruling_id: str | None, other_pages: list[Page], mismatch: str, ruling_filter: RulingFilter
) -> str:
    """The message if the options exclude every ruling. `page`: what was asked for, without options."""
    title = page.subject.title
    if mismatch:
        return f"{mismatch}: no rulings are left"
    if other_pages:
        options = " with these options" if ruling_filter.is_active else ""
        others = [other.subject.title for other in other_pages]
        if not ruling_id:
            both = "both" if len(others) == 1 else "all of"
            return f"no rulings concern {both} {joined_with('and', [title, *others])}{options}"
        if not without_see_entries(page.rulings):
            return f"{ruling_id} only refers to other rulings"
        return f"{ruling_id} does not concern {joined_with('and', others)}{options}"
    is_mentioned = isinstance(page, CardPage) and bool(page.mentioned_in)
    on_title = f"on or mentioning {title}" if is_mentioned else f"on {title}"
    about = f"with the id {ruling_id}" if ruling_id else on_title
    return ruling_filter.why_none_pass(about, page_rulings(page))


def _list_heading(page: Page, other_pages: list[Page], mismatch: str) -> tuple[str, str, str] | None:
    """The title of a list of rulings, and what it lists, one and several; None if they are shown as a page instead."""
    if other_pages:
        titles = joined_with("and", [each.subject.title for each in (page, *other_pages)])
        both = "both" if len(other_pages) == 1 else "all of them"
        return titles, f"ruling concerns {both}", f"rulings concern {both}"
    if mismatch:
        return page.subject.title, "ruling on another card that mentions it", "rulings on other cards that mention it"
    return None


def _show(
    screen: Screen,
    kb: KnowledgeBase,
    page: Page,
    heading: tuple[str, str, str] | None,
    args: Arguments,
    limit: int | None,
    is_part: bool,
) -> None:
    """Shows what is left of the page. `heading`: of a list of its rulings; `is_part`: it is one of several entries."""
    full = bool(args["full"])
    if heading is None:
        render_card.show_page(screen, page, full=full, limit=limit, own_text=_own_text(kb, page, args))
    else:
        title, *words = heading
        rulings = page_rulings(page)
        legend = render_ruling.Legend()
        screen.text(title, "title")
        screen.text(count(len(rulings), *words), "dim")
        render_ruling.show_rulings(screen, rulings, legend, with_subject=True, limit=limit)
        legend.show(screen, full)
    if is_part:
        screen.blank()
        command = f"topic {page.topic.id}" if isinstance(page, TopicPage) else page.card.id
        screen.text(f"More on this page: rulings {command}", "dim")


def _own_text(kb: KnowledgeBase, page: Page, args: Arguments) -> tuple[str, str] | None:
    """The text of the card in the user's own file, and the name of that file; None if there is none."""
    path = args.text("card-texts") or os.environ.get("RULINGS_CARD_TEXTS", "")
    if not path or isinstance(page, TopicPage):
        return None
    from rulings.storage.card_texts import read_card_texts

    read = read_card_texts(kb, Path(path))
    if read.unmatched and args["card-texts"]:
        terminal.print_note(read.unmatched_note)
    text = read.texts.get(page.card.id)
    return (text, read.name) if text else None
