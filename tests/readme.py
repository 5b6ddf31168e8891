"""Writes the output of the commands in README.md, and the numbers in its sentences.

Run `python tests/readme.py`; `tests/project/test_readme.py` fails if it would change
anything.
"""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path
from unittest.mock import patch

import rulings
from support.command_line import run_cli

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
BENCHMARKS = ROOT / "site" / "pages" / "benchmarks.md"
# A command in a console block, and its output: the lines up to the next command or the
# end of the block
EXAMPLE = re.compile(
    r"^\$ (?P<line>rulings .*)\n(?P<output>(?:(?!\$ |```).*\n)*)", re.MULTILINE
)


def shown(line: str, output: str) -> str:
    """The output of a command on a terminal of 80 columns. If `output` ends with a line
    `…`, only as many lines as it has.
    """
    with patch.dict(os.environ, {"COLUMNS": "80"}):
        lines = run_cli(*shlex.split(line)[1:]).out.splitlines(keepends=True)
    if output.endswith("\n…\n"):
        lines = [*lines[: output.count("\n") - 1], "…\n"]
    return "".join(lines)


def percentages() -> list[int]:
    """How often one of the first three results answers, for each confidence, as
    measured for all queries in the table of benchmarks.md, to the nearest 5%.
    """
    page = BENCHMARKS.read_text(encoding="utf-8")
    cells = re.findall(r"/ ([\d.]+) of (\d+)", page)
    scores = [(float(share), int(count)) for share, count in cells]
    found = list[int]()
    for start in range(3):
        column = scores[start::3]
        answered = sum(share * count for share, count in column)
        found.append(5 * round(20 * answered / sum(count for _, count in column)))
    return found


def percentage_of_short() -> int:
    """The same for `high` and queries of up to five words."""
    page = BENCHMARKS.read_text(encoding="utf-8")
    (share,) = re.findall(r"up to five words[^|]*confidence in ([\d.]+)", page)
    return 5 * round(20 * float(share))


def numbers() -> dict[str, str]:
    """Pattern of each sentence with a number → the sentence with today's number."""
    kb = rulings.open()
    words, accounted = (
        sum(getattr(d.ledger, name) for d in kb.documents)
        for name in ("words", "accounted")
    )
    printed = [r for r in kb.rulings if r.source.document == "netrunner-rulings"]
    return {
        r"The \d+ rulings": f"The {len(printed)} rulings",
        r"[\d,]+ of [\d,]+\.": f"{accounted:,} of {words:,}.",
        r"In \d+ places": f"In {sum(note.is_contradiction for note in kb.notes)} places",
        r"\d+ rulings, sections": f"{kb.search('is:disputed OR is:superseded').total} rulings, "
        "sections",
        r"\d+ headings, \d+ labels, \d+ dates and \d+ addresses": "{} headings, {} labels, {} dates and {} addresses".format(
            *(
                [r.what for r in kb.restorations].count(what)
                for what in ("heading", "label", "citation", "line")
            )
        ),
        r"\d+ rulings take back": f"{sum(ruling.reversal for ruling in kb.rulings)} rulings take back",
        r"words, `high` means \d+%": f"words, `high` means {percentage_of_short()}%",
        r"about \d+% of .* \d+% .* \d+% if": "about {}% of the time if confidence is `high`, {}% if it is `medium`, and {}% if".format(
            *percentages()
        ),
    }


def current() -> str:
    """The text of README.md with today's outputs and numbers. Raises `ValueError` if a
    sentence is missing.
    """
    text = README.read_text(encoding="utf-8")
    for pattern, statement in numbers().items():
        text, count = re.subn(pattern, statement, text)
        if count != 1:
            raise ValueError(
                f"README.md must say once how many, as in “{statement}”; change it or this program"
            )
    return EXAMPLE.sub(
        lambda match: f"$ {match['line']}\n{shown(match['line'], match['output'])}",
        text,
    )


if __name__ == "__main__":
    README.write_text(current(), encoding="utf-8", newline="\n")
