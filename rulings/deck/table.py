"""The lines of a deck list in CSV → its entries: columns by their headings or, without headings, a column of counts."""

from __future__ import annotations

import csv

from rulings.deck.constants import COUNT_COLUMNS, MAX_CARD_NAME_LENGTH, NAME_COLUMNS
from rulings.deck.deck_list import DeckLine, count_in, name_variants


def read_table(lines: list[str]) -> list[DeckLine] | None:
    """The cards of a CSV table, or None if the lines are not one: neither a header row nor a column of counts."""
    rows, delimiter = _rows(lines)
    if not rows:
        return None
    header = [cell.strip().lower() for cell in rows[0][1]]
    name_column = next((i for i, cell in enumerate(header) if cell in NAME_COLUMNS), None)
    if name_column is not None:
        count_column = next((i for i, cell in enumerate(header) if cell in COUNT_COLUMNS), None)
        return [line for number, row in rows[1:] if (line := _table_line(number, row, count_column, name_column))]
    for column in (0, 1):
        if all(len(row) > 1 and count_in(row[column]) is not None for _, row in rows):
            return [line for number, row in rows if (line := _table_line(number, row, column, 1 - column, delimiter))]
    return None


def _rows(lines: list[str]) -> tuple[list[tuple[int, list[str]]], str]:
    """The number and the cells of each line, and what separates these; no rows if the lines are not a table."""
    numbered_lines = [
        (number, line) for number, line in enumerate(lines, 1) if line.strip() and not line.lstrip().startswith("#")
    ]
    if not numbered_lines:
        return [], ""
    first = numbered_lines[0][1]
    delimiter = max(",;\t", key=first.count)
    if delimiter not in first:
        return [], ""
    try:
        rows = [
            (number, next(csv.reader([line], delimiter=delimiter, skipinitialspace=True), []))
            for number, line in numbered_lines
        ]
    except csv.Error:
        return [], ""
    return rows, delimiter


def _table_line(
    number: int, row: list[str], count_column: int | None, name_column: int, delimiter: str = ""
) -> DeckLine | None:
    """The card of a row, or None if it names none; one copy if no number is given.

    `delimiter`: what separates the cells, if the table has no heading row. A title with an unquoted comma is then
    divided into cells, so all cells from the name on, joined again, are the first reading.
    """
    name = row[name_column].strip()[:MAX_CARD_NAME_LENGTH] if name_column < len(row) else ""
    cell = row[count_column].strip() if count_column is not None and count_column < len(row) else ""
    count = count_in(cell)
    if not name:
        return None
    if cell and count is None:
        return DeckLine(1, (f"{cell} {name}"[:MAX_CARD_NAME_LENGTH],), number, has_count=False)  # an unread line
    names = name_variants(name)
    if delimiter and name_column and len(row) > 2:  # 3,Disinfectant, Inc.
        names = (f"{delimiter} ".join(cell.strip() for cell in row[name_column:])[:MAX_CARD_NAME_LENGTH], *names)
    return DeckLine(1 if count is None else count, names, number)
