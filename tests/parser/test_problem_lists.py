"""Tests of long lists of errors and warnings: ten of each file are printed, and the others are counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulings.cli.main import main
from rulings.errors import RulingsError
from rulings.parser.parse import parse_folder
from rulings.storage.files import Problem, first_of_each_file


def test_ten_errors_per_file_are_listed_and_the_rest_counted() -> None:
    wrong = [Problem("a.yaml", "wrong", line) for line in range(1, 31)]
    assert first_of_each_file([*wrong, Problem("b.yaml", "once"), Problem("a.yaml", "also")]) == [
        *(f"a.yaml, line {line}: wrong" for line in range(1, 11)),
        "a.yaml: and 21 more like these",
        "b.yaml: once",
    ]


@pytest.mark.slow
def test_five_thousand_errors_are_shortened(sources: Path) -> None:
    rows = "".join(f"- {{step: 1, ruling: asp-{n:08x}, words: x, reason: x}}\n" for n in range(5000))
    (sources / "steps.yaml").write_text(rows, encoding="utf-8")
    with pytest.raises(RulingsError) as error:
        parse_folder(sources, sources.parent / "out")
    assert str(error.value).count("\n") == 10
    assert str(error.value).endswith("steps.yaml: and 4,990 more like these")


@pytest.mark.slow
def test_parse_and_check_print_ten_warnings_and_a_count(sources: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entries = "".join(f"- {{subject: Asp, printed: Asp is number {n}., citation: none}}\n" for n in range(1, 301))
    (sources / "additions" / "2001.yaml").write_text(entries, encoding="utf-8")
    assert main(["parse", "--sources", str(sources), "--output", str(sources.parent)]) == 0
    assert main(["check", str(sources.parent)]) == 0
    lines = capsys.readouterr().err.splitlines()
    for warning, more in (("no question yet for asp", "questions.yaml: and 290 more like these"),):
        assert sum(warning in line for line in lines) == 2 * 10
        assert sum(line.endswith(more) for line in lines) == 2
