"""`rulings list`: the cards with the number of rulings on each, for people, grep and fzf."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from msgspec import structs

from rulings import api, errors, names
from rulings.cli import entries, filtering, grammar, layout, lookup, output, specification
from rulings.model import entities, formatting, knowledge, status
from rulings.search import fields

# The page of a card or topic → lines for a terminal.


def show_page(
    screen: layout.Screen,
    page: knowledge.Page,
    *,
    full: bool = False,
    limit: int | None = None,
    own_text: tuple[str, str] | None = None,
) -> None:
    """Shows the page of a card or topic, with at most `limit` of its own rulings.

    `own_text`: the card's text in a file of the user's, and the name of that file.
    """
    if isinstance(page, knowledge.TopicPage):
        show_topic(screen, page, full=full, limit=limit)
    else:
        show_card(screen, page, full=full, limit=limit, own_text=own_text)


def show_card(
    screen: layout.Screen,
    page: knowledge.CardPage,
    *,
    full: bool = False,
    limit: int | None = None,
    own_text: tuple[str, str] | None = None,
) -> None:
    """Shows the page of a card. Without `full`, inherited rulings are only listed, unless there are no others."""
    card = page.card
    own_rulings = status.without_see_entries(page.rulings)
    references = status.shown_references(page)
    legend = entries.Legend()
    screen.text(card.title, "title")
    screen.text(layout.dotted(formatting.summary_parts(card)), "dim")
    screen.text(_counts_line(page, own_rulings, references), "dim")
    if card.restored:
        legend.add([formatting.restored_mark(card.restored)])
    errata = [ruling for ruling in own_rulings if ruling.kind == "errata"][:limit] if own_text else []
    if own_text:
        entries.show_rulings(screen, errata, legend)
        _show_own_text(screen, *own_text)
    left = limit if limit is None else limit - len(errata)
    entries.show_rulings(screen, own_rulings[len(errata) :], legend, limit=left)
    _show_references(screen, references)
    if not own_rulings and not references and not page.inherited:
        _show_similar_cards(screen, card)
    inherited = page.inherited if own_rulings else status.first_inherited(page.inherited, limit)
    for group in inherited:
        _show_inherited(screen, group, legend, status.unfolds_inherited(page, full))
    if not own_rulings:
        entries.show_left_out(screen, sum(len(group.rulings) for group in page.inherited), limit)
    _show_elsewhere(screen, page, legend, full)
    legend.show(screen, full)


def _show_own_text(screen: layout.Screen, text: str, file: str) -> None:
    screen.blank()
    screen.text(f"The card’s text, from {file}", "strong")
    for line in text.splitlines():
        screen.text(line, indent="  ")


def _counts_line(
    page: knowledge.CardPage, own_rulings: list[entities.Ruling], references: list[entities.Ruling]
) -> str:
    phrases = formatting.ruling_counts(own_rulings)
    if references:
        phrases.append(formatting.count(len(references), "reference"))
    phrases = phrases or ["no rulings on this card itself"]
    phrases += [f"{len(group.rulings)} from {group.subject.title}" for group in page.inherited]
    subjects = _subjects(_elsewhere(page))
    if subjects:
        phrases.append(f"mentioned on {formatting.count(len(subjects), 'other page')}")
    if page.steps:
        phrases.append(f"run step{'' if len(page.steps) == 1 else 's'} {', '.join(map(str, page.steps))}")
    if page.card.restored:
        phrases.append(f"heading {entries.mark_label(formatting.restored_mark(page.card.restored))}")
    return layout.dotted(phrases)


def _show_similar_cards(screen: layout.Screen, card: entities.Card) -> None:
    """Suggests searches for cards with the same keywords and type."""
    queries = [fields.field_query("keyword", word) for word in card.keywords]
    screen.blank()
    screen.text("Rulings on similar cards", "strong")
    for query in [*queries, fields.field_query("type", card.type)]:
        screen.text(f"rulings search '{query}'" if '"' in query else f"rulings search {query}", indent="  ")


def _show_inherited(screen: layout.Screen, group: knowledge.Inherited, legend: entries.Legend, unfolded: bool) -> None:
    source = group.subject
    command = f"rulings {'topic ' if source.kind == 'topic' else ''}{source.id}"
    screen.blank()
    screen.text(formatting.inherited_heading(group), "strong")
    details = [
        formatting.count(len(group.rulings), "ruling"),
        formatting.inheritance_reason(group),
        "" if unfolded else command,
    ]
    screen.text(layout.dotted(details), "dim")
    for ruling in group.rulings:
        if unfolded:
            screen.blank()
            entries.show_ruling(screen, ruling, legend)
        else:
            entries.show_question(screen, ruling)


def _elsewhere(page: knowledge.CardPage) -> list[entities.Ruling]:
    return status.mentioned_elsewhere(page.mentioned_in, page.inherited)


def _subjects(elsewhere: list[entities.Ruling]) -> list[str]:
    return list(dict.fromkeys(ruling.subject.title for ruling in elsewhere))


def _show_elsewhere(screen: layout.Screen, page: knowledge.CardPage, legend: entries.Legend, full: bool) -> None:
    elsewhere = _elsewhere(page)
    if elsewhere:
        screen.blank()
        if full:
            screen.text("Mentioned in", "strong")
            entries.show_rulings(screen, elsewhere, legend, with_subject=True)
        else:
            screen.text(layout.dotted(_subjects(elsewhere)), prefix="Mentioned in  ", indent="  ")
    if page.steps:
        screen.blank()
        steps = ", ".join(map(str, page.steps))
        screen.text(f"{steps}  (rulings run {page.steps[0]})", prefix="Steps of a run  ", indent="  ")


def show_topic(screen: layout.Screen, page: knowledge.TopicPage, *, full: bool, limit: int | None) -> None:
    """Shows a topic with its rulings, then its references to other rulings."""
    legend = entries.Legend()
    screen.text(page.topic.title, "title")
    screen.text(layout.dotted(["Topic", *(formatting.ruling_counts(page.rulings) or ["0 rulings"])]), "dim")
    own_rulings = status.without_see_entries(page.rulings)
    entries.show_rulings(screen, own_rulings, legend, limit=limit)
    _show_references(screen, status.shown_references(page))
    legend.show(screen, full)


def _show_references(screen: layout.Screen, references: list[entities.Ruling]) -> None:
    """Shows the words of `see` entries, each after an empty line."""
    for entry in references:
        screen.blank()
        entries.show_statuses(screen, entry)
        screen.text_with_id(entry.text, entry.id, url=entry.url)
        entries.show_explanations(screen, entry)


# The page of a card or topic as the options leave it: which of its rulings are shown and cited.


def print_subject_page(kb: api.KnowledgeBase, key: str, ruling_id: str | None, args: grammar.Arguments) -> int:
    """Prints what the options leave of the page with that key, or just one of its entries.

    `page`: after the filters; `shown`: after `-n`; `cited`: what of it is shown in full.
    Returns the exit status: 1 if the options exclude every ruling.
    """
    whole_page = knowledge.page_of(kb, key)
    other_pages = _pages_of_with(kb, key, args)
    ruling_filter = filtering.ruling_filter_of(kb, args)
    limit = filtering.limit_of(args, None)
    mismatch = _mismatch(whole_page, args)
    page = _filtered(whole_page, other_pages, mismatch, ruling_filter)
    asked_for = whole_page
    if ruling_id:
        page, asked_for = filtering.only_entry(page, ruling_id), filtering.only_entry(whole_page, ruling_id)
    if (other_pages or ruling_filter.is_active) and not status.page_rulings(page):
        if args.output_format == "json":
            output.print_json(page)
        layout.print_error(_no_rulings_message(asked_for, ruling_id, other_pages, mismatch, ruling_filter))
        return 1
    page = filtering.sort_page(page, args)
    heading = _list_heading(page, other_pages, mismatch)
    shown = (filtering.limit_all_rulings if heading else filtering.limit_page)(page, limit)
    cited = status.page_rulings(shown) if heading or ruling_id else _cited(shown, args)  # a reference only if asked for
    is_part = ruling_id is not None and len(whole_page.rulings) > 1
    output.print_answer(
        args,
        kb,
        json=shown,
        show=lambda screen: _show(screen, kb, page, heading, args, limit, is_part),  # it says how many are left out
        rulings=cited,
        records=map(entries.record, _recorded(shown, limit)),
    )
    if mismatch:
        layout.print_note(f"{mismatch}: only rulings on other cards are left")
    output.open_if_asked(args, output.page_url(page, ruling_id))
    return 0


def _filtered(
    page: knowledge.Page, other_pages: list[knowledge.Page], mismatch: str, ruling_filter: filtering.RulingFilter
) -> knowledge.Page:
    """The page with the rulings that pass: with other pages, those on all cards; with a mismatch, no references."""
    page = ruling_filter.filter_page(page)
    if other_pages:  # after the filter, because part of a ruling may connect fewer cards
        return _rulings_on_all(page, [ruling_filter.filter_page(other) for other in other_pages])
    return filtering.with_rulings(page, status.without_see_entries) if mismatch else page


def _cited(shown: knowledge.Page, args: grammar.Arguments) -> list[entities.Ruling]:
    """The rulings that the screen shows in full, without references to others."""
    return status.without_see_entries(status.shown_in_full(shown, bool(args["full"])))


def _recorded(shown: knowledge.Page, limit: int | None) -> list[entities.Ruling]:
    """Every entry on the page; with a limit, at most that many rulings or, if there are none, every reference."""
    entries = status.page_rulings(shown)
    return entries if limit is None else status.without_see_entries(entries)[:limit] or entries


def _pages_of_with(kb: api.KnowledgeBase, key: str, args: grammar.Arguments) -> list[knowledge.Page]:
    """The pages of the cards that `--with` names. Raises `UsageError` if one has the key `key`."""
    pages = dict[str, knowledge.Page]()
    for name in args.texts("with"):
        if not name.strip():
            raise grammar.UsageError("--with needs the name of a card")
        other_key, _ = lookup.find_page_key(kb, name)
        page = pages[other_key] = knowledge.page_of(kb, other_key)
        if other_key == key:
            raise grammar.UsageError(f"--with needs a card other than {page.subject.title}")
        lookup.note_unlikely_reading(kb, name, page.subject.title)
    return list(pages.values())


def _rulings_on_all(page: knowledge.Page, other_pages: list[knowledge.Page]) -> knowledge.Page:
    """The page with the rulings that connect it with each other card, of those that say the same only the first.

    Rulings that only another page has are added at the end.
    """
    cards = [each for each in (page, *other_pages) if isinstance(each, knowledge.CardPage)]
    if isinstance(page, knowledge.TopicPage) or len(cards) <= len(other_pages):
        raise grammar.UsageError("--with works only with cards, not with topics")
    inheriting = status.inheritors(cards)
    id, *other_ids = (each.card.id for each in cards)

    def connecting(rulings: Sequence[entities.Ruling]) -> list[entities.Ruling]:
        return [
            ruling
            for ruling in status.without_see_entries(rulings)
            if all(status.connects(ruling, id, other_id, inheriting[ruling.id]) for other_id in other_ids)
        ]

    both = filtering.with_rulings(page, connecting)
    shown = {ruling.id for ruling in (*both.rulings, *(ruling for group in both.inherited for ruling in group.rulings))}
    elsewhere = [
        *both.mentioned_in,
        *(ruling for other in cards[1:] for ruling in connecting(status.page_rulings(other))),
    ]
    mentioned_in = tuple(status.without_repeats(ruling for ruling in elsewhere if ruling.id not in shown))
    every = structs.replace(both, mentioned_in=mentioned_in)
    places = {ruling.id: ruling.source.sort_key for ruling in status.page_rulings(every)}

    def distinct(rulings: Sequence[entities.Ruling]) -> list[entities.Ruling]:
        return [r for r in rulings if not any(id in places and places[id] < places[r.id] for id in r.also_under)]

    return filtering.with_rulings(every, distinct)


def _mismatch(page: knowledge.Page, args: grammar.Arguments) -> str:
    """`Asp is a Corp ice; --side runner`: the options that the card does not match, and why; else empty."""
    if isinstance(page, knowledge.TopicPage):
        return ""
    card = page.card
    printed = {"side": card.side.lower(), "type": card.type.lower()}
    unmet = [f"--{name} {args[name]}" for name, value in printed.items() if args[name] not in (None, value)]
    article = "" if card.type in formatting.PLURALS else "a "  # ice and hardware are not counted
    kind = f"{article}{card.side} {card.type.lower()}"
    return f"{card.title} is {kind}; {' and '.join(unmet)}" if unmet else ""


def _no_rulings_message(
    page: knowledge.Page,
    ruling_id: str | None,
    other_pages: list[knowledge.Page],
    mismatch: str,
    ruling_filter: filtering.RulingFilter,
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
            return f"no rulings concern {both} {formatting.joined_with('and', [title, *others])}{options}"
        if not status.without_see_entries(page.rulings):
            return f"{ruling_id} only refers to other rulings"
        return f"{ruling_id} does not concern {formatting.joined_with('and', others)}{options}"
    is_mentioned = isinstance(page, knowledge.CardPage) and bool(page.mentioned_in)
    on_title = f"on or mentioning {title}" if is_mentioned else f"on {title}"
    about = f"with the id {ruling_id}" if ruling_id else on_title
    return ruling_filter.why_none_pass(about, status.page_rulings(page))


def _list_heading(
    page: knowledge.Page, other_pages: list[knowledge.Page], mismatch: str
) -> tuple[str, str, str] | None:
    """The title of a list of rulings, and what it lists, one and several; None if they are shown as a page instead."""
    if other_pages:
        titles = formatting.joined_with("and", [each.subject.title for each in (page, *other_pages)])
        both = "both" if len(other_pages) == 1 else "all of them"
        return titles, f"ruling concerns {both}", f"rulings concern {both}"
    if mismatch:
        return page.subject.title, "ruling on another card that mentions it", "rulings on other cards that mention it"
    return None


def _show(
    screen: layout.Screen,
    kb: api.KnowledgeBase,
    page: knowledge.Page,
    heading: tuple[str, str, str] | None,
    args: grammar.Arguments,
    limit: int | None,
    is_part: bool,
) -> None:
    """Shows what is left of the page. `heading`: of a list of its rulings; `is_part`: it is one of several entries."""
    full = bool(args["full"])
    if heading is None:
        show_page(screen, page, full=full, limit=limit, own_text=_own_text(kb, page, args))
    else:
        title, *words = heading
        rulings = status.page_rulings(page)
        legend = entries.Legend()
        screen.text(title, "title")
        screen.text(formatting.count(len(rulings), *words), "dim")
        entries.show_rulings(screen, rulings, legend, with_subject=True, limit=limit)
        legend.show(screen, full)
    if is_part:
        screen.blank()
        command = f"topic {page.topic.id}" if isinstance(page, knowledge.TopicPage) else page.card.id
        screen.text(f"More on this page: rulings {command}", "dim")


def _own_text(kb: api.KnowledgeBase, page: knowledge.Page, args: grammar.Arguments) -> tuple[str, str] | None:
    """The text of the card in the user's own file, and the name of that file; None if there is none."""
    path = args.text("card-texts") or os.environ.get("RULINGS_CARD_TEXTS", "")
    if not path or isinstance(page, knowledge.TopicPage):
        return None
    from rulings.storage import card_texts

    read = card_texts.read_card_texts(kb, Path(path))
    if read.unmatched and args["card-texts"]:
        layout.print_note(read.unmatched_note)
    text = read.texts.get(page.card.id)
    return (text, read.name) if text else None


