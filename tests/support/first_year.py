"""The additions of a first year, for tests and for the program that runs all tests with them."""

from __future__ import annotations

from pathlib import Path

from support.data_files import read_data


def add_first_year(sources: Path) -> None:
    """Appends what `tests/data/first-year.yaml` says to the hand-edited files of a folder."""
    for row in read_data("first-year.yaml"):
        path = sources / row["file"]
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(before + row["append"], encoding="utf-8")
