"""A sheet → lines for a terminal: counts, rulings on cards of both decks, on two cards of one, then card by card."""

from __future__ import annotations

from pathlib import PurePath

from rulings.cli.render import ruling as render_ruling
from rulings.cli.render.ruling import Legend
from rulings.cli.render.terminal import Screen, dotted
from rulings.model import formatting
from rulings.model.formatting import count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rulings.deck.views import ConstructionView, DeckView, PairView, SheetCardView, SheetView, SideFactsView

_MAX_KEYWORDS = 6  # listed, the commonest first; `--full` lists all
_ABOVE = " (above)"  # after the question of a ruling that is already shown in full


def show_sheet(screen: Screen, sheet: SheetView, legend: Legend, full: bool = False) -> None:
    """Shows a sheet. A ruling is shown once; where it would appear again, only its question is shown."""
    deck, against = sheet["deck"], sheet["against"]
    shown_ids: set[str] = set()
    _show_head(screen, deck, full)
    if against is not None:
        _show_head(screen, against, full, prefix="against ")
        _show_pairs(screen, sheet["meeting"], "where the decks meet", legend, shown_ids)
    if sheet["together"] or against is None:
        _show_pairs(screen, sheet["together"], "on two of its cards", legend, shown_ids)
    for card in sheet["cards"]:
        _show_card(screen, card, legend, shown_ids, full)
    if sheet["unruled"]:
        screen.blank()
        screen.text("Cards without rulings", "strong")
        screen.text(dotted(reference["title"] for reference in sheet["unruled"]), "", "  ")
    if sheet["steps"]:
        screen.blank()
        screen.text("Steps of a run that these rulings apply to", "strong")
        for step in sheet["steps"]:
            screen.text(step["text"], "", f"{step['number']:>4}  ", "      ")
            screen.text(dotted(step["cards"]), "dim", "      ")


def _show_head(screen: Screen, deck: DeckView, full: bool, prefix: str = "") -> None:
    screen.blank()
    screen.text(prefix + (deck["title"] or PurePath(deck["source"]).name), "title")
    if not deck["cards"]:
        screen.text("No card was recognised.", "dim")
    for side in deck["facts"]:
        _show_facts(screen, side, full)
    for rule in deck["construction"]:
        _show_construction(screen, rule)


def _show_facts(screen: Screen, side: SideFactsView, full: bool) -> None:
    points = side["agenda_points"]
    agendas = f"{count(side['agendas'], 'agenda')} worth {count(points, 'point')}" if points is not None else ""
    screen.text(dotted([side["side"], count(side["cards"], "card"), count(side["titles"], "title"), agendas]))
    types = (
        f"{row['cards']} {(row['name'] if row['cards'] == 1 else formatting.plural(row['name'])).lower()}"
        for row in side["types"]
    )
    screen.text(dotted(types), "dim", "  ")
    keywords = side["keywords"] if full else side["keywords"][:_MAX_KEYWORDS]
    if keywords:
        screen.text(dotted(f"{row['cards']} {row['name']}" for row in keywords), "dim", "  Keywords: ", "  ")


def _show_construction(screen: Screen, rule: ConstructionView) -> None:
    breaks = rule["holds"] is False
    this_deck = f" This deck: {rule['deck_has']}." if rule["deck_has"] else ""
    screen.text(("Rule not met: " if breaks else "") + rule["says"] + this_deck, "errata" if breaks else "", "  ")
    screen.text(f"{rule['source']} ({rule['ruling'] or rule['section']})", "dim", "    ")


def _show_pairs(screen: Screen, pairs: list[PairView], phrase: str, legend: Legend, shown_ids: set[str]) -> None:
    screen.blank()
    screen.text(count(len(pairs), f"ruling {phrase}", f"rulings {phrase}") if pairs else f"No ruling {phrase}", "title")
    for pair in pairs:
        screen.blank()
        ours, theirs = (" and ".join(card["title"] for card in cards) for cards in (pair["cards"], pair["others"]))
        screen.text(
            f"{ours} against {theirs}" if theirs else " with ".join(card["title"] for card in pair["cards"]), "strong"
        )
        if pair["ruling"]["id"] in shown_ids:
            render_ruling.show_question(screen, pair["ruling"], _ABOVE)
        else:
            named = [card["title"] for card in (*pair["cards"], *pair["others"])]
            render_ruling.show_ruling(
                screen, pair["ruling"], legend, subject=pair["ruling"]["subject"]["title"] not in named
            )
        shown_ids.add(pair["ruling"]["id"])


def _show_card(screen: Screen, sheet_card: SheetCardView, legend: Legend, shown_ids: set[str], full: bool) -> None:
    screen.blank()
    screen.text(f"{sheet_card['count']} {sheet_card['card']['title']}", "title")
    screen.text(
        dotted([*formatting.card_summary(sheet_card["card"]), *formatting.ruling_counts(sheet_card["rulings"])]), "dim"
    )
    for ruling in sheet_card["rulings"]:
        if ruling["id"] in shown_ids:
            render_ruling.show_question(screen, ruling, _ABOVE)
            continue
        screen.blank()
        render_ruling.show_ruling(screen, ruling, legend)
        shown_ids.add(ruling["id"])
    for group in sheet_card["inherited"]:
        screen.blank()
        screen.text(formatting.inherited_heading(group), "strong")
        for ruling in group["rulings"]:
            if full and ruling["id"] not in shown_ids:
                screen.blank()
                render_ruling.show_ruling(screen, ruling, legend)
                shown_ids.add(ruling["id"])
            else:
                render_ruling.show_question(screen, ruling)
