"""Runs a program of this folder: `python tests/programs NAME [ARGUMENTS]`. Without a name, lists
them.
"""

from __future__ import annotations

import ast
import runpy
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent


def main() -> None:
    """Lets the programs import what tests import, and runs the one that is named."""
    programs = {
        path.stem: path
        for path in sorted(FOLDER.glob("[!_]*.py"))
        if '__name__ == "__main__"' in path.read_text(encoding="utf-8")
    }
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    if name not in programs:
        for program, path in programs.items():
            first_line = (
                ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
            ).partition("\n")[0]
            print(f"{program:12}  {first_line}")
        sys.exit(2 if name else 0)
    sys.path[:0] = [str(FOLDER.parent), str(FOLDER.parent / "browser")]
    sys.argv[:2] = [f"tests/programs {name}"]
    runpy.run_module(f"programs.{name}", run_name="__main__")


if __name__ == "__main__":
    main()
