"""A sheet → lines for a terminal: counts, rulings on cards of both decks, on two cards of one, then card by card."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from rulings.cli.render import ruling as render_ruling
from rulings.cli.render.ruling import Legend
from rulings.cli.render.screen import Screen
from rulings.cli.render.text import dotted
from rulings.deck.views import Construction, Deck, Pair, Sheet, SheetCard, SideCounts
from rulings.model import formatting
from rulings.model.entities import Ruling
from rulings.model.formatting import count

_MAX_KEYWORDS = 6  # listed, the commonest first; `--full` lists all
_ABOVE = " (above)"  # after the question of a ruling that is already shown in full


def show_sheets(
    screen: Screen,
    sheets: list[Sheet],
    whole_sheets: list[Sheet],
    total: int,
    limit: int | None,
    full: bool,
) -> None:
    """Shows sheets one below the other, with one legend for all. `full`: with every keyword and inherited ruling.

    `limit`: how many of the `total` rulings on `whole_sheets` are left on `sheets`; None: all of them.
    """
    legend = Legend()
    for sheet, whole_sheet in zip(sheets, whole_sheets, strict=True):
        screen.blank()
        _show_sheet(screen, sheet, whole_sheet, legend, full)
    render_ruling.show_left_out(screen, total, limit)
    legend.show(screen, full)


def _show_sheet(screen: Screen, sheet: Sheet, whole_sheet: Sheet, legend: Legend, full: bool) -> None:
    """Shows a sheet. A ruling is shown in full once; where it appears again, only its question is shown.

    Headings count the rulings on the whole sheet.
    """
    own_rulings = {card.card.id: card.rulings for card in whole_sheet.cards}
    against = sheet.against
    lines = _SheetLines(screen, legend, full)
    lines.show_deck(sheet.deck)
    if against is not None:
        lines.show_deck(against, prefix="Against ")
        lines.show_pairs(sheet.meeting, len(whole_sheet.meeting), "where the decks meet")
    if whole_sheet.together or (against is None and sheet.deck.cards):
        lines.show_pairs(sheet.together, len(whole_sheet.together), "on two of its cards")
    for card in sheet.cards:
        lines.show_card(card, own_rulings[card.card.id])
    if sheet.unruled:
        screen.blank()
        screen.text("Cards without rulings", "strong")
        screen.text(dotted(reference.title for reference in sheet.unruled), indent="  ")
    if sheet.excluded:
        screen.blank()
        screen.text("No rulings on these cards match these options", "strong")
        screen.text(dotted(f"{card.title} ({card.rulings} left out)" for card in sheet.excluded), indent="  ")
    if sheet.steps:
        screen.blank()
        screen.text("Steps of a run that these rulings apply to", "strong")
        for step in sheet.steps:
            screen.text(step.text, prefix=f"{step.number:>4}  ")
            screen.text(dotted(step.cards), "dim", indent="      ")


class _SheetLines:
    """Adds the parts of one sheet to a screen, and remembers which rulings it has shown in full."""

    def __init__(self, screen: Screen, legend: Legend, full: bool) -> None:
        self.screen, self.legend, self.full = screen, legend, full
        self.shown_ids: set[str] = set()

    def show_deck(self, deck: Deck, prefix: str = "") -> None:
        """Shows the title of a deck, its counts and how it meets the rules of deck construction."""
        self.screen.blank()
        self.screen.text(prefix + (deck.title or PurePath(deck.file).name), "title")
        if not deck.cards:
            self.screen.text("No card was recognized.", "dim")
        for side in deck.sides:
            _show_counts(self.screen, side, self.full)
        for rule in deck.construction:
            _show_construction(self.screen, rule)

    def show_pairs(self, pairs: Sequence[Pair], total: int, phrase: str) -> None:
        """Shows the rulings that connect cards, below their number (`total`). `phrase`: what they connect."""
        self.screen.blank()
        self.screen.text(
            count(total, f"ruling {phrase}", f"rulings {phrase}") if total else f"No ruling {phrase}", "title"
        )
        for pair in pairs:
            self.screen.blank()
            ours, theirs = (" and ".join(card.title for card in cards) for cards in (pair.cards, pair.others))
            self.screen.text(
                f"{ours} against {theirs}" if theirs else " with ".join(card.title for card in pair.cards),
                "strong",
            )
            named = [card.title for card in (*pair.cards, *pair.others)]
            if pair.ruling.id in self.shown_ids:
                render_ruling.show_question(self.screen, pair.ruling, _ABOVE)
            else:
                self._show_ruling(pair.ruling, with_subject=pair.ruling.subject.title not in named)

    def show_card(self, sheet_card: SheetCard, own_rulings: Sequence[Ruling]) -> None:
        """Shows a card with its copies, its rulings and those that it inherits. `own_rulings`: all, to count them."""
        self.screen.blank()
        self.screen.text(f"{sheet_card.count} {sheet_card.card.title}", "title")
        self.screen.text(
            dotted([*formatting.summary_parts(sheet_card.card), *formatting.ruling_counts(own_rulings)]),
            "dim",
        )
        for ruling in sheet_card.rulings:
            if ruling.id in self.shown_ids:
                render_ruling.show_question(self.screen, ruling, _ABOVE)
            else:
                self.screen.blank()
                self._show_ruling(ruling)
        for group in sheet_card.inherited:
            self.screen.blank()
            self.screen.text(formatting.inherited_heading(group), "strong")
            for ruling in group.rulings:
                if ruling.id in self.shown_ids:
                    render_ruling.show_question(self.screen, ruling, _ABOVE)
                elif self.full:
                    self.screen.blank()
                    self._show_ruling(ruling)
                else:
                    render_ruling.show_question(self.screen, ruling)

    def _show_ruling(self, ruling: Ruling, with_subject: bool = False) -> None:
        render_ruling.show_ruling(self.screen, ruling, self.legend, with_subject=with_subject)
        self.shown_ids.add(ruling.id)


def _show_counts(screen: Screen, side: SideCounts, full: bool) -> None:
    points = side.agenda_points
    agendas = f"{count(side.agendas, 'agenda')} worth {count(points, 'point')}" if points is not None else ""
    screen.text(dotted([side.side, count(side.cards, "card"), count(side.titles, "title"), agendas]))
    types = (count(row.cards, row.name, formatting.plural(row.name)).lower() for row in side.types)
    screen.text(dotted(types), "dim", indent="  ")
    keywords = side.keywords if full else side.keywords[:_MAX_KEYWORDS]
    if keywords:
        screen.text(dotted(f"{row.cards} {row.name}" for row in keywords), "dim", prefix="  Keywords: ", indent="  ")


def _show_construction(screen: Screen, rule: Construction) -> None:
    breaks = rule.holds is False
    this_deck = f" This deck: {rule.deck_has}." if rule.deck_has else ""
    screen.text(("Rule not met: " if breaks else "") + rule.says + this_deck, "errata" if breaks else "", indent="  ")
    screen.text(f"{rule.source} ({rule.ruling or rule.section})", "dim", indent="    ")
