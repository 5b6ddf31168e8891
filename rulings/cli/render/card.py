"""The page of a card or topic → lines for a terminal."""

from __future__ import annotations

from rulings.cli.render import ruling as render_ruling
from rulings.cli.render.ruling import Legend
from rulings.cli.render.screen import Screen
from rulings.cli.render.text import dotted
from rulings.model import formatting, marks, selecting
from rulings.model.formatting import count
from rulings.model.views import CardPageView, CardView, InheritedView, PageView, RulingView, TopicPageView
from rulings.search.fields import field_query


def show_page(screen: Screen, page: PageView, *, full: bool = False, limit: int | None = None) -> None:
    """Shows the page of a card or topic, with at most `limit` of its own rulings."""
    if "topic" in page:
        show_topic(screen, page, full=full, limit=limit)
    else:
        show_card(screen, page, full=full, limit=limit)


def show_card(screen: Screen, page: CardPageView, *, full: bool = False, limit: int | None = None) -> None:
    """Shows the page of a card. Without `full`, inherited rulings are only listed, unless there are no others."""
    card = page["card"]
    own_rulings = selecting.without_see_entries(page["rulings"])
    legend = Legend()
    screen.text(card["title"], "title")
    screen.text(dotted(formatting.summary_parts(card)), "dim")
    screen.text(_counts_line(page, own_rulings), "dim")
    if card["restored"]:
        legend.add([marks.restored_mark(card["restored"])])
    show_rulings(screen, own_rulings, legend, limit=limit)
    if not own_rulings and not page["inherited"]:
        _show_similar_cards(screen, card)
    for group in page["inherited"]:
        _show_inherited(screen, group, legend, full or not own_rulings)
    _show_elsewhere(screen, page, legend, full)
    legend.show(screen, full)


def show_rulings(
    screen: Screen, rulings: list[RulingView], legend: Legend, with_subject: bool = False, limit: int | None = None
) -> None:
    """Shows at most `limit` rulings, each after an empty line, and then how many there are if some are left out.

    `with_subject`: each with the title of its card or topic.
    """
    for ruling in rulings[:limit]:
        screen.blank()
        render_ruling.show_ruling(screen, ruling, legend, with_subject)
    show_left_out(screen, len(rulings), limit)


def show_left_out(screen: Screen, total: int, limit: int | None) -> None:
    """Shows how many rulings there are if that is more than `limit`, and the option that shows them all."""
    if limit is not None and limit < total:
        screen.blank()
        screen.text(f"{limit} of {count(total, 'ruling')}; -n all shows them", "dim")


def _counts_line(page: CardPageView, own_rulings: list[RulingView]) -> str:
    phrases = formatting.ruling_counts(own_rulings) or ["no rulings on this card itself"]
    phrases += [f"{len(group['rulings'])} from {group['from']['title']}" for group in page["inherited"]]
    subjects = _subjects(_elsewhere(page))
    if subjects:
        phrases.append(f"mentioned on {count(len(subjects), 'other page')}")
    if page["steps"]:
        phrases.append(f"run step{'' if len(page['steps']) == 1 else 's'} {', '.join(map(str, page['steps']))}")
    if page["card"]["restored"]:
        phrases.append(f"heading {render_ruling.mark_label(marks.restored_mark(page['card']['restored']))}")
    return dotted(phrases)


def _show_similar_cards(screen: Screen, card: CardView) -> None:
    """Suggests searches for cards with the same keywords and type."""
    queries = [field_query("keyword", word) for word in card["keywords"]]
    screen.blank()
    screen.text("Rulings on similar cards", "strong")
    for query in [*queries, field_query("type", card["type"])]:
        screen.text(f"rulings search '{query}'" if '"' in query else f"rulings search {query}", indent="  ")


def _show_inherited(screen: Screen, group: InheritedView, legend: Legend, unfolded: bool) -> None:
    source = group["from"]
    command = f"rulings {'topic ' if source['kind'] == 'topic' else ''}{source['id']}"
    screen.blank()
    screen.text(formatting.inherited_heading(group), "strong")
    details = [
        count(len(group["rulings"]), "ruling"),
        formatting.inheritance_reason(group),
        "" if unfolded else command,
    ]
    screen.text(dotted(details), "dim")
    for ruling in group["rulings"]:
        if unfolded:
            screen.blank()
            render_ruling.show_ruling(screen, ruling, legend)
        else:
            render_ruling.show_question(screen, ruling)


def _elsewhere(page: CardPageView) -> list[RulingView]:
    return selecting.mentioned_elsewhere(page["mentioned_in"], page["inherited"])


def _subjects(elsewhere: list[RulingView]) -> list[str]:
    return list(dict.fromkeys(ruling["subject"]["title"] for ruling in elsewhere))


def _show_elsewhere(screen: Screen, page: CardPageView, legend: Legend, full: bool) -> None:
    elsewhere = _elsewhere(page)
    if elsewhere:
        screen.blank()
        if full:
            screen.text("Mentioned in", "strong")
            show_rulings(screen, elsewhere, legend, with_subject=True)
        else:
            screen.text(dotted(_subjects(elsewhere)), prefix="Mentioned in  ", indent="  ")
    if page["steps"]:
        screen.blank()
        steps = ", ".join(map(str, page["steps"]))
        screen.text(f"{steps}  (rulings run {page['steps'][0]})", prefix="Steps of a run  ", indent="  ")


def show_topic(screen: Screen, page: TopicPageView, *, full: bool = False, limit: int | None = None) -> None:
    """Shows a topic with its rulings, then its references to other rulings."""
    legend = Legend()
    screen.text(page["topic"]["title"], "title")
    screen.text(dotted(["Topic", *(formatting.ruling_counts(page["rulings"]) or ["0 rulings"])]), "dim")
    own_rulings = selecting.without_see_entries(page["rulings"])
    show_rulings(screen, own_rulings, legend, limit=limit)
    for ruling in page["rulings"]:
        if selecting.is_see_entry(ruling):
            screen.blank()
            render_ruling.show_statuses(screen, ruling)
            screen.text_with_id(ruling["text"], ruling["id"], url=ruling["url"])
    legend.show(screen, full)
