"""Prints which names of a deck list were not read, and which were guessed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from rulings.cli.render import terminal
from rulings.deck.constants import MAX_LISTED_LINES
from rulings.deck.views import ReadAs, Unread
from rulings.model.formatting import count, joined_with_or
from rulings.model.printable import shortened


def print_reading_notes(source: str, read_as: Sequence[ReadAs], unread: Sequence[Unread]) -> None:
    """Prints them on standard error, each with its line. `source`: the file of the list."""
    file_name = PurePath(source).name
    for row in read_as:
        name = shortened(row.name)
        terminal.print_note(f"{file_name}, line {row.line}: “{name}” read as {row.title}")
    for line in unread[:MAX_LISTED_LINES]:
        titles = joined_with_or(line.possible_titles) if line.possible_titles else ""
        if line.reason == "ambiguous":
            problem = f"may mean {titles}"
        else:
            problem = f"is not a card{f'; did you mean {titles}?' if titles else ''}"
        name = shortened(line.name)
        terminal.print_error(f"{file_name}, line {line.line}: “{name}” {problem}")
    if len(unread) > MAX_LISTED_LINES:
        more = count(len(unread) - MAX_LISTED_LINES, "more line")
        terminal.print_error(f"{file_name}: not recognized: {more}")
