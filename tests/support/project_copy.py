"""The project → a copy of it that runs, for tests that change it as a contributor would."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("parser", "search", "site")


@dataclass
class Copy:
    """`rulings/` with the other three folders inside it, as they are installed; links stand where they are in a checkout."""

    folder: Path
    printed: str = ""

    @classmethod
    def of_the_project(cls, folder: Path, tests: bool = False) -> Copy:
        """`tests`: with the tests and the pages that they read, too."""
        ignored = shutil.ignore_patterns("__pycache__", "node_modules", "browser")
        shutil.copytree(ROOT / "rulings", folder / "rulings", ignore=ignored)
        for folder_name in FOLDERS:
            shutil.copytree(ROOT / folder_name, folder / "rulings" / folder_name, ignore=ignored)
        if tests:
            shutil.copytree(ROOT / "tests", folder / "tests", ignore=ignored)
            for name in ("README.md", "CONTRIBUTING.md", "pyproject.toml"):
                shutil.copy(ROOT / name, folder)
            for folder_name in FOLDERS:
                (folder / folder_name).symlink_to(folder / "rulings" / folder_name)
        return cls(folder)

    def keep_cards(self, beginning: str) -> None:
        """Only the cards whose ids begin so: for what is slow with all of them and the same with few."""
        for path in (self.folder / "rulings" / "cards").glob("*/*.yaml"):
            if not path.name.startswith(beginning):
                path.unlink()

    def path(self, name: str) -> Path:
        """Where a file of the checkout stands in the copy."""
        return self.folder / name if name.startswith(("rulings/", "tests/")) else self.folder / "rulings" / name

    def run(self, command: str) -> None:
        """A command line that begins with `rulings`, `pytest`, or `python` and a script; it must succeed."""
        program, *words = command.split()
        words = [sys.executable, *words] if program == "python" else [sys.executable, "-m", program, *words]
        environment = {**os.environ, "PYTHONPATH": str(self.folder), "RULINGS_CACHE": str(self.folder / "cache")}
        done = subprocess.run(words, cwd=self.folder, env=environment, capture_output=True, encoding="utf-8", check=False)
        assert done.returncode == 0, f"{command}\n{done.stdout[-2500:]}\n{done.stderr[-1500:]}"
        self.printed += done.stdout
