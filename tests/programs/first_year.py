"""The ordinary tests in a copy with the additions of a first year: none may compare a count that
additions change.

    python tests/programs first_year [ARGUMENTS OF PYTEST]
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from support.first_year import add_first_year
from support.project_copy import ProjectCopy


def main(words: list[str]) -> None:
    """Makes the copy, parses it, and runs its tests."""
    with tempfile.TemporaryDirectory() as folder:
        copy = ProjectCopy.create(Path(folder), tests=True)
        add_first_year(copy.path("rulings/sources"))
        copy.run("rulings parse")
        copy.run("python tests/programs readme")
        copy.run(" ".join(("pytest", "-q", "--tb=line", *(words or ["tests"]))))
        print(copy.printed[-2000:])


if __name__ == "__main__":
    main(sys.argv[1:])
