"""A document or one of its sections → lines for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rulings.cli.render import ruling as render_ruling
from rulings.cli.render.screen import Screen
from rulings.cli.render.text import dotted
from rulings.model import marks
from rulings.model.constants import EXCEPTION, GAMES, NETRUNNER
from rulings.model.entities import Document, Section, Table
from rulings.model.formatting import date_in_words, joined_with
from rulings.model.markup import without_emphasis
from rulings.model.printable import one_line
from rulings.model.shown import NumberedMark


def show_document_head(screen: Screen, document: Document) -> None:
    """Shows the title of a document with its edition, date, game and copyright."""
    screen.text(document.title, "title")
    if document.game != NETRUNNER:
        screen.banner(GAMES.get(document.game, document.game), "not the 1996 game")
    facts = [
        document.edition,
        date_in_words(document.date) if document.date else None,
        GAMES.get(document.game, document.game) if document.game == NETRUNNER else None,
    ]
    screen.text(dotted(f for f in facts if f), "dim", indent="  ")
    if document.copyright:
        screen.text(document.copyright, "dim", indent="  ")


def show_section_title(screen: Screen, section: Section) -> None:
    """Shows the title and id of a section in an outline, directly below the line before it."""
    _remove_blank(screen)
    screen.text_with_id(section.title, section.id, indent="  " * max(section.level - 1, 0))


def show_section(screen: Screen, section: Section) -> None:
    """Shows one section: its title and id, its status, its text and its tables."""
    title = section.title if section.headed else f"{section.title} (our heading)"
    screen.text_with_id(title, section.id, role="strong")
    numbered = marks.numbered_marks(section)
    _show_status(screen, section, numbered)
    for paragraph in _with_numbers(section.text, numbered).split("\n"):
        stripped = paragraph.lstrip()
        if not stripped:
            screen.blank()
            continue
        indent = " " * (len(paragraph) - len(stripped))
        mark = next((stripped[: len(m)] for m in ("- ", "* ", "• ") if stripped.startswith(m)), "")
        screen.text(without_emphasis(stripped[len(mark) :]), prefix=f"  {indent}{mark}")
    _remove_blank(screen)
    for table in section.tables:
        screen.blank()
        _show_table(screen, table)
    if numbered:
        screen.blank()
    for numbered_mark in numbered:
        _show_numbered(screen, numbered_mark)
    render_ruling.show_explanations(screen, section, "  ", without={mark.note for mark in numbered})
    render_ruling.show_clarifications(screen, section, "  ", without={mark.note for mark in numbered})


def _show_status(screen: Screen, section: Section, numbered: Sequence[NumberedMark]) -> None:
    """Shows the status of a section: in one line, if the words concerned are marked and numbered in the text."""
    render_ruling.show_statuses(screen, section, "  ", without={mark.note for mark in numbered})
    for kind in dict.fromkeys(mark.kind for mark in numbered if mark.kind in marks.STATUS_MARKS):
        sign, words, _ = marks.STATUS_MARKS[kind]
        places = joined_with("and", [f"{sign}{mark.number}" for mark in numbered if mark.kind == kind])
        render_ruling.show_status(screen, f"{sign} {words}, at {places}: what to follow is said below", "  ")


def _with_numbers(text: str, numbered: Sequence[NumberedMark]) -> str:
    """The text with the sign and number of each mark after the words that it is about: `Access top card. [✗4]`."""
    ends = sorted((end, f" [{mark.sign}{mark.number}]") for mark in numbered for _, end in mark.spans)
    for end, label in reversed(ends):
        text = text[:end] + label + text[end:]
    return text


def _show_numbered(screen: Screen, mark: NumberedMark) -> None:
    """Shows what a numbered mark is about: `✗1 “Play operation”: follow …`, with the reason, or `+2 “…”: but see …`."""
    what = "but see" if mark.kind == EXCEPTION else "see" if mark.kind == "disputed" else "follow"
    follow = f": {what} {', '.join(mark.follow)}" if mark.follow else ""
    why = f": {mark.title}" if mark.kind == EXCEPTION else f". {mark.why}" if mark.follow else f": {mark.why}"
    screen.text(f"{mark.sign}{mark.number} “{mark.quoted}”{follow}{why}", "dim", prefix="  ", indent="     ")


def _remove_blank(screen: Screen) -> None:
    """Removes the last line if it is empty."""
    if screen.lines and not screen.lines[-1]:
        screen.lines.pop()


def _show_table(screen: Screen, table: Table) -> None:
    """Columns side by side if they fit, else one line `column: cell` for each cell."""
    names = [one_line(without_emphasis(c)) for c in table.columns]
    rows = [[one_line(without_emphasis(c)) for c in row] for row in table.rows]
    widths = [max(len(row[i]) for row in [names, *rows] if i < len(row)) for i in range(len(names))]
    if sum(widths) + 2 * len(widths) <= screen.width:
        for row, role in [(names, "dim"), *((r, "") for r in rows)]:
            screen.row(
                [("  ", ""), *((cell.ljust(width) + "  ", role) for cell, width in zip(row, widths, strict=False))]
            )
        return
    for row in rows:
        for name, cell in zip(names, row, strict=False):
            screen.text(f"{name}: {cell}", prefix="  ", indent="    ")
        screen.blank()
