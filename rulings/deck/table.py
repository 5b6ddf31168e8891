"""A table with a heading row (CSV, or columns drawn with `|`) → the entries of a deck list."""

from __future__ import annotations

import csv

from rulings.deck.constants import COUNT_COLUMNS, MAX_CARD_NAME_LENGTH, NAME_COLUMNS
from rulings.deck.deck_list import UNREADABLE, DeckLine, count_in

_Row = tuple[int, list[str]]  # the number of the line, and its cells


def read_table(lines: list[str]) -> list[DeckLine] | None:
    """The cards of a table, or None if its first line has no column of names. Without a heading row, it is lines."""
    rows = _rows(lines)
    header = [cell.lower().rstrip(".: ") for cell in rows[0][1]] if rows else []
    name_column = next((i for i, cell in enumerate(header) if cell in NAME_COLUMNS), None)
    if name_column is None:
        return None
    rows = [(number, row) for number, row in rows if name_column < len(row) and row[name_column].strip("-: ")]
    count_column = next((i for i, cell in enumerate(header) if cell in COUNT_COLUMNS), None)
    notes = []
    if count_column is None:
        count_column = _only_numbers(rows[1:], len(header))
        if count_column is not None:
            number, cells = rows[0]
            notes = [DeckLine("", number, as_typed=cells[count_column], as_read="the number of copies")]
    return [*notes, *(_table_line(number, row, count_column, name_column) for number, row in rows[1:])]


def _rows(lines: list[str]) -> list[_Row]:
    """The number and the cells of each line; none if the lines are not a table."""
    numbered_lines = [
        (number, line.strip(" ").removeprefix("|").removesuffix("|")) for number, line in enumerate(lines, 1)
    ]
    numbered_lines = [(number, line) for number, line in numbered_lines if line.strip() and not line.startswith("# ")]
    if not numbered_lines:
        return []
    first = numbered_lines[0][1]
    delimiter = max(",;\t|", key=first.count)
    if delimiter not in first:
        return []
    try:
        return [
            (number, [cell.strip() for cell in next(csv.reader([line], delimiter=delimiter, skipinitialspace=True))])
            for number, line in numbered_lines
        ]
    except csv.Error:
        return []


def _only_numbers(rows: list[_Row], width: int) -> int | None:
    """The one column whose cells are all numbers of copies; None if there is none or several."""
    columns = [
        i for i in range(width) if rows and all(i < len(row) and count_in(row[i]) is not None for _, row in rows)
    ]
    return columns[0] if len(columns) == 1 else None


def _table_line(number: int, row: list[str], count_column: int | None, name_column: int) -> DeckLine:
    """The card of a row; one copy if no number is given."""
    name = row[name_column][:MAX_CARD_NAME_LENGTH]
    cell = row[count_column] if count_column is not None and count_column < len(row) else ""
    count = count_in(cell) if cell else 1
    return DeckLine(name, number, count) if count is not None else DeckLine(f"{cell} {name}", number, UNREADABLE)
