"""The page of a card or topic → lines for a terminal."""

from __future__ import annotations

from rulings.cli.render import ruling as render_ruling
from rulings.cli.render.ruling import Legend
from rulings.cli.render.screen import Screen
from rulings.cli.render.text import dotted
from rulings.model import formatting, marks, selecting
from rulings.model.entities import Card, Ruling
from rulings.model.formatting import count
from rulings.model.pages import CardPage, Inherited, Page, TopicPage
from rulings.search.fields import field_query


def show_page(
    screen: Screen, page: Page, *, full: bool = False, limit: int | None = None, own_text: tuple[str, str] | None = None
) -> None:
    """Shows the page of a card or topic, with at most `limit` of its own rulings.

    `own_text`: the card's text in a file of the user's, and the name of that file.
    """
    if isinstance(page, TopicPage):
        show_topic(screen, page, full=full, limit=limit)
    else:
        show_card(screen, page, full=full, limit=limit, own_text=own_text)


def show_card(
    screen: Screen,
    page: CardPage,
    *,
    full: bool = False,
    limit: int | None = None,
    own_text: tuple[str, str] | None = None,
) -> None:
    """Shows the page of a card. Without `full`, inherited rulings are only listed, unless there are no others."""
    card = page.card
    own_rulings = selecting.without_see_entries(page.rulings)
    references = selecting.shown_references(page)
    legend = Legend()
    screen.text(card.title, "title")
    screen.text(dotted(formatting.summary_parts(card)), "dim")
    screen.text(_counts_line(page, own_rulings, references), "dim")
    if card.restored:
        legend.add([marks.restored_mark(card.restored)])
    errata = [ruling for ruling in own_rulings if ruling.kind == "errata"][:limit] if own_text else []
    if own_text:
        render_ruling.show_rulings(screen, errata, legend)
        _show_own_text(screen, *own_text)
    left = limit if limit is None else limit - len(errata)
    render_ruling.show_rulings(screen, own_rulings[len(errata) :], legend, limit=left)
    _show_references(screen, references)
    if not own_rulings and not references and not page.inherited:
        _show_similar_cards(screen, card)
    inherited = page.inherited if own_rulings else selecting.first_inherited(page.inherited, limit)
    for group in inherited:
        _show_inherited(screen, group, legend, selecting.unfolds_inherited(page, full))
    if not own_rulings:
        render_ruling.show_left_out(screen, sum(len(group.rulings) for group in page.inherited), limit)
    _show_elsewhere(screen, page, legend, full)
    legend.show(screen, full)


def _show_own_text(screen: Screen, text: str, file: str) -> None:
    screen.blank()
    screen.text(f"The card’s text, from {file}", "strong")
    for line in text.splitlines():
        screen.text(line, indent="  ")


def _counts_line(page: CardPage, own_rulings: list[Ruling], references: list[Ruling]) -> str:
    phrases = formatting.ruling_counts(own_rulings)
    if references:
        phrases.append(count(len(references), "reference"))
    phrases = phrases or ["no rulings on this card itself"]
    phrases += [f"{len(group.rulings)} from {group.subject.title}" for group in page.inherited]
    subjects = _subjects(_elsewhere(page))
    if subjects:
        phrases.append(f"mentioned on {count(len(subjects), 'other page')}")
    if page.steps:
        phrases.append(f"run step{'' if len(page.steps) == 1 else 's'} {', '.join(map(str, page.steps))}")
    if page.card.restored:
        phrases.append(f"heading {render_ruling.mark_label(marks.restored_mark(page.card.restored))}")
    return dotted(phrases)


def _show_similar_cards(screen: Screen, card: Card) -> None:
    """Suggests searches for cards with the same keywords and type."""
    queries = [field_query("keyword", word) for word in card.keywords]
    screen.blank()
    screen.text("Rulings on similar cards", "strong")
    for query in [*queries, field_query("type", card.type)]:
        screen.text(f"rulings search '{query}'" if '"' in query else f"rulings search {query}", indent="  ")


def _show_inherited(screen: Screen, group: Inherited, legend: Legend, unfolded: bool) -> None:
    source = group.subject
    command = f"rulings {'topic ' if source.kind == 'topic' else ''}{source.id}"
    screen.blank()
    screen.text(formatting.inherited_heading(group), "strong")
    details = [
        count(len(group.rulings), "ruling"),
        formatting.inheritance_reason(group),
        "" if unfolded else command,
    ]
    screen.text(dotted(details), "dim")
    for ruling in group.rulings:
        if unfolded:
            screen.blank()
            render_ruling.show_ruling(screen, ruling, legend)
        else:
            render_ruling.show_question(screen, ruling)


def _elsewhere(page: CardPage) -> list[Ruling]:
    return selecting.mentioned_elsewhere(page.mentioned_in, page.inherited)


def _subjects(elsewhere: list[Ruling]) -> list[str]:
    return list(dict.fromkeys(ruling.subject.title for ruling in elsewhere))


def _show_elsewhere(screen: Screen, page: CardPage, legend: Legend, full: bool) -> None:
    elsewhere = _elsewhere(page)
    if elsewhere:
        screen.blank()
        if full:
            screen.text("Mentioned in", "strong")
            render_ruling.show_rulings(screen, elsewhere, legend, with_subject=True)
        else:
            screen.text(dotted(_subjects(elsewhere)), prefix="Mentioned in  ", indent="  ")
    if page.steps:
        screen.blank()
        steps = ", ".join(map(str, page.steps))
        screen.text(f"{steps}  (rulings run {page.steps[0]})", prefix="Steps of a run  ", indent="  ")


def show_topic(screen: Screen, page: TopicPage, *, full: bool, limit: int | None) -> None:
    """Shows a topic with its rulings, then its references to other rulings."""
    legend = Legend()
    screen.text(page.topic.title, "title")
    screen.text(dotted(["Topic", *(formatting.ruling_counts(page.rulings) or ["0 rulings"])]), "dim")
    own_rulings = selecting.without_see_entries(page.rulings)
    render_ruling.show_rulings(screen, own_rulings, legend, limit=limit)
    _show_references(screen, selecting.shown_references(page))
    legend.show(screen, full)


def _show_references(screen: Screen, references: list[Ruling]) -> None:
    """Shows the words of `see` entries, each after an empty line."""
    for entry in references:
        screen.blank()
        render_ruling.show_statuses(screen, entry)
        screen.text_with_id(entry.text, entry.id, url=entry.url)
        render_ruling.show_explanations(screen, entry)