# `rulings card NAME…`: a card, one of its rulings, or the rulings that concern two cards.


def card(args: grammar.Arguments) -> int:
    """Prints a card's page or one ruling. Returns 0, or 1 if the options exclude every ruling."""
    name = " ".join(args.positional).strip()
    if not name:
        grammar.reject_other_options(specification.CARD, args)
        raise grammar.UsageError("missing card name: rulings card NAME… (rulings list shows all names)")
    kb = api.open()
    if names.is_address(name) or (args["with"] is None and lookup.means_something_else(kb, name)):
        return lookup.show_other_meaning(kb, name, args, None)
    try:
        key, ruling_id = lookup.find_page_key(kb, name)
    except errors.NotFound as error:
        if not isinstance(error, errors.Ambiguous) and not lookup.nearest_ruling_ids(kb, name):
            return lookup.show_other_meaning(kb, name, args, error)
        grammar.reject_other_options(specification.CARD, args)
        raise
    grammar.reject_other_options(specification.CARD, args)
    title = knowledge.subject_of(kb, key).title
    if ruling_id:
        lookup.note_what_it_is(name, f"a ruling on {title}")
    elif args["with"] is not None:
        lookup.note_unlikely_reading(kb, name, title)
    return print_subject_page(kb, key, ruling_id, args)


