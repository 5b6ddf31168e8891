"""A copy of the project that runs, for tests that change it as contributors do."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("parser", "search", "site")
NOT_OF_A_COPY = ("PYTEST_", "RULINGS_BUILT", "RULINGS_WHEEL")


@dataclass
class ProjectCopy:
    """`rulings/` with the other three folders inside, as installed. In a copy with
    tests, links put them where a checkout has them.
    """

    folder: Path
    printed: str = ""  # standard output of the last command

    @classmethod
    def create(cls, folder: Path, tests: bool = False) -> ProjectCopy:
        """Copies the project; `tests`: also the tests and the files beside them."""
        ignored = shutil.ignore_patterns(".*", "node_modules", "browser")
        shutil.copytree(ROOT / "rulings", folder / "rulings", ignore=ignored)
        for folder_name in FOLDERS:
            shutil.copytree(
                ROOT / folder_name, folder / "rulings" / folder_name, ignore=ignored
            )
        if tests:
            shutil.copytree(ROOT / "tests", folder / "tests", ignore=ignored)
            shutil.copytree(ROOT / ".github", folder / ".github")
            for path in filter(Path.is_file, ROOT.iterdir()):
                shutil.copy(path, folder)
            for folder_name in FOLDERS:
                (folder / folder_name).symlink_to(folder / "rulings" / folder_name)
        return cls(folder)

    def path(self, name: str) -> Path:
        """The place in the copy of a file of the checkout."""
        return (
            self.folder / name
            if name.startswith(("rulings/", "tests/"))
            else self.folder / "rulings" / name
        )

    def run(self, command: str) -> None:
        """Runs `rulings …`, `pytest …` or `python SCRIPT`, which must succeed."""
        program, *words = command.split()
        words = (
            [sys.executable, *words]
            if program == "python"
            else [sys.executable, "-m", program, *words]
        )
        # Without the site and wheel that `.ci/run` has built, and without variables by
        # which pytest would start more processes and share the built site
        environment = {
            k: v for k, v in os.environ.items() if not k.startswith(NOT_OF_A_COPY)
        }
        environment["PYTHONPATH"] = str(self.folder)
        site = self.folder / "build" / "site"
        if site.exists():  # built by a command before
            environment["RULINGS_BUILT"] = str(site)
        process = subprocess.run(
            words,
            cwd=self.folder,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert process.returncode == 0, (
            f"{command}\n{process.stdout[-9000:]}\n{process.stderr[-1500:]}"
        )
        self.printed = process.stdout
