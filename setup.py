"""Compiles the knowledge base into the wheel; everything else is in `pyproject.toml`."""

import os
import subprocess
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

_COMPILE = "import pathlib, sys, rulings.api as c; c.compile_folder(pathlib.Path(sys.argv[1]))"


class BuildAndCompile(build_py):
    """Copies the package and, except for an editable installation, compiles the copy with its own code."""

    def run(self) -> None:
        """Raises `RuntimeError` if nothing was compiled."""
        super().run()
        if self.editable_mode:
            return
        folder = Path(self.build_lib).resolve() / "rulings"
        paths = os.pathsep.join(filter(None, [str(folder.parent), os.environ.get("PYTHONPATH")]))
        subprocess.run(  # -B: bytecode of this Python does not belong in the wheel
            [sys.executable, "-B", "-P", "-c", _COMPILE, str(folder)],
            check=True,
            env={**os.environ, "PYTHONPATH": paths},
        )
        if not (folder / "compiled" / "manifest.json").is_file():
            raise RuntimeError(f"{folder}: the knowledge base was not compiled")


setup(cmdclass={"build_py": BuildAndCompile})
