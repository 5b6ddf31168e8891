"""What `rulings deck --json` prints → the sheet on a terminal: facts, where decks meet, pairs, then card by card."""

from __future__ import annotations

from pathlib import PurePath

from rulings.cli.render import ruling as render_ruling
from rulings.cli.render.ruling import Legend
from rulings.cli.render.terminal import Screen, dotted
from rulings.model import formatting
from rulings.model.formatting import count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rulings.deck.views import ConstructionView, DeckView, SheetCardView, SheetView, SideFactsView, TogetherView
    from rulings.model.views import RulingView

_KEYWORDS = 6  # keywords that are named, the commonest first; `--full` names all


def show(screen: Screen, sheet: SheetView, legend: Legend, full: bool = False) -> None:
    """The whole sheet. A ruling is printed once; where it would appear again, its question points back to it."""
    deck, against = sheet["deck"], sheet["against"]
    shown: set[str] = set()
    _head(screen, deck, full)
    if against is not None:
        _head(screen, against, full, before="against ")
        _pairs(screen, sheet["meeting"], "where the decks meet", legend, shown)
    if sheet["together"] or against is None:
        _pairs(screen, sheet["together"], "on two of its cards", legend, shown)
    for card in sheet["cards"]:
        _card(screen, card, legend, shown, full)
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


def _head(screen: Screen, deck: DeckView, full: bool, before: str = "") -> None:
    screen.blank()
    screen.text(before + (deck["title"] or PurePath(deck["source"]).name), "title")
    if not deck["cards"]:
        screen.text("No card was recognised.", "dim")
    for side in deck["facts"]:
        _facts(screen, side, full)
    for rule in deck["construction"]:
        _construction(screen, rule)


def _facts(screen: Screen, side: SideFactsView, full: bool) -> None:
    points = side["agenda_points"]
    agendas = f"{count(side['agendas'], 'agenda')} worth {count(points, 'point')}" if points is not None else ""
    screen.text(dotted([side["side"], count(side["cards"], "card"), count(side["titles"], "title"), agendas]))
    types = (
        f"{row['cards']} {(row['name'] if row['cards'] == 1 else formatting.plural(row['name'])).lower()}"
        for row in side["types"]
    )
    screen.text(dotted(types), "dim", "  ")
    keywords = side["keywords"] if full else side["keywords"][:_KEYWORDS]
    if keywords:
        screen.text(dotted(f"{row['cards']} {row['name']}" for row in keywords), "dim", "  Keywords: ", "  ")


def _construction(screen: Screen, rule: ConstructionView) -> None:
    breaks = rule["holds"] is False
    this_deck = f" This deck: {rule['found']}." if rule["found"] else ""
    screen.text(("Rule not met: " if breaks else "") + rule["says"] + this_deck, "errata" if breaks else "", "  ")
    screen.text(f"{rule['source']} ({rule['ruling'] or rule['section']})", "dim", "    ")


def _pairs(screen: Screen, together: list[TogetherView], where: str, legend: Legend, shown: set[str]) -> None:
    screen.blank()
    screen.text(
        count(len(together), f"ruling {where}", f"rulings {where}") if together else f"No ruling {where}", "title"
    )
    for pair in together:
        screen.blank()
        ours, theirs = (" and ".join(card["title"] for card in cards) for cards in (pair["cards"], pair["others"]))
        screen.text(
            f"{ours} against {theirs}" if theirs else " with ".join(card["title"] for card in pair["cards"]), "strong"
        )
        if pair["ruling"]["id"] in shown:
            _again(screen, pair["ruling"])
        else:
            named = [card["title"] for card in (*pair["cards"], *pair["others"])]
            render_ruling.show(screen, pair["ruling"], legend, subject=pair["ruling"]["subject"]["title"] not in named)
        shown.add(pair["ruling"]["id"])


def _card(screen: Screen, sheet_card: SheetCardView, legend: Legend, shown: set[str], full: bool) -> None:
    screen.blank()
    screen.text(f"{sheet_card['count']} {sheet_card['card']['title']}", "title")
    screen.text(dotted([*formatting.summary(sheet_card["card"]), *formatting.counts(sheet_card["rulings"])]), "dim")
    for ruling in sheet_card["rulings"]:
        if ruling["id"] in shown:
            _again(screen, ruling)
            continue
        screen.blank()
        render_ruling.show(screen, ruling, legend)
        shown.add(ruling["id"])
    for group in sheet_card["inherited"]:
        source = group["from"]
        heading = " ".join(filter(None, (f"From {source['title']},", formatting.inherited_about(group)))).rstrip(",")
        screen.blank()
        screen.text(heading, "strong")
        for ruling in group["rulings"]:
            if full and ruling["id"] not in shown:
                screen.blank()
                render_ruling.show(screen, ruling, legend)
                shown.add(ruling["id"])
            else:
                _again(screen, ruling, "")


def _again(screen: Screen, ruling: RulingView, behind: str = " (above)") -> None:
    question = ruling["questions"][0] if ruling["questions"] else ruling["text"]
    bullet = "▸ ERRATA  " if ruling["kind"] == "errata" else "▸ "
    question = render_ruling.with_mark(ruling, question)
    screen.text(question + behind, "question", f"  {bullet}", "    ")
