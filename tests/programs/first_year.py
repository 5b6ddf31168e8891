"""The ordinary tests in a copy with the additions of a first year: none may compare a count that
additions change.

    python tests/programs first_year [ARGUMENTS OF PYTEST]
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from support.data_files import read_data
from support.project_copy import ProjectCopy

# Two need the files of a checkout whose names begin with a point
ORDINARY = [
    "tests",
    *(f"--ignore=tests/project/test_{name}.py" for name in ("checkout", "named_files")),
]


def add_first_year(sources: Path) -> None:
    """Appends what `tests/data/first-year.yaml` says to the hand-edited files of a folder."""
    for row in read_data("first-year.yaml"):
        path = sources / row["file"]
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(before + row["append"], encoding="utf-8")


def main(words: list[str]) -> None:
    """Makes the copy, parses it, and runs its tests."""
    with tempfile.TemporaryDirectory() as folder:
        copy = ProjectCopy.create(Path(folder), tests=True)
        add_first_year(copy.path("rulings/sources"))
        copy.run("rulings parse")
        copy.run("python tests/programs readme")
        copy.run(" ".join(("pytest", "-q", "--tb=line", *(words or ORDINARY))))
        print(copy.printed[-2000:])


if __name__ == "__main__":
    main(sys.argv[1:])