# `rulings topic [NAME…]`: one topic with its rulings, or the list of topics.


def topic(args: grammar.Arguments) -> int:
    """Prints a topic or the list and returns 0, or 1 if no ruling matches the options."""
    kb = api.open()
    name = " ".join(args.positional).strip()
    if not name:
        return _print_list(kb, args)
    key, ruling_id = lookup.find_page_key(kb, name, "topic")
    return print_subject_page(kb, key, ruling_id, args)


def _print_list(kb: api.KnowledgeBase, args: grammar.Arguments) -> int:
    grammar.reject_options(args, ("sort", "full"), "{} is for the rulings on one topic: rulings topic NAME")
    ruling_filter = filtering.ruling_filter_of(kb, args)
    counts = [(row, len(ruling_filter.filter_rulings(kb.rulings_without_see_entries(row.id)))) for row in kb.topics]
    counts = [row for row in counts if row[1]][: filtering.limit_of(args, None)]
    output.print_answer(
        args,
        kb,
        json={"topics": [{**row.to_dict(), "rulings": ruling_count} for row, ruling_count in counts]},
        show=lambda screen: _show_list(screen, counts) if counts else None,
        records=(
            layout.Record(row.id, "topic", row.title, None, None, formatting.count(n, "ruling")) for row, n in counts
        ),
    )
    if not counts:
        layout.print_error("no rulings on any topic match these options")
        return 1
    output.open_if_asked(args, "/topics/")
    return 0


def _show_list(screen: layout.Screen, counts: list[tuple[entities.Topic, int]]) -> None:
    screen.text("Topics of the general rulings", "title")
    screen.text("with the number of rulings on each; to see one: rulings topic NAME", "dim")
    screen.blank()
    for row, ruling_count in counts:
        screen.text(row.title, prefix=f"{ruling_count:4d}  ")


def list_cards(args: grammar.Arguments) -> int:
    """Prints the list and returns 0, or 1 if no card matches the options."""
    if args.positional:
        raise grammar.UsageError("`rulings list` takes no name; to see a card: rulings card NAME…")
    kb = api.open()
    ruling_filter = filtering.ruling_filter_of(kb, args)
    rows: list[tuple[entities.Card, int, int]] = []
    for card in kb.cards:
        rulings = ruling_filter.filter_rulings(kb.rulings_without_see_entries(card.id))
        if ruling_filter.allows_card(card.id) and (rulings or not args["ruled"]):
            rows.append((card, len(rulings), sum(ruling.kind == "errata" for ruling in rulings)))
    rows = rows[: filtering.limit_of(args, None)]
    output.print_answer(
        args,
        kb,
        json={"cards": [{**card.to_dict(), "rulings": n, "errata": errata} for card, n, errata in rows]},
        show=lambda screen: _show_list_listing(screen, rows),
        records=(
            layout.Record(
                c.id,
                "card",
                c.title,
                None,
                None,
                layout.dotted([*formatting.summary_parts(c), formatting.count(n, "ruling")]),
            )
            for c, n, _ in rows
        ),
    )
    if not rows:
        layout.print_error("no cards match these options")
    return 0 if rows else 1


def _show_list_listing(screen: layout.Screen, rows: list[tuple[entities.Card, int, int]]) -> None:
    for card, ruling_count, _ in rows:
        screen.text(card.title, "" if ruling_count else "dim", prefix=f"{ruling_count or '·':>3}  ")
